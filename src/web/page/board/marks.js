// What is drawn over and under the pieces: the last move, choices and targets, winning lines, captured men for a moment,
// and the marks of others (arrows, values, threats, numbers).
//
// Nothing is told by hue alone: each mark has a shape of its own. Highlights belong to the board and follow what is
// chosen; marks are given by `BoardView.marks` and stay until they are replaced.

import { UNIT, keyOf } from "./geometry.js";
import { RADIUS } from "./pieces.js";
import { isLight, lineThrough, make, write } from "./svg.js";

/** @typedef {import('../types.js').Cell} Cell */
/** @typedef {import('../types.js').Mark} Mark */
/** @typedef {import('../types.js').Path} Path */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('./geometry.js').Layout} Layout */
/** @typedef {import('./geometry.js').Spot} Spot */
/**
 * @typedef {object} Highlights
 * @property {Position} position
 * @property {Cell[]} must  pieces that must move
 * @property {Cell[]} chosen  the clicks so far
 * @property {Cell[]} ends
 * @property {Cell[]} stops
 * @property {Path | null} pending  a move that waits for its second tap
 * @property {boolean} dot  whether the last stone is marked by a dot: not where stones have numbers
 * @property {string} notice  words in the middle of the board, or nothing
 */

/** Width of an arrow of full strength. */
const ARROW = 18;

/** The spots of cells that have one. @param {Layout} layout @param {Cell[]} cells */
const spotsOf = (layout, cells) => cells.flatMap((cell) => layout.byKey.get(keyOf(cell)) ?? []);

/** Groups under and over the pieces. */
export class Marks {
  /** @param {SVGGElement} under @param {SVGGElement} over */
  constructor(under, over) {
    this.under = under;
    this.high = make("g", {}, over);
    this.given = make("g", {}, over);
  }

  /** Draws the board's own highlights. @param {Layout} layout @param {Highlights} state */
  highlight(layout, state) {
    this.under.replaceChildren();
    this.high.replaceChildren();
    const { position } = state;
    const radius = RADIUS[position.face.pieces];
    this.lastMove(layout, state, radius);
    for (const spot of spotsOf(layout, state.must)) ring(this.high, spot, radius + 5, "must");
    this.choice(layout, state, radius);
    for (const line of position.winning_lines) winningLine(this.high, spotsOf(layout, line), radius);
    for (const spot of forbidden(layout, position)) cross(this.high, spot, 19, "forbidden");
    if (state.notice) plate(this.high, layout, state.notice);
  }

  /** @param {Layout} layout @param {Highlights} state @param {number} radius */
  lastMove(layout, { position, dot }, radius) {
    const { last } = position;
    if (!last || last.cells.length === 0) return;
    const spots = spotsOf(layout, last.cells);
    const end = spots[spots.length - 1];
    if (!end) return;
    if (last.cells.length === 1) {
      if (dot) make("circle", { class: "last-dot", cx: end.x, cy: end.y, r: 11 }, this.high);
      return;
    }
    if (layout.squares) {
      fillSquare(this.under, spots[0], "last-from");
      fillSquare(this.under, end, "last-to");
    } else {
      make("path", { class: "last-way", d: lineThrough(spots) }, this.under);
      ring(this.under, spots[0], 24, "last-from");
      ring(this.high, end, radius + 4, "last-to");
    }
    const before = last.cells.length > 2 ? spots.slice(1, -1) : [];
    for (const spot of before)
      make("circle", { class: "last-stop", cx: spot.x, cy: spot.y, r: 7 }, this.under);
    for (const spot of spotsOf(layout, last.captured)) {
      if (position.rows[spot.cell[1]][spot.cell[0]] === ".") ring(this.under, spot, radius - 6, "taken");
    }
  }

  /** @param {Layout} layout @param {Highlights} state @param {number} radius */
  choice(layout, { chosen, ends, stops, pending, position }, radius) {
    spotsOf(layout, chosen).forEach((spot, index) => {
      if (layout.squares) fillSquare(this.under, spot, "chosen");
      if (index === chosen.length - 1) ring(this.high, spot, radius + 4, "chosen");
      else ring(this.under, spot, 24, "left");
    });
    for (const spot of spotsOf(layout, ends)) {
      const empty = position.rows[spot.cell[1]][spot.cell[0]] === ".";
      if (empty) make("circle", { class: "end", cx: spot.x, cy: spot.y, r: 16 }, this.high);
      else ring(this.high, spot, radius + 9, "end");
    }
    for (const spot of spotsOf(layout, stops))
      make("circle", { class: "stop", cx: spot.x, cy: spot.y, r: 11 }, this.high);
    if (!pending) return;
    const spots = spotsOf(layout, pending.cells);
    if (spots.length > 1) arrow(this.high, spots, 0.8, "arrow pending");
    for (const spot of spotsOf(layout, pending.captured)) cross(this.high, spot, 22, "to-take");
    const end = spots[spots.length - 1];
    if (end) ring(this.high, end, radius + 5, "pending");
  }

