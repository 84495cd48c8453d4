// Saving what is on the table: the record in a file format, the picture of the position, a link with the whole game. Files are
// handed to the browser as downloads; nothing leaves the machine.

import { h, iconButton } from "./dom.js";
import { field, openDialog } from "./dialog.js";
import { gameLink } from "./link.js";
import { pathTo } from "./tree.js";
import { infoOf } from "./games.js";

/** @typedef {import("../types.js").App} App */

/** Width of pictures, in px. */
const WIDTH = 1200;

/** @param {string} name @param {Blob} blob */
export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** @param {App} app @param {string} format */
async function saveAs(app, format) {
  const ok = await app.run("save", { format });
  if (!ok) return;
  download(ok.name, new Blob([ok.text], { type: "text/plain;charset=utf-8" }));
  for (const note of ok.notes ?? []) app.notices.show(note);
}

/** @param {App} app @returns {Promise<string | undefined>} */
async function drawing(app) {
  return (await app.run("picture", { node: app.game.viewed(), width: WIDTH, turn: 0 }))?.svg;
}

/** @param {App} app */
async function savePicture(app) {
  const svg = await drawing(app);
  if (svg) download(`${app.game.table()?.game ?? "board"}.svg`, new Blob([svg], { type: "image/svg+xml" }));
}

/** The drawing as PNG, painted by the browser. @param {App} app */
async function savePng(app) {
  const svg = await drawing(app);
  if (!svg) return;
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  try {
    await image.decode();
  } catch {
    app.notices.show(app.text("dialogs.no_picture"), "bad");
    return;
  }
  const canvas = h("canvas", {
    width: WIDTH,
    height: Math.round((WIDTH * image.naturalHeight) / image.naturalWidth),
  });
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  canvas.toBlob((blob) => {
    if (blob) download(`${app.game.table()?.game ?? "board"}.png`, blob);
  }, "image/png");
}

/**
 * A text that can be copied.
 * @param {App} app @param {string} label @param {string} text @param {string} [help]
 */
export function copyField(app, label, text, help) {
  const input = h("input", {
    type: "text",
    readonly: true,
    value: text,
    class: "mono small",
    onfocus: () => input.select(),
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      app.notices.show(app.text("dialogs.copied"), "good");
    } catch {
      input.select();
      app.notices.show(app.text("dialogs.copy_by_hand"));
    }
  };
  const whole = field(label, input, help);
  const line = h("div", { class: "copy" });
  input.replaceWith(line);
  line.append(
    input,
    iconButton("link", app.text("dialogs.copy"), () => void copy()),
  );
  return whole;
}

/** @param {App} app */
export function openSave(app) {
  const table = app.game.table();
  if (!table) return;
  const moves = pathTo(table, app.game.viewed()).map((node) => node.move);
  openDialog(app, {
    title: app.text("shell.save"),
    body: () => [
      h(
        "section",
        { class: "group" },
        h("h3", {}, app.text("dialogs.record")),
        h("p", { class: "small soft" }, app.text("dialogs.record_help")),
        h(
          "div",
          { class: "row" },
          (infoOf(app, table.game)?.formats ?? ["text"]).map((format) =>
            iconButton("save", app.text(`dialogs.format.${format}`), () => void saveAs(app, format)),
          ),
        ),
      ),
      h(
        "section",
        { class: "group" },
        h("h3", {}, app.text("dialogs.picture")),
        h(
          "div",
          { class: "row" },
          iconButton("picture", "SVG", () => void savePicture(app)),
          iconButton("picture", "PNG", () => void savePng(app)),
        ),
      ),
      h(
        "section",
        { class: "group" },
        copyField(app, app.text("dialogs.link"), gameLink(table, moves), app.text("dialogs.link_help")),
        copyField(app, app.text("dialogs.position"), table.position.fen),
      ),
    ],
  });
}
