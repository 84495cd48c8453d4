// Names of games, players, moves and results in the language of the page. What the page has no word for is shown as the program
// says it.

import { hasText } from "../i18n.js";
import { infoOf, offered, sizeOf, withoutSize } from "./games.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */

/** The words of the page for a key, or those of the program. @param {App} app @param {string} key @param {string} fallback */
export const wordsOr = (app, key, fallback) => (hasText(key) ? app.text(key) : fallback);

/** @param {App} app @param {string} game @param {string} [title] as the program has it */
export function gameName(app, game, title = infoOf(app, game)?.title ?? game) {
  const name = wordsOr(app, `games.name.${withoutSize(game)}`, title);
  const size = sizeOf(game);
  return size ? app.text("games.sized", { game: name, width: size[0], height: size[1] }) : name;
}

/** @param {App} app @param {string} family */
export function familyName(app, family) {
  return wordsOr(app, `games.family.${family}`, offered(app, family)[0]?.title ?? family);
}

/** The player of a colour. @param {App} app @param {string} colour */
export const paintName = (app, colour) => wordsOr(app, `games.colour.${colour}`, colour);

/** The colour of a player. @param {App} app @param {import("../types.js").Position} position @param {number} player */
export function colourName(app, position, player) {
  return paintName(app, position.face.colours[player - 1]?.name ?? String(player));
}

/**
 * The name of the one who sits there, or what sits there; `short` says the level of the program alone.
 * @param {App} app @param {import("../types.js").Seat} seat @param {boolean} [short]
 */
export function seatName(app, seat, short = false) {
  if (seat.kind === "engine")
    return seat.name || app.program.hello()?.engines[seat.engine ?? 0] || app.text("shell.engine");
  if (seat.kind === "program" && seat.elo !== undefined && !short)
    return `${app.text("shell.program")} · ${strengthName(app, seat.level, seat.elo)}`;
  if (seat.kind === "program" && short) return levelName(app, seat.level ?? 20);
  if (seat.kind === "program") return `${app.text("shell.program")} · ${levelName(app, seat.level ?? 20)}`;
  return seat.name || app.text("shell.you");
}

/** The name of a player at a table; people without one are called by their colour, except you. @param {App} app @param {Table} table @param {number} player */
export function playerName(app, table, player) {
  const seat = table.seats[player - 1];
  const isOnlyMe = seat.yours && table.seats.filter((one) => one.yours && one.kind === "person").length === 1;
  if (seat.kind === "person" && !seat.name && !isOnlyMe) return colourName(app, table.position, player);
  return seatName(app, seat, table.seats.length > 2);
}

/** A program as strong as the person, who may be weaker than its weakest level. @param {App} app @param {number | undefined} level @param {number} elo */
const strengthName = (app, level, elo) =>
  app.text(level === 0 ? "shell.level.weakest" : "shell.level.mine", { elo });

/** A player of a saved game: a record has the program as `Quadriga` and its level. @param {App} app @param {string} name */
export function savedName(app, name) {
  const level = /^Quadriga (\d+)$/.exec(name)?.[1];
  return level === undefined ? name : `${app.text("shell.program")} · ${levelName(app, Number(level))}`;
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

/** What a screen reader says after a move. @param {App} app @param {Table} table */
export function describeMove(app, table) {
  const node = table.nodes.find((one) => one.id === table.current);
  if (!node) return "";
  const captured = table.position.last?.captured.length ?? 0;
  const said = app.text("shell.said.move", {
    player: colourName(app, table.position, node.player),
    move: node.move,
  });
  return captured ? `${said}, ${app.text("shell.said.captures", { count: captured })}` : said;
}

/** @param {App} app @param {string | undefined} reason */
export function reasonText(app, reason) {
  if (!reason) return "";
  return wordsOr(app, `games.reason.${reason.toLowerCase().replace(/[^a-z0-9]+/g, "_")}`, reason);
}

/** Who has won, and who alone has lost; 0: nobody. @param {string | undefined} outcome */
export function endOf(outcome) {
  const [, player, what] = /^p(\d)(win|loss)$/.exec(outcome ?? "") ?? [];
  return { winner: what === "win" ? Number(player) : 0, loser: what === "loss" ? Number(player) : 0 };
}

/**
 * What the end of a game is for these players; for nobody: for who looks on.
 * @param {Table} table @param {number[]} own
 * @returns {"won" | "lost" | "drawn"}
 */
export function endFor({ outcome }, own) {
  const { winner, loser } = endOf(outcome);
  if (winner) return own.length === 0 || own.includes(winner) ? "won" : "lost";
  return own.includes(loser) ? "lost" : "drawn";
}

/** Who has won or lost, and why, in one line. @param {App} app @param {Table} table */
export function resultOf(app, table) {
  const { winner, loser } = endOf(table.outcome);
  const reason = reasonText(app, table.reason);
  // Older records do not say who of more than two has given up.
  const isGivenUp = table.reason === "resigned" || table.reason === "time";
  const player = colourName(app, table.position, winner || loser);
  const result = winner
    ? app.text("shell.wins", { player })
    : loser
      ? app.text("shell.loses", { player })
      : app.text(isGivenUp ? "shell.nobody_wins" : "shell.draw");
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
