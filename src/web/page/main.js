// The page begins here: it reads the address, connects, and puts the shell together. What it gives to every panel is `App` of
// types.d.ts; the modules of the shell know a little more (`Shell`). The page never decides what is legal and never changes a
// table by itself: it asks, and draws what the program pushes.

import { createConnection } from "./connection.js";
import { openSocket, ownToken } from "./socket.js";
import { createSettings } from "./settings.js";
import { loadWords, setLanguage, text } from "./i18n.js";
import { createStore } from "./shell/store.js";
import { createNotices } from "./shell/notices.js";
import { createFrame } from "./shell/frame.js";
import { createPlay } from "./shell/play.js";
import { takeToken, readGameLink } from "./shell/link.js";
import { bindKeys } from "./shell/keys.js";
import { bindDrop } from "./shell/files.js";
import { loadSound } from "./shell/parts.js";
import { tellRefusal } from "./shell/refusals.js";

/** @typedef {import("./types.js").Shell} Shell */
/** @typedef {import("./types.js").Hello} Hello */

const settings = createSettings();
/** @type {Set<() => void>} */
const listeners = new Set();
/** @type {Hello | null} */
let hello = null;
/** @type {import("./types.js").GameInfo[]} */
let games = [];
/** @type {"start" | "table"} */
let screen = "start";
let online = false;
let scheduled = false;

/** Listeners are called once for all changes of one turn of the event loop. */
function changed() {
  if (scheduled) return;
  scheduled = true;
  queueMicrotask(() => {
    scheduled = false;
    for (const listener of [...listeners]) listener();
  });
}

function showAppearance() {
  setLanguage(settings.get("language"));
  const theme = settings.get("theme");
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

async function boot() {
  showAppearance();
  await loadWords();
  takeToken();
  const connection = /** @type {import("./types.js").Connection} */ (createConnection(openSocket, ownToken));
  const notices = createNotices(
    /** @type {HTMLElement} */ (document.getElementById("notices")),
    /** @type {HTMLElement} */ (document.getElementById("spoken")),
  );
  const sound = await loadSound(settings);

  const store = createStore(connection, {
    changed: (event, before) => {
      screen = "table";
      play.follow(event, before);
      changed();
    },
    gone: () => {
      notices.show(text("shell.gone"), "bad");
      app.go("start");
    },
    failed: (error) => {
      notices.show(tellRefusal(error), "bad");
      app.go("start");
    },
  });

  /** @type {Shell} */
  const app = {
    connection,
    settings,
    text,
    table: store.table,
    viewed: store.viewed,
    view(node) {
      const from = store.viewed();
      if (!store.view(node)) return;
      play.looked(from, node);
      changed();
    },
    position: store.position,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    marks: (layer, marks) => play.stage.marks(layer, marks),
    notice: notices.show,
    say: notices.say,
    async run(command, fields = {}) {
      const table = store.id();
      try {
        return await connection.ask(command, table && !("table" in fields) ? { table, ...fields } : fields);
      } catch (error) {
        const refusal = /** @type {import("./types.js").Refusal} */ (error);
        if (refusal.code === "illegal") sound("illegal");
        if (refusal.code !== "lost") notices.show(tellRefusal(refusal), "bad");
        return undefined;
      }
    },
    open(table) {
      play.leave();
      store.open(table);
      app.go(table ? "table" : "start");
    },
    borrowBoard() {
      if (screen !== "table") app.go("table");
      return play.stage.borrow();
    },
    sound: /** @type {Shell["sound"]} */ (sound),
    has: (command) => !hello?.missing?.includes(command),
    hello: () => hello,
    games: () => games,
    online: () => online,
    screen: () => screen,
    go(next, panel) {
      screen = next;
      if (next === "start" && store.id()) store.open(null);
      if (panel) play.panels.choose(panel);
      changed();
    },
    async create(game) {
      const made = await app.run("create", game);
      if (made) app.open(made.table);
    },
    flip: () => play.flip(),
    mirror: () => settings.set("mirrored", !settings.get("mirrored")),
    bottom: () => play.bottom(),
    focusBoard: () => play.stage.focus(),
  };

  if (store.id()) screen = "table";
  const play = createPlay(app, sound, changed);
  const frame = createFrame(app, play);
  bindKeys(app);
  bindDrop(app);

  for (const name of ["language", "theme"]) {
    settings.on(name, () => {
      showAppearance();
      changed();
    });
  }
  for (const name of ["coordinates", "numbers", "confirm", "mirrored", "depth", "animation", "sound"])
    settings.on(name, changed);
  const setPace = () => {
    if (hello?.rights.host)
      connection.ask("answer_time", { unhurried: settings.get("unhurried") }).catch(() => {});
  };
  settings.on("unhurried", setPace);
  window.addEventListener("hashchange", () => openLink(app, connection));

  connection.on("notice", (message) => {
    if (message.table === store.id() || message.table === "")
      notices.show(tellRefusal({ code: message.code, message: message.text }), "bad");
  });
  connection.on("state", async (message) => {
    online = message.state === "open";
    frame.state(message.state);
    if (!online) return changed();
    hello = /** @type {Hello} */ (message.hello);
    setPace();
    if (games.length === 0) games = (await connection.ask("games").catch(() => ({ games: [] }))).games;
    if (!hello.rights.host && hello.rights.table && store.id() !== hello.rights.table)
      app.open(hello.rights.table);
    else if (store.id()) {
      screen = "table";
      await store.join();
    }
    await openLink(app, connection);
    changed();
  });
  /** @type {any} */ (connection).start();
  changed();
}

/**
 * A token in the address connects anew; a game in the address becomes a table.
 * @param {Shell} app
 * @param {any} connection
 */
async function openLink(app, connection) {
  if (new URLSearchParams(location.hash.slice(1)).has("k")) {
    takeToken();
    connection.start();
    return;
  }
  const game = readGameLink();
  if (game && hello?.rights.host && online) await app.create(game);
}

void boot();
