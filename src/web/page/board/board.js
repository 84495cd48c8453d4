// The flat board of every game: one SVG that is filled from a `Position`.
//
// The parts are beside this file: where cells are (geometry), what clicks mean (paths, hand), moves made on it (moves, drag), how
// things look (surface, pieces, ghosts, marks), movement (animate), pointer and keys (input, keyboard), words (names). This file
// draws: a position comes in by `show`, a move goes out by `events.move`, and the board changes only when the next position comes.
// Elements are kept from one position to the next; all is drawn anew only where the shape of the board, or the way of looking at
// it, has changed.

import { Animator, animateChanges, mayMove } from "./animate.js";
import { keyOf, layoutOf, sameCell } from "./geometry.js";
import { Ghosts } from "./ghosts.js";
import { Pointer } from "./input.js";
import { Controls } from "./keyboard.js";
import { Marks } from "./marks.js";
import { Moves } from "./moves.js";
import { cellName, cellWords, gameWords, moveWords } from "./names.js";
import { forcedPass, movers, mustMove } from "./paths.js";
import { Pieces, definePieces } from "./pieces.js";
import { drawSurface } from "./surface.js";
import { make } from "./svg.js";

/** @typedef {import('../types.js').BoardOptions} BoardOptions */
/** @typedef {import('../types.js').BoardView} BoardView */
/** @typedef {import('../types.js').Cell} Cell */
/** @typedef {import('../types.js').Mark} Mark */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Translate} Translate */
/** @typedef {import('../types.js').ViewEvents} ViewEvents */
/** @typedef {import('./geometry.js').Layout} Layout */

/** Boards made so far: names in one drawing must not meet those in another. */
let boards = 0;

/**
 * A board in `container`, as wide as that.
 * @param {HTMLElement} container @param {ViewEvents} events @param {Translate} text @returns {BoardView}
 */
export function createBoard(container, events, text) {
  return new FlatBoard(container, events, text);
}

/** @implements {BoardView} */
class FlatBoard {
  /** @param {HTMLElement} container @param {ViewEvents} events @param {Translate} text */
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
    this.animator = new Animator();
    this.controls = new Controls(make("g", { role: "rowgroup" }, this.svg), container, {
      press: (cell, event) =>
        this.options?.paint ? this.options.paint(cell, event) : this.moves.press(cell),
      skip: () => this.moves.skip(),
      cancel: () => this.moves.cancel(),
      drop: (column) => this.moves.drop(column),
    });
    this.moves = new Moves(this, events, text);
    this.pointer = new Pointer(this.svg, () => this.moves.user());
    /** @type {Position | null} */
    this.position = null;
    /** @type {BoardOptions | null} */
    this.options = null;
    /** @type {Layout | null} */
    this.layout = null;
    /** @type {Mark[]} */
    this.given = [];
    this.falling = false;
    this.face = "";
  }

  /** @param {Position} position @param {BoardOptions} options */
  async show(position, options) {
    this.animator.cancel();
    const before = this.position;
    this.position = position;
    this.options = options;
    this.moves.take(position, options);
    const kept = this.shape(position, options);
    const layout = /** @type {Layout} */ (this.layout);
    const path = before?.hash === position.hash ? null : (options.animate ?? null);
    const changes = this.pieces.update(position, layout, kept ? path : null);
    const done = this.moves.settle(path);
    const moving = Boolean(kept && mayMove() && before && options.longest !== 0);
    if (moving) {
      animateChanges(this.animator, changes, layout, {
        path,
        done,
        draw: (piece, sign) => this.pieces.draw(piece, sign),
      });
      this.animator.hurry(options.longest ?? Number.POSITIVE_INFINITY);
    } else for (const piece of changes.gone.values()) piece.element.remove();
    this.ghosts.clear();
    this.svg.classList.toggle("interactive", options.interactive);
    this.svg.classList.toggle("ahead", Boolean(options.ahead));
    this.svg.classList.toggle("painting", Boolean(options.paint));
    this.falling = moving && layout.falls && path !== null;
    this.refresh();
    // Marks of the position before are not true of this one; numbers stay, so that they do not flicker, and what is chosen ahead.
    const stays = (/** @type {Mark} */ { kind }) => kind === "number" || kind === "ahead";
    this.drawn.draw(layout, position, before?.hash === position.hash ? this.given : this.given.filter(stays));
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
    const [numbered, ahead] = [this.numbered(), String(this.ahead())];
    this.given = marks;
    if (!this.position || !this.layout) return;
    this.drawn.draw(this.layout, this.position, marks);
    if (numbered !== this.numbered() || ahead !== String(this.ahead())) this.refresh();
  }

  /** The cells of a move chosen ahead. */
  ahead() {
    return this.given.flatMap((mark) => (mark.kind === "ahead" ? mark.cells : []));
  }

  /** @param {number} ms */
  hurry(ms) {
    this.animator.hurry(ms);
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
    const { men = "turned" } = options;
    const face = JSON.stringify([position.face.colours, position.face.pieces, men]);
    const layout = layoutOf(position, options);
    if (face === this.face && layout.key === this.layout?.key) return true;
    if (face !== this.face) definePieces(this.defs, position.face, this.prefix, men);
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

  /** Draws what is chosen and says of every cell what it is. */
  refresh() {
    const { position, layout, text } = this;
    const { hand } = this.moves;
    if (!position || !layout) return;
    const active = this.moves.active();
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
      ahead: keys(this.ahead()),
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
}
