// The tutorial: a list of lessons, and a lesson step by step on the borrowed board. The program makes the positions and the
// legal moves (`compose`); the page only compares a move with the answers of the step. What was solved is remembered in the
// setting `tutorial.done`, by lesson; every step can be played again at any time, in any order.

import { fill, h } from "../shell/dom.js";
import { lessons, stepKey } from "./lessons.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").Path} Path
 * @typedef {import("./lessons.js").Lesson} Lesson
 * @typedef {import("./lessons.js").Step} Step
 */

const DONE = "tutorial.done";
/** Who plays on from a position. */
const LEVEL = 8;

/** @param {Step} step @param {string[]} played */
const queryOf = (step, played) => ({
  game: step.game,
  options: step.options ?? {},
  ...(step.fen ? { fen: step.fen } : {}),
  moves: [...(step.moves ?? []), ...played],
});

class Tutorial {
  /** @param {App} app @param {HTMLElement} element */
  constructor(app, element) {
    this.app = app;
    this.element = element;
    /** @type {ReturnType<App["board"]["borrow"]> | null} */
    this.loan = null;
    /** @type {Lesson | null} */
    this.lesson = null;
    this.index = 0;
    /** @type {Position | null} the position that the task is about */
    this.start = null;
    this.solved = false;
    this.hints = 0;
    /** Counts what is shown: an answer to an older question is dropped. */
    this.turn = 0;
    this.said = h("p", { class: "tutorial-said", role: "status" });
    this.draw();
  }

  /** @param {string} key @param {Record<string, string | number>} [values] */
  text(key, values) {
    return this.app.text(`tutorial.${key}`, values);
  }

  /** @param {Lesson} lesson @returns {number[]} numbers of the steps that were solved, from 0 */
  done(lesson) {
    const all = this.app.settings.get(DONE);
    const own = all && typeof all === "object" ? all[lesson.name] : null;
    return Array.isArray(own) ? own.filter((step) => step in lesson.steps) : [];
  }

  /** @param {Lesson} lesson @param {number[]} steps */
  remember(lesson, steps) {
    const all = this.app.settings.get(DONE);
    this.app.settings.set(DONE, { ...(all && typeof all === "object" ? all : {}), [lesson.name]: steps });
  }

  draw() {
    if (this.lesson) this.drawStep(this.lesson);
    else this.drawList();
  }

