// The pointer: clicks, drags and what it hovers over, as cells.
//
// A mouse, a finger and a pen are the same here (pointer events). A press on a piece that may move takes it up at once;
// where it is let go on another cell, that is a second click. A press that does not move is a click when it ends, so that
// a finger can still scroll the page over a board whose stones are only put down. A press that ends a movement may take up
// a piece, but is no click. Screen readers click without a pointer:
// such a `click`, which counts no presses (`detail` 0), is taken as well.

import { cellOf } from "./keyboard.js";

/** @typedef {import('../types.js').Cell} Cell */
/** @typedef {{x: number, y: number}} Point  of the drawing */
/**
 * @typedef {object} PointerUser
 * @property {() => boolean} skip  ends all movement; whether there was any
 * @property {(point: Point) => Cell | null} cellAt
 * @property {(cell: Cell) => boolean} lift  a press on a cell: is there a piece that can be dragged?
 * @property {(point: Point) => void} drag
 * @property {(cell: Cell | null, moved: boolean) => void} drop  the end of a press that lifted something
 * @property {(cell: Cell) => void} press  a click
 * @property {() => boolean} back  a press of the other button: whether it took something back
 * @property {(from: Cell, to: Cell) => void} slide  a press that lifted nothing and ended on another cell
 * @property {(cell: Cell | null) => void} hover
 * @property {((cell: Cell, event: PointerEvent) => void) | undefined} paint  takes all presses, where it is there
 */

/** How far a pointer moves, in pixels, before a press is a drag. */
const SLOP = 6;

export class Pointer {
  /** @param {SVGSVGElement} svg @param {() => PointerUser} user */
  constructor(svg, user) {
    this.svg = svg;
    this.user = user;
    /** @type {{id: number, x: number, y: number, cell: Cell | null, skipped: boolean, lifted: boolean, moved: boolean, painted: string} | null} */
    this.held = null;
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event));
    svg.addEventListener("pointercancel", (event) => this.lost(event));
    svg.addEventListener("lostpointercapture", (event) => this.lost(event));
    svg.addEventListener("pointerleave", () => this.user().hover(null));
    svg.addEventListener("mousedown", (event) => event.preventDefault());
    svg.addEventListener("click", (event) => this.click(event));
    svg.addEventListener("contextmenu", (event) => {
      if (this.user().back()) event.preventDefault();
    });
  }

  /** Where a pointer is in the drawing. @param {MouseEvent} event @returns {Point} */
  point(event) {
    const matrix = this.svg.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix ?? undefined);
    return { x, y };
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (!event.isPrimary || event.button !== 0) return;
    const user = this.user();
    const skipped = user.skip();
    const cell = user.cellAt(this.point(event));
    if (user.paint && cell) user.paint(cell, event);
    const lifted = !user.paint && cell !== null && user.lift(cell);
    this.held = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      cell,
      skipped,
      lifted,
      moved: false,
      painted: String(cell),
    };
    if (user.paint || lifted) this.svg.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const user = this.user();
    const point = this.point(event);
    const { held } = this;
    if (!held || held.id !== event.pointerId) {
      if (event.pointerType !== "touch" && event.buttons === 0) user.hover(user.cellAt(point));
      return;
    }
    if (user.paint) this.brush(user, point, event, held);
    if (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLOP) held.moved = true;
    if (held.lifted && held.moved) user.drag(point);
  }

  /** @param {PointerUser} user @param {Point} point @param {PointerEvent} event @param {{painted: string}} held */
  brush(user, point, event, held) {
    const cell = user.cellAt(point);
    if (!cell || String(cell) === held.painted) return;
    held.painted = String(cell);
    user.paint?.(cell, event);
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { held } = this;
    if (!held || held.id !== event.pointerId) return;
    this.held = null;
    const user = this.user();
    if (user.paint) return;
    const cell = user.cellAt(this.point(event));
    if (held.lifted) user.drop(cell, held.moved);
    else if (!cell || !held.cell || held.skipped) return;
    else if (String(cell) === String(held.cell)) user.press(cell);
    else user.slide(held.cell, cell);
  }

  /** The browser took the pointer, to scroll. @param {PointerEvent} event */
  lost(event) {
    const { held } = this;
    if (!held || held.id !== event.pointerId) return;
    this.held = null;
    if (held.lifted) this.user().drop(null, true);
  }

  /** @param {MouseEvent} event */
  click(event) {
    const cell = cellOf(event.target);
    if (event.detail > 0 || !cell) return;
    const user = this.user();
    if (!user.paint && !user.skip()) user.press(cell);
  }
}
