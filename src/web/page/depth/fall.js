// The fall of a disc: as it would be in a frame of wood, a little faster, with a few small bounces.

/** Cells over each second squared, and the part of the speed that a bounce keeps. */
const GRAVITY = 62;
const BOUNCE = 0.3;
const BOUNCES = 3;

/** How high a disc is above its place, `seconds` after it was let go from `height`; null: at rest. @param {number} height @param {number} seconds */
export function heightOfFall(height, seconds) {
  let speed = 0;
  let from = height;
  let time = seconds;
  for (let bounce = 0; bounce <= BOUNCES; bounce++) {
    const lasts = (speed + Math.sqrt(speed * speed + 2 * GRAVITY * from)) / GRAVITY;
    if (time < lasts) return from + speed * time - (GRAVITY / 2) * time * time;
    time -= lasts;
    speed = (GRAVITY * lasts - speed) * BOUNCE;
    from = 0;
  }
  return null;
}

/** How long a fall from a height takes with its bounces, in seconds. @param {number} height */
export function lengthOfFall(height) {
  const down = Math.sqrt((2 * height) / GRAVITY);
  let bounces = 0;
  for (let bounce = 1; bounce <= BOUNCES; bounce++) bounces += 2 * down * BOUNCE ** bounce;
  return down + bounces;
}

/** How far above the board a disc is let go over the row of its place. @param {number} row */
const dropOf = (row) => row + 1.1;

/** The disc that falls now, if one does. */
export class Fall {
  constructor() {
    /** `fallen`: seconds of its fall that were over when it `began` at this pace. @type {{cell: [number, number], began: number, fallen: number, pace: number, done: () => void} | null} */
    this.current = null;
  }

  /** Lets the disc of a cell fall; resolves when it is at rest. @param {[number, number]} cell */
  begin(cell) {
    return new Promise((resolve) => {
      const done = () => {
        this.current = null;
        resolve(undefined);
      };
      this.current = { cell, began: performance.now(), fallen: 0, pace: 1, done };
    });
  }

  /** It is at rest in this many ms. @param {number} ms */
  hurry(ms) {
    const { current } = this;
    if (!current) return;
    if (ms <= 0) return current.done();
    const fallen = this.seconds(current);
    const left = lengthOfFall(dropOf(current.cell[1])) - fallen;
    const pace = Math.max(current.pace, (left * 1000) / ms);
    this.current = { ...current, began: performance.now(), fallen, pace };
  }

  /** Seconds of a fall that are over. @param {{began: number, fallen: number, pace: number}} fall */
  seconds({ began, fallen, pace }) {
    return fallen + ((performance.now() - began) / 1000) * pace;
  }

  /** How high the disc of a cell is above it. @param {number} x @param {number} y */
  above(x, y) {
    const { current } = this;
    if (!current || current.cell[0] !== x || current.cell[1] !== y) return 0;
    const height = heightOfFall(dropOf(y), this.seconds(current));
    if (height === null) current.done();
    return height ?? 0;
  }
}
