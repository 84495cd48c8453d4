// The course of the game: moves numbered as the game's players do, with their marks, those of mistakes where these were looked
// for, and comments; variations as indented lines below the move that they replace. Every move is a button that shows its position.

import { fill, h } from "./dom.js";
import { MARK_NAMES, judgementsOf } from "./judgements.js";
import { numbering } from "./numbering.js";
import { childrenOf, mainChildren } from "./tree.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Node} GameNode */

/** Variations are indented as deep as this; deeper ones stay at this depth. */
const DEEPEST = 4;
/** Signs of numeric glyphs, from the first player's view; others are shown by their number. @type {Record<number, string>} */
const GLYPHS = {
  7: "□",
  10: "=",
  13: "∞",
  14: "+/=",
  15: "=/+",
  16: "±",
  17: "∓",
  18: "+−",
  19: "−+",
  36: "↑",
  40: "→",
  132: "⇆",
  146: "N",
};
/** Moves up to this length stay on one line; a long row of hops may break. */
const SHORT = 8;

/** @typedef {(ply: number, first: boolean) => string} Label */

class Course {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.lines = h("div", { class: "moves" });
    this.title = h("h2", { class: "unseen" });
    this.empty = h("p", { class: "soft small none" });
    this.element = h("div", { class: "course" }, this.title, this.empty, this.lines);
    this.judgements = judgementsOf(app);
    /** @type {Map<number, HTMLElement>} */
    this.buttons = new Map();
    /** What is drawn; walking through it only moves the mark. */
    this.drawn = "";
    /** @type {Map<number, GameNode[]>} */
    this.children = new Map();
    /** @type {Label} */
    this.label = () => "";
    app.onChange(() => this.update());
    this.judgements.onChange(() => this.update());
  }

  /** @param {GameNode} node @param {string} label */
  moveButton(node, label) {
    const { app } = this;
    const mark = this.judgements.markOf(node.id);
    const name = MARK_NAMES[mark];
    const own = (node.marks ?? []).filter((sign) => sign !== mark);
    const signs = [...own, ...(node.glyphs ?? []).map((glyph) => GLYPHS[glyph] ?? `$${glyph}`)].join(" ");
    const button = h(
      "button",
      { type: "button", class: "move plain", "data-node": node.id, onclick: () => app.game.view(node.id) },
      label ? h("span", { class: "number soft" }, label) : null,
      h("span", { class: node.move.length <= SHORT ? "text short" : "text" }, node.move),
      name ? h("span", { class: `report-mark ${name}`, title: app.text(`study.${name}`) }, mark) : null,
      signs ? h("span", { class: "signs" }, signs) : null,
    );
    this.buttons.set(node.id, button);
    return button;
  }

  /** Comments, each as a text of its own. @param {string[] | undefined} texts @returns {Node[]} */
  comments(texts) {
    return (texts ?? []).map((text) => h("p", { class: "comment" }, text));
  }

  /** @param {Table} table */
  draw(table) {
    const { label, columns, before } = numbering(table);
    this.children = childrenOf(table);
    this.label = label;
    this.buttons = new Map();
    this.lines.dataset.columns = String(columns);
    fill(this.lines, this.comments(table.start?.comments), this.trunk(mainChildren(table), before));
  }

  /**
   * The main line; comments and variations interrupt its grid.
   * @param {Map<number, GameNode>} main
   * @param {number} before empty places of the first round
   */
  trunk(main, before) {
    /** @type {Node[]} */
    const parts = [];
    let grid = h("div", { class: "line main" });
    if (main.get(0)) grid.append(...Array.from({ length: before }, () => h("span", {})));
    parts.push(grid);
    let first = true;
    const interrupt = (/** @type {Node[]} */ between) => {
      if (between.length === 0) return;
      grid = h("div", { class: "line main" });
      parts.push(...between, grid);
      first = true;
    };
    let ply = 0;
    for (let node = main.get(0); node; node = main.get(node.id)) {
      interrupt(this.comments(node.before));
      grid.append(this.moveButton(node, this.label(ply, first || ply === 0)));
      first = false;
      const others = (this.children.get(node.parent) ?? []).filter((one) => one !== node);
      const lines = others.flatMap((other) => this.branch(other, ply, 1));
      interrupt([...this.comments(node.comments), ...lines]);
      ply += 1;
    }
    return parts.filter((part) => part.childNodes.length > 0);
  }

  /**
   * A variation: its moves in a row, and its own variations below.
   * @param {GameNode} start @param {number} from ply @param {number} depth
   * @returns {Node[]}
   */
  branch(start, from, depth) {
    const row = h("div", {
      class: `line branch depth-${Math.min(depth, DEEPEST)}`,
      role: "group",
      "aria-label": this.app.text("shell.variation"),
    });
    /** @type {Node[]} */
    const below = [];
    /** @type {GameNode | undefined} */
    let node = start;
    let first = true;
    for (let ply = from; node; ply += 1) {
      row.append(
        ...this.comments(node.before),
        this.moveButton(node, this.label(ply, first)),
        ...this.comments(node.comments),
      );
      first = !!node.comments?.length;
      const next = /** @type {GameNode[]} */ (this.children.get(node.id) ?? []);
      for (const other of next.slice(1)) below.push(...this.branch(other, ply + 1, depth + 1));
      node = next[0];
    }
    return [row, ...below];
  }

  /** Marks the move that is looked at, and scrolls to it. */
  mark() {
    const { lines, buttons } = this;
    const { game } = this.app;
    const current = game.table()?.current;
    for (const [id, button] of buttons) {
      if (id === game.viewed()) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      button.classList.toggle("now", id === current);
    }
    const at = buttons.get(game.viewed());
    if (at && lines.scrollHeight > lines.clientHeight) {
      const top = at.offsetTop - lines.offsetTop;
      if (top < lines.scrollTop || top + at.offsetHeight > lines.scrollTop + lines.clientHeight)
        lines.scrollTop = top - lines.clientHeight / 2;
    } else if (game.viewed() === 0) lines.scrollTop = 0;
  }

  update() {
    const { app, empty } = this;
    const table = app.game.table();
    this.title.textContent = app.text("shell.course");
    empty.textContent = app.text(table ? "shell.no_moves" : "shell.no_table");
    empty.hidden = !!table && (table.nodes.length > 0 || !!table.start);
    this.lines.hidden = !empty.hidden;
    if (!table) return;
    const judged = [...this.judgements.judged.values()];
    const marks = judged.map(({ node, mark }) => (mark ? `${node}${mark}` : "")).join("");
    // Events that are not recorded have no number, and change nothing here.
    const key = `${table.id} ${table.n} ${marks} ${document.documentElement.lang}`;
    if (key !== this.drawn) this.draw(table);
    this.drawn = key;
    this.mark();
  }
}

/** @param {App} app */
export function createCourse(app) {
  return new Course(app);
}
