// Ballots: with which games and drafts they go, and how a table's is shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ballotOf, ballotTitle } from "../../../src/web/page/shell/ballot.js";

const games = [
  { name: "russian", rules: "russian", ballots: [{ name: "two-move", about: "one move of each side" }] },
  { name: "renju", rules: "renju" },
];
const text = (/** @type {string} */ key, /** @type {object} */ values) =>
  key === "opening.ballot_number" ? JSON.stringify(values) : key;
const app = /** @type {any} */ ({ program: { games: () => games }, text });

test("a ballot goes with its games, and not with a handicap", () => {
  const draft = (/** @type {object} */ more) =>
    /** @type {any} */ ({ game: "russian", ballot: "two-move", handicap: { men: 0, player: 2 }, ...more });
  assert.deepEqual(ballotOf(app, draft({})), { ballot: "two-move" });
  assert.deepEqual(ballotOf(app, draft({ ballot: "two-move:17" })), { ballot: "two-move:17" });
  const none = [
    { game: "renju" },
    { handicap: { men: 2, player: 2 } },
    { ballot: "" },
    { ballot: undefined },
  ];
  for (const more of none) assert.deepEqual(ballotOf(app, draft(more)), {});
});

test("the title of a table has the kind and number of its ballot", () => {
  const title = (/** @type {string} [ballot] */ ballot) => ballotTitle(app, /** @type {any} */ ({ ballot }));
  assert.equal(title("two-move:17"), ' · {"kind":"two-move","number":"17"}');
  assert.equal(ballotTitle(app, /** @type {any} */ ({})), "");
});
