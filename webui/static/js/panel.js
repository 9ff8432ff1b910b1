// The panel on the screen: the same lights and buttons as the box on the table has.

import { h } from "./dom.js";
import { COLON, t, term } from "./words.js";

const BUTTONS = { confirm: "✓", undo: "↶", flip: "⇄", score: "Σ" };

function light(name, pattern, label, words) {
  const parts = pattern.split(" ");
  const on = parts[parts.length - 1] !== "off";
  return h("li", { class: "light " + name.replace(/-\d$/, "") + " " + name + (on ? " lit" : "") + " " + parts.join(" is-") },
    h("span", { class: "bulb", "aria-hidden": "true" }), h("span", {}, label),
    h("span", { class: "unseen" }, COLON + (words || (on ? t("on") : t("off")))));
}

const MEANINGS = { green: "fine", blue: "reading", amber: "please look", red: "wrong" };

export function drawLights(context, phases) {
  const lights = context.state.lights;
  const colour = (lights.state || "green on").split(" ")[0];
  return h("ul", { class: "lights", "aria-label": t("Lights") },
    phases.map((phase, k) => light("phase-" + (k + 1), lights["phase-" + (k + 1)] || "off", term(phase))),
    context.state.players.map((player, k) => light("player-" + (k + 1), lights["player-" + (k + 1)] || "off", player.name)),
    light("left", lights.left || "off", t("left")), light("right", lights.right || "off", t("right")),
    light("state", lights.state || "off", term(MEANINGS[colour] || "fine"), term(MEANINGS[colour] || "fine")));
}

export function drawButtons(context) {
  const labels = { confirm: t("Confirm"), undo: t("Undo"), flip: t("Flip"), score: t("Score") };
  return h("div", { class: "panel-buttons", role: "group", "aria-label": t("Panel") }, Object.keys(BUTTONS).map((name) => {
    const off = (name === "flip" && context.state.moment !== "flip") || (name === "undo" && !context.state.can_undo);
    return h("button", { type: "button", class: "panel-button " + name, "data-key": "panel" + name, disabled: off,
      onclick: () => context.order(name) }, h("span", { class: "panel-sign", "aria-hidden": "true" }, BUTTONS[name]), labels[name]);
  }));
}
