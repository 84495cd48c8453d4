// A guest arrives: the page asks for a name once, so that nobody plays against "Guest", and gives it to the seat. A name that
// this browser has kept is given without a question; without a name the player is called by the colour.

import { field, openDialog } from "./dialog.js";
import { h } from "./dom.js";
import { ownPlayers, playersToAsk } from "./players.js";
import { colourName, gameName, playerName } from "./words.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */

/** @param {App} app @param {Table} table @param {number} own */
function welcome(app, table, own) {
  const name = h("input", { type: "text", maxlength: 40, autocomplete: "nickname", autofocus: true });
  const [other] = playersToAsk(table);
  const give = (/** @type {() => void} */ close) => {
    const text = name.value.trim();
    app.settings.set("name", text);
    close();
    if (text) void app.run("name", { text });
  };
  openDialog(app, {
    title: app.text("guests.welcome"),
    size: "narrow",
    body: (close) => {
      name.addEventListener("keydown", (event) => event.key === "Enter" && give(close));
      return [
        h(
          "p",
          {},
          app.text(other ? "guests.you_play_against" : "guests.you_play", {
            game: gameName(app, table.game, table.title),
            colour: colourName(app, table.position, own),
            ...(other ? { name: playerName(app, table, other) } : {}),
          }),
        ),
        field(app.text("dialogs.set.name"), name, app.text("guests.name_help")),
      ];
    },
    footer: (close) => [
      h("button", { type: "button", class: "primary", onclick: () => give(close) }, app.text("dialogs.play")),
    ],
  });
}

/** @param {App} app */
export function bindArrival(app) {
  let asked = "";
  app.onChange(() => {
    const table = app.game.table();
    const hello = app.program.hello();
    if (!table || !hello || hello.rights.host || table.id === asked || table.phase === "over") return;
    const [own] = ownPlayers(table);
    if (!own || table.seats[own - 1].name) return;
    asked = table.id;
    const name = app.settings.get("name");
    if (name) void app.run("name", { text: name });
    else welcome(app, table, own);
  });
}
