// How the tutorial looks: the list of lessons, and the panel of a step. What its buttons do is told by tutorial.js.

import { h } from "../shell/dom.js";
import { lessons, stepKey } from "./lessons.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("./lessons.js").Lesson} Lesson
 * @typedef {import("./progress.js").Progress} Progress
 */

/**
 * A button with the words of a key.
 * @param {App} app @param {string} key @param {() => void} act @param {string | null} [name] of its class
 */
const button = (app, key, act, name = null) =>
  h("button", { type: "button", class: name, onclick: act }, app.text(`tutorial.${key}`));

/**
 * @param {App} app @param {Progress} progress
 * @param {{open: (lesson: Lesson, index: number) => void, forget: () => void}} acts
 */
export function listView(app, progress, acts) {
  const rows = lessons.map((lesson) => lessonItem(app, lesson, progress.done(lesson), acts.open));
  const began = lessons.some((lesson) => progress.done(lesson).length > 0);
  return h(
    "div",
    { class: "tutorial" },
    h("h2", {}, app.text("tutorial.title")),
    h("p", { class: "soft" }, app.text("tutorial.about")),
    h("ul", { class: "tutorial-list" }, rows),
    began && button(app, "forget", acts.forget, "plain"),
  );
}

/**
 * A lesson of the list, which goes on with the first step that is not solved.
 * @param {App} app @param {Lesson} lesson @param {number[]} done @param {(lesson: Lesson, index: number) => void} open
 */
function lessonItem(app, lesson, done, open) {
  const next = lesson.steps.findIndex((_, index) => !done.includes(index));
  const dots = lesson.steps.map((_, index) => h("i", { class: done.includes(index) ? "done" : null }));
  const progress = app.text("tutorial.progress", { done: done.length, steps: lesson.steps.length });
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "tutorial-lesson", onclick: () => open(lesson, Math.max(next, 0)) },
      h("span", { class: "tutorial-name" }, app.text(`tutorial.${lesson.name}`)),
      h("span", { class: "tutorial-dots", "aria-hidden": "true" }, dots),
      h("span", { class: "tutorial-progress" }, progress),
    ),
  );
}

/**
 * A step of a lesson.
 * @param {App} app
 * @param {{lesson: Lesson, index: number, done: number[], solved: boolean, hints: number, said: HTMLElement}} state
 *   `said`: where it is said whether a move was right
 * @param {{open: (lesson: Lesson, index: number) => void, next: () => void, hint: () => void, playOn: () => void, leave: () => void}} acts
 */
export function stepView(app, state, acts) {
  const { lesson, index, solved } = state;
  const key = (/** @type {string} */ name) => app.text(stepKey(lesson, index, name));
  const next = index === lesson.steps.length - 1 ? "finish" : solved ? "next" : "skip";
  return h(
    "div",
    { class: "tutorial" },
    h(
      "div",
      { class: "tutorial-head" },
      h("h2", {}, app.text(`tutorial.${lesson.name}`)),
      button(app, "leave", acts.leave, "plain"),
    ),
    stepButtons(app, lesson, index, state.done, acts.open),
    h("h3", {}, key("title")),
    h("p", { class: "tutorial-task" }, key("task")),
    state.said,
    h(
      "div",
      { class: "row" },
      button(app, next, acts.next, solved ? "primary" : ""),
      !solved && button(app, state.hints ? "show" : "hint", acts.hint),
      button(app, "again", () => acts.open(lesson, index)),
      solved && button(app, "play_position", acts.playOn),
    ),
  );
}

/**
 * All steps of a lesson, by their numbers.
 * @param {App} app @param {Lesson} lesson @param {number} current @param {number[]} done
 * @param {(lesson: Lesson, index: number) => void} open
 */
function stepButtons(app, lesson, current, done, open) {
  const steps = lesson.steps.map((_, index) => {
    const title = app.text(stepKey(lesson, index, "title"));
    const state = done.includes(index) ? "step_done" : "step_open";
    const properties = {
      type: "button",
      class: `tutorial-step${done.includes(index) ? " done" : ""}`,
      "aria-current": index === current && "step",
      "aria-label": app.text(`tutorial.${state}`, { step: index + 1, title }),
      onclick: () => open(lesson, index),
    };
    return h("li", {}, h("button", properties, index + 1));
  });
  return h("ol", { class: "tutorial-steps" }, steps);
}
