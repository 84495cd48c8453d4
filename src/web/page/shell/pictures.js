// The small pictures of the games and the sign of the program, drawn with the colours of the page and those of the
// pieces, which the program names.

import { drawMan } from "../board/men.js";
import { h, svg } from "./dom.js";

/** @typedef {import("../types.js").Colour} Colour */

/** @param {number} x @param {number} y @param {number} r @param {Pick<Colour, "fill" | "rim">} colour */
const disc = (x, y, r, { fill, rim }) =>
  svg("circle", { cx: x, cy: y, r, fill, stroke: rim, "stroke-width": r * 0.14 });

/** @param {...Element} parts */
const picture = (...parts) =>
  svg("svg", { viewBox: "0 0 120 90", class: "picture", "aria-hidden": "true" }, ...parts);

/** @param {readonly Colour[]} colours */
const connect4 = ([first, second]) => {
  const rows = [".....", "..2..", ".21..", "21121"];
  const hole = { fill: "var(--page)", rim: "var(--board-line)" };
  const cells = rows.flatMap((row, y) =>
    [...row].map((cell, x) =>
      disc(20 + x * 20, 15 + y * 20, 7.6, cell === "1" ? first : cell === "2" ? second : hole),
    ),
  );
  return picture(
    svg("rect", { x: 7, y: 2, width: 106, height: 86, rx: 8, fill: "var(--upright)" }),
    ...cells,
  );
};

/** @param {readonly Colour[]} colours */
const gomoku = ([first, second]) => {
  const lines = [];
  for (let i = 0; i < 6; i += 1) {
    if (i < 5)
      lines.push(
        svg("path", { d: `M6 ${13 + i * 16}H114`, stroke: "var(--board-line)", "stroke-width": 0.9 }),
      );
    lines.push(svg("path", { d: `M${20 + i * 16} 2V88`, stroke: "var(--board-line)", "stroke-width": 0.9 }));
  }
  const firsts = [
    [1, 3],
    [2, 2],
    [3, 1],
    [4, 0],
    [3, 3],
  ];
  const seconds = [
    [2, 1],
    [2, 3],
    [4, 2],
    [1, 2],
  ];
  return picture(
    svg("rect", { x: 2, y: 1, width: 116, height: 88, rx: 6, fill: "var(--board-light)" }),
    ...lines,
    ...firsts.map(([x, y]) => disc(20 + x * 16, 13 + y * 16, 6.8, first)),
    ...seconds.map(([x, y]) => disc(20 + x * 16, 13 + y * 16, 6.8, second)),
  );
};

/** @param {readonly Colour[]} colours */
const draughts = ([first, second]) => {
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
  const man = (/** @type {number} */ x, /** @type {number} */ y, /** @type {Colour} */ colour) => {
    const [cx, cy] = [17.6 + x * 21.2, 13.1 + y * 21.2];
    return svg(
      "g",
      {},
      disc(cx, cy, 8, colour),
      svg("circle", { cx, cy, r: 4.6, fill: "none", stroke: colour.detail, "stroke-width": 1 }),
    );
  };
  return picture(
    ...squares,
    man(1, 0, second),
    man(3, 0, second),
    man(2, 1, second),
    man(1, 2, first),
    man(0, 3, first),
    man(2, 3, first),
    man(4, 3, first),
  );
};

/** @param {readonly Colour[]} colours */
const chinesecheckers = ([first, second, , fourth]) => {
  /** Rows of a star: how many holes, and the colour of those in the points. */
  const rows = [1, 2, 7, 6, 5, 6, 7, 2, 1];
  const holes = rows.flatMap((count, y) =>
    Array.from({ length: count }, (_, x) => {
      const side = (y === 2 || y === 6) && (x < 1 || x === count - 1);
      const colour = y < 2 ? second : y > 6 ? first : side ? fourth : null;
      const [cx, cy] = [60 + (x - (count - 1) / 2) * 10.6, 7.5 + y * 9.4];
      return colour
        ? disc(cx, cy, 4.2, colour)
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

/** @type {Record<string, (colours: readonly Colour[]) => SVGElement>} */
const PICTURES = { connect4, gomoku, draughts, chinesecheckers };

/** A piece of each player, for a family without a picture. @param {readonly Colour[]} colours */
const pieces = (colours) => {
  const step = 96 / Math.max(colours.length, 1);
  return picture(
    svg("rect", { x: 2, y: 1, width: 116, height: 88, rx: 6, fill: "var(--board-light)" }),
    ...colours.map((colour, index) => disc(12 + step * (index + 0.5), 45, Math.min(step * 0.4, 18), colour)),
  );
};

/** The game whose pictures show the looks of boards and the sets of men. */
export const MEN_GAME = "draughts";

/** @param {string} family @param {readonly Colour[]} colours of its pieces */
export function familyPicture(family, colours) {
  return PICTURES[family]?.(colours) ?? pieces(colours);
}

/** A man of each player, for the choice of a set. @param {import("../types.js").MenSet} set @param {readonly Colour[]} colours */
export function menPicture(set, colours) {
  const men = colours.map((colour, index) => {
    const man = svg("g", { transform: `translate(${30 + index * 60} 45) scale(0.62)` });
    drawMan(man, set, colour, index, colour.fill);
    return man;
  });
  return picture(svg("rect", { y: 14, width: 120, height: 62, rx: 6, fill: "var(--board-dark)" }), ...men);
}

/** The sign of the program, which is its icon: a piece of each of its games. */
export function logo() {
  return h("span", { class: "logo", "aria-hidden": "true" });
}
