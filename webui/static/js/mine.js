// The mine board: squares with tracks, jewels and abyss tokens, carts on them, and the sheets that put one right.

import { h, pressable, s } from "./dom.js";
import { closeDialog, showDialog } from "./dialog.js";
import { letters } from "./signs.js";
import { COLON, t, term } from "./words.js";

export const CELL = 60;
export const SIDES = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
const TURNS = { N: 0, E: 90, S: 180, W: 270 };
const ARROWS = { N: "↑", E: "→", S: "↓", W: "←" };
const TRACKS = ["NS", "EW", "NE", "ES", "SW", "NW", "NES", "ESW", "NSW", "NEW", "NESW"];
const SPEEDS = [1, 2, 3, 4, 5, 6];
const GEMS = { ruby: "M-10,-8 H10 L0,10 Z", emerald: "M-5,-9 H5 L9,-5 V5 L5,9 H-5 L-9,5 V-5 Z", gold: "M-10,7 L-6,-6 H6 L10,7 Z",
  diamond: "M0,-10 L10,0 L0,10 L-10,0 Z M-10,0 H10", rock: "M-9,4 L-6,-6 L2,-9 L9,-2 L7,8 L-4,9 Z" };
export const JEWELS = Object.keys(GEMS);
export const CLANS = ["red", "yellow", "green", "blue"];

export function middle(at) {
  return [at[0] * CELL + CELL / 2, at[1] * CELL + CELL / 2];
}

export function corner(at) {
  return "translate(" + at[0] * CELL + "," + at[1] * CELL + ")";
}

export function track(exits) {
  return exits.split("").map((side) => {
    const d = "M30,30 L" + (30 + 30 * SIDES[side][0]) + "," + (30 + 30 * SIDES[side][1]);
    return [s("path", { d, class: "mine-ties" }), s("path", { d, class: "mine-rail" })];
  });
}

export function gem(kind, x, y) {
  return s("g", { transform: "translate(" + x + "," + y + ") scale(0.8)", class: "gem " + kind }, s("path", { d: GEMS[kind] }), s("title", {}, term(kind)));
}

/** A jewel in its own small picture, for lists and buttons. */
export function gemIcon(kind) {
  return s("svg", { viewBox: "-12 -12 24 24", class: "icon", role: "img", "aria-label": term(kind) }, gem(kind, 0, 0));
}

export function square(cell) {
  return s("g", { transform: corner(cell.at) }, cell.track ? track(cell.track) : null,
    cell.abyss ? s("g", { class: "abyss" }, s("circle", { cx: 30, cy: 30, r: 25 }), s("text", { x: 30, y: 35, "text-anchor": "middle" }, clanLetter(cell.abyss))) : null,
    (cell.jewels || []).map((kind, k) => gem(kind, 13 + 17 * (k % 3), 14 + 17 * Math.floor(k / 3))));
}

/** The letter of a clan, on its carts and tokens and beside its name. */
export function clanLetter(clan) {
  return letters(CLANS.indexOf(clan) < 0 ? [clan] : CLANS)[clan];
}

/** A clan by its letter, name and colour. */
export function clanName(clan) {
  return h("span", { class: "clan-name clan-" + clan }, h("b", { class: "sign", "aria-hidden": "true" }, clanLetter(clan)), " ", term(clan));
}

