// Railroad Tiles: the Station board, what is in hand, and every player's territory.

import { h, pressable, s } from "../dom.js";
import { hintList } from "../chooser.js";
import { chooseWay, correctColumn, correctTile, editTile, tileButton } from "../correct.js";
import { showDialog, closeDialog } from "../dialog.js";
import { drawTerritory, keyOf } from "../territory.js";
import { describe, pawnShape, readTile, tilePicture, tileText } from "../tile.js";
import { COLON, t, term } from "../words.js";

export const PHASES = ["preparation", "selection", "placement", "round-end"];

/** The words of a move, split; nothing is lost by it because a tile's text has no spaces. */
function wordsOf(moves, actor, verb) {
  return moves.map((text) => text.split(" ")).filter((words) => (!actor || words[0] === actor) && words[1] === verb);
}

export function draw(context) {
  const state = context.state;
  const territories = h("div", { class: "territories" }, state.view.players.map((player) => territoryCard(player, context)));
  // What hands are busy with comes first: the Station board while columns are filled and taken, else the territories.
  const laying = state.over || state.phase === "placement" || state.view.players.some((player) => player.hand.length || player.owes_objective);
  return [tray(context), laying ? [territories, stationBoard(context)] : [stationBoard(context), territories]];
}

// The Station board.

function token(text) {
  if (!text) return h("span", { class: "token none" }, "–");
  const kinds = text.replace("+flag", "").split("/");
  const flag = text.indexOf("+flag") > 0;
  const words = kinds.map(term).join(" / ") + (flag ? " + " + t("objective") : "");
  return h("span", { class: "token", role: "img", "aria-label": words, title: words }, kinds.map((kind) =>
    s("svg", { viewBox: "-18 -18 36 36", class: "icon", "aria-hidden": "true" }, pawnShape(kind, true))),
  flag ? h("span", { class: "flag", "aria-hidden": "true" }, "⚑") : null);
}

function stationBoard(context) {
  const view = context.state.view;
  const takes = wordsOf(context.moves, null, "take");
  return h("section", { class: "card station-board", "aria-labelledby": "market-title" },
    h("h2", { id: "market-title" }, t("Station board")),
    h("div", { class: "tokens" },
      h("div", { class: "token-place" }, h("span", { class: "label" }, t("Waiting room")), token(view.waiting)),
      view.active.map((active, index) => h("div", { class: "token-place" },
        h("span", { class: "label" }, t("Active {number}", { number: index + 1 })), token(active))),
      h("div", { class: "token-place" }, h("span", { class: "label" }, t("In the bag")), h("strong", { class: "number" }, view.bag))),
    view.start_tiles.length ? startTiles(context) : null,
    h("div", { class: "columns", tabindex: 0, role: "group", "aria-label": t("Station board") }, view.columns.map((column, index) => marketColumn(column, index, takes, context))));
}

function startTiles(context) {
  const starts = wordsOf(context.moves, null, "start").filter((words) => words[0] !== "TABLE");
  return h("div", { class: "start-tiles" }, h("span", { class: "label" }, t("Start tiles")),
    context.state.view.start_tiles.map((tile) => {
      const ways = starts.filter((words) => sameTile(readTile(words[2]), tile));
      if (!ways.length) return h("span", { class: "tile-holder" }, tilePicture(tile));
      return tileButton(tile, () => chooseWay(t("How does it lie?"), ways.map((words) => readTile(words[2])),
        (chosen) => context.play(ways[0][0] + " start " + tileText(chosen))), t("Take this start tile") + COLON + describe(tile));
    }));
}

function sorted(text) {
  return text.split("").sort().join("");
}

function sameTile(a, b) {
  return sorted(a.sides) === sorted(b.sides) && a.urban === b.urban && a.station === b.station
    && a.objective === b.objective && a.spots.map((spot) => spot.kind + spot.on).sort().join() === b.spots.map((spot) => spot.kind + spot.on).sort().join()
    && alike(a.sides, b.sides);
}

/** Whether sides are equal after turning or flipping: two of a kind lie opposite each other in both, or in neither. */
function alike(a, b) {
  const forms = [];
  [b, b[0] + b[3] + b[2] + b[1]].forEach((form) => {
    for (let k = 0; k < 4; k += 1) forms.push(form.slice(k) + form.slice(0, k));
  });
  return forms.indexOf(a) >= 0;
}

