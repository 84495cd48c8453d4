// What is seen on every look of the board, in light and dark: colours against each other by the formula of WCAG 2, the choice of
// looks and pieces, and messages, which cover nothing of the game.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { outlineOf } from "../../src/web/page/board/pieces.js";
import { Client } from "./lib/client.js";
import { openTable } from "./lib/new_game.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";

/** @typedef {[number, number, number]} Rgb */

/** @type {import("./lib/server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** Contrast of texts, of what else must be seen. */
const TEXT = 4.5;
const SHAPE = 3;
const LOOKS = ["wood", "walnut", "paper", "cloth", "slate", "contrast"];

before(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** @param {Rgb} colour */
function luminance(colour) {
  const [r, g, b] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {Rgb} one @param {Rgb} other */
function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Any colours of CSS as the page shows them now. @param {Visitor} visitor @param {string[]} colours @returns {Promise<Rgb[]>} */
function painted(visitor, colours) {
  return visitor.page.evaluate((colours) => {
    const paper = /** @type {OffscreenCanvasRenderingContext2D} */ (
      new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
    );
    return colours.map((colour) => {
      // A fresh one each time, so that no colour passes into the next.
      const probe = document.createElement("i");
      probe.style.color = colour;
      document.body.append(probe);
      paper.fillStyle = getComputedStyle(probe).color;
      probe.remove();
      paper.fillRect(0, 0, 1, 1);
      return /** @type {[number, number, number]} */ ([...paper.getImageData(0, 0, 1, 1).data.slice(0, 3)]);
    });
  }, colours);
}

/** What the pieces of a game lie on. @type {Record<string, string>} */
const UNDER = {
  men: "var(--board-dark)",
  stones: "var(--board-ground)",
  discs: "var(--upright-back)",
  marbles: "color-mix(in srgb, var(--board-light) 85%, var(--board-dark))",
};

for (const theme of /** @type {const} */ (["light", "dark"])) {
  test(`pieces, marks and names are seen on every look, ${theme}`, async () => {
    const client = await Client.open(browser, server.origin, server.token);
    const { games } = await client.ask("games");
    const visitor = await Visitor.open(browser, server.url, { theme });
    await visitor.see(visitor.words("shell.play_now"));
    for (const look of LOOKS) {
      await visitor.page.evaluate((look) => (document.documentElement.dataset.look = look), look);
      /** @param {string} what @param {string} one @param {string[]} others @param {number} least */
      const check = async (what, one, others, least) => {
        const [first, ...rest] = await painted(visitor, [one, ...others]);
        const found = Math.max(...rest.map((other) => contrast(first, other)));
        assert.ok(found >= least, `${look}: ${what} ${found.toFixed(2)}`);
      };
      const outline = "color-mix(in srgb, var(--board-dark) 55%, black)";
      await check("names in squares", "var(--board-light)", [outline], TEXT);
      await check("names at edges", "var(--page)", ["var(--ink-soft)"], TEXT);
      await check("names in perspective", "var(--depth-frame)", ["var(--board-pale)"], TEXT);
      await check("marks on their border", "var(--board-pale)", ["var(--board-mark)"], SHAPE);
      await check("lines", "var(--board-ground)", ["var(--board-line)"], SHAPE);
      for (const name of ["draughts", "gomoku", "connect4", "chinesecheckers"]) {
        const { pieces, colours } = games.find((/** @type {any} */ game) => game.name === name);
        for (const colour of colours)
          await check(`${name} ${colour.name}`, UNDER[pieces], [colour.fill, outlineOf(colour)], SHAPE);
      }
    }
    await client.leave();
    await visitor.leave();
  });
}

test("looks and pieces are chosen by their pictures, and kept", async () => {
  const visitor = await Visitor.open(browser, `${server.url}&g=draughts`);
  const { page } = visitor;
  await page.locator("#board svg.board").waitFor();
  const square = () => page.locator("#board .dark").evaluate((one) => getComputedStyle(one).fill);
  const man = () => page.locator("#board defs > g").first().innerHTML();
  const [squares, men] = [new Set(), new Set()];
  await visitor.press("shell.settings");
  for (const look of LOOKS) {
    await visitor.control("radio", `dialogs.set.look.${look}`).check();
    await page.locator(`html[data-look="${look}"]`).waitFor();
    await page.waitForTimeout(50);
    squares.add(await square());
  }
  assert.equal(squares.size, LOOKS.length);
  for (const set of ["turned", "plain", "symbols"]) {
    await visitor.control("radio", `dialogs.set.men.${set}`).check();
    await page.waitForTimeout(50);
    men.add(await man());
  }
  assert.equal(men.size, 3);
  const kept = [await square(), await man()];
  await page.reload();
  await page.locator("#board svg.board").waitFor();
  assert.deepEqual([await square(), await man()], kept);
  await visitor.leave();
});

/** @type {[number, number][]} */
const SIZES = [
  [1280, 800],
  [1920, 1080],
  [390, 844],
  [360, 740],
  [740, 360],
];

/** Clicks where no move can be made, until this brought three messages. @param {Visitor} visitor */
function refuseThrice(visitor) {
  return visitor.page.evaluate((mover) => {
    const texts = new Set();
    for (const cell of document.querySelectorAll("#board [role=gridcell]")) {
      if (texts.size === 3) break;
      if (cell.ariaLabel?.endsWith(mover)) continue;
      cell.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      texts.add(document.querySelector("#notices > :last-child")?.textContent);
    }
  }, visitor.words("board.is_mover"));
}

/** How many messages there are, and those that lie over the board, a clock or captured men, in words. @param {Visitor} visitor */
function covered(visitor) {
  return visitor.page.evaluate(() => {
    const boxes = (/** @type {string} */ selector) =>
      [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect());
    const kept = boxes(".stage, .clock, .captured, .strip");
    const over = boxes(".notice").flatMap((one) =>
      kept
        .filter((other) => one.left < other.right && other.left < one.right)
        .filter((other) => one.top < other.bottom && other.top < one.bottom)
        .map((other) => `${JSON.stringify(one)} over ${JSON.stringify(other)}`),
    );
    return { count: boxes(".notice").length, over };
  });
}

test("messages cover no board, clock or captured men in windows of five sizes", async () => {
  const client = await Client.open(browser, server.origin, server.token);
  const clock = { base_ms: 600000, increment_ms: 0 };
  const tables = await Promise.all([
    client.ask("create", { game: "draughts", moves: ["32-28", "19-23", "28x19", "14x23"], clock }),
    client.ask("create", { game: "chinesecheckers", options: { Players: 6 }, clock }),
  ]);
  for (const size of SIZES) {
    const visitor = await Visitor.open(browser, server.url, { size, touch: size[0] < 1000 });
    const { page } = visitor;
    for (const { table } of tables) {
      const board = await openTable(visitor, table);
      await board.ready();
      for (const scroll of [0, 150]) {
        await page.evaluate((scroll) => scrollTo(0, scroll), scroll);
        await refuseThrice(visitor);
        await page.waitForTimeout(50);
        const { count, over } = await covered(visitor);
        assert.deepEqual(over, [], `${size} ${table}, scrolled by ${scroll}`);
        assert.ok(size[0] < 1000 ? count > 0 : count === 3, `${count} messages`);
      }
    }
    await visitor.leave();
  }
  await client.leave();
});
