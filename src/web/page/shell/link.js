// What the address says in its fragment, which no server and no log ever sees: `k`, the token, is taken out at once and kept for
// this window; `g`, a game with options, start and moves, makes a table when it is opened.
//
//     #g=GAME&o=OPTION:VALUE&m=h8,i9      #g=GAME&f=POSITION

const TOKEN = "quadriga.token";

/** Parameters of the fragment; a plus sign stays one. */
function fragment() {
  return new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
}

/** @param {URLSearchParams} parameters */
function leave(parameters) {
  const rest = parameters.toString();
  history.replaceState(null, "", rest ? `#${rest}` : location.pathname);
}

/** @returns {string | null} the token of this window */
export function takeToken() {
  const parameters = fragment();
  const token = parameters.get("k");
  if (token) {
    sessionStorage.setItem(TOKEN, token);
    parameters.delete("k");
    leave(parameters);
  }
  return sessionStorage.getItem(TOKEN);
}

/**
 * @param {string} text
 * @returns {string | number | boolean} as options of a game have it
 */
function optionValue(text) {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+$/.test(text) ? Number(text) : text;
}

/** @returns {import("../types.js").NewGame | null} the game of the address, which is taken out of it */
export function readGameLink() {
  const parameters = fragment();
  const game = parameters.get("g");
  if (!game) return null;
  /** @type {Record<string, string | number | boolean>} */
  const options = {};
  for (const option of (parameters.get("o") ?? "").split(",").filter(Boolean)) {
    const [name, value = ""] = option.split(":");
    options[name] = optionValue(value);
  }
  const fen = parameters.get("f");
  const moves = (parameters.get("m") ?? "").split(",").filter(Boolean);
  for (const name of ["g", "o", "f", "m"]) parameters.delete(name);
  leave(parameters);
  return { game, options, moves, ...(fen ? { fen } : {}) };
}

/**
 * The address that makes this game again.
 * @param {import("../types.js").Table} table
 * @param {string[]} moves
 */
export function gameLink(table, moves) {
  const parts = [`g=${encodeURIComponent(table.game)}`];
  const options = Object.entries(table.options).map(([name, value]) => `${name}:${value}`);
  if (options.length) parts.push(`o=${encodeURIComponent(options.join(","))}`);
  if (table.base) parts.push(`f=${encodeURIComponent(table.base)}`);
  if (moves.length) parts.push(`m=${moves.map(encodeURIComponent).join(",")}`);
  return `${location.origin}${location.pathname}#${parts.join("&")}`;
}

/** @param {string} token @param {string} origin where guests reach the program */
export function inviteLink(token, origin) {
  return `${origin}/#k=${token}`;
}
