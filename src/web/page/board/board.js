// The flat board of every game: one SVG that is filled from a `Position`, and moves made on it.
//
// The parts are beside this file: where cells are (geometry), what clicks mean (paths, hand), how things look (surface,
// pieces, ghosts, marks), movement (animate, drag), pointer and keys (input, keyboard), words (names). This file holds them together:
// a position comes in by `show`, a move goes out by `events.move`, and the board changes only when the next position
// comes. A piece that was dragged stays where it was put until then. Elements are kept from one position to the next;
// all is drawn anew only where the shape of the board, or the way of looking at it, has changed.

import { Animator, animateChanges, mayMove } from "./animate.js";
import { Drag } from "./drag.js";
import { cellAt, keyOf, layoutOf, sameCell } from "./geometry.js";
import { Ghosts } from "./ghosts.js";
import { Hand } from "./hand.js";
import { Pointer } from "./input.js";
import { Controls } from "./keyboard.js";
import { Marks } from "./marks.js";
import { cellName, cellWords, gameWords, handWords, moveWords, reasonValues } from "./names.js";
import { forcedPass, landing, movers, mustMove, reached } from "./paths.js";
import { Pieces, definePieces } from "./pieces.js";
import { drawSurface } from "./surface.js";
import { make, moveTo } from "./svg.js";

/** @typedef {import('../types.js').BoardEvents} BoardEvents */
/** @typedef {import('../types.js').BoardOptions} BoardOptions */
/** @typedef {import('../types.js').BoardView} BoardView */
/** @typedef {import('../types.js').Cell} Cell */
/** @typedef {import('../types.js').Mark} Mark */
/** @typedef {import('../types.js').Path} Path */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Translate} Translate */
/** @typedef {import('./geometry.js').Layout} Layout */

/** After a move was sent, clicks of this many ms are the second half of a double click. */
const DOUBLE = 400;

/** Boards made so far: names in one drawing must not meet those in another. */
let boards = 0;

/**
 * A board in `container`, as wide as that.
 * @param {HTMLElement} container @param {BoardEvents} events @param {Translate} text @returns {BoardView}
 */
export function createBoard(container, events, text) {
  return new FlatBoard(container, events, text);
}

/** @implements {BoardView} */
class FlatBoard {
  /** @param {HTMLElement} container @param {BoardEvents} events @param {Translate} text */
  constructor(container, events, text) {
    this.events = events;
    this.text = text;
    boards += 1;
    this.prefix = `board${boards}`;
    this.svg = make("svg", { class: "board", role: "grid" }, container);
    this.defs = make("defs", {}, this.svg);
    const layer = (/** @type {string} */ name) =>
      make("g", { class: `layer ${name}`, "aria-hidden": "true" }, this.svg);
    this.back = layer("back");
    const under = layer("under");
    this.pieces = new Pieces(layer("pieces"), this.prefix);
    this.ghosts = new Ghosts(layer("ghosts"), this.prefix);
    this.front = layer("front");
    this.drawn = new Marks(under, layer("over"));
    this.hand = new Hand();
    this.animator = new Animator();
    this.controls = new Controls(make("g", { role: "rowgroup" }, this.svg), container, {
      press: (cell, event) => (this.options?.paint ? this.options.paint(cell, event) : this.press(cell)),
      cancel: () => this.cancel(),
      drop: (column) => this.drop(column),
    });
    this.press = this.press.bind(this);
    this.drag = new Drag(this);
    this.pointer = new Pointer(this.svg, () => this.user());
    /** @type {Position | null} */
    this.position = null;
    /** @type {BoardOptions | null} */
    this.options = null;
    /** @type {Layout | null} */
    this.layout = null;
    /** @type {Mark[]} */
    this.given = [];
    /** @type {{move: string, done: number} | null} a move that was made by dragging, and the stops it was put over */
    this.byHand = null;
    this.sent = -DOUBLE;
    this.falling = false;
    this.face = "";
  }

