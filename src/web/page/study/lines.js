// The lines of the analysis as a table: score, line, and the moves as small buttons that show themselves on the board. Rows and
// buttons are kept and refilled, so that a pointer or the focus stays where it is while reports come in.

import { h } from "../shell/dom.js";
import { scoreText, scoreWords } from "./scores.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").Score} Score
 * @typedef {{depth: number, score: Score, pv: string[]}} Line
 */

/** Moves of a line that are shown. */
const MOST_MOVES = 8;

class Row {
  /** @param {(moves: string[], pinned: boolean) => void} preview */
  constructor(preview) {
    /** @type {string[]} */
    this.moves = [];
    this.preview = preview;
    this.score = h("td", { class: "line-score" });
    this.list = h("td", { class: "line-moves" });
    this.element = h("tr", {}, this.score, this.list);
    /** @type {HTMLButtonElement[]} */
    this.buttons = [];
    this.list.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {App} app @param {Line} line @param {Position} position */
  fill(app, line, position) {
    this.moves = line.pv.slice(0, MOST_MOVES);
    this.score.textContent = scoreText(line.score, position);
    this.score.title = scoreWords(app, line.score, position);
    this.score.setAttribute("aria-label", scoreWords(app, line.score, position));
    while (this.buttons.length < this.moves.length) this.add();
    this.buttons.forEach((button, index) => {
      button.hidden = index >= this.moves.length;
      if (!button.hidden && button.textContent !== this.moves[index]) button.textContent = this.moves[index];
    });
  }

  add() {
    const count = this.buttons.length + 1;
    const shown = (/** @type {boolean} */ pinned) => () => this.preview(this.moves.slice(0, count), pinned);
    const button = h("button", {
      type: "button",
      class: "line-move",
      tabindex: count === 1 ? 0 : -1,
      onclick: shown(true),
      onpointerenter: shown(false),
      onfocus: shown(false),
      onpointerleave: () => this.preview([], false),
      onblur: () => this.preview([], false),
    });
    this.buttons.push(button);
    this.list.append(button);
  }

  /** The arrow keys go along the line. @param {KeyboardEvent} event */
  key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const at = this.buttons.indexOf(/** @type {HTMLButtonElement} */ (event.target));
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = this.buttons[at + step];
    if (next && !next.hidden) next.focus();
  }
}

export class LineTable {
  /** @param {App} app @param {(moves: string[], pinned: boolean) => void} preview called with the moves to show; none: as before */
  constructor(app, preview) {
    this.app = app;
    this.preview = preview;
    this.body = h("tbody");
    this.caption = h("caption", { class: "unseen" });
    this.element = h("table", { class: "study-lines" }, this.caption, this.body);
    /** @type {Row[]} */
    this.rows = [];
  }

  /** @param {Line[]} lines @param {Position} position */
  fill(lines, position) {
    this.caption.textContent = this.app.text("study.lines");
    while (this.rows.length < lines.length) {
      const row = new Row(this.preview);
      this.rows.push(row);
      this.body.append(row.element);
    }
    this.rows.forEach((row, index) => {
      row.element.hidden = index >= lines.length;
      if (index < lines.length) row.fill(this.app, lines[index], position);
    });
  }
}
