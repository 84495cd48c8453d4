// The page of a match, `quadriga match --live`: what it shows on a desktop and a phone, in both languages. A Visitor also notices
// whatever its Content-Security-Policy forbids.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { Visitor, launch } from "./lib/visitor.js";

/** A match that does not end by itself, with a name that is no HTML. */
const MATCH = ["match", "--game", "draughts", "--live", "0", "--random-plies", "4", "--rounds", "100000"];
const ENGINES = ["--engine", "name=<i>new</i> nodes=2000 tc=600", "--engine", "name=old nodes=1000 tc=600"];

/** @type {import("node:child_process").ChildProcess} */
let child;
/** @type {string} */
let url;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  const program = process.env.QUADRIGA;
  if (!program) throw new Error("QUADRIGA does not name the program");
  const running = spawn(program, [...MATCH, ...ENGINES], { stdio: ["ignore", "ignore", "pipe"] });
  child = running;
  url = await new Promise((resolve, reject) => {
    createInterface({ input: running.stderr }).on("line", (line) => {
      const found = /https?:\/\/\S+/.exec(line);
      if (found) resolve(found[0]);
    });
    running.once("exit", (status) => reject(new Error(`the match ended with ${status}`)));
  });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  child?.kill("SIGKILL");
});

/** @type {{language: "en" | "zh", theme: "light" | "dark", size: [number, number], words: RegExp}[]} */
const LOOKS = [
  { language: "en", theme: "light", size: [1280, 900], words: /In progress/ },
  { language: "zh", theme: "dark", size: [360, 740], words: /进行中的对局/ },
];
for (const { language, theme, size, words } of LOOKS) {
  test(`games in progress are shown with their boards: ${language}, ${theme}, ${size[0]} px`, async () => {
    const visitor = await Visitor.open(browser, url, { language, theme, size });
    await visitor.see(words);
    await visitor.see("<i>new</i>");
    const { page } = visitor;
    await page.waitForFunction(() => {
      const picture = document.querySelector("article img");
      return picture instanceof HTMLImageElement && picture.naturalWidth > 0;
    });
    await page.waitForFunction(() =>
      [...document.querySelectorAll(".pv")].some((line) => /\d/.test(line.textContent ?? "")),
    );
    const first = await page.locator("article h3").first().textContent();
    await page.waitForFunction((old) => document.querySelector("article h3")?.textContent !== old, first);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= size[0], `${width} px`);
    assert.ok(!/[{}]/.test(await page.locator("body").innerText()), "every value has its place in a text");
    await visitor.leave();
  });
}
