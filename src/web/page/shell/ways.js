// What this window may do at a table now, and how: by itself, or by an offer to the other player. Buttons, keys and the line of
// the game's state ask here; the program decides again whatever is sent (src/table/state/rights.rs).

import { actorOf } from "./opening.js";
import { areOthersGone, ownPlayers, playersToAsk } from "./players.js";
import { pathTo } from "./tree.js";

/** @typedef {import("../types.js").Table} Table */
/** @typedef {"" | "do" | "offer"} Way empty: not at all */
/** @typedef {"undo" | "redo" | "goto" | "pause" | "resume" | "draw" | "resign" | "hint" | "play_for_me" | "swap" | "rematch" | "move_now"} What */

/**
 * @param {Table | null} table
 * @param {{host: boolean, online: boolean, viewed: number}} window
 * @returns {Record<What, Way>}
 */
export function waysOf(table, { host, online, viewed }) {
  /** @type {Record<What, Way>} */
  const ways = {
    undo: "",
    redo: "",
    goto: "",
    pause: "",
    resume: "",
    draw: "",
    resign: "",
    hint: "",
    play_for_me: "",
    swap: "",
    rematch: "",
    move_now: "",
  };
  if (!table || !online) return ways;
  const own = ownPlayers(table);
  const on = table.phase !== "over";
  const asks = playersToAsk(table).length > 0;
  /** What changes the game of all. @type {Way} */
  const change = asks ? (table.offer ? "" : "offer") : host ? "do" : "";
  const moved = asks
    ? pathTo(table, table.current).some(({ player }) => own.includes(player))
    : table.current !== 0;
  if (moved) ways.undo = change;
  if (table.redo && !asks) ways.redo = change;
  if (viewed !== table.current) ways.goto = change;
  if (table.phase === "playing") ways.pause = areOthersGone(table) ? "do" : change;
  if (table.phase === "paused") ways.resume = change;
  if (on && own.length > 0) {
    ways.resign = "do";
    if (table.seats.length === 2 && !table.offer) ways.draw = "do";
  }
  if (!on) ways.rematch = change;
  const alone = !table.shared && (host || own.length > 0);
  const turn = own.includes(actorOf(table)) && viewed === table.current;
  if (alone && table.phase === "playing" && turn && !table.thinking) ways.play_for_me = "do";
  // The rule of an opening says who decides and who exchanges colours.
  if (!table.opening) ways.hint = ways.play_for_me;
  if (alone && host && on && !table.opening) ways.swap = "do";
  if (host && table.thinking) ways.move_now = "do";
  return ways;
}
