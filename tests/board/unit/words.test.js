// The words of the page: both languages have the same keys with the same gaps, the page loads all of them, and every key that
// its sources ask for by its whole name has a text.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

import { hasText, loadWords } from "../../../src/web/page/i18n.js";

const PAGE = new URL("../../../src/web/page/", import.meta.url);
const TEXTS = new URL("text/", PAGE);

/** Names of the values that a text takes. @param {string} text */
const gaps = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

/** All scripts of a folder and its folders. @param {URL} folder @returns {string[]} */
const sources = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return sources(new URL(`${entry.name}/`, folder));
    return entry.name.endsWith(".js") ? [readFileSync(new URL(entry.name, folder), "utf8")] : [];
  });

await loadWords();

for (const file of readdirSync(TEXTS)) {
  const { words } = await import(new URL(file, TEXTS).href);
  test(`${file}: both languages have the same keys and the same gaps`, () => {
    assert.deepEqual(Object.keys(words.zh).sort(), Object.keys(words.en).sort());
    for (const [key, text] of Object.entries(words.en)) {
      assert.ok(text && words.zh[key], `${key} is empty`);
      assert.deepEqual(gaps(words.zh[key]), gaps(text), key);
    }
  });
  test(`${file}: the page loads it`, () => {
    assert.deepEqual(
      Object.keys(words.en).filter((key) => !hasText(key)),
      [],
    );
  });
}

test("every key that the sources ask for by its whole name has a text", () => {
  const asked = sources(PAGE).flatMap((source) =>
    [...source.matchAll(/\btext\(\s*"(\w+\.[^"]+)"/g)].map(([, key]) => key),
  );
  assert.ok(asked.length > 0);
  assert.deepEqual(
    asked.filter((key) => !hasText(key)),
    [],
  );
});
