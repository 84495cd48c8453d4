// The panel of the analysis: one switch for all, one for each part; the verdict in words, depth and speed, the lines; and what
// is drawn over the board: arrows, values on cells, threats. Values on cells are those of the player to move: what each move is
// worth for the one who makes it. Threats are asked of the program for the node that is looked at.

import { fill, h } from "../shell/dom.js";
import { colourName } from "../shell/words.js";
import { VIEWS, analysisOf, isRefused } from "./analysis.js";
import { LineTable } from "./lines.js";
import { cellsOfLine } from "./notation.js";
import { cellValue, scoreWords, shortCount } from "./scores.js";

export { mountBar } from "./bar.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Mark} Mark
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").SearchRecord} SearchRecord
 */

/** @param {SearchRecord} record @returns {{move: string, depth: number, score: import("../types.js").Score, pv: string[]}[]} */
const linesOf = (record) => record.multipv ?? (record.pv.length ? [{ ...record, move: record.pv[0] }] : []);

/** Arrows, or numbered stones, for a line. @param {Position} position @param {string[]} moves @returns {Mark[]} */
function lineMarks(position, moves) {
  const ways = cellsOfLine(position, moves);
  /** @type {Mark[]} */
  const marks = [];
  ways.forEach((cells, index) => {
    const player = ((position.player - 1 + index) % position.players) + 1;
    if (cells.length === 1 && ways.length > 1) marks.push({ kind: "number", cell: cells[0], text: String(index + 1) });
    else if (cells.length) marks.push({ kind: "arrow", cells, strength: 1 - (0.6 * index) / Math.max(ways.length, 2), player });
  });
  return marks;
}

class Panel {
  /** @param {App} app @param {HTMLElement} element */
  constructor(app, element) {
    this.app = app;
    this.analysis = analysisOf(app);
    /** @type {string[]} moves of a line that are shown on the board */
    this.line = [];
    /** @type {string[]} the same, until another node is looked at */
    this.pinned = [];
    /** What the threats on the board belong to. */
    this.threatened = "";
    this.shown = "";
    this.table = new LineTable(app, (moves, pinned) => this.previewLine(moves, pinned));
    this.verdict = h("p", { class: "study-verdict" });
    this.facts = h("p", { class: "study-facts" });
    this.legend = h("p", { class: "study-facts" });
    this.main = h("button", { type: "button", class: "study-main", onclick: () => this.analysis.toggle() });
    this.switches = h("div", { class: "study-switches" });
    this.refusal = h("p", { class: "study-facts" });
    this.results = h("div", { class: "study-results" }, this.verdict, this.facts, this.table.element, this.legend);
    fill(element, h("section", { class: "study" }, this.main, this.refusal, this.results, this.switches));
    this.language = "";
    this.analysis.onChange(() => this.update());
    this.update();
  }

  /** @param {string} key @param {Record<string, string | number>} [values] */
  text(key, values) {
    return this.app.text(`study.${key}`, values);
  }

  drawSwitches() {
    if (this.language === this.text("evaluation")) return;
    this.language = this.text("evaluation");
    const { settings } = this.app;
    const checks = VIEWS.map((view) => h("label", { class: "check" }, h("input", {
      type: "checkbox", checked: settings.get(`study.${view}`) !== false,
      onchange: (/** @type {Event} */ event) => settings.set(`study.${view}`, /** @type {HTMLInputElement} */ (event.target).checked),
    }), this.text(`view_${view}`)));
    const counts = h("select", { onchange: (/** @type {Event} */ event) => settings.set("study.count", Number(/** @type {HTMLSelectElement} */ (event.target).value)) },
      [1, 2, 3, 4, 5, 6, 7, 8].map((count) => h("option", { value: count, selected: count === this.analysis.count() }, count)));
    fill(this.switches, h("fieldset", {}, h("legend", {}, this.text("show")), checks),
      h("label", { class: "check" }, this.text("count"), counts));
  }

