// How long the movement of a position may take when others wait behind it: everything is over 2 s after it came, and what waits
// shares the time that is left.

/** In ms: between the moment when something comes and the end of its movement. */
export const TOGETHER = 2000;

export class Pace {
  /** @param {() => number} now in ms */
  constructor(now = () => performance.now()) {
    this.now = now;
    /** When each movement has to be over: first that of what is shown, then of what waits. @type {number[]} */
    this.due = [];
  }

  /** A movement has come. */
  add() {
    this.due.push(this.now() + TOGETHER);
  }

  /** The first movement is over. */
  next() {
    this.due.shift();
  }

  /** Nothing of this moves any more; whether something waited. */
  skip() {
    const waited = this.due.length > 1;
    this.due.fill(Number.NEGATIVE_INFINITY);
    return waited;
  }

  /** How long the first movement may take from now on, in ms. */
  share() {
    const now = this.now();
    return Math.max(0, Math.min(...this.due.map((due, index) => (due - now) / (index + 1))));
  }
}
