//! All texts, in English and in Chinese.
//!
//! The engine's errors about moves stay in English; in Chinese the kind of refusal precedes them.

use crate::table::{Code, OpeningView, Phase, SeatKind, SeatView};

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// English.
    English,
    /// Simplified Chinese.
    Chinese,
}

impl Language {
    /// The language of the environment.
    pub fn of_environment(variable: &dyn Fn(&str) -> Option<String>) -> Language {
        let value = |name| variable(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(value);
        match locale {
            Some(locale) if locale.to_ascii_lowercase().starts_with("zh") => Language::Chinese,
            _ => Language::English,
        }
    }

    /// One of two texts.
    pub(super) fn say<'a>(self, english: &'a str, chinese: &'a str) -> &'a str {
        match self {
            Language::English => english,
            Language::Chinese => chinese,
        }
    }

    /// One of two texts with its gaps `{}` filled in order.
    pub(super) fn fill(self, english: &str, chinese: &str, words: &[&str]) -> String {
        let mut parts = self.say(english, chinese).split("{}");
        let mut text = parts.next().unwrap_or_default().to_string();
        for (part, word) in parts.zip(words) {
            text.push_str(word);
            text.push_str(part);
        }
        text
    }

    /// A typed move that may be one of several.
    pub(super) fn several_moves(self, typed: &str, moves: &str) -> String {
        self.fill("'{}' fits several moves: {}", "“{}”可以是几种走法：{}", &[typed, moves])
    }

    /// A player by the colour of the pieces; with a capital at the beginning of a sentence.
    pub(super) fn player(self, colour: &str) -> String {
        let known = match colour {
            "white" => "白方",
            "black" => "黑方",
            "orange" => "橙方",
            "yellow" => "黄方",
            "blue" => "蓝方",
            "green" => "绿方",
            "pink" => "粉方",
            other => other,
        };
        let mut english = colour.to_string();
        if let Some(first) = english.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        self.say(&english, known).to_string()
    }

    /// The name of a game.
    pub(super) fn title(self, title: &str) -> &str {
        const TITLES: [(&str, &str); 21] = [
            ("Connect Four", "四子棋"),
            ("Gomoku", "五子棋（恰好五子）"),
            ("Freestyle gomoku", "五子棋（无禁手）"),
            ("Renju", "连珠"),
            ("Caro", "越南五子棋（Caro）"),
            ("Caro, exactly five", "越南五子棋（恰好五子）"),
            ("International draughts", "国际跳棋（100 格）"),
            ("Breakthrough draughts", "突破跳棋"),
            ("Killer draughts", "杀手跳棋"),
            ("Frisian draughts", "弗里斯兰跳棋"),
            ("Russian draughts", "俄罗斯跳棋"),
            ("Brazilian draughts", "巴西跳棋"),
            ("English draughts", "英式跳棋"),
            ("Antidraughts", "反跳棋"),
            ("Pool checkers", "美式普尔跳棋"),
            ("Italian draughts", "意大利跳棋"),
            ("Spanish draughts", "西班牙跳棋"),
            ("Portuguese draughts", "葡萄牙跳棋"),
            ("Czech draughts", "捷克跳棋"),
            ("Frysk!", "弗里斯兰跳棋（五子）"),
            ("Chinese checkers", "中国跳棋"),
        ];
        let known = TITLES.iter().find(|(english, _)| english.eq_ignore_ascii_case(title));
        self.say(title, known.map_or(title, |(_, chinese)| chinese))
    }

    /// A ballot such as `two-move:17`.
    pub(super) fn ballot(self, name: &str) -> String {
        let (kind, number) = name.split_once(':').unwrap_or((name, ""));
        let words = match kind {
            "two-move" => ("two-move ballot {}", "两步抽签开局 {}"),
            "three-move" => ("three-move ballot {}", "三步抽签开局 {}"),
            "eleven-man" => ("eleven-man ballot {}", "各少一子抽签开局 {}"),
            _ => return name.to_string(),
        };
        self.fill(words.0, words.1, &[number])
    }

    /// The reason for the end of a game.
    pub(super) fn reason(self, reason: &str) -> &str {
        match reason {
            "resigned" => self.say("by resignation", "对方认输"),
            "time" => self.say("on time", "对方超时"),
            "agreed" => self.say("agreed", "双方同意和棋"),
            other => {
                const REASONS: [(&str, &str); 11] = [
                    ("four in a line", "四子连线"),
                    ("five in a line", "五子连线"),
                    ("full board", "棋盘已满"),
                    ("board full", "棋盘已满"),
                    ("no legal move", "无子可走"),
                    ("first king", "先升王"),
                    ("move limit", "达到步数限制"),
                    ("repetition", "重复局面"),
                    ("all pieces in the target camp", "全部棋子进入目标营地"),
                    ("target camp filled", "占满目标营地"),
                    ("nobody else left home in time", "其他人未按时离营"),
                ];
                let known = REASONS.iter().find(|(english, _)| *english == other);
                self.say(other, known.map_or(other, |(_, chinese)| chinese))
            }
        }
    }

    /// The result of a game: `p1win` and the like.
    pub(super) fn result(self, outcome: &str, reason: &str, colour: &dyn Fn(usize) -> String) -> String {
        let player = |suffix: &str| {
            let number = outcome.strip_prefix('p')?.strip_suffix(suffix)?.parse::<usize>().ok()?;
            Some(colour(number.checked_sub(1)?))
        };
        match (player("win"), player("loss"), reason) {
            // A file may have the result alone.
            (Some(winner), _, "") => self.fill("{} wins", "{}获胜", &[&winner]),
            (None, None, "") => self.say("Draw", "和棋").to_string(),
            (Some(winner), ..) => self.fill("{} wins: {}", "{}获胜：{}", &[&winner, self.reason(reason)]),
            // With more than two players nobody wins then.
            (_, Some(loser), "resigned") => {
                self.fill("{} resigned: nobody wins", "{}认输：无人获胜", &[&loser])
            }
            (_, Some(loser), "time") => {
                self.fill("{} ran out of time: nobody wins", "{}超时：无人获胜", &[&loser])
            }
            (_, Some(loser), _) => self.fill("{} loses: {}", "{}负：{}", &[&loser, self.reason(reason)]),
            // Older records do not name the player.
            (.., "resigned") => {
                self.say("A player resigned: nobody wins", "有玩家认输：无人获胜").to_string()
            }
            (.., "time") => {
                self.say("A player ran out of time: nobody wins", "有玩家超时：无人获胜").to_string()
            }
            _ => self.fill("Draw: {}", "和棋：{}", &[self.reason(reason)]),
        }
    }

    /// The player of a seat.
    pub(super) fn who(self, seat: &SeatView) -> String {
        match (seat.kind, seat.level) {
            (SeatKind::Program, level) if let Some(elo) = seat.elo => {
                let elo = elo.to_string();
                match level {
                    // A person may be weaker than every level.
                    Some(0) => self.fill("weakest level ({})", "最低等级（{}）", &[&elo]),
                    _ => self.fill("your strength, {}", "与你相当，{}", &[&elo]),
                }
            }
            (SeatKind::Program, Some(level)) => self.fill("level {}", "程序 {} 级", &[&level.to_string()]),
            (SeatKind::Person, _) if seat.name.is_empty() => self.say("person", "玩家").to_string(),
            _ => seat.name.clone(),
        }
    }

    /// A player of a saved game. Records have the program as `Quadriga` and its level.
    pub(super) fn saved_name(self, name: &str) -> String {
        let level = name.strip_prefix("Quadriga ").and_then(|level| level.parse::<u8>().ok());
        match level {
            Some(level) => self.fill("level {}", "程序 {} 级", &[&level.to_string()]),
            None => name.to_string(),
        }
    }

    /// A notice about a file of ratings that was copied; `None` for other notices.
    pub(super) fn set_aside(self, code: Code, file: &str) -> Option<String> {
        let (english, chinese) = match code {
            _ if file.is_empty() => return None,
            Code::RatingsSetAside => {
                ("the file of ratings was damaged; it is kept as {}", "等级分文件有损坏，原文件已另存为 {}")
            }
            Code::RatingsNewer => (
                "the file of ratings has results of a newer version; it is kept as {}",
                "等级分文件含有新版本程序的记录，原文件已另存为 {}",
            ),
            _ => return None,
        };
        Some(self.fill(english, chinese, &[file]))
    }

    /// A refusal; its text is the engine's or the table's.
    pub(super) fn refused(self, code: Code, text: &str) -> String {
        let whole = match code {
            Code::NotYourTurn => self.say(text, "还没轮到你"),
            Code::Over => self.say(
                "the game is over: 'new' begins another one, 'undo' takes moves back",
                "对局已结束：「新局」再来一局，「悔棋」收回一步",
            ),
            Code::Paused => self.say("the game is paused: 'go' resumes it", "对局已暂停：输入「继续」"),
            Code::NothingToUndo => self.say(text, "没有可以悔的棋"),
            Code::NothingToRedo => self.say(text, "没有可以重走的棋"),
            Code::NoOffer => self.say(text, "没有人提和"),
            _ => "",
        };
        match self {
            _ if !whole.is_empty() => whole.to_string(),
            Language::English => text.to_string(),
            Language::Chinese => format!("{}：{text}", kind_in_chinese(code)),
        }
    }

    /// The state of the game.
    pub(super) fn state(self, phase: Phase, colour: &str, is_person: bool) -> String {
        match phase {
            Phase::Over => self.say("game over", "对局结束").to_string(),
            Phase::Paused => self.say("paused: 'go'", "已暂停：「继续」").to_string(),
            Phase::Playing if is_person => self.fill("{} to move", "轮到{}", &[colour]),
            Phase::Playing => self.fill("{} thinks", "{}在思考", &[colour]),
        }
    }

    /// What is to be decided in an opening.
    pub(super) fn opening(self, opening: &OpeningView) -> String {
        let next = (opening.stones + 1).to_string();
        let task = match (opening.stage.as_str(), opening.side) {
            ("stone", Some(1)) => self.fill("put stone {} in the middle", "在天元下第 {} 手", &[&next]),
            ("stone", Some(side)) => {
                let side = side.to_string();
                let (english, chinese) =
                    ("put stone {} in the central {}x{} square", "下第 {} 手（中央 {}x{} 区域）");
                self.fill(english, chinese, &[&next, &side, &side])
            }
            ("stone", None) => self.fill("put stone {}", "下第 {} 手", &[&next]),
            ("count", _) => {
                let most = opening.max_count.unwrap_or_default().to_string();
                self.fill("name a number of fifth stones, 1 to {}", "报出第五手的打点数，1 到 {}", &[&most])
            }
            ("offers", _) => {
                let (next, all) = (opening.offered.len() + 1, opening.fifths.unwrap_or_default());
                let words = [&*next.to_string(), &*all.to_string()];
                self.fill("offer fifth stone {} of {}", "提供第五手打点 {} / {}", &words)
            }
            ("pick", _) => self.fill("pick one of {}", "从 {} 中选一个", &[&opening.offered.join(", ")]),
            _ => self.say("choose", "请选择").to_string(),
        };
        match &opening.words[..] {
            [] => format!("{}: {task}", opening.title),
            words => format!("{}: {task}: {}", opening.title, words.join(", ")),
        }
    }

    /// The commands.
    pub(super) fn help(self) -> &'static str {
        match self {
            Language::English => ENGLISH,
            Language::Chinese => CHINESE,
        }
    }
}

