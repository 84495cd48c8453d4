// What the person has in hand, with and without a second tap.

import assert from "node:assert/strict";
import test from "node:test";

import { Hand } from "../../../src/web/page/board/hand.js";
import { positions, square } from "./fixtures.js";

const { draughts, connect4, three_taken } = positions;

/** @param {any} position @param {boolean} confirm */
function handFor(position, confirm) {
  const hand = new Hand();
  hand.set(position, confirm);
  return hand;
}

test("two clicks make a move, and the hand is empty after it", () => {
  const hand = handFor(draughts, false);
  assert.equal(hand.press(square(draughts, 18)).kind, "chosen");
  assert.equal(hand.targets().ends.length, 2);
  const effect = hand.press(square(draughts, 22));
  assert.equal(effect.kind === "move" && effect.path.move, "18-22");
  assert.deepEqual(hand.clicked, []);
});

test("a move waits for its second tap, another cell changes it, Escape puts it down", () => {
  const hand = handFor(draughts, true);
  hand.press(square(draughts, 18));
  assert.equal(hand.press(square(draughts, 22)).kind, "pending");
  const other = hand.press(square(draughts, 23));
  assert.equal(other.kind === "pending" && other.path.move, "18-23");
  assert.ok(hand.empty());
  assert.ok(!hand.empty());
  hand.press(square(draughts, 18));
  hand.press(square(draughts, 22));
  const effect = hand.press(square(draughts, 22));
  assert.equal(effect.kind === "move" && effect.path.move, "18-22");
});

test("the second tap may be anywhere in the column of a falling stone", () => {
  const hand = handFor(connect4, true);
  assert.equal(hand.press([3, 0]).kind, "pending");
  const effect = hand.press([3, 2]);
  assert.equal(effect.kind === "move" && effect.path.move, "4");
});

test("what is in hand is kept while the position is the same one", () => {
  const hand = handFor(three_taken, false);
  hand.press(square(three_taken, 32));
  assert.ok(hand.set({ ...three_taken }, false));
  assert.equal(hand.clicked.length, 1);
  assert.ok(!hand.set(draughts, false));
  assert.deepEqual(hand.clicked, []);
});

test("a refused click leaves the choice as it is", () => {
  const hand = handFor(draughts, false);
  hand.press(square(draughts, 18));
  assert.equal(hand.press(square(draughts, 26)).kind, "refused");
  assert.deepEqual(hand.clicked, [square(draughts, 18)]);
});
