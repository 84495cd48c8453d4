// The start screen: the games, each one click away from being played against the program, or set up in detail; below them what
// was played last, and the other ways to begin.

import { fill, h, icon, iconButton } from "./dom.js";
import { draftOf, newGameOf, ruleSetOf } from "./draft.js";
import { familiesOf, offered } from "./games.js";
import { openFile } from "./files.js";
import { openNewGame } from "./new_game.js";
import { openLibrary } from "../library/library.js";
import { savedItem } from "./saved.js";
import { familyPicture } from "./pictures.js";
import { meetOwnStrength, ratingOf } from "./rating.js";
import { familyName, wordsOr } from "./words.js";

/** @typedef {import("../types.js").App} App */

/** Saved games that are shown here. */
const RECENT = 4;

class Start {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.cards = h("div", { class: "cards" });
    this.recent = h("section", { class: "recent" });
    this.others = h("div", { class: "row others" });
    this.heading = h("h2", { class: "welcome" });
    this.lead = h("p", { class: "soft" });
    const header = h("header", {}, this.heading, this.lead);
    this.element = h("div", { class: "start" }, header, this.cards, this.others, this.recent);
    /** Are the saved games asked for? */
    this.asked = false;
    /** The language of the cards, and how many games were known. */
    this.drawn = "";
    app.connection.on("tables", () => {
      this.asked = false;
      if (app.screens.now() === "start") void this.showRecent();
    });
    app.onChange(() => this.update());
  }

  /** Plays a game as it was played last. @param {string} family */
  async quick(family) {
    const { app } = this;
    const draft = draftOf(app, family);
    const rules = ruleSetOf(app, draft);
    meetOwnStrength(draft, await ratingOf(app, rules.game, rules.options));
    const game = await newGameOf(app, draft);
    if (game) await app.screens.create(game);
  }

  /** @param {string} family */
  card(family) {
    const { app } = this;
    const usual = offered(app, family)[0];
    const setUp = () => openNewGame(app, family);
    const play = {
      type: "button",
      class: "play",
      onclick: () => void this.quick(family),
      "aria-describedby": `name-${family} about-${family}`,
    };
    return h(
      "article",
      { class: "card" },
      familyPicture(family, usual.colours),
      h("h3", { id: `name-${family}` }, familyName(app, family)),
      h(
        "p",
        { class: "small soft", id: `about-${family}` },
        wordsOr(app, `games.about.${family}`, usual.about),
      ),
      h(
        "div",
        { class: "row" },
        h("button", play, icon("play"), app.text("shell.play_now")),
        iconButton("gear", app.text("shell.set_up"), setUp, { bare: true, class: "plain" }),
      ),
    );
  }

  async showRecent() {
    const { app, recent } = this;
    if (!app.program.online() || !app.program.hello()?.rights.host || this.asked) return;
    this.asked = true;
    const ok = await app.run("tables", { kind: "played", count: RECENT });
    const saved = /** @type {import("./saved.js").SavedGame[]} */ (ok?.tables ?? []);
    recent.hidden = saved.length === 0;
    const all = () => openLibrary(app);
    fill(
      recent,
      h(
        "div",
        { class: "row between" },
        h("h2", {}, app.text("shell.recent")),
        h("button", { type: "button", class: "plain", onclick: all }, app.text("shell.all_saved")),
      ),
      h(
        "ul",
        { class: "saved" },
        saved.map((game) => savedItem(app, game)),
      ),
    );
  }

  update() {
    const { app } = this;
    if (app.screens.now() !== "start") {
      this.asked = false;
      return;
    }
    this.heading.textContent = app.text("shell.welcome");
    this.lead.textContent = app.text("shell.lead");
    const wanted = `${document.documentElement.lang} ${app.program.games().length}`;
    if (this.drawn !== wanted) {
      fill(
        this.cards,
        familiesOf(app).map((family) => this.card(family)),
      );
      this.asked = false;
    }
    this.drawn = wanted;
    fill(
      this.others,
      iconButton("learn", app.text("shell.learn"), () => app.screens.go("table", "learn")),
      app.program.has("puzzles") &&
        iconButton("puzzle", app.text("shell.puzzles"), () => app.screens.go("table", "puzzles")),
      iconButton("folder", app.text("shell.open_file"), () => openFile(app)),
      iconButton("edit", app.text("shell.editor"), () => app.screens.go("table", "edit")),
    );
    void this.showRecent();
  }
}

/** @param {App} app */
export function createStart(app) {
  return new Start(app);
}
