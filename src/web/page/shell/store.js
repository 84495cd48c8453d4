// The table on the screen: what the program pushed last, which node is looked at, and positions that were asked for. Only one
// table is joined at a time. After a lost connection it is joined again with the number of the last event known.

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Position} Position */

const KEY = "quadriga.table";
/** Positions remembered; older ones are asked for again. */
const REMEMBERED = 600;

/**
 * @param {import("../types.js").Connection} connection
 * @param {{changed: (event: import("../types.js").TableEvent | null, before: Table | null) => void, gone: () => void,
 *   failed: (error: any) => void}} told
 */
export function createStore(connection, told) {
  /** @type {string | null} */
  let id = sessionStorage.getItem(KEY);
  /** @type {Table | null} */
  let table = null;
  let viewed = 0;
  /** @type {Map<number, Promise<Position>>} */
  const positions = new Map();

  const forget = () => {
    id = null;
    table = null;
    viewed = 0;
    positions.clear();
    sessionStorage.removeItem(KEY);
  };

  connection.on("table", (message) => {
    /** @type {Table} */
    const next = message.table;
    if (next.id !== id || (table && next.n < table.n)) return;
    const before = table;
    const followed = !before || viewed === before.current;
    table = next;
    positions.set(next.current, Promise.resolve(next.position));
    if (followed) viewed = next.current;
    told.changed(message.event ?? null, before);
  });

  connection.on("gone", (message) => {
    if (message.table !== id) return;
    forget();
    told.gone();
  });

  const join = async () => {
    if (!id) return;
    const wanted = id;
    try {
      await connection.ask("join", table ? { table: id, have: table.n } : { table: id });
    } catch (error) {
      if (wanted !== id || /** @type {any} */ (error).code === "lost") return;
      forget();
      told.failed(error);
    }
  };

  return {
    table: () => table,
    id: () => id,
    viewed: () => viewed,
    join,
    /** @param {number} node @returns {boolean} whether another node is looked at now */
    view(node) {
      if (!table || node === viewed || (node !== 0 && !table.nodes.some((one) => one.id === node)))
        return false;
      viewed = node;
      return true;
    },
    /** @param {number} node @returns {Promise<Position>} */
    position(node) {
      const known = positions.get(node);
      if (known) return known;
      const asked = connection.ask("board", { table: id, node }).then((ok) => ok.position);
      asked.catch(() => positions.delete(node));
      positions.set(node, asked);
      const oldest = positions.keys().next().value;
      if (positions.size > REMEMBERED && oldest !== undefined) positions.delete(oldest);
      return asked;
    },
    /** @param {string | null} next */
    open(next) {
      if (id === next && table) return;
      if (id && id !== next) connection.ask("leave", { table: id }).catch(() => {});
      forget();
      if (!next) return;
      id = next;
      sessionStorage.setItem(KEY, next);
      void join();
    },
  };
}
