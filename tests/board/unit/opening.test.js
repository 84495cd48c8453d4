// Opening rules: who acts, which moves the board takes, and the marks of the stones that are offered.

import assert from "node:assert/strict";
import { test } from "node:test";
import { actorOf, allowed, offeredMarks, openingOf, stepSaid } from "../../../src/web/page/shell/opening.js";

const paths = ["h8", "g7", "i7"].map((move, index) => ({ move, cells: [[index, 0]], captured: [] }));
/** @param {object} [opening] @returns {any} */
const table = (opening) => ({ position: { player: 2, paths }, ...(opening ? { opening } : {}) });

test("one who decides acts, whatever colour is to move", () => {
  assert.equal(actorOf(table()), 2);
  assert.equal(actorOf(table({ decides: 1 })), 1);
});

test("the board takes the moves that the opening allows", () => {
  const { position } = table();
  assert.equal(allowed(table(), position), position);
  const kept = allowed(table({ cells: ["g7"] }), position).paths ?? [];
  assert.deepEqual(
    kept.map(({ move }) => move),
    ["g7"],
  );
});

test("stones that are offered have letters", () => {
  assert.deepEqual(offeredMarks(table({ offered: ["i7", "g7"] })), [
    { kind: "offer", cell: [2, 0], text: "a" },
    { kind: "offer", cell: [1, 0], text: "b" },
  ]);
  assert.deepEqual(offeredMarks(table()), []);
});

test("a rule goes with its games only", () => {
  const games = [
    { name: "gomoku", rules: "gomoku", openings: [{ name: "swap2", title: "Swap2" }] },
    { name: "renju", rules: "renju", openings: [{ name: "rif", title: "RIF", board: 15 }] },
    { name: "connect4", rules: "connect4" },
  ];
  const app = /** @type {any} */ ({ program: { games: () => games } });
  const draft = (/** @type {string} */ game) => /** @type {any} */ ({ game, opening: "swap2" });
  assert.deepEqual(openingOf(app, draft("gomoku")), { opening: "swap2" });
  assert.deepEqual(openingOf(app, draft("connect4")), {});
  assert.deepEqual(openingOf(app, { ...draft("gomoku"), opening: "rif" }), {});
  const of = (/** @type {number} */ size) => openingOf(app, { ...draft("renju"), opening: "rif", size });
  assert.deepEqual([of(15), of(19)], [{ opening: "rif" }, {}]);
});

test("a step is said in words", () => {
  const app = /** @type {any} */ ({ text: (/** @type {string} */ key) => key });
  assert.deepEqual(
    ["swap", "3", "h8"].map((step) => stepSaid(app, step)),
    ["opening.said.swap", "opening.said.count", "opening.said.cell"],
  );
});
