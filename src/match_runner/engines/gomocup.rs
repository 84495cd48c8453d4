//! Gomocup's protocol, also called Piskvork's.
//!
//! A brain (engine) keeps the board: the opponent's move is sent by `TURN`, or if that is not enough, as after an
//! opening, the whole board by `BOARD`. Only the answer is a bare `x,y`; an unsolicited one is an error. Unknown lines
//! are skipped, and quoted as the reason if no answer follows.
//!
//! Limits: `st` is `timeout_turn`; the clock is `timeout_match` and, before each move, `time_left`; moves to a time
//! control are not sent, so the clock of the session looks like that of the whole game. Increment (`time_increment`),
//! depth (`max_depth`) and nodes (`max_node`) are extensions of Yixin and Rapfi: without a time limit, a brain that
//! does not know them thinks for an hour.

use std::fmt::Write;
use std::time::Duration;

use super::mirror::Mirror;
use super::process::{Process, TimedLine};
use super::{
    Answer, Driver, EngineSpec, Fault, LastReport, Launch, Limits, Options, Reply, Turn, command, deadline,
    decided, garbled, milliseconds, refused,
};
use crate::contract::{MoveStyle, Player, Point, Score};
use crate::engine::AnyEngine;
use crate::wire::gomocup;

/// `time_left` if there is no limit.
const NO_CLOCK: u64 = i32::MAX as u64;
/// `timeout_turn` if only depth or nodes limit a move: an hour. All brains know it, and 0 would mean no time at all.
const UNTIMED_TURN_MS: u64 = 3_600_000;
/// Longest wait for the answer to `ABOUT`; many brains never give one.
const ABOUT_TIMEOUT: Duration = Duration::from_secs(1);

/// An engine by Gomocup's protocol.
pub(super) struct Gomocup {
    process: Process,
    title: String,
    options: Options,
    /// `INFO rule`.
    rule: u32,
    size: usize,
    seat: Player,
    mirror: Mirror,
    timeout: Duration,
}

impl Gomocup {
    /// Starts the engine and prepares it for this game.
    pub fn start(spec: &EngineSpec, game: &dyn AnyEngine, launch: &Launch<'_>) -> Result<Gomocup, Fault> {
        let identity = game.identity();
        let rule = gomocup::rule_of(&identity.variant);
        let rule =
            rule.ok_or_else(|| refused(format!("the Gomocup protocol does not have {}", identity.variant)))?;
        let process = Process::start(command(spec, &["gomocup"])?, launch, "END")?;
        let size = game.board().width;
        let (options, mirror) = (Options::of(spec), Mirror::of(game)?);
        let (title, seat, timeout) = (String::new(), Player::FIRST, spec.patience);
        let mut engine = Gomocup { process, title, options, rule, size, seat, mirror, timeout };
        for line in &spec.init {
            engine.process.send(format!("{line}\n"))?;
        }
        engine.command_ok(&format!("START {}", engine.size))?;
        let once = engine.options.once.clone();
        engine.send_info(&once)?;
        engine.introduce()?;
        Ok(engine)
    }

    /// Sends a command and waits for `OK`.
    fn command_ok(&mut self, command: &str) -> Result<(), Fault> {
        let asked = self.process.send(format!("{command}\n"))?;
        let deadline = deadline(asked, self.timeout);
        loop {
            let line = self.process.receive(deadline)?.line;
            match first_word(&line).as_str() {
                "OK" => return Ok(()),
                "ERROR" | "UNKNOWN" => return Err(refused(format!("{command}: {line}"))),
                _ if cell(&line).is_some() => return Err(garbled(&format!("{line} (unsolicited)"))),
                _ => {}
            }
        }
    }

