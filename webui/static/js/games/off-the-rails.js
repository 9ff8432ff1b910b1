// Off the Rails: the mine board with tracks, jewels, carts, where they can go, and the abyss.

import { h, pressable, s } from "../dom.js";
import { chooseMove, tray } from "../chooser.js";
import { closeDialog, showDialog } from "../dialog.js";
import { cart, cartStrip, CELL, clanName, corner, describeCart, editSquare, gemIcon, ground, middle, pressSquare, showStrip, square, squareFields, stood, track } from "../mine.js";
import { COLON, t, term } from "../words.js";

export const PHASES = ["actions", "movement", "deposit", "abyss"];
const TURNS = { N: 0, E: 90, S: 180, W: 270 };

export function phaseOf(phase) {
  return { setup: "deposit", jewels: "deposit", facing: "movement", opening: "abyss", token: "abyss", collapse: "abyss" }[phase] || phase;
}

function mines(view) {
  return Object.keys(view.mines).map((colour) => {
    const mine = view.mines[colour];
    return [s("g", { transform: corner(mine.centre), class: "mine-centre clan-" + colour }, s("rect", { x: 4, y: 4, width: 52, height: 52, rx: 8 }),
      s("text", { x: 30, y: 35, "text-anchor": "middle", textLength: term(colour).length > 5 ? 46 : null, lengthAdjust: "spacingAndGlyphs" }, term(colour))),
    Object.keys(mine.spaces).map((number) => s("text", { x: mine.spaces[number][0] * CELL + 52, y: mine.spaces[number][1] * CELL + 54, "text-anchor": "end",
      class: "mine-number" }, number))];
  });
}

