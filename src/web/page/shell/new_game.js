// The dialog of a new game. It opens with what was played last, so that one click plays; everything else is a choice on the way.

import { openDialog } from "./dialog.js";
import { fill, h } from "./dom.js";
import { draftOf, keep, newGameOf, ruleSetOf } from "./draft.js";
import { clockGroup, moreGroup, rulesGroup } from "./game_form.js";
import { familiesOf, offered } from "./games.js";
import { openLetIn } from "./let_in.js";
import { familyPicture } from "./pictures.js";
import { meetOwnStrength, ratingOf } from "./rating.js";
import { seatsForm } from "./seats_form.js";
import { familyName } from "./words.js";

/** @typedef {import("../types.js").App} App */

/** Time without a key after which a browser takes the next letter for the first one of another entry. */
const TYPING_MS = 1000;

class NewGame {
  /** @param {App} app @param {string} [family] */
  constructor(app, family) {
    this.app = app;
    this.draft = draftOf(app, family);
    this.form = h("div", { class: "new-game" });
    /** The rating in the rules that are shown, and which these are. @type {{of: string, rating: import("../types.js").Rating | null}} */
    this.known = { of: "", rating: null };
    this.typedAt = -Infinity;
    this.waiting = 0;
    this.form.addEventListener("keydown", (event) => {
      if (event.target instanceof HTMLSelectElement && event.key.length === 1)
        this.typedAt = performance.now();
    });
    this.draw = this.draw.bind(this);
  }

  /** Comes after the dialog is shown, and again for other rules. */
  async askRating() {
    const { app, draft } = this;
    const { game, options } = ruleSetOf(app, draft);
    const of = JSON.stringify([game, options]);
    if (this.known.of === of) return;
    this.known = { of, rating: null };
    const rating = await ratingOf(app, game, options);
    if (this.known.of !== of || !rating?.games) return;
    this.known = { of, rating };
    meetOwnStrength(this.draft, rating);
    this.draw();
  }

  /** Who types to find an entry of a list would lose what is typed when the list is made anew: that waits for a pause. */
  draw() {
    clearTimeout(this.waiting);
    const pause = this.typedAt + TYPING_MS - performance.now();
    if (pause > 0) this.waiting = window.setTimeout(() => this.drawNow(), pause);
    else this.drawNow();
  }

  drawNow() {
    const { app, draft, draw, form } = this;
    void this.askRating();
    const active = document.activeElement;
    const focused =
      active instanceof HTMLElement && form.contains(active)
        ? (active.dataset.keep ?? active.getAttribute("name"))
        : null;
    const seats = seatsForm(app, draft, draw, this.known.rating);
    fill(
      form,
      this.families(),
      h(
        "div",
        { class: "columns" },
        h("div", { class: "column" }, rulesGroup(app, draft, draw), seats),
        h("div", { class: "column" }, clockGroup(app, draft, draw), moreGroup(app, draft, draw)),
      ),
    );
    if (!focused) return;
    const again = form.querySelector(`[data-keep="${focused}"], [name="${focused}"]:checked`);
    if (again instanceof HTMLElement) again.focus();
  }

  families() {
    const { app } = this;
    const choices = familiesOf(app).map((name) => {
      const choose = () => {
        this.draft = draftOf(app, name);
        this.draw();
      };
      const input = h("input", { type: "radio", name: "family", value: name, onchange: choose });
      input.checked = name === this.draft.family;
      const picture = familyPicture(name, offered(app, name)[0].colours);
      return h("label", { class: "family" }, input, picture, h("span", {}, familyName(app, name)));
    });
    const legend = h("legend", { class: "unseen" }, app.text("dialogs.game"));
    return h("fieldset", { class: "families" }, legend, choices);
  }

  /** @param {() => void} close */
  async play(close) {
    const { app, draft } = this;
    keep(app, draft);
    const game = await newGameOf(app, draft);
    if (!game) return;
    const made = await app.run("create", game);
    if (!made) return;
    close();
    app.screens.open(made.table);
    const guest = (game.seats ?? []).findIndex((seat) => seat.guest) + 1;
    if (guest) letInWhenOpen(app, made.table, guest);
  }

  open() {
    const { app } = this;
    openDialog(app, {
      title: app.text("shell.new_game"),
      size: "wide",
      body: () => {
        this.draw();
        return [this.form];
      },
      footer: (close) => [
        h("button", { type: "button", onclick: close }, app.text("shell.cancel")),
        h(
          "button",
          { type: "button", class: "primary", autofocus: true, onclick: () => this.play(close) },
          app.text("dialogs.play"),
        ),
      ],
    });
  }
}

/** Opens the dialog for a guest as soon as the table is there. @param {App} app @param {string} table @param {number} player */
function letInWhenOpen(app, table, player) {
  const stop = app.onChange(() => {
    if (app.game.table()?.id !== table) return;
    stop();
    openLetIn(app, player);
  });
}

/**
 * @param {App} app
 * @param {string} [family]
 */
export function openNewGame(app, family) {
  new NewGame(app, family).open();
}
