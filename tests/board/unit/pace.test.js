// How long movement may take when more of it waits.

import assert from "node:assert/strict";
import test from "node:test";

import { heightOfFall, lengthOfFall } from "../../../src/web/page/depth/fall.js";
import { Pace, TOGETHER } from "../../../src/web/page/shell/pace.js";

/** A pace, and what sets its clock. */
function paceAt() {
  let now = 0;
  return {
    pace: new Pace(() => now),
    at(/** @type {number} */ ms) {
      now = ms;
    },
  };
}

test("one movement has the whole time, and what remains of it later", () => {
  const { pace, at } = paceAt();
  assert.equal(pace.share(), Number.POSITIVE_INFINITY);
  pace.add();
  assert.equal(pace.share(), TOGETHER);
  at(500);
  assert.equal(pace.share(), TOGETHER - 500);
});

test("movements that come together are over together, whatever each of them takes of its share", () => {
  const { pace, at } = paceAt();
  for (let i = 0; i < 5; i++) pace.add();
  let now = 0;
  for (let i = 0; i < 5; i++) {
    now += pace.share();
    at(now);
    pace.next();
  }
  assert.equal(now, TOGETHER);
});

test("what comes while another moves leaves each of them its share", () => {
  const { pace, at } = paceAt();
  pace.add();
  at(1500);
  pace.add();
  assert.equal(pace.share(), 500);
  pace.next();
  assert.equal(pace.share(), TOGETHER);
});

test("after a skip nothing moves of what had come, and all of what comes then", () => {
  const { pace } = paceAt();
  pace.add();
  assert.equal(pace.skip(), false);
  pace.add();
  assert.equal(pace.skip(), true);
  assert.equal(pace.share(), 0);
  pace.next();
  pace.next();
  pace.add();
  assert.equal(pace.share(), TOGETHER);
});

test("a disc is at rest when its fall is over, and not before", () => {
  for (const height of [1.1, 6.1]) {
    assert.notEqual(heightOfFall(height, lengthOfFall(height) - 0.001), null);
    assert.equal(heightOfFall(height, lengthOfFall(height) + 0.001), null);
  }
});
