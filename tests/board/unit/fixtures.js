// Positions as the action `board` answers them, kept in positions.json, and what the tests of the board share.

import { readFileSync } from "node:fs";

/** @type {Record<string, any>} */
export const positions = JSON.parse(readFileSync(new URL("./positions.json", import.meta.url), "utf8"));

/**
 * The cell of a square that the game names by number.
 * @param {any} position @param {string | number} name @returns {[number, number]}
 */
export function square(position, name) {
  const index = position.face.labels.cells.indexOf(String(name));
  return [index % position.width, Math.floor(index / position.width)];
}

/** Words of both languages. @param {Record<string, string>} words */
export const translator =
  (words) =>
  (/** @type {string} */ key, /** @type {Record<string, unknown>} */ values = {}) => {
    if (!(key in words)) throw new Error(`no text ${key}`);
    return words[key].replace(/\{(\w+)\}/g, (_, name) => {
      if (!(name in values)) throw new Error(`${key} lacks ${name}`);
      return String(values[name]);
    });
  };

/** How somebody looks at a board that is not turned. */
export const plain = { bottom: 0, mirrored: false, coordinates: true };
