/* The game that is open: board, course of the values, list of moves and what the search says of the move that was made
   last, all at the same move. */

class GameView {
  /** `moved` is called with the number of moves whenever another position is shown. */
  constructor(game, number, moved) {
    this.game = game;
    this.names = namesOf(game);
    this.number = number;
    this.moved = moved;
    this.ply = 0;
    this.withBest = true;
    this.board = new Board(document.querySelectorAll("template.stage")[game.stage]);
    this.positions = positions(game);
    this.curve = new Curve(game, (ply) => this.go(ply));
    // The share has the colour of the pieces where they are black and white.
    this.curve.svg.classList.toggle("black", this.board.facts.colours[0] === "black");
    this.said = element("section", { class: "said", "aria-live": "polite" });
    this.links = game.moves.map((move, index) => this.link(move, index + 1));
    this.node = element(
      "div",
      { class: "game" },
      element("div", { class: "stand" }, this.board.svg),
      element("figure", { class: "course" }, element("figcaption", {}, courseOf(game)), this.curve.svg),
      this.said,
      this.list(),
      this.controls(),
      this.summary(),
    );
  }

  get end() {
    return this.game.moves.length;
  }

  link(move, ply) {
    const value = element("span", { class: "value" }, move.v ?? "");
    const mark = move.k ? [element("b", { class: markName(move.k) }, move.k)] : [];
    return element("a", { href: `#game${this.number}.${ply}` }, element("span", {}, move.m, ...mark), value);
  }

  /** The numbers of the moves, as the game counts them: every move, or every round of all players. */
  count() {
    const { moves, round } = this.game;
    const before = round > 1 ? (moves[0]?.w ?? 0) : 0;
    return moves.map(
      (_, index) => `${Math.floor((index + before) / round) + 1}${(index + before) % round ? "…" : "."}`,
    );
  }

  /** The moves: two in a row, or one after the other with the piece of the player. */
  list() {
    const { names, moves, round } = this.game;
    const rows = [];
    this.numbers = this.count();
    for (const [index, move] of moves.entries()) {
      const begins = names.length !== 2 || move.w === 0 || index === 0;
      if (begins) rows.push([]);
      if (names.length === 2 && begins && move.w === 1) rows.at(-1).push(element("span", {}, "…"));
      if (names.length !== 2) this.links[index].prepend(this.board.sample(move.w + 1));
      const number = begins || round === 1 ? [element("span", { class: "number" }, this.numbers[index])] : [];
      this.links[index].prepend(...number);
      rows.at(-1).push(this.links[index]);
    }
    const items = rows.map((row) => element("li", {}, ...row));
    return (this.moves = element(
      "ol",
      { class: names.length === 2 ? "moves two" : "moves", tabindex: "-1" },
      ...items,
    ));
  }

  controls() {
    const button = (text, label, act) =>
      element("button", { type: "button", "aria-label": label, title: label, click: act }, text);
    const arrows = element("input", {
      type: "checkbox",
      change: (event) => this.showBest(event.target.checked),
    });
    arrows.checked = this.withBest;
    return element(
      "div",
      { class: "controls" },
      element(
        "div",
        { class: "steps", role: "group", "aria-label": say("steps") },
        button("«", `${say("first")} (Home)`, () => this.go(0)),
        button("‹", `${say("back")} (Left)`, () => this.go(this.ply - 1)),
        button("›", `${say("on")} (Right)`, () => this.go(this.ply + 1)),
        button("»", `${say("end")} (End)`, () => this.go(this.end)),
        button("??", say("next_mistake"), () => this.nextMistake()),
      ),
      element("label", {}, arrows, ` ${say("best_move")}`),
    );
  }

  summary() {
    const names = ["player", "moves", "best", "loss"].map((key) => say(key));
    const head = [...names, ...MARKS].map((text) => element("th", {}, text));
    const row = ([moves, best, loss, marks], player) =>
      element(
        "tr",
        {},
        element("td", {}, this.board.sample(player + 1), this.names[player]),
        ...[moves, best, percent(loss), ...marks].map((value) => element("td", {}, String(value))),
      );
    const table = element("table", {}, element("tr", {}, ...head), ...this.game.summary.map(row));
    return element("div", { class: "scroll summary", tabindex: "0" }, table);
  }

  showBest(on) {
    this.withBest = on;
    this.show([]);
  }

