// Cards, hands and tickets of the two games that have them; what is hidden never comes to a phone that may not know it.

import { h } from "./dom.js";
import { closeDialog, showDialog } from "./dialog.js";
import { chooseMove } from "./chooser.js";
import { shapeIcon } from "./signs.js";
import { t, term } from "./words.js";

/** A card by colour, shape and name. */
export function card(kind, count) {
  return h("span", { class: "play-card colour-" + kind }, shapeIcon(kind),
    h("span", { class: "card-name" }, term(kind)), count ? h("strong", {}, "× " + count) : null);
}

/** The open row, the deck and the tickets; a tap takes what the rules allow. */
export function market(context) {
  const view = context.state.view;
  const find = (text) => context.moves.find((move) => move.replace(/^P\d /, "") === text);
  const slot = (kind, place) => {
    const move = kind && find("takes " + kind);
    if (!context.mayPlay || context.state.over) return kind ? card(kind) : h("span", { class: "play-card gap" }, "–");
    if (move && !context.ui.rowWrong) return h("button", { type: "button", class: "card-button", onclick: () => context.play(move) }, card(kind));
    return h("button", { type: "button", class: "card-button" + (context.ui.rowWrong ? " wrong-card" : ""), "data-key": "row" + place, "aria-label": t("Which card lies here?") + " " + (kind ? term(kind) : "–"),
      onclick: () => correctOpenCard(place, context) }, kind ? card(kind) : h("span", { class: "play-card gap" }, "–"));
  };
  const pile = (label, number, text) => {
    const move = find(text);
    return move ? h("button", { type: "button", onclick: () => context.play(move) }, label + " (" + number + ")") : h("span", { class: "pile" }, label + " " + number);
  };
  return h("section", { class: "card" }, h("h2", {}, t("Open cards")), h("div", { class: "row" }, view.row.map(slot),
    context.mayPlay && !context.state.over ? h("button", { type: "button", class: "plain", "aria-pressed": context.ui.rowWrong ? "true" : "false", "data-key": "row-wrong",
      onclick: () => context.choose({ rowWrong: !context.ui.rowWrong }) }, t("An open card is wrong …")) : null),
    h("div", { class: "row" }, pile(t("Deck"), view.deck, "draws a card"), pile(t("Tickets"), view.ticket_deck, "draws tickets")),
    (view.remarks || []).map((remark) => h("p", { class: "quiet" }, remark)));
}

/** An open card that was misread: one tap on it, one on what it is. */
function correctOpenCard(place, context) {
  const row = context.state.view.row;
  const tell = (kind) => {
    closeDialog();
    context.correct("row is " + row.map((one, k) => (k === place ? kind : one)).filter(Boolean).join(", "));
  };
  showDialog(t("Which card lies here?"), h("div", { class: "row" }, context.state.box.cards.filter((kind) => kind !== row[place])
    .map((kind) => h("button", { type: "button", class: "card-button", onclick: () => tell(kind) }, card(kind)))));
}

const MOST_IN_ROW = 8;

/** A row of a yard that was misread: one tap on it, one on how many cards lie there. */
export function correctYardRow(player, group, context) {
  const tell = (coloured, engines) => {
    closeDialog();
    const told = (coloured ? [coloured + " " + group.colour] : []).concat(engines ? [engines + " locomotive"] : []);
    context.correct(player.seat + " " + group.colour + " row is " + (told.join(", ") || "no cards"));
  };
  const numbers = (now, press) => h("div", { class: "row" }, Array.from({ length: MOST_IN_ROW + 1 }, (x, k) => k).filter((k) => k !== now)
    .map((k) => h("button", { type: "button", onclick: () => press(k) }, k)));
  showDialog(t("How many cards really lie there?"), h("h3", {}, card(group.colour)), numbers(group.coloured, (k) => tell(k, group.locomotives)),
    h("h3", {}, card("locomotive")), numbers(group.locomotives, (k) => tell(group.coloured, k)));
}

/** A row that the table has and the record has not. */
export function addYardRow(player, context) {
  const there = player.yard.map((group) => group.colour);
  showDialog(t("Which colour lies there?"), h("div", { class: "row" }, context.state.box.cards.filter((kind) => kind !== "locomotive" && there.indexOf(kind) < 0)
    .map((kind) => h("button", { type: "button", class: "card-button", onclick: () => correctYardRow(player, { colour: kind, coloured: 0, locomotives: 0 }, context) }, card(kind)))));
}

function counts(hand) {
  return Object.keys(hand).filter((kind) => hand[kind]).map((kind) => card(kind, hand[kind]));
}

export function ticketList(title, tickets) {
  if (!tickets || !tickets.length) return null;
  return h("div", {}, h("h3", {}, title), h("ul", { class: "tickets" }, tickets.map((ticket) => {
    const ends = ticket.ends || ticket;
    const points = ticket.value !== undefined ? ticket.value : ticket.points;
    return h("li", { class: ticket.completed === undefined ? null : ticket.completed ? "met" : "missed-line" }, ends.join(" – "),
      points === undefined ? "" : " (" + points + ")", ticket.cards ? h("span", { class: "row" }, counts(ticket.cards)) : null);
  })));
}

/** What a player has: everything for the player's own phone, numbers for all others. */
export function hand(player, context) {
  const own = player.seat === context.state.you.seat;
  return h("div", {},
    player.hand ? h("div", { class: "row" }, counts(player.hand.known), player.hand.unknown ? h("span", { class: "pile" }, t("{count} unknown", { count: player.hand.unknown })) : null) : null,
    h("p", { class: "quiet" }, [t("Cards {count}", { count: player.cards }), t("Tickets {count}", { count: player.tickets })].join(" · ")),
    ticketList(t("To choose from"), player.drawn_ticket_list), ticketList(t("Tickets"), player.ticket_list),
    context.mayPlay && (own || !context.state.you.seat) && !context.state.over ? h("div", { class: "row" },
      h("button", { type: "button", class: "plain", onclick: () => enterCards(player, context) }, t("Enter cards …")),
      h("button", { type: "button", class: "plain", onclick: () => enterTickets(player, context) }, t("Enter tickets …"))) : null);
}

function enterCards(player, context) {
  const known = (player.hand && player.hand.known) || {};
  const fields = context.state.box.cards.map((kind) => h("label", { class: "inline" }, term(kind),
    h("input", { type: "number", min: 0, max: 30, value: known[kind] || 0, name: kind })));
  showDialog(t("Which cards has {name}?", { name: player.name }), fields, h("button", { type: "button", class: "main", onclick: () => {
    const told = fields.map((label) => label.querySelector("input")).filter((input) => Number(input.value) > 0)
      .map((input) => Number(input.value) + " " + input.name);
    closeDialog();
    if (told.length) context.correct(player.seat + " hand is " + told.join(", "));
  } }, t("Record")));
}

function enterTickets(player, context) {
  const tickets = context.state.box.tickets.map((ends) => player.seat + " holds ticket " + ends.join(" - "));
  chooseMove(t("Which ticket has {name}?", { name: player.name }), tickets, Object.assign({}, context, { play: (text) => context.correct(text) }));
}

export const VERBS = { claims: t("Claim a route"), keeps: t("Keep tickets"), plays: t("Play cards to the yard"), advances: t("Move cards onto the track"),
  takes: t("Take an open card"), draws: t("Draw"), stops: t("No second card"), completes: t("Complete tickets"), shows: t("Show a ticket"), passes: t("Pass") };
