// The table on the screen: what the program pushed last, which node is looked at, and positions that were asked for. Only one
// table is joined at a time. After a lost connection it is joined again with the number of the last event known.

import { nodeOf } from "./tree.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Position} Position */

const KEY = "quadriga.table";
/** Positions remembered; older ones are asked for again. */
const REMEMBERED = 600;

/**
 * @typedef {object} Told
 * @property {(event: import("../types.js").TableEvent | null, before: Table | null) => void} changed
 * @property {() => void} gone
 * @property {(error: any) => void} failed
 */

class Store {
  /** @param {import("../types.js").Connection} connection @param {Told} told */
  constructor(connection, told) {
    this.connection = connection;
    this.told = told;
    /** @type {string | null} */
    this.joined = sessionStorage.getItem(KEY);
    /** @type {Table | null} */
    this.known = null;
    this.node = 0;
    /** Is the first position shown when the table comes? */
    this.atStart = false;
    /** @type {Map<number, Promise<Position>>} */
    this.positions = new Map();
    connection.on("table", (message) => this.receive(message));
    connection.on("gone", (message) => {
      if (message.table !== this.joined) return;
      this.forget();
      told.gone();
    });
  }

  id() {
    return this.joined;
  }

  table() {
    return this.known;
  }

  viewed() {
    return this.node;
  }

  /** @param {number} node @returns {boolean} whether another node is looked at now */
  view(node) {
    const { known } = this;
    if (!known || node === this.node || (node !== 0 && !known.nodes.some((one) => one.id === node)))
      return false;
    this.node = node;
    return true;
  }

  /** @param {number} node @returns {Promise<Position>} */
  position(node) {
    const known = this.positions.get(node);
    if (known) return known;
    const asked = this.connection.ask("board", { table: this.joined, node }).then((ok) => ok.position);
    asked.catch(() => this.positions.delete(node));
    this.positions.set(node, asked);
    const oldest = this.positions.keys().next().value;
    if (this.positions.size > REMEMBERED && oldest !== undefined) this.positions.delete(oldest);
    return asked;
  }

  /** @param {string | null} next @param {boolean} [atStart] */
  open(next, atStart = false) {
    if (this.joined === next && this.known) {
      if (atStart) this.view(0);
      return;
    }
    if (this.joined && this.joined !== next)
      this.connection.ask("leave", { table: this.joined }).catch(() => {});
    this.forget();
    if (!next) return;
    this.joined = next;
    this.atStart = atStart;
    sessionStorage.setItem(KEY, next);
    void this.join();
  }

  async join() {
    const wanted = this.joined;
    if (!wanted) return;
    try {
      const have = this.known ? { have: this.known.n } : {};
      await this.connection.ask("join", { table: wanted, ...have });
    } catch (error) {
      if (wanted !== this.joined || /** @type {any} */ (error).code === "lost") return;
      this.forget();
      this.told.failed(error);
    }
  }

  /** @param {{table: Table, event?: import("../types.js").TableEvent}} message */
  receive({ table, event }) {
    const before = this.known;
    if (table.id !== this.joined || (before && table.n < before.n)) return;
    const followed = before ? this.node === before.current : !this.atStart;
    this.known = { ...table, received: performance.now() };
    this.positions.set(table.current, Promise.resolve(table.position));
    if (followed) this.node = table.current;
    else if (before) this.node = remaining(table, before, this.node);
    this.told.changed(event ?? null, before);
  }

  forget() {
    this.joined = null;
    this.known = null;
    this.node = 0;
    this.positions.clear();
    sessionStorage.removeItem(KEY);
  }
}

/**
 * A node, or the last one before it that was not removed.
 * @param {Table} table @param {Table} before @param {number} node
 */
function remaining(table, before, node) {
  let at = node;
  while (at !== 0 && !nodeOf(table, at)) at = nodeOf(before, at)?.parent ?? 0;
  return at;
}

/** @param {import("../types.js").Connection} connection @param {Told} told */
export function createStore(connection, told) {
  return new Store(connection, told);
}
