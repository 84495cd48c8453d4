// Whom a person meets whose rating is known.

import assert from "node:assert/strict";
import test from "node:test";

import { meetOwnStrength } from "../../../src/web/page/shell/rating.js";

const known = { rating: 1240, deviation: 90, games: 3 };

/** @param {any[]} seats @param {object} [more] */
const draft = (seats, more = {}) =>
  /** @type {any} */ ({ seats: structuredClone(seats), chosen: false, ...more });

const duel = [{ kind: "person" }, { kind: "program", level: 4 }];

test("after three rated games the program is as strong as the person", () => {
  for (const rating of [null, { ...known, games: 0 }, { ...known, games: 2 }]) {
    const other = draft(duel);
    assert.equal(meetOwnStrength(other, rating), false);
    assert.deepEqual(other, draft(duel));
  }
  const own = draft([duel[1], duel[0], duel[1]]);
  assert.equal(meetOwnStrength(own, known), true);
  assert.deepEqual(
    own.seats.map((/** @type {any} */ seat) => seat.elo),
    [0, undefined, 0],
  );
  assert.equal(meetOwnStrength(own, known), false, "once");
});

test("an opponent that was chosen, and a game that is not one person's, stay as they are", () => {
  for (const other of [
    draft(duel, { chosen: true }),
    draft([duel[0], duel[0]]),
    draft([duel[0], duel[0], duel[1]]),
    draft([duel[1], duel[1]]),
    draft([duel[0], { kind: "engine", engine: 0 }]),
  ]) {
    const before = structuredClone(other);
    assert.equal(meetOwnStrength(other, known), false);
    assert.deepEqual(other, before);
  }
});
