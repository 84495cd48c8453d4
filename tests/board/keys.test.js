// A whole game without a pointer: the dialog by Tab, arrows and letters, the board by B, arrows and Enter, the rest by its keys.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Board } from "./lib/board.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";

/** Stops of the Tab key after which a control is not to be reached. */
const MOST_STOPS = 60;

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

/** Presses Tab until a control has the focus. @param {Visitor} visitor @param {import("playwright-core").Locator} control */
async function tabTo({ page }, control) {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not lead to ${control}`);
}

/** Walks over the board to a cell and plays there. @param {Visitor} visitor @param {number} column @param {number} row as they are drawn, from 0 */
async function walkTo({ page }, column, row) {
  // A board that is drawn anew loses the focus.
  const isOnBoard = () => page.evaluate(() => Boolean(document.activeElement?.hasAttribute("data-cell")));
  for (let wait = 0; wait < 40 && !(await isOnBoard()); wait += 1) {
    await page.keyboard.press("b");
    await page.waitForTimeout(100);
  }
  const here = await page.evaluate(() => document.activeElement?.getAttribute("data-cell") ?? "");
  const [x, y] = here.split(",").map(Number);
  const press = async (/** @type {string} */ key, /** @type {number} */ times) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
  };
  await press(column < x ? "ArrowLeft" : "ArrowRight", Math.abs(column - x));
  await press(row < y ? "ArrowUp" : "ArrowDown", Math.abs(row - y));
  await page.waitForFunction(
    (cell) => document.activeElement?.getAttribute("data-cell") === cell,
    `${column},${row}`,
  );
  await page.keyboard.press("Enter");
}

/** Opens the dialog of a new game by its key; a page that was shown a moment ago may not listen yet. @param {Visitor} visitor */
async function openDialog({ page }) {
  const dialog = page.getByRole("dialog");
  for (let press = 0; press < 20 && !(await dialog.isVisible()); press += 1) {
    await page.keyboard.press("n");
    await page.waitForTimeout(250);
  }
  await dialog.waitFor();
  return dialog;
}

test("a game of gomoku by keys only", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page, words } = visitor;
  const board = new Board(visitor);
  await page.getByRole("heading", { name: words("shell.welcome") }).waitFor();
  await page
    .getByRole("button", { name: words("shell.play_now") })
    .first()
    .waitFor();
  const dialog = await openDialog(visitor);
  await tabTo(visitor, dialog.locator("input[name=family]:checked"));
  for (
    let step = 0;
    step < 4 && !(await dialog.getByRole("radio", { name: words("games.family.gomoku") }).isChecked());
    step += 1
  )
    await page.keyboard.press("ArrowRight");
  await tabTo(visitor, dialog.locator('[data-keep="seat-1"]'));
  await page.keyboard.press("Home");
  await tabTo(visitor, dialog.getByRole("button", { name: words("dialogs.play"), exact: true }));
  await page.keyboard.press("Enter");
  await board.ready();
  /** @type {[number, number][]} */
  const cells = [
    [7, 7],
    [0, 0],
    [7, 6],
    [1, 0],
    [7, 5],
    [2, 0],
    [7, 4],
    [3, 0],
    [7, 3],
  ];
  for (const [index, [column, row]] of cells.entries()) {
    await walkTo(visitor, column, row);
    await board.played(index + 1);
  }
  const said = await board.over();
  assert.ok(said.startsWith(words("shell.wins", { player: words("games.colour.black") })), said);
  await page.locator("#spoken").getByText(said).waitFor({ state: "attached" });
  assert.deepEqual(await board.moves(), ["h8", "a15", "h9", "b15", "h10", "c15", "h11", "d15", "h12"]);
  await visitor.leave();
});

test("discs fall by the number of their column, and Left and Right take back and play again", async () => {
  const visitor = await Visitor.open(browser, `${server.url}&g=connect4&m=4,4`);
  const { page } = visitor;
  const board = new Board(visitor);
  await board.ready();
  await page.keyboard.press("3");
  await board.played(3);
  await page.locator("body").press("ArrowLeft");
  await page.locator('.course [data-node="2"].now').waitFor();
  await page.locator("body").press("ArrowRight");
  await page.locator('.course [data-node="3"].now').waitFor();
  await page.keyboard.press("Control+z");
  await page.locator('.course [data-node="2"].now').waitFor();
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  assert.equal(await page.getByRole("dialog").count(), 0);
  await visitor.leave();
});

test("an entry of a list is found by typing its first letters", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page, words } = visitor;
  await page
    .getByRole("button", { name: words("shell.play_now") })
    .first()
    .waitFor();
  const dialog = await openDialog(visitor);
  const seat = dialog.locator('[data-keep="seat-1"]');
  await tabTo(visitor, seat);
  await page.keyboard.type(words("dialogs.person").slice(0, 3));
  assert.equal(await seat.inputValue(), "person");
  // The form is drawn anew once the typing has ended: now the second seat has a name, too.
  await page.locator('.seats-form input[type="text"]').nth(1).waitFor();
  assert.equal(await seat.inputValue(), "person");
  await visitor.leave();
});