  /** @param {Position} position @param {BoardOptions} options */
  async show(position, options) {
    this.animator.cancel();
    const before = this.position;
    this.position = position;
    this.options = options;
    const held = this.hand.set(position, options.confirm);
    if (!options.interactive) this.hand.empty();
    if (!held || !options.interactive) this.drag.stop();
    this.sent = -DOUBLE;
    const kept = this.shape(position, options);
    const layout = /** @type {Layout} */ (this.layout);
    const path = before?.hash === position.hash ? null : (options.animate ?? null);
    const changes = this.pieces.update(position, layout, kept ? path : null);
    const done = path && this.byHand?.move === path.move ? this.byHand.done : 0;
    this.byHand = null;
    if (this.hand.clicked.length > 1) this.pieceInHand();
    const moving = Boolean(kept && mayMove() && before);
    if (moving) {
      animateChanges(this.animator, changes, layout, {
        path,
        done,
        draw: (piece, sign) => this.pieces.draw(piece, sign),
      });
    } else for (const piece of changes.gone.values()) piece.element.remove();
    this.ghosts.clear();
    this.svg.classList.toggle("interactive", options.interactive);
    this.svg.classList.toggle("painting", Boolean(options.paint));
    this.falling = moving && layout.falls && path !== null;
    this.refresh();
    // Marks of the position before are not true of this one; numbers stay, so that they do not flicker.
    this.drawn.draw(
      layout,
      position,
      before?.hash === position.hash ? this.given : this.given.filter(({ kind }) => kind === "number"),
    );
    const said = before && before.hash !== position.hash ? moveWords(position, this.text) : "";
    if (said) this.events.say(said);
    await this.animator.ended();
    if (this.position !== position) return;
    this.drawn.draw(layout, position, this.given);
    if (!this.falling) return;
    this.falling = false;
    this.refresh();
  }

  /** @param {Mark[]} marks */
  marks(marks) {
    const numbered = this.numbered();
    this.given = marks;
    if (!this.position || !this.layout) return;
    this.drawn.draw(this.layout, this.position, marks);
    if (numbered !== this.numbered()) this.refresh();
  }

  focus() {
    this.controls.focus();
  }

  remove() {
    this.animator.remove();
    this.controls.remove();
    this.svg.remove();
  }

  numbered() {
    return this.given.some((mark) => mark.kind === "number");
  }

  /** Draws the board where its shape has changed; whether it was kept. @param {Position} position @param {BoardOptions} options */
  shape(position, options) {
    const face = JSON.stringify([position.face.colours, position.face.pieces]);
    const layout = layoutOf(position, options);
    if (face === this.face && layout.key === this.layout?.key) return true;
    if (face !== this.face) definePieces(this.defs, position.face, this.prefix);
    this.face = face;
    this.layout = layout;
    const { x, y, width, height } = layout.box;
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.svg.setAttribute(
      "class",
      `board ${position.face.surface}${layout.hexagonal ? " hexagonal" : ""} ${position.face.pieces}`,
    );
    drawSurface(this.back, this.front, layout, position);
    this.pieces.clear();
    this.controls.build(layout, (cell) => cellName(position, cell));
    return false;
  }

  /** May moves be made now? */
  active() {
    return Boolean(
      this.options?.interactive && !this.options.paint && this.position && !this.position.outcome,
    );
  }

  /** Draws what is chosen and says of every cell what it is. */
  refresh() {
    const { position, layout, hand, text } = this;
    if (!position || !layout) return;
    const active = this.active();
    const { ends, stops } = active && !hand.pending ? hand.targets() : { ends: [], stops: [] };
    const must = active && !hand.pending && hand.clicked.length === 0 ? mustMove(position) : [];
    const pending = hand.pending?.path ?? null;
    // A disc that is falling has no dot yet, one with a number needs none.
    const notice = active && forcedPass(position) ? text("board.pass") : "";
    const dot = !this.falling && !this.numbered();
    this.drawn.highlight(layout, { position, must, chosen: hand.clicked, ends, stops, pending, dot, notice });
    this.ghosts.preview(layout, position, pending);
    const keys = (/** @type {Cell[]} */ cells) => new Set(cells.map(keyOf));
    const state = {
      movers: keys(active ? movers(position) : []),
      must: keys(must),
      ends: keys(ends),
      stops: keys(stops),
      won: keys(position.winning_lines.flat()),
      chosen: String(hand.clicked[0] ?? ""),
      pending: String(pending?.cells.at(-1) ?? ""),
    };
    this.svg.setAttribute("aria-label", text("board.grid", { title: gameWords(position, text) }));
    this.controls.describe((cell) => ({
      label: cellWords(position, cell, state, text),
      selected: hand.clicked.some((clicked) => sameCell(clicked, cell)),
    }));
  }

