/* All texts of the page, in English and Chinese: that of the browser, until the reader chooses the other. The sentences of facts
   and the names of games come from the page of the board (FACT_WORDS and GAME_WORDS, src/web/page/text/). */

const LANGUAGES = { en: "English", zh: "中文" };
const LANGUAGE_KEY = "quadriga.language";

const PAGE_WORDS = {
  en: {
    title: "{name}, annotated",
    first: "First position",
    back: "Back",
    on: "Forward",
    end: "Last position",
    next_mistake: "Next mistake (M)",
    best_move: "best move",
    steps: "Steps",
    player: "Player",
    unnamed: "player {n}",
    games: "Games",
    won: "Won",
    drawn: "Drawn",
    lost: "Lost",
    moves: "Moves",
    best: "Best",
    loss: "Loss",
    totals: "All games by player",
    totals_note: "Best: moves that the search prefers, too. Loss: mean loss of expected points per move.",
    course: "Expected points of {name}",
    courses: "Expected points of each player after their moves",
    position: "Position {made}, {state}",
    after: "after {number} {move}",
    start: "start",
    to_move: "{colour} to move",
    wins: "{colour} wins",
    better: "Better ",
    loss_of: " {value}, loss {loss}",
    is_best: "The best move.",
    at_start: "Start",
    best_now: "Best now ",
    search: "Names, results, events",
    show_with: "Show games with",
    game_before: "Game before (P)",
    next_game: "Next game (N)",
    all_games: "all games",
    counts: "{moves} moves",
    "result.open": "not finished",
    "result.lost": "lost by both",
    "result.draw": "draw",
    "result.win": "{name} wins",
    "effort.depth": "depth {n}",
    "effort.nodes": "{n} nodes",
    "effort.ms": "{n} ms",
    effort: "{parts} a move",
    and: ", ",
    note:
      "Values are in the game's unit and, with two players, those of the player who moves first; +#7 is a proved win in seven " +
      "plies. A loss is given in that unit and in expected points: {dubious}% of a point lost is ?!, {mistake}% ?, {blunder}% ??; " +
      "a proved win that is missed is ?! at least. The green arrow or ring is the move that the search prefers.",
  },
  zh: {
    title: "{name}，带评注",
    first: "开局局面",
    back: "后退",
    on: "前进",
    end: "最后局面",
    next_mistake: "下一处失误 (M)",
    best_move: "最佳着法",
    steps: "逐步浏览",
    player: "棋手",
    unnamed: "棋手 {n}",
    games: "对局",
    won: "胜",
    drawn: "和",
    lost: "负",
    moves: "着数",
    best: "最佳",
    loss: "损失",
    totals: "各棋手的全部对局",
    totals_note: "最佳：与搜索首选相同的着法。损失：每着平均损失的期望得分。",
    course: "{name}的期望得分",
    courses: "各方走后的期望得分",
    position: "局面：{made}，{state}",
    after: "{number} {move} 之后",
    start: "开始",
    to_move: "轮到{colour}走",
    wins: "{colour}胜",
    better: "更好的是 ",
    loss_of: " {value}，损失 {loss}",
    is_best: "最佳着法。",
    at_start: "开始",
    best_now: "此时最佳 ",
    search: "棋手、结果、赛事",
    show_with: "筛选对局",
    game_before: "上一局 (P)",
    next_game: "下一局 (N)",
    all_games: "全部对局",
    counts: "{moves} 着",
    "result.open": "未下完",
    "result.lost": "双方判负",
    "result.draw": "和棋",
    "result.win": "{name}胜",
    "effort.depth": "深度 {n}",
    "effort.nodes": "{n} 个节点",
    "effort.ms": "{n} 毫秒",
    effort: "每着 {parts}",
    and: "，",
    note:
      "分值以各棋种的单位计；两人对局时均为先走一方的分值；+#7 表示七步之内已证明的胜利。损失同时以该单位和期望得分表示：" +
      "损失 {dubious}% 的得分为 ?!，{mistake}% 为 ?，{blunder}% 为 ??；错过已证明的胜利至少为 ?!。绿色箭头或圆圈是搜索首选的着法。",
  },
};

let language = chosenLanguage();

/** The reader's choice in this browser, or else the browser's language. */
function chosenLanguage() {
  let chosen = null;
  try {
    chosen = localStorage.getItem(LANGUAGE_KEY);
  } catch {
    // Pages that are opened as a file may have no storage.
  }
  if (chosen in LANGUAGES) return chosen;
  return navigator.language?.toLowerCase().startsWith("zh") ? "zh" : "en";
}

function chooseLanguage(wanted) {
  language = wanted;
  try {
    localStorage.setItem(LANGUAGE_KEY, wanted);
  } catch {
    // The choice lasts as long as the page.
  }
}

/** The text of a key, its gaps filled. */
function say(key, values = {}) {
  return PAGE_WORDS[language][key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** The word of a game for a key, or the program's own. */
const gameWord = (key, fallback) => GAME_WORDS[language][`games.${key}`] ?? fallback;

/** The name of the rules, with the size of the board if it has one. */
function gameName(variant) {
  const [, rules, width, height] = /^(.*?)(?:-(\d+)x(\d+))?$/.exec(variant);
  const name = gameWord(`name.${rules}`, rules);
  return width ? `${name} ${width}×${height}` : name;
}

const colourWord = (colour) => gameWord(`colour.${colour}`, colour);
const reasonWord = (reason) => gameWord(`reason.${reason.toLowerCase().replace(/[^a-z0-9]+/g, "_")}`, reason);

/** The players of a game. */
const namesOf = (game) => game.names.map((name, index) => name ?? say("unnamed", { n: index + 1 }));

/** Who has won, for `p1` the first player; 0: nobody. */
const winnerOf = (result) => Number(/^p(\d)$/.exec(result)?.[1] ?? 0);

/** The result of a game in words. */
function resultOf(game) {
  const winner = winnerOf(game.result);
  return winner ? say("result.win", { name: namesOf(game)[winner - 1] }) : say(`result.${game.result}`);
}

/** Event, rules, search and opening of a game. */
function detailsOf({ tags, options, variant, effort, opening }) {
  const parts = effort.map(([name, n]) => say(`effort.${name}`, { n })).join(say("and"));
  const details = [...tags, gameName(variant), ...options, say("effort", { parts })];
  return opening ? [...details, opening] : details;
}

/** Longest line in a sentence, in moves. */
const MOST_MOVES = 8;

/** What a move allowed or missed, as one sentence; `colours` are those of the players. */
function factsSentence(facts, colours) {
  const words = FACT_WORDS[language];
  const sentence = facts.map((fact) => factWords(words, fact, colours)).join(words["facts.then"]);
  return sentence[0].toUpperCase() + sentence.slice(1) + words["facts.end"];
}

function factWords(words, [kind, player, places, line, numbers], colours) {
  const [place = "", other = ""] = places;
  const [n = 0, m = 0] = numbers;
  const moves = line.slice(0, MOST_MOVES).join(" ") + (line.length > MOST_MOVES ? " …" : "");
  const colour = colourWord(colours[player]);
  const values = { player: colour, places: places.join(words["facts.and"]), place, other, line: moves, n, m };
  const count = (name) => (name === "places" ? places.length : values[name]);
  return words[`facts.${kind}`]
    .replace(/\{(\w+)\|([^|}]*)\|([^|}]*)\}/g, (_, name, one, many) => (count(name) === 1 ? one : many))
    .replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
