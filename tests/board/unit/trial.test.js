// 'Try again' on a board of the page's own: the table is asked, never changed. And the words of an end.

import assert from "node:assert/strict";
import test from "node:test";

import { ratedText } from "../../../src/web/page/shell/rating.js";
import { endFor, endOf, resultOf } from "../../../src/web/page/shell/words.js";
import { Trial, verdict } from "../../../src/web/page/study/trial.js";
import { positions } from "./fixtures.js";

const mistake = { node: 3, parent: 2, move: "7", player: 1, best: "4", lost: 0.5 };

/** A page with a game that is over, and what was asked and said. @param {Record<string, any>} answers */
function page(answers) {
  const nodes = ["4", "1", "7"].map((move, index) => ({ id: index + 1, parent: index, move, player: 1 }));
  const table = { id: "t", game: "connect4", options: {}, base: null, nodes, current: 3, phase: "over" };
  const seen = /** @type {any} */ ({
    asked: [],
    said: [],
    shown: [],
    viewed: mistake.node,
    loans: [],
    table,
  });
  const borrow = () => {
    const loan = { events: {}, given: false, held: () => !loan.given, giveBack: () => (loan.given = true) };
    const board = { show: async (/** @type {any} */ position) => void seen.shown.push(position.name) };
    seen.loans.push(loan);
    return Object.assign(loan, { board });
  };
  const app = /** @type {any} */ ({
    game: {
      table: () => seen.table,
      viewed: () => seen.viewed,
      view: (/** @type {number} */ node) => (seen.viewed = node),
      position: async (/** @type {number} */ node) => ({ name: `node ${node}` }),
    },
    board: { borrow, bottom: () => 0 },
    settings: { get: () => false },
    sound() {},
    text: (/** @type {string} */ key) => key.replace(/^\w+\./, ""),
    connection: {
      ask: async (/** @type {string} */ command, /** @type {any} */ fields) => {
        seen.asked.push([command, fields]);
        if (!(command in answers)) throw new Error("refused");
        return answers[command];
      },
    },
  });
  const say = (/** @type {string} */ words) => words && seen.said.push(words);
  return {
    trial: new Trial(app, say),
    seen,
    move: (/** @type {string} */ text) => seen.loans.at(-1).events.move(text),
  };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 1));
const after = { position: { name: "after" } };

test("a trial asks what a move is worth and changes nothing", async () => {
  const { trial, seen, move } = page({ compose: after, weigh: { mark: "", lost: 0 } });
  await trial.begin(mistake);
  move("3");
  await settled();
  assert.deepEqual(seen.shown, ["node 2", "after"]);
  assert.deepEqual(seen.said, ["try_now", "try_wait", "try_good"]);
  assert.deepEqual(seen.asked, [
    ["compose", { game: "connect4", options: {}, moves: ["4", "1", "3"] }],
    ["weigh", { table: "t", node: 2, move: "3" }],
  ]);
  trial.end();
  assert.deepEqual([trial.current, seen.loans[0].given, seen.viewed], [null, true, 3]);
});

test("after a move that is no better the position is shown once more; the best one needs no search", async () => {
  const { trial, seen, move } = page({ compose: after, weigh: { mark: "??", lost: 0.5 } });
  await trial.begin(mistake);
  for (const text of ["7", "3", "4"]) {
    move(text);
    await settled();
  }
  assert.deepEqual(seen.said, ["try_now", "try_same", "try_wait", "try_bad", "try_wait", "try_best"]);
  assert.deepEqual(seen.shown, ["node 2", "node 2", "after", "node 2", "after"]);
  assert.equal(seen.asked.filter(([command]) => command === "weigh").length, 1);
});

test("a guest, who may not compose, is told what a move is worth", async () => {
  const { trial, seen, move } = page({ weigh: { mark: "?", lost: 0.2 } });
  await trial.begin(mistake);
  move("3");
  await settled();
  assert.deepEqual(seen.said, ["try_now", "try_wait", "try_better"]);
  assert.deepEqual(new Set(seen.shown), new Set(["node 2"]));
});

test("a trial ends when another node, another table or another panel has the board", async () => {
  for (const leave of [
    (/** @type {any} */ seen) => (seen.viewed = 1),
    (/** @type {any} */ seen) => (seen.table = { ...seen.table, id: "u" }),
    (/** @type {any} */ seen) => seen.loans[0].giveBack(),
  ]) {
    const { trial, seen } = page({});
    await trial.begin(mistake);
    trial.follow();
    assert.ok(trial.current);
    leave(seen);
    trial.follow();
    assert.deepEqual([trial.current, seen.loans[0].given], [null, true]);
  }
});

test("what is said of a move goes by what it loses, and by what the mistake lost", () => {
  assert.equal(verdict(undefined, 0.5).key, "study.try_unknown");
  assert.deepEqual(verdict(0.04, 0.5), { key: "study.try_good", tone: "good" });
  assert.equal(verdict(0.4, 0.5).key, "study.try_better");
  assert.deepEqual(verdict(0.47, 0.5), { key: "study.try_bad", tone: "bad" });
});

/** @param {string} outcome @param {string} reason */
const ended = (outcome, reason) => /** @type {any} */ ({ outcome, reason, position: positions.hops });
const app = /** @type {any} */ ({
  text: (/** @type {string} */ key, /** @type {any} */ values = {}) =>
    key === "shell.result" ? values.result : key.replace(/^shell\./, ""),
});

test("of three who play, one who resigns loses, and nothing is called a draw that is none", () => {
  assert.deepEqual(endOf("p3loss"), { winner: 0, loser: 3 });
  assert.deepEqual(endOf("p2win"), { winner: 2, loser: 0 });
  assert.deepEqual(endOf("draw"), { winner: 0, loser: 0 });
  for (const [outcome, reason, words] of [
    ["p3loss", "resigned", "loses"],
    ["p1loss", "time", "loses"],
    ["p1win", "resigned", "wins"],
    ["draw", "resigned", "nobody_wins"],
    ["draw", "move limit", "draw"],
  ])
    assert.equal(resultOf(app, ended(outcome, reason)), words);
  const tone = (/** @type {string} */ outcome, /** @type {number[]} */ own) =>
    endFor(ended(outcome, ""), own);
  assert.deepEqual(
    [tone("p3loss", [3]), tone("p3loss", [1]), tone("p3loss", [])],
    ["lost", "drawn", "drawn"],
  );
  assert.deepEqual([tone("p1win", [3]), tone("p1win", [1]), tone("p1win", [])], ["lost", "won", "won"]);
});

test("the change of the rating is that of the game, whatever came after it", async () => {
  const rated = { now: { rating: 530 }, before: { rating: 900 }, after: { rating: 725, deviation: 290 } };
  const page = /** @type {any} */ ({
    program: { hello: () => ({ rights: { host: true } }) },
    connection: { ask: async () => rated },
    text: (/** @type {string} */ key, /** @type {any} */ values = {}) =>
      key === "shell.rated" ? `${values.rating} ${values.change}` : String(values.rating ?? key),
  });
  const seats = [{ kind: "person" }, { kind: "program" }];
  assert.equal(await ratedText(page, /** @type {any} */ ({ seats, rated: true })), "725 −175");
});
