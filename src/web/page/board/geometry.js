// Where the cells of a board are on the screen: squares, crossings, upright holes and the star, turned and mirrored.
//
// Pure: no element is touched here, so that node can test it. A layout is made once for a shape of board and a way of
// looking at it; everything else asks the layout. Lengths are in units of the drawing, UNIT for the side of a cell.
// What must always hold: a cell without a place has no spot, and a spot's key is `keyOf` of its cell.

/** @typedef {import('../types.js').Cell} Cell */
/** @typedef {import('../types.js').Position} Position */
/** @typedef {{cell: Cell, key: string, x: number, y: number}} Spot */
/** @typedef {{text: string, x: number, y: number, kind: "column" | "row" | "cell"}} Label */
/** @typedef {{x: number, y: number, width: number, height: number}} Box */
/** @typedef {{bottom: number, mirrored: boolean, coordinates: boolean}} Look */
/** @typedef {"up" | "down" | "left" | "right" | "first" | "last"} Direction */
/**
 * @typedef {object} Layout
 * @property {string} key  two layouts with the same key are the same
 * @property {Spot[]} spots  row by row, as the position has them
 * @property {Map<string, Spot>} byKey
 * @property {Label[]} labels
 * @property {Box} box  what is to be seen: the viewBox
 * @property {Box} field  around the cells alone
 * @property {boolean} falls
 * @property {boolean} hexagonal
 * @property {boolean} squares
 * @property {number} labelSize  height of the names at the edges
 */

/** Side of a cell. */
export const UNIT = 100;
/** Distance of the rows of a hexagonal board. */
const HEX_ROW = Math.sqrt(3) / 2;
/** Room around a board without names. */
const EDGE = 14;
/** Distance of a name from the first hole of its row in the star. */
const STAR_LABEL = 98;

/** @param {Cell} cell @returns {string} */
export const keyOf = (cell) => `${cell[0]},${cell[1]}`;

/** @param {Cell} a @param {Cell} b */
export const sameCell = (a, b) => a[0] === b[0] && a[1] === b[1];

/** By how much the board is turned, in degrees clockwise. @param {Position} position @param {number} bottom */
export function turnOf(position, bottom) {
  if (position.face.falls || bottom < 1) return 0;
  return (360 - (position.face.seats[bottom - 1] ?? 0)) % 360;
}

/**
 * The layout of this position's board.
 * @param {Position} position @param {Look} look @returns {Layout}
 */
export function layoutOf(position, look) {
  const turn = turnOf(position, look.bottom);
  const mirrored = look.mirrored && !position.face.falls;
  const { surface, falls } = position.face;
  /** @type {Spot[]} */
  const spots = [];
  position.rows.forEach((row, y) => {
    for (let x = 0; x < position.width; x += 1) {
      if ((row[x] ?? " ") === " ") continue;
      const cell = /** @type {Cell} */ ([x, y]);
      spots.push({ cell, key: keyOf(cell), ...flat(position.hexagonal, x, y) });
    }
  });
  const place = turner(boundsOf(squaresBounds(position, spots)), turn, mirrored);
  const before = boundsOf(spots);
  const labels = look.coordinates ? labelsOf(position, spots, before, place, turn) : [];
  for (const spot of spots) Object.assign(spot, place(spot));
  const field = grow(
    boundsOf(squaresBounds(position, spots, place)),
    surface === "holes" && !falls ? 72 : 50,
  );
  const layout = {
    key: [
      position.width,
      position.height,
      surface,
      falls,
      turn,
      mirrored,
      look.coordinates,
      position.hexagonal,
      position.rows.map((row) => row.replace(/[^ ]/g, ".")).join("/"),
      JSON.stringify(position.face.labels),
    ].join(" "),
    spots,
    byKey: new Map(spots.map((spot) => [spot.key, spot])),
    labels: alongEdges(labels, field, position.hexagonal),
    box: field,
    field,
    falls,
    hexagonal: position.hexagonal,
    squares: surface === "squares",
    labelSize: labelSize(field, position.hexagonal),
  };
  layout.box = boxOf(layout);
  return layout;
}

