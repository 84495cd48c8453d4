// The parts of the page that are not the shell: boards, panels, sounds. They are loaded when they are first needed, and the page
// works without a part that cannot be loaded.

import { text } from "../i18n.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").BoardView} BoardView */
/** @typedef {import("../types.js").ViewEvents} ViewEvents */

/** What mounts each panel. @type {Record<string, () => Promise<(app: App, element: HTMLElement) => void>>} */
const PANELS = {
  bar: async () => (await import("../study/evaluation.js")).mountBar,
  evaluation: async () => (await import("../study/evaluation.js")).mount,
  report: async () => (await import("../study/report.js")).mount,
  editor: async () => (await import("../study/editor.js")).mount,
  puzzles: async () => (await import("../puzzles/puzzles.js")).mount,
  tutorial: async () => (await import("../tutorial/tutorial.js")).mount,
};

/**
 * @param {"flat" | "depth"} kind
 * @param {HTMLElement} container
 * @param {ViewEvents} events
 * @returns {Promise<BoardView>}
 */
export async function createBoardView(kind, container, events) {
  if (kind === "depth") {
    const { createDepth } = await import("../depth/depth.js");
    return createDepth(container, events, text);
  }
  const { createBoard } = await import("../board/board.js");
  return createBoard(container, events, text);
}

/**
 * Mounts a panel into an element; nothing where it cannot be loaded.
 * @param {string} name
 * @param {App} app
 * @param {HTMLElement} element
 */
export async function mountPanel(name, app, element) {
  try {
    const mount = await PANELS[name]();
    mount(app, element);
  } catch (error) {
    console.warn(`the panel '${name}' is not there`, error);
    element.hidden = true;
  }
}

/**
 * @param {import("../types.js").Settings} settings
 * @returns {Promise<(name: string) => void>}
 */
export async function loadSound(settings) {
  try {
    const { createSound } = await import("../sound.js");
    return createSound(settings);
  } catch {
    return () => {};
  }
}
