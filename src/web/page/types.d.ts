// What the modules of the page know of each other, and the messages of docs/protocol/board.md. Types only: checked by
// `tsc --checkJs`, never loaded.

export type Cell = [number, number];

export interface Path {
  move: string;
  cells: Cell[];
  clicks?: Cell[];
  captured: Cell[];
}

export interface Colour {
  name: string;
  fill: string;
  rim: string;
  detail: string;
}

export interface Face {
  surface: "squares" | "crossings" | "holes";
  pieces: "men" | "stones" | "discs" | "marbles";
  falls: boolean;
  seats: number[];
  colours: Colour[];
  labels: { columns: string[]; rows: string[] } | { cells: string[] };
}

/** The answer to the action `board` of the JSON analysis. */
export interface Position {
  game: string;
  player: number;
  hash: string;
  outcome?: string;
  reason?: string;
  fen: string;
  title: string;
  players: number;
  width: number;
  height: number;
  hexagonal: boolean;
  rows: string[];
  face: Face;
  last?: Path;
  winning_lines: Cell[][];
  threats?: { cell: Cell; player: number; label: string }[];
  paths?: Path[];
}

export interface Seat {
  kind: "person" | "program" | "engine";
  name: string;
  level?: number;
  /** Of a program as strong as the host: its rating. Any number makes it so. */
  elo?: number;
  engine?: number;
  remote?: boolean;
  online?: boolean;
  /** If nobody is there: for how long. */
  away_ms?: number;
  yours?: boolean;
}

/** What is written at a node. */
export interface Notes {
  comments?: string[];
  /** Comments before the move. */
  before?: string[];
  marks?: string[];
  glyphs?: number[];
  markup?: { name: string; values: string[] }[];
  markup_before?: { name: string; values: string[] }[];
}

export interface Node extends Notes {
  id: number;
  parent: number;
  move: string;
  player: number;
  ms: number;
  /** Its place among the moves after `parent`; absent: it continues the line. */
  rank?: number;
}

export interface Clock {
  base_ms: number;
  increment_ms: number;
  left_ms: number[];
  running: number;
}

/** An opening in progress. */
export interface Opening {
  rule: string;
  title: string;
  stage: "stone" | "choice" | "count" | "offers" | "pick";
  /** The one who puts the first stone is 1. */
  person: number;
  /** The player of this person's colour, as it stands. */
  decides: number;
  stones: number;
  /** Rows of the central square to which the stone is limited. */
  side?: number;
  words?: string[];
  max_count?: number;
  /** The moves that are allowed. */
  cells: string[];
  fifths?: number;
  offered?: string[];
  steps: string[];
}

export interface Table {
  id: string;
  n: number;
  game: string;
  options: Record<string, string | number | boolean>;
  title: string;
  base: string | null;
  opening_rule?: string;
  /** While it is in progress. */
  opening?: Opening;
  /** The ballot with which it began, such as `two-move:17`. */
  ballot?: string;
  nodes: Node[];
  /** What is written at the start. */
  start?: Notes;
  /** Changes of variations and comments that can be taken back. */
  edits: number;
  /** Is there a move to play again? */
  redo: boolean;
  current: number;
  position: Position;
  seats: Seat[];
  clock: Clock | null;
  think_ms: number;
  phase: "playing" | "paused" | "over";
  outcome?: string;
  reason?: string;
  thinking: number;
  draw_offer: number;
  /** What somebody has offered and nobody has declined. */
  offer?: Offer;
  /** When this window got it, by `performance.now()`. */
  received?: number;
  shared: boolean;
  spectators: number;
  /** Does the game count for the rating of the host? */
  rated: boolean;
}

/** What a player offers the others. */
export interface Offer {
  player: number;
  kind: "draw" | "undo" | "goto" | "pause" | "resume";
  /** Of `undo` and `goto`: the node that would become the current one. */
  node?: number;
  /** The players who have not answered. */
  waits_for: number[];
}

/** The answer to `rating`. */
export interface Rating {
  rating: number;
  deviation: number;
  games: number;
}

/** The answer to `puzzles`. */
export interface PuzzleList {
  games: PuzzleGame[];
  /** How many in a row were solved, up to the last. */
  streak: number;
  /** The puzzle of today; empty if there is none. */
  daily: string;
  daily_done: boolean;
}

/** The puzzles of a game, all rule sets together. */
export interface PuzzleGame {
  family: string;
  count: number;
  tried: number;
  solved: number;
  rating: Rating;
}

/** The answer to `puzzle`. */
export interface Puzzle {
  /** Its id. */
  puzzle: string;
  game: string;
  options: Record<string, string | number | boolean>;
  theme: string;
  /** Moves that have to be found. */
  moves: number;
  rating: number;
  player: number;
  fen: string;
  /** The result, if it was tried before. */
  solved?: boolean;
  position: Position;
}

