// What the program thinks of the moves of the table on the screen (`report`): asked for once, shown by the list of moves and by the
// panel of mistakes. It belongs to a table and is forgotten with it.

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Judged} Judged
 */

/** What each mark is called. @type {Record<string, "blunder" | "mistake" | "dubious">} */
export const MARK_NAMES = { "??": "blunder", "?": "mistake", "?!": "dubious" };

export class Judgements {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.tableId = "";
    /** @type {Map<number, Judged>} by node */
    this.judged = new Map();
    this.running = false;
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    app.connection.on("report", (message) => this.receive(message));
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
    this.judged.clear();
    this.tell();
  }

  /** @param {Judged} message */
  receive(message) {
    if (message.table !== this.tableId) return;
    this.judged.set(message.node, message);
    this.tell();
  }

  /** @param {number} nodes for each position */
  async run(nodes) {
    this.follow();
    if (!this.tableId || this.running) return;
    this.running = true;
    this.judged.clear();
    this.tell();
    await this.app.run("report", { table: this.tableId, nodes });
    this.running = false;
    this.tell();
  }

  /** The mark of the move to a node; empty where it has none. @param {number} node */
  markOf(node) {
    return this.judged.get(node)?.mark ?? "";
  }
}

/** @type {WeakMap<App, Judgements>} */
const all = new WeakMap();

/** @param {App} app @returns {Judgements} */
export function judgementsOf(app) {
  const known = all.get(app);
  if (known) return known;
  const made = new Judgements(app);
  all.set(app, made);
  return made;
}
