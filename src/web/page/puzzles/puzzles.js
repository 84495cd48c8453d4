// The panel of puzzles: the list of games with one's rating in each, and a puzzle on the borrowed board, from the collection of the
// program or from the game on the screen. Which puzzle is next, what is right, and what it is worth is for the program to say.

import { fill, h, isSeen } from "../shell/dom.js";
import { familyOf } from "../shell/games.js";
import { ratingText } from "../shell/rating.js";
import { familyName } from "../shell/words.js";
import { gamePuzzlesOf } from "./game_puzzles.js";
import { Solving } from "./solving.js";
import { buttonsView, headView, listView, ofGameWords } from "./views.js";
import { signed } from "./words.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").PuzzleList} PuzzleList
 * @typedef {import("../types.js").Rating} Rating
 * @typedef {import("./solving.js").Tone} Tone
 * @typedef {{kind: "family", family: string} | {kind: "daily"} | {kind: "game", index: number}} Source
 */

const MARKS = { "": "", good: "✓ ", bad: "✗ " };

class Puzzles {
  /** @param {App} app @param {HTMLElement} element */
  constructor(app, element) {
    this.app = app;
    this.element = element;
    /** @type {PuzzleList | null} */
    this.list = null;
    /** Where the puzzle comes from; null: the list is shown. @type {Source | null} */
    this.source = null;
    this.ofGame = gamePuzzlesOf(app);
    /** The state that was drawn last. @type {import("./solving.js").State} */
    this.drawn = "wait";
    this.head = h("div", { class: "puzzles-part" });
    this.said = h("p", { class: "puzzles-said", role: "status" });
    this.rated = h("p", { class: "puzzles-rated", role: "status" });
    this.buttons = h("div", { class: "row" });
    fill(element, h("section", { class: "puzzles-panel" }, this.head, this.said, this.rated, this.buttons));
    this.solving = new Solving(app, {
      say: (words, tone) => this.say(words, tone),
      changed: () => this.draw(),
      counted: (rated) => void this.tellRated(rated),
      seen: () => isSeen(element),
    });
    this.ofGame.onChange(() => this.followGame());
    this.draw();
  }

  /** @param {string} key @param {Record<string, string | number>} [values] */
  text(key, values) {
    return this.app.text(`puzzles.${key}`, values);
  }

  /** @param {string} words @param {Tone} [tone] */
  say(words, tone = "") {
    const mark = MARKS[tone];
    this.said.className = `puzzles-said ${tone}`;
    fill(this.said, words && mark && h("span", { "aria-hidden": "true" }, mark), words);
  }

  /** The panel is shown: with the puzzles of a game that were just found, the puzzle of before, or the list. */
  async show() {
    const { solving } = this;
    if (this.ofGame.wanted || !solving.puzzle) this.followGame();
    else void solving.resume();
    await this.askList();
  }

  async askList() {
    if (!this.app.program.online()) return;
    const list = await this.app.run("puzzles");
    if (list) this.list = list;
    if (list) this.draw();
  }

  /** Shows the puzzles of the game that were asked for, and none of a game that is gone. */
  followGame() {
    const { ofGame, source } = this;
    if (ofGame.wanted && isSeen(this.element)) {
      ofGame.wanted = false;
      void this.open({ kind: "game", index: 0 });
    } else if (source?.kind === "game" && !ofGame.found) this.leave();
    else if (!source) this.draw();
  }

  /** The board was taken while the panel stays: by the way to the start and back. */
  follow() {
    if (this.solving.lost() && this.app.screens.now() === "table" && isSeen(this.element))
      void this.solving.resume();
  }

  /** @param {Source} source */
  async open(source) {
    this.source = source;
    this.say("");
    fill(this.rated);
    if (!(await this.solving.open(this.wanted(source)))) {
      if (this.source === source && !this.solving.puzzle) this.leave();
      return;
    }
    // Both where there is room, else the board.
    this.head.querySelector("h3")?.scrollIntoView({ block: "nearest" });
    document.getElementById("board")?.scrollIntoView({ block: "nearest" });
  }

  /** What is asked for. @param {Source} source */
  wanted(source) {
    if (source.kind === "family") return { family: source.family };
    if (source.kind === "daily") return { puzzle: "daily" };
    return { puzzle: this.ofGame.found?.[source.index]?.puzzle ?? "" };
  }

  /** The puzzle after this one; null after the last of a game. @returns {Source | null} */
  after() {
    const { source, solving, ofGame } = this;
    if (source?.kind !== "game")
      return { kind: "family", family: familyOf(this.app, solving.puzzle?.game ?? "") };
    const index = source.index + 1;
    return index < (ofGame.found?.length ?? 0) ? { kind: "game", index } : null;
  }

