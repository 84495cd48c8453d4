// What one learns from a game: the mistakes at its end, with what they allowed and numbers and marks as in the list of moves; the
// warning before a blunder; a game from the position of a lesson.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Board } from "./lib/board.js";
import { Client } from "./lib/client.js";
import { openTable } from "./lib/new_game.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";

/** @type {import("./lib/server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Client} */
let client;

before(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  client = await Client.open(browser, server.origin, server.token);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

const person = { kind: "person", name: "" };
const program = { kind: "program", level: 0 };

/** A table that has begun. @param {Visitor} visitor @param {string} game @param {object[]} seats @param {string[]} moves */
async function begun(visitor, game, seats, moves) {
  const made = await client.ask("create", { game, options: {}, seats, moves, clock: null, think_ms: 100 });
  return openTable(visitor, made.table);
}

/** Looks for mistakes and waits for the end of the search. @param {Visitor} visitor */
async function look(visitor) {
  await visitor.page.locator(".status.over").waitFor();
  const buttons = await visitor.page.locator(".status .row button").allTextContents();
  assert.deepEqual(buttons.slice(0, 2), [
    visitor.words("shell.look_for_mistakes"),
    visitor.words("shell.rematch"),
  ]);
  await visitor.press("shell.look_for_mistakes");
  await visitor.page
    .getByRole("button", { name: visitor.words("study.report_again") })
    .and(visitor.page.locator(":enabled"))
    .waitFor();
}

for (const language of /** @type {const} */ (["en", "zh"])) {
  test(`mistakes are told in words, with the marks and numbers of the list: ${language}`, async () => {
    const visitor = await Visitor.open(browser, server.url, { language, size: [1600, 900] });
    await begun(visitor, "connect4", [person, person], ["4", "1", "4", "1", "7", "1", "7", "1"]);
    await look(visitor);
    const items = visitor.page.locator(".report-item");
    const last = items.last();
    const fact = visitor
      .words("facts.leaves_four", { player: visitor.words("games.colour.yellow"), places: "1" })
      .replace(/\{.*?\|(.*?)\|.*?\}/, "$1");
    assert.equal(
      await last.locator(".report-why").textContent(),
      fact[0].toUpperCase() + fact.slice(1) + visitor.words("facts.end"),
    );
    assert.equal(await last.locator(".report-number").textContent(), "7.");
    // On a wide window the list of moves stands beside it.
    const move = visitor.page.locator(".course .move").nth(6);
    assert.ok(await move.isVisible());
    assert.equal(await move.locator(".number").textContent(), "7.");
    assert.equal(await move.locator(".report-mark").textContent(), "??");
    await visitor.leave();
  });
}

/** Is an element in sight as a whole, with nothing over it? @param {import("playwright-core").Locator} place */
const isInSight = (place) =>
  place.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    return [top + 3, (top + bottom) / 2, bottom - 3].every((y) =>
      element.contains(document.elementFromPoint(left + 20, y)),
    );
  });

/** A careless game of Chinese checkers. */
const CARELESS =
  "c13-e15 o15-m13 b14-f10 q13-m9 c11-g11 o11-m17 c15-i9 o13-m11 b12-j8 n12-h6 d12-h8 h6-g7".split(" ");

for (const [width, height] of [
  [1280, 800],
  [1366, 768],
  [1440, 900],
  [390, 844],
]) {
  test(`the first mistake is in sight after the search, and when one comes back to it: ${width} x ${height}`, async () => {
    const visitor = await Visitor.open(browser, server.url, { size: [width, height], touch: width < 400 });
    const { page, words } = visitor;
    for (const [game, moves] of /** @type {const} */ ([
      ["connect4", ["4", "1", "4", "1", "7", "1", "7", "1"]],
      ["chinesecheckers", CARELESS],
    ])) {
      await begun(visitor, game, [person, person], [...moves]);
      if (game === "chinesecheckers") {
        const table = await page.evaluate(() => sessionStorage.getItem("quadriga.table"));
        await client.ask("resign", { table, seat: 1 });
      }
      await look(visitor);
      const first = page.locator(".report-item").first();
      await first.waitFor();
      assert.ok(await isInSight(first), `${game}: ${JSON.stringify(await first.boundingBox())}`);
      // One button looks for mistakes, not two.
      assert.equal(await page.getByRole("button", { name: words("shell.look_for_mistakes") }).count(), 0);
      // No move of the list with its mark breaks over two lines.
      for (const text of await page.locator(".course .move .text:visible").all())
        assert.ok(((await text.boundingBox())?.height ?? 0) < 40, (await text.textContent()) ?? "");
      await page.locator("#tab-game").click();
      await page.locator("#tab-analysis").click();
      assert.ok(await isInSight(first), `${game}, again: ${JSON.stringify(await first.boundingBox())}`);
    }
    await visitor.leave();
  });
}

