// What is known of the program: whether it is connected, what it answered to `hello`, and the games that it knows.

/** @typedef {import("../types.js").Hello} Hello */
/** @typedef {import("../types.js").Program} ProgramPart */

/** @implements {ProgramPart} */
export class Program {
  /** @param {import("../types.js").Connection} connection */
  constructor(connection) {
    this.connection = connection;
    this.connected = false;
    /** @type {Hello | null} */
    this.greeting = null;
    /** @type {import("../types.js").GameInfo[]} */
    this.known = [];
  }

  online() {
    return this.connected;
  }

  hello() {
    return this.greeting;
  }

  games() {
    return this.known;
  }

  /** @param {string} command */
  has(command) {
    return !this.greeting?.missing?.includes(command);
  }

  /** Asks which games there are, once. */
  async askGames() {
    if (this.known.length > 0) return;
    this.known = (await this.connection.ask("games").catch(() => ({ games: [] }))).games;
  }

  /** Says whether programs take a moment to answer. @param {boolean} unhurried */
  setPace(unhurried) {
    if (this.greeting?.rights.host) this.connection.ask("answer_time", { unhurried }).catch(() => {});
  }
}
