// What the database of the program knows of the position: its note, and a table of the known moves, the best first, each with
// its value, depth, mark and note. A move is a small button that shows itself on the board.

import { fill, h } from "../shell/dom.js";
import { scoreText, scoreWords } from "./scores.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").Known} Known
 * @typedef {import("../types.js").KnownMove} KnownMove
 */

/** Moves that are shown. */
const MOST_MOVES = 20;

/** `[w] a note`. @param {Known} known */
const words = ({ mark, note }) => [mark ? `[${mark}]` : "", note ?? ""].filter(Boolean).join(" ");

export class KnownTable {
  /** @param {App} app @param {(moves: string[], pinned: boolean) => void} preview called with the moves to show; none: as before */
  constructor(app, preview) {
    this.app = app;
    this.preview = preview;
    this.note = h("p", { class: "study-facts" });
    this.body = h("tbody");
    this.caption = h("caption", { class: "known-caption" });
    this.table = h("table", { class: "study-lines" }, this.caption, this.body);
    this.element = h("div", { class: "study-known" }, this.note, this.table);
    /** What the rows show. */
    this.shown = "";
  }

  /** @param {{known?: Known, moves: KnownMove[]}} database @param {Position} position */
  fill(database, position) {
    // The records of a search repeat it; rows that stay keep the focus.
    const shown = JSON.stringify([database, this.app.text("study.known")]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.caption.textContent = this.app.text("study.known");
    this.note.textContent = database.known ? words(database.known) : "";
    this.table.hidden = database.moves.length === 0;
    fill(
      this.body,
      database.moves.slice(0, MOST_MOVES).map((known) => this.row(known, position)),
    );
  }

  /** @param {KnownMove} known @param {Position} position */
  row(known, position) {
    const { score, depth, move } = known;
    const value = score ? scoreText(score, position) : "";
    const said = score ? scoreWords(this.app, score, position) : this.app.text("study.known_no_value");
    const shows = (/** @type {boolean} */ pinned) => () => this.preview([move], pinned);
    const hides = () => this.preview([], false);
    const button = h(
      "button",
      {
        type: "button",
        class: "line-move",
        onclick: shows(true),
        onpointerenter: shows(false),
        onfocus: shows(false),
        onpointerleave: hides,
        onblur: hides,
      },
      move,
    );
    const depths = depth === undefined ? "" : this.app.text("study.known_depth", { depth });
    return h(
      "tr",
      {},
      h("td", { class: "line-score", title: said, "aria-label": said }, value),
      h("td", { class: "line-moves" }, button, ` ${[depths, words(known)].filter(Boolean).join(" · ")}`),
    );
  }
}
