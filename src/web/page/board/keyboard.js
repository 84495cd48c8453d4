// The cells as controls: a grid for screen readers, one stop of the Tab key, walked with the arrow keys.
//
// The controls are transparent shapes over everything else. They exist as long as the layout does and are told apart by
// `data-cell` ("x,y") and `data-name`. Arrow keys go by what is seen: on a turned board up is up. A click by a mouse takes
// no focus, so that the keys of the page (Left and Right through the game) stay with the page.

import { UNIT, keyOf, neighbour } from "./geometry.js";
import { make } from "./svg.js";

/** @typedef {import('../types.js').Cell} Cell */
/** @typedef {import('./geometry.js').Layout} Layout */
/** @typedef {import('./geometry.js').Direction} Direction */
/**
 * @typedef {object} KeyEvents
 * @property {(cell: Cell, event: KeyboardEvent) => void} press
 * @property {() => boolean} skip  ends all movement; whether there was any
 * @property {() => boolean} cancel  whether there was something to put down
 * @property {(column: number) => boolean} drop  whether stones fall here and may now; columns from 0
 */

/** @type {Record<string, Direction>} */
const ARROWS = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "first",
  End: "last",
};

export class Controls {
  /** @param {SVGGElement} group @param {HTMLElement} container @param {KeyEvents} events */
  constructor(group, container, events) {
    this.group = group;
    this.container = container;
    this.events = events;
    /** @type {Map<string, SVGElement>} */
    this.cells = new Map();
    /** @type {Layout | null} */
    this.layout = null;
    /** @type {Cell | null} the cell that the Tab key reaches */
    this.here = null;
    /** @type {{x: number, y: number} | undefined} */
    this.lane = undefined;
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.key(event);
    group.addEventListener("keydown", (event) => this.walk(event));
    document.addEventListener("keydown", this.onKey);
  }

  remove() {
    document.removeEventListener("keydown", this.onKey);
  }

  /** New controls for a new layout. @param {Layout} layout @param {(cell: Cell) => string} name */
  build(layout, name) {
    const focused = this.group.contains(document.activeElement);
    this.layout = layout;
    this.cells.clear();
    this.group.replaceChildren();
    /** @type {Map<number, SVGGElement>} */
    const rows = new Map();
    for (const spot of layout.spots) {
      const y = spot.cell[1];
      const row = rows.get(y) ?? make("g", { role: "row" }, this.group);
      rows.set(y, row);
      const attributes = {
        class: "cell",
        role: "gridcell",
        tabindex: -1,
        "data-cell": spot.key,
        "data-name": name(spot.cell),
      };
      const half = UNIT / 2;
      const element = layout.hexagonal
        ? make("circle", { ...attributes, cx: spot.x, cy: spot.y, r: half - 3 }, row)
        : make(
            "rect",
            {
              ...attributes,
              x: spot.x - half + 2,
              y: spot.y - half + 2,
              width: UNIT - 4,
              height: UNIT - 4,
              rx: 8,
            },
            row,
          );
      this.cells.set(spot.key, element);
    }
    const kept = this.here && this.cells.has(keyOf(this.here)) ? this.here : nearMiddle(layout);
    this.here = null;
    if (kept) this.go(kept, focused);
  }

  /** Says what each cell is, in words. @param {(cell: Cell) => {label: string, selected: boolean}} describe */
  describe(describe) {
    for (const spot of this.layout?.spots ?? []) {
      const element = /** @type {SVGElement} */ (this.cells.get(spot.key));
      const { label, selected } = describe(spot.cell);
      if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
      if ((element.getAttribute("aria-selected") === "true") !== selected)
        element.setAttribute("aria-selected", String(selected));
    }
  }

  /** Makes a cell the one that the Tab key reaches. @param {Cell} cell @param {boolean} focus */
  go(cell, focus) {
    const element = this.cells.get(keyOf(cell));
    if (!element) return;
    if (this.here) this.cells.get(keyOf(this.here))?.setAttribute("tabindex", "-1");
    this.here = cell;
    element.setAttribute("tabindex", "0");
    if (focus) element.focus({ preventScroll: true });
  }

  focus() {
    if (this.here) this.go(this.here, true);
  }

  /** Keys on a cell. @param {KeyboardEvent} event */
  walk(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.layout) return;
    const cell = cellOf(event.target);
    if (!cell) return;
    const direction = ARROWS[event.key];
    if (direction) {
      this.events.skip();
      const here = this.layout.byKey.get(keyOf(cell));
      if (!this.lane || (direction !== "up" && direction !== "down"))
        this.lane = here && { x: here.x, y: here.y };
      const next = neighbour(this.layout, cell, direction, this.lane);
      if (next) this.go(next, true);
      if (next && direction !== "up" && direction !== "down") this.lane = undefined;
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat && !this.events.skip()) this.events.press(cell, event);
    }
  }

  /** Keys anywhere: Escape, and the columns where stones fall. @param {KeyboardEvent} event */
  key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof Element ? event.target : null;
    if (target && target !== document.body && !this.container.contains(target)) return;
    if (event.key === "Escape") {
      if (this.events.cancel()) event.preventDefault();
    } else if (/^[0-9]$/.test(event.key) && !event.repeat) {
      if (this.events.drop((Number(event.key) + 9) % 10)) event.preventDefault();
    }
  }
}

/** The cell of a control. @param {EventTarget | null} target @returns {Cell | null} */
export function cellOf(target) {
  const key = target instanceof SVGElement ? target.dataset.cell : undefined;
  return key ? /** @type {Cell} */ (key.split(",").map(Number)) : null;
}

/** @param {Layout} layout @returns {Cell | null} */
function nearMiddle(layout) {
  const [x, y] = [layout.field.x + layout.field.width / 2, layout.field.y + layout.field.height / 2];
  const far = (/** @type {{x: number, y: number}} */ spot) => Math.hypot(spot.x - x, spot.y - y);
  return (
    layout.spots.reduce((best, spot) => (far(spot) < far(best) - 1 ? spot : best), layout.spots[0])?.cell ??
    null
  );
}
