// The board on a page as those know it who do not see it: cells by their names, with what is said of them.

import assert from "node:assert/strict";

/** @typedef {import("./visitor.js").Visitor} Visitor */
/** @typedef {{name: string, label: string, selected: boolean}} CellState */

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export class Board {
  /** @param {Visitor} visitor */
  constructor(visitor) {
    this.visitor = visitor;
    this.page = visitor.page;
  }

  /** A cell by its name: "h8", "32", or where stones fall "column 4, row 1". @param {string} name */
  cell(name) {
    const comma = escaped(this.visitor.words("board.comma").trim());
    return this.page.getByRole("gridcell", { name: new RegExp(`^${escaped(name)}${comma}`) });
  }

  /** The name of a cell of a column. @param {number} column from 1 @param {number} row from 1, below */
  place(column, row) {
    return this.visitor.words("board.place", { column, row });
  }

  /** Clicks cells one after another; taps them on a phone. @param {...string} names */
  async press(...names) {
    for (const name of names) await (this.visitor.touch ? this.cell(name).tap() : this.cell(name).click());
  }

  /** What is said of a cell. @param {string} name */
  async says(name) {
    return (await this.cell(name).getAttribute("aria-label")) ?? "";
  }

  /** All cells. @returns {Promise<CellState[]>} */
  cells() {
    return this.page.locator("#board [role=gridcell]").evaluateAll((cells) =>
      cells.map((cell) => ({
        name: cell.getAttribute("data-name") ?? "",
        label: cell.getAttribute("aria-label") ?? "",
        selected: cell.getAttribute("aria-selected") === "true",
      })),
    );
  }

  /** Cells of which something is said, such as `board.is_target`. @param {string} key */
  async those(key) {
    const words = this.visitor.words(key);
    return (await this.cells()).filter((cell) => cell.label.includes(words)).map((cell) => cell.name);
  }

  /** Waits until this is said of a cell. @param {string} name @param {string} key */
  async waitFor(name, key) {
    await this.page
      .getByRole("gridcell", { name: new RegExp(`^${escaped(name)}.*${escaped(this.visitor.words(key))}`) })
      .waitFor();
  }

  /** The moves played, as the course of the game lists them. @returns {Promise<string[]>} */
  moves() {
    return this.page.locator(".course .line.main [data-node] .text").allTextContents();
  }

  /** Waits until so many moves are in the course of the game, variations among them. @param {number} count */
  async played(count) {
    await this.page.waitForFunction(
      (wanted) => document.querySelectorAll(".course [data-node]").length === wanted,
      count,
    );
  }

  /** Waits until the board may be moved on and nothing moves on it, or the game is over. Whether it goes on. */
  async ready() {
    const words = ["board.is_target", "board.is_must", "board.is_mover"].map((key) =>
      this.visitor.words(key),
    );
    const handle = await this.page.waitForFunction((words) => {
      if (document.querySelector(".status.over")) return "over";
      const interactive = document.querySelector("#board svg.board.interactive");
      const line = document.querySelector(".status.turn, .status.plain");
      const board = document.getElementById("board");
      const moves = document
        .getAnimations()
        .some(({ effect }) => effect instanceof KeyframeEffect && board?.contains(effect.target));
      return interactive && line && words.length && !moves ? "on" : null;
    }, words);
    return (await handle.jsonValue()) === "on";
  }

  /** Clicks a move and waits until it is played. @param {...string} names cells */
  async play(...names) {
    assert.ok(await this.ready(), "the game goes on");
    await this.makesMove(() => this.press(...names));
  }

  /** The same for cells by their places, where the game is known to go on. @param {[number, number][]} cells */
  async playAt(cells) {
    await this.makesMove(async () => {
      for (const cell of cells)
        await this.page.locator(`#board [role=gridcell][data-cell="${cell}"]`).click();
    });
  }

  /** Does something and waits for the move that comes of it. @param {() => Promise<void>} act */
  async makesMove(act) {
    const before = await this.page.locator(".course [data-node]").count();
    await act();
    await this.page.waitForFunction(
      (before) => document.querySelectorAll(".course [data-node]").length > before,
      before,
    );
  }

  /** The line that says where the game stands. */
  async status() {
    return (await this.page.locator(".status .says").textContent()) ?? "";
  }

  /** Waits for the end of the game; the line that says who has won. */
  async over() {
    await this.page.locator(".status.over").waitFor();
    return this.status();
  }
}
