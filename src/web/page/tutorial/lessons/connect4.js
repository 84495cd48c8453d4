// Connect Four in six steps. What a lesson is, and what its goals promise: lessons.js.

/** @type {import("../lessons.js").Lesson} */
export const lesson = {
  name: "connect4",
  family: "connect4",
  words: { en: "Connect Four", zh: "四子棋" },
  steps: [
    {
      game: "connect4",
      moves: ["4", "3", "4", "3", "4", "3"],
      answers: ["4"],
      goal: { kind: "win", moves: 1 },
      words: {
        en: {
          title: "Four in a line",
          task: "A disc falls to the lowest free place of its column. Four of your discs in a line win. You are orange: win now.",
          hint: "Three of your discs stand on top of each other.",
          good: "Four in a column. Lines count upright, across and slanting.",
          wrong: "Now your opponent, who has three in a column as well, makes four first. Look at your own column.",
        },
        zh: {
          title: "连成四子",
          task: "棋子会落到该列最低的空位。四枚同色棋子连成一线即获胜。你执橙棋，现在就赢下来吧。",
          hint: "你有三枚棋子叠在一起。",
          good: "竖着连成了四子。横、竖、斜都算。",
          wrong: "对手同样已有三枚叠在一起，这样他会抢先连成四子。请看你自己的那一列。",
        },
      },
    },
    {
      game: "connect4",
      moves: ["1", "2", "2", "3", "4", "3", "3", "4", "5", "4"],
      answers: ["4"],
      goal: { kind: "win", moves: 1 },
      words: {
        en: {
          title: "The slanting line",
          task: "Slanting lines are the ones that people overlook. Find the disc that completes yours.",
          hint: "Your line begins at the bottom of column 1 and climbs to the right.",
          good: "One step higher in each column: columns 1, 2, 3 and 4.",
          wrong: "No line of four yet. Follow your discs from the bottom left corner upwards to the right.",
        },
        zh: {
          title: "斜线",
          task: "斜线最容易被忽略。找出能连成斜线四子的那一步。",
          hint: "这条线从第 1 列底部开始，向右上方延伸。",
          good: "第 1、2、3、4 列，每列高一格。",
          wrong: "还没有连成四子。从左下角开始，沿着你的棋子向右上方看。",
        },
      },
    },
    {
      game: "connect4",
      moves: ["1", "2", "2", "3", "3", "4"],
      answers: ["5"],
      goal: { kind: "save", moves: 1 },
      words: {
        en: {
          title: "Look at both sides",
          task: "Before each move, ask what your opponent threatens. Yellow threatens to win: prevent it.",
          hint: "Yellow has three side by side at the bottom.",
          good: "Blocked: the other end is yours already.",
          wrong: "Yellow plays column 5 and has four at the bottom.",
        },
        zh: {
          title: "先看对手的威胁",
          task: "每走一步之前，先想想对手要做什么。黄棋马上要赢了，请阻止它。",
          hint: "黄棋在最底层已有三枚相连。",
          good: "挡住了；另一端本来就是你的棋子。",
          wrong: "黄棋下第 5 列，最底层就连成四子了。",
        },
      },
    },
    {
      game: "connect4",
      moves: ["4", "4", "3", "3"],
      answers: ["2", "5"],
      goal: { kind: "win", moves: 2 },
      then: { 2: ["1", "5"], 5: ["6", "2"] },
      words: {
        en: {
          title: "Two threats at once",
          task: "One threat can be blocked, two cannot. Make a move after which you win at one end or at the other.",
          hint: "Three side by side with both ends free.",
          good: "Three with two open ends: whichever end yellow blocks, you play the other.",
          wrong: "Yellow has time to block. You need three side by side at the bottom with a free place at each end.",
        },
        zh: {
          title: "双重威胁",
          task: "一个威胁挡得住，两个就挡不住了。走一步，使你在左右两端都能获胜。",
          hint: "三枚相连，并且两端都空着。",
          good: "三枚相连且两端皆空：黄棋挡一端，你就下另一端。",
          wrong: "黄棋还来得及防守。你需要在最底层三枚相连，并且两端都是空位。",
        },
      },
    },
    {
      game: "connect4",
      moves: ["2", "2", "3", "3", "7", "4", "7", "4"],
      answers: ["2", "3", "4", "6", "7"],
      goal: { kind: "save", moves: 1 },
      words: {
        en: {
          title: "The place above",
          task: "Your disc is also a step for your opponent's next one. Yellow waits for two places in the second row. Play any column that does not help.",
          hint: "Yellow has three side by side in the second row. Which columns would lift a disc to their ends?",
          good: "Columns 1 and 5 are now poison for you: leave them alone as long as you can.",
          wrong: "That disc is the step that yellow needed: the next one lands in the second row and makes four.",
        },
        zh: {
          title: "上面的那一格",
          task: "你的棋子也会成为对手下一枚棋子的垫脚石。黄棋正等着第二层的两个空位。请下一个不帮对手的列。",
          hint: "黄棋在第二层已有三枚相连。下哪一列会把它的棋子垫到两端？",
          good: "第 1 列和第 5 列对你来说是陷阱，能不碰就不碰。",
          wrong: "这枚棋子正好垫高了黄棋：下一枚落在第二层，连成四子。",
        },
      },
    },
    {
      game: "connect4",
      moves: ["2", "2", "2", "2", "1", "1", "5", "1", "1", "2"],
      answers: ["4"],
      goal: { kind: "win", moves: 2 },
      then: { 4: ["3", "3"] },
      words: {
        en: {
          title: "One threat above another",
          task: "The strongest weapon: two winning places on top of each other. Yellow must take the lower one and lifts you into the upper one.",
          hint: "Look at column 3, and at what is missing beside it.",
          good: "Yellow has to fill the lower place of column 3, and that is the step to the upper one.",
          wrong: "That leaves yellow time to defend. Which disc makes two places of column 3 winning for you?",
        },
        zh: {
          title: "上下双杀",
          task: "最厉害的手段：同一列上下相邻的两个制胜点。黄棋必须占下面一个，却把你垫到了上面一个。",
          hint: "看看第 3 列，它旁边还缺什么？",
          good: "黄棋只能堵第 3 列下面的点，你正好落到上面的点。",
          wrong: "这样黄棋还来得及防守。哪一步能让第 3 列出现两个制胜点？",
        },
      },
    },
  ],
};
