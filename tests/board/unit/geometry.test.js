// Where cells are, on boards of every kind, turned and mirrored.

import assert from "node:assert/strict";
import test from "node:test";

import {
  cellAt,
  keyOf,
  layoutOf,
  neighbour,
  sameCell,
  starPoints,
  turnOf,
} from "../../../src/web/page/board/geometry.js";
import { plain, positions, square } from "./fixtures.js";

const { draughts, hops, connect4, renju, russian } = positions;

test("every place has one spot, and its middle is in its cell", () => {
  for (const position of Object.values(positions)) {
    for (const bottom of [0, 1, 2]) {
      for (const mirrored of [false, true]) {
        const layout = layoutOf(position, { bottom, mirrored, coordinates: false });
        assert.equal(layout.spots.length, position.rows.join("").replaceAll(" ", "").length);
        for (const spot of layout.spots) {
          const found = cellAt(layout, spot.x, spot.y);
          assert.ok(found && sameCell(found, spot.cell), `${position.game} ${spot.key}`);
          const { x, y, width, height } = layout.box;
          assert.ok(spot.x > x && spot.x < x + width && spot.y > y && spot.y < y + height);
        }
      }
    }
  }
});

test("light squares are no cells", () => {
  const layout = layoutOf(draughts, plain);
  assert.equal(cellAt(layout, 0, 0), null);
  assert.deepEqual(cellAt(layout, 100, 0), [1, 0]);
});

test("the player at the bottom sits at the bottom, in every seat of the star", () => {
  for (let player = 1; player <= hops.players; player += 1) {
    const home = layoutOf({ ...hops, rows: hops.rows }, { ...plain, bottom: player });
    const angle = (hops.face.seats[player - 1] * Math.PI) / 180;
    const flat = layoutOf(hops, plain);
    const [cx, cy] = [flat.field.x + flat.field.width / 2, flat.field.y + flat.field.height / 2];
    // The tip of the star in the direction of the seat.
    const tip = flat.spots.reduce((best, spot) => {
      const far = (/** @type {any} */ s) => -(s.x - cx) * Math.sin(angle) + (s.y - cy) * Math.cos(angle);
      return far(spot) > far(best) ? spot : best;
    });
    const turned = home.byKey.get(tip.key);
    assert.ok(turned && home.spots.every((spot) => spot.y <= turned.y), `player ${player}`);
  }
});

test("a board where stones fall is never turned", () => {
  assert.equal(turnOf(connect4, 2), 0);
  assert.equal(
    layoutOf(connect4, { ...plain, bottom: 2, mirrored: true }).key,
    layoutOf(connect4, plain).key,
  );
});

test("half a turn exchanges the corners, and names stay at the left and below", () => {
  const layout = layoutOf(russian, { ...plain, bottom: 2 });
  const straight = layoutOf(russian, plain);
  const at = (/** @type {any} */ where, /** @type {number[]} */ cell) => where.byKey.get(String(cell));
  assert.equal(at(layout, [0, 7]).x, at(straight, [7, 0]).x);
  const rows = (/** @type {any} */ where) =>
    where.labels.filter((/** @type {any} */ label) => label.kind === "row");
  assert.ok(rows(layout).every((/** @type {any} */ label) => label.x < layout.field.x));
  const one = rows(layout).find((/** @type {any} */ label) => label.text === "1");
  assert.ok(one.y < rows(straight).find((/** @type {any} */ label) => label.text === "1").y);
});

test("the room above a column belongs to it", () => {
  const layout = layoutOf(connect4, plain);
  assert.deepEqual(cellAt(layout, 200, layout.field.y - 60), [2, 0]);
});

test("arrow keys reach every cell from every other", () => {
  for (const position of [draughts, hops, connect4, renju]) {
    for (const bottom of [0, 2]) {
      const layout = layoutOf(position, { ...plain, bottom });
      const seen = new Set([layout.spots[0].key]);
      const todo = [layout.spots[0].cell];
      for (let cell = todo.pop(); cell; cell = todo.pop()) {
        for (const direction of /** @type {const} */ (["up", "down", "left", "right"])) {
          const next = neighbour(layout, cell, direction);
          if (next && !seen.has(keyOf(next))) todo.push(next), seen.add(keyOf(next));
        }
      }
      assert.equal(seen.size, layout.spots.length, `${position.game} ${bottom}`);
    }
  }
});

test("a walk up and down comes back to where it began", () => {
  const layout = layoutOf(draughts, plain);
  const from = square(draughts, 28);
  const spot = layout.byKey.get(keyOf(from));
  let cell = from;
  for (const direction of /** @type {const} */ (["up", "up", "up", "down", "down", "down"])) {
    cell = neighbour(layout, cell, direction, spot) ?? assert.fail("the edge is further away");
  }
  assert.deepEqual(cell, from);
});

test("on a board that is turned, up is up", () => {
  const layout = layoutOf(draughts, { ...plain, bottom: 2 });
  const next = neighbour(layout, [4, 5], "up");
  assert.ok(next && next[1] === 6);
});

test("star points are where players expect them", () => {
  assert.deepEqual(starPoints(15, 15), [
    [3, 3],
    [3, 11],
    [11, 3],
    [11, 11],
    [7, 7],
  ]);
  assert.deepEqual(starPoints(9, 9), [[4, 4]]);
  assert.equal(starPoints(19, 19).length, 9);
  assert.equal(starPoints(20, 20).length, 4);
  assert.deepEqual(starPoints(8, 8), []);
});
