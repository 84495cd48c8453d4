// A position while it is edited: rows as the program gives them, who is to move, and what can be done to them. Nothing here knows
// a rule: the program says whether a position exists. Discs that fall stay on top of each other, because nothing else can be
// dropped.

/**
 * @typedef {import("../types.js").Cell} Cell
 * @typedef {import("../types.js").Position} Position
 */

const PLACES = "123456ABCDEF";

/** What a cell can hold: `1` to `6` a piece of that player, `A` to `F` a king, `.` nothing. @param {Position} position @returns {string[]} */
export function piecesOf(position) {
  const players = Array.from({ length: position.players }, (_, index) => index);
  const kings = position.face.pieces === "men" ? players.map((index) => PLACES[6 + index]) : [];
  return players.flatMap((index) => [PLACES[index], ...(kings[index] ? [kings[index]] : [])]);
}

/** @param {string} piece @returns {{player: number, king: boolean}} */
export function pieceOf(piece) {
  const index = PLACES.indexOf(piece);
  return { player: (index % 6) + 1, king: index >= 6 };
}

/** The rows without what is only an opinion of the rules. @param {Position} position @returns {string[]} */
export const plainRows = (position) => position.rows.map((row) => row.replaceAll("x", "."));

/** @param {string[]} rows @param {Cell} cell @param {string} piece @returns {string[]} */
const put = (rows, [x, y], piece) =>
  rows.map((row, at) => (at === y ? row.slice(0, x) + piece + row.slice(x + 1) : row));

/**
 * Puts a piece on a cell, or takes away what stands there where it is the same. Where discs fall, the cell stands for its column.
 * @param {string[]} rows @param {Cell} cell @param {string} piece @param {boolean} falls @returns {string[]}
 */
export function paint(rows, [x, y], piece, falls) {
  if (!falls) {
    const now = rows[y][x];
    return now === " " ? rows : put(rows, [x, y], now === piece ? "." : piece);
  }
  const top = rows.findIndex((row) => row[x] !== ".");
  const free = (top < 0 ? rows.length : top) - 1;
  if (piece === ".") return top < 0 ? rows : put(rows, [x, top], ".");
  return free < 0 ? rows : put(rows, [x, free], piece);
}

/** @param {string[]} rows @returns {string[]} without pieces */
export const cleared = (rows) => rows.map((row) => row.replaceAll(/[^ ]/g, "."));

/**
 * The same position with the colours of two players exchanged: turned round where the sides of the board are somebody's.
 * @param {string[]} rows @param {Position} position @returns {string[]}
 */
export function mirrored(rows, position) {
  const other = /** @type {Record<string, string>} */ ({ 1: "2", 2: "1", A: "B", B: "A" });
  const swapped = rows.map((row) => [...row].map((piece) => other[piece] ?? piece).join(""));
  return position.face.seats.length ? swapped.map((row) => [...row].reverse().join("")).reverse() : swapped;
}
