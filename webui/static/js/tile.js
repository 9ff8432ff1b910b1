// Tiles of Railroad Tiles as drawings, 100 by 100: ground, ways, station, spots, pawns.

import { s } from "./dom.js";
import { t, term } from "./words.js";

export const SIDES = [[0, -1], [1, 0], [0, 1], [-1, 0]];
export const SIDE_NAMES = ["N", "E", "S", "W"];
const ROOFS = [[8, 8], [24, 10], [9, 24], [79, 9], [80, 78], [78, 24], [9, 78], [24, 80]];

function edge(side) {
  return [50 + 50 * SIDES[side][0], 50 + 50 * SIDES[side][1]];
}

/** The lines of one kind of way: a bend or a straight where two sides meet, else spokes from the middle. */
function paths(sides, letter) {
  const ends = [0, 1, 2, 3].filter((side) => sides[side] === letter);
  if (ends.length === 2) {
    const from = edge(ends[0]);
    const to = edge(ends[1]);
    return ["M" + from + " Q50,50 " + to];
  }
  return ends.map((side) => "M50,50 L" + edge(side));
}

function highway(d) {
  return [s("path", { d, class: "road" }), s("path", { d, class: "road-line" })];
}

function rail(d) {
  return [s("path", { d, class: "rail-bed" }), s("path", { d, class: "rail-ties" }), s("path", { d, class: "rail" })];
}

function ways(tile) {
  const rails = paths(tile.sides, "R").map(rail);
  const roads = paths(tile.sides, "H").map(highway);
  const ends = { H: tile.sides.split("H").length - 1, R: tile.sides.split("R").length - 1 };
  const stop = !tile.station && (ends.H === 1 || ends.R === 1)
    ? s("circle", { cx: 50, cy: 50, r: 8, class: ends.H === 1 ? "road-end" : "rail-end" }) : null;
  return [rails, roads, stop];
}

function ground(tile) {
  const field = s("rect", { x: 1, y: 1, width: 98, height: 98, rx: 7, class: tile.urban ? "urban" : "rural" });
  const roofs = tile.urban
    ? ROOFS.map((at) => s("rect", { x: at[0], y: at[1], width: 12, height: 12, rx: 1.5, class: "roof" })) : null;
  return [field, roofs];
}

function station() {
  return s("g", { class: "station" },
    s("rect", { x: 32, y: 34, width: 36, height: 32, rx: 5 }),
    s("path", { d: "M28,38 L50,24 L72,38 Z", class: "station-roof" }),
    s("circle", { cx: 50, cy: 51, r: 9, class: "station-clock" }),
    s("path", { d: "M50,45 V51 H55", class: "station-hand" }));
}

/** Where the spots lie: each on its own way, as far from the others as it can be. */
export function spotPlaces(tile) {
  const used = [];
  return tile.spots.map((spot) => {
    if (spot.on === "station") return [50, 50];
    const letter = spot.on === "highway" ? "H" : "R";
    const free = [0, 1, 2, 3].filter((side) => tile.sides[side] === letter && used.indexOf(side) < 0);
    const side = free.length ? free[free.length - 1] : [...tile.sides].indexOf(letter);
    used.push(side);
    return [50 + 27 * SIDES[side][0], 50 + 27 * SIDES[side][1]];
  });
}

/** A kind of pawn by its shape, so that colour is never the only sign: a car, a train, a traveller. */
export function pawnShape(kind, stands) {
  const body = {
    car: [s("rect", { x: -11, y: -3, width: 22, height: 9, rx: 3 }), s("path", { d: "M-7,-3 L-4,-9 H4 L7,-3 Z" }),
      s("circle", { cx: -5.5, cy: 7, r: 3, class: "wheel" }), s("circle", { cx: 5.5, cy: 7, r: 3, class: "wheel" })],
    train: [s("rect", { x: -8, y: -11, width: 16, height: 18, rx: 4 }),
      s("rect", { x: -5, y: -7, width: 10, height: 6, class: "window" }), s("path", { d: "M-7,11 L-3,7 M7,11 L3,7", class: "leg" })],
    traveller: [s("circle", { cx: 0, cy: -6, r: 4.6 }), s("path", { d: "M-8,11 C-8,-1 8,-1 8,11 Z" })],
  }[kind];
  return s("g", { class: "pawn " + kind + (stands ? " stands" : " empty") },
    s("circle", { r: 16, class: "plate" }), body);
}

