// Chinese checkers in six steps.

/** @type {import("../lessons.js").Lesson} */
export const lesson = {
  name: "chinesecheckers",
  family: "chinesecheckers",
  words: { en: "Chinese checkers", zh: "中国跳棋" },
  steps: [
    {
      game: "chinesecheckers",
      answers: ["d10-e9", "d10-e11", "d12-e11", "d12-e13", "d14-e13", "d14-e15", "d16-e15", "d16-e17"],
      goal: { kind: "some" },
      words: {
        en: {
          title: "A step",
          task: "You lead your ten marbles into the star's point on the other side. A marble goes one step into a free hole beside it. Step forward with one of the front row.",
          hint: "Choose a marble of the row nearest to the middle, then a hole in front of it.",
          good: "One step. There is a faster way.",
          wrong: "That was a hop. Make a step first: one hole, with a marble of the front row.",
        },
        zh: {
          title: "走一步",
          task: "把你的十枚棋子全部送到对面的尖角。棋子可以走到相邻的空穴。用最前排的棋子向前走一步。",
          hint: "选最靠近中间的一排棋子，再选它前面的空穴。",
          good: "这是走一步。还有更快的办法。",
          wrong: "这是跳。先走一步：用最前排的棋子，走到相邻的空穴。",
        },
      },
    },
    {
      game: "chinesecheckers",
      answers: ["c11-e9", "c11-e13", "c13-e11", "c13-e15", "c15-e13", "c15-e17"],
      goal: { kind: "some" },
      words: {
        en: {
          title: "A hop",
          task: "A marble may hop over a neighbour, one's own or another's, into the free hole behind. Nothing is taken. Hop.",
          hint: "The marbles of the second row have neighbours in front of them.",
          good: "A hop is two steps for the price of one.",
          wrong: "That was a step. Hop with a marble of the second row over one of the first.",
        },
        zh: {
          title: "跳一下",
          task: "棋子可以跳过相邻的一枚棋子（不论谁的），落到它后面的空穴。跳过的棋子不会被吃掉。请跳一下。",
          hint: "第二排的棋子前面就有邻子。",
          good: "跳一下等于走两步。",
          wrong: "这是走一步。请用第二排的棋子跳过第一排的棋子。",
        },
      },
    },
    {
      game: "chinesecheckers",
      options: { Hops: "adjacent" },
      fen: "D/DD/DDD/DDDD/13/12/11/10/9/5A4/11/6A5/13/AA1A/AAA/AA/1 A AD",
      answers: ["c11-i13"],
      goal: { kind: "some" },
      words: {
        en: {
          title: "A chain of hops",
          task: "Hops may be joined in one turn as long as each of them finds a marble. Two of your marbles lie like stepping stones. Bring a marble up to row i in one turn.",
          hint: "The chain begins in the second row, with the marble on c11.",
          good: "Three hops, six rows, one turn.",
          wrong: "Farther is possible: one of your marbles reaches row i by three hops.",
        },
        zh: {
          title: "连跳",
          task: "只要每一跳都有棋子可跳，一回合内可以连续跳。你的两枚棋子像踏脚石一样摆好了。请一回合跳到 i 行。",
          hint: "从第二排的 c11 开始连跳。",
          good: "三跳，六行，只用一回合。",
          wrong: "还能更远：有一枚棋子连跳三次可到 i 行。",
        },
      },
    },
    {
      game: "chinesecheckers",
      fen: "D/DD/DDD/DDDD/13/12/11/10/9/10/4A6/12/13/AAA1/AAA/AA/A A AD",
      answers: ["d14-j8"],
      goal: { kind: "some" },
      words: {
        en: {
          title: "The long hop",
          task: "With long hops, the marble you hop over may be far away, if the holes between are free: you land just as far behind it. Hop from the front row over your lone marble to row j.",
          hint: "From d14 along the line to g11, and as far again.",
          good: "Two free holes, the marble, two free holes: the hop is a mirror.",
          wrong: "A move, but not the long one. From which marble of the front row does a straight line lead to g11?",
        },
        zh: {
          title: "远跳",
          task: "允许远跳时，被跳的棋子可以在远处，只要中间都是空穴：落点与起点以它为中心对称。请从最前排跳过那枚孤子，跳到 j 行。",
          hint: "从 d14 沿直线到 g11，再走同样远。",
          good: "两个空穴、一枚棋子、两个空穴：远跳是对称的。",
          wrong: "这步可以走，但不是那个远跳。最前排哪一枚棋子与 g11 在一条直线上？",
        },
      },
    },
    {
      game: "chinesecheckers",
      fen: "A/AA/AAA/A1AA/6A6/12/11/10/9/10/11/12/6D6/D1DD/DDD/DD/D A AD",
      answers: ["m13-n12"],
      goal: { kind: "win", moves: 1 },
      words: {
        en: {
          title: "Home",
          task: "Who fills the opposite point first has won. One hole is left: win.",
          hint: "Your last marble stands right before the hole.",
          good: "All ten are home.",
          wrong: "Your opponent is one move from home as well, and is faster now. Fill the hole.",
        },
        zh: {
          title: "到家",
          task: "先占满对面尖角的一方获胜。只差一个空穴，请取胜。",
          hint: "最后一枚棋子就在空穴前面。",
          good: "十枚全部到家。",
          wrong: "对手也只差一步，这样他就先到了。请填满空穴。",
        },
      },
    },
    {
      game: "chinesecheckers",
      fen: "A/AA/AAA/AA1A/13/6A5/11/10/4D4/3DD5/11/12/13/D1D1/D1D/DD/D A AD",
      answers: ["l14-m13", "l14-m15"],
      goal: { kind: "best", gap: 200 },
      words: {
        en: {
          title: "Do not lose a turn",
          task: "In a race every turn counts. Only your last marble is outside. Choose the shortest way home.",
          hint: "Two steps are enough. Both first steps that do it go forward.",
          good: "Next turn you are home.",
          wrong: "That costs a turn. From l14 the free hole n14 is two steps away, straight ahead.",
        },
        zh: {
          title: "不浪费一步",
          task: "赛跑时每一步都要紧。只剩最后一枚棋子在外面，请选最短的路。",
          hint: "两步就够。第一步要向前走，有两种走法。",
          good: "下一回合就到家了。",
          wrong: "这样会多花一步。从 l14 到空穴 n14，向前两步即可。",
        },
      },
    },
  ],
};
