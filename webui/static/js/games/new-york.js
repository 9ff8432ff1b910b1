// Ticket to Ride: New York: the map with its claims, the open cards, hands and tickets.

import { h } from "../dom.js";
import { hand, market, VERBS } from "../cards.js";
import { chooseMove, tray } from "../chooser.js";
import { drawMap, nameOf, ownersOf } from "../citymap.js";
import { closeDialog, showDialog } from "../dialog.js";
import { t, term } from "../words.js";

export const PHASES = ["cards", "tickets", "action", "count"];

export function phaseOf(phase) {
  return { row: "cards", keep: "tickets", second: "action", show: "count" }[phase] || phase;
}

/** Every claim with its owner as the map draws it. */
export function claimsOf(view) {
  return [].concat(...view.players.map((player) => player.routes.map((route) =>
    ({ route, owner: { colour: player.colour, sign: player.seat.slice(1), name: player.name, seat: player.seat } }))));
}

function claimMoves(route, context) {
  const both = [route.ends, route.ends.slice().reverse()].map((ends) => " claims " + ends.join(" - ") + " " + route.colour);
  return context.moves.filter((text) => both.some((words) => text.indexOf(words) > 0));
}

/** A route that was misread is put right in two taps: one on it, one on whose taxis really lie there. */
function owners(route, owner, context) {
  const tell = (whose) => { closeDialog(); context.correct(route.ends.join(" - ") + " " + route.colour + " belongs to " + whose); };
  return h("div", { class: "choices" }, context.state.view.players.filter((player) => !owner || player.seat !== owner.seat).map((player) => h("button", { type: "button", onclick: () => tell(player.seat) },
      context.badge(player.seat), player.name, h("span", { class: "clan-name taxi-" + player.colour }, term(player.colour)))),
    owner ? h("button", { type: "button", onclick: () => tell("nobody") }, t("Nobody's: it is free")) : null);
}

function pressRoute(route, owner, context) {
  const moves = owner ? [] : claimMoves(route, context);
  if (!moves.length) return showDialog(t("Whose taxis are on {route}?", { route: nameOf(route) }), owners(route, owner, context));
  return chooseMove(nameOf(route), moves, context, [h("h3", {}, t("Taxis lie there already:")), owners(route, owner, context)]);
}

function mapPicture(context) {
  const map = context.state.map;
  const marks = [].concat(...context.state.scores.players.map((player) => [].concat(...context.sourcesFor(player.name).map((source) => source.marks))));
  const claimable = context.moves.some((text) => text.indexOf(" claims ") > 0);
  return drawMap(map, ownersOf(map, claimsOf(context.state.view)), { marked: marks,
    open: (route) => claimable && claimMoves(route, context).length > 0,
    onRoute: context.mayPlay && !context.state.over ? (route, k, owner) => pressRoute(route, owner, context) : null });
}

function playerCard(player, context) {
  return h("section", { class: "card" + (context.state.on_turn.indexOf(player.seat) >= 0 ? " on-turn territory-card" : ""), "aria-label": player.name },
    h("div", { class: "card-head" }, h("h2", {}, context.badge(player.seat), " ", player.name), h("span", { class: "clan-name taxi-" + player.colour }, term(player.colour)),
      h("span", { class: "quiet" }, t("Taxis {count}", { count: player.taxis })), h("strong", { class: "total" }, context.totalOf(player.name))),
    hand(player, context));
}

export function draw(context) {
  return [tray(context, VERBS), market(context),
    context.state.map ? h("section", { class: "card" }, h("h2", {}, context.state.map.name), mapPicture(context)) : null,
    h("div", { class: "territories" }, context.state.view.players.map((player) => playerCard(player, context)))];
}
