// What the panels of the page compute without a browser: cells of moves, painted positions, the fall of a disc, numbers of scores.

import assert from "node:assert/strict";
import { test } from "node:test";
import { heightOfFall } from "../../../src/web/page/depth/fall.js";
import { camera, fittingDistance, project } from "../../../src/web/page/depth/matrix.js";
import { mirrored, paint, piecesOf } from "../../../src/web/page/study/draft_position.js";
import { cellsOfLine } from "../../../src/web/page/study/notation.js";
import { cellValue, expectation, firstShare, scoreText } from "../../../src/web/page/study/scores.js";

const columns = (count) => Array.from({ length: count }, (_, index) => String(index + 1));
const drops = {
  face: { falls: true, labels: { columns: columns(4), rows: [] }, seats: [] },
  players: 2,
  player: 1,
  width: 4,
  height: 3,
  rows: ["....", "..1.", ".21."],
};

test("discs of a line land on those before them", () => {
  assert.deepEqual(cellsOfLine(drops, ["1", "1", "3"]), [[[0, 2]], [[0, 1]], [[2, 0]]]);
});

test("a full column and a word that is no cell have no cells", () => {
  assert.deepEqual(cellsOfLine(drops, ["3", "3", "9"]), [[[2, 0]], [], []]);
});

test("squares by number, by name, and the ways of legal moves", () => {
  const squares = {
    face: { falls: false, labels: { cells: ["", "1", "2", ""] } },
    width: 2,
    height: 2,
    rows: ["  ", "  "],
    paths: [
      {
        move: "1x2",
        cells: [
          [1, 0],
          [0, 0],
          [0, 1],
        ],
      },
    ],
  };
  assert.deepEqual(cellsOfLine(squares, ["1x2", "2-1"]), [
    [
      [1, 0],
      [0, 0],
      [0, 1],
    ],
    [
      [0, 1],
      [1, 0],
    ],
  ]);
  const named = {
    face: { falls: false, labels: { columns: ["a", "b"], rows: ["2", "1"] } },
    width: 2,
    height: 2,
    rows: ["..", ".."],
  };
  assert.deepEqual(cellsOfLine(named, ["a1:b2"]), [
    [
      [0, 1],
      [1, 0],
    ],
  ]);
});

test("holes of a star by half steps", () => {
  const star = {
    hexagonal: true,
    width: 3,
    height: 2,
    rows: [" ..", ".. "],
    face: { falls: false, labels: { columns: columns(4), rows: ["b", "a"] } },
  };
  assert.deepEqual(cellsOfLine(star, ["a1-b4"]), [
    [
      [0, 1],
      [2, 0],
    ],
  ]);
});

test("painted discs fall, and the eraser takes the top one", () => {
  assert.deepEqual(paint(drops.rows, [2, 2], "2", true), ["..2.", "..1.", ".21."]);
  assert.deepEqual(paint(drops.rows, [2, 0], ".", true), ["....", "....", ".21."]);
});

test("a second click with the same piece takes it away, and places that are none stay", () => {
  assert.deepEqual(paint([" 1", ". "], [1, 0], "1", false), [" .", ". "]);
  assert.deepEqual(paint([" 1", ". "], [0, 0], "1", false), [" 1", ". "]);
});

test("exchanged colours turn a board that has sides", () => {
  assert.deepEqual(mirrored([" A", "1 "], { face: { seats: [0, 180] } }), [" 2", "B "]);
  assert.deepEqual(mirrored([".1", "2."], { face: { seats: [] } }), [".2", "1."]);
});

test("kings are in the palette where there are men", () => {
  assert.deepEqual(piecesOf({ players: 2, face: { pieces: "men" } }), ["1", "A", "2", "B"]);
  assert.deepEqual(piecesOf({ players: 2, face: { pieces: "discs" } }), ["1", "2"]);
});

test("a disc falls, bounces and rests", () => {
  assert.equal(heightOfFall(6, 0), 6);
  assert.ok(Number(heightOfFall(6, 0.2)) < 6);
  assert.equal(heightOfFall(6, 3), null);
  for (let time = 0; time < 3; time += 0.01) assert.ok((heightOfFall(6, time) ?? 0) >= -1e-9);
});

test("the camera sees the whole board", () => {
  const corners = [
    [-4, -4, 0],
    [4, 4, 0],
    [-4, 4, 0.8],
    [4, -4, -0.8],
  ];
  const distance = fittingDistance(corners, { yaw: 0.4, pitch: 0.3 }, 1, 0);
  const { matrix } = camera({ yaw: -0.34, pitch: 0.2 }, distance, 1, 0);
  for (const corner of corners) for (const at of project(matrix, corner)) assert.ok(Math.abs(at) < 1);
});

test("scores are told from the first player's view", () => {
  const second = { players: 2, player: 2 };
  assert.equal(scoreText({ cp: 35 }, { players: 2, player: 1 }), "+0.35");
  assert.equal(scoreText({ cp: 35 }, second), "\u22120.35");
  assert.equal(scoreText({ cp: 35, bound: "lower" }, second), "≤\u22120.35");
  assert.equal(scoreText({ mate: 5 }, second), "\u2212#5");
  assert.equal(scoreText({ cp: 0, proved: true }, second), "=");
  assert.equal(scoreText({ cp: 29997 }, second), "\u2212#", "known to a table of endgames");
  assert.equal(firstShare({ score: { cp: 0 }, wdl: [1000, 0, 0] }, 2), 0);
});

test("expected points of a game that is over", () => {
  assert.equal(expectation({ score: { mate: 0 }, outcome: "p2win", player: 1 }), 0);
  assert.equal(expectation({ score: { cp: 0 }, outcome: "draw", player: 1 }), 0.5);
});

test("values on cells tell wins, draws and losses by words", () => {
  const app = { text: (key, { n } = {}) => `${key}${n ?? ""}` };
  assert.deepEqual(cellValue(app, { mate: 3 }), { text: "study.cell_win3", tone: "win" });
  assert.deepEqual(cellValue(app, { mate: -3 }), { text: "study.cell_loss3", tone: "loss" });
  assert.deepEqual(cellValue(app, { cp: 0, proved: true }), { text: "study.cell_draw", tone: "draw" });
  assert.equal(cellValue(app, { cp: -140 }).text, "\u22121.4");
  assert.deepEqual(cellValue(app, { cp: -28500 }), { text: "study.cell_loss", tone: "loss" });
});
