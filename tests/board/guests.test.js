// Somebody is let in from the network: the dialog with its link and code, names on both sides, a game by consent, what the guest
// and who looks on may not do, and a guest who leaves. Where this machine is in no local network, there is nothing to test.

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
let isConnected = false;

before(async () => {
  [server, browser] = await Promise.all([startServer(), launch()]);
  const client = await Client.open(browser, server.origin, server.token);
  isConnected = await client.ask("listen", { on: true }).then(
    () => true,
    () => false,
  );
  await client.ask("listen", { on: false });
  await client.leave();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Opens the dialog, and makes a link as somebody with this name. @param {Visitor} host @param {string} name */
async function letIn(host, name) {
  const { page, words } = host;
  await host.press("guests.let_in");
  const dialog = page.getByRole("dialog", { name: words("guests.let_in") });
  await dialog.getByLabel(words("dialogs.set.name")).fill(name);
  // An earlier test may have opened the board.
  const make = ["guests.open_and_link", "guests.make_link"].map((key) => words(key));
  await dialog.getByRole("button", { name: new RegExp(`^(${make.join("|")})$`) }).click();
  const link = await dialog.getByLabel(words("guests.link")).inputValue();
  assert.match(link, /^http:\/\/\d+\.\d+\.\d+\.\d+:\d+\/#k=[0-9a-f]{64}$/);
  const code = dialog.getByRole("img", { name: link });
  await dialog.locator("img.qr[src]").waitFor();
  await code.evaluate((image) => /** @type {HTMLImageElement} */ (image).decode());
  return { dialog, link };
}

/** Opens a link, and says a name where the page asks. @param {string} link @param {string} name @param {object} look */
async function arrive(link, name, look = {}) {
  const guest = await Visitor.open(browser, link, look);
  const welcome = guest.page.getByRole("dialog", { name: guest.words("guests.welcome") });
  await welcome.getByLabel(guest.words("dialogs.set.name")).fill(name);
  await welcome.getByRole("button", { name: guest.words("dialogs.play") }).click();
  await welcome.waitFor({ state: "hidden" });
  return guest;
}

/** The names of the players as a window shows them, sorted. @param {Visitor} visitor @param {string[]} names */
async function seesNames(visitor, names) {
  await visitor.page.waitForFunction((names) => {
    const shown = [...document.querySelectorAll(".seat .name")].map((name) => name.textContent).sort();
    return JSON.stringify(shown) === JSON.stringify(names);
  }, [...names].sort());
}

/** Accepts or declines the offer that a window shows. @param {Visitor} visitor @param {string} offer @param {string} player @param {"accept" | "decline"} what */
async function answers(visitor, offer, player, what) {
  await visitor.see(visitor.words(`guests.offered.${offer}`, { player }));
  await visitor.press(`shell.${what}`);
}

test("a guest is let in, plays by consent, and leaves", async (t) => {
  if (!isConnected) return t.skip("this machine is in no local network");
  const host = await Visitor.open(browser, `${server.url}&g=connect4`);
  const own = new Board(host);
  await own.ready();
  const { dialog, link } = await letIn(host, "Ann");
  const guest = await arrive(link, "ann", { size: [390, 844], touch: true, language: "zh" });
  await dialog.getByText(host.words("guests.is_here", { name: "ann 2" })).waitFor();
  await host.page.keyboard.press("Escape");
  for (const visitor of [host, guest]) await seesNames(visitor, ["Ann", "ann 2"]);

  const theirs = new Board(guest);
  await own.play(own.place(4, 1));
  await theirs.played(1);
  await theirs.play(theirs.place(1, 1));
  await own.played(2);

  // The guest asks for the move back; a refusal leaves it, consent takes it.
  const actions = guest.page.locator("#bottom");
  await actions.locator("[data-action=undo]").tap();
  await answers(host, "undo", "ann 2", "decline");
  await guest.see(guest.words("guests.declined.undo", { player: "Ann" }));
  await actions.locator("[data-action=undo]").tap();
  await answers(host, "undo", "ann 2", "accept");
  await guest.see(guest.words("shell.your_move"));

  // A pause and its end are asked for as well, and a reload shows the open offer.
  await theirs.play(theirs.place(2, 1));
  await host.page.locator(".controls [data-action=pause]").click();
  await host.see(host.words("guests.asked.pause"));
  await guest.page.reload();
  await answers(guest, "pause", "Ann", "accept");
  await host.press("guests.ask_resume");
  await answers(guest, "resume", "Ann", "accept");
  assert.ok(await own.ready());

  // What a guest may not do is not there.
  assert.equal(await actions.locator("[data-action=hint]:not(:disabled)").count(), 0);
  assert.equal(await actions.locator("[data-action=redo]:not(:disabled)").count(), 0);

  await guest.leave();
  await host.see(host.words("guests.away", { name: "ann 2" }));
  const pause = host.page.locator(".together").getByRole("button", { name: host.words("shell.do.pause") });
  assert.ok(await pause.isDisabled(), "not before a minute");
  await host.press("guests.program_plays");
  await host.page.locator(".together").waitFor({ state: "hidden" });
  await own.play(own.place(4, 2));
  // With the move that was taken back, and the answer of the program.
  await own.played(5);
  await host.leave();
});

test("who looks on has no buttons, and a closed board lets nobody in", async (t) => {
  if (!isConnected) return t.skip("this machine is in no local network");
  const host = await Visitor.open(browser, `${server.url}&g=connect4`);
  const own = new Board(host);
  await own.ready();
  const { dialog, link } = await letIn(host, "");
  await dialog.locator("summary", { hasText: host.words("dialogs.spectators") }).click();
  await dialog.getByRole("button", { name: host.words("guests.make_spectator_link") }).click();
  const watchLink = await dialog.getByLabel(host.words("dialogs.spectators"), { exact: true }).inputValue();
  const watcher = await Visitor.open(browser, watchLink);
  await watcher.page.locator("#board svg.board").waitFor();
  // Nobody has a name: the colours stand for it, and never twice the same.
  await seesNames(
    watcher,
    ["orange", "yellow"].map((colour) => watcher.words(`games.colour.${colour}`)),
  );
  const mayAct = ["undo", "pause", "draw_offer", "resign", "hint", "rematch"].map(
    (name) => `.controls [data-action=${name}]:not(:disabled)`,
  );
  assert.equal(await watcher.page.locator(mayAct.join(", ")).count(), 0);
  watcher.expect(/WebSocket/);
  await host.press("guests.close");
  await watcher.page.locator("#offline").getByText(watcher.words("shell.offline")).waitFor();
  await watcher.leave();
  const refused = await fetch(link).then(
    () => "answered",
    () => "refused",
  );
  assert.equal(refused, "refused");
  await host.leave();
});

test("a new game against a person at another machine begins with the dialog", async () => {
  const host = await Visitor.open(browser, server.url);
  await host.press("shell.new_game");
  const dialog = host.page.getByRole("dialog", { name: host.words("shell.new_game") });
  await dialog.locator("[data-keep=seat-1]").selectOption("guest");
  await dialog.getByRole("button", { name: host.words("dialogs.play"), exact: true }).click();
  const letInDialog = host.page.getByRole("dialog", { name: host.words("guests.let_in") });
  await letInDialog.waitFor();
  assert.equal(await letInDialog.locator("[name=guest-seat]:checked").inputValue(), "2");
  await host.leave();
});