  async next() {
    const next = this.after();
    // Who goes on by keys goes on with the board.
    const byKeys = document.activeElement?.matches("button:focus-visible") ?? false;
    if (!next) {
      this.leave();
      this.app.screens.go("table", "analysis");
      return;
    }
    await this.open(next);
    if (byKeys) this.solving.loan?.board.focus();
  }

  /** What the puzzle did to the rating. @param {[Rating, Rating] | null} rated */
  async tellRated(rated) {
    const { puzzle } = this.solving;
    const family = familyOf(this.app, puzzle?.game ?? "");
    const ratingIn = () => this.list?.games.find((game) => game.family === family)?.rating;
    const before = rated?.[0] ?? ratingIn();
    await this.askList();
    const after = rated?.[1] ?? ratingIn();
    if (!before || !after || puzzle !== this.solving.puzzle) return;
    const change = signed(after.rating - before.rating);
    const streak = this.list?.streak ?? 0;
    fill(
      this.rated,
      this.text("rated", { rating: ratingText(this.app, after), change }),
      streak > 1 && ` · ${this.text("streak", { n: streak })}`,
    );
  }

  leave() {
    this.source = null;
    this.solving.leave();
    this.draw();
    void this.askList();
  }

  draw() {
    const focused = this.element.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement).dataset.keep
      : undefined;
    const { puzzle } = this.solving;
    const shown = this.source && puzzle;
    for (const part of [this.said, this.rated, this.buttons]) part.hidden = !shown;
    if (shown) this.drawPuzzle(puzzle);
    else this.drawList();
    if (focused === undefined) return;
    const kept = this.element.querySelector(`[data-keep="${CSS.escape(focused)}"]`);
    const first = (shown ? this.buttons : this.head).querySelector("button");
    /** @type {HTMLElement | null} */ (kept ?? first)?.focus({ preventScroll: true });
  }

  drawList() {
    const view = listView(this.app, this.list, this.ofGame.found?.length ?? 0, {
      family: (family) => void this.open({ kind: "family", family }),
      daily: () => void this.open({ kind: "daily" }),
      game: () => void this.open({ kind: "game", index: 0 }),
    });
    fill(this.head, view);
  }

  /** @param {import("../types.js").Puzzle} puzzle */
  drawPuzzle(puzzle) {
    const { app, solving } = this;
    fill(
      this.head,
      headView(app, puzzle, this.title(puzzle), solving, () => this.leave()),
    );
    const view = buttonsView(app, solving, this.after() === null, {
      next: () => void this.next(),
      hint: () => void solving.hint(),
      solution: () => void solving.solve(),
      retry: () => void solving.tryAgain(),
      again: () => void solving.begin(puzzle),
      playOn: () => void this.playOn(),
    });
    fill(this.buttons, view);
    this.offerNext();
  }

  /** Who has just solved it finds the next one under Enter. */
  offerNext() {
    const { state } = this.solving;
    const solvedNow = state === "solved" && this.drawn !== state;
    this.drawn = state;
    const active = document.activeElement;
    if (solvedNow && (active === document.body || active?.closest("#board")))
      this.buttons.querySelector("button")?.focus({ preventScroll: true });
  }

  /** @param {import("../types.js").Puzzle} puzzle */
  title({ game }) {
    const { source } = this;
    if (source?.kind === "daily") return this.text("daily");
    if (source?.kind === "family") return familyName(this.app, familyOf(this.app, game));
    const n = this.ofGame.found?.length ?? 0;
    const words = ofGameWords(this.app, n);
    return n > 1 ? `${words} · ${this.text("place", { n: (source?.index ?? 0) + 1, count: n })}` : words;
  }

  async playOn() {
    const done = this.solving.playOn();
    this.source = null;
    this.draw();
    await done;
  }
}

/** The key `h` asks for a hint of the puzzle, not of the game behind it. @param {Puzzles} puzzles */
function bindHint({ element, solving }) {
  document.addEventListener(
    "keydown",
    (event) => {
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && event.key.toLowerCase() === "h";
      const typed = event.target instanceof Element && event.target.closest("input, select, textarea");
      if (!plain || typed || !solving.puzzle || !isSeen(element) || document.querySelector("dialog[open]"))
        return;
      event.preventDefault();
      if (solving.hints < 2) void solving.hint();
    },
    { capture: true },
  );
}

/** The panel of puzzles. @param {App} app @param {HTMLElement} element */
export function mount(app, element) {
  const puzzles = new Puzzles(app, element);
  element.addEventListener("panelshow", () => void puzzles.show());
  bindHint(puzzles);
  let language = app.text("puzzles.title");
  app.onChange(() => {
    puzzles.follow();
    if (app.text("puzzles.title") === language) return;
    language = app.text("puzzles.title");
    puzzles.say("");
    fill(puzzles.rated);
    puzzles.draw();
  });
  void puzzles.show();
}
