// One line that says where the game stands and what can be done about it now: whose move, the program thinks, paused, looking
// back, an offer of a draw, the result. Told calmly, never over the board.

import { fill, h, icon, iconButton } from "./dom.js";
import { lookForMistakes, mayLookForMistakes, rematch } from "./actions.js";
import { mayVary } from "./editing.js";
import { judgementsOf } from "./judgements.js";
import { ratedText } from "./rating.js";
import { openNewGame } from "./new_game.js";
import { actorOf, decidesAlone, openingButtons, openingWords } from "./opening.js";
import { colourName, endFor, endOf, resultOf } from "./words.js";
import { ownPlayers } from "./play.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */

class Status {
  /** @param {App} app @param {{borrowed(): boolean}} stage */
  constructor(app, stage) {
    this.app = app;
    this.stage = stage;
    this.line = h("p", { class: "says" });
    this.rated = h("p", { class: "small soft rated" });
    this.buttons = h("div", { class: "row" });
    this.element = h("div", { class: "status" }, this.line, this.rated, this.buttons);
    /** Is the button there that looks for mistakes? */
    this.mayLook = false;
    /** What was asked for last. @type {{of: string, said: Promise<string>}} */
    this.asked = { of: "", said: Promise.resolve("") };
    judgementsOf(app).onChange(() => this.followSearch());
    app.onChange(() => this.update());
  }

  /** Where mistakes were looked for, or are, the button that asks for it goes. */
  followSearch() {
    const may = mayLookForMistakes(this.app);
    if (may !== this.mayLook) this.update();
  }

  /** @param {string} words @param {string} tone @param {...(Node | null | false | undefined)} actions */
  show(words, tone, ...actions) {
    const { buttons } = this;
    this.element.className = `status ${tone}`;
    fill(this.line, words);
    this.rated.hidden = true;
    const kept = document.activeElement instanceof HTMLElement && buttons.contains(document.activeElement);
    fill(buttons, actions);
    buttons.hidden = buttons.children.length === 0;
    if (kept) /** @type {HTMLElement | null} */ (buttons.querySelector("button"))?.focus();
  }

  update() {
    const { app } = this;
    const table = app.game.table();
    this.mayLook = false;
    this.element.hidden = !table;
    if (!table) return;
    const own = ownPlayers(table);
    const sits = own.length > 0 || !!app.program.hello()?.rights.host;
    const { draw_offer: offer } = table;
    if (this.stage.borrowed()) this.borrowed();
    else if (offer && own.length > 0 && !own.includes(offer)) this.offered(table);
    else if (app.game.viewed() !== table.current) this.lookingBack(table, sits);
    else if (table.phase === "over") this.over(table, own, sits);
    else if (table.phase === "paused") this.paused(sits);
    else if (table.thinking) this.thinking(table, sits);
    else if (table.opening) this.opening(table, own);
    else this.toMove(table, own);
  }

  borrowed() {
    const { app } = this;
    const back = () => app.screens.go("table", "game");
    this.show(
      app.text("shell.borrowed"),
      "plain",
      iconButton("back", app.text("shell.back_to_game"), back, { class: "primary" }),
    );
  }

  /** @param {Table} table */
  offered(table) {
    const { app } = this;
    const answer = (/** @type {boolean} */ accept) => () => void app.run("answer_draw", { accept });
    this.show(
      app.text("shell.draw_offered", { player: colourName(app, table.position, table.draw_offer) }),
      "turn",
      h("button", { type: "button", class: "primary", onclick: answer(true) }, app.text("shell.accept")),
      h("button", { type: "button", onclick: answer(false) }, app.text("shell.decline")),
    );
  }

  /** @param {Table} table @param {boolean} sits */
  lookingBack(table, sits) {
    const { app } = this;
    const varies = mayVary(app);
    const goOn = () => void app.run("goto", { node: app.game.viewed() });
    this.show(
      app.text("shell.looking_back"),
      "plain",
      iconButton("last", app.text("shell.back_to_game"), () => app.game.view(table.current)),
      sits &&
        !table.shared &&
        iconButton("play", app.text("shell.go_on_here"), goOn, varies ? {} : { class: "primary" }),
    );
    if (varies) this.note(app.text("shell.variation_here"));
  }

  /** @param {boolean} sits */
  paused(sits) {
    const { app } = this;
    const resume = () => void app.run("resume");
    this.show(
      app.text("shell.paused"),
      "plain",
      sits && iconButton("play", app.text("shell.resume"), resume, { class: "primary" }),
    );
  }

  /** @param {Table} table @param {boolean} sits */
  thinking(table, sits) {
    const { app } = this;
    this.show(
      app.text("shell.thinking", { player: colourName(app, table.position, table.thinking) }),
      "busy",
      sits && iconButton("now", app.text("shell.move_now"), () => void app.run("move_now")),
    );
  }

  /** @param {Table} table @param {number[]} own */
  opening(table, own) {
    const mine = own.includes(actorOf(table));
    const words = openingWords(this.app, table, decidesAlone(table, own));
    this.show(words, mine ? "turn" : "plain", ...(mine ? openingButtons(this.app, table) : []));
  }

  /** @param {Table} table @param {number[]} own */
  toMove(table, own) {
    const { player } = table.position;
    const yours = own.length === 1 && own[0] === player;
    const words = { player: colourName(this.app, table.position, player) };
    this.show(this.app.text(yours ? "shell.your_move" : "shell.moves", words), yours ? "turn" : "plain");
  }

  /** @param {Table} table @param {number[]} own @param {boolean} sits */
  over(table, own, sits) {
    const { app } = this;
    const { winner, loser } = endOf(table.outcome);
    this.mayLook = mayLookForMistakes(app);
    this.show(
      resultOf(app, table),
      `over ${endFor(table, own)}`,
      this.mayLook &&
        iconButton("magnifier", app.text("shell.look_for_mistakes"), () => lookForMistakes(app), {
          class: "primary",
        }),
      sits && iconButton("again", app.text("shell.rematch"), () => void rematch(app)),
      app.program.hello()?.rights.host &&
        iconButton("plus", app.text("shell.new_game"), () => openNewGame(app)),
    );
    this.line.prepend(icon(winner || loser ? "flag" : "draw"));
    void this.tellRated(table);
  }

  /** What the game did to the rating, as soon as the program has said it. @param {Table} table */
  async tellRated(table) {
    const of = `${table.id} ${table.n} ${document.documentElement.lang}`;
    if (this.asked.of !== of) this.asked = { of, said: ratedText(this.app, table) };
    const said = await this.asked.said;
    if (this.asked.of !== of || !this.element.classList.contains("over")) return;
    this.note(said);
  }

  /** A smaller line below. @param {string} words */
  note(words) {
    fill(this.rated, words);
    this.rated.hidden = words === "";
  }
}

/** @param {App} app @param {{borrowed(): boolean}} stage */
export function createStatus(app, stage) {
  return new Status(app, stage);
}
