// The discs of a position for the scene: where they are, in which colours, and what is to be seen of them: the last one has a dot,
// those of a winning line a bright ring, and beside them all others are faded.

import { toRgb } from "./colours.js";

/**
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("./scene.js").Disc} Disc
 * @typedef {import("./matrix.js").Point} Point
 */

/** @param {Position} position @param {number} player */
function coloursOf(position, player) {
  const { fill, rim, detail } = position.face.colours[player - 1];
  return { fill: toRgb(fill), rim: toRgb(rim), detail: toRgb(detail) };
}

/**
 * @param {Position} position @param {(cell: [number, number]) => Point} place middle of a cell
 * @param {(x: number, y: number) => number} lift how high the disc of a cell is above it @returns {Disc[]}
 */
export function discsOf(position, place, lift) {
  const won = new Set(position.winning_lines.flat().map(String));
  const last = String(position.last?.cells[0] ?? "");
  /** @type {Disc[]} */
  const discs = [];
  position.rows.forEach((row, y) =>
    [...row].forEach((piece, x) => {
      const player = Number(piece);
      if (!player) return;
      const key = String([x, y]);
      const [at, height] = place([x, y]);
      discs.push({
        x: at,
        y: height + lift(x, y),
        ...coloursOf(position, player),
        won: won.has(key),
        faded: won.size > 0 && !won.has(key),
        last: key === last,
        alpha: 1,
      });
    }),
  );
  return discs;
}

/** A disc seen through, of the player to move. @param {Position} position @param {Point} place @param {number} alpha @returns {Disc} */
export function ghostOf(position, [x, y], alpha) {
  return { x, y, ...coloursOf(position, position.player), won: false, faded: false, last: false, alpha };
}
