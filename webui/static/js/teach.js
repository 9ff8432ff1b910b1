// The guided lesson: photos are read, people put right what is wrong, and the box is learned.

import { byId, fill, h } from "./dom.js";
import { editTile } from "./correct.js";
import { post } from "./desk.js";
import { drawTerritory, keyOf } from "./territory.js";
import { send } from "./upload.js";
import { t } from "./words.js";

const form = byId("lesson");
const photos = [];

function say(kind, words) {
  fill(byId("answer"), h("p", { class: "notice " + kind, role: kind === "wrong" ? "alert" : "status" }, words));
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  say("look", t("The photo is being read …"));
  try {
    photos.push(await send("/api/photos/lesson?game=railroad-tiles", form.elements.photo.files[0]));
    form.elements.photo.value = "";
    say("good", photos.length < 2 ? t("Check it, then add a second photo.") : t("Check it, then let the camera learn."));
    draw();
  } catch (error) {
    say("wrong", error.message);
  }
});

function onWay(spot, tile) {
  if (spot.on) return spot.on;
  if (spot.kind !== "traveller") return spot.kind === "car" ? "highway" : "rail";
  return tile.station ? "station" : /H/.test(tile.sides) ? "highway" : "rail";
}

function forDrawing(tile) {
  return Object.assign({}, tile, { spots: (tile.spots || []).map((spot) => Object.assign({}, spot, { on: onWay(spot, tile) })) });
}

function fix(zone, at) {
  const index = zone.tiles.findIndex((tile) => keyOf(tile.at) === keyOf(at));
  editTile(forDrawing(zone.tiles[index]), (tile) => {
    zone.tiles[index] = Object.assign({}, tile, { at, confidence: 1 });
    draw();
  });
}

function draw() {
  fill(byId("photos"), photos.map((photo, number) => h("section", { class: "card" }, h("h2", {}, t("Photo {number}", { number: number + 1 })),
    h("div", { class: "sheet-players" }, h("img", { class: "picture", src: photo.picture, alt: t("The photo with what was read") }),
      (photo.labels.zones || []).filter((zone) => zone.tiles).map((zone) => drawTerritory(zone.tiles.map(forDrawing),
        { label: t("Zone {number}", { number: zone.zone || 1 }), key: number + "-" + zone.zone, onTile: (tile) => fix(zone, tile.at) }))))));
  byId("learn").disabled = photos.length === 0;
}

byId("learn").addEventListener("click", async () => {
  say("look", t("Learning …"));
  try {
    const told = await post("/api/lessons", { game: "railroad-tiles", pack: form.elements.pack.value, photos: photos.map((one) => ({ photo: one.photo, labels: one.labels })) });
    say("good", t("{count} tiles learned.", { count: told.learned }) + (told.unseen.length ? " " + t("Not seen yet: {kinds}.", { kinds: told.unseen.join(", ") }) : ""));
  } catch (error) {
    say("wrong", error.message);
  }
});
