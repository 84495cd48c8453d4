// A list of saved games: the fields to search in it, a table that is sorted by its columns, and its pages. The program
// searches and sorts; the page asks for 50 games at a time.

import { h, fill, icon, iconButton } from "../shell/dom.js";
import { ask, field, select } from "../shell/dialog.js";
import { familiesOf } from "../shell/games.js";
import { familyName, gameName } from "../shell/words.js";
import { columnsOf, countText, openGame, playersText, summary } from "./saved_game.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./saved_game.js").SavedGame} SavedGame */
/** @typedef {import("./saved_game.js").Column} Column */
/** @typedef {import("./library.js").Place} Place */

/** Games on a page. */
const PAGE = 50;
/** How long to wait for another key, and for other changes of the list, in ms. */
const TYPING = 250;
const CHANGES = 500;
/** What is sorted from the last to the first. */
const LAST_FIRST = ["changed", "date", "moves"];

const NO_FILTER = { family: "", player: "", since: "", until: "", result: "", text: "" };

export class Games {
  /** @param {App} app @param {"played" | "imported"} kind @param {() => void} close @param {Place | null} place @param {() => void} forget when the position is given up */
  constructor(app, kind, close, place, forget) {
    this.app = app;
    this.kind = kind;
    this.close = close;
    this.place = place;
    this.forget = forget;
    this.filter = { ...NO_FILTER };
    this.order = "changed";
    this.ascending = false;
    this.from = 0;
    this.asked = 0;
    /** @type {number | undefined} */
    this.timer = undefined;
    this.columns = columnsOf(kind);
    this.head = h("thead");
    this.rows = h("tbody");
    const name = app.text(`library.tab.${kind}`);
    this.table = h("table", { class: "library-games", "aria-label": name }, this.head, this.rows);
    this.found = h("p", { class: "small soft", role: "status" });
    this.clear = h("button", { type: "button", onclick: () => this.empty() }, app.text("library.clear"));
    const counted = h("div", { class: "row" }, this.found, this.clear);
    this.before = iconButton("back", app.text("library.earlier"), () => this.turn(-PAGE));
    this.after = iconButton("forward", app.text("library.later"), () => this.turn(PAGE));
    this.shown = h("span", { class: "small soft" });
    this.pages = h("div", { class: "row library-pages", hidden: true }, this.before, this.shown, this.after);
    this.where = h("div", { class: "row library-place" });
    this.fields = h("div", { class: "library-fields" });
    const search = h("details", { class: "library-search" }, h("summary", {}, app.text("library.search")));
    search.append(this.fields);
    search.open = !matchMedia("(max-width: 40rem)").matches;
    this.element = h("div", { class: "library-list" }, search, this.where, counted, this.table, this.pages);
    this.unlisten = app.connection.on("tables", () => this.later(CHANGES));
    this.clear.hidden = true;
    this.drawFields();
    this.drawHead();
    this.drawPlace();
    void this.load();
  }

  stop() {
    this.unlisten();
    window.clearTimeout(this.timer);
    this.asked += 1;
  }

