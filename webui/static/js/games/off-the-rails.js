// Off the Rails: the mine board with tracks, jewels, carts, where they can go, and the abyss.

import { h, pressable, s } from "../dom.js";
import { chooseMove, tray } from "../chooser.js";
import { closeDialog, showDialog } from "../dialog.js";
import { t, term } from "../words.js";

export const PHASES = ["actions", "movement", "deposit", "abyss"];
const CELL = 60;
const SIDES = { N: [0, -1], E: [1, 0], S: [0, 1], W: [-1, 0] };
const TURNS = { N: 0, E: 90, S: 180, W: 270 };
const GEMS = { ruby: "M0,-9 L8,-2 L0,10 L-8,-2 Z", emerald: "M-6,-9 H6 L9,0 L6,9 H-6 L-9,0 Z", gold: "M-9,6 L-6,-6 H6 L9,6 Z",
  diamond: "M0,-10 L10,0 L0,10 L-10,0 Z", rock: "M-9,4 L-6,-6 L2,-9 L9,-2 L7,8 L-4,9 Z" };

export function phaseOf(phase) {
  return { setup: "deposit", jewels: "deposit", facing: "movement", opening: "abyss", token: "abyss", collapse: "abyss" }[phase] || phase;
}

function middle(at) {
  return [at[0] * CELL + CELL / 2, at[1] * CELL + CELL / 2];
}

function corner(at) {
  return "translate(" + at[0] * CELL + "," + at[1] * CELL + ")";
}

function track(exits) {
  return exits.split("").map((side) => {
    const d = "M30,30 L" + (30 + 30 * SIDES[side][0]) + "," + (30 + 30 * SIDES[side][1]);
    return [s("path", { d, class: "mine-ties" }), s("path", { d, class: "mine-rail" })];
  });
}

function gem(kind, x, y) {
  return s("g", { transform: "translate(" + x + "," + y + ") scale(0.8)", class: "gem " + kind }, s("path", { d: GEMS[kind] }), s("title", {}, term(kind)));
}

function square(cell) {
  return s("g", { transform: corner(cell.at) }, cell.track ? track(cell.track) : null,
    cell.abyss ? s("g", { class: "abyss" }, s("circle", { cx: 30, cy: 30, r: 25 }), s("text", { x: 30, y: 35, "text-anchor": "middle" }, term(cell.abyss)[0].toUpperCase())) : null,
    cell.jewels.map((kind, k) => gem(kind, 13 + 17 * (k % 3), 14 + 17 * Math.floor(k / 3))));
}

function ground(view) {
  const squares = [];
  for (let row = 0; row < view.grid.rows; row += 1) {
    for (let column = 0; column < view.grid.columns; column += 1) {
      squares.push(s("rect", { x: column * CELL + 1, y: row * CELL + 1, width: CELL - 2, height: CELL - 2, rx: 4, class: "mine-square" }));
    }
  }
  return squares;
}

function mines(view) {
  return Object.keys(view.mines).map((colour) => {
    const mine = view.mines[colour];
    return [s("g", { transform: corner(mine.centre), class: "mine-centre clan-" + colour }, s("rect", { x: 4, y: 4, width: 52, height: 52, rx: 8 }),
      s("text", { x: 30, y: 36, "text-anchor": "middle" }, term(colour).slice(0, 3))),
    Object.keys(mine.spaces).map((number) => s("text", { x: mine.spaces[number][0] * CELL + 52, y: mine.spaces[number][1] * CELL + 54, "text-anchor": "end",
      class: "mine-number" }, number))];
  });
}

function starts(view) {
  return view.starts.map((start) => s("g", { transform: corner(start.at), class: "mine-start" }, track(start.facing + { N: "S", S: "N", E: "W", W: "E" }[start.facing]),
    s("path", { d: "M30,16 L42,40 H18 Z", transform: "rotate(" + TURNS[start.facing] + " 30 30)" })));
}

function cart(one) {
  return s("g", { transform: corner(one.at), class: "cart clan-" + one.clan },
    s("g", { transform: "rotate(" + (TURNS[one.facing] || 0) + " 30 30)" }, s("path", { d: "M30,4 L46,18 V52 H14 V18 Z", class: "cart-body" })),
    s("rect", { x: 20, y: 22, width: 20, height: 20, rx: 4, class: "die " + one.die }),
    s("text", { x: 30, y: 38, "text-anchor": "middle", class: "die-number " + one.die }, one.speed),
    s("title", {}, term(one.clan) + " " + term(one.die) + ": " + (one.hold.map(term).join(", ") || t("empty"))));
}

