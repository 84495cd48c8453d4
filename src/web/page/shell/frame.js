// What is around the screens: the bar at the top, the banner of a lost connection, and which screen is shown.

import { fill, h, icon, iconButton } from "./dom.js";
import { bindBar } from "./controls.js";
import { createStart } from "./start.js";
import { openNewGame } from "./new_game.js";
import { openFile } from "./files.js";
import { openSettings } from "./settings_dialog.js";
import { openHelp } from "./help.js";
import { ballotTitle } from "./ballot.js";
import { openingTitle } from "./opening.js";
import { gameName } from "./words.js";
import { logo } from "./pictures.js";
import { openLibrary } from "../library/library.js";

/** @typedef {import("../types.js").App} App */

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

class Frame {
  /** @param {App} app @param {ReturnType<typeof import("./play.js").createPlay>} play */
  constructor(app, play) {
    this.app = app;
    this.play = play;
    this.top = part("top");
    this.offline = part("offline");
    this.start = createStart(app);
    bindBar(app, part("bottom"));
    this.closed = h("section", { class: "closed" });
    part("main").append(this.start.element, play.element, this.closed);
    /** @type {"open" | "lost" | "refused" | "opening"} */
    this.connection = "opening";
    app.onChange(() => this.update());
  }

  /** The buttons of the bar. */
  menu() {
    const { app } = this;
    const host = app.program.hello()?.rights.host;
    return h(
      "nav",
      { class: "menu", "aria-label": app.text("shell.menu") },
      host &&
        iconButton("plus", app.text("shell.new_game"), () => openNewGame(app), { class: "plain", key: "N" }),
      host && iconButton("list", app.text("shell.saved"), () => openLibrary(app), { class: "plain library" }),
      host && iconButton("folder", app.text("shell.open"), () => openFile(app), { class: "plain library" }),
      iconButton("gear", app.text("shell.settings"), () => openSettings(app), { class: "plain" }),
      iconButton("help", app.text("shell.help"), () => openHelp(app), { class: "plain", key: "?" }),
    );
  }

  bar() {
    const { app } = this;
    const table = app.screens.now() === "table" ? app.game.table() : null;
    const brand = h(
      "button",
      {
        type: "button",
        class: "brand plain",
        onclick: () => app.program.hello()?.rights.host && app.screens.open(null),
        "aria-label": app.text("shell.home"),
      },
      logo(),
      h("span", { class: "word" }, "Quadriga"),
    );
    const name = table
      ? gameName(app, table.game, table.title) + openingTitle(app, table) + ballotTitle(app, table)
      : null;
    const title = h("h1", { class: name ? "title" : "unseen" }, name ?? "Quadriga");
    fill(this.top, brand, title, this.menu());
    document.title = name ? `${name} – Quadriga` : "Quadriga";
  }

  /** A guest whose table is gone, or a window without a token. */
  shutOut() {
    const { program, screens } = this.app;
    return (
      this.connection === "refused" || (program.hello()?.rights.host === false && screens.now() === "start")
    );
  }

  banner() {
    const { app, offline, closed } = this;
    offline.hidden = this.connection !== "lost";
    fill(offline, icon("now"), h("span", {}, app.text("shell.offline")));
    closed.hidden = !this.shutOut();
    const why = this.connection === "refused" ? "shell.no_right" : "shell.gone";
    fill(closed, logo(), h("p", {}, app.text(why)));
  }

  update() {
    const { app, top } = this;
    const focused = top.contains(document.activeElement)
      ? [...top.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement))
      : -1;
    this.bar();
    if (focused >= 0) top.querySelectorAll("button")[focused]?.focus();
    this.banner();
    part("skip").textContent = app.text("shell.skip");
    const screen = this.shutOut() ? "closed" : app.screens.now();
    document.body.dataset.screen = screen;
    this.start.element.hidden = screen !== "start";
    this.play.element.hidden = screen !== "table";
  }

  /** @param {"open" | "lost" | "refused"} next */
  state(next) {
    const { app } = this;
    if (this.connection === "lost" && next === "open") app.notices.show(app.text("shell.online"), "good");
    this.connection = next;
    this.update();
  }
}

/** @param {App} app @param {ReturnType<typeof import("./play.js").createPlay>} play */
export function createFrame(app, play) {
  return new Frame(app, play);
}
