// The puzzles that were found in the game of a table: asked for by the panel of mistakes, solved in the panel of puzzles.

import { OfTable, onePerPage } from "../shell/of_table.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {{node: number, puzzle: string}} GamePuzzle
 */

export class GamePuzzles extends OfTable {
  /** @param {App} app */
  constructor(app) {
    super(app);
    /** @type {GamePuzzle[] | null} null: nobody has asked */
    this.found = null;
    this.running = false;
    /** Are they to be shown as soon as the panel of puzzles is there? */
    this.wanted = false;
  }

  forget() {
    Object.assign(this, { found: null, running: false, wanted: false });
  }

  /** May they be looked for in the game on the screen? */
  may() {
    const { game, program } = this.app;
    const table = game.table();
    return (
      !!program.hello()?.rights.host &&
      program.has("puzzles_of") &&
      table?.phase === "over" &&
      table.seats.length === 2 &&
      table.nodes.length > 0
    );
  }

  /**
   * Looks for them: those that a player missed, or if there are none, all of the game.
   * @param {number} nodes of a search @param {number} player from 1; 0: both
   */
  async look(nodes, player) {
    this.follow();
    const { tableId } = this;
    if (!tableId || this.running) return;
    Object.assign(this, { running: true, found: null });
    this.tell();
    let found = player ? await this.ask({ nodes, missed: true, player }) : [];
    if (found?.length === 0 && tableId === this.tableId) found = await this.ask({ nodes, missed: false });
    if (tableId !== this.tableId) return;
    Object.assign(this, { running: false, found: found ?? null, wanted: !!found?.length });
    this.tell();
  }

  /** @param {object} wish @returns {Promise<GamePuzzle[] | undefined>} nothing if it was refused */
  async ask(wish) {
    return (await this.app.run("puzzles_of", { table: this.tableId, ...wish }))?.puzzles;
  }
}

export const gamePuzzlesOf = onePerPage(GamePuzzles);
