// The words of the page in the phone's language; the server puts the catalogue into the page.

const told = JSON.parse(document.getElementById("words").textContent);

export const language = document.documentElement.lang;

/** A sentence of the page: t("Column {column}", {column: 2}). */
export function t(text, values) {
  const sentence = told.sentences[text] || text;
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => (values && name in values ? String(values[name]) : whole));
}

/** A word of a game: a kind of pawn, an objective, a part of the score. */
export function term(word) {
  return told.terms[word] || String(word).replace(/-/g, " ");
}

/** Between a word and what is said of it; French sets it apart. */
export const COLON = t(": ");
