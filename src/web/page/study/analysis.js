// The analysis of the page: one for an `App`, shared by the bar, the panel and the report. While one plays it is off unless it
// was asked for: nobody is told what the program thinks unawares. The key `e` turns it on and off; in a game that is being played
// for that game alone, else for all (setting `evaluation`; `evaluation_while_playing`: also in games that are played). While it
// is on, the program searches the node that is looked at, and is told at once when another one is.

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").SearchRecord} SearchRecord
 */

/** What can be shown, each with a switch of its own: settings `study.NAME`, on where nothing is remembered. */
export const VIEWS = /** @type {const} */ (["bar", "lines", "arrows", "values", "threats"]);
/** @typedef {typeof VIEWS[number]} ViewName */

const MOST_LINES = 8;
const COUNT = "study.count";

/** @param {Table | null} table whether help would be unfair: people at two machines are playing */
export const isRefused = (table) => !!table && table.shared && table.phase !== "over";

/** @param {Table} table whether a person of this page is playing */
const isPlayed = (table) =>
  table.phase === "playing" && table.seats.some(({ kind, yours }) => kind === "person" && yours);

export class Analysis {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.on = false;
    /** @type {boolean | null} what was chosen for this game */
    this.chosen = null;
    /** @type {SearchRecord | null} what is known of the node that is looked at */
    this.record = null;
    /** @type {Position | null} the position of that node */
    this.position = null;
    /** The table and node that are shown. */
    this.shown = "";
    this.tableId = "";
    /** What the program was asked for last. @type {string} */
    this.asked = "";
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    app.onChange(() => this.follow());
    app.connection.on("analysis", (message) => this.receive(message));
    app.connection.on("state", () => {
      this.asked = "";
      this.ask();
    });
    for (const name of [
      ...VIEWS.map((view) => `study.${view}`),
      COUNT,
      "evaluation",
      "evaluation_while_playing",
    ]) {
      app.settings.on(name, () => this.follow());
    }
    document.addEventListener("keydown", (event) => this.key(event));
    this.follow();
  }

  /** @param {() => void} listener called when anything of this has changed */
  onChange(listener) {
    this.listeners.add(listener);
  }

  tell() {
    for (const listener of this.listeners) listener();
  }

  /** Is this part to be seen now? @param {ViewName} view */
  sees(view) {
    return this.on && this.app.settings.get(`study.${view}`) !== false;
  }

  /** Lines that the person wants to see, 1 to 8. */
  count() {
    const count = Number(this.app.settings.get(COUNT) ?? 3);
    return count >= 1 && count <= MOST_LINES ? Math.floor(count) : 3;
  }

  /** Lines that are searched: all columns where their values are shown. */
  wanted() {
    const columns = this.position?.face.falls && this.sees("values") ? this.position.width : 0;
    return Math.min(Math.max(this.count(), columns), MOST_LINES);
  }

  toggle() {
    const table = this.app.game.table();
    if (!table) return;
    if (!this.on && isRefused(table)) {
      this.app.notices.show(this.app.text("study.shared"), "bad");
      return;
    }
    this.chosen = !this.on;
    this.app.notices.show(this.app.text(this.on ? "study.is_off" : "study.is_on"));
    if (!isPlayed(table)) this.app.settings.set("evaluation", this.chosen);
    this.follow();
  }

  /** @param {Table} table */
  wantedFor(table) {
    const { settings } = this.app;
    if (isRefused(table)) return false;
    return (
      this.chosen ??
      (!!settings.get("evaluation") && (!isPlayed(table) || !!settings.get("evaluation_while_playing")))
    );
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (
      event.key.toLowerCase() !== "e" ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.defaultPrevented
    )
      return;
    const target = /** @type {HTMLElement | null} */ (event.target);
    if (
      target?.closest("input:not([type=checkbox], [type=radio]), select, textarea, [contenteditable]") ||
      document.querySelector("dialog[open]")
    )
      return;
    event.preventDefault();
    this.toggle();
  }

  /** Follows the table and the node that is looked at. */
  follow() {
    const table = this.app.game.table();
    if (table && table.id !== this.tableId) {
      this.tableId = table.id;
      this.chosen = null;
    }
    this.on = !!table && this.wantedFor(table);
    const node = this.app.game.viewed();
    const shown = table ? `${table.id} ${node}` : "";
    if (shown !== this.shown) {
      Object.assign(this, { shown, record: null, position: null });
      if (table) this.load(shown, node);
    }
    this.ask();
    this.tell();
  }

  /** @param {string} shown @param {number} node */
  async load(shown, node) {
    const position = await this.app.game.position(node).catch(() => null);
    if (shown !== this.shown || !position) return;
    this.position = position;
    this.ask();
    this.tell();
  }

  /** Tells the program what to search, where that is not what it does already. */
  ask() {
    const table = this.app.game.table();
    const searches = this.on && table && this.position && !this.position.outcome;
    const asked = searches ? `${this.shown} ${this.wanted()}` : "";
    if (asked === this.asked) return;
    const stop = !asked;
    this.asked = asked;
    if (!table) return;
    const fields = { table: table.id, node: stop ? null : this.app.game.viewed(), lines: this.wanted() };
    this.app.connection.ask("analyse", fields).catch((error) => this.fail(error, asked));
  }

  /** @param {import("../types.js").Refusal} error @param {string} asked */
  fail(error, asked) {
    if (error.code === "lost" || asked !== this.asked || !asked) return;
    this.on = this.chosen = false;
    this.asked = "";
    this.app.notices.show(
      error.code === "shared"
        ? this.app.text("study.shared")
        : this.app.text("study.failed", { reason: error.message }),
      "bad",
    );
    this.tell();
  }

  /** @param {{table: string, node: number, record: SearchRecord}} message */
  receive({ table, node, record }) {
    if (!this.on || `${table} ${node}` !== this.shown) return;
    this.record = record;
    this.tell();
  }
}

/** @type {WeakMap<App, Analysis>} */
const analyses = new WeakMap();

/** @param {App} app @returns {Analysis} */
export function analysisOf(app) {
  const known = analyses.get(app);
  if (known) return known;
  const made = new Analysis(app);
  analyses.set(app, made);
  return made;
}
