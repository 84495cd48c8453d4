// Renju in six steps: what black may not do, and what white makes of it.

/** @type {import("../lessons.js").Lesson} */
export const lesson = {
  name: "renju",
  family: "gomoku",
  words: { en: "Renju", zh: "连珠" },
  steps: [
    {
      game: "renju",
      moves: ["f8", "h7", "g8", "f10", "h8", "j10", "j8", "e7", "k8", "l9", "h9", "g5", "h10", "i10", "h11", "d9"],
      answers: ["h12"],
      goal: { kind: "win", moves: 1 },
      words: {
        en: {
          title: "No overline for black",
          task: "Black begins, which is an advantage, so black may not do everything. Six in a line is a foul for black: i8 is marked. Win with exactly five.",
          hint: "The column above h8.",
          good: "Exactly five wins for black.",
          wrong: "Look for exactly five: the column above h8 has four.",
        },
        zh: {
          title: "黑棋禁长连",
          task: "黑棋先行占优，所以有所限制。六子或更多相连（长连）是黑棋的禁手，i8 已标出。请用恰好五子取胜。",
          hint: "h8 上方的竖线。",
          good: "黑棋恰好五子，获胜。",
          wrong: "要找恰好五子的一手：h8 上方的竖线已有四子。",
        },
      },
    },
    {
      game: "renju",
      moves: ["h10", "f8", "h6", "g8", "e7", "h8", "l7", "j8", "j11", "k8", "f4"],
      answers: ["i8"],
      goal: { kind: "win", moves: 1 },
      words: {
        en: {
          title: "White is free",
          task: "There are no fouls for white. You are white: win.",
          hint: "White wins with six as well.",
          good: "Six in a line: an overline wins for white.",
          wrong: "White may make six. Fill the gap in the row.",
        },
        zh: {
          title: "白棋无禁手",
          task: "白棋没有任何禁手。你执白，请取胜。",
          hint: "白棋六子相连也算赢。",
          good: "六子相连：白棋长连也获胜。",
          wrong: "白棋可以走长连。补上横线的空当。",
        },
      },
    },
    {
      game: "renju",
      moves: ["g8", "d12", "h8", "m3", "i8", "c5", "j9", "m12", "j10", "f4", "k7", "e10", "l6", "d7"],
      answers: ["f8"],
      goal: { kind: "win", moves: 2 },
      then: { f8: ["j8", "e8"] },
      words: {
        en: {
          title: "Two threes are a foul",
          task: "Black may not make two open threes with one stone. At j8 two would arise beside the four, so it is marked. Make the open four another way.",
          hint: "The row has a second end.",
          good: "An open four without a foul.",
          wrong: "Go on with the row g8, h8, i8, at the end that is allowed.",
        },
        zh: {
          title: "三三禁手",
          task: "黑棋一手不得同时形成两个活三。下 j8 除了成四还会形成两个活三，所以被标为禁手。请用另一种方法走成活四。",
          hint: "这一行还有另一端。",
          good: "走成了活四，没有犯规。",
          wrong: "继续发展 g8、h8、i8 这一行，下在允许的那一端。",
        },
      },
    },
    {
      game: "renju",
      moves: ["h8", "g8", "i8", "l12", "j8", "m9", "k6", "i11", "k7", "j9", "l9", "i10", "l10", "i7", "l11", "j6"],
      answers: ["k8"],
      goal: { kind: "win", moves: 3 },
      then: { k8: ["l8", "k5"] },
      words: {
        en: {
          title: "Four and three is allowed",
          task: "Two fours with one stone are a foul as well: l8 is marked. A four together with one three is black's way to win. Find it.",
          hint: "Which point continues the row and the column of k?",
          good: "White has to answer the four; then the three becomes an open four.",
          wrong: "That is answered with one stone. Make a four in the row and a three in a column at once.",
        },
        zh: {
          title: "四三取胜",
          task: "一手形成两个四也是禁手（四四），l8 已标出。黑棋取胜靠的是“四三”。请找出来。",
          hint: "哪一点同时延续横线和 k 列？",
          good: "白棋必须挡四，随后活三变成活四。",
          wrong: "这一手用一子就能应对。要在横线上成四，同时在竖线上成三。",
        },
      },
    },
    {
      game: "renju",
      moves: ["f8", "g8", "j10", "h8", "j9", "i8", "k7", "m3", "l6", "d5", "d12"],
      answers: ["k8"],
      goal: { kind: "win", moves: 2 },
      words: {
        en: {
          title: "White uses the fouls",
          task: "You are white. Black's fouls are your weapon: make a four that black could only stop on a forbidden point.",
          hint: "At j8 black would make two threes.",
          good: "Black has to play j8 and may not. Next you make five.",
          wrong: "Black can answer that. Where is the point that black may not use?",
          "wrong.j8": "A four, but black stops it at k8. Leave the forbidden point as the one that black needs.",
        },
        zh: {
          title: "白棋抓禁手",
          task: "你执白，黑棋的禁手就是你的武器：冲四，使黑棋只能挡在禁手点上。",
          hint: "黑棋下 j8 会形成三三。",
          good: "黑棋必须下 j8 却又不能下，你下一手成五。",
          wrong: "黑棋能够应对。哪一点是黑棋不能下的？",
          "wrong.j8": "这是冲四，但黑棋在 k8 挡住了。要让黑棋必须去下那个禁手点。",
        },
      },
    },
    {
      game: "renju",
      moves: ["d8", "c8", "e8", "l3", "f8", "m12", "g8", "d13", "h9", "c3", "h10", "k12", "i7", "l5", "j6", "e12"],
      answers: ["h8"],
      goal: { kind: "win", moves: 1 },
      words: {
        en: {
          title: "Five goes before everything",
          task: "A stone that makes exactly five wins, even where it makes two threes as well. Win.",
          hint: "Four in a row are waiting.",
          good: "Five and two threes with one stone: the five counts, the game is over.",
          wrong: "Complete the row d8 to g8.",
        },
        zh: {
          title: "五连优先",
          task: "恰好成五即获胜，哪怕同时形成了三三。请取胜。",
          hint: "有四子正等着你。",
          good: "一手同时成五和三三：以成五为准，对局结束。",
          wrong: "请补完 d8 到 g8 这一行。",
        },
      },
    },
  ],
};
