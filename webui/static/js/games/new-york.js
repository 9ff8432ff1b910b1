// Ticket to Ride: New York: the map with its claims, the open cards, hands and tickets.

import { h, pressable, s } from "../dom.js";
import { hand, market, VERBS } from "../cards.js";
import { chooseMove, tray } from "../chooser.js";
import { t, term } from "../words.js";

export const PHASES = ["cards", "tickets", "action", "count"];

export function phaseOf(phase) {
  return { row: "cards", keep: "tickets", second: "action", show: "count" }[phase] || phase;
}

function centre(space) {
  return [0, 1].map((axis) => space.reduce((sum, point) => sum + point[axis], 0) / space.length);
}

function sameRoute(a, ends, colour) {
  return a[2] === colour && ((a[0] === ends[0] && a[1] === ends[1]) || (a[0] === ends[1] && a[1] === ends[0]));
}

/** Which player owns which route; twins of one name go to their owners in turn. */
function owners(context) {
  const left = [];
  context.state.view.players.forEach((player) => player.routes.forEach((route) => left.push({ route, player })));
  return context.state.map.routes.map((route) => {
    const at = left.findIndex((one) => sameRoute(one.route, route.ends, route.colour));
    return at < 0 ? null : left.splice(at, 1)[0].player;
  });
}

function route(one, owner, context, marked) {
  const name = one.ends.join(" – ") + ", " + term(one.colour);
  const spaces = one.spaces.map((space) => s("polygon", { points: space.map((point) => point.join(",")).join(" "), class: "space colour-" + one.colour + (marked ? " marked" : "") }));
  const taxis = owner ? one.spaces.map((space) => {
    const at = centre(space);
    return s("g", { transform: "translate(" + at + ")", class: "taxi taxi-" + owner.colour }, s("rect", { x: -6, y: -4, width: 12, height: 8, rx: 2 }),
      s("text", { y: 2.6, "text-anchor": "middle" }, owner.seat.slice(1)));
  }) : null;
  const group = s("g", { class: "route" }, spaces, taxis, s("title", {}, name + (owner ? ": " + owner.name : "")));
  const moves = context.moves.filter((text) => text.indexOf(" claims ") > 0 && (text.indexOf(one.ends.join(" - ") + " " + one.colour) > 0
    || text.indexOf(one.ends.slice().reverse().join(" - ") + " " + one.colour) > 0));
  if (!moves.length || owner) return group;
  return pressable(group, t("Claim {route}", { route: name }), () => (moves.length === 1 ? context.play(moves[0]) : chooseMove(name, moves, context)), name + one.number);
}

/** Where a place lies: just beyond the ends of the routes that meet there. */
function places(map) {
  const found = {};
  map.routes.forEach((one) => {
    const centres = one.spaces.map(centre);
    const last = centres.length - 1;
    [[one.ends[0], centres[0], centres[Math.min(1, last)]], [one.ends[1], centres[last], centres[Math.max(0, last - 1)]]].forEach((end) => {
      const beyond = last ? [0, 1].map((axis) => end[1][axis] + (end[1][axis] - end[2][axis]) * 0.7) : end[1];
      (found[end[0]] = found[end[0]] || []).push(beyond);
    });
  });
  return Object.keys(found).map((name) => ({ name, at: [0, 1].map((axis) => found[name].reduce((sum, point) => sum + point[axis], 0) / found[name].length) }));
}

function mapPicture(context) {
  const map = context.state.map;
  const marks = [].concat(...context.state.scores.players.map((player) => [].concat(...context.sourcesFor(player.name).map((source) => source.marks))));
  const owned = owners(context);
  return s("svg", { viewBox: [-4, -4, map.size[0] + 8, map.size[1] + 8].join(" "), class: "city-map", role: "group", "aria-label": t("The map of {name}", { name: map.name }) },
    s("rect", { width: map.size[0], height: map.size[1], rx: 6, class: "map-ground" }),
    map.routes.map((one, k) => route(Object.assign({ number: k }, one), owned[k], context, marks.indexOf(one.ends.join(" - ") + " " + one.colour) >= 0)),
    places(map).map((place) => s("g", { transform: "translate(" + place.at + ")", class: "map-place" + (marks.indexOf(place.name) >= 0 ? " marked" : "") },
      s("circle", { r: 5 }), map.attractions.indexOf(place.name) >= 0 ? s("text", { y: 2.4, "text-anchor": "middle", class: "map-star" }, "★") : null,
      s("text", { y: -7, "text-anchor": "middle" }, place.name))));
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
