// A misread tile or pawn is put right in two taps: one on the tile, one on how it really lies.

import { h } from "./dom.js";
import { closeDialog, showDialog } from "./dialog.js";
import { describe, flipped, pawnShape, readTile, tilePicture, tileText, turned } from "./tile.js";
import { keyOf } from "./territory.js";
import { s } from "./dom.js";
import { t, term } from "./words.js";

function waysOf(sides) {
  const found = [];
  [sides, flipped(sides)].forEach((form) => {
    let way = form;
    for (let quarter = 0; quarter < 4; quarter += 1) {
      if (found.indexOf(way) < 0) found.push(way);
      way = turned(way);
    }
  });
  return found;
}

/** The sides with one of them read otherwise. */
function oneSideOtherwise(sides) {
  return [].concat(...[0, 1, 2, 3].map((index) => ["H", "R", "-"].filter((way) => way !== sides[index])
    .map((way) => sides.slice(0, index) + way + sides.slice(index + 1))));
}

export function tileButton(tile, press, label) {
  return h("button", { type: "button", class: "tile-button", "aria-label": label || describe(tile), onclick: press },
    tilePicture(tile, { "aria-hidden": "true" }));
}

/** Choose one of several ways to lay the same tile. */
export function chooseWay(title, tiles, chosen) {
  showDialog(title, h("div", { class: "tile-grid" },
    tiles.map((tile) => tileButton(tile, () => { closeDialog(); chosen(tile); }))));
}

/** The sheet for a tile that lies on the table. */
export function correctTile(seat, tile, context) {
  const at = keyOf(tile.at);
  const say = (rest) => { closeDialog(); context.correct(seat + " " + rest); };
  const other = (change) => Object.assign({}, tile, change);
  const turns = waysOf(tile.sides).slice(1).map((sides) => other({ sides }));
  const changes = turns.concat([other({ urban: !tile.urban })],
    /H/.test(tile.sides) && /R/.test(tile.sides) && !tile.spots.some((spot) => spot.on === "station")
      ? [other({ station: !tile.station })] : []);
  const sideways = oneSideOtherwise(tile.sides).filter((sides) => turns.every((one) => one.sides !== sides)).map((sides) => other({ sides })).filter((one) => !whyNot(one));
  showDialog(t("What really lies at {cell}?", { cell: at }),
    h("p", { class: "quiet" }, t("One tap records it, and the camera learns from it.")),
    h("div", { class: "tile-grid" }, changes.map((one) => tileButton(one, () => say("tile " + at + " " + tileText(one))))),
    pawnRow(tile, at, say),
    h("h3", {}, t("One side is different:")),
    h("div", { class: "tile-grid small" }, sideways.map((one) => tileButton(one, () => say("tile " + at + " " + tileText(one))))),
    h("div", { class: "row" },
      h("button", { type: "button", onclick: () => editTile(tile, (one) => say("tile " + at + " " + tileText(one))) },
        t("Another tile …")),
      h("button", { type: "button", class: "danger", onclick: () => say("tile " + at + " none") }, t("No tile is there"))));
}

function pawnRow(tile, at, say) {
  if (!tile.spots.length) return null;
  return h("div", { class: "row" }, tile.spots.map((spot, index) => h("button", { type: "button",
    onclick: () => say("pawn " + at + "#" + (index + 1) + (spot.pawn ? " off" : " on")) },
  s("svg", { viewBox: "-18 -18 36 36", class: "icon", "aria-hidden": "true" }, pawnShape(spot.kind, true)),
  spot.pawn ? t("No {kind} stands there", { kind: term(spot.kind) }) : t("A {kind} stands there", { kind: term(spot.kind) }))));
}

const NEXT_WAY = { "-": "H", H: "R", R: "-" };

/** Build any tile: tap its sides, choose ground, station and spots. */
export function editTile(begun, done) {
  const tile = JSON.parse(JSON.stringify(begun || { sides: "HH--", urban: false, station: false, objective: null, spots: [] }));
  const shown = h("div", { class: "editor" });
  const draw = () => {
    const problem = whyNot(tile);
    while (shown.firstChild) shown.removeChild(shown.firstChild);
    shown.appendChild(h("div", { class: "editor-tile" }, tilePicture(tile)));
    shown.appendChild(h("div", { class: "row" }, ["N", "E", "S", "W"].map((side, index) => h("button", { type: "button",
      onclick: () => { tile.sides = tile.sides.slice(0, index) + NEXT_WAY[tile.sides[index]] + tile.sides.slice(index + 1); draw(); } },
    term(side) + ": " + term({ H: "highway", R: "rail", "-": "blank" }[tile.sides[index]])))));
    shown.appendChild(h("div", { class: "row" },
      toggle(t("urban"), tile.urban, () => { tile.urban = !tile.urban; draw(); }),
      toggle(t("station"), tile.station, () => { tile.station = !tile.station; draw(); })));
    shown.appendChild(spotRow(tile, draw));
    if (problem) shown.appendChild(h("p", { class: "notice wrong", role: "alert" }, problem));
    shown.appendChild(h("button", { type: "button", class: "main", disabled: Boolean(problem),
      onclick: () => { closeDialog(); done(tile); } }, t("This is the tile")));
  };
  draw();
  showDialog(t("Which tile is it?"), shown);
}

function toggle(label, on, press) {
  return h("button", { type: "button", "aria-pressed": on ? "true" : "false", onclick: press }, label);
}

function spotRow(tile, draw) {
  const kinds = [["car", "highway"], ["train", "rail"], ["traveller", "highway"], ["traveller", "rail"], ["traveller", "station"]];
  return h("div", { class: "row" }, kinds.map((kind) => {
    const index = tile.spots.findIndex((spot) => spot.kind === kind[0] && spot.on === kind[1]);
    return toggle(t("spot: {kind}, {place}", { kind: term(kind[0]), place: term(kind[1]) }), index >= 0, () => {
      if (index >= 0) tile.spots.splice(index, 1);
      else tile.spots.push({ kind: kind[0], on: kind[1], pawn: false });
      draw();
    });
  }));
}

function whyNot(tile) {
  if (tile.spots.length > 2) return t("A tile has at most two spots.");
  const has = { highway: /H/.test(tile.sides), rail: /R/.test(tile.sides), station: tile.station };
  return tile.spots.every((spot) => has[spot.on]) ? "" : t("A spot lies on a way that is not there.");
}

export { readTile };
