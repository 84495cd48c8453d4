// Why a command was refused, for people. The program says it in one line of English; in another language the page says what it
// knows the words of, and keeps the program's line where it names more than the page can say.

import { currentLanguage, hasText, text } from "../i18n.js";

/** Beginnings of the engine's words for which there is a text of our own. */
const KNOWN = [
  ["double-three", "games.why.double_three"],
  ["double-four", "games.why.double_four"],
  ["overline", "games.why.overline"],
  ["occupied", "games.why.occupied"],
  ["game is over", "games.why.over"],
  ["captures the most", "games.why.most"],
  ["must capture", "games.why.must_capture"],
  ["capture", "games.why.must_capture"],
];

/** A damaged file of ratings: the page says it in every language, with the name of the copy if there is one. */
const SET_ASIDE = ["ratings_set_aside", "ratings_newer"];

/**
 * @param {{code: string, message: string, file?: string}} refusal
 * @returns {string}
 */
export function tellRefusal(refusal) {
  const { code, file } = refusal;
  if (SET_ASIDE.includes(code))
    return text(`shell.refused.${code}${file ? "_as" : ""}`, { file: file ?? "" });
  if (currentLanguage() === "en") return capital(refusal.message);
  const known = refusal.code === "illegal" && KNOWN.find(([words]) => refusal.message.includes(words));
  if (known) return text(known[1]);
  const key = `shell.refused.${refusal.code}`;
  if (!hasText(key)) return refusal.message;
  const detailed = [
    "illegal",
    "bad_option",
    "bad_position",
    "bad_record",
    "engine",
    "storage",
    "network",
  ].includes(refusal.code);
  return detailed ? `${text(key)} (${refusal.message})` : text(key);
}

/** @param {string} words */
function capital(words) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
