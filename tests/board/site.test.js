// The site of scripts/site, at a host that only has its files: the program runs in the browser, and what needs a server is not
// offered. `scripts/check_board --site` runs this.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Board } from "./lib/board.js";
import { newGame } from "./lib/new_game.js";
import { startSite } from "./lib/site.js";
import { Visitor, launch } from "./lib/visitor.js";
import { pattern } from "./lib/words.js";

/** The headers that docs/site.md recommends to those who can send some. */
const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
    "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

/** @type {Awaited<ReturnType<typeof startSite>>} */
let site;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  [site, browser] = await Promise.all([startSite(), launch()]);
});
after(async () => {
  await browser?.close();
  site?.stop();
});

/** Plays the first move that the cells offer. @param {Board} board */
async function playFirst(board) {
  await board.ready();
  const [from] = [...(await board.those("board.is_must")), ...(await board.those("board.is_mover"))];
  await board.press(from);
  const [to] = await board.those("board.is_target");
  await board.play(to);
}

/** Asks for a hint and waits for it. @param {Visitor} visitor */
async function hint(visitor) {
  const { page, words } = visitor;
  await visitor.give("hint");
  await page
    .locator("#notices")
    .getByText(pattern(words("shell.hint_is")))
    .waitFor();
}

/** A first move of each family. */
const FIRST = {
  connect4: (/** @type {Board} */ board) => board.play(board.place(4, 1)),
  gomoku: (/** @type {Board} */ board) => board.play("h8"),
  draughts: playFirst,
  chinesecheckers: playFirst,
};

for (const family of /** @type {(keyof typeof FIRST)[]} */ (Object.keys(FIRST))) {
  test(`${family}: the program answers a move, gives a hint and judges the game`, async () => {
    const visitor = await Visitor.open(browser, site.url);
    const { page, words } = visitor;
    const board = await newGame(visitor, { family, seats: ["person", "level:1"] });
    await FIRST[family](board);
    await board.played(2);
    await board.ready();
    await hint(visitor);
    await page.locator("#tab-analysis").click();
    await page.getByRole("button", { name: words("study.report_run") }).click();
    await page.locator(".report-results:visible").waitFor();
    await page
      .getByRole("button", { name: words("study.report_again") })
      .and(page.locator(":enabled"))
      .waitFor();
    await visitor.leave();
  });
}

test("an analysis runs while the program plays, and one that is ended makes room for the next", async () => {
  const visitor = await Visitor.open(browser, site.url);
  const { page } = visitor;
  const board = await newGame(visitor, { family: "draughts", seats: ["person", "level:1"] });
  await page.locator("#tab-analysis").click();
  await page.locator(".study-main").click();
  for (const moves of [2, 4]) {
    await page.locator(".study-results:visible").waitFor();
    await playFirst(board);
    await board.played(moves);
    await board.ready();
  }
  await page.locator("#tab-game").click();
  await hint(visitor);
  await visitor.leave();
});

test("the program takes a moment to answer", async () => {
  const visitor = await Visitor.open(browser, site.url, { unhurried: true });
  const board = await newGame(visitor, { family: "connect4", seats: ["person", "level:1"] });
  const before = performance.now();
  await board.play(board.place(4, 1));
  await board.played(2);
  assert.ok(performance.now() - before >= 400);
  await visitor.leave();
});

test("the program that thinks moves at once when it is asked to", async () => {
  const visitor = await Visitor.open(browser, site.url);
  const { page, words } = visitor;
  const board = await newGame(visitor, { family: "gomoku", seats: ["person", "level:20"], think: "60000" });
  await board.play("h8");
  await page.getByRole("button", { name: words("shell.move_now") }).click();
  await board.played(2);
  await visitor.leave();
});

