// The score sheet: every part on the territory it comes from, the winner and why, and pictures to keep.

import { byId, fill, h, s } from "./dom.js";
import { get } from "./desk.js";
import { keep, keepPng } from "./keep.js";
import { drawGrowth, signed } from "./scores.js";
import { drawTerritory } from "./territory.js";
import { t, term } from "./words.js";

function badge(seat) {
  return h("span", { class: "badge seat-" + seat.slice(1), "aria-hidden": "true" }, seat.slice(1));
}

function verdict(state) {
  const winners = state.scores.winners;
  if (!state.over) return [h("h1", {}, t("If the game ended now")), h("p", { class: "quiet" }, t("The game is still going on."))];
  if (!winners.length) return h("h1", { class: "winner" }, t("Nobody wins this time."));
  return [h("h1", { class: "winner" }, "★ ", winners.length > 1 ? t("{names} win", { names: winners.join(", ") }) : t("{name} wins", { name: winners[0] })),
    state.scores.tie ? h("p", {}, state.scores.tie) : null];
}

function partRow(part, player, context) {
  const sources = player.sources.filter((source) => source.part === part);
  return h("section", { class: "sheet-part" },
    h("h3", {}, term(part), " ", h("strong", { class: "number" }, player.parts[part] === null ? "?" : signed(player.parts[part]))),
    context.tiles.length && sources.some((source) => source.cells.length) ? drawTerritory(context.tiles, { sources, label: term(part) }) : null,
    h("ul", {}, summed(sources).map((source) => h("li", { class: part === "objectives" ? (source.points > 0 ? "met" : "missed-line") : null },
      part === "objectives" && source.marks.length ? h("strong", {}, term(source.marks[0]) + ": ") : null,
      source.why, part === "interruptions" ? null : " (" + signed(source.points) + ")"))));
}

/** Interruptions are told as one line; everything else one by one. */
function summed(sources) {
  if (!sources.length || sources[0].part !== "interruptions") return sources;
  const cost = sources.filter((source) => source.points < 0).length;
  return [{ part: "interruptions", points: -cost, marks: [], why: t("{count} interruptions, {free} of them free.", { count: sources.length, free: sources.length - cost }) }];
}

function playerSheet(player, index, state) {
  const shown = (state.view.players || [])[index] || {};
  const parts = Object.keys(player.parts);
  return h("section", { class: "card player-sheet" },
    h("div", { class: "card-head" }, h("h2", {}, badge("P" + (index + 1)), " ", player.name), h("strong", { class: "total" }, player.total)),
    player.other_choice ? h("p", { class: "notice look" }, player.other_choice.why) : null,
    parts.map((part) => partRow(part, player, { tiles: shown.tiles || [] })));
}

function draw(state) {
  if (!state.scores) {
    fill(byId("sheet"), h("p", {}, t("There is no game to count.")), h("a", { class: "button main", href: "/new" }, t("New game")));
    return;
  }
  const challenge = state.scores.challenge;
  fill(byId("sheet"),
    h("section", { class: "board" }, h("div", { class: "board-head" }, h("span", { class: "board-game" }, term(state.game))), verdict(state),
      challenge ? h("p", {}, term(challenge.name), ": ", challenge.met ? "★".repeat(challenge.stars) || "✓" : "✗", " ", challenge.why) : null),
    h("div", { class: "row no-print" },
      h("button", { type: "button", class: "main", onclick: () => window.print() }, t("Print, or keep as PDF")),
      h("button", { type: "button", onclick: () => keep(poster(state), state.game) }, t("Keep as a picture (SVG)")),
      h("button", { type: "button", onclick: () => keepPng(poster(state), state.game) }, t("Keep as a picture (PNG)")),
      h("a", { class: "button", href: "/api/log", download: true }, t("Keep the game's log"))),
    h("div", { class: "sheet-players" }, state.scores.players.map((player, index) => playerSheet(player, index, state))),
    h("section", { class: "card" }, h("h2", {}, t("How they grew")), drawGrowth({ state })));
}

/** One picture of everything: names, points by part, territories. */
function poster(state) {
  const width = 1200;
  const each = width / state.scores.players.length;
  const winners = state.over ? state.scores.winners : [];
  return s("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: "0 0 " + width + " 900", width, height: 900 },
    s("rect", { width, height: 900, fill: "#f5f1e8" }), s("rect", { width, height: 90, fill: "#11151f" }),
    s("text", { x: 30, y: 58, "font-size": 36, "font-family": "sans-serif", fill: "#ffd479" }, "Capostazione · " + term(state.game)),
    state.scores.players.map((player, index) => posterPlayer(player, index, each, state, winners)));
}

function posterPlayer(player, index, each, state, winners) {
  const left = index * each + 20;
  const line = (y, text, size) => s("text", { x: left, y, "font-size": size, "font-family": "sans-serif", fill: "#1d1f24" }, text);
  const tiles = ((state.view.players || [])[index] || {}).tiles || [];
  const picture = drawTerritory(tiles, { label: player.name });
  if (picture) Object.entries({ x: left, y: 300, width: each - 40, height: 580 }).forEach((one) => picture.setAttribute(one[0], one[1]));
  const parts = Object.keys(player.parts).map((part) => term(part) + " " + (player.parts[part] === null ? "?" : player.parts[part]));
  return [line(140, (winners.indexOf(player.name) >= 0 ? "★ " : "") + player.name + ": " + player.total, 34),
    parts.map((text, k) => line(175 + 24 * k, text, 19)), picture];
}

get("/api/state").then(draw).catch((error) => fill(byId("sheet"), h("p", { class: "notice wrong" }, error.message)));
