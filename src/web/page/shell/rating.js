// The rating of the person who has the board: asked of the program, which keeps it, and said with its uncertainty.

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Rating} Rating */
/** @typedef {import("./draft.js").Draft} Draft */

/** Rated games after which a program of one's own strength is the usual opponent. */
const KNOWN_AFTER = 3;

/** @param {App} app @param {Rating} rating */
export function ratingText(app, rating) {
  return app.text("shell.rating", { rating: rating.rating, deviation: rating.deviation });
}

/**
 * The rating in the rules of a game; nothing where this window may not ask, or it cannot be read.
 * @param {App} app
 * @param {string} game
 * @param {Record<string, string | number | boolean>} options
 * @returns {Promise<Rating | null>}
 */
export async function ratingOf(app, game, options) {
  if (!app.program.online() || !app.program.hello()?.rights.host) return null;
  return app.connection.ask("rating", { game, options }).catch(() => null);
}

/**
 * Lets a person whose rating is known meet a program of the same strength, unless an opponent was chosen.
 * @param {Draft} draft is changed
 * @param {Rating | null} rating
 * @returns {boolean} whether it was
 */
export function meetOwnStrength(draft, rating) {
  const people = draft.seats.filter((seat) => seat.kind === "person").length;
  const programs = draft.seats.filter((seat) => seat.kind === "program" && seat.elo === undefined);
  if (draft.chosen || !rating || rating.games < KNOWN_AFTER) return false;
  if (people !== 1 || programs.length === 0) return false;
  for (const seat of programs) seat.elo = 0;
  return true;
}

/**
 * What a game that is over did to the rating, in words; empty where it is nobody's to know.
 * @param {App} app
 * @param {import("../types.js").Table} table
 */
export async function ratedText(app, table) {
  const people = table.seats.filter((seat) => seat.kind === "person").length;
  if (!app.program.hello()?.rights.host || people !== 1 || table.seats.some((seat) => seat.kind === "engine"))
    return "";
  if (!table.rated) return app.text("shell.not_rated");
  /** @type {{before: Rating | null, after: Rating | null} | null} */
  const rated = await app.connection.ask("rated", { table: table.id }).catch(() => null);
  if (!rated?.before || !rated.after) return "";
  const change = rated.after.rating - rated.before.rating;
  return app.text("shell.rated", {
    rating: ratingText(app, rated.after),
    change: change < 0 ? `−${-change}` : `+${change}`,
  });
}
