// Moves made on the flat board by clicks, by dragging and by keys. A click goes to the hand; what comes of it is a move that is
// sent, a piece that is shown at the stop it has reached, or a reason why not. A piece that was dragged stays where it was put until
// the next position comes.

import { Drag } from "./drag.js";
import { cellAt, keyOf, sameCell } from "./geometry.js";
import { Hand } from "./hand.js";
import { handWords, reasonValues } from "./names.js";
import { landing, movers, reached } from "./paths.js";
import { moveTo } from "./svg.js";

/** @typedef {import('../types.js').BoardOptions} BoardOptions */
/** @typedef {import('../types.js').Cell} Cell */
/** @typedef {import('../types.js').Path} Path */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Translate} Translate */
/** @typedef {import('../types.js').ViewEvents} ViewEvents */
/**
 * @typedef {object} MovesUser what the board is at this moment
 * @property {SVGSVGElement} svg
 * @property {Position | null} position
 * @property {BoardOptions | null} options
 * @property {import('./geometry.js').Layout | null} layout
 * @property {import('./pieces.js').Pieces} pieces
 * @property {import('./ghosts.js').Ghosts} ghosts
 * @property {import('./animate.js').Animator} animator
 * @property {import('./keyboard.js').Controls} controls
 * @property {() => void} refresh  what is chosen has changed
 */

/** After a move was sent, clicks of this many ms are the second half of a double click. */
const DOUBLE = 400;

export class Moves {
  /** @param {MovesUser} board @param {ViewEvents} events @param {Translate} text */
  constructor(board, events, text) {
    this.board = board;
    this.events = events;
    this.text = text;
    this.hand = new Hand();
    this.drag = new Drag(board, this);
    /** @type {{move: string, done: number} | null} a move that was made by dragging, and the stops it was put over */
    this.byHand = null;
    this.sent = -DOUBLE;
  }

  /** Takes a position: what was in hand stays there only if it is the same one. @param {Position} position @param {BoardOptions} options */
  take(position, options) {
    this.hand.byTarget = options.byTarget ?? false;
    const held = this.hand.set(position, options.confirm);
    if (!options.interactive) this.hand.empty();
    if (!held || !options.interactive) this.drag.stop();
    this.sent = -DOUBLE;
  }

  /** After the pieces were put where they are: how many stops of the move that led here were made by hand. @param {Path | null} path */
  settle(path) {
    const done = path && this.byHand?.move === path.move ? this.byHand.done : 0;
    this.byHand = null;
    if (this.hand.clicked.length > 1) this.pieceInHand();
    return done;
  }

  /** May moves be made now? */
  active() {
    const { options, position } = this.board;
    return Boolean(options?.interactive && !options.paint && position && !position.outcome);
  }

  /** Ends all movement; whether there was any, which what was pressed was meant to end. */
  skip() {
    const moved = this.board.animator.moves();
    return this.events.skip() || moved;
  }

  /**
   * A click on a cell, by whatever means: a press, a key, or a piece let go over it. Whether it made a move.
   * @param {Cell} cell @param {boolean} [dragged]
   */
  press(cell, dragged = false) {
    const { hand, text } = this;
    const { animator, controls, ghosts, position } = this.board;
    if (!position || this.busy()) return false;
    animator.cancel();
    controls.go(cell, false);
    const { ahead } = this.board.options ?? {};
    if (!this.active() && ahead) {
      ahead.press(cell);
      return false;
    }
    if (!this.active()) {
      this.events.refused(position.outcome ? "board.over" : "board.wait", {}, cell);
      return false;
    }
    const before = hand.clicked;
    const effect = hand.press(cell);
    ghosts.clear();
    if (effect.kind === "move") {
      const { cells } = effect.path;
      const done = dragged ? cells.length - 1 : reached(cells, before.length > 1 ? before : []);
      this.leave(effect.path, done);
    } else if (hand.clicked !== before) this.pieceInHand();
    this.board.refresh();
    if (effect.kind === "move") this.send(effect.path);
    else if (effect.kind === "refused")
      this.events.refused(effect.reason.key, reasonValues(position, effect.reason, cell, text), cell);
    else this.events.say(handWords(position, hand, text));
    return effect.kind === "move";
  }