  /**
   * A click on a cell, by whatever means: a press, a key, or a piece let go over it. Whether it made a move.
   * @param {Cell} cell @param {boolean} [dragged]
   */
  press(cell, dragged = false) {
    const { position, hand, text } = this;
    if (!position || this.busy()) return false;
    this.animator.cancel();
    this.controls.go(cell, false);
    if (!this.active()) {
      this.events.refused(position.outcome ? "board.over" : "board.wait", {}, cell);
      return false;
    }
    const before = hand.clicked;
    const effect = hand.press(cell);
    this.ghosts.clear();
    if (effect.kind === "move") {
      this.leave(
        effect.path,
        dragged
          ? effect.path.cells.length - 1
          : reached(effect.path.cells, before.slice(0, before.length > 1 ? before.length : 0)),
      );
    } else if (hand.clicked !== before) this.pieceInHand();
    this.refresh();
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
    const piece = done > 0 && this.pieces.at.get(keyOf(path.cells[0]));
    const spot = done > 0 && this.layout?.byKey.get(keyOf(path.cells[done]));
    if (!piece || !spot) return;
    moveTo(piece.element, spot);
    this.byHand = { move: path.move, done };
  }

  /** Shows a piece at the last stop that was clicked. */
  pieceInHand() {
    const { layout, hand } = this;
    if (!layout) return;
    this.pieces.settle(layout);
    const piece = hand.clicked.length > 1 && this.pieces.at.get(keyOf(hand.clicked[0]));
    const spot = hand.clicked.length > 1 && layout.byKey.get(keyOf(hand.clicked[hand.clicked.length - 1]));
    if (piece && spot) moveTo(piece.element, spot);
  }

  /** Puts down what is in hand. */
  cancel() {
    if (!this.hand.empty()) return false;
    this.drag.stop();
    this.pieceInHand();
    this.ghosts.clear();
    this.refresh();
    this.events.say(this.text("board.said_dropped"));
    return true;
  }

  /** A stone for a column, by a digit. @param {number} column */
  drop(column) {
    const { position } = this;
    if (
      !position?.face.falls ||
      column >= position.width ||
      this.options?.paint ||
      !this.options?.interactive
    )
      return false;
    this.press([column, 0]);
    return true;
  }

  /** @returns {import('./input.js').PointerUser} */
  user() {
    const layout = /** @type {Layout} */ (this.layout);
    return {
      cellAt: (point) => (layout ? cellAt(layout, point.x, point.y) : null),
      lift: (cell) =>
        this.active() &&
        !this.busy() &&
        this.drag.lift(cell, movers(/** @type {Position} */ (this.position))),
      drag: (point) => this.drag.follow(point),
      drop: (cell, moved) => this.drag.letGo(cell, moved),
      press: (cell) => this.press(cell),
      hover: (cell) => this.hover(cell),
      paint: this.options?.paint,
    };
  }

  /** @param {Cell | null} cell */
  hover(cell) {
    const { position, layout, hand } = this;
    if (!position || !layout) return;
    const active = this.active();
    const placing = active && cell && !hand.pending;
    const put = placing ? (position.face.falls ? landing(position, cell) : this.placed(cell)) : null;
    this.ghosts.hover(layout, position, put);
    const { ends, stops } = active ? hand.targets() : { ends: [], stops: [] };
    const able =
      cell &&
      active &&
      (put || [...movers(position), ...ends, ...stops].some((other) => sameCell(other, cell)));
    this.svg.classList.toggle("pointing", Boolean(able));
  }

  /** The cell, if a stone may be put on it. @param {Cell} cell */
  placed(cell) {
    return this.position?.paths?.some((path) => path.cells.length === 1 && sameCell(path.cells[0], cell))
      ? cell
      : null;
  }
}
