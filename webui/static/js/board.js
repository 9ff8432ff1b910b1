// A new board: a photo of it empty, its corners tapped, its routes drawn, and a pack made of that.

import { byId, fill, h, s } from "./dom.js";
import { post } from "./desk.js";
import { tapped } from "./tap.js";
import { send } from "./upload.js";
import { t, term } from "./words.js";

const about = byId("photo");
const route = byId("route");
const corners = [];
const routes = [];
let line = [];
let photo = null; // the tapped photo and its size
let board = null; // the board cut out, as the server keeps it

function say(kind, words) {
  fill(byId("answer"), h("p", { class: "notice " + kind, role: kind === "wrong" ? "alert" : "status" }, words));
}

async function tried(words, work) {
  say("look", words);
  try {
    await work();
  } catch (error) {
    say("wrong", error.message);
  }
}

const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

// The photo and its corners.

about.elements.photo.addEventListener("change", () => {
  const file = about.elements.photo.files[0];
  if (!file) return;
  const address = URL.createObjectURL(file);
  const loaded = new Image();
  loaded.onload = () => {
    const size = [loaded.naturalWidth, loaded.naturalHeight];
    photo = Object.assign({ size }, tapped(address, size, t("The corners"), tapCorner));
    corners.length = 0;
    fill(byId("photo-drawing"), photo.svg);
    byId("corners").hidden = false;
    drawCorners();
  };
  loaded.onerror = () => say("wrong", t("This is no picture."));
  loaded.src = address;
});

function tapCorner(at) {
  if (corners.length < 4) corners.push(at);
  else corners[corners.map((one) => apart(one, at)).reduce((best, far, index, all) => (far < all[best] ? index : best), 0)] = at;
  drawCorners();
}

function drawCorners() {
  fill(photo.layer, corners.length > 2 ? s("polygon", { class: "outline", points: corners.map((one) => one.join()).join(" ") }) : null,
    corners.map((one, index) => [s("circle", { class: "tapped", cx: one[0], cy: one[1], r: photo.dot }),
      s("text", { x: one[0], y: one[1], "font-size": photo.dot * 1.5 }, index + 1)]));
  byId("cut").disabled = corners.length < 4;
}

byId("cut").addEventListener("click", () => {
  if (!about.reportValidity()) return;
  const size = [about.elements.across.value, about.elements.down.value];
  const parts = corners.map((one) => [one[0] / photo.size[0], one[1] / photo.size[1]].map((part) => Math.min(1, Math.max(0, part)).toFixed(5)));
  tried(t("The photo is being read …"), async () => {
    const told = await send("/api/photos/board?corners=" + parts.join() + "&size=" + size.join(), about.elements.photo.files[0]);
    board = Object.assign(told, tapped(told.picture, told.size, t("The routes"), (at) => { line.push(at); drawRoutes(); }));
    fill(byId("board-drawing"), board.svg);
    byId("routes").hidden = false;
    say("good", t("Now draw the routes on it."));
    drawRoutes();
    byId("routes").scrollIntoView({ block: "start" });
  });
});

byId("zoom").addEventListener("input", () => { board.svg.style.width = byId("zoom").value + "%"; });

// The routes.

/** Places along a line at equal distances: where one space ends and the next begins. */
function divided(points, count) {
  const steps = points.slice(1).map((point, index) => apart(points[index], point));
  const whole = steps.reduce((sum, step) => sum + step, 0);
  return Array.from({ length: count + 1 }, (_, number) => {
    let far = whole * number / count;
    let index = 0;
    while (index < steps.length - 1 && far > steps[index]) { far -= steps[index]; index += 1; }
    const part = steps[index] ? far / steps[index] : 0;
    return [0, 1].map((axis) => points[index][axis] + part * (points[index + 1][axis] - points[index][axis]));
  });
}

function drawnWay(points, count, kept) {
  const d = "M" + points.map((point) => point.join(" ")).join("L");
  return [s("path", { class: "way", d }), s("path", { class: "way-core" + (kept ? " kept" : ""), d }),
    points.length > 1 ? divided(points, count).map((one) => s("circle", { class: "mark", cx: one[0], cy: one[1], r: board.dot / 3 })) : null];
}

function drawRoutes() {
  fill(board.layer, routes.map((one) => drawnWay(one.line, one.spaces, true)),
    line.length ? drawnWay(line, Number(route.elements.spaces.value) || 1, false) : null,
    line.map((one) => s("circle", { class: "tapped", cx: one[0], cy: one[1], r: board.dot / 2 })));
  fill(byId("drawn"), routes.map((one, index) => h("li", {}, one.ends.join(" – "), ", ", term(one.colour), ", " + one.spaces,
    h("button", { type: "button", "aria-label": t("Remove {route}", { route: one.ends.join(" – ") }), onclick: () => { routes.splice(index, 1); drawRoutes(); } }, "✕"))));
  const places = Array.from(new Set([].concat(...routes.map((one) => one.ends)))).sort();
  fill(byId("places"), places.map((name) => h("option", { value: name })));
  byId("save").disabled = !routes.length;
}

route.addEventListener("submit", (event) => {
  event.preventDefault();
  const { from, to, colour, spaces } = route.elements;
  if (line.length < 2) {
    say("wrong", t("Tap where the route begins and where it ends."));
    return;
  }
  routes.push({ ends: [from.value.trim(), to.value.trim()], colour: colour.value, spaces: Number(spaces.value),
    line: line.map((one) => one.map((part) => Math.round(part * 100) / 100)) });
  line = [];
  say("good", t("{count} routes are drawn.", { count: routes.length }));
  from.value = to.value;
  to.value = "";
  drawRoutes();
});

route.elements.spaces.addEventListener("input", drawRoutes);
byId("back").addEventListener("click", () => { line.pop(); drawRoutes(); });

byId("save").addEventListener("click", () => {
  const pieces = Array.from(about.querySelectorAll("[name=piece]:checked")).map((box) => box.value);
  if (!pieces.length) {
    say("wrong", t("Choose the colours of the pieces."));
    return;
  }
  tried(t("The board is being saved …"), async () => {
    const told = await post("/api/boards", { pack: about.elements.pack.value, name: about.elements.name.value.trim(), photo: board.photo,
      size: board.size, pieces, width: Number(route.elements.width.value), routes });
    fill(byId("answer"), h("p", { class: "notice good", role: "status" }, t("The board is saved as {pack}. Teach it with one or two photos of a game.", told)),
      h("img", { class: "picture", src: told.picture, alt: t("The board with its spaces") }));
  });
});
