// A shape for every colour of cards and routes, and a letter for every colour of pieces: colour is never the only sign.

import { s } from "./dom.js";
import { term } from "./words.js";

/** Within 10 by 10 around the middle, always upright; grey has none: any colour pays for it. */
export const SHAPES = {
  red: "M0,-4.6 L4.8,3.8 H-4.8 Z",
  orange: "M0,-5 L4,0 L0,5 L-4,0 Z",
  yellow: "M-4.4,-4.4 H4.4 L-4.4,4.4 H4.4 Z",
  green: "M-1.6,-4.8 H1.6 V-1.6 H4.8 V1.6 H1.6 V4.8 H-1.6 V1.6 H-4.8 V-1.6 H-1.6 Z",
  blue: "M0,-4.4 A4.4,4.4 0 1 1 0,4.4 A4.4,4.4 0 1 1 0,-4.4 Z",
  purple: "M1.6,-4.8 A4.8,4.8 0 1 0 1.6,4.8 A5.8,5.8 0 0 1 1.6,-4.8 Z",
  pink: "M0,4.8 L-4.6,-0.6 A2.5,2.5 0 0 1 0,-2.8 A2.5,2.5 0 0 1 4.6,-0.6 Z",
  white: "M-4.6,-3.8 H4.6 V-1.2 H-4.6 Z M-4.6,1.2 H4.6 V3.8 H-4.6 Z",
  black: "M-4,-4 H4 V4 H-4 Z",
  turquoise: "M-4.8,-3 L0,1 L4.8,-3 V0.4 L0,4.4 L-4.8,0.4 Z",
  taxi: "M-5,3 V0 L-3,-0.4 L-1.8,-3 H2.4 L3.6,-0.4 L5,0 V3 Z",
  locomotive: "M0,-5 L1.4,-1.6 L5,-1.5 L2.2,0.8 L3.1,4.4 L0,2.4 L-3.1,4.4 L-2.2,0.8 L-5,-1.5 L-1.4,-1.6 Z",
};

/** The shape of a colour, at a point of a drawing. */
export function shape(colour, at, size) {
  return SHAPES[colour] ? s("path", { d: SHAPES[colour], transform: "translate(" + at + ") scale(" + size + ")", class: "colour-sign on-" + colour }) : null;
}

/** The same as a small picture beside a word. */
export function shapeIcon(colour) {
  return s("svg", { viewBox: "-6 -6 12 12", class: "card-sign", "data-sign": SHAPES[colour] ? colour : null, "aria-hidden": "true" },
    SHAPES[colour] ? s("path", { d: SHAPES[colour], fill: "currentColor" }) : null);
}

/** A letter for each of some colours, from its name in the phone's language; no two have the same. */
export function letters(colours) {
  const found = {};
  const taken = {};
  colours.forEach((colour, k) => {
    const free = term(colour).toUpperCase().split("").find((letter) => /\S/.test(letter) && !taken[letter]);
    found[colour] = free || String(k + 1);
    taken[found[colour]] = true;
  });
  return found;
}
