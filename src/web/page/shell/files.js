// Opening files of games: chosen in a dialog, pasted as text, or dragged onto the page. The program reads them; the page only hands
// over name and content. A file goes as bytes unless it is ASCII, because the program knows the encodings.

import { fill, h, icon } from "./dom.js";
import { field, openDialog, select } from "./dialog.js";
import { offered } from "./games.js";
import { MOST_BYTES, contentOf, importGames } from "./importing.js";
import { gameName } from "./words.js";
import { countText } from "../library/saved_game.js";

/** @typedef {import("../types.js").App} App */

const KINDS = ".pdn,.sgf,.psq,.txt,.pgn,.fen,.text";
/** Formats of text that is pasted. */
const FORMATS = ["pdn", "sgf", "psq", "text", "fen"];

/**
 * Reads games; opens the first where there is one, and tells what could not be read.
 * @param {App} app
 * @param {string} name
 * @param {import("./importing.js").Content} content
 * @param {{format?: string | null, game?: string | null}} [how]
 * @returns {Promise<string[]>} ids of the tables
 */
async function load(app, name, content, how = {}) {
  const ok = await importGames(app, { format: how.format ?? null, name, game: how.game ?? null }, content);
  if (!ok) return [];
  const errors = ok.errors ?? [];
  for (const note of (ok.notes ?? []).slice(0, 3)) app.notices.show(note);
  const tables = ok.tables ?? [];
  const count = countText(tables.length);
  if (ok.stopped) app.notices.show(app.text("library.stopped", { count }));
  else if (tables.length === 0 && !errors.length) app.notices.show(app.text("dialogs.no_games"), "bad");
  else if (tables.length > 1) app.notices.show(app.text("library.games_read", { count }), "good");
  if (tables.length) app.screens.open(tables[0], true);
  if (errors.length === 1) app.notices.show(errors[0], "bad");
  else if (errors.length > 1) showErrors(app, name, errors);
  return tables;
}

/** The games of a file that could not be read. @param {App} app @param {string} name @param {string[]} errors */
function showErrors(app, name, errors) {
  openDialog(app, {
    title: app.text("library.not_read", { name }),
    body: () => [
      h(
        "ul",
        { class: "errors" },
        errors.map((error) => h("li", {}, error)),
      ),
    ],
    footer: (close) => [h("button", { type: "button", onclick: close }, app.text("shell.close"))],
  });
}

/** @param {App} app @param {File} file @param {string | null} [game] */
async function loadFile(app, file, game = null) {
  if (file.size > MOST_BYTES) {
    app.notices.show(app.text("dialogs.too_large"), "bad");
    return [];
  }
  return load(app, file.name, await contentOf(file), { game });
}

class FileDialog {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.game = "";
    this.format = "pdn";
    this.close = () => {};
  }

  /** The field of the browser for a file, which a button of the page opens. */
  chooser() {
    const { app } = this;
    const input = h("input", {
      type: "file",
      accept: KINDS,
      class: "unseen",
      tabindex: "-1",
      "aria-label": app.text("dialogs.choose_file"),
    });
    input.addEventListener("change", async () => {
      const file = input.files?.[0];
      if (file && (await loadFile(app, file, this.game || null)).length) this.close();
      input.value = "";
    });
    return input;
  }

  games() {
    const { app } = this;
    const games = offered(app).map(({ name }) => ({ value: name, label: gameName(app, name) }));
    const choices = [{ value: "", label: app.text("dialogs.as_file_says") }, ...games];
    return field(
      app.text("dialogs.game_of_file"),
      select(choices, "", (value) => (this.game = value)),
      app.text("dialogs.game_of_file_help"),
    );
  }

  formats() {
    const { app } = this;
    const choices = FORMATS.map((value) => ({ value, label: app.text(`dialogs.format.${value}`) }));
    const list = select(choices, this.format, (value) => (this.format = value));
    return field(app.text("dialogs.format"), list);
  }

  /** @param {string} text */
  async read(text) {
    const how = { format: this.format, game: this.game || null };
    if ((await load(this.app, "", { text }, how)).length) this.close();
  }

  body() {
    const { app } = this;
    const input = this.chooser();
    const area = h("textarea", { rows: 5, spellcheck: "false" });
    const read = { type: "button", class: "primary", onclick: () => this.read(area.value) };
    return [
      h(
        "button",
        { type: "button", class: "drop", autofocus: true, onclick: () => input.click() },
        icon("folder"),
        h("span", {}, app.text("dialogs.choose_file")),
        h("span", { class: "small soft" }, app.text("dialogs.or_drag")),
      ),
      input,
      this.games(),
      field(app.text("dialogs.paste"), area),
      h("div", { class: "row ends" }, this.formats(), h("button", read, app.text("dialogs.read_text"))),
    ];
  }

  open() {
    this.close = openDialog(this.app, { title: this.app.text("shell.open_file"), body: () => this.body() });
  }
}

/** @param {App} app */
export function openFile(app) {
  new FileDialog(app).open();
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
