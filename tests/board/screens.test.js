// What must hold of every screen: axe-core finds nothing in either theme and language, nothing is wider than the window from a
// phone to 4K, and all words are of the language chosen.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { startServer } from "./lib/server.js";
import { screens } from "./lib/screens.js";
import { Visitor, launch } from "./lib/visitor.js";
import { namespaces } from "./lib/words.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Widths of windows, in px, with heights that go with them. */
const SIZES = [
  [360, 740],
  [820, 1180],
  [1440, 900],
  [3840, 2160],
];
/** What is the same in both languages: names, formats, keys, and what is typed or played. */
const SAME =
  /Quadriga|English|SVG|PNG|PDN|SGF|FEN|psq|HTTPS?|TLS|\bTab\b|Enter|Home|End\b|Ctrl|\bDel\b|Shift|Space|Esc(ape)?\b|Alt|--listen|https?:\S+|PlayOK|Lidraughts|lila|Gomocup|Piskvork|\bcaro\b|rapfi|\d+\.\d+\.\d+/gi;
const KEY = new RegExp(`\\b(${namespaces.join("|")})\\.[a-z_0-9.]+`);

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

/** Findings of axe-core. @param {Visitor} visitor @returns {Promise<string[]>} */
async function findings({ page }) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, {
      resultTypes: ["violations"],
      preload: false,
    });
    return violations.map(
      (/** @type {any} */ one) =>
        `${one.id}: ${one.help}: ${one.nodes
          .slice(0, 3)
          .map(
            (/** @type {any} */ node) =>
              `${node.html.slice(0, 160)} [${[...node.any, ...node.all]
                .map((check) => check.message)
                .join("; ")
                .slice(0, 200)}]`,
          )
          .join(" | ")}`,
    );
  });
}

/** Everything that is read on a screen. @param {Visitor} visitor @returns {Promise<string[]>} */
function texts({ page }) {
  return page.evaluate(() => {
    const found = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (
        parent?.checkVisibility() &&
        !parent.closest(
          "noscript, .mono, .course .text, .recent .entry, .library-games .entry, .library-opening, option",
        )
      )
        found.add(node.textContent?.trim());
    }
    for (const element of document.querySelectorAll("[aria-label], [title], [placeholder], option")) {
      if (!element.checkVisibility()) continue;
      for (const name of ["aria-label", "title", "placeholder"])
        found.add(element.getAttribute(name)?.trim());
      if (element.localName === "option") found.add(element.textContent?.trim());
    }
    found.add(document.title);
    return [...found].filter(Boolean);
  });
}

/** Texts that are not of this language. @param {string[]} all @param {"en" | "zh"} language */
function strangers(all, language) {
  return all.filter((text) => {
    if (KEY.test(text)) return true;
    if (language === "en") return /\p{Script=Han}/u.test(text.replace("中文", "").replace("简体", ""));
    return /[a-z]{3,}/i.test(text.replace(SAME, ""));
  });
}

/** What is wider than the window, once the layout has come to rest. @param {Visitor} visitor */
function widest({ page }) {
  return page.evaluate(async () => {
    const wide = () => {
      const holders = [
        document.documentElement,
        ...document.querySelectorAll("dialog[open], dialog[open] .body"),
      ];
      return holders
        .filter((holder) => holder.scrollWidth > holder.clientWidth)
        .map((holder) => {
          const edge = holder.getBoundingClientRect().left + holder.clientWidth;
          const over = [...holder.querySelectorAll("*")].filter(
            (one) => one.checkVisibility() && one.getBoundingClientRect().right > edge,
          );
          return `${holder.localName}.${holder.className} scrolls: ${over
            .slice(0, 4)
            .map((one) => `${one.localName}.${one.getAttribute("class")}`)
            .join(", ")}`;
        });
    };
    for (let frame = 0; frame < 30 && wide().length > 0; frame += 1) await new Promise(requestAnimationFrame);
    return wide();
  });
}

for (const language of /** @type {const} */ (["en", "zh"])) {
  for (const theme of /** @type {const} */ (["light", "dark"])) {
    test(`axe-core finds nothing, and all words are of the language: ${language}, ${theme}`, async (t) => {
      const visitor = await Visitor.open(browser, server.url, { language, theme });
      for (const { name, open } of screens) {
        await open(visitor);
        await t.test(name, async () => {
          assert.deepEqual(await findings(visitor), []);
          assert.deepEqual(strangers(await texts(visitor), language), []);
        });
      }
      await visitor.leave();
    });
  }
}

test("nothing is wider than the window", async (t) => {
  const visitor = await Visitor.open(browser, server.url, { language: "en" });
  for (const { name, open } of screens) {
    await visitor.resize(1280, 800);
    await open(visitor);
    await t.test(name, async () => {
      for (const [width, height] of SIZES) {
        await visitor.resize(width, height);
        assert.deepEqual(await widest(visitor), [], `${width} px`);
      }
    });
  }
  await visitor.leave();
});

test("the language is switched without a reload", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page, words } = visitor;
  await visitor.press("shell.settings");
  const before = await texts(visitor);
  assert.deepEqual(strangers(before, "en"), []);
  await page
    .getByRole("dialog")
    .getByRole("radio", { name: words("dialogs.set.language.zh") })
    .check();
  await page
    .getByRole("dialog")
    .getByRole("radio", { name: words("dialogs.set.language.zh") })
    .waitFor();
  await page.locator("html[lang=zh-Hans]").waitFor({ state: "attached" });
  const now = await texts(visitor);
  assert.deepEqual(strangers(now, "zh"), []);
  assert.deepEqual(
    now.filter(
      (text) => before.includes(text) && /\p{L}{2}/u.test(text.replace(SAME, "").replace("中文", "")),
    ),
    [],
  );
  await visitor.leave();
});

test("a lesson that was left by the logo is on the board again", async () => {
  const visitor = await Visitor.open(browser, server.url);
  const { page } = visitor;
  const learn = () => visitor.press("shell.learn");
  const position = page.locator("#board svg.board.interactive");
  await learn();
  await page.locator(".tutorial-lesson").first().click();
  await position.waitFor();
  await visitor.press("shell.home");
  await learn();
  await position.waitFor();
  await page.locator(".tutorial-task").waitFor();
  await visitor.leave();
});

test("at 360 px the task of a puzzle comes before the way back to the game", async () => {
  const visitor = await Visitor.open(browser, `${server.url}&g=gomoku`, { size: [360, 740], touch: true });
  const { page } = visitor;
  await visitor.control("tab", "shell.tab.puzzles").click();
  await page.locator(".puzzles-list .puzzles-item").first().click();
  const [task, back] = [page.locator(".puzzles-head"), visitor.control("button", "shell.back_to_game")];
  await task.waitFor();
  const [above, below] = [await task.boundingBox(), await back.boundingBox()];
  assert.ok(above && below && above.y < below.y);
  await visitor.leave();
});
