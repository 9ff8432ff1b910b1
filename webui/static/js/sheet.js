// The score sheet: every part on the table it comes from, the winner and why, and pictures to keep.

import { byId, fill, h } from "./dom.js";
import { card } from "./cards.js";
import { drawMap, ownersOf } from "./citymap.js";
import { get } from "./desk.js";
import { board, stashOf } from "./games/off-the-rails.js";
import { claimsOf } from "./games/new-york.js";
import { keep, keepPng } from "./keep.js";
import { poster } from "./poster.js";
import { drawGrowth, drawSummary, gathered, minus, signed } from "./scores.js";
import { drawTerritory } from "./territory.js";
import { COLON, t, term } from "./words.js";

function badge(seat) {
  return h("span", { class: "badge seat-" + seat.slice(1), "aria-hidden": "true" }, seat.slice(1));
}

function verdict(state) {
  const winners = state.scores.winners;
  if (!state.over) return [h("h1", {}, t("If the game ended now")), h("p", { class: "quiet" }, t("The game is still going on."))];
  if (!winners.length) return h("h1", { class: "winner" }, t("Nobody wins this time."));
  return [h("h1", { class: "winner" }, "★ ", winners.length > 1 ? t("{names} win", { names: winners.join(", ") }) : t("{name} wins", { name: winners[0] })),
    h("p", {}, state.scores.tie || t("No tie had to be broken."))];
}

/** A part of the score drawn where its points come from, as far as they come from somewhere on the table. */
function partDrawing(part, sources, index, state) {
  const player = (state.view.players || [])[index] || {};
  if (player.tiles && player.tiles.length && sources.some((source) => source.cells.length)) return drawTerritory(player.tiles, { sources, label: term(part) });
  if (state.map && sources.length) {
    return drawMap(state.map, ownersOf(state.map, claimsOf(state.view)), { marked: [].concat(...sources.map((source) => source.marks)), only: player.seat.slice(1),
      label: player.name + COLON + term(part) });
  }
  if (part === "jewels" && player.stash) return h("p", {}, stashOf(player.stash));
  if (part === "tickets" && player.on_track_cards) {
    return h("p", { class: "row" }, t("On the track: {count}", { count: player.on_track }), Object.keys(player.on_track_cards).map((kind) => card(kind, player.on_track_cards[kind])));
  }
  return null;
}

function partRow(part, player, index, state) {
  const sources = player.sources.filter((source) => source.part === part);
  return h("section", { class: "sheet-part" },
    h("h3", {}, term(part), " ", h("strong", { class: "number" }, player.parts[part] === null ? "?" : signed(player.parts[part]))),
    partDrawing(part, sources, index, state),
    h("ul", {}, summed(sources).map((source) => h("li", { class: part === "objectives" ? (source.points > 0 ? "met" : "missed-line") : null },
      part === "objectives" && source.marks.length ? h("strong", {}, term(source.marks[0]) + COLON) : null,
      source.why, part === "interruptions" ? null : " (" + (source.times > 1 ? source.times + " × " : "") + signed(source.points) + ")"))),
    sources.length || player.parts[part] === null ? null : h("p", { class: "quiet" }, t("No points here.")));
}

/** Interruptions are told as one line; everything else one by one. */
function summed(sources) {
  if (!sources.length || sources[0].part !== "interruptions") return gathered(sources);
  const cost = sources.filter((source) => source.points < 0).length;
  return [{ part: "interruptions", points: -cost, times: 1, marks: [], why: t("{count} interruptions, {free} of them free.", { count: sources.length, free: sources.length - cost }) }];
}

function playerSheet(player, index, state) {
  return h("section", { class: "card player-sheet" },
    h("div", { class: "card-head" }, h("h2", {}, badge("P" + (index + 1)), " ", player.name), h("strong", { class: "total" }, minus(player.total))),
    player.other_choice ? h("p", { class: "notice look" }, player.other_choice.why) : null,
    Object.keys(player.parts).map((part) => partRow(part, player, index, state)),
    state.problems.filter((one) => one.player === player.name).map((one) => h("p", { class: "insisted" }, "⚠ ", one.why)));
}

/** What all players share: the board as it lay at the end. */
function sharedTable(state) {
  if (state.game !== "off-the-rails") return null;
  return h("section", { class: "card shared-table" }, h("h2", {}, t("The mine board")), board({ state, ui: {}, moves: [], mayPlay: false }));
}

function draw(state) {
  if (!state.scores) {
    fill(byId("sheet"), h("h1", {}, t("Score sheet")), h("p", {}, t("There is no game to count.")), h("a", { class: "button main", href: "/new" }, t("New game")));
    return;
  }
  const challenge = state.scores.challenge;
  fill(byId("sheet"),
    h("section", { class: "board" }, h("div", { class: "board-head" }, h("span", { class: "board-game" }, term(state.game))), verdict(state),
      challenge ? h("p", {}, term(challenge.name), COLON, challenge.met ? "★".repeat(challenge.stars) || "✓" : "✗", " ", challenge.why) : null),
    h("div", { class: "row no-print" },
      h("button", { type: "button", class: "main", onclick: () => window.print() }, t("Print, or keep as PDF")),
      h("button", { type: "button", onclick: () => keep(poster(state), state.game) }, t("Keep as a picture (SVG)")),
      h("button", { type: "button", onclick: () => keepPng(poster(state), state.game) }, t("Keep as a picture (PNG)")),
      state.over || state.game === "railroad-tiles" ? h("a", { class: "button", href: "/api/log", download: true }, t("Keep the game's log")) : null),
    h("section", { class: "card" }, h("h2", {}, t("Scores")), drawSummary({ state, badge })),
    sharedTable(state),
    h("div", { class: "sheet-players of-" + state.scores.players.length }, state.scores.players.map((player, index) => playerSheet(player, index, state))),
    state.problems.filter((one) => !one.player).map((one) => h("p", { class: "insisted" }, "⚠ ", one.why)),
    h("section", { class: "card" }, h("h2", {}, t("How they grew")), drawGrowth({ state })));
}

get("/api/state").then(draw).catch((error) => fill(byId("sheet"), h("p", { class: "notice wrong" }, error.message)));
