// How moves are numbered, everywhere on the page: where pieces move, a round of all players has a number; where they are put,
// every move has one.

import { pathTo } from "./tree.js";

/** @typedef {import("../types.js").Table} Table */

/**
 * @param {Table} table
 * @returns {{columns: number, before: number, label(ply: number, first: boolean): string}} `before`: places of the first round that
 *   are empty, because a later player began; `label`: the number of a move, counted from 0, that is `first` of its line or not
 */
export function numbering(table) {
  const { pieces } = table.position.face;
  const together = pieces === "men" || pieces === "marbles";
  const players = table.seats.length;
  const starter = table.nodes.find((node) => node.parent === 0)?.player ?? table.position.player;
  const before = together ? starter - 1 : 0;
  return {
    columns: together ? Math.min(players, 3) : 2,
    before,
    label(ply, first) {
      if (!together) return `${ply + 1}.`;
      const round = Math.floor((ply + before) / players) + 1;
      if ((ply + before) % players === 0) return `${round}.`;
      return first ? `${round}…` : "";
    },
  };
}

/** The number of the move that led to a node. @param {Table} table @param {number} node */
export const numberOf = (table, node) => numbering(table).label(pathTo(table, node).length - 1, true);
