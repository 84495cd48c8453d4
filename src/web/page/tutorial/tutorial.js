// The tutorial: a list of lessons, and a lesson step by step on the borrowed board. The program makes the positions and the
// legal moves (`compose`); the page only compares a move with the answers of the step. What was solved is remembered
// (progress.js); every step can be played again at any time, in any order.

import { fill, h, isSeen } from "../shell/dom.js";
import { stepKey } from "./lessons.js";
import { Progress } from "./progress.js";
import { listView, stepView } from "./views.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").Path} Path
 * @typedef {import("./lessons.js").Lesson} Lesson
 * @typedef {import("./lessons.js").Step} Step
 */

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
    this.progress = new Progress(app.settings);
    this.said = h("p", { class: "tutorial-said", role: "status" });
    this.draw();
  }

  /** @param {string} key @param {Record<string, string | number>} [values] */
  text(key, values) {
    return this.app.text(`tutorial.${key}`, values);
  }

  draw() {
    if (this.lesson) this.drawStep(this.lesson);
    else this.drawList();
  }

  drawList() {
    const open = (/** @type {Lesson} */ lesson, /** @type {number} */ index) => void this.open(lesson, index);
    const forget = () => {
      this.progress.forget();
      this.drawList();
    };
    fill(this.element, listView(this.app, this.progress, { open, forget }));
  }

  /** @param {Lesson} lesson */
  drawStep(lesson) {
    const { index, solved, hints, said } = this;
    const state = { lesson, index, solved, hints, said, done: this.progress.done(lesson) };
    const view = stepView(this.app, state, {
      open: (one, step) => void this.open(one, step),
      next: () => this.next(lesson),
      hint: () => this.hint(lesson),
      playOn: () => void this.playOn(lesson),
      leave: () => this.leave(),
    });
    fill(this.element, view);
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
    this.progress.add(lesson, this.index);
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

  /** The board was taken while the panel stays: by the way to the start and back. */
  follow() {
    const { loan, lesson } = this;
    if (!lesson || !loan || loan.held() || this.app.screens.now() !== "table" || !isSeen(this.element))
      return;
    this.loan = null;
    void this.open(lesson, this.index);
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
    tutorial.follow();
    if (app.text("tutorial.title") === language) return;
    language = app.text("tutorial.title");
    tutorial.say("");
    tutorial.draw();
  });
}
