// Colours for WebGL: those of the pieces, as `#rrggbb`, and those of the theme, read from the tokens of the style sheet.

/** @typedef {[number, number, number]} Rgb */

/** @param {string} hex `#rrggbb` @returns {Rgb} */
export function toRgb(hex) {
  const number = Number.parseInt(hex.slice(1), 16);
  return [(number >> 16) / 255, ((number >> 8) & 255) / 255, (number & 255) / 255];
}

/** Any colour of CSS: painted on a pixel and read. @param {string} colour @returns {Rgb} */
function painted(colour) {
  const context = new OffscreenCanvas(1, 1).getContext("2d");
  if (!context) return [0.5, 0.5, 0.5];
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return [red / 255, green / 255, blue / 255];
}

/** @param {HTMLElement} element @returns {{frame: Rgb, pale: Rgb}} */
export function themeColours(element) {
  const frame = getComputedStyle(element).getPropertyValue("--depth-frame").trim();
  return { frame: painted(frame || "#3a6ea5"), pale: [1, 0.99, 0.96] };
}
