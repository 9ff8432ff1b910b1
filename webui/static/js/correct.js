// A misread tile or pawn is put right in two taps: one on the tile, one on how it really lies.

import { get, post } from "./desk.js";
import { h, s } from "./dom.js";
import { closeDialog, showDialog } from "./dialog.js";
import { describe, pawnShape, readTile, tilePicture, tileText } from "./tile.js";
import { keyOf } from "./territory.js";
import { COLON, t, term } from "./words.js";

export function tileButton(tile, press, label) {
  return h("button", { type: "button", class: "tile-button", "aria-label": label || describe(tile), onclick: press },
    tilePicture(tile, { "aria-hidden": "true" }));
}

/** Choose one of several ways to lay the same tile. */
export function chooseWay(title, tiles, chosen) {
  showDialog(title, h("div", { class: "tile-grid" },
    tiles.map((tile) => tileButton(tile, () => { closeDialog(); chosen(tile); }))));
}

/** The sheet for a tile that lies on the table: the likeliest other readings first, and every other one after them. */
export async function correctTile(seat, tile, context) {
  const at = keyOf(tile.at);
  const readings = await get("/api/readings?seat=" + seat + "&at=" + at).catch(() => null);
  tileSheet(tile, readings, t("It is recorded like this. Tap how it really lies: the camera learns from it."), {
    tile: (one) => context.correct(seat + " tile " + at + " " + tileText(one)),
    pawn: (index, stands) => context.correct(seat + " pawn " + at + "#" + (index + 1) + (stands ? " on" : " off")),
    none: () => context.correct(seat + " tile " + at + " none"),
  });
}

/** The same for a tile on a photo; `change` gets the tile as it really lies, or null where there is none. */
export async function correctOnPhoto(tile, tiles, change) {
  const readings = await post("/api/readings", { tiles: tiles.map(bare), at: tile.at }).catch(() => null);
  tileSheet(tile, readings, t("It was read like this. Tap how it really lies."), {
    tile: (one) => change(keepPawns(one, tile)),
    pawn: (index, stands) => change(Object.assign({}, tile, { spots: tile.spots.map((spot, k) => (k === index ? Object.assign({}, spot, { pawn: stands }) : spot)) })),
    none: () => change(null),
  });
}

/** The sheet for a column of the Station board: beside each of its tiles what else it may be. */
export async function correctColumn(number, tiles, context) {
  const asked = (tile) => post("/api/readings", { tiles: [bare(Object.assign({ at: [0, 0] }, tile))], at: [0, 0] });
  const found = await Promise.all(tiles.map(asked)).catch(() => []);
  const say = (now) => { closeDialog(); context.correct(["column", number].concat(now.map(tileText)).join(" ")); };
  const instead = (index, one) => tiles.slice(0, index).concat(one ? [one] : [], tiles.slice(index + 1));
  showDialog(t("What really lies in column {number}?", { number }), h("p", { class: "quiet" }, t("Tap beside a tile what it really is.")),
    tiles.map((tile, index) => h("div", { class: "misread-tile" }, tilePicture(tile),
      h("div", {}, choices(found[index], (one) => say(instead(index, one))),
        h("div", { class: "row" }, h("button", { type: "button", class: "plain", onclick: () => editTile(tile, (one) => say(instead(index, one))) }, t("Another tile …")),
          tiles.length > 1 ? h("button", { type: "button", class: "plain", onclick: () => say(instead(index, null)) }, t("No tile is there")) : null)))));
}

/** Faces only: how a tile lies in the market tells nothing, and objective tiles do not come there. */
function choices(found, chosen) {
  if (!found) return null;
  const seen = {};
  const faces = found.likely.concat(found.fitting).map(readTile).filter((tile) => {
    const key = tileText(Object.assign({}, tile, { sides: standing(tile.sides) }));
    return !tile.objective && !seen[key] && (seen[key] = true);
  });
  return [tileGrid(t("Likeliest"), faces.slice(0, FIRST_FACES), true, chosen), tileGrid(t("All other tiles"), faces.slice(FIRST_FACES), true, chosen)];
}

