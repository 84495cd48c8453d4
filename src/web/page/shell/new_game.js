// The dialog of a new game. It opens with what was played last, so that one click plays; everything else is a choice on the way.

import { fill, h } from "./dom.js";
import { check, field, openDialog, segments, select } from "./dialog.js";
import { CLOCKS, THINK_MS, familiesOf, infoOf, offered } from "./games.js";
import { familyPicture } from "./pictures.js";
import { familyName, gameName, paintName, wordsOr } from "./words.js";
import { coloursOf, seatsForm } from "./seats_form.js";
import { draftOf, keep, newGameOf, playersOf, ruleSetOf, rulesOf } from "./draft.js";
import { meetOwnStrength, ratingOf } from "./rating.js";

/** @typedef {import("../types.js").Shell} Shell */
/** @typedef {import("./draft.js").Draft} Draft */

/** Time without a key after which a browser takes the next letter for the first one of another entry. */
const TYPING_MS = 1000;

/**
 * @param {Shell} app
 * @param {string} [family]
 */
export function openNewGame(app, family) {
  let draft = draftOf(app, family);
  const form = h("div", { class: "new-game" });
  /** The rating in the rules that are shown, and which these are. @type {{of: string, rating: import("../types.js").Rating | null}} */
  let known = { of: "", rating: null };

  // Comes after the dialog is shown, and again for other rules.
  const askRating = async () => {
    const { game, options } = ruleSetOf(app, draft);
    const of = JSON.stringify([game, options]);
    if (known.of === of) return;
    known = { of, rating: null };
    const rating = await ratingOf(app, game, options);
    if (known.of !== of || !rating?.games) return;
    known = { of, rating };
    meetOwnStrength(draft, rating);
    draw();
  };

  // Who types to find an entry of a list would lose what is typed when the list is made anew: that waits for a pause.
  let typedAt = -Infinity;
  let waiting = 0;
  form.addEventListener("keydown", (event) => {
    if (event.target instanceof HTMLSelectElement && event.key.length === 1) typedAt = performance.now();
  });
  const draw = () => {
    clearTimeout(waiting);
    const pause = typedAt + TYPING_MS - performance.now();
    if (pause > 0) waiting = window.setTimeout(drawNow, pause);
    else drawNow();
  };

  const drawNow = () => {
    void askRating();
    const focused =
      document.activeElement instanceof HTMLElement && form.contains(document.activeElement)
        ? (document.activeElement.dataset.keep ?? document.activeElement.getAttribute("name"))
        : null;
    fill(
      form,
      families(),
      h(
        "div",
        { class: "columns" },
        h("div", { class: "column" }, rules(), seatsForm(app, draft, draw, known.rating)),
        h("div", { class: "column" }, clock(), more()),
      ),
    );
    if (focused)
      /** @type {HTMLElement | null} */ (
        form.querySelector(`[data-keep="${focused}"], [name="${focused}"]:checked`)
      )?.focus();
  };

  const families = () =>
    h(
      "fieldset",
      { class: "families" },
      h("legend", { class: "unseen" }, app.text("dialogs.game")),
      familiesOf(app).map((name) => {
        const input = h("input", {
          type: "radio",
          name: "family",
          value: name,
          onchange: () => {
            draft = draftOf(app, name);
            draw();
          },
        });
        input.checked = name === draft.family;
        const picture = familyPicture(name, offered(app, name)[0].colours);
        return h("label", { class: "family" }, input, picture, h("span", {}, familyName(app, name)));
      }),
    );

  const rules = () => {
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
      size(),
      players(),
    );
  };

  const size = () => {
    const board = infoOf(app, draft.game)?.board;
    if (!board) return null;
    const side = (/** @type {"width" | "height" | "size"} */ name) =>
      field(
        app.text(`dialogs.${name}`),
        number(draft[name], board.min, board.max, (value) => (draft[name] = value)),
      );
    return board.option ? side("size") : h("div", { class: "pair" }, side("width"), side("height"));
  };

  const players = () => {
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
  };

  const clock = () => {
    const none = { value: "", label: app.text("dialogs.no_clock") };
    const presets = CLOCKS.map(({ minutes, increment }) => ({
      value: `${minutes}+${increment}`,
      label: `${minutes} + ${increment}`,
    }));
    const own = { value: "own", label: app.text("dialogs.own_clock") };
    const choice =
      draft.clock === null ? "" : draft.ownClock ? "own" : `${draft.clock.minutes}+${draft.clock.increment}`;
    const list = select([none, ...presets, own], choice, (value) => {
      const [minutes, increment] = value.split("+").map(Number);
      draft.ownClock = value === "own";
      if (value === "") draft.clock = null;
      else if (value === "own") draft.clock = draft.clock ?? { minutes: 5, increment: 3 };
      else draft.clock = { minutes, increment };
      draw();
    });
    list.dataset.keep = "clock";
    const current = draft.clock;
    return h(
      "div",
      { class: "group" },
      field(app.text("dialogs.clock"), list, app.text("dialogs.clock_help")),
      current && draft.ownClock
        ? h(
            "div",
            { class: "pair" },
            field(
              app.text("dialogs.minutes"),
              number(current.minutes, 0.5, 600, (value) => (current.minutes = value), 0.5),
            ),
            field(
              app.text("dialogs.increment"),
              number(current.increment, 0, 600, (value) => (current.increment = value)),
            ),
          )
        : null,
      current
        ? null
        : field(
            app.text("dialogs.think"),
            select(
              ["500", "1000", "2000", "5000", "10000", "30000", "60000"].map((value) => ({
                value,
                label: app.text("dialogs.seconds", { count: Number(value) / 1000 }),
              })),
              String(draft.think_ms ?? THINK_MS),
              (value) => (draft.think_ms = Number(value)),
            ),
          ),
    );
  };

  const more = () =>
    h(
      "div",
      { class: "group" },
      rulesOf(app, draft.game).map((option) => optionControl(app, draft, option, draw)),
      handicap(),
      start(),
    );

  const handicap = () => {
    if (!infoOf(app, draft.game)?.handicap) return null;
    const men = select(
      ["0", "1", "2", "3", "4", "5"].map((value) => ({
        value,
        label:
          value === "0" ? app.text("dialogs.no_handicap") : app.text("dialogs.men_off", { count: value }),
      })),
      String(draft.handicap.men),
      (value) => {
        draft.handicap.men = Number(value);
        draw();
      },
    );
    men.dataset.keep = "handicap";
    const players = coloursOf(app, draft).map(({ name }, index) => ({
      value: String(index + 1),
      label: paintName(app, name),
    }));
    return h(
      "div",
      { class: "pair" },
      field(app.text("dialogs.handicap"), men),
      draft.handicap.men
        ? field(
            app.text("dialogs.handicap_of"),
            select(
              players,
              String(draft.handicap.player),
              (value) => (draft.handicap.player = Number(value)),
            ),
          )
        : null,
    );
  };

  const start = () => {
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
  };

  openDialog(app, {
    title: app.text("shell.new_game"),
    size: "wide",
    body: () => {
      draw();
      return [form];
    },
    footer: (close) => [
      h("button", { type: "button", onclick: close }, app.text("shell.cancel")),
      h(
        "button",
        {
          type: "button",
          class: "primary",
          autofocus: true,
          onclick: async () => {
            keep(app, draft);
            const game = await newGameOf(app, draft);
            if (!game) return;
            const made = await app.run("create", game);
            if (!made) return;
            close();
            app.open(made.table);
          },
        },
        app.text("dialogs.play"),
      ),
    ],
  });
}

/** @param {number} value @param {number} min @param {number} max @param {(value: number) => void} changed @param {number} [step] */
export function number(value, min, max, changed, step = 1) {
  const input = h("input", { type: "number", min, max, step, inputmode: "decimal", value: String(value) });
  input.addEventListener("change", () => {
    const read = Math.min(max, Math.max(min, Number(input.value) || min));
    input.value = String(read);
    changed(read);
  });
  return input;
}

/**
 * A rule option, by its type.
 * @param {Shell} app @param {Draft} draft @param {import("../types.js").GameInfo["options"][number]} option @param {() => void} draw
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
