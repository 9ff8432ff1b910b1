// The camera's picture and what was read from it, with how sure it is.

import { h } from "./dom.js";
import { confidence, forDrawing } from "./readings.js";
import { tilePicture } from "./tile.js";
import { COLON, t, term } from "./words.js";

export function drawCamera(context) {
  const state = context.state;
  const seen = state.seen && state.seen.observation;
  const address = "/api/picture.jpg?drawn=1&at=" + state.serial;
  if (state.watching === "off" && !state.picture) {
    const words = state.troubles.camera ? t("The camera gives no picture; moves are entered on this page.") : t("There is no camera; moves are entered on this page.");
    return [h("p", { class: "quiet" }, words)];
  }
  return [
    h("p", { class: "watching is-" + state.watching }, h("span", { class: "bulb", "aria-hidden": "true" }), term("watching-" + state.watching)),
    state.picture ? picture(address) : null,
    seen ? readings(seen) : null,
  ];
}

/** The picture, large at a tap; where none has been taken yet a word in its place. */
function picture(address) {
  const link = h("a", { href: address, target: "_blank", rel: "noopener" });
  link.appendChild(h("img", { class: "picture", src: address, alt: t("The table as the camera sees it, with what was read"),
    onerror: () => { if (link.parentNode) link.parentNode.replaceChild(h("p", { class: "quiet" }, t("No picture has been taken yet: the camera waits until the table is still.")), link); } }));
  return link;
}

/** Everything that was read with less than full confidence, least sure first. */
function readings(seen) {
  const found = [];
  (seen.zones || []).forEach((zone) => {
    (zone.tiles || [].concat(...(zone.columns || []))).forEach((tile) => found.push({ zone: zone.zone, tile }));
  });
  const doubtful = found.filter((one) => one.tile.confidence < 0.9).sort((a, b) => a.tile.confidence - b.tile.confidence);
  return h("div", {}, h("p", { class: "quiet" }, confidence(seen)),
    h("div", { class: "readings" }, doubtful.slice(0, 8).map((one) => h("span", { class: "reading" },
      tilePicture(forDrawing(one.tile)), h("span", {}, percent(one.tile))))),
    h("ul", {}, doubtfulClaims(seen)));
}

function percent(one) {
  return Math.round(one.confidence * 100) + " %";
}

/** Routes that were read with less than full confidence, claimed or free. */
function doubtfulClaims(seen) {
  const claims = (seen.claims || []).filter((claim) => claim.confidence < 0.9).concat(seen.doubtful || []).sort((a, b) => a.confidence - b.confidence);
  return claims.slice(0, 8).map((claim) => h("li", {}, claim.route.slice(0, 2).join(" – ") + ", " + term(claim.route[2]) + COLON
    + (claim.taxis ? term(claim.taxis) : t("free")) + " " + percent(claim)));
}