/** A cart points where it faces; its die lies at the front, the letter of its clan stands at the back. */
export function cart(one, chosen) {
  const load = one.hold ? COLON + (one.hold.map(term).join(", ") || t("empty")) : "";
  const way = SIDES[one.facing] || SIDES.N;
  const along = (distance) => [30 + distance * way[0], 30 + distance * way[1]];
  const die = along(5);
  const back = along(-14.5);
  return s("g", { transform: corner(one.at), class: "cart clan-" + one.clan + (chosen ? " chosen" : "") },
    chosen ? s("circle", { cx: 30, cy: 30, r: 33, class: "chosen-ring" }) : null,
    s("g", { transform: "rotate(" + (TURNS[one.facing] || 0) + " 30 30)" }, s("path", { d: "M30,2 L47,16 V56 H13 V16 Z", class: "cart-body" })),
    s("rect", { x: die[0] - 9.5, y: die[1] - 9.5, width: 19, height: 19, rx: 4, class: "die " + (one.die || "white") }),
    s("text", { x: die[0], y: die[1] + 6, "text-anchor": "middle", class: "die-number " + (one.die || "white") }, one.speed),
    s("text", { x: back[0], y: back[1] + 5, "text-anchor": "middle", class: "cart-clan" }, clanLetter(one.clan)),
    s("title", {}, term(one.clan) + (one.die ? " " + term(one.die) : "") + load));
}

export function nameOfCart(one) {
  return t("Cart {clan} {die}", { clan: term(one.clan), die: one.die ? term(one.die) : "" }).trim();
}

/** A cart in words, for those who hear the page. */
export function describeCart(one) {
  return !one.at ? nameOfCart(one) : t("Cart {clan} {die} at {cell}, facing {side}, speed {speed}", { clan: term(one.clan), die: one.die ? term(one.die) : "",
    cell: one.at.join(","), side: term(one.facing), speed: one.speed });
}

export function ground(grid) {
  const squares = [];
  for (let row = 0; row < grid.rows; row += 1) {
    for (let column = 0; column < grid.columns; column += 1) {
      squares.push(s("rect", { x: column * CELL + 1, y: row * CELL + 1, width: CELL - 2, height: CELL - 2, rx: 4, class: "mine-square" }));
    }
  }
  return squares;
}

/** A square that can be pressed, with nothing drawn until somebody points at it. */
export function pressSquare(at, label, press, key, extra) {
  const mark = s("rect", { x: at[0] * CELL + 3, y: at[1] * CELL + 3, width: 54, height: 54, rx: 6, class: "mine-open" + (extra ? " " + extra : "") });
  return pressable(mark, label, press, key);
}

/** The board from what was read on a photo; `edit` gets the square or cart that is pressed. */
export function readBoard(seen, grid, label, edit) {
  const found = {};
  (seen.cells || []).forEach((cell) => { found[cell.at.join()] = cell; });
  const all = [];
  for (let row = 0; row < grid.rows; row += 1) for (let column = 0; column < grid.columns; column += 1) all.push([column, row]);
  const place = edit && edit.chosen ? "wanted" : null;
  return s("svg", { viewBox: [-CELL, -CELL, (grid.columns + 2) * CELL, (grid.rows + 2) * CELL].join(" "), class: "mine-board", role: "group", "aria-label": label },
    ground(grid), (seen.cells || []).map(square), doubts(seen),
    edit ? all.map((at) => pressSquare(at, place ? t("The cart stands at {cell}", { cell: at.join() }) : t("What really lies at {cell}?", { cell: at.join() }),
      () => edit.square(found[at.join()] || { at, track: null, jewels: [], abyss: null }), label + at.join(), place)) : null,
    (seen.carts || []).map((one) => (edit ? pressable(cart(one, edit.chosen === one), describeCart(one), () => edit.cart(one), label + "cart" + one.at.join()) : cart(one))));
}

/** Where the camera was not sure: a dashed frame with a question mark. */
function doubts(seen) {
  const unsure = (seen.cells || []).concat(seen.carts || []).filter((one) => one.confidence < 0.9).concat(seen.doubtful || []);
  return unsure.map((one) => s("g", { transform: corner(one.at), class: "doubt" }, s("rect", { x: 3, y: 3, width: 54, height: 54, rx: 5 }),
    s("text", { x: 53, y: 17, "text-anchor": "end" }, "?"), s("title", {}, t("not sure"))));
}

