// The log as a story, newest first, with undo and redo.

import { get } from "./desk.js";
import { h } from "./dom.js";
import { t } from "./words.js";

const SHOWN = 12;

export function drawStory(context) {
  const story = context.ui.wholeStory || context.state.story;
  const shown = context.ui.wholeStory ? story : story.slice(-SHOWN);
  return [
    context.mayPlay ? h("div", { class: "row" },
      h("button", { type: "button", "data-key": "undo", disabled: !context.state.can_undo, onclick: () => context.order("undo") }, "↶ " + t("Undo")),
      h("button", { type: "button", "data-key": "redo", disabled: !context.state.can_redo, onclick: () => context.order("redo") }, "↷ " + t("Redo"))) : null,
    story.length ? h("ol", { class: "story", tabindex: 0, "aria-label": t("The story") }, shown.slice().reverse().map((entry) => line(entry, context)))
      : h("p", { class: "quiet" }, t("Nothing has happened yet.")),
    story.length > SHOWN ? h("button", { type: "button", class: "plain", "data-key": "more",
      onclick: () => (context.ui.wholeStory ? context.choose({ wholeStory: null }) : showAll(context)) }, context.ui.wholeStory ? t("Show less") : t("Show everything")) : null,
  ];
}

async function showAll(context) {
  const told = await get("/api/story");
  context.choose({ wholeStory: told.story });
}

function line(entry, context) {
  return h("li", { class: entry.do === "correct" ? "corrected" : null },
    h("span", { class: "number quiet" }, entry.number), " ", entry.seat ? context.badge(entry.seat) : h("span", { class: "badge table", "aria-hidden": "true" }, "◆"),
    " ", entry.told, entry.insist ? h("span", { class: "insisted" }, " ⚠ " + t("against the rules")) : null);
}
