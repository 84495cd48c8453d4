// A warning before a move that loses much, for who has asked for it in the settings: once for each position, in games of one person
// against a program. The program weighs the move (`weigh`); it does not say what is better.

import { ask } from "./dialog.js";
import { factsSentence } from "./facts.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */

/** Marks of the moves that are warned of, by the setting `warn`. @type {Record<string, string[]>} */
const WARNED = { off: [], blunder: ["??"], mistake: ["??", "?"] };

/** @param {Table} table */
const isAlone = ({ seats }) =>
  seats.length === 2 && seats.filter(({ kind }) => kind === "person").length === 1;

/** @param {App} app */
export function createWarning(app) {
  /** Positions that were asked about, as table and node. @type {Set<string>} */
  const asked = new Set();
  let busy = false;

  /** @param {Table} table @param {string} move @param {string[]} marks */
  const weigh = async (table, move, marks) => {
    const weighed = await app.connection
      .ask("weigh", { table: table.id, move, node: table.current })
      .catch(() => null);
    if (!weighed || !marks.includes(weighed.mark)) return true;
    asked.add(`${table.id} ${table.current}`);
    const fact = factsSentence(app, table.position, weighed.facts ?? []);
    const plain = weighed.mark === "??" ? "shell.warn_much_worse" : "shell.warn_worse";
    const words = fact ? app.text("shell.warn_fact", { move, fact }) : app.text(plain, { move });
    return ask(app, words, app.text("shell.warn_play"), true, app.text("shell.warn_ask", { move }));
  };

  return {
    /** Is a move being weighed? No other one can be made then. */
    weighs: () => busy,
    /** Does the person want to make this move? @param {string} move @returns {Promise<boolean>} */
    async mayPlay(move) {
      const table = app.game.table();
      const marks = WARNED[app.settings.get("warn")] ?? [];
      if (!table || marks.length === 0 || !isAlone(table) || asked.has(`${table.id} ${table.current}`))
        return true;
      if (busy) return false;
      busy = true;
      try {
        return await weigh(table, move, marks);
      } finally {
        busy = false;
      }
    },
  };
}
