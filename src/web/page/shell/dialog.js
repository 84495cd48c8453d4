// Dialogs, as <dialog>: the browser keeps the focus inside, gives it back, and closes them on Escape. A click beside one closes it.

import { fill, h, iconButton } from "./dom.js";

/** @typedef {import("../types.js").App} App */

/**
 * Shows a dialog. `close` ends it; it is gone from the page afterwards.
 * @param {App} app
 * @param {{title: string, size?: "narrow" | "wide" | "full", body: (close: () => void) => (Node | null)[], footer?: (close: () => void) => Node[], closed?: () => void}} content
 */
export function openDialog(app, content) {
  const dialog = h("dialog", { class: content.size ?? null, "aria-label": content.title });
  const body = h("div", { class: "body" });
  const close = () => dialog.close();
  dialog.append(
    h(
      "header",
      {},
      h("h2", {}, content.title),
      iconButton("close", app.text("shell.close"), close, { bare: true, class: "plain" }),
    ),
    body,
  );
  fill(body, content.body(close));
  body.tabIndex = body.querySelector("button, input, select, textarea") ? -1 : 0;
  const footer = content.footer?.(close) ?? [];
  if (footer.length) dialog.append(h("footer", {}, footer));
  dialog.addEventListener("close", () => {
    const notices = dialog.querySelector("#notices");
    if (notices) document.body.append(notices);
    dialog.remove();
    content.closed?.();
  });
  dialog.addEventListener("pointerdown", (event) => {
    if (event.target !== dialog) return;
    const box = dialog.getBoundingClientRect();
    const outside =
      event.clientX < box.left ||
      event.clientX > box.right ||
      event.clientY < box.top ||
      event.clientY > box.bottom;
    if (outside) close();
  });
  document.body.append(dialog);
  dialog.showModal();
  const first = dialog.querySelector("[autofocus]");
  if (first instanceof HTMLElement) first.focus();
  else if (body.tabIndex < 0) body.focus();
  else dialog.querySelector("button")?.focus();
  return close;
}

/**
 * Asks; true where the person says yes.
 * @param {App} app
 * @param {string} question
 * @param {string} yes
 * @param {boolean} [grave] what is done cannot be undone: the focus is on the button that leaves all as it is
 * @param {string} [title]
 * @returns {Promise<boolean>}
 */
export function ask(app, question, yes, grave = false, title = yes) {
  return new Promise((resolve) => {
    let answer = false;
    openDialog(app, {
      title,
      size: "narrow",
      body: () => [h("p", {}, question)],
      footer: (close) => [
        h("button", { type: "button", autofocus: grave, onclick: close }, app.text("shell.cancel")),
        h(
          "button",
          {
            type: "button",
            class: grave ? "grave" : "primary",
            autofocus: !grave,
            onclick: () => {
              answer = true;
              close();
            },
          },
          yes,
        ),
      ],
      closed: () => resolve(answer),
    });
  });
}

/**
 * A group of radio buttons side by side.
 * @param {string} legend
 * @param {string} name
 * @param {{value: string, label: string, picture?: Node}[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
export function segments(legend, name, choices, chosen, changed) {
  return h(
    "fieldset",
    { class: "field" },
    h("legend", { class: "small" }, legend),
    h(
      "div",
      { class: choices.some(({ picture }) => picture) ? "segments pictured" : "segments" },
      choices.map(({ value, label, picture }) => {
        const input = h("input", { type: "radio", name, value, onchange: () => changed(value) });
        input.checked = value === chosen;
        return h("label", {}, input, picture, h("span", {}, label));
      }),
    ),
  );
}

let nextId = 1;

/**
 * A labelled control.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {string} [help]
 */
export function field(label, control, help) {
  const id = `field-${nextId++}`;
  control.id = id;
  const explained = help ? h("p", { class: "small soft", id: `${id}-help` }, help) : null;
  if (explained) control.setAttribute("aria-describedby", explained.id);
  return h("div", { class: "field" }, h("label", { for: id }, label), control, explained);
}

/**
 * A check box with its words.
 * @param {string} label
 * @param {boolean} value
 * @param {(value: boolean) => void} changed
 */
export function check(label, value, changed) {
  const input = h("input", { type: "checkbox", onchange: () => changed(input.checked) });
  input.checked = value;
  return h("label", { class: "check" }, input, h("span", {}, label));
}

/**
 * @param {{value: string, label: string, group?: string}[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
export function select(choices, chosen, changed) {
  const element = h("select", { onchange: () => changed(element.value) });
  for (const { value, label } of choices) element.append(h("option", { value }, label));
  element.value = chosen;
  return element;
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
