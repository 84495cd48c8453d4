// What lies over the picture in perspective, as SVG: the columns as buttons, numbers of columns, and the marks of others. The
// columns are one stop of the Tab key; arrow keys go along them. Everything is placed anew when the camera has moved.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {import("../types.js").Mark} Mark
 * @typedef {{press: (column: number) => void, turn: (dx: number, dy: number) => void, reset: () => void,
 *   hover: (column: number | null) => void}} OverlayEvents
 */

/** @param {string} tag @param {Record<string, string | number>} attributes @param {Element} [parent] @returns {SVGElement} */
export function make(tag, attributes, parent) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  parent?.append(element);
  return element;
}

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export class Overlay {
  /** @param {HTMLElement} parent @param {OverlayEvents} events */
  constructor(parent, events) {
    this.events = events;
    this.svg = /** @type {SVGSVGElement} */ (make("svg", { class: "depth-over", role: "group" }, parent));
    this.labels = make("g", { "aria-hidden": "true", class: "depth-labels" }, this.svg);
    this.buttons = make("g", {}, this.svg);
    this.drawn = make("g", { "aria-hidden": "true", class: "depth-marks" }, this.svg);
    /** @type {SVGElement[]} */
    this.columns = [];
    this.here = 0;
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {number} count */
  resize(count) {
    if (this.columns.length === count) return;
    const focused = this.buttons.contains(document.activeElement);
    this.columns = Array.from({ length: count }, (_, column) => {
      const element = make("polygon", {
        class: "depth-column",
        role: "button",
        tabindex: -1,
        "data-column": column,
      });
      element.addEventListener("pointerenter", () => this.events.hover(column));
      element.addEventListener("pointerleave", () => this.events.hover(null));
      element.addEventListener("focus", () =>
        this.events.hover(element.matches(":focus-visible") ? column : null),
      );
      element.addEventListener("blur", () => this.events.hover(null));
      return element;
    });
    this.buttons.replaceChildren(...this.columns);
    this.go(Math.min(this.here, count - 1), focused);
  }

  /** @param {number} column @param {boolean} focus */
  go(column, focus) {
    this.columns[this.here]?.setAttribute("tabindex", "-1");
    this.here = column;
    this.columns[column]?.setAttribute("tabindex", "0");
    if (focus) this.columns[column]?.focus();
  }

  focus() {
    this.columns[this.here]?.focus();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const column = Number(/** @type {Element} */ (event.target).getAttribute("data-column") ?? this.here);
    const arrow = ARROWS[event.key];
    const last = this.columns.length - 1;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrow && event.shiftKey) this.events.turn(arrow[0] * 10, arrow[1] * -10);
    else if (arrow) this.go(Math.min(Math.max(column + arrow[0], 0), last), true);
    else if (event.key === "Home" && event.shiftKey) this.events.reset();
    else if (event.key === "Home" || event.key === "End") this.go(event.key === "Home" ? 0 : last, true);
    else if (event.key === "Enter" || event.key === " ") this.events.press(column);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} column @param {[number, number][]} corners @param {string} label @param {boolean} pressed */
  place(column, corners, label, pressed) {
    const element = this.columns[column];
    element.setAttribute(
      "points",
      corners.map((at) => at.map((value) => value.toFixed(1)).join(",")).join(" "),
    );
    if (element.getAttribute("aria-label") !== label) element.setAttribute("aria-label", label);
    element.classList.toggle("waiting", pressed);
  }

  /** @param {{text: string, at: [number, number]}[]} labels @param {number} size */
  label(labels, size) {
    this.labels.replaceChildren(
      ...labels.map(({ text, at }) => {
        const element = make("text", {
          x: at[0].toFixed(1),
          y: at[1].toFixed(1),
          "font-size": size.toFixed(1),
        });
        element.textContent = text;
        return element;
      }),
    );
  }

  /**
   * @param {Mark[]} marks @param {(cell: [number, number]) => [number, number]} cellAt where a cell's middle is seen
   * @param {(column: number) => [number, number]} above where the place over a column is seen @param {number} unit a cell's width
   */
  marks(marks, cellAt, above, unit) {
    this.drawn.replaceChildren();
    for (const mark of marks) {
      if (mark.kind === "value")
        this.plate(
          mark.text,
          above(mark.cell[0]),
          unit * 0.86,
          `value ${mark.tone}${mark.best ? " best" : ""}`,
        );
      else if (mark.kind === "threat") this.plate(mark.text, cellAt(mark.cell), unit * 0.62, "threat");
      else if (mark.kind === "number") this.plate(mark.text, cellAt(mark.cell), unit * 0.5, "number");
      else
        this.ring(
          cellAt(mark.kind === "arrow" ? mark.cells[mark.cells.length - 1] : mark.cell),
          unit,
          mark.kind === "arrow" ? mark.strength : 1,
        );
    }
  }

  /** @param {string} text @param {[number, number]} at @param {number} width @param {string} kind */
  plate(text, [x, y], width, kind) {
    const group = make("g", { class: `depth-plate ${kind}` }, this.drawn);
    const height = width * 0.56;
    make("rect", { x: x - width / 2, y: y - height / 2, width, height, rx: height * 0.22 }, group);
    const letters = Math.max(
      2,
      [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 1.7 : 1), 0),
    );
    const element = make(
      "text",
      { x, y, "font-size": Math.min(height * 0.72, (width * 0.86) / (letters * 0.66)).toFixed(1) },
      group,
    );
    element.textContent = text;
  }

  /** @param {[number, number]} at @param {number} unit @param {number} strength */
  ring([cx, cy], unit, strength) {
    for (const name of ["casing", "core"])
      make(
        "circle",
        { class: `depth-ring ${name}`, cx, cy, r: unit * 0.36, opacity: 0.4 + 0.6 * strength },
        this.drawn,
      );
  }
}
