// The mistakes of a game as they are shown: a table by player, and a line for each mistake with what it did and the better move.

import { h } from "../shell/dom.js";
import { factsSentence } from "../shell/facts.js";
import { MARK_NAMES } from "../shell/judgements.js";
import { numberOf } from "../shell/numbering.js";
import { colourName } from "../shell/words.js";
import { scoreText, scoreWords } from "./scores.js";

/**
 * @typedef {import("../types.js").App} App
 * @typedef {import("../types.js").Table} Table
 * @typedef {import("../types.js").Judged} Judged
 * @typedef {import("../types.js").SearchRecord} SearchRecord
 * @typedef {Judged & import("../types.js").Node} Mistake
 */

const MARKS = /** @type {const} */ (["??", "?", "?!"]);

/** How many mistakes each player made, and what they cost. @param {App} app @param {Table} table @param {Map<number, Judged>} judged */
export function summaryTable(app, table, judged) {
  const heads = MARKS.map((mark) => {
    const title = app.text(`study.${MARK_NAMES[mark]}`);
    return h("th", { scope: "col", title }, h("abbr", { title }, mark));
  });
  const meanLoss = h("th", { scope: "col" }, app.text("study.mean_loss"));
  const rows = table.seats.map((_, index) => summaryRow(app, table, judged, index + 1));
  return h(
    "table",
    { class: "report-table" },
    h("caption", { class: "unseen" }, app.text("study.summary")),
    h("thead", {}, h("tr", {}, h("td"), heads, meanLoss)),
    h("tbody", {}, rows),
  );
}

/** @param {App} app @param {Table} table @param {Map<number, Judged>} judged @param {number} player */
function summaryRow(app, table, judged, player) {
  const own = table.nodes
    .filter((node) => node.player === player)
    .map((node) => judged.get(node.id))
    .filter((one) => one !== undefined);
  const loss = own.reduce((sum, { lost }) => sum + Math.max(lost ?? 0, 0), 0) / Math.max(own.length, 1);
  const counts = MARKS.map((mark) => h("td", {}, own.filter((one) => one.mark === mark).length));
  const name = h("th", { scope: "row" }, colourName(app, table.position, player));
  return h("tr", {}, name, counts, h("td", {}, `${(loss * 100).toFixed(1)} %`));
}

/**
 * A line of the list.
 * @param {App} app @param {Table} table @param {Mistake} mistake
 * @param {{before?: SearchRecord, variation: boolean, look: () => void}} about
 *   `before`: what was known of the position before the move; `look`: shows the mistake
 */
export function mistakeItem(app, table, mistake, { before, variation, look }) {
  const { record, mark } = mistake;
  const value = record ? scoreText(record.score, { ...table.position, player: record.player }) : "";
  const lost = Math.round(mistake.lost * 100);
  const name = MARK_NAMES[mark];
  const current = mistake.node === app.game.viewed() && "true";
  return h(
    "li",
    {},
    h(
      "button",
      { type: "button", class: "report-item", "aria-current": current, onclick: look },
      h("span", { class: "report-number" }, numberOf(table, mistake.node)),
      h("b", {}, mistake.move),
      h("span", { class: `report-mark ${name}`, title: app.text(`study.${name}`) }, mark),
      variation && h("i", {}, app.text("study.variation")),
      h("span", { class: "report-value" }, value),
      h("span", { class: "report-why" }, why(app, table, mistake, before)),
      h("span", { class: "report-words" }, app.text("study.mistake_words", { best: mistake.best, lost })),
    ),
  );
}

/** What a mistake did: its facts, or what it did to the score. @param {App} app @param {Table} table @param {Mistake} mistake @param {SearchRecord} [before] */
function why(app, { position }, mistake, before) {
  const fact = factsSentence(app, position, mistake.facts ?? []);
  if (fact || !before || mistake.record.outcome) return fact;
  const words = (/** @type {SearchRecord} */ { score, player }) =>
    scoreWords(app, score, { ...position, player });
  return app.text("facts.plain", { before: words(before), now: words(mistake.record) });
}
