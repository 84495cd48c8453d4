// The buttons of the panel 'Game', and the same actions as a bar at the bottom of a phone with a sheet for the rest.

import { fill, h, iconButton } from "./dom.js";
import { actionsOf, walk } from "./actions.js";
import { openDialog } from "./dialog.js";
import { neighbour } from "./tree.js";
import { openSave } from "./save.js";
import { letInTitle, openLetIn } from "./let_in.js";

/** @typedef {import("../types.js").App} App */

const FIRST = ["undo", "redo", "hint", "play_for_me"];
const REST = ["swap", "draw_offer", "resign", "pause", "resume", "flip", "mirror", "find", "rematch"];
const EDITS = ["comment", "promote", "remove", "undo_edit"];
const BAR = ["undo", "redo", "hint"];

/** @param {App} app @param {import("./actions.js").Action} action @param {boolean} bare @param {() => void} [after] */
function button(app, action, bare, after) {
  const act = () => {
    after?.();
    action.act();
  };
  const element = iconButton(
    action.icon,
    app.text(`${action.asks ? "guests" : "shell"}.do.${action.name}`),
    act,
    {
      bare,
      ...(action.key && !after ? { key: action.key } : {}),
    },
  );
  element.disabled = !action.may;
  element.dataset.action = action.name;
  if (action.pressed !== undefined) element.setAttribute("aria-pressed", String(action.pressed));
  return element;
}

/** A small one beside those that walk. @param {App} app @param {import("./actions.js").Action} action */
function editButton(app, action) {
  const element = button(app, action, true);
  element.classList.add("plain");
  return element;
}

/** Rebuilds a group of buttons and leaves the focus where it was. @param {HTMLElement} element @param {Node[]} children */
function refill(element, children) {
  const focused = element.contains(document.activeElement)
    ? /** @type {HTMLElement} */ (document.activeElement).dataset.action
    : null;
  fill(element, children);
  if (!focused) return;
  const enabled = (/** @type {string} */ which) =>
    /** @type {HTMLElement | null} */ (element.querySelector(`${which}:not(:disabled)`));
  (enabled(`[data-action="${focused}"]`) ?? enabled("button"))?.focus();
}

/** @param {App} app @returns {Node[]} */
export function walkButtons(app) {
  const table = app.game.table();
  return /** @type {const} */ (["first", "back", "forward", "last"]).map((step) => {
    const element = iconButton(step, app.text(`shell.walk.${step}`), () => walk(app, step), {
      bare: true,
      class: "plain",
    });
    element.dataset.action = step;
    element.disabled = !table || neighbour(table, app.game.viewed(), step) === app.game.viewed();
    return element;
  });
}

/** @param {App} app */
export function createControls(app) {
  const walking = h("div", { class: "walk" });
  const buttons = h("div", { class: "buttons" });
  const element = h("div", { class: "controls" }, walking, buttons);
  const update = () => {
    element.hidden = !app.game.table();
    if (element.hidden) return;
    const actions = actionsOf(app);
    const plays = FIRST.some((name) => actions[name].may);
    const shown = (/** @type {string[]} */ names) =>
      names
        .filter((name) => actions[name] && (actions[name].may || (plays && FIRST.includes(name))))
        .map((name) => button(app, actions[name], false));
    const edits = EDITS.some((name) => actions[name].may)
      ? EDITS.map((name) => editButton(app, actions[name]))
      : [];
    walking.classList.toggle("edits", edits.length > 0);
    refill(walking, [...walkButtons(app), ...edits]);
    refill(buttons, [...shown([...FIRST, ...REST]), ...keepButtons(app)]);
  };
  app.onChange(update);
  return { element };
}

/** @param {App} app @param {() => void} [after] */
function keepButtons(app, after) {
  const act = (/** @type {() => void} */ then) => () => {
    after?.();
    then();
  };
  const buttons = [
    iconButton(
      "save",
      app.text("shell.save"),
      act(() => openSave(app)),
    ),
  ];
  if (app.program.hello()?.rights.host)
    buttons.push(
      iconButton(
        "share",
        letInTitle(app),
        act(() => openLetIn(app)),
      ),
    );
  if (app.game.table()?.position.face.falls) {
    const deep = iconButton(
      "cube",
      app.text("shell.depth"),
      act(() => app.settings.set("depth", !app.settings.get("depth"))),
    );
    deep.setAttribute("aria-pressed", String(!!app.settings.get("depth")));
    buttons.push(deep);
  }
  for (const one of buttons) one.dataset.action = one.textContent ?? "";
  return buttons;
}

/**
 * The bar at the bottom of a phone.
 * @param {App} app
 * @param {HTMLElement} bar
 */
export function bindBar(app, bar) {
  const update = () => {
    bar.hidden = app.screens.now() !== "table" || !app.game.table();
    bar.setAttribute("aria-label", app.text("shell.actions"));
    if (bar.hidden) return;
    const actions = actionsOf(app);
    const [, back, forward] = walkButtons(app);
    refill(bar, [
      back,
      ...BAR.map((name) => button(app, actions[name], true)),
      iconButton("more", app.text("shell.more"), () => openSheet(app), { bare: true }),
      forward,
    ]);
  };
  app.onChange(update);
}

/** All actions, in words. @param {App} app */
function openSheet(app) {
  openDialog(app, {
    title: app.text("shell.actions"),
    size: "narrow",
    body: (close) => {
      const actions = actionsOf(app);
      const names = ["play_for_me", ...REST, ...EDITS].filter((name) => actions[name]?.may);
      return [
        h("div", { class: "sheet" }, [
          ...names.map((name) => button(app, actions[name], false, close)),
          ...keepButtons(app, close),
        ]),
      ];
    },
  });
}
