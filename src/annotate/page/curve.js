/* The course of the values: expected points over the moves of a game, with dots at the mistakes. A click goes to the
   move. With two players the area below the line is the first player's share. */

class Curve {
  /** `go` is called with the number of moves after which the position is to be shown. */
  constructor(game, go) {
    this.length = Math.max(game.moves.length, 1);
    this.svg = element("svg:svg", {
      class: game.names.length === 2 ? "curve two" : "curve",
      viewBox: `0 0 ${this.length} 1000`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": courseOf(game),
    });
    const points = game.moves
      .map((move, index) => ({ x: index + 1, y: 1000 - move.e, move }))
      .filter((point) => point.move.e >= 0);
    this.svg.append(...(game.names.length === 2 ? this.share(points) : this.lines(game, points)));
    this.svg.append(
      line("middle", [
        [0, 500],
        [this.length, 500],
      ]),
    );
    for (const { x, y, move } of points) {
      // A line without length has round ends: a dot, however the picture is stretched.
      if (move.k)
        this.svg.append(
          line(`mark ${markName(move.k)}`, [
            [x, y],
            [x, y],
          ]),
        );
    }
    this.cursor = line("cursor", [
      [0, 0],
      [0, 1000],
    ]);
    this.svg.append(this.cursor);
    const at = (event) => {
      const { left, width } = this.svg.getBoundingClientRect();
      go(Math.round(((event.clientX - left) / width) * this.length));
    };
    this.svg.addEventListener("pointerdown", (event) => {
      this.svg.setPointerCapture(event.pointerId);
      at(event);
    });
    this.svg.addEventListener("pointermove", (event) => event.buttons && at(event));
  }

  share(points) {
    if (!points.length) return [];
    const [first, last] = [points[0], points.at(-1)];
    const along = [{ x: 0, y: first.y }, ...points].map(({ x, y }) => `${x} ${y}`);
    const area = element("svg:path", { class: "area", d: `M0 1000L${along.join("L")}L${last.x} 1000Z` });
    return [area, element("svg:path", { class: "line", d: `M${along.join("L")}` })];
  }

  lines(game, points) {
    return game.names.map((_, player) => {
      const own = points.filter((point) => point.move.w === player).map(({ x, y }) => `${x} ${y}`);
      return element("svg:path", { class: `line p${player + 1}`, d: own.length ? `M${own.join("L")}` : "" });
    });
  }

  show(ply) {
    this.cursor.setAttribute("d", `M${ply} 0L${ply} 1000`);
  }
}

function line(name, points) {
  return element("svg:path", { class: name, d: "M" + points.map((point) => point.join(" ")).join("L") });
}

/** What the curve shows. */
function courseOf(game) {
  return game.names.length === 2 ? say("course", { name: namesOf(game)[0] }) : say("courses");
}

/** The class of a mark. */
function markName(mark) {
  return { "?!": "dubious", "?": "mistake", "??": "blunder" }[mark] ?? "good";
}
