// The list of saved games: open one, delete one (after a question), filter by game. The list is the program's; it tells when it
// has changed.

import { fill, h, iconButton } from "./dom.js";
import { ask, field, openDialog, select } from "./dialog.js";
import { currentLanguage } from "../i18n.js";
import { familiesOf, familyOf } from "./games.js";
import { endOf, familyName, gameName, reasonText, savedName } from "./words.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {{id: string, game: string, title: string, names: string[], moves: number, began: number, changed: number, result?: string, damaged?: string}} SavedGame */

/** @param {number} ms since 1970 */
function dateText(ms) {
  return new Intl.DateTimeFormat(currentLanguage() === "zh" ? "zh-CN" : "en-GB", {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(ms);
}

/** Who played, each once. @param {App} app @param {SavedGame} game */
const namesText = (app, { names }) =>
  [...new Set(names.filter(Boolean))].map((name) => savedName(app, name)).join(" – ");

/** @param {App} app @param {SavedGame} game */
function resultText(app, game) {
  if (!game.result) return app.text("shell.unfinished");
  const { winner, loser } = endOf(game.result);
  const name = savedName(app, game.names[(winner || loser) - 1] ?? "") || winner || loser;
  if (winner) return app.text("shell.won_by", { name });
  if (loser) return app.text("shell.lost_by", { name });
  if (game.result === "draw") return app.text("shell.draw");
  return app.text("shell.result", {
    result: app.text("shell.nobody_wins"),
    reason: reasonText(app, game.result),
  });
}

/**
 * @param {App} app
 * @param {SavedGame} game
 * @param {() => void} opened
 */
export function savedItem(app, game, opened) {
  const name = game.game ? gameName(app, game.game, game.title) : app.text("shell.unreadable");
  const open = () => {
    opened();
    app.screens.open(game.id);
  };
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
      { type: "button", class: "plain entry", onclick: open },
      h("span", { class: "what" }, name),
      h("span", { class: "small soft" }, namesText(app, game)),
      h(
        "span",
        { class: "small soft" },
        `${resultText(app, game)} · ${app.text(game.moves === 1 ? "shell.one_move" : "shell.moves_count", { count: game.moves })} · ${dateText(game.changed)}`,
      ),
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

/** @param {App} app */
export function openSaved(app) {
  const list = h("ul", { class: "saved" });
  const none = h("p", { class: "soft" });
  let family = "";
  const load = async (/** @type {() => void} */ close) => {
    const all = /** @type {SavedGame[]} */ ((await app.run("tables"))?.tables ?? []);
    const shown = all.filter((game) => family === "" || familyOf(app, game.game) === family);
    none.hidden = shown.length > 0;
    none.textContent = app.text("shell.no_saved");
    fill(
      list,
      shown.map((game) => savedItem(app, game, close)),
    );
  };
  /** @type {() => void} */
  let stop = () => {};
  openDialog(app, {
    title: app.text("shell.saved"),
    body: (close) => {
      const again = () => void load(close);
      stop = app.connection.on("tables", again);
      again();
      const families = familiesOf(app).map((name) => ({ value: name, label: familyName(app, name) }));
      const filter = select([{ value: "", label: app.text("shell.all_games") }, ...families], "", (value) => {
        family = value;
        again();
      });
      return [field(app.text("shell.filter"), filter), none, list];
    },
    closed: () => stop(),
  });
}