/// The kind of refusal, before the engine's error.
fn kind_in_chinese(code: Code) -> &'static str {
    match code {
        Code::Illegal => "不能这样走",
        Code::UnknownGame => "没有这种棋",
        Code::BadRecord => "无法读写此格式",
        Code::Busy => "程序正忙",
        Code::Storage => "棋谱无法保存",
        Code::RatingsSetAside | Code::RatingsNewer => "部分等级分记录无法使用",
        Code::RatingsUnread => "无法读取等级分文件",
        Code::RatingsUnwritten => "无法写入等级分文件",
        Code::Engine | Code::Broken => "引擎出错",
        _ => "不行",
    }
}

const ENGLISH: &str = "\
A move: in the notation of the game (4, h8, 32-28, d10-e11), or by its squares
(32 28); squares in between only if two moves share both ends.

  undo, redo      take back, to your last turn; play it again
  hint            what the program would play
  now             the program moves at once; so does an empty line
  go              resumes after a pause; else the program moves for you
  level N         strength of the program, 0 to 20; 'level mine': as strong as you
  rating          your rating in this game
  swap            change sides; in an opening ('play --opening'): exchange colours.
                  There also 'stay', 'add', 'offer', a number, cells
  draw            offers a draw; 'draw yes' and 'draw no' answer an offer
  resign          gives up
  moves, board    the moves so far; the board again
  back, next N    look at the game move by move; N: the line (see 'lines')
  start, game     to the start; back to where the game stands
  lines           the moves that follow here; one that you type is a variation
  comment TEXT    on the move that is shown; 'comment -' removes it
  flip            turns the board
  save FILE       by its name: .pdn .sgf .psq .txt .fen
  load FILE       a game to continue
  saved, open N   the saved games ('saved NAME': of a player); open one of them
  new, new GAME   another game
  quit            leaves; the game is kept";

