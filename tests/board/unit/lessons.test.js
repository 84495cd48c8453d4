// Every lesson of the tutorial is true: the program says that the positions exist, that the answers are legal, and that the
// goal of each step holds. Needs the program: QUADRIGA=target/release/quadriga node --test tests/board/unit/lessons.test.js

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { lessons } from "../../../src/web/page/tutorial/lessons.js";

const program = process.env.QUADRIGA;
const SEARCH_NODES = 300000;
const DECIDED = 100000;

/** Asks `quadriga analyze`, which is started once. */
function createAnalysis() {
  const child = spawn(program, ["analyze"], { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map();
  let last = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const record = JSON.parse(line);
    waiting.get(record.id)?.(record);
    waiting.delete(record.id);
  });
  return {
    ask: (query) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, (record) => (record.error ? reject(new Error(record.error)) : resolve(record)));
        child.stdin.write(`${JSON.stringify({ id: last, ...query })}\n`);
      }),
    end: () => child.stdin.end(),
  };
}

/** A score as a number: wins above all, the nearer the higher. */
function worth({ cp, mate }) {
  if (mate === undefined) return cp;
  return mate > 0 ? DECIDED - mate : -DECIDED - mate;
}

const winsIn = ({ score }, moves) => score.mate > 0 && score.mate <= moves;
const losesIn = ({ score }, moves) => score.mate !== undefined && score.mate <= 0 && -score.mate <= moves;

/** Throws where the goal does not hold for the searched moves. */
function checkGoal({ goal, answers }, legal, searched) {
  const right = searched.filter(({ move }) => answers.includes(move));
  const others = searched.filter(({ move }) => !answers.includes(move));
  switch (goal.kind) {
    case "win":
      for (const one of right) assert.ok(winsIn(one, goal.moves), `${one.move} wins`);
      for (const one of others) assert.ok(!winsIn(one, goal.moves), `${one.move} does not win as fast`);
      break;
    case "save":
      for (const one of right) assert.ok(!losesIn(one, goal.moves), `${one.move} does not lose`);
      for (const one of others) assert.ok(losesIn(one, goal.moves), `${one.move} loses`);
      break;
    case "best": {
      const worst = Math.min(...right.map(({ score }) => worth(score)));
      for (const one of others)
        assert.ok(worst - worth(one.score) >= goal.gap, `${one.move} is worse by ${goal.gap}`);
      break;
    }
    case "only":
      assert.deepEqual([...legal].sort(), [...answers].sort());
      break;
    default:
      assert.ok(legal.length > answers.length, "there are other moves");
  }
}

async function checkStep(analysis, step) {
  const { game, options, fen, moves = [], answers, then = {}, words } = step;
  const position = { game, ...(options && { options }), ...(fen && { fen }), moves };
  const { moves: legal } = await analysis.ask({ action: "legal_moves", ...position });
  for (const answer of answers) {
    assert.ok(legal.includes(answer), `${answer} is legal`);
    await analysis.ask({
      action: "legal_moves",
      ...position,
      moves: [...moves, answer, ...(then[answer] ?? [])],
    });
  }
  for (const move of Object.keys(then)) assert.ok(answers.includes(move), `${move} is an answer`);
  for (const key of Object.keys(words.en).filter((name) => name.startsWith("wrong."))) {
    const move = key.slice("wrong.".length);
    assert.ok(legal.includes(move) && !answers.includes(move), `${move} is legal and wrong`);
  }
  const record = await analysis.ask({ ...position, multipv: legal.length, nodes: SEARCH_NODES });
  assert.equal(record.multipv.length, legal.length);
  checkGoal(step, legal, record.multipv);
}

test("every lesson has six steps, with the same words in both languages", () => {
  for (const { name, steps } of lessons) {
    assert.equal(steps.length, 6, name);
    for (const { words } of steps) {
      assert.deepEqual(
        Object.keys(words.en).sort(),
        Object.keys(words.zh).sort(),
        `${name}: ${words.en.title}`,
      );
      for (const language of [words.en, words.zh]) {
        for (const key of ["title", "task", "hint", "good", "wrong"])
          assert.ok(language[key], `${name}: ${key}`);
      }
    }
  }
});

if (!program) {
  test("positions and answers are true", { skip: "QUADRIGA does not name the program" }, () => {});
} else {
  const analysis = createAnalysis();
  after(() => analysis.end());
  for (const lesson of lessons) {
    lesson.steps.forEach((step, index) => {
      test(`${lesson.name} ${index + 1}: ${step.words.en.title}`, () => checkStep(analysis, step));
    });
  }
}
