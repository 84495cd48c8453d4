// A file with variations and comments: opened, walked through by mouse and keys, changed, and saved for another program.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { Board } from "./lib/board.js";
import { Client } from "./lib/client.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";

/** @type {import("./lib/server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

const FILE = `[White "Ann"]
[Black "Bob"]
[Result "2-0"]
[GameType "20"]

{A short game.} 1. 32-28! {To the centre.} (1. 31-27 {The other
wing.} 19-23 (1... 18-23 {too}) 2. 37-31) 1... 19-23 $6 2. 28x19 14x23 {Even.} 2-0
`;

before(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens the file at a table of its own. @param {import("./lib/visitor.js").Look} [look] */
async function opened(look) {
  const visitor = await Visitor.open(browser, server.url, look);
  const { page, words } = visitor;
  await page
    .getByRole("button", { name: words("shell.open"), exact: true })
    .first()
    .click();
  await page.locator("input[type=file]").setInputFiles({
    name: "game.pdn",
    mimeType: "text/plain",
    buffer: Buffer.from(FILE),
  });
  const board = new Board(visitor);
  await board.played(8);
  await page.waitForFunction(() => !document.querySelector("dialog"));
  return { visitor, page, words, board };
}

/** The move that is looked at. @param {import("playwright-core").Page} page @param {string} move */
const looksAt = (page, move) =>
  page.locator('.course [data-node][aria-current="true"]').filter({ hasText: move }).waitFor();

/** Comments in the order in which they stand. @param {import("playwright-core").Page} page */
const comments = (page) => page.locator(".course .comment").allTextContents();

/** The game as another program gets it. @param {Visitor} visitor @param {string} format */
async function saved(visitor, format) {
  const { page, words } = visitor;
  await visitor.press("shell.save");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("dialog")
      .getByRole("button", { name: words(`dialogs.format.${format}`) })
      .click(),
  ]);
  await page.keyboard.press("Escape");
  return await readFile(await download.path(), "utf8");
}

test("variations, comments and marks of a file are shown, and walked through by keys", async () => {
  const { visitor, page, board, words } = await opened();
  assert.deepEqual(await board.moves(), ["32-28", "19-23", "28x19", "14x23"]);
  assert.equal(await page.getByRole("group", { name: words("shell.variation") }).count(), 2);
  assert.deepEqual(await comments(page), [
    "A short game.",
    "To the centre.",
    "The other wing.",
    "too",
    "Even.",
  ]);
  assert.deepEqual(await page.locator(".course .signs").allTextContents(), ["!", "?!"]);
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await looksAt(page, "32-28");
  await page.keyboard.press("ArrowDown");
  await looksAt(page, "31-27");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await looksAt(page, "18-23");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  await looksAt(page, "37-31");
  await page.keyboard.press("Escape");
  await looksAt(page, "14x23");
  assert.match(
    await board.status(),
    new RegExp(words("shell.wins", { player: words("board.colour_white") }), "i"),
  );
  await visitor.leave();
});

test("a tree is changed, the changes are taken back, and the file has what was left", async () => {
  const { visitor, page, board, words } = await opened();
  await page.locator(".course").getByRole("button", { name: "19-23" }).last().click();
  await visitor.give("comment");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(words("shell.comment_after"), { exact: true }).fill("Why not 18-23?");
  await dialog.getByLabel(words("shell.mark"), { exact: true }).selectOption("?");
  await dialog.getByRole("button", { name: words("shell.keep"), exact: true }).click();
  await page.waitForFunction(() => !document.querySelector("dialog"));
  await page.locator(".course .comment").getByText("Why not 18-23?").waitFor();
  // A move on the board of a finished game is a variation.
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await board.waitFor("20", "board.is_mover");
  await board.makesMove(() => board.press("20", "24"));
  await looksAt(page, "20-24");
  assert.equal(await page.getByRole("group", { name: words("shell.variation") }).count(), 3);
  await visitor.give("promote");
  await page.locator(".course .line.main").getByRole("button", { name: "20-24" }).waitFor();
  await visitor.give("undo_edit");
  await page.locator(".course .line.branch").getByRole("button", { name: "20-24" }).waitFor();
  await page.locator(".course").getByRole("button", { name: "31-27" }).click();
  await page.keyboard.press("Delete");
  await board.played(5);
  await page.keyboard.press("Control+z");
  await board.played(9);
  await page.locator(".course").getByRole("button", { name: "18-23" }).click();
  await visitor.give("remove");
  await board.played(8);
  await looksAt(page, "31-27");
  const text = await saved(visitor, "pdn");
  const moves = text.slice(text.indexOf("{")).replace(/\s+/g, " ");
  assert.equal(
    moves,
    "{A short game.} 1. 32-28! {To the centre.} (1. 31-27 {The other wing.} 1... 19-23 2. 37-31) " +
      "1... 19-23? {Why not 18-23?} (1... 20-24) 2. 28x19 14x23 {Even.} * ",
  );
  assert.ok(text.includes('[Result "2-0"]'), text);
  await visitor.leave();
});

test("another window sees each change, and what is written is text", async () => {
  const { visitor, page } = await opened();
  const host = await Client.open(browser, server.origin, server.token);
  const { tables } = await host.ask("tables");
  const table = tables[0].id;
  const hostile = "<img src=x onerror=document.title='taken'>\n</p><script>document.title='taken'</script>";
  await host.ask("comment", { table, node: 1, text: hostile });
  await page.locator(".course .comment").getByText("<img src=x").waitFor();
  assert.ok(!(await page.title()).includes("taken"));
  assert.equal(await page.locator("img, script:not([src='bundle.js'], [src='main.js'])").count(), 0);
  await host.ask("undo_edit", { table });
  await page.locator(".course .comment").getByText("To the centre.").waitFor();
  await host.leave();
  await visitor.leave();
});

test("on a phone, in Chinese, a comment is written from the sheet of actions", async () => {
  const { visitor, page, words } = await opened({
    language: "zh",
    theme: "dark",
    size: [390, 844],
    touch: true,
  });
  await page.locator(".course").getByRole("button", { name: "31-27" }).tap();
  await page
    .locator("#bottom")
    .getByRole("button", { name: words("shell.more") })
    .tap();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: words("shell.do.comment") })
    .tap();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(words("shell.comment_after"), { exact: true }).fill("左翼");
  await dialog.getByRole("button", { name: words("shell.keep"), exact: true }).tap();
  await page.locator(".course .comment").getByText("左翼").waitFor();
  await visitor.leave();
});
