// Which game the editor has on its board: the rules, the size of the board and the number of players.

import { h } from "../shell/dom.js";
import { infoOf, nameOfSize, offered, sizeOf } from "../shell/games.js";
import { gameName } from "../shell/words.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {Record<string, string | number | boolean>} Options
 * @typedef {(game: string, options: Options) => void} Choose
 */

/** @param {App} app @param {string} game @param {Options} options @param {Choose} choose */
export function rulesRow(app, game, options, choose) {
  const games = offered(app).map(({ name }) => name);
  const chosen = infoOf(app, game)?.name ?? game;
  const choices = [...new Set([...games, chosen])].map((name) =>
    h("option", { value: name, selected: name === chosen }, gameName(app, name)),
  );
  const list = h(
    "select",
    { "data-keep": "rules", "aria-label": app.text("study.game"), onchange: () => choose(list.value, {}) },
    choices,
  );
  return h(
    "div",
    { class: "row" },
    list,
    sizes(app, game, options, choose),
    players(app, game, options, choose),
  );
}

/** A number of the rules. @param {App} app @param {string} name @param {number} value @param {[number, number]} range @param {(value: number) => void} act */
function number(app, name, value, [min, max], act) {
  const input = h("input", {
    type: "number",
    "data-keep": name,
    min,
    max,
    value: String(value),
    onchange: () => act(Math.min(Math.max(Number(input.value) || min, min), max)),
  });
  return h("label", { class: "editor-number" }, app.text(`study.${name}`), input);
}

/** The size of the board, of a game that has several. @param {App} app @param {string} game @param {Options} options @param {Choose} choose */
function sizes(app, game, options, choose) {
  const info = infoOf(app, game);
  const board = info?.board;
  if (!info || !board) return [];
  /** @type {[number, number]} */
  const range = [board.min, board.max];
  const { option } = board;
  if (option) {
    const side = Number(options[option] ?? board.width);
    return [number(app, "size", side, range, (value) => choose(game, { [option]: value }))];
  }
  const [width, height] = sizeOf(game) ?? [board.width, board.height];
  const resize = (/** @type {number} */ x, /** @type {number} */ y) => choose(nameOfSize(info, x, y), {});
  return [
    number(app, "width", width, range, (value) => resize(value, height)),
    number(app, "height", height, range, (value) => resize(width, value)),
  ];
}

/** The number of players, of a game for several. @param {App} app @param {string} game @param {Options} options @param {Choose} choose */
function players(app, game, options, choose) {
  const range = infoOf(app, game)?.players ?? [2, 2];
  if (range[0] >= range[1]) return null;
  const count = Number(options.Players ?? range[0]);
  return number(app, "players", count, range, (value) => choose(game, { ...options, Players: value }));
}
