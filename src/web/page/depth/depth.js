// A board of discs that fall, in perspective: a frame of two plates with holes, and discs that fall between them. It is the same `BoardView` as
// the flat board: a position comes in by `show`, a column goes out by `events.move`. The board is turned by dragging, or with
// Shift and the arrow keys; a double click, or Shift and Home, turns it back. Drawing is in scene.js, buttons and marks in
// overlay.js; here are the camera, the discs and their fall, and what a click means. Nothing moves unless something happens.

import { themeColours } from "./colours.js";
import { discsOf, ghostOf } from "./discs.js";
import { heightOfFall } from "./fall.js";
import { camera, fittingDistance, project } from "./matrix.js";
import { Overlay } from "./overlay.js";
import { Scene } from "./scene.js";
import { EDGE, FOOT, OUTER } from "./shapes.js";
import { Turning } from "./turning.js";
import { columnWords, moveWords } from "./words.js";
import { gameWords } from "../board/names.js";

/**
 * @typedef {import("../types.js").BoardView} BoardView
 * @typedef {import("../types.js").BoardEvents} BoardEvents
 * @typedef {import("../types.js").BoardOptions} BoardOptions
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").Mark} Mark
 * @typedef {import("../types.js").Translate} Translate
 * @typedef {import("./matrix.js").Point} Point
 */

/** After a move was sent, clicks of this many ms are the second half of a double click. */
const DOUBLE = 400;
/** The camera looks at a point this much above the middle: values stand over the board, its feet below. */
const RISE = 0.1;
/** Width of the drawing in units of its own. */
const WIDTH = 1000;

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @implements {BoardView} */
class DepthBoard {
  /** @param {HTMLElement} container @param {BoardEvents} events @param {Translate} text */
  constructor(container, events, text) {
    this.events = events;
    this.text = text;
    this.element = document.createElement("div");
    this.element.className = "depth";
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.element.append(this.canvas);
    container.append(this.element);
    this.overlay = new Overlay(this.element, {
      press: (column) => this.press(column),
      turn: (dx, dy) => this.turning.by(dx, dy),
      reset: () => this.turning.reset(),
      hover: (column) => this.hover(column),
    });
    this.turning = new Turning(this.element, () => this.draw());
    /** @type {Position | null} */
    this.position = null;
    /** @type {BoardOptions | null} */
    this.options = null;
    /** @type {Mark[]} */
    this.given = [];
    /** @type {number | null} */
    this.hovered = null;
    /** @type {number | null} a column that waits for its second tap */
    this.pending = null;
    /** @type {{cell: [number, number], began: number, done: () => void} | null} */
    this.fall = null;
    this.sent = -DOUBLE;
    this.frame = 0;
    this.distance = 12;
    this.height = WIDTH;
    this.colours = themeColours(this.element);
    this.stop = new AbortController();
    this.begin();
    this.listen();
  }

  /** Starts drawing; without WebGL the columns still work and a line says so. */
  begin() {
    const gl = this.canvas.getContext("webgl2", { antialias: true, alpha: true, premultipliedAlpha: true });
    /** @type {Scene | null} */
    this.scene = gl ? new Scene(gl) : null;
    if (gl) return;
    const note = document.createElement("p");
    note.className = "depth-note";
    note.textContent = this.text("depth.unavailable");
    this.element.append(note);
  }

  listen() {
    const { signal } = this.stop;
    const { svg } = this.overlay;
    svg.addEventListener("pointerdown", (event) => this.turning.drag(event), { signal });
    svg.addEventListener("click", (event) => this.click(event), { signal });
    svg.addEventListener("dblclick", () => this.turning.reset(), { signal });
    document.addEventListener("keydown", (event) => this.digit(event), { signal });
    this.canvas.addEventListener("webglcontextlost", (event) => event.preventDefault(), { signal });
    this.canvas.addEventListener(
      "webglcontextrestored",
      () => {
        this.begin();
        this.draw();
      },
      { signal },
    );
    const recolour = () => {
      this.colours = themeColours(this.element);
      this.draw();
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour, { signal });
    this.themes = new MutationObserver(recolour);
    this.themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(this.element);
  }

