// What is said of puzzles, where a hint looks, and which puzzles of a game are asked for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadWords, setLanguage, text } from "../../../src/web/page/i18n.js";
import { GamePuzzles } from "../../../src/web/page/puzzles/game_puzzles.js";
import {
  areaOf,
  moveMarks,
  signed,
  taskWords,
  whereWords,
  wrongWords,
} from "../../../src/web/page/puzzles/words.js";
import { positions } from "./fixtures.js";

globalThis.document = /** @type {any} */ ({ documentElement: {} });
await loadWords();
setLanguage("en");

const app = /** @type {any} */ ({ text });
const { connect4, draughts, renju } = positions;
const THEMES = ["win", "fours", "threats", "shot", "endgame", "save", "home"];

/** @param {object} [changes] */
const puzzle = (changes) =>
  /** @type {any} */ ({ position: connect4, player: 2, theme: "win", moves: 3, ...changes });

test("every theme has words, and one that is not known has others", () => {
  for (const language of ["en", "zh"]) {
    setLanguage(language);
    const all = [...THEMES, "unheard"].map((theme) => taskWords(app, puzzle({ theme })));
    assert.equal(new Set(all).size, THEMES.length + 1, all.join("\n"));
    assert.ok(!all.some((words) => words.includes("puzzles.") || words.includes("{")), all.join("\n"));
  }
  setLanguage("en");
  assert.equal(taskWords(app, puzzle()), "Yellow wins: find 3 moves.");
  assert.equal(taskWords(app, puzzle({ moves: 1 })), "Yellow wins: find the move.");
});

test("a wrong move is told with its value for the solver and three moves of the line", () => {
  const wrong = (/** @type {object} */ changes, theme = "win") =>
    wrongWords(
      app,
      puzzle({ theme }),
      /** @type {any} */ ({ right: false, solved: false, move: "6", position: connect4, ...changes }),
    );
  assert.equal(wrong({}), "6 is not the move.");
  assert.equal(wrong({ score: { cp: 0 } }), "6 is not the move. Level.");
  assert.equal(
    wrong({ score: { mate: -2 }, refutation: ["1", "2", "3", "4"] }),
    "6 is not the move. Orange wins in 2: 1 2 3.",
  );
  assert.equal(
    wrong({ score: { cp: 120 }, refutation: ["1"] }),
    "6 is not the move. Yellow is ahead by 1.20: 1.",
  );
  assert.equal(wrong({ score: { mate: 4 }, refutation: ["1"] }, "home"), "6 is slower. Yellow wins in 4.");
});

test("the area of a hint is on the board, has the move, and does not give it away", () => {
  for (const position of [connect4, renju]) {
    const size = position.face.falls ? 3 : 25;
    for (let y = 0; y < position.height; y++) {
      for (let x = 0; x < position.width; x++) {
        const area = areaOf(position, [x, y]);
        assert.equal(new Set(area.map(String)).size, size);
        assert.ok(area.some(([column, row]) => column === x && row === y));
        assert.ok(area.every(([column, row]) => position.rows[row]?.[column] !== undefined));
        assert.deepEqual(area, areaOf(position, [x, y]));
      }
    }
  }
});

test("a hint names the piece, the columns or the area, and marks them", () => {
  const man = draughts.paths[0];
  const piece = whereWords(app, draughts, man);
  assert.match(piece.words, /^Move the piece on \d+\.$/);
  assert.deepEqual(piece.marks, [{ kind: "target", cell: man.cells[0] }]);
  const disc = whereWords(app, connect4, connect4.paths[0]);
  assert.match(disc.words, /^Look at columns [1-5] to [3-7]\.$/);
  assert.ok(disc.marks.length > 1 && disc.marks.length <= 3);
  const stone = whereWords(app, renju, renju.paths[0]);
  assert.match(stone.words, /^Look at the area from [a-o]\d+ to [a-o]\d+\.$/);
  assert.ok(stone.marks.length > 1);
});

test("a move is an arrow, or the cell where a piece is put", () => {
  assert.equal(moveMarks(draughts.paths[0])[0].kind, "arrow");
  assert.deepEqual(moveMarks(connect4.paths[0]), [{ kind: "target", cell: connect4.paths[0].cells[0] }]);
  assert.deepEqual([12, 0, -7].map(signed), ["+12", "+0", "−7"]);
});

/**
 * A page at a table, and the commands that it sends.
 * @param {Record<string, unknown>[]} answers to them
 */
function pageOf(answers) {
  const table = { id: "t1", phase: "over", seats: [{}, {}], nodes: [{}] };
  /** @type {any[]} */
  const sent = [];
  const page = {
    table: /** @type {object | null} */ (table),
    sent,
    change: () => {},
    connection: { on: () => {} },
    game: { table: () => page.table },
    program: { has: () => true, hello: () => ({ rights: { host: true } }) },
    onChange: (/** @type {() => void} */ listener) => (page.change = listener),
    run: async (/** @type {string} */ command, /** @type {object} */ fields) => {
      sent.push([command, fields]);
      return answers.shift();
    },
  };
  return page;
}

const found = { node: 4, puzzle: "a whole line" };

test("puzzles that a player missed are asked for first, then all of the game", async () => {
  const page = pageOf([{ puzzles: [] }, { puzzles: [found] }]);
  const puzzles = new GamePuzzles(/** @type {any} */ (page));
  assert.ok(puzzles.may());
  await puzzles.look(5000, 2);
  assert.deepEqual(page.sent, [
    ["puzzles_of", { table: "t1", nodes: 5000, missed: true, player: 2 }],
    ["puzzles_of", { table: "t1", nodes: 5000, missed: false }],
  ]);
  assert.deepEqual([puzzles.found, puzzles.wanted, puzzles.running], [[found], true, false]);
});

test("nothing found is not nothing asked, and a refusal is neither", async () => {
  const none = new GamePuzzles(/** @type {any} */ (pageOf([{ puzzles: [] }])));
  await none.look(5000, 0);
  assert.deepEqual([none.found, none.wanted], [[], false]);
  const refused = new GamePuzzles(/** @type {any} */ (pageOf([])));
  await refused.look(5000, 1);
  assert.deepEqual([refused.found, refused.wanted, refused.running], [null, false, false]);
});

test("puzzles of a game are forgotten with it, also while they are looked for", async () => {
  const page = pageOf([{ puzzles: [found] }]);
  const puzzles = new GamePuzzles(/** @type {any} */ (page));
  const looking = puzzles.look(5000, 0);
  page.table = null;
  page.change();
  await looking;
  assert.deepEqual([puzzles.found, puzzles.running, puzzles.may()], [null, false, false]);
});
