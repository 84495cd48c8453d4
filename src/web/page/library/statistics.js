// How the host has played: for each rule set the rating, and tables of games won, drawn and lost.

import { fill, h } from "../shell/dom.js";
import { infoOf } from "../shell/games.js";
import { gameName, levelName, paintName } from "../shell/words.js";
import { currentLanguage } from "../i18n.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {{won: number, drawn: number, lost: number}} Score */
/**
 * @typedef {{
 *   game: string, options: Record<string, string | number | boolean>, title: string, seats: Score[],
 *   against: (Score & {kind: "level" | "mine" | "engine" | "person", level?: number})[], months: (Score & {month: string})[],
 *   streak: [number, number], rating?: {rating: number, deviation: number}, best?: {rating: number, at: number},
 * }} RuleSetStatistics
 */

/** @param {Score} score */
const gamesOf = ({ won, drawn, lost }) => won + drawn + lost;

/** @param {Intl.DateTimeFormatOptions} how @param {number} at */
const dated = (how, at) =>
  new Intl.DateTimeFormat(currentLanguage() === "zh" ? "zh-CN" : "en-GB", how).format(at);

/** @param {string} month as `2026-11` */
const monthText = (month) =>
  dated({ year: "numeric", month: "short", timeZone: "UTC" }, Date.parse(`${month}-01T00:00:00Z`));

export class Statistics {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.element = h("div", { class: "library-statistics" });
    this.stopped = false;
    this.unlisten = app.connection.on("tables", () => void this.load());
    void this.load();
  }

  stop() {
    this.stopped = true;
    this.unlisten();
  }

  async load() {
    const { app } = this;
    const ok = await app.run("statistics");
    if (!ok || this.stopped) return;
    const others =
      ok.others === 1 ? app.text("library.others_one") : app.text("library.others", { count: ok.others });
    fill(
      this.element,
      ok.rules.length === 0 ? h("p", { class: "soft" }, app.text("library.no_statistics")) : null,
      ok.rules.map((/** @type {RuleSetStatistics} */ rules) => this.section(rules)),
      ok.others > 0 ? h("p", { class: "small soft" }, others) : null,
    );
  }

  /** @param {RuleSetStatistics} rules */
  section(rules) {
    const { app } = this;
    const { streak, rating, best } = rules;
    const games = rules.seats.reduce((sum, seat) => sum + gamesOf(seat), 0);
    const won = rules.seats.reduce((sum, seat) => sum + seat.won, 0);
    const options = Object.entries(rules.options).map(([name, value]) => `${name} ${value}`);
    const facts = [
      app.text("library.games_won", { won, games }),
      rating && app.text("library.rating", rating),
      best &&
        app.text("library.best", { rating: best.rating, date: dated({ dateStyle: "medium" }, best.at) }),
      app.text("library.streak", { now: streak[0], longest: streak[1] }),
    ];
    const name = [gameName(app, rules.game, rules.title), ...options].join(" · ");
    return h(
      "section",
      { class: "library-rules" },
      h("h3", {}, name),
      h(
        "ul",
        { class: "library-facts" },
        facts.filter(Boolean).map((fact) => h("li", {}, fact)),
      ),
      h(
        "div",
        { class: "library-scores" },
        this.scores(name, "by_seat", this.seats(rules)),
        this.scores(name, "by_opponent", this.opponents(rules)),
        this.scores(
          name,
          "by_month",
          rules.months.map((month) => [monthText(month.month), month]),
        ),
      ),
    );
  }

  /** @param {RuleSetStatistics} rules @returns {[string, Score][]} */
  seats({ game, seats }) {
    const { app } = this;
    const colours = infoOf(app, game)?.colours ?? [];
    const all = seats.map(
      (score, index) =>
        /** @type {[string, Score]} */ ([
          colours[index] ? paintName(app, colours[index].name) : String(index + 1),
          score,
        ]),
    );
    return all.filter(([, score]) => gamesOf(score) > 0);
  }

  /** @param {RuleSetStatistics} rules @returns {[string, Score][]} */
  opponents({ against }) {
    const { app } = this;
    return against.map((one) => [
      one.kind === "level" ? levelName(app, one.level ?? 20) : app.text(`library.against.${one.kind}`),
      one,
    ]);
  }

  /** A table of results. @param {string} game @param {"by_seat" | "by_opponent" | "by_month"} by @param {[string, Score][]} rows */
  scores(game, by, rows) {
    const { app } = this;
    const columns = /** @type {const} */ (["won", "drawn", "lost"]);
    const head = h(
      "tr",
      {},
      h("th", { scope: "col" }, app.text(`library.${by}`)),
      columns.map((name) => h("th", { scope: "col" }, app.text(`library.${name}`))),
    );
    const body = rows.map(([name, score]) =>
      h(
        "tr",
        {},
        h("th", { scope: "row" }, name),
        columns.map((column) => h("td", {}, String(score[column]))),
      ),
    );
    const label = `${game}: ${app.text(`library.${by}`)}`;
    return h("table", { "aria-label": label }, h("thead", {}, head), h("tbody", {}, body));
  }
}