  /** Draws the marks of others. @param {Layout} layout @param {Position} position @param {Mark[]} marks */
  draw(layout, position, marks) {
    this.given.replaceChildren();
    for (const mark of marks) {
      const cells = "cells" in mark ? mark.cells : [mark.cell];
      const spots = spotsOf(layout, cells);
      if (spots.length === cells.length && spots.length > 0) this.one(layout, position, mark, spots);
    }
  }

  /** @param {Layout} layout @param {Position} position @param {Mark} mark @param {Spot[]} spots */
  one(layout, position, mark, spots) {
    const [spot] = spots;
    if (mark.kind === "arrow") {
      if (spots.length > 1)
        arrow(this.given, spots, mark.strength, mark.player === 2 ? "arrow second" : "arrow");
      else ring(this.given, spot, 34, "target").style.opacity = String(0.4 + 0.6 * mark.strength);
    } else if (mark.kind === "ahead") ahead(this.given, spots);
    else if (mark.kind === "value") value(this.given, layout, spot, mark);
    else if (mark.kind === "number") number(this.given, position, spot, mark.text);
    else if (mark.kind === "offer") offer(this.given, position, spot, mark.text);
    else if (mark.kind === "threat") threat(this.given, spot, mark.text, mark.player);
    else ring(this.given, spot, 36, "target");
  }
}

/** @param {Element} parent @param {Spot} spot @param {string} name */
function fillSquare(parent, spot, name) {
  make(
    "rect",
    { class: name, x: spot.x - UNIT / 2, y: spot.y - UNIT / 2, width: UNIT, height: UNIT },
    parent,
  );
}

/** A ring that is seen on light and on dark pieces: a wide line under a narrow one. @param {Element} parent @param {Spot} spot @param {number} r @param {string} name */
function ring(parent, spot, r, name) {
  const group = make("g", { class: `ring ${name}` }, parent);
  make("circle", { class: "casing", cx: spot.x, cy: spot.y, r }, group);
  make("circle", { class: "core", cx: spot.x, cy: spot.y, r }, group);
  return group;
}

/** @param {Element} parent @param {Spot} spot @param {number} arm @param {string} name */
function cross(parent, spot, arm, name) {
  const d = `M${spot.x - arm} ${spot.y - arm}l${2 * arm} ${2 * arm}m0 ${-2 * arm}l${-2 * arm} ${2 * arm}`;
  make("path", { class: `cross ${name}`, d }, parent);
}

/** @param {Element} parent @param {Spot[]} spots @param {number} radius */
function winningLine(parent, spots, radius) {
  if (spots.length === 0) return;
  for (const spot of spots) ring(parent, spot, radius - 4, "won");
  make("path", { class: "won-line casing", d: lineThrough(spots) }, parent);
  make("path", { class: "won-line core", d: lineThrough(spots) }, parent);
}

/** @param {Layout} layout @param {Position} position @returns {Spot[]} */
function forbidden(layout, position) {
  if (position.outcome || !position.rows.some((row) => row.includes("x"))) return [];
  return layout.spots.filter(({ cell }) => position.rows[cell[1]][cell[0]] === "x");
}

