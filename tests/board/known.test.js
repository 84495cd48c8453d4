// A board with a database: the analysis shows what is known of the position, and finds it again in the next session.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { newGame } from "./lib/new_game.js";
import { startServer } from "./lib/server.js";
import { Visitor, launch } from "./lib/visitor.js";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {string} */
let folder;

before(async () => {
  [browser, folder] = await Promise.all([launch(), mkdtemp(join(tmpdir(), "quadriga-known-"))]);
});
after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

test("what the database knows stands below the lines: the note, and the moves with mark and note", async () => {
  const database = join(folder, "a.db");
  const lines = [
    `setoption name Database value ${database}`,
    "position startpos",
    "database note the empty board",
    "position startpos moves 32-28",
    "database mark A1",
    "database note a usual move",
  ];
  const made = spawnSync(process.env.QUADRIGA ?? "", ["--game", "draughts", "--finish"], {
    input: lines.join("\n"),
  });
  assert.equal(made.status, 0);
  const server = await startServer(["--database", database]);
  const visitor = await Visitor.open(browser, server.url);
  const { page, words } = visitor;
  await newGame(visitor, { family: "draughts", seats: ["person", "person"] });
  await page.locator("#tab-analysis").click();
  if (!(await page.locator(".study-results").isVisible())) await page.locator(".study-main").click();
  const known = page.locator(".study-known:visible");
  await known.getByText("the empty board").waitFor();
  const row = known.locator("tr").filter({ hasText: "32-28" });
  await row.getByText("[A1] a usual move").waitFor();
  assert.equal(await known.locator("caption").textContent(), words("study.known"));
  await visitor.leave();
  await server.stop();
});
