// The seats above and below the board: colour, name, clock, what was captured or is left, and whose turn it is. The player at the
// bottom of the board is below, everybody else above, in the order of play.

import { fill, h, icon, svg } from "./dom.js";
import { clockText, colourName, seatName } from "./words.js";

/** @typedef {import("../types.js").Shell} Shell */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Position} Position */

/** Clocks are drawn as often as this, in ms. */
const TICK = 100;
/** Below this many ms a clock is low. */
const LOW = 10000;

/** A piece of a player, as a mark beside the name. @param {import("../types.js").Colour | undefined} colour */
export function swatch(colour) {
  const piece = svg("circle", { cx: 8, cy: 8, r: 6.5, "stroke-width": 1.5 });
  piece.setAttribute("fill", colour?.fill ?? "none");
  piece.setAttribute("stroke", "var(--ink-soft)");
  return svg("svg", { viewBox: "0 0 16 16", class: "swatch", "aria-hidden": "true" }, piece);
}

/** Pieces of each player. @param {Position} position */
function counts(position) {
  const found = new Array(position.players).fill(0);
  for (const row of position.rows) {
    for (const piece of row) {
      const player = "123456".indexOf(piece) >= 0 ? "123456".indexOf(piece) : "ABCDEF".indexOf(piece);
      if (player >= 0 && player < found.length) found[player] += 1;
    }
  }
  return found;
}

/**
 * Pieces of a player that stand where those of the start are across the board.
 * @param {Position} position @param {Position} start @param {number} player
 */
function arrived(position, start, player) {
  const mark = String(player);
  let found = 0;
  let all = 0;
  start.rows.forEach((row, y) => {
    [...row].forEach((piece, x) => {
      if (piece !== mark) return;
      all += 1;
      if (position.rows[start.height - 1 - y][start.width - 1 - x] === mark) found += 1;
    });
  });
  return { found, all };
}

/**
 * @param {Shell} app
 * @param {HTMLElement} above
 * @param {HTMLElement} below
 */
export function createSeats(app, above, below) {
  /** @type {Map<number, HTMLElement>} */
  let clocks = new Map();
  let pushedAt = 0;
  /** @type {Table | null} */
  let known = null;
  let warned = 0;

  const tick = () => {
    const table = app.table();
    if (!table?.clock) return;
    for (const [player, element] of clocks) {
      const runs = table.clock.running === player;
      const left = table.clock.left_ms[player - 1] - (runs ? performance.now() - pushedAt : 0);
      const shown = clockText(left);
      if (element.textContent !== shown) element.textContent = shown;
      element.classList.toggle("low", left < LOW);
      if (runs && left < LOW && warned !== player && table.seats[player - 1].yours) {
        warned = player;
        app.sound("low_time");
      }
      if (left >= LOW && warned === player) warned = 0;
    }
  };
  window.setInterval(tick, TICK);

  /** @param {Table} table @param {Position} position @param {Position | null} start @param {number} player */
  const strip = (table, position, start, player) => {
    const seat = table.seats[player - 1];
    const colour = position.face.colours[player - 1];
    const turn = table.phase === "playing" && table.position.player === player;
    const clock =
      table.clock &&
      h("span", {
        class: "clock mono",
        role: "timer",
        "aria-label": app.text("shell.clock_of", { player: colourName(app, position, player) }),
      });
    if (clock) clocks.set(player, clock);
    return h(
      "div",
      { class: `seat${turn ? " turn" : ""}`, "data-player": player },
      swatch(colour),
      h(
        "span",
        { class: "who" },
        h("span", { class: "name" }, seatName(app, seat, table.seats.length > 2)),
        h(
          "span",
          { class: "colour small soft" },
          colourName(app, position, player),
          seat.remote && seat.online === false ? ` · ${app.text("shell.away")}` : "",
        ),
      ),
      turn
        ? h(
            "span",
            { class: "mark" },
            icon("play"),
            h("span", { class: "unseen" }, app.text("shell.to_move")),
          )
        : null,
      material(position, start, player),
      clock,
    );
  };

  /** @param {Position} position @param {Position | null} start @param {number} player */
  const material = (position, start, player) => {
    if (!start) return null;
    if (position.face.pieces === "marbles") {
      const { found, all } = arrived(position, start, player);
      return all
        ? h(
            "span",
            { class: "count small soft", title: app.text("shell.arrived") },
            `${found}/${all}`,
            h("span", { class: "unseen" }, app.text("shell.arrived")),
          )
        : null;
    }
    if (position.face.pieces !== "men" || position.players !== 2) return null;
    const [own, other] = [counts(position)[player - 1], counts(position)[2 - player]];
    const taken = counts(start)[2 - player] - other;
    const pieces = Array.from({ length: Math.max(0, Math.min(taken, 20)) }, () =>
      swatch(position.face.colours[2 - player]),
    );
    return h(
      "span",
      { class: "count small soft" },
      h("span", { class: "captured", "aria-hidden": "true" }, pieces),
      h(
        "span",
        { title: app.text("shell.left") },
        `${own}`,
        h(
          "span",
          { class: "unseen" },
          `${app.text("shell.left")}, ${app.text("shell.taken", { count: taken })}`,
        ),
      ),
    );
  };

  const update = async () => {
    const table = app.table();
    if (!table) {
      fill(above);
      fill(below);
      known = null;
      return;
    }
    if (table !== known) {
      pushedAt = performance.now();
      known = table;
    }
    const needsStart = ["men", "marbles"].includes(table.position.face.pieces);
    const start = needsStart ? await app.position(0).catch(() => null) : null;
    const position = await app.position(app.viewed()).catch(() => table.position);
    if (app.table() !== table) return;
    const bottom = app.bottom() || 1;
    clocks = new Map();
    const order = table.seats
      .map((_, index) => ((bottom + index) % table.seats.length) + 1)
      .filter((player) => player !== bottom);
    fill(
      above,
      order.map((player) => strip(table, position, start, player)),
    );
    fill(below, strip(table, position, start, bottom));
    above.classList.toggle("many", order.length > 1);
    tick();
  };
  app.onChange(() => void update());
  return { update: () => void update() };
}
