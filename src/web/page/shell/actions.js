// What can be done at a table, as one list: the buttons of the desktop, the bar and the sheet of the phone, and the keys all come
// from here, so none of them can do more than another.

import { ask } from "./dialog.js";
import { editActions } from "./editing.js";
import { judgementsOf } from "./judgements.js";
import { doOrOffer, offerRestart, waysHere } from "./offers.js";
import { actorOf } from "./opening.js";
import { neighbour } from "./tree.js";
import { ownPlayers } from "./players.js";
import { findPosition } from "../library/library.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("./dom.js").IconName} IconName */
/** @typedef {{name: string, icon: IconName, key?: string, act: () => void, may: boolean, asks?: boolean, pressed?: boolean}} Action `asks`: the other player has to agree */

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

/** A new game of the same players: at a new table, or at this one if the other player at another machine agrees. @param {App} app */
export function playAgain(app) {
  if (waysHere(app).rematch === "offer") offerRestart(app);
  else void rematch(app);
}

/** @param {App} app */
async function rematch(app) {
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
  const connected = app.program.online() && !!table;
  const ways = waysHere(app);
  const run = (/** @type {string} */ command) => () => void app.run(command);
  const both = (/** @type {"undo" | "redo" | "pause" | "resume"} */ what) => ({
    act: () => doOrOffer(app, what),
    may: ways[what] !== "",
    asks: ways[what] === "offer",
  });
  /** @type {Action[]} */
  const list = [
    { name: "undo", icon: "undo", key: "Ctrl+Z", ...both("undo") },
    { name: "redo", icon: "redo", key: "Ctrl+Y", ...both("redo") },
    { name: "hint", icon: "hint", key: "H", act: () => void hint(app), may: ways.hint !== "" },
    { name: "play_for_me", icon: "program", act: run("play_for_me"), may: ways.play_for_me !== "" },
    { name: "swap", icon: "swap", act: run("swap"), may: ways.swap !== "" },
    { name: "draw_offer", icon: "draw", act: run("offer_draw"), may: ways.draw !== "" },
    { name: "resign", icon: "flag", act: () => void resign(app), may: ways.resign !== "" },
    table?.phase === "paused"
      ? { name: "resume", icon: "play", ...both("resume") }
      : { name: "pause", icon: "pause", ...both("pause") },
    { name: "flip", icon: "flip", key: "F", act: app.board.flip, may: !!table && !table.position.face.falls },
    {
      name: "mirror",
      icon: "mirror",
      act: app.board.mirror,
      may: !!table,
      pressed: app.settings.get("mirrored"),
    },
    { name: "find", icon: "magnifier", act: () => void findPosition(app), may: connected && host },
    {
      name: "rematch",
      icon: "again",
      act: () => playAgain(app),
      may: ways.rematch !== "",
      asks: ways.rematch === "offer",
    },
    ...editActions(app),
  ];
  return Object.fromEntries(list.map((action) => [action.name, action]));
}
