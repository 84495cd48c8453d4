// Clicks against the ways of the legal moves: what a click does, which cells it may lead to, and why it leads nowhere.
//
// Pure: node tests it. The page knows no rules: everything here compares cells with the `paths` of the position, as the
// section "Ways of moves" of protocol.md says. In addition a way may be clicked stop by stop, and where
// that is wanted (`byTarget`) a cell that just one move reaches plays it. What must always hold: every path can be played by its `clicks`, and only paths are played.

import { sameCell } from "./geometry.js";

/** @typedef {import('../types.js').Cell} Cell */
/** @typedef {import('../types.js').Path} Path */
/** @typedef {import('../types.js').Position} Position */
/**
 * Why a click leads nowhere: key of a text, and what it speaks of.
 * @typedef {{key: string, cells?: Cell[], count?: number, player?: number}} Reason
 */
/**
 * @typedef {{kind: "play", path: Path} | {kind: "choose", clicked: Cell[]} | {kind: "drop"} | {kind: "refuse", reason: Reason}} Click
 */

/** The cells that tell a move from all others. @param {Path} path */
export const clicksOf = (path) => path.clicks ?? path.cells;

/** Whether `cells` begin with `beginning`. @param {Cell[]} cells @param {Cell[]} beginning */
const beginsWith = (cells, beginning) =>
  beginning.length <= cells.length && beginning.every((cell, i) => sameCell(cell, cells[i]));

/** Where the clicks end on a way that they follow with stops left out; -1: they do not. @param {Cell[]} cells @param {Cell[]} clicked */
export function reached(cells, clicked) {
  let at = -1;
  for (const cell of clicked) {
    const next = cells.findIndex((stop, index) => index > at && sameCell(stop, cell));
    if (next < 0 || (at < 0 && next > 0)) return -1;
    at = next;
  }
  return at;
}

/** What stands on a cell, or null. @param {Position} position @param {Cell} cell @returns {{player: number, king: boolean} | null} */
export function pieceAt(position, cell) {
  const sign = position.rows[cell[1]]?.[cell[0]] ?? " ";
  if (sign >= "1" && sign <= "6") return { player: Number(sign), king: false };
  if (sign >= "A" && sign <= "F") return { player: sign.charCodeAt(0) - 64, king: true };
  return null;
}

/** Where a stone falls that is dropped into the column of the cell, or null. @param {Position} position @param {Cell} cell */
export function landing(position, cell) {
  return (position.paths ?? []).find((path) => path.cells[0]?.[0] === cell[0])?.cells[0] ?? null;
}

/** The pass that is the only move, or null. @param {Position} position */
export function forcedPass(position) {
  const paths = position.paths ?? [];
  return paths.length === 1 && paths[0].cells.length === 0 ? paths[0] : null;
}

/**
 * What a click does after those of `clicked`.
 * @param {Position} position @param {Cell[]} clicked @param {Cell} cell @param {boolean} [byTarget] @returns {Click}
 */
export function click(position, clicked, cell, byTarget = false) {
  const pass = position.outcome ? null : forcedPass(position);
  if (pass) return { kind: "play", path: pass };
  const at = position.face.falls ? landing(position, cell) : cell;
  const done =
    at && (clicked.length === 0 ? firstClick(position, at, byTarget) : nextClick(position, clicked, at));
  return done ?? { kind: "refuse", reason: reasonOf(position, clicked, cell) };
}

/** @param {Position} position @param {Cell} cell @param {boolean} byTarget @returns {Click | null} */
function firstClick(position, cell, byTarget) {
  const paths = position.paths ?? [];
  const starting = paths.filter((path) => path.cells.length > 0 && sameCell(path.cells[0], cell));
  if (starting.length === 1 && clicksOf(starting[0]).length === 1) return { kind: "play", path: starting[0] };
  if (starting.length > 0) return { kind: "choose", clicked: [cell] };
  if (!byTarget) return null;
  const ending = paths.filter(
    (path) => path.cells.length > 1 && sameCell(path.cells[path.cells.length - 1], cell),
  );
  return ending.length === 1 ? { kind: "play", path: ending[0] } : null;
}

/** @param {Position} position @param {Cell[]} clicked @param {Cell} cell @returns {Click | null} */
function nextClick(position, clicked, cell) {
  const paths = position.paths ?? [];
  const again = sameCell(cell, clicked[clicked.length - 1]);
  const whole = again ? wholeMove(paths, clicked) : null;
  if (whole) return { kind: "play", path: whole };
  const next = [...clicked, cell];
  const direct = paths.filter((path) => beginsWith(clicksOf(path), next));
  if (direct.length === 1 && clicksOf(direct[0]).length === next.length)
    return { kind: "play", path: direct[0] };
  if (direct.length > 0) return { kind: "choose", clicked: next };
  if (again) return { kind: "drop" };
  const steps = paths.filter((path) => reached(path.cells, next) > 0);
  const ended = steps.filter((path) => reached(path.cells, next) === path.cells.length - 1);
  if (steps.length === 1 && ended.length === 1) return { kind: "play", path: ended[0] };
  if (steps.length > 0 && (ended.length < steps.length || ended.length === 1))
    return { kind: "choose", clicked: next };
  if (sameCell(cell, clicked[0])) return { kind: "drop" };
  if (steps.length > 0) return null;
  return paths.some((path) => path.cells.length > 1 && sameCell(path.cells[0], cell))
    ? { kind: "choose", clicked: [cell] }
    : null;
}

