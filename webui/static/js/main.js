// The table's page: follows the service and draws what it tells.

import { byId, fill, h } from "./dom.js";
import { again, command, current, get, level, listen, post, start } from "./desk.js";
import { closeDialog, showDialog } from "./dialog.js";
import { invite, wayIn } from "./frame.js";
import { drawCamera } from "./camera.js";
import { coin, tossCoin } from "./coin.js";
import { games } from "./games/all.js";
import { drawNotices } from "./notices.js";
import { drawButtons, drawLights } from "./panel.js";
import { drawGrowth, drawScores, minus } from "./scores.js";
import { drawSimulation } from "./simulation.js";
import { drawStory } from "./story.js";
import { t, term } from "./words.js";

const ui = { part: null, wholeStory: null };
let moves = { n: -1, list: [] };
let said = "";
let connected = true;
let lastFlip = null;
let lastShowing = "";
let drawing = false; // until all that is drawn for the table is shown, nothing more is drawn

/** A seat as a small sign: a number on a shape and a colour of its own. */
export function badge(seat) {
  return h("span", { class: "badge seat-" + seat.slice(1), "aria-hidden": "true" }, seat.slice(1));
}

function contextOf(state) {
  const nameOf = (seat) => {
    const player = state.players.find((one) => one.seat === seat);
    return player ? player.name : t("Table");
  };
  return {
    state, ui, badge, nameOf, order, choose, chance, hint,
    labelOf: games[state.game] && games[state.game].labelOf,
    moves: moves.n === state.n ? moves.list : [],
    mayPlay: state.you.may_play,
    drawing,
    play: (text, insist) => order("move", insist ? { text, insist: true } : { text }),
    correct: (text) => order("correct", { text }),
    totalOf: (name) => {
      const player = state.players.find((one) => one.name === name);
      return player && player.total !== undefined ? minus(player.total) : "";
    },
    sourcesFor: (name) => {
      const player = state.scores && state.scores.players.find((one) => one.name === name);
      return player && ui.part ? player.sources.filter((source) => source.part === ui.part) : [];
    },
  };
}

function choose(what) {
  Object.assign(ui, what);
  if (what.tile) ui.hints = null;
  draw();
}

async function order(what, details) {
  said = "";
  try {
    await command(what, details);
  } catch (error) {
    said = error.message;
    if (error.status === 401) askToJoin(error.message);
    if (error.status === 409) again();
    draw();
  }
}

async function chance(all) {
  if (drawing) return;
  said = "";
  drawing = true;
  draw();
  try {
    await post("/api/chance", { n: current().n, all });
    await level();
  } catch (error) {
    said = error.message;
    if (error.status === 409) again();
  }
  drawing = false;
  draw();
}

async function hint(seat, tile) {
  try {
    const told = await get("/api/hints?seat=" + seat + "&tile=" + encodeURIComponent(tile));
    ui.hints = told.hints;
  } catch (error) {
    said = error.message;
  }
  draw();
}

function askToJoin(words) {
  showDialog(t("Join the table"), h("p", {}, words), h("a", { class: "button main", href: "/join" }, t("Enter the join code")));
}

/** Legal moves are asked for once for each state, and only by those who may play. */
async function learnMoves(state) {
  if (!state.game || state.over || !state.you.may_play || moves.n === state.n) return;
  const wanted = state.n;
  moves = { n: wanted, list: [] };
  try {
    const told = await get("/api/moves");
    if (told.n !== current().n) return;
    moves = { n: told.n, list: told.moves };
    draw();
  } catch (error) {
    moves = { n: -1, list: [] };
  }
}

function draw() {
  const state = current();
  if (!state) return;
  const context = contextOf(state);
  const game = games[state.game];
  document.body.setAttribute("data-moment", state.moment);
  document.body.setAttribute("data-n", state.n);
  document.body.classList.toggle("large-score", state.showing === "score");
  drawBoard(context, game);
  fill(byId("notices"), drawNotices(context, said, connected));
  byId("table").setAttribute("aria-busy", String(drawing));
  fill(byId("table"), game ? game.draw(context) : welcome());
  const playing = Boolean(state.scores);
  ["scores-card", "growth-card", "panel-card", "story-card", "hand-card", "camera-card"].forEach((id) => { byId(id).hidden = !playing; });
  if (!playing) return;
  fill(byId("scores"), drawScores(context));
  fill(byId("growth"), drawGrowth(context));
  fill(byId("panel"), drawLights(context, (game && game.PHASES) || []), state.you.may_play ? drawButtons(context) : null);
  fill(byId("camera"), drawCamera(context));
  fill(byId("story"), drawStory(context));
  byId("hand-card").hidden = !state.you.may_play;
  if (!byId("by-hand").firstChild) fill(byId("by-hand"), handForm());
  byId("by-hand").querySelector("input[name=text]").placeholder = context.moves[0] || "P1 …";
  const simulated = Object.keys(state.table).length > 0;
  byId("simulation-card").hidden = !simulated;
  if (simulated) fill(byId("simulation"), drawSimulation(context));
}