function starts(view) {
  return view.starts.map((start) => s("g", { transform: corner(start.at), class: "mine-start" }, track(start.facing + { N: "S", S: "N", E: "W", W: "E" }[start.facing]),
    s("path", { d: "M30,16 L42,40 H18 Z", transform: "rotate(" + TURNS[start.facing] + " 30 30)" })));
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

/** Moves that begin with a tap on a square, by square. */
function movesBySquare(context) {
  const cells = {};
  context.moves.filter((text) => text.indexOf("TABLE") !== 0).forEach((text) => {
    const words = text.split(" ");
    const at = words.slice(2).find((word) => /^-?\d+,-?\d+$/.test(word));
    if (at && ["lay", "upgrade", "enter", "abyss"].indexOf(words[1]) >= 0) (cells[at] = cells[at] || []).push(text);
  });
  return cells;
}

/** Every square can be tapped: for a move where one is legal, else to put right what lies there. */
function pressableSquares(context) {
  if (context.ui.placing) return placeSquares(context);
  const view = context.state.view;
  const moves = movesBySquare(context);
  const found = {};
  view.cells.forEach((cell) => { found[cell.at.join()] = cell; });
  const keys = Object.keys(moves);
  for (let row = 0; row < view.grid.rows; row += 1) for (let column = 0; column < view.grid.columns; column += 1) keys.push(column + "," + row);
  return keys.filter((key, k) => keys.indexOf(key) === k).map((key) => {
    const at = key.split(",").map(Number);
    const inside = at[0] >= 0 && at[1] >= 0 && at[0] < view.grid.columns && at[1] < view.grid.rows;
    const cell = found[key] || { at, track: null, jewels: [], abyss: null };
    const correct = inside ? () => editSquare(cell, tellSquare(cell, context), clansOf(context)) : null;
    if (!moves[key]) return pressSquare(at, t("What really lies at {cell}?", { cell: key }), correct, "cell" + key, "quiet");
    return pressSquare(at, t("What to do at {cell}", { cell: key }), () => chooseMove(t("What to do at {cell}", { cell: key }), moves[key], context,
      inside ? [h("h3", {}, t("Something else lies there:")), squareFields(cell, tellSquare(cell, context), clansOf(context))] : null), "cell" + key);
  });
}

function tellSquare(cell, context) {
  return (what, value) => context.correct(what + " " + cell.at.join(",") + " " + (what === "jewels" ? value.join(" ") || "none" : value || "none"));
}

function clansOf(context) {
  return Object.keys(context.state.view.mines);
}

/** A cart is put right in two taps: one on it, one on the square where it stands or on how it stands. */
function tellCart(seat, one, rest, context) {
  context.choose({ placing: null });
  context.correct("cart " + seat + " " + one.die + " " + rest);
}

function standing(now) {
  return now.at.join(",") + " " + now.facing + " " + now.speed;
}

function chosenCart(context) {
  if (!context.ui.placing) return null;
  const { seat, one } = context.ui.placing;
  const tell = (rest) => tellCart(seat, one, rest, context);
  return cartStrip(one, (now) => tell(standing(now)),
    one.at ? h("button", { type: "button", onclick: () => tell("home") }, t("It is at home")) : null,
    one.lost ? null : h("button", { type: "button", class: "danger", onclick: () => tell("lost") }, t("It is lost in the abyss")),
    h("button", { type: "button", class: "plain", "data-key": "never-mind", onclick: () => context.choose({ placing: null }) }, t("Never mind")));
}

/** Squares where a chosen cart may stand: those with a track and no other cart. */
function placeSquares(context) {
  const view = context.state.view;
  const { seat, one } = context.ui.placing;
  const taken = [].concat(...view.players.map((player) => player.carts.filter((other) => other.at).map((other) => other.at.join())));
  const exits = {};
  view.starts.forEach((start) => { exits[start.at.join()] = start.facing; });
  view.cells.filter((cell) => cell.track).forEach((cell) => { exits[cell.at.join()] = cell.track; });
  return Object.keys(exits).filter((key) => taken.indexOf(key) < 0).map((key) => pressSquare(key.split(",").map(Number), t("The cart stands at {cell}", { cell: key }),
    () => tellCart(seat, one, standing(stood(one, key.split(",").map(Number), exits[key])), context), "place" + key, "wanted"));
}

function drawnCarts(context) {
  const chosen = context.ui.placing && context.ui.placing.one;
  const press = (seat, one) => () => { context.choose({ placing: chosen === one ? null : { seat, one } }); showStrip(); };
  return [].concat(...context.state.view.players.map((player) => player.carts.filter((one) => one.at).map((one) => (context.mayPlay && !context.state.over
    ? pressable(cart(one, chosen === one), describeCart(one), press(player.seat, one), "cart" + one.clan + one.die) : cart(one)))));
}

export function board(context) {
  const view = context.state.view;
  const changed = context.state.changed.map((one) => s("rect", { x: one.at[0] * CELL + 2, y: one.at[1] * CELL + 2, width: 56, height: 56, rx: 5, class: "changed-frame" }));
  const size = [(view.grid.columns + 2) * CELL, (view.grid.rows + 2) * CELL];
  return s("svg", { viewBox: [-CELL, -CELL, size[0], size[1]].join(" "), class: "mine-board", role: "group", "aria-label": t("The mine board") },
    ground(view.grid), mines(view), starts(view), view.cells.map(square), wrongSquares(context.state), changed,
    context.mayPlay && !context.state.over ? pressableSquares(context) : null, ways(view), drawnCarts(context));
}

/** What the rules or the camera find wrong, in red, with the reason. */
function wrongSquares(state) {
  const found = state.problems.concat((state.seen && state.seen.contradictions) || []).filter((one) => one.at);
  return found.map((one) => s("g", { transform: corner(one.at), class: "wrong-mark" }, s("rect", { x: 3, y: 3, width: 54, height: 54, rx: 5 }),
    s("text", { x: 30, y: 40, "text-anchor": "middle", class: "wrong-sign" }, "!"), s("title", {}, one.why)));
}

/** A cart that the record has off the board and the table on it: two taps as well. */
function standsElsewhere(seat, one, context) {
  if (!context.mayPlay || context.state.over) return null;
  return h("button", { type: "button", class: "plain", "data-key": "stands" + one.clan + one.die, onclick: () => {
    context.choose({ placing: { seat, one } });
    document.querySelector(".mine-board").scrollIntoView({ block: "start" });
    showStrip();
  } }, t("It stands elsewhere …"));
}

function clan(player, context) {
  const rows = player.carts.map((one) => h("li", {}, h("strong", {}, term(one.die)), COLON,
    one.at ? t("at {cell}, speed {speed}", { cell: one.at.join(","), speed: one.speed }) : one.lost ? t("lost in the abyss") : t("at home"),
    one.at ? " · " + (one.hold.map(term).join(", ") || t("empty")) : standsElsewhere(player.seat, one, context), one.warning ? h("p", { class: "insisted" }, "⚠ " + one.warning) : null));
  const stash = player.stash ? stashOf(player.stash) : t("hidden behind the shield");
  return h("section", { class: "card" + (context.state.on_turn.indexOf(player.seat) >= 0 ? " on-turn territory-card" : ""), "aria-label": player.name },
    h("div", { class: "card-head" }, h("h2", {}, context.badge(player.seat), " ", player.name), clanName(player.clan),
      h("strong", { class: "total" }, context.totalOf(player.name))),
    h("ul", { class: "plain-list" }, rows), h("p", {}, t("Stash"), COLON, stash),
    context.mayPlay ? h("button", { type: "button", class: "plain", onclick: () => askMissions(player, context) }, t("Enter missions …")) : null);
}

/** A stash as jewels with their numbers. */
export function stashOf(stash) {
  const kinds = Object.keys(stash).filter((kind) => stash[kind]);
  return kinds.length ? kinds.map((kind) => h("span", { class: "stash" }, gemIcon(kind), term(kind) + " × " + stash[kind])) : t("nothing");
}

function askMissions(player, context) {
  const field = h("input", { type: "number", min: 0, max: 99, value: player.missions, "aria-label": t("Points from missions") });
  showDialog(t("Points from missions"), field, h("button", { type: "button", class: "main",
    onclick: () => { closeDialog(); context.correct("missions " + player.seat + " " + Number(field.value)); } }, t("Record")));
}

const ARROWS = { N: "↑", E: "→", S: "↓", W: "←" };

function arrows(path) {
  return path.split("").map((side) => ARROWS[side]).join("");
}

/** A move as a button shows it: tracks are drawn, ways are arrows, jewels have their names. */
export function labelOf(text) {
  const words = text.split(" ");
  const tail = (from) => words.slice(from).map((word) => (ARROWS[word] ? ARROWS[word] : { face: "·", take: "· +", drop: "· −" }[word] || term(word))).join(" ");
  if (words[1] === "lay" || words[1] === "upgrade") return [trackPicture(words[3]), words[2]];
  if (words[1] === "move") return h("span", {}, h("strong", {}, term(words[2])), " ", arrows(words[3]), " ", tail(4));
  if (["enter", "speed", "face"].indexOf(words[1]) >= 0) return h("span", {}, h("strong", {}, term(words[2])), COLON, tail(3));
  return words[1] === "card" || words[1] === "jewels" ? h("span", {}, tail(2)) : null;
}

function trackPicture(exits) {
  return s("svg", { viewBox: "0 0 60 60", class: "track-picture", role: "img", "aria-label": exits.split("").map(term).join(", ") },
    s("rect", { width: 60, height: 60, rx: 4, class: "mine-square" }), track(exits));
}

export function draw(context) {
  const view = context.state.view;
  const labels = { lay: t("Lay a track"), upgrade: t("Upgrade a track"), enter: t("Put a cart on the board"), speed: t("Change a speed"),
    move: t("Move a cart"), face: t("Turn the struck cart"), abyss: t("Lay the abyss token"), done: t("End the actions") };
  return [tray(context, labels, view.actions_left ? h("p", { class: "quiet" }, t("Actions left: {count}", { count: view.actions_left })) : null),
    h("section", { class: "card" }, h("h2", {}, t("The mine board")), board(context),
      chosenCart(context),
      h("p", { class: "quiet" }, [t("In the bag") + " " + view.bag, t("Deposit cards") + " " + view.deck, view.abyss.opened ? t("The abyss is open") : t("The abyss is closed")].join(" · "))),
    h("div", { class: "territories" }, view.players.map((player) => clan(player, context)))];
}

