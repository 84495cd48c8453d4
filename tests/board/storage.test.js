// The database of a static site, in a browser without the program: what is kept of games and results, and what is set aside.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { launch } from "./lib/visitor.js";

const STORAGE = new URL("../../src/wasm/page/storage.js", import.meta.url);

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("node:http").Server} */
let host;
let origin = "";

before(async () => {
  host = createServer(async ({ url }, answer) => {
    const isScript = url === "/storage.js";
    answer.setHeader("Content-Type", isScript ? "text/javascript" : "text/html");
    answer.end(isScript ? await readFile(STORAGE) : "");
  });
  await new Promise((resolve) => host.listen(0, "127.0.0.1", () => resolve(null)));
  origin = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (host.address()).port}`;
  browser = await launch();
});
after(async () => {
  await browser?.close();
  host?.close();
});

/**
 * Makes changes in a window of their own; what is kept then.
 * @param {import("playwright-core").BrowserContext} context @param {object[]} changes
 */
async function keep(context, changes) {
  const page = await context.newPage();
  await page.goto(origin);
  const kept = await page.evaluate(async (changes) => {
    const { openStorage } = await import(/** @type {any} */ ("/storage.js"));
    const storage = await openStorage();
    for (const change of changes) storage.keep(change);
    // Transactions come one after another.
    const read = async () => ({ results: await storage.results(), records: [...(await storage.records())] });
    await read();
    return read();
  }, changes);
  await page.close();
  return kept;
}

/** @param {string} table @param {object} [more] */
const game = (table, more = {}) => ({ v: 1, at: 1, table, ...more });

test("results are kept beside the games, one for each table, and go on when the game is deleted", async () => {
  const context = await browser.newContext();
  const changes = [
    { rated: game("a") },
    { added: ["a", [{ n: 1 }]] },
    { rated: game("a", { at: 2 }) },
    { rated: game("b") },
  ];
  const lines = [game("a"), game("b")].map((one) => JSON.stringify(one));
  assert.deepEqual(await keep(context, changes), { results: lines, records: [["a", ['{"n":1}']]] });
  // Another window, and a game that is deleted.
  assert.deepEqual(await keep(context, [{ rated: game("b", { at: 3 }) }, { removed: "a" }]), {
    results: lines,
    records: [],
  });
  await context.close();
});

test("a result that the program cannot read is set aside and not lost", async () => {
  const context = await browser.newContext();
  const [good, newer] = [game("a"), game("b", { v: 2 })].map((one) => JSON.stringify(one));
  await keep(context, [{ rated: game("a") }, { rated: game("b", { v: 2 }) }]);
  assert.deepEqual((await keep(context, [{ set_aside: [newer, "something else"] }])).results, [good]);
  const page = await context.newPage();
  await page.goto(origin);
  const all = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open("quadriga", 1);
        opening.onsuccess = () => {
          const asked = opening.result.transaction("events").objectStore("events").getAll();
          asked.onsuccess = () => resolve(asked.result);
        };
      }),
  );
  assert.deepEqual(/** @type {string[]} */ (all).sort(), [good, newer].sort());
  await context.close();
});
