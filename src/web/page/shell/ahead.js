// The next move, chosen while others think. It is drawn on the board, can be taken back, and is played at once when the turn comes; if
// it is not legal then, it is dropped with a message. Only who plays for one side alone can choose ahead.

import { choose, freeCell, isWhole, meant, stands } from "../board/ahead.js";
import { cellName, colourWord } from "../board/names.js";

/** @typedef {import("../types.js").AheadView} AheadView */
/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Cell} Cell */
/** @typedef {import("../types.js").Table} Table */

/**
 * @typedef {object} AheadUser
 * @property {(table: Table) => number[]} own  the players of this window
 * @property {(move: string) => void} play
 * @property {(marks: import("../types.js").Mark[]) => void} draw
 */

/** @implements {AheadView} */
export class Ahead {
  /** @param {App} app @param {AheadUser} user */
  constructor(app, user) {
    this.app = app;
    this.user = user;
    /** @type {Cell[]} */
    this.cells = [];
    /** The node after which it was chosen, or that has come since. */
    this.node = 0;
    app.settings.on("ahead", () => this.drop());
  }

  /** For whom a move may be chosen now; 0: nobody. @param {Table} table */
  player(table) {
    const { game, program, settings } = this.app;
    const own = this.user.own(table);
    // In an opening who decides next is not known before.
    const isPlain = table.phase === "playing" && !table.opening;
    const waits = isPlain && own.length === 1 && own[0] !== table.position.player;
    const may = settings.get("ahead") && program.online() && game.viewed() === table.current;
    return waits && may ? own[0] : 0;
  }

  /** @param {Cell} cell */
  press(cell) {
    const { app } = this;
    const table = app.game.table();
    const player = table ? this.player(table) : 0;
    if (!table || !player) return;
    const { position } = table;
    const next = choose(position, player, this.cells, cell);
    if (typeof next === "string") {
      app.sound("illegal");
      const own = colourWord(position, player, app.text);
      app.notices.show(app.text(next, { cell: cellName(position, cell), own }), "bad");
      return;
    }
    this.node = table.current;
    this.set(position, next);
    const named = next.map((one) => cellName(position, one)).join(" – ");
    app.notices.say(app.text(named ? "board.said_ahead" : "board.said_dropped", { cells: named }));
  }

  /** @param {Cell} from @param {Cell} to */
  drag(from, to) {
    this.cells = [];
    this.press(from);
    if (this.cells.length === 1) this.press(to);
  }

  /** Takes it back; whether there was anything. */
  drop() {
    const { app, cells } = this;
    if (cells.length === 0) return false;
    this.clear();
    app.notices.say(app.text("board.said_dropped"));
    return true;
  }

  clear() {
    this.cells = [];
    this.user.draw([]);
  }

  /** @param {import("../types.js").Position} position @param {Cell[]} cells */
  set(position, cells) {
    this.cells = cells;
    const [first] = cells;
    const fallen = first && position.face.falls ? freeCell(position, first[0]) : null;
    this.user.draw(first ? [{ kind: "ahead", cells: fallen ? [fallen] : cells }] : []);
  }

  /** The table has changed. @param {import("../types.js").TableEvent | null} event @param {Table} table */
  follow(event, table) {
    const { app, cells } = this;
    if (cells.length === 0) return;
    const { position } = table;
    const own = this.user.own(table);
    const goesOn = table.current === this.node || (event?.type === "moved" && event.parent === this.node);
    this.node = table.current;
    if (!goesOn || own.length !== 1 || table.phase !== "playing") return this.clear();
    const turn = own[0] === position.player;
    if (!turn && stands(position, own[0], cells)) return this.set(position, cells);
    this.clear();
    if (turn && !isWhole(position, cells)) return;
    const path = turn ? meant(position, cells) : null;
    if (path) this.user.play(path.move);
    else app.notices.show(app.text("board.ahead_dropped"));
  }
}
