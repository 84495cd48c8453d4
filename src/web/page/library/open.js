// Opens a saved game. One that is over, or comes from a file, is read from its first position; any other goes on.

/** @typedef {import("../types.js").App} App */

/** @param {App} app @param {import("./columns.js").SavedGame} game */
export function openGame(app, { id, kind, result }) {
  app.screens.open(id, kind === "imported" || !!result);
}