function marketColumn(column, index, takes, context) {
  const move = takes.find((words) => words[2] === String(index + 1));
  const taker = column.taken_by ? context.nameOf(column.taken_by) : null;
  const content = [h("span", { class: "column-head" }, h("span", { class: "label" }, t("Column {number}", { number: index + 1 })),
    h("span", { class: "stars", role: "img", "aria-label": t("Stars {count}", { count: column.stars }) }, "★".repeat(column.stars))),
  taker ? h("span", { class: "taken" }, context.badge(column.taken_by), " ", taker) : null,
  h("span", { class: "column-tiles" }, column.tiles.map((tile) => tilePicture(tile)),
    Array.from({ length: taker ? 0 : Math.max(0, column.size - column.tiles.length) }, () => h("span", { class: "tile-gap", "aria-hidden": "true" })))];
  const box = h("div", { class: "column" + (taker ? " is-taken" : "") + (move ? " is-open" : "") }, content);
  if (move) pressable(box, t("Take column {number}", { number: index + 1 }) + COLON + column.tiles.map(describe).join("; "),
    () => context.play(move.join(" ")), "column" + index);
  if (!context.mayPlay || context.state.over || !column.tiles.length) return h("div", { class: "column-place" }, box);
  const number = index + 1;
  return h("div", { class: "column-place" }, box, h("button", { type: "button", class: "plain", "data-key": "misread" + index, "aria-label": t("Column {number} was misread", { number }),
    onclick: () => correctColumn(number, column.tiles, context) }, t("Misread?")));
}

// What is to be done now.

function tray(context) {
  const state = context.state;
  if (state.over || !context.mayPlay) return null;
  if (state.on_turn[0] === "TABLE") return tableTray(context);
  if (state.phase === "placement") return placementTray(context);
  return handTray(context);
}

function tableTray(context) {
  const kinds = ["order", "start", "fill", "token"];
  const verb = kinds.find((one) => wordsOf(context.moves, "TABLE", one).length);
  if (!verb) return null;
  const moves = wordsOf(context.moves, "TABLE", verb);
  const first = moves[0][2];
  const here = verb === "fill" ? moves.filter((words) => words[2] === first) : moves;
  return h("section", { class: "card tray", "aria-label": t("What the table gives") },
    h("div", { class: "row" },
      h("button", { type: "button", class: "main", "data-key": "draw", disabled: context.drawing, onclick: () => context.chance(false) }, t("Draw for us")),
      h("button", { type: "button", "data-key": "draw-all", disabled: context.drawing, onclick: () => context.chance(true) }, t("Prepare the whole round")),
      h("button", { type: "button", "data-key": "enter", disabled: context.drawing, onclick: () => enterChance(verb, here, context) }, t("Enter what was drawn …"))));
}

function enterChance(verb, moves, context) {
  const play = (words) => { closeDialog(); context.play(words.join(" ")); };
  if (verb === "order") {
    showDialog(t("In which order?"), h("div", { class: "choices" }, moves.map((words) => h("button", { type: "button",
      onclick: () => play(words) }, words.slice(2).map(context.nameOf).join(", ")))));
    return;
  }
  if (verb === "token") {
    showDialog(t("Which token?"), h("div", { class: "choices" }, moves.map((words) => h("button", { type: "button",
      onclick: () => play(words) }, token(words[2])))));
    return;
  }
  const where = verb === "fill" ? t("Which tile came into column {number}?", { number: moves[0][2] }) : t("Which start tile?");
  const body = (words) => words[words.length - 1];
  const prefix = moves[0].slice(0, -1);
  showDialog(where, h("div", { class: "tile-grid" }, moves.map((words) => tileButton(readTile(body(words)), () => play(words)))),
    h("button", { type: "button", onclick: () => editTile(null, (tile) => play(prefix.concat(tileText(tile)))) }, t("Another tile …")));
}

function handTray(context) {
  const seat = context.state.on_turn[0];
  const player = context.state.view.players.find((one) => one.seat === seat);
  const hand = player.hand.concat(player.owes_objective ? player.objectives : []);
  if (!hand.length) return null;
  const chosen = chosenTile(hand, context);
  const text = tileText(chosen);
  const can = (verb) => wordsOf(context.moves, seat, verb).some((words) => sameTile(readTile(words[2]), chosen));
  return h("section", { class: "card tray", "aria-label": t("Tiles to lay") },
    h("div", { class: "hand" }, hand.map((tile, index) => {
      const button = tileButton(tile, () => context.choose({ tile: tileText(tile) }), t("Choose") + COLON + describe(tile));
      button.setAttribute("aria-pressed", tile === chosen ? "true" : "false");
      button.setAttribute("data-key", "hand" + index);
      return button;
    })),
    h("p", { class: "quiet" }, t("Choose a tile, then tap where it goes.")),
    h("div", { class: "row" },
      h("button", { type: "button", "data-key": "hint", onclick: () => context.hint(seat, text) }, t("Hint")),
      can("refuse") ? h("button", { type: "button", "data-key": "refuse",
        onclick: () => context.play(seat + " refuse " + wayOf(context, seat, "refuse", chosen)) }, t("Refuse the tile")) : null,
      can("discard") ? h("button", { type: "button", "data-key": "discard",
        onclick: () => context.play(seat + " discard " + wayOf(context, seat, "discard", chosen)) }, t("It fits nowhere: discard")) : null),
    hintList(context));
}

