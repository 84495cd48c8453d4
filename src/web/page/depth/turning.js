// How the board is turned: by dragging with any pointer, or by steps from the keys. A press that moves less than a few pixels is a
// click, which is the business of others (`dragged` tells).

/** @typedef {import("./matrix.js").Turn} Turn */

const HOME = { yaw: -0.34, pitch: 0.2 };
const MOST = { yaw: 1.1, pitch: 0.75 };
const LEAST_PITCH = -0.25;
/** Radians for each pixel of a drag. */
const PER_PIXEL = 0.008;
/** A press that moves less than this many pixels is a click. */
const SLACK = 6;

export class Turning {
  /** @param {HTMLElement} element gets the class `turning` while it is dragged @param {() => void} changed */
  constructor(element, changed) {
    this.element = element;
    this.changed = changed;
    /** @type {Turn} */
    this.turn = { ...HOME };
    /** Was the last press a drag? */
    this.dragged = false;
  }

  /** Turns the board as long as the pointer is down. @param {PointerEvent} down */
  drag(down) {
    if (down.button !== 0) return;
    this.dragged = false;
    const stop = new AbortController();
    const from = { ...this.turn };
    const end = () => stop.abort();
    addEventListener(
      "pointermove",
      (event) => {
        const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
        if (event.pointerId !== down.pointerId || (!this.dragged && Math.hypot(dx, dy) < SLACK)) return;
        this.dragged = true;
        this.element.classList.add("turning");
        this.set(from.yaw + dx * PER_PIXEL, from.pitch + dy * PER_PIXEL);
      },
      { signal: stop.signal },
    );
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end, { signal: stop.signal });
    stop.signal.addEventListener("abort", () => this.element.classList.remove("turning"));
  }

  /** @param {number} dx degrees @param {number} dy degrees */
  by(dx, dy) {
    this.set(this.turn.yaw + (dx * Math.PI) / 180, this.turn.pitch - (dy * Math.PI) / 180);
  }

  /** @param {number} yaw @param {number} pitch */
  set(yaw, pitch) {
    this.turn = {
      yaw: Math.min(Math.max(yaw, -MOST.yaw), MOST.yaw),
      pitch: Math.min(Math.max(pitch, LEAST_PITCH), MOST.pitch),
    };
    this.changed();
  }

  reset() {
    this.set(HOME.yaw, HOME.pitch);
  }
}
