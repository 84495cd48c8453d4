// Opening rules and ballots by clicks: chosen in the form, each of them played to its end by two persons, against the program, on a phone in
// Chinese, by keys alone, and taken back.

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

const PERSONS = [
  { kind: "person", name: "Ann" },
  { kind: "person", name: "Ben" },
];

/** A window at a new table. @param {string} opening @param {object[]} [seats] @param {import("./lib/visitor.js").Look} [look] */
async function sit(opening, seats = PERSONS, look = {}) {
  const { table } = await client.ask("create", { game: "renju", opening, seats, think_ms: 300 });
  const visitor = await Visitor.open(browser, server.url, look);
  await visitor.page.locator("#top").waitFor();
  return { visitor, board: await openTable(visitor, table), table };
}

/** Takes steps by clicks: cells on the board, all others on buttons. @param {Board} board @param {string} text */
async function take(board, text) {
  for (const step of text.split(" ")) {
    const { page } = board;
    const before = await page.locator(".status .says").textContent();
    if (/^[a-o]\d+$/.test(step)) {
      await page.locator("#board svg.board.interactive").waitFor();
      await board.press(step);
    } else await page.locator(`.status [data-step="${step}"]`).click();
    await page.waitForFunction(
      (before) => document.querySelector(".status .says")?.textContent !== before,
      before,
    );
  }
}

/** The names above and below the board, by colour. @param {Visitor} visitor */
const names = async ({ page }) =>
  Promise.all([1, 2].map((player) => page.locator(`.seat[data-player="${player}"] .name`).textContent()));

test("a rule is chosen for a new game, and kept for the next one", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page, words } = visitor;
  const dialog = page.getByRole("dialog");
  const open = async () => {
    await page
      .locator("#top")
      .getByRole("button", { name: words("shell.new_game") })
      .click();
    await dialog.getByRole("radio", { name: words("games.family.gomoku") }).check();
  };
  await open();
  await dialog.getByLabel(words("dialogs.rules")).selectOption("renju");
  const field = dialog.getByLabel(words("opening.rule"));
  assert.equal(await field.locator("option").count(), 6);
  await field.selectOption("rif");
  await dialog.getByText(words("opening.rif.about")).waitFor();
  await dialog.getByRole("button", { name: words("dialogs.play"), exact: true }).click();
  await page.locator("#board svg.board").waitFor();
  await visitor.see(/RIF, you: put stone 1 \(Black\) in the middle/);
  await open();
  assert.equal(await field.inputValue(), "rif");
  const size = dialog.getByLabel(words("dialogs.size"));
  await size.fill("19");
  await size.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll('[data-keep="opening"] option').length === 3);
  assert.equal(await field.inputValue(), "");
  await dialog.getByRole("radio", { name: words("games.family.draughts") }).check();
  assert.equal(await field.count(), 0);
  await visitor.leave();
});

test("a game of draughts begins with a ballot that is drawn", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page, words } = visitor;
  const dialog = page.getByRole("dialog");
  await page
    .locator("#top")
    .getByRole("button", { name: words("shell.new_game") })
    .click();
  await dialog.getByRole("radio", { name: words("games.family.draughts") }).check();
  await dialog.getByLabel(words("dialogs.rules")).selectOption("russian");
  const field = dialog.getByLabel(words("opening.ballot"));
  assert.deepEqual(await field.locator("option").allTextContents(), [
    "None",
    "Two-move",
    "Three-move",
    "Eleven-man",
  ]);
  await field.selectOption("three-move");
  await dialog.getByText(words("opening.ballot.three-move.about")).waitFor();
  await dialog.getByRole("button", { name: words("dialogs.play"), exact: true }).click();
  await page.locator("#board svg.board").waitFor();
  await page.locator("h1.title", { hasText: /Three-move ballot \d+/ }).waitFor();
  await visitor.leave();
});

