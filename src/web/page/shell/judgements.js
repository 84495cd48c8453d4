// What the program thinks of the moves of the table on the screen (`report`): asked for once, shown by the list of moves and by the
// panel of mistakes.

import { OfTable, onePerPage } from "./of_table.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Judged} Judged
 */

/** What each mark is called. @type {Record<string, "blunder" | "mistake" | "dubious">} */
export const MARK_NAMES = { "??": "blunder", "?": "mistake", "?!": "dubious" };

export class Judgements extends OfTable {
  /** @param {App} app */
  constructor(app) {
    super(app);
    /** @type {Map<number, Judged>} by node */
    this.judged = new Map();
    this.running = false;
    app.connection.on("report", (message) => this.receive(message));
  }

  /** A search that runs goes on, and ends by itself. */
  forget() {
    this.judged.clear();
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

export const judgementsOf = onePerPage(Judgements);