    /// `ABOUT`, which not all brains answer.
    fn introduce(&mut self) -> Result<(), Fault> {
        let asked = self.process.send("ABOUT\n".to_string())?;
        let deadline = deadline(asked, ABOUT_TIMEOUT.min(self.timeout));
        loop {
            match self.process.receive(deadline) {
                Ok(TimedLine { line, .. }) if is_introduction(&line) => {
                    let line = line.replace(" =", "=").replace("= ", "=");
                    let value = |key: &str| Some(line.split_once(&format!("{key}=\""))?.1.split_once('"')?.0);
                    let words: Vec<&str> = ["name", "version"].into_iter().filter_map(value).collect();
                    self.title = words.join(" ");
                    return Ok(());
                }
                Ok(TimedLine { line, .. }) if first_word(&line) == "UNKNOWN" => return Ok(()),
                Ok(_) => {}
                Err(Fault::Hung) => return Ok(()),
                Err(fault) => return Err(fault),
            }
        }
    }

    /// Sets options: each is an `INFO` of that name.
    fn send_info(&mut self, options: &[(String, String)]) -> Result<(), Fault> {
        for (name, value) in options {
            self.process.send(format!("INFO {name} {value}\n"))?;
        }
        Ok(())
    }

    /// Sends the limits known before a game begins, except those set by the user.
    fn send_limits(&mut self, limits: &Limits) -> Result<(), Fault> {
        let Limits { clock, move_time, depth, nodes } = *limits;
        let base = clock.map(|clock| milliseconds(clock.base + clock.increment));
        let turn = move_time.map(milliseconds).or(base).unwrap_or(UNTIMED_TURN_MS);
        let info = [
            ("timeout_turn", Some(turn)),
            ("timeout_match", Some(base.unwrap_or(0))),
            ("time_left", Some(base.unwrap_or(NO_CLOCK))),
            ("time_increment", clock.map(|clock| milliseconds(clock.increment)).filter(|&ms| ms > 0)),
            ("max_depth", depth.and_then(|depth| u64::try_from(depth).ok())),
            ("max_node", nodes),
            ("max_memory", Some(0)),
            // The opponent is a program.
            ("game_type", Some(1)),
            ("rule", Some(u64::from(self.rule))),
        ];
        let is_ours = |key: &str| self.options.once.iter().all(|(name, _)| !name.eq_ignore_ascii_case(key));
        let lines = info.into_iter().filter(|(key, _)| is_ours(key));
        let lines = lines.filter_map(|(key, value)| Some((key.to_string(), value?.to_string())));
        self.send_info(&lines.collect::<Vec<_>>())
    }

    /// The command for a move: the shortest with all that the brain does not know yet.
    fn question(&self, game: &dyn AnyEngine) -> String {
        let own = game.status().to_move;
        let unseen = self.mirror.unseen(game);
        let cells = game.moves(MoveStyle::Numeric);
        let from_empty = game.base_fen().is_none();
        match (unseen.as_deref(), cells.last()) {
            (Some([]), None) if from_empty => "BEGIN\n".to_string(),
            (Some([_]), Some(last)) if from_empty || self.has_moved() => format!("TURN {last}\n"),
            _ => {
                let mut list = "BOARD\n".to_string();
                for (cell, owner) in stones(game) {
                    // Writing to a string cannot fail.
                    let _ = writeln!(list, "{cell},{}", if owner == own { 1 } else { 2 });
                }
                list + "DONE\n"
            }
        }
    }

    /// Does the brain know the first position?
    fn has_moved(&self) -> bool {
        !self.mirror.0.moves(MoveStyle::Numeric).is_empty()
    }

    /// Checks that no line so far is an answer.
    fn check_no_answer(&mut self) -> Result<(), Fault> {
        for line in self.process.received() {
            if cell(&line).is_some() {
                return Err(garbled(&format!("{line} (unsolicited)")));
            }
        }
        Ok(())
    }
}

