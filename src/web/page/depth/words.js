// Columns, discs and moves of the board in perspective, in words for screen readers.

/**
 * @typedef {import("../types.js").Mark} Mark
 * @typedef {import("../types.js").Position} Position
 * @typedef {import("../types.js").Translate} Translate
 */

/** @param {Position} position @param {number} player @param {Translate} text */
function colourName(position, player, text) {
  return text(`board.colour_${position.face.colours[player - 1]?.name ?? "black"}`);
}

/** A column, discs from the bottom, its value where there is one, and whether it is chosen ahead. @param {Position} position @param {number} column @param {Mark[]} marks @param {Translate} text */
export function columnWords(position, column, marks, text) {
  const discs = position.rows
    .map((row) => Number(row[column]))
    .filter((player) => player > 0)
    .reverse();
  const names = discs.map((player) => colourName(position, player, text));
  const value = marks.find((mark) => mark.kind === "value" && mark.cell[0] === column);
  const words = text(
    names.length === position.height
      ? "depth.column_full"
      : names.length
        ? "depth.column"
        : "depth.column_empty",
    {
      column: column + 1,
      discs: names.join(text("depth.comma")),
    },
  );
  const isAhead = marks.some((mark) => mark.kind === "ahead" && mark.cells[0][0] === column);
  const more = [value && "text" in value ? value.text : "", isAhead ? text("board.is_ahead") : ""];
  return [words, ...more].filter(Boolean).join(text("depth.comma"));
}

/** The last move; empty where there is none. @param {Position} position @param {Translate} text */
export function moveWords(position, text) {
  const [x, y] = position.last?.cells[0] ?? [0, 0];
  const player = Number(position.rows[y][x]);
  return player
    ? text("depth.said", {
        colour: colourName(position, player, text),
        column: x + 1,
        row: position.height - y,
      })
    : "";
}
