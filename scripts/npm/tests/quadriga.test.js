// The package as its users see it.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Quadriga, QuadrigaError } from "quadriga";

const warnings = [];
const engine = await Quadriga.start({ onWarning: (text) => warnings.push(text) });
after(() => engine.close());

test("rules of every game are there", async () => {
  const games = await engine.games();
  assert.ok(games.length > 10);
  for (const { name } of games) {
    const { moves } = await engine.legalMoves({ game: name });
    assert.ok(moves.length > 0, name);
  }
  const { moves, fen } = await engine.legalMoves({ game: "draughts", moves: ["32-28", "19-23"] });
  assert.deepEqual(moves, ["28x19"]);
  assert.ok(fen.startsWith("W:"));
});

test("a search answers with its last record", async () => {
  const depths = [];
  const record = await engine.search({ game: "connect4", nodes: 20_000 }, ({ depth }) => depths.push(depth));
  assert.equal(record.final, true);
  assert.equal(record.bestmove, "4");
  assert.equal(depths.at(-1), record.depth);
});

test("all positions of a game are analysed by one query", async () => {
  const records = await engine.analyse({ game: "gomoku", moves: ["h8", "h9", "j8"], turns: [0, 1, 2, 3], nodes: 500 });
  assert.deepEqual(records.map(({ turn }) => turn).sort(), [0, 1, 2, 3]);
});

test("queries that are sent together are answered in order", async () => {
  const done = [];
  const ask = async (depth) => {
    const { nodes } = await engine.perft({ game: "draughts", depth });
    done.push(nodes);
  };
  await Promise.all([1, 2, 3, 4].map(ask));
  assert.deepEqual(done, [9, 81, 658, 4265]);
});

test("values, boards, moves of a level, puzzles", async () => {
  const solved = await engine.solve({ game: "connect4-5x4" });
  assert.equal(solved.result, "draw");
  assert.equal((await engine.board({ game: "connect4" })).rows.length, 6);
  assert.equal(typeof (await engine.evaluate({ game: "renju" })).value, "number");
  const { shape, numbers } = await engine.encode({ game: "chinesecheckers" });
  assert.ok(shape.length === 3 && numbers.length > 0);
  const played = await engine.play({ game: "english", level: 2, seed: 5 });
  assert.match(played.bestmove ?? played.move, /^\d+-\d+$/);
  const puzzles = await engine.puzzles();
  assert.ok(puzzles.length > 100 && puzzles[0].line.length > 0);
  assert.match(await engine.version(), /^\d+\.\d+\.\d+$/);
});

test("a query that is wrong is rejected with the field, and the next one is answered", async () => {
  await assert.rejects(engine.legalMoves({ game: "chess" }), (error) => {
    assert.ok(error instanceof QuadrigaError);
    assert.equal(error.field, "game");
    return true;
  });
  await assert.rejects(engine.legalMoves({ game: "connect4", moves: ["9"] }), /9/);
  assert.equal((await engine.legalMoves({ game: "connect4" })).moves.length, 7);
});

test("what a query says in vain is a warning", async () => {
  await engine.legalMoves({ game: "connect4", colour: "red" });
  assert.ok(warnings.some((text) => text.includes("colour")), warnings.join());
});

test("a search without an end is stopped, and the engine goes on", async () => {
  let seen = () => {};
  const begun = new Promise((resolve) => (seen = resolve));
  const endless = engine.search({ game: "draughts", nodes: 1e12, report_every: 0.05 }, seen);
  const waiting = engine.perft({ game: "draughts", depth: 1 });
  await begun;
  engine.stop();
  await assert.rejects(endless, /stopped/);
  await assert.rejects(waiting, /stopped/);
  assert.equal((await engine.perft({ game: "draughts", depth: 2 })).nodes, 81);
  await engine.clearHash();
});

test("a closed engine refuses", async () => {
  const other = await Quadriga.start();
  assert.equal((await other.perft({ game: "connect4", depth: 1 })).nodes, 7);
  other.close();
  await assert.rejects(other.version(), /closed/);
});
