// Elements from code. Text goes in as text nodes only, so nothing that a person or a file says can become markup.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | number | null | undefined | false} Child */
/** @typedef {Child | Child[] | (Child | Child[])[]} Children */

/**
 * An element with properties (`class`, `on…` listeners, `data-…`, `aria-…`, or any attribute; false and null leave it out).
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Record<string, any>} [properties]
 * @param {...Children} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") /** @type {any} */ (element).value = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  fill(element, ...children);
  return element;
}

/**
 * An element of SVG.
 * @param {string} tag
 * @param {Record<string, string | number>} [attributes]
 * @param {...Element} children
 * @returns {SVGElement}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

/**
 * Replaces what is in an element.
 * @param {Element} element
 * @param {...Children} children
 */
export function fill(element, ...children) {
  const all = /** @type {Child[]} */ (/** @type {unknown} */ (children.flat(2)));
  element.replaceChildren(
    ...all
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => (child instanceof Node ? child : String(child))),
  );
}

/** @param {HTMLElement} element */
export const isSeen = (element) => element.isConnected && !element.closest("[hidden]");

/** Paths of icons in a square of 24, drawn as lines. */
const ICONS = {
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 6 6v1",
  redo: "m15 7 5 5-5 5M20 12H10a6 6 0 0 0-6 6v1",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3Z",
  play: "M7 4.5v15l12-7.5Z",
  pause: "M8 5v14M16 5v14",
  swap: "M7 4v15m0 0-3.5-3.5M7 19l3.5-3.5M17 20V5m0 0-3.5 3.5M17 5l3.5 3.5",
  flag: "M6 21V4m0 1h11l-2.5 4L17 13H6",
  draw: "M4 9h16M4 15h16",
  plus: "M12 5v14M5 12h14",
  again: "M20 12a8 8 0 1 1-2.5-5.8M20 3v4.5h-4.5",
  flip: "M5 12V9a4 4 0 0 1 4-4h9m0 0-3-3m3 3-3 3M19 12v3a4 4 0 0 1-4 4H6m0 0 3 3m-3-3 3-3",
  mirror: "M12 3v18M9 7 4 17h5ZM15 7l5 10h-5Z",
  first: "M7 5v14M18 5l-8 7 8 7",
  back: "m15 5-8 7 8 7",
  forward: "m9 5 8 7-8 7",
  last: "M17 5v14M6 5l8 7-8 7",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1",
  learn: "M2.5 9.5 12 5l9.5 4.5L12 14ZM6.5 11.5v5c3 2.5 8 2.5 11 0v-5",
  puzzle:
    "M4 8h4.2a2.4 2.4 0 1 1 4.6 0H17v4.2a2.4 2.4 0 1 1 0 4.6V21h-4.2a2.4 2.4 0 1 0-4.6 0H4v-4.2a2.4 2.4 0 1 0 0-4.6Z",
  edit: "M4 20l1-4L16.5 4.5l3 3L8 19ZM14 7l3 3",
  help: "M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5v.1",
  share: "M12 15V3m0 0L8 7m4-4 4 4M5 12v8h14v-8",
  save: "M12 3v12m0 0 4-4m-4 4-4-4M5 16v4h14v-4",
  folder: "M3 7V5h6l2 2h10v12H3Z",
  more: "M5 12h.1M12 12h.1M19 12h.1",
  comment: "M4 5h16v11h-9l-4 4v-4H4ZM8 9h8M8 12h5",
  up: "M12 20V5m0 0-6 6m6-6 6 6",
  revert: "M5 9h9a5 5 0 0 1 0 10H8M5 9l4-4M5 9l4 4",
  close: "M6 6l12 12M18 6 6 18",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20c.8-3.5 3.8-5.5 7.5-5.5s6.7 2 7.5 5.5",
  program: "M8 8h8v8H8ZM5 5h14v14H5ZM9 2v3M15 2v3M9 19v3M15 19v3M2 9h3M2 15h3M19 9h3M19 15h3",
  picture: "M4 5h16v14H4ZM4 16l5-5 4 4 3-3 4 4M15.5 8.5v.1",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.1M4 12h.1M4 18h.1",
  now: "M13 2 5 14h6l-1 8 9-13h-6Z",
  sound: "M4 9v6h4l5 4V5L8 9ZM16.5 8.5a5 5 0 0 1 0 7M19 6a8.5 8.5 0 0 1 0 12",
  magnifier: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16 16l5 5",
  mute: "M4 9v6h4l5 4V5L8 9ZM17 9l5 6M22 9l-5 6",
  cube: "M12 3 4 7.5v9L12 21l8-4.5v-9ZM4 7.5l8 4.5m0 0 8-4.5M12 12v9",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
};

/** @typedef {keyof typeof ICONS} IconName */

/** @param {IconName} name */
export function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    svg("path", { d: ICONS[name] }),
  );
}

/**
 * A button with an icon and its words; `bare` shows the icon alone.
 * @param {IconName} name
 * @param {string} label
 * @param {() => void} act
 * @param {{bare?: boolean, class?: string, key?: string}} [how]
 */
export function iconButton(name, label, act, how = {}) {
  const classes = [how.bare ? "bare" : "", how.class ?? ""].join(" ").trim();
  const title = how.key ? `${label} (${how.key})` : how.bare ? label : null;
  return h(
    "button",
    { type: "button", class: classes || null, onclick: act, title, "aria-label": how.bare ? label : null },
    icon(name),
    how.bare ? null : h("span", {}, label),
  );
}
