// What a move allowed, in words; and the numbers of moves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadWords, setLanguage, text } from "../../../src/web/page/i18n.js";
import { factsSentence } from "../../../src/web/page/shell/facts.js";
import { numberOf, numbering } from "../../../src/web/page/shell/numbering.js";

globalThis.document = /** @type {any} */ ({ documentElement: {} });
await loadWords();

const app = /** @type {any} */ ({ text });
const stones = /** @type {any} */ ({
  face: { pieces: "stones", colours: [{ name: "black" }, { name: "white" }] },
  player: 1,
});

/** @param {Partial<import("../../../src/web/page/types.js").Fact>[]} facts */
const said = (facts) =>
  factsSentence(
    app,
    stones,
    facts.map((fact) => ({ kind: "", player: 2, cells: [], places: [], line: [], numbers: [], ...fact })),
  );

test("facts are one sentence, in either language", () => {
  const facts = [
    { kind: "allows_open_three", places: ["h9"] },
    { kind: "misses_five", places: ["c3"] },
  ];
  setLanguage("en");
  assert.equal(said(facts), "Lets White make an open three at h9; misses five at c3.");
  setLanguage("zh");
  assert.equal(said(facts), "让白方在 h9 形成活三；错过了在 c3 成五。");
  assert.equal(said([]), "");
});

test("words follow numbers, and long lines are cut", () => {
  setLanguage("en");
  const by = (/** @type {number} */ count) =>
    said([{ kind: "loses_men", numbers: [count], line: ["24-20"] }]);
  assert.deepEqual([by(1), by(2)], ["Loses 1 man by 24-20.", "Loses 2 men by 24-20."]);
  assert.equal(
    said([{ kind: "leaves_four", places: ["1", "5"] }]),
    "Lets White complete four in columns 1 and 5.",
  );
  const line = Array.from({ length: 9 }, (_, index) => String(index + 1));
  assert.equal(
    said([{ kind: "misses_men", numbers: [3], line }]),
    "Misses 1 2 3 4 5 6 7 8 …, which wins 3 men.",
  );
});

test("how far a piece was behind is said of the time before the move", () => {
  const fact = { kind: "leaves_behind", places: ["b14"], numbers: [4] };
  setLanguage("en");
  assert.equal(said([fact]), "Does not bring up the piece at b14, which was 4 rows behind the next one.");
  setLanguage("zh");
  assert.equal(said([fact]), "没有带上 b14 的棋子，此前它已比前面最近的棋子落后 4 行。");
});

/** A game of so many moves. @param {string} pieces @param {number} players @param {number} starter */
function game(pieces, players, starter) {
  const nodes = Array.from({ length: 5 }, (_, index) => ({
    id: index + 1,
    parent: index,
    move: "",
    player: ((starter - 1 + index) % players) + 1,
    ms: 0,
  }));
  return /** @type {any} */ ({
    nodes,
    seats: Array.from({ length: players }),
    position: { face: { pieces }, player: 1 },
  });
}

test("stones and discs are counted one by one, men and marbles in rounds", () => {
  const labels = (/** @type {any} */ table) =>
    table.nodes.map((/** @type {any} */ _, /** @type {number} */ ply) =>
      numbering(table).label(ply, ply === 0),
    );
  assert.deepEqual(labels(game("stones", 2, 1)), ["1.", "2.", "3.", "4.", "5."]);
  assert.deepEqual(labels(game("men", 2, 1)), ["1.", "", "2.", "", "3."]);
  assert.deepEqual(labels(game("marbles", 3, 1)), ["1.", "", "", "2.", ""]);
  assert.equal(numberOf(game("men", 2, 1), 4), "2…");
  assert.equal(numberOf(game("stones", 2, 1), 4), "4.");
});

test("where the second player begins, the first round has an empty place", () => {
  const table = game("men", 2, 2);
  assert.equal(numbering(table).before, 1);
  assert.deepEqual([numberOf(table, 1), numberOf(table, 2), numberOf(table, 3)], ["1…", "2.", "2…"]);
  assert.equal(numbering(game("stones", 2, 2)).before, 0);
});
