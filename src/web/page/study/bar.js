// The evaluation bar beside the board: the first player's share of the expected points, from the bottom (or the left, where it
// lies). Games of two players only. The meter has its value in words for screen readers, and the score stands at its end.

import { h } from "../shell/dom.js";
import { colourName } from "../shell/words.js";
import { analysisOf } from "./analysis.js";
import { drawingOf } from "./drawing.js";
import { firstShare, scoreText, scoreWords } from "./scores.js";

/** @typedef {import("../types.js").App} App */

/**
 * Mounts the bar, and what the analysis draws over the board; the bar hides itself while it has nothing to show. Lies down where the element is wider than high.
 * @param {App} app @param {HTMLElement} element
 */
export function mountBar(app, element) {
  const analysis = analysisOf(app);
  drawingOf(app);
  const share = h("div", { class: "bar-share" });
  const score = h("span", { class: "bar-score", "aria-hidden": "true" });
  const meter = h(
    "div",
    { class: "bar-meter", role: "meter", "aria-valuemin": 0, "aria-valuemax": 100 },
    share,
    score,
  );
  element.classList.add("study-bar");
  element.append(meter);

  const update = () => {
    const { position, record } = analysis;
    const two = !position || position.players === 2;
    element.hidden = !analysis.sees("bar") || !two;
    if (element.hidden || !position) return;
    const known = record ?? (position.outcome ? { score: { cp: 0 }, outcome: position.outcome } : null);
    const first = known ? firstShare(known, position.player) : 0.5;
    const percent = Math.round(first * 100);
    const [one, two_] = position.face.colours;
    element.style.setProperty("--share", `${(first * 100).toFixed(1)}%`);
    element.style.setProperty("--first", one.fill);
    element.style.setProperty("--second", two_.fill);
    element.dataset.ahead = first >= 0.5 ? "first" : "second";
    score.textContent = record ? scoreText(record.score, position) : "";
    meter.setAttribute("aria-label", app.text("study.bar_of", { player: colourName(app, position, 1) }));
    meter.setAttribute("aria-valuenow", String(percent));
    meter.setAttribute(
      "aria-valuetext",
      record ? `${percent} %, ${scoreWords(app, record.score, position)}` : `${percent} %`,
    );
  };
  analysis.onChange(update);
  update();
}
