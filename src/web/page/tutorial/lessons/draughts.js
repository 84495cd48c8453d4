// International draughts, 10x10, in six steps.

/** @type {import("../lessons.js").Lesson} */
export const lesson = {
  name: "draughts",
  family: "draughts",
  words: { en: "International draughts", zh: "国际跳棋" },
  steps: [
    {
      game: "draughts",
      fen: "W:W33:B17,22",
      answers: ["33-29"],
      goal: { kind: "save", moves: 1 },
      words: {
        en: {
          title: "A step forward",
          task: "A man moves one square forward, slanting, onto a free square. Make the step on which your man cannot be taken.",
          hint: "Black's man on 22 takes what stands before it, if the square behind is free.",
          good: "Safe: on 29 no black man reaches yours.",
          wrong: "On 28 your man stands before black's on 22, and the square behind it is free: it is taken.",
        },
        zh: {
          title: "向前走一步",
          task: "兵沿斜线向前走一格，落到空格上。请走到不会被吃的那一格。",
          hint: "22 的黑兵可以吃掉斜前方的棋子，只要它身后是空格。",
          good: "安全：在 29，黑兵够不着你。",
          wrong: "走到 28 正好在 22 黑兵的斜前方，身后又是空格，会被吃掉。",
        },
      },
    },
    {
      game: "draughts",
      fen: "W:W28,39:B19,22",
      answers: ["28x17"],
      goal: { kind: "only" },
      words: {
        en: {
          title: "Captures are compulsory",
          task: "A man jumps over an opponent's man beside it when the square behind is free, and takes it. Who can capture must capture. Do it.",
          hint: "Your man on 28 stands beside black's on 22.",
          good: "Taken. No other move was allowed.",
          wrong: "When a capture is possible, nothing else may be played.",
        },
        zh: {
          title: "有吃必吃",
          task: "相邻的敌兵身后若是空格，就跳过去把它吃掉。能吃子时必须吃。请吃子。",
          hint: "28 的兵旁边就是 22 的黑兵。",
          good: "吃掉了。这一步没有别的走法。",
          wrong: "能吃子时，不能走别的棋。",
        },
      },
    },
    {
      game: "draughts",
      fen: "W:W32,37:B9,18,27,28",
      answers: ["32x12"],
      goal: { kind: "only" },
      words: {
        en: {
          title: "Take the most",
          task: "Two black men stand beside yours on 32. If there is a choice, the capture that takes the most pieces must be made. Find it.",
          hint: "Jump to 23, and look on from there.",
          good: "Two men in one turn: a man takes backwards as well, and goes on as long as it can.",
          wrong: "That way takes only one man. In international draughts the most must be taken.",
        },
        zh: {
          title: "有多吃多",
          task: "32 的兵旁边有两个黑兵。有多种吃法时，必须选吃子最多的。请找出来。",
          hint: "先跳到 23，再看看接下来。",
          good: "一步吃掉两个：兵也可以向后吃，能连吃就要继续吃。",
          wrong: "这样只能吃一个。国际跳棋规定必须吃最多。",
        },
      },
    },
    {
      game: "draughts",
      fen: "W:W8,36:B3,26",
      answers: ["8-2"],
      goal: { kind: "best", gap: 300 },
      words: {
        en: {
          title: "Become a king",
          task: "A man that ends its move on the last row becomes a king. Make one.",
          hint: "Your man on 8 has one step to go.",
          good: "A king. It moves and takes along the whole diagonal.",
          wrong: "That loses the man: black takes it. Your other man needs one step to the last row.",
        },
        zh: {
          title: "升王",
          task: "兵走到最后一行停下就升为王。请升王。",
          hint: "8 的兵只差一步。",
          good: "升王了。王可以沿整条斜线走子和吃子。",
          wrong: "这样会被黑棋吃掉。另一个兵再走一步就到底线了。",
        },
      },
    },
    {
      game: "draughts",
      fen: "W:WK48:B17,22,43",
      answers: ["48x39"],
      goal: { kind: "win", moves: 5 },
      then: { "48x39": ["22-27", "39x11"] },
      words: {
        en: {
          title: "The flying king",
          task: "A king takes from afar and may land on any free square behind. Choose the landing square from which it holds the other two men.",
          hint: "Stay as near as you can to the man that you took.",
          good: "From 39 the king looks along the diagonal of 22 and 17: as soon as one of them moves, the other is taken.",
          wrong: "From there the two men are not held: it wins late or not at all. Land nearer.",
        },
        zh: {
          title: "飞王",
          task: "王可以远距离吃子，并可落在被吃子身后的任意空格。选一个能牵制住另外两个兵的落点。",
          hint: "尽量停在被吃子的近旁。",
          good: "王在 39 控制着 22 和 17 所在的斜线：其中一个一动，另一个就会被吃。",
          wrong: "从那里牵制不住这两个兵，取胜要慢得多，甚至赢不了。落点要近一些。",
        },
      },
    },
    {
      game: "draughts",
      fen: "W:W35,37,38,40,45:B7,21,22,23,25",
      answers: ["35-30"],
      goal: { kind: "best", gap: 300 },
      then: { "35-30": ["25x34", "40x16"] },
      words: {
        en: {
          title: "Give one, take four",
          task: "Because captures are compulsory, you can make your opponent go where you want. Offer a man and win four.",
          hint: "After black has taken, your man on 40 should have a path over four men.",
          good: "Black had to take, and 40 takes four in one turn. Such a shot decides games.",
          wrong: "That gives away the chance. Which man can you offer so that black's capture opens a path for 40?",
        },
        zh: {
          title: "弃一吃四",
          task: "因为有吃必吃，你可以迫使对手走到你想要的位置。弃一个兵，连吃四个。",
          hint: "黑棋吃过之后，40 的兵应当有一条连吃四个的路线。",
          good: "黑棋不得不吃，40 随即一步连吃四个。这样的战术打击往往决定胜负。",
          wrong: "机会错过了。弃哪个兵，能让黑棋吃子后为 40 打开通路？",
        },
      },
    },
  ],
};
