// Simulated beginners, who choose a move by one or two simple habits from the position as a front-end gets it: those of
// tests/it/beginners, once more.

/** @typedef {import("../../../src/web/page/types.js").Position} Position */
/** @typedef {import("../../../src/web/page/types.js").Path} Path */
/** @typedef {(position: Position, random: () => number) => Path} Beginner */

/** Numbers from 0 to 1, the same for the same seed (mulberry32). @param {number} seed */
export function randomOf(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @template T @param {T[]} list @param {() => number} random */
const any = (list, random) => list[Math.floor(random() * list.length)];

/** One of the moves with the highest value. @param {Path[]} paths @param {(path: Path) => number} value @param {() => number} random */
function best(paths, value, random) {
  const values = paths.map(value);
  const most = Math.max(...values);
  return any(
    paths.filter((_, index) => values[index] === most),
    random,
  );
}

const DIRECTIONS = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
];

/** How many stones of a player stand in a row from a cell on, in a direction. @param {string[]} rows @param {string} player @param {number} x @param {number} y @param {number} dx @param {number} dy */
function run(rows, player, x, y, dx, dy) {
  let length = 0;
  while (rows[y + dy * (length + 1)]?.[x + dx * (length + 1)] === player) length += 1;
  return length;
}

/** Would a disc of this player complete four? @param {string[]} rows @param {string} player @param {Path} path */
function makesFour(rows, player, { cells: [[x, y]] }) {
  return DIRECTIONS.some(
    ([dx, dy]) => run(rows, player, x, y, dx, dy) + run(rows, player, x, y, -dx, -dy) >= 3,
  );
}

/** Takes a win, stops a win, plays at random otherwise. @type {Beginner} */
function connectFour({ rows, player, paths = [] }, random) {
  const by = (/** @type {number} */ who) => paths.find((path) => makesFour(rows, String(who), path));
  return by(player) ?? by(3 - player) ?? any(paths, random);
}

/** What a stone is worth that makes a line of 1 to 5 in which nobody else has one, and one that breaks such a line. */
const MAKES = [1, 10, 100, 1000, 1e6];
const BREAKS = [0, 8, 80, 800, 1e5];

/** Makes five, stops fours, and otherwise plays where the lines through a cell are worth most. @type {Beginner} */
function gomoku({ rows, player, width, paths = [] }, random) {
  const value = (/** @type {Path} */ { cells: [[x, y]] }) => {
    let sum = 0;
    for (const [dx, dy] of DIRECTIONS) {
      for (let back = 0; back < 5; back += 1) {
        const line = [0, 1, 2, 3, 4].map((step) => rows[y + dy * (step - back)]?.[x + dx * (step - back)]);
        if (line.some((stone) => stone === undefined)) continue;
        const own = line.filter((stone) => stone === String(player)).length;
        const others = line.filter((stone) => stone === String(3 - player)).length;
        if (others === 0) sum += MAKES[own];
        else if (own === 0) sum += BREAKS[others];
      }
    }
    const centre = (/** @type {number} */ at) => Math.abs(at - Math.floor(width / 2));
    return 100 * sum - Math.max(centre(x), centre(y));
  };
  return best(paths, value, random);
}

/** The owner of a piece of draughts, and whether it is a king. @param {string | undefined} piece */
const pieceOf = (piece) => ({
  owner: "1A".includes(piece || " ") ? 1 : "2B".includes(piece || " ") ? 2 : 0,
  king: "AB".includes(piece || " "),
});

/** Can this player capture, by the rules of English draughts? @param {string[][]} board @param {number} player */
function canCapture(board, player) {
  const forward = player === 1 ? 1 : -1;
  return board.some((row, y) =>
    row.some((piece, x) => {
      const { owner, king } = pieceOf(piece);
      const ways = [
        [1, forward],
        [-1, forward],
        ...(king
          ? [
              [1, -forward],
              [-1, -forward],
            ]
          : []),
      ];
      return (
        owner === player &&
        ways.some(
          ([dx, dy]) =>
            pieceOf(board[y + dy]?.[x + dx]).owner === 3 - player && board[y + 2 * dy]?.[x + 2 * dx] === ".",
        )
      );
    }),
  );
}

/** Any move of English draughts after which the other player cannot capture, if there is one. @type {Beginner} */
function draughts({ rows, player, paths = [] }, random) {
  const safe = paths.filter(({ cells, captured }) => {
    const board = rows.map((row) => [...row]);
    const [[fromX, fromY], [toX, toY]] = [cells[0], cells[cells.length - 1]];
    const piece = board[fromY][fromX];
    for (const [x, y] of [cells[0], ...captured]) board[y][x] = ".";
    board[toY][toX] = piece;
    return !canCapture(board, 3 - player);
  });
  return any(safe.length ? safe : paths, random);
}

/** The move that comes farthest towards the camp, by any piece; who is behind goes first. @type {Beginner} */
function chineseCheckers({ player, paths = [] }, random) {
  const progress = (/** @type {number[]} */ [, y]) => (player === 1 ? 16 - y : y);
  const aside = (/** @type {number[]} */ [x, y]) => Math.abs(2 * x + y - 24);
  const value = (/** @type {Path} */ { cells }) => {
    const [from, to] = [cells[0], cells[cells.length - 1]];
    return 1000 * (progress(to) - progress(from)) + 20 * (aside(from) - aside(to)) + 16 - progress(from);
  };
  return best(paths, value, random);
}

/**
 * A beginner of each family, and the rules that it knows.
 * @type {Record<import("./new_game.js").Family, {game?: string, choose: Beginner}>}
 */
export const beginners = {
  connect4: { choose: connectFour },
  gomoku: { choose: gomoku },
  draughts: { game: "english", choose: draughts },
  chinesecheckers: { choose: chineseCheckers },
};
