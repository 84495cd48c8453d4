// A board of discs that fall, in perspective: a frame of two plates with holes, and discs that fall between them. It is the same
// `BoardView` as the flat board: a position comes in by `show`, a column goes out by `events.move`. The board is turned by dragging,
// or with Shift and the arrow keys; a double click, or Shift and Home, turns it back. Drawing is in scene.js, buttons and marks in
// overlay.js, camera and places in view.js, what a click means in moves.js; this file holds them together. Nothing moves unless
// something happens.

import { themeColours, watchTheme } from "./colours.js";
import { discsOf, ghostOf } from "./discs.js";
import { Fall } from "./fall.js";
import { Moves } from "./moves.js";
import { Overlay } from "./overlay.js";
import { Scene } from "./scene.js";
import { OUTER } from "./shapes.js";
import { Turning } from "./turning.js";
import { View, WIDTH } from "./view.js";
import { columnWords, moveWords } from "./words.js";
import { gameWords } from "../board/names.js";

/**
 * @typedef {import("../types.js").BoardView} BoardView
 * @typedef {import("../types.js").BoardOptions} BoardOptions
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").Mark} Mark
 * @typedef {import("../types.js").Translate} Translate
 * @typedef {import("../types.js").ViewEvents} ViewEvents
 * @typedef {import("./matrix.js").Point} Point
 */

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @implements {BoardView} */
class DepthBoard {
  /** @param {HTMLElement} container @param {ViewEvents} events @param {Translate} text */
  constructor(container, events, text) {
    this.events = events;
    this.text = text;
    this.element = document.createElement("div");
    this.element.className = "depth";
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("aria-hidden", "true");
    this.element.append(this.canvas);
    container.append(this.element);
    this.fall = new Fall();
    const skip = () => {
      const falls = this.fall.current !== null;
      return this.events.skip() || falls;
    };
    this.overlay = new Overlay(this.element, {
      skip,
      press: (column) => this.moves.press(column),
      turn: (dx, dy) => this.turning.by(dx, dy),
      reset: () => this.turning.reset(),
      hover: (column) => this.moves.hover(column),
    });
    this.moves = new Moves(events, text, { draw: () => this.draw(), skip });
    this.turning = new Turning(this.element, () => this.draw());
    /** @type {Position | null} */
    this.position = null;
    /** @type {BoardOptions | null} */
    this.options = null;
    /** @type {Mark[]} */
    this.given = [];
    this.view = new View();
    this.frame = 0;
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
    svg.addEventListener(
      "contextmenu",
      (event) => {
        if (this.options?.ahead?.drop()) event.preventDefault();
      },
      { signal },
    );
    svg.addEventListener("dblclick", () => this.turning.reset(), { signal });
    document.addEventListener("keydown", (event) => this.moves.key(event), { signal });
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
    watchTheme(recolour, signal);
    this.sizes = new ResizeObserver(() => this.draw());
    this.sizes.observe(this.element);
  }

  /** @param {Position} position @param {BoardOptions} options */
  async show(position, options) {
    const before = this.position;
    this.fall.hurry(0);
    this.position = position;
    this.options = options;
    this.moves.take(position, options);
    this.overlay.resize(position.width);
    this.overlay.svg.setAttribute(
      "aria-label",
      this.text("depth.board", { title: gameWords(position, this.text) }),
    );
    if (this.view.fit(position, options.mirrored)) this.resize(position);
    if (before && before.hash !== position.hash && position.last)
      this.events.say(moveWords(position, this.text));
    const cell = options.animate?.cells[0];
    this.draw();
    if (!cell || !before || before.hash === position.hash || options.longest === 0 || calm()) return;
    const fallen = this.fall.begin(cell);
    this.hurry(options.longest ?? Number.POSITIVE_INFINITY);
    await fallen;
  }

  /** Another board is shown. @param {Position} position */
  resize({ width, height }) {
    this.overlay.svg.setAttribute("viewBox", `0 0 ${WIDTH} ${this.view.height}`);
    this.element.style.aspectRatio = `${WIDTH} / ${this.view.height}`;
    this.scene?.resize(width, height);
  }

  /** @param {Mark[]} marks */
  marks(marks) {
    this.given = marks;
    this.draw();
  }

  /** @param {number} ms */
  hurry(ms) {
    this.fall.hurry(ms);
    this.draw();
  }

  focus() {
    this.overlay.focus();
  }

  remove() {
    this.stop.abort();
    this.sizes?.disconnect();
    cancelAnimationFrame(this.frame);
    this.fall.hurry(0);
    this.element.remove();
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
    const view = this.view.camera(this.turning.turn);
    if (scene) {
      scene.resize(position.width, position.height);
      scene.render(view, this.colours, this.discs(position));
    }
    this.placeOverlay(position, view.matrix);
    if (this.fall.current) this.draw();
  }

  /** @param {Position} position @returns {import("./scene.js").Disc[]} */
  discs(position) {
    const place = (/** @type {[number, number]} */ cell) => this.view.middle(cell);
    const discs = discsOf(position, place, (x, y) => this.fall.above(x, y));
    const aim = this.moves.aim();
    if (aim) discs.push(ghostOf(position, place(aim), this.moves.pending === aim[0] ? 0.7 : 0.38));
    return discs;
  }

  /** @param {Position} position @param {Float32Array} matrix */
  placeOverlay(position, matrix) {
    const { view, overlay, moves } = this;
    const seen = (/** @type {Point} */ point) => view.seen(matrix, point);
    const { width, face } = position;
    const names = "columns" in face.labels ? face.labels.columns : [];
    const labels = [];
    for (let column = 0; column < width; column++) {
      const words = columnWords(position, column, this.given, this.text);
      overlay.place(column, view.corners(column).map(seen), words, moves.pending === column);
      if (this.options?.coordinates && names[column])
        labels.push({ text: names[column], at: seen(view.foot(column)) });
    }
    const unit = Math.max(20, Math.abs(seen([0.5, 0, OUTER])[0] - seen([-0.5, 0, OUTER])[0]));
    overlay.label(labels, unit * 0.2);
    overlay.marks(
      this.given,
      (cell) => seen(view.middle(cell)),
      (column) => seen(view.head(column)),
      unit,
    );
    overlay.svg.classList.toggle("interactive", moves.active());
  }

  /** @param {MouseEvent} event */
  click(event) {
    const column = /** @type {Element} */ (event.target).getAttribute("data-column");
    if (column === null || this.turning.dragged) return;
    this.overlay.go(Number(column), false);
    this.moves.press(Number(column));
  }
}

/**
 * A board of discs that fall, in perspective, as wide as `container`.
 * @param {HTMLElement} container @param {ViewEvents} events @param {Translate} text @returns {BoardView}
 */
export function createDepth(container, events, text) {
  return new DepthBoard(container, events, text);
}