function drawBoard(context, game) {
  const state = context.state;
  const next = byId("next");
  if (next.textContent !== state.next) next.textContent = state.next || "";
  const phases = (game && game.PHASES) || [];
  const actors = state.on_turn.filter((seat) => seat !== "TABLE");
  fill(byId("board-head"),
    state.game ? h("span", { class: "board-game" }, term(state.game)) : null,
    state.view && state.view.round ? h("span", { class: "board-round" }, t("Round {round} of {rounds}", state.view)) : null,
    actors.map((seat) => h("span", { class: "on-turn-name" }, context.badge(seat), " ", context.nameOf(seat))),
    h("span", { class: "link" + (connected ? "" : " lost"), role: "status" }, connected ? "" : t("Connection lost; trying again …")));
  const at = phases.findIndex((phase) => phase === state.phase || (game.phaseOf && game.phaseOf(state.phase) === phase));
  fill(byId("board-foot"),
    phases.length && !state.over ? h("ol", { class: "phases", "aria-label": t("Phase") }, phases.map((phase, k) => h("li",
      { class: k === at ? "now" : k < at ? "past" : null, "aria-current": k === at ? "step" : null }, term(phase)))) : null,
    state.moment === "flip" || coinShown(state) ? coin(state.flipped, context.mayPlay && state.moment === "flip", () => order("flip")) : null,
    state.over ? h("a", { class: "button main", href: "/sheet" }, t("Open the score sheet")) : null,
    !state.game && state.you.may_play ? h("a", { class: "button main", href: "/new" }, t("New game")) : null,
    !state.you.may_play ? h("a", { class: "button", href: "/join" }, t("Join the table")) : null);
}

/** A throw is shown until the next thing happens. */
function coinShown(state) {
  return state.flipped && state.n - state.flipped.n < 2;
}

let door = null;

/** The start page: what can be done, and the QR code by which other phones come in. */
function welcome() {
  if (!door) {
    door = h("section", { class: "card" }, h("h2", {}, t("Invite a phone")));
    wayIn().then((content) => door.append(...content.filter(Boolean))).catch(() => { door.hidden = true; });
  }
  return [h("section", { class: "card" }, h("h2", {}, t("Welcome to the station")),
    h("p", {}, t("Start a game, or score what lies on the table from a single photo.")),
    h("div", { class: "row" }, h("a", { class: "button main", href: "/new" }, t("New game")),
      h("a", { class: "button", href: "/photo" }, t("Score a photo")))), door];
}

function handForm() {
  return h("form", { autocomplete: "off", onsubmit: (event) => {
    event.preventDefault();
    const form = event.target;
    const text = form.elements.text.value.trim();
    if (!text) return;
    order(form.elements.kind.value, form.elements.kind.value === "move" && form.elements.insist.checked ? { text, insist: true } : { text })
      .then(() => { if (!said) form.elements.text.value = ""; });
  } },
  h("label", {}, t("Enter a move or a correction"), h("input", { name: "text", maxlength: 500 })),
  h("div", { class: "row" }, h("label", { class: "inline" }, h("input", { type: "radio", name: "kind", value: "move", checked: true }), " ", t("move")),
    h("label", { class: "inline" }, h("input", { type: "radio", name: "kind", value: "correct" }), " ", t("correction")),
    h("label", { class: "inline" }, h("input", { type: "checkbox", name: "insist" }), " ", t("it lies there all the same"))),
  h("button", { type: "submit" }, t("Record")));
}

function follow(state, isConnected) {
  connected = isConnected;
  if (!state) return;
  if (ui.n !== state.n) Object.assign(ui, { n: state.n, hints: null, tile: null, wholeStory: null, placing: null, rowWrong: false });
  draw();
  if (!isConnected) return;
  learnMoves(state);
  noticeFlip(state);
  if (state.showing === "address" && lastShowing !== "address") invite();
  lastShowing = state.showing;
}

/** The coin turns once for every new throw, also for those who only watch. */
function noticeFlip(state) {
  const flip = state.flipped ? state.flipped.n : 0;
  if (lastFlip !== null && flip && flip !== lastFlip) tossCoin();
  lastFlip = flip;
}

listen(follow);
start();
document.addEventListener("keydown", (event) => {
  const typing = /INPUT|SELECT|TEXTAREA/.test(event.target.tagName);
  if (typing || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "Escape") closeDialog();
});
