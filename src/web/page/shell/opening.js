// The opening rule of a game: the field in the form of a new game, and at a table who decides, the buttons for what is no stone, and
// the fifth stones that are offered. What may be done is told by the program.

import { field, select } from "./dialog.js";
import { h } from "./dom.js";
import { infoOf } from "./games.js";
import { colourName } from "./words.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").Opening} Opening */
/** @typedef {import("./draft.js").Draft} Draft */

/** The player who is to act: to move, or to decide in an opening. @param {Table} table */
export const actorOf = (table) => table.opening?.decides ?? table.position.player;

/** Is it the decision of the one player of this window? @param {Table} table @param {number[]} own */
export const decidesAlone = (table, own) => own.length === 1 && own[0] === actorOf(table);

/** The rule of a table for its title, or nothing. @param {App} app @param {Table} table */
export function openingTitle(app, table) {
  const rules = infoOf(app, table.game)?.openings ?? [];
  const rule = rules.find(({ name }) => name === table.opening_rule);
  return rule ? ` · ${rule.title}` : "";
}

/** The opening rules of the game that is set up, on its board. @param {App} app @param {Draft} draft */
const rulesFor = (app, draft) =>
  (infoOf(app, draft.game)?.openings ?? []).filter(({ board }) => !board || board === draft.size);

/** The rule and its field, where the game has opening rules. @param {App} app @param {Draft} draft @param {() => void} draw */
export function openingField(app, draft, draw) {
  const rules = rulesFor(app, draft);
  if (rules.length === 0) return null;
  const chosen = rules.some(({ name }) => name === draft.opening) ? (draft.opening ?? "") : "";
  const labelOf = (/** @type {{title: string, board?: number}} */ { title, board }) =>
    board ? app.text("opening.on_board", { title, side: board }) : title;
  const list = select(
    [
      { value: "", label: app.text("opening.none") },
      ...rules.map((rule) => ({ value: rule.name, label: labelOf(rule) })),
    ],
    chosen,
    (value) => {
      draft.opening = value;
      draw();
    },
  );
  list.dataset.keep = "opening";
  return field(app.text("opening.rule"), list, app.text(`opening.${chosen || "none"}.about`));
}

/** The rule as a field of `create`. @param {App} app @param {Draft} draft */
export function openingOf(app, draft) {
  return rulesFor(app, draft).some(({ name }) => name === draft.opening) ? { opening: draft.opening } : {};
}

/** The same position with the moves that the opening allows. @param {Table} table @param {Position} position */
export function allowed(table, position) {
  const { opening } = table;
  if (!opening) return position;
  const cells = new Set(opening.cells);
  return { ...position, paths: (position.paths ?? []).filter(({ move }) => cells.has(move)) };
}

/** The fifth stones that are offered, as marks. @param {Table} table @returns {import("../types.js").Mark[]} */
export function offeredMarks(table) {
  const { opening, position } = table;
  return (opening?.offered ?? []).flatMap((name, index) => {
    const path = (position.paths ?? []).find(({ move }) => move === name);
    const text = String.fromCharCode(97 + index);
    return path ? [{ kind: /** @type {const} */ ("offer"), cell: path.cells[0], text }] : [];
  });
}

/** What is to be decided, and by whom. @param {App} app @param {Table} table @param {boolean} yours */
export function openingWords(app, table, yours) {
  const opening = /** @type {Opening} */ (table.opening);
  const task = taskOf(app, table.position, opening);
  const values = { rule: opening.title, player: colourName(app, table.position, opening.decides), task };
  return app.text(yours ? "opening.you" : "opening.other", values);
}

/** @param {App} app @param {Position} position @param {Opening} opening */
function taskOf(app, position, opening) {
  const number = opening.stage === "offers" ? (opening.offered?.length ?? 0) + 1 : opening.stones + 1;
  const near = opening.stage === "stone" ? opening.side : undefined;
  return app.text(`opening.${opening.stage}${near ? (near === 1 ? "_middle" : "_near") : ""}`, {
    number,
    count: opening.fifths ?? 0,
    offered: (opening.offered ?? []).join(", "),
    side: opening.side ?? 0,
    colour: colourName(app, position, position.player),
  });
}

/** Buttons for the words and numbers of a decision. @param {App} app @param {Table} table */
export function openingButtons(app, table) {
  const { opening, position, current: node } = table;
  if (!opening) return [];
  const button = (/** @type {string} */ step, /** @type {string} */ label) =>
    h(
      "button",
      { type: "button", "data-step": step, onclick: () => void app.run("step", { step, node }) },
      label,
    );
  const colour = (/** @type {number} */ player) => colourName(app, position, player);
  const words = (opening.words ?? []).map((word) =>
    button(
      word,
      app.text(`opening.do.${word}`, {
        colour: colour(word === "swap" ? 3 - opening.decides : opening.decides),
      }),
    ),
  );
  const counts = Array.from({ length: opening.max_count ?? 0 }, (_, index) => String(index + 1)).map(
    (count) => {
      const one = button(count, count);
      one.setAttribute("aria-label", app.text("opening.do.count", { count }));
      return one;
    },
  );
  return [...words, ...counts];
}

/** A step that was taken, in words. @param {App} app @param {string} step */
export function stepSaid(app, step) {
  if (/^\d+$/.test(step)) return app.text("opening.said.count", { count: step });
  const word = ["swap", "stay", "add", "offer"].includes(step);
  return word ? app.text(`opening.said.${step}`) : app.text("opening.said.cell", { cell: step });
}
