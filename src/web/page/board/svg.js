// Making SVG elements. Words go in as text, never as markup.

const NAMESPACE = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number>} Attributes */

/**
 * A new element, at the end of `parent` where one is given.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name @param {Attributes} [attributes] @param {Element} [parent] @returns {SVGElementTagNameMap[K]}
 */
export function make(name, attributes = {}, parent) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent?.append(element);
  return element;
}

/** Text whose middle is at a point. @param {Element} parent @param {string} words @param {Attributes} attributes */
export function write(parent, words, attributes) {
  const element = make(
    "text",
    { "text-anchor": "middle", "dominant-baseline": "central", ...attributes },
    parent,
  );
  element.textContent = words;
  return element;
}

/** A line through points. @param {{x: number, y: number}[]} points */
export const lineThrough = (points) => points.map((p, index) => `${index ? "L" : "M"}${p.x} ${p.y}`).join("");

/** Moves an element to a point of the drawing. @param {SVGElement} element @param {{x: number, y: number}} point */
export function moveTo(element, point) {
  element.style.transform = `translate(${point.x}px, ${point.y}px)`;
}

/** A colour between two, `#rrggbb`. @param {string} from @param {string} to @param {number} share of `to`, 0 to 1 */
export function mix(from, to, share) {
  const part = (/** @type {string} */ colour, /** @type {number} */ at) =>
    parseInt(colour.slice(at, at + 2), 16);
  return `#${[1, 3, 5]
    .map((at) =>
      Math.round(part(from, at) * (1 - share) + part(to, at) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** Whether dark marks are legible on this colour, `#rrggbb`. @param {string} colour */
export function isLight(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
  return r * 0.299 + g * 0.587 + b * 0.114 > 140;
}
