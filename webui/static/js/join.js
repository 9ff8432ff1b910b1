// Joining with the code behind the # of the address, and taking a seat.

import { byId, fill, h } from "./dom.js";
import { get, post } from "./desk.js";
import { t } from "./words.js";

function answer(kind, words) {
  fill(byId("answer"), h("div", { class: "notice " + kind }, words));
}

async function join(code) {
  try {
    await post("/api/join", { code });
    window.history.replaceState(null, "", "/join");
    answer("good", t("You have joined the table."));
    await showSeats();
  } catch (error) {
    answer("wrong", error.message);
  }
}

async function sit(seat) {
  try {
    await post("/api/seat", { seat });
    window.location.href = "/";
  } catch (error) {
    answer("wrong", error.message);
  }
}

async function showSeats() {
  const state = await get("/api/state");
  byId("join").hidden = state.you.may_play;
  byId("seats").hidden = !state.you.may_play;
  fill(byId("seat-buttons"), state.players.map((player) => h("button", { type: "button", "aria-pressed": player.seat === state.you.seat ? "true" : "false",
    onclick: () => sit(player.seat) }, h("span", { class: "badge seat-" + player.seat.slice(1), "aria-hidden": "true" }, player.seat.slice(1)), player.name)),
  h("button", { type: "button", onclick: () => sit(null) }, t("At no seat: for everybody")));
}

byId("join").addEventListener("submit", (event) => {
  event.preventDefault();
  join(event.target.elements.code.value);
});
if (window.location.hash.length > 1) join(decodeURIComponent(window.location.hash.slice(1)));
else showSeats();
