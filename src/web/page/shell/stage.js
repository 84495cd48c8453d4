// The place of the board: one view of it at a time, flat or in depth, the layers of marks over it, and who has it. A panel may
// borrow the board for positions outside of any table; what it holds does nothing once the board was given back.

import { h, fill } from "./dom.js";
import { Pace } from "./pace.js";

/** @typedef {import("../types.js").BoardView} BoardView */
/** @typedef {import("../types.js").BoardEvents} BoardEvents */
/** @typedef {import("../types.js").Mark} Mark */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").BoardOptions} BoardOptions */
/** @typedef {import("../types.js").ViewEvents} ViewEvents */

/** @typedef {"flat" | "depth"} Kind */
/** @typedef {{board: BoardView, events: BoardEvents, held(): boolean, giveBack(): void}} Loan */

/**
 * @typedef {object} StageUser
 * @property {(kind: Kind, container: HTMLElement, events: ViewEvents) => Promise<BoardView>} create
 * @property {() => Partial<BoardOptions>} chosen  what holds for every position that is shown, if it says nothing else
 * @property {() => void} lent
 * @property {() => void} returned
 */

class Stage {
  /** @param {HTMLElement} container @param {BoardEvents} events of the table's own board @param {StageUser} user */
  constructor(container, events, user) {
    this.container = container;
    this.events = events;
    this.user = user;
    this.holder = h("div", { class: "holder" });
    container.append(this.holder);
    /** @type {BoardView | null} */
    this.view = null;
    /** @type {Kind | null} */
    this.kind = null;
    /** @type {Map<string, Mark[]>} */
    this.layers = new Map();
    /** @type {{events: BoardEvents} | null} */
    this.borrower = null;
    /** Showings wait for each other, so that a later one is never overtaken. */
    this.queue = Promise.resolve();
    this.pace = new Pace();
  }

  /** What the view tells goes to whoever has the board. @returns {ViewEvents} */
  switched() {
    const owner = () => this.borrower?.events ?? this.events;
    return {
      move: (text) => owner().move(text),
      refused: (key, values, cell) => owner().refused(key, values, cell),
      say: (text) => owner().say(text),
      skip: () => this.skip(),
    };
  }

  /** The view of this kind. @param {Kind} wanted */
  async ensure(wanted) {
    if (this.view && this.kind === wanted) return this.view;
    this.view?.remove();
    fill(this.holder);
    this.kind = wanted;
    this.view = await this.user.create(wanted, this.holder, this.switched());
    return this.view;
  }

  /** Tells the layout how wide the drawing is for its height. */
  measure() {
    const box = this.holder.querySelector("svg")?.getAttribute("viewBox")?.split(/[ ,]+/).map(Number);
    const stack = /** @type {HTMLElement | null} */ (this.container.closest(".stack"));
    if (box?.length === 4 && box[3] > 0) stack?.style.setProperty("--ratio", String(box[2] / box[3]));
  }

  /**
   * @param {Kind} wanted
   * @param {Position} position
   * @param {BoardOptions} options
   * @param {() => boolean} current whether this is still to be shown
   */
  show(wanted, position, options, current) {
    const moves = Boolean(options.animate);
    if (moves) this.pace.add();
    this.view?.hurry(this.pace.share());
    this.queue = this.queue
      .then(async () => {
        if (!current()) return;
        const board = await this.ensure(wanted);
        const all = { ...this.user.chosen(), ...options };
        const longest = Math.min(all.longest ?? Number.POSITIVE_INFINITY, this.pace.share());
        const shown = board.show(position, { ...all, longest });
        this.measure();
        await shown;
        this.measure();
        board.marks(this.borrower ? [] : this.allMarks());
      })
      .catch((error) => console.error(error))
      .then(() => {
        if (moves) this.pace.next();
      });
    return this.queue;
  }

  /** Ends all movement, also of what waits; whether something waited. */
  skip() {
    const waited = this.pace.skip();
    this.view?.hurry(0);
    return waited;
  }

  /** @returns {Loan} */
  borrow() {
    /** @type {{events: BoardEvents}} */
    const own = { events: { move() {}, refused() {}, say: this.events.say } };
    this.borrower = own;
    this.user.lent();
    const held = () => this.borrower === own;
    const giveBack = () => {
      if (held()) this.reclaim();
    };
    /** @type {BoardView} */
    const board = {
      show: (position, options) => this.show("flat", position, options, held),
      marks: (marks) => {
        this.queue = this.queue.then(() => {
          if (held()) this.view?.marks(marks);
        });
      },
      hurry: (ms) => {
        if (held()) this.view?.hurry(ms);
      },
      focus: () => {
        if (held()) this.view?.focus();
      },
      remove: giveBack,
    };
    return { board, events: own.events, held, giveBack };
  }

  borrowed() {
    return this.borrower !== null;
  }

  /** Takes the board from whoever has borrowed it. */
  reclaim() {
    if (!this.borrower) return;
    this.borrower = null;
    this.view?.marks([]);
    this.user.returned();
  }

  allMarks() {
    return [...this.layers.values()].flat();
  }

  /** @param {string} layer @param {Mark[]} marks */
  marks(layer, marks) {
    if (marks.length === 0) this.layers.delete(layer);
    else this.layers.set(layer, marks);
    this.queue = this.queue.then(() => {
      if (!this.borrower) this.view?.marks(this.allMarks());
    });
  }

  focus() {
    this.view?.focus();
  }

  clear() {
    this.view?.remove();
    this.view = null;
    this.kind = null;
    this.layers.clear();
    fill(this.holder);
  }
}

/** @param {HTMLElement} container @param {BoardEvents} events @param {StageUser} user */
export function createStage(container, events, user) {
  return new Stage(container, events, user);
}
