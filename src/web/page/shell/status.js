// One line that says where the game stands and what can be done about it now: whose move, the program thinks, paused, looking
// back, an offer of a draw, the result. Told calmly, never over the board.

import { fill, h, icon, iconButton } from "./dom.js";
import { lookForMistakes, mayLookForMistakes, playAgain } from "./actions.js";
import { mayVary } from "./editing.js";
import { judgementsOf } from "./judgements.js";
import { ratedText } from "./rating.js";
import { openNewGame } from "./new_game.js";
import { actorOf, decidesAlone, openingButtons, openingWords } from "./opening.js";
import { answer, doOrOffer, offerText, offerToAnswer, waysHere } from "./offers.js";
import { colourName, endFor, endOf, resultOf } from "./words.js";
import { ownPlayers } from "./players.js";
import { createTogether } from "./together.js";

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
    const together = createTogether(app).element;
    this.element = h("div", { class: "status" }, this.line, this.rated, this.buttons, together);
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

  /** @param {string} words @param {string} tone @param {...(Node | "" | null | false | undefined)} actions */
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
    const offer = offerToAnswer(table);
    if (this.stage.borrowed()) this.borrowed();
    else if (offer) this.offered(table, offer);
    else if (app.game.viewed() !== table.current) this.lookingBack(table);
    else if (table.phase === "over") this.over(table, own);
    else if (table.phase === "paused") this.paused();
    else if (table.thinking) this.thinking(table);
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

  /** @param {Table} table @param {import("../types.js").Offer} offer */
  offered(table, offer) {
    const { app } = this;
    const give = (/** @type {boolean} */ accept) => () => answer(app, accept);
    this.show(
      offerText(app, table, offer),
      "turn",
      h("button", { type: "button", class: "primary", onclick: give(true) }, app.text("shell.accept")),
      h("button", { type: "button", onclick: give(false) }, app.text("shell.decline")),
    );
  }

  /** @param {Table} table */
  lookingBack(table) {
    const { app } = this;
    const varies = mayVary(app);
    const way = waysHere(app).goto;
    const goOn = () => doOrOffer(app, "goto", { node: app.game.viewed() });
    this.show(
      app.text("shell.looking_back"),
      "plain",
      iconButton("last", app.text("shell.back_to_game"), () => app.game.view(table.current)),
      way &&
        iconButton(
          "play",
          app.text(way === "offer" ? "guests.ask_go_on_here" : "shell.go_on_here"),
          goOn,
          varies || way === "offer" ? {} : { class: "primary" },
        ),
    );
    if (varies) this.note(app.text("shell.variation_here"));
  }

  paused() {
    const { app } = this;
    const way = waysHere(app).resume;
    const resume = () => doOrOffer(app, "resume");
    this.show(
      app.text("shell.paused"),
      "plain",
      way &&
        iconButton("play", app.text(way === "offer" ? "guests.ask_resume" : "shell.resume"), resume, {
          class: "primary",
        }),
    );
  }

  /** @param {Table} table */
  thinking(table) {
    const { app } = this;
    this.show(
      app.text("shell.thinking", { player: colourName(app, table.position, table.thinking) }),
      "busy",
      waysHere(app).move_now && iconButton("now", app.text("shell.move_now"), () => void app.run("move_now")),
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

  /** @param {Table} table @param {number[]} own */
  over(table, own) {
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
      waysHere(app).rematch && iconButton("again", app.text("shell.rematch"), () => playAgain(app)),
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
