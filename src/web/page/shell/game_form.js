// What is chosen of a new game besides its players: rules and board, clock, options, handicap, start. Every group is built anew
// from the draft; what changes other controls calls `draw`.

import { ballotField } from "./ballot.js";
import { check, field, number, segments, select } from "./dialog.js";
import { h } from "./dom.js";
import { playersOf, rulesOf } from "./draft.js";
import { CLOCKS, THINK_MS, infoOf, offered } from "./games.js";
import { openingField } from "./opening.js";
import { coloursOf } from "./seats_form.js";
import { gameName, paintName, wordsOr } from "./words.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./draft.js").Draft} Draft */

/** Choices of the time for a move of a program, where there is no clock. */
const THINKING_MS = [500, 1000, 2000, 5000, 10000, 30000, 60000];
/** Men that a player can be without. */
const MEN_OFF = ["0", "1", "2", "3", "4", "5"];

/** The rules, and what belongs to them. @param {App} app @param {Draft} draft @param {() => void} draw */
export function rulesGroup(app, draft, draw) {
  const games = offered(app, draft.family);
  const list = select(
    games.map(({ name }) => ({ value: name, label: gameName(app, name) })),
    draft.game,
    (value) => {
      draft.game = value;
      draw();
    },
  );
  list.dataset.keep = "rules";
  return h(
    "div",
    { class: "group" },
    games.length > 1 ? field(app.text("dialogs.rules"), list) : null,
    h(
      "p",
      { class: "small soft" },
      wordsOr(app, `games.rules.${draft.game}`, infoOf(app, draft.game)?.about ?? ""),
    ),
    size(app, draft, draw),
    openingField(app, draft, draw),
    ballotField(app, draft, draw),
    players(app, draft, draw),
  );
}

/** @param {App} app @param {Draft} draft @param {() => void} draw */
function size(app, draft, draw) {
  const { board, openings } = infoOf(app, draft.game) ?? {};
  if (!board) return null;
  const side = (/** @type {"width" | "height" | "size"} */ name) => {
    const input = number(draft[name], board.min, board.max, (value) => {
      draft[name] = value;
      // Some opening rules are for one board only.
      if (openings) draw();
    });
    input.dataset.keep = name;
    return field(app.text(`dialogs.${name}`), input);
  };
  return board.option ? side("size") : h("div", { class: "pair" }, side("width"), side("height"));
}

/** @param {App} app @param {Draft} draft @param {() => void} draw */
function players(app, draft, draw) {
  const [least, most] = playersOf(app, draft.game);
  if (least === most) return null;
  const counts = Array.from({ length: most - least + 1 }, (_, index) => String(least + index)).map(
    (value) => ({
      value,
      label: value,
    }),
  );
  return segments(app.text("dialogs.players"), "players", counts, String(draft.seats.length), (value) => {
    draft.seats = Array.from(
      { length: Number(value) },
      (_, index) => draft.seats[index] ?? { kind: "program", level: 4 },
    );
    draw();
  });
}

/** The clock; without one, the time for a move of a program. @param {App} app @param {Draft} draft @param {() => void} draw */
export function clockGroup(app, draft, draw) {
  const none = { value: "", label: app.text("dialogs.no_clock") };
  const presets = CLOCKS.map(({ minutes, increment }) => ({
    value: `${minutes}+${increment}`,
    label: `${minutes} + ${increment}`,
  }));
  const own = { value: "own", label: app.text("dialogs.own_clock") };
  const { clock } = draft;
  const choice = clock === null ? "" : draft.ownClock ? "own" : `${clock.minutes}+${clock.increment}`;
  const list = select([none, ...presets, own], choice, (value) => {
    const [minutes, increment] = value.split("+").map(Number);
    draft.ownClock = value === "own";
    if (value === "") draft.clock = null;
    else if (value === "own") draft.clock = draft.clock ?? { minutes: 5, increment: 3 };
    else draft.clock = { minutes, increment };
    draw();
  });
  list.dataset.keep = "clock";
  return h(
    "div",
    { class: "group" },
    field(app.text("dialogs.clock"), list, app.text("dialogs.clock_help")),
    clock && draft.ownClock ? ownClock(app, clock) : null,
    clock ? null : thinking(app, draft),
  );
}

