// The start screen: the games, each one click away from being played against the program, or set up in detail; below them what
// was played last, and the other ways to begin.

import { fill, h, icon, iconButton } from "./dom.js";
import { draftOf, newGameOf, ruleSetOf } from "./draft.js";
import { familiesOf, offered } from "./games.js";
import { openFile } from "./files.js";
import { openNewGame } from "./new_game.js";
import { openSaved, savedItem } from "./saved.js";
import { familyPicture } from "./pictures.js";
import { meetOwnStrength, ratingOf } from "./rating.js";
import { familyName, wordsOr } from "./words.js";

/** @typedef {import("../types.js").Shell} Shell */

/** Saved games that are shown here. */
const RECENT = 4;

/** @param {Shell} app */
export function createStart(app) {
  const cards = h("div", { class: "cards" });
  const recent = h("section", { class: "recent" });
  const others = h("div", { class: "row others" });
  const heading = h("h2", { class: "welcome" });
  const lead = h("p", { class: "soft" });
  const element = h("div", { class: "start" }, h("header", {}, heading, lead), cards, others, recent);
  let asked = false;
  /** The language of the cards, and how many games were known. */
  let drawn = "";

  /** @param {string} family */
  const quick = async (family) => {
    const draft = draftOf(app, family);
    const rules = ruleSetOf(app, draft);
    meetOwnStrength(draft, await ratingOf(app, rules.game, rules.options));
    const game = await newGameOf(app, draft);
    if (game) await app.create(game);
  };

  const card = (/** @type {string} */ family) => {
    const usual = offered(app, family)[0];
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
        h(
          "button",
          {
            type: "button",
            class: "play",
            onclick: () => void quick(family),
            "aria-describedby": `name-${family} about-${family}`,
          },
          icon("play"),
          app.text("shell.play_now"),
        ),
        iconButton("gear", app.text("shell.set_up"), () => openNewGame(app, family), {
          bare: true,
          class: "plain",
        }),
      ),
    );
  };

  const showRecent = async () => {
    if (!app.online() || !app.hello()?.rights.host || asked) return;
    asked = true;
    const saved = /** @type {import("./saved.js").SavedGame[]} */ ((await app.run("tables"))?.tables ?? []);
    recent.hidden = saved.length === 0;
    fill(
      recent,
      h(
        "div",
        { class: "row between" },
        h("h2", {}, app.text("shell.recent")),
        h(
          "button",
          { type: "button", class: "plain", onclick: () => openSaved(app) },
          app.text("shell.all_saved"),
        ),
      ),
      h(
        "ul",
        { class: "saved" },
        saved.slice(0, RECENT).map((game) => savedItem(app, game, () => {})),
      ),
    );
  };

  const update = () => {
    if (app.screen() !== "start") {
      asked = false;
      return;
    }
    heading.textContent = app.text("shell.welcome");
    lead.textContent = app.text("shell.lead");
    const wanted = `${document.documentElement.lang} ${app.games().length}`;
    if (drawn !== wanted) {
      fill(cards, familiesOf(app).map(card));
      asked = false;
    }
    drawn = wanted;
    fill(
      others,
      iconButton("learn", app.text("shell.learn"), () => app.go("table", "learn")),
      iconButton("folder", app.text("shell.open_file"), () => openFile(app)),
      iconButton("edit", app.text("shell.editor"), () => app.go("table", "edit")),
    );
    void showRecent();
  };
  app.connection.on("tables", () => {
    asked = false;
    if (app.screen() === "start") void showRecent();
  });
  app.onChange(update);
  return { element };
}
