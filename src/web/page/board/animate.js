// Movement: a piece along its way with the captured ones fading as they are passed, a disc that falls and bounces a
// little, pieces that come and go.
//
// An animation only covers what is already so: elements stand at their new places before it begins. So it can be broken
// off at any moment, by the next position or a click, and nothing has to be put right. Nothing moves where the person
// has asked for that, or where nobody is looking: a hidden page does not run animations, and `show` would never end.

import { UNIT, keyOf } from "./geometry.js";
import { moveTo } from "./svg.js";

/** @typedef {import('../types.js').Cell} Cell */
/** @typedef {import('../types.js').Path} Path */
/** @typedef {import('./geometry.js').Layout} Layout */
/** @typedef {import('./pieces.js').Piece} Piece */
/** @typedef {{x: number, y: number}} Point */

/** Milliseconds: for a step and for each cell of its length; longest whole way; coming and going. */
const STEP = 110;
const STEP_CELL = 55;
const LONGEST = 1400;
const FADE = 150;

/** May anything move? */
export const mayMove = () =>
  !matchMedia("(prefers-reduced-motion: reduce)").matches && document.visibilityState === "visible";

/** What is moving now. */
export class Animator {
  constructor() {
    /** @type {{animation: Animation, after?: () => void}[]} */
    this.running = [];
    this.onHidden = () => {
      if (document.visibilityState === "hidden") this.cancel();
    };
    document.addEventListener("visibilitychange", this.onHidden);
  }

  /** Ends all movement: everything stands where it belongs. */
  cancel() {
    const ended = this.running;
    this.running = [];
    for (const { animation, after } of ended) {
      animation.cancel();
      after?.();
    }
  }

  /** Does anything move? */
  moves() {
    return this.running.length > 0;
  }

  /** All that moves is over in this many ms, and keeps its order. @param {number} ms */
  hurry(ms) {
    const left = Math.max(0, ...this.running.map(({ animation }) => leftOf(animation)));
    if (left <= ms) return;
    if (ms <= 0) return this.cancel();
    for (const { animation } of this.running) animation.playbackRate *= left / ms;
  }

  remove() {
    this.cancel();
    document.removeEventListener("visibilitychange", this.onHidden);
  }

  /** Resolves when all that moves now has ended or was broken off. */
  async ended() {
    await Promise.allSettled(this.running.map(({ animation }) => animation.finished));
  }

  /**
   * Runs one animation; `after` is called at its end, however it ends.
   * @param {SVGElement} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options @param {() => void} [after]
   */
  run(element, frames, options, after) {
    const animation = element.animate(frames, { fill: "backwards", ...options });
    const entry = { animation, after };
    this.running.push(entry);
    animation.finished.then(
      () => {
        const at = this.running.indexOf(entry);
        if (at < 0) return;
        this.running.splice(at, 1);
        after?.();
      },
      () => undefined,
    );
  }

  /**
   * Along the points, at the same pace everywhere; returns when it passes each of them, in ms.
   * @param {SVGElement} element @param {Point[]} points @param {() => void} [after] @returns {number[]}
   */
  walk(element, points, after) {
    const lengths = points
      .slice(1)
      .map((point, index) => Math.hypot(point.x - points[index].x, point.y - points[index].y) / UNIT);
    const wish = lengths.map((length) => STEP + STEP_CELL * length);
    const whole = wish.reduce((sum, ms) => sum + ms, 0);
    const pace = Math.min(1, LONGEST / Math.max(whole, 1));
    const times = [0];
    for (const ms of wish) times.push(times[times.length - 1] + ms * pace);
    const total = times[times.length - 1];
    const frames = points.map((point, index) => ({
      transform: `translate(${point.x}px, ${point.y}px)`,
      offset: total ? times[index] / total : 1,
      easing: "ease-in-out",
    }));
    if (frames.length > 1) this.run(element, frames, { duration: total }, after);
    else after?.();
    return times;
  }

