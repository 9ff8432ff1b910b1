"use strict";
// One stream of whole states comes in; every click goes out with the number of the state it was made in.
const find = (id) => document.getElementById(id);
let state = JSON.parse(document.body.dataset.state);
let changes = null;

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function show(id, visible) { find(id).hidden = !visible; }

function drawScores() {
  const table = find("scores");
  table.replaceChildren();
  const parts = state.players.length ? Object.keys(state.players[0].parts) : [];
  const head = table.insertRow();
  ["", ...parts, "total"].forEach((title) => head.append(element("th", title)));
  state.players.forEach((player) => {
    const row = table.insertRow();
    row.className = player.on_turn ? "on-turn" : "";
    row.append(element("td", player.name));
    parts.forEach((part) => row.append(element("td", player.parts[part])));
    row.append(element("td", player.total, "total"));
  });
}

function drawChoices() {
  const choices = find("choices");
  const seen = state.seen;
  choices.replaceChildren();
  show("choices", Boolean(seen));
  if (!seen) return;
  seen.contradictions.forEach((one) => choices.append(element("p", one.why)));
  seen.explanations.forEach((moves, choice) => {
    const button = element("button", moves.join(", then "));
    button.onclick = () => send({ do: "choose", choice });
    choices.append(button);
  });
  const no = element("button", "None of these");
  no.onclick = () => send({ do: "dismiss" });
  choices.append(no);
}

function drawStory() {
  const story = find("story");
  story.replaceChildren();
  story.start = state.moves || 0;
  [...state.story].reverse().forEach((entry) => {
    story.append(element("li", entry.text || entry.do, entry.insist ? "insist" : ""));
  });
}

function draw() {
  find("game").textContent = state.game ? `${state.game}, ${state.phase}` : "no game";
  find("next").textContent = state.next;
  show("problem", Boolean(state.problem));
  find("problem").textContent = state.problem || "";
  show("guide", state.guide.length > 0);
  find("guide").replaceChildren(...state.guide.map((step) => element("li", step)));
  document.body.classList.toggle("large-score", state.showing === "score" || state.moment === "over");
  find("lights").replaceChildren(...Object.entries(state.lights).map(([name, pattern]) =>
    element("li", `${name}: ${pattern}`, pattern === "off" ? "" : "on")));
  document.querySelector('[data-do="flip"]').disabled = state.moment !== "flip";
  show("simulation", Object.keys(state.table).length > 0);
  find("table-news").textContent = Object.entries(state.table).map(([key, value]) => `${key}: ${value}`).join("; ");
  drawScores();
  drawChoices();
  drawStory();
  if (state.watching === "looking") {
    find("picture").src = `/api/picture.jpg?serial=${state.serial}`;
  }
}

async function send(command) {
  const answer = await fetch("/api/commands", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ n: state.n, ...command }),
  });
  const told = await answer.json();
  if (!answer.ok) {
    show("problem", true);
    find("problem").textContent = told.error;
    return false;
  }
  state = told;
  draw();
  return true;
}

function listen() {
  if (changes) changes.close();
  changes = new EventSource("/api/changes");
  changes.addEventListener("change", (event) => { state = JSON.parse(event.data); draw(); });
}

document.querySelectorAll("[data-do]").forEach((button) => {
  button.onclick = () => send({ do: button.dataset.do });
});
document.querySelectorAll("[data-simulate]").forEach((button) => {
  button.onclick = () => send({ do: "simulate", ...JSON.parse(button.dataset.simulate) });
});
find("move").onsubmit = async (event) => {
  event.preventDefault();
  const form = event.target;
  const command = { do: "move", text: form.text.value };
  if (form.insist.checked) command.insist = true;
  if (await send(command)) form.reset();
};
find("picture").onload = () => show("picture", true);
// A hidden page keeps no stream: a browser has only six for one table.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) { changes.close(); } else { listen(); }
});
draw();
listen();
