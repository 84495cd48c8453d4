// The board in perspective: columns are played by click and by digit, a full one is refused, and it can be mirrored.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";

/** Clicks until a column has taken one. */
const TRIES = 4;

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

for (const mirrored of [false, true]) {
  test(`columns are played in perspective${mirrored ? ", mirrored" : ""}`, async () => {
    const visitor = await Visitor.open(browser, `${server.url}&g=connect4&m=d1,d2,d3,d4,d5`, {}, (page) =>
      page.addInitScript((value) => {
        localStorage.setItem("quadriga.depth", "true");
        localStorage.setItem("quadriga.mirrored", value);
      }, String(mirrored)),
    );
    // Drawn by the processor, as in most tests, a picture is slow, which the driver remarks.
    visitor.expect(/GL Driver Message/);
    const { page, words } = visitor;
    const column = (/** @type {number} */ index) => page.locator(`#board [data-column="${index}"]`);
    const played = (/** @type {number} */ count) =>
      page.waitForFunction((wanted) => document.querySelectorAll(".moves .move").length === wanted, count, {
        timeout: 5000,
      });
    // A click while a disc falls ends the fall and nothing more, and drawing is slow here.
    const clicked = async (/** @type {number} */ index, /** @type {() => Promise<unknown>} */ seen) => {
      for (let tries = 1; ; tries += 1) {
        await column(index).click({ force: true });
        try {
          return await seen();
        } catch (error) {
          if (tries === TRIES) throw error;
        }
      }
    };
    await played(5);
    await clicked(3, () => played(6));
    await page.waitForTimeout(500);
    await clicked(3, () => visitor.see(words("board.column_full")));
    const empty = await column(1).getAttribute("aria-label");
    await page.keyboard.press("2");
    await played(7);
    await page
      .locator(`#board [data-column="1"]:not([aria-label="${empty}"])`)
      .waitFor({ state: "attached" });
    const [first, last] = [await column(0).boundingBox(), await column(6).boundingBox()];
    assert.ok(first && last && first.x < last.x === !mirrored, "the first column is on its side");
    await visitor.leave();
  });
}
