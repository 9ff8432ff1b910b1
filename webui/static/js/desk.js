// The line to the service: the state as it changes, and the commands.

import { language } from "./words.js";

const POLL_MS = 3000;
const RETRY_MS = 4000;
let state = null;
let stream = null;
let timer = null;
const listeners = [];

export function current() {
  return state;
}

export function listen(listener) {
  listeners.push(listener);
}

function tell(connected) {
  listeners.forEach((listener) => listener(state, connected));
}

function take(next) {
  if (state && next.serial < state.serial && next.boot === state.boot) return;
  state = next;
  tell(true);
}

function withLanguage(path) {
  return path + (path.indexOf("?") < 0 ? "?" : "&") + "lang=" + language;
}

/** Ask for something; a clear no comes back as an Error with the server's words. */
export async function get(path) {
  return answerOf(await fetch(withLanguage(path), { credentials: "same-origin" }));
}

export async function post(path, body) {
  return answerOf(await fetch(withLanguage(path), {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  }));
}

async function answerOf(response) {
  const answer = await response.json();
  if (response.ok) return answer;
  const error = new Error(answer.error || response.statusText);
  error.status = response.status;
  throw error;
}

/** Have something done in view of the state that is shown. */
export async function command(what, details) {
  const body = Object.assign({ n: state.n, do: what }, details || {});
  const next = await post("/api/commands", body);
  take(next);
  return next;
}

/** Have the newest state now. */
export async function level() {
  take(await get("/api/state"));
}

async function poll() {
  try {
    await level();
  } catch (error) {
    tell(false);
  }
  timer = setTimeout(poll, POLL_MS);
}

function follow() {
  stop();
  if (!window.EventSource) {
    poll();
    return;
  }
  stream = new EventSource(withLanguage("/api/changes"));
  stream.addEventListener("change", (event) => take(JSON.parse(event.data)));
  stream.onerror = () => {
    tell(false);
    // A refused stream (too many are watching) does not come back by itself: then the page asks now and then.
    if (stream.readyState === EventSource.CLOSED) {
      stop();
      timer = setTimeout(poll, RETRY_MS);
    }
  };
}

function stop() {
  if (stream) stream.close();
  stream = null;
  clearTimeout(timer);
}

/** Follow the table; a page that nobody sees gives its stream back. */
export function start() {
  document.addEventListener("visibilitychange", () => (document.hidden ? stop() : follow()));
  follow();
}

export function again() {
  follow();
}
