// The seats above and below the board: colour, name, clock, what was captured or is left, and whose turn it is. The player at the
// bottom of the board is below, everybody else above, in the order of play.

import { actorOf } from "./opening.js";
import { fill, h, icon, svg } from "./dom.js";
import { clockText, colourName, playerName } from "./words.js";

/** @typedef {import("../types.js").App} App */
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

class Seats {
  /** @param {App} app @param {HTMLElement} above @param {HTMLElement} below */
  constructor(app, above, below) {
    this.app = app;
    this.above = above;
    this.below = below;
    /** @type {Map<number, HTMLElement>} */
    this.clocks = new Map();
    this.pushedAt = 0;
    /** @type {Table | null} */
    this.known = null;
    /** The player who was warned of a low clock, or 0. */
    this.warned = 0;
    window.setInterval(() => this.tick(), TICK);
    app.onChange(() => this.update());
  }

  tick() {
    const table = this.app.game.table();
    if (!table?.clock) return;
    for (const [player, element] of this.clocks) {
      const runs = table.clock.running === player;
      const left = table.clock.left_ms[player - 1] - (runs ? performance.now() - this.pushedAt : 0);
      const shown = clockText(left);
      if (element.textContent !== shown) element.textContent = shown;
      element.classList.toggle("low", left < LOW);
      if (runs && left < LOW && this.warned !== player && table.seats[player - 1].yours) {
        this.warned = player;
        this.app.sound("low_time");
      }
      if (left >= LOW && this.warned === player) this.warned = 0;
    }
  }

  /** The clock of a player, where there is one. @param {Table} table @param {Position} position @param {number} player */
  clock(table, position, player) {
    if (!table.clock) return null;
    const name = this.app.text("shell.clock_of", { player: colourName(this.app, position, player) });
    const clock = h("span", { class: "clock mono", role: "timer", "aria-label": name });
    this.clocks.set(player, clock);
    return clock;
  }

  /** @param {Table} table @param {Position} position @param {Position | null} start @param {number} player */
  strip(table, position, start, player) {
    const { app } = this;
    const seat = table.seats[player - 1];
    const turn = table.phase === "playing" && actorOf(table) === player;
    const name = playerName(app, table, player);
    const colour = colourName(app, position, player);
    const away =
      seat.remote && seat.online === false ? `${name === colour ? "" : " · "}${app.text("shell.away")}` : "";
    const toMove = () => h("span", { class: "unseen" }, app.text("shell.to_move"));
    return h(
      "div",
      { class: `seat${turn ? " turn" : ""}`, "data-player": player },
      swatch(position.face.colours[player - 1]),
      h(
        "span",
        { class: "who" },
        h("span", { class: "name" }, name),
        h("span", { class: "colour small soft" }, name === colour ? "" : colour, away),
      ),
      turn ? h("span", { class: "mark" }, icon("play"), toMove()) : null,
      material(app, position, start, player),
      this.clock(table, position, player),
    );
  }

  async draw() {
    const { app, above, below } = this;
    const table = app.game.table();
    if (!table) {
      fill(above);
      fill(below);
      this.known = null;
      return;
    }
    if (table !== this.known) {
      this.pushedAt = performance.now();
      this.known = table;
    }
    const needsStart = ["men", "marbles"].includes(table.position.face.pieces);
    const start = needsStart ? await app.game.position(0).catch(() => null) : null;
    const position = await app.game.position(app.game.viewed()).catch(() => table.position);
    if (app.game.table() !== table) return;
    const bottom = app.board.bottom() || 1;
    this.clocks = new Map();
    const others = table.seats
      .map((_, index) => ((bottom + index) % table.seats.length) + 1)
      .filter((player) => player !== bottom);
    fill(
      above,
      others.map((player) => this.strip(table, position, start, player)),
    );
    fill(below, this.strip(table, position, start, bottom));
    above.classList.toggle("many", others.length > 1);
    this.tick();
  }

  update() {
    void this.draw();
  }
}

/**
 * How many pieces a player has brought across, or has left and has captured; nothing where that says nothing.
 * @param {App} app @param {Position} position @param {Position | null} start @param {number} player
 */
function material(app, position, start, player) {
  if (!start) return null;
  const { pieces } = position.face;
  if (pieces === "marbles") return broughtAcross(app, position, start, player);
  return pieces === "men" && position.players === 2 ? leftAndTaken(app, position, start, player) : null;
}

/** @param {App} app @param {Position} position @param {Position} start @param {number} player */
function broughtAcross(app, position, start, player) {
  const { found, all } = arrived(position, start, player);
  if (!all) return null;
  const words = app.text("shell.arrived");
  return h(
    "span",
    { class: "count small soft", title: words },
    `${found}/${all}`,
    h("span", { class: "unseen" }, words),
  );
}

/** @param {App} app @param {Position} position @param {Position} start @param {number} player */
function leftAndTaken(app, position, start, player) {
  const [own, other] = [counts(position)[player - 1], counts(position)[2 - player]];
  const taken = counts(start)[2 - player] - other;
  const colour = position.face.colours[2 - player];
  const pieces = Array.from({ length: Math.max(0, Math.min(taken, 20)) }, () => swatch(colour));
  const words = `${app.text("shell.left")}, ${app.text("shell.taken", { count: taken })}`;
  return h(
    "span",
    { class: "count small soft" },
    h("span", { class: "captured", "aria-hidden": "true" }, pieces),
    h("span", { title: app.text("shell.left") }, `${own}`, h("span", { class: "unseen" }, words)),
  );
}

/** @param {App} app @param {HTMLElement} above @param {HTMLElement} below */
export function createSeats(app, above, below) {
  return new Seats(app, above, below);
}
