// The games as the program lists them: the page names none, and asks here what a game is played with and on. Names that are only
// other names of a rule set, or of one of its boards, are not offered.

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").GameInfo} GameInfo */

/** The end of a name that says the size of the board. */
const SIZE = /-(\d+)x(\d+)$/;

/**
 * The rule set of a game with any of its names, on its usual board; nothing if the program does not list it.
 * @param {App} app @param {string} game @returns {GameInfo | undefined}
 */
export function infoOf(app, game) {
  const named = (/** @type {string} */ name) => app.program.games().find((one) => one.name === name);
  const listed = named(game) ?? named(withoutSize(game));
  return listed && named(listed.rules);
}

/** The name of a game without the size of its board. @param {string} game */
export const withoutSize = (game) => game.replace(SIZE, "");

/** Width and height, if the name of a game says them. @param {string} game @returns {[number, number] | undefined} */
export function sizeOf(game) {
  const size = SIZE.exec(game);
  return size ? [Number(size[1]), Number(size[2])] : undefined;
}

/** The name of a rule set on a board of this size. @param {GameInfo} info @param {number} width @param {number} height */
export function nameOfSize({ name, board }, width, height) {
  const isNamed = board && !board.option && (width !== board.width || height !== board.height);
  return isNamed ? `${name}-${width}x${height}` : name;
}

/** Rule sets that are offered, all or those of a family, in the order of the program. @param {App} app @param {string} [family] */
export function offered(app, family) {
  const isOffered = (/** @type {import("../types.js").GameInfo} */ one) =>
    one.name === one.rules && (family === undefined || one.family === family);
  return app.program.games().filter(isOffered);
}

/** All families, in the order of the program. @param {App} app */
export const familiesOf = (app) => [...new Set(app.program.games().map((one) => one.family))];

/** The family of a game; empty if the program does not list it. @param {App} app @param {string} game */
export const familyOf = (app, game) => infoOf(app, game)?.family ?? "";

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
