// The panels beside the board: Game, Analysis, Learn, Edit, as tabs. On a wide window the list of moves stands beside the analysis.
// Panels of other modules are mounted when they are first
// shown. Leaving Learn or Edit gives the board back to the game; an element that is shown or left is told by the events
// `panelshow` and `panelhide`.

import { fill, h } from "./dom.js";
import { createCourse } from "./course.js";
import { createControls } from "./controls.js";
import { mountPanel } from "./parts.js";

/** @typedef {import("../types.js").Shell} Shell */
/** @typedef {"game" | "analysis" | "learn" | "edit"} PanelName */

/** @type {{name: PanelName, mounts: string[]}[]} */
const PANELS = [
  { name: "game", mounts: [] },
  { name: "analysis", mounts: ["evaluation", "report"] },
  { name: "learn", mounts: ["tutorial"] },
  { name: "edit", mounts: ["editor"] },
];

/** Windows on which two panels have room beside the board. */
const WIDE = "(min-width: 85rem) and (min-aspect-ratio: 4/3)";

/**
 * @param {Shell} app
 * @param {HTMLElement} status
 * @param {{reclaim(): void}} stage
 */
export function createPanels(app, status, stage) {
  const list = h("div", { role: "tablist" });
  const element = h("div", { class: "panels" }, list);
  const wide = matchMedia(WIDE);
  const course = createCourse(app);
  const controls = createControls(app);
  /** @type {PanelName} */
  let chosen = "game";
  /** @type {Set<PanelName>} */
  const mounted = new Set();

  const tabs = PANELS.map(({ name }, index) => {
    const tab = h("button", {
      type: "button",
      role: "tab",
      id: `tab-${name}`,
      "aria-controls": `panel-${name}`,
      onclick: () => choose(name),
      onkeydown: (/** @type {KeyboardEvent} */ event) => step(event, index),
    });
    const panel = h("section", {
      role: "tabpanel",
      id: `panel-${name}`,
      class: `panel ${name}`,
      "aria-labelledby": `tab-${name}`,
      tabindex: "-1",
    });
    list.append(tab);
    element.append(panel);
    return { name, tab, panel };
  });
  fill(tabs[0].panel, course.element, controls.element);
  element.insertBefore(status, tabs[0].panel);

  /** @param {KeyboardEvent} event @param {number} index */
  const step = (event, index) => {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -index, End: PANELS.length - 1 - index }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (index + by + PANELS.length) % PANELS.length;
    choose(PANELS[next].name);
    tabs[next].tab.focus();
  };

  /** @param {PanelName} name */
  const mount = (name) => {
    if (mounted.has(name)) return;
    mounted.add(name);
    const panel = tabs.find((one) => one.name === name)?.panel;
    for (const part of PANELS.find((one) => one.name === name)?.mounts ?? []) {
      const place = h("div", { class: `part ${part}` });
      panel?.append(place);
      void mountPanel(part, app, place);
    }
  };

  /** @param {PanelName} name */
  const choose = (name) => {
    const left = chosen;
    chosen = name;
    if (left !== name) tell(left, "panelhide");
    if (name === "game" || name === "analysis") stage.reclaim();
    mount(name);
    update();
    if (left !== name) tell(name, "panelshow");
  };

  /** @param {PanelName} name @param {string} event */
  const tell = (name, event) => {
    const panel = tabs.find((one) => one.name === name)?.panel;
    for (const part of panel?.children ?? []) part.dispatchEvent(new CustomEvent(event));
  };

  const update = () => {
    const guest = app.hello()?.rights.host === false;
    const beside = chosen === "analysis" && wide.matches;
    element.classList.toggle("beside", beside);
    list.setAttribute("aria-label", app.text("shell.panels"));
    for (const { name, tab, panel } of tabs) {
      tab.textContent = app.text(`shell.tab.${name}`);
      tab.setAttribute("aria-selected", String(name === chosen));
      tab.tabIndex = name === chosen ? 0 : -1;
      panel.hidden = name !== chosen && !(beside && name === "game");
      tab.hidden = guest && (name === "learn" || name === "edit");
    }
  };
  app.onChange(update);
  wide.addEventListener("change", update);
  update();
  return { element, choose, chosen: () => chosen };
}
