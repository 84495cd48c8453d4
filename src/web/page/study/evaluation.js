// The panel of the analysis: one switch for all, one for each part; the verdict in words, depth and speed, the lines. What
// is drawn over the board (drawing.js) has a legend.

import { fill, h } from "../shell/dom.js";
import { colourName } from "../shell/words.js";
import { VIEWS, analysisOf, isRefused } from "./analysis.js";
import { drawingOf, linesOf, placed } from "./drawing.js";
import { KnownTable } from "./known.js";
import { LineTable } from "./lines.js";
import { scoreWords, shortCount } from "./scores.js";

export { mountBar } from "./bar.js";

/**
 * @typedef {import("../types.js").App} App
 */

class Panel {
  /** @param {App} app @param {HTMLElement} element */
  constructor(app, element) {
    this.app = app;
    this.analysis = analysisOf(app);
    const drawing = drawingOf(app);
    const preview = (/** @type {string[]} */ moves, /** @type {boolean} */ pinned) =>
      drawing.previewLine(moves, pinned);
    this.table = new LineTable(app, preview);
    this.known = new KnownTable(app, preview);
    this.verdict = h("p", { class: "study-verdict" });
    this.facts = h("p", { class: "study-facts" });
    this.legend = h("p", { class: "study-facts" });
    this.main = h("button", { type: "button", class: "study-main", onclick: () => this.analysis.toggle() });
    this.switches = h("div", { class: "study-switches" });
    this.refusal = h("p", { class: "study-facts" });
    this.results = h(
      "div",
      { class: "study-results" },
      this.verdict,
      this.facts,
      this.table.element,
      this.known.element,
      this.legend,
    );
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
    const checks = VIEWS.map((view) =>
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          checked: settings.get(`study.${view}`) !== false,
          onchange: (/** @type {Event} */ event) =>
            settings.set(`study.${view}`, /** @type {HTMLInputElement} */ (event.target).checked),
        }),
        this.text(`view_${view}`),
      ),
    );
    const counts = h(
      "select",
      {
        onchange: (/** @type {Event} */ event) =>
          settings.set("study.count", Number(/** @type {HTMLSelectElement} */ (event.target).value)),
      },
      [1, 2, 3, 4, 5, 6, 7, 8].map((count) =>
        h("option", { value: count, selected: count === this.analysis.count() }, count),
      ),
    );
    fill(
      this.switches,
      h("fieldset", {}, h("legend", {}, this.text("show")), checks),
      h("label", { class: "check" }, this.text("count"), counts),
    );
  }

  update() {
    const { analysis } = this;
    const table = this.app.game.table();
    const refused = isRefused(table);
    this.main.setAttribute("aria-pressed", String(analysis.on));
    fill(this.main, this.text("evaluation"), " ", h("kbd", {}, "E"));
    this.main.disabled = !table || refused;
    this.refusal.hidden = analysis.on;
    this.refusal.textContent = this.text(refused ? "shared" : "off_why");
    this.results.hidden = this.switches.hidden = !analysis.on;
    this.drawSwitches();
    this.drawResults();
  }

  drawResults() {
    const { analysis } = this;
    const { position, record } = analysis;
    if (!analysis.on || !position) return;
    const over = position.outcome;
    this.verdict.textContent = over
      ? this.text("over")
      : record
        ? scoreWords(this.app, record.score, position)
        : this.text("thinking");
    this.facts.textContent =
      record && !over
        ? this.text("facts", {
            depth: record.depth,
            nodes: shortCount(record.nodes),
            nps: shortCount(record.nps),
          })
        : "";
    this.table.element.hidden = !analysis.sees("lines") || !record || !!over;
    if (record && !over) this.table.fill(linesOf(record).slice(0, analysis.count()), position);
    const database = over ? undefined : record?.database;
    this.known.element.hidden = !analysis.sees("lines") || !database;
    if (database) this.known.fill(database, position);
    const values =
      analysis.sees("values") &&
      !over &&
      !!record &&
      linesOf(record).some(({ move }) => placed(position, move));
    this.legend.hidden = !values;
    if (values)
      this.legend.textContent = this.text("legend", {
        player: colourName(this.app, position, position.player),
      });
  }
}

/** The panel of the analysis. @param {App} app @param {HTMLElement} element */
export function mount(app, element) {
  new Panel(app, element);
}
