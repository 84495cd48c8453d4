// Cells, pieces and moves in words of both languages, and when captured pieces are passed.

import assert from "node:assert/strict";
import test from "node:test";

import { passingTimes } from "../../../src/web/page/board/animate.js";
import { layoutOf } from "../../../src/web/page/board/geometry.js";
import { cellName, cellWords, moveWords, reasonValues } from "../../../src/web/page/board/names.js";
import { movers, reasonOf } from "../../../src/web/page/board/paths.js";
import { words } from "../../../src/web/page/text/board.js";
import { plain, positions, square, translator } from "./fixtures.js";

const { draughts, hops, connect4, renju, three_taken, won } = positions;
const en = translator(words.en);
const zh = translator(words.zh);
const nothing = {
  movers: new Set(),
  must: new Set(),
  ends: new Set(),
  stops: new Set(),
  ahead: new Set(),
  won: new Set(),
  chosen: "",
  pending: "",
};

test("cells are named as moves name them", () => {
  assert.equal(cellName(renju, [0, 8]), "a1");
  assert.equal(cellName(draughts, square(draughts, 28)), "28");
  for (const path of hops.paths) {
    assert.equal(`${cellName(hops, path.cells[0])}-${cellName(hops, path.cells.at(-1))}`, path.move);
  }
});

test("a cell is told with what stands there and what can be done", () => {
  const cell = square(draughts, 18);
  const state = { ...nothing, movers: new Set(movers(draughts).map(String)) };
  assert.equal(cellWords(draughts, cell, state, en), "18, black man, can move");
  assert.equal(cellWords(draughts, square(draughts, 28), state, zh), "28，白兵，最后一手");
  assert.equal(cellWords(connect4, [0, 3], nothing, en), "column 1, row 1, orange disc, last move");
});

test("the last move is said", () => {
  assert.equal(moveWords(draughts, en), "white: 32 to 28");
  assert.equal(moveWords(draughts, zh), "白方：32 到 28");
  assert.equal(moveWords(won, en), "orange: column 1, row 4");
});

test("every reason has its words", () => {
  for (const position of Object.values(positions)) {
    for (let y = 0; y < position.height; y += 1) {
      for (let x = 0; x < position.width; x += 1) {
        if (position.rows[y][x] === " ") continue;
        const reason = reasonOf(position, [], [x, y]);
        for (const text of [en, zh]) text(reason.key, reasonValues(position, reason, [x, y], text));
      }
    }
  }
});

test("captured pieces are passed in turn", () => {
  const [path] = three_taken.paths;
  const layout = layoutOf(three_taken, plain);
  const points = path.cells.map((/** @type {any} */ cell) => layout.byKey.get(String(cell)));
  const passed = passingTimes(path.captured, points, [0, 100, 200, 300], layout);
  assert.deepEqual([...passed.values()].map(Math.round), [50, 150, 250]);
});
