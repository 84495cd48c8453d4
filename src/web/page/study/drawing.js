// What the analysis draws over the board: the best moves as values or arrows, the moves of a line that is pointed at, threats.
// Values on cells are those of the player to move: what each move is worth for the one who makes it. Threats are asked of the
// program for the node that is looked at. It works without the panel being open.

import { analysisOf } from "./analysis.js";
import { cellsOfLine } from "./notation.js";
import { cellValue } from "./scores.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Mark} Mark
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").SearchRecord} SearchRecord
 */

/** @param {SearchRecord} record @returns {{move: string, depth: number, score: import("../types.js").Score, pv: string[]}[]} */
export const linesOf = (record) =>
  record.multipv ?? (record.pv.length ? [{ ...record, move: record.pv[0] }] : []);

/** Arrows, or numbered stones, for a line. @param {Position} position @param {string[]} moves @returns {Mark[]} */
function lineMarks(position, moves) {
  const ways = cellsOfLine(position, moves);
  /** @type {Mark[]} */
  const marks = [];
  ways.forEach((cells, index) => {
    const player = ((position.player - 1 + index) % position.players) + 1;
    if (cells.length === 1 && ways.length > 1)
      marks.push({ kind: "number", cell: cells[0], text: String(index + 1) });
    else if (cells.length)
      marks.push({ kind: "arrow", cells, strength: 1 - (0.6 * index) / Math.max(ways.length, 2), player });
  });
  return marks;
}

/** The cell on which a move puts a stone. @param {Position} position @param {string} move */
export function placed(position, move) {
  const path = position.paths?.find((one) => one.move === move);
  return path?.cells.length === 1 ? path.cells[0] : null;
}

class Drawing {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.analysis = analysisOf(app);
    /** @type {string[]} moves of a line that are shown on the board */
    this.line = [];
    /** @type {string[]} the same, until another node is looked at */
    this.pinned = [];
    this.shown = "";
    /** What the threats on the board belong to. */
    this.threatened = "";
    this.analysis.onChange(() => this.update());
  }

  update() {
    if (this.analysis.shown !== this.shown) {
      this.shown = this.analysis.shown;
      this.line = this.pinned = [];
    }
    this.mark();
  }

  /** @param {string[]} moves @param {boolean} pinned */
  previewLine(moves, pinned) {
    if (pinned) this.pinned = String(moves) === String(this.pinned) ? [] : moves;
    this.line = moves.length ? moves : this.pinned;
    this.mark();
  }

  mark() {
    const { analysis } = this;
    const { position, record } = analysis;
    const lines = analysis.on && position && record && !position.outcome ? linesOf(record) : [];
    /** @type {Mark[]} */
    let marks = [];
    if (position && this.line.length && analysis.on) marks = lineMarks(position, this.line);
    else if (position) marks = this.moveMarks(position, lines);
    this.app.board.marks("analysis", marks);
    this.markThreats();
  }

  /** The best moves as values where they put stones, as arrows where they go. @param {Position} position @param {ReturnType<typeof linesOf>} lines @returns {Mark[]} */
  moveMarks(position, lines) {
    const { analysis } = this;
    const shown = position.face.falls ? lines : lines.slice(0, analysis.count());
    return shown.flatMap(({ move, score }, index) => {
      const path = position.paths?.find((one) => one.move === move);
      if (!path?.cells.length) return [];
      /** @type {Mark[]} */
      const marks = [];
      const cell = placed(position, move);
      if (cell && analysis.sees("values"))
        marks.push({ kind: "value", cell, ...cellValue(this.app, score), best: index === 0 });
      else if (analysis.sees("arrows") && index < analysis.count()) {
        marks.push({
          kind: "arrow",
          cells: path.cells,
          strength: index === 0 ? 1 : Math.max(0.25, 0.6 - 0.12 * index),
        });
      }
      return marks;
    });
  }

  async markThreats() {
    const { analysis } = this;
    const wanted =
      analysis.sees("threats") && analysis.position && !analysis.position.outcome ? analysis.shown : "";
    if (wanted === this.threatened) return;
    this.threatened = wanted;
    this.app.board.marks("threats", []);
    const table = this.app.game.table();
    if (!wanted || !table) return;
    const answer = await this.app.connection
      .ask("board", { table: table.id, node: this.app.game.viewed(), threats: true })
      .catch(() => null);
    if (wanted !== this.threatened || !answer) return;
    /** @type {Mark[]} */
    const marks = (answer.position.threats ?? []).map(
      (/** @type {{cell: [number, number], player: number, label: string}} */ { cell, player, label }) => ({
        kind: "threat",
        cell,
        player,
        text: label,
      }),
    );
    this.app.board.marks("threats", marks);
  }
}

/** @type {WeakMap<App, Drawing>} */
const drawings = new WeakMap();

/** @param {App} app @returns {Drawing} */
export function drawingOf(app) {
  const known = drawings.get(app);
  if (known) return known;
  const made = new Drawing(app);
  drawings.set(app, made);
  return made;
}
