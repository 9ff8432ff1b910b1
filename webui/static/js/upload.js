// Sending a picture as it is; the answer or the clear no comes back as JSON.

import { language } from "./words.js";

export async function send(path, file) {
  const response = await fetch(path + (path.indexOf("?") < 0 ? "?" : "&") + "lang=" + language, {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": file.type === "image/png" ? "image/png" : "image/jpeg" },
    body: file,
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
