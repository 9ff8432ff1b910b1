// A single photo, read and counted without a game; what no photo shows is entered beside it.

import { byId, fill, h } from "./dom.js";
import { get, post } from "./desk.js";
import { correctOnPhoto } from "./correct.js";
import { closeDialog, showDialog } from "./dialog.js";
import { JEWELS } from "./mine.js";
import { confidence, drawReading, forDrawing, signOf } from "./readings.js";
import { send } from "./upload.js";
import { minus, signed } from "./scores.js";
import { drawTerritory, keyOf } from "./territory.js";
import { t, term } from "./words.js";

const BOARDS = ["off-the-rails", "ticket-to-ride-new-york"];
const form = byId("photo");
let told = null;

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  fill(byId("answer"), h("p", { class: "notice look" }, t("The photo is being read …")));
  try {
    told = await send("/api/photos/score?game=" + form.elements.game.value + "&pack=" + encodeURIComponent(form.elements.pack.value), form.elements.photo.files[0]);
    draw();
  } catch (error) {
    complain(error);
  }
});

function complain(error) {
  fill(byId("answer"), h("p", { class: "notice wrong", role: "alert" }, h("strong", {}, error.message)));
}

function draw() {
  fill(byId("answer"),
    h("p", { class: "notice look", role: "status" }, note()),
    told.scores ? h("div", { class: "sheet-players of-" + told.scores.players.length }, told.scores.players.map(ofPlayer)) : null,
    breaches(told.problems.filter((one) => !one.player)),
    h("section", { class: "card" }, h("h2", {}, t("What was read")), h("p", { class: "quiet" }, confidence(told.observation)),
      h("div", { class: "sheet-players" }, h("img", { class: "picture", src: told.picture, alt: t("The photo with what was read") }),
        told.game === "railroad-tiles" ? null : h("div", {}, drawReading(told, "photo", putRight), h("p", { class: "quiet" }, t("Tap what was misread, then how it really lies."))))));
}

/** A player's points with what was seen of them; whose last piece was just taken away has none until all is counted again. */
function ofPlayer(player) {
  const seen = told.position.players.find((one) => one.name === player.name);
  return seen ? sheet(player, seen) : null;
}

/** What somebody should know before the points: that there are none yet, that they cannot be counted, or what they leave out. */
function note() {
  if (!told.position.players.length) return [h("strong", {}, told.nothing), " ", t("Tap below where something lies, then what it is.")];
  return told.uncounted ? [t("This cannot be counted:"), " ", told.uncounted] : told.missing;
}

/** After something was put right: what is on the table now, with what was entered kept, and counted again. */
function putRight() {
  told.position.players = NOW[told.game](told.observation).slice(0, MOST_PLAYERS).map((now) => Object.assign({ stash: {}, missions: 0, tickets: [] },
    told.position.players.find((one) => one.name === now.name), now)).map((player) => only(player, FIELDS[told.game]));
  draw();
  count();
}

const FIELDS = {
  "off-the-rails": ["name", "clan", "stash", "carts_home", "missions"],
  "ticket-to-ride-new-york": ["name", "colour", "routes", "tickets"],
  "ticket-to-ride-card-game": ["name", "on_track", "tickets"],
};

function only(thing, fields) {
  return fields.reduce((kept, field) => Object.assign(kept, { [field]: thing[field] }), {});
}

/** What of a position the table itself shows, for each game. */
const NOW = {
  "off-the-rails": (seen) => named(seen.carts, (cart) => cart.clan).map((clan) => ({ name: clan, clan,
    carts_home: Math.max(0, CARTS - seen.carts.filter((cart) => cart.clan === clan).length) })),
  "ticket-to-ride-new-york": (seen) => named(seen.claims, (claim) => claim.taxis).map((colour) => ({ name: colour, colour,
    routes: seen.claims.filter((claim) => claim.taxis === colour).map((claim) => claim.route) })),
  "ticket-to-ride-card-game": (seen) => seen.zones.filter((zone) => zone.zone !== 0 && zone.cards && zone.cards.length).map((zone) => ({ name: String(zone.zone || 1),
    on_track: zone.cards.reduce((all, entry) => Object.assign(all, { [entry.kind]: (all[entry.kind] || 0) + entry.count }), {}) })),
};
const CARTS = 2; // of a clan
const MOST_PLAYERS = 4;

function named(things, nameOf) {
  return things.map(nameOf).filter((name, k, all) => all.indexOf(name) === k).sort();
}

function titleOf(player) {
  return /^\d+$/.test(player.name) ? t("Zone {number}", { number: player.name }) : term(player.name);
}

