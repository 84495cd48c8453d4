// What a table is besides moves: six seats, reloads, taking back and variations, refusals that say why, records and links.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { Client } from "./lib/client.js";
import { newGame } from "./lib/new_game.js";
import { Board } from "./lib/board.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";
import { pattern } from "./lib/words.js";

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

/** A visitor at a game of two people. @param {string} game what stands behind `g=` in a link */
async function at(game) {
  const visitor = await Visitor.open(browser, `${server.url}&g=${game}`);
  const board = new Board(visitor);
  await visitor.page.locator("#board svg.board").waitFor();
  return { visitor, board, page: visitor.page, words: visitor.words };
}

/** Plays the first move that the cells offer. @param {Board} board */
async function playFirst(board) {
  await board.ready();
  const [from] = await board.those("board.is_mover");
  await board.press(from);
  const [to] = await board.those("board.is_target");
  await board.play(to);
}

test("six seats: a person and five programs play in turn", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const programs = /** @type {const} */ (["level:1", "level:1", "level:1", "level:1", "level:1"]);
  const board = await newGame(visitor, {
    family: "chinesecheckers",
    players: 6,
    seats: ["person", ...programs],
  });
  assert.equal(await visitor.page.locator(".strip .seat").count(), 6);
  for (let round = 1; round <= 2; round += 1) {
    await playFirst(board);
    await board.played(6 * round);
  }
  await board.ready();
  assert.equal(await board.status(), visitor.words("shell.your_move"));
  await visitor.leave();
});

test("a reload in mid-game goes on where it was", async () => {
  const { visitor, board, page } = await at("draughts&m=32-28,19-23");
  await board.play("28", "19");
  const before = await board.cells();
  await page.reload();
  await board.played(3);
  await board.ready();
  assert.deepEqual(await board.cells(), before);
  await board.play("14", "23");
  assert.deepEqual(await board.moves(), ["32-28", "19-23", "28x19", "14x23"]);
  await visitor.leave();
});

test("a reload while the program thinks loses nothing", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const board = await newGame(visitor, { family: "connect4", seats: ["person", "level:4"] });
  await board.ready();
  await board.press(board.place(4, 1));
  await visitor.page.reload();
  await board.played(2);
  await board.ready();
  assert.match(await board.says(board.place(4, 1)), new RegExp(visitor.words("board.colour_orange")));
  await visitor.leave();
});

test("undo, redo and variations", async () => {
  const { visitor, board, page, words } = await at("connect4&m=4,4,3");
  const action = (/** @type {string} */ name) =>
    page.locator(".controls").getByRole("button", { name: words(`shell.do.${name}`) });
  const now = (/** @type {number} */ node) => page.locator(`.course [data-node="${node}"].now`).waitFor();
  await board.ready();
  await action("undo").click();
  await now(2);
  await action("redo").click();
  await now(3);
  await action("undo").click();
  await now(2);
  await board.play(board.place(5, 1));
  await page.getByRole("group", { name: words("shell.variation") }).waitFor();
  assert.equal(await page.locator(".course [data-node]").count(), 4);
  await page.locator('.course [data-node="1"]').click();
  await visitor.see(words("shell.looking_back"));
  assert.match(await board.says(board.place(5, 1)), new RegExp(words("board.empty")));
  await page.getByRole("button", { name: words("shell.back_to_game") }).click();
  await board.waitFor(board.place(5, 1), "board.is_last");
  await page.locator('.course [data-node="3"]').click();
  await page.getByRole("button", { name: words("shell.go_on_here") }).click();
  await now(3);
  await board.waitFor(board.place(3, 1), "board.is_last");
  await visitor.leave();
});

test("undo against the program takes back two moves; a hint is shown and said", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page, words } = visitor;
  const board = await newGame(visitor, { family: "connect4", seats: ["person", "level:1"] });
  await board.play(board.place(4, 1));
  await board.played(2);
  await board.ready();
  await visitor.give("undo");
  await page.waitForFunction(() => !document.querySelector(".course .now"));
  await board.waitFor(board.place(4, 1), "board.empty");
  await visitor.give("hint");
  await page
    .locator("#notices")
    .getByText(pattern(words("shell.hint_is")))
    .waitFor();
  await visitor.give("play_for_me");
  // The first two moves are kept; the same move again is no new one.
  await page.waitForFunction(() => document.querySelectorAll(".course .now").length === 1);
  await visitor.leave();
});

test("a refused click says why: draughts", async () => {
  const { visitor, board, page, words } = await at("draughts&f=W:W7,38:B15,22,32");
  const told = (/** @type {string} */ key, values = {}) =>
    page.locator("#notices").getByText(words(key, values)).first().waitFor();
  await board.ready();
  await board.press("7");
  await told("board.longer_capture", { count: 2, cells: "38" });
  await board.press("15");
  await told("board.not_yours", { colour: words("board.colour_black"), own: words("board.colour_white") });
  await board.press("38");
  await board.press("33");
  await told("board.longer_way", { from: "38", count: 2 });
  await visitor.leave();
});

test("a refused click says why: a forbidden point, a taken one, a game that is over", async () => {
  const renju = await at("renju&m=h8,a1,h9,c1,i10,e1,j10,g1");
  await renju.board.ready();
  const forbidden = (await renju.board.those("board.is_forbidden"))[0];
  assert.equal(forbidden, "h10");
  await renju.board.press(forbidden);
  await renju.page
    .locator("#notices")
    .getByText(renju.words("board.forbidden", { cell: "h10", own: renju.words("board.colour_black") }))
    .waitFor();
  await renju.board.press("h8");
  await renju.page
    .locator("#notices")
    .getByText(renju.words("board.taken", { cell: "h8" }))
    .waitFor();
  await renju.visitor.leave();
  const over = await at("connect4&m=1,2,1,2,1,2,1");
  await over.board.over();
  await over.board.press(over.board.place(4, 1));
  await over.page.locator("#notices").getByText(over.words("board.over")).waitFor();
  await over.visitor.leave();
});

