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

/** A token of the style sheet as the theme has it. @param {HTMLElement} element @param {string} token */
function resolved(element, token) {
  const probe = document.createElement("i");
  probe.style.color = `var(${token})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** @param {HTMLElement} element @returns {{frame: Rgb, pale: Rgb}} */
export function themeColours(element) {
  return {
    frame: painted(resolved(element, "--depth-frame")),
    pale: painted(resolved(element, "--board-pale")),
  };
}

/** Calls back whenever the theme changes, that of the system or that of the settings, or the look of boards. @param {() => void} changed @param {AbortSignal} signal ends it */
export function watchTheme(changed, signal) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed, { signal });
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-theme", "data-look"],
  });
  signal.addEventListener("abort", () => observer.disconnect());
}
