/* The board. The page has each board as a template, without pieces and with all pieces beside it (src/pictures/stage.rs);
   this puts the pieces of a position on it, the last move and the best one. A position is a map from cells to pieces. */

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SLIDE_MS = 160;

/** An element of HTML or, with the prefix "svg:", of SVG. Strings among the children become text. */
function element(name, attributes = {}, ...children) {
  const made = name.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", name.slice(4))
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key, value);
    else if (value !== null) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

class Board {
  constructor(template) {
    this.facts = JSON.parse(template.dataset.facts);
    const [empty, pieces] = template.content.children;
    this.pieces = [...pieces.children];
    this.svg = empty.cloneNode(true);
    const { width, height } = this.svg.viewBox.baseVal;
    this.svg.style.setProperty("--shape", width / height);
    this.layers = {};
    // On squares the last move is seen under the pieces, elsewhere over them.
    const order = this.facts.surface === "squares" ? ["last", "pieces", "best"] : ["pieces", "last", "best"];
    for (const name of order) {
      this.layers[name] = element("svg:g", { class: name });
      this.svg.append(this.layers[name]);
    }
    this.shown = new Map();
  }

  /** The middle of a cell. */
  middle(cell) {
    const { width, origin, column, row } = this.facts;
    const [x, y] = [cell % width, Math.floor(cell / width)];
    return [0, 1].map((axis) => origin[axis] + x * column[axis] + y * row[axis]);
  }

  /** A piece by its number, beside the board. */
  sample(code) {
    const half = this.facts.cell / 2;
    const view = [-half, -half, 2 * half, 2 * half].join(" ");
    return element(
      "svg:svg",
      { class: "sample", viewBox: view, "aria-hidden": "true" },
      this.pieces[code - 1].cloneNode(true),
    );
  }

  /** Shows a position; `slide` is the way that a piece has just moved. */
  show(position, { last = [], best = [], slide = [], label }) {
    for (const [cell, piece] of this.shown) {
      if (position.get(cell) !== piece.code) {
        piece.node.remove();
        this.shown.delete(cell);
      }
    }
    for (const [cell, code] of position) {
      if (!this.shown.has(cell)) this.put(cell, code);
    }
    this.slide(slide);
    this.layers.last.replaceChildren(...this.trace(last));
    this.layers.best.replaceChildren(...this.arrow(best));
    this.svg.setAttribute("aria-label", label);
  }

  put(cell, code) {
    const node = this.pieces[code - 1].cloneNode(true);
    node.setAttribute("transform", `translate(${this.middle(cell).join(" ")})`);
    this.layers.pieces.append(node);
    this.shown.set(cell, { node, code });
  }

  /** Lets the piece at the end of this way slide there. */
  slide(way) {
    const piece = this.shown.get(way.at(-1));
    if (way.length < 2 || !piece || calm.matches) return;
    piece.node.parentNode.append(piece.node);
    const steps = way.map((cell) => ({
      transform: `translate(${this.middle(cell)
        .map((at) => at + "px")
        .join(",")})`,
    }));
    piece.node.animate(steps, { duration: SLIDE_MS * Math.min(way.length - 1, 3), easing: "ease-out" });
  }

  /** What shows a move that was made: squares, a dot on a stone, rings at both ends. */
  trace(way) {
    const { cell: side, surface } = this.facts;
    const ring = (cell, r) => {
      const [cx, cy] = this.middle(cell);
      return element("svg:circle", { cx, cy, r });
    };
    if (surface === "squares") {
      return way.map((cell) => {
        const [x, y] = this.middle(cell).map((at) => at - side / 2);
        return element("svg:rect", { x, y, width: side, height: side });
      });
    }
    if (way.length === 1) return [element("svg:g", { class: "dot" }, ring(way[0], 5.5))];
    return way.length ? [ring(way[0], 9), ring(way.at(-1), 0.46 * side)] : [];
  }

  /** What shows a move that could be made: an arrow, or a ring where a stone would be placed. */
  arrow(way) {
    const points = way.map((cell) => this.middle(cell));
    if (!points.length) return [];
    const [x, y] = points.at(-1);
    if (points.length === 1) return [element("svg:circle", { cx: x, cy: y, r: 0.36 * this.facts.cell })];
    const [fromX, fromY] = points.at(-2);
    const length = Math.max(Math.hypot(x - fromX, y - fromY), 1);
    const [dx, dy] = [(x - fromX) / length, (y - fromY) / length];
    const neck = [x - 13 * dx, y - 13 * dy];
    const line = [...points.slice(0, -1), neck].map((point) => point.join(" ")).join("L");
    const head = [
      [x + 5 * dx, y + 5 * dy],
      [neck[0] - 9 * dy, neck[1] + 9 * dx],
      [neck[0] + 9 * dy, neck[1] - 9 * dx],
    ];
    const tip = head.map((point) => point.join(" ")).join("L");
    return [element("svg:path", { d: `M${line}` }), element("svg:path", { class: "head", d: `M${tip}Z` })];
  }
}
