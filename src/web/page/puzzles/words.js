// What is said of puzzles: the task, what a wrong move leads to, where to look for the right one. Nothing here asks or draws.

import { cellName } from "../board/names.js";
import { colourName, wordsOr } from "../shell/words.js";
import { scoreWords } from "../study/scores.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Attempted} Attempted
 * @typedef {import("../types.js").Cell} Cell
 * @typedef {import("../types.js").Mark} Mark
 * @typedef {import("../types.js").Path} Path
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").Puzzle} Puzzle
 */

/** Moves of a refutation that are shown. */
export const REFUTED = 3;
/** Columns that a hint names where pieces fall, and the width and height of the area that it names elsewhere. */
const COLUMNS = 3;
const AREA = 5;

/** The task as a heading. @param {App} app @param {Puzzle} puzzle */
export function taskWords(app, puzzle) {
  const player = colourName(app, puzzle.position, puzzle.player);
  const key = `puzzles.theme.${puzzle.theme}`;
  const task = wordsOr(app, key, "") && app.text(key, { player });
  const find = app.text(puzzle.moves === 1 ? "puzzles.find_one" : "puzzles.find", { n: puzzle.moves });
  return app.text("puzzles.task", { task: task || app.text("puzzles.theme.other", { player }), find });
}

/** What is said of a wrong move. @param {App} app @param {Puzzle} puzzle @param {Attempted} attempted */
export function wrongWords(app, puzzle, { move, refutation = [], score, position }) {
  const value = score ? scoreWords(app, score, { ...position, player: puzzle.player }) : "";
  if (!value) return app.text("puzzles.wrong", { move });
  if (puzzle.theme === "home") return app.text("puzzles.slower", { move, value });
  const line = refutation.slice(0, REFUTED).join(" ");
  return app.text(line ? "puzzles.wrong_line" : "puzzles.wrong_value", { move, line, value });
}

/**
 * Where to look for a move: the piece that makes it, or the part of the board where it is.
 * @param {App} app @param {Position} position @param {Path} path
 * @returns {{words: string, marks: Mark[]}}
 */
export function whereWords(app, position, { cells }) {
  const [cell] = cells;
  /** @type {(cells: Cell[]) => Mark[]} */
  const targets = (all) => all.map((one) => ({ kind: "target", cell: one }));
  if (cells.length > 1)
    return {
      words: app.text("puzzles.hint_piece", { cell: cellName(position, cell) }),
      marks: targets([cell]),
    };
  const area = areaOf(position, cell);
  const [first, last] = [area[0], area[area.length - 1]];
  if (!position.face.falls)
    return {
      words: app.text("puzzles.hint_area", {
        first: cellName(position, first),
        last: cellName(position, last),
      }),
      marks: targets(area.filter(([x, y]) => position.rows[y][x] === ".")),
    };
  const { labels } = position.face;
  const column = (/** @type {Cell} */ [x]) => ("columns" in labels && labels.columns[x]) || x + 1;
  const landings = position.paths?.map((path) => path.cells[0]) ?? [];
  return {
    words: app.text("puzzles.hint_columns", { first: column(first), last: column(last) }),
    marks: targets(landings.filter(([x]) => x >= first[0] && x <= last[0])),
  };
}

/**
 * A part of the board around a cell, which is not always its middle.
 * @param {Position} position @param {Cell} cell
 * @returns {Cell[]} from the top left to the bottom right
 */
export function areaOf({ width, height, face, rows }, [x, y]) {
  // The same for a position each time that it is looked at.
  const draw = [...rows.join("")].reduce((sum, piece, index) => (piece === "." ? sum : sum + index), x + y);
  const from = (/** @type {number} */ at, /** @type {number} */ end, /** @type {number} */ back) =>
    Math.max(0, Math.min(at - back, end));
  const [wide, high] = face.falls ? [COLUMNS, 1] : [AREA, AREA];
  const left = from(x, width - wide, draw % wide);
  const top = from(y, height - high, Math.floor(draw / wide) % high);
  /** @type {Cell[]} */
  const cells = [];
  for (let row = top; row < top + high; row++)
    for (let column = left; column < left + wide; column++) cells.push([column, row]);
  return cells;
}

/** A move drawn on the board. @param {Path} path @returns {Mark[]} */
export function moveMarks({ cells, clicks }) {
  const way = clicks ?? cells;
  return way.length > 1
    ? [{ kind: "arrow", cells: way, strength: 1 }]
    : way.map((cell) => ({ kind: "target", cell }));
}

/** A change of the rating with its sign. @param {number} change */
export const signed = (change) => (change < 0 ? `−${-change}` : `+${change}`);
