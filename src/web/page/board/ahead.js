// A move chosen before it is one's turn: what a click chooses, and which legal move is meant when the turn comes. Pure: node tests it.
// Where pieces move these are two cells, from and to; where they are put it is one cell, or one of a column.

import { sameCell } from "./geometry.js";
import { pieceAt } from "./paths.js";

/** @typedef {import('../types.js').Cell} Cell */
/** @typedef {import('../types.js').Path} Path */
/** @typedef {import('../types.js').Position} Position */

/** Are pieces put on the board, and not moved? @param {Position} position */
const puts = ({ face }) => face.pieces === "stones" || face.pieces === "discs";

/** Is a whole move chosen? @param {Position} position @param {Cell[]} cells */
export const isWhole = (position, cells) => cells.length === (puts(position) ? 1 : 2);

/** The lowest free cell of a column, or null. @param {Position} position @param {number} column @returns {Cell | null} */
export function freeCell({ rows }, column) {
  for (let row = rows.length - 1; row >= 0; row--) if (rows[row][column] === ".") return [column, row];
  return null;
}

/**
 * What is chosen after a click: nothing, a piece, or a whole move; or the key of a text that says why not.
 * @param {Position} position @param {number} player @param {Cell[]} chosen @param {Cell} cell @returns {Cell[] | string}
 */
export function choose(position, player, chosen, cell) {
  if (position.face.falls) {
    if (chosen.length > 0 && chosen[0][0] === cell[0]) return [];
    const free = freeCell(position, cell[0]);
    return free ? [free] : "board.column_full";
  }
  if (chosen.some((one) => sameCell(one, cell))) return [];
  const piece = pieceAt(position, cell);
  if (puts(position)) return piece ? "board.taken" : [cell];
  if (piece?.player === player) return [cell];
  if (chosen.length === 0) return "board.choose_first";
  return chosen.length === 1 ? [chosen[0], cell] : [];
}

/** Can what is chosen still be played? @param {Position} position @param {number} player @param {Cell[]} chosen */
export function stands(position, player, chosen) {
  if (position.face.falls) return freeCell(position, chosen[0][0]) !== null;
  const piece = pieceAt(position, chosen[0]);
  return puts(position) ? piece === null : piece?.player === player;
}

/** The one legal move that is meant; null if there is none, or more than one. @param {Position} position @param {Cell[]} chosen @returns {Path | null} */
export function meant(position, chosen) {
  const [from, to] = chosen;
  const isMeant = (/** @type {Path} */ { cells }) => {
    if (cells.length === 0) return false;
    if (position.face.falls) return cells[0][0] === from[0];
    if (!to) return cells.length === 1 && sameCell(cells[0], from);
    return cells.length > 1 && sameCell(cells[0], from) && sameCell(cells[cells.length - 1], to);
  };
  const found = (position.paths ?? []).filter(isMeant);
  return found.length === 1 ? found[0] : null;
}
