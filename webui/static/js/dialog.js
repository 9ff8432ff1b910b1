// One sheet over the page for a choice; Escape or a tap beside it closes it, and the focus goes back where it was.

import { h } from "./dom.js";
import { t } from "./words.js";

let open = null;

export function closeDialog() {
  if (!open) return;
  document.body.removeChild(open.shade);
  document.removeEventListener("keydown", onKey, true);
  if (open.before && document.body.contains(open.before)) open.before.focus();
  open = null;
}

function onKey(event) {
  if (event.key === "Escape") {
    event.preventDefault();
    closeDialog();
    return;
  }
  if (event.key !== "Tab") return;
  const stops = open.sheet.querySelectorAll("button:not([tabindex='-1']), input, select, a[href], [tabindex='0']");
  const first = stops[0];
  const last = stops[stops.length - 1];
  const outside = !open.sheet.contains(document.activeElement);
  if (outside || (event.shiftKey && document.activeElement === first) || (!event.shiftKey && document.activeElement === last)) {
    event.preventDefault();
    (event.shiftKey ? last : first).focus();
  }
}

/** Show a sheet with a title and anything in it. */
export function showDialog(title, ...content) {
  closeDialog();
  const heading = h("h2", { id: "dialog-title", tabindex: -1 }, title);
  const sheet = h("div", { class: "sheet", role: "dialog", "aria-modal": "true", "aria-labelledby": "dialog-title" },
    h("div", { class: "sheet-head" }, heading,
      h("button", { type: "button", class: "plain close", onclick: closeDialog }, t("Close"))),
    content);
  const shade = h("div", { class: "shade", onclick: (event) => { if (event.target === shade) closeDialog(); } }, sheet);
  open = { shade, sheet, before: document.activeElement };
  document.body.appendChild(shade);
  document.addEventListener("keydown", onKey, true);
  heading.focus();
}
