/* The list of all games, and what the address asks for: "#game3.12" is the position after twelve moves of the third game,
   and without it there is the list. A page of one game opens it at once. */

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
  const text = `${game.names.join(" – ")}, ${game.result}`;
  const link = element(
    "a",
    { href: `#game${number}` },
    `${number}. ${text}`,
    element("span", {}, `${game.moves.length} moves · ?! ${marks[0]} · ? ${marks[1]} · ?? ${marks[2]}`),
  );
  return [
    element("li", { value: number, "data-text": `${text} ${game.details.join(" ")}`.toLowerCase() }, link),
  ];
}

function showList() {
  view = null;
  const items = sources.flatMap((source, index) => entry(source, index + 1));
  const filter = element("input", {
    type: "search",
    placeholder: "Names, results, events",
    "aria-label": "Show games with",
    input: (event) => {
      const words = event.target.value.toLowerCase().split(/\s+/);
      for (const item of items) item.hidden = !words.every((word) => item.dataset.text.includes(word));
    },
  });
  const head = items.length >= FILTER_FROM ? [filter] : [];
  main.replaceChildren(...head, element("ol", { class: "games" }, ...items));
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
    { "aria-label": "Games" },
    ...(number > 1 ? [to(number - 1, "‹", "Game before (P)")] : []),
    element("a", { href: "#" }, "all games"),
    ...(number < sources.length ? [to(number + 1, "›", "Next game (N)")] : []),
  );
  const heading = element(
    "h2",
    {},
    `${sources.length > 1 ? `${number}. ` : ""}${game.names.join(" – ")}, ${game.result}`,
  );
  main.replaceChildren(
    element("header", {}, heading, ...(sources.length > 1 ? [way] : [])),
    element("p", { class: "details" }, game.details.join(" · ")),
    view.node,
  );
  scrollTo(0, 0);
  return true;
}

/** The address changes with every step, but the way back leads to where the reader came from, not through all steps. */
function setAddress(hash) {
  history.replaceState(null, "", hash);
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
  follow();
});
