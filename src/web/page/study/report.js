// The mistakes of a game: the program judges every position (`report`), the panel draws the course of the game, sums up by player
// and lists the mistakes with what they allowed and the better move, in words: one's own, or those of both sides. Moves of variations
// are judged and listed like those of the game. Nothing of it is shown before it is asked for.

import { fill, h } from "../shell/dom.js";
import { gamePuzzlesOf } from "../puzzles/game_puzzles.js";
import { judgementsOf } from "../shell/judgements.js";
import { ownPlayers } from "../shell/players.js";
import { mainLine, pathTo } from "../shell/tree.js";
import { colourName } from "../shell/words.js";
import { ofGameWords } from "../puzzles/views.js";
import { isRefused } from "./analysis.js";
import { Curve } from "./curve.js";
import { mistakeItem, summaryTable } from "./mistakes.js";
import { cellsOfLine } from "./notation.js";
import { expectation, firstShare } from "./scores.js";
import { Trial } from "./trial.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("./mistakes.js").Mistake} Mistake
 */

/** Nodes for each position, by the name of the choice. */
const EFFORTS = { quick: 5000, normal: 40000, deep: 400000 };

class Report {
  /** @param {App} app @param {HTMLElement} element */
  constructor(app, element) {
    this.app = app;
    this.tableId = "";
    this.judgements = judgementsOf(app);
    this.puzzles = gamePuzzlesOf(app);
    /** Are the mistakes of the other side listed as well? */
    this.both = false;
    /** @type {keyof typeof EFFORTS} */
    this.effort = "normal";
    this.head = h("div", { class: "report-head" });
    this.progress = h("progress", { hidden: true });
    this.curve = new Curve((node) => app.game.view(node));
    this.summary = h("div", { class: "report-summary" });
    this.said = h("p", { class: "report-said", role: "status", hidden: true });
    this.list = h("ol", { class: "report-list" });
    this.steps = h("div", { class: "row report-steps" });
    this.results = h(
      "div",
      { class: "report-results" },
      this.curve.svg,
      this.summary,
      this.steps,
      this.said,
      this.list,
    );
    /** Were results of the search in progress drawn? */
    this.began = false;
    /** Was a mistake looked at during the search? */
    this.looked = false;
    fill(element, h("section", { class: "report" }, this.head, this.progress, this.results));
    this.trial = new Trial(app, (words, tone) => {
      this.said.hidden = words === "";
      this.said.className = `report-said ${tone}`;
      fill(this.said, words);
      this.drawSteps();
    });
    this.judgements.onChange(() => this.update());
    this.puzzles.onChange(() => this.tellPuzzles());
    app.onChange(() => this.update());
    this.update();
  }

  /** @param {string} key @param {Record<string, string | number>} [values] */
  text(key, values) {
    return this.app.text(`study.${key}`, values);
  }

  get judged() {
    return this.judgements.judged;
  }

  get running() {
    return this.judgements.running;
  }

  run() {
    return this.judgements.run(EFFORTS[this.effort]);
  }

  /** Looks for puzzles in the game: those that one missed oneself, if there are any. */
  async lookForPuzzles() {
    const { app, puzzles } = this;
    const own = ownPlayers(/** @type {Table} */ (app.game.table()));
    await puzzles.look(EFFORTS[this.effort], own.length === 1 ? own[0] : 0);
    if (puzzles.found?.length === 0) app.notices.show(app.text("puzzles.none_in_game"));
  }

  /** Puzzles that were found are shown in their own panel. */
  tellPuzzles() {
    this.update();
    if (this.puzzles.wanted && !this.head.closest("[hidden]")) this.app.screens.go("table", "puzzles");
  }

