// The parts of the page that are not the shell: boards, panels, sounds. They are loaded when they are first needed, and the page
// works without a part that cannot be loaded.

import { text } from "../i18n.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").BoardView} BoardView */
/** @typedef {import("../types.js").BoardEvents} BoardEvents */

/** @type {Record<string, () => Promise<any>>} */
const PANELS = {
  evaluation: () => import("../study/evaluation.js"),
  report: () => import("../study/report.js"),
  editor: () => import("../study/editor.js"),
  tutorial: () => import("../tutorial/tutorial.js"),
};

/**
 * @param {"flat" | "depth"} kind
 * @param {HTMLElement} container
 * @param {BoardEvents} events
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
    const part = await PANELS[name]();
    part.mount(app, element);
  } catch (error) {
    console.warn(`the panel '${name}' is not there`, error);
    element.hidden = true;
  }
}

/**
 * Mounts the evaluation bar, and with it what the key `e` does.
 * @param {App} app
 * @param {HTMLElement} element
 */
export async function mountBar(app, element) {
  try {
    (await import("../study/bar.js")).mountBar(app, element);
  } catch (error) {
    console.warn("the evaluation bar is not there", error);
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
