// One picture of a game's end to keep: who won, the points part by part, and the table as it lay.

import { s } from "./dom.js";
import { drawMap, ownersOf } from "./citymap.js";
import { board } from "./games/off-the-rails.js";
import { claimsOf } from "./games/new-york.js";
import { signed } from "./scores.js";
import { drawTerritory } from "./territory.js";
import { t, term } from "./words.js";

const WIDTH = 1400;
const HEAD = 110;
const SIDE = 420;
const INK = "#1d1f24";

function line(x, y, text, size, more) {
  return s("text", Object.assign({ x, y, "font-size": size, "font-family": "system-ui, sans-serif", fill: INK }, more || {}), text);
}

function placed(picture, x, y, width, height) {
  Object.entries({ x, y, width, height }).forEach((one) => picture.setAttribute(one[0], one[1]));
  return picture;
}

/** Name, total and every part of one player; returns the drawing and how high it is. */
function block(player, index, top, won) {
  const parts = Object.keys(player.parts);
  const rows = parts.map((part, k) => [line(40, top + 84 + 26 * k, term(part), 20),
    line(SIDE - 30, top + 84 + 26 * k, player.parts[part] === null ? "?" : signed(player.parts[part]), 20, { "text-anchor": "end" })]);
  return { drawing: [s("rect", { x: 20, y: top, width: SIDE - 30, height: 76 + 26 * parts.length, rx: 12, fill: "#fffdf8", stroke: "#d8d1c0" }),
    line(40, top + 44, (won ? "★ " : "") + (index + 1) + "  " + player.name, 28, { "font-weight": 700 }),
    line(SIDE - 30, top + 46, player.total, 38, { "text-anchor": "end", "font-weight": 700 }), rows], high: 96 + 26 * parts.length };
}

function territories(state, left, width, high) {
  const players = state.view.players;
  const columns = players.length > 2 ? 2 : players.length;
  const rows = Math.ceil(players.length / columns);
  const each = [width / columns, high / rows];
  return players.map((player, k) => {
    const scored = state.scores.players[k].sources.filter((source) => ["rectangle", "interruptions", "objectives"].indexOf(source.part) >= 0);
    const picture = drawTerritory(player.tiles, { label: player.name, sources: scored });
    const x = left + (k % columns) * each[0];
    const y = HEAD + 20 + Math.floor(k / columns) * each[1];
    return [line(x + 8, y + 22, player.name, 20, { "font-weight": 700 }), picture ? placed(picture, x + 4, y + 32, each[0] - 12, each[1] - 44) : null];
  });
}

function table(state, left, width, high) {
  if (state.game === "railroad-tiles") return territories(state, left, width, high);
  if (state.map) return placed(drawMap(state.map, ownersOf(state.map, claimsOf(state.view)), {}), left, HEAD + 20, width, high);
  if (state.game === "off-the-rails") return placed(board({ state, ui: {}, moves: [], mayPlay: false }), left, HEAD + 20, width, high);
  return completed(state, left, high);
}

/** The card game has no board: the tickets that each player completed stand there instead. */
function completed(state, left, high) {
  const lines = [].concat(...state.scores.players.map((player) => [[player.name, true]].concat(
    player.sources.filter((source) => source.part !== "open").map((source) => [signed(source.points) + "  " + source.why, false]))));
  const step = Math.min(24, high / (lines.length + 1));
  return lines.map((one, k) => line(left, HEAD + 40 + step * k, one[0], step * 0.75, one[1] ? { "font-weight": 700 } : {}));
}

export function poster(state) {
  const winners = state.over ? state.scores.winners : [];
  let top = HEAD + 20;
  const blocks = state.scores.players.map((player, index) => {
    const made = block(player, index, top, winners.indexOf(player.name) >= 0);
    top += made.high;
    return made.drawing;
  });
  const height = Math.max(top + 20, 900);
  const verdict = winners.length > 1 ? t("{names} win", { names: winners.join(", ") }) : winners.length ? t("{name} wins", { name: winners[0] }) : t("If the game ended now");
  return s("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: "0 0 " + WIDTH + " " + height, width: WIDTH, height },
    s("rect", { width: WIDTH, height, fill: "#f5f1e8" }), s("rect", { width: WIDTH, height: HEAD, fill: "#11151f" }),
    line(30, 44, "Capostazione · " + term(state.game), 24, { fill: "#c9cfdb" }), line(30, 88, "★ " + verdict, 38, { fill: "#ffd479", "font-weight": 700 }),
    state.scores.tie ? line(WIDTH - 30, 44, state.scores.tie, 20, { fill: "#c9cfdb", "text-anchor": "end" }) : null,
    blocks, table(state, SIDE + 10, WIDTH - SIDE - 30, height - HEAD - 40));
}
