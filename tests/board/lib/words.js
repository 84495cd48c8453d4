// The words of the page, read from its own files: tests name a control as a person reads it, in either language, and a better
// wording breaks none of them.

import { readdirSync } from "node:fs";

/** @typedef {"en" | "zh"} Language */
/** @typedef {(key: string, values?: Record<string, string | number>) => string} Words */

const FOLDER = new URL("../../../src/web/page/text/", import.meta.url);

/** Names of the files of words. */
export const namespaces = readdirSync(FOLDER).map((file) => file.replace(/\.js$/, ""));

/** @type {Record<Language, Record<string, string>>} */
const all = { en: {}, zh: {} };
for (const name of namespaces) {
  const { words } = await import(new URL(`${name}.js`, FOLDER).href);
  Object.assign(all.en, words.en);
  Object.assign(all.zh, words.zh);
}

/** @param {Language} language @returns {Words} */
export function wordsOf(language) {
  return (key, values = {}) => {
    const text = all[language][key] ?? all.en[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
  };
}

/** A text of the page with anything in the places of its values. @param {string} text */
export function pattern(text) {
  const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^\\s*${parts.join("(.+)")}\\s*$`);
}
