// Which screen is shown: the start, or the table that is joined.

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Screens} ScreensPart */
/** @typedef {NonNullable<Parameters<ScreensPart["go"]>[1]>} PanelName */

/** @implements {ScreensPart} */
export class Screens {
  /**
   * @param {ReturnType<typeof import("./store.js").createStore>} store
   * @param {App["run"]} run
   * @param {{changed: () => void, choose: (panel: PanelName) => void, leave: () => void}} told
   *   when a screen is shown, when one of its panels is, and before another table takes the place of this one
   */
  constructor(store, run, told) {
    this.store = store;
    this.run = run;
    this.told = told;
    /** @type {"start" | "table"} */
    this.shown = store.id() ? "table" : "start";
  }

  now() {
    return this.shown;
  }

  /** @param {"start" | "table"} screen @param {PanelName} [panel] */
  go(screen, panel) {
    this.shown = screen;
    if (screen === "start" && this.store.id()) this.store.open(null);
    if (panel) this.told.choose(panel);
    this.told.changed();
  }

  /** @param {string | null} table @param {boolean} [atStart] */
  open(table, atStart = false) {
    this.told.leave();
    this.store.open(table, atStart);
    this.go(table ? "table" : "start");
  }

  /** @param {import("../types.js").NewGame} game */
  async create(game) {
    const made = await this.run("create", game);
    if (!made) return;
    this.open(made.table);
    this.told.choose("game");
  }
}