function objective(tile) {
  const words = term(tile.objective).split(" ");
  const half = Math.ceil(words.length / 2);
  const lines = words.length > 1 ? [words.slice(0, half).join(" "), words.slice(half).join(" ")] : words;
  return s("g", { class: "objective" },
    s("rect", { x: 12, y: lines.length > 1 ? 32 : 38, width: 76, height: lines.length > 1 ? 36 : 24, rx: 4 }),
    lines.map((line, k) => s("text", { x: 50, y: (lines.length > 1 ? 47 : 55) + 15 * k, "text-anchor": "middle",
      textLength: line.length > 9 ? 70 : null, lengthAdjust: "spacingAndGlyphs" }, line)));
}

/** A tile as it lies. */
export function drawTile(tile) {
  const places = spotPlaces(tile);
  return s("g", { class: "tile-face" }, ground(tile), ways(tile), tile.station ? station() : null,
    tile.objective ? objective(tile) : null,
    tile.spots.map((spot, index) => {
      const shape = pawnShape(spot.kind, spot.pawn);
      shape.setAttribute("transform", "translate(" + places[index] + ")" + (spot.pawn ? " scale(1.15)" : " scale(0.8)"));
      return shape;
    }));
}

/** A tile in its own small picture. */
export function tilePicture(tile, extra) {
  return s("svg", Object.assign({ viewBox: "-2 -2 104 104", class: "tile-picture", role: "img",
    "aria-label": describe(tile) }, extra || {}), drawTile(tile));
}

const WAYS = { H: "highway", R: "rail", "-": "blank" };

/** A tile in words, for those who hear the page. */
export function describe(tile) {
  const sides = SIDE_NAMES.map((side, index) => term(side) + " " + term(WAYS[tile.sides[index]]));
  const extras = [];
  if (tile.urban) extras.push(t("urban"));
  if (tile.station) extras.push(t("station"));
  if (tile.objective) extras.push(term(tile.objective));
  tile.spots.forEach((spot) => extras.push(spot.pawn
    ? t("a {kind} stands here", { kind: term(spot.kind) }) : t("a spot for a {kind}", { kind: term(spot.kind) })));
  return sides.concat(extras).join(", ");
}

const LETTERS = { car: { highway: "C", rail: "Cr", station: "Cs" }, train: { rail: "T", highway: "Th", station: "Ts" },
  traveller: { highway: "Vh", rail: "Vr", station: "Vs" } };

/** The tile's text, as moves write it. */
export function tileText(tile) {
  const words = [tile.sides].concat(tile.urban ? ["u"] : [], tile.station ? ["s"] : [],
    tile.spots.map((spot) => LETTERS[spot.kind][spot.on]));
  return words.join(".") + (tile.objective ? "=" + tile.objective : "");
}

/** The inverse of `tileText`. */
export function readTile(text) {
  const parts = text.split("=");
  const words = parts[0].split(".");
  const spots = [];
  words.slice(1).forEach((word) => {
    Object.keys(LETTERS).forEach((kind) => Object.keys(LETTERS[kind]).forEach((on) => {
      if (LETTERS[kind][on] === word) spots.push({ kind, on, pawn: false });
    }));
  });
  return { sides: words[0], urban: words.indexOf("u") > 0, station: words.indexOf("s") > 0,
    objective: parts[1] || null, spots };
}
