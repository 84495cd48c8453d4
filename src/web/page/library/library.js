// The library, as a dialog: games that were played here, games from files, and how the host has played.

import { fill, h, icon } from "../shell/dom.js";
import { openDialog } from "../shell/dialog.js";
import { openFile } from "../shell/files.js";
import { Games } from "./games.js";
import { Statistics } from "./statistics.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {{game: string, options: Record<string, string | number | boolean>, fen: string}} Place a position in its rules */
/** @typedef {"played" | "imported" | "statistics"} Tab */

/** @type {Tab[]} */
const TABS = ["played", "imported", "statistics"];

class Library {
  /** @param {App} app @param {() => void} close @param {{tab?: Tab, place?: Place}} how */
  constructor(app, close, { tab = "played", place }) {
    this.app = app;
    this.close = close;
    this.place = place ?? null;
    this.chosen = tab;
    /** @type {{stop: () => void} | null} */
    this.shown = null;
    this.list = h("div", { role: "tablist", "aria-label": app.text("library.tabs") });
    this.panel = h("section", { role: "tabpanel", id: "library-panel", class: "library-panel" });
    this.tabs = TABS.map((name, index) =>
      h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `library-${name}`,
          "aria-controls": "library-panel",
          onclick: () => this.choose(name),
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.step(event, index),
        },
        app.text(`library.tab.${name}`),
      ),
    );
    this.list.append(...this.tabs);
    this.choose(tab);
  }

  /** Arrow keys go from tab to tab. @param {KeyboardEvent} event @param {number} index */
  step(event, index) {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -index, End: TABS.length - 1 - index }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = (index + by + TABS.length) % TABS.length;
    this.choose(TABS[next]);
    this.tabs[next].focus();
  }

  /** @param {Tab} name */
  choose(name) {
    const { app } = this;
    this.chosen = name;
    TABS.forEach((one, index) => {
      this.tabs[index].setAttribute("aria-selected", String(one === name));
      this.tabs[index].tabIndex = one === name ? 0 : -1;
    });
    this.panel.setAttribute("aria-labelledby", `library-${name}`);
    this.shown?.stop();
    if (name === "statistics") {
      const statistics = new Statistics(app);
      this.shown = statistics;
      fill(this.panel, statistics.element);
      return;
    }
    const games = new Games(app, name, this.close, this.place, () => {
      this.place = null;
    });
    this.shown = games;
    fill(this.panel, games.element, name === "imported" ? this.opener() : null);
  }

  opener() {
    const { app } = this;
    const open = () => {
      this.close();
      openFile(app);
    };
    const button = h(
      "button",
      { type: "button", onclick: open },
      icon("folder"),
      h("span", {}, app.text("shell.open_file")),
    );
    return h("div", { class: "row" }, button);
  }

  stop() {
    this.shown?.stop();
  }
}

/** @param {App} app @param {{tab?: Tab, place?: Place}} [how] */
export function openLibrary(app, how = {}) {
  /** @type {Library | null} */
  let library = null;
  openDialog(app, {
    title: app.text("shell.saved"),
    size: "full",
    body: (close) => {
      library = new Library(app, close, how);
      return [library.list, library.panel];
    },
    closed: () => library?.stop(),
  });
}

/** The games with the position that is looked at. @param {App} app */
export async function findPosition(app) {
  const table = app.game.table();
  if (!table) return;
  const { fen } = await app.game.position(app.game.viewed());
  const place = { game: table.game, options: table.options, fen };
  const count = async (/** @type {Tab} */ kind) =>
    (await app.run("tables", { ...place, kind, count: 1 }))?.total;
  const [played, imported] = await Promise.all([count("played"), count("imported")]);
  // This game is one of them.
  openLibrary(app, { tab: imported > 0 && played <= 1 ? "imported" : "played", place });
}
