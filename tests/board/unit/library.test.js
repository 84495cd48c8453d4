// What the lists of saved games show, and the parts of a file that is sent.

import assert from "node:assert/strict";
import test from "node:test";

import { columnsOf, playersText, resultText } from "../../../src/web/page/library/saved_game.js";
import { contentOf, partsOf } from "../../../src/web/page/shell/importing.js";

/** An application that only has words. @type {any} */
const app = {
  text: (/** @type {string} */ key, values = {}) => [key, ...Object.values(values)].join(" "),
  program: { games: () => [] },
};

/** @param {object} [more] @returns {any} */
const game = (more = {}) => ({
  kind: "played",
  game: "connect4",
  title: "",
  names: ["", ""],
  moves: 7,
  changed: 0,
  ...more,
});

test("the host is 'you' where no name is known, and the winner is named", () => {
  assert.equal(
    playersText(app, game({ own: 2, names: ["Quadriga 4", ""] })),
    "shell.program · shell.level.easy – shell.you",
  );
  assert.equal(playersText(app, game({ own: 1, names: ["Ann", "Bob"] })), "Ann – Bob");
  assert.equal(playersText(app, game()), "");
  for (const [more, text] of /** @type {[object, string][]} */ ([
    [{}, "shell.unfinished"],
    [{ result: "draw" }, "shell.draw"],
    [{ result: "p1win", own: 1 }, "library.you_won"],
    [{ result: "p3loss", own: 3 }, "library.you_lost"],
    [{ result: "p2win", names: ["Ann", "Bob"] }, "shell.won_by Bob"],
    [{ result: "p2win" }, "library.second_won"],
    [{ result: "p2win", own: 1, names: ["", "Quadriga 4"] }, "library.you_lost"],
    [{ result: "p3win", names: ["", "", ""] }, "shell.won_by 3"],
    [{ game: "", damaged: "nonsense" }, ""],
  ]))
    assert.equal(resultText(app, game(more)), text);
});

test("a game of a file has its own date and event, a game that was played the time of its last change", () => {
  const names = (/** @type {"played" | "imported"} */ kind) => columnsOf(kind).map(({ name }) => name);
  assert.deepEqual(names("played"), ["players", "game", "result", "date", "opening", "moves"]);
  assert.deepEqual(names("imported"), ["players", "game", "result", "date", "event", "opening", "moves"]);
  const columns = columnsOf("imported");
  const imported = game({ date: "1998-03", event: "Open", site: "Delft", round: "3" });
  const texts = ["date", "event"].map((name) =>
    columns.find((one) => one.name === name)?.text(app, imported),
  );
  assert.deepEqual(texts, ["1998-03", "library.round Open, Delft 3"]);
});

test("parts of a text are the text, and no character is split", () => {
  const text = "ab😀c😀😀d";
  for (let length = 2; length < 12; length += 1) {
    const parts = partsOf(text, length);
    assert.equal(parts.join(""), text);
    for (const part of parts) {
      assert.ok(part.length <= length && part.length > 0);
      assert.equal(part.isWellFormed(), true);
    }
  }
  assert.deepEqual(partsOf(""), [""]);
});

test("a file of any size goes as text if it is ASCII, otherwise as bytes", async () => {
  const long = "x".repeat(20001);
  assert.deepEqual(await contentOf(new File([long], "a")), { text: long });
  assert.deepEqual(await contentOf(new File([new Uint8Array([97, 255])], "a")), { bytes: "a\u00ff" });
});
