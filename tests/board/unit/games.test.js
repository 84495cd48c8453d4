// What the page makes of the list of games: names with and without sizes, what is offered, and games that it has no words for.

import assert from "node:assert/strict";
import test from "node:test";

import { loadWords, text } from "../../../src/web/page/i18n.js";
import { draftOf, ruleSetOf, rulesOf } from "../../../src/web/page/shell/draft.js";
import {
  familiesOf,
  familyOf,
  infoOf,
  nameOfSize,
  offered,
  sizeOf,
} from "../../../src/web/page/shell/games.js";
import { familyName, gameName } from "../../../src/web/page/shell/words.js";

const COLOURS = [
  { name: "black", fill: "#000000", rim: "#000000", detail: "#ffffff" },
  { name: "red", fill: "#ff0000", rim: "#800000", detail: "#ffffff" },
];
const entry = (/** @type {object} */ fields) => ({
  about: "",
  players: [2, 2],
  colours: COLOURS,
  handicap: false,
  formats: ["text"],
  options: [],
  ...fields,
});
const drop = { family: "connect4", rules: "connect4", title: "Connect Four" };
const board = { width: 7, height: 6, min: 4, max: 10 };
const GAMES = [
  entry({ ...drop, name: "connect4", board }),
  entry({ ...drop, name: "cfour", board }),
  entry({ ...drop, name: "connect4-8x8", board: { ...board, width: 8, height: 8 } }),
  entry({
    name: "new",
    rules: "new",
    family: "newest",
    title: "A New Game",
    players: [2, 4],
    board: { width: 9, height: 9, min: 5, max: 22, option: "Side" },
    options: [
      { name: "Side", type: "spin" },
      { name: "Players", type: "spin" },
      { name: "Depth", type: "spin", default: 3 },
    ],
  }),
];

/** @param {object} [told] */
const app = (told) =>
  /** @type {any} */ ({
    program: { games: () => GAMES, hello: () => ({ default: told }) },
    text,
    settings: { get: () => undefined },
  });

await loadWords();

test("a name is known with the size of a board, and as an alias", () => {
  for (const name of ["connect4", "cfour", "connect4-8x8", "connect4-5x6"])
    assert.equal(infoOf(app(), name)?.name, "connect4", name);
  assert.deepEqual([sizeOf("connect4-5x6"), sizeOf("connect4")], [[5, 6], undefined]);
  const info = /** @type {any} */ (infoOf(app(), "cfour"));
  assert.deepEqual([nameOfSize(info, 7, 6), nameOfSize(info, 9, 4)], ["connect4", "connect4-9x4"]);
});

test("every rule set is offered once, by families", () => {
  assert.deepEqual(
    offered(app()).map(({ name }) => name),
    ["connect4", "new"],
  );
  assert.deepEqual(familiesOf(app()), ["connect4", "newest"]);
});

test("a game without words on the page goes by its title, one that is not listed by its name", () => {
  assert.equal(gameName(app(), "new"), "A New Game");
  assert.equal(familyName(app(), "newest"), "A New Game");
  assert.equal(gameName(app(), "connect4-9x7"), "Connect Four, 9×7");
  assert.deepEqual([gameName(app(), "nothing"), familyOf(app(), "nothing")], ["nothing", ""]);
});

test("a new game has the board and the options of its rule set", () => {
  const fresh = draftOf(app(), "newest");
  assert.deepEqual(ruleSetOf(app(), fresh), { game: "new", options: { Side: 9, Players: 2 } });
  assert.deepEqual(
    rulesOf(app(), "new").map(({ name }) => name),
    ["Depth"],
  );
  const sized = draftOf(app({ game: "connect4-5x6" }));
  assert.deepEqual(ruleSetOf(app(), sized), { game: "connect4-5x6", options: {} });
  const told = draftOf(app({ game: "new", options: { Side: 13 } }));
  assert.deepEqual([told.size, told.game], [13, "new"]);
});
