// A picture that is tapped, or pointed at with the arrow keys and Enter.

import { s } from "./dom.js";

const STEPS = 60; // key presses from one side of the picture to the other; with Shift five times as many

/** An SVG over a picture of this size; `onTap` gets the place in the picture's own pixels. */
export function tapped(picture, size, label, onTap) {
  const [width, height] = size;
  const dot = width / 90;
  const layer = s("g", {});
  const cursor = s("path", { class: "cursor", d: "M" + [-dot, 0, "H", dot, "M", 0, -dot, "V", dot].join(" ") });
  const at = [width / 2, height / 2];
  const svg = s("svg", { viewBox: "0 0 " + width + " " + height, tabindex: 0, role: "application", "aria-label": label },
    s("image", { href: picture, width, height }), layer, cursor);
  function move() { cursor.setAttribute("transform", "translate(" + at.join(" ") + ")"); }
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    onTap([(event.clientX - box.left) / box.width * width, (event.clientY - box.top) / box.height * height]);
  });
  svg.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const step = width / STEPS / (event.shiftKey ? 5 : 1);
    if (way) [0, 1].forEach((axis) => { at[axis] = Math.min(size[axis], Math.max(0, at[axis] + way[axis] * step)); });
    else if (event.key === "Enter") onTap(at.slice());
    else return;
    event.preventDefault();
    move();
  });
  move();
  return { svg, layer, dot };
}
