// Cells, pieces and moves in words, for screen readers and for what a refused click says.

import { keyOf, sameCell } from "./geometry.js";
import { pieceAt } from "./paths.js";

/** @typedef {import('../types.js').Cell} Cell */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {import('../types.js').Translate} Translate */
/** @typedef {import('./paths.js').Reason} Reason */

/** Most cells that are listed by name. */
const LISTED = 6;

/** The name of a cell as the game's moves have it. @param {Position} position @param {Cell} cell @returns {string} */
export function cellName(position, [x, y]) {
  const { labels } = position.face;
  if ("cells" in labels) return labels.cells[y * position.width + x] || `${x + 1}-${y + 1}`;
  if (position.hexagonal) {
    // Columns of names are half a hole wide and begin at the leftmost hole.
    const lefts = position.rows.flatMap((row, index) => (row.trim() ? [row.search(/[^ ]/) * 2 + index] : []));
    return `${labels.rows[y] ?? y + 1}${labels.columns[x * 2 + y - Math.min(...lefts)] ?? x + 1}`;
  }
  const column = labels.columns[x] ?? String(x + 1);
  const row = labels.rows[y] ?? String(position.height - y);
  return labels.rows.length > 0 && labels.columns.length > 0 ? `${column}${row}` : `${column}-${row}`;
}

/** The name of the game; as the program has it where the page has no word. @param {Position} position @param {Translate} text */
export function gameWords(position, text) {
  const key = `games.name.${position.game.replace(/-\d+x\d+$/, "")}`;
  const words = text(key);
  return words === key ? position.title : words;
}

/** The colour of a player. @param {Position} position @param {number} player @param {Translate} text */
export function colourWord(position, player, text) {
  return text(`board.colour_${position.face.colours[player - 1]?.name ?? "black"}`);
}

/** A piece. @param {Position} position @param {number} player @param {boolean} king @param {Translate} text */
export function pieceWords(position, player, king, text) {
  return text(king ? "board.king" : `board.${position.face.pieces}`, {
    colour: colourWord(position, player, text),
  });
}

/** Names of cells as a list. @param {Position} position @param {Cell[]} cells @param {Translate} text */
export function listWords(position, cells, text) {
  const named = cells
    .slice(0, LISTED)
    .map((cell) => cellName(position, cell))
    .join(text("board.comma"));
  return cells.length > LISTED
    ? text("board.and_more", { cells: named, count: cells.length - LISTED })
    : named;
}

/**
 * @typedef {object} State  what is to be said of the cells, by key
 * @property {Set<string>} movers
 * @property {Set<string>} must
 * @property {Set<string>} ends
 * @property {Set<string>} stops
 * @property {Set<string>} ahead
 * @property {Set<string>} won
 * @property {string} chosen
 * @property {string} pending
 */

/** A cell in words: its name, what stands there, what can be done. @param {Position} position @param {Cell} cell @param {State} state @param {Translate} text */
export function cellWords(position, cell, state, text) {
  const key = keyOf(cell);
  const piece = pieceAt(position, cell);
  const forbidden = position.rows[cell[1]]?.[cell[0]] === "x" && !position.outcome;
  const words = [
    place(position, cell, text),
    piece
      ? pieceWords(position, piece.player, piece.king, text)
      : text(forbidden ? "board.is_forbidden" : "board.empty"),
  ];
  const last = position.last?.cells ?? [];
  if (last.length > 0 && sameCell(last[last.length - 1], cell)) words.push(text("board.is_last"));
  if (state.won.has(key)) words.push(text("board.is_won"));
  if (state.ahead.has(key)) words.push(text("board.is_ahead"));
  if (state.pending === key) words.push(text("board.is_pending"));
  else if (state.chosen === key) words.push(text("board.is_chosen"));
  else if (state.ends.has(key)) words.push(text("board.is_target"));
  else if (state.stops.has(key)) words.push(text("board.is_stop"));
  else if (state.must.has(key)) words.push(text("board.is_must"));
  else if (state.movers.has(key)) words.push(text("board.is_mover"));
  return words.join(text("board.comma"));
}

/** @param {Position} position @param {Cell} cell @param {Translate} text */
function place(position, cell, text) {
  if (!position.face.falls) return cellName(position, cell);
  const { labels } = position.face;
  const column = ("columns" in labels && labels.columns[cell[0]]) || cell[0] + 1;
  return text("board.place", { column, row: position.height - cell[1] });
}

/** The last move in words, or nothing. @param {Position} position @param {Translate} text */
export function moveWords(position, text) {
  const { last } = position;
  const end = last?.cells.at(-1);
  if (!last || !end) return last ? text("board.passed") : "";
  const piece = pieceAt(position, end);
  if (!piece) return "";
  const colour = colourWord(position, piece.player, text);
  const said =
    last.cells.length === 1
      ? text("board.said_put", { colour, cell: place(position, end, text) })
      : text("board.said_moved", {
          colour,
          from: cellName(position, last.cells[0]),
          to: cellName(position, end),
        });
  if (last.captured.length === 0) return said;
  const count = last.captured.length;
  return (
    said +
    text(count === 1 ? "board.said_took_one" : "board.said_took", {
      count,
      cells: listWords(position, last.captured, text),
    })
  );
}

/** What is in hand, in words. @param {Position} position @param {import('./hand.js').Hand} hand @param {Translate} text */
export function handWords(position, hand, text) {
  if (hand.pending) return text("board.said_pending", { move: hand.pending.path.move });
  if (hand.clicked.length === 0) return text("board.said_dropped");
  const piece = pieceAt(position, hand.clicked[0]);
  const { ends, stops } = hand.targets();
  return text("board.said_chosen", {
    piece: piece ? pieceWords(position, piece.player, piece.king, text) : "",
    cell: cellName(position, hand.clicked[0]),
    cells: listWords(position, [...ends, ...stops], text),
  });
}

/** The values of a reason's text. @param {Position} position @param {Reason} reason @param {Cell} cell @param {Translate} text */
export function reasonValues(position, reason, cell, text) {
  const cells = reason.cells ?? [];
  return {
    cell: cellName(position, cell),
    cells: listWords(position, cells, text),
    from: cells.length > 0 ? cellName(position, cells[0]) : "",
    count: reason.count ?? 0,
    colour: colourWord(position, reason.player ?? position.player, text),
    own: colourWord(position, position.player, text),
  };
}