/** Where the carts on turn can go: a line along the way, and a sign at its end. */
function ways(view) {
  const found = [];
  view.players.forEach((player) => player.carts.filter((one) => one.at && one.reach).forEach((one) => one.reach.forEach((way) => {
    const points = [middle(one.at)].concat(way.squares.map(middle));
    const end = points[points.length - 1];
    const bad = way.ending === "derails" || way.ending === "abyss";
    found.push(s("g", { class: "way" + (bad ? " bad" : "") }, s("polyline", { points: points.map((point) => point.join(",")).join(" ") }),
      s("text", { x: end[0], y: end[1] + 6, "text-anchor": "middle" }, bad ? "✕" : way.ending === "home" ? "⌂" : "●"), s("title", {}, way.says)));
  })));
  return found;
}

function pressableCells(context) {
  const cells = {};
  context.moves.filter((text) => text.indexOf("TABLE") !== 0).forEach((text) => {
    const words = text.split(" ");
    const at = words.slice(2).find((word) => /^-?\d+,-?\d+$/.test(word));
    if (at && ["lay", "upgrade", "enter", "abyss"].indexOf(words[1]) >= 0) (cells[at] = cells[at] || []).push(text);
  });
  return Object.keys(cells).map((key) => {
    const at = key.split(",").map(Number);
    const mark = s("rect", { x: at[0] * CELL + 3, y: at[1] * CELL + 3, width: 54, height: 54, rx: 6, class: "mine-open" });
    return pressable(mark, t("What to do at {cell}", { cell: key }), () => (cells[key].length === 1 ? context.play(cells[key][0])
      : chooseMove(t("What to do at {cell}", { cell: key }), cells[key], context)), "cell" + key);
  });
}

function board(context) {
  const view = context.state.view;
  const changed = context.state.changed.map((one) => s("rect", { x: one.at[0] * CELL + 2, y: one.at[1] * CELL + 2, width: 56, height: 56, rx: 5, class: "changed-frame" }));
  const size = [(view.grid.columns + 2) * CELL, (view.grid.rows + 2) * CELL];
  const carts = [].concat(...view.players.map((player) => player.carts.filter((one) => one.at)));
  return s("svg", { viewBox: [-CELL, -CELL, size[0], size[1]].join(" "), class: "mine-board", role: "group", "aria-label": t("The mine board") },
    ground(view), mines(view), starts(view), view.cells.map(square), changed, context.mayPlay ? pressableCells(context) : null, ways(view), carts.map(cart));
}

function clan(player, context) {
  const rows = player.carts.map((one) => h("li", {}, h("strong", {}, term(one.die)), ": ",
    one.at ? t("at {cell}, speed {speed}", { cell: one.at.join(","), speed: one.speed }) : one.lost ? t("lost in the abyss") : t("at home"),
    one.at ? " · " + (one.hold.map(term).join(", ") || t("empty")) : "", one.warning ? h("p", { class: "insisted" }, "⚠ " + one.warning) : null));
  const stash = player.stash ? Object.keys(player.stash).map((kind) => player.stash[kind] + " " + term(kind)).join(", ") || t("nothing") : t("hidden behind the shield");
  return h("section", { class: "card" + (context.state.on_turn.indexOf(player.seat) >= 0 ? " on-turn territory-card" : ""), "aria-label": player.name },
    h("div", { class: "card-head" }, h("h2", {}, context.badge(player.seat), " ", player.name), h("span", { class: "clan-name clan-" + player.clan }, term(player.clan)),
      h("strong", { class: "total" }, context.totalOf(player.name))),
    h("ul", { class: "plain-list" }, rows), h("p", {}, t("Stash"), ": ", stash),
    context.mayPlay ? h("button", { type: "button", class: "plain", onclick: () => askMissions(player, context) }, t("Enter missions …")) : null);
}

function askMissions(player, context) {
  const field = h("input", { type: "number", min: 0, max: 99, value: player.missions, "aria-label": t("Points from missions") });
  showDialog(t("Points from missions"), field, h("button", { type: "button", class: "main",
    onclick: () => { closeDialog(); context.correct("missions " + player.seat + " " + Number(field.value)); } }, t("Record")));
}

export function draw(context) {
  const view = context.state.view;
  const labels = { lay: t("Lay a track"), upgrade: t("Upgrade a track"), enter: t("Put a cart on the board"), speed: t("Change a speed"),
    move: t("Move a cart"), face: t("Turn the struck cart"), abyss: t("Lay the abyss token"), done: t("End the actions") };
  return [tray(context, labels, view.actions_left ? h("p", { class: "quiet" }, t("Actions left: {count}", { count: view.actions_left })) : null),
    h("section", { class: "card" }, h("h2", {}, t("The mine board")), board(context),
      h("p", { class: "quiet" }, [t("In the bag") + " " + view.bag, t("Deposit cards") + " " + view.deck, view.abyss.opened ? t("The abyss is open") : t("The abyss is closed")].join(" · "))),
    h("div", { class: "territories" }, view.players.map((player) => clan(player, context)))];
}