test("on a phone the board stays in sight where mistakes are read", async () => {
  const visitor = await Visitor.open(browser, server.url, { size: [390, 844], touch: true });
  await begun(visitor, "connect4", [person, person], ["4", "1", "4", "1", "7", "1", "7", "1"]);
  await look(visitor);
  const item = visitor.page.locator(".report-item").last();
  await item.tap();
  const [board, read] = [
    await visitor.page.locator("#board svg.board").boundingBox(),
    await item.boundingBox(),
  ];
  assert.ok(
    board && read && board.y >= 0 && board.y + board.height <= read.y,
    JSON.stringify({ board, read }),
  );
  await visitor.leave();
});

test("mistakes of draughts have the numbers of rounds, and of a game against a program only one's own are listed", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const made = await client.ask("create", {
    game: "draughts",
    options: {},
    seats: [program, person],
    fen: "B:W32,27,22:B6",
    moves: ["6-11", "22-17", "11x31", "32-27", "31x22"],
    clock: null,
    think_ms: 100,
  });
  await openTable(visitor, made.table);
  await look(visitor);
  await visitor.page.locator(".report-list li").first().waitFor();
  assert.equal(await visitor.page.locator(".report-item").count(), 0, "White made the mistakes");
  await visitor.page.getByRole("checkbox", { name: visitor.words("study.mistakes_of_both") }).check();
  const numbers = await visitor.page.locator(".report-number").allTextContents();
  assert.ok(numbers.length > 0);
  await visitor.page.locator("#tab-game").click();
  const listed = await visitor.page.locator(".course .move .number").allTextContents();
  assert.deepEqual([listed[0], numbers[0]], ["1…", "2."]);
  await visitor.leave();
});

/** Opens a mistake of the list and tries again. @param {Visitor} visitor */
async function tryAgain(visitor) {
  await visitor.page.locator(".report-item").first().click();
  await visitor.press("study.try");
  await visitor.page.locator(".report-said").getByText(/./).waitFor();
}

test("who tries again changes nothing of a game that is over: not by a move, a reload, or the way back", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page, words } = visitor;
  const made = await client.ask("create", {
    game: "connect4",
    options: {},
    seats: [person, person],
    moves: ["4", "1", "4", "1", "7", "1", "7"],
    clock: null,
    think_ms: 100,
  });
  await client.ask("resign", { table: made.table, seat: 2 });
  const board = await openTable(visitor, made.table);
  const result = await board.over();
  assert.ok(result.includes(words("games.reason.resigned")), result);
  await look(visitor);
  const unchanged = async () => {
    const saved = (await client.ask("tables")).tables.find((/** @type {any} */ one) => one.id === made.table);
    assert.deepEqual([saved.result, saved.moves], ["p1win", 7]);
    assert.equal(await page.locator(".course [data-node]").count(), 7, "no variation");
  };

  await tryAgain(visitor);
  await unchanged();
  await page.locator('[data-keep="back"]').click();
  assert.equal(await board.over(), result);
  await unchanged();

  // The last mistake is the move 7, which leaves a four. So does 2, after which one tries once more; 1 stops it.
  await page.locator(".report-item").last().click();
  await visitor.press("study.try");
  await page.locator("#board svg.board.interactive").waitFor();
  await board.press(board.place(2, 1));
  await page.locator(".report-said.bad").waitFor();
  await unchanged();
  await page.locator("#board svg.board.interactive").waitFor();
  await board.press(board.place(1, 4));
  await page.locator(".report-said.good").waitFor();
  await unchanged();
  await page.reload();
  assert.equal(await new Board(visitor).over(), result);
  await unchanged();
  await visitor.leave();
});

