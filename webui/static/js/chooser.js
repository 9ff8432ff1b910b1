// Legal moves as buttons: first what to do, then which of the ways to do it.

import { h } from "./dom.js";
import { closeDialog, showDialog } from "./dialog.js";
import { t, term } from "./words.js";

const SHOWN = 60;

/** A move without its actor, in the words of the phone's language as far as they are words of the game. */
export function pretty(text) {
  return text.split(" ").slice(2).map((word) => {
    const bare = word.replace(/,$/, "");
    return term(bare) === bare.replace(/-/g, " ") ? word : term(bare) + word.slice(bare.length);
  }).join(" ");
}

function verbOf(text) {
  return text.split(" ")[1];
}

/** Show moves to choose from; many of them can be narrowed down by typing. */
export function chooseMove(title, moves, context, more) {
  const list = h("div", { class: "choices" });
  const show = (wanted) => {
    const found = moves.filter((text) => pretty(text).toLowerCase().indexOf(wanted.toLowerCase()) >= 0);
    while (list.firstChild) list.removeChild(list.firstChild);
    found.slice(0, SHOWN).forEach((text) => list.appendChild(h("button", { type: "button", onclick: () => { closeDialog(); context.play(text); } },
      (context.labelOf && context.labelOf(text)) || pretty(text) || title)));
    if (found.length > SHOWN) list.appendChild(h("p", { class: "quiet" }, t("{count} more; type to narrow them down.", { count: found.length - SHOWN })));
  };
  show("");
  showDialog(title, moves.length > 12 ? h("input", { "aria-label": t("Search"), placeholder: t("Search"), oninput: (event) => show(event.target.value) }) : null, list, more);
}

function runs(context, words) {
  return context.moves.filter((text) => words.indexOf(verbOf(text)) >= 0);
}

/** One button for each thing that can be done; `labels` name the verbs, in the order in which they are shown. */
export function moveButtons(context, labels) {
  return Object.keys(labels).map((verb) => {
    const moves = runs(context, [verb]).filter((text) => text.indexOf("TABLE") !== 0);
    if (!moves.length) return null;
    const press = () => (moves.length === 1 ? context.play(moves[0]) : chooseMove(labels[verb], moves, context));
    return h("button", { type: "button", "data-key": "do-" + verb, onclick: press }, labels[verb]);
  });
}

/** What bag, deck and die gave: drawn here, or entered. */
export function tableButtons(context) {
  const moves = context.moves.filter((text) => text.indexOf("TABLE") === 0);
  if (!moves.length) return null;
  return h("div", { class: "row" },
    h("button", { type: "button", class: "main", "data-key": "draw", disabled: context.drawing, onclick: () => context.chance(false) }, t("Draw for us")),
    h("button", { type: "button", "data-key": "draw-all", disabled: context.drawing, onclick: () => context.chance(true) }, t("Draw until somebody is to act")),
    h("button", { type: "button", "data-key": "enter", disabled: context.drawing, onclick: () => chooseMove(t("What came?"), moves, context) }, t("Enter what was drawn …")));
}

/** Hints are for whoever is to act; where hands are hidden, only on that player's own phone. */
function hintSeats(context) {
  const own = context.state.you.seat;
  return context.state.on_turn.filter((seat) => seat !== "TABLE" && (!context.state.box || seat === own) && (!own || seat === own));
}

export function hintButtons(context) {
  const seats = hintSeats(context);
  return seats.map((seat) => h("button", { type: "button", "data-key": "hint" + seat, onclick: () => context.hint(seat, "") },
    seats.length > 1 ? t("Hint for {name}", { name: context.nameOf(seat) }) : t("Hint")));
}

/** The best moves and why; a tap plays one. */
export function hintList(context) {
  const hints = context.ui.hints;
  if (!hints) return null;
  if (!hints.length) return h("p", {}, t("There is nothing to advise."));
  return h("ol", { class: "hints", "aria-label": t("Hints") }, hints.map((hint) => h("li", {},
    h("button", { type: "button", onclick: () => context.play(hint.move) }, hint.told), " ",
    h("span", { class: "quiet" }, hint.why.join(" ")))));
}

/** The card with everything that can be done now. */
export function tray(context, labels, more) {
  if (context.state.over || !context.mayPlay) return null;
  const table = context.state.on_turn[0] === "TABLE";
  const own = context.state.you.seat;
  const buttons = table ? [] : moveButtons(context, labels).filter(Boolean);
  const waits = own && !table && !buttons.length && context.state.on_turn.indexOf(own) < 0;
  const hands = context.state.box && !context.state.you.seat;
  return h("section", { class: "card tray", "aria-label": t("What can be done") },
    waits ? h("p", {}, t("It is not your turn: {name} is to act.", { name: context.state.on_turn.map(context.nameOf).join(", ") })) : null,
    table ? tableButtons(context) : h("div", { class: "row" }, buttons, hintButtons(context)), hintList(context), more,
    hands ? h("p", { class: "quiet" }, t("What is in a hand shows only on its owner's phone."), " ", h("a", { href: "/join" }, t("Take a seat"))) : null);
}
