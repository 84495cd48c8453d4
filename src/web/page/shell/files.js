// Opening files of games: chosen in a dialog, pasted as text, or dragged onto the page. The program reads them; the page only hands
// over name and text.

import { fill, h, icon } from "./dom.js";
import { field, openDialog, select } from "./dialog.js";
import { offered } from "./games.js";
import { gameName } from "./words.js";

/** @typedef {import("../types.js").App} App */

/** Text that the program takes in one message, in bytes: a little less than 1 MiB, for what is around it. */
const MOST_BYTES = 1000000;
const KINDS = ".pdn,.sgf,.psq,.txt,.pgn,.fen,.text";

/**
 * Reads games; opens the first where there is one, and tells what could not be read.
 * @param {App} app
 * @param {string} name
 * @param {string} text
 * @param {{format?: string | null, game?: string | null}} [how]
 * @returns {Promise<string[]>} ids of the tables
 */
export async function loadText(app, name, text, how = {}) {
  if (new Blob([text]).size > MOST_BYTES) {
    app.notices.show(app.text("dialogs.too_large"), "bad");
    return [];
  }
  const ok = await app.run("load", { format: how.format ?? null, name, text, game: how.game ?? null });
  if (!ok) return [];
  for (const error of (ok.errors ?? []).slice(0, 3)) app.notices.show(error, "bad");
  for (const note of (ok.notes ?? []).slice(0, 2)) app.notices.show(note);
  const tables = ok.tables ?? [];
  if (tables.length === 0 && !(ok.errors ?? []).length) app.notices.show(app.text("dialogs.no_games"), "bad");
  if (tables.length > 1) app.notices.show(app.text("dialogs.games_read", { count: tables.length }), "good");
  if (tables.length) app.screens.open(tables[0]);
  return tables;
}

/** @param {App} app @param {File} file @param {string | null} [game] */
async function loadFile(app, file, game = null) {
  if (file.size > MOST_BYTES) {
    app.notices.show(app.text("dialogs.too_large"), "bad");
    return [];
  }
  return loadText(app, file.name, await file.text(), { game });
}

/** @param {App} app */
export function openFile(app) {
  let game = "";
  let format = "";
  openDialog(app, {
    title: app.text("shell.open_file"),
    body: (close) => {
      const input = h("input", {
        type: "file",
        accept: KINDS,
        class: "unseen",
        tabindex: "-1",
        "aria-label": app.text("dialogs.choose_file"),
      });
      input.addEventListener("change", async () => {
        const file = input.files?.[0];
        if (file && (await loadFile(app, file, game || null)).length) close();
        input.value = "";
      });
      const area = h("textarea", { rows: 5, spellcheck: "false" });
      const games = offered(app).map(({ name }) => ({ value: name, label: gameName(app, name) }));
      const formats = ["pdn", "sgf", "psq", "text", "fen"].map((value) => ({
        value,
        label: app.text(`dialogs.format.${value}`),
      }));
      return [
        h(
          "button",
          { type: "button", class: "drop", autofocus: true, onclick: () => input.click() },
          icon("folder"),
          h("span", {}, app.text("dialogs.choose_file")),
          h("span", { class: "small soft" }, app.text("dialogs.or_drag")),
        ),
        input,
        field(
          app.text("dialogs.game_of_file"),
          select(
            [{ value: "", label: app.text("dialogs.as_file_says") }, ...games],
            "",
            (value) => (game = value),
          ),
          app.text("dialogs.game_of_file_help"),
        ),
        field(app.text("dialogs.paste"), area),
        h(
          "div",
          { class: "row ends" },
          field(
            app.text("dialogs.format"),
            select(formats, "pdn", (value) => (format = value)),
          ),
          h(
            "button",
            {
              type: "button",
              class: "primary",
              onclick: async () => {
                if (
                  (await loadText(app, "", area.value, { format: format || "pdn", game: game || null }))
                    .length
                )
                  close();
              },
            },
            app.text("dialogs.read_text"),
          ),
        ),
      ];
    },
  });
}

/** Files dragged onto the page. @param {App} app */
export function bindDrop(app) {
  const veil = h("div", { class: "dragging", hidden: true }, icon("folder"));
  document.body.append(veil);
  const files = (/** @type {DragEvent} */ event) =>
    !!event.dataTransfer?.types.includes("Files") && !!app.program.hello()?.rights.host;
  document.addEventListener("dragover", (event) => {
    if (!files(event)) return;
    event.preventDefault();
    if (veil.hidden) fill(veil, icon("folder"), app.text("dialogs.drop_here"));
    veil.hidden = false;
  });
  document.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) veil.hidden = true;
  });
  document.addEventListener("drop", async (event) => {
    veil.hidden = true;
    if (!files(event)) return;
    event.preventDefault();
    for (const file of [...(event.dataTransfer?.files ?? [])].slice(0, 20)) await loadFile(app, file);
  });
}