function trackButton(exits, press) {
  const name = exits ? exits.split("").map(term).join(", ") : t("no track");
  return h("button", { type: "button", class: "tile-button", "aria-label": name, onclick: press },
    exits ? s("svg", { viewBox: "0 0 60 60", class: "track-picture", "aria-hidden": "true" }, s("rect", { width: 60, height: 60, rx: 4, class: "mine-square" }), track(exits))
      : h("span", { class: "quiet" }, name));
}

function without(list, kind) {
  const left = list.slice();
  left.splice(left.indexOf(kind), 1);
  return left;
}

/** The sheet for a square: one tap says what really lies there. */
export function editSquare(cell, done, colours, ...more) {
  showDialog(t("What really lies at {cell}?", { cell: cell.at.join(",") }), squareFields(cell, done, colours), more);
}

/** Everything that may lie on a square, one tap each. */
export function squareFields(cell, done, colours) {
  const say = (what, value) => { closeDialog(); done(what, value); };
  const jewels = cell.jewels || [];
  const kinds = jewels.filter((kind, k) => jewels.indexOf(kind) === k);
  return [h("h3", {}, t("Track")), h("div", { class: "tile-grid" }, [""].concat(TRACKS).filter((exits) => exits !== (cell.track || ""))
      .map((exits) => trackButton(exits, () => say("track", exits)))),
    h("h3", {}, term("jewels")), h("div", { class: "row" },
      JEWELS.map((kind) => h("button", { type: "button", "aria-label": t("one more {jewel}", { jewel: term(kind) }), onclick: () => say("jewels", jewels.concat([kind])) }, "+ ", gemIcon(kind))),
      kinds.map((kind) => h("button", { type: "button", "aria-label": t("one {jewel} less", { jewel: term(kind) }), onclick: () => say("jewels", without(jewels, kind)) }, "− ", gemIcon(kind)))),
    h("h3", {}, term("abyss")), h("div", { class: "row" }, colours.filter((colour) => colour !== cell.abyss)
      .map((colour) => h("button", { type: "button", "aria-label": term(colour + " abyss token"), onclick: () => say("abyss", colour) }, term(colour))),
    cell.abyss ? h("button", { type: "button", onclick: () => say("abyss", null) }, t("no token")) : null)];
}

/** Under the board for a chosen cart: the second tap is on the square where it stands, or here on how it stands. */
export function cartStrip(one, done, ...more) {
  const tell = (change) => done(Object.assign({}, one, change));
  const facing = (side) => h("button", { type: "button", class: "digit", "data-key": "faces" + side, title: term(side), "aria-label": t("It faces") + " " + term(side),
    onclick: () => tell({ facing: side }) }, ARROWS[side]);
  const shows = (speed) => h("button", { type: "button", class: "digit", "data-key": "shows" + speed, "aria-label": t("Its die shows") + " " + speed, onclick: () => tell({ speed }) }, speed);
  return h("div", { class: "cart-strip", role: "group", "aria-label": describeCart(one) },
    h("p", { role: "status" }, h("strong", {}, nameOfCart(one)), " – ", one.at ? t("Tap the square where it really stands, or how it stands:") : t("Tap the square where the cart stands.")),
    one.at ? h("div", { class: "strip-row" }, Object.keys(SIDES).filter((side) => side !== one.facing).map(facing)) : null,
    one.at ? h("div", { class: "strip-row" }, SPEEDS.filter((speed) => speed !== one.speed).map(shows)) : null,
    h("div", { class: "strip-row" }, more));
}

/** Bring the strip into sight without losing the board. */
export function showStrip() {
  const strip = document.querySelector(".cart-strip");
  if (strip) strip.scrollIntoView({ block: "nearest" });
}

/** A cart that is told to stand on a square: it faces as before if there is such an exit, else along the track. */
export function stood(one, at, exits) {
  const facing = exits.indexOf(one.facing) >= 0 ? one.facing : exits[0];
  return Object.assign({}, one, { at, facing, speed: one.speed || SPEEDS[0] });
}
