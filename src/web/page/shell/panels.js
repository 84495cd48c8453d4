// The panels beside the board: Game, Analysis, Learn, Puzzles, Edit, as tabs. On a wide window the list of moves stands beside the analysis.
// Panels of other modules are mounted when they are first shown. Leaving Learn or Edit gives the board back to the game; an
// element that is shown or left is told by the events `panelshow` and `panelhide`.

import { fill, h } from "./dom.js";
import { createCourse } from "./course.js";
import { createControls } from "./controls.js";
import { mountPanel } from "./parts.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {"game" | "analysis" | "learn" | "puzzles" | "edit"} PanelName */

/** @type {{name: PanelName, mounts: string[]}[]} */
const PANELS = [
  { name: "game", mounts: [] },
  { name: "analysis", mounts: ["evaluation", "report"] },
  { name: "learn", mounts: ["tutorial"] },
  { name: "puzzles", mounts: ["puzzles"] },
  { name: "edit", mounts: ["editor"] },
];

/** Windows on which two panels have room beside the board. */
const WIDE = "(min-width: 85rem) and (min-aspect-ratio: 4/3)";

class Panels {
  /** @param {App} app @param {HTMLElement} status @param {{reclaim(): void}} stage */
  constructor(app, status, stage) {
    this.app = app;
    this.stage = stage;
    this.list = h("div", { role: "tablist" });
    this.element = h("div", { class: "panels" }, this.list);
    this.wide = matchMedia(WIDE);
    /** @type {PanelName} */
    this.chosen = "game";
    /** @type {Set<PanelName>} */
    this.mounted = new Set();
    this.tabs = PANELS.map(({ name }, index) => this.tab(name, index));
    const [game] = this.tabs;
    fill(game.panel, createCourse(app).element, createControls(app).element);
    this.element.insertBefore(status, game.panel);
    app.onChange(() => this.update());
    this.wide.addEventListener("change", () => this.update());
    this.update();
  }

  /** A tab and its panel. @param {PanelName} name @param {number} index */
  tab(name, index) {
    const tab = h("button", {
      type: "button",
      role: "tab",
      id: `tab-${name}`,
      "aria-controls": `panel-${name}`,
      onclick: () => this.choose(name),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.step(event, index),
    });
    const panel = h("section", {
      role: "tabpanel",
      id: `panel-${name}`,
      class: `panel ${name}`,
      "aria-labelledby": `tab-${name}`,
      tabindex: "-1",
    });
    this.list.append(tab);
    this.element.append(panel);
    return { name, tab, panel };
  }

  /** Arrow keys go from tab to tab. @param {KeyboardEvent} event @param {number} index */
  step(event, index) {
    const by = { ArrowLeft: -1, ArrowRight: 1, Home: -index, End: PANELS.length - 1 - index }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (index + by + PANELS.length) % PANELS.length;
    this.choose(PANELS[next].name);
    this.tabs[next].tab.focus();
  }

  /** @param {PanelName} name */
  panel(name) {
    return this.tabs.find((one) => one.name === name)?.panel;
  }

  /** @param {PanelName} name */
  mount(name) {
    if (this.mounted.has(name)) return;
    this.mounted.add(name);
    for (const part of PANELS.find((one) => one.name === name)?.mounts ?? []) {
      const place = h("div", { class: `part ${part}` });
      this.panel(name)?.append(place);
      void mountPanel(part, this.app, place);
    }
  }

  /** @param {PanelName} name */
  choose(name) {
    const left = this.chosen;
    this.chosen = name;
    if (left !== name) this.tell(left, "panelhide");
    if (name === "game" || name === "analysis") this.stage.reclaim();
    this.mount(name);
    this.update();
    if (left !== name) this.tell(name, "panelshow");
  }

  /** @param {PanelName} name @param {string} event */
  tell(name, event) {
    for (const part of this.panel(name)?.children ?? []) part.dispatchEvent(new CustomEvent(event));
  }

  update() {
    const { app, chosen } = this;
    const guest = app.program.hello()?.rights.host === false;
    const beside = chosen === "analysis" && this.wide.matches;
    this.element.classList.toggle("beside", beside);
    this.list.setAttribute("aria-label", app.text("shell.panels"));
    for (const { name, tab, panel } of this.tabs) {
      tab.textContent = app.text(`shell.tab.${name}`);
      tab.setAttribute("aria-selected", String(name === chosen));
      tab.tabIndex = name === chosen ? 0 : -1;
      panel.hidden = name !== chosen && !(beside && name === "game");
      const isHosts = name === "learn" || name === "puzzles" || name === "edit";
      tab.hidden = (guest && isHosts) || (name === "puzzles" && !app.program.has("puzzles"));
    }
  }
}

/** @param {App} app @param {HTMLElement} status @param {{reclaim(): void}} stage */
export function createPanels(app, status, stage) {
  return new Panels(app, status, stage);
}