/** @param {App} app @param {NonNullable<Draft["clock"]>} clock is changed */
function ownClock(app, clock) {
  const minutes = number(clock.minutes, 0.5, 600, (value) => (clock.minutes = value), 0.5);
  const increment = number(clock.increment, 0, 600, (value) => (clock.increment = value));
  return h(
    "div",
    { class: "pair" },
    field(app.text("dialogs.minutes"), minutes),
    field(app.text("dialogs.increment"), increment),
  );
}

/** @param {App} app @param {Draft} draft */
function thinking(app, draft) {
  const choices = THINKING_MS.map((ms) => ({
    value: String(ms),
    label: app.text("dialogs.seconds", { count: ms / 1000 }),
  }));
  const chosen = String(draft.think_ms ?? THINK_MS);
  const list = select(choices, chosen, (value) => (draft.think_ms = Number(value)));
  return field(app.text("dialogs.think"), list);
}

/** Options of the rules, handicap and start. @param {App} app @param {Draft} draft @param {() => void} draw */
export function moreGroup(app, draft, draw) {
  return h(
    "div",
    { class: "group" },
    rulesOf(app, draft.game).map((option) => optionControl(app, draft, option, draw)),
    handicap(app, draft, draw),
    start(app, draft),
  );
}

/** @param {App} app @param {Draft} draft @param {() => void} draw */
function handicap(app, draft, draw) {
  if (!infoOf(app, draft.game)?.handicap) return null;
  const choices = MEN_OFF.map((value) => ({
    value,
    label: value === "0" ? app.text("dialogs.no_handicap") : app.text("dialogs.men_off", { count: value }),
  }));
  const men = select(choices, String(draft.handicap.men), (value) => {
    draft.handicap.men = Number(value);
    draw();
  });
  men.dataset.keep = "handicap";
  const players = coloursOf(app, draft).map(({ name }, index) => ({
    value: String(index + 1),
    label: paintName(app, name),
  }));
  const of = () =>
    select(players, String(draft.handicap.player), (value) => (draft.handicap.player = Number(value)));
  return h(
    "div",
    { class: "pair" },
    field(app.text("dialogs.handicap"), men),
    draft.handicap.men ? field(app.text("dialogs.handicap_of"), of()) : null,
  );
}

/** @param {App} app @param {Draft} draft */
function start(app, draft) {
  const area = h("textarea", {
    rows: 2,
    spellcheck: "false",
    autocapitalize: "off",
    oninput: () => (draft.fen = area.value.trim()),
  });
  area.value = draft.fen;
  const inside = field(app.text("dialogs.fen"), area, app.text("dialogs.fen_help"));
  const details = h("details", {}, h("summary", {}, app.text("dialogs.start_position")), inside);
  details.open = draft.fen !== "";
  return details;
}

/**
 * A rule option, by its type.
 * @param {App} app @param {Draft} draft @param {import("../types.js").GameInfo["options"][number]} option @param {() => void} draw
 */
function optionControl(app, draft, option, draw) {
  const label = wordsOr(app, `games.option.${option.name}`, option.name);
  const value = draft.options[option.name] ?? option.default;
  const set = (/** @type {string | number | boolean} */ next) => (draft.options[option.name] = next);
  if (option.type === "check") return check(label, value === true, set);
  if (option.values) {
    const choices = option.values.map((one) => ({
      value: one,
      label: wordsOr(app, `games.option.${option.name}.${one}`, one),
    }));
    const list = select(choices, String(value), (next) => {
      set(next);
      draw();
    });
    list.dataset.keep = option.name;
    return field(label, list);
  }
  return field(
    label,
    number(Number(value), option.min ?? 0, option.max ?? 100, set),
    wordsOr(app, `games.help.${option.name}`, option.help),
  );
}
