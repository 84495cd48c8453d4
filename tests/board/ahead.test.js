// Moves in a hurry: one that is chosen while others think, several that come together and are shown within 2 s, and a click that
// ends their movement.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Board } from "./lib/board.js";
import { Client } from "./lib/client.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";

/** Longest time of all movement together, in ms, and what a busy machine may add. */
const TOGETHER = 2000;
const SLACK = 1500;
/** White plays 28-23, and black must take: then white must take as well. */
const EXCHANGE = "W:W28,33,39,46:B19,5";

/** @type {import("./lib/server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Client} */
let host;

before(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  host = await Client.open(browser, server.origin, server.token);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens a table in a window. @param {Visitor} visitor @param {string} table */
async function open(visitor, table) {
  // Drawn by the processor, as in most tests, a picture is slow, which the driver remarks.
  visitor.expect(/GL Driver Message/);
  await visitor.page.evaluate((table) => sessionStorage.setItem("quadriga.table", table), table);
  await visitor.page.reload();
  await visitor.page.locator("#board svg").waitFor();
  return new Board(visitor);
}

/**
 * A table of the host's window and another person, who plays by commands.
 * @param {object} game @param {Record<string, unknown>} settings @param {import("./lib/visitor.js").Look} [look]
 */
async function against(game, settings, look) {
  const { table } = await host.ask("create", { ...game, seats: [{ kind: "person" }, { kind: "person" }] });
  const { token } = await host.ask("invite", { table, seat: 2 });
  const guest = await Client.open(browser, server.origin, token);
  await guest.ask("join", { table });
  const visitor = await Visitor.open(browser, server.url, look, (page) =>
    page.addInitScript((settings) => {
      for (const [name, value] of Object.entries(settings))
        localStorage.setItem(`quadriga.${name}`, JSON.stringify(value));
    }, settings),
  );
  const board = await open(visitor, table);
  const answer = (/** @type {string} */ move) => guest.ask("move", { table, move });
  const leave = async () => {
    await guest.leave();
    await visitor.leave();
  };
  return { table, visitor, board, answer, leave };
}

test("draughts: a capture chosen ahead is played at once", async () => {
  const { board, answer, leave } = await against({ game: "draughts", fen: EXCHANGE }, { ahead: true });
  await board.play("28", "23");
  await board.press("33", "22");
  await board.waitFor("33", "board.is_ahead");
  assert.deepEqual(await board.those("board.is_ahead"), ["22", "33"]);
  await answer("19x28");
  await board.played(3);
  assert.deepEqual(await board.moves(), ["28-23", "19x28", "33x22"]);
  assert.deepEqual(await board.those("board.is_ahead"), []);
  await leave();
});

test("draughts: a move that is not legal then is dropped with a message; Escape and the other button take it back", async () => {
  const { visitor, board, answer, leave } = await against(
    { game: "draughts", fen: EXCHANGE },
    { ahead: true },
  );
  const { page, words } = visitor;
  await board.play("28", "23");
  for (const takeBack of [
    () => page.keyboard.press("Escape"),
    () => board.cell("2").click({ button: "right" }),
    () => board.press("41"),
  ]) {
    await board.press("46", "41");
    await board.waitFor("41", "board.is_ahead");
    await takeBack();
    await page.waitForFunction(
      (words) => !document.querySelector(`#board [aria-label*="${words}"]`),
      words("board.is_ahead"),
    );
  }
  await board.cell("46").dragTo(board.cell("41"));
  await board.waitFor("41", "board.is_ahead");
  await answer("19x28");
  await visitor.see(words("board.ahead_dropped"));
  assert.equal((await board.moves()).length, 2);
  await leave();
});

for (const depth of [false, true]) {
  test(`Connect Four: a column is chosen ahead, ${depth ? "in perspective" : "on the flat board"}, in Chinese`, async () => {
    const { visitor, board, answer, leave } = await against(
      { game: "connect4" },
      { ahead: true, depth },
      { language: "zh" },
    );
    const { page, words } = visitor;
    const ahead = page.locator(`#board [aria-label*="${words("board.is_ahead")}"]`);
    await page.keyboard.press("4");
    await board.played(1);
    await page.keyboard.press("4");
    await ahead.waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    await ahead.waitFor({ state: "detached" });
    await page.keyboard.press("5");
    await ahead.waitFor({ state: "attached" });
    await answer("4");
    await board.played(3);
    assert.deepEqual(await board.moves(), ["4", "4", "5"]);
    await leave();
  });
}

test("nothing is chosen ahead unless a setting says so, nor where one person plays both sides", async () => {
  const { visitor, board, leave } = await against({ game: "gomoku" }, {});
  await board.play("h8");
  await board.press("a1");
  await visitor.see(visitor.words("board.wait"));
  assert.deepEqual(await board.those("board.is_ahead"), []);
  await leave();
  const both = await Visitor.open(browser, `${server.url}&g=gomoku`, {}, (page) =>
    page.addInitScript(() => localStorage.setItem("quadriga.ahead", "true")),
  );
  const own = new Board(both);
  await own.play("h8");
  await own.play("a1");
  assert.deepEqual(await own.moves(), ["h8", "a1"]);
  await both.leave();
});

test("draughts: a click on an empty square moves only if a setting says so", async () => {
  const { visitor, board, leave } = await against({ game: "draughts", fen: EXCHANGE }, {});
  await board.ready();
  await board.press("23");
  await visitor.see(visitor.words("board.choose_first", { own: visitor.words("board.colour_white") }));
  assert.deepEqual(await board.moves(), []);
  await visitor.press("shell.settings");
  await visitor.control("checkbox", "dialogs.set.by_target").check();
  await visitor.page.keyboard.press("Escape");
  await board.play("23");
  assert.deepEqual(await board.moves(), ["28-23"]);
  await leave();
});

/**
 * Waits for so many moves in the list; at that moment reads the board, and clicks on an element of it.
 * @param {import("playwright-core").Page} page @param {number} count @param {string} [selector] @returns {Promise<string>}
 */
function whenListed(page, count, selector = "") {
  return page.evaluate(
    ([selector, count]) =>
      new Promise((resolve) => {
        const look = () => {
          if (document.querySelectorAll(".course [data-node]").length < count) return;
          observer.disconnect();
          const labels = [...document.querySelectorAll("#board [aria-label]")].map((one) => one.ariaLabel);
          resolve(labels.join());
          if (!selector) return;
          const element = /** @type {Element} */ (document.querySelector(selector));
          const { x, y, width, height } = element.getBoundingClientRect();
          const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true, isPrimary: true };
          for (const name of ["pointerdown", "pointerup"]) element.dispatchEvent(new PointerEvent(name, at));
          element.dispatchEvent(new MouseEvent("click", { ...at, detail: 1 }));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true });
        look();
      }),
    /** @type {const} */ ([selector, count]),
  );
}

