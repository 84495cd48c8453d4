// The small pictures of the games and the sign of the program, drawn with the colours of the page.

import { svg } from "./dom.js";

/** @param {number} x @param {number} y @param {number} r @param {string} fill @param {string} rim */
const disc = (x, y, r, fill, rim) =>
  svg("circle", { cx: x, cy: y, r, fill, stroke: rim, "stroke-width": r * 0.14 });

const WHITE = /** @type {const} */ (["#fdfbf5", "#3d3833"]);
const BLACK = /** @type {const} */ (["#2a2725", "#0d0c0b"]);
const ORANGE = /** @type {const} */ (["#d55e00", "#9c4500"]);
const YELLOW = /** @type {const} */ (["#f3dc4b", "#b79c0c"]);
const BLUE = /** @type {const} */ (["#0072b2", "#004b76"]);
const GREEN = /** @type {const} */ (["#009e73", "#00644a"]);

/** @param {...Element} parts */
const picture = (...parts) =>
  svg("svg", { viewBox: "0 0 120 90", class: "picture", "aria-hidden": "true" }, ...parts);

const connect4 = () => {
  const rows = [".....", "..y..", ".yo..", "yooyo"];
  const cells = rows.flatMap((row, y) =>
    [...row].map((cell, x) => {
      const [fill, rim] =
        cell === "o" ? ORANGE : cell === "y" ? YELLOW : ["var(--page)", "var(--board-line)"];
      return disc(20 + x * 20, 15 + y * 20, 7.6, fill, rim);
    }),
  );
  return picture(svg("rect", { x: 7, y: 2, width: 106, height: 86, rx: 8, fill: "#38628d" }), ...cells);
};

const gomoku = () => {
  const lines = [];
  for (let i = 0; i < 6; i += 1) {
    if (i < 5)
      lines.push(
        svg("path", { d: `M6 ${13 + i * 16}H114`, stroke: "var(--board-line)", "stroke-width": 0.9 }),
      );
    lines.push(svg("path", { d: `M${20 + i * 16} 2V88`, stroke: "var(--board-line)", "stroke-width": 0.9 }));
  }
  const black = [
    [1, 3],
    [2, 2],
    [3, 1],
    [4, 0],
    [3, 3],
  ];
  const white = [
    [2, 1],
    [2, 3],
    [4, 2],
    [1, 2],
  ];
  return picture(
    svg("rect", { x: 2, y: 1, width: 116, height: 88, rx: 6, fill: "var(--board-light)" }),
    ...lines,
    ...black.map(([x, y]) => disc(20 + x * 16, 13 + y * 16, 6.8, ...BLACK)),
    ...white.map(([x, y]) => disc(20 + x * 16, 13 + y * 16, 6.8, ...WHITE)),
  );
};

const draughts = () => {
  const squares = [];
  for (let y = 0; y < 4; y += 1) {
    for (let x = 0; x < 5; x += 1) {
      const dark = (x + y) % 2 === 1;
      squares.push(
        svg("rect", {
          x: 7 + x * 21.2,
          y: 2.5 + y * 21.2,
          width: 21.3,
          height: 21.3,
          fill: dark ? "var(--board-dark)" : "var(--board-light)",
        }),
      );
    }
  }
  const man = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {readonly [string, string]} */ [fill, rim],
  ) => {
    const [cx, cy] = [17.6 + x * 21.2, 13.1 + y * 21.2];
    return svg(
      "g",
      {},
      disc(cx, cy, 8, fill, rim),
      svg("circle", { cx, cy, r: 4.6, fill: "none", stroke: "#8d857a", "stroke-width": 1 }),
    );
  };
  return picture(
    ...squares,
    man(1, 0, BLACK),
    man(3, 0, BLACK),
    man(2, 1, BLACK),
    man(1, 2, WHITE),
    man(0, 3, WHITE),
    man(2, 3, WHITE),
    man(4, 3, WHITE),
  );
};

const chinesecheckers = () => {
  /** Rows of a star: how many holes, and the colour of those in the points. */
  const rows = [1, 2, 7, 6, 5, 6, 7, 2, 1];
  const holes = rows.flatMap((count, y) =>
    Array.from({ length: count }, (_, x) => {
      const fill =
        y < 2 ? ORANGE : y > 6 ? BLUE : (y === 2 || y === 6) && (x < 1 || x === count - 1) ? GREEN : null;
      const [cx, cy] = [60 + (x - (count - 1) / 2) * 10.6, 7.5 + y * 9.4];
      return fill
        ? disc(cx, cy, 4.2, fill[0], fill[1])
        : svg("circle", {
            cx,
            cy,
            r: 3.7,
            fill: "color-mix(in srgb, var(--board-light) 70%, var(--board-line))",
            stroke: "var(--board-line)",
            "stroke-width": 0.8,
          });
    }),
  );
  return picture(
    svg("rect", { x: 12, y: 0.5, width: 96, height: 89, rx: 14, fill: "var(--board-light)" }),
    ...holes,
  );
};

/** @type {Record<string, () => SVGElement>} */
const PICTURES = { connect4, gomoku, draughts, chinesecheckers };

/** A piece of each player, for a family without a picture. @param {readonly import("../types.js").Colour[]} colours */
const pieces = (colours) => {
  const step = 96 / Math.max(colours.length, 1);
  return picture(
    svg("rect", { x: 2, y: 1, width: 116, height: 88, rx: 6, fill: "var(--board-light)" }),
    ...colours.map(({ fill, rim }, index) =>
      disc(12 + step * (index + 0.5), 45, Math.min(step * 0.4, 18), fill, rim),
    ),
  );
};

/** @param {string} family @param {readonly import("../types.js").Colour[]} colours of its pieces */
export function familyPicture(family, colours) {
  return PICTURES[family]?.() ?? pieces(colours);
}

/** The sign of the program: a piece of each of its games. */
export function logo() {
  return svg(
    "svg",
    { viewBox: "0 0 32 32", class: "logo", "aria-hidden": "true" },
    svg("rect", { width: 32, height: 32, rx: 7, fill: "#1a6270" }),
    svg("circle", { cx: 11, cy: 11, r: 4.5, fill: "#fdfbf5" }),
    svg("circle", { cx: 21, cy: 11, r: 4.5, fill: "#2a2725" }),
    svg("circle", { cx: 11, cy: 21, r: 4.5, fill: "#d55e00" }),
    svg("circle", { cx: 21, cy: 21, r: 4.5, fill: "#f3dc4b" }),
  );
}
