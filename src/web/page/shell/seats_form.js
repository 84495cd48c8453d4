// Who sits where, in the order of play: for each seat a person, the program with a level, or an engine of the command line. Used
// by the dialog of a new game and, at a table, to change who plays.

import { h } from "./dom.js";
import { number, segments, select } from "./dialog.js";
import { FIRST_LEVEL } from "./draft.js";
import { infoOf } from "./games.js";
import { LEVELS, colourName, paintName } from "./words.js";
import { ratingText } from "./rating.js";
import { swatch } from "./seats.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("./draft.js").DraftSeat} DraftSeat */

/** Colours of the players in the order of play. @param {App} app @param {import("./draft.js").Draft} draft */
export const coloursOf = (app, draft) => infoOf(app, draft.game)?.colours ?? [];

/** @param {DraftSeat} seat */
function kindOf(seat) {
  if (seat.kind === "person") return seat.guest ? "guest" : "person";
  if (seat.kind === "program" && seat.elo !== undefined) return "mine";
  if (seat.kind === "engine") return `engine:${seat.engine ?? 0}`;
  return LEVELS.some(({ level }) => level === seat.level) ? `level:${seat.level}` : "number";
}

/** A level without a name that is near: where a level is chosen by its number. @param {number} level */
function nameless(level) {
  if (!LEVELS.some((one) => one.level === level)) return level;
  return level < 20 ? level + 1 : level - 1;
}

/** @param {string} kind @param {DraftSeat} before @returns {DraftSeat} */
function seatOf(kind, before) {
  const [what, value] = kind.split(":");
  if (what === "level") return { kind: "program", level: Number(value) };
  if (what === "mine") return { kind: "program", level: before.level ?? FIRST_LEVEL, elo: 0 };
  if (what === "engine") return { kind: "engine", engine: Number(value) };
  if (what === "number") return { kind: "program", level: nameless(before.level ?? 10) };
  if (what === "guest") return { kind: "person", name: "", guest: true };
  return { kind: "person", name: before.name ?? "" };
}

/** @param {App} app @param {boolean} fresh of a new game: a guest can be let in when it begins */
function kinds(app, fresh) {
  const program = app.text("shell.program");
  const guest = fresh && app.program.has("invite");
  return [
    { value: "person", label: app.text("dialogs.person") },
    ...(guest ? [{ value: "guest", label: app.text("guests.machine") }] : []),
    { value: "mine", label: `${program}: ${app.text("dialogs.my_strength")}` },
    ...LEVELS.map(({ name, level }) => ({
      value: `level:${level}`,
      label: `${program}: ${app.text(`shell.level.${name}`)}`,
    })),
    { value: "number", label: `${program}: ${app.text("dialogs.level_number")}` },
    ...(app.program.hello()?.engines ?? []).map((name, index) => ({ value: `engine:${index}`, label: name })),
  ];
}

/**
 * @param {App} app
 * @param {{seats: DraftSeat[], chosen?: boolean, family?: string}} draft is changed
 * @param {number} index
 * @param {import("../types.js").Colour | undefined} colour
 * @param {string} name
 * @param {() => void} draw
 */
export function seatRow(app, draft, index, colour, name, draw) {
  const seat = draft.seats[index];
  const list = select(kinds(app, "family" in draft), kindOf(seat), (kind) => {
    draft.seats[index] = seatOf(kind, seat);
    draft.chosen = true;
    draw();
  });
  list.dataset.keep = `seat-${index}`;
  list.setAttribute("aria-label", app.text("dialogs.seat", { number: index + 1, colour: name }));
  const called = h("input", {
    type: "text",
    maxlength: 40,
    placeholder: app.text("dialogs.name"),
    "aria-label": app.text("dialogs.name_of", { colour: name }),
    value: seat.name ?? "",
    oninput: () => (seat.name = called.value),
  });
  const level = number(seat.level ?? 10, 0, 20, (value) => (seat.level = value));
  level.setAttribute("aria-label", app.text("dialogs.level_of", { colour: name }));
  const extra = seat.kind === "person" && !seat.guest ? called : kindOf(seat) === "number" ? level : null;
  return h(
    "div",
    { class: `seat-row${extra ? " two" : ""}` },
    swatch(colour),
    h("span", { class: "small" }, name),
    list,
    extra,
  );
}

/**
 * @param {App} app
 * @param {import("./draft.js").Draft} draft is changed
 * @param {() => void} draw
 * @param {import("../types.js").Rating | null} rating
 */
export function seatsForm(app, draft, draw, rating) {
  const colours = coloursOf(app, draft);
  const rows = draft.seats.map((_, index) => {
    const colour = colours[index];
    return seatRow(app, draft, index, colour, paintName(app, colour?.name ?? String(index + 1)), draw);
  });
  return h(
    "fieldset",
    { class: "group seats-form" },
    h("legend", {}, app.text("dialogs.seats")),
    rows,
    rating?.games
      ? h(
          "p",
          { class: "small soft own-rating" },
          app.text("dialogs.own_rating", { rating: ratingText(app, rating), count: rating.games }),
        )
      : null,
    begins(app, draft, draw),
  );
}

/**
 * Who begins, as seen by the first person: the seats are turned until it is so.
 * @param {App} app @param {import("./draft.js").Draft} draft @param {() => void} draw
 */
function begins(app, draft, draw) {
  const people = draft.seats.filter((seat) => seat.kind === "person" && !seat.guest).length;
  if (people !== 1)
    return segments(
      app.text("dialogs.begins"),
      "begins",
      [
        { value: "order", label: app.text("dialogs.in_order") },
        { value: "lot", label: app.text("dialogs.lot") },
      ],
      draft.lot ? "lot" : "order",
      (value) => {
        draft.lot = value === "lot";
      },
    );
  const isMe = (/** @type {DraftSeat} */ seat) => seat.kind === "person" && !seat.guest;
  const me = isMe(draft.seats[0]);
  return segments(
    app.text("dialogs.begins"),
    "begins",
    [
      { value: "me", label: app.text("dialogs.me") },
      { value: "other", label: app.text("dialogs.other") },
      { value: "lot", label: app.text("dialogs.lot") },
    ],
    draft.lot ? "lot" : me ? "me" : "other",
    (value) => {
      draft.lot = value === "lot";
      if (value === "me")
        while (!isMe(draft.seats[0]))
          draft.seats.push(.../** @type {DraftSeat[]} */ (draft.seats.splice(0, 1)));
      if (value === "other")
        while (!isMe(draft.seats[1]))
          draft.seats.push(.../** @type {DraftSeat[]} */ (draft.seats.splice(0, 1)));
      draw();
    },
  );
}

/**
 * Changes who plays at a table, in a dialog's body.
 * @param {App} app
 * @param {import("../types.js").Table} table
 * @param {{seats: DraftSeat[]}} draft
 * @param {() => void} draw
 */
export function tableSeats(app, table, draft, draw) {
  return draft.seats.map((_, index) =>
    seatRow(
      app,
      draft,
      index,
      table.position.face.colours[index],
      colourName(app, table.position, index + 1),
      draw,
    ),
  );
}
