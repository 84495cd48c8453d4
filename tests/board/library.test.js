// The library: played and imported games in lists of their own, search and order, a position looked up from the board, statistics,
// a large file that is stopped; with the keyboard, on a phone, and in Chinese.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Board } from "./lib/board.js";
import { Client } from "./lib/client.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";

/** @type {import("./lib/server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

/** Games from a file: enough for three pages. */
const COUNT = 120;
const FILE = Array.from({ length: COUNT }, (_, index) => {
  const [black, date] = [`Player ${index}`, `19${10 + (index % 80)}-05-01`];
  const moves = index % 2 ? ";B[hh];W[hg];B[jh]" : ";B[jh];W[hg];B[hh];W[aa]";
  return `(;GM[4]SZ[15]PB[${black}]PW[White ${index}]DT[${date}]EV[Cup ${index % 3}]RE[B+R]${moves})\n`;
}).join("");

before(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  const client = await Client.open(browser, server.origin, server.token);
  const { tables } = await client.ask("load", { name: "games.sgf", text: FILE });
  assert.equal(tables.length, COUNT);
  const seats = [{ kind: "person" }, { kind: "program", level: 4 }];
  for (const won of [true, true, false]) {
    const moves = ["1", "2", "1", "2", "1", "2"];
    const { table } = await client.ask("create", { game: "connect4", seats, moves });
    await client.ask(won ? "move" : "resign", { table, move: "1" });
  }
  await client.ask("create", { game: "connect4", seats, moves: ["4", "4"] });
  await client.leave();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens the library, at a tab. @param {Visitor} visitor @param {string} tab */
async function library(visitor, tab) {
  const { page, words } = visitor;
  await page
    .locator("#top")
    .getByRole("button", { name: words("shell.saved") })
    .click();
  const dialog = page.getByRole("dialog", { name: words("shell.saved") });
  await dialog.getByRole("tab", { name: words(`library.tab.${tab}`) }).click();
  return dialog;
}

/** Waits until so many games are found. @param {Visitor} visitor @param {import("playwright-core").Locator} dialog @param {number} count */
const found = ({ words }, dialog, count) =>
  dialog
    .getByText(words(count === 1 ? "library.found_one" : "library.found", { count }), { exact: true })
    .waitFor();

test("imported games are apart from played ones, and 'Played last' has none of them", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page, words } = visitor;
  await page.locator(".recent .entry").nth(3).waitFor();
  const recent = await page.locator(".recent .entry .what").allTextContents();
  assert.deepEqual([...new Set(recent)], [words("games.name.connect4")]);
  const dialog = await library(visitor, "imported");
  await found(visitor, dialog, COUNT);
  assert.equal(await dialog.locator("tbody tr").count(), 50);
  await dialog.getByRole("tab", { name: words("library.tab.played") }).click();
  await found(visitor, dialog, 4);
  await visitor.leave();
});

test("games are searched, sorted and turned over, by the keyboard as well", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page, words } = visitor;
  const dialog = await library(visitor, "imported");
  const first = () => dialog.locator("tbody tr").first().locator(".entry");
  await dialog.getByLabel(words("library.player")).fill("player 7");
  await found(visitor, dialog, 11);
  await dialog.getByLabel(words("library.until")).fill("1918-01-01");
  await found(visitor, dialog, 1);
  assert.match((await first().textContent()) ?? "", /^Player 7 /);
  await dialog.getByRole("button", { name: words("library.clear") }).click();
  await found(visitor, dialog, COUNT);

  const date = dialog.getByRole("columnheader", { name: words("library.column.date") });
  await date.getByRole("button").focus();
  await page.keyboard.press("Enter");
  await dialog.locator('th[aria-sort="descending"].library-date').waitFor();
  await dialog.locator("tbody tr").first().getByText("1989-05-01", { exact: true }).waitFor();
  await page.keyboard.press("Enter");
  await dialog.locator('th[aria-sort="ascending"].library-date').waitFor();
  await dialog.locator("tbody tr").first().getByText("1910-05-01", { exact: true }).waitFor();
  const next = dialog.getByRole("button", { name: words("library.later") });
  await next.focus();
  await page.keyboard.press("Enter");
  await dialog.getByText(words("library.shown", { from: 51, to: 100, total: COUNT })).waitFor();
  await next.click();
  await dialog.getByText(words("library.shown", { from: 101, to: COUNT, total: COUNT })).waitFor();
  assert.equal(await next.isDisabled(), true);
  await visitor.leave();
});

