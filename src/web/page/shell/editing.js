// Variations and comments: what may be changed at the node that is looked at, and the dialog for its comment. The game itself
// stays as it is; the program checks every change.

import { h } from "./dom.js";
import { field, openDialog, select } from "./dialog.js";
import { numberOf } from "./numbering.js";
import { ownPlayers } from "./players.js";
import { forkOf, nodeOf, notesOf, pathTo } from "./tree.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */

/** Longest comment, in characters, as the program takes it. */
const MAX_COMMENT = 4000;
/** What a move can be marked with. */
const MARKS = ["!!", "!", "!?", "?!", "?", "??"];

/** May this window change variations and comments? @param {App} app */
function mayEdit(app) {
  const table = app.game.table();
  if (!table || !app.program.online()) return false;
  return !!app.program.hello()?.rights.host || (table.phase === "over" && ownPlayers(table).length > 0);
}

/**
 * Is a move on the board a variation? In a finished game, and where one looks back in one that takes nothing from it: neither a
 * rating nor time.
 * @param {App} app
 */
export function mayVary(app) {
  const table = app.game.table();
  if (!table || !mayEdit(app)) return false;
  if (table.phase === "over") return true;
  const counts = table.rated || table.shared || !!table.clock?.running;
  return app.game.viewed() !== table.current && !counts;
}

/**
 * Adds a move after the node that is looked at, and shows it.
 * @param {App} app @param {string} move
 */
export async function addVariation(app, move) {
  const added = await app.run("add", { node: app.game.viewed(), move });
  if (added) app.game.view(added.node);
  return !!added;
}

/** The actions on the node that is looked at. @param {App} app @returns {import("./actions.js").Action[]} */
export function editActions(app) {
  const table = app.game.table();
  const node = app.game.viewed();
  const may = mayEdit(app);
  const path = table ? pathTo(table, node) : [];
  const played = !!table && pathTo(table, table.current).some(({ id }) => id === node);
  // Until the game is over it keeps the main line.
  const fork = [...path].reverse().find(({ rank }) => rank);
  const game = table && fork ? pathTo(table, table.current).map(({ id }) => id) : [];
  const displaces = fork?.rank === 1 && !!table && game.includes(forkOf(table, fork.id).moves[0].id);
  const run = (/** @type {string} */ command, fields = {}) => void app.run(command, fields);
  return [
    { name: "comment", icon: "comment", key: "C", act: () => openComment(app), may },
    {
      name: "promote",
      icon: "up",
      act: () => run("promote", { node }),
      may: may && !!fork && !(displaces && table?.phase !== "over"),
    },
    {
      name: "remove",
      icon: "trash",
      key: "Del",
      act: () => run("remove", { node }),
      may: may && node !== 0 && !played,
    },
    { name: "undo_edit", icon: "revert", act: () => run("undo_edit"), may: may && !!table?.edits },
  ];
}

/** @param {App} app @param {Table} table @param {number} node */
function titleOf(app, table, node) {
  const move = nodeOf(table, node)?.move;
  return move ? `${numberOf(table, node)} ${move}` : app.text("shell.at_start");
}

/** @param {string[] | undefined} comments */
function area(comments) {
  return h("textarea", {
    class: "prose",
    rows: 4,
    maxlength: MAX_COMMENT,
    value: (comments ?? []).join("\n\n"),
  });
}

/** The dialog for what is written at the node that is looked at. @param {App} app */
export function openComment(app) {
  const table = app.game.table();
  if (!table) return;
  const node = app.game.viewed();
  const notes = notesOf(table, node);
  const after = area(notes.comments);
  const before = area(notes.before);
  const begins = !!notes.before || !!nodeOf(table, node)?.rank;
  let mark = notes.marks?.[0] ?? "";
  const marks = select(
    [{ value: "", label: app.text("shell.no_mark") }, ...MARKS.map((sign) => ({ value: sign, label: sign }))],
    mark,
    (value) => (mark = value),
  );
  after.setAttribute("autofocus", "");
  const save = async (/** @type {() => void} */ close) => {
    const asked = { table: table.id, node };
    // What was not changed keeps its parts.
    const changed = (/** @type {HTMLTextAreaElement} */ one) => one.value !== one.defaultValue;
    const done =
      (!changed(after) || (await app.run("comment", { ...asked, text: after.value }))) &&
      (!changed(before) || (await app.run("comment", { ...asked, text: before.value, before: true }))) &&
      (mark === (notes.marks?.[0] ?? "") || (await app.run("mark", { ...asked, mark })));
    if (done) close();
  };
  for (const one of [after, before]) one.defaultValue = one.value;
  openDialog(app, {
    title: titleOf(app, table, node),
    body: () => [
      begins ? field(app.text("shell.comment_before"), before) : null,
      field(app.text(node ? "shell.comment_after" : "shell.comment_start"), after),
      node ? field(app.text("shell.mark"), marks) : null,
    ],
    footer: (close) => [
      h("button", { type: "button", onclick: close }, app.text("shell.cancel")),
      h(
        "button",
        { type: "button", class: "primary", onclick: () => void save(close) },
        app.text("shell.keep"),
      ),
    ],
  });
}