function wayOf(context, seat, verb, tile) {
  return wordsOf(context.moves, seat, verb).find((words) => sameTile(readTile(words[2]), tile))[2];
}

function chosenTile(hand, context) {
  return hand.find((tile) => tileText(tile) === context.ui.tile) || hand[0];
}

function placementTray(context) {
  const seats = context.state.on_turn;
  const passes = wordsOf(context.moves, null, "pass");
  return h("section", { class: "card tray", "aria-label": t("Pawns to place") },
    h("p", { class: "quiet" }, t("Tap a ringed spot to place a pawn there.")),
    h("div", { class: "row" }, seats.map((seat) => [
      h("button", { type: "button", "data-key": "hint" + seat, onclick: () => context.hint(seat, "") },
        t("Hint for {name}", { name: context.nameOf(seat) })),
      passes.some((words) => words[0] === seat) ? h("button", { type: "button", "data-key": "pass" + seat,
        onclick: () => context.play(seat + " pass") }, t("{name} passes", { name: context.nameOf(seat) })) : null])),
    hintList(context));
}

// Territories.

function territoryCard(player, context) {
  const state = context.state;
  const mine = state.on_turn.indexOf(player.seat) >= 0;
  const picture = drawTerritory(player.tiles, Object.assign({
    key: player.seat,
    label: t("Territory of {name}", { name: player.name }),
    changed: marked(state.changed.filter((one) => one.seat === player.seat)),
    wrong: wrongCells(player, state),
    sources: context.sourcesFor(player.name),
    onTile: context.mayPlay ? (tile) => correctTile(player.seat, tile, context) : null,
  }, mine && context.mayPlay ? whatIsOpen(player, context) : {}));
  const facts = [t("Prestige {count}", { count: player.prestige }), t("Stars {count}", { count: player.stars })];
  if (player.refused.length) facts.push(t("Refused {count}", { count: player.refused.length }));
  return h("section", { class: "card territory-card" + (mine ? " on-turn" : ""), "aria-label": player.name },
    h("div", { class: "card-head" }, h("h2", {}, context.badge(player.seat), " ", player.name),
      h("span", { class: "quiet" }, facts.join(" · ")),
      h("strong", { class: "total" }, context.totalOf(player.name))),
    picture || h("p", { class: "quiet empty" }, t("No tile yet.")),
    problemList(player, state));
}

function marked(places) {
  const found = {};
  places.forEach((place) => { found[keyOf(place.at)] = true; });
  return found;
}

function wrongCells(player, state) {
  const found = {};
  state.problems.filter((one) => one.player === player.name && one.at).forEach((one) => { found[keyOf(one.at)] = one.why; });
  ((state.seen && state.seen.contradictions) || []).filter((one) => one.seat === player.seat && one.at)
    .forEach((one) => { found[keyOf(one.at)] = one.why; });
  return found;
}

function problemList(player, state) {
  const found = state.problems.filter((one) => one.player === player.name);
  return found.length ? h("ul", { class: "problems" }, found.map((one) => h("li", {}, "⚠ ", one.why))) : null;
}

/** Legal places for the chosen tile, or legal spots for pawns. */
function whatIsOpen(player, context) {
  if (context.state.phase === "placement") return openSpots(player, context);
  const hand = player.hand.concat(player.owes_objective ? player.objectives : []);
  if (!hand.length) return {};
  const chosen = chosenTile(hand, context);
  const lays = wordsOf(context.moves, player.seat, "lay").filter((words) => sameTile(readTile(words[3]), chosen));
  const cells = {};
  lays.forEach((words) => { (cells[words[2]] = cells[words[2]] || []).push(words[3]); });
  const hinted = (context.ui.hints || []).map((hint) => hint.move.split(" ")[2]);
  return {
    places: Object.keys(cells).map((key) => ({ at: key.split(",").map(Number), hinted: hinted.indexOf(key) >= 0 })),
    onPlace: (at) => {
      const ways = cells[keyOf(at)];
      const lay = (text) => context.play(player.seat + " lay " + keyOf(at) + " " + text);
      if (ways.length === 1) lay(ways[0]);
      else chooseWay(t("How does it lie?"), ways.map(readTile), (tile) => lay(tileText(tile)));
    },
  };
}

function openSpots(player, context) {
  const moves = wordsOf(context.moves, player.seat, "pawn");
  const spots = {};
  moves.forEach((words) => { (spots[words[4]] = spots[words[4]] || []).push(words); });
  return {
    spots,
    onSpot: (name) => {
      const free = spots[name].filter((words) => words[5] !== "star");
      const choices = free.length ? free.slice(0, 1) : spots[name].slice(0, 1);
      if (free.length) context.play(choices[0].join(" "));
      else askStar(choices[0], context);
    },
  };
}

function askStar(words, context) {
  showDialog(t("This costs a star."), h("div", { class: "row" }, h("button", { type: "button", class: "main",
    onclick: () => { closeDialog(); context.play(words.join(" ")); } }, t("Give up a star"))));
}
