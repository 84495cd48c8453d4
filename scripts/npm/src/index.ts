/**
 * Quadriga in WebAssembly: the queries of the JSON analysis as functions. The program runs in a worker and answers one query
 * after the other, so nothing here blocks. `protocol.md` of Quadriga has the meaning of all fields.
 *
 * @example
 * const engine = await Quadriga.start();
 * const { bestmove } = await engine.search({ game: "draughts", moves: ["32-28"], nodes: 50_000 });
 * engine.close();
 */

import { compile, startThread } from "#platform";
import type { Thread } from "./node.js";
import type * as schema from "./schema.js";
import type { FromWorker } from "./serve.js";

export type * from "./schema.js";

/** A query without the fields that are filled in here. */
export type Ask<T> = T extends unknown ? Omit<T, "id" | "action"> : never;

/** A query that the program refuses, or that was stopped. */
export class QuadrigaError extends Error {
  /** @param field the field of the query that is wrong, if it is one */
  constructor(
    message: string,
    readonly field?: string,
  ) {
    super(message);
    this.name = "QuadrigaError";
  }
}

export interface StartOptions {
  /** The compiled program, if it is not to be loaded from the package. */
  module?: WebAssembly.Module;
  /** Called with what the program changed or ignored in a query. Default: `console.warn`. */
  onWarning?: (text: string) => void;
}

/** One line of an answer. */
type Line = Record<string, unknown>;

interface Query {
  line: string;
  take: (line: Line) => void;
  done: () => void;
  fail: (error: Error) => void;
}

export class Quadriga {
  private thread: Thread | null = null;
  private readonly queries: Query[] = [];
  private next = 1;
  private closed = false;

  private constructor(
    private readonly module: WebAssembly.Module,
    private readonly onWarning: (text: string) => void,
  ) {}

  /** Loads the program. */
  static async start(options: StartOptions = {}): Promise<Quadriga> {
    const module = options.module ?? (await compile());
    return new Quadriga(module, options.onWarning ?? ((text) => console.warn(`quadriga: ${text}`)));
  }

  /** Searches the position after all moves. `onRecord` gets the last report, and with `report_every` earlier ones. */
  async search(
    query: Omit<Ask<schema.Search>, "turns">,
    onRecord: (record: schema.SearchRecord) => void = () => {},
  ): Promise<schema.SearchRecord> {
    return only(await this.analyse(query, onRecord));
  }

  /** Searches the positions at `turns`; the last report of each, in the order in which they are done. */
  async analyse(
    query: Ask<schema.Search>,
    onRecord: (record: schema.SearchRecord) => void = () => {},
  ): Promise<schema.SearchRecord[]> {
    const last: schema.SearchRecord[] = [];
    await this.ask({ ...query }, (line) => {
      const record = line as unknown as schema.SearchRecord;
      onRecord(record);
      if (record.final) last.push(record);
    });
    return last;
  }

  legalMoves(query: Ask<schema.LegalMoves> = {}): Promise<schema.MovesAnswer> {
    return this.one({ ...query, action: "legal_moves" });
  }

  board(query: Omit<Ask<schema.Board>, "turns"> = {}): Promise<schema.BoardAnswer> {
    return this.one({ ...query, action: "board" });
  }

  perft(query: Ask<schema.Perft>): Promise<schema.PerftAnswer> {
    return this.one({ ...query, action: "perft" });
  }

  /** A move as the program would play it, at any level. */
  play(query: Ask<schema.Play> = {}): Promise<schema.PlayAnswer> {
    return this.one({ ...query, action: "play" });
  }

  /** The static evaluation. */
  evaluate(query: Ask<schema.Eval> = {}): Promise<schema.EvalAnswer> {
    return this.one({ ...query, action: "eval" });
  }

  /** The position as planes of numbers, for a learner. */
  encode(query: Ask<schema.Encode> = {}): Promise<schema.EncodeAnswer> {
    return this.one({ ...query, action: "encode" });
  }

  /** An exact value, or a win by threats. */
  solve(query: Ask<schema.Solve> = {}): Promise<schema.SolveAnswer> {
    return this.one({ ...query, action: "solve" });
  }

  async games(): Promise<NonNullable<schema.Done["games"]>> {
    return (await this.one<schema.Done>({ action: "games" })).games ?? [];
  }

  async puzzles(): Promise<NonNullable<schema.Done["puzzles"]>> {
    return (await this.one<schema.Done>({ action: "puzzles" })).puzzles ?? [];
  }

  async version(): Promise<string> {
    return (await this.one<schema.Done>({ action: "version" })).version ?? "";
  }

  /** Forgets what earlier searches have learned. */
  async clearHash(): Promise<void> {
    await this.one({ action: "clear_hash" });
  }

  /** Ends the running query and all that wait: they are rejected. Later ones are answered by a new instance. */
  stop(): void {
    this.thread?.end();
    this.thread = null;
    const stopped = this.queries.splice(0);
    for (const query of stopped) query.fail(new QuadrigaError("stopped"));
  }

  /** Ends everything for good. A process does not end before that. */
  close(): void {
    this.closed = true;
    this.stop();
  }

  /** A query with a single answer. */
  private async one<T>(query: object): Promise<T> {
    const lines: Line[] = [];
    await this.ask(query, (line) => lines.push(line));
    return only(lines) as unknown as T;
  }

  /** Sends a query, and resolves when it is answered; `take` gets every line of the answer. */
  private ask(query: object, take: (line: Line) => void): Promise<void> {
    if (this.closed) return Promise.reject(new QuadrigaError("closed"));
    const line = JSON.stringify({ ...query, id: this.next++ });
    return new Promise((done, fail) => {
      let refused: QuadrigaError | undefined;
      this.queries.push({
        line,
        fail,
        done: () => (refused ? fail(refused) : done()),
        take: (line) => {
          if (typeof line["error"] === "string") refused ??= new QuadrigaError(line["error"], fieldOf(line));
          else if (typeof line["warning"] === "string") this.onWarning(line["warning"]);
          else take(line);
        },
      });
      if (this.queries.length === 1) this.send(line);
    });
  }

  private send(line: string): void {
    if (!this.thread) {
      const thread = startThread((message) => {
        if (this.thread === thread) this.receive(message);
      });
      this.thread = thread;
      thread.post({ module: this.module });
    }
    this.thread.post({ line });
  }

  private receive(message: FromWorker): void {
    const query = this.queries[0];
    if ("line" in message) {
      query?.take(JSON.parse(message.line) as Line);
      return;
    }
    this.queries.shift();
    if ("failed" in message) {
      // The instance cannot be trusted any more.
      this.thread?.end();
      this.thread = null;
      query?.fail(new QuadrigaError(`internal error: ${message.failed}`));
    } else {
      query?.done();
    }
    const next = this.queries[0];
    if (next) this.send(next.line);
  }
}

function fieldOf(line: Line): string | undefined {
  return typeof line["field"] === "string" ? line["field"] : undefined;
}

function only<T>(lines: T[]): T {
  const [line] = lines;
  if (line === undefined) throw new QuadrigaError("internal error: no answer");
  return line;
}
