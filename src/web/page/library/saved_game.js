// What is shown of a saved game, in the columns of a list or in one line, and how it is opened.

import { currentLanguage } from "../i18n.js";
import { endOf, gameName, reasonText, savedName } from "../shell/words.js";

/** @typedef {import("../types.js").App} App */
/**
 * @typedef {{
 *   id: string, kind: "played" | "imported", game: string, title: string, names: string[], own?: number, moves: number,
 *   date?: string, event?: string, site?: string, round?: string, opening?: string, began: number, changed: number,
 *   result?: string, damaged?: string,
 * }} SavedGame
 */
/** @typedef {{name: string, order: string, text: (app: App, game: SavedGame) => string, alone?: (app: App, game: SavedGame) => string}} Column `alone`: without a heading */

/** A number with its thousands apart. @param {number} count */
export const countText = (count) =>
  new Intl.NumberFormat(currentLanguage() === "zh" ? "zh-CN" : "en-GB").format(count);

/** @param {number} ms since 1970 */
export function dateText(ms) {
  return new Intl.DateTimeFormat(currentLanguage() === "zh" ? "zh-CN" : "en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(ms);
}

/** Who played there. @param {App} app @param {SavedGame} game @param {number} index */
function playerText(app, { names, own }, index) {
  if (own === index + 1) return names[index] || app.text("shell.you");
  return savedName(app, names[index] ?? "");
}

/** Who played, each once. @param {App} app @param {SavedGame} game */
export function playersText(app, game) {
  const names = game.names.map((_, index) => playerText(app, game, index));
  return [...new Set(names.filter(Boolean))].join(" – ");
}

/** @param {App} app @param {SavedGame} game */
export function resultText(app, game) {
  if (!game.result) return game.damaged && !game.game ? "" : app.text("shell.unfinished");
  const { winner, loser } = endOf(game.result);
  if (game.own && game.own === winner) return app.text("library.you_won");
  if (game.own && (winner || game.own === loser)) return app.text("library.you_lost");
  if (winner && game.names.length === 2 && !game.names[winner - 1])
    return app.text(winner === 1 ? "library.first_won" : "library.second_won");
  const name = savedName(app, game.names[(winner || loser) - 1] ?? "") || winner || loser;
  if (winner) return app.text("shell.won_by", { name });
  if (loser) return app.text("shell.lost_by", { name });
  if (game.result === "draw") return app.text("shell.draw");
  return app.text("shell.result", {
    result: app.text("shell.nobody_wins"),
    reason: reasonText(app, game.result),
  });
}

/** @param {App} app @param {SavedGame} game */
function eventText(app, { event, site, round }) {
  const where = [event, site].filter(Boolean).join(", ");
  return where && round ? app.text("library.round", { event: where, round }) : where;
}

/** @param {App} app @param {SavedGame} game */
const movesText = (app, { moves }) =>
  app.text(moves === 1 ? "shell.one_move" : "shell.moves_count", { count: moves });

/** The names of the players, or what stands for them. @param {App} app @param {SavedGame} game */
const titleText = (app, game) =>
  playersText(app, game) || app.text(game.game ? "library.unnamed" : "shell.unreadable");

/** @type {Column[]} */
const COMMON = [
  { name: "players", order: "players", text: titleText },
  { name: "game", order: "game", text: (app, { game, title }) => (game ? gameName(app, game, title) : "") },
  { name: "result", order: "result", text: resultText },
];
/** @type {Column[]} */
const PLAYED = [{ name: "date", order: "changed", text: (_app, { changed }) => dateText(changed) }];
/** @type {Column[]} */
const IMPORTED = [
  { name: "date", order: "date", text: (_app, { date }) => date ?? "" },
  { name: "event", order: "event", text: eventText },
];
/** @type {Column[]} */
const LAST = [
  { name: "opening", order: "opening", text: (_app, { opening }) => opening ?? "" },
  { name: "moves", order: "moves", text: (_app, { moves }) => String(moves), alone: movesText },
];

/** @param {"played" | "imported"} kind @returns {Column[]} */
export const columnsOf = (kind) => [...COMMON, ...(kind === "played" ? PLAYED : IMPORTED), ...LAST];

/** What is known of a game beside its players, in one line. @param {App} app @param {SavedGame} game @param {Column[]} columns */
export const summary = (app, game, columns) =>
  columns
    .map((column) => (column.alone ?? column.text)(app, game))
    .filter(Boolean)
    .join(" · ");

/**
 * Opens it. A game that is over, or comes from a file, is read from its first position; any other goes on.
 * @param {App} app @param {SavedGame} game
 */
export function openGame(app, { id, kind, result }) {
  app.screens.open(id, kind === "imported" || !!result);
}