/// The stones in the order of play, or, if that is unknown, with alternating players.
fn stones(game: &dyn AnyEngine) -> Vec<(String, Player)> {
    let players = [Player::FIRST, Player::SECOND];
    let moves = game.moves(MoveStyle::Numeric);
    if game.base_fen().is_none() {
        return moves.into_iter().zip(players.into_iter().cycle()).collect();
    }
    let board = game.board();
    let of = |player: Player| {
        let cells = board
            .cells()
            .filter(move |(_, point)| matches!(point, Point::Taken { owner, .. } if *owner == player));
        cells.map(move |(cell, _)| (format!("{},{}", cell.x, cell.y), player)).collect::<Vec<_>>()
    };
    let [first, second] = players.map(of);
    let both = first.len().max(second.len());
    (0..both).flat_map(|index| [first.get(index), second.get(index)]).flatten().cloned().collect()
}

/// The first word in capitals.
fn first_word(line: &str) -> String {
    line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase()
}

/// Reads `x,y`, the form of an answer.
fn cell(line: &str) -> Option<String> {
    let (x, y) = line.trim().split_once(',')?;
    let number = |word: &str| word.trim().parse::<u32>().ok();
    Some(format!("{},{}", number(x)?, number(y)?))
}

/// The answer to `ABOUT`, which may come late.
fn is_introduction(line: &str) -> bool {
    let first = line.split('=').next().unwrap_or_default().trim();
    ["name", "version", "author"].contains(&first)
}

impl Driver for Gomocup {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn begin(
        &mut self,
        game: &dyn AnyEngine,
        seat: Player,
        limits: Limits,
        number: u64,
    ) -> Result<(), Fault> {
        self.check_no_answer()?;
        // A brain that does not know RESTART is started again.
        match self.command_ok("RESTART") {
            Err(Fault::Refused(_)) => self.command_ok(&format!("START {}", self.size))?,
            done => done?,
        }
        self.send_limits(&limits)?;
        let options = self.options.for_game(number);
        self.send_info(&options)?;
        self.seat = seat;
        self.mirror = Mirror::of(game)?;
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        self.check_no_answer()?;
        let mut message = String::new();
        if let Some(left) = turn.clocks[self.seat.index()] {
            message = format!("INFO time_left {}\n", milliseconds(left));
        }
        message += &self.question(turn.game);
        self.mirror.follow(turn.game)?;
        let asked = self.process.send(message)?;
        let deadline = deadline(asked, turn.patience);
        let mut report = LastReport::default();
        let mut fault = Fault::Hung;
        loop {
            let TimedLine { line, at } = match self.process.receive(deadline) {
                // The last line that was not understood may have been meant as an answer.
                Err(Fault::Hung) => return Err(fault),
                received => received?,
            };
            if let Some(cell) = cell(&line) {
                self.mirror.try_play(&cell);
                return Ok(report.reply(Answer::Move(cell), at.saturating_duration_since(asked)));
            }
            match first_word(&line).as_str() {
                "ERROR" => return Err(refused(line)),
                "UNKNOWN" => fault = refused(line),
                "MESSAGE" => report.read_message(&line),
                "" | "DEBUG" | "OK" | "INFO" => {}
                _ if is_introduction(&line) => {}
                // Some brains write a message on several lines.
                _ => {
                    report.read_message(&line);
                    fault = garbled(&line);
                }
            }
        }
    }
}

impl LastReport {
    /// Reads a message of the shapes in use: `depth 7-9 score 95 nodes 19968` (ours), `Depth 12-20 | Eval 95 | Node
    /// 10K` (Rapfi), `dep 8-12 ev 95 nd 85k` (PentaZen). Others are ignored.
    fn read_message(&mut self, line: &str) {
        let separators = |c: char| c.is_whitespace() || matches!(c, '|' | ':' | '=' | ';');
        let words: Vec<&str> = line.split(separators).filter(|word| !word.is_empty()).collect();
        for (index, pair) in words.windows(2).enumerate() {
            let value = pair[1].trim_end_matches(',');
            match pair[0].to_ascii_lowercase().as_str() {
                "depth" | "dep" => {
                    self.depth = value.split('-').next().and_then(|n| n.parse().ok()).or(self.depth)
                }
                "score" | "eval" | "ev" | "value" => self.score = value_of(value).or(self.score),
                "nodes" | "node" | "nd" | "n" => self.nodes = count(value).or(self.nodes),
                "pv" => return self.keep_line(words[index + 1..].iter().copied()),
                _ => {}
            }
        }
    }
}

