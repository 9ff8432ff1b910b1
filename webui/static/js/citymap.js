// A map with routes: who claimed which, what the score marks, and a tap on a route.

import { pressable, s } from "./dom.js";
import { shape } from "./signs.js";
import { COLON, t, term } from "./words.js";

function centre(space) {
  return [0, 1].map((axis) => space.reduce((sum, point) => sum + point[axis], 0) / space.length);
}

/** How a space lies, in degrees, so that a taxi lies along it. */
function lie(space) {
  const sides = [0, 1].map((k) => [space[k + 1][0] - space[k][0], space[k + 1][1] - space[k][1]]);
  const long = Math.hypot(...sides[0]) > Math.hypot(...sides[1]) ? sides[0] : sides[1];
  const degrees = Math.atan2(long[1], long[0]) * 180 / Math.PI;
  return degrees > 90 ? degrees - 180 : degrees < -90 ? degrees + 180 : degrees;
}

export function sameRoute(a, ends, colour) {
  return a[2] === colour && ((a[0] === ends[0] && a[1] === ends[1]) || (a[0] === ends[1] && a[1] === ends[0]));
}

/** For each route of the map who has it; `claims` are {route, owner}, and twins of one name go to their owners in turn. */
export function ownersOf(map, claims) {
  const left = claims.slice();
  return map.routes.map((route) => {
    const at = left.findIndex((one) => sameRoute(one.route, route.ends, route.colour));
    return at < 0 ? null : left.splice(at, 1)[0].owner;
  });
}

export function nameOf(route) {
  return route.ends.join(" – ") + ", " + term(route.colour);
}

function taxi(space, owner, size) {
  return s("g", { transform: "translate(" + centre(space) + ") rotate(" + lie(space) + ") scale(" + size + ")", class: "taxi taxi-" + owner.colour },
    s("rect", { x: -8, y: -4.4, width: 16, height: 8.8, rx: 2 }), s("path", { d: "M-4,-4.4 L-2.6,-6.8 H2.6 L4,-4.4 Z" }),
    s("text", { y: 2.9, "text-anchor": "middle", transform: "rotate(" + -lie(space) + ")" }, owner.sign)); // a number is read upright
}

function drawRoute(route, owner, options, scale) {
  const name = nameOf(route);
  const marked = options.marked.indexOf(route.ends.join(" - ") + " " + route.colour) >= 0;
  const spaces = route.spaces.map((space) => s("polygon", { points: space.map((point) => point.join(",")).join(" "),
    class: "space colour-" + route.colour + (marked ? " marked" : "") }));
  const shown = owner && (!options.only || options.only === owner.sign);
  // A finger is wider than a space: the whole line answers to it.
  const wide = s("polyline", { points: route.spaces.map((space) => centre(space).join(",")).join(" "), class: "route-reach", "stroke-width": 11 * scale });
  const group = s("g", { class: "route" + (owner && !shown ? " of-others" : "") }, wide, spaces, owner ? null : route.spaces.map((space) => shape(route.colour, centre(space), 0.62 * scale)), owner ? route.spaces.map((space) => taxi(space, owner, scale)) : null,
    s("title", {}, name + (owner ? COLON + owner.name : "")));
  return group;
}

/** Where a place lies: just beyond the ends of the routes that meet there. */
function places(map) {
  const found = {};
  map.routes.forEach((one) => {
    const centres = one.spaces.map(centre);
    const last = centres.length - 1;
    [[one.ends[0], centres[0], centres[Math.min(1, last)]], [one.ends[1], centres[last], centres[Math.max(0, last - 1)]]].forEach((end) => {
      const beyond = last ? [0, 1].map((axis) => end[1][axis] + (end[1][axis] - end[2][axis]) * 0.7) : end[1];
      (found[end[0]] = found[end[0]] || []).push(beyond);
    });
  });
  return Object.keys(found).map((name) => ({ name, at: [0, 1].map((axis) => found[name].reduce((sum, point) => sum + point[axis], 0) / found[name].length) }));
}

const NOTHING = { marked: [], open: () => false, onRoute: null, only: null };

/** The whole map; `options` say whose taxis lie where, what is marked, and what a tap on a route does. */
export function drawMap(map, owners, given) {
  const options = Object.assign({}, NOTHING, given);
  const scale = map.size[0] / 277; // drawn for a board of this width
  const attractions = map.attractions || [];
  return s("svg", { viewBox: [-4 * scale, -4 * scale, map.size[0] + 8 * scale, map.size[1] + 8 * scale].join(" "), class: "city-map", role: "group",
    "aria-label": options.label || t("The map of {name}", { name: map.name }) },
  s("rect", { width: map.size[0], height: map.size[1], rx: 6 * scale, class: "map-ground" }),
  map.routes.map((route, k) => {
    const group = drawRoute(route, owners[k], options, scale);
    if (options.open(route)) group.classList.add("is-open");
    const label = nameOf(route) + (owners[k] ? COLON + owners[k].name : "");
    return options.onRoute ? pressable(group, label, () => options.onRoute(route, k, owners[k]), "route" + k) : group;
  }),
  places(map).map((place) => s("g", { transform: "translate(" + place.at + ") scale(" + scale + ")", class: "map-place" + (options.marked.indexOf(place.name) >= 0 ? " marked" : "") },
    s("circle", { r: 5 }), attractions.indexOf(place.name) >= 0 ? s("text", { y: 2.4, "text-anchor": "middle", class: "map-star" }, "★") : null,
    s("text", { y: -7, "text-anchor": "middle" }, place.name))));
}