/** The move that the clicks are the whole of, though longer ones begin like it. @param {Path[]} paths @param {Cell[]} clicked */
function wholeMove(paths, clicked) {
  const direct = paths.find(
    (path) => clicksOf(path).length === clicked.length && beginsWith(clicksOf(path), clicked),
  );
  if (direct || clicked.length < 2) return direct ?? null;
  const ended = paths.filter((path) => reached(path.cells, clicked) === path.cells.length - 1);
  return ended.length === 1 ? ended[0] : null;
}

/**
 * Where the clicks so far may lead: `ends` play a move or tell it from others, `stops` are passed on the way.
 * @param {Position} position @param {Cell[]} clicked @returns {{ends: Cell[], stops: Cell[]}}
 */
export function targets(position, clicked) {
  const paths = position.paths ?? [];
  /** @type {Cell[]} */
  const ends = [];
  /** @type {Cell[]} */
  const stops = [];
  const add = (/** @type {Cell[]} */ list, /** @type {Cell} */ cell) => {
    if (!ends.some((known) => sameCell(known, cell)) && !list.some((known) => sameCell(known, cell)))
      list.push(cell);
  };
  if (clicked.length === 0) return { ends, stops };
  const direct = paths.filter(
    (path) => beginsWith(clicksOf(path), clicked) && clicksOf(path).length > clicked.length,
  );
  const steps = paths.filter((path) => {
    const at = reached(path.cells, clicked);
    return at >= 0 && at < path.cells.length - 1;
  });
  for (const path of direct) add(ends, clicksOf(path)[clicked.length]);
  const going = direct.length > 0 ? direct : steps;
  for (const path of going) {
    const end = path.cells[path.cells.length - 1];
    if (going.filter((other) => sameCell(other.cells[other.cells.length - 1], end)).length === 1)
      add(ends, end);
  }
  for (const path of going) {
    path.cells.slice(reached(path.cells, clicked) + 1, -1).forEach((cell) => add(stops, cell));
  }
  return { ends, stops };
}

/** The cells of the pieces that may move. @param {Position} position @returns {Cell[]} */
export function movers(position) {
  const known = new Set();
  return (position.paths ?? [])
    .filter((path) => path.cells.length > 1)
    .map((path) => path.cells[0])
    .filter((cell) => !known.has(String(cell)) && known.add(String(cell)));
}

/** The pieces that must move because they take; none where no move does. @param {Position} position @returns {Cell[]} */
export function mustMove(position) {
  return (position.paths ?? []).some((path) => path.captured.length > 0) ? movers(position) : [];
}

/**
 * Why a click leads to no move, in terms of the position.
 * @param {Position} position @param {Cell[]} clicked @param {Cell} cell @returns {Reason}
 */
export function reasonOf(position, clicked, cell) {
  const paths = position.paths ?? [];
  if (position.outcome) return { key: "board.over" };
  if (paths.length === 0) return { key: "board.wait" };
  const piece = pieceAt(position, cell);
  if (position.face.falls) return { key: "board.column_full" };
  const placing = paths.every((path) => path.cells.length < 2);
  if (placing) {
    const forbidden = position.rows[cell[1]]?.[cell[0]] === "x";
    return { key: forbidden ? "board.forbidden" : piece ? "board.taken" : "board.no_move", cells: [cell] };
  }
  if (piece?.player === position.player) return ownPiece(position, cell);
  if (clicked.length === 0) return nothingChosen(position, cell, piece);
  const from = clicked[0];
  if (piece) return { key: "board.occupied", cells: [cell], player: piece.player };
  const own = paths.filter((path) => path.cells.length > 1 && sameCell(path.cells[0], from));
  const ways = own.filter((path) => sameCell(path.cells[path.cells.length - 1], cell));
  if (ways.length > 1) return { key: "board.several_ways", cells: [cell] };
  const least = Math.min(...own.map((path) => path.captured.length));
  if (least > 1) return { key: "board.longer_way", cells: [from], count: least };
  return { key: least === 1 ? "board.must_take" : "board.not_there", cells: [from, cell] };
}

/** A piece of one's own that may not move. @param {Position} position @param {Cell} cell @returns {Reason} */
function ownPiece(position, cell) {
  const taking = mustMove(position);
  if (taking.length === 0) return { key: "board.blocked", cells: [cell] };
  const least = Math.min(...(position.paths ?? []).map((path) => path.captured.length));
  return { key: least > 1 ? "board.longer_capture" : "board.other_must_take", cells: taking, count: least };
}

/** @param {Position} position @param {Cell} cell @param {{player: number} | null} piece @returns {Reason} */
function nothingChosen(position, cell, piece) {
  if (piece) return { key: "board.not_yours", cells: [cell], player: piece.player };
  const able = (position.paths ?? []).filter((path) => sameCell(path.cells[path.cells.length - 1], cell));
  const from = movers({ ...position, paths: able });
  if (from.length > 1) return { key: "board.several_pieces", cells: from };
  if (able.length > 1) return { key: "board.several_ways", cells: [cell] };
  return { key: "board.choose_first", cells: [cell] };
}
