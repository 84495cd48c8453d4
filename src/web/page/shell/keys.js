// Keys of the whole page. They act where no field, dialog or tab has them; the arrow keys belong to the board while it has the
// focus. Left and Right take back and replay at the end of one's own game, and walk through it when looking back. Up and Down
// go from variation to variation where there are some. The key `e` belongs to the analysis (study/analysis.js).

import { actionsOf, walk } from "./actions.js";
import { openHelp } from "./help.js";
import { openNewGame } from "./new_game.js";
import { waysHere } from "./offers.js";
import { neighbour } from "./tree.js";

/** @typedef {import("../types.js").App} App */

/** @param {EventTarget | null} target */
function takesKeys(target) {
  return (
    target instanceof Element &&
    target.closest("input, select, textarea, dialog, [role=tablist], [contenteditable]") !== null
  );
}

/** @param {App} app @param {string} name */
function act(app, name) {
  const action = actionsOf(app)[name];
  if (action?.may) action.act();
}

/** @param {App} app @param {"back" | "forward"} step */
function leftOrRight(app, step) {
  const table = app.game.table();
  if (!table) return;
  const playing = table.phase !== "over" && app.game.viewed() === table.current && !table.shared;
  const name = step === "back" ? "undo" : "redo";
  if (playing && actionsOf(app)[name]?.may) act(app, name);
  else walk(app, step);
}

/**
 * What Ctrl+Z takes back: what was done last. If that is a change of variations or comments that this window may revert, this change,
 * else a move; nothing while looking back, because the move would not be seen.
 * @param {import("../types.js").Table | null} table @param {number} viewed @param {boolean} mayRevert
 */
export function takenBack(table, viewed, mayRevert) {
  if (table && table.edits > 0 && mayRevert) return "undo_edit";
  return table && viewed !== table.current ? "" : "undo";
}

/** @param {App} app @returns {Record<string, () => void>} */
function commands(app) {
  const host = !!app.program.hello()?.rights.host;
  return {
    f: () => act(app, "flip"),
    h: () => act(app, "hint"),
    n: () => host && openNewGame(app),
    m: () => app.settings.set("sound", !app.settings.get("sound")),
    b: app.board.focus,
    c: () => act(app, "comment"),
    Delete: () => act(app, "remove"),
    "?": () => openHelp(app),
    Home: () => walk(app, "first"),
    End: () => walk(app, "last"),
  };
}

/** @param {App} app */
export function bindKeys(app) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || takesKeys(event.target) || document.querySelector("dialog[open]")) return;
    const table = app.game.table();
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey)
        act(app, takenBack(table, app.game.viewed(), !!actionsOf(app).undo_edit?.may));
      else if (key === "y" || (key === "z" && event.shiftKey)) act(app, "redo");
      else return;
      event.preventDefault();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const onBoard = event.target instanceof Element && event.target.closest("#board") !== null;
    if (event.key === " " && waysHere(app).move_now && !(event.target instanceof HTMLButtonElement))
      void app.run("move_now");
    else if (event.key === "Escape" && table && app.game.viewed() !== table.current)
      app.game.view(table.current);
    else if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && !onBoard)
      leftOrRight(app, event.key === "ArrowLeft" ? "back" : "forward");
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      const step = event.key === "ArrowUp" ? "above" : "below";
      if (onBoard || !table || neighbour(table, app.game.viewed(), step) === app.game.viewed()) return;
      walk(app, step);
    } else {
      const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const command = commands(app)[name];
      if (!command || (onBoard && (name === "Home" || name === "End"))) return;
      command();
    }
    event.preventDefault();
  });
}
