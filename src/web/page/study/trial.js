// 'Try again': the board shows the position before a mistake, the person makes another move, and is told whether it is as good as
// the best one; if not, the position is shown once more. The table is never changed: the moves are made on the borrowed board
// (`compose`, `weigh`), so a reload, a second window and the end of the trial find the game as it was.

import { pathTo } from "../shell/tree.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").Path} Path
 * @typedef {{node: number, parent: number, move: string, player: number, best: string, lost: number}} Mistake
 * @typedef {object} Current
 * @property {string} table its id
 * @property {Mistake} mistake
 * @property {Position} start the position before the mistake
 * @property {string[]} line the moves to it
 * @property {ReturnType<App["board"]["borrow"]>} loan
 * @property {number} made number of moves that were tried
 */

/** A loss of expected points up to this is as good. */
const AS_GOOD = 0.05;

export class Trial {
  /** @param {App} app @param {(words: string, tone: "" | "good" | "bad") => void} say */
  constructor(app, say) {
    this.app = app;
    this.say = say;
    /** @type {Current | null} */
    this.current = null;
  }

  /** @param {Mistake} mistake the node of it is looked at */
  async begin(mistake) {
    const { game, board } = this.app;
    const table = game.table();
    if (!table) return;
    const start = await game.position(mistake.parent).catch(() => null);
    if (!start || game.table()?.id !== table.id || game.viewed() !== mistake.node) return;
    const loan = board.borrow();
    const line = pathTo(table, mistake.parent).map(({ move }) => move);
    const current = { table: table.id, mistake, start, line, loan, made: 0 };
    this.current = current;
    loan.events.move = (move) => void this.play(current, move);
    loan.events.refused = (key, values) => {
      this.app.sound("illegal");
      this.say(this.app.text(key, values), "bad");
    };
    this.say(this.app.text("study.try_now", { move: mistake.move }), "");
    await this.show(current, start, null);
  }

  /** Moves may be made in the first position only. @param {Current} current @param {Position} position @param {Path | null} animate */
  async show({ start, loan }, position, animate) {
    const { settings, board } = this.app;
    await loan.board.show(position, {
      interactive: position === start,
      animate,
      bottom: board.bottom(),
      mirrored: settings.get("mirrored"),
      coordinates: settings.get("coordinates"),
      confirm: settings.get("confirm") === "on",
    });
  }

  /** Gives the board back and shows how the game stands. */
  end() {
    const table = this.app.game.table();
    this.leave();
    if (table) this.app.game.view(table.current);
  }

  /** Gives the board back. */
  leave() {
    const { current } = this;
    if (!current) return;
    this.current = null;
    this.say("", "");
    current.loan.giveBack();
  }

  /** Ends with the table, when another node is looked at, or when another panel has taken the board. */
  follow() {
    const { current } = this;
    if (!current) return;
    const { game } = this.app;
    if (game.table()?.id !== current.table || game.viewed() !== current.mistake.node) this.leave();
    else if (!current.loan.held()) this.end();
  }

  /** @param {Current} current @param {string} move */
  async play(current, move) {
    const { app } = this;
    const { mistake, start } = current;
    const made = ++current.made;
    if (move === mistake.move) {
      app.sound("illegal");
      this.say(app.text("study.try_same", { move }), "bad");
      await this.show(current, start, null);
      return;
    }
    this.say(app.text("study.try_wait", { move }), "");
    const after = await this.after(current, move);
    if (this.current !== current || made !== current.made) return;
    app.sound(after?.last?.captured.length ? "capture" : "move");
    await this.show(current, after ?? start, after?.last ?? null);
    if (move === mistake.best) this.say(app.text("study.try_best", { move }), "good");
    else await this.judge(current, move);
  }

  /** The position after a move; null if the program does not say it. @param {Current} current @param {string} move @returns {Promise<Position | null>} */
  async after({ line }, move) {
    const table = this.app.game.table();
    if (!table) return null;
    const { game, options, base } = table;
    const query = { game, options, ...(base ? { fen: base } : {}), moves: [...line, move] };
    return this.app.connection.ask("compose", query).then(
      ({ position }) => position,
      () => null,
    );
  }

  /** @param {Current} current @param {string} move */
  async judge(current, move) {
    const { app } = this;
    const { table, mistake, start, made } = current;
    const weighed = await app.connection
      .ask("weigh", { table, node: mistake.parent, move })
      .catch(() => null);
    if (this.current !== current || made !== current.made) return;
    const { key, tone } = verdict(weighed?.lost, mistake.lost);
    const lost = Math.round((weighed?.lost ?? 0) * 100);
    this.say(app.text(key, { move, best: mistake.best, lost }), tone);
    if (weighed && tone !== "good") await this.show(current, start, null);
  }
}

/**
 * What is said of another move.
 * @param {number | undefined} lost expected points that it loses; undefined: nobody knows
 * @param {number} before those that the mistake lost
 * @returns {{key: string, tone: "" | "good" | "bad"}}
 */
export function verdict(lost, before) {
  if (lost === undefined) return { key: "study.try_unknown", tone: "" };
  if (lost <= AS_GOOD) return { key: "study.try_good", tone: "good" };
  return lost < before - AS_GOOD
    ? { key: "study.try_better", tone: "" }
    : { key: "study.try_bad", tone: "bad" };
}
