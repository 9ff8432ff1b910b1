// Setting the camera up: the live picture, the corner cards found, the zones between them, and a word when it has moved.

import { byId, fill, h } from "./dom.js";
import { get } from "./desk.js";
import { COLON, t } from "./words.js";

const EVERY_MS = 2500;
const NAMES = ["Shared board", "Player 1", "Player 2", "Player 3", "Player 4"];
let timer = null;
let before = null;

function zoneName(number) {
  return number === 0 ? t("Shared board") : t("Player {number}", { number });
}

function zoneLine(number, told) {
  const tags = [0, 1, 2, 3].map((corner) => 4 * number + corner).filter((tag) => told.tags.indexOf(tag) >= 0);
  const found = told.zones.indexOf(number) >= 0;
  if (!tags.length) return null;
  return h("li", { class: found && tags.length >= 3 ? "met" : "missed-line" }, h("strong", {}, zoneName(number)), COLON,
    t("{count} of 4 corner cards", { count: tags.length }));
}

const FAR = 0.01; // of the picture: more than a card is found anew

/** Cards that are gone, or zones that lie elsewhere in the picture: somebody has touched the camera or the cards. */
function hasMoved(told) {
  const last = before;
  before = told;
  if (!last) return false;
  const lost = last.tags.filter((tag) => told.tags.indexOf(tag) < 0).length;
  const shifted = told.zones.some((zone, k) => {
    const was = last.corners[last.zones.indexOf(zone)];
    return was && told.corners[k].some((corner, j) => Math.hypot(corner[0] - was[j][0], corner[1] - was[j][1]) > FAR);
  });
  return lost > 1 || shifted;
}

async function check() {
  try {
    const told = await get("/api/markers");
    fill(byId("answer"), hasMoved(told) ? h("p", { class: "notice look" }, t("The camera has moved, or something covers the cards.")) : null,
      told.tags.length ? null : h("p", { class: "notice wrong" }, t("No corner card is seen.")));
    fill(byId("zones"), NAMES.map((name, number) => zoneLine(number, told)));
    byId("live-picture").src = told.picture;
    byId("live-picture").hidden = false;
  } catch (error) {
    fill(byId("answer"), h("p", { class: "notice wrong", role: "alert" }, error.message));
  }
}

function keepLooking() {
  clearTimeout(timer);
  if (byId("live").checked) check().then(() => { timer = setTimeout(keepLooking, EVERY_MS); });
}

byId("check").addEventListener("click", check);
check();
byId("live").addEventListener("change", keepLooking);
