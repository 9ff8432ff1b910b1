// A single photo, read and counted without a game.

import { byId, fill, h } from "./dom.js";
import { get } from "./desk.js";
import { send } from "./upload.js";
import { signed } from "./scores.js";
import { drawTerritory, keyOf } from "./territory.js";
import { t, term } from "./words.js";

const form = byId("photo");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  fill(byId("answer"), h("p", { class: "notice look" }, t("The photo is being read …")));
  try {
    show(await send("/api/photos/score?game=railroad-tiles&pack=" + encodeURIComponent(form.elements.pack.value), form.elements.photo.files[0]));
  } catch (error) {
    fill(byId("answer"), h("p", { class: "notice wrong", role: "alert" }, h("strong", {}, error.message)));
  }
});

function show(told) {
  fill(byId("answer"), h("div", { class: "sheet-players" }, told.scores.players.map((player, index) => sheet(player, told.position.players[index], told))),
    h("section", { class: "card" }, h("h2", {}, t("What was read")), h("img", { class: "picture", src: told.picture, alt: t("The photo with what was read") })));
}

function sheet(player, seen, told) {
  const wrong = {};
  told.problems.filter((one) => one.player === player.name && one.at).forEach((one) => { wrong[keyOf(one.at)] = one.why; });
  const tiles = seen.tiles.map((tile) => Object.assign({}, tile, { spots: tile.spots.map((spot) => Object.assign({ on: spot.kind === "train" ? "rail" : "highway" }, spot)) }));
  return h("section", { class: "card" },
    h("div", { class: "card-head" }, h("h2", {}, t("Zone {number}", { number: player.name })), h("strong", { class: "total" }, player.total)),
    drawTerritory(tiles, { wrong, label: t("Zone {number}", { number: player.name }) }),
    h("ul", {}, Object.keys(player.parts).map((part) => h("li", {}, term(part), " ", h("strong", {}, signed(player.parts[part]))))),
    h("p", { class: "quiet" }, t("Prestige that pawns earned in play is not on the photo.")),
    h("ul", { class: "problems" }, told.problems.filter((one) => one.player === player.name).map((one) => h("li", {}, "⚠ ", one.why))));
}

get("/api/packs").then((told) => {
  byId("pack-field").hidden = !told.packs.length;
  told.packs.forEach((name) => form.elements.pack.appendChild(h("option", { value: name }, name)));
}).catch(() => {});
