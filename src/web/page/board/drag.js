// A piece under the pointer: taken up by a press, put over another cell, let go.
//
// A drag is two clicks: the press chooses the piece, letting go is the click on the cell below. What comes of them is the
// hand's affair; here the piece only follows the pointer, and slides back where its drop made no move.

import { slideBack } from "./animate.js";
import { keyOf, sameCell } from "./geometry.js";
import { moveTo } from "./svg.js";

/** @typedef {import('../types.js').Cell} Cell */
/**
 * @typedef {object} DragUser
 * @property {SVGSVGElement} svg
 * @property {import('./pieces.js').Pieces} pieces
 * @property {import('./animate.js').Animator} animator
 * @property {import('./geometry.js').Layout | null} layout
 */
/**
 * @typedef {object} DragMoves
 * @property {import('./hand.js').Hand} hand
 * @property {(cell: Cell, dragged?: boolean) => boolean} press  a click on a cell; whether it made a move
 */

export class Drag {
  /** @param {DragUser} board @param {DragMoves} moves */
  constructor(board, moves) {
    this.board = board;
    this.moves = moves;
    /** @type {{cell: Cell, again: boolean} | null} what is held; `again`: it was chosen before */
    this.held = null;
    /** @type {{x: number, y: number} | null} where the pointer has taken it */
    this.point = null;
  }

  /** A press on a piece takes it up, if it is one of those that may move. @param {Cell} cell @param {Cell[]} movers */
  lift(cell, movers) {
    const { hand } = this.moves;
    if (hand.pending) return false;
    const again = hand.clicked.length > 0 && sameCell(hand.clicked[hand.clicked.length - 1], cell);
    const target = hand.clicked.length > 0 && hand.targets().ends.some((end) => sameCell(end, cell));
    if (!again && (target || !movers.some((from) => sameCell(from, cell)))) return false;
    if (!again) this.moves.press(cell);
    this.held = { cell, again };
    return true;
  }

  /** The piece follows the pointer. @param {{x: number, y: number}} point */
  follow(point) {
    const { svg, pieces } = this.board;
    const piece = this.piece();
    if (!piece || !this.held) return;
    svg.classList.add("dragging");
    if (pieces.group.lastChild !== piece.element) pieces.group.append(piece.element);
    moveTo(piece.element, point);
    this.point = point;
  }

  /** The end of the press. @param {Cell | null} cell @param {boolean} moved */
  letGo(cell, moved) {
    const { layout, animator } = this.board;
    const { hand } = this.moves;
    const { held } = this;
    this.stop();
    if (!held || !layout) return;
    if (!moved) {
      if (held.again && cell) this.moves.press(cell);
      return;
    }
    const piece = this.piece();
    const target = cell !== null && hand.targets().ends.some((end) => sameCell(end, cell));
    if (cell && (target || !sameCell(cell, held.cell)) && this.moves.press(cell, true)) return;
    const home = layout.byKey.get(keyOf(hand.clicked[hand.clicked.length - 1] ?? held.cell));
    if (piece && home && this.point) slideBack(animator, piece.element, this.point, home);
  }

  /** Nothing is held any more. */
  stop() {
    this.held = null;
    this.board.svg.classList.remove("dragging");
  }

  /** The piece that was chosen first. */
  piece() {
    const { hand } = this.moves;
    const { pieces } = this.board;
    return hand.clicked.length > 0 ? pieces.at.get(keyOf(hand.clicked[0])) : undefined;
  }
}
