// A person at a browser: a context of its own (no storage shared), a page, and what must hold of every page whatever a test does
// with it: nothing on the console, no fault of a script, no request to another server, nothing that the Content-Security-Policy
// forbids.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { wordsOf } from "./words.js";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("./words.js").Language} Language */
/**
 * @typedef {object} Look
 * @property {Language} [language]
 * @property {"light" | "dark"} [theme]
 * @property {[number, number]} [size]  of the window, in px
 * @property {boolean} [touch]  a phone
 * @property {boolean} [motion]  pieces move; left out: they are there at once
 * @property {boolean} [unhurried]  programs take a moment to answer; left out: they answer at once
 */

/** Longest wait for anything that must happen, in ms. */
const PATIENCE = 20000;
const LOCALES = { en: "en-GB", zh: "zh-CN" };

/** What every Chromium here needs. */
export const FLAGS = ["--no-sandbox", "--mute-audio"];

/** @returns {Promise<Browser>} */
export function launch() {
  return chromium.launch({ executablePath: process.env.BROWSER ?? "/usr/bin/chromium", args: FLAGS });
}

export class Visitor {
  /** @param {import("playwright-core").BrowserContext} context @param {import("playwright-core").Page} page @param {Language} language @param {string} origin @param {boolean} touch */
  constructor(context, page, language, origin, touch) {
    this.touch = touch;
    this.context = context;
    this.page = page;
    this.words = wordsOf(language);
    this.origin = origin;
    /** @type {string[]} */
    this.faults = [];
    /** @type {RegExp[]} */
    this.expected = [];
  }

  /**
   * Opens a link.
   * @param {Browser} browser @param {string} link @param {Look} [look]
   * @param {(page: import("playwright-core").Page) => Promise<unknown>} [prepare]  what is done with the page before
   */
  static async open(browser, link, look = {}, prepare) {
    const {
      language = "en",
      theme = "light",
      size = [1280, 800],
      touch = false,
      motion = false,
      unhurried = false,
    } = look;
    const context = await browser.newContext({
      viewport: { width: size[0], height: size[1] },
      locale: LOCALES[language],
      colorScheme: theme,
      reducedMotion: motion ? "no-preference" : "reduce",
      hasTouch: touch,
      isMobile: touch,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    context.setDefaultTimeout(PATIENCE);
    if (!unhurried) await context.addInitScript(() => localStorage.setItem("quadriga.unhurried", "false"));
    const page = await context.newPage();
    const visitor = new Visitor(context, page, language, new URL(link).origin, touch);
    await visitor.watch();
    await prepare?.(page);
    await page.goto(link);
    return visitor;
  }

  /** Gives the window another size, and waits until the page is laid out by it: that may come later. @param {number} width @param {number} height */
  async resize(width, height) {
    await this.page.setViewportSize({ width, height });
    await this.page.waitForFunction(
      ([width, height]) => innerWidth === width && innerHeight === height,
      [width, height],
    );
  }

  async watch() {
    const { page } = this;
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.faults.push(`console: ${message.text()}`);
    });
    page.on("pageerror", (error) => this.faults.push(`script: ${error.message}`));
    page.on("request", (request) => {
      if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== this.origin)
        this.faults.push(`request: ${request.url()}`);
    });
    page.on("websocket", (socket) => {
      if (new URL(socket.url()).host !== new URL(this.origin).host)
        this.faults.push(`socket: ${socket.url()}`);
    });
    await page.exposeFunction("reportViolation", (/** @type {string} */ what) =>
      this.faults.push(`forbidden by the policy: ${what}`),
    );
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) =>
        /** @type {any} */ (window).reportViolation(
          `${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`,
        ),
      );
    });
  }

  /** The page is in this language now. @param {Language} language */
  speaks(language) {
    this.words = wordsOf(language);
  }

  /** A fault like this is no fault in this test. @param {RegExp} fault */
  expect(fault) {
    this.expected.push(fault);
  }

  /** A control by its role and its words. @param {Parameters<import("playwright-core").Page["getByRole"]>[0]} role @param {string} key @param {Record<string, string | number>} [values] */
  control(role, key, values) {
    return this.page.getByRole(role, { name: this.words(key, values), exact: true });
  }

  /** Presses a button by the key of its words. @param {string} key @param {Record<string, string | number>} [values] */
  async press(key, values) {
    await this.page
      .getByRole("button", { name: this.words(key, values), exact: true })
      .first()
      .click();
  }

  /** Presses a button below the board by its name: `hint`, `undo` … @param {string} name */
  async give(name) {
    await this.page
      .locator(".controls")
      .getByRole("button", { name: this.words(`shell.do.${name}`) })
      .click();
  }

  /** Gives the game on the page up, and says so again where the page asks. */
  async resign() {
    await this.give("resign");
    await this.page
      .getByRole("dialog")
      .getByRole("button", { name: this.words("shell.resign"), exact: true })
      .click();
  }

  /** Waits until this text is shown anywhere. @param {string | RegExp} text */
  async see(text) {
    await this.page.getByText(text).filter({ visible: true }).first().waitFor();
  }

  /** Waits until a text of the page is shown, and gives what stands in the place of its value. @param {string} key @param {RegExp} found */
  async notice(key, found) {
    const notice = this.page.locator("#notices .notice").filter({ hasText: found }).first();
    await notice.waitFor();
    return (await notice.textContent()) ?? key;
  }

  /** Closes the browser's window; throws where anything was amiss. */
  async leave() {
    await this.context.close();
    assert.deepEqual(
      this.faults.filter((fault) => !this.expected.some((expected) => expected.test(fault))),
      [],
    );
  }
}
