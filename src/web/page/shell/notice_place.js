// Where messages are shown: never over the board, its clocks and the captured men. On a wide window that is the column of the panels,
// above its buttons; else the largest area around the board that the window shows now. Pure: node tests it.

/** @typedef {{left: number, top: number, right: number, bottom: number}} Box  in px of the window */
/**
 * @typedef {object} Scene what is on the screen
 * @property {number} width of the window
 * @property {number} height
 * @property {Box | null} board with the seats above and below it
 * @property {Box | null} panels
 * @property {Box | null} buttons of the panels
 * @property {Box | null} bar at the bottom of the window
 */

/** No message needs to be wider, in px. */
const WIDEST = 544;
/** Lower than this, the area takes the bar at the bottom as well. */
const LOWEST = 56;

/** @param {Box} box */
const widthOf = ({ left, right }) => Math.max(0, Math.min(right - left, WIDEST));

/** @param {Box} box */
const sizeOf = (box) => widthOf(box) * Math.max(0, box.bottom - box.top);

/** The area for messages, which stand at its bottom. @param {Scene} scene @returns {Box} */
export function areaFor({ width, height, board, panels, buttons, bar }) {
  const whole = { left: 0, top: 0, right: width, bottom: bar?.top ?? height };
  if (!board || board.right <= board.left) return whole;
  if (panels && panels.left >= board.right)
    return { ...panels, bottom: Math.min(buttons?.top ?? panels.bottom, panels.bottom, height) };
  const free = { ...whole, top: Math.max(0, board.bottom) };
  const below = free.bottom - free.top < LOWEST ? { ...free, bottom: height } : free;
  const around = [
    below,
    { ...whole, left: board.right },
    { ...whole, right: board.left },
    { ...whole, bottom: Math.min(board.top, whole.bottom) },
  ];
  return around.reduce((best, area) => (sizeOf(area) > sizeOf(best) ? area : best));
}
