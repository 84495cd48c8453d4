// From a move in words to the cells that it visits, for arrows. The legal moves of a position come with their ways; those of
// later positions of a line do not, and are read from the names on the board: the cell of a stone, or the first and last cell of
// a way. A move that cannot be read has no cells: it is told in words only.

/**
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").Cell} Cell
 */

/** @param {Position} position @param {string} name of a cell @returns {Cell | null} */
export function cellOf(position, name) {
  const { labels } = position.face;
  if ("cells" in labels) {
    const index = labels.cells.indexOf(name);
    return index < 0 || name === "" ? null : [index % position.width, Math.floor(index / position.width)];
  }
  const match = /^([a-z]+)(\d+)$/i.exec(name);
  if (!match) return null;
  if (position.hexagonal) return starCell(position, labels, match[1], Number(match[2]));
  const [column, row] = [labels.columns.indexOf(match[1]), labels.rows.indexOf(match[2])];
  return column < 0 || row < 0 ? null : [column, row];
}

/**
 * A hole by row and half-step column. Names of columns go evenly from the leftmost to the rightmost place.
 * @param {Position} position @param {{columns: string[], rows: string[]}} labels @param {string} row @param {number} column
 * @returns {Cell | null}
 */
function starCell(position, labels, row, column) {
  const y = labels.rows.indexOf(row);
  if (y < 0) return null;
  const middles = position.rows.flatMap((text, at) =>
    [...text].flatMap((place, x) => (place === " " ? [] : [x + at / 2])),
  );
  const [left, right] = [Math.min(...middles), Math.max(...middles)];
  const x = left + ((column - 1) * (right - left)) / (labels.columns.length - 1) - y / 2;
  return Number.isInteger(x) && position.rows[y][x] !== " " ? [x, y] : null;
}

/** Where a disc lands: the lowest free cell of a column. @param {string[]} rows @param {number} x @returns {Cell | null} */
function landing(rows, x) {
  for (let y = rows.length - 1; y >= 0; y--) {
    if (rows[y][x] === "." || rows[y][x] === "x") return [x, y];
  }
  return null;
}

/**
 * The cells of each move of a line that begins in this position.
 * @param {Position} position @param {string[]} moves
 * @returns {Cell[][]} for each move; empty where it cannot be read
 */
export function cellsOfLine(position, moves) {
  const rows = [...position.rows];
  return moves.map((move, index) => {
    const known = index === 0 ? position.paths?.find((path) => path.move === move) : undefined;
    let cells = known?.cells ?? [];
    if (!known && position.face.falls) {
      const labels = position.face.labels;
      const cell = "columns" in labels ? landing(rows, labels.columns.indexOf(move)) : null;
      cells = cell ? [cell] : [];
    } else if (!known) {
      cells = move
        .split(/[-x:]/)
        .map((name) => cellOf(position, name))
        .filter((cell) => cell !== null);
    }
    if (position.face.falls && cells.length) {
      const [x, y] = cells[0];
      rows[y] = `${rows[y].slice(0, x)}1${rows[y].slice(x + 1)}`;
    }
    return cells;
  });
}
