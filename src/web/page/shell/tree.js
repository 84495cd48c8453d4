// The tree of moves of a table, as the page walks through it. Node 0 is the start. The first move after each node continues its
// line; the others are variations.

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Node} GameNode */
/** @typedef {"first" | "back" | "forward" | "last" | "above" | "below"} Step */

/**
 * Children by parent, the line first.
 * @param {Table} table
 * @returns {Map<number, GameNode[]>}
 */
export function childrenOf(table) {
  /** @type {Map<number, GameNode[]>} */
  const children = new Map();
  for (const node of table.nodes) {
    const list = children.get(node.parent);
    if (list) list.push(node);
    else children.set(node.parent, [node]);
  }
  for (const list of children.values()) list.sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0));
  return children;
}

/**
 * A node by its number; the start has none.
 * @param {Table} table @param {number} id
 * @returns {GameNode | undefined}
 */
export function nodeOf(table, id) {
  return table.nodes.find((node) => node.id === id);
}

/**
 * What is written at a node.
 * @param {Table} table @param {number} id
 * @returns {import("../types.js").Notes}
 */
export function notesOf(table, id) {
  return (id === 0 ? table.start : nodeOf(table, id)) ?? {};
}

/**
 * The nodes from the first move to this node.
 * @param {Table} table
 * @param {number} id
 * @returns {GameNode[]}
 */
export function pathTo(table, id) {
  const byId = new Map(table.nodes.map((node) => [node.id, node]));
  const path = [];
  for (let node = byId.get(id); node; node = byId.get(node.parent)) path.push(node);
  return path.reverse();
}

/**
 * The child with which the line goes on after each node.
 * @param {Table} table
 * @returns {Map<number, GameNode>}
 */
export function mainChildren(table) {
  return new Map(table.nodes.filter((node) => !node.rank).map((node) => [node.parent, node]));
}

/**
 * The moves from which this one departs and those beside it, the line first; the place of this one among them.
 * @param {Table} table @param {number} id
 * @returns {{moves: GameNode[], at: number}}
 */
export function forkOf(table, id) {
  const parent = nodeOf(table, id)?.parent;
  const moves = parent === undefined ? [] : (childrenOf(table).get(parent) ?? []);
  return { moves, at: moves.findIndex((node) => node.id === id) };
}

/**
 * The main line as node ids, the start first.
 * @param {Table} table
 * @returns {number[]}
 */
export function mainLine(table) {
  const main = mainChildren(table);
  const line = [0];
  for (let node = main.get(0); node; node = main.get(node.id)) line.push(node.id);
  return line;
}

/**
 * The neighbour of a node: on its own line one back, one forward, or an end of it; or the variation above or below at its fork.
 * @param {Table} table
 * @param {number} from
 * @param {Step} step
 * @returns {number}
 */
export function neighbour(table, from, step) {
  if (step === "first") return 0;
  if (step === "back") return nodeOf(table, from)?.parent ?? 0;
  if (step === "above" || step === "below") {
    const { moves, at } = forkOf(table, from);
    return moves[at + (step === "above" ? -1 : 1)]?.id ?? from;
  }
  const main = mainChildren(table);
  if (step === "forward") return main.get(from)?.id ?? from;
  let id = from;
  for (let node = main.get(id); node; node = main.get(id)) id = node.id;
  return id;
}

/**
 * Cells of the stones of a line, in the order they were put, where every move is one stone on one cell.
 * @param {Table} table
 * @param {number} viewed
 * @returns {import("../types.js").Cell[]}
 */
export function stonesOf(table, viewed) {
  const { face, height } = table.position;
  const labels = face.labels;
  if (!("columns" in labels) || !["stones", "discs"].includes(face.pieces)) return [];
  /** @type {number[]} */
  const filled = [];
  return pathTo(table, viewed).map(({ move }) => {
    if (face.falls) {
      const column = labels.columns.indexOf(move);
      filled[column] = (filled[column] ?? 0) + 1;
      return [column, height - filled[column]];
    }
    const [, letter, number] = /^([a-z]+)(\d+)$/.exec(move) ?? ["", "", ""];
    return [labels.columns.indexOf(letter), labels.rows.indexOf(number)];
  });
}
