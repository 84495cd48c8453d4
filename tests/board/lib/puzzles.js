// Puzzles that a test knows, in the place of the program's collection: what the page asks of the collection is asked of the program
// with the puzzle itself, and its results and ratings are kept here. What the program does with them is for its own tests.

/** @typedef {{puzzle: string, solved: boolean}} Result */
/** @typedef {{rating: number, deviation: number, games: number}} Rating */

/** Change of the rating by a puzzle. */
const STEP = 12;

export class Collection {
  /** @param {string} family @param {string[]} lines @param {string[]} [ofGame] what `puzzles_of` finds; left out: the program looks */
  constructor(family, lines, ofGame) {
    this.family = family;
    this.lines = lines;
    this.ofGame = ofGame;
    /** @type {Map<string, string>} by id */
    this.known = new Map();
    /** @type {Result[]} */
    this.results = [];
    /** Fields of the commands `puzzles_of`. @type {any[]} */
    this.asked = [];
    this.served = 0;
  }

  /** Comes between a page and its program. @param {import("playwright-core").Page} page */
  async serve(page) {
    await page.routeWebSocket(/\/ws$/, (socket) => {
      const program = socket.connectToServer();
      /** What is done with answers, by their numbers. @type {Map<number, (ok: any) => void>} */
      const waiting = new Map();
      socket.onMessage((text) => {
        const message = JSON.parse(String(text));
        const ok = this.answer(message);
        if (ok) return socket.send(JSON.stringify({ ref: message.ref, ok }));
        waiting.set(message.ref, this.change(message));
        program.send(JSON.stringify(message));
      });
      program.onMessage((text) => {
        const message = JSON.parse(String(text));
        if (message.ok) waiting.get(message.ref)?.(message.ok);
        socket.send(JSON.stringify(message));
      });
    });
  }

  /** @returns {Rating} */
  rating() {
    const change = this.results.reduce((sum, { solved }) => sum + (solved ? STEP : -STEP), 0);
    return { rating: 1000 + change, deviation: 300, games: this.results.length };
  }

  /** What is answered here. @param {any} message */
  answer(message) {
    if (message.do === "puzzles_of" && this.ofGame) {
      this.asked.push(message);
      return { puzzles: this.ofGame.map((puzzle, node) => ({ node, puzzle })) };
    }
    if (message.do !== "puzzles") return null;
    const [tried, solved] = [this.results.length, this.results.filter((one) => one.solved).length];
    const game = { family: this.family, count: this.lines.length, tried, solved, rating: this.rating() };
    const streak = [...this.results].reverse().findIndex((one) => !one.solved);
    const [daily = ""] = this.known.keys();
    return {
      games: [game],
      streak: streak < 0 ? this.results.length : streak,
      daily: daily || "daily",
      daily_done: this.results.some(({ puzzle }) => puzzle === this.lines[0]),
    };
  }

  /** Names the puzzle itself. @param {any} message @returns {(ok: any) => void} what is done with the answer */
  change(message) {
    if (message.do === "puzzle" && !message.puzzle?.includes("\t")) {
      const line = this.lines[message.puzzle ? 0 : this.served++ % this.lines.length];
      message.puzzle = line;
      return (ok) => {
        this.known.set(ok.puzzle, line);
        ok.solved = this.results.find(({ puzzle }) => puzzle === line)?.solved;
      };
    }
    const line = this.known.get(message.puzzle);
    if (!line) return () => {};
    message.puzzle = line;
    if (message.do === "solution") return () => void this.count(line, false);
    return (ok) => {
      if (ok.solved || !ok.right) ok.rated = this.count(line, ok.solved);
    };
  }

  /** @param {string} puzzle @param {boolean} solved @returns {[Rating, Rating] | undefined} */
  count(puzzle, solved) {
    if (this.results.some((one) => one.puzzle === puzzle)) return undefined;
    const before = this.rating();
    this.results.push({ puzzle, solved });
    return [before, this.rating()];
  }
}