/** The answer to `attempt`. */
export interface Attempted {
  right: boolean;
  solved: boolean;
  also_wins?: boolean;
  move: string;
  reply?: string;
  /** The moves that follow a wrong one. */
  refutation?: string[];
  /** The value of a wrong move for the solver. */
  score?: Score;
  /** The position after the move, and after the reply if there is one. */
  position: Position;
  /** The ratings before and after the puzzle, if it counts. */
  rated?: [Rating, Rating];
}

export interface TableEvent {
  type: string;
  [field: string]: unknown;
}

export interface Score {
  cp?: number;
  mate?: number;
  bound?: "lower" | "upper";
  proved?: boolean;
}

/** An answer of the JSON analysis. */
export interface SearchRecord {
  player: number;
  depth: number;
  score: Score;
  wdl?: [number, number, number];
  pv: string[];
  nodes: number;
  nps: number;
  multipv?: { move: string; depth: number; score: Score; wdl: [number, number, number]; pv: string[] }[];
  outcome?: string;
  /** What the database knew before the search. */
  database?: { known?: Known; moves: KnownMove[] };
}

/** What a database knows of a position. */
export interface Known {
  score?: Score;
  depth?: number;
  mark?: string;
  note?: string;
}

/** The same of the position after a move, for the player who makes it. */
export interface KnownMove extends Known {
  move: string;
  wdl?: [number, number, number];
}

/** Something that a move allowed or missed. */
export interface Fact {
  kind: string;
  player: number;
  cells: Cell[];
  places: string[];
  line: string[];
  numbers: number[];
}

/** The push `report`. */
export interface Judged {
  table: string;
  node: number;
  record: SearchRecord;
  mark: string;
  best: string;
  lost: number;
  facts?: Fact[];
}

/** A name of the answer to `games`. */
export interface GameInfo {
  name: string;
  /** The rule set that it names, maybe on a board of its own. */
  rules: string;
  about: string;
  title: string;
  family: string;
  players: [number, number];
  sizes: string;
  /** Of a game that has several: the usual board, its shortest and longest side, and the option that sets it, if one does. */
  board?: { width: number; height: number; min: number; max: number; option?: string };
  pieces: Face["pieces"];
  colours: Colour[];
  handicap: boolean;
  formats: string[];
  /** Opening rules; `board`: the number of rows of the only board that has it. */
  openings?: { name: string; title: string; board?: number }[];
  /** Kinds of ballots. */
  ballots?: { name: string; about: string }[];
  options: {
    name: string;
    help: string;
    type: string;
    default?: unknown;
    min?: number;
    max?: number;
    values?: string[];
  }[];
}

/** A command was refused; `code` is listed in docs/protocol/board.md. */
export interface Refusal extends Error {
  code: string;
}

/** What connection.js needs of a WebSocket, or of what is in its place. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  send(text: string): void;
  close(): void;
}

/** connection.js */
export interface Connection {
  /** Sends a command; resolves with `ok`, rejects with a Refusal (`lost` where the connection broke). */
  ask(command: string, fields?: object): Promise<any>;
  /** Calls back for every push of this kind; returns what ends it. `state` is told by the page itself: the connection opened or broke. */
  on(
    push: "table" | "analysis" | "report" | "notice" | "gone" | "tables" | "loading" | "state",
    listener: (message: any) => void,
  ): () => void;
  /** Connects; with a new token, anew. */
  start(): void;
}

/** settings.js: kept in localStorage, told to listeners. */
export interface Settings {
  get(name: string): any;
  set(name: string, value: unknown): void;
  on(name: string, listener: (value: any) => void): () => void;
}

/** The words of the page in the language chosen: a key of text/*.js, with {name} replaced. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** Something drawn over the board. */
export type Mark =
  | { kind: "arrow"; cells: Cell[]; strength: number; player?: number }
  | { kind: "value"; cell: Cell; text: string; tone: "win" | "draw" | "loss" | "plain"; best?: boolean }
  | { kind: "threat"; cell: Cell; text: string; player: number }
  | { kind: "number"; cell: Cell; text: string }
  | { kind: "offer"; cell: Cell; text: string }
  | { kind: "target"; cell: Cell }
  | { kind: "ahead"; cells: Cell[] };

/** shell/ahead.js: takes clicks while others think. */
export interface AheadView {
  press(cell: Cell): void;
  /** A press on a cell was let go over another one. */
  drag(from: Cell, to: Cell): void;
  /** Takes back what was chosen; whether there was anything. */
  drop(): boolean;
}

/** How men and kings look. */
export type MenSet = "turned" | "plain" | "symbols";

