// Words of the tutorial. Those of the lessons stand beside their positions, in tutorial/lessons/.

import { lessonWords } from "../tutorial/lessons.js";

export const words = {
  en: {
    "tutorial.title": "Learn",
    "tutorial.about": "Six short tasks for each game. You make the moves; the board knows the rules.",
    "tutorial.progress": "{done} of {steps}",
    "tutorial.step_done": "Step {step}: {title}, done",
    "tutorial.step_open": "Step {step}: {title}",
    "tutorial.leave": "All lessons",
    "tutorial.next": "Next step",
    "tutorial.skip": "Skip",
    "tutorial.finish": "Finish",
    "tutorial.hint": "Hint",
    "tutorial.show": "Show me",
    "tutorial.again": "From the beginning",
    "tutorial.play_position": "Play this position",
    "tutorial.forget": "Forget what I have done",
    "tutorial.failed": "This step cannot be shown: {reason}",
    ...lessonWords("en"),
  },
  zh: {
    "tutorial.title": "学习",
    "tutorial.about": "每种棋六个小练习。棋由你来走，规则由棋盘把关。",
    "tutorial.progress": "{done} / {steps}",
    "tutorial.step_done": "第 {step} 步：{title}，已完成",
    "tutorial.step_open": "第 {step} 步：{title}",
    "tutorial.leave": "全部课程",
    "tutorial.next": "下一步",
    "tutorial.skip": "跳过",
    "tutorial.finish": "完成",
    "tutorial.hint": "提示",
    "tutorial.show": "演示",
    "tutorial.again": "重新开始",
    "tutorial.play_position": "从这个局面开始下",
    "tutorial.forget": "清除学习进度",
    "tutorial.failed": "无法显示这一步：{reason}",
    ...lessonWords("zh"),
  },
};