/** Along cells, the head at the end. @param {Element} parent @param {Spot[]} spots @param {number} strength 0 to 1 @param {string} name */
function arrow(parent, spots, strength, name) {
  const width = ARROW * (0.45 + 0.55 * Math.max(0, Math.min(1, strength)));
  const [before, end] = [spots[spots.length - 2], spots[spots.length - 1]];
  const length = Math.hypot(end.x - before.x, end.y - before.y) || 1;
  const [ux, uy] = [(end.x - before.x) / length, (end.y - before.y) / length];
  const head = width * 2.1;
  const neck = { x: end.x - ux * head, y: end.y - uy * head };
  const start = {
    x: spots[0].x + (spots[1].x - spots[0].x) * 0.12,
    y: spots[0].y + (spots[1].y - spots[0].y) * 0.12,
  };
  const group = make("g", { class: name }, parent);
  group.style.opacity = String(0.45 + 0.45 * Math.max(0, Math.min(1, strength)));
  const d = lineThrough([start, ...spots.slice(1, -1), neck]);
  make("path", { class: "casing", d }, group).style.strokeWidth = String(width + 7);
  make("path", { class: "shaft", d }, group).style.strokeWidth = String(width);
  const wide = width * 1.25;
  const [left, right] = [
    { x: neck.x - uy * wide, y: neck.y + ux * wide },
    { x: neck.x + uy * wide, y: neck.y - ux * wide },
  ];
  make("path", { class: "head", d: `${lineThrough([left, end, right])}z` }, group);
}

/** A move chosen ahead: dotted rings, a plate where the piece will be, and a thin arrow. @param {Element} parent @param {Spot[]} spots */
function ahead(parent, spots) {
  if (spots.length > 1) arrow(parent, spots, 0.35, "arrow ahead");
  const end = spots[spots.length - 1];
  make("circle", { class: "ahead", cx: end.x, cy: end.y, r: 30 }, parent);
  for (const spot of spots) ring(parent, spot, 36, "ahead");
}

/** A value on a plate; over the column where stones fall. @param {Element} parent @param {Layout} layout @param {Spot} spot @param {Extract<Mark, {kind: "value"}>} mark */
function value(parent, layout, spot, { text, tone, best }) {
  const y = layout.falls ? layout.field.y - 52 : spot.y;
  const width = Math.max(52, 20 + text.length * 19);
  const group = make("g", { class: `value ${tone}${best ? " best" : ""}` }, parent);
  make("rect", { x: spot.x - width / 2, y: y - 24, width, height: 48, rx: 14 }, group);
  write(group, text, { x: spot.x, y: y + 1, "font-size": text.length > 4 ? 27 : 32 });
}

/** Words in the middle of the board. @param {Element} parent @param {Layout} layout @param {string} words */
function plate(parent, layout, words) {
  const [x, y] = [layout.field.x + layout.field.width / 2, layout.field.y + layout.field.height / 2];
  const size = layout.field.width / 28;
  const width = layout.field.width * 0.62;
  const group = make("g", { class: "value" }, parent);
  make("rect", { x: x - width / 2, y: y - size * 1.4, width, height: size * 2.8, rx: size }, group);
  write(group, words, { x, y, "font-size": size });
}

/** The number of a move on its stone. @param {Element} parent @param {Position} position @param {Spot} spot @param {string} text */
function number(parent, position, spot, text) {
  const sign = position.rows[spot.cell[1]][spot.cell[0]];
  const colour = position.face.colours[Number(sign) - 1];
  const last = position.last?.cells.at(-1);
  const name = !colour ? "loose" : isLight(colour.fill) ? "on-light" : "on-dark";
  const latest = last && last[0] === spot.cell[0] && last[1] === spot.cell[1] ? " latest" : "";
  write(parent, text, {
    class: `number ${name}${latest}`,
    x: spot.x,
    y: spot.y + 1,
    "font-size": text.length > 2 ? 34 : 42,
  });
}

/** A stone that is offered: pale, with its letter. @param {Element} parent @param {Position} position @param {Spot} spot @param {string} text */
function offer(parent, position, spot, text) {
  const group = make("g", { class: "offer" }, parent);
  const [{ fill, rim }] = position.face.colours;
  make("circle", { cx: spot.x, cy: spot.y, r: RADIUS[position.face.pieces], fill, stroke: rim }, group);
  make("circle", { class: "plate", cx: spot.x, cy: spot.y, r: 25 }, group);
  write(group, text, { x: spot.x, y: spot.y + 1, "font-size": 34 });
}

/** A square for the first player, a round plate for others. @param {Element} parent @param {Spot} spot @param {string} text @param {number} player */
function threat(parent, spot, text, player) {
  const group = make("g", { class: "threat" }, parent);
  const width = text.length > 1 ? 54 : 42;
  make(
    "rect",
    { x: spot.x - width / 2, y: spot.y - 21, width, height: 42, rx: player === 1 ? 5 : 21 },
    group,
  );
  write(group, text, { x: spot.x, y: spot.y + 1, "font-size": 28 });
}