export interface BoardOptions {
  /** May moves be made? */
  interactive: boolean;
  /** Move along this path before showing the position. */
  animate?: Path | null;
  /** The player at the bottom, from 1; 0: as the game has it. */
  bottom: number;
  mirrored: boolean;
  coordinates: boolean;
  /** A tap chooses, a second one on the same cell plays. */
  confirm: boolean;
  men?: MenSet;
  /** Where moves may be chosen ahead, as no move can be made: takes the clicks. */
  ahead?: AheadView;
  /** A click on a cell plays the one move that ends there, without its piece being chosen. */
  byTarget?: boolean;
  /** Movement takes at most this long, in ms; 0: nothing moves. */
  longest?: number;
  /** Cells are painted instead of moves made: called for each click in place of them. */
  paint?: (cell: Cell, event: PointerEvent | KeyboardEvent) => void;
}

/** board/board.js (flat) and depth/depth.js (a frame of discs in perspective). */
export interface BoardView {
  show(position: Position, options: BoardOptions): Promise<void>;
  marks(marks: Mark[]): void;
  /** What moves is over in this many ms; 0: at once. */
  hurry(ms: number): void;
  focus(): void;
  remove(): void;
}

export interface BoardEvents {
  /**
   * A whole legal move was made by clicks, by dragging or by keys. The board stays as it is, a dragged piece where it was
   * put, until `show` is called: also after a refusal, with the same position.
   */
  move(text: string): void;
  /** A click that leads to no move: key of a text that says why, and the cell. */
  refused(key: string, values: Record<string, string | number>, cell: Cell): void;
  /** What a screen reader is to say. */
  say(text: string): void;
}

/** What a view of the board tells its place. */
export interface ViewEvents extends BoardEvents {
  /** Ends all movement, also of positions that wait to be shown; whether one waited. */
  skip(): boolean;
}

/** The answer to `hello`. */
export interface Hello {
  version: string;
  rights: { host: boolean; table?: string; seat?: number };
  engines: string[];
  /** Commands that are refused here whoever asks. */
  missing?: string[];
  /** What the command line says about a new table. */
  default?: {
    game?: string;
    opening?: string;
    ballot?: string;
    options?: Record<string, string | number | boolean>;
    seats?: Partial<Seat>[];
  };
}

/** The fields of the command `create`. */
export interface NewGame {
  game: string;
  options?: Record<string, string | number | boolean>;
  fen?: string;
  moves?: string[];
  opening?: string;
  ballot?: string;
  /** `guest`: for a person at another machine, of which the program learns by `invite`. */
  seats?: (Partial<Seat> & { guest?: boolean })[];
  clock?: { base_ms: number; increment_ms: number } | null;
  think_ms?: number;
}

/** shell/program.js: what is known of the program. */
export interface Program {
  /** Its answer to `hello`; null before the first one. */
  hello(): Hello | null;
  /** The games that it knows. */
  games(): GameInfo[];
  online(): boolean;
  /** Is this command there? Without a server some are not. */
  has(command: string): boolean;
}

/** The table on the screen, and the node that is looked at (not always its current one). */
export interface ShownGame {
  table(): Table | null;
  viewed(): number;
  view(node: number): void;
  /** The position of a node: of the table, remembered, or asked for. */
  position(node: number): Promise<Position>;
}

/** The board on the screen, whatever it shows. */
export interface BoardPlace {
  /** Sets what one layer draws over the board: `analysis`, `threats`, `hint`, `numbers`, `lesson`, `ahead`, `opening`. */
  marks(layer: string, marks: Mark[]): void;
  /** Shows a position outside of any table (editor, tutorial, puzzles, trial): returns the view, whether it is still lent, and what gives the board back. */
  borrow(): { board: BoardView; events: BoardEvents; held(): boolean; giveBack(): void };
  /** Turns the board by one seat, or mirrors it. */
  flip(): void;
  mirror(): void;
  bottom(): number;
  focus(): void;
}

/** shell/screens.js: the start screen and the table screen. */
export interface Screens {
  now(): "start" | "table";
  /** Shows a screen, the table screen with one of its panels. */
  go(screen: "start" | "table", panel?: "game" | "analysis" | "learn" | "puzzles" | "edit"): void;
  /** Opens a table, at its first position or where it stands; null: none. */
  open(table: string | null, atStart?: boolean): void;
  /** Makes a table and opens it. */
  create(game: NewGame): Promise<void>;
}

/** shell/notices.js: short messages to the person. */
export interface Notices {
  /** Also said by screen readers. */
  show(text: string, tone?: "plain" | "good" | "bad"): void;
  /** What a screen reader alone is to say. */
  say(text: string): void;
}

/** The parts of the page, which main.js gives to every panel and dialog. */
export interface App {
  connection: Connection;
  settings: Settings;
  program: Program;
  game: ShownGame;
  board: BoardPlace;
  screens: Screens;
  notices: Notices;
  text: Translate;
  sound(
    name: "move" | "capture" | "promotion" | "illegal" | "win" | "loss" | "draw" | "start" | "low_time",
  ): void;
  /** Called when table, viewed node, language or theme has changed. */
  onChange(listener: () => void): () => void;
  /** Asks for a command; a refusal becomes a notice. */
  run(command: string, fields?: object): Promise<any>;
}
