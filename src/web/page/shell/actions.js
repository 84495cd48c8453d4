// What can be done at a table, as one list: the buttons of the desktop, the bar and the sheet of the phone, and the keys all come
// from here, so none of them can do more than another.

import { ask } from "./dialog.js";
import { editActions } from "./editing.js";
import { judgementsOf } from "./judgements.js";
import { actorOf } from "./opening.js";
import { neighbour } from "./tree.js";
import { ownPlayers } from "./play.js";
import { findPosition } from "../library/library.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("./dom.js").IconName} IconName */
/** @typedef {{name: string, icon: IconName, key?: string, act: () => void, may: boolean, pressed?: boolean}} Action */

/** Nodes for each position where one looks for mistakes at the end of a game. */
const LOOK_NODES = 40000;

/** Is there a game of two that this window may have judged, and has not? @param {App} app */
export function mayLookForMistakes(app) {
  const table = app.game.table();
  const { judged, running } = judgementsOf(app);
  if (running || judged.size > 0) return false;
  const sits = !!app.program.hello()?.rights.host || (!!table && ownPlayers(table).length > 0);
  return sits && !!table && table.phase === "over" && table.seats.length === 2 && table.nodes.length > 0;
}

/** Shows the panel of mistakes, which brings them into sight, and fills it. @param {App} app */
export function lookForMistakes(app) {
  app.screens.go("table", "analysis");
  const judgements = judgementsOf(app);
  if (judgements.judged.size === 0) void judgements.run(LOOK_NODES);
}

/** @param {App} app */
export async function rematch(app) {
  const ok = await app.run("rematch", { swap: true });
  if (ok?.table) app.screens.open(ok.table);
}

/** @param {App} app */
export async function hint(app) {
  const ok = await app.run("hint");
  if (!ok) return;
  const cells = ok.path?.clicks ?? ok.path?.cells ?? [];
  app.board.marks(
    "hint",
    cells.length > 1
      ? [{ kind: "arrow", cells, strength: 1 }]
      : cells.map((/** @type {import("../types.js").Cell} */ cell) => ({ kind: "target", cell })),
  );
  app.notices.show(app.text("shell.hint_is", { move: ok.move }));
}

/** @param {App} app */
async function resign(app) {
  const table = app.game.table();
  if (!table) return;
  const own = ownPlayers(table);
  if (!(await ask(app, app.text("shell.resign_ask"), app.text("shell.resign"), true))) return;
  const actor = actorOf(table);
  const player = own.includes(actor) ? actor : own[0];
  await app.run("resign", own.length > 1 ? { seat: player } : {});
}

/** @param {App} app @param {import("./tree.js").Step} step */
export function walk(app, step) {
  const table = app.game.table();
  if (table) app.game.view(neighbour(table, app.game.viewed(), step));
}

/**
 * The actions of the table on the screen, in the order in which they are shown.
 * @param {App} app
 * @returns {Record<string, Action>}
 */
export function actionsOf(app) {
  const table = app.game.table();
  const host = !!app.program.hello()?.rights.host;
  const own = table ? ownPlayers(table) : [];
  const connected = app.program.online() && !!table;
  const sits = connected && (host || own.length > 0);
  const alone = sits && !table?.shared;
  const on = table?.phase === "playing" || table?.phase === "paused";
  const mine = !!table && own.includes(actorOf(table)) && app.game.viewed() === table.current;
  const run =
    (/** @type {string} */ command, fields = {}) =>
    () =>
      void app.run(command, fields);
  /** @type {Action[]} */
  const list = [
    { name: "undo", icon: "undo", key: "Ctrl+Z", act: run("undo"), may: sits && !!table?.current },
    { name: "redo", icon: "redo", key: "Ctrl+Y", act: run("redo"), may: sits && !!table?.redo },
    {
      name: "hint",
      icon: "hint",
      key: "H",
      act: () => void hint(app),
      may: alone && table?.phase === "playing" && mine && !table.thinking && !table.opening,
    },
    {
      name: "play_for_me",
      icon: "program",
      act: run("play_for_me"),
      may: alone && table?.phase === "playing" && mine && !table.thinking,
    },
    { name: "swap", icon: "swap", act: run("swap"), may: alone && !!on && !table?.opening },
    {
      name: "draw_offer",
      icon: "draw",
      act: run("offer_draw"),
      may: sits && !!on && table?.seats.length === 2 && own.length > 0 && !table.draw_offer,
    },
    { name: "resign", icon: "flag", act: () => void resign(app), may: sits && !!on && own.length > 0 },
    table?.phase === "paused"
      ? { name: "resume", icon: "play", act: run("resume"), may: sits }
      : { name: "pause", icon: "pause", act: run("pause"), may: sits && !!on },
    { name: "flip", icon: "flip", key: "F", act: app.board.flip, may: !!table && !table.position.face.falls },
    {
      name: "mirror",
      icon: "mirror",
      act: app.board.mirror,
      may: !!table,
      pressed: app.settings.get("mirrored"),
    },
    { name: "find", icon: "magnifier", act: () => void findPosition(app), may: connected && host },
    { name: "rematch", icon: "again", act: () => void rematch(app), may: sits && !on },
    ...editActions(app),
  ];
  return Object.fromEntries(list.map((action) => [action.name, action]));
}
