// What clicks do, compared with real ways of moves.

import assert from "node:assert/strict";
import test from "node:test";

import {
  click,
  clicksOf,
  landing,
  movers,
  mustMove,
  reasonOf,
  targets,
} from "../../../src/web/page/board/paths.js";
import { positions, square } from "./fixtures.js";

const { draughts, two_ways, round, three_taken, hops, connect4, won, renju } = positions;

/** Clicks one after the other: the last answer. @param {any} position @param {any[]} cells */
function clicks(position, cells) {
  /** @type {any} */
  let done = { kind: "choose", clicked: [] };
  for (const cell of cells) {
    assert.equal(done.kind, "choose", `before ${cell}: ${JSON.stringify(done)}`);
    done = click(position, done.clicked, cell);
  }
  return done;
}

test("every move is played by its clicks", () => {
  for (const position of Object.values(positions)) {
    const longer = (/** @type {any} */ path) =>
      position.paths.some(
        (/** @type {any} */ other) =>
          clicksOf(other).length > clicksOf(path).length &&
          String(clicksOf(other)).startsWith(`${clicksOf(path)},`),
      );
    for (const path of position.paths) {
      const cells = longer(path) ? [...clicksOf(path), clicksOf(path).at(-1)] : clicksOf(path);
      assert.deepEqual(clicks(position, cells), { kind: "play", path }, `${position.game} ${path.move}`);
    }
  }
});

test("a capture is played stop by stop, and by its end alone", () => {
  const [path] = three_taken.paths;
  assert.deepEqual(clicks(three_taken, path.cells), { kind: "play", path });
  assert.deepEqual(clicks(three_taken, [path.cells[0], path.cells[2], path.cells[3]]), {
    kind: "play",
    path,
  });
  assert.deepEqual(click(three_taken, [], path.cells[3], true), { kind: "play", path });
});

test("a cell plays the one move that ends there only if that is wanted, and a stone always", () => {
  const [path] = three_taken.paths;
  const done = click(three_taken, [], path.cells[3]);
  assert.equal(done.kind === "refuse" && done.reason.key, "board.choose_first");
  assert.equal(click(draughts, [], square(draughts, 18), true).kind, "choose");
  for (const wanted of [false, true]) assert.equal(click(connect4, [], [3, 1], wanted).kind, "play");
});

test("a capture that ends where it began takes two clicks on the piece", () => {
  const [path] = round.paths;
  assert.deepEqual(clicks(round, [path.cells[0], path.cells[0]]), { kind: "play", path });
  assert.deepEqual(clicks(round, path.cells), { kind: "play", path });
  assert.deepEqual(targets(round, [path.cells[0]]).ends, [path.cells[0]]);
});

test("where two ways lead to one end, a stop between tells them apart", () => {
  const [first, second] = two_ways.paths;
  const end = first.cells.at(-1);
  assert.deepEqual(second.cells.at(-1), end);
  assert.equal(click(two_ways, [first.cells[0]], end).kind, "refuse");
  assert.equal(reasonOf(two_ways, [first.cells[0]], end).key, "board.several_ways");
  assert.deepEqual(clicks(two_ways, [first.cells[0], first.cells[2], end]), { kind: "play", path: first });
  assert.deepEqual(targets(two_ways, [first.cells[0]]).ends, [first.cells[1], second.cells[1]]);
  assert.deepEqual(targets(two_ways, first.cells.slice(0, 2)).ends, [first.cells[2], end]);
});

test("a second click puts a piece down, another own piece takes its place", () => {
  const [from, other] = [square(draughts, 18), square(draughts, 19)];
  assert.deepEqual(click(draughts, [from], from), { kind: "drop" });
  assert.deepEqual(click(draughts, [from], other), { kind: "choose", clicked: [other] });
});

test("a move that is the beginning of a longer one is ended by a second click", () => {
  const way = (/** @type {string} */ move, /** @type {number[][]} */ ...cells) => ({
    move,
    cells,
    captured: [],
  });
  const short = way("ab", [0, 0], [1, 0]);
  const long = way("abc", [0, 0], [1, 0], [2, 0]);
  const position = { ...draughts, paths: [short, long], outcome: undefined };
  assert.deepEqual(
    clicks(position, [
      [0, 0],
      [1, 0],
      [1, 0],
    ]),
    { kind: "play", path: short },
  );
  assert.deepEqual(
    clicks(position, [
      [0, 0],
      [1, 0],
      [2, 0],
    ]),
    { kind: "play", path: long },
  );
});

test("a hop is played by its end also where the way of another passes there", () => {
  const path = hops.paths.find((/** @type {any} */ each) => each.cells.length > 3);
  assert.deepEqual(clicks(hops, [path.cells[0], path.cells.at(-1)]), { kind: "play", path });
});

test("every cell of a column means the stone that falls there", () => {
  assert.deepEqual(landing(connect4, [3, 0]), [3, 3]);
  const done = click(connect4, [], [3, 1]);
  assert.equal(done.kind === "play" && done.path.move, "4");
  assert.equal(reasonOf(connect4, [], [1, 0]).key, "board.column_full");
});

test("a pass that is the only move is played by any click", () => {
  const path = { move: "pass", cells: [], captured: [] };
  assert.deepEqual(click({ ...hops, paths: [path] }, [], [8, 8]), { kind: "play", path });
});

test("targets are the ends, and the stops on the way", () => {
  const [path] = three_taken.paths;
  assert.deepEqual(targets(three_taken, [path.cells[0]]), {
    ends: [path.cells[3]],
    stops: [path.cells[1], path.cells[2]],
  });
  assert.deepEqual(targets(three_taken, path.cells.slice(0, 2)), {
    ends: [path.cells[3]],
    stops: [path.cells[2]],
  });
  assert.deepEqual(targets(draughts, []), { ends: [], stops: [] });
});

test("pieces must move only where they take", () => {
  assert.deepEqual(mustMove(draughts), []);
  assert.equal(movers(draughts).length, 5);
  assert.deepEqual(mustMove(three_taken), [square(three_taken, 32)]);
});

test("a refused click says why", () => {
  const why = (/** @type {any} */ position, /** @type {any[]} */ clicked, /** @type {any} */ cell) =>
    reasonOf(position, clicked, cell).key;
  assert.equal(why(draughts, [], square(draughts, 28)), "board.not_yours");
  assert.equal(why(draughts, [], square(draughts, 1)), "board.blocked");
  assert.equal(why(draughts, [], square(draughts, 22)), "board.several_pieces");
  assert.equal(why(draughts, [], square(draughts, 27)), "board.choose_first");
  assert.equal(why(draughts, [square(draughts, 19)], square(draughts, 27)), "board.not_there");
  assert.equal(why(draughts, [square(draughts, 19)], square(draughts, 28)), "board.occupied");
  assert.deepEqual(reasonOf(three_taken, [], square(three_taken, 49)), {
    key: "board.longer_capture",
    cells: [square(three_taken, 32)],
    count: 3,
  });
  assert.equal(why(three_taken, [square(three_taken, 32)], square(three_taken, 27)), "board.longer_way");
  assert.equal(why(won, [], [3, 0]), "board.over");
  assert.equal(why(renju, [], [4, 4]), "board.taken");
  const x = renju.rows.findIndex((/** @type {string} */ row) => row.includes("x"));
  assert.equal(why(renju, [], [renju.rows[x].indexOf("x"), x]), "board.forbidden");
  assert.equal(why({ ...renju, paths: [] }, [], [0, 0]), "board.wait");
});