test("a finished or imported game opens at its first position, any other where it stands", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page, words } = visitor;
  const board = new Board(visitor);
  const dialog = await library(visitor, "imported");
  await dialog.getByLabel(words("library.player")).fill("player 71");
  await found(visitor, dialog, 1);
  await dialog.locator(".entry").first().click();
  await board.played(3);
  await visitor.see(words("shell.looking_back"));
  await board.waitFor("h8", "board.empty");
  await library(visitor, "played");
  await dialog.getByLabel(words("library.result")).selectOption("unfinished");
  await found(visitor, dialog, 1);
  await dialog.locator(".entry").first().click();
  await page.locator(".course .now").waitFor();
  await visitor.leave();
});

test("games with the position on the board are found, whatever the order of moves", async () => {
  const visitor = await Visitor.open(browser, `${server.url}&g=gomoku&m=h8,h9,g8`);
  const { page, words } = visitor;
  const board = new Board(visitor);
  await board.played(3);
  await visitor.give("find");
  const dialog = page.getByRole("dialog", { name: words("shell.saved") });
  await dialog.getByText(words("library.place", { game: words("games.name.gomoku") })).waitFor();
  await found(visitor, dialog, 1);
  await dialog.getByRole("tab", { name: words("library.tab.imported") }).click();
  await dialog.getByText(words("library.found_none")).waitFor();
  assert.equal(await dialog.getByRole("button", { name: words("library.clear") }).isVisible(), false);
  await dialog.getByRole("button", { name: words("library.any_place") }).click();
  await found(visitor, dialog, COUNT);
  await visitor.leave();

  const other = await Visitor.open(browser, `${server.url}&g=gomoku&m=h8,h9,f8`);
  await new Board(other).played(3);
  await other.give("find");
  // Only games of the file have it, so their list is the one that opens.
  await found(other, other.page.getByRole("dialog", { name: other.words("shell.saved") }), COUNT);
  await other.leave();
});

for (const language of /** @type {const} */ (["en", "zh"])) {
  test(`${language}: statistics are those of the games, on a phone`, async () => {
    const visitor = await Visitor.open(browser, server.url, { language, size: [360, 740], touch: true });
    const { page, words } = visitor;
    const dialog = await library(visitor, "statistics");
    await dialog.getByText(words("library.games_won", { won: 2, games: 3 })).waitFor();
    const easy = dialog.getByRole("row", { name: words("shell.level.easy") });
    assert.deepEqual(await easy.locator("td").allTextContents(), ["2", "0", "1"]);
    await dialog.getByRole("tab", { name: words("library.tab.imported") }).click();
    await dialog
      .getByText(/1910-05-01|19\d\d-05-01/)
      .first()
      .waitFor();
    const wide = await page.evaluate(() => document.querySelector("dialog .body")?.scrollWidth);
    assert.ok((wide ?? 999) <= 360, `${wide} px`);
    await visitor.leave();
  });
}

test("a large file shows how far it is read, and stops when it is asked to", async () => {
  const own = await startServer();
  const visitor = await Visitor.open(browser, own.url);
  const { page, words } = visitor;
  await visitor.press("shell.open_file");
  const text = FILE.repeat(160);
  await page
    .locator("dialog input[type=file]")
    .setInputFiles({ name: "games.sgf", mimeType: "text/plain", buffer: Buffer.from(text) });
  const dialog = page.getByRole("dialog", { name: words("library.importing") });
  await dialog.getByText(new RegExp(words("library.games_so_far", { count: "[\\d,]+" }))).waitFor();
  await dialog.getByRole("button", { name: words("library.stop") }).click();
  const said = await visitor.notice(
    "library.stopped",
    new RegExp(words("library.stopped", { count: "[\\d,]+" })),
  );
  const count = Number(/[\d,]+/.exec(said)?.[0].replace(",", ""));
  assert.ok(count > 0 && count < 160 * COUNT, said);
  await (await library(visitor, "imported"))
    .getByText(words("library.found", { count: count.toLocaleString("en-GB") }), { exact: true })
    .waitFor();
  await visitor.leave();
  await own.stop();
});
