// The tree of moves: which move continues a line, and how one walks from variation to variation.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  childrenOf,
  forkOf,
  mainLine,
  neighbour,
  notesOf,
  pathTo,
} from "../../../src/web/page/shell/tree.js";

/** Two variations of the first move, the later one before the other, and one of the second move. @type {any} */
const table = {
  current: 2,
  start: { comments: ["start"] },
  nodes: [
    { id: 1, parent: 0, move: "a", player: 1, ms: 0 },
    { id: 2, parent: 1, move: "b", player: 2, ms: 0, comments: ["end"] },
    { id: 3, parent: 0, move: "c", player: 1, ms: 0, rank: 2 },
    { id: 5, parent: 0, move: "d", player: 1, ms: 0, rank: 1 },
    { id: 6, parent: 5, move: "e", player: 2, ms: 0 },
    { id: 7, parent: 1, move: "f", player: 2, ms: 0, rank: 1 },
  ],
};

test("the line goes on with the first move of each fork, wherever the game stands", () => {
  assert.deepEqual(mainLine(table), [0, 1, 2]);
  assert.deepEqual(mainLine({ ...table, current: 6 }), [0, 1, 2]);
  assert.deepEqual(
    childrenOf(table)
      .get(0)
      ?.map(({ id }) => id),
    [1, 5, 3],
  );
  assert.deepEqual(
    pathTo(table, 6).map(({ id }) => id),
    [5, 6],
  );
});

test("one walks along a line, to its ends, and up and down at a fork", () => {
  const walks = /** @type {const} */ ([
    ["forward", 0, 1],
    ["forward", 5, 6],
    ["forward", 6, 6],
    ["back", 5, 0],
    ["back", 0, 0],
    ["first", 6, 0],
    ["last", 5, 6],
    ["below", 1, 5],
    ["below", 5, 3],
    ["below", 3, 3],
    ["above", 3, 5],
    ["above", 1, 1],
    ["below", 0, 0],
    ["below", 2, 7],
  ]);
  for (const [step, from, to] of walks)
    assert.equal(neighbour(table, from, step), to, `${step} from ${from}`);
  assert.deepEqual([forkOf(table, 3).at, forkOf(table, 6).moves.length], [2, 1]);
});

test("the start has comments of its own, and a move without any has none", () => {
  assert.deepEqual(notesOf(table, 0).comments, ["start"]);
  assert.deepEqual(notesOf(table, 2).comments, ["end"]);
  assert.equal(notesOf(table, 1).comments, undefined);
  assert.deepEqual(notesOf({ ...table, start: undefined }, 0), {});
});
