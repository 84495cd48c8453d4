// Who of the players sits at this window, and who has to be asked before the game of all is changed.

/** @typedef {import("../types.js").Table} Table */

/** Time without a player after which a pause is not asked for, in ms, as the program has it. */
export const GONE_MS = 60000;

/**
 * The players for whom this holds.
 * @param {Table} table @param {(seat: import("../types.js").Seat) => boolean} holds
 */
const playersWho = (table, holds) =>
  table.seats.map((seat, index) => (holds(seat) ? index + 1 : 0)).filter(Boolean);

/**
 * The players that this window moves for.
 * @param {Table} table
 * @returns {number[]}
 */
export const ownPlayers = (table) => playersWho(table, (seat) => !!seat.yours && seat.kind === "person");

/**
 * The players at other machines whom this window has to ask; nobody if it has no seat.
 * @param {Table} table
 * @returns {number[]}
 */
export function playersToAsk(table) {
  if (ownPlayers(table).length === 0) return [];
  return playersWho(table, (seat) => !seat.yours && seat.kind === "person");
}

/** How long a player has been away, in ms; 0: not at all. @param {Table} table @param {number} player */
export function awayMs(table, player) {
  const { away_ms } = table.seats[player - 1];
  return away_ms === undefined ? 0 : away_ms + performance.now() - (table.received ?? performance.now()) + 1;
}

/** Has everybody who would be asked been away for long? @param {Table} table */
export function areOthersGone(table) {
  const others = playersToAsk(table);
  return others.length > 0 && others.every((player) => awayMs(table, player) >= GONE_MS);
}
