// The parts of the page as elements. Everything from outside, such as the names of engines, is set as text.

import { count, text } from "./text.js";

/** Value from which a score is a proved win, and that of a win at once. */
const PROVED = 29_000;
const WIN = 30_000;

/**
 * An element with a class and its children.
 * @param {string} tag
 * @param {string} name
 * @param {(Node | string)[]} children
 */
export function element(tag, name = "", ...children) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...children);
  return made;
}

/**
 * Time left, as 1:23 or 4.5.
 * @param {number} ms
 */
export function clockText(ms) {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 20) return seconds.toFixed(1);
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * A score as +0.35, or +M7 for a win in 7 plies.
 * @param {number} score
 */
function scoreText(score) {
  const sign = score < 0 ? "-" : "+";
  const size = Math.abs(score);
  return size >= PROVED ? `${sign}M${WIN - size}` : `${sign}${(size / 100).toFixed(2)}`;
}

/** The last report of an engine in words. */
function reportLine(report) {
  if (!report) return "";
  const speed = report.nodes !== null && report.ms > 0 ? (report.nodes * 1000) / report.ms : null;
  const parts = [
    report.score === null ? "" : scoreText(report.score),
    report.depth === null ? "" : text("depth", { depth: report.depth }),
    report.nodes === null ? "" : text("nodes", { nodes: count(report.nodes) }),
    speed === null ? "" : text("speed", { speed: count(speed) }),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** One seat of a game in progress: name, clock, report, line. */
function seat(game, index) {
  const clock = element("span", "clock");
  const left = game.clocks_ms[index];
  if (left !== null) {
    clock.dataset.left = String(left);
    if (index === game.to_move) clock.dataset.since = String(performance.now() - game.thinking_ms);
    clock.textContent = clockText(left);
  }
  const report = game.reports[index];
  return element(
    "div",
    index === game.to_move ? "seat to-move" : "seat",
    element("div", "name", element("strong", "", game.players[index]), clock),
    element("div", "report", reportLine(report)),
    element("div", "pv", report ? report.pv : ""),
  );
}

/** The card of a game in progress. An old card keeps its picture until the new one has come. */
function card(game, old) {
  const made = element("article", "game");
  made.dataset.id = game.id;
  const picture = old?.querySelector("img") ?? element("img");
  const source = `board/${game.id}.svg?${game.ply}`;
  if (picture.getAttribute("src") !== source) picture.setAttribute("src", source);
  picture.setAttribute("alt", text("picture", { id: game.id, ply: game.ply }));
  const seats = game.players.map((_, index) => seat(game, index));
  const title = element("h3", "", text("ply", { id: game.id, ply: game.ply }));
  made.append(title, picture, ...seats, element("p", "last", game.last_moves.join(" ")));
  return made;
}

/** All games in progress. */
export function showRunning(state, place) {
  const old = new Map([...place.querySelectorAll("article")].map((found) => [found.dataset.id, found]));
  const cards = state.running.map((game) => card(game, old.get(game.id)));
  const hidden = state.in_progress - cards.length;
  place.replaceChildren();
  if (cards.length === 0) return;
  place.append(element("h2", "", text("running")), element("div", "games", ...cards));
  if (hidden > 0) place.append(element("p", "soft", text("more", { count: hidden })));
}

/** A table in a box that scrolls. */
function table(head, rows) {
  const cells = (tag, row) => row.map((cell) => element(tag, "", cell));
  const body = rows.map((row) => element("tr", "", ...cells("td", row)));
  const names = head.map((name) => text(name));
  return element(
    "div",
    "scroll",
    element(
      "table",
      "",
      element("thead", "", element("tr", "", ...cells("th", names))),
      element("tbody", "", ...body),
    ),
  );
}

/** Standings, ratings and totals of engines. */
export function showTables(state, place) {
  place.replaceChildren();
  for (const { name, title, head, rows } of state.tables) {
    place.append(element("h2", "", text(name)));
    if (title) place.append(element("p", "soft", title));
    place.append(table(head, rows));
  }
}

/** The meetings of a tournament, the last round first. */
export function showRounds(state, place) {
  place.replaceChildren();
  if (state.rounds.length === 0) return;
  place.append(element("h2", "", text("rounds")));
  for (const { name, lines } of state.rounds) {
    place.append(element("h3", "", name), element("pre", "scroll", lines.join("\n")));
  }
}

/** Finished games, with links to their moves. */
export function showFinished(state, place) {
  place.replaceChildren(element("h2", "", text("finished")));
  if (state.finished.length === 0) {
    place.append(element("p", "soft", text("none")));
    return;
  }
  const points = (game) =>
    game.points.map((point) => (point === 0.5 ? "½" : String(Math.round(point * 100) / 100)));
  const rows = state.finished.map((game) => {
    const link = element("a", "", game.id);
    link.setAttribute("href", `moves/${game.id}.txt`);
    const end = game.reason ? `${text(game.end)}: ${game.reason}` : text(game.end);
    return [link, game.players.join(" – "), points(game).join(" – "), end, String(game.plies)];
  });
  place.append(table(["game", "players", "points", "end", "moves"], rows));
}

/** Score, Elo and the state of the test. */
export function showResult(state, place) {
  place.replaceChildren(
    element("p", "score", state.score),
    element("p", "", text("games", { played: state.played, total: state.total })),
  );
  if (state.elo) place.append(element("p", "", text("elo", { elo: state.elo.text, los: state.elo.los })));
  if (!state.sprt) return;
  const { test, llr, lower, upper, verdict } = state.sprt;
  const number = (value) => (value === null ? "–" : value.toFixed(2));
  const values = { test, llr: number(llr), lower: number(lower), upper: number(upper) };
  const meter = element("meter");
  for (const [name, value] of Object.entries({ min: lower, max: upper, value: llr ?? 0 })) {
    meter.setAttribute(name, String(value));
  }
  place.append(element("p", "", `${text("sprt", values)}: ${verdict ?? text("open")}`), meter);
}
