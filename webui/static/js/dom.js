// Small makers of elements. Old phones are welcome: nothing newer than ES2017.

const SVG = "http://www.w3.org/2000/svg";

function give(element, attributes) {
  Object.keys(attributes || {}).forEach((name) => {
    const value = attributes[name];
    if (value === null || value === undefined || value === false) return;
    if (name.slice(0, 2) === "on") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  });
}

function put(element, children) {
  children.forEach((child) => {
    if (child === null || child === undefined || child === false) return;
    if (Array.isArray(child)) put(element, child);
    else element.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  });
}

/** An HTML element: h("p", {class: "big"}, "words", otherElement). */
export function h(name, attributes, ...children) {
  const element = document.createElement(name);
  give(element, attributes);
  put(element, children);
  return element;
}

/** An SVG element. */
export function s(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  give(element, attributes);
  put(element, children);
  return element;
}

/** Put new children in place of the old ones; the keyboard's focus stays where it was if that thing is still there. */
export function fill(element, ...children) {
  const key = document.activeElement && element.contains(document.activeElement)
    ? document.activeElement.getAttribute("data-key") : null;
  while (element.firstChild) element.removeChild(element.firstChild);
  put(element, children);
  if (key === null) return;
  const again = element.querySelector('[data-key="' + key.replace(/["\\]/g, "\\$&") + '"]');
  if (again) again.focus({ preventScroll: true });
}

/** Make a drawn thing answer to clicks, Enter and Space like a button. */
export function pressable(element, label, press, key) {
  give(element, { role: "button", tabindex: 0, "aria-label": label, "data-key": key || label });
  element.addEventListener("click", press);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press(event);
  });
  return element;
}

export function byId(id) {
  return document.getElementById(id);
}