  drawList() {
    const rows = lessons.map((lesson) => {
      const done = this.done(lesson);
      const next = lesson.steps.findIndex((_, index) => !done.includes(index));
      const progress = this.text("progress", { done: done.length, steps: lesson.steps.length });
      return h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "tutorial-lesson", onclick: () => this.open(lesson, Math.max(next, 0)) },
          h("span", { class: "tutorial-name" }, this.text(lesson.name)),
          h(
            "span",
            { class: "tutorial-dots", "aria-hidden": "true" },
            lesson.steps.map((_, index) => h("i", { class: done.includes(index) ? "done" : null })),
          ),
          h("span", { class: "tutorial-progress" }, progress),
        ),
      );
    });
    const began = lessons.some((lesson) => this.done(lesson).length > 0);
    fill(
      this.element,
      h(
        "div",
        { class: "tutorial" },
        h("h2", {}, this.text("title")),
        h("p", { class: "soft" }, this.text("about")),
        h("ul", { class: "tutorial-list" }, rows),
        began &&
          h("button", { type: "button", class: "plain", onclick: () => this.forget() }, this.text("forget")),
      ),
    );
  }

  forget() {
    this.app.settings.set(DONE, {});
    this.drawList();
  }

  /** @param {Lesson} lesson */
  drawStep(lesson) {
    const key = (/** @type {string} */ name) => this.app.text(stepKey(lesson, this.index, name));
    fill(
      this.element,
      h(
        "div",
        { class: "tutorial" },
        h(
          "div",
          { class: "tutorial-head" },
          h("h2", {}, this.text(lesson.name)),
          this.button("leave", () => this.leave(), "plain"),
        ),
        this.stepButtons(lesson),
        h("h3", {}, key("title")),
        h("p", { class: "tutorial-task" }, key("task")),
        this.said,
        this.stepActions(lesson),
      ),
    );
  }

  /** @param {string} key @param {() => void} act @param {string | null} [name] of its class */
  button(key, act, name = null) {
    return h("button", { type: "button", class: name, onclick: act }, this.text(key));
  }

  /** All steps of a lesson, by their numbers. @param {Lesson} lesson */
  stepButtons(lesson) {
    const done = this.done(lesson);
    const steps = lesson.steps.map((_, index) => {
      const title = this.app.text(stepKey(lesson, index, "title"));
      const state = done.includes(index) ? "step_done" : "step_open";
      const button = {
        type: "button",
        class: `tutorial-step${done.includes(index) ? " done" : ""}`,
        "aria-current": index === this.index && "step",
        "aria-label": this.text(state, { step: index + 1, title }),
        onclick: () => this.open(lesson, index),
      };
      return h("li", {}, h("button", button, index + 1));
    });
    return h("ol", { class: "tutorial-steps" }, steps);
  }

  /** What can be done with a step. @param {Lesson} lesson */
  stepActions(lesson) {
    const { solved } = this;
    const last = this.index === lesson.steps.length - 1;
    const next = last ? "finish" : solved ? "next" : "skip";
    return h(
      "div",
      { class: "row" },
      this.button(next, () => this.next(lesson), solved ? "primary" : ""),
      !solved && this.button(this.hints ? "show" : "hint", () => this.hint(lesson)),
      this.button("again", () => this.open(lesson, this.index)),
      solved && this.button("play_position", () => this.playOn(lesson)),
    );
  }

  /** @param {string} words @param {"" | "good" | "bad"} [tone] */
  say(words, tone = "") {
    const mark = { "": "", good: "✓ ", bad: "✗ " }[tone];
    this.said.className = `tutorial-said ${tone}`;
    fill(this.said, words && mark && h("span", { "aria-hidden": "true" }, mark), words);
  }

  /** Shows a step from its beginning. @param {Lesson} lesson @param {number} index */
  async open(lesson, index) {
    Object.assign(this, { lesson, index, solved: false, hints: 0, start: null });
    const turn = ++this.turn;
    this.say("");
    this.drawStep(lesson);
    this.element.querySelector("h3")?.scrollIntoView({ block: "nearest" });
    const position = await this.ask(lesson.steps[index], []);
    if (!position || turn !== this.turn) return;
    this.start = position;
    const loan = this.app.board.borrow();
    this.loan = loan;
    loan.events.move = (move) => this.answer(lesson, move);
    loan.events.refused = (reason, values) => {
      this.app.sound("illegal");
      this.say(this.app.text(reason, values), "bad");
    };
    await this.show(position, null, true);
    loan.board.marks([]);
  }

  /** @param {Step} step @param {string[]} played @returns {Promise<Position | null>} */
  async ask(step, played) {
    try {
      return (await this.app.connection.ask("compose", queryOf(step, played))).position;
    } catch (error) {
      this.say(this.text("failed", { reason: /** @type {Error} */ (error).message }), "bad");
      return null;
    }
  }

  /** @param {Position} position @param {Path | null} animate @param {boolean} interactive */
  async show(position, animate, interactive) {
    const { settings } = this.app;
    await this.loan?.board.show(position, {
      interactive,
      animate,
      bottom: this.start?.player ?? 0,
      mirrored: false,
      coordinates: true,
      confirm: settings.get("confirm") === "on",
    });
  }

  /** @param {Lesson} lesson @param {string} move */
  async answer(lesson, move) {
    const step = lesson.steps[this.index];
    if (!this.start || this.solved) return;
    if (!step.answers.includes(move)) {
      const own = `wrong.${move}` in step.words.en ? `wrong.${move}` : "wrong";
      this.app.sound("illegal");
      this.say(this.app.text(stepKey(lesson, this.index, own)), "bad");
      await this.show(this.start, null, true);
      return;
    }
    this.solved = true;
    this.remember(lesson, [...new Set([...this.done(lesson), this.index])]);
    this.loan?.board.marks([]);
    this.say(this.app.text(stepKey(lesson, this.index, "good")), "good");
    this.drawStep(lesson);
    await this.play(step, [move, ...(step.then?.[move] ?? [])]);
  }

  /** Shows moves one after another. @param {Step} step @param {string[]} moves */
  async play(step, moves) {
    const turn = this.turn;
    for (let count = 1; count <= moves.length; count++) {
      const position = await this.ask(step, moves.slice(0, count));
      if (!position || turn !== this.turn) return;
      this.app.sound(position.outcome ? "win" : position.last?.captured.length ? "capture" : "move");
      await this.show(position, position.last ?? null, false);
    }
  }

  /** First in words, then on the board. @param {Lesson} lesson */
  hint(lesson) {
    this.hints += 1;
    this.say(this.app.text(stepKey(lesson, this.index, "hint")));
    if (this.hints > 1) {
      const { answers } = lesson.steps[this.index];
      const paths = this.start?.paths?.filter(({ move }) => answers.includes(move)) ?? [];
      this.loan?.board.marks(paths.map(({ cells }) => ({ kind: "arrow", cells, strength: 1 })));
    }
    this.drawStep(lesson);
  }

  /** Makes a game of the position of the task, against the program. @param {Lesson} lesson */
  async playOn(lesson) {
    const { start } = this;
    if (!start) return;
    const seats = Array.from({ length: start.players }, (_, index) =>
      index + 1 === start.player
        ? { kind: /** @type {const} */ ("person") }
        : { kind: /** @type {const} */ ("program"), level: LEVEL },
    );
    const position = queryOf(lesson.steps[this.index], []);
    this.leave();
    await this.app.screens.create({ ...position, seats });
    this.app.screens.go("table", "game");
  }

  /** @param {Lesson} lesson */
  next(lesson) {
    if (this.index + 1 < lesson.steps.length) void this.open(lesson, this.index + 1);
    else this.leave();
  }

  leave() {
    this.turn += 1;
    this.lesson = null;
    this.loan?.giveBack();
    this.loan = null;
    this.drawList();
    /** @type {HTMLElement | null} */ (this.element.querySelector("button"))?.focus();
  }
}

/** The panel of the tutorial. @param {App} app @param {HTMLElement} element */
export function mount(app, element) {
  const tutorial = new Tutorial(app, element);
  element.addEventListener("panelhide", () => (tutorial.loan = null));
  element.addEventListener("panelshow", () => {
    if (tutorial.lesson) void tutorial.open(tutorial.lesson, tutorial.index);
  });
  let language = app.text("tutorial.title");
  app.onChange(() => {
    if (app.text("tutorial.title") === language) return;
    language = app.text("tutorial.title");
    tutorial.say("");
    tutorial.draw();
  });
}
