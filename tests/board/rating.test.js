// The rating of the person at the board: what a game did to it, the opponent of one's own strength, and who does not see it.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Board } from "./lib/board.js";
import { Client } from "./lib/client.js";
import { newGame, openTable, tableOf } from "./lib/new_game.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";
import { pattern } from "./lib/words.js";

/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  browser = await launch();
});
after(async () => {
  await browser?.close();
});

/** Gives the game up and waits for its end. @param {Visitor} visitor */
async function resign(visitor) {
  await visitor.resign();
  await visitor.page.locator(".status.over").waitFor();
}

/** Opens the dialog of a new game. @param {Visitor} visitor @param {string} [family] */
async function openDialog({ page, words }, family = "connect4") {
  await page
    .locator("#top")
    .getByRole("button", { name: words("shell.new_game") })
    .click();
  const dialog = page.getByRole("dialog", { name: words("shell.new_game") });
  await dialog.getByRole("radio", { name: words(`games.family.${family}`) }).check();
  return dialog;
}

/** Plays games to their end by messages, each of which counts. @param {Client} client @param {number} count */
async function lose(client, count) {
  const seats = [{ kind: "person" }, { kind: "program", level: 4 }];
  for (let game = 0; game < count; game += 1) {
    const { table } = await client.ask("create", { game: "connect4", seats });
    await client.ask("resign", { table, seat: 1 });
  }
}

for (const language of /** @type {const} */ (["en", "zh"])) {
  test(`${language}: the rating is said when a game ends and where one is set up, and after three games the opponent follows it`, async () => {
    const server = await startServer();
    const client = await Client.open(browser, server.origin, server.token);
    const visitor = await Visitor.open(browser, server.url, { language });
    const { page, words } = visitor;
    await newGame(visitor, { family: "connect4", seats: ["person", "level:4"] });
    await resign(visitor);
    const { rating, deviation, games } = await client.ask("rating", { game: "connect4" });
    assert.deepEqual([rating < 900, deviation < 350, games], [true, true, 1]);
    const own = words("shell.rating", { rating, deviation });
    await page
      .locator(".status .rated")
      .getByText(words("shell.rated", { rating: own, change: `−${900 - rating}` }))
      .waitFor();

    let dialog = await openDialog(visitor);
    await dialog
      .locator(".own-rating")
      .getByText(words("dialogs.own_rating", { rating: own, count: 1 }))
      .waitFor();
    await page.keyboard.press("Escape");
    await lose(client, 2);
    // Opened again, the game says what it did itself.
    await page.reload();
    await page
      .locator(".status .rated")
      .getByText(words("shell.rated", { rating: own, change: `−${900 - rating}` }))
      .waitFor();

    // Somebody who has chosen no opponent meets a program of the same strength, by one click and in the dialog.
    const other = await Visitor.open(browser, server.url, { language });
    await other.page.locator(".card .play").first().click();
    await other.page.locator("#board svg.board").waitFor();
    const now = await client.ask("rating", { game: "connect4" });
    await other.page
      .locator(".seat .name")
      .getByText(words("shell.level.mine", { elo: Math.max(570, now.rating) }))
      .waitFor();
    dialog = await openDialog(other);
    await dialog.locator('[data-keep="seat-1"] option[value="mine"]:checked').waitFor({ state: "attached" });
    // What was chosen stays.
    await dialog.locator('[data-keep="seat-1"]').selectOption("level:1");
    await dialog.getByRole("button", { name: words("dialogs.play"), exact: true }).click();
    await other.page.locator(".seat .name").getByText(words("shell.level.beginner")).waitFor();
    dialog = await openDialog(other);
    await dialog.locator(".own-rating").waitFor();
    assert.equal(await dialog.locator('[data-keep="seat-1"]').inputValue(), "level:1");
    await page.keyboard.press("Escape");
    await other.leave();
    await visitor.leave();
    await client.leave();
    await server.stop();
  });
}

test("a game with a hint says that it does not count, and a spectator is told nothing", async () => {
  const server = await startServer();
  const client = await Client.open(browser, server.origin, server.token);
  const visitor = await Visitor.open(browser, server.url);
  const { page, words } = visitor;
  await newGame(visitor, { family: "connect4", seats: ["person", "level:4"] });
  await visitor.give("hint");
  await page
    .locator("#notices")
    .getByText(pattern(words("shell.hint_is")))
    .waitFor();
  await resign(visitor);
  await page.locator(".status .rated").getByText(words("shell.not_rated")).waitFor();
  assert.equal((await client.ask("rating", { game: "connect4" })).games, 0);

  await lose(client, 1);
  const seats = [{ kind: "person" }, { kind: "program", level: 4, elo: 0 }];
  const { table } = await client.ask("create", { game: "connect4", seats });
  await client.ask("resign", { table, seat: 1 });
  const { token } = await client.ask("invite", { table, seat: 0 });
  const spectator = await Visitor.open(browser, `${server.origin}/#k=${token}`);
  await spectator.page.locator(".status.over").waitFor();
  await spectator.page.waitForLoadState("networkidle");
  assert.equal(await spectator.page.locator(".status .rated:visible").count(), 0);
  assert.ok(
    !(await spectator.page.locator(".seat .name").allTextContents())
      .join()
      .includes(words("shell.level.mine", { elo: "" }).trim()),
  );
  await openTable(visitor, table);
  await page.locator(".status .rated:visible").waitFor();
  assert.equal(await tableOf(visitor), table);
  await spectator.leave();
  await visitor.leave();
  await client.leave();
  await server.stop();
});

test("among three, the person who resigns has lost, and neither the page nor the saved games say draw", async () => {
  const server = await startServer();
  const visitor = await Visitor.open(browser, server.url);
  const { page, words } = visitor;
  await newGame(visitor, {
    family: "chinesecheckers",
    players: 3,
    seats: ["person", "level:1", "level:1"],
  });
  await resign(visitor);
  await page.locator(".status.over.lost").waitFor();
  assert.equal(
    await new Board(visitor).status(),
    words("shell.result", {
      result: words("shell.loses", { player: words("games.colour.blue") }),
      reason: words("games.reason.resigned"),
    }),
  );
  await page
    .locator("#top")
    .getByRole("button", { name: words("shell.saved") })
    .click();
  await page.locator("dialog .library-result").getByText(words("library.you_lost")).waitFor();
  await visitor.leave();
  await server.stop();
});

for (const language of /** @type {const} */ (["en", "zh"])) {
  test(`${language}: a file of ratings that is none is set aside, and the page says so beside the buttons`, async () => {
    for (const [line, code] of [
      ["nonsense", "ratings_set_aside_as"],
      ['{"v":99}', "ratings_newer_as"],
    ]) {
      const server = await startServer();
      const file = "ratings.damaged-1.jsonl";
      await writeFile(join(server.folder, "ratings.jsonl"), `${line}\n`);
      const visitor = await Visitor.open(browser, server.url, { language });
      const dialog = await openDialog(visitor);
      const notice = dialog.locator("#notices").getByText(visitor.words(`shell.refused.${code}`, { file }));
      await notice.waitFor();
      assert.equal(await readFile(join(server.folder, file), "utf8"), `${line}\n`);
      const [above, buttons] = [await notice.boundingBox(), await dialog.locator("footer").boundingBox()];
      assert.ok(above && buttons && above.y + above.height <= buttons.y, JSON.stringify({ above, buttons }));
      await dialog.getByRole("button", { name: visitor.words("dialogs.play"), exact: true }).click();
      await new Board(visitor).ready();
      await visitor.leave();
      await server.stop();
    }
  });
}
