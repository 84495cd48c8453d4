// How the games are offered: four families, each with its rule sets in the order in which people look for them. Names that are
// only other names of a rule set are not offered.

/** @typedef {"connect4" | "gomoku" | "draughts" | "chinesecheckers"} Family */

/** @type {Record<Family, string[]>} */
export const FAMILIES = {
  connect4: ["connect4"],
  gomoku: ["gomokufreestyle", "gomoku", "renju", "caro", "caroexact"],
  draughts: ["draughts", "english", "russian", "brazilian", "frisian", "frysk", "breakthrough", "killer", "antidraughts"],
  chinesecheckers: ["chinesecheckers"],
};

export const familyNames = /** @type {Family[]} */ (Object.keys(FAMILIES));

/** Sides of a board of Connect Four. */
export const CONNECT_SIDES = { min: 4, max: 10 };

/** @param {string} game @returns {Family} */
export function familyOf(game) {
  if (game.startsWith("connect4") || game === "cfour") return "connect4";
  if (game === "international") return "draughts";
  return familyNames.find((family) => FAMILIES[family].includes(game)) ?? "connect4";
}

/** Clocks that are offered, in minutes and seconds a move. */
export const CLOCKS = [
  { minutes: 1, increment: 0 },
  { minutes: 3, increment: 2 },
  { minutes: 5, increment: 3 },
  { minutes: 10, increment: 0 },
  { minutes: 15, increment: 10 },
  { minutes: 30, increment: 20 },
];

/** The program thinks at most as long without a clock, in ms. */
export const THINK_MS = 2000;
