// The little of linear algebra that one camera needs. Matrices are column by column, as WebGL takes them; a length of 1 is a cell.

/** @typedef {[number, number, number]} Point */
/** @typedef {{yaw: number, pitch: number}} Turn in radians: to the right, and from above */

const FOV = 0.42;
const NEAR = 0.5;

/** @param {Float32Array} a @param {Float32Array} b @returns {Float32Array} a · b */
function product(a, b) {
  const made = new Float32Array(16);
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 4; row++) {
      let sum = 0;
      for (let k = 0; k < 4; k++) sum += a[k * 4 + row] * b[column * 4 + k];
      made[column * 4 + row] = sum;
    }
  }
  return made;
}

/**
 * What a camera at this distance sees that is turned around the origin.
 * @param {Turn} turn @param {number} distance @param {number} aspect width over height @param {number} rise of the point looked at
 */
export function camera({ yaw, pitch }, distance, aspect, rise) {
  const [cy, sy, cp, sp] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  const far = distance + 40;
  const focal = 1 / Math.tan(FOV / 2);
  const projection = new Float32Array([
    focal / aspect,
    0,
    0,
    0,
    0,
    focal,
    0,
    0,
    0,
    0,
    (far + NEAR) / (NEAR - far),
    -1,
    0,
    0,
    (2 * far * NEAR) / (NEAR - far),
    0,
  ]);
  const around = new Float32Array([
    cy,
    sy * sp,
    -sy * cp,
    0,
    0,
    cp,
    sp,
    0,
    sy,
    -cy * sp,
    cy * cp,
    0,
    0,
    0,
    -distance,
    1,
  ]);
  const lift = new Float32Array([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -rise, 0, 1]);
  const eye = /** @type {Point} */ ([-sy * cp * distance, sp * distance + rise, cy * cp * distance]);
  return { matrix: product(projection, product(around, lift)), eye };
}

/** Where a point is seen: -1 to 1 from left to right and from bottom to top. @param {Float32Array} m @param {Point} point @returns {[number, number]} */
export function project(m, [x, y, z]) {
  const w = m[3] * x + m[7] * y + m[11] * z + m[15];
  return [(m[0] * x + m[4] * y + m[8] * z + m[12]) / w, (m[1] * x + m[5] * y + m[9] * z + m[13]) / w];
}

/**
 * The shortest distance from which all points are seen, however the board is turned within these limits.
 * @param {Point[]} points @param {Turn} most @param {number} aspect @param {number} rise
 */
export function fittingDistance(points, most, aspect, rise) {
  const turns = [-1, -0.5, 0, 0.5, 1].flatMap((side) =>
    [-0.4, 0, 0.5, 1].map((up) => ({ yaw: side * most.yaw, pitch: up * most.pitch })),
  );
  for (let distance = 4; distance < 80; distance += 0.25) {
    const fits = turns.every((turn) => {
      const { matrix } = camera(turn, distance, aspect, rise);
      return points.every((point) => project(matrix, point).every((at) => Math.abs(at) < 0.985));
    });
    if (fits) return distance;
  }
  return 80;
}
