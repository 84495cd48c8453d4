// The dialog of the settings. Every choice is effective at once and remembered.

import { h } from "./dom.js";
import { check, field, openDialog, segments } from "./dialog.js";

/** @typedef {import("../types.js").Shell} Shell */

/** @param {Shell} app */
export function openSettings(app) {
  const { settings, text } = app;
  const choice = (/** @type {string} */ name, /** @type {string[]} */ values) =>
    segments(
      text(`dialogs.set.${name}`),
      name,
      values.map((value) => ({ value, label: text(`dialogs.set.${name}.${value}`) })),
      settings.get(name),
      (value) => {
        settings.set(name, value);
        if (name === "language") {
          close();
          openSettings(app);
        }
      },
    );
  const box = (/** @type {string} */ name) =>
    check(text(`dialogs.set.${name}`), !!settings.get(name), (value) => settings.set(name, value));
  const volume = h("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.05,
    value: String(settings.get("volume")),
  });
  volume.addEventListener("input", () => settings.set("volume", Number(volume.value)));
  volume.addEventListener("change", () => app.sound("move"));
  const name = h("input", {
    type: "text",
    maxlength: 40,
    value: settings.get("name"),
    autocomplete: "nickname",
  });
  name.addEventListener("change", () => {
    settings.set("name", name.value.trim());
    if (app.table()) void app.run("name", { text: name.value.trim() });
  });
  const close = openDialog(app, {
    title: text("shell.settings"),
    body: () => [
      h(
        "section",
        { class: "group" },
        choice("language", ["auto", "en", "zh"]),
        choice("theme", ["auto", "light", "dark"]),
        field(text("dialogs.set.name"), name),
      ),
      h(
        "section",
        { class: "group" },
        h("h3", {}, text("shell.board")),
        box("coordinates"),
        box("numbers"),
        box("mirrored"),
        box("animation"),
        box("unhurried"),
        choice("confirm", ["auto", "on", "off"]),
      ),
      h(
        "section",
        { class: "group" },
        h("h3", {}, text("dialogs.sounds")),
        box("sound"),
        field(text("dialogs.set.volume"), volume),
      ),
      h(
        "section",
        { class: "group" },
        h("h3", {}, text("shell.tab.analysis")),
        box("evaluation"),
        box("evaluation_while_playing"),
        choice("warn", ["off", "blunder", "mistake"]),
      ),
    ],
  });
}
