// The guided lesson: photos are read, people put right what is wrong, and the box is learned.

import { byId, fill, h } from "./dom.js";
import { get, post } from "./desk.js";
import { confidence, drawReading } from "./readings.js";
import { send } from "./upload.js";
import { t, term } from "./words.js";

const form = byId("lesson");
const BOARDS = ["off-the-rails", "ticket-to-ride-new-york"];
let photos = [];
let known = { games: [], packs: [], boards: [] };

function say(kind, words) {
  fill(byId("answer"), h("p", { class: "notice " + kind, role: kind === "wrong" ? "alert" : "status" }, words));
}

function game() {
  return form.elements.game.value;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  say("look", t("The photo is being read …"));
  const pack = known.packs.indexOf(form.elements.pack.value) >= 0 ? "&pack=" + encodeURIComponent(form.elements.pack.value) : "";
  try {
    const told = await send("/api/photos/lesson?game=" + game() + pack, form.elements.photo.files[0]);
    told.observation = told.labels;
    photos.push(told);
    form.elements.photo.value = "";
    form.elements.photo.dispatchEvent(new Event("change", { bubbles: true }));
    say("good", photos.length < 2 ? t("Check it, then add a second photo.") : t("Check it, then let the camera learn."));
    draw();
  } catch (error) {
    say("wrong", error.message);
  }
});

function draw() {
  fill(byId("photos"), photos.map((photo, number) => h("section", { class: "card" }, h("h2", {}, t("Photo {number}", { number: number + 1 })),
    h("p", { class: "quiet" }, confidence(photo.labels)),
    h("div", { class: "sheet-players" }, h("img", { class: "picture", src: photo.picture, alt: t("The photo with what was read") }),
      drawReading(photo, "photo" + number, draw)))));
  byId("learn").disabled = photos.length === 0;
  byId("steps").setAttribute("data-step", photos.length ? "check" : "photo");
}

/** Which words of the guide are for this game, and whether its board must be known before. */
function guide() {
  Array.from(document.querySelectorAll("[data-for]")).forEach((line) => { line.hidden = line.dataset.for.split(" ").indexOf(game()) < 0; });
  const needsBoard = BOARDS.indexOf(game()) >= 0;
  const offered = needsBoard ? known.boards : known.packs.filter((name) => known.boards.indexOf(name) < 0);
  fill(byId("known-packs"), offered.map((name) => h("option", { value: name })));
  byId("no-board").hidden = !needsBoard || known.boards.length > 0;
  photos = [];
  draw();
}

byId("learn").addEventListener("click", async () => {
  say("look", t("Learning …"));
  try {
    const told = await post("/api/lessons", { game: game(), pack: form.elements.pack.value, photos: photos.map((one) => ({ photo: one.photo, labels: one.labels })) });
    say("good", t("{count} pieces learned.", { count: told.learned }) + (told.unseen.length ? " " + t("Not seen yet: {kinds}.", { kinds: told.unseen.map(term).join(", ") }) : ""));
  } catch (error) {
    say("wrong", error.message);
  }
});

form.elements.game.addEventListener("change", guide);
guide();
get("/api/packs").then((told) => {
  known = told;
  Array.from(form.elements.game.options).forEach((option) => { option.disabled = known.games.length > 0 && known.games.indexOf(option.value) < 0; });
  guide();
}).catch(() => {});