  /** @param {Position} position @param {BoardOptions} options */
  async show(position, options) {
    const before = this.position;
    this.fall?.done();
    this.position = position;
    this.options = options;
    this.pending = null;
    this.sent = -DOUBLE;
    this.overlay.resize(position.width);
    this.overlay.svg.setAttribute(
      "aria-label",
      this.text("depth.board", { title: gameWords(position, this.text) }),
    );
    if (!before || before.width !== position.width || before.height !== position.height) this.fit(position);
    if (before && before.hash !== position.hash && position.last)
      this.events.say(moveWords(position, this.text));
    const cell = options.animate?.cells[0];
    this.draw();
    if (!cell || !before || before.hash === position.hash || calm()) return;
    await new Promise((resolve) => {
      const done = () => {
        this.fall = null;
        resolve(undefined);
      };
      this.fall = { cell, began: performance.now(), done };
      this.draw();
    });
  }

  /** @param {Position} position */
  fit({ width, height }) {
    this.height = Math.round((WIDTH * (height + 2)) / (width + 0.9));
    this.overlay.svg.setAttribute("viewBox", `0 0 ${WIDTH} ${this.height}`);
    this.element.style.aspectRatio = `${WIDTH} / ${this.height}`;
    this.scene?.resize(width, height);
    const [x, top, low] = [width / 2 + EDGE + 0.12, height / 2 + 0.75, -height / 2 - FOOT];
    const corners = [-x, x].flatMap((side) => [
      ...[-OUTER, OUTER].map((z) => [side, top, z]),
      ...[-0.85, 0.85].map((z) => [side, low, z]),
    ]);
    this.distance = fittingDistance(
      /** @type {Point[]} */ (corners),
      { yaw: 0.45, pitch: 0.3 },
      WIDTH / this.height,
      RISE,
    );
  }

  /** The height that the camera looks at: a little up, for the values over the columns. */

  /** @param {Mark[]} marks */
  marks(marks) {
    this.given = marks;
    this.draw();
  }

  focus() {
    this.overlay.focus();
  }

  remove() {
    this.stop.abort();
    this.themes?.disconnect();
    this.sizes?.disconnect();
    cancelAnimationFrame(this.frame);
    this.fall?.done();
    this.element.remove();
  }

  /** The column of the picture for one of the game, and back. @param {number} column */
  seen(column) {
    return this.options?.mirrored && this.position ? this.position.width - 1 - column : column;
  }

  /** Middle of a cell. @param {[number, number]} cell @param {number} [z] @returns {Point} */
  middle([x, y], z = OUTER) {
    const { width, height } = /** @type {Position} */ (this.position);
    return [this.seen(x) + 0.5 - width / 2, height / 2 - 0.5 - y, z];
  }

  /** @param {number} column @returns {number} row of the lowest free cell, or -1 */
  landing(column) {
    const rows = this.position?.rows ?? [];
    for (let y = rows.length - 1; y >= 0; y--) if (rows[y][column] === ".") return y;
    return -1;
  }

