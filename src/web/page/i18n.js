// The words of the page in the language chosen. Every namespace is a file of text/, with the same keys in both languages. A
// key that is missing is shown as it is: it is found at once, and nothing breaks.

/** @typedef {{en: Record<string, string>, zh: Record<string, string>}} Words */

const NAMESPACES = [
  "shell",
  "games",
  "dialogs",
  "board",
  "study",
  "facts",
  "tutorial",
  "puzzles",
  "library",
  "opening",
  "guests",
];

/** @type {Words} */
const words = { en: {}, zh: {} };

/** @type {"en" | "zh"} */
let language = "en";

/** Loads all words. A namespace that is not there leaves its keys as they are. */
export async function loadWords() {
  const files = await Promise.allSettled(NAMESPACES.map((name) => import(`./text/${name}.js`)));
  for (const file of files) {
    if (file.status !== "fulfilled") continue;
    Object.assign(words.en, file.value.words.en);
    Object.assign(words.zh, file.value.words.zh);
  }
}

/**
 * Sets the language: "en", "zh", or "auto" for that of the browser.
 * @param {string} choice
 */
export function setLanguage(choice) {
  const wanted = choice === "auto" ? navigator.language || "en" : choice;
  language = wanted.toLowerCase().startsWith("zh") ? "zh" : "en";
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
}

/** @returns {"en" | "zh"} */
export function currentLanguage() {
  return language;
}

/**
 * Is there a text for this key in the language of the page?
 * @param {string} key
 */
export function hasText(key) {
  return key in words[language];
}

/** @type {import("./types.js").Translate} */
export function text(key, values = {}) {
  const found = words[language][key] ?? words.en[key] ?? key;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