test("a trial ends with the panel: the game and its result are back", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const board = await begun(visitor, "connect4", [person, person], ["4", "1", "4", "1", "7", "1", "7", "1"]);
  const result = await board.over();
  await look(visitor);
  await tryAgain(visitor);
  await visitor.page.locator("#tab-game").click();
  assert.equal(await board.over(), result);
  assert.equal((await board.moves()).length, 8);
  await visitor.leave();
});

test("who wants to be warned is asked once before a blunder, and not told what is better", async () => {
  const visitor = await Visitor.open(browser, server.url);
  await visitor.press("shell.settings");
  await visitor.page
    .getByRole("radio", { name: visitor.words("dialogs.set.warn.blunder") })
    .check({ force: true });
  await visitor.page.keyboard.press("Escape");
  const board = await begun(visitor, "connect4", [person, program], ["4", "1", "4", "1", "7", "1"]);
  await board.ready();
  await board.press(board.place(2, 1));
  const dialog = visitor.page.getByRole("dialog", { name: visitor.words("shell.warn_ask", { move: "2" }) });
  await dialog.waitFor();
  assert.equal(await visitor.page.locator(":focus").textContent(), visitor.words("shell.cancel"));
  assert.match(
    (await dialog.locator(".body").textContent()) ?? "",
    /^2: Lets Yellow complete four in column 1\.$/,
  );
  await visitor.page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  assert.equal((await board.moves()).length, 6);
  await board.play(board.place(2, 1));
  assert.equal((await board.moves())[6], "2");
  await visitor.leave();
});

test("nobody is warned of a good move, and never in a game of two persons", async () => {
  const visitor = await Visitor.open(browser, server.url);
  await visitor.press("shell.settings");
  await visitor.page
    .getByRole("radio", { name: visitor.words("dialogs.set.warn.mistake") })
    .check({ force: true });
  await visitor.page.keyboard.press("Escape");
  const alone = await begun(visitor, "connect4", [person, program], ["4", "1", "4", "1", "7", "1"]);
  await alone.play(alone.place(1, 4));
  const two = await begun(visitor, "connect4", [person, person], ["4", "1", "4", "1", "4"]);
  await two.play(two.place(1, 3));
  await two.play(two.place(4, 4));
  await two.over();
  await visitor.leave();
});

test("a game begins from the position of a lesson that was solved", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const board = await begun(visitor, "connect4", [person, person], []);
  await visitor.page.locator("#tab-learn").click();
  await visitor.page.locator(".tutorial-lesson").first().click();
  await board.press(board.place(4, 4));
  await visitor.press("tutorial.play_position");
  await visitor.page.waitForFunction(() => document.querySelectorAll(".course [data-node]").length === 6);
  await board.play(board.place(4, 4));
  await board.over();
  await visitor.leave();
});

test("the way back to the lessons stands beside the heading of a lesson", async () => {
  const visitor = await Visitor.open(browser, server.url);
  await begun(visitor, "chinesecheckers", [person, person], []);
  await visitor.page.locator("#tab-learn").click();
  await visitor.page.locator(".tutorial-lesson").last().click();
  const [heading, back] = await Promise.all(
    ["h2", "button"].map((tag) => visitor.page.locator(`.tutorial-head ${tag}`).boundingBox()),
  );
  assert.ok(heading && back && back.y < heading.y + heading.height && back.x > heading.x + heading.width);
  await visitor.leave();
});

test("the numbers of squares are above highlights and pieces", async () => {
  const visitor = await Visitor.open(browser, server.url);
  await begun(visitor, "draughts", [person, person], ["32-28"]);
  assert.equal(await visitor.page.locator("#board .layer.front .label.in-cell").count(), 50);
  await visitor.leave();
});
