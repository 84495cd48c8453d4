// Moves made on the board in perspective: a column is chosen by a press, by a key of the overlay or by its digit.

/**
 * @typedef {import("../types.js").BoardEvents} BoardEvents
 * @typedef {import("../types.js").BoardOptions} BoardOptions
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").Translate} Translate
 */

/** After a move was sent, clicks of this many ms are the second half of a double click. */
const DOUBLE = 400;

export class Moves {
  /**
   * @param {BoardEvents} events @param {Translate} text
   * @param {{draw: () => void, skip: () => boolean}} board  what is chosen has changed; ends all movement, whether there was any
   */
  constructor(events, text, { draw, skip }) {
    this.events = events;
    this.text = text;
    this.draw = draw;
    this.skip = skip;
    /** @type {Position | null} */
    this.position = null;
    /** @type {BoardOptions | null} */
    this.options = null;
    /** @type {number | null} */
    this.hovered = null;
    /** @type {number | null} a column that waits for its second tap */
    this.pending = null;
    this.sent = -DOUBLE;
  }

  /** @param {Position} position @param {BoardOptions} options */
  take(position, options) {
    this.position = position;
    this.options = options;
    this.pending = null;
    this.sent = -DOUBLE;
  }

  /** May moves be made now? */
  active() {
    return Boolean(this.options?.interactive && this.position && !this.position.outcome);
  }

  /** @param {number} column @returns {number} row of the lowest free cell, or -1 */
  landing(column) {
    const rows = this.position?.rows ?? [];
    for (let y = rows.length - 1; y >= 0; y--) if (rows[y][column] === ".") return y;
    return -1;
  }

  /** The cell that the next disc would fall to, where the pointer is or a tap was. @returns {[number, number] | null} */
  aim() {
    const column = this.pending ?? this.hovered;
    const row = column === null || !this.active() ? -1 : this.landing(column);
    return column !== null && row >= 0 ? [column, row] : null;
  }

  /** @param {number | null} column */
  hover(column) {
    this.hovered = column;
    this.draw();
  }

  /** A click on a column, by whatever means. @param {number} column */
  press(column) {
    const { position, options, events } = this;
    if (!position || !options || this.skip() || performance.now() - this.sent < DOUBLE) return;
    const row = this.landing(column);
    if (!this.active() && options.ahead) options.ahead.press([column, Math.max(row, 0)]);
    else if (!this.active())
      events.refused(position.outcome ? "board.over" : "board.wait", {}, [column, Math.max(row, 0)]);
    else if (row < 0) events.refused("board.column_full", {}, [column, 0]);
    else if (options.confirm && this.pending !== column) {
      this.pending = column;
      events.say(this.text("depth.again", { column: column + 1 }));
    } else {
      const path = position.paths?.find(({ cells }) => cells[0]?.[0] === column);
      if (!path) return;
      this.sent = performance.now();
      this.pending = null;
      events.move(path.move);
    }
    this.draw();
  }

  /** Digits play a column from anywhere on the page, 0 the tenth; Escape takes back what was chosen ahead. @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !(this.active() || this.options?.ahead)) return;
    if (/** @type {Element} */ (event.target).closest?.("input, select, textarea, dialog")) return;
    if (event.key === "Escape") {
      const skipped = this.skip();
      if (this.options?.ahead?.drop() || skipped) event.preventDefault();
    }
    if (!/^\d$/.test(event.key)) return;
    const column = event.key === "0" ? 9 : Number(event.key) - 1;
    if (column < (this.position?.width ?? 0)) this.press(column);
  }
}