/** Moves that nobody wins by: columns are filled one after the other. */
const FILL = ["1", "2", "4", "5"].flatMap((column) => new Array(6).fill(column));
/** So many of them come first: their falls would take twice the time. */
const FIRST = 16;

for (const depth of [false, true]) {
  const name = depth ? "in perspective" : "on the flat board";
  test(`moves that come together are shown within 2 s, and a click ends their movement and makes none, ${name}`, async () => {
    const { table } = await host.ask("create", { game: "connect4" });
    const visitor = await Visitor.open(browser, server.url, { motion: true }, (page) =>
      page.addInitScript((depth) => localStorage.setItem("quadriga.depth", String(depth)), depth),
    );
    const { page } = visitor;
    const board = await open(visitor, table);
    const column = depth ? '#board [data-column="6"]' : '#board [data-cell="6,3"]';
    await page.locator(column).waitFor({ state: "attached" });
    const shown = () =>
      page.locator("#board [aria-label]").evaluateAll((all) => all.map((one) => one.ariaLabel).join());
    const play = async (/** @type {string[]} */ moves) => {
      for (const move of moves) await host.ask("move", { table, move });
    };
    const [early] = await Promise.all([whenListed(page, FIRST), play(FILL.slice(0, FIRST))]);
    await page.waitForTimeout(TOGETHER + SLACK);
    const late = await shown();
    assert.notEqual(early, late, "the moves were shown one after the other");
    await page.waitForTimeout(TOGETHER);
    assert.equal(await shown(), late, "nothing is shown later");
    await Promise.all([whenListed(page, FILL.length, column), play(FILL.slice(FIRST))]);
    await page.waitForTimeout(300);
    const skipped = await shown();
    await page.waitForTimeout(TOGETHER + SLACK);
    assert.equal(await shown(), skipped, "the position that is was shown at once");
    assert.equal((await board.moves()).length, FILL.length);
    await whenListed(page, FILL.length, column);
    await board.played(FILL.length + 1);
    await visitor.leave();
  });
}

/** Longest time of an animation on the board that is seen, in ms, while something is done. @param {import("playwright-core").Page} page @param {() => Promise<unknown>} act */
async function longestMove(page, act) {
  await page.evaluate(() => {
    const watch = Object.assign(window, { longest: 0 });
    const look = () => {
      for (const { effect, playbackRate } of document.getAnimations()) {
        const piece = effect instanceof KeyframeEffect && effect.target?.closest("#board");
        const time = Number(effect?.getComputedTiming().duration) / playbackRate;
        if (piece && time > watch.longest) watch.longest = time;
      }
      requestAnimationFrame(look);
    };
    look();
  });
  await act();
  return page.evaluate(() => /** @type {any} */ (window).longest);
}

test("Chinese checkers: the moves of all others are shown in the time of one", async () => {
  const { table } = await host.ask("create", { game: "chinesecheckers", options: { Players: 6 } });
  const { token } = await host.ask("invite", { table, seat: 0 });
  const visitor = await Visitor.open(browser, `${server.origin}/#k=${token}`, { motion: true });
  const board = new Board(visitor);
  await visitor.page.locator("#board svg.board").waitFor();
  let most = 0;
  const longest = await longestMove(visitor.page, async () => {
    for (let count = 1; count <= 36; count++) {
      const { position } = await host.ask("board", { table });
      const hops = (/** @type {any} */ path) => path.cells.length;
      const path = position.paths.reduce((/** @type {any} */ best, /** @type {any} */ one) =>
        hops(one) > hops(best) ? one : best,
      );
      most = Math.max(most, hops(path));
      await host.ask("move", { table, move: path.move });
      await board.played(count);
    }
  });
  assert.ok(most >= 4, "a move of three hops, which takes 660 ms by itself");
  assert.ok(longest > 0 && longest <= TOGETHER / 6 + 1, `${longest} ms`);
  await visitor.leave();
});
