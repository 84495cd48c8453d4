// The dialog that lists the keys; docs/board.md has the same list.

import { h } from "./dom.js";
import { openDialog } from "./dialog.js";

/** Keys and the text of what they do. @type {[string[], string][]} */
const KEYS = [
  [["Tab"], "tab"],
  [["↑", "↓", "←", "→"], "arrows"],
  [["Enter"], "enter"],
  [["B"], "board"],
  [["←", "→"], "walk"],
  [["Home", "End"], "ends"],
  [["↑", "↓"], "variations"],
  [["Ctrl+Z", "Ctrl+Y"], "undo"],
  [["C"], "comment"],
  [["Del"], "remove"],
  [["H"], "hint"],
  [["Space"], "now"],
  [["F"], "flip"],
  [["E"], "evaluation"],
  [["N"], "new"],
  [["M"], "mute"],
  [["Esc"], "escape"],
  [["?"], "help"],
];

/** @param {import("../types.js").App} app */
export function openHelp(app) {
  const version = app.program.hello()?.version;
  openDialog(app, {
    title: app.text("shell.help"),
    body: () => [
      h("h3", {}, app.text("dialogs.keys")),
      h(
        "dl",
        { class: "keys" },
        KEYS.flatMap(([keys, name]) => [
          h(
            "dt",
            {},
            keys.flatMap((key, index) => [index ? " " : "", h("kbd", {}, key)]),
          ),
          h("dd", {}, app.text(`dialogs.key.${name}`)),
        ]),
      ),
      h("p", { class: "small soft" }, app.text("dialogs.scores_note")),
      h("p", { class: "small soft" }, app.text("dialogs.help_note")),
      version ? h("p", { class: "small soft" }, `Quadriga ${version}`) : null,
    ],
  });
}
