// Ticket to Ride, the card game: yards, piles on the track, tickets, and which of them are best completed.

import { h } from "../dom.js";
import { addYardRow, card, correctYardRow, hand, market, ticketList, VERBS } from "../cards.js";
import { tray } from "../chooser.js";
import { COLON, t, term } from "../words.js";

export const PHASES = ["cards", "track", "action", "count"];

export function phaseOf(phase) {
  return { row: "cards", deal: "cards", draw: "action", keep: "action", second: "action" }[phase] || phase;
}

function yardRow(player, group, context) {
  const cards = [group.coloured ? card(group.colour, group.coloured) : null, group.locomotives ? card("locomotive", group.locomotives) : null];
  if (!context.mayPlay || context.state.over) return h("span", { class: "yard-group" }, cards);
  return h("button", { type: "button", class: "yard-group", "data-key": "yard" + player.seat + group.colour, onclick: () => correctYardRow(player, group, context) }, cards);
}

function yard(player, context) {
  return h("div", { class: "yard" }, player.yard.length ? player.yard.map((group) => yardRow(player, group, context)) : h("span", { class: "quiet" }, t("The yard is empty.")),
    context.mayPlay && !context.state.over ? h("button", { type: "button", class: "plain", onclick: () => addYardRow(player, context) }, t("A row is missing …")) : null);
}

function pile(player) {
  const known = player.on_track_cards;
  return h("p", {}, t("On the track: {count}", { count: player.on_track }), known ? h("span", { class: "row" }, Object.keys(known).map((kind) => card(kind, known[kind]))) : null);
}

function playerCard(player, context) {
  return h("section", { class: "card" + (context.state.on_turn.indexOf(player.seat) >= 0 ? " on-turn territory-card" : ""), "aria-label": player.name },
    h("div", { class: "card-head" }, h("h2", {}, context.badge(player.seat), " ", player.name), h("strong", { class: "total" }, context.totalOf(player.name))),
    h("h3", {}, t("Yard")), yard(player, context), pile(player), hand(player, context), ticketList(t("Completed tickets"), player.completed));
}

export function draw(context) {
  const view = context.state.view;
  return [tray(context, VERBS), market(context), h("div", { class: "territories" }, view.players.map((player) => playerCard(player, context))),
    h("section", { class: "card" }, h("h2", {}, term("bonuses")), h("ul", {}, Object.keys(view.bonuses).map((city) => h("li", {}, city + COLON + view.bonuses[city]))))];
}