  async save() {
    const made = await this.app.run("page", { table: this.tableId, nodes: EFFORTS[this.effort] });
    if (!made) return;
    const address = URL.createObjectURL(new Blob([made.text], { type: "text/html" }));
    const link = h("a", { href: address, download: made.name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }

  update() {
    const table = this.app.game.table();
    if ((table?.id ?? "") !== this.tableId) {
      this.tableId = table?.id ?? "";
      this.trial.leave();
    }
    this.drawHead(table);
    this.drawResults();
    const begins = this.running && this.judged.size > 0;
    if (begins && !this.began) this.results.scrollIntoView();
    // Who looks at a mistake already is not taken away from it.
    if (this.began && !this.running && !this.looked) this.reveal();
    if (!this.running) this.looked = false;
    this.began = begins;
    this.trial.follow();
  }

  /** Scrolls to the list of mistakes, with the buttons that go through it; the first mistake is in sight as a whole. */
  reveal() {
    if (this.running || this.judged.size === 0) return;
    this.steps.scrollIntoView();
    this.list.firstElementChild?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Table | null} table */
  drawHead(table) {
    const refused = isRefused(table);
    const may = !!table && !refused && !this.running && table.nodes.length > 0;
    const focused = this.head.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.keep
      : undefined;
    const run = h(
      "button",
      { type: "button", "data-keep": "run", disabled: !may, onclick: () => this.run() },
      this.text(this.running ? "report_runs" : this.judged.size ? "report_again" : "report_run"),
    );
    const efforts = h(
      "select",
      {
        "data-keep": "effort",
        "aria-label": this.text("effort"),
        disabled: !may,
        onchange: (/** @type {Event} */ event) =>
          (this.effort = /** @type {keyof typeof EFFORTS} */ (
            /** @type {HTMLSelectElement} */ (event.target).value
          )),
      },
      Object.keys(EFFORTS).map((name) =>
        h("option", { value: name, selected: name === this.effort }, this.text(`effort_${name}`)),
      ),
    );
    const page = h(
      "button",
      { type: "button", "data-keep": "page", disabled: !may, onclick: () => this.save() },
      this.text("save_page"),
    );
    fill(
      this.head,
      h("h2", {}, this.text("report")),
      // What it is for is known as soon as there are results, and they need the room.
      (refused || this.judged.size === 0) &&
        h("p", { class: "study-facts" }, this.text(refused ? "shared" : "report_about")),
      h(
        "div",
        { class: "row" },
        run,
        efforts,
        this.app.program.has("page") ? page : null,
        this.judged.size === 0 && this.puzzlesButton(),
      ),
    );
    if (focused)
      /** @type {HTMLElement | null} */ (
        this.head.querySelector(`[data-keep=${focused}]:not(:disabled)`)
      )?.focus();
  }

  /** Looks for the puzzles of the game, or shows those that were found. It stands with the mistakes if there are any. */
  puzzlesButton() {
    const { app, puzzles } = this;
    if (!puzzles.may()) return null;
    const n = puzzles.found?.length ?? 0;
    const words = puzzles.running
      ? app.text("puzzles.looking")
      : n > 0
        ? ofGameWords(app, n)
        : app.text("puzzles.from_game");
    const act = () => {
      if (n === 0) return void this.lookForPuzzles();
      puzzles.wanted = true;
      app.screens.go("table", "puzzles");
    };
    return h(
      "button",
      { type: "button", "data-keep": "puzzles", disabled: puzzles.running, onclick: act },
      words,
    );
  }

  /** The players whose mistakes are listed, from 1. @param {Table | null} table */
  listed(table) {
    const own = table ? ownPlayers(table) : [];
    return this.both || own.length === 0 ? (table?.seats.map((_, index) => index + 1) ?? []) : own;
  }

  /** @returns {Mistake[]} */
  mistakes() {
    const table = this.app.game.table();
    const players = this.listed(table);
    const nodes = table?.nodes.filter(({ player }) => players.includes(player)) ?? [];
    return nodes.flatMap((node) => {
      const judged = this.judged.get(node.id);
      return judged?.mark ? [{ ...judged, ...node }] : [];
    });
  }

  drawResults() {
    const table = this.app.game.table();
    const seen = !!table && this.judged.size > 0;
    this.results.hidden = !seen;
    this.progress.hidden = !this.running;
    if (!table) return;
    Object.assign(this.progress, { max: pathTo(table, table.current).length + 1, value: this.judged.size });
    this.progress.setAttribute("aria-label", this.text("report_runs"));
    if (!seen) return;
    this.drawCurve(table);
    fill(this.summary, summaryTable(this.app, table, this.judged));
    this.drawSteps();
    this.drawList(table);
  }

  /** @param {Table} table */
  drawCurve(table) {
    const { position } = table;
    const line = mainLine(table);
    const points = line.map((node) => {
      const judged = this.judged.get(node);
      const share = !judged
        ? null
        : position.players === 2
          ? firstShare(judged.record, judged.record.player)
          : expectation({ ...judged.record, player: judged.record.player });
      return { node, share, player: judged?.record.player ?? 0, mark: judged?.mark ?? "" };
    });
    this.curve.draw(
      points,
      position.face.colours,
      this.text(position.players === 2 ? "curve" : "curve_many", {
        player: colourName(this.app, position, 1),
        count: line.length - 1,
      }),
    );
    this.curve.look(this.app.game.viewed());
  }

  drawSteps() {
    const mistakes = this.mistakes();
    const mistake = mistakes.find(({ node }) => node === this.app.game.viewed());
    const button = (/** @type {string} */ keep, /** @type {string} */ key, /** @type {() => void} */ act) =>
      h("button", { type: "button", "data-keep": keep, onclick: act }, this.text(key));
    const focused = this.steps.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.keep
      : undefined;
    const buttons = [];
    if (mistakes.length) {
      buttons.push(button("before", "mistake_before", () => this.step(-1)));
      buttons.push(button("next", "mistake_next", () => this.step(1)));
    }
    if (mistake) {
      const again = button("try", "try", () => this.tryAgain(mistake));
      again.className = "primary";
      buttons.push(again);
    }
    if (this.trial.current) buttons.push(button("back", "try_end", () => this.trial.end()));
    const own = ownPlayers(/** @type {Table} */ (this.app.game.table())).length;
    fill(this.steps, buttons, this.puzzlesButton(), own === 1 && this.bothSides());
    if (focused)
      /** @type {HTMLElement | null} */ (this.steps.querySelector(`[data-keep="${focused}"]`))?.focus();
  }

  /** Goes to the next mistake, or to the one before; from the last one to the first. @param {1 | -1} by */
  step(by) {
    const mistakes = this.mistakes();
    const viewed = this.app.game.viewed();
    const others = mistakes.filter(({ node }) => (by > 0 ? node > viewed : node < viewed));
    const next = by > 0 ? (others[0] ?? mistakes[0]) : (others.at(-1) ?? mistakes.at(-1));
    if (next) void this.look(next);
  }

  /** Whether the mistakes of the other side are listed as well. */
  bothSides() {
    const input = h("input", {
      type: "checkbox",
      "data-keep": "both",
      checked: this.both,
      onchange: () => {
        this.both = input.checked;
        this.drawResults();
      },
    });
    return h("label", { class: "check" }, input, this.text("mistakes_of_both"));
  }

  /** @param {Mistake} mistake */
  tryAgain(mistake) {
    this.app.board.marks("hint", []);
    void this.trial.begin(mistake);
  }

  /** Shows a mistake, the better move as an arrow, and the cells of what it allowed. @param {Mistake} mistake */
  async look(mistake) {
    this.looked = this.running;
    this.app.game.view(mistake.node);
    const before = await this.app.game.position(mistake.parent).catch(() => null);
    if (!before || this.app.game.viewed() !== mistake.node) return;
    const cells = cellsOfLine(before, [mistake.best])[0];
    const allowed =
      mistake.facts
        ?.filter(({ kind, player }) => player !== mistake.player && !kind.startsWith("misses"))
        .flatMap((fact) => fact.cells) ?? [];
    /** @type {import("../types.js").Mark[]} */
    const marks = allowed.map((cell) => ({ kind: "target", cell }));
    if (cells?.length) marks.push({ kind: "arrow", cells, strength: 0.8, player: mistake.player });
    this.app.board.marks("hint", marks);
  }

  /** @param {Table} table */
  drawList(table) {
    const main = new Set(mainLine(table));
    const rows = this.mistakes().map((mistake) =>
      mistakeItem(this.app, table, mistake, {
        before: this.judged.get(mistake.parent)?.record,
        variation: !main.has(mistake.node),
        look: () => void this.look(mistake),
      }),
    );
    const focused = this.list.contains(document.activeElement)
      ? [...this.list.querySelectorAll("button")].indexOf(
          /** @type {HTMLButtonElement} */ (document.activeElement),
        )
      : -1;
    fill(
      this.list,
      rows.length
        ? rows
        : h("li", { class: "study-facts" }, this.text(this.running ? "report_runs" : "no_mistakes")),
    );
    if (focused >= 0) this.list.querySelectorAll("button")[focused]?.focus();
  }
}

/** The page of mistakes. @param {App} app @param {HTMLElement} element */
export function mount(app, element) {
  const report = new Report(app, element);
  element.addEventListener("panelshow", () => report.reveal());
  report.reveal();
}
