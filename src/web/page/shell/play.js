// The table screen: the board between its seats, and the panels beside it. Decides what the board may do (whose move, looking
// back, lost connection) and what is animated, sounded and said; what it shows is always the table as the program pushed it.

import { fill, h } from "./dom.js";
import { createStage } from "./stage.js";
import { createSeats } from "./seats.js";
import { createStatus } from "./status.js";
import { createPanels } from "./panels.js";
import { createBoardView, mountPanel } from "./parts.js";
import { stonesOf, neighbour } from "./tree.js";
import { createWarning } from "./warning.js";
import { describeMove, resultOf } from "./words.js";

/** @typedef {import("../types.js").Shell} Shell */
/** @typedef {import("../types.js").Table} Table */
/** @typedef {import("../types.js").Position} Position */

/** A cell that is narrower than this, in px, is hard to hit with a finger. */
const SMALL_CELL = 44;

/**
 * The players that this window moves for.
 * @param {Table} table
 * @returns {number[]}
 */
export function ownPlayers(table) {
  return table.seats
    .map((seat, index) => (seat.yours && seat.kind === "person" ? index + 1 : 0))
    .filter(Boolean);
}

/**
 * @param {Shell} app
 * @param {(name: string) => void} sound
 * @param {() => void} changed tells all listeners of the page
 */
export function createPlay(app, sound, changed) {
  const board = h("div", { class: "stage", id: "board" });
  const bar = h("div", { class: "gauge", hidden: true });
  const above = h("div", { class: "strip above" });
  const below = h("div", { class: "strip below" });
  const middle = h(
    "section",
    { class: "middle", tabindex: "-1" },
    h("div", { class: "stack" }, above, h("div", { class: "boards" }, bar, board), below),
  );
  const side = h("aside", { class: "side" });
  const element = h("div", { class: "table" }, middle, side);

  /** The player at the bottom that was chosen by turning; 0: as it comes. */
  let turned = 0;
  /** The node to whose position the board moves by its last move. */
  let animateTo = -1;
  let showing = 0;

  const stage = createStage(
    board,
    {
      move: (move) => void play(move),
      refused: (key, values) => {
        sound("illegal");
        app.notice(app.text(key, values), "bad");
      },
      say: app.say,
    },
    { create: createBoardView, lent: changed, returned: changed },
  );
  const seats = createSeats(app, above, below);
  const status = createStatus(app, stage);
  const warning = createWarning(app);
  const panels = createPanels(app, status.element, stage);
  fill(side, panels.element);

  /** @param {string} move */
  const play = async (move) => {
    const table = app.table();
    if (!table) return;
    app.marks("hint", []);
    if (app.viewed() !== table.current && !(await app.run("goto", { node: app.viewed() }))) return;
    const node = app.table()?.current;
    const done = (await warning.mayPlay(move)) && (await app.run("move", { move, node }));
    if (!done) render();
  };

  const bottom = () => {
    const table = app.table();
    if (turned || !table) return turned;
    const own = ownPlayers(table);
    return own.length === 1 && table.position.face.seats.length ? own[0] : 0;
  };

  /** @param {Table} table @param {Position} position */
  const mayMove = (table, position) => {
    const seat = table.seats[position.player - 1];
    return (
      app.online() &&
      table.phase === "playing" &&
      !warning.weighs() &&
      app.viewed() === table.current &&
      !!seat?.yours &&
      seat.kind === "person"
    );
  };

  const confirms = () => {
    const wanted = app.settings.get("confirm");
    if (wanted !== "auto") return wanted === "on";
    const cells = Math.max(1, app.table()?.position.width ?? 1);
    return matchMedia("(pointer: coarse)").matches && board.clientWidth / cells < SMALL_CELL;
  };

  const render = () => {
    const table = app.table();
    const own = ++showing;
    middle.setAttribute("aria-label", app.text("shell.board"));
    element.classList.toggle("empty", !table && !stage.borrowed());
    element.classList.toggle("lent", stage.borrowed());
    if (!table || stage.borrowed()) return;
    const node = app.viewed();
    const animate = animateTo === node && app.settings.get("animation");
    if (animateTo === node) animateTo = -1;
    void app.position(node).then(
      (position) => {
        if (own !== showing) return;
        const deep = app.settings.get("depth") && position.face.falls;
        void stage.show(
          deep ? "depth" : "flat",
          position,
          {
            interactive: mayMove(table, position),
            animate: animate ? (position.last ?? null) : null,
            bottom: bottom(),
            mirrored: app.settings.get("mirrored"),
            coordinates: app.settings.get("coordinates"),
            confirm: confirms(),
          },
          () => !stage.borrowed(),
        );
        numbers(table, node);
      },
      () => {},
    );
  };

  /** @param {Table} table @param {number} node */
  const numbers = (table, node) => {
    const cells = app.settings.get("numbers") && !table.base ? stonesOf(table, node) : [];
    stage.marks(
      "numbers",
      cells.map((cell, index) => ({ kind: "number", cell, text: String(index + 1) })),
    );
  };

  app.onChange(render);
  void mountPanel("bar", app, bar);

  return {
    element,
    stage,
    panels,
    status,
    bottom,
    flip() {
      const count = app.table()?.seats.length ?? 2;
      turned = ((bottom() || 1) % count) + 1;
      render();
      seats.update();
    },
    leave() {
      turned = 0;
      animateTo = -1;
      stage.reclaim();
      stage.clear();
    },
    /**
     * Another node is looked at: only the next one is moved to.
     * @param {number} from @param {number} to
     */
    looked(from, to) {
      const table = app.table();
      stage.marks("hint", []);
      if (table && neighbour(table, to, "back") === from) animateTo = to;
    },
    /**
     * The table has changed.
     * @param {import("../types.js").TableEvent | null} event @param {Table | null} before
     */
    follow(event, before) {
      const table = /** @type {Table} */ (app.table());
      if (event?.type === "moved" && app.viewed() === table.current) animateTo = table.current;
      if (before?.current !== table.current) stage.marks("hint", []);
      announce(app, event, before, table, sound);
    },
  };
}

