// The tree of moves of a table, as the page walks through it. Node 0 is the start. The line of a table goes from the start to its
// current node and on with what was played last; other children are variations.

/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Node} GameNode */

/**
 * Children by parent, in the order played.
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
  return children;
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
 * The child with which the game goes on after each node: that on the way to the current node, else the one played last.
 * @param {Table} table
 * @returns {Map<number, GameNode>}
 */
export function mainChildren(table) {
  /** @type {Map<number, GameNode>} */
  const main = new Map();
  for (const node of table.nodes) main.set(node.parent, node);
  for (const node of pathTo(table, table.current)) main.set(node.parent, node);
  return main;
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
 * The neighbour of a node on its own line: one back, one forward, or an end of it.
 * @param {Table} table
 * @param {number} from
 * @param {"first" | "back" | "forward" | "last"} step
 * @returns {number}
 */
export function neighbour(table, from, step) {
  if (step === "first") return 0;
  if (step === "back") return table.nodes.find((node) => node.id === from)?.parent ?? 0;
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
