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

/** The disc that falls now, if one does. */
export class Fall {
  constructor() {
    /** @type {{cell: [number, number], began: number, done: () => void} | null} */
    this.current = null;
  }

  /** Lets the disc of a cell fall; resolves when it is at rest. @param {[number, number]} cell */
  begin(cell) {
    return new Promise((resolve) => {
      const done = () => {
        this.current = null;
        resolve(undefined);
      };
      this.current = { cell, began: performance.now(), done };
    });
  }

  end() {
    this.current?.done();
  }

  /** How high the disc of a cell is above it. @param {number} x @param {number} y */
  above(x, y) {
    const { current } = this;
    if (!current || current.cell[0] !== x || current.cell[1] !== y) return 0;
    const height = heightOfFall(y + 1.1, (performance.now() - current.began) / 1000);
    if (height === null) current.done();
    return height ?? 0;
  }
}
