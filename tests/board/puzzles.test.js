// Puzzles by clicks: one that is solved, one that is failed and refuted, hints and the solution, the puzzle of the day on a phone,
// those of a lost game, and what becomes of the board. The puzzles are those of the test (lib/puzzles.js), their moves are judged by
// the program; at last one of the program's own.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Board } from "./lib/board.js";
import { Client } from "./lib/client.js";
import { openTable } from "./lib/new_game.js";
import { Collection } from "./lib/puzzles.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";

/** Yellow drops into 4, 2 and 6. */
const COLUMNS =
  "connect4\t972\twin\t7/3Pp2/1P1Pp2/1P1PP1p/pp1pP1p/Pp1pP1P[PPPPPPPPPPPpppppppppppp] b - - 0 10\t4 2 2 6 6";
const SHOT = "draughts\t800\tshot\tW:W35,37,38,40,45:B7,21,22,23,25\t35-30 25x34 40x16";
const STONES =
  "gomokufreestyle\t592\tthreats\t15/15/11P3/9P5/9PpPP2/10pp3/10p4/8Pp5/15/15/15/15/15/1p13/15 w - - 0 7\tk12 k7 k8";

/** @type {import("./lib/server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/**
 * Someone at the list of puzzles.
 * @param {Collection} collection @param {import("./lib/visitor.js").Look} [look]
 */
async function visit(collection, look) {
  const visitor = await Visitor.open(browser, server.url, look, (page) => collection.serve(page));
  await visitor.press("shell.puzzles");
  await visitor.page.locator(".puzzles-list .puzzles-item").waitFor();
  return visitor;
}

/** Opens the next puzzle of the list's game. @param {Visitor} visitor */
async function open(visitor) {
  await visitor.page.locator(".puzzles-list .puzzles-item").click();
  return ready(visitor);
}

/** Waits until a move is asked for. @param {Visitor} visitor */
async function ready(visitor) {
  await visitor.page.locator("#board svg.board.interactive").waitFor();
  return new Board(visitor);
}

/** A disc into a column, from 1. @param {Visitor} visitor @param {number} column */
async function drop({ page, touch }, column) {
  const cell = page.locator(`#board [role=gridcell][data-cell="${column - 1},0"]`);
  await (touch ? cell.tap() : cell.click());
}

/** Waits until so many moves of the line are found. @param {Visitor} visitor @param {number} count */
async function found({ page }, count) {
  await page.waitForFunction(
    (wanted) => document.querySelectorAll(".puzzles-dots .done").length === wanted,
    count,
  );
}

/** Waits for a text of the panel. @param {Visitor} visitor @param {"said" | "rated"} part @param {string} key @param {object} [values] */
async function says(visitor, part, key, values = {}) {
  const words = visitor.words(key, /** @type {any} */ (values));
  await visitor.page.locator(`.puzzles-${part}`).filter({ hasText: words }).waitFor();
}

test("a puzzle is solved: replies are played, the rating rises, and the list counts it", async () => {
  const collection = new Collection("connect4", [COLUMNS, STONES]);
  const visitor = await visit(collection);
  const { page, words } = visitor;
  const board = await open(visitor);
  const task = words("puzzles.task", {
    task: words("puzzles.theme.win", { player: words("games.colour.yellow") }),
    find: words("puzzles.find", { n: 3 }),
  });
  assert.equal(await page.locator(".puzzles-part h3").textContent(), task);
  assert.equal(await page.locator(".puzzles-facts").textContent(), words("puzzles.rating", { rating: 972 }));
  await drop(visitor, 4);
  await says(visitor, "said", "puzzles.right", { move: "4", reply: "2" });
  await board.waitFor(board.place(2, 5), "board.colour_orange");
  await ready(visitor);
  await drop(visitor, 2);
  await found(visitor, 2);
  await ready(visitor);
  assert.deepEqual(collection.results, []);
  await drop(visitor, 6);
  await says(visitor, "said", "puzzles.solved", { move: "6" });
  await says(visitor, "rated", "puzzles.rated", {
    rating: words("shell.rating", { rating: 1012, deviation: 300 }),
    change: "+12",
  });
  assert.equal(await page.locator("#board svg.board.interactive").count(), 0, "nothing is left to find");
  await visitor.press("puzzles.next");
  await page.locator(".puzzles-facts").filter({ hasText: "592" }).waitFor();
  await visitor.press("puzzles.leave");
  await visitor.see(words("puzzles.solved_of", { solved: 1, count: 2 }));
  await visitor.leave();
});

