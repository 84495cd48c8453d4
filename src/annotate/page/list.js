/* The list of all games with a board and the sums by player, and what the address asks for: "#game3.12" is the position after
   twelve moves of the third game, and without it there is the list. A page of one game opens it at once. */

const FILTER_FROM = 12;

const main = document.getElementById("main");
let sources = [];
let view = null;

/** A game of the page; nothing for one that was cut off while it was written. */
function read(source) {
  try {
    return JSON.parse(source.textContent);
  } catch {
    return null;
  }
}

/** A line of the list. */
function entry(source, number) {
  const game = read(source);
  if (!game) return [];
  const marks = game.summary.reduce((sum, [, , , own]) => sum.map((count, i) => count + own[i]), [0, 0, 0]);
  const text = `${namesOf(game).join(" – ")}${say("and")}${resultOf(game)}`;
  const link = element(
    "a",
    { href: `#game${number}` },
    `${number}. ${text}`,
    element(
      "span",
      {},
      `${say("counts", { moves: game.moves.length })} · ?! ${marks[0]} · ? ${marks[1]} · ?? ${marks[2]}`,
    ),
  );
  const found = `${text} ${detailsOf(game).join(" ")}`.toLowerCase();
  const preview = () => showPreview(game);
  return [
    element("li", { value: number, "data-text": found, pointerenter: preview, focusin: preview }, link),
  ];
}

/** The last position of a game of the list, beside it. */
function showPreview(game) {
  const board = new Board(document.querySelectorAll("template.stage")[game.stage]);
  const text = `${namesOf(game).join(" – ")}${say("and")}${resultOf(game)}`;
  board.show(positions(game)(game.moves.length), { last: game.moves.at(-1)?.p ?? [], label: text });
  document.querySelector(".preview").replaceChildren(board.svg, element("p", { class: "details" }, text));
}

function showList() {
  view = null;
  const items = sources.flatMap((source, index) => entry(source, index + 1));
  const filter = element("input", {
    type: "search",
    placeholder: say("search"),
    "aria-label": say("show_with"),
    input: (event) => {
      const words = event.target.value.toLowerCase().split(/\s+/);
      for (const item of items) item.hidden = !words.every((word) => item.dataset.text.includes(word));
    },
  });
  const head = items.length >= FILTER_FROM ? [filter] : [];
  const list = element("div", {}, ...head, element("ol", { class: "games" }, ...items));
  const games = sources.map(read);
  main.replaceChildren(
    languageChoice(),
    element("div", { class: "overview" }, list, element("aside", { class: "preview" })),
    ...totals(games),
  );
  if (games.length) showPreview(games[0]);
  scrollTo(0, 0);
}

/** Opens a game; `false` where the page has none of this number. */
function open(number) {
  const game = sources[number - 1] && read(sources[number - 1]);
  if (!game) return false;
  view = new GameView(game, number, (ply) => setAddress(`#game${number}.${ply}`));
  const to = (other, text, label) =>
    element("a", { href: `#game${other}`, title: label, "aria-label": label }, text);
  const way = element(
    "nav",
    { "aria-label": say("games") },
    ...(number > 1 ? [to(number - 1, "‹", say("game_before"))] : []),
    element("a", { href: "#" }, say("all_games")),
    ...(number < sources.length ? [to(number + 1, "›", say("next_game"))] : []),
  );
  const heading = element(
    "h2",
    {},
    `${sources.length > 1 ? `${number}. ` : ""}${namesOf(game).join(" – ")}${say("and")}${resultOf(game)}`,
  );
  main.replaceChildren(
    element("header", {}, heading, ...(sources.length > 1 ? [way] : []), languageChoice()),
    element("p", { class: "details" }, detailsOf(game).join(" · ")),
    view.node,
  );
  scrollTo(0, 0);
  return true;
}

/** The address changes with every step, but the way back leads to where the reader came from, not through all steps. */
function setAddress(hash) {
  history.replaceState(null, "", hash);
}

/** A button for the other language. */
function languageChoice() {
  const other = Object.keys(LANGUAGES).find((name) => name !== language);
  const change = () => {
    chooseLanguage(other);
    view = null;
    draw();
  };
  return element(
    "button",
    { type: "button", class: "language", lang: other, click: change },
    LANGUAGES[other],
  );
}

/** All that is on the page, in the language. */
function draw() {
  const { name, marks } = main.dataset;
  const [dubious, mistake, blunder] = marks.split(" ");
  document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";
  document.title = say("title", { name });
  document.querySelector("h1").textContent = document.title;
  document.getElementById("notes").textContent = say("note", { dubious, mistake, blunder });
  follow();
}

/** Shows what the address asks for. */
function follow() {
  const [, number, ply] = location.hash.match(/^#game(\d+)(?:\.(\d+))?$/) ?? [];
  const wanted = number ? Number(number) : sources.length === 1 ? 1 : 0;
  if (wanted && (view?.number === wanted || open(wanted))) return view.go(Number(ply ?? 0));
  showList();
}

const keys = {
  ArrowLeft: () => view.go(view.ply - 1),
  ArrowRight: () => view.go(view.ply + 1),
  Home: () => view.go(0),
  End: () => view.go(view.end),
  m: () => view.nextMistake(),
  n: () => view.number < sources.length && (location.hash = `#game${view.number + 1}`),
  p: () => view.number > 1 && (location.hash = `#game${view.number - 1}`),
  Escape: () => sources.length > 1 && (location.hash = "#"),
};

addEventListener("keydown", (event) => {
  const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  const elsewhere =
    event.altKey || event.ctrlKey || event.metaKey || event.target.matches("input[type=search]");
  if (!view || !act || elsewhere) return;
  event.preventDefault();
  act();
});

addEventListener("hashchange", follow);
addEventListener("DOMContentLoaded", () => {
  sources = [...document.querySelectorAll("script.game")].filter((source) => read(source));
  draw();
});
