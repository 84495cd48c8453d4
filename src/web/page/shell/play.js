// The table screen: the board between its seats, and the panels beside it. Decides what the board may do (whose move, looking
// back, lost connection) and what is animated, sounded and said; what it shows is always the table as the program pushed it. In a
// finished game, and where one looks back, a move on the board is a variation.

import { Ahead } from "./ahead.js";
import { fill, h } from "./dom.js";
import { createStage } from "./stage.js";
import { TOGETHER } from "./pace.js";
import { createSeats } from "./seats.js";
import { createStatus } from "./status.js";
import { createPanels } from "./panels.js";
import { addVariation, mayVary } from "./editing.js";
import { actorOf, allowed, decidesAlone, offeredMarks, openingWords, stepSaid } from "./opening.js";
import { endedText, offerText, offerToAnswer } from "./offers.js";
import { createBoardView, mountPanel } from "./parts.js";
import { ownPlayers } from "./players.js";
import { stonesOf, neighbour } from "./tree.js";
import { createWarning } from "./warning.js";
import { describeMove, endFor, resultOf } from "./words.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Position} Position */

/** A cell that is narrower than this, in px, is hard to hit with a finger. */
const SMALL_CELL = 44;

/**
 * Is a second tap needed to play? Where nothing else was chosen, it is on boards whose cells are small for a finger.
 * @param {App} app @param {Element | null} board @param {number} columns
 */
export function confirms({ settings }, board, columns) {
  const wanted = settings.get("confirm");
  if (wanted !== "auto") return wanted === "on";
  return (
    matchMedia("(pointer: coarse)").matches && (board?.clientWidth ?? 0) / Math.max(1, columns) < SMALL_CELL
  );
}

class Play {
  /** @param {App} app @param {(name: string) => void} sound @param {() => void} changed */
  constructor(app, sound, changed) {
    this.app = app;
    this.sound = sound;
    this.board = h("div", { class: "stage", id: "board" });
    const bar = h("div", { class: "gauge", hidden: true });
    const above = h("div", { class: "strip above" });
    const below = h("div", { class: "strip below" });
    const boards = h("div", { class: "boards" }, bar, this.board);
    const stack = h("div", { class: "stack" }, above, boards, below);
    this.middle = h("section", { class: "middle", tabindex: "-1" }, stack);
    const side = h("aside", { class: "side" });
    this.element = h("div", { class: "table" }, this.middle, side);
    /** The player at the bottom that was chosen by turning; 0: as it comes. */
    this.turned = 0;
    /** The node to whose position the board moves by its last move. */
    this.animateTo = -1;
    this.showing = 0;
    const user = { create: createBoardView, chosen: () => this.chosen(), lent: changed, returned: changed };
    this.stage = createStage(this.board, this.events(), user);
    this.ahead = new Ahead(app, {
      own: ownPlayers,
      play: (move) => void this.play(move),
      draw: (marks) => this.stage.marks("ahead", marks),
    });
    this.seats = createSeats(app, above, below);
    const status = createStatus(app, this.stage);
    this.warning = createWarning(app);
    this.panels = createPanels(app, status.element, this.stage);
    fill(side, this.panels.element);
    app.onChange(() => this.render());
    void mountPanel("bar", app, bar);
  }

  /** What the table's own board tells. @returns {import("../types.js").BoardEvents} */
  events() {
    const { app } = this;
    return {
      move: (move) => void this.play(move),
      refused: (key, values) => {
        this.sound("illegal");
        app.notices.show(app.text(key, values), "bad");
      },
      say: app.notices.say,
    };
  }

  /** What the settings say of every board. */
  chosen() {
    const { settings } = this.app;
    return {
      men: settings.get("men"),
      byTarget: settings.get("by_target"),
      longest: settings.get("animation") ? undefined : 0,
    };
  }

  /** @param {string} move */
  async play(move) {
    const { app } = this;
    const { game } = app;
    const table = game.table();
    if (!table) return;
    app.board.marks("hint", []);
    if (mayVary(app)) {
      if (!(await addVariation(app, move))) this.render();
      return;
    }
    const node = game.table()?.current;
    const done = (await this.warning.mayPlay(move)) && (await app.run("move", { move, node }));
    if (!done) this.render();
  }

  bottom() {
    const table = this.app.game.table();
    if (this.turned || !table) return this.turned;
    const own = ownPlayers(table);
    return own.length === 1 && table.position.face.seats.length ? own[0] : 0;
  }

  /** @param {Table} table @param {Position} position */
  mayMove(table, position) {
    const { game, program } = this.app;
    if (mayVary(this.app)) return !position.outcome;
    const atNow = game.viewed() === table.current;
    const seat = table.seats[(atNow ? actorOf(table) : position.player) - 1];
    return (
      program.online() &&
      table.phase === "playing" &&
      !this.warning.weighs() &&
      atNow &&
      !!seat?.yours &&
      seat.kind === "person"
    );
  }