  update() {
    const { analysis } = this;
    const table = this.app.table();
    if (analysis.shown !== this.shown) {
      this.shown = analysis.shown;
      this.line = this.pinned = [];
    }
    const refused = isRefused(table);
    this.main.setAttribute("aria-pressed", String(analysis.on));
    fill(this.main, this.text("evaluation"), " ", h("kbd", {}, "E"));
    this.main.disabled = !table || refused;
    this.refusal.hidden = analysis.on;
    this.refusal.textContent = this.text(refused ? "shared" : "off_why");
    this.results.hidden = this.switches.hidden = !analysis.on;
    this.drawSwitches();
    this.drawResults();
    this.mark();
  }

  drawResults() {
    const { analysis } = this;
    const { position, record } = analysis;
    if (!analysis.on || !position) return;
    const over = position.outcome;
    this.verdict.textContent = over ? this.text("over") : record ? scoreWords(this.app, record.score, position) : this.text("thinking");
    this.facts.textContent = record && !over
      ? this.text("facts", { depth: record.depth, nodes: shortCount(record.nodes), nps: shortCount(record.nps) }) : "";
    this.table.element.hidden = !analysis.sees("lines") || !record || !!over;
    if (record && !over) this.table.fill(linesOf(record).slice(0, analysis.count()), position);
    const values = analysis.sees("values") && !over && !!record && linesOf(record).some(({ move }) => this.placed(position, move));
    this.legend.hidden = !values;
    if (values) this.legend.textContent = this.text("legend", { player: colourName(this.app, position, position.player) });
  }

  /** The cell on which a move puts a stone. @param {Position} position @param {string} move */
  placed(position, move) {
    const path = position.paths?.find((one) => one.move === move);
    return path?.cells.length === 1 ? path.cells[0] : null;
  }

  /** @param {string[]} moves @param {boolean} pinned */
  previewLine(moves, pinned) {
    if (pinned) this.pinned = String(moves) === String(this.pinned) ? [] : moves;
    this.line = moves.length ? moves : this.pinned;
    this.mark();
  }

  mark() {
    const { analysis } = this;
    const { position, record } = analysis;
    const lines = analysis.on && position && record && !position.outcome ? linesOf(record) : [];
    /** @type {Mark[]} */
    let marks = [];
    if (position && this.line.length && analysis.on) marks = lineMarks(position, this.line);
    else if (position) marks = this.moveMarks(position, lines);
    this.app.marks("analysis", marks);
    this.markThreats();
  }

  /** The best moves as values where they put stones, as arrows where they go. @param {Position} position @param {ReturnType<typeof linesOf>} lines @returns {Mark[]} */
  moveMarks(position, lines) {
    const { analysis } = this;
    const shown = position.face.falls ? lines : lines.slice(0, analysis.count());
    return shown.flatMap(({ move, score }, index) => {
      const path = position.paths?.find((one) => one.move === move);
      if (!path?.cells.length) return [];
      /** @type {Mark[]} */
      const marks = [];
      const cell = this.placed(position, move);
      if (cell && analysis.sees("values")) marks.push({ kind: "value", cell, ...cellValue(this.app, score), best: index === 0 });
      else if (analysis.sees("arrows") && index < analysis.count()) {
        marks.push({ kind: "arrow", cells: path.cells, strength: index === 0 ? 1 : Math.max(0.25, 0.6 - 0.12 * index) });
      }
      return marks;
    });
  }

  async markThreats() {
    const { analysis } = this;
    const wanted = analysis.sees("threats") && analysis.position && !analysis.position.outcome ? analysis.shown : "";
    if (wanted === this.threatened) return;
    this.threatened = wanted;
    this.app.marks("threats", []);
    const table = this.app.table();
    if (!wanted || !table) return;
    const answer = await this.app.connection.ask("board", { table: table.id, node: this.app.viewed(), threats: true }).catch(() => null);
    if (wanted !== this.threatened || !answer) return;
    /** @type {Mark[]} */
    const marks = (answer.position.threats ?? []).map(
      (/** @type {{cell: [number, number], player: number, label: string}} */ { cell, player, label }) => ({ kind: "threat", cell, player, text: label }));
    this.app.marks("threats", marks);
  }
}

/** The panel of the analysis. @param {App} app @param {HTMLElement} element */
export function mount(app, element) {
  new Panel(app, element);
}
