// A whole game of each family by clicks, to its end: against a weak level and won, and by two people where every click is known.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "./lib/client.js";
import { newGame, openTable, playAdvised } from "./lib/new_game.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";

/** @type {import("./lib/server.js").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Client} */
let adviser;

before(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  adviser = await Client.open(browser, server.origin, server.token);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

test("Connect Four against the program, with moving pieces, is won", async () => {
  const visitor = await Visitor.open(browser, server.url, { motion: true });
  const board = await newGame(visitor, { family: "connect4", seats: ["person", "level:1"] });
  const said = await playAdvised(board, adviser);
  assert.ok(
    said.startsWith(visitor.words("shell.wins", { player: visitor.words("games.colour.orange") })),
    said,
  );
  assert.equal((await board.those("board.is_won")).length >= 4, true);
  await visitor.leave();
});

test("gomoku against the program is won", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const board = await newGame(visitor, { family: "gomoku", seats: ["person", "level:1"] });
  const said = await playAdvised(board, adviser);
  assert.ok(
    said.startsWith(visitor.words("shell.wins", { player: visitor.words("games.colour.black") })),
    said,
  );
  assert.equal((await board.those("board.is_won")).length >= 5, true);
  await visitor.leave();
});

test("draughts: a capture that must be made, of two men, a king, and its capture end a game", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const board = await newGame(visitor, {
    family: "draughts",
    seats: ["person", "person"],
    fen: "W:W7,38:B15,22,32",
  });
  await board.ready();
  assert.deepEqual(await board.those("board.is_must"), ["38"]);
  await board.press("38");
  assert.deepEqual(await board.those("board.is_target"), ["18"]);
  assert.deepEqual(await board.those("board.is_stop"), ["27"]);
  await board.play("18");
  assert.match(await board.says("22"), new RegExp(visitor.words("board.empty")));
  await board.play("15", "20");
  await board.play("7", "2");
  assert.ok(
    (await board.says("2")).includes(
      visitor.words("board.king", { colour: visitor.words("board.colour_white") }),
    ),
  );
  await board.play("20", "24");
  await board.play("2", "35");
  const said = await board.over();
  assert.ok(
    said.startsWith(visitor.words("shell.wins", { player: visitor.words("games.colour.white") })),
    said,
  );
  assert.deepEqual(await board.moves(), ["38x18", "15-20", "7-2", "20-24", "2x35"]);
  await visitor.leave();
});

test("draughts against the program, from the first move, is won", async () => {
  const seats = [
    { kind: "person", name: "Ann" },
    { kind: "program", level: 1 },
  ];
  const { table } = await adviser.ask("create", {
    game: "breakthrough",
    options: {},
    seats,
    clock: null,
    think_ms: 100,
  });
  const visitor = await Visitor.open(browser, server.url);
  const board = await openTable(visitor, table);
  const said = await playAdvised(board, adviser);
  assert.ok(
    said.startsWith(visitor.words("shell.wins", { player: visitor.words("games.colour.white") })),
    said,
  );
  await visitor.leave();
});

test("Chinese checkers, near its end, against the program is won", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const fen = "A/AA/AAA/AAA1/13/12/8A2/10/4D4/10/11/12/13/DDDD/DDD/DD/1 A AD";
  const board = await newGame(visitor, { family: "chinesecheckers", seats: ["person", "level:1"], fen });
  const said = await playAdvised(board, adviser);
  assert.ok(
    said.startsWith(visitor.words("shell.wins", { player: visitor.words("games.colour.blue") })),
    said,
  );
  await visitor.leave();
});