/** Names as large on every board as it is seen, as far as they do not meet. @param {Box} field @param {boolean} hexagonal */
const labelSize = (field, hexagonal) => Math.max(18, Math.min(hexagonal ? 27 : 44, field.width / 30));

/** The middle of a cell before turning. @param {boolean} hexagonal @param {number} x @param {number} y */
function flat(hexagonal, x, y) {
  return hexagonal ? { x: (x + y / 2) * UNIT, y: y * HEX_ROW * UNIT } : { x: x * UNIT, y: y * UNIT };
}

/**
 * Points whose bounds are the board: all corners, also where a corner is a light square without a place.
 * @param {Position} position @param {Spot[]} spots @param {(p: {x: number, y: number}) => {x: number, y: number}} [place]
 */
function squaresBounds(position, spots, place = (p) => p) {
  if (position.hexagonal) return spots;
  return [place(flat(false, 0, 0)), place(flat(false, position.width - 1, position.height - 1))];
}

/** @param {{x: number, y: number}[]} points @returns {Box} */
function boundsOf(points) {
  const [left, top] = [Math.min(...points.map((p) => p.x)), Math.min(...points.map((p) => p.y))];
  const [right, bottom] = [Math.max(...points.map((p) => p.x)), Math.max(...points.map((p) => p.y))];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** @param {Box} box @param {number} by @returns {Box} */
const grow = (box, by) => ({
  x: box.x - by,
  y: box.y - by,
  width: box.width + 2 * by,
  height: box.height + 2 * by,
});

/** Turns a point about the middle of the board, then mirrors it. @param {Box} box @param {number} turn @param {boolean} mirrored */
function turner(box, turn, mirrored) {
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  const angle = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const round = (/** @type {number} */ value) => Math.round(value * 100) / 100;
  return (/** @type {{x: number, y: number}} */ p) => {
    const [dx, dy] = [p.x - cx, p.y - cy];
    const x = dx * cos - dy * sin;
    return { x: round(cx + (mirrored ? -x : x)), y: round(cy + dx * sin + dy * cos) };
  };
}

/**
 * Names of columns, rows or cells where they belong on the turned board; `alongEdges` moves those of the edges.
 * @param {Position} position @param {Spot[]} spots @param {Box} before @param {ReturnType<typeof turner>} place @param {number} turn
 * @returns {Label[]}
 */
function labelsOf(position, spots, before, place, turn) {
  const names = position.face.labels;
  if ("cells" in names) {
    return spots.map((spot) => ({
      text: names.cells[spot.cell[1] * position.width + spot.cell[0]] ?? "",
      kind: "cell",
      ...place(spot),
    }));
  }
  const share = (/** @type {number} */ index, /** @type {number} */ count) =>
    count > 1 ? index / (count - 1) : 0.5;
  // Columns of the star that is turned by a sixth would run across it: there the rows are named alone.
  const columns = position.hexagonal && turn % 180 !== 0 ? [] : names.columns;
  const box = position.hexagonal ? before : boundsOf(squaresBounds(position, spots));
  const named = /** @type {Label[]} */ (
    columns.map((text, index) => ({
      text,
      kind: "column",
      ...place({ x: box.x + share(index, columns.length) * box.width, y: box.y + box.height }),
    }))
  );
  names.rows.forEach((text, index) => {
    const y = box.y + share(index, names.rows.length) * box.height;
    const first = position.hexagonal ? spots.find((spot) => Math.abs(spot.y - y) < 1) : undefined;
    named.push({ text, kind: "row", ...place({ x: first ? first.x - STAR_LABEL : box.x, y }) });
  });
  return named;
}

/** Names of columns go below the board, those of rows to its left. @param {Label[]} labels @param {Box} field @param {boolean} hexagonal */
function alongEdges(labels, field, hexagonal) {
  const size = labelSize(field, hexagonal);
  return labels.map((label) => {
    if (label.kind === "column") return { ...label, y: field.y + field.height + EDGE + size * 0.7 };
    if (label.kind === "row" && !hexagonal) return { ...label, x: field.x - EDGE - size * 0.7 };
    return label;
  });
}

/** What is to be seen: the field, the names, and room above it for a stone that is about to fall. @param {Layout} layout @returns {Box} */
function boxOf(layout) {
  const { field, labels, falls } = layout;
  const has = (/** @type {string} */ kind) => labels.some((label) => label.kind === kind);
  if (layout.hexagonal) {
    const box = grow(field, EDGE);
    if (labels.length === 0) return box;
    const around = grow(boundsOf(labels), 30);
    const [x, y] = [Math.min(box.x, around.x), Math.min(box.y, around.y)];
    return {
      x,
      y,
      width: Math.max(box.x + box.width, around.x + around.width) - x,
      height: Math.max(box.y + box.height, around.y + around.height) - y,
    };
  }
  const room = EDGE + layout.labelSize * 1.4;
  const left = has("row") ? room : EDGE;
  const below = has("column") ? room : EDGE;
  const above = falls ? UNIT + EDGE : EDGE;
  return {
    x: field.x - left,
    y: field.y - above,
    width: field.width + left + EDGE,
    height: field.height + above + below,
  };
}

/**
 * The cell at a point of the drawing, or null. Where stones fall, the room above belongs to the top row.
 * @param {Layout} layout @param {number} x @param {number} y @returns {Cell | null}
 */
export function cellAt(layout, x, y) {
  const { field, falls } = layout;
  const py = falls && y < field.y + UNIT / 2 && y > field.y - UNIT ? field.y + UNIT / 2 : y;
  let best = null;
  let least = layout.hexagonal ? UNIT * 0.58 : Infinity;
  for (const spot of layout.spots) {
    const [dx, dy] = [Math.abs(spot.x - x), Math.abs(spot.y - py)];
    if (!layout.hexagonal && (dx > UNIT / 2 || dy > UNIT / 2)) continue;
    const distance = Math.hypot(dx, dy);
    if (distance < least) [best, least] = [spot.cell, distance];
  }
  return best;
}

/**
 * The next cell in a direction as the board is turned now, or null at its end. `lane` is where a walk began: a walk up
 * and down keeps to its x, however the rows are shifted.
 * @param {Layout} layout @param {Cell} from @param {Direction} direction @param {{x: number, y: number}} [lane]
 * @returns {Cell | null}
 */
export function neighbour(layout, from, direction, lane) {
  const here = layout.byKey.get(keyOf(from));
  if (!here) return null;
  const level = layout.spots.filter((spot) => Math.abs(spot.y - here.y) < 1).sort((a, b) => a.x - b.x);
  const index = level.indexOf(here);
  if (direction === "left" || direction === "right")
    return level[index + (direction === "left" ? -1 : 1)]?.cell ?? null;
  if (direction === "first" || direction === "last")
    return level.at(direction === "first" ? 0 : -1)?.cell ?? null;
  const sign = direction === "up" ? -1 : 1;
  const aim = lane?.x ?? here.x;
  let best = null;
  let least = Infinity;
  for (const spot of layout.spots) {
    const ahead = (spot.y - here.y) * sign;
    if (ahead < 1 || Math.abs(spot.x - here.x) > UNIT * 1.3) continue;
    const cost = ahead * 1000 + Math.abs(spot.x - aim);
    if (cost < least) [best, least] = [spot.cell, cost];
  }
  return best;
}

/**
 * Cells that help players to find their way: on the fourth lines, and in the middle.
 * @param {number} width @param {number} height @returns {Cell[]}
 */
export function starPoints(width, height) {
  const side = Math.min(width, height);
  const ends = (/** @type {number} */ length) => (side >= 13 ? [3, length - 4] : []);
  /** @type {Cell[]} */
  const found = ends(width).flatMap((x) => ends(height).map((y) => /** @type {Cell} */ ([x, y])));
  if (width % 2 === 1 && height % 2 === 1) {
    const [x, y] = [(width - 1) / 2, (height - 1) / 2];
    found.push([x, y]);
    if (side >= 19) {
      for (const end of ends(width)) found.push([end, y]);
      for (const end of ends(height)) found.push([x, end]);
    }
  }
  return found;
}
