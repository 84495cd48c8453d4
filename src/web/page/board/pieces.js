// The pieces: how each kind looks, and which stand on the board now.
//
// A kind of piece is drawn once and used by every piece of it, so that 484 stones are 484 small elements. Pieces are kept
// by their cell and reused: an update tells what moved, what is new and what is gone, and whoever animates shows that.
// What must always hold: after `update` the elements of `at` stand where the position has pieces, animated or not.
// Players differ by pattern as well as by colour: rings, and on marbles a mark for each player.

import { keyOf, sameCell } from "./geometry.js";
import { MAN, drawKing, drawMan } from "./men.js";
import { isLight, make, mix, moveTo } from "./svg.js";

/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Path} Path */
/** @typedef {import('../types.js').Cell} Cell */
/** @typedef {import('../types.js').Colour} Colour */
/** @typedef {import('../types.js').Face} Face */
/** @typedef {import('./geometry.js').Layout} Layout */
/** @typedef {{element: SVGUseElement, sign: string}} Piece */
/**
 * @typedef {object} Changes
 * @property {{piece: Piece, from: Cell, to: Cell, shown: string}[]} moved  `shown`: how it looked before
 * @property {Piece[]} fresh
 * @property {Map<string, Piece>} gone  by cell; still in the drawing until `discard`
 */

/** Radius of each kind of piece. */
export const RADIUS = { men: MAN, stones: 46, discs: 41, marbles: 40 };

/** A mark of its own for the marbles of each player. */
const MARKS = [
  "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0 -20 0z",
  "M0 -15L14 10H-14z",
  "M-12 -12H12V12H-12z",
  "M0 -17L6 -5L18 0L6 5L0 17L-6 5L-18 0L-6 -5z",
  "M-16 -5H-5V-16H5V-5H16V5H5V16H-5V5H-16z",
  "M-17 0a17 17 0 1 0 34 0a17 17 0 1 0 -34 0zM-9 0a9 9 0 1 1 18 0a9 9 0 1 1 -18 0z",
];

/** Draws the kinds of pieces into `defs`. @param {SVGDefsElement} defs @param {Face} face @param {string} prefix @param {import('../types.js').MenSet} set of men */
export function definePieces(defs, face, prefix, set) {
  defs.replaceChildren();
  face.colours.forEach((colour, index) => {
    shade(defs, colour, `${prefix}-shade${index + 1}`, face.pieces);
    const shaded = `url(#${prefix}-shade${index + 1})`;
    const piece = make("g", { id: `${prefix}-${index + 1}` }, defs);
    if (face.pieces !== "men") {
      body(piece, face.pieces, colour, index, shaded);
      return;
    }
    drawMan(piece, set, colour, index, shaded);
    drawKing(make("g", { id: `${prefix}-${"ABCDEF"[index]}` }, defs), set, colour, index, shaded);
  });
}

/** Light from the upper left. @param {Element} defs @param {Colour} colour @param {string} id @param {Face["pieces"]} kind */
function shade(defs, colour, id, kind) {
  const light = isLight(colour.fill);
  const round = kind === "stones" || kind === "marbles";
  const gradient = make("radialGradient", { id, cx: "38%", cy: "32%", r: "75%" }, defs);
  const stops = round
    ? [
        [0, mix(colour.fill, "#ffffff", light ? 0.85 : kind === "marbles" ? 0.5 : 0.38)],
        [light ? 0.55 : 0.4, colour.fill],
        [1, mix(colour.fill, kind === "marbles" ? colour.rim : "#000000", light ? 0.2 : 0.5)],
      ]
    : [
        [0, mix(colour.fill, "#ffffff", 0.14)],
        [1, mix(colour.fill, colour.rim, light ? 0.07 : 0.3)],
      ];
  for (const [offset, stop] of stops) make("stop", { offset, "stop-color": stop }, gradient);
}

/** The line around a piece, which is seen on every look of the board. @param {Colour} colour */
export const outlineOf = ({ fill, rim }) => mix(rim, "#000000", isLight(fill) ? 0.5 : 0.25);

/** A stone, a disc or a marble. @param {Element} parent @param {Exclude<Face["pieces"], "men">} kind @param {Colour} colour @param {number} index @param {string} fill */
function body(parent, kind, colour, index, fill) {
  const r = RADIUS[kind];
  const dark = !isLight(colour.fill);
  if (kind !== "discs") make("circle", { class: "piece-shadow", cx: 1.5, cy: 4, r: r + 0.5 }, parent);
  const line =
    kind === "stones"
      ? { stroke: dark ? "#000000" : colour.rim, "stroke-width": 1.5 }
      : { stroke: outlineOf(colour), "stroke-width": 3 };
  make("circle", { r: r - 1, fill, ...line }, parent);
  if (kind === "discs") {
    make("circle", { r: 34, fill: "none", stroke: colour.rim, "stroke-width": 2, opacity: 0.5 }, parent);
    if (index === 0)
      make("circle", { r: 21, fill: "none", stroke: colour.detail, "stroke-width": 5 }, parent);
    else
      make(
        "path",
        { d: "M0 -23L6 -6L23 0L6 6L0 23L-6 6L-23 0L-6 -6Z", fill: mix(colour.rim, colour.fill, 0.35) },
        parent,
      );
  } else if (kind === "marbles") {
    make("path", { d: MARKS[index], fill: colour.detail, "fill-rule": "evenodd", opacity: 0.92 }, parent);
  }
}

