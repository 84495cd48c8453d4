// The solid parts of the board: one cell of the frame (two plates with a hole, drawn once for each cell), what surrounds them,
// and a disc. A mesh is triangles of points with normals: six numbers a point. A cell is 1 wide; discs stand between the plates.

/** Radius of a hole and of a disc, half a disc's thickness, and where a plate begins and ends in depth. */
export const HOLE = 0.405;
export const DISC = 0.455;
const HALF_DISC = 0.115;
const INNER = 0.14;
export const OUTER = 0.215;
/** Width of the frame around the cells, and how far its feet go down. */
export const EDGE = 0.2;
export const FOOT = 0.42;

const SEGMENTS = 40;
const SEAM = 0.03;

/** @typedef {[number, number, number]} Point */

class Mesh {
  constructor() {
    /** @type {number[]} */
    this.numbers = [];
  }

  /** A quad a b c d, counter-clockwise from outside; a normal for each corner, or one for all. @param {Point[]} corners @param {Point[]} normals */
  quad(corners, normals) {
    for (const index of [0, 1, 2, 0, 2, 3])
      this.numbers.push(...corners[index], ...normals[index % normals.length]);
  }

  /** @param {Point} low @param {Point} high */
  box([x0, y0, z0], [x1, y1, z1]) {
    this.quad(
      [
        [x0, y0, z1],
        [x1, y0, z1],
        [x1, y1, z1],
        [x0, y1, z1],
      ],
      [[0, 0, 1]],
    );
    this.quad(
      [
        [x1, y0, z0],
        [x0, y0, z0],
        [x0, y1, z0],
        [x1, y1, z0],
      ],
      [[0, 0, -1]],
    );
    this.quad(
      [
        [x1, y0, z1],
        [x1, y0, z0],
        [x1, y1, z0],
        [x1, y1, z1],
      ],
      [[1, 0, 0]],
    );
    this.quad(
      [
        [x0, y0, z0],
        [x0, y0, z1],
        [x0, y1, z1],
        [x0, y1, z0],
      ],
      [[-1, 0, 0]],
    );
    this.quad(
      [
        [x0, y1, z1],
        [x1, y1, z1],
        [x1, y1, z0],
        [x0, y1, z0],
      ],
      [[0, 1, 0]],
    );
    this.quad(
      [
        [x0, y0, z0],
        [x1, y0, z0],
        [x1, y0, z1],
        [x0, y0, z1],
      ],
      [[0, -1, 0]],
    );
  }
}

/** @param {number} index @returns {[number, number]} a point of the unit circle */
function around(index) {
  const angle = (index / SEGMENTS) * 2 * Math.PI + Math.PI / 4;
  return [Math.cos(angle), Math.sin(angle)];
}

/** The edge of the unit square in this direction. @param {[number, number]} direction @returns {[number, number]} */
function toSquare([x, y]) {
  const scale = 0.5 / Math.max(Math.abs(x), Math.abs(y));
  return [x * scale, y * scale];
}

/** One cell: a square of both plates, each with a round hole. */
export function cellMesh() {
  const mesh = new Mesh();
  for (let i = 0; i < SEGMENTS; i++) {
    const [a, b] = [around(i), around(i + 1)];
    const [outA, outB] = [toSquare(a), toSquare(b)];
    const [inA, inB] = [a, b].map(([x, y]) => [x * HOLE, y * HOLE]);
    for (const [low, high] of [
      [INNER, OUTER],
      [-OUTER, -INNER],
    ]) {
      mesh.quad(
        [
          [inA[0], inA[1], high],
          [outA[0], outA[1], high],
          [outB[0], outB[1], high],
          [inB[0], inB[1], high],
        ],
        [[0, 0, 1]],
      );
      mesh.quad(
        [
          [inB[0], inB[1], low],
          [outB[0], outB[1], low],
          [outA[0], outA[1], low],
          [inA[0], inA[1], low],
        ],
        [[0, 0, -1]],
      );
      /** @type {Point[]} */
      const inward = [
        [-a[0], -a[1], 0],
        [-b[0], -b[1], 0],
        [-b[0], -b[1], 0],
        [-a[0], -a[1], 0],
      ];
      mesh.quad(
        [
          [inA[0], inA[1], high],
          [inB[0], inB[1], high],
          [inB[0], inB[1], low],
          [inA[0], inA[1], low],
        ],
        inward,
      );
    }
  }
  return mesh.numbers;
}

