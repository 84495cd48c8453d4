// Men and kings, in three sets: turned with rings, plain, and with a symbol for each player. Sizes are units of the
// drawing, 100 for a cell.

import { isLight, make, mix } from "./svg.js";

/** @typedef {import('../types.js').Colour} Colour */
/** @typedef {import('../types.js').MenSet} MenSet */

/** @type {MenSet[]} */
export const MEN_SETS = ["turned", "plain", "symbols"];

/** Radius of a man, and of the discs that a king is made of. */
export const MAN = 41;
const DISC = 40;

/** A symbol of each player: a cross, a square that stands on its corner. */
const SYMBOLS = ["M-7 -20H7V-7H20V7H7V20H-7V7H-20V-7H-7Z", "M0 -24L24 0L0 24L-24 0Z"];
const CROWN = "M-21 15L-25 -11L-11 1L0 -19L11 1L25 -11L21 15Z";

/** What is drawn on a piece in this colour is seen. @param {Colour} colour */
const signOf = ({ fill }) => (isLight(fill) ? "#3d3833" : "#fffdf6");

/**
 * @param {Element} parent @param {MenSet} set @param {Colour} colour @param {number} index of the player
 * @param {string} shaded the colour with light on it
 */
export function drawMan(parent, set, colour, index, shaded) {
  make("circle", { class: "piece-shadow", cx: 1.5, cy: 4, r: MAN + 0.5 }, parent);
  const fill = set === "turned" ? shaded : colour.fill;
  make("circle", { r: MAN - 1, fill, stroke: colour.rim, "stroke-width": 3 }, parent);
  if (set === "symbols") make("path", { d: SYMBOLS[index % SYMBOLS.length], fill: signOf(colour) }, parent);
  if (set !== "turned") return;
  for (const [r, opacity] of [
    [30, 0.75],
    [19, 0.55],
  ])
    make("circle", { r, fill: "none", stroke: colour.detail, "stroke-width": 2.5, opacity }, parent);
}

/**
 * A king: two men on each other, and a crown.
 * @param {Element} parent @param {MenSet} set @param {Colour} colour @param {number} index of the player @param {string} shaded
 */
export function drawKing(parent, set, colour, index, shaded) {
  const light = isLight(colour.fill);
  const side = mix(colour.fill, light ? colour.rim : "#ffffff", 0.25);
  const rim = { r: DISC, stroke: colour.rim, "stroke-width": 3 };
  make("circle", { class: "piece-shadow", cx: 2, cy: 9, r: MAN }, parent);
  make("circle", { ...rim, cy: 6, fill: side }, parent);
  make("circle", { ...rim, cy: -3, fill: set === "turned" ? shaded : colour.fill }, parent);
  const crown = {
    d: CROWN,
    fill: light ? "#a86a00" : "#f2c14e",
    stroke: light ? "#6d4400" : "#fff0c4",
    "stroke-width": 2.5,
    "stroke-linejoin": "round",
  };
  if (set !== "symbols") {
    make("path", { ...crown, transform: "translate(0 -4) scale(1.05)" }, parent);
    return;
  }
  make("path", { ...crown, transform: "translate(0 -15) scale(0.8)" }, parent);
  const symbol = { d: SYMBOLS[index % SYMBOLS.length], fill: signOf(colour) };
  make("path", { ...symbol, transform: "translate(0 17) scale(0.62)" }, parent);
}
