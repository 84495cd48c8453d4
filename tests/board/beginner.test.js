// The short form of tests/board/beginner.js: a beginner wins a game at level 0, and sees mistakes explained in both languages.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "./lib/client.js";
import { Learner } from "./lib/learner.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";

/** Games within which a beginner has won one. */
const MOST_GAMES = 20;

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

test("a beginner at Connect Four wins at level 0 and sees mistakes explained in both languages", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const learner = new Learner(visitor, client, "connect4", 1);
  let won = (await learner.play("number:0")) === 1;
  for (let games = 1; !won && games < MOST_GAMES; games += 1) won = (await learner.rematch()) === 1;
  assert.ok(won, `no game of ${MOST_GAMES} was won`);
  const { english, chinese } = await learner.mistakes();
  assert.equal(english.length, chinese.length);
  assert.ok(english.length > 0);
  assert.ok(
    english.every((sentence) => /^[A-Z].*\.$/.test(sentence) && !/\p{Script=Han}/u.test(sentence)),
    english.join("\n"),
  );
  assert.ok(
    chinese.every((sentence) => /\p{Script=Han}/u.test(sentence) && sentence.endsWith("。")),
    chinese.join("\n"),
  );
  await visitor.leave();
});
