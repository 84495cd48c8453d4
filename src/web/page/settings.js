// What a person has chosen for all games, kept in localStorage and told to listeners; other windows of the page follow. A value
// that cannot be stored (private windows) lasts as long as the page.
//
// Names and values: language ("auto", "en", "zh"), theme ("auto", "light", "dark"), look (of boards: a name of
// board/looks.css), men (a set of board/men.js), coordinates, numbers, animation, unhurried, by_target,
// ahead, sound, depth, evaluation, evaluation_while_playing (booleans), warn ("off", "blunder", "mistake"), confirm ("auto", "on", "off"),
// volume (0 to 1), mirrored (boolean), last_game (what the dialog of a new game showed last), name (of a person).

/** @typedef {import("./types.js").Settings} Settings */

const PREFIX = "quadriga.";

/** @type {Record<string, unknown>} */
const DEFAULTS = {
  language: "auto",
  theme: "auto",
  look: "wood",
  men: "turned",
  coordinates: true,
  numbers: false,
  animation: true,
  unhurried: true,
  by_target: false,
  ahead: false,
  confirm: "auto",
  volume: 0.7,
  sound: true,
  depth: false,
  evaluation: false,
  evaluation_while_playing: false,
  warn: "off",
  mirrored: false,
  last_game: null,
  name: "",
};

/**
 * @param {string} name
 * @returns {unknown} the stored value, undefined where there is none that can be read
 */
function stored(name) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** @returns {Settings} */
export function createSettings() {
  /** @type {Map<string, unknown>} */
  const values = new Map();
  /** @type {Map<string, Set<(value: any) => void>>} */
  const listeners = new Map();

  /** @param {string} name @param {unknown} value */
  const tell = (name, value) => {
    for (const listener of listeners.get(name) ?? []) listener(value);
  };

  window.addEventListener("storage", (event) => {
    if (!event.key?.startsWith(PREFIX)) return;
    const name = event.key.slice(PREFIX.length);
    values.delete(name);
    tell(name, stored(name) ?? DEFAULTS[name]);
  });

  return {
    get(name) {
      if (!values.has(name)) values.set(name, stored(name) ?? DEFAULTS[name]);
      return values.get(name);
    },
    set(name, value) {
      values.set(name, value);
      try {
        localStorage.setItem(PREFIX + name, JSON.stringify(value));
      } catch {
        // The value lasts as long as the page.
      }
      tell(name, value);
    },
    on(name, listener) {
      const own = listeners.get(name) ?? new Set();
      listeners.set(name, own);
      own.add(listener);
      return () => own.delete(listener);
    },
  };
}