/// `95`, or `+M5` and `-M6`: a win or a loss in plies.
fn value_of(text: &str) -> Option<Score> {
    let (sign, rest) = text.split_at_checked(1)?;
    match (sign, rest.strip_prefix('M')) {
        ("+" | "-", Some(plies)) => plies.parse().ok().map(|plies| decided(sign == "+", plies)),
        _ => text.parse().ok().map(Score::eval),
    }
}

/// `19968`, `10K`, `2M`.
fn count(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(['K', 'M', 'G', 'k']);
    let unit: f64 = match &text[digits.len()..] {
        "" => 1.0,
        "K" | "k" => 1e3,
        "M" => 1e6,
        "G" => 1e9,
        _ => return None,
    };
    let number: f64 = digits.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)?;
    Some((number * unit) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use proptest::prelude::*;

    fn read(line: &str) -> (Option<Score>, Option<i32>, Option<u64>) {
        let mut report = LastReport::default();
        report.read_message(line);
        (report.score, report.depth, report.nodes)
    }

    #[test]
    fn messages_of_known_shapes_are_read() {
        let report = read("MESSAGE depth 7-9 score 95 nodes 19968 nps 150776 time 132 pv 7,4 7,8 6,8");
        assert_eq!(report, (Some(Score(95)), Some(7), Some(19968)));
        let report = read("MESSAGE Speed 563K | Depth 12-22 | Eval -95 | Node 10K | Time 20ms");
        assert_eq!(report, (Some(Score(-95)), Some(12), Some(10_000)));
        assert_eq!(read("-? ev 215 nd 85k tm 204 sp 421"), (Some(Score(215)), None, Some(85_000)));
        assert_eq!(read("MESSAGE depth 9-9 score +M5").0, Some(Score::win_in(5)));
        assert_eq!(read("MESSAGE depth 9-9 score -M6").0, Some(Score::loss_in(6)));
        assert_eq!(read("MESSAGE eval é1 node K depth"), (None, None, None));
    }

    #[test]
    fn an_answer_is_two_numbers_and_nothing_else() {
        assert_eq!(cell(" 7, 14 "), Some("7,14".to_string()));
        for other in ["MESSAGE 7,7", "7,7,1", "7", "-1,0", "h8", ""] {
            assert_eq!(cell(other), None, "{other}");
        }
    }

    #[test]
    fn stones_of_a_position_are_listed_in_turns() {
        let mut game = games::open("gomoku").expect("a game");
        game.set_position(None, &["h8", "a1", "i9"]).expect("a game");
        let own: Vec<usize> = stones(game.as_ref()).iter().map(|(_, owner)| owner.index()).collect();
        assert_eq!(own, [0, 1, 0]);
        let fen = game.fen();
        game.set_position(Some(&fen), &["b2"]).expect("a position");
        let list = stones(game.as_ref());
        assert_eq!(list.iter().map(|(_, owner)| owner.index()).collect::<Vec<_>>(), [0, 1, 0, 1]);
        assert!(list.contains(&("0,14".to_string(), Player::SECOND)), "{list:?}");
    }

    proptest! {
        #[test]
        fn no_line_breaks_the_readers(
            line in "(MESSAGE|name|=|depth|ev|score|nodes|n|-?[0-9]{1,40}|[+-]M|K|M|é|,|-|:| ){0,14}",
        ) {
            LastReport::default().read_message(&line);
            let _ = (cell(&line), is_introduction(&line));
        }
    }
}
