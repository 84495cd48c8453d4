// What a game between two machines has beside its state: an offer of one's own that waits, and a player who is away or has not
// come yet, with what can be done about it.

import { fill, h } from "./dom.js";
import { answer, kindOf, ownOffer } from "./offers.js";
import { areOthersGone, awayMs, playersToAsk } from "./players.js";
import { playerName } from "./words.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Table} Table */

/** How often the time of an absence is drawn, in ms. */
const TICK = 1000;

/** The level of a program that plays on for somebody who has left. */
const SUBSTITUTE = 8;

class Together {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.element = h("div", { class: "together", hidden: true });
    this.time = h("span", { class: "mono" });
    /** Players who have been here, with their tables. @type {Set<string>} */
    this.seen = new Set();
    /** The button that waits for the end of a minute. @type {HTMLButtonElement | null} */
    this.pause = null;
    window.setInterval(() => this.tick(), TICK);
    app.onChange(() => this.update());
  }

  /** A player of a seat that was given away, who is not there. @param {Table} table */
  missing(table) {
    const others = table.phase === "over" ? [] : playersToAsk(table);
    return others.find((player) => table.seats[player - 1].online === false) ?? 0;
  }

  tick() {
    const table = this.app.game.table();
    if (this.element.hidden || !table) return;
    const player = this.missing(table);
    if (player) this.time.textContent = durationText(awayMs(table, player));
    if (this.pause) this.pause.disabled = !areOthersGone(table) || table.phase !== "playing";
  }

  /** @param {Table} table */
  waiting(table) {
    const { app } = this;
    const offer = ownOffer(table);
    if (!offer) return null;
    return h(
      "div",
      { class: "row between" },
      h("p", { class: "small" }, app.text(`guests.asked.${kindOf(offer)}`)),
      h("button", { type: "button", onclick: () => answer(app, false) }, app.text("guests.withdraw")),
    );
  }

  /** @param {Table} table @param {number} player */
  away(table, player) {
    const { app } = this;
    const name = playerName(app, table, player);
    const host = !!app.program.hello()?.rights.host;
    const come = this.seen.has(`${table.id}/${player}`);
    this.pause = null;
    if (!come)
      return h("p", { class: "small" }, app.text(host ? "guests.expected" : "guests.host_away", { name }));
    this.pause = h(
      "button",
      { type: "button", onclick: () => void app.run("pause"), title: app.text("guests.pause_later") },
      app.text("shell.do.pause"),
    );
    return h(
      "div",
      { class: "away" },
      h("p", { class: "small", role: "status" }, app.text("guests.away", { name }), " ", this.time),
      h(
        "div",
        { class: "row" },
        this.pause,
        host &&
          h(
            "button",
            { type: "button", onclick: () => replace(app, player, true) },
            app.text("guests.program_plays"),
          ),
        host &&
          h(
            "button",
            { type: "button", onclick: () => replace(app, player, false) },
            app.text("guests.take_back"),
          ),
      ),
    );
  }

  update() {
    const table = this.app.game.table();
    table?.seats.forEach((seat, index) => {
      if (seat.online && !seat.yours) this.seen.add(`${table.id}/${index + 1}`);
    });
    const player = table ? this.missing(table) : 0;
    const parts = table ? [this.waiting(table), player ? this.away(table, player) : null] : [];
    this.element.hidden = !parts.some(Boolean);
    fill(this.element, parts);
    this.tick();
  }
}

/** Minutes and seconds. @param {number} ms */
function durationText(ms) {
  const seconds = Math.floor(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * Takes a seat back that was given away: for the program, or for who is here.
 * @param {App} app @param {number} player @param {boolean} byProgram
 */
export function replace(app, player, byProgram) {
  const table = app.game.table();
  const seats = table?.seats.map((seat, index) => {
    const { kind, level, elo, engine, name, remote } = seat;
    if (index + 1 !== player) return { kind, level, elo, engine, name, remote };
    return byProgram ? { kind: "program", level: SUBSTITUTE } : { kind: "person", name: "" };
  });
  if (seats) void app.run("seats", { seats });
}

/** @param {App} app */
export function createTogether(app) {
  return new Together(app);
}
