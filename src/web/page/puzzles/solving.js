// A puzzle on the borrowed board. The program says whether a move is right (`attempt`) and what answers it; the page shows that
// move by move (`compose`). Only the first answer to a puzzle counts, and a look at its line (`solution`) counts as a wrong one: the
// program sees to both.

import { confirms } from "../shell/play.js";
import { moveMarks, REFUTED, taskWords, whereWords, wrongWords } from "./words.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Attempted} Attempted
 * @typedef {import("../types.js").Path} Path
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").Puzzle} Puzzle
 * @typedef {import("../types.js").Rating} Rating
 * @typedef {"" | "good" | "bad"} Tone
 * @typedef {"wait" | "move" | "refuted" | "solved" | "shown"} State
 */

/** Who plays on from a position. */
const LEVEL = 8;
/** Pauses in ms: before a reply, between moves that are only shown, and before a wrong move is taken back. */
const REPLY = 350;
const BETWEEN = 800;
const BACK = 2000;

/** @param {number} ms */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class Solving {
  /**
   * @param {App} app
   * @param {{say: (words: string, tone?: Tone) => void, changed: () => void, counted: (rated: [Rating, Rating] | null) => void, seen: () => boolean}} told
   *   `seen`: whether the panel is; `counted`: the result may have changed the rating, which was and is so, if that is known
   */
  constructor(app, told) {
    this.app = app;
    this.told = told;
    /** @type {Puzzle | null} */
    this.puzzle = null;
    /** What the program calls it: its id, or the puzzle itself. */
    this.name = "";
    /** @type {ReturnType<App["board"]["borrow"]> | null} */
    this.loan = null;
    /** @type {State} */
    this.state = "wait";
    /** The moves of its line so far. @type {string[]} */
    this.played = [];
    /** @type {Position | null} the position after them */
    this.position = null;
    /** @type {string[] | null} the whole line, once it was looked at */
    this.line = null;
    this.hints = 0;
    this.failed = false;
    /** Does the program know the result? */
    this.counted = false;
    /** Counts what is shown: an answer to an older question is dropped. */
    this.turn = 0;
  }

  /** @param {string} key @param {Record<string, string | number>} [values] */
  text(key, values) {
    return this.app.text(`puzzles.${key}`, values);
  }

  /** Asks for a puzzle and shows it. @param {{puzzle?: string, family?: string}} wanted @returns {Promise<boolean>} whether it is there */
  async open(wanted) {
    const turn = ++this.turn;
    this.state = "wait";
    const puzzle = await this.app.run("puzzle", wanted);
    if (!puzzle || turn !== this.turn) return false;
    const whole = wanted.puzzle?.includes("\t") ? wanted.puzzle : "";
    const name = whole || puzzle.puzzle;
    // One that is no part of the collection does not count.
    const counted = name === whole || puzzle.solved !== undefined;
    Object.assign(this, { puzzle, name, counted, line: null, failed: false });
    await this.begin(puzzle);
    return true;
  }

  /** Shows it from its beginning. @param {Puzzle} puzzle */
  async begin(puzzle) {
    this.turn += 1;
    Object.assign(this, { played: [], position: puzzle.position, state: "move", hints: 0 });
    this.told.say("");
    this.told.changed();
    if (!this.told.seen()) return;
    this.app.notices.say(taskWords(this.app, puzzle));
    await this.resume();
  }

  /** Borrows the board and shows where the puzzle stands. */
  async resume() {
    const { position, state } = this;
    if (!position) return;
    const loan = this.app.board.borrow();
    this.loan = loan;
    loan.events.move = (move) => void this.answer(move);
    loan.events.refused = (key, values) => {
      this.app.sound("illegal");
      this.told.say(this.app.text(key, values), "bad");
    };
    if (state === "refuted") {
      this.turn += 1;
      this.state = "move";
    }
    await this.show(position, null);
    loan.board.marks([]);
  }

  /** The position after moves from the beginning. @param {string[]} moves @returns {Promise<Position>} */
  async after(moves) {
    const { game, options, fen } = /** @type {Puzzle} */ (this.puzzle);
    return (await this.app.connection.ask("compose", { game, options, fen, moves })).position;
  }

  /** Moves may be made while one is asked for. @param {Position} position @param {Path | null} animate */
  async show(position, animate) {
    const { settings } = this.app;
    await this.loan?.board.show(position, {
      interactive: this.state === "move" && position === this.position,
      animate,
      bottom: this.puzzle?.player ?? 0,
      mirrored: settings.get("mirrored"),
      coordinates: settings.get("coordinates"),
      confirm: confirms(this.app, document.getElementById("board"), position.width),
    });
  }

  /** The same with its sound. @param {Position} position */
  async showMove(position) {
    this.app.sound(position.last?.captured.length ? "capture" : "move");
    await this.show(position, position.last ?? null);
  }

  /** @param {string} move */
  async answer(move) {
    const { played, position } = this;
    if (this.state !== "move" || !position) return;
    const turn = ++this.turn;
    this.state = "wait";
    this.loan?.board.marks([]);
    const asked = this.app.connection.ask("attempt", { puzzle: this.name, known: played.length, move });
    try {
      const [attempted, after] = await Promise.all([asked, this.showAfter([...played, move], turn)]);
      if (turn !== this.turn || !after) return;
      if (attempted.solved || !attempted.right) this.count(attempted.rated ?? null);
      await this.judge(attempted, after, turn);
    } catch (error) {
      if (turn === this.turn) await this.fail(error);
    }
  }

  /** Shows the last of these moves. @param {string[]} moves @param {number} turn @returns {Promise<Position | null>} null: it is no longer asked for */
  async showAfter(moves, turn) {
    const after = await this.after(moves);
    if (turn !== this.turn) return null;
    await this.showMove(after);
    return turn === this.turn ? after : null;
  }

  /** Something could not be asked: the move is taken back. @param {unknown} error */
  async fail(error) {
    this.state = "move";
    this.told.say(this.text("failed", { reason: /** @type {Error} */ (error).message }), "bad");
    this.told.changed();
    if (this.position) await this.show(this.position, null);
  }

  /** @param {Attempted} attempted @param {Position} after the position after the move @param {number} turn */
  async judge(attempted, after, turn) {
    const { move, reply } = attempted;
    if (!attempted.right) {
      await this.refute(attempted, turn);
      return;
    }
    this.played = [...this.played, move];
    this.hints = 0;
    if (attempted.solved || !reply) {
      Object.assign(this, { state: "solved", position: after });
      this.app.sound("win");
      const words = attempted.also_wins ? "also_wins" : this.line || this.failed ? "solved_late" : "solved";
      this.told.say(this.text(words, { move }), "good");
      this.told.changed();
      return;
    }
    this.told.say(this.text("right", { move, reply }), "good");
    this.told.changed();
    await pause(REPLY);
    if (turn !== this.turn) return;
    this.played = [...this.played, reply];
    Object.assign(this, { position: attempted.position, state: "move" });
    await this.showMove(attempted.position);
    this.told.changed();
  }

  /** Plays what follows a wrong move, and takes all of it back. @param {Attempted} attempted @param {number} turn */
  async refute(attempted, turn) {
    const puzzle = /** @type {Puzzle} */ (this.puzzle);
    Object.assign(this, { state: "refuted", failed: true });
    this.app.sound("illegal");
    this.told.say(wrongWords(this.app, puzzle, attempted), "bad");
    this.told.changed();
    const line = attempted.refutation?.slice(0, REFUTED) ?? [];
    await this.play([...this.played, attempted.move], line, turn);
    await pause(BACK);
    if (turn === this.turn) await this.tryAgain();
  }

  /** Shows moves one after another. @param {string[]} before @param {string[]} moves @param {number} turn @returns {Promise<Position | null>} the last position */
  async play(before, moves, turn) {
    let shown = null;
    for (let count = 1; count <= moves.length; count++) {
      await pause(BETWEEN);
      if (turn !== this.turn) return null;
      shown = await this.showAfter([...before, ...moves.slice(0, count)], turn).catch(() => null);
      if (!shown) return null;
    }
    return shown;
  }

  /** Asks for the move again. */
  async tryAgain() {
    if (this.state !== "refuted" || !this.position) return;
    this.turn += 1;
    this.state = "move";
    this.told.changed();
    await this.show(this.position, null);
  }

  /** The program knows the result now, if it did not before. @param {[Rating, Rating] | null} rated */
  count(rated) {
    if (!this.counted) this.told.counted(rated);
    this.counted = true;
  }

  /** The line; from now on the puzzle counts as not solved. @returns {Promise<string[] | null>} */
  async look() {
    if (this.line) return this.line;
    const { name } = this;
    const line = (await this.app.run("solution", { puzzle: name }))?.line;
    if (!line || name !== this.name) return null;
    this.line = line;
    this.count(null);
    return line;
  }

  /** At first where to look, then the move. */
  async hint() {
    if (this.state === "refuted") await this.tryAgain();
    // While a move is judged, nothing may count against it.
    if (this.state !== "move") return;
    const { turn, counted } = this;
    const line = await this.look();
    const { position, state } = this;
    if (!line || !position || turn !== this.turn || state !== "move") return;
    const path = position.paths?.find(({ move }) => move === line[this.played.length]);
    if (!path) return;
    this.hints += 1;
    const where = whereWords(this.app, position, path);
    const move = { words: this.text("hint_move", { move: path.move }), marks: moveMarks(path) };
    const { words, marks } = this.hints === 1 ? where : move;
    this.told.say(counted ? words : `${words} ${this.text("counts_no_more")}`);
    this.loan?.board.marks(marks);
    this.told.changed();
  }

  /** Plays the rest of the line. */
  async solve() {
    if (this.state === "wait") return;
    const turn = ++this.turn;
    const { position } = this;
    this.state = "shown";
    if (position) await this.show(position, null);
    this.loan?.board.marks([]);
    const line = await this.look();
    if (turn !== this.turn) return;
    if (!line) {
      this.state = "move";
      if (position) await this.show(position, null);
      return;
    }
    const rest = line.slice(this.played.length);
    this.told.say(this.text("solution_is", { line: rest.join(" ") }));
    this.told.changed();
    const last = await this.play(this.played, rest, turn);
    if (last) Object.assign(this, { played: line, position: last });
    if (last) this.told.changed();
  }

  /** Makes a game of the position, or where it has ended of the puzzle's own, against the program. */
  async playOn() {
    const { puzzle, position, played } = this;
    if (!puzzle || !position) return;
    const { game, options, fen, player } = puzzle;
    const seats = Array.from({ length: position.players }, (_, index) =>
      index + 1 === player
        ? { kind: /** @type {const} */ ("person"), name: "" }
        : { kind: /** @type {const} */ ("program"), level: LEVEL },
    );
    const moves = position.outcome ? [] : played;
    this.leave();
    await this.app.screens.create({ game, options, fen, moves, seats });
    this.app.screens.go("table", "game");
  }

  /** Is the board someone else's, or nobody's? */
  lost() {
    return !!this.loan && !this.loan.held();
  }

  leave() {
    this.turn += 1;
    this.puzzle = null;
    this.position = null;
    this.loan?.giveBack();
    this.loan = null;
  }
}
