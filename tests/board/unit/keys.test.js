// What Ctrl+Z takes back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { takenBack } from "../../../src/web/page/shell/keys.js";

/** @param {object} table @param {number} viewed */
const on = (table, viewed) =>
  takenBack(
    /** @type {any} */ ({
      game: { table: () => ({ current: 4, edits: 0, ...table }), viewed: () => viewed },
    }),
  );

test("Ctrl+Z takes back what was done last, whether the game is over or not", () => {
  for (const phase of ["playing", "paused", "over"]) {
    assert.equal(on({ phase, edits: 1 }, 4), "undo_edit");
    assert.equal(on({ phase, edits: 1 }, 2), "undo_edit");
    assert.equal(on({ phase }, 4), "undo");
    assert.equal(on({ phase }, 2), "", "a move that is not on the board stays");
  }
});
