// The words of the page in both languages. Names of columns are those of the program, which are shown as they are in English.

/** @type {Record<"en" | "zh", Record<string, string>>} */
const words = {
  en: {
    title: "Match: {variant}",
    facts: "{format} · openings: {openings}",
    connecting: "connecting …",
    lost: "no connection; trying again",
    over: "the match is over",
    games: "{played} of {total} games",
    elo: "Elo {elo}, LOS {los}",
    sprt: "SPRT {test}: LLR {llr} ({lower} to {upper})",
    open: "not decided",
    running: "In progress",
    more: "{count} more games are in progress",
    ply: "Game {id}, move {ply}",
    picture: "Board of game {id} after {ply} moves",
    depth: "depth {depth}",
    nodes: "{nodes} nodes",
    speed: "{speed} nodes/s",
    standings: "Standings",
    ratings: "Ratings",
    engines: "Engines",
    rounds: "Rounds",
    finished: "Last games",
    game: "Game",
    players: "Engines",
    points: "Result",
    end: "End",
    moves: "Moves",
    none: "none yet",
  },
  zh: {
    title: "对局赛：{variant}",
    facts: "{format} · 开局：{openings}",
    connecting: "正在连接……",
    lost: "连接已断开，正在重试",
    over: "比赛已结束",
    games: "已完成 {played} / {total} 局",
    elo: "等级分差 {elo}，优势概率 {los}",
    sprt: "SPRT {test}：LLR {llr}（{lower} 至 {upper}）",
    open: "尚未判定",
    running: "进行中的对局",
    more: "另有 {count} 局正在进行",
    ply: "第 {id} 局，第 {ply} 手",
    picture: "第 {id} 局第 {ply} 手后的棋盘",
    depth: "深度 {depth}",
    nodes: "{nodes} 节点",
    speed: "每秒 {speed} 节点",
    standings: "排名",
    ratings: "等级分",
    engines: "引擎",
    rounds: "各轮对阵",
    finished: "最近的对局",
    game: "局",
    players: "引擎",
    points: "结果",
    end: "结束方式",
    moves: "手数",
    none: "暂无",
    "round-robin": "循环赛",
    gauntlet: "擂台赛",
    swiss: "瑞士制",
    knockout: "淘汰赛",
    Rank: "名次",
    Name: "名称",
    Engine: "引擎",
    Points: "积分",
    Score: "得分率",
    Games: "局数",
    Draws: "和棋",
    Won: "胜",
    Drawn: "平",
    Lost: "负",
    Shared: "平分",
    Expected: "期望",
    Direct: "直接对局",
    Buchholz: "对手分",
    SB: "小分",
    "Game points": "局分",
    "Rounds survived": "晋级轮数",
    Moves: "手数",
    "ms/move": "毫秒/手",
    Depth: "深度",
    nps: "节点/秒",
    "Time losses": "超时",
    Illegal: "违规",
    Crashes: "崩溃",
    Hangs: "无响应",
    "by the rules": "按规则",
    adjudicated: "判定",
    "limit of plies": "手数上限",
    resigned: "认输",
    "lost on time": "超时",
    "illegal move": "违规",
    crash: "崩溃",
    "no answer": "无响应",
  },
};

const language = (navigator.language || "en").toLowerCase().startsWith("zh") ? "zh" : "en";
document.documentElement.lang = language === "zh" ? "zh-Hans" : "en";

/**
 * A text with its values; a word without a translation is shown as it is.
 * @param {string} key
 * @param {Record<string, string | number>} values
 */
export function text(key, values = {}) {
  const found = words[language][key] ?? words.en[key] ?? key;
  return found.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

/**
 * A whole number with separators.
 * @param {number} number
 */
export function count(number) {
  return Math.round(number).toLocaleString(language === "zh" ? "zh-Hans" : "en");
}
