// The list of lessons, and what a lesson is. A lesson has six steps; a step is a position, a task, and the moves that solve it.
// The moves are true by test: tests/board/unit/lessons.test.js asks the program whether each goal holds.

import { lesson as connect4 } from "./lessons/connect4.js";
import { lesson as gomoku } from "./lessons/gomoku.js";
import { lesson as renju } from "./lessons/renju.js";
import { lesson as draughts } from "./lessons/draughts.js";
import { lesson as draughts8 } from "./lessons/draughts8.js";
import { lesson as chinesecheckers } from "./lessons/chinesecheckers.js";

/**
 * What is true of the answers:
 * - `win`: each wins in at most `moves` moves of the player, no other move does;
 * - `save`: every other move loses in at most `moves` moves of the opponent, none of the answers does;
 * - `best`: each is better than every other move by `gap` hundredths;
 * - `only`: they are all legal moves there are;
 * - `some`: they are legal, and there are others.
 * @typedef {{kind: "win" | "save", moves: number} | {kind: "best", gap: number} | {kind: "only" | "some"}} Goal
 *
 * The words of a step: `wrong.MOVE` is told for that move, `wrong` for all others.
 * @typedef {{title: string, task: string, hint: string, good: string, wrong: string, [wrongMove: string]: string}} StepWords
 *
 * `then`: for an answer, the moves that are shown after it.
 * @typedef {object} Step
 * @property {string} game
 * @property {Record<string, string | number | boolean>} [options]
 * @property {string} [fen] the position it begins with; left out: the start position
 * @property {string[]} [moves] from there
 * @property {string[]} answers
 * @property {Goal} goal
 * @property {Record<string, string[]>} [then]
 * @property {{en: StepWords, zh: StepWords}} words
 *
 * @typedef {{name: string, family: string, words: {en: string, zh: string}, steps: Step[]}} Lesson
 */

/** @type {Lesson[]} */
export const lessons = [connect4, gomoku, renju, draughts, draughts8, chinesecheckers];

/** The key of a text of a step. @param {Lesson} lesson @param {number} step from 0 @param {string} name */
export const stepKey = (lesson, step, name) => `tutorial.${lesson.name}.${step + 1}.${name}`;

/** The words of all lessons as flat keys. @param {"en" | "zh"} language @returns {Record<string, string>} */
export function lessonWords(language) {
  /** @type {Record<string, string>} */
  const flat = {};
  for (const lesson of lessons) {
    flat[`tutorial.${lesson.name}`] = lesson.words[language];
    lesson.steps.forEach((step, index) => {
      for (const [name, words] of Object.entries(step.words[language]))
        flat[stepKey(lesson, index, name)] = words;
    });
  }
  return flat;
}
