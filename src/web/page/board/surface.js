// The board without pieces: squares, crossings, an upright frame, the star, and the names at the edges.
//
// Colours are classes of board.css. An upright frame stands in front of its discs, so a surface has a back and a front;
// the pieces are drawn between them. Drawn anew only where the layout changes.

import { UNIT, starPoints } from "./geometry.js";
import { lineThrough, make, write } from "./svg.js";

/** @typedef {import('./geometry.js').Layout} Layout */
/** @typedef {import('./geometry.js').Spot} Spot */
/** @typedef {import('../types.js').Position} Position */

/** Radius of the windows of a frame. */
const WINDOW = 41;
/** Thickness of a frame around its cells. */
const RIM = 12;

/**
 * Draws the board into two groups, behind and in front of the pieces.
 * @param {SVGGElement} back @param {SVGGElement} front @param {Layout} layout @param {Position} position
 */
export function drawSurface(back, front, layout, position) {
  back.replaceChildren();
  front.replaceChildren();
  const { surface } = position.face;
  if (surface === "squares") squares(back, layout);
  else if (surface === "crossings") crossings(back, layout, position);
  else if (layout.hexagonal) star(back, layout, position);
  else frame(back, front, layout);
  names(back, front, layout);
}

/** @param {SVGGElement} back @param {Layout} layout */
function squares(back, layout) {
  const { x, y, width, height } = layout.field;
  make("rect", { class: "rim", x: x - 6, y: y - 6, width: width + 12, height: height + 12, rx: 8 }, back);
  make("rect", { class: "light", x, y, width, height }, back);
  const half = UNIT / 2;
  const dark = layout.spots
    .map((spot) => `M${spot.x - half} ${spot.y - half}h${UNIT}v${UNIT}h-${UNIT}z`)
    .join("");
  make("path", { class: "dark", d: dark }, back);
}

/** @param {SVGGElement} back @param {Layout} layout @param {Position} position */
function crossings(back, layout, position) {
  const { x, y, width, height } = layout.field;
  make("rect", { class: "wood", x: x - 6, y: y - 6, width: width + 12, height: height + 12, rx: 10 }, back);
  const [left, top, right, bottom] = [
    x + UNIT / 2,
    y + UNIT / 2,
    x + width - UNIT / 2,
    y + height - UNIT / 2,
  ];
  let lines = "";
  for (let at = left; at <= right; at += UNIT) lines += `M${at} ${top}V${bottom}`;
  for (let at = top; at <= bottom; at += UNIT) lines += `M${left} ${at}H${right}`;
  make("path", { class: "grid", d: lines }, back);
  make("rect", { class: "grid border", x: left, y: top, width: right - left, height: bottom - top }, back);
  for (const cell of starPoints(position.width, position.height)) {
    const spot = layout.byKey.get(String(cell));
    if (spot) make("circle", { class: "star-point", cx: spot.x, cy: spot.y, r: 9 }, back);
  }
}

/** @param {SVGGElement} back @param {SVGGElement} front @param {Layout} layout */
function frame(back, front, layout) {
  const { x, y, width, height } = layout.field;
  make("rect", { class: "behind", x, y, width, height, rx: 20 }, back);
  const [left, top, wide, high] = [x - RIM, y - RIM, width + 2 * RIM, height + 2 * RIM];
  const circle = (/** @type {Spot} */ spot) =>
    `M${spot.x - WINDOW} ${spot.y}a${WINDOW} ${WINDOW} 0 1 0 ${2 * WINDOW} 0a${WINDOW} ${WINDOW} 0 1 0 -${2 * WINDOW} 0z`;
  const holes = layout.spots.map(circle).join("");
  const corner = 30;
  const outline =
    `M${left + corner} ${top}h${wide - 2 * corner}a${corner} ${corner} 0 0 1 ${corner} ${corner}v${high - 2 * corner}` +
    `a${corner} ${corner} 0 0 1 -${corner} ${corner}h-${wide - 2 * corner}a${corner} ${corner} 0 0 1 -${corner} -${corner}` +
    `v-${high - 2 * corner}a${corner} ${corner} 0 0 1 ${corner} -${corner}z`;
  make("path", { class: "frame", d: outline + holes, "fill-rule": "evenodd" }, front);
  make("path", { class: "window", d: holes }, front);
}

/** @param {SVGGElement} back @param {Layout} layout @param {Position} position */
function star(back, layout, position) {
  const ways = joined(layout, layout.spots);
  make("path", { class: "star-rim", d: ways }, back);
  make("path", { class: "star-ground", d: ways }, back);
  position.face.seats.forEach((seat, index) => {
    const colour = position.face.colours[index];
    const home = campOf(layout, position, seat);
    const corner = make("path", { class: "camp", d: joined(layout, home) }, back);
    corner.style.stroke = colour.fill;
  });
  make("path", { class: "star-ways", d: ways }, back);
  for (const spot of layout.spots) make("circle", { class: "hole", cx: spot.x, cy: spot.y, r: 21 }, back);
  position.face.seats.forEach((seat, index) => {
    const goal = (seat + 180) % 360;
    if (position.face.seats.includes(goal)) return;
    for (const spot of campOf(layout, position, goal)) {
      const ring = make("circle", { class: "goal", cx: spot.x, cy: spot.y, r: 24 }, back);
      ring.style.stroke = position.face.colours[index].fill;
    }
  });
}

/** Lines between all neighbours among these holes. @param {Layout} layout @param {Spot[]} spots */
function joined(layout, spots) {
  const among = new Set(spots);
  return spots
    .map((spot) => {
      const [x, y] = spot.cell;
      const next = [
        [x + 1, y],
        [x, y + 1],
        [x - 1, y + 1],
      ].map((cell) => layout.byKey.get(String(cell)));
      return next.map((other) => (other && among.has(other) ? lineThrough([spot, other]) : "")).join("");
    })
    .join("");
}

/**
 * The holes of the corner where somebody sits: outside of the hexagon in the middle, in the direction of the seat.
 * @param {Layout} layout @param {Position} position @param {number} seat degrees clockwise from the bottom
 */
function campOf(layout, position, seat) {
  const middle = (position.width - 1) / 2;
  return layout.spots.filter(({ cell }) => {
    const [q, r] = [cell[0] - middle, cell[1] - middle];
    if (Math.max(Math.abs(q), Math.abs(r), Math.abs(q + r)) <= middle / 2) return false;
    const angle = (Math.atan2(-(q + r / 2), (r * Math.sqrt(3)) / 2) * 180) / Math.PI;
    const off = Math.abs(((angle - seat + 540) % 360) - 180);
    return off < 30;
  });
}

/** Names in cells are above highlights, in the corner that a piece leaves. @param {SVGGElement} back @param {SVGGElement} front @param {Layout} layout */
function names(back, front, layout) {
  for (const { text, x, y, kind } of layout.labels) {
    if (kind === "cell")
      write(front, text, { class: "label in-cell", x: x - 46, y: y - 35, "text-anchor": "start" });
    else write(back, text, { class: "label", x, y, "font-size": layout.labelSize });
  }
}
