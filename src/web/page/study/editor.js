// The editor of positions: pieces are painted on the borrowed board, or a position string is read. After every change the program
// is asked whether there is such a position (`compose`); what is wrong with it is told in its words, and the board keeps what was
// painted. 'Play from here' makes a table with the seats that a new game of this family would have.

import { fill, h } from "../shell/dom.js";
import { draftOf } from "../shell/draft.js";
import { familyOf, offered } from "../shell/games.js";
import { colourName } from "../shell/words.js";
import { cleared, mirrored, paint, plainRows } from "./draft_position.js";
import { rulesRow } from "./editor_rules.js";
import { palette } from "./palette.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").Cell} Cell
 */

class Editor {
  /** @param {App} app @param {HTMLElement} element */
  constructor(app, element) {
    this.app = app;
    this.element = element;
    /** @type {ReturnType<App["board"]["borrow"]> | null} */
    this.loan = null;
    this.game = "";
    /** @type {Record<string, string | number | boolean>} */
    this.options = {};
    /** @type {Position | null} the last position that the program knew */
    this.position = null;
    /** @type {string[]} */
    this.rows = [];
    this.player = 1;
    this.piece = "1";
    this.fen = "";
    /** Counts changes: an answer to an older one is dropped. */
    this.turn = 0;
    this.error = h("p", { class: "editor-error", role: "status" });
    this.fenInput = h("input", {
      type: "text",
      class: "editor-fen",
      spellcheck: "false",
      autocomplete: "off",
    });
    this.fenInput.addEventListener("change", () => this.compose({ fen: this.fenInput.value.trim() }));
    this.form = h("div", { class: "editor-form" });
    fill(element, h("section", { class: "editor" }, this.form));
    element.addEventListener("panelshow", () => void this.begin());
    element.addEventListener("panelhide", () => (this.loan = null));
    let language = app.text("study.editor");
    app.onChange(() => {
      if (language === app.text("study.editor")) return;
      language = app.text("study.editor");
      this.draw();
    });
    void this.begin();
  }

  /** @param {string} key @param {Record<string, string | number>} [values] */
  text(key, values) {
    return this.app.text(`study.${key}`, values);
  }

  /** Begins with what is on the board, or goes on with what was edited. */
  async begin() {
    if (this.position) return this.show();
    const table = this.app.game.table();
    if (!table) {
      this.game ||= offered(this.app)[0]?.name ?? "";
      return this.compose({});
    }
    const position = await this.app.game.position(this.app.game.viewed()).catch(() => null);
    this.game = table.game;
    this.options = { ...table.options };
    if (position) this.take(position, position.fen);
    else await this.compose({});
  }

  /** @param {Position} position @param {string} fen */
  take(position, fen) {
    Object.assign(this, { position, fen, rows: plainRows(position), player: position.player });
    this.say("");
    this.show();
  }

  /** @param {string} words */
  say(words) {
    fill(this.error, words);
    this.error.hidden = words === "";
  }

  /** Asks for a position: painted, written, or the start. @param {{fen?: string, rows?: string[], player?: number}} wanted */
  async compose(wanted) {
    const turn = ++this.turn;
    try {
      const answer = await this.app.connection.ask("compose", {
        game: this.game,
        options: this.options,
        ...wanted,
      });
      if (turn !== this.turn) return;
      if (!wanted.rows) {
        this.take(answer.position, answer.fen);
        return;
      }
      Object.assign(this, { position: answer.position, fen: answer.fen });
      this.say("");
    } catch (error) {
      if (turn !== this.turn) return;
      this.fen = "";
      this.say(/** @type {Error} */ (error).message);
      this.app.sound("illegal");
    }
    this.draw();
  }

  /** After rows or the player have changed. */
  changed() {
    this.paintBoard();
    void this.compose({ rows: this.rows, player: this.player });
  }

  show() {
    const { position } = this;
    if (!position) return;
    const loan = this.app.board.borrow();
    this.loan = loan;
    loan.events.move = () => {};
    loan.events.refused = () => {};
    loan.board.marks([]);
    this.paintBoard();
    this.draw();
  }

  paintBoard() {
    const { position } = this;
    if (!position || !this.loan) return;
    /** @type {Position} */
    const shown = {
      ...position,
      rows: this.rows,
      player: this.player,
      paths: [],
      winning_lines: [],
      hash: this.rows.join("/"),
    };
    delete shown.last;
    delete shown.outcome;
    void this.loan.board.show(shown, {
      interactive: false,
      animate: null,
      bottom: 0,
      mirrored: false,
      coordinates: true,
      confirm: false,
      paint: (cell, event) => this.paint(cell, event),
    });
  }