  /** @param {number} wait in ms */
  later(wait) {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.load(), wait);
  }

  isFiltered() {
    return Object.values(this.filter).some((value) => value !== "");
  }

  /** Empties all fields. */
  empty() {
    this.change(NO_FILTER);
    this.drawFields();
    this.fields.querySelector("input")?.focus();
  }

  /** @param {Partial<typeof NO_FILTER>} change */
  change(change) {
    Object.assign(this.filter, change);
    this.clear.hidden = !this.isFiltered();
    this.from = 0;
    this.later(TYPING);
  }

  query() {
    const { filter, place } = this;
    return {
      kind: this.kind,
      ...filter,
      family: filter.family || null,
      result: filter.result || null,
      ...(place ?? {}),
      order: this.order,
      ascending: this.ascending,
      from: this.from,
      count: PAGE,
    };
  }

  async load() {
    const own = ++this.asked;
    const slow = window.setTimeout(() => {
      if (own === this.asked) this.found.textContent = this.app.text("library.reading");
    }, TYPING);
    const ok = await this.app.run("tables", this.query());
    window.clearTimeout(slow);
    if (own !== this.asked || !ok) return;
    if (ok.tables.length === 0 && this.from > 0) {
      this.from = Math.max(0, Math.floor((ok.total - 1) / PAGE) * PAGE);
      void this.load();
      return;
    }
    this.show(ok.tables, ok.total);
  }

  /** @param {SavedGame[]} games @param {number} total */
  show(games, total) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.focus;
    fill(
      this.rows,
      games.map((game) => this.row(game)),
    );
    if (focused)
      /** @type {HTMLElement | null} */ (this.rows.querySelector(`[data-focus="${focused}"]`))?.focus();
    this.table.hidden = total === 0;
    this.found.textContent = this.foundText(total);
    this.drawPages(games.length, total);
  }

  /** @param {number} shown @param {number} total */
  drawPages(shown, total) {
    const { before, after } = this;
    const [from, to] = [this.from + 1, this.from + shown].map(countText);
    this.shown.textContent = this.app.text("library.shown", { from, to, total: countText(total) });
    this.pages.hidden = total <= PAGE;
    const focused = document.activeElement;
    before.disabled = this.from === 0;
    after.disabled = this.from + PAGE >= total;
    // A button that cannot be pressed any more gives the focus to the other one.
    if (focused === before && before.disabled) after.focus();
    if (focused === after && after.disabled) before.focus();
  }

  /** @param {number} by how many games */
  turn(by) {
    this.from += by;
    void this.load();
  }

  /** @param {number} total */
  foundText(total) {
    const { app, place } = this;
    const isAll = !place && !this.isFiltered();
    if (total > 0)
      return total === 1
        ? app.text("library.found_one")
        : app.text("library.found", { count: countText(total) });
    return app.text(isAll ? `library.none_${this.kind}` : "library.found_none");
  }

  /** @param {SavedGame} game */
  row(game) {
    const { app } = this;
    const [first, ...others] = this.columns;
    const open = () => {
      this.close();
      openGame(app, game);
    };
    const what = { type: "button", class: "plain entry", onclick: open, "data-focus": game.id };
    const name = game.game ? gameName(app, game.game, game.title) : app.text("shell.unreadable");
    const remove = iconButton(
      "trash",
      app.text("shell.delete_game", { game: name }),
      () => void this.remove(game, name),
      { bare: true, class: "plain" },
    );
    remove.dataset.focus = `${game.id}-delete`;
    return h(
      "tr",
      {},
      h(
        "th",
        { scope: "row" },
        h("button", what, first.text(app, game)),
        h("div", { class: "library-under small soft" }, summary(app, game, others)),
        game.damaged
          ? h("div", { class: "small warn" }, app.text("shell.damaged", { why: game.damaged }))
          : null,
      ),
      others.map((column) => h("td", { class: `library-${column.name}` }, column.text(app, game))),
      h("td", { class: "library-delete" }, remove),
    );
  }

  /** @param {SavedGame} game @param {string} name */
  async remove(game, name) {
    const { app } = this;
    const question = app.text("shell.delete_ask", { game: `${name}, ${playersText(app, game)}` });
    if (await ask(app, question, app.text("shell.delete"), true)) await app.run("delete", { table: game.id });
  }

  drawHead() {
    const { app } = this;
    const cells = this.columns.map((column) => {
      const isSorted = this.order === column.order;
      const sort = () => this.sort(column);
      const direction = this.ascending ? "ascending" : "descending";
      return h(
        "th",
        { scope: "col", class: `library-${column.name}`, "aria-sort": isSorted ? direction : null },
        h(
          "button",
          { type: "button", class: "plain", onclick: sort, "data-column": column.name },
          app.text(`library.column.${column.name}`),
          h("span", { "aria-hidden": "true" }, isSorted ? (this.ascending ? " ▲" : " ▼") : ""),
        ),
      );
    });
    const last = h("th", { scope: "col" }, h("span", { class: "unseen" }, app.text("library.column.delete")));
    fill(this.head, h("tr", {}, cells, last));
  }

  /** @param {Column} column */
  sort(column) {
    this.ascending = this.order === column.order ? !this.ascending : !LAST_FIRST.includes(column.order);
    this.order = column.order;
    this.from = 0;
    this.drawHead();
    /** @type {HTMLElement | null} */ (this.head.querySelector(`[data-column="${column.name}"]`))?.focus();
    void this.load();
  }

  drawPlace() {
    const { app, place } = this;
    this.where.hidden = !place;
    if (!place) return;
    const everywhere = () => {
      this.place = null;
      this.forget();
      this.drawPlace();
      this.from = 0;
      void this.load();
    };
    const name = app.text("library.place", { game: gameName(app, place.game) });
    fill(this.where, icon("magnifier"), name, iconButton("close", app.text("library.any_place"), everywhere));
  }

  drawFields() {
    const { app, filter } = this;
    const typed = (/** @type {"player" | "text" | "since" | "until"} */ name, type = "search") => {
      const input = h("input", { type, value: filter[name], maxlength: 100 });
      input.addEventListener("input", () => this.change({ [name]: input.value }));
      return field(app.text(`library.${name}`), input);
    };
    const families = familiesOf(app).map((name) => ({ value: name, label: familyName(app, name) }));
    const family = select(
      [{ value: "", label: app.text("shell.all_games") }, ...families],
      filter.family,
      (value) => this.change({ family: value }),
    );
    const results = [
      ["", "library.any_result"],
      ["p1win", "library.first_won"],
      ["p2win", "library.second_won"],
      ["draw", "shell.draw"],
      ["unfinished", "shell.unfinished"],
    ].map(([value, label]) => ({ value, label: app.text(label) }));
    const result = select(results, filter.result, (value) => this.change({ result: value }));
    fill(
      this.fields,
      typed("player"),
      field(app.text("library.column.game"), family),
      field(app.text("library.result"), result),
      typed("text"),
      typed("since", "date"),
      typed("until", "date"),
    );
  }
}
