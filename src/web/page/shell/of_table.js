// What the page knows of the table on the screen and of no other: it is forgotten as soon as another table is shown. There is one of
// each kind for the whole page.

/** @typedef {import("../types.js").App} App */

export class OfTable {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.tableId = "";
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    app.onChange(() => this.follow());
  }

  /** @param {() => void} listener called when anything of this has changed */
  onChange(listener) {
    this.listeners.add(listener);
  }

  tell() {
    for (const listener of this.listeners) listener();
  }

  follow() {
    const id = this.app.game.table()?.id ?? "";
    if (id === this.tableId) return;
    this.tableId = id;
    this.forget();
    this.tell();
  }

  /** Another table is shown. */
  forget() {}
}

/**
 * What gives the one of its kind, made when it is first asked for.
 * @template T
 * @param {new (app: App) => T} Kind
 * @returns {(app: App) => T}
 */
export function onePerPage(Kind) {
  /** @type {WeakMap<App, T>} */
  const all = new WeakMap();
  return (app) => {
    const one = all.get(app) ?? new Kind(app);
    all.set(app, one);
    return one;
  };
}