test("the rating is kept in the browser, and what cannot be read of it is set aside with a notice", async () => {
  const visitor = await Visitor.open(browser, site.url);
  const { page, words } = visitor;
  await newGame(visitor, { family: "connect4", seats: ["person", "level:4"] });
  await visitor.resign();
  const told = await page.locator(".status .rated:visible").textContent();
  assert.match(told ?? "", pattern(words("shell.rated")));
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("quadriga", 1);
        opening.onsuccess = () => {
          const store = opening.result.transaction("events", "readwrite").objectStore("events");
          store.add('{"v":2,"newer":true}', ["ratings", "x"]).onsuccess = () =>
            resolve(opening.result.close());
        };
      }),
  );
  await page.reload();
  await page.locator(".status .rated:visible").waitFor();
  assert.equal(await page.locator(".status .rated").textContent(), told);
  await page.locator("#notices").getByText(words("shell.refused.ratings_newer")).waitFor();
  const keys = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("quadriga", 1);
        opening.onsuccess = () => {
          const asked = opening.result.transaction("events").objectStore("events").getAllKeys();
          asked.onsuccess = () => resolve(asked.result.map((key) => /** @type {any[]} */ (key)[0]));
        };
      }),
  );
  assert.ok(/** @type {string[]} */ (keys).includes("ratings-aside"));
  await page.reload();
  await page.locator(".status .rated:visible").waitFor();
  await visitor.leave();
});

test("a game is there again after a reload, and no more when it is deleted", async () => {
  const visitor = await Visitor.open(browser, site.url);
  const { page, words } = visitor;
  const board = await newGame(visitor, { family: "connect4", seats: ["person", "level:1"] });
  await board.play(board.place(4, 1));
  await board.played(2);
  const moves = await board.moves();
  await page.reload();
  await page.locator("#board svg.board").waitFor();
  await board.played(2);
  assert.deepEqual(await board.moves(), moves);
  await board.play(board.place(1, 1));
  await board.played(4);
  await page
    .locator("#top")
    .getByRole("button", { name: words("shell.home"), exact: true })
    .click();
  await page.locator(".recent .entry").waitFor();
  await page
    .locator(".recent")
    .getByRole("button", { name: pattern(words("shell.delete_game")) })
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: words("shell.delete"), exact: true })
    .click();
  await page.locator(".recent .entry").waitFor({ state: "detached" });
  await page.reload();
  await visitor.press("shell.saved");
  await visitor.see(words("library.none_played"));
  await visitor.leave();
});

test("of two windows at one table the first one to move keeps its move", async () => {
  const visitor = await Visitor.open(browser, `${site.url}#g=connect4&m=4`);
  const { page } = visitor;
  const board = new Board(visitor);
  await board.played(1);
  const second = new Visitor(visitor.context, await visitor.context.newPage(), "en", visitor.origin, false);
  await second.page.goto(site.url);
  await second.page.locator(".recent .entry").click();
  const other = new Board(second);
  await other.played(1);
  await other.play(other.place(1, 1));
  await board.play(board.place(2, 1));
  await board.play(board.place(3, 1));
  await page.reload();
  await page.locator("#board svg.board").waitFor();
  await board.played(2);
  assert.deepEqual(await board.moves(), await other.moves());
  await visitor.leave();
});

test("a link opens a game, and leads to the site wherever it is", async () => {
  const visitor = await Visitor.open(browser, `${site.url}#g=draughts&m=32-28,19-23`);
  const board = new Board(visitor);
  await visitor.page.locator("#board svg.board").waitFor();
  await board.played(2);
  await visitor.press("shell.save");
  const link = visitor.page.getByLabel(visitor.words("dialogs.link"), { exact: true });
  assert.equal(await link.inputValue(), `${site.url}#g=draughts&m=32-28,19-23`);
  await visitor.leave();
});

test("a host may send the policy as a header with every file", async () => {
  const host = await startSite(HEADERS);
  const visitor = await Visitor.open(browser, host.url);
  const board = await newGame(visitor, { family: "connect4", seats: ["person", "level:1"] });
  await board.play(board.place(4, 1));
  await board.played(2);
  await visitor.leave();
  host.stop();
});

test("there are no invitations and no pages, and who plays can be changed", async () => {
  const visitor = await Visitor.open(browser, `${site.url}#g=connect4&m=4,4`);
  const { page, words } = visitor;
  await page.locator("#board svg.board").waitFor();
  assert.equal(await page.getByRole("button", { name: words("guests.let_in"), exact: true }).count(), 0);
  await visitor.press("dialogs.who_plays");
  await page
    .getByRole("dialog", { name: words("dialogs.who_plays") })
    .getByRole("button", { name: words("dialogs.set_seats") })
    .waitFor();
  assert.equal(await page.getByText(words("guests.about")).count(), 0);
  await page.keyboard.press("Escape");
  await page.locator("#tab-analysis").click();
  await page.getByRole("button", { name: words("study.report_run") }).waitFor();
  assert.equal(await page.getByRole("button", { name: words("study.save_page") }).count(), 0);
  await visitor.leave();
});
