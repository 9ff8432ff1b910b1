// The camera's picture and what was read from it, with how sure it is.

import { h } from "./dom.js";
import { tilePicture } from "./tile.js";
import { t, term } from "./words.js";

export function drawCamera(context) {
  const state = context.state;
  const seen = state.seen && state.seen.observation;
  const address = "/api/picture.jpg?drawn=1&at=" + state.serial;
  if (state.watching === "off" && !state.picture) {
    return [h("p", { class: "quiet" }, t("There is no camera; moves are entered on this page."))];
  }
  return [
    h("p", { class: "watching is-" + state.watching }, h("span", { class: "bulb", "aria-hidden": "true" }), term("watching-" + state.watching)),
    state.picture ? h("a", { href: address, target: "_blank", rel: "noopener" },
      h("img", { class: "picture", src: address, alt: t("The table as the camera sees it, with what was read") })) : null,
    seen ? readings(seen) : null,
  ];
}

/** Everything that was read with less than full confidence, least sure first. */
function readings(seen) {
  const found = [];
  (seen.zones || []).forEach((zone) => {
    (zone.tiles || [].concat(...(zone.columns || []))).forEach((tile) => found.push({ zone: zone.zone, tile }));
  });
  const doubtful = found.filter((one) => one.tile.confidence < 0.9).sort((a, b) => a.tile.confidence - b.tile.confidence);
  if (!found.length) return null;
  return h("div", {}, h("p", { class: "quiet" }, t("{count} tiles read, {doubtful} of them doubtful.",
    { count: found.length, doubtful: doubtful.length })),
  h("div", { class: "readings" }, doubtful.slice(0, 8).map((one) => h("span", { class: "reading" },
    tilePicture(whole(one.tile)), h("span", {}, Math.round(one.tile.confidence * 100) + " %")))));
}

function whole(tile) {
  return { sides: tile.sides, urban: tile.urban, station: tile.station, objective: tile.objective,
    spots: (tile.spots || []).map((spot) => ({ kind: spot.kind, pawn: spot.pawn,
      on: spot.on || (tile.station ? "station" : { car: "highway", train: "rail" }[spot.kind] || (/H/.test(tile.sides) ? "highway" : "rail")) })) };
}