const FIRST_FACES = 10;

/** The sides in one standing way, whatever way they lie. */
function standing(sides) {
  const forms = [];
  [sides, sides[0] + sides[3] + sides[2] + sides[1]].forEach((form) => {
    for (let k = 0; k < 4; k += 1) forms.push(form.slice(k) + form.slice(0, k));
  });
  return forms.sort()[0];
}

function bare(tile) {
  return { at: tile.at, sides: tile.sides, urban: tile.urban, station: tile.station, objective: tile.objective, spots: tile.spots };
}

/** Pawns stay on spots of their own kind. */
function keepPawns(tile, before) {
  const standing = before.spots.filter((spot) => spot.pawn).map((spot) => spot.kind);
  const keeps = (kind) => standing.indexOf(kind) >= 0 && Boolean(standing.splice(standing.indexOf(kind), 1));
  return Object.assign({}, tile, { spots: tile.spots.map((spot) => Object.assign({}, spot, { pawn: spot.pawn || keeps(spot.kind) })) });
}

function tileSheet(tile, readings, hint, say) {
  const done = (what) => { closeDialog(); what(); };
  const grid = (title, texts, small) => tileGrid(title, texts.map(readTile), small, (one) => done(() => say.tile(one)));
  const found = readings || { likely: [], turned: [], fitting: [], others: [] };
  const lines = (pattern) => found.others.filter((text) => pattern.test(text.slice(0, 4)));
  showDialog(t("What really lies at {cell}?", { cell: keyOf(tile.at) }),
    h("div", { class: "recorded-tile" }, tilePicture(tile, { "aria-hidden": "true" }), h("p", { class: "quiet" }, hint)),
    grid(t("Likeliest"), found.likely),
    pawnRow(tile, (index, stands) => done(() => say.pawn(index, stands))),
    h("div", { class: "row" },
      h("button", { type: "button", class: "danger", onclick: () => done(say.none) }, t("No tile is there")),
      h("button", { type: "button", class: "plain", onclick: () => editTile(tile, (one) => say.tile(one)) }, t("Another tile …"))),
    grid(t("The same tile, turned or flipped"), found.turned, true),
    grid(t("Others that fit the tiles around it"), found.fitting, true),
    grid(t("Others: highways only"), lines(/^[H-]+$/), true),
    grid(t("Others: rails only"), lines(/^[R-]+$/), true),
    grid(t("Others: highways and rails"), lines(/H.*R|R.*H/), true));
}

let grids = 0;

/** Tiles to choose from under a title: one stop for the Tab key, arrow keys go from tile to tile. */
function tileGrid(title, tiles, small, chosen) {
  if (!tiles.length) return null;
  const id = "tiles" + (grids += 1);
  const buttons = tiles.map((tile) => tileButton(tile, () => chosen(tile)));
  return [h("h3", { id }, title), arrows(h("div", { class: "tile-grid" + (small ? " small" : ""), role: "group", "aria-labelledby": id }, buttons), buttons)];
}

function arrows(box, buttons) {
  buttons.forEach((button, index) => button.setAttribute("tabindex", index ? -1 : 0));
  box.addEventListener("keydown", (event) => {
    const at = buttons.indexOf(document.activeElement);
    const wide = buttons.filter((button) => button.offsetTop === buttons[0].offsetTop).length;
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: wide, ArrowUp: -wide, Home: -at, End: buttons.length - 1 - at }[event.key];
    if (at < 0 || step === undefined || !buttons[at + step]) return;
    event.preventDefault();
    buttons[at].setAttribute("tabindex", -1);
    buttons[at + step].setAttribute("tabindex", 0);
    buttons[at + step].focus();
  });
  return box;
}

function pawnRow(tile, say) {
  if (!tile.spots.length) return null;
  return h("div", { class: "row" }, tile.spots.map((spot, index) => h("button", { type: "button", onclick: () => say(index, !spot.pawn) },
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
    term(side) + COLON + term({ H: "highway", R: "rail", "-": "blank" }[tile.sides[index]])))));
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