test("a wrong move is refuted on the board and taken back; only the first attempt counts", async () => {
  const collection = new Collection("connect4", [COLUMNS]);
  const visitor = await visit(collection);
  const board = await open(visitor);
  await drop(visitor, 6);
  const value = visitor.words("study.wins", { player: visitor.words("games.colour.orange"), n: 1 });
  await says(visitor, "said", "puzzles.wrong_line", { move: "6", value, line: "6" });
  await says(visitor, "rated", "puzzles.rated", {
    rating: visitor.words("shell.rating", { rating: 988, deviation: 300 }),
    change: "−12",
  });
  await board.waitFor(board.place(6, 1), "board.colour_yellow");
  await board.waitFor(board.place(6, 2), "board.colour_orange");
  // All of it is taken back, at once if one asks for it.
  await visitor.press("puzzles.retry");
  await ready(visitor);
  await board.waitFor(board.place(6, 1), "board.empty");
  await drop(visitor, 1);
  await says(visitor, "said", "puzzles.wrong_line", { move: "1", value, line: "4" });
  await ready(visitor);
  await board.waitFor(board.place(4, 6), "board.empty");
  for (const [index, column] of [4, 2, 6].entries()) {
    await ready(visitor);
    await drop(visitor, column);
    await found(visitor, index + 1);
  }
  await says(visitor, "said", "puzzles.solved_late", { move: "6" });
  assert.deepEqual(
    collection.results.map(({ solved }) => solved),
    [false],
  );
  await visitor.leave();
});

test("a hint names the piece, then the move, and costs the puzzle; the key H gives it as well", async () => {
  const collection = new Collection("draughts", [SHOT]);
  const visitor = await visit(collection);
  const { page } = visitor;
  const board = await open(visitor);
  await visitor.press("puzzles.hint");
  await says(visitor, "said", "puzzles.hint_piece", { cell: "35" });
  await says(visitor, "said", "puzzles.counts_no_more");
  await says(visitor, "rated", "puzzles.rated", {
    rating: visitor.words("shell.rating", { rating: 988, deviation: 300 }),
    change: "−12",
  });
  assert.equal(await page.locator(".puzzles-said").getByText("30").count(), 0);
  await page.keyboard.press("h");
  await says(visitor, "said", "puzzles.hint_move", { move: "35-30" });
  assert.equal(await visitor.control("button", "puzzles.hint_more").count(), 0);
  await board.press("35", "30");
  await found(visitor, 1);
  await ready(visitor);
  await board.press("40", "16");
  await says(visitor, "said", "puzzles.solved_late", { move: "40x16" });
  assert.deepEqual(collection.results, [{ puzzle: SHOT, solved: false }]);
  await visitor.leave();
});

test("the puzzle of the day on a phone, in Chinese: its solution is played", async () => {
  const collection = new Collection("draughts", [SHOT]);
  const visitor = await visit(collection, { language: "zh", size: [360, 740], touch: true });
  const { page, words } = visitor;
  await page
    .locator(".puzzles-item")
    .filter({ hasText: words("puzzles.daily_new") })
    .tap();
  const board = await ready(visitor);
  assert.equal(await page.locator(".puzzles-head h2").textContent(), words("puzzles.daily"));
  // The board and what is to be done are in sight together.
  const places = await Promise.all(
    ["#board svg.board", ".puzzles-part h3", '[data-keep="hint"]'].map((place) =>
      page.locator(place).boundingBox(),
    ),
  );
  for (const place of places)
    assert.ok(place && place.y >= 0 && place.y + place.height <= 740, JSON.stringify(places));
  // Squares are small here: a second tap plays.
  await board.press("35", "30");
  await board.press("30");
  await found(visitor, 1);
  await ready(visitor);
  await visitor.press("puzzles.solution");
  await says(visitor, "said", "puzzles.solution_is", { line: "40x16" });
  await board.waitFor("16", "board.colour_white");
  await found(visitor, 2);
  await visitor.press("puzzles.leave");
  await page
    .locator(".puzzles-item")
    .filter({ hasText: words("puzzles.daily_done") })
    .waitFor();
  await visitor.leave();
});

