// The course of a game as a picture: expected points over the moves, from the first player's view, with a dot at each mistake and
// a line at the node that is looked at. With more than two players there is a line for each, dashed in its own way. A click goes to
// the move. The picture is stretched, so dots are lines without length: their round ends stay round.

import { svg } from "../shell/dom.js";

/**
 * @typedef {import("../types.js").Colour} Colour
 * @typedef {{node: number, share: number | null, player: number, mark: string}} Point
 *   `share`: expected points of the first player of two, or of `player` where there are more; null: not known yet
 */

const TOP = 100;
const DASHES = ["", "6 3", "2 3", "8 3 2 3", "1 4", "10 5"];

/** @param {Point} point @param {number} x @returns {[number, number] | null} */
const spot = ({ share }, x) => (share === null ? null : [x, TOP - share * TOP]);

/** @param {[number, number][]} spots */
const pathOf = (spots) => spots.map(([x, y], index) => `${index ? "L" : "M"}${x} ${y.toFixed(1)}`).join("");

export class Curve {
  /** @param {(node: number) => void} go */
  constructor(go) {
    /** @type {Point[]} */
    this.points = [];
    this.cursor = svg("line", { class: "curve-cursor", y1: 0, y2: TOP });
    this.drawn = svg("g");
    this.svg = svg(
      "svg",
      { class: "curve", role: "img", preserveAspectRatio: "none" },
      this.drawn,
      this.cursor,
    );
    const at = (/** @type {MouseEvent} */ event) => {
      const { left, width } = this.svg.getBoundingClientRect();
      const index = Math.round(((event.clientX - left) / width) * (this.points.length - 1));
      const point = this.points[Math.min(Math.max(index, 0), this.points.length - 1)];
      if (point) go(point.node);
    };
    this.svg.addEventListener("pointerdown", (event) => {
      this.svg.setPointerCapture(event.pointerId);
      at(event);
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (event.buttons) at(event);
    });
  }

  /** @param {Point[]} points @param {Colour[]} colours @param {string} label */
  draw(points, colours, label) {
    this.points = points;
    this.svg.setAttribute("viewBox", `0 0 ${Math.max(points.length - 1, 1)} ${TOP}`);
    this.svg.setAttribute("aria-label", label);
    const two = colours.length === 2;
    this.svg.style.setProperty("--first", two ? colours[0].fill : "transparent");
    this.svg.style.setProperty("--second", two ? colours[1].fill : "transparent");
    this.drawn.replaceChildren(
      ...(two ? this.share() : this.lines(colours)),
      svg("line", { class: "curve-middle", x1: 0, x2: points.length - 1, y1: TOP / 2, y2: TOP / 2 }),
      ...this.dots(),
    );
  }

  /** @returns {SVGElement[]} */
  share() {
    const spots = this.points.map(spot).filter((at) => at !== null);
    if (spots.length < 2) return [];
    const [from, to] = [spots[0][0], spots[spots.length - 1][0]];
    const whole = svg("rect", { class: "curve-second", x: from, y: 0, width: to - from, height: TOP });
    return [
      whole,
      svg("path", { class: "curve-first", d: `${pathOf(spots)}L${to} ${TOP}L${from} ${TOP}Z` }),
      svg("path", { class: "curve-line", d: pathOf(spots) }),
    ];
  }

  /** @param {Colour[]} colours @returns {SVGElement[]} */
  lines(colours) {
    return colours.map(({ fill }, index) => {
      const own = this.points
        .flatMap((point, x) => (point.player === index + 1 ? [spot(point, x)] : []))
        .filter((at) => at !== null);
      return svg("path", {
        class: "curve-line",
        d: pathOf(own),
        stroke: fill,
        "stroke-dasharray": DASHES[index % DASHES.length],
      });
    });
  }

  /** @returns {SVGElement[]} */
  dots() {
    return this.points.flatMap((point, x) => {
      const at = spot(point, x);
      if (!at || !point.mark) return [];
      const d = `M${at[0]} ${at[1].toFixed(1)}l0 0`;
      return [
        svg("path", { class: "curve-dot casing", d }),
        svg("path", {
          class: `curve-dot ${point.mark === "??" ? "blunder" : point.mark === "?" ? "mistake" : "dubious"}`,
          d,
        }),
      ];
    });
  }

  /** @param {number} node */
  look(node) {
    const index = this.points.findIndex((point) => point.node === node);
    this.cursor.setAttribute("visibility", index < 0 ? "hidden" : "visible");
    this.cursor.setAttribute("x1", String(index));
    this.cursor.setAttribute("x2", String(index));
  }
}