  render() {
    const { app, stage } = this;
    const table = app.game.table();
    const own = ++this.showing;
    this.middle.setAttribute("aria-label", app.text("shell.board"));
    this.element.classList.toggle("empty", !table && !stage.borrowed());
    this.element.classList.toggle("lent", stage.borrowed());
    if (!table || stage.borrowed()) return;
    const node = app.game.viewed();
    const animate = this.animateTo === node;
    if (this.animateTo === node) this.animateTo = -1;
    void app.game.position(node).then(
      (position) => {
        if (own !== this.showing) return;
        const atNow = node === table.current && !mayVary(app);
        const shown = atNow ? allowed(table, position) : position;
        this.show(table, shown, animate ? (position.last ?? null) : null);
        this.numbers(table, node);
        stage.marks("opening", node === table.current ? offeredMarks(table) : []);
      },
      () => {},
    );
  }

  /** @param {Table} table @param {Position} position @param {import("../types.js").Path | null} animate */
  show(table, position, animate) {
    const { settings } = this.app;
    const deep = settings.get("depth") && position.face.falls;
    const options = {
      interactive: this.mayMove(table, position),
      animate,
      ahead: this.ahead.player(table) ? this.ahead : undefined,
      bottom: this.bottom(),
      mirrored: settings.get("mirrored"),
      coordinates: settings.get("coordinates"),
      confirm: confirms(this.app, this.board, table.position.width),
      ...this.together(table),
    };
    void this.stage.show(deep ? "depth" : "flat", position, options, () => !this.stage.borrowed());
  }

  /** The answers of all others are shown in the time of one. @param {Table} table @returns {Partial<import("../types.js").BoardOptions>} */
  together(table) {
    const others = table.seats.length - ownPlayers(table).length;
    return others > 1 && this.app.settings.get("animation") ? { longest: TOGETHER / others } : {};
  }

  /** @param {Table} table @param {number} node */
  numbers(table, node) {
    const cells = this.app.settings.get("numbers") && !table.base ? stonesOf(table, node) : [];
    this.stage.marks(
      "numbers",
      cells.map((cell, index) => ({ kind: "number", cell, text: String(index + 1) })),
    );
  }

  flip() {
    const count = this.app.game.table()?.seats.length ?? 2;
    this.turned = ((this.bottom() || 1) % count) + 1;
    this.render();
    this.seats.update();
  }

  leave() {
    this.turned = 0;
    this.animateTo = -1;
    this.ahead.clear();
    this.stage.reclaim();
    this.stage.clear();
  }

  /**
   * Another node is looked at: only the next one is moved to.
   * @param {number} from @param {number} to
   */
  looked(from, to) {
    const table = this.app.game.table();
    this.stage.marks("hint", []);
    this.ahead.drop();
    if (table && neighbour(table, to, "back") === from) this.animateTo = to;
  }

  /**
   * The table has changed.
   * @param {import("../types.js").TableEvent | null} event @param {Table | null} before
   */
  follow(event, before) {
    const { app } = this;
    const table = /** @type {Table} */ (app.game.table());
    if (event?.type === "moved" && app.game.viewed() === table.current) this.animateTo = table.current;
    if (before?.current !== table.current) this.stage.marks("hint", []);
    announce(app, event, before, table, this.sound);
    this.ahead.follow(event, table);
  }
}

/**
 * @param {App} app
 * @param {(name: string) => void} sound
 * @param {() => void} changed tells all listeners of the page
 */
export function createPlay(app, sound, changed) {
  return new Play(app, sound, changed);
}

/**
 * Sounds and says what has happened.
 * @param {App} app
 * @param {import("../types.js").TableEvent | null} event
 * @param {Table | null} before
 * @param {Table} table
 * @param {(name: string) => void} sound
 */
function announce(app, event, before, table, sound) {
  if (!event) return;
  if (event.type === "created") sound("start");
  if (event.type === "moved") {
    sound(soundOf(table.position, before?.position));
    // The board says the move that it shows.
    if (app.game.viewed() !== table.current) app.notices.say(describeMove(app, table));
  }
  if (event.type === "decided") app.notices.show(stepSaid(app, String(event.step)));
  if (table.opening && ["moved", "decided"].includes(event.type))
    app.notices.say(openingWords(app, table, decidesAlone(table, ownPlayers(table))));
  if (["undone", "redone", "removed", "unedited"].includes(event.type))
    app.notices.say(app.text(`shell.said.${event.type}`));
  const by = event.type === "declined" ? Number(event.player) : 0;
  if (by && before && !ownPlayers(table).includes(by)) app.notices.show(endedText(app, before, by));
  const offer = event.type === "offered" && offerToAnswer(table);
  if (offer) app.notices.say(offerText(app, table, offer));
  if (table.phase === "over" && before && before.phase !== "over") {
    const own = ownPlayers(table);
    sound({ won: "win", lost: "loss", drawn: "draw" }[endFor(table, own)]);
    app.notices.say(resultOf(app, table));
  }
}

/**
 * @param {Position} position
 * @param {Position | undefined} before
 */
function soundOf(position, before) {
  const last = position.last;
  if (!last || last.cells.length === 0) return "move";
  const [x, y] = last.cells[last.cells.length - 1];
  const [fromX, fromY] = last.cells[0];
  const piece = position.rows[y]?.[x] ?? "";
  const was = before?.rows[fromY]?.[fromX] ?? "";
  if (/[A-F]/.test(piece) && /[1-6]/.test(was)) return "promotion";
  if (last.captured.length) return "capture";
  return position.face.falls ? "drop" : "move";
}
