// What Ctrl+Z takes back.

import assert from "node:assert/strict";
import { test } from "node:test";
import { takenBack } from "../../../src/web/page/shell/keys.js";

/** @param {object} table @param {number} viewed @param {boolean} [mayRevert] */
const on = (table, viewed, mayRevert = true) =>
  takenBack(/** @type {any} */ ({ current: 4, edits: 0, ...table }), viewed, mayRevert);

test("Ctrl+Z takes back what was done last, whether the game is over or not", () => {
  for (const phase of ["playing", "paused", "over"]) {
    assert.equal(on({ phase, edits: 1 }, 4), "undo_edit");
    assert.equal(on({ phase, edits: 1 }, 2), "undo_edit");
    assert.equal(on({ phase }, 4), "undo");
    assert.equal(on({ phase, edits: 1 }, 4, false), "undo", "a change that another window may revert");
    assert.equal(on({ phase }, 2), "", "a move that is not on the board stays");
  }
});