for (const [game, format, moves] of /** @type {[string, string, string[]][]} */ ([
  ["draughts", "pdn", ["32-28", "19-23", "28x19", "14x23"]],
  ["renju", "sgf", ["h8", "h9", "j8"]],
  ["gomokufreestyle", "psq", ["h8", "h9", "j8"]],
  ["connect4", "text", ["4", "4", "3"]],
])) {
  test(`a game of ${game} is saved as ${format} and opened again`, async () => {
    const { visitor, board, page, words } = await at(`${game}&m=${moves.join(",")}`);
    await board.played(moves.length);
    await visitor.press("shell.save");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page
        .getByRole("dialog")
        .getByRole("button", { name: words(`dialogs.format.${format}`) })
        .click(),
    ]);
    const file = await download.path();
    assert.ok((await readFile(file, "utf8")).length > 0);
    await page.keyboard.press("Escape");
    await page
      .locator("#top")
      .getByRole("button", { name: words("shell.home") })
      .click();
    await page
      .locator("#top")
      .getByRole("button", { name: words("shell.open"), exact: true })
      .click();
    await page.locator("input[type=file]").setInputFiles({
      name: download.suggestedFilename(),
      mimeType: "text/plain",
      buffer: await readFile(file),
    });
    await board.played(moves.length);
    await page.waitForFunction(() => !document.querySelector("dialog"));
    assert.deepEqual(await board.moves(), moves);
    await visitor.leave();
  });
}

test("the picture of a position is written as SVG and PNG", async () => {
  const { visitor, page } = await at("draughts&m=32-28");
  await visitor.press("shell.save");
  for (const [format, begins] of [
    ["SVG", "<svg"],
    ["PNG", "\x89PNG"],
  ]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("dialog").getByRole("button", { name: format }).click(),
    ]);
    assert.ok((await readFile(await download.path(), "latin1")).startsWith(begins), format);
  }
  await visitor.leave();
});

test("a link holds the game, its options, its start and its moves", async () => {
  const { visitor, board, page, words } = await at("draughts&f=W:W7,38:B15,22,32&m=38x18,15-20");
  await board.played(2);
  const before = (await board.cells()).map((cell) => cell.label);
  await visitor.press("shell.save");
  const link = await page.getByLabel(words("dialogs.link"), { exact: true }).inputValue();
  assert.ok(link.startsWith(`${server.origin}/#g=draughts&`), link);
  assert.ok(!link.includes(server.token), "the token stays out of links");
  await visitor.leave();
  const other = await Visitor.open(browser, `${server.url}&${new URL(link).hash.slice(1)}`);
  const again = new Board(other);
  await again.played(2);
  await again.ready();
  assert.deepEqual(
    (await again.cells()).map((cell) => cell.label),
    before,
  );
  assert.ok(!other.page.url().includes(server.token), "the token is taken out of the address");
  await other.leave();
});

test("games are listed, opened and deleted", async () => {
  const own = await startServer();
  const visitor = await Visitor.open(browser, `${own.url}&g=connect4&m=4,4,3`);
  const { page, words } = visitor;
  const board = new Board(visitor);
  await board.played(3);
  await page
    .locator("#top")
    .getByRole("button", { name: words("shell.home") })
    .click();
  await page
    .locator("#top")
    .getByRole("button", { name: words("shell.saved") })
    .click();
  const dialog = page.getByRole("dialog", { name: words("shell.saved") });
  await dialog.locator(".entry").click();
  await board.played(3);
  await page
    .locator("#top")
    .getByRole("button", { name: words("shell.saved") })
    .click();
  await dialog
    .getByRole("button", { name: words("shell.delete_game", { game: words("games.name.connect4") }) })
    .click();
  await page
    .getByRole("dialog", { name: words("shell.delete"), exact: true })
    .getByRole("button", { name: words("shell.delete"), exact: true })
    .click();
  await dialog.getByText(words("library.none_played")).waitFor();
  await visitor.leave();
  await own.stop();
});

test("names of players are text, whatever they say", async () => {
  const hostile = `<img src=x onerror=document.title='taken'><script>document.title='taken'</script>`.slice(
    0,
    40,
  );
  const visitor = await Visitor.open(browser, server.url);
  const { page, words } = visitor;
  await newGame(visitor, {
    family: "connect4",
    seats: ["person", "person"],
    names: [hostile, `"><script src=//x>`],
  });
  await page.locator(".strip").getByText(hostile).waitFor();
  const adviser = await Client.open(browser, server.origin, server.token);
  const text = `[White "</script><script>document.title='taken'</script>"]\n[Black "<img src=x onerror=alert(1)>"]\n[GameType "20"]\n1. 32-28 19-23 *\n`;
  const { tables } = await adviser.ask("load", { format: "pdn", name: "games.pdn", text, game: null });
  assert.equal(tables.length, 1);
  await adviser.leave();
  await page
    .locator("#top")
    .getByRole("button", { name: words("shell.saved") })
    .click();
  await page.getByRole("dialog").getByText("<img src=x onerror").first().waitFor();
  assert.ok(!(await page.title()).includes("taken"));
  assert.equal(await page.locator("img, script:not([src='bundle.js'], [src='main.js'])").count(), 0);
  await visitor.leave();
});