  /** Is a click the second half of a double click? */
  busy() {
    return performance.now() - this.sent < DOUBLE;
  }

  /** @param {Path} path */
  send(path) {
    this.sent = performance.now();
    this.events.move(path.move);
  }

  /** Leaves a piece where it was put by hand, until the next position comes. @param {Path} path @param {number} done stops of the way behind it */
  leave(path, done) {
    const { layout, pieces } = this.board;
    const piece = done > 0 && pieces.at.get(keyOf(path.cells[0]));
    const spot = done > 0 && layout?.byKey.get(keyOf(path.cells[done]));
    if (!piece || !spot) return;
    moveTo(piece.element, spot);
    this.byHand = { move: path.move, done };
  }

  /** Shows a piece at the last stop that was clicked. */
  pieceInHand() {
    const { hand } = this;
    const { layout, pieces } = this.board;
    if (!layout) return;
    pieces.settle(layout);
    const piece = hand.clicked.length > 1 && pieces.at.get(keyOf(hand.clicked[0]));
    const spot = hand.clicked.length > 1 && layout.byKey.get(keyOf(hand.clicked[hand.clicked.length - 1]));
    if (piece && spot) moveTo(piece.element, spot);
  }

  /** Puts down what is in hand or was chosen ahead, and ends all movement; whether there was either. */
  cancel() {
    const skipped = this.skip();
    if (this.board.options?.ahead?.drop()) return true;
    if (!this.hand.empty()) return skipped;
    this.drag.stop();
    this.pieceInHand();
    this.board.ghosts.clear();
    this.board.refresh();
    this.events.say(this.text("board.said_dropped"));
    return true;
  }

  /** A stone for a column, by a digit. @param {number} column */
  drop(column) {
    const { options, position } = this.board;
    const takes = options && !options.paint && (options.interactive || options.ahead);
    if (!position?.face.falls || column >= position.width || !takes) return false;
    if (!this.skip()) this.press([column, 0]);
    return true;
  }

  /** @returns {import('./input.js').PointerUser} */
  user() {
    const { layout, options, position } = this.board;
    return {
      skip: () => !options?.paint && this.skip(),
      cellAt: (point) => (layout ? cellAt(layout, point.x, point.y) : null),
      lift: (cell) =>
        this.active() && !this.busy() && this.drag.lift(cell, movers(/** @type {Position} */ (position))),
      drag: (point) => this.drag.follow(point),
      drop: (cell, moved) => this.drag.letGo(cell, moved),
      press: (cell) => this.press(cell),
      back: () => options?.ahead?.drop() ?? false,
      slide: (from, to) => options?.ahead?.drag(from, to),
      hover: (cell) => this.hover(cell),
      paint: options?.paint,
    };
  }

  /** @param {Cell | null} cell */
  hover(cell) {
    const { hand } = this;
    const { ghosts, layout, position, svg } = this.board;
    if (!position || !layout) return;
    const active = this.active();
    const placing = active && cell && !hand.pending;
    const put = placing ? (position.face.falls ? landing(position, cell) : this.placed(cell)) : null;
    ghosts.hover(layout, position, put);
    const { ends, stops } = active ? hand.targets() : { ends: [], stops: [] };
    const able =
      cell &&
      active &&
      (put || [...movers(position), ...ends, ...stops].some((other) => sameCell(other, cell)));
    svg.classList.toggle("pointing", Boolean(able));
  }

  /** The cell, if a stone may be put on it. @param {Cell} cell */
  placed(cell) {
    return this.board.position?.paths?.some(
      (path) => path.cells.length === 1 && sameCell(path.cells[0], cell),
    )
      ? cell
      : null;
  }
}
