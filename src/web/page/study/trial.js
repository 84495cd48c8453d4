// 'Try again': the game goes back to the node before a mistake, the person makes another move, and is told whether it is as good
// as the best one; if not, the game goes back once more. The moves become variations of the table; afterwards one can go back to
// where the game stood.

import { pathTo } from "../shell/tree.js";
import { expectation } from "./scores.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").SearchRecord} SearchRecord
 * @typedef {import("./analysis.js").Analysis} Analysis
 * @typedef {{node: number, parent: number, move: string, player: number, best: string, lost: number}} Mistake
 */

/** A loss of expected points up to this is as good. */
const AS_GOOD = 0.05;
const NODES = 60000;

export class Trial {
  /**
   * @param {App} app @param {Analysis} analysis
   * @param {(words: string, tone: "" | "good" | "bad") => void} say
   */
  constructor(app, analysis, say) {
    this.app = app;
    this.analysis = analysis;
    this.say = say;
    /**
     * `waits`: the game has not gone back yet; `judged`: the move that was told about.
     * @type {{mistake: Mistake, before: SearchRecord | null, back: number, waits: boolean, judged: number} | null}
     */
    this.current = null;
  }

  /** @param {Mistake} mistake @param {SearchRecord | null} before what is known of the node before the move */
  async begin(mistake, before) {
    const table = this.app.game.table();
    if (!table) return;
    const back = this.current?.back ?? table.current;
    this.current = { mistake, before, back, waits: true, judged: 0 };
    if (!(await this.goBack())) {
      this.current = null;
      return;
    }
    this.say(this.app.text("study.try_now", { move: mistake.move }), "");
  }

  /** Puts the position before the mistake on the board. */
  async goBack() {
    const { current } = this;
    const table = this.app.game.table();
    if (!current || !table) return false;
    const node = current.mistake.parent;
    current.waits = true;
    const gone = await this.app.run("goto", { table: table.id, node });
    if (gone) this.app.game.view(node);
    void this.follow();
    return !!gone;
  }

  /** Puts the game where it stood before. */
  async end() {
    const table = this.app.game.table();
    if (!this.current || !table) return;
    const { back } = this.current;
    this.current = null;
    this.say("", "");
    if (await this.app.run("goto", { table: table.id, node: back })) this.app.game.view(back);
  }

  /** Looks whether a move was made. */
  async follow() {
    const table = this.app.game.table();
    const { current } = this;
    if (!table || !current) return;
    if (current.waits) {
      if (table.current !== current.mistake.parent) return;
      Object.assign(current, { waits: false, judged: 0 });
    }
    const made = pathTo(table, table.current).find((node) => node.parent === current.mistake.parent);
    if (!made || current.judged === made.id) return;
    current.judged = made.id;
    const { best, move } = current.mistake;
    if (made.move === best) this.say(this.app.text("study.try_best", { move: best }), "good");
    else if (made.move === move) {
      this.say(this.app.text("study.try_same", { move }), "bad");
      await this.goBack();
    } else await this.judge(made, current);
  }

  /** @param {import("../types.js").Node} made @param {NonNullable<Trial["current"]>} current */
  async judge(made, current) {
    const { mistake, before } = current;
    const { app } = this;
    this.say(app.text("study.try_wait", { move: made.move }), "");
    const position = await app.game.position(made.id).catch(() => null);
    const two = position?.players === 2;
    const record = position?.outcome
      ? { score: { mate: 0 }, outcome: position.outcome }
      : two
        ? await this.analysis.value(made.id, NODES)
        : null;
    if (this.current !== current || current.judged !== made.id) return;
    if (!record || !before) {
      this.say(app.text("study.try_unknown", { move: made.move, best: mistake.best }), "");
      return;
    }
    const own = 1 - expectation({ ...record, player: (mistake.player % 2) + 1 });
    const lost = expectation({ ...before, player: mistake.player }) - own;
    const values = { move: made.move, best: mistake.best, lost: Math.round(Math.max(lost, 0) * 100) };
    if (lost <= AS_GOOD) {
      this.say(app.text("study.try_good", values), "good");
      return;
    }
    if (lost < mistake.lost - AS_GOOD) this.say(app.text("study.try_better", values), "");
    else this.say(app.text("study.try_bad", values), "bad");
    await this.goBack();
  }
}