  /** Draws once in the next frame. */
  draw() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.render();
    });
  }

  render() {
    const { position, scene, canvas } = this;
    if (!position) return;
    const box = this.element.getBoundingClientRect();
    const scale = Math.min(devicePixelRatio || 1, 2);
    const [width, height] = [Math.round(box.width * scale), Math.round(box.height * scale)];
    if (width && (canvas.width !== width || canvas.height !== height))
      Object.assign(canvas, { width, height });
    const view = camera(this.turning.turn, this.distance, WIDTH / this.height, RISE);
    if (scene) {
      scene.resize(position.width, position.height);
      scene.render(view, this.colours, this.discs(position));
    }
    this.placeOverlay(position, view.matrix);
    if (this.fall) this.draw();
  }

  /** @param {Position} position @returns {import("./scene.js").Disc[]} */
  discs(position) {
    const place = (/** @type {[number, number]} */ cell) => this.middle(cell);
    const discs = discsOf(position, place, (x, y) => this.fallen(x, y));
    const column = this.pending ?? this.hovered;
    const row = column === null || !this.active() ? -1 : this.landing(column);
    if (column !== null && row >= 0)
      discs.push(ghostOf(position, place([column, row]), this.pending === column ? 0.7 : 0.38));
    return discs;
  }

  /** How high a disc is above its cell. @param {number} x @param {number} y */
  fallen(x, y) {
    if (!this.fall || this.fall.cell[0] !== x || this.fall.cell[1] !== y) return 0;
    const height = heightOfFall(y + 1.1, (performance.now() - this.fall.began) / 1000);
    if (height === null) this.fall.done();
    return height ?? 0;
  }

  /** @param {Position} position @param {Float32Array} matrix */
  placeOverlay(position, matrix) {
    /** @param {Point} point @returns {[number, number]} */
    const seen = (point) => {
      const [x, y] = project(matrix, point);
      return [((x + 1) / 2) * WIDTH, ((1 - y) / 2) * this.height];
    };
    const { width, height, face } = position;
    const names = "columns" in face.labels ? face.labels.columns : [];
    const labels = [];
    for (let column = 0; column < width; column++) {
      const [x] = this.middle([column, 0]);
      const [low, high] = [-height / 2 - EDGE, height / 2 + EDGE / 2];
      /** @type {Point[]} */
      const corners = [
        [x - 0.5, high, OUTER],
        [x + 0.5, high, OUTER],
        [x + 0.5, low, OUTER],
        [x - 0.5, low, OUTER],
      ];
      this.overlay.place(
        column,
        corners.map(seen),
        columnWords(position, column, this.given, this.text),
        this.pending === column,
      );
      if (this.options?.coordinates && names[column])
        labels.push({ text: names[column], at: seen([x, low + EDGE / 2, OUTER]) });
    }
    const unit = Math.max(20, Math.abs(seen([0.5, 0, OUTER])[0] - seen([-0.5, 0, OUTER])[0]));
    this.overlay.label(labels, unit * 0.2);
    this.overlay.marks(
      this.given,
      (cell) => seen(this.middle(cell)),
      (column) => seen([this.middle([column, 0])[0], height / 2 + 0.46, 0]),
      unit,
    );
    this.overlay.svg.classList.toggle("interactive", this.active());
  }

  active() {
    return Boolean(this.options?.interactive && this.position && !this.position.outcome);
  }

  /** @param {number | null} column */
  hover(column) {
    this.hovered = column;
    this.draw();
  }

  /** A click on a column, by whatever means. @param {number} column */
  press(column) {
    const { position, options } = this;
    if (!position || !options || performance.now() - this.sent < DOUBLE) return;
    const row = this.landing(column);
    if (!this.active())
      this.events.refused(position.outcome ? "board.over" : "board.wait", {}, [column, Math.max(row, 0)]);
    else if (row < 0) this.events.refused("board.column_full", {}, [column, 0]);
    else if (options.confirm && this.pending !== column) {
      this.pending = column;
      this.events.say(this.text("depth.again", { column: column + 1 }));
    } else {
      const path = position.paths?.find(({ cells }) => cells[0]?.[0] === column);
      if (!path) return;
      this.sent = performance.now();
      this.pending = null;
      this.events.move(path.move);
    }
    this.draw();
  }

  /** @param {MouseEvent} event */
  click(event) {
    const column = /** @type {Element} */ (event.target).getAttribute("data-column");
    if (column === null || this.turning.dragged) return;
    this.overlay.go(Number(column), false);
    this.press(Number(column));
  }

  /** Digits play a column from anywhere on the page, 0 the tenth. @param {KeyboardEvent} event */
  digit(event) {
    if (!/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey || !this.active()) return;
    if (/** @type {Element} */ (event.target).closest?.("input, select, textarea, dialog")) return;
    const column = event.key === "0" ? 9 : Number(event.key) - 1;
    if (column < (this.position?.width ?? 0)) this.press(column);
  }
}

/**
 * A board of discs that fall, in perspective, as wide as `container`.
 * @param {HTMLElement} container @param {BoardEvents} events @param {Translate} text @returns {BoardView}
 */
export function createDepth(container, events, text) {
  return new DepthBoard(container, events, text);
}