  /** @param {Cell} cell @param {PointerEvent | KeyboardEvent} event */
  paint(cell, event) {
    if (!this.position) return;
    const erases = event.shiftKey || ("button" in event && event.button === 2);
    const rows = paint(this.rows, cell, erases ? "." : this.piece, this.position.face.falls);
    if (rows === this.rows) return;
    this.rows = rows;
    this.app.sound("move");
    this.changed();
  }

  async play() {
    const { position } = this;
    if (!position || !this.fen) return;
    const draft = draftOf(this.app, familyOf(this.app, this.game));
    const seats = Array.from(
      { length: position.players },
      (_, index) => draft.seats[index] ?? { kind: "program", level: 4 },
    );
    await this.app.screens.create({
      game: this.game,
      options: this.options,
      fen: this.fen,
      clock: null,
      think_ms: draft.think_ms,
      seats: seats.map((seat) => (seat.kind === "person" ? { ...seat, name: seat.name ?? "" } : seat)),
    });
    this.app.screens.go("table", "game");
  }

  draw() {
    const { position } = this;
    if (!position) {
      fill(this.form, this.error);
      return;
    }
    const focused = this.form.contains(document.activeElement)
      ? /** @type {HTMLElement} */ (document.activeElement)
      : null;
    const keep = focused && (focused.dataset.keep ?? focused.getAttribute("value"));
    const button = (
      /** @type {string} */ name,
      /** @type {() => void} */ act,
      /** @type {boolean} */ may = true,
      primary = "",
    ) =>
      h(
        "button",
        { type: "button", "data-keep": name, class: primary, disabled: !may, onclick: act },
        this.text(name),
      );
    this.fenInput.setAttribute("aria-label", this.text("fen"));
    if (document.activeElement !== this.fenInput) this.fenInput.value = this.fen;
    fill(
      this.form,
      h("p", { class: "study-facts" }, this.text(position.face.falls ? "editor_falls" : "editor_about")),
      rulesRow(this.app, this.game, this.options, (game, options) => this.choose(game, options)),
      palette(this.app, position, this.piece, (piece) => (this.piece = piece)),
      this.sides(position),
      h(
        "div",
        { class: "row" },
        button("start", () => void this.compose({})),
        button("clear", () => this.set(cleared(this.rows), this.player)),
        position.players === 2 &&
          button("mirror", () => this.set(mirrored(this.rows, position), 3 - this.player)),
      ),
      h(
        "div",
        { class: "editor-line" },
        h("span", { class: "label" }, this.text("fen")),
        h(
          "div",
          { class: "editor-pair" },
          this.fenInput,
          button("copy", () => void this.copy(), this.fen !== ""),
        ),
      ),
      this.error,
      button("play_here", () => void this.play(), this.fen !== "", "primary"),
    );
    if (keep && focused !== this.fenInput)
      /** @type {HTMLElement | null} */ (
        this.form.querySelector(`[data-keep="${keep}"], input[value="${CSS.escape(keep)}"]`)
      )?.focus();
    else if (focused === this.fenInput) this.fenInput.focus();
  }

  /** @param {string[]} rows @param {number} player */
  set(rows, player) {
    Object.assign(this, { rows, player });
    this.changed();
  }

  async copy() {
    await navigator.clipboard?.writeText(this.fen).catch(() => {});
    this.app.notices.show(this.text("copied"), "good");
  }

  /** @param {string} game @param {Record<string, string | number | boolean>} options */
  choose(game, options) {
    Object.assign(this, { game, options, piece: "1" });
    void this.compose({});
  }

  /** Who is to move. @param {Position} position */
  sides(position) {
    const choices = position.face.colours.slice(0, position.players).map((_, index) => {
      const input = h("input", {
        type: "radio",
        name: "side",
        "data-keep": `side${index + 1}`,
        checked: this.player === index + 1,
        onchange: () => this.set(this.rows, index + 1),
      });
      return h("label", {}, input, colourName(this.app, position, index + 1));
    });
    return h(
      "fieldset",
      { class: "editor-sides" },
      h("legend", {}, this.text("to_move")),
      h("div", { class: "segments" }, choices),
    );
  }
}

/** The editor of positions. @param {App} app @param {HTMLElement} element */
export function mount(app, element) {
  new Editor(app, element);
}
