// One line that says where the game stands and what can be done about it now: whose move, the program thinks, paused, looking
// back, an offer of a draw, the result. Told calmly, never over the board.

import { fill, h, icon, iconButton } from "./dom.js";
import { lookForMistakes, mayLookForMistakes, rematch } from "./actions.js";
import { ratedText } from "./rating.js";
import { openNewGame } from "./new_game.js";
import { colourName, resultOf } from "./words.js";
import { ownPlayers } from "./play.js";

/** @typedef {import("../types.js").Shell} Shell */
/** @typedef {import("../types.js").Table} Table */

/**
 * @param {Shell} app
 * @param {{borrowed(): boolean}} stage
 */
export function createStatus(app, stage) {
  const line = h("p", { class: "says" });
  const rated = h("p", { class: "small soft rated" });
  const buttons = h("div", { class: "row" });
  const element = h("div", { class: "status" }, line, rated, buttons);

  /** @param {string} words @param {string} tone @param {...(Node | null | false | undefined)} actions */
  const show = (words, tone, ...actions) => {
    element.className = `status ${tone}`;
    fill(line, words);
    rated.hidden = true;
    const kept = document.activeElement instanceof HTMLElement && buttons.contains(document.activeElement);
    fill(buttons, actions);
    buttons.hidden = buttons.children.length === 0;
    if (kept) /** @type {HTMLElement | null} */ (buttons.querySelector("button"))?.focus();
  };

  const update = () => {
    const table = app.table();
    element.hidden = !table;
    if (!table) return;
    const own = ownPlayers(table);
    const sits = own.length > 0 || app.hello()?.rights.host;
    if (stage.borrowed()) {
      show(
        app.text("shell.borrowed"),
        "plain",
        iconButton("back", app.text("shell.back_to_game"), () => app.go("table", "game"), {
          class: "primary",
        }),
      );
    } else if (
      table.draw_offer &&
      own.some((player) => player !== table.draw_offer) &&
      !own.includes(table.draw_offer)
    ) {
      offered(table);
    } else if (app.viewed() !== table.current) {
      const mayGoOn = sits && !table.shared;
      show(
        app.text("shell.looking_back"),
        "plain",
        iconButton("last", app.text("shell.back_to_game"), () => app.view(table.current)),
        mayGoOn &&
          iconButton(
            "play",
            app.text("shell.go_on_here"),
            () => void app.run("goto", { node: app.viewed() }),
            {
              class: "primary",
            },
          ),
      );
    } else if (table.phase === "over") over(table, own, !!sits);
    else if (table.phase === "paused") {
      show(
        app.text("shell.paused"),
        "plain",
        sits
          ? iconButton("play", app.text("shell.resume"), () => void app.run("resume"), { class: "primary" })
          : null,
      );
    } else if (table.thinking) {
      const player = colourName(app, table.position, table.thinking);
      show(
        app.text("shell.thinking", { player }),
        "busy",
        sits ? iconButton("now", app.text("shell.move_now"), () => void app.run("move_now")) : null,
      );
    } else {
      const player = table.position.player;
      const yours = own.length === 1 && own[0] === player;
      show(
        app.text(yours ? "shell.your_move" : "shell.moves", {
          player: colourName(app, table.position, player),
        }),
        yours ? "turn" : "plain",
      );
    }
  };

  /** @param {Table} table */
  const offered = (table) => {
    const answer = (/** @type {boolean} */ accept) => () => void app.run("answer_draw", { accept });
    show(
      app.text("shell.draw_offered", { player: colourName(app, table.position, table.draw_offer) }),
      "turn",
      h("button", { type: "button", class: "primary", onclick: answer(true) }, app.text("shell.accept")),
      h("button", { type: "button", onclick: answer(false) }, app.text("shell.decline")),
    );
  };

  /** @param {Table} table @param {number[]} own @param {boolean} sits */
  const over = (table, own, sits) => {
    const winner = Number(/^p(\d)win$/.exec(table.outcome ?? "")?.[1] ?? 0);
    const tone = !winner ? "drawn" : own.length === 0 || own.includes(winner) ? "won" : "lost";
    show(
      resultOf(app, table),
      `over ${tone}`,
      mayLookForMistakes(app) &&
        iconButton("magnifier", app.text("shell.look_for_mistakes"), () => lookForMistakes(app), {
          class: "primary",
        }),
      sits && iconButton("again", app.text("shell.rematch"), () => void rematch(app)),
      app.hello()?.rights.host && iconButton("plus", app.text("shell.new_game"), () => openNewGame(app)),
    );
    line.prepend(icon(!winner ? "draw" : "flag"));
    void tellRated(table);
  };

  /** What was asked for last. @type {{of: string, said: Promise<string>}} */
  let asked = { of: "", said: Promise.resolve("") };

  /** What the game did to the rating, as soon as the program has said it. @param {Table} table */
  const tellRated = async (table) => {
    const of = `${table.id} ${table.n} ${document.documentElement.lang}`;
    if (asked.of !== of) asked = { of, said: ratedText(app, table) };
    const said = await asked.said;
    if (asked.of !== of || !element.classList.contains("over")) return;
    fill(rated, said);
    rated.hidden = said === "";
  };

  app.onChange(update);
  return { element, update };
}