/** The pieces on the board. */
export class Pieces {
  /** @param {SVGGElement} group @param {string} prefix */
  constructor(group, prefix) {
    this.group = group;
    this.prefix = prefix;
    /** @type {Map<string, Piece>} */
    this.at = new Map();
  }

  /** A new piece in the drawing. @param {string} sign @param {{x: number, y: number}} point @returns {Piece} */
  add(sign, point) {
    const element = make("use", { class: "piece", href: `#${this.prefix}-${sign}` }, this.group);
    moveTo(element, point);
    return { element, sign };
  }

  /** How a piece looks. @param {Piece} piece @param {string} sign */
  draw(piece, sign) {
    piece.element.setAttribute("href", `#${this.prefix}-${sign}`);
  }

  clear() {
    this.at.clear();
    this.group.replaceChildren();
  }

  /** Puts all pieces where they belong. @param {Layout} layout */
  settle(layout) {
    for (const [key, piece] of this.at) {
      const spot = layout.byKey.get(key);
      if (spot) moveTo(piece.element, spot);
    }
  }

  /**
   * Takes over a position. A piece goes from the beginning to the end of `path`; without one, a single piece that has
   * changed its place is taken to have moved.
   * @param {Position} position @param {Layout} layout @param {Path | null} path @returns {Changes}
   */
  update(position, layout, path) {
    /** @type {Changes} */
    const changes = { moved: [], fresh: [], gone: new Map() };
    const wanted = this.wanted(position, layout);
    const move = path ? endsOf(path) : this.onlyMove(wanted);
    const mover = move && this.at.get(keyOf(move.from));
    if (move && mover && wanted.has(keyOf(move.to)) && !sameCell(move.from, move.to)) {
      this.at.delete(keyOf(move.from));
      const taken = this.at.get(keyOf(move.to));
      if (taken) changes.gone.set(keyOf(move.to), taken);
      this.at.set(keyOf(move.to), mover);
      changes.moved.push({ piece: mover, ...move, shown: mover.sign });
    } else if (move && mover) changes.moved.push({ piece: mover, ...move, shown: mover.sign });
    for (const [key, piece] of this.at) {
      if (wanted.has(key)) continue;
      changes.gone.set(key, piece);
      this.at.delete(key);
    }
    for (const [key, { sign, spot }] of wanted) {
      const piece = this.at.get(key);
      if (piece) {
        if (piece.sign !== sign) this.draw(piece, sign);
        piece.sign = sign;
        moveTo(piece.element, spot);
      } else {
        const fresh = this.add(sign, spot);
        this.at.set(key, fresh);
        changes.fresh.push(fresh);
      }
    }
    return changes;
  }

  /** @param {Position} position @param {Layout} layout */
  wanted(position, layout) {
    /** @type {Map<string, {sign: string, spot: import('./geometry.js').Spot}>} */
    const wanted = new Map();
    for (const spot of layout.spots) {
      const sign = position.rows[spot.cell[1]][spot.cell[0]];
      if (sign !== "." && sign !== "x") wanted.set(spot.key, { sign, spot });
    }
    return wanted;
  }

  /** The one piece that stands elsewhere now, others gone or back. @param {Map<string, {sign: string}>} wanted */
  onlyMove(wanted) {
    const owner = (/** @type {string} */ sign) => (sign >= "A" ? sign.charCodeAt(0) - 64 : Number(sign));
    const left = [...this.at].filter(
      ([key, piece]) => owner(wanted.get(key)?.sign ?? "0") !== owner(piece.sign),
    );
    const come = [...wanted].filter(
      ([key, { sign }]) => owner(this.at.get(key)?.sign ?? "0") !== owner(sign),
    );
    for (const [key, { sign }] of come) {
      const from = left.filter(([, piece]) => owner(piece.sign) === owner(sign));
      if (from.length !== 1 || come.filter(([, other]) => owner(other.sign) === owner(sign)).length !== 1)
        continue;
      return { from: cellOf(from[0][0]), to: cellOf(key) };
    }
    return null;
  }
}

/** @param {Path} path */
function endsOf(path) {
  return path.cells.length > 1 ? { from: path.cells[0], to: path.cells[path.cells.length - 1] } : null;
}

/** @param {string} key @returns {Cell} */
const cellOf = (key) => /** @type {Cell} */ (key.split(",").map(Number));
