// The place of the board: one view of it at a time, flat or in depth, the layers of marks over it, and who has it. A panel may
// borrow the board for positions outside of any table; what it holds does nothing once the board was given back.

import { h, fill } from "./dom.js";

/** @typedef {import("../types.js").BoardView} BoardView */
/** @typedef {import("../types.js").BoardEvents} BoardEvents */
/** @typedef {import("../types.js").Mark} Mark */
/** @typedef {import("../types.js").Position} Position */
/** @typedef {import("../types.js").BoardOptions} BoardOptions */

/** @typedef {{board: BoardView, events: BoardEvents, giveBack(): void}} Loan */

/**
 * @param {HTMLElement} container
 * @param {BoardEvents} events of the table's own board
 * @param {{create: (kind: "flat" | "depth", container: HTMLElement, events: BoardEvents) => Promise<BoardView>,
 *   lent: () => void, returned: () => void}} how
 */
export function createStage(container, events, how) {
  const holder = h("div", { class: "holder" });
  container.append(holder);
  /** @type {BoardView | null} */
  let view = null;
  /** @type {"flat" | "depth" | null} */
  let kind = null;
  /** @type {Map<string, Mark[]>} */
  const layers = new Map();
  /** @type {{events: BoardEvents} | null} */
  let borrower = null;
  /** Showings wait for each other, so that a later one is never overtaken. */
  let queue = Promise.resolve();

  /** @type {BoardEvents} */
  const switched = {
    move: (text) => (borrower?.events ?? events).move(text),
    refused: (key, values, cell) => (borrower?.events ?? events).refused(key, values, cell),
    say: (text) => (borrower?.events ?? events).say(text),
  };

  /** @param {"flat" | "depth"} wanted */
  const ensure = async (wanted) => {
    if (view && kind === wanted) return view;
    view?.remove();
    fill(holder);
    kind = wanted;
    view = await how.create(wanted, holder, switched);
    return view;
  };

  /** Tells the layout how wide the drawing is for its height. */
  const measure = () => {
    const box = holder.querySelector("svg")?.getAttribute("viewBox")?.split(/[ ,]+/).map(Number);
    if (box?.length === 4 && box[3] > 0)
      /** @type {HTMLElement | null} */ (container.closest(".stack"))?.style.setProperty(
        "--ratio",
        String(box[2] / box[3]),
      );
  };

  /**
   * @param {"flat" | "depth"} wanted
   * @param {Position} position
   * @param {BoardOptions} options
   * @param {() => boolean} current whether this is still to be shown
   */
  const show = (wanted, position, options, current) => {
    queue = queue
      .then(async () => {
        if (!current()) return;
        const board = await ensure(wanted);
        const shown = board.show(position, options);
        measure();
        await shown;
        measure();
        board.marks(borrower ? [] : [...layers.values()].flat());
      })
      .catch((error) => console.error(error));
    return queue;
  };

  /** @returns {Loan} */
  const borrow = () => {
    /** @type {{events: BoardEvents}} */
    const own = { events: { move() {}, refused() {}, say: events.say } };
    borrower = own;
    how.lent();
    const holds = () => borrower === own;
    const giveBack = () => {
      if (!holds()) return;
      borrower = null;
      view?.marks([]);
      how.returned();
    };
    /** @type {BoardView} */
    const board = {
      show: (position, options) => show("flat", position, options, holds),
      marks: (marks) => {
        queue = queue.then(() => {
          if (holds()) view?.marks(marks);
        });
      },
      focus: () => {
        if (holds()) view?.focus();
      },
      remove: giveBack,
    };
    return { board, events: own.events, giveBack };
  };

  return {
    show,
    borrow,
    borrowed: () => borrower !== null,
    /** Takes the board from whoever has borrowed it. */
    reclaim() {
      if (!borrower) return;
      borrower = null;
      view?.marks([]);
      how.returned();
    },
    /** @param {string} layer @param {Mark[]} marks */
    marks(layer, marks) {
      if (marks.length === 0) layers.delete(layer);
      else layers.set(layer, marks);
      queue = queue.then(() => {
        if (!borrower) view?.marks([...layers.values()].flat());
      });
    },
    focus: () => view?.focus(),
    clear() {
      view?.remove();
      view = null;
      kind = null;
      layers.clear();
      fill(holder);
    },
  };
}
