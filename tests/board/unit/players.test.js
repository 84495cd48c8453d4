// How players are called: at the table, in the list of saved games, and where a person is weaker than the weakest level.

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadWords, setLanguage, text } from "../../../src/web/page/i18n.js";
import { savedName, seatName } from "../../../src/web/page/shell/words.js";

globalThis.document = /** @type {any} */ ({ documentElement: {} });
await loadWords();

const app = /** @type {any} */ ({ text });

/** @param {object} seat */
const named = (seat) => seatName(app, /** @type {any} */ ({ kind: "program", ...seat }));

test("a saved game calls the program as its table does", () => {
  for (const language of /** @type {const} */ (["en", "zh"])) {
    setLanguage(language);
    for (const level of [0, 4, 7, 20]) assert.equal(savedName(app, `Quadriga ${level}`), named({ level }));
    assert.deepEqual(
      ["", "Quadriga", "Quadriga fan", "Ann"].map((name) => savedName(app, name)),
      ["", "Quadriga", "Quadriga fan", "Ann"],
    );
  }
});

test("the weakest level is not called as strong as somebody who is weaker", () => {
  setLanguage("en");
  assert.equal(named({ level: 0, elo: 570 }), "Program · weakest level (570)");
  assert.equal(named({ level: 4, elo: 900 }), "Program · your strength, 900");
  setLanguage("zh");
  assert.equal(named({ level: 0, elo: 570 }), "程序 · 最低等级（570）");
});