/** Edges and feet around a board of this size. @param {number} width @param {number} height */
export function frameMesh(width, height) {
  const mesh = new Mesh();
  const [x, y] = [width / 2, height / 2];
  for (const side of [-1, 1]) {
    // The frame reaches under the outer cells a little, so that no light falls through the seam.
    const [near, far] = [side * (x - SEAM), side * (x + EDGE)];
    mesh.box([Math.min(near, far), -y, -OUTER], [Math.max(near, far), y + EDGE / 2, OUTER]);
    const [legNear, legFar] = [side * (x + EDGE), side * (x + EDGE + 0.12)];
    const [left, right] = [Math.min(legNear, legFar), Math.max(legNear, legFar)];
    mesh.box([left, -y - FOOT, -0.13], [right, y * 0.35, 0.13]);
    mesh.box([left, -y - FOOT, -0.85], [right, -y - FOOT + 0.13, 0.85]);
    const [low, high] = side > 0 ? [INNER, OUTER] : [-OUTER, -INNER];
    mesh.box([-x, y - SEAM, low], [x, y + EDGE / 2, high]);
  }
  mesh.box([-x - EDGE, -y - EDGE, -OUTER], [x + EDGE, -y + SEAM, OUTER]);
  return mesh.numbers;
}

/** Radius and depth of a disc's half, from the middle to the edge: a shallow well, a rounded rim. */
const PROFILE = [
  [0, 0.86],
  [0.24, 0.86],
  [0.275, 1],
  [0.395, 1],
  [0.432, 0.86],
  [DISC, 0.5],
  [DISC, 0],
];

/** A disc around its middle. */
export function discMesh() {
  const mesh = new Mesh();
  const half = PROFILE.map(([r, z]) => [r, z * HALF_DISC]);
  const whole = [
    ...half,
    ...half
      .slice(0, -1)
      .reverse()
      .map(([r, z]) => [r, -z]),
  ];
  for (let step = 0; step + 1 < whole.length; step++) {
    const [[r0, z0], [r1, z1]] = [whole[step], whole[step + 1]];
    const length = Math.hypot(r1 - r0, z1 - z0) || 1;
    const [out, up] = [(z0 - z1) / length, (r1 - r0) / length];
    for (let i = 0; i < SEGMENTS; i++) {
      const [a, b] = [around(i), around(i + 1)];
      /** @param {number[]} at @param {number} r @param {number} z @returns {Point} */
      const point = (at, r, z) => [at[0] * r, at[1] * r, z];
      /** @param {number[]} at @returns {Point} */
      const normal = (at) => [at[0] * out, at[1] * out, up];
      mesh.quad(
        [point(a, r0, z0), point(a, r1, z1), point(b, r1, z1), point(b, r0, z0)],
        [normal(a), normal(a), normal(b), normal(b)],
      );
    }
  }
  return mesh.numbers;
}

/** The floor under the board, on which its shadow lies. @param {number} width @param {number} height */
export function floorMesh(width, height) {
  const mesh = new Mesh();
  const [x, y, z] = [width / 2 + 1.1, -height / 2 - FOOT, 1.9];
  mesh.quad(
    [
      [-x, y, z],
      [x, y, z],
      [x, y, -z],
      [-x, y, -z],
    ],
    [[0, 1, 0]],
  );
  return mesh.numbers;
}
