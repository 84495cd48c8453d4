/* The sums of all games by player, above the list of the games. A player is a name; players without one are left out. */

const MARKS = ["?!", "?", "??"];

/** The sums of the players of these games, those with most games first. */
function totalsOf(games) {
  const players = new Map();
  for (const game of games) {
    const winner = winnerOf(game.result);
    const isOver = game.result !== "open";
    for (const [index, name] of game.names.entries()) {
      if (!name) continue;
      const sum = players.get(name) ?? {
        name,
        games: 0,
        won: 0,
        drawn: 0,
        lost: 0,
        moves: 0,
        best: 0,
        loss: 0,
        marks: [0, 0, 0],
      };
      const [moves, best, loss, marks] = game.summary[index];
      sum.games += 1;
      sum.won += winner === index + 1;
      sum.drawn += game.result === "draw";
      sum.lost += isOver && game.result !== "draw" && winner !== index + 1;
      sum.moves += moves;
      sum.best += best;
      sum.loss += moves * loss;
      sum.marks = sum.marks.map((count, mark) => count + marks[mark]);
      players.set(name, sum);
    }
  }
  return [...players.values()].sort((a, b) => b.games - a.games || a.name.localeCompare(b.name));
}

/** A mean loss in thousandths of a point, as percent. */
const percent = (thousandths) => `${(thousandths / 10).toFixed(1)}%`;

/** The sums as a table. */
function totals(games) {
  const cells = (values) => values.map((value) => element("td", {}, String(value)));
  const row = ({ name, games: count, won, drawn, lost, moves, best, loss, marks }) => {
    const share = moves ? percent((1000 * best) / moves) : "–";
    const mean = moves ? percent(loss / moves) : "–";
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      ...cells([count, won, drawn, lost, moves, share, mean, ...marks]),
    );
  };
  const head = ["player", "games", "won", "drawn", "lost", "moves", "best", "loss"].map((key) => say(key));
  const names = [...head, ...MARKS].map((text) => element("th", { scope: "col" }, text));
  const rows = totalsOf(games).map(row);
  if (rows.length === 0) return [];
  const caption = element("caption", {}, say("totals"));
  const table = element("table", {}, caption, element("tr", {}, ...names), ...rows);
  return [
    element("div", { class: "scroll summary", tabindex: "0" }, table),
    element("p", { class: "details" }, say("totals_note")),
  ];
}
