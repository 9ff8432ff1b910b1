// The two-player token: a coin that turns, then shows left or right.

import { byId, h } from "./dom.js";
import { t, term } from "./words.js";

const TURNING_MS = 1600;
let turning = false;

export function coin(flipped, due, press) {
  const side = flipped && !due ? flipped.side : null;
  const face = h("span", { class: "coin-face", "aria-hidden": "true" }, side === "left" ? "◀" : side === "right" ? "▶" : "⇄");
  const words = due ? t("Flip the token") : side ? term(side) : "";
  return h("div", { class: "coin-place" },
    due ? h("button", { type: "button", id: "coin", class: "coin", "data-key": "coin", "aria-label": words, onclick: press }, face)
      : h("span", { id: "coin", class: "coin is-" + side + (turning ? " turning" : ""), role: "img", "aria-label": words }, face),
    h("strong", { class: "coin-words" + (turning ? " waiting" : "") }, words));
}

/** Let the coin that is on the page turn; redrawing in between does not stop it. */
export function tossCoin() {
  turning = true;
  const shown = byId("coin");
  if (shown) shown.classList.add("turning");
  setTimeout(() => {
    turning = false;
    const still = byId("coin");
    if (still) still.classList.remove("turning");
    const words = document.querySelector(".coin-words");
    if (words) words.classList.remove("waiting");
  }, TURNING_MS);
}