test("by keys alone: columns by their numbers, and the next puzzle under Enter", async () => {
  const collection = new Collection("connect4", [COLUMNS, COLUMNS]);
  const visitor = await visit(collection);
  const { page } = visitor;
  await page.locator(".puzzles-list .puzzles-item").focus();
  await page.keyboard.press("Enter");
  await ready(visitor);
  await page.keyboard.press("b");
  await page.locator("#board :focus").waitFor();
  for (const [index, key] of ["4", "2", "6"].entries()) {
    await ready(visitor);
    await page.keyboard.press(key);
    await found(visitor, index + 1);
  }
  await page.locator('[data-keep="next"]:focus').waitFor();
  await page.keyboard.press("Enter");
  await ready(visitor);
  await found(visitor, 0);
  await page.locator("#board :focus").waitFor();
  await visitor.leave();
});

test("the board goes back to its game and returns to the puzzle; a game begins from where it stands", async () => {
  const collection = new Collection("gomoku", [STONES]);
  const visitor = await visit(collection);
  const { page, words } = visitor;
  const board = await open(visitor);
  await board.press("k12");
  await found(visitor, 1);
  await ready(visitor);
  await board.waitFor("k7", "board.colour_white");
  // By way of another panel that takes the board, and of the start screen.
  await page.locator("#tab-learn").click();
  await page.locator(".tutorial-lesson").first().click();
  await page.locator("#board svg.board.discs").waitFor();
  await page.locator("#tab-puzzles").click();
  await board.waitFor("k12", "board.colour_black");
  await page.locator("#top .brand").click();
  await visitor.press("shell.puzzles");
  await board.waitFor("k12", "board.colour_black");
  await ready(visitor);
  await board.press("k8");
  await says(visitor, "said", "puzzles.solved", { move: "k8" });
  await visitor.press("puzzles.play_on");
  // The program may have answered by now.
  await page.locator(".course [data-node]").nth(2).waitFor();
  assert.deepEqual((await board.moves()).slice(0, 3), ["k12", "k7", "k8"]);
  assert.equal(await page.locator("#tab-game").getAttribute("aria-selected"), "true");
  await page.locator("#tab-puzzles").click();
  await visitor.see(words("puzzles.about"));
  await visitor.leave();
});

test("puzzles of a lost game are offered with its mistakes, one after the other", async () => {
  const collection = new Collection("connect4", [STONES], [COLUMNS, SHOT]);
  const visitor = await Visitor.open(browser, server.url, {}, (page) => collection.serve(page));
  const { page, words } = visitor;
  const client = await Client.open(browser, server.origin, server.token);
  const seats = [
    { kind: "person", name: "" },
    { kind: "program", level: 0 },
  ];
  const moves = ["4", "1", "4", "1", "7", "1"];
  const made = await client.ask("create", { game: "connect4", options: {}, seats, moves, clock: null });
  await client.ask("resign", { table: made.table, seat: 1 });
  await client.leave();
  const game = await openTable(visitor, made.table);
  await game.over();
  await visitor.press("shell.look_for_mistakes");
  await visitor.press("puzzles.from_game");
  const heading = page.locator(".puzzles-head h2");
  const named = (/** @type {number} */ n) =>
    `${words("puzzles.of_game", { n: 2 })} · ${words("puzzles.place", { n, count: 2 })}`;
  await heading.filter({ hasText: named(1) }).waitFor();
  const { table, missed, player } = collection.asked[0];
  assert.deepEqual([table, missed, player], [made.table, true, 1]);
  const board = await ready(visitor);
  for (const [index, column] of [4, 2, 6].entries()) {
    await ready(visitor);
    await drop(visitor, column);
    await found(visitor, index + 1);
  }
  assert.deepEqual(collection.results, [], "they do not count");
  await visitor.press("puzzles.next");
  await heading.filter({ hasText: named(2) }).waitFor();
  await board.waitFor("35", "board.colour_white");
  await visitor.press("puzzles.finish");
  await page.locator("#panel-analysis:visible").waitFor();
  await game.over();
  await visitor.press("puzzles.of_game", { n: 2 });
  await heading.filter({ hasText: named(1) }).waitFor();
  await visitor.leave();
});

