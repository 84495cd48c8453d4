// What was solved of the lessons, remembered in the setting `tutorial.done`, by lesson.

/** @typedef {import("./lessons.js").Lesson} Lesson */

const DONE = "tutorial.done";

export class Progress {
  /** @param {import("../types.js").Settings} settings */
  constructor(settings) {
    this.settings = settings;
  }

  /** @returns {Record<string, unknown>} */
  all() {
    const all = this.settings.get(DONE);
    return all && typeof all === "object" ? all : {};
  }

  /** @param {Lesson} lesson @returns {number[]} numbers of the steps that were solved, from 0 */
  done(lesson) {
    const own = this.all()[lesson.name];
    return Array.isArray(own) ? own.filter((step) => step in lesson.steps) : [];
  }

  /** @param {Lesson} lesson @param {number} step */
  add(lesson, step) {
    const steps = [...new Set([...this.done(lesson), step])];
    this.settings.set(DONE, { ...this.all(), [lesson.name]: steps });
  }

  forget() {
    this.settings.set(DONE, {});
  }
}
