// Pieces that are not there yet: what a click would put under the pointer, and the end of a move that waits for its
// second tap.

import { UNIT, keyOf } from "./geometry.js";
import { pieceAt } from "./paths.js";
import { make, moveTo } from "./svg.js";

/** @typedef {import('../types.js').Cell} Cell */
/** @typedef {import('../types.js').Path} Path */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('./geometry.js').Layout} Layout */

export class Ghosts {
  /** @param {SVGGElement} group @param {string} prefix of the pieces */
  constructor(group, prefix) {
    this.prefix = prefix;
    this.hovered = make("g", {}, group);
    this.waiting = make("g", {}, group);
    this.shown = "";
  }

  /** The stone under the pointer is gone. */
  clear() {
    this.hovered.replaceChildren();
    this.shown = "";
  }

  /** A stone of the player to move where a click would put it. @param {Layout} layout @param {Position} position @param {Cell | null} cell */
  hover(layout, position, cell) {
    const wanted = cell ? `${keyOf(cell)} ${position.player}` : "";
    if (wanted === this.shown) return;
    this.clear();
    this.shown = wanted;
    const spot = cell && layout.byKey.get(keyOf(cell));
    if (!spot) return;
    this.put(this.hovered, String(position.player), spot, "ghost");
    if (layout.falls)
      this.put(
        this.hovered,
        String(position.player),
        { x: spot.x, y: layout.field.y - UNIT / 2 - 8 },
        "ghost above",
      );
  }

  /** The end of a move that waits; null: none does. @param {Layout} layout @param {Position} position @param {Path | null} path */
  preview(layout, position, path) {
    this.waiting.replaceChildren();
    const end = path?.cells.at(-1);
    const spot = end && layout.byKey.get(keyOf(end));
    if (!path || !spot) return;
    const piece = path.cells.length > 1 ? pieceAt(position, path.cells[0]) : null;
    const player = piece?.player ?? position.player;
    this.put(this.waiting, piece?.king ? "ABCDEF"[player - 1] : String(player), spot, "ghost waiting");
  }

  /** @param {Element} parent @param {string} sign @param {{x: number, y: number}} point @param {string} name */
  put(parent, sign, point, name) {
    moveTo(make("use", { class: name, href: `#${this.prefix}-${sign}` }, parent), point);
  }
}
