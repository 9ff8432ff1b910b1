// A territory as it lies: tiles, what changed, what is wrong, where a chosen tile may go, and the marks of the score.

import { pressable, s } from "./dom.js";
import { describe, drawTile, SIDES, SIDE_NAMES, spotPlaces } from "./tile.js";
import { COLON, t } from "./words.js";

const CELL = 100;
const RIM = 16; // room for the marks of loose ends

export function keyOf(at) {
  return at[0] + "," + at[1];
}

function bounds(cells) {
  const columns = cells.map((at) => at[0]);
  const rows = cells.map((at) => at[1]);
  return { left: Math.min(...columns), top: Math.min(...rows), right: Math.max(...columns), bottom: Math.max(...rows) };
}

function corner(at) {
  return "translate(" + at[0] * CELL + "," + at[1] * CELL + ")";
}

function place(cell, options) {
  const mark = s("g", { transform: corner(cell.at), class: "place" + (cell.hinted ? " hinted" : "") },
    s("rect", { x: 5, y: 5, width: 90, height: 90, rx: 10 }),
    s("path", { d: "M50,36 V64 M36,50 H64", class: "place-cross" }));
  return pressable(mark, t("Lay the tile at {cell}", { cell: keyOf(cell.at) }), () => options.onPlace(cell.at),
    options.key + "place" + keyOf(cell.at));
}

function laidTile(tile, options) {
  const key = keyOf(tile.at);
  const wrong = options.wrong[key];
  const group = s("g", { transform: corner(tile.at), class: "laid" + (options.changed[key] ? " changed" : "")
    + (wrong ? " wrong" : "") }, drawTile(tile),
  options.changed[key] ? s("rect", { x: 2, y: 2, width: 96, height: 96, rx: 7, class: "changed-frame" }) : null,
  tile.confidence < 0.9 && !wrong ? s("g", { class: "doubt" }, s("rect", { x: 3, y: 3, width: 94, height: 94, rx: 7 }), s("text", { x: 84, y: 22 }, "?")) : null,
  wrong ? s("g", { class: "wrong-mark" }, s("rect", { x: 3, y: 3, width: 94, height: 94, rx: 7 }),
    s("path", { d: "M50,8 L64,32 H36 Z" }), s("text", { x: 50, y: 30, "text-anchor": "middle" }, "!"),
    s("title", {}, wrong)) : null);
  const label = t("Tile at {cell}", { cell: key }) + COLON + describe(tile) + (wrong ? ". " + wrong : tile.confidence < 0.9 ? ". " + t("Not sure") : "");
  return options.onTile ? pressable(group, label, () => options.onTile(tile), options.key + key) : group;
}

function openSpots(tile, options) {
  const places = spotPlaces(tile);
  return tile.spots.map((spot, index) => {
    const name = keyOf(tile.at) + "#" + (index + 1);
    if (!options.spots[name]) return null;
    const ring = s("circle", { cx: tile.at[0] * CELL + places[index][0], cy: tile.at[1] * CELL + places[index][1], r: 19,
      class: "spot-ring" });
    return pressable(ring, t("Place a pawn at {cell}", { cell: name }), () => options.onSpot(name), options.key + name);
  });
}

/** Marks for a part of the score: areas for cells with their points, bars for loose ends. */
function scoreMarks(sources) {
  const marked = {};
  sources.filter((source) => source.part !== "interruptions").forEach((source) => source.cells.forEach((at) => {
    marked[source.part + keyOf(at) + (source.points === 0)] = { at, kind: source.part + (source.points === 0 ? " missed" : "") };
  }));
  const areas = Object.keys(marked).map((key) => s("rect", { x: marked[key].at[0] * CELL + 4, y: marked[key].at[1] * CELL + 4, width: 92, height: 92, rx: 8,
    class: "score-mark " + marked[key].kind }));
  const ends = sources.filter((source) => source.part === "interruptions").map((source) => source.cells.map((at) => looseEnd(at, source.marks[0], source.points < 0)));
  return [areas, ends, pointLabels(sources.filter((source) => source.part !== "interruptions" && source.cells.length))];
}

/** How many points an area gives, on its first cell; what falls on one cell is added up. */
function pointLabels(sources) {
  const found = {};
  sources.forEach((source) => {
    const at = source.part === "rectangle" ? source.cells[Math.floor(source.cells.length / 2)] : source.cells[0];
    (found[keyOf(at)] = found[keyOf(at)] || { at, points: 0 }).points += source.points;
  });
  return Object.keys(found).map((key) => {
    const one = found[key];
    const x = one.at[0] * CELL + 80;
    const y = one.at[1] * CELL + 20;
    return s("g", { class: "score-points" }, s("rect", { x: x - 24, y: y - 16, width: 48, height: 30, rx: 15 }),
      s("text", { x, y: y + 7, "text-anchor": "middle" }, (one.points > 0 ? "+" : "") + one.points));
  });
}

function looseEnd(at, side, costs) {
  const way = SIDES[SIDE_NAMES.indexOf(side)];
  const x = at[0] * CELL + 50 + 50 * way[0];
  const y = at[1] * CELL + 50 + 50 * way[1];
  return s("g", { class: "loose-end" + (costs ? " costs" : "") }, s("circle", { cx: x, cy: y, r: 13 }),
    s("text", { x, y: y + 6, "text-anchor": "middle" }, costs ? "−1" : "0"));
}

const NOTHING = { wrong: {}, changed: {}, spots: {}, places: [], sources: [], key: "" };

/** The whole territory; `options` say what is marked and what can be pressed. */
export function drawTerritory(tiles, given) {
  const options = Object.assign({}, NOTHING, given);
  const cells = tiles.map((tile) => tile.at).concat(options.places.map((cell) => cell.at));
  if (!cells.length) return null;
  const box = bounds(cells);
  const view = [box.left * CELL - RIM, box.top * CELL - RIM, (box.right - box.left + 1) * CELL + 2 * RIM,
    (box.bottom - box.top + 1) * CELL + 2 * RIM];
  const picture = s("svg", { viewBox: view.join(" "), class: "territory", role: "group", "aria-label": options.label },
    tiles.map((tile) => laidTile(tile, options)),
    scoreMarks(options.sources),
    options.places.map((cell) => place(cell, options)),
    tiles.map((tile) => openSpots(tile, options)));
  picture.setAttribute("data-columns", box.right - box.left + 1);
  return picture;
}
