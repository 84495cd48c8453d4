// The dialog of the settings. Every choice is effective at once and remembered.

import { MEN_SETS } from "../board/men.js";
import { h } from "./dom.js";
import { check, field, openDialog, segments } from "./dialog.js";
import { infoOf } from "./games.js";
import { MEN_GAME, familyPicture, menPicture } from "./pictures.js";

/** @typedef {import("../types.js").App} App */

/** The looks of board/looks.css. */
const LOOKS = ["wood", "walnut", "paper", "cloth", "slate", "contrast"];

class SettingsDialog {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.text = app.text;
    this.close = () => {};
  }

  /** One of a few values. @param {string} name @param {string[]} values @param {(value: any) => Node} [picture] */
  choice(name, values, picture) {
    const { settings } = this.app;
    const choices = values.map((value) => ({
      value,
      label: this.text(`dialogs.set.${name}.${value}`),
      picture: picture?.(value),
    }));
    return segments(this.text(`dialogs.set.${name}`), name, choices, settings.get(name), (value) => {
      settings.set(name, value);
      if (name !== "language") return;
      this.close();
      openSettings(this.app);
    });
  }

  /** On or off. @param {string} name */
  box(name) {
    const { settings } = this.app;
    return check(this.text(`dialogs.set.${name}`), !!settings.get(name), (value) =>
      settings.set(name, value),
    );
  }

  /** Looks of boards and sets of men, each with its picture. */
  appearance() {
    const colours = infoOf(this.app, MEN_GAME)?.colours ?? [];
    const board = (/** @type {string} */ look) =>
      h("span", { "data-look": look, class: "picture" }, familyPicture(MEN_GAME, colours));
    return colours.length === 0
      ? []
      : [this.choice("look", LOOKS, board), this.choice("men", MEN_SETS, (set) => menPicture(set, colours))];
  }

  volume() {
    const { settings } = this.app;
    const value = String(settings.get("volume"));
    const volume = h("input", { type: "range", min: 0, max: 1, step: 0.05, value });
    volume.addEventListener("input", () => settings.set("volume", Number(volume.value)));
    volume.addEventListener("change", () => this.app.sound("move"));
    return field(this.text("dialogs.set.volume"), volume);
  }

  /** The name of the person, here and at the table. */
  name() {
    const { app } = this;
    const value = app.settings.get("name");
    const name = h("input", { type: "text", maxlength: 40, value, autocomplete: "nickname" });
    name.addEventListener("change", () => {
      app.settings.set("name", name.value.trim());
      if (app.game.table()) void app.run("name", { text: name.value.trim() });
    });
    return field(this.text("dialogs.set.name"), name);
  }

  /** @param {string | null} heading @param {...HTMLElement} controls */
  group(heading, ...controls) {
    return h("section", { class: "group" }, heading && h("h3", {}, this.text(heading)), controls);
  }

  open() {
    const boxes = (/** @type {string[]} */ ...names) => names.map((name) => this.box(name));
    this.close = openDialog(this.app, {
      title: this.text("shell.settings"),
      body: () => [
        this.group(
          null,
          this.choice("language", ["auto", "en", "zh"]),
          this.choice("theme", ["auto", "light", "dark"]),
          this.name(),
        ),
        this.group(
          "shell.board",
          ...this.appearance(),
          ...boxes("coordinates", "numbers", "mirrored", "animation", "unhurried", "by_target", "ahead"),
          this.choice("confirm", ["auto", "on", "off"]),
        ),
        this.group("dialogs.sounds", this.box("sound"), this.volume()),
        this.group(
          "shell.tab.analysis",
          ...boxes("evaluation", "evaluation_while_playing"),
          this.choice("warn", ["off", "blunder", "mistake"]),
          h("p", { class: "small soft" }, this.text("dialogs.set.warn.help")),
        ),
      ],
    });
  }
}

/** @param {App} app */
export function openSettings(app) {
  new SettingsDialog(app).open();
}
