// The simulated table: its speed, seats for visitors, and mistakes to try out.

import { h } from "./dom.js";
import { t } from "./words.js";

export function drawSimulation(context) {
  const table = context.state.table;
  const button = (label, what) => h("button", { type: "button", "data-key": "sim" + JSON.stringify(what),
    onclick: () => context.order("simulate", what) }, label);
  return [
    h("div", { class: "row" }, table.paused ? button(t("Go on"), { what: "go" }) : button(t("Pause"), { what: "pause" }),
      button(t("Slow"), { what: "speed", speed: 1 }), button(t("Fast"), { what: "speed", speed: 5 })),
    h("p", { class: "quiet" }, t("Take a seat, or make a mistake on the table and see what happens.")),
    h("div", { class: "row" }, context.state.players.map((player) => {
      const mine = (table.seats || table.visitors || []).indexOf(player.seat) >= 0;
      return button(mine ? t("{name}: let the bot play", player) : t("Play for {name}", player), { what: "seat", seat: player.seat, on: !mine });
    })),
    h("div", { class: "row" }, button(t("Nudge a tile"), { what: "nudge" }), button(t("Lay a wrong tile"), { what: "illegal" }),
      button(t("Leave a hand in the picture"), { what: "hand" }), button(t("Tidy up"), { what: "tidy" })),
  ];
}
