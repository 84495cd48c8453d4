// The area for messages around a board.

import assert from "node:assert/strict";
import test from "node:test";

import { areaFor } from "../../../src/web/page/shell/notice_place.js";

/** @param {number} left @param {number} top @param {number} right @param {number} bottom */
const box = (left, top, right, bottom) => ({ left, top, right, bottom });
const none = { board: null, panels: null, buttons: null, bar: null };

test("without a board the whole window is free, above its bar", () => {
  assert.deepEqual(areaFor({ width: 360, height: 740, ...none }), box(0, 0, 360, 740));
  const bar = box(0, 684, 360, 740);
  assert.deepEqual(areaFor({ width: 360, height: 740, ...none, bar }), box(0, 0, 360, 684));
});

test("panels that stand beside the board have the messages, above their buttons", () => {
  const scene = {
    width: 1280,
    height: 800,
    ...none,
    board: box(155, 64, 767, 788),
    panels: box(922, 64, 1268, 788),
  };
  assert.deepEqual(areaFor(scene), scene.panels);
  assert.deepEqual(areaFor({ ...scene, buttons: box(923, 566, 1267, 787) }), box(922, 64, 1268, 566));
});

test("a phone has them below the board, and over the bar if there is no other room", () => {
  const bar = box(0, 684, 360, 740);
  const phone = { width: 360, height: 740, ...none, bar, panels: box(11, 529, 349, 733) };
  assert.deepEqual(areaFor({ ...phone, board: box(0, 53, 360, 517) }), box(0, 517, 360, 684));
  assert.deepEqual(areaFor({ ...phone, board: box(0, 53, 360, 658) }), box(0, 658, 360, 740));
});

test("a phone on its side has them beside the board", () => {
  const scene = {
    width: 740,
    height: 360,
    ...none,
    board: box(226, 53, 514, 445),
    bar: box(0, 304, 740, 360),
  };
  assert.deepEqual(areaFor(scene), box(514, 0, 740, 304));
});

test("where the board reaches the bottom they are above it", () => {
  const scene = { width: 360, height: 640, ...none, board: box(0, 153, 360, 700) };
  assert.deepEqual(areaFor(scene), box(0, 0, 360, 153));
});
