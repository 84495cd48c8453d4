// Where things are in the picture of the board in perspective: the camera, whose distance fits the board, and the way from cells to
// points of the board and on to the drawing over it.

import { camera, fittingDistance, project } from "./matrix.js";
import { EDGE, FOOT, OUTER } from "./shapes.js";

/**
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("./matrix.js").Point} Point
 * @typedef {import("./matrix.js").Turn} Turn
 */

/** Width of the drawing in units of its own. */
export const WIDTH = 1000;
/** The camera looks at a point this much above the middle: values stand over the board, its feet below. */
const RISE = 0.1;
/** How far the board may be turned and still fit. */
const FARTHEST = { yaw: 0.45, pitch: 0.3 };

export class View {
  constructor() {
    this.columns = 0;
    this.rows = 0;
    this.mirrored = false;
    /** Of the drawing. */
    this.height = WIDTH;
    this.distance = 12;
  }

  /** Takes the size of a board; whether it is another one. @param {Position} position @param {boolean} mirrored */
  fit({ width, height }, mirrored) {
    this.mirrored = mirrored;
    if (this.columns === width && this.rows === height) return false;
    this.columns = width;
    this.rows = height;
    this.height = Math.round((WIDTH * (height + 2)) / (width + 0.9));
    const [x, top, low] = [width / 2 + EDGE + 0.12, height / 2 + 0.75, -height / 2 - FOOT];
    const corners = [-x, x].flatMap((side) => [
      ...[-OUTER, OUTER].map((z) => [side, top, z]),
      ...[-0.85, 0.85].map((z) => [side, low, z]),
    ]);
    const points = /** @type {Point[]} */ (corners);
    this.distance = fittingDistance(points, FARTHEST, WIDTH / this.height, RISE);
    return true;
  }

  /** @param {Turn} turn */
  camera(turn) {
    return camera(turn, this.distance, WIDTH / this.height, RISE);
  }

  /** Middle of a cell. @param {[number, number]} cell @returns {Point} */
  middle([x, y]) {
    const column = this.mirrored ? this.columns - 1 - x : x;
    return [column + 0.5 - this.columns / 2, this.rows / 2 - 0.5 - y, OUTER];
  }

  /** Corners of a column. @param {number} column @returns {Point[]} */
  corners(column) {
    const [x] = this.middle([column, 0]);
    const [low, high] = [-this.rows / 2 - EDGE, this.rows / 2 + EDGE / 2];
    return [
      [x - 0.5, high, OUTER],
      [x + 0.5, high, OUTER],
      [x + 0.5, low, OUTER],
      [x - 0.5, low, OUTER],
    ];
  }

  /** Where the name of a column is. @param {number} column @returns {Point} */
  foot(column) {
    return [this.middle([column, 0])[0], -this.rows / 2 - EDGE / 2, OUTER];
  }

  /** Where the value of a column is. @param {number} column @returns {Point} */
  head(column) {
    return [this.middle([column, 0])[0], this.rows / 2 + 0.46, 0];
  }

  /** A point of the board in the drawing. @param {Float32Array} matrix of the camera @param {Point} point @returns {[number, number]} */
  seen(matrix, point) {
    const [x, y] = project(matrix, point);
    return [((x + 1) / 2) * WIDTH, ((1 - y) / 2) * this.height];
  }
}
