// What may be done at a table, as a table: for the host, a guest and who looks on, in each phase, alone and against another
// machine. An action that is not named is off.

import assert from "node:assert/strict";
import { test } from "node:test";
import { GONE_MS } from "../../../src/web/page/shell/players.js";
import { waysOf } from "../../../src/web/page/shell/ways.js";

/** @typedef {import("../../../src/web/page/types.js").Table} Table */

const NODES = [
  { id: 1, parent: 0, move: "4", player: 1, ms: 0 },
  { id: 2, parent: 1, move: "3", player: 2, ms: 0 },
];

/** A table at which this window has these seats; those of others are at another machine. @param {number[]} own @param {object} fields */
function table(own, fields = {}) {
  const seats = [1, 2].map((player) => ({
    kind: "person",
    name: "",
    yours: own.includes(player),
    online: true,
    remote: false,
  }));
  const plain = { seats, nodes: NODES, current: 2, redo: true, phase: "playing", thinking: 0, shared: true };
  return /** @type {any} */ ({ ...plain, position: { player: 1 }, ...fields });
}

/** What is on, as `action: way`. @param {Table | null} table @param {boolean} host @param {object} [window] */
function on(table, host, window = {}) {
  const ways = waysOf(table, { host, online: true, viewed: table?.current ?? 0, ...window });
  return Object.fromEntries(Object.entries(ways).filter(([, way]) => way));
}

const offered = (/** @type {string[]} */ ...names) =>
  Object.fromEntries(names.map((name) => [name, "offer"]));
const GIVES_UP = { resign: "do", draw: "do" };

test("against another machine the host and the guest ask for the same things", () => {
  for (const [own, host] of /** @type {[number[], boolean][]} */ ([
    [[1], true],
    [[2], false],
  ])) {
    assert.deepEqual(on(table(own), host), { ...offered("undo", "pause"), ...GIVES_UP });
    assert.deepEqual(on(table(own, { phase: "paused" }), host), {
      ...offered("undo", "resume"),
      ...GIVES_UP,
    });
    assert.deepEqual(on(table(own, { phase: "over" }), host), offered("undo", "rematch"));
    assert.deepEqual(on(table(own), host, { viewed: 1 }), {
      ...offered("undo", "pause", "goto"),
      ...GIVES_UP,
    });
    assert.deepEqual(on(table(own, { current: 0 }), host), { ...offered("pause"), ...GIVES_UP });
    const offer = { player: 1, kind: "undo", node: 1, waits_for: [2] };
    assert.deepEqual(on(table(own, { offer }), host), { resign: "do" });
  }
});

test("who looks on does nothing", () => {
  for (const phase of ["playing", "paused", "over"])
    assert.deepEqual(on(table([], { phase, thinking: 1 }), false, { viewed: 1 }), {});
});

test("the host at one machine does everything at once", () => {
  const alone = { shared: false };
  const free = { undo: "do", redo: "do" };
  const playing = { ...free, ...GIVES_UP, pause: "do", swap: "do", hint: "do", play_for_me: "do" };
  assert.deepEqual(on(table([1, 2], alone), true), playing);
  assert.deepEqual(on(table([1, 2], { ...alone, phase: "over" }), true), { ...free, rematch: "do" });
  const paused = { ...free, ...GIVES_UP, resume: "do", swap: "do" };
  assert.deepEqual(on(table([1, 2], { ...alone, phase: "paused" }), true), paused);
});

test("an opening rule gives no hints and exchanges no seats", () => {
  const opening = { decides: 2 };
  const decides = on(table([2], { shared: false, opening }), true);
  assert.deepEqual([decides.hint, decides.swap, decides.play_for_me], [undefined, undefined, "do"]);
  assert.equal(on(table([1], { shared: false, opening }), true).play_for_me, undefined);
});

test("a host without a seat directs the game of two guests", () => {
  assert.deepEqual(on(table([]), true), { undo: "do", redo: "do", pause: "do" });
});

test("a pause is not asked for when the other has been away for a minute", () => {
  const away = (/** @type {number} */ away_ms) => {
    const apart = table([1]);
    Object.assign(apart.seats[1], { online: false, away_ms });
    return on(apart, true).pause;
  };
  assert.equal(away(1000), "offer");
  assert.equal(away(GONE_MS), "do");
});

test("without a connection or a table nothing is on", () => {
  assert.deepEqual(on(table([1]), true, { online: false }), {});
  assert.deepEqual(on(null, true), {});
});
