// A saved game on the start screen: opened by a click, deleted after a question.

import { h, iconButton } from "./dom.js";
import { ask } from "./dialog.js";
import { gameName } from "./words.js";
import { columnsOf, dateText, openGame, playersText, summary } from "../library/saved_game.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../library/saved_game.js").SavedGame} SavedGame */

/** What the line at the end has. */
const ABOUT = columnsOf("played").filter(({ name }) => ["result", "moves", "date"].includes(name));

/** @param {App} app @param {SavedGame} game */
export function savedItem(app, game) {
  const name = game.game ? gameName(app, game.game, game.title) : app.text("shell.unreadable");
  const remove = async () => {
    if (
      await ask(
        app,
        app.text("shell.delete_ask", { game: `${name}, ${dateText(game.changed)}` }),
        app.text("shell.delete"),
        true,
      )
    )
      await app.run("delete", { table: game.id });
  };
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "plain entry", onclick: () => openGame(app, game) },
      h("span", { class: "what" }, name),
      h("span", { class: "small soft" }, playersText(app, game)),
      h("span", { class: "small soft" }, summary(app, game, ABOUT)),
      game.damaged
        ? h("span", { class: "small warn" }, app.text("shell.damaged", { why: game.damaged }))
        : null,
    ),
    iconButton("trash", app.text("shell.delete_game", { game: name }), () => void remove(), {
      bare: true,
      class: "plain",
    }),
  );
}
