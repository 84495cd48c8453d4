// What players at two machines agree on: the words of an offer, and how it is made, answered and withdrawn.

import { ownPlayers } from "./players.js";
import { playerName } from "./words.js";
import { waysOf } from "./ways.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */

/** What this window may do now. @param {App} app */
export function waysHere(app) {
  const host = !!app.program.hello()?.rights.host;
  return waysOf(app.game.table(), { host, online: app.program.online(), viewed: app.game.viewed() });
}

/** An open offer that this window answers. @param {Table} table */
export function offerToAnswer(table) {
  const own = ownPlayers(table);
  return table.offer?.waits_for.some((player) => own.includes(player)) ? table.offer : null;
}

/** An open offer of this window, which others answer. @param {Table} table */
export function ownOffer(table) {
  const { offer } = table;
  return offer && !offerToAnswer(table) && ownPlayers(table).includes(offer.player) ? offer : null;
}

/** The kind of an offer in the words of the page: to go to the start is to begin again. @param {import("../types.js").Offer} offer */
export const kindOf = ({ kind, node }) => (kind === "goto" && node === 0 ? "restart" : kind);

/** What is offered, and by whom. @param {App} app @param {Table} table @param {import("../types.js").Offer} offer */
export function offerText(app, table, offer) {
  return app.text(`guests.offered.${kindOf(offer)}`, { player: playerName(app, table, offer.player) });
}

/** What became of an offer that ended: declined or withdrawn. @param {App} app @param {Table} table the one before @param {number} by */
export function endedText(app, table, by) {
  const { offer } = table;
  if (!offer) return "";
  const player = playerName(app, table, by);
  if (by === offer.player) return app.text("guests.withdrawn", { player });
  return app.text(`guests.declined.${kindOf(offer)}`, { player });
}

/**
 * Does something, or offers it to the others.
 * @param {App} app @param {"undo" | "redo" | "goto" | "pause" | "resume"} what @param {{node?: number}} [fields]
 */
export function doOrOffer(app, what, fields = {}) {
  const way = waysHere(app)[what];
  if (way === "do") void app.run(what, fields);
  if (way === "offer") void app.run("offer", { kind: what, ...fields });
}

/** Begins the game of this table again, if the others agree. @param {App} app */
export const offerRestart = (app) => void app.run("offer", { kind: "goto", node: 0 });

/** Agrees or declines; of one's own offer: withdraws it. @param {App} app @param {boolean} accept */
export const answer = (app, accept) => void app.run("answer", { accept });
