// What is chosen ahead by clicks, and which move is meant when the turn comes.

import assert from "node:assert/strict";
import test from "node:test";

import { choose, isWhole, meant, stands } from "../../../src/web/page/board/ahead.js";
import { positions, square } from "./fixtures.js";

const { draughts, two_ways, connect4, renju } = positions;
/** Who is to move in `draughts`, where the other one chooses ahead. */
const OTHER = 3 - draughts.player;

/** @param {any} position @param {string} sign @returns {[number, number]} */
function find(position, sign) {
  const y = position.rows.findIndex((/** @type {string} */ row) => row.includes(sign));
  return [position.rows[y].indexOf(sign), y];
}

test("a piece and its target are chosen, and taken back by a click on either or elsewhere", () => {
  const [from, to] = [find(draughts, String(OTHER)), find(draughts, ".")];
  assert.deepEqual(choose(draughts, OTHER, [], from), [from]);
  assert.deepEqual(choose(draughts, OTHER, [from], to), [from, to]);
  assert.ok(!isWhole(draughts, [from]) && isWhole(draughts, [from, to]));
  for (const cell of [from, to]) assert.deepEqual(choose(draughts, OTHER, [from, to], cell), []);
  assert.deepEqual(choose(draughts, OTHER, [from, to], find(draughts, String(draughts.player))), []);
  assert.equal(choose(draughts, OTHER, [], to), "board.choose_first");
});

test("another piece of one's own takes the place of the first", () => {
  const row = draughts.rows.findLastIndex((/** @type {string} */ one) => one.includes(String(OTHER)));
  const last = /** @type {[number, number]} */ ([draughts.rows[row].lastIndexOf(String(OTHER)), row]);
  assert.deepEqual(choose(draughts, OTHER, [find(draughts, String(OTHER))], last), [last]);
});

test("where stones fall a column is chosen, at its lowest free cell", () => {
  const [cell] = /** @type {[number, number][]} */ (choose(connect4, 1, [], [3, 0]));
  assert.equal(cell[0], 3);
  assert.equal(connect4.rows[cell[1]][3], ".");
  assert.deepEqual(choose(connect4, 1, [cell], [3, 5]), []);
  const full = { ...connect4, rows: connect4.rows.map(() => "1".repeat(connect4.width)) };
  assert.equal(choose(full, 1, [], [3, 0]), "board.column_full");
  assert.ok(!stands(full, 1, [cell]));
  assert.equal(meant(connect4, [cell])?.move, "4");
});

test("a free cell is chosen for a stone, until another stone is there", () => {
  const free = find(renju, ".");
  assert.deepEqual(choose(renju, 1, [], free), [free]);
  assert.ok(stands(renju, 1, [free]));
  const stone = find(renju, "1");
  assert.equal(choose(renju, 1, [], stone), "board.taken");
  assert.ok(!stands(renju, 1, [stone]));
});

test("the move with these ends is meant if it is the only one", () => {
  const [{ cells, move }] = draughts.paths;
  assert.equal(meant(draughts, [cells[0], cells.at(-1)])?.move, move);
  assert.equal(meant(draughts, [cells[0], square(draughts, 1)]), null);
  const [first, second] = two_ways.paths;
  assert.deepEqual(first.cells.at(-1), second.cells.at(-1));
  assert.equal(meant(two_ways, [first.cells[0], first.cells.at(-1)]), null);
});

test("a piece that was captured can move no more", () => {
  const [from, to] = [find(draughts, String(OTHER)), find(draughts, ".")];
  assert.ok(stands(draughts, OTHER, [from, to]));
  assert.ok(!stands(draughts, OTHER, [to, from]));
});
