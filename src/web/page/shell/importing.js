// Sends a file of games to the program, in parts that fit its messages, and shows how far it is read. Reading can be stopped;
// games that were read stay.

import { h } from "./dom.js";
import { openDialog } from "./dialog.js";
import { countText } from "../library/saved_game.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {{text: string} | {bytes: string}} Content text, or a character for each byte */

/** A file that the program takes, in bytes. */
export const MOST_BYTES = 16 << 20;
/** Characters of a part: as JSON each has at most six bytes, and a message at most 1 MiB. */
const PART = 160000;
/** Bytes that become characters at a time. */
const CHUNK = 8192;
/** A file that is read within this time needs no dialog, in ms. */
const PATIENCE = 400;

/** @param {File} file @returns {Promise<Content>} */
export async function contentOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return bytes.every((byte) => byte < 128) ? { text } : { bytes: text };
}

/** Parts of a text; a character of two units is not split. @param {string} text */
export function partsOf(text, length = PART) {
  const parts = [];
  for (let at = 0; at < text.length || parts.length === 0; ) {
    const last = text.charCodeAt(at + length - 1);
    const end = at + length - (last >= 0xd800 && last < 0xdc00 ? 1 : 0);
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}

/** The dialog that shows how far a file is read. */
class Progress {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.bar = h("progress", { max: 1, "aria-label": app.text("library.importing") });
    this.words = h("p", { role: "status" }, app.text("library.sending"));
    /** @type {() => void} */
    this.close = () => {};
    this.ended = false;
    this.stopped = false;
    this.timer = window.setTimeout(() => this.open(), PATIENCE);
    this.unlisten = app.connection.on("loading", ({ games, share }) => {
      this.bar.value = share;
      this.words.textContent = app.text("library.games_so_far", { count: countText(games) });
    });
  }

  open() {
    const { app } = this;
    this.close = openDialog(app, {
      title: app.text("library.importing"),
      size: "narrow",
      body: () => [this.bar, this.words],
      footer: (close) => [h("button", { type: "button", onclick: close }, app.text("library.stop"))],
      closed: () => {
        if (!this.ended) this.stop();
      },
    });
  }

  stop() {
    this.stopped = true;
    this.app.connection.ask("stop_load").catch(() => {});
  }

  end() {
    this.ended = true;
    window.clearTimeout(this.timer);
    this.unlisten();
    this.close();
  }
}

/**
 * The answer of the program to the whole file; undefined if it is refused, or stopped while it is sent.
 * @param {App} app
 * @param {{format: string | null, name: string, game: string | null}} file
 * @param {Content} content
 */
export async function importGames(app, file, content) {
  const [kind, whole] = Object.entries(content)[0];
  const parts = partsOf(whole);
  const progress = new Progress(app);
  try {
    for (const [part, some] of parts.entries()) {
      const more = part < parts.length - 1;
      const ok = await app.run("load", { ...file, [kind]: some, part, more });
      if (!ok || !more) return ok;
      if (progress.stopped) return undefined;
    }
  } finally {
    progress.end();
  }
}
