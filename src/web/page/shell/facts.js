// What a move allowed or missed, in a sentence: the program says what is so (`facts` of docs/protocol/board.md), the templates are in
// text/facts.js.

import { colourName } from "./words.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Fact} Fact
 * @typedef {import("../types.js").Position} Position
 */

/** Longest line in a sentence, in moves. */
const MOST_MOVES = 8;

/** @param {string[]} line */
const lineText = (line) => line.slice(0, MOST_MOVES).join(" ") + (line.length > MOST_MOVES ? " …" : "");

/** @param {App} app @param {Position} position @param {Fact} fact */
function factWords(app, position, { kind, player, places, line, numbers }) {
  /** @type {Record<string, string | number>} */
  const values = {
    player: colourName(app, position, player),
    places: places.join(app.text("facts.and")),
    place: places[0] ?? "",
    other: places[1] ?? "",
    line: lineText(line),
    n: numbers[0] ?? 0,
    m: numbers[1] ?? 0,
  };
  const count = (/** @type {string} */ name) => (name === "places" ? places.length : Number(values[name]));
  return app
    .text(`facts.${kind}`)
    .replace(/\{(\w+)\|([^|}]*)\|([^|}]*)\}/g, (_, name, one, many) => (count(name) === 1 ? one : many))
    .replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/** Facts as one sentence; empty without facts. @param {App} app @param {Position} position @param {Fact[]} facts */
export function factsSentence(app, position, facts) {
  if (facts.length === 0) return "";
  const words = facts.map((fact) => factWords(app, position, fact)).join(app.text("facts.then"));
  return words[0].toUpperCase() + words.slice(1) + app.text("facts.end");
}
