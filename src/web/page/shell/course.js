// The course of the game: moves numbered as the game's players do, with the marks of mistakes where these were looked for, and
// variations as indented lines below the move that they replace. Every move is a button that shows its position.

import { fill, h } from "./dom.js";
import { MARK_NAMES, judgementsOf } from "./judgements.js";
import { numbering } from "./numbering.js";
import { childrenOf, mainChildren } from "./tree.js";

/** @typedef {import("../types.js").Shell} Shell */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Node} GameNode */

/** Variations are indented as deep as this; deeper ones stay at this depth. */
const DEEPEST = 4;

/** @param {Shell} app */
export function createCourse(app) {
  const lines = h("div", { class: "moves" });
  const title = h("h2", { class: "unseen" });
  const empty = h("p", { class: "soft small none" });
  const element = h("div", { class: "course" }, title, empty, lines);
  const judgements = judgementsOf(app);
  /** @type {Map<number, HTMLElement>} */
  let buttons = new Map();
  /** What is drawn; walking through it only moves the mark. */
  let drawn = "";

  /** @param {GameNode} node @param {string} label */
  const moveButton = (node, label) => {
    const mark = judgements.markOf(node.id);
    const name = MARK_NAMES[mark];
    const button = h(
      "button",
      { type: "button", class: "move plain", "data-node": node.id, onclick: () => app.view(node.id) },
      label ? h("span", { class: "number soft" }, label) : null,
      h("span", { class: "text" }, node.move),
      name ? h("span", { class: `report-mark ${name}`, title: app.text(`study.${name}`) }, mark) : null,
    );
    buttons.set(node.id, button);
    return button;
  };

  /** @param {Table} table */
  const draw = (table) => {
    const children = childrenOf(table);
    const main = mainChildren(table);
    const { label, columns, before } = numbering(table);
    buttons = new Map();
    lines.dataset.columns = String(columns);
    fill(lines, trunk(children, main, label, before));
  };

  /**
   * The main line; a variation interrupts its grid.
   * @param {Map<number, GameNode[]>} children @param {Map<number, GameNode>} main @param {(ply: number, first: boolean) => string} label
   * @param {number} before empty places of the first round
   */
  const trunk = (children, main, label, before) => {
    /** @type {Node[]} */
    const parts = [];
    let grid = h("div", { class: "line main" });
    if (main.get(0)) grid.append(...Array.from({ length: before }, () => h("span", {})));
    parts.push(grid);
    let ply = 0;
    let first = true;
    for (let node = main.get(0); node; node = main.get(node.id)) {
      grid.append(moveButton(node, label(ply, first || ply === 0)));
      const others = (children.get(node.parent) ?? []).filter((one) => one !== node);
      first = others.length > 0;
      for (const other of others) parts.push(...branch(other, ply, 1, children, label));
      if (first) {
        grid = h("div", { class: "line main" });
        parts.push(grid);
      }
      ply += 1;
    }
    return parts.filter((part) => part.childNodes.length > 0);
  };

  /**
   * A variation: its moves in a row, and its own variations below.
   * @param {GameNode} start @param {number} from ply @param {number} depth
   * @param {Map<number, GameNode[]>} children @param {(ply: number, first: boolean) => string} label
   * @returns {Node[]}
   */
  const branch = (start, from, depth, children, label) => {
    const row = h("div", {
      class: `line branch depth-${Math.min(depth, DEEPEST)}`,
      role: "group",
      "aria-label": app.text("shell.variation"),
    });
    /** @type {Node[]} */
    const below = [];
    /** @type {GameNode | undefined} */
    let node = start;
    for (let ply = from; node; ply += 1) {
      row.append(moveButton(node, label(ply, ply === from)));
      const next = /** @type {GameNode[]} */ (children.get(node.id) ?? []);
      for (const other of next.slice(0, -1))
        below.push(...branch(other, ply + 1, depth + 1, children, label));
      node = next[next.length - 1];
    }
    return [row, ...below];
  };

  const mark = () => {
    const table = app.table();
    for (const [id, button] of buttons) {
      if (id === app.viewed()) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      button.classList.toggle("now", id === table?.current);
    }
    const at = buttons.get(app.viewed());
    if (at && lines.scrollHeight > lines.clientHeight) {
      const top = at.offsetTop - lines.offsetTop;
      if (top < lines.scrollTop || top + at.offsetHeight > lines.scrollTop + lines.clientHeight)
        lines.scrollTop = top - lines.clientHeight / 2;
    } else if (app.viewed() === 0) lines.scrollTop = 0;
  };

  const update = () => {
    const table = app.table();
    title.textContent = app.text("shell.course");
    empty.textContent = app.text(table ? "shell.no_moves" : "shell.no_table");
    empty.hidden = !!table && table.nodes.length > 0;
    lines.hidden = !empty.hidden;
    if (!table) return;
    const marks = [...judgements.judged.values()]
      .map(({ node, mark }) => (mark ? `${node}${mark}` : ""))
      .join("");
    const key = `${table.id} ${table.nodes.length} ${table.current} ${marks} ${document.documentElement.lang}`;
    if (key !== drawn) draw(table);
    drawn = key;
    mark();
  };
  app.onChange(update);
  judgements.onChange(update);
  return { element };
}
