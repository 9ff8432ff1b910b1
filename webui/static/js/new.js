// The form for a new game: players, colours, objectives, challenge, and what each game asks beside them.

import { byId, fill, h } from "./dom.js";
import { get, post } from "./desk.js";
import { t, term } from "./words.js";

const OBJECTIVES = ["town-hall", "metropolis", "central-station", "stadium", "airport", "temple", "service-station"];
const CHALLENGES = ["megalopolis", "route-66", "trans-europe-express", "perfection", "flat-earth", "volcano", "holes", "far-friends",
  "station-mayhem", "car-paradise", "train-paradise", "four-cities", "strict-rules", "traffic-control", "tired-travellers"];
const COLOURS = { "ticket-to-ride-new-york": ["white", "yellow", "turquoise", "purple"], "off-the-rails": ["red", "yellow", "green", "blue"] };
const form = byId("new-game");
let players = ["", ""];
let colours = [];
let packs = [];
let drawnFor = "";

function chosen() {
  return form.querySelector("input[name=game]:checked");
}

function drawPlayers() {
  const game = chosen();
  const most = Number(game.dataset.most);
  const least = Number(game.dataset.least);
  players = players.slice(0, most);
  while (players.length < least) players.push("");
  const choices = COLOURS[game.value] || [];
  colours = players.map((name, k) => (choices.indexOf(colours[k]) >= 0 ? colours[k] : choices[k]));
  fill(byId("players"), players.map((name, k) => h("div", { class: "player-row" },
    h("span", { class: "badge seat-" + (k + 1), "aria-hidden": "true" }, k + 1),
    h("input", { value: name, maxlength: 40, required: true, "aria-label": t("Name of player {number}", { number: k + 1 }), "data-key": "name" + k,
      placeholder: t("Name"), oninput: (event) => { players[k] = event.target.value; } }),
    choices.length ? h("select", { "aria-label": t("Colour of player {number}", { number: k + 1 }), onchange: (event) => { colours[k] = event.target.value; } },
      choices.map((colour) => h("option", { value: colour, selected: colours[k] === colour }, term(colour)))) : h("span"),
    players.length > least ? h("button", { type: "button", class: "plain", "aria-label": t("Remove player {number}", { number: k + 1 }),
      onclick: () => { players.splice(k, 1); colours.splice(k, 1); draw(); } }, "✕") : h("span"))));
  byId("add-player").hidden = players.length >= most;
}

function check(name, label, value) {
  return h("label", { class: "inline" }, h("input", { type: "checkbox", name, value: value || "yes" }), " ", label);
}

function pick(name, label, values, none) {
  return h("label", {}, label, h("select", { name }, none ? h("option", { value: "" }, none) : null,
    values.map((value) => h("option", { value }, term(value)))));
}

/** What a game asks beside its players; drawn anew only when that changes, so that nothing ticked is lost. */
function drawOptions() {
  const game = chosen().value;
  const solo = players.length === 1;
  const key = game + solo + packs.join();
  if (key === drawnFor) return;
  drawnFor = key;
  const fields = {
    "railroad-tiles": () => [
      h("div", { role: "group", "aria-label": t("Objectives") }, h("p", {}, t("Objectives: none, or three of them.")), OBJECTIVES.map((name) => check("objectives", term(name), name))),
      solo ? pick("challenge", t("Challenge"), CHALLENGES, t("No challenge")) : null],
    "off-the-rails": () => [check("fast", t("The fast game")), pick("board", t("Board"), ["10", "9", "11"])],
    "ticket-to-ride-new-york": () => [check("open_hands", t("Everybody's cards are entered, so that hands are known"))],
    "ticket-to-ride-card-game": () => [check("open_hands", t("Everybody's cards are entered, so that hands are known"))],
  }[game];
  fill(byId("option-fields"), fields ? fields() : null, packs.length ? pick("pack", t("Which box lies on the table?"), packs, t("The printed set")) : null);
}

function draw() {
  drawPlayers();
  drawOptions();
}

function setup(game) {
  const found = {};
  const ticked = (name) => Array.from(form.querySelectorAll("input[name=" + name + "]:checked")).map((box) => box.value);
  const value = (name) => (form.elements[name] ? form.elements[name].value : "");
  if (ticked("objectives").length) found.objectives = ticked("objectives");
  if (value("challenge")) found.challenge = value("challenge");
  if (game === "off-the-rails") Object.assign(found, { clans: colours, board: value("board") }, ticked("fast").length ? { fast: true } : {});
  if (game === "ticket-to-ride-new-york") found.colours = colours;
  if (/^ticket/.test(game)) found.hands = ticked("open_hands").length ? "open" : "hidden";
  return found;
}

async function begin(event) {
  event.preventDefault();
  const game = chosen().value;
  try {
    const state = await get("/api/state");
    const pack = form.elements.pack ? form.elements.pack.value : "";
    await post("/api/commands", Object.assign({ n: state.n, do: "new", game, players: players.map((name) => name.trim()), setup: setup(game) },
      pack ? { pack } : {}));
    window.location.href = "/";
  } catch (error) {
    fill(byId("answer"), h("div", { class: "notice wrong" }, h("strong", {}, error.message)),
      error.status === 403 ? pinForm() : null, error.status === 401 ? h("a", { class: "button", href: "/join" }, t("Join the table")) : null);
  }
}

function pinForm() {
  const field = h("input", { inputmode: "numeric", "aria-label": t("PIN"), maxlength: 12 });
  return h("div", { class: "row" }, field, h("button", { type: "button", onclick: async () => {
    try {
      await post("/api/pin", { pin: field.value });
      fill(byId("answer"), h("div", { class: "notice good" }, t("Thank you. Start the game now.")));
    } catch (error) {
      fill(byId("answer"), h("div", { class: "notice wrong" }, error.message), pinForm());
    }
  } }, t("Use the PIN")));
}

form.addEventListener("submit", begin);
form.addEventListener("change", (event) => { if (event.target.name === "game") draw(); });
byId("add-player").addEventListener("click", () => { players.push(""); draw(); });
draw();
get("/api/packs").then((told) => { packs = told.packs; drawOptions(); }).catch(() => {});
