// What a score means: as a number of the first player's view, as a short text for a cell, in words, and as expected points.
// Scores come for the player to move. With two players all numbers are told from the first player's view, as the records have
// them; with more players they stay those of the player to move, because there is no other side.

import { colourName } from "../shell/words.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Score} Score
 * @typedef {import("../types.js").Position} Position
 */

const MINUS = "\u2212";
/** Below this many hundredths nobody is better. */
const EQUAL_CP = 15;
/** Above this many the game is decided: a table of endgames knows it, without the number of moves. */
const DECIDED_CP = 28000;

/** +1 or -1: from the player to move to the first player. @param {Position} position */
const side = (position) => (position.players === 2 && position.player === 2 ? -1 : 1);

/** @param {number} number with its sign @param {string} text without */
const signed = (number, text) => (number > 0 ? `+${text}` : number < 0 ? MINUS + text : text);

/** The score for lists: `+0.35`, `+#5` for a win in five, `+#` for one that is known, `=` for a proved draw. @param {Score} score @param {Position} position */
export function scoreText(score, position) {
  const bound = score.bound ? { lower: "≥", upper: "≤" }[score.bound] : "";
  if (score.mate !== undefined) {
    const winning = (score.mate > 0 ? 1 : -1) * side(position);
    return `${winning < 0 ? MINUS : "+"}#${Math.abs(score.mate)}`;
  }
  const cp = (score.cp ?? 0) * side(position);
  if (score.proved && cp === 0) return "=";
  if (Math.abs(cp) > DECIDED_CP) return signed(cp, "#");
  const turned = side(position) < 0 && bound ? { "≥": "≤", "≤": "≥" }[bound] : bound;
  return `${turned}${signed(cp, (Math.abs(cp) / 100).toFixed(2))}`;
}

/** The score in a sentence. @param {App} app @param {Score} score @param {Position} position */
export function scoreWords(app, score, position) {
  const other = (position.player % position.players) + 1;
  const name = (/** @type {number} */ player) => colourName(app, position, player);
  if (score.mate !== undefined) {
    const [player, n] = score.mate > 0 ? [position.player, score.mate] : [other, -score.mate];
    if (position.players > 2 && score.mate <= 0)
      return app.text("study.loses", { player: name(position.player) });
    return app.text(score.proved ? "study.wins_proved" : "study.wins", { player: name(player), n });
  }
  const cp = score.cp ?? 0;
  if (score.proved && cp === 0) return app.text("study.draw_proved");
  if (position.players > 2)
    return app.text("study.value_of", { player: name(position.player), value: scoreText(score, position) });
  if (Math.abs(cp) < EQUAL_CP) return app.text("study.equal");
  if (Math.abs(cp) > DECIDED_CP)
    return app.text("study.wins_known", { player: name(cp > 0 ? position.player : other) });
  return app.text("study.better", {
    player: name(cp > 0 ? position.player : other),
    value: (Math.abs(cp) / 100).toFixed(2),
  });
}

/**
 * A move's value on a cell, for the player who would make it.
 * @param {App} app @param {Score} score
 * @returns {{text: string, tone: "win" | "draw" | "loss" | "plain"}}
 */
export function cellValue(app, score) {
  const cp = score.cp ?? 0;
  if (score.mate !== undefined || Math.abs(cp) > DECIDED_CP) {
    const won = (score.mate ?? cp) > 0;
    const n = score.mate === undefined ? "" : Math.abs(score.mate);
    return { text: app.text(won ? "study.cell_win" : "study.cell_loss", { n }), tone: won ? "win" : "loss" };
  }
  if (score.proved && cp === 0) return { text: app.text("study.cell_draw"), tone: "draw" };
  return { text: signed(Math.round(cp / 10), (Math.abs(cp) / 100).toFixed(1)), tone: "plain" };
}

/**
 * Expected points of the player to move, 0 to 1.
 * @param {{score: Score, wdl?: [number, number, number], outcome?: string, player?: number}} record
 */
export function expectation({ score, wdl, outcome, player }) {
  if (outcome) return outcome === "draw" ? 0.5 : outcome === `p${player}win` ? 1 : 0;
  if (wdl) return (wdl[0] + wdl[1] / 2) / 1000;
  if (score.mate !== undefined) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-(score.cp ?? 0) / 180));
}

/** Expected points of the first player of two. @param {Parameters<typeof expectation>[0]} record @param {number} player to move */
export function firstShare(record, player) {
  const own = expectation({ ...record, player });
  return player === 1 ? own : 1 - own;
}

/** @param {number} count @returns {string} `12.3k`, `4.1M` */
export function shortCount(count) {
  if (count < 1000) return String(Math.round(count));
  const [value, unit] =
    count < 1e6 ? [count / 1e3, "k"] : count < 1e9 ? [count / 1e6, "M"] : [count / 1e9, "G"];
  return `${value < 100 ? value.toFixed(1) : Math.round(value)}${unit}`;
}
