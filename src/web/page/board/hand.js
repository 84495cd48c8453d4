// What the person has in hand: the clicks of a move that is not whole yet, and a move that waits for its second tap.
//
// Pure: node tests it. board.js tells it of clicks and draws what it says. What must always hold: a move leaves the hand
// only as a path of the position, and with `confirm` only at its second tap.

import { sameCell } from "./geometry.js";
import { click, targets } from "./paths.js";

/** @typedef {import('../types.js').Cell} Cell */
/** @typedef {import('../types.js').Path} Path */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('./paths.js').Reason} Reason */
/** @typedef {{kind: "move", path: Path} | {kind: "pending", path: Path} | {kind: "chosen"} | {kind: "dropped"} | {kind: "refused", reason: Reason}} Effect */

export class Hand {
  constructor() {
    /** @type {Position | null} */
    this.position = null;
    this.confirm = false;
    /** Does a cell play the one move that ends there? */
    this.byTarget = false;
    /** @type {Cell[]} */
    this.clicked = [];
    /** @type {{path: Path, cell: Cell} | null} */
    this.pending = null;
  }

  /** Takes a position; what was in hand stays there only if it is the same one; whether it is. @param {Position} position @param {boolean} confirm */
  set(position, confirm) {
    const same =
      this.position?.hash === position.hash && this.position.paths?.length === position.paths?.length;
    const kept = same && confirm === this.confirm;
    if (!kept) this.empty();
    this.position = position;
    this.confirm = confirm;
    return kept;
  }

  /** Puts everything down; whether there was anything. */
  empty() {
    const had = this.clicked.length > 0 || this.pending !== null;
    this.clicked = [];
    this.pending = null;
    return had;
  }

  /** A click on a cell. @param {Cell} cell @returns {Effect} */
  press(cell) {
    const position = /** @type {Position} */ (this.position);
    const waiting = this.pending;
    this.pending = null;
    if (waiting && (position.face.falls ? waiting.cell[0] === cell[0] : sameCell(waiting.cell, cell))) {
      this.clicked = [];
      return { kind: "move", path: waiting.path };
    }
    const done = click(position, this.clicked, cell, this.byTarget);
    if (done.kind === "refuse") return { kind: "refused", reason: done.reason };
    if (done.kind === "choose") {
      this.clicked = done.clicked;
      return { kind: "chosen" };
    }
    if (done.kind === "drop") {
      this.clicked = [];
      return { kind: "dropped" };
    }
    if (this.confirm) {
      this.pending = { path: done.path, cell };
      return { kind: "pending", path: done.path };
    }
    this.clicked = [];
    return { kind: "move", path: done.path };
  }

  /** Where the clicks so far may lead; nothing while a move waits for its tap. */
  targets() {
    return this.position && !this.position.outcome
      ? targets(this.position, this.clicked)
      : { ends: [], stops: [] };
  }
}
