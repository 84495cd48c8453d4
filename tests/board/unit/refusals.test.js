// What the page says of refusals and notices: about the file of ratings in its own words, and nothing of what is in the file.

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadWords, setLanguage, text } from "../../../src/web/page/i18n.js";
import { tellRefusal } from "../../../src/web/page/shell/refusals.js";

globalThis.document = /** @type {any} */ ({ documentElement: {} });
await loadWords();

const file = "ratings.damaged-1.jsonl";
const message = `the file of ratings was set aside as ${file}: line 1: it is not a result of a game`;

test("a damaged file of ratings is no game that cannot be saved, in either language", () => {
  for (const [code, words] of [
    ["ratings_set_aside", { en: "The file of ratings was damaged.", zh: "等级分文件有损坏" }],
    ["ratings_newer", { en: "a newer version of the program", zh: "更新版本" }],
  ]) {
    for (const language of /** @type {const} */ (["en", "zh"])) {
      setLanguage(language);
      const said = tellRefusal({ code: String(code), message, file });
      assert.ok(said.includes(/** @type {any} */ (words)[language]) && said.includes(file), said);
      assert.ok(!said.includes(text("shell.refused.storage")) && !said.includes("line 1"), said);
      // In a browser without a server there is no file.
      const other = tellRefusal({ code: String(code), message });
      assert.ok(other && !/\{file\}|undefined/.test(other), other);
    }
  }
});

test("in Chinese there is no English about ratings that cannot be read or written", () => {
  setLanguage("zh");
  for (const code of ["ratings_unread", "ratings_unwritten"])
    assert.match(
      tellRefusal({ code, message: "cannot open 'x': denied" }),
      /^无法(读取|写入)等级分文件[^a-z]*$/,
    );
  setLanguage("en");
  assert.equal(
    tellRefusal({ code: "ratings_unread", message: "cannot open 'x': denied" }),
    "Cannot open 'x': denied",
  );
});

test("a record that cannot be written is still told as one", () => {
  setLanguage("zh");
  assert.equal(tellRefusal({ code: "storage", message: "why" }), `${text("shell.refused.storage")} (why)`);
});
