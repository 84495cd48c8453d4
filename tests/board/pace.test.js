// The moment that a program below full strength takes before it answers: a setting of the page, on unless it was switched off.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { newGame, tableOf } from "./lib/new_game.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";

/** The shortest wait, in ms. */
const LEAST = 400;

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

/** The thinking times of the moves on the page, as they are recorded. @param {Visitor} visitor @returns {Promise<number[]>} */
async function times(visitor) {
  const record = await readFile(join(server.folder, "tables", `${await tableOf(visitor)}.jsonl`), "utf8");
  return record
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === "moved")
    .map(({ ms }) => ms);
}

for (const language of /** @type {const} */ (["en", "zh"])) {
  test(`${language}: the program takes a moment to answer, until that is switched off in the settings`, async () => {
    /** @type {any[]} */
    const sent = [];
    const visitor = await Visitor.open(browser, server.url, { language, unhurried: true }, async (page) => {
      page.on("websocket", (socket) =>
        socket.on("framesent", ({ payload }) => sent.push(JSON.parse(String(payload)))),
      );
    });
    const board = await newGame(visitor, { family: "connect4", seats: ["person", "level:1"] });
    await board.play(board.place(4, 1));
    await board.played(2);
    assert.ok((await times(visitor))[1] >= LEAST, String(await times(visitor)));
    await visitor.press("shell.settings");
    await visitor.control("checkbox", "dialogs.set.unhurried").uncheck();
    await visitor.page.keyboard.press("Escape");
    await board.play(board.place(1, 1));
    await board.played(4);
    assert.deepEqual(
      sent.filter((message) => message.do === "answer_time").map(({ unhurried }) => unhurried),
      [true, false],
    );
    await visitor.leave();
  });
}
