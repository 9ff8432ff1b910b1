// The scores by part, what each comes from, and how they grew.

import { h, s } from "./dom.js";
import { COLON, t, term } from "./words.js";

/** The table of scores; a part is a button that marks where its points come from. */
export function drawScores(context) {
  const scores = context.state.scores;
  const parts = Object.keys(scores.players[0].parts);
  const picked = context.ui.part;
  return h("div", {},
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("Scores by part") }, h("table", { class: tableClass(scores) },
      h("caption", { class: "unseen" }, t("Scores by part")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Points for")),
        heads(scores, context))),
      h("tbody", {}, parts.map((part) => h("tr", { class: picked === part ? "picked" : null },
        h("th", { scope: "row" }, h("button", { type: "button", class: "part " + part, "data-key": "part" + part,
          "aria-pressed": picked === part ? "true" : "false",
          onclick: () => context.choose({ part: picked === part ? null : part }) }, term(part))),
        scores.players.map((player) => h("td", {}, points(player.parts[part])))))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("Total")),
        scores.players.map((player) => h("td", { class: "total" }, minus(player.total))))))),
    picked ? sourceList(scores, picked) : h("p", { class: "quiet" }, t("Tap a part to see where its points come from.")),
    challenge(scores.challenge));
}

/** The same table for the sheet: nothing to press, the winners with a star. */
export function drawSummary(context) {
  const scores = context.state.scores;
  const won = (player) => context.state.over && scores.winners.indexOf(player.name) >= 0;
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("Scores by part") }, h("table", { class: tableClass(scores) }, h("caption", { class: "unseen" }, t("Scores by part")),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Points for")), heads(scores, context, won))),
    h("tbody", {}, Object.keys(scores.players[0].parts).map((part) => h("tr", {}, h("th", { scope: "row" }, term(part)),
      scores.players.map((player) => h("td", {}, points(player.parts[part])))))),
    h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, t("Total")), scores.players.map((player) => h("td", { class: "total" }, minus(player.total)))))));
}

/** A table for many players is set closer, so that a phone shows all of it. */
function tableClass(scores) {
  return scores.players.length > 2 ? "scores many" : "scores";
}

function heads(scores, context, won) {
  return scores.players.map((player, index) => h("th", { scope: "col", class: "player-name", title: player.name }, context.badge("P" + (index + 1)), " ",
    won && won(player) ? h("span", { role: "img", "aria-label": t("wins") }, "★ ") : "", h("span", { class: "name" }, player.name)));
}

function points(value) {
  return value === null ? h("span", { class: "hidden-part", title: t("hidden until the end") }, "?") : minus(value);
}

function sourceList(scores, part) {
  return h("div", { class: "sources" }, scores.players.map((player) => {
    const found = player.sources.filter((source) => source.part === part);
    return h("div", {}, h("h3", {}, player.name), found.length
      ? h("ul", {}, gathered(found).map((source) => h("li", {}, h("strong", { class: "number" }, signed(source.points * source.times)), " ", source.times > 1 ? source.times + " × " : "",
        part === "objectives" && source.marks.length ? term(source.marks[0]) + COLON : "", source.why)))
      : h("p", { class: "quiet" }, t("Nothing yet.")));
  }));
}

export function minus(number) {
  return String(number).replace("-", "−");
}

export function signed(number) {
  return number > 0 ? "+" + number : minus(number);
}

/** Sources that say the same are told once, with how many there are. */
export function gathered(sources) {
  const found = [];
  sources.forEach((source) => {
    const same = found.find((one) => one.why === source.why && one.points === source.points && one.marks.join() === source.marks.join());
    if (same) same.times += 1;
    else found.push(Object.assign({ times: 1 }, source));
  });
  return found;
}

function challenge(told) {
  if (!told) return null;
  return h("p", { class: "challenge" }, h("strong", {}, term(told.name)), " ",
    told.met ? "✓ " + "★".repeat(told.stars) : "✗ ", " ", told.why);
}

const MOST_TICKS = 8;
const DASHES = ["", "10 6", "3 5", "14 4 3 4"];

/** How the totals grew; each player has a colour, a dash and a name at the line's end. */
export function drawGrowth(context) {
  const growth = context.state.growth;
  if (!growth || growth.length < 2) return h("p", { class: "quiet" }, t("The curve begins with the second round."));
  const totals = growth.map((step) => step.totals);
  const all = [].concat(...totals).concat([0]);
  if (all.every((value) => value === 0)) return h("p", { class: "quiet" }, t("Nothing yet."));
  const low = Math.min(...all);
  const high = Math.max(...all, low + 5);
  const x = (k) => 34 + (k / (growth.length - 1)) * 236;
  const y = (value) => 132 - ((value - low) / (high - low)) * 108;
  const names = context.state.players.map((player) => player.name);
  const label = names.map((name, k) => name + COLON + totals.map((row) => row[k]).join(", ")).join("; ");
  return s("svg", { viewBox: "0 0 360 160", class: "growth", role: "img", "aria-label": t("Scores by round") + ". " + label },
    axis(low, high, y), s("text", { x: 2, y: 10, class: "tick" }, context.state.view.round ? t("points by round") : t("points by entry of the story")), growth.map((step, k) => (k % Math.ceil(growth.length / MOST_TICKS) === 0
      ? s("text", { x: x(k), y: 152, "text-anchor": "middle", class: "tick" }, step.round) : null)),
    names.map((name, k) => [
      s("polyline", { points: totals.map((row, at) => x(at) + "," + y(row[k])).join(" "), class: "curve seat-" + (k + 1),
        "stroke-dasharray": DASHES[k] }),
      s("circle", { cx: x(growth.length - 1), cy: y(totals[totals.length - 1][k]), r: 4, class: "curve-end seat-" + (k + 1) }),
    ]), endLabels(names, totals[totals.length - 1], y));
}

function axis(low, high, y) {
  return [low, Math.round((low + high) / 2), high].map((value) => [
    s("line", { x1: 34, x2: 270, y1: y(value), y2: y(value), class: "grid" }),
    s("text", { x: 28, y: y(value) + 4, "text-anchor": "end", class: "tick" }, value)]);
}

/** Names at the ends of the lines, moved apart where they would lie on each other. */
function endLabels(names, last, y) {
  const order = names.map((name, k) => ({ name, k, at: y(last[k]) })).sort((a, b) => a.at - b.at);
  for (let i = 1; i < order.length; i += 1) order[i].at = Math.max(order[i].at, order[i - 1].at + 14);
  return order.map((one) => s("text", { x: 278, y: one.at + 4, class: "curve-name seat-" + (one.k + 1) },
    one.name.length > 9 ? one.name.slice(0, 8) + "…" : one.name));
}
