// A phone of 360 x 740: cells are smaller than a finger, so a first tap chooses and a second one on the same point plays.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Board } from "./lib/board.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";

/** @type {import("./lib/server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
const PHONE = /** @type {const} */ ({ size: [360, 740], touch: true });

before(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("a game of gomoku by taps that are confirmed", async () => {
  const visitor = await Visitor.open(browser, `${server.url}&g=gomokufreestyle`, {
    ...PHONE,
    size: [360, 740],
  });
  const { words } = visitor;
  const board = new Board(visitor);
  await board.ready();
  await board.press("h8");
  await board.waitFor("h8", "board.is_pending");
  await board.press("g8");
  await board.waitFor("g8", "board.is_pending");
  assert.deepEqual(await board.those("board.is_pending"), ["g8"]);
  assert.deepEqual(await board.moves(), []);
  const cells = ["h8", "a15", "h9", "b15", "h10", "c15", "h11", "d15", "h12"];
  for (const [index, name] of cells.entries()) {
    await board.ready();
    await board.press(name);
    await board.waitFor(name, "board.is_pending");
    await board.press(name);
    await board.played(index + 1);
  }
  const said = await board.over();
  assert.ok(said.startsWith(words("shell.wins", { player: words("games.colour.black") })), said);
  assert.deepEqual(await board.moves(), cells);
  await visitor.leave();
});

test("the bar at the bottom undoes, and its sheet has the rest", async () => {
  const visitor = await Visitor.open(browser, `${server.url}&g=connect4&m=4,4`, {
    ...PHONE,
    size: [360, 740],
  });
  const { page, words } = visitor;
  const board = new Board(visitor);
  await board.ready();
  await page
    .locator("#bottom")
    .getByRole("button", { name: words("shell.do.undo") })
    .tap();
  await page.locator('.course [data-node="1"].now').waitFor({ state: "attached" });
  await page
    .locator("#bottom")
    .getByRole("button", { name: words("shell.more") })
    .tap();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: words("shell.do.resign") })
    .tap();
  await page
    .getByRole("dialog", { name: words("shell.resign") })
    .getByRole("button", { name: words("shell.resign") })
    .tap();
  const said = await board.over();
  assert.ok(said.includes(words("shell.wins", { player: words("games.colour.orange") })), said);
  await visitor.leave();
});

test("no player of the dialog of a new game is cut off", async () => {
  const visitor = await Visitor.open(browser, server.url, { ...PHONE, size: [390, 844] });
  const { page, words } = visitor;
  await page
    .getByRole("button", { name: words("shell.set_up") })
    .first()
    .tap();
  const list = page.locator('dialog [data-keep="seat-1"]');
  await list.selectOption("mine");
  // The arrow of a list is about as wide as its font is high.
  const room = await page.locator('dialog [data-keep="seat-1"]').evaluate((list) => {
    const { font, paddingLeft, paddingRight, fontSize } = getComputedStyle(list);
    const paper = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
    paper.font = font;
    const longest = Math.max(
      ...[.../** @type {HTMLSelectElement} */ (list).options].map(
        ({ text }) => paper.measureText(text).width,
      ),
    );
    return (
      list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - parseFloat(fontSize) - longest
    );
  });
  assert.ok(room >= 0, `${-room} px are missing`);
  await visitor.leave();
});