  /** Falls from above the board. @param {SVGElement} element @param {Point} from @param {Point} to */
  fall(element, from, to) {
    const height = Math.max(1, (to.y - from.y) / UNIT);
    const down = 130 * Math.sqrt(height);
    const bounce = Math.min(14, 5 * Math.sqrt(height));
    const duration = down + 170;
    const at = (/** @type {number} */ y) => `translate(${to.x}px, ${y}px)`;
    this.run(
      element,
      [
        { transform: at(from.y), offset: 0, easing: "cubic-bezier(0.45, 0, 0.9, 0.55)" },
        { transform: at(to.y), offset: down / duration, easing: "cubic-bezier(0.1, 0.6, 0.5, 1)" },
        {
          transform: at(to.y - bounce),
          offset: (down + 80) / duration,
          easing: "cubic-bezier(0.5, 0, 0.9, 0.4)",
        },
        { transform: at(to.y), offset: 1 },
      ],
      { duration },
    );
  }

  /** @param {SVGElement} element */
  appear(element) {
    this.run(element, [{ opacity: 0 }, { opacity: 1 }], { duration: FADE, easing: "ease-out" });
  }

  /** Fades, and is gone. @param {SVGElement} element @param {number} delay in ms */
  vanish(element, delay) {
    this.run(element, [{ opacity: 1 }, { opacity: 0 }], { duration: FADE, delay, fill: "both" }, () =>
      element.remove(),
    );
  }
}

/** How long an animation goes on, in ms. @param {Animation} animation */
function leftOf({ effect, currentTime, playbackRate }) {
  return (Number(effect?.getComputedTiming().endTime ?? 0) - Number(currentTime ?? 0)) / playbackRate;
}

/**
 * Shows what changed between two positions.
 * @param {Animator} animator @param {import('./pieces.js').Changes} changes @param {Layout} layout
 * @param {{path: Path | null, done: number, draw: (piece: Piece, sign: string) => void}} how  `done`: stops of the way
 *   that the piece has been put over by hand
 */
export function animateChanges(animator, changes, layout, how) {
  const { path } = how;
  /** @type {Map<string, number>} */
  let passed = new Map();
  for (const { piece, from, to, shown } of changes.moved) {
    const cells = path && path.cells.length > 1 ? path.cells.slice(how.done) : [from, to];
    const points = cells.flatMap((cell) => layout.byKey.get(keyOf(cell)) ?? []);
    const crowned = piece.sign;
    if (shown !== crowned && points.length > 1) how.draw(piece, shown);
    piece.element.parentNode?.append(piece.element);
    const times = animator.walk(piece.element, points, () => how.draw(piece, crowned));
    if (path) passed = passingTimes(path.captured, points, times, layout);
  }
  for (const piece of changes.fresh) {
    const cell = path?.cells.length === 1 ? layout.byKey.get(keyOf(path.cells[0])) : undefined;
    const falls = layout.falls && cell && changes.fresh.length === 1;
    if (falls) animator.fall(piece.element, { x: cell.x, y: layout.field.y - UNIT / 2 }, cell);
    else animator.appear(piece.element);
  }
  for (const [key, piece] of changes.gone) animator.vanish(piece.element, passed.get(key) ?? 0);
}

/**
 * When each captured piece is passed: by the first leg, from that of the piece before on, that leads over it.
 * @param {Cell[]} captured @param {Point[]} points @param {number[]} times @param {Layout} layout
 */
export function passingTimes(captured, points, times, layout) {
  /** @type {Map<string, number>} */
  const found = new Map();
  let leg = 0;
  for (const cell of captured) {
    const at = layout.byKey.get(keyOf(cell));
    if (!at) continue;
    for (let index = leg; index + 1 < points.length; index += 1) {
      const [a, b] = [points[index], points[index + 1]];
      const [whole, first, second] = [
        Math.hypot(b.x - a.x, b.y - a.y),
        Math.hypot(at.x - a.x, at.y - a.y),
        Math.hypot(b.x - at.x, b.y - at.y),
      ];
      if (first + second > whole + 1 || whole === 0) continue;
      found.set(keyOf(cell), times[index] + (times[index + 1] - times[index]) * (first / whole));
      leg = index;
      break;
    }
  }
  return found;
}

/** Puts a piece back to its place, sliding. @param {Animator} animator @param {SVGElement} element @param {Point} from @param {Point} to */
export function slideBack(animator, element, from, to) {
  moveTo(element, to);
  if (mayMove()) animator.walk(element, [from, to]);
}
