// What needs somebody's eye: refusals, offers, questions, puzzles, troubles, and the way back after an undo.

import { h } from "./dom.js";
import { COLON, t } from "./words.js";

function notice(kind, ...content) {
  return h("div", { class: "notice " + kind, role: kind === "wrong" ? "alert" : "status" }, content);
}

export function drawNotices(context, said, connected) {
  const state = context.state;
  const found = [];
  if (!connected) found.push(notice("look", t("Connection lost; trying again …")));
  if (said) found.push(notice("wrong", h("strong", {}, said)));
  else if (state.problem) found.push(notice("wrong", h("strong", {}, state.problem)));
  Object.keys(state.troubles).filter((part) => state.troubles[part] !== state.problem)
    .forEach((part) => found.push(notice("look", state.troubles[part])));
  const breaches = (state.problems || []).filter((one) => !state.view.columns || !one.player); // territories show their own
  if (breaches.length) found.push(notice("wrong", h("ul", { class: "problems" }, breaches.map((one) => h("li", {}, "⚠ ", one.player ? one.player + COLON : "", one.why)))));
  if (state.guide.length) found.push(guide(context));
  if (state.seen) found.push(sighting(context));
  return found;
}

function guide(context) {
  return notice("look", h("strong", {}, t("The table must follow:")), h("ol", {}, context.state.guide.map((step) => h("li", {}, step))),
    context.mayPlay ? h("button", { type: "button", onclick: () => context.order("settle") }, t("It lies as recorded")) : null);
}

function words(explanation) {
  return explanation.map((move) => move.told).join(" ");
}

function sighting(context) {
  const seen = context.state.seen;
  const moment = context.state.moment;
  if (moment === "offer") {
    return notice("offer", h("strong", {}, t("The camera saw:"), " "), words(seen.explanations[0]), answers(context, [
      h("button", { type: "button", class: "main", onclick: () => context.order("choose", { choice: 0 }) }, t("Yes, record it")),
      h("button", { type: "button", onclick: () => context.order("dismiss") }, t("No"))]));
  }
  if (moment === "question") {
    return notice("offer", h("strong", {}, t("Which of these was it?")), answers(context, seen.explanations.map((one, k) =>
      h("button", { type: "button", onclick: () => context.order("choose", { choice: k }) }, words(one)))
      .concat([h("button", { type: "button", class: "plain", onclick: () => context.order("dismiss") }, t("None of these"))])));
  }
  if (moment !== "puzzle") return null;
  return notice("wrong", h("strong", {}, t("The camera sees something that no move explains:")),
    h("ul", {}, seen.contradictions.map((one) => h("li", {}, one.why, " ", one.move && context.mayPlay
      ? h("button", { type: "button", onclick: () => context.play(one.move, true) }, t("Record it all the same")) : null))),
    answers(context, [h("button", { type: "button", onclick: () => context.order("look") }, t("Look again")),
      h("button", { type: "button", class: "plain", onclick: () => context.order("dismiss") }, t("Never mind"))]));
}

function answers(context, buttons) {
  return context.mayPlay ? h("div", { class: "row" }, buttons) : null;
}
