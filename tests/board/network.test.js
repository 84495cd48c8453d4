// Two people at two browsers and one who looks on: links with tokens, a connection that breaks, and what each may do.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Board } from "./lib/board.js";
import { Client } from "./lib/client.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";

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

/** A link to the table of the host. @param {Visitor} host @param {number} seat 0: spectators */
async function invite(host, seat) {
  const client = await Client.open(browser, server.origin, server.token);
  const table = await host.page.evaluate(() => sessionStorage.getItem("quadriga.table"));
  const { token } = await client.ask("invite", { table, seat });
  await client.leave();
  return `${server.origin}/#k=${token}`;
}

/** Opens a link whose connection the test can cut. @param {string} link */
async function openCuttable(link) {
  /** @type {import("playwright-core").WebSocketRoute[]} */
  const sockets = [];
  let refuses = false;
  const visitor = await Visitor.open(browser, link, {}, async (page) => {
    // Nobody is asked for a name that is known.
    await page.addInitScript(() => localStorage.setItem("quadriga.name", '"Bo"'));
    await page.routeWebSocket(/\/ws$/, (socket) => {
      if (refuses) return void socket.close();
      socket.connectToServer();
      sockets.push(socket);
    });
  });
  return {
    visitor,
    board: new Board(visitor),
    cut: async () => {
      refuses = true;
      await sockets.at(-1)?.close();
    },
    mend: () => (refuses = false),
  };
}

test("two browsers at one table, a cut connection, and a spectator", async () => {
  const host = await Visitor.open(browser, `${server.url}&g=gomokufreestyle`);
  const { words } = host;
  const own = new Board(host);
  await own.ready();
  const seatLink = await invite(host, 2);
  const watchLink = await invite(host, 0);
  assert.notEqual(seatLink, watchLink);

  const guest = await openCuttable(seatLink);
  const watcher = await Visitor.open(browser, watchLink);
  const seen = new Board(watcher);
  await guest.visitor.page.locator("#board svg.board").waitFor();
  await watcher.page.locator("#board svg.board").waitFor();

  await own.play("h8");
  await guest.board.played(1);
  await guest.board.play("a1");
  await own.played(2);
  await seen.played(2);
  assert.deepEqual(await seen.moves(), ["h8", "a1"]);

  // The host may not move for a seat that was given away, nor the spectator for anybody.
  await own.play("h9");
  await own.press("b1");
  await host.page.locator("#notices").getByText(words("board.wait")).waitFor();
  await seen.press("b1");
  await watcher.page.locator("#notices").getByText(words("board.wait")).waitFor();
  const mayAct = ".controls [data-action=resign], .controls [data-action=undo]:not(:disabled)";
  assert.equal(await watcher.page.locator(mayAct).count(), 0);

  await guest.board.played(3);
  await guest.cut();
  await guest.visitor.page.locator("#offline").getByText(words("shell.offline")).waitFor();
  await host.see(new RegExp(words("shell.away")));
  guest.mend();
  await guest.visitor.page.locator("#offline").waitFor({ state: "hidden" });
  await guest.board.play("b1");
  await own.played(4);
  for (const [mine, other] of [
    ["h10", "c1"],
    ["h11", "d1"],
  ]) {
    await own.play(mine);
    await guest.board.played((await own.moves()).length);
    await guest.board.play(other);
    await own.played((await guest.board.moves()).length);
  }
  await own.play("h12");
  const said = await seen.over();
  assert.ok(said.startsWith(words("shell.wins", { player: words("games.colour.black") })), said);
  assert.equal(await guest.board.over(), said);
  await host.leave();
  await watcher.leave();
  await guest.visitor.leave();
});

test("a move made while the other is away is there when the connection is back", async () => {
  const host = await Visitor.open(browser, `${server.url}&g=connect4`);
  const { words } = host;
  const own = new Board(host);
  await own.ready();
  const link = await invite(host, 2);
  const guest = await openCuttable(link);
  await guest.visitor.page.locator("#board svg.board").waitFor();
  await guest.cut();
  await guest.visitor.page.locator("#offline").getByText(words("shell.offline")).waitFor();
  await own.play(own.place(4, 1));
  guest.mend();
  await guest.board.played(1);
  await guest.board.play(guest.board.place(4, 2));
  await own.played(2);
  await host.leave();
  await guest.visitor.leave();
});

test("a link with a wrong token opens nothing", async () => {
  const visitor = await Visitor.open(browser, `${server.origin}/#k=${"0".repeat(32)}`);
  await visitor.see(visitor.words("shell.no_right"));
  assert.equal(await visitor.page.locator("#board svg").count(), 0);
  visitor.expect(/WebSocket/);
  await visitor.leave();
});
