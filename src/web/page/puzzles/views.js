// How puzzles look: the list of games, and the panel of a puzzle. What the buttons do is told by puzzles.js.

import { h } from "../shell/dom.js";
import { ratingText } from "../shell/rating.js";
import { familyName, gameName } from "../shell/words.js";
import { taskWords } from "./words.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Puzzle} Puzzle
 * @typedef {import("../types.js").PuzzleGame} PuzzleGame
 * @typedef {import("../types.js").PuzzleList} PuzzleList
 * @typedef {import("./solving.js").Solving} Solving
 */

/** @param {App} app @param {string} key @param {() => void} act @param {string} [name] of its class */
const button = (app, key, act, name = "") =>
  h(
    "button",
    { type: "button", class: name || null, "data-keep": key, onclick: act },
    app.text(`puzzles.${key}`),
  );

/**
 * @param {App} app @param {PuzzleList | null} list @param {number} ofGame number of puzzles of the game on the screen
 * @param {{family: (family: string) => void, daily: () => void, game: () => void}} acts
 * @returns {(Node | false)[]}
 */
export function listView(app, list, ofGame, acts) {
  const daily = !!list?.daily && [
    h("span", { class: "puzzles-name" }, app.text("puzzles.daily")),
    h(
      "span",
      { class: "puzzles-state" },
      app.text(list.daily_done ? "puzzles.daily_done" : "puzzles.daily_new"),
    ),
  ];
  const item = (/** @type {string} */ keep, /** @type {() => void} */ act, /** @type {Node[]} */ words) =>
    h("button", { type: "button", class: "puzzles-item", "data-keep": keep, onclick: act }, words);
  return [
    h("h2", {}, app.text("puzzles.title")),
    h("p", { class: "soft" }, app.text(list?.games.length === 0 ? "puzzles.none" : "puzzles.about")),
    ofGame > 0 && item("game", acts.game, [h("span", { class: "puzzles-name" }, ofGameWords(app, ofGame))]),
    daily && item("daily", acts.daily, daily),
    !!list?.games.length &&
      h(
        "ul",
        { class: "puzzles-list" },
        list.games.map((game) =>
          h(
            "li",
            {},
            item(game.family, () => acts.family(game.family), gameWords(app, game)),
          ),
        ),
      ),
    !!list &&
      list.streak > 1 &&
      h("p", { class: "puzzles-streak" }, app.text("puzzles.streak", { n: list.streak })),
  ];
}

/** How many puzzles the game on the screen has. @param {App} app @param {number} n */
export const ofGameWords = (app, n) => app.text(n === 1 ? "puzzles.one_of_game" : "puzzles.of_game", { n });

/** A game of the list. @param {App} app @param {PuzzleGame} game */
function gameWords(app, { family, solved, count, rating }) {
  return [
    h("span", { class: "puzzles-name" }, familyName(app, family)),
    h("span", { class: "puzzles-state" }, app.text("puzzles.solved_of", { solved, count })),
    h("span", { class: "puzzles-rating" }, ratingText(app, rating)),
  ];
}

/**
 * The head of a puzzle: where it comes from, what is to be done, how far one is.
 * @param {App} app @param {Puzzle} puzzle @param {string} title @param {Solving} solving @param {() => void} leave
 * @returns {Node[]}
 */
export function headView(app, puzzle, title, solving, leave) {
  const found = Math.ceil(solving.played.length / 2);
  const dots = Array.from({ length: puzzle.moves }, (_, index) =>
    h("i", { class: index < found ? "done" : null }),
  );
  const game = gameName(app, puzzle.game);
  const facts = [
    game === title ? "" : game,
    app.text("puzzles.rating", { rating: puzzle.rating }),
    puzzle.solved === undefined ? "" : app.text(puzzle.solved ? "puzzles.was_solved" : "puzzles.was_tried"),
  ];
  return [
    h("div", { class: "puzzles-head" }, h("h2", {}, title), button(app, "leave", leave, "plain")),
    h("h3", {}, taskWords(app, puzzle)),
    h(
      "p",
      { class: "puzzles-facts" },
      h("span", {}, facts.filter(Boolean).join(" · ")),
      puzzle.moves > 1 && h("span", { class: "puzzles-dots", "aria-hidden": "true" }, dots),
    ),
  ];
}

/**
 * The buttons of a puzzle.
 * @param {App} app @param {Solving} solving @param {boolean} last of the puzzles of a game
 * @param {{next: () => void, hint: () => void, solution: () => void, retry: () => void, again: () => void, playOn: () => void}} acts
 * @returns {(Node | false)[]}
 */
export function buttonsView(app, solving, last, acts) {
  const { state, hints } = solving;
  const done = state === "solved" || state === "shown";
  const next = last ? "finish" : done ? "next" : "skip";
  return [
    state === "refuted" && button(app, "retry", acts.retry, "primary"),
    done && button(app, next, acts.next, "primary"),
    !done && hints < 2 && button(app, hints ? "hint_more" : "hint", acts.hint),
    !done && button(app, "solution", acts.solution),
    done && button(app, solving.position?.outcome ? "play_position" : "play_on", acts.playOn),
    done && button(app, "again", acts.again),
    !done && button(app, next, acts.next),
  ];
}
