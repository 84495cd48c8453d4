// Names of games, players, moves and results in the language of the page. What the page has no word for is shown as the program
// says it.

import { hasText } from "../i18n.js";

/** @typedef {import("../types.js").Shell} Shell */
/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */

/** @param {App} app @param {string} game @param {string} fallback */
export function gameName(app, game, fallback = game) {
  const size = /^connect4-(\d+)x(\d+)$/.exec(game);
  if (size) return app.text("games.connect4_sized", { width: size[1], height: size[2] });
  return hasText(`games.name.${game}`) ? app.text(`games.name.${game}`) : fallback;
}

/** The colour of a player. @param {App} app @param {import("../types.js").Position} position @param {number} player */
export function colourName(app, position, player) {
  const name = position.face.colours[player - 1]?.name ?? String(player);
  const key = `games.colour.${name}`;
  return hasText(key) ? app.text(key) : name;
}

/**
 * The name of the one who sits there, or what sits there; `short` says the level of the program alone.
 * @param {Shell} app @param {import("../types.js").Seat} seat @param {boolean} [short]
 */
export function seatName(app, seat, short = false) {
  if (seat.kind === "engine") return seat.name || app.hello()?.engines[seat.engine ?? 0] || app.text("shell.engine");
  if (seat.kind === "program" && seat.elo !== undefined && !short)
    return `${app.text("shell.program")} · ${app.text("shell.level.mine", { elo: seat.elo })}`;
  if (seat.kind === "program" && short) return levelName(app, seat.level ?? 20);
  if (seat.kind === "program") return `${app.text("shell.program")} · ${levelName(app, seat.level ?? 20)}`;
  if (seat.name) return seat.name;
  return seat.yours && !seat.remote ? app.text("shell.you") : app.text("shell.guest");
}

/** The five levels that have names. */
export const LEVELS = [
  { name: "beginner", level: 1 },
  { name: "easy", level: 4 },
  { name: "medium", level: 8 },
  { name: "hard", level: 14 },
  { name: "full", level: 20 },
];

/** @param {App} app @param {number} level */
export function levelName(app, level) {
  const named = LEVELS.find((one) => one.level === level);
  return named ? app.text(`shell.level.${named.name}`) : app.text("shell.level.number", { level });
}

/** What a screen reader says after a move. @param {Shell} app @param {Table} table */
export function describeMove(app, table) {
  const node = table.nodes.find((one) => one.id === table.current);
  if (!node) return "";
  const captured = table.position.last?.captured.length ?? 0;
  const said = app.text("shell.said.move", { player: colourName(app, table.position, node.player), move: node.move });
  return captured ? `${said}, ${app.text("shell.said.captures", { count: captured })}` : said;
}

/** @param {App} app @param {string | undefined} reason */
export function reasonText(app, reason) {
  if (!reason) return "";
  const key = `games.reason.${reason.toLowerCase().replace(/[^a-z0-9]+/g, "_")}`;
  return hasText(key) ? app.text(key) : reason;
}

/** Who has won and why, in one line. @param {Shell} app @param {Table} table */
export function resultOf(app, table) {
  const winner = Number(/^p(\d)win$/.exec(table.outcome ?? "")?.[1] ?? 0);
  const reason = reasonText(app, table.reason);
  const result = winner ? app.text("shell.wins", { player: colourName(app, table.position, winner) }) : app.text("shell.draw");
  return reason ? app.text("shell.result", { result, reason }) : result;
}

/** A time for a clock: minutes and seconds, tenths in the last ten seconds. @param {number} ms */
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < 10000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3600);
  const [minutes, rest] = parts.map((part) => String(part).padStart(2, "0"));
  return hours ? `${hours}:${minutes}:${rest}` : `${Math.floor(seconds / 60)}:${rest}`;
}
