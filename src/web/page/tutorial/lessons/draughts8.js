// Draughts on 8x8: what English and Russian draughts have in common and where they differ, in pairs of like positions.

/** @type {import("../lessons.js").Lesson} */
export const lesson = {
  name: "draughts8",
  family: "draughts",
  words: { en: "Draughts 8x8", zh: "64 格跳棋" },
  steps: [
    {
      game: "english",
      fen: "W:W18:B1,14,22",
      answers: ["18x9"],
      goal: { kind: "only" },
      words: {
        en: {
          title: "English: men take forwards",
          task: "English draughts. Two black men stand beside yours, one before it and one behind. A man takes forwards only.",
          hint: "White moves up the board.",
          good: "The man behind was safe from you: here only kings take backwards.",
          wrong: "A man does not take backwards in English draughts.",
        },
        zh: {
          title: "英式：兵只能向前吃",
          task: "英式跳棋。你的兵前后各有一个黑兵。兵只能向前吃子。",
          hint: "白棋向上走。",
          good: "身后的黑兵是安全的：这里只有王才能向后吃。",
          wrong: "英式跳棋的兵不能向后吃。",
        },
      },
    },
    {
      game: "russian",
      fen: "W:Wd4,a1:Bc5,c3,h8",
      answers: ["d4:b2", "d4:b6"],
      goal: { kind: "only" },
      words: {
        en: {
          title: "Russian: and backwards",
          task: "Russian draughts. Here a man takes backwards as well. Two captures are possible: make one.",
          hint: "Over c5 or over c3.",
          good: "A man moves forwards only, but it takes in all four directions.",
          wrong: "A capture must be made: over c5 or over c3.",
        },
        zh: {
          title: "俄式：也能向后吃",
          task: "俄式跳棋。这里的兵也能向后吃。有两种吃法，任选其一。",
          hint: "跳过 c5，或跳过 c3。",
          good: "兵走子只能向前，吃子则四个方向都可以。",
          wrong: "必须吃子：跳过 c5 或 c3。",
        },
      },
    },
    {
      game: "english",
      fen: "W:W18,22,29,31:B1,7,8,14,15",
      answers: ["18x2", "18x4"],
      goal: { kind: "best", gap: 200 },
      words: {
        en: {
          title: "A free choice of captures",
          task: "On 8x8, English and Russian rules let you choose: the capture of fewer men is allowed. Here more is better all the same. Take two.",
          hint: "Jump over 15 first, then see what is next.",
          good: "A capture that was begun must be finished, but which one is begun is your choice.",
          wrong: "Allowed, but it takes one man where two can be had: jump over 15.",
        },
        zh: {
          title: "吃法自选",
          task: "在 8×8 棋盘上，英式和俄式规则都允许自选吃法，少吃也可以。不过这里还是多吃为好，请吃两个。",
          hint: "先跳过 15，再看下一步。",
          good: "吃子一旦开始就要吃完，但选哪种吃法由你决定。",
          wrong: "规则允许，但只吃一个，而跳过 15 能吃两个。",
        },
      },
    },
    {
      game: "russian",
      fen: "W:WKa1:Be5,h2,h6",
      answers: ["a1:f6", "a1:g7", "a1:h8"],
      goal: { kind: "only" },
      words: {
        en: {
          title: "Russian: the king flies",
          task: "A Russian king crosses the whole diagonal and takes from afar. Take the man on e5.",
          hint: "Click the king on a1, then a free square behind e5.",
          good: "It may land on any free square behind. An English king goes and jumps one square only.",
          wrong: "The king must take the man on e5.",
        },
        zh: {
          title: "俄式：飞王",
          task: "俄式的王可以走完整条斜线，远距离吃子。请吃掉 e5。",
          hint: "先点 a1 的王，再点 e5 身后的空格。",
          good: "身后的任意空格都可以落子。英式的王每次只能走一格、跳一格。",
          wrong: "王必须吃掉 e5。",
        },
      },
    },
    {
      game: "english",
      fen: "W:W10,30:B1,7,8",
      answers: ["10x3"],
      goal: { kind: "only" },
      words: {
        en: {
          title: "English: a king begins with the next turn",
          task: "English draughts. Your man takes and reaches the last row. There another man stands beside it, on 8. Take.",
          hint: "There is only one capture.",
          good: "It becomes a king and the turn ends: it may not go on over 8.",
          wrong: "Your man on 10 must take.",
        },
        zh: {
          title: "英式：升王即停",
          task: "英式跳棋。你的兵吃子后到达底线，那里旁边还有 8 的黑兵。请吃子。",
          hint: "只有一种吃法。",
          good: "升王后这一回合就结束了，不能接着吃 8。",
          wrong: "10 的兵必须吃子。",
        },
      },
    },
    {
      game: "russian",
      fen: "W:Wd6:Bb8,e7,g7",
      answers: ["d6:h6"],
      goal: { kind: "only" },
      words: {
        en: {
          title: "Russian: it goes on as a king",
          task: "The same men under Russian rules. The man that reaches the last row is a king at once, and goes on taking.",
          hint: "Over e7 to f8, and on over g7.",
          good: "Two men in one turn: it came in as a man and left as a king.",
          wrong: "Go on from f8: as a king, over g7.",
        },
        zh: {
          title: "俄式：升王后继续吃",
          task: "同样的局面，换成俄式规则。兵到达底线立即成王，并继续吃子。",
          hint: "跳过 e7 到 f8，再跳过 g7。",
          good: "一回合吃两个：进去时是兵，出来时是王。",
          wrong: "从 f8 继续：作为王跳过 g7。",
        },
      },
    },
  ],
};
