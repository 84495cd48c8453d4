// The page begins here: it reads the address, connects, and puts the shell together. What every panel is given is `App` of
// types.d.ts. The page never decides what is legal and never changes a table by itself: it asks, and draws what the program
// pushes.

import { createConnection } from "./connection.js";
import { loadWords, setLanguage, text } from "./i18n.js";
import { createSettings } from "./settings.js";
import { bindArrival } from "./shell/arrival.js";
import { bindDrop } from "./shell/files.js";
import { createFrame } from "./shell/frame.js";
import { bindKeys } from "./shell/keys.js";
import { readGameLink, takeToken } from "./shell/link.js";
import { createNotices } from "./shell/notices.js";
import { loadSound } from "./shell/parts.js";
import { createPlay } from "./shell/play.js";
import { Program } from "./shell/program.js";
import { tellRefusal } from "./shell/refusals.js";
import { Screens } from "./shell/screens.js";
import { createStore } from "./shell/store.js";
import { openSocket, ownToken } from "./socket.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").Connection} Connection */
/** @typedef {import("./types.js").Refusal} Refusal */
/** @typedef {import("./types.js").Settings} Settings */
/** @typedef {ReturnType<typeof createStore>} Store */
/** @typedef {(name: string) => void} Sound */

/** Settings that show in every part of the page. */
const SHOWN = [
  "men",
  "coordinates",
  "numbers",
  "confirm",
  "by_target",
  "ahead",
  "mirrored",
  "depth",
  "animation",
  "sound",
];

/** Those who are told that something has changed: once for all changes of one turn of the event loop. */
class Changes {
  constructor() {
    /** @type {Set<() => void>} */
    this.listeners = new Set();
    this.scheduled = false;
  }

  tell() {
    if (this.scheduled) return;
    this.scheduled = true;
    queueMicrotask(() => {
      this.scheduled = false;
      for (const listener of [...this.listeners]) listener();
    });
  }

  /** @param {() => void} listener @returns {() => void} what ends it */
  listen(listener) {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  }
}

/** @param {Settings} settings */
function showAppearance(settings) {
  setLanguage(settings.get("language"));
  const theme = settings.get("theme");
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  document.documentElement.dataset.look = settings.get("look");
}

/**
 * What asks for a command, and turns a refusal into a notice.
 * @param {Connection} connection @param {Store} store @param {App["notices"]} notices @param {Sound} sound
 * @returns {App["run"]}
 */
function createRun(connection, store, notices, sound) {
  return async (command, fields = {}) => {
    const table = store.id();
    try {
      return await connection.ask(command, table && !("table" in fields) ? { table, ...fields } : fields);
    } catch (error) {
      const refusal = /** @type {Refusal} */ (error);
      if (refusal.code === "illegal") sound("illegal");
      if (refusal.code !== "lost") notices.show(tellRefusal(refusal), "bad");
      return undefined;
    }
  };
}

/**
 * Puts the parts of the page together; they are told of each other by what this returns.
 * @param {Connection} connection @param {Settings} settings @param {App["notices"]} notices @param {Sound} sound
 */
function assemble(connection, settings, notices, sound) {
  const changes = new Changes();
  const changed = () => changes.tell();
  const program = new Program(connection);
  /** @param {string} words */
  const giveUp = (words) => {
    notices.show(words, "bad");
    screens.go("start");
  };
  const store = createStore(connection, {
    changed: (event, before) => {
      screens.shown = "table";
      play.follow(event, before);
      changed();
    },
    gone: () => giveUp(text("shell.gone")),
    failed: (error) => giveUp(tellRefusal(error)),
  });
  const run = createRun(connection, store, notices, sound);
  const screens = new Screens(store, run, {
    changed,
    choose: (panel) => play.panels.choose(panel),
    leave: () => play.leave(),
  });
  /** @type {import("./types.js").ShownGame} */
  const game = {
    table: () => store.table(),
    viewed: () => store.viewed(),
    position: (node) => store.position(node),
    view(node) {
      const from = store.viewed();
      if (!store.view(node)) return;
      play.looked(from, node);
      changed();
    },
  };
  /** @type {import("./types.js").BoardPlace} */
  const board = {
    marks: (layer, marks) => play.stage.marks(layer, marks),
    borrow() {
      if (screens.now() !== "table") screens.go("table");
      return play.stage.borrow();
    },
    flip: () => play.flip(),
    mirror: () => settings.set("mirrored", !settings.get("mirrored")),
    bottom: () => play.bottom(),
    focus: () => play.stage.focus(),
  };
  const onChange = (/** @type {() => void} */ listener) => changes.listen(listener);
  /** @type {App} */
  const app = { connection, settings, program, game, board, screens, notices, text, sound, onChange, run };
  const play = createPlay(app, sound, changed);
  return { app, play, program, screens, store, changed };
}

/**
 * Follows the connection: joins the table of this window, or that of a guest, whenever it opens.
 * @param {ReturnType<typeof assemble>} parts
 * @param {ReturnType<typeof createFrame>} frame
 */
function followConnection({ app, program, screens, store, changed }, frame) {
  const { connection, notices, settings } = app;
  const setPace = () => program.setPace(settings.get("unhurried"));
  settings.on("unhurried", setPace);
  connection.on("notice", (message) => {
    if (message.table === store.id() || message.table === "")
      notices.show(tellRefusal({ code: message.code, message: message.text, file: message.file }), "bad");
  });
  connection.on("state", async (message) => {
    program.connected = message.state === "open";
    frame.state(message.state);
    if (!program.connected) return changed();
    const hello = /** @type {import("./types.js").Hello} */ (message.hello);
    program.greeting = hello;
    setPace();
    await program.askGames();
    const { host, table } = hello.rights;
    if (!host && table && store.id() !== table) screens.open(table);
    else if (store.id()) {
      screens.shown = "table";
      await store.join();
    }
    await openLink(app);
    changed();
  });
}

/** A token in the address connects anew; a game in the address becomes a table. @param {App} app */
async function openLink({ connection, program, screens }) {
  if (new URLSearchParams(location.hash.slice(1)).has("k")) {
    takeToken();
    connection.start();
    return;
  }
  const game = readGameLink();
  if (game && program.hello()?.rights.host && program.online()) await screens.create(game);
}

async function boot() {
  const settings = createSettings();
  showAppearance(settings);
  await loadWords();
  takeToken();
  const connection = createConnection(openSocket, ownToken);
  const notices = createNotices(
    /** @type {HTMLElement} */ (document.getElementById("notices")),
    /** @type {HTMLElement} */ (document.getElementById("spoken")),
  );
  const parts = assemble(connection, settings, notices, await loadSound(settings));
  const { app, changed } = parts;
  const frame = createFrame(app, parts.play);
  bindKeys(app);
  bindDrop(app);
  bindArrival(app);
  for (const name of ["language", "theme", "look"]) {
    settings.on(name, () => {
      showAppearance(settings);
      changed();
    });
  }
  for (const name of SHOWN) settings.on(name, changed);
  followConnection(parts, frame);
  window.addEventListener("hashchange", () => openLink(app));
  connection.start();
  changed();
}

void boot();
