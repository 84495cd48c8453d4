// What is around the screens: the bar at the top, the banner of a lost connection, and which screen is shown.

import { fill, h, icon, iconButton } from "./dom.js";
import { bindBar } from "./controls.js";
import { createStart } from "./start.js";
import { openNewGame } from "./new_game.js";
import { openSaved } from "./saved.js";
import { openFile } from "./files.js";
import { openSettings } from "./settings_dialog.js";
import { openHelp } from "./help.js";
import { gameName } from "./words.js";
import { logo } from "./pictures.js";

/** @typedef {import("../types.js").Shell} Shell */

/** @param {string} id */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * @param {Shell} app
 * @param {ReturnType<typeof import("./play.js").createPlay>} play
 */
export function createFrame(app, play) {
  const top = part("top");
  const main = part("main");
  const offline = part("offline");
  const start = createStart(app);
  bindBar(app, part("bottom"));
  const closed = h("section", { class: "closed" });
  main.append(start.element, play.element, closed);
  /** @type {"open" | "lost" | "refused" | "opening"} */
  let state = "opening";

  const bar = () => {
    const table = app.screen() === "table" ? app.table() : null;
    const host = app.hello()?.rights.host;
    const menu = h(
      "nav",
      { class: "menu", "aria-label": app.text("shell.menu") },
      host &&
        iconButton("plus", app.text("shell.new_game"), () => openNewGame(app), { class: "plain", key: "N" }),
      host && iconButton("list", app.text("shell.saved"), () => openSaved(app), { class: "plain library" }),
      host && iconButton("folder", app.text("shell.open"), () => openFile(app), { class: "plain library" }),
      iconButton("gear", app.text("shell.settings"), () => openSettings(app), { class: "plain" }),
      iconButton("help", app.text("shell.help"), () => openHelp(app), { class: "plain", key: "?" }),
    );
    const brand = h(
      "button",
      {
        type: "button",
        class: "brand plain",
        onclick: () => host && app.open(null),
        "aria-label": app.text("shell.home"),
      },
      logo(),
      h("span", { class: "word" }, "Quadriga"),
    );
    const title = h(
      "h1",
      { class: table ? "title" : "unseen" },
      table ? gameName(app, table.game, table.title) : "Quadriga",
    );
    fill(top, brand, title, menu);
    document.title = table ? `${gameName(app, table.game, table.title)} – Quadriga` : "Quadriga";
  };

  /** A guest whose table is gone, or a window without a token. */
  const shutOut = () =>
    state === "refused" || (app.hello()?.rights.host === false && app.screen() === "start");

  const banner = () => {
    offline.hidden = state !== "lost";
    fill(offline, icon("now"), h("span", {}, app.text("shell.offline")));
    closed.hidden = !shutOut();
    fill(closed, logo(), h("p", {}, app.text(state === "refused" ? "shell.no_right" : "shell.gone")));
  };

  const update = () => {
    const focused = top.contains(document.activeElement)
      ? [...top.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement))
      : -1;
    bar();
    if (focused >= 0) top.querySelectorAll("button")[focused]?.focus();
    banner();
    part("skip").textContent = app.text("shell.skip");
    const screen = shutOut() ? "closed" : app.screen();
    document.body.dataset.screen = screen;
    start.element.hidden = screen !== "start";
    play.element.hidden = screen !== "table";
  };
  app.onChange(update);

  return {
    /** @param {"open" | "lost" | "refused"} next */
    state(next) {
      if (state === "lost" && next === "open") app.notice(app.text("shell.online"), "good");
      state = next;
      update();
    },
  };
}
