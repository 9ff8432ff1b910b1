// What was read on a photo, drawn for each game; with `change` every piece can be put right in two taps.

import { h } from "./dom.js";
import { card } from "./cards.js";
import { drawMap, nameOf, ownersOf } from "./citymap.js";
import { correctOnPhoto } from "./correct.js";
import { closeDialog, showDialog } from "./dialog.js";
import { CLANS, cartStrip, clanLetter, clanName, editSquare, nameOfCart, readBoard, showStrip, stood } from "./mine.js";
import { letters } from "./signs.js";
import { drawTerritory, keyOf } from "./territory.js";
import { COLON, t, term } from "./words.js";

const COLOURS = ["black", "blue", "green", "orange", "purple", "red", "white", "yellow", "locomotive"];
const GRID = { columns: 10, rows: 10 };
const MOST_CARDS = 12;

function onWay(spot, tile) {
  if (spot.on) return spot.on;
  if (spot.kind !== "traveller") return spot.kind === "car" ? "highway" : "rail";
  return tile.station ? "station" : /H/.test(tile.sides) ? "highway" : "rail";
}

/** A tile as it was read, with all that a drawing needs. */
export function forDrawing(tile) {
  return Object.assign({ urban: false, station: false, objective: null }, tile,
    { spots: (tile.spots || []).map((spot) => Object.assign({}, spot, { on: onWay(spot, tile) })) });
}

function territories(told, key, change) {
  return (told.observation.zones || []).filter((zone) => zone.tiles).map((zone) => {
    const fix = (tile) => correctOnPhoto(tile, zone.tiles.map(forDrawing), (now) => {
      const index = zone.tiles.findIndex((one) => keyOf(one.at) === keyOf(tile.at));
      zone.tiles.splice(index, 1, ...(now ? [Object.assign({}, now, { at: tile.at, confidence: 1 })] : []));
      change();
    });
    return drawTerritory(zone.tiles.map(forDrawing), { label: t("Zone {number}", { number: zone.zone || 1 }), key: key + zone.zone, onTile: change ? fix : null });
  });
}

function mineBoard(told, key, change) {
  const seen = told.observation;
  const keep = (cell) => {
    seen.doubtful = (seen.doubtful || []).filter((one) => keyOf(one.at) !== keyOf(cell.at));
    seen.cells = seen.cells.filter((one) => keyOf(one.at) !== keyOf(cell.at)).concat(cell.track || cell.jewels.length || cell.abyss ? [cell] : []);
  };
  const pick = (one) => { told.chosen = told.chosen === one ? null : one; change(); showStrip(); };
  const settle = (now) => { Object.assign(told.chosen, now, { confidence: 1 }); pick(null); };
  const tellSquare = (cell) => (told.chosen ? settle(stood(told.chosen, cell.at, cell.track || "NESW"))
    : editSquare(cell, (what, value) => { keep(Object.assign({}, cell, { [what]: what === "jewels" ? value : value || null, confidence: 1 })); change(); }, CLANS, cartsHere(seen, cell, pick)));
  const board = readBoard(seen, (told.board && told.board.grid) || GRID, t("The mine board"), change ? { square: tellSquare, cart: pick, chosen: told.chosen } : null);
  if (!change || !told.chosen) return board;
  return [board, cartStrip(told.chosen, settle,
    h("button", { type: "button", class: "danger", onclick: () => { seen.carts.splice(seen.carts.indexOf(told.chosen), 1); pick(null); } }, t("No cart is there")),
    h("button", { type: "button", class: "plain", onclick: () => pick(null) }, t("Never mind")))];
}

/** A cart that was not seen: one tap on the square, one on whose it is; how it stands is asked after that. */
function cartsHere(seen, cell, pick) {
  if (seen.carts.some((one) => keyOf(one.at) === keyOf(cell.at))) return null;
  const add = (clan) => {
    closeDialog();
    seen.carts.push(stood({ clan, confidence: 1 }, cell.at, cell.track || "NESW"));
    pick(seen.carts[seen.carts.length - 1]);
  };
  return [h("h3", {}, t("A cart stands there")), h("div", { class: "row" }, CLANS.map((clan) => h("button", { type: "button", "aria-label": nameOfCart({ clan }), onclick: () => add(clan) },
    clanName(clan))))];
}

function claims(told, key, change) {
  const seen = told.observation;
  const map = told.board || told.map;
  const signs = pieceLetters(told);
  const all = seen.claims.map((claim) => ({ route: claim.route, owner: { colour: claim.taxis, sign: signs[claim.taxis], name: term(claim.taxis), claim } }));
  if (!map || !map.routes.length) return h("ul", {}, all.map((one) => h("li", {}, one.route.slice(0, 2).join(" – ") + ", " + term(one.route[2]) + COLON + one.owner.name)));
  const fix = (route, k, owner) => chooseOwner(route, owner, signs, (colour) => {
    if (owner) seen.claims.splice(seen.claims.indexOf(owner.claim), 1);
    if (colour) seen.claims.push({ route: route.ends.concat([route.colour]), taxis: colour, confidence: 1 });
    change();
  });
  return drawMap(map, ownersOf(map, all), { onRoute: change ? fix : null });
}