/**
 * Sounds and says what has happened.
 * @param {Shell} app
 * @param {import("../types.js").TableEvent | null} event
 * @param {Table | null} before
 * @param {Table} table
 * @param {(name: string) => void} sound
 */
function announce(app, event, before, table, sound) {
  if (!event) return;
  if (event.type === "created") sound("start");
  if (event.type === "moved") {
    sound(soundOf(table.position, before?.position));
    // The board says the move that it shows.
    if (app.viewed() !== table.current) app.say(describeMove(app, table));
  }
  if (event.type === "undone" || event.type === "redone") app.say(app.text(`shell.said.${event.type}`));
  if (event.type === "declined") app.notice(app.text("shell.draw_declined"));
  if (table.phase === "over" && before && before.phase !== "over") {
    const own = ownPlayers(table);
    const winner = /^p(\d)win$/.exec(table.outcome ?? "")?.[1];
    sound(!winner ? "draw" : own.length === 0 || own.includes(Number(winner)) ? "win" : "loss");
    app.say(resultOf(app, table));
  }
}

/**
 * @param {Position} position
 * @param {Position | undefined} before
 */
function soundOf(position, before) {
  const last = position.last;
  if (!last) return "move";
  const [x, y] = last.cells[last.cells.length - 1];
  const [fromX, fromY] = last.cells[0];
  const piece = position.rows[y]?.[x] ?? "";
  const was = before?.rows[fromY]?.[fromX] ?? "";
  if (/[A-F]/.test(piece) && /[1-6]/.test(was)) return "promotion";
  if (last.captured.length) return "capture";
  return position.face.falls ? "drop" : "move";
}