test("the program finds the puzzle that was missed in a lost game", async () => {
  const visitor = await Visitor.open(browser, server.url, { language: "zh" });
  const client = await Client.open(browser, server.origin, server.token);
  const seats = [
    { kind: "person", name: "" },
    { kind: "program", level: 0 },
  ];
  // Column 4 would have made three in a row, open at both ends.
  const moves = ["3", "3", "5", "5", "1", "4"];
  const made = await client.ask("create", { game: "connect4", options: {}, seats, moves, clock: null });
  await client.ask("resign", { table: made.table, seat: 1 });
  await client.leave();
  await openTable(visitor, made.table);
  await visitor.page.locator("#tab-analysis").click();
  await visitor.press("puzzles.from_game");
  const heading = visitor.page.locator(".puzzles-head h2");
  await heading.filter({ hasText: visitor.words("puzzles.one_of_game", { n: 1 }) }).waitFor();
  await ready(visitor);
  await drop(visitor, 4);
  await found(visitor, 1);
  await ready(visitor);
  await drop(visitor, 6);
  await says(visitor, "said", "puzzles.solved", { move: "6" });
  await visitor.press("puzzles.play_position");
  await new Board(visitor).played(0);
  await visitor.leave();
});

test("a game with no puzzle says so, a game in progress offers none", async () => {
  const collection = new Collection("connect4", [STONES], []);
  const visitor = await Visitor.open(browser, server.url, {}, (page) => collection.serve(page));
  const client = await Client.open(browser, server.origin, server.token);
  const seats = [
    { kind: "person", name: "" },
    { kind: "person", name: "" },
  ];
  const made = await client.ask("create", { game: "connect4", options: {}, seats, moves: ["4", "1"] });
  await openTable(visitor, made.table);
  await visitor.page.locator("#tab-analysis").click();
  await visitor.page.locator(".report-head button").first().waitFor();
  assert.equal(await visitor.control("button", "puzzles.from_game").count(), 0);
  await client.ask("resign", { table: made.table, seat: 1 });
  await client.leave();
  await visitor.press("puzzles.from_game");
  await visitor.see(visitor.words("puzzles.none_in_game"));
  await visitor.leave();
});

test("one of the program's own is solved, and counts", async (t) => {
  const [own, other] = await Promise.all([startServer(), startServer()]);
  t.after(() => Promise.all([own.stop(), other.stop()]));
  const adviser = await Client.open(browser, other.origin, other.token);
  const { daily } = await adviser.ask("puzzles");
  const { line } = await adviser.ask("solution", { puzzle: daily });
  const { game, options, fen } = await adviser.ask("puzzle", { puzzle: daily });
  // Which cells of a long way have to be clicked is for other tests.
  const isLong = (/** @type {string} */ move, /** @type {number} */ at) => at % 2 === 0 && /[x:]/.test(move);
  if (game === "chinesecheckers" || line.some(isLong)) t.skip("today's puzzle has a long move");
  else {
    const visitor = await Visitor.open(browser, own.url);
    const { page, words } = visitor;
    await visitor.press("shell.puzzles");
    await page
      .locator(".puzzles-item")
      .filter({ hasText: words("puzzles.daily") })
      .click();
    for (let known = 0; known < line.length; known += 2) {
      await ready(visitor);
      const moves = line.slice(0, known);
      const { position } = await adviser.ask("compose", { game, options, fen, moves });
      const path = position.paths.find((/** @type {any} */ one) => one.move === line[known]);
      for (const cell of path.clicks ?? path.cells)
        await page.locator(`#board [role=gridcell][data-cell="${cell}"]`).click();
      if (known + 2 < line.length) await found(visitor, known / 2 + 1);
    }
    await says(visitor, "said", "puzzles.solved", { move: line.at(-1) });
    await page.locator(".puzzles-rated").filter({ hasText: "+" }).waitFor();
    await visitor.press("puzzles.leave");
    await page
      .locator(".puzzles-item")
      .filter({ hasText: words("puzzles.daily_done") })
      .waitFor();
    await visitor.leave();
  }
});