for (const [rule, steps, players, moves] of /** @type {[string, string, string[], number][]} */ ([
  ["swap", "h8 h9 i9 swap", ["Ben", "Ann"], 3],
  ["swap2", "h8 h9 i9 add a1 b1 stay", ["Ben", "Ann"], 5],
  ["rif", "h8 h9 i9 stay a1 g7 i7 i7", ["Ann", "Ben"], 5],
  ["soosyrv8", "h8 h9 i9 swap a1 2 stay g7 i7 g7", ["Ben", "Ann"], 5],
  ["taraguchi10", "h8 swap h9 stay i9 stay k11 offer a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 c1", ["Ben", "Ann"], 5],
])) {
  test(`two persons open a game by ${rule}`, async () => {
    const { visitor, board } = await sit(rule);
    await take(board, steps);
    assert.deepEqual(await names(visitor), players);
    assert.equal((await board.moves()).length, moves);
    assert.equal(await visitor.page.locator(".status [data-step]").count(), 0);
    await board.play("o15");
    assert.equal((await board.moves()).length, moves + 1);
    await visitor.leave();
  });
}

test("fifth stones that are offered have letters, and only they can be picked", async () => {
  const { visitor, board } = await sit("rif");
  const { page } = visitor;
  await take(board, "h8 h9 h10 stay h7 g6");
  await board.press("i6");
  assert.equal(await page.locator("#board .offer text").allTextContents().then(String), "a");
  await take(board, "j6");
  assert.equal(await page.locator("#board .offer text").allTextContents().then(String), "a,b");
  await board.press("a1");
  assert.equal((await board.moves()).length, 4);
  await take(board, "j6");
  assert.equal((await board.moves()).length, 5);
  assert.equal(await page.locator("#board .offer").count(), 0);
  await visitor.leave();
});

test("steps are taken back one by one, and a reload changes nothing", async () => {
  const { visitor, board } = await sit("soosyrv8");
  await take(board, "h8 h9 i9 swap a1 3");
  await visitor.page.reload();
  await visitor.see(/Soosyrv-8, Black: choose a colour/);
  assert.deepEqual(await names(visitor), ["Ben", "Ann"]);
  await visitor.give("undo");
  await visitor.see(/how many fifth stones/);
  await visitor.give("undo");
  await visitor.see(/put stone 4/);
  await visitor.give("undo");
  await visitor.see(/White: choose a colour/);
  assert.deepEqual(await names(visitor), ["Ann", "Ben"]);
  await visitor.leave();
});

test("the program decides, and a person by keys alone", async () => {
  const { visitor, board } = await sit("swap", [
    { kind: "person", name: "Ann" },
    { kind: "program", level: 3 },
  ]);
  const { page } = visitor;
  assert.ok(await visitor.page.locator('[data-action="hint"]').first().isDisabled());
  // Two stones side by side, and White's far away: the program takes them, and has White's move to wait for.
  await take(board, "h8 a1");
  await page.keyboard.press("b");
  await page.locator("#board svg.board.interactive").waitFor();
  await board.cell("i8").focus();
  await page.keyboard.press("Enter");
  await visitor.see(/Your move/);
  assert.equal((await names(visitor))[1], "Ann");
  await board.play("i7");
  assert.ok((await board.moves()).length >= 4);
  await visitor.leave();
});

test("on a phone, in Chinese and in the dark the buttons are large enough and within the window", async () => {
  /** @type {import("./lib/visitor.js").Look} */
  const look = { language: "zh", theme: "dark", size: [360, 740], touch: true };
  const { visitor, board } = await sit("soosyrv8", PERSONS, look);
  const { page } = visitor;
  for (const cell of ["h8", "h9", "i9"]) {
    await page.locator("#board svg.board.interactive").waitFor();
    await board.press(cell);
    if ((await board.moves()).length < 3) await board.press(cell).catch(() => {});
  }
  await page.locator('.status [data-step="stay"]').waitFor();
  const boxes = await page.locator(".status [data-step]").evaluateAll((all) =>
    all.map((one) => {
      const { left, right, height } = one.getBoundingClientRect();
      return { left, right, height };
    }),
  );
  for (const { left, right, height } of boxes) assert.ok(left >= 0 && right <= 360 && height >= 40);
  await visitor.leave();
});