  /** Goes to the position after this many moves, as near as there is one. */
  go(ply) {
    const from = this.ply;
    this.ply = Math.min(Math.max(ply, 0), this.end);
    const way = (move) => move?.p ?? [];
    if (this.ply === from + 1) this.show(way(this.game.moves[from]));
    else if (this.ply === from - 1) this.show(way(this.game.moves[this.ply]).toReversed());
    else this.show([]);
    this.moved(this.ply);
  }

  /** To the next move with a mark, or back to the first. */
  nextMistake() {
    const marked = this.game.moves.flatMap((move, index) => (MARKS.includes(move.k) ? [index + 1] : []));
    if (marked.length) this.go(marked.find((ply) => ply > this.ply) ?? marked[0]);
  }

  /** The move that the search prefers in the position on the board. */
  best() {
    const { moves, last } = this.game;
    if (this.ply === this.end) return last?.p ?? [];
    const next = moves[this.ply];
    return (next.v === undefined ? [] : next.b ? next.b.p : next.p) ?? [];
  }

  show(slide) {
    const { game, ply, board } = this;
    const move = game.moves[ply - 1];
    const made = move ? say("after", { number: this.numbers[ply - 1], move: move.m }) : say("start");
    board.show(this.positions(ply), {
      last: move?.p ?? [],
      best: this.withBest ? this.best() : [],
      slide,
      label: say("position", { made, state: this.state() }),
    });
    this.curve.show(ply);
    this.say(move);
    this.links.forEach((link, index) =>
      index + 1 === ply ? link.setAttribute("aria-current", "step") : link.removeAttribute("aria-current"),
    );
    this.scroll(this.links[ply - 1]);
  }

  /** Who is to move, or how the game ended. */
  state() {
    const { moves, end, reason, turn } = this.game;
    const next = moves[this.ply];
    const colourOf = (player) => colourWord(this.board.facts.colours[player]);
    if (next || !end) return say("to_move", { colour: colourOf(next?.w ?? turn) });
    const winner = winnerOf(end);
    const result = winner ? say("wins", { colour: colourOf(winner - 1) }) : say("result.draw");
    return reason ? result + say("and") + reasonWord(reason) : result;
  }

  /** What there is to say of the move that was made last. */
  say(move) {
    const parts = [];
    if (move) {
      const mark = move.k ? [element("b", { class: markName(move.k) }, move.k)] : [];
      parts.push(
        element(
          "p",
          { class: "made" },
          this.board.sample(move.w + 1),
          `${this.numbers[this.ply - 1]} ${move.m}`,
          ...mark,
          element("span", { class: "value" }, move.v ?? ""),
        ),
      );
      if (move.f)
        parts.push(element("p", { class: "fact" }, factsSentence(move.f, this.board.facts.colours)));
      if (move.b) {
        parts.push(
          element(
            "p",
            {},
            say("better"),
            element("b", { class: "better" }, move.b.m[0]),
            say("loss_of", { value: move.b.v, loss: move.l }),
          ),
        );
        parts.push(element("p", { class: "continuation" }, move.b.m.join(" ")));
      } else if (move.v !== undefined) parts.push(element("p", {}, say("is_best")));
    } else parts.push(element("p", { class: "made" }, say("at_start")));
    if (this.ply === this.end && this.game.last) {
      const { m, v } = this.game.last;
      parts.push(element("p", {}, say("best_now"), element("b", { class: "better" }, m[0]), ` ${v}`));
      parts.push(element("p", { class: "continuation" }, m.join(" ")));
    }
    for (const [after, text] of this.game.comments ?? []) {
      if (after === this.ply) parts.push(element("p", { class: "comment" }, text));
    }
    this.said.replaceChildren(...parts, element("p", { class: "state" }, this.state()));
  }

  /** Scrolls the list, and nothing else, so that a move is seen. */
  scroll(link) {
    const list = this.moves;
    if (!link) return void (list.scrollTop = 0);
    const [box, frame] = [link.getBoundingClientRect(), list.getBoundingClientRect()];
    if (box.top < frame.top || box.bottom > frame.bottom) {
      list.scrollTop += box.top - frame.top - (frame.height - box.height) / 2;
    }
  }
}

/** A function that gives the position after a number of moves: each step goes on from the one before. */
function positions(game) {
  const put = (position, changes) => {
    for (let i = 0; i < changes.length; i += 2) {
      if (changes[i + 1]) position.set(changes[i], changes[i + 1]);
      else position.delete(changes[i]);
    }
    return position;
  };
  return (ply) =>
    game.moves.slice(0, ply).reduce((position, move) => put(position, move.d), put(new Map(), game.start));
}