const CHINESE: &str = "\
走棋：用该棋的记谱法（4、h8、32-28、d10-e11），或依次输入格子（32 28）；
两种走法起止相同时才需要写出中间的格子。英文和中文命令都可以用。

  undo 悔棋, redo 重走    退回到你上一次走棋前；再走一遍
  hint 提示               程序会怎么走
  now 立即                让程序马上走，直接回车也可以
  go 继续                 暂停后继续；否则程序替你走一步
  level N 级别            程序的棋力，0 到 20；level mine：与你相当
  rating 等级分           你在这种棋上的棋力
  swap 换边               交换双方；在开局规则中（play --opening）：交换颜色。
                          此外还有 stay 不换、add 加子、offer 打点、数字和格子
  draw 求和               提和；draw yes、draw no 回答提和
  resign 认输             认输
  moves 棋谱, board 棋盘  到目前为止的着法；重新显示棋盘
  back 后退, next N 前进  逐步回看对局；N 是第几个变着（见「变着」）
  start 开头, game 返回   到开局；回到对局当前的局面
  lines 变着              这里之后的着法；回看时输入的着法成为变着
  comment 文字 注释       给显示的这一步写注释；comment - 删除注释
  flip 翻转               把棋盘转过来
  save 文件 保存          按扩展名：.pdn .sgf .psq .txt .fen
  load 文件 打开          接着下文件里的对局
  saved 存档, open N 载入 保存过的对局（saved 名字：该棋手的）；打开其中一局
  new 新局, new 棋种      再来一局
  quit 退出               离开，对局会保存";

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Language; 2] = [Language::English, Language::Chinese];

    fn program(level: u8, elo: Option<i32>) -> SeatView {
        SeatView {
            kind: SeatKind::Program,
            name: String::new(),
            level: Some(level),
            elo,
            engine: None,
            remote: false,
            online: true,
            away_ms: None,
            yours: false,
        }
    }

    #[test]
    fn a_person_weaker_than_the_weakest_level_does_not_meet_an_equal() {
        let said = |level, elo| BOTH.map(|language| language.who(&program(level, Some(elo))));
        assert_eq!(said(0, 570), ["weakest level (570)", "最低等级（570）"]);
        assert_eq!(said(4, 900), ["your strength, 900", "与你相当，900"]);
    }

    #[test]
    fn the_program_is_called_the_same_at_the_table_and_in_the_list() {
        for language in BOTH {
            assert_eq!(language.saved_name("Quadriga 4"), language.who(&program(4, None)));
            assert_eq!(language.saved_name("Quadriga fan"), "Quadriga fan");
        }
    }

    #[test]
    fn a_copied_file_of_ratings_is_named_and_is_no_game_that_cannot_be_saved() {
        for code in [Code::RatingsSetAside, Code::RatingsNewer] {
            let said = BOTH.map(|language| language.set_aside(code, "ratings.damaged-1.jsonl"));
            assert!(said.iter().flatten().all(|text| text.contains("ratings.damaged-1.jsonl")), "{said:?}");
            assert!(said[1].as_ref().is_some_and(|text| text.contains("等级分")), "{said:?}");
        }
        assert_eq!(Language::Chinese.set_aside(Code::Storage, ""), None);
        assert!(Language::Chinese.refused(Code::RatingsUnwritten, "why").starts_with("无法写入等级分文件"));
    }

    #[test]
    fn a_minus_is_one_where_it_can_be_shown() {
        use crate::terminal::style::Look;
        let wide = Look { unicode: true, ..Look::PLAIN };
        assert_eq!((wide.signed("-136"), Look::PLAIN.signed("-136")), ("\u{2212}136".into(), "-136".into()));
    }
}