/** The letter of every colour of pieces on a board that was read. */
function pieceLetters(told) {
  const map = told.board || told.map;
  const all = ((map && map.pieces) || []).concat(told.observation.claims.map((claim) => claim.taxis));
  return letters(all.filter((colour, k) => all.indexOf(colour) === k));
}

/** Whose pieces: their letter, name and colour. */
function pieceName(colour, sign) {
  return h("span", { class: "clan-name taxi-" + colour }, h("b", { class: "sign", "aria-hidden": "true" }, sign), " ", term(colour));
}

/** The sign that is on a player's pieces, to stand beside the name; territories and cards have the number of their zone. */
export function signOf(told, player) {
  if (told.game === "ticket-to-ride-new-york") return badge("taxi-" + player.name, pieceLetters(told)[player.name]);
  return told.game === "off-the-rails" ? badge("clan-" + player.name, clanLetter(player.name)) : null;
}

function badge(kind, letter) {
  return h("b", { class: "clan-name " + kind, "aria-hidden": "true" }, letter);
}

function chooseOwner(route, owner, signs, done) {
  showDialog(t("Whose taxis are on {route}?", { route: nameOf(route) }), h("div", { class: "choices" },
    Object.keys(signs).filter((colour) => !owner || colour !== owner.colour).map((colour) => h("button", { type: "button", onclick: () => { closeDialog(); done(colour); } },
      pieceName(colour, signs[colour]))),
    owner ? h("button", { type: "button", onclick: () => { closeDialog(); done(null); } }, t("Nobody's: it is free")) : null));
}

function cardZones(told, key, change) {
  return (told.observation.zones || []).filter((zone) => zone.cards).map((zone) => h("div", {}, h("h3", {}, t("Zone {number}", { number: zone.zone || 1 })),
    change && !zone.cards.length ? h("p", { class: "notice look" }, t("Nothing is known of these cards yet: say which lie there.")) : null,
    h("div", { class: "row" }, zone.cards.map((entry) => (change
      ? h("button", { type: "button", class: "card-button", onclick: () => editCards(zone, entry, change) }, card(entry.kind, entry.count)) : card(entry.kind, entry.count))),
    change ? h("button", { type: "button", class: "plain", onclick: () => addCards(zone, change) }, t("Other cards lie there …")) : null)));
}

/** Cards of one kind: one tap says how many they really are, or of which kind. */
function editCards(zone, entry, change) {
  const tell = (kind, count) => {
    closeDialog();
    zone.cards = zone.cards.filter((one) => one !== entry && one.kind !== kind).concat(count ? [{ kind, count, confidence: 1 }] : []);
    change();
  };
  showDialog(t("How many cards really lie there?"), h("h3", {}, card(entry.kind)),
    h("div", { class: "row" }, Array.from({ length: MOST_CARDS + 1 }, (x, k) => k).filter((k) => k !== entry.count)
      .map((k) => h("button", { type: "button", onclick: () => tell(entry.kind, k) }, k))),
    h("h3", {}, t("They are of another kind")), h("div", { class: "row" }, COLOURS.filter((kind) => kind !== entry.kind)
      .map((kind) => h("button", { type: "button", class: "card-button", onclick: () => tell(kind, entry.count) }, card(kind)))));
}

function addCards(zone, change) {
  const there = zone.cards.map((entry) => entry.kind);
  showDialog(t("Which colour lies there?"), h("div", { class: "row" }, COLOURS.filter((kind) => there.indexOf(kind) < 0)
    .map((kind) => h("button", { type: "button", class: "card-button", onclick: () => editCards(zone, { kind, count: 0 }, change) }, card(kind)))));
}

const DRAWERS = { "railroad-tiles": territories, "off-the-rails": mineBoard, "ticket-to-ride-new-york": claims, "ticket-to-ride-card-game": cardZones };

/** `told` is what the server says of a photo; `change` is called after something was put right. */
export function drawReading(told, key, change) {
  return h("div", { class: "reading-board" }, DRAWERS[told.game](told, key, change));
}

/** How much was read, and how much of it is doubtful. */
export function confidence(observation) {
  const zones = [].concat(...(observation.zones || []).map((zone) => (zone.tiles || zone.cards || []).concat(...(zone.columns || []))));
  const all = zones.concat(observation.claims || [], observation.cells || [], observation.carts || []);
  const sure = all.filter((one) => one.confidence !== undefined);
  const empty = (observation.doubtful || []).length; // squares or routes that were read as empty, and not surely
  const doubtful = sure.filter((one) => one.confidence < 0.9).length + empty;
  return t("{count} things read, {doubtful} of them doubtful.", { count: all.length + empty, doubtful });
}