function sheet(player, seen) {
  const wrong = {};
  const problems = told.problems.filter((one) => one.player === player.name);
  problems.filter((one) => one.at).forEach((one) => { wrong[keyOf(one.at)] = one.why; });
  return h("section", { class: "card" },
    h("div", { class: "card-head" }, h("h2", {}, titleOf(player)), signOf(told, player), h("strong", { class: "total" }, minus(player.total))),
    seen.tiles ? territory(player, seen, wrong) : null,
    h("ul", {}, Object.keys(player.parts).map((part) => h("li", {}, term(part), " ", h("strong", {}, signed(player.parts[part]))))),
    entered(seen),
    breaches(problems));
}

/** What is wrong with the position, of one player or of several. */
function breaches(problems) {
  return problems.length ? h("ul", { class: "problems" }, problems.map((one) => h("li", {}, "⚠ ", one.why))) : null;
}

/** The tiles as they were read; a tap puts one right, and all is counted again. */
function territory(player, seen, wrong) {
  const read = [].concat(...(told.observation.zones || []).filter((zone) => String(zone.zone || 1) === player.name).map((zone) => zone.tiles || []));
  const sureness = (tile) => (read.find((one) => keyOf(one.at) === keyOf(tile.at)) || {}).confidence;
  const tiles = seen.tiles.map((tile) => forDrawing(Object.assign({ confidence: sureness(tile) }, tile)));
  const fix = (tile) => correctOnPhoto(tile, tiles, (now) => {
    const kept = seen.tiles.filter((one) => keyOf(one.at) !== keyOf(tile.at));
    seen.tiles = now ? kept.concat([Object.assign({}, now, { at: tile.at })]) : kept;
    read.filter((one) => keyOf(one.at) === keyOf(tile.at)).forEach((one) => { one.confidence = 1; });
    count();
  });
  return [drawTerritory(tiles, { wrong, label: titleOf(player), key: "photo" + player.name, onTile: fix }),
    h("p", { class: "quiet" }, t("Tap a tile that was misread to put it right."))];
}

/** What has been entered for a player, and the way to enter more. */
function entered(seen) {
  if (told.game === "railroad-tiles") return numberField(t("Prestige of pawns"), seen.prestige || 0, (count) => { seen.prestige = count; });
  if (told.game === "off-the-rails") {
    return h("div", {}, JEWELS.map((kind) => numberField(term(kind), seen.stash[kind] || 0, (count) => { seen.stash[kind] = count; })),
      numberField(term("missions"), seen.missions, (count) => { seen.missions = count; }));
  }
  return h("div", {}, h("ul", { class: "tickets" }, seen.tickets.map((ends) => h("li", {}, ends.join(" – ")))),
    h("button", { type: "button", class: "plain", onclick: () => addTicket(seen) }, t("Enter tickets …")));
}

function numberField(label, value, set) {
  return h("label", { class: "inline" }, label, h("input", { type: "number", min: 0, max: 200, value, onchange: (event) => { set(Number(event.target.value)); count(); } }));
}

function addTicket(seen) {
  const add = (ends) => { closeDialog(); seen.tickets.push(ends); count(); };
  showDialog(t("Tickets"), h("div", { class: "choices" }, told.box.tickets.map((ends) => h("button", { type: "button", onclick: () => add(ends) }, ends.join(" – ")))));
}

/** Count again with what was entered; what cannot be counted is still shown, and can be put right. */
async function count() {
  const asked = told;
  const score = told.position.players.length ? await post("/api/score", told.position).catch((error) => error.message) : null;
  if (told !== asked) return; // another photo came in between
  const counted = score !== null && typeof score === "object";
  Object.assign(told, { scores: counted ? score : null, problems: counted ? score.problems : [], uncounted: counted ? null : score });
  draw();
}

/** Boards are read with a box that has one, everything else with a box that has none; only tiles have a printed set. */
function offerPacks(known) {
  const game = form.elements.game.value;
  const boxes = known.packs.filter((name) => (known.boards.indexOf(name) >= 0) === (BOARDS.indexOf(game) >= 0));
  byId("pack-field").hidden = !boxes.length;
  fill(form.elements.pack, game === "railroad-tiles" || !boxes.length ? h("option", { value: "" }, t("The printed set")) : null,
    boxes.map((name) => h("option", { value: name }, name)));
}

get("/api/packs").then((known) => {
  form.elements.game.addEventListener("change", () => offerPacks(known));
  offerPacks(known);
  Array.from(form.elements.game.options).forEach((option) => { option.disabled = known.games.length > 0 && known.games.indexOf(option.value) < 0; });
}).catch(() => {});
