// A beginner at the page: plays games by clicks, one after another as people do, and looks at the mistakes.

import { beginners, randomOf } from "./beginners.js";
import { Board } from "./board.js";
import { newGame, tableOf } from "./new_game.js";

/** @typedef {import("./visitor.js").Visitor} Visitor */
/** @typedef {import("./client.js").Client} Client */
/** @typedef {import("./new_game.js").Family} Family */

/** Moves of one's own after which a beginner has had enough. */
const MOST_MOVES = 200;
/** Longest search for mistakes, in ms. */
const SEARCHES_MS = 300_000;

export class Learner {
  /** @param {Visitor} visitor @param {Client} client reads positions @param {Family} family @param {number} seed */
  constructor(visitor, client, family, seed) {
    this.visitor = visitor;
    this.client = client;
    this.family = family;
    this.random = randomOf(seed);
    this.board = new Board(visitor);
  }

  /** Plays a new game against a program; the points: 1, 0.5 or 0. @param {"mine" | `number:${number}`} program */
  async play(program) {
    const { game } = beginners[this.family];
    await newGame(this.visitor, { family: this.family, game, seats: ["person", program] });
    return this.playOut();
  }

  /** Plays on against the same opponent with the other colour; the points. */
  async rematch() {
    const before = await tableOf(this.visitor);
    await this.visitor.page
      .locator(".status")
      .getByRole("button", { name: this.visitor.words("shell.rematch"), exact: true })
      .click();
    await this.visitor.page.waitForFunction(
      (before) => sessionStorage.getItem("quadriga.table") !== before,
      before,
    );
    await this.visitor.page.locator(".status.over").waitFor({ state: "detached" });
    return this.playOut();
  }

  async playOut() {
    const table = await tableOf(this.visitor);
    let own = 0;
    for (let moves = 0; await this.board.ready(); moves += 1) {
      if (moves === MOST_MOVES) return this.resign();
      const { position } = await this.client.ask("board", { table });
      own = position.player;
      const path = beginners[this.family].choose(position, this.random);
      await this.board.playAt(path.clicks ?? path.cells);
    }
    const { outcome } = (await this.client.ask("board", { table })).position;
    return outcome === "draw" ? 0.5 : outcome === `p${own}win` ? 1 : 0;
  }

  /** The rating after the game on the page, and the level of the program in it. */
  async strength() {
    const table = await tableOf(this.visitor);
    const { now } = await this.client.ask("rated", { table });
    const { tables } = await this.client.ask("tables");
    const names = tables.find((/** @type {{id: string}} */ { id }) => id === table).names.join();
    return { ...now, level: Number(/Quadriga (\d+)/.exec(names)?.[1]) };
  }

  async resign() {
    await this.visitor.resign();
    await this.board.over();
    return 0;
  }

  /** Looks at the mistakes of both sides in the game that is over: a sentence for each, in both languages. */
  async mistakes() {
    const { page, words } = this.visitor;
    await page
      .locator(".status")
      .getByRole("button", { name: words("shell.look_for_mistakes"), exact: true })
      .click();
    await page
      .getByRole("button", { name: words("study.report_again") })
      .and(page.locator(":enabled"))
      .waitFor({ timeout: SEARCHES_MS });
    await this.visitor.control("checkbox", "study.mistakes_of_both").check();
    const english = await page.locator(".report-why").allTextContents();
    await this.speak("zh");
    return { english, chinese: await page.locator(".report-why").allTextContents() };
  }

  /** Changes the language of the page. @param {import("./words.js").Language} language */
  async speak(language) {
    const { page } = this.visitor;
    await this.visitor.press("shell.settings");
    await page
      .getByRole("radio", { name: this.visitor.words(`dialogs.set.language.${language}`), exact: true })
      .check({ force: true });
    this.visitor.speaks(language);
    await page.locator(`html[lang|=${language}]`).waitFor({ state: "attached" });
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  }
}
