// Gomoku in six steps: five, four, three, and what two of them are worth. Exactly five win in this variant.

/** @type {import("../lessons.js").Lesson} */
export const lesson = {
  name: "gomoku",
  family: "gomoku",
  words: { en: "Gomoku", zh: "五子棋" },
  steps: [
    {
      game: "gomoku",
      moves: ["h8", "g8", "i8", "i9", "j8", "j10", "k8", "g10"],
      answers: ["l8"],
      goal: { kind: "win", moves: 1 },
      words: {
        en: {
          title: "Five in a line",
          task: "Stones are put on crossings and never move. Exactly five in a line win: across, upright or slanting. You are black: make five.",
          hint: "Your row of four is closed on the left.",
          good: "Five in a row.",
          wrong: "White now closes the other end of your four, and the chance is gone. Complete the row in the middle.",
        },
        zh: {
          title: "连成五子",
          task: "棋子下在交叉点上，落子后不再移动。横、竖、斜恰好五子相连即胜。你执黑，请连成五子。",
          hint: "你的四子左端已被堵住。",
          good: "五子连珠！",
          wrong: "白棋会堵住另一端，机会就没了。请补上中间那一行。",
        },
      },
    },
    {
      game: "gomoku",
      moves: ["g8", "h8", "h9", "i8", "f7", "j8", "j10", "k8"],
      answers: ["l8"],
      goal: { kind: "save", moves: 1 },
      words: {
        en: {
          title: "A four must be stopped",
          task: "White has four in a row with one end open. That cannot wait: stop it.",
          hint: "The left end is yours already.",
          good: "A four with one open end is one threat: one stone answers it.",
          wrong: "White makes five at l8. Against a four there is no time for anything else.",
        },
        zh: {
          title: "冲四必挡",
          task: "白棋已有四子，一端空着，刻不容缓，请挡住。",
          hint: "左端已经有你的棋子。",
          good: "只有一端空着的四叫“冲四”，一子即可挡住。",
          wrong: "白棋下 l8 就成五了。面对四，来不及做别的事。",
        },
      },
    },
    {
      game: "gomoku",
      moves: ["i6", "h8", "g10", "i8", "k10", "j8"],
      answers: ["g8", "k8"],
      goal: { kind: "save", moves: 2 },
      words: {
        en: {
          title: "An open three",
          task: "White has three in a row with both ends open. Next it would be a four with two open ends, too much for one stone. Answer now.",
          hint: "Put your stone right beside the three.",
          good: "Now white can make no more than a four with one open end.",
          wrong: "White makes a four with both ends open. You can stop only one of its two fives.",
        },
        zh: {
          title: "活三",
          task: "白棋三子相连，两端皆空（活三）。下一步就是两端皆空的“活四”，一子挡不住。现在就要应对。",
          hint: "紧挨着三子落子。",
          good: "这样白棋最多只能冲四。",
          wrong: "白棋走成活四，两个成五点，你只能挡一个。",
        },
      },
    },
    {
      game: "gomoku",
      moves: ["h8", "h10", "i8", "k6", "j8", "f6"],
      answers: ["g8", "k8"],
      goal: { kind: "win", moves: 2 },
      then: { g8: ["k8", "f8"], k8: ["g8", "l8"] },
      words: {
        en: {
          title: "The open four",
          task: "Now it is you who has the open three. Turn it into a win.",
          hint: "Four side by side with both ends free.",
          good: "An open four: white stops one end, you make five at the other.",
          wrong: "A four needs its stones side by side and both ends free; or white has time to answer your three.",
        },
        zh: {
          title: "活四",
          task: "这次活三是你的，把它变成胜利吧。",
          hint: "四子相连，两端皆空。",
          good: "活四：白棋挡一端，你在另一端成五。",
          wrong: "要走成四子相连且两端皆空，否则白棋来得及应对你的活三。",
        },
      },
    },
    {
      game: "gomoku",
      moves: ["h8", "g8", "i8", "h10", "j8", "i6", "k9", "m7", "k10", "g6"],
      answers: ["k8"],
      goal: { kind: "win", moves: 3 },
      then: { k8: ["l8", "k11"] },
      words: {
        en: {
          title: "Four and three with one stone",
          task: "One stone can make two threats. Find the one that makes a four and an open three at the same time.",
          hint: "Where does your row meet your column?",
          good: "White must answer the four at l8. Then your three becomes an open four.",
          wrong: "That is one threat, and one stone answers it. Use the point where row and column meet.",
        },
        zh: {
          title: "四三",
          task: "一子可以造成两个威胁。找出同时形成冲四和活三的一手。",
          hint: "你的横线和竖线在哪里相交？",
          good: "白棋必须在 l8 挡四，于是你的活三变成活四。",
          wrong: "这只有一个威胁，一子就能应对。请下横线与竖线的交点。",
        },
      },
    },
    {
      game: "gomoku",
      moves: ["f8", "h7", "g8", "f10", "h8", "j10", "j8", "e7", "k8", "l9", "h9", "g5", "h10", "k6", "h11", "d9"],
      answers: ["h12"],
      goal: { kind: "win", moves: 1 },
      words: {
        en: {
          title: "Six are not five",
          task: "In this variant a line of six or more does not win. Find the true five.",
          hint: "The gap in the row would make six. Look at the column above h8.",
          good: "h8 to h12: exactly five.",
          wrong: "Look for a line that has exactly five stones afterwards: the column above h8.",
          "wrong.i8": "That is a line of six, from f8 to k8. In this variant it does not win.",
        },
        zh: {
          title: "长连不算赢",
          task: "在这种规则下，六子或更多相连不算胜。找出真正的五连。",
          hint: "横线的空当会变成六子。看看 h8 上方的竖线。",
          good: "h8 到 h12，恰好五子。",
          wrong: "要找落子后恰好五子的线：h8 上方的竖线。",
          "wrong.i8": "从 f8 到 k8 共六子，是长连，在此规则下不算胜。",
        },
      },
    },
  ],
};
