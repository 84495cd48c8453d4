//! UGI and UCI.
//!
//! The whole game is sent before every move, then `isready`: the time for reading is not charged to the engine, and
//! unsolicited answers are detected. In UCI, White and Black are the first and the second player, whatever the colour
//! of the stones; moves are written as drops if the engine knows the game by the name of chess front-ends.
//!
//! Limits: clocks, time for a move, depth and nodes are sent as they are, all in one `go`. UGI itself has no
//! `movestogo`; it is sent nevertheless before a time control, because the clock alone would mislead.

use std::fmt::Write;
use std::time::Duration;

use super::process::{Process, TimedLine};
use super::{
    Answer, Driver, EngineProtocol, EngineSpec, Fault, LastReport, Launch, Limits, Options, Reply, Turn,
    command, deadline, decided, garbled, milliseconds, refused,
};
use crate::contract::{MoveStyle, Player, Score};
use crate::engine::AnyEngine;
use crate::wire::drops;

/// Most options of an engine.
const MAX_OPTIONS: usize = 4096;
/// The prefix of our own engine's errors, which others use too.
const ERROR: &str = "info string error: ";
/// What engines write if they have no move.
const NULL_MOVE: &str = "0000";

/// An engine by UGI or UCI.
pub(super) struct Ugi {
    process: Process,
    words: &'static Words,
    title: String,
    listed: Vec<Listed>,
    options: Options,
    style: MoveStyle,
    timeout: Duration,
}

/// The words in which the two protocols differ.
struct Words {
    hello: &'static str,
    ready: &'static str,
    new_game: &'static str,
    /// Clocks are sent by player, `p1time`, not by colour.
    by_player: bool,
}

const UGI: Words = Words { hello: "ugi", ready: "ugiok", new_game: "uginewgame", by_player: true };
const UCI: Words = Words { hello: "uci", ready: "uciok", new_game: "ucinewgame", by_player: false };

/// An option that the engine has.
struct Listed {
    name: String,
    /// The values of a combo.
    values: Vec<String>,
}

impl Listed {
    /// Reads what follows `option`.
    fn parse(text: &str) -> Option<Listed> {
        let (name, rest) = text.trim().strip_prefix("name ")?.split_once(" type ")?;
        let values = rest.split(" var ").skip(1).map(|value| value.trim().to_string());
        Some(Listed { name: name.trim().to_string(), values: values.collect() })
    }

    fn has(&self, value: &str) -> bool {
        self.values.iter().any(|known| known.eq_ignore_ascii_case(value))
    }
}

impl Ugi {
    /// Starts the engine and gets it ready for this game.
    pub fn start(spec: &EngineSpec, game: &dyn AnyEngine, launch: &Launch<'_>) -> Result<Ugi, Fault> {
        let words = if spec.protocol == EngineProtocol::Uci { &UCI } else { &UGI };
        let process = Process::start(command(spec, &[words.hello])?, launch, "quit")?;
        let mut engine = Ugi {
            process,
            words,
            title: String::new(),
            listed: Vec::new(),
            options: Options::of(spec),
            style: MoveStyle::Native,
            timeout: spec.patience,
        };
        engine.handshake(&spec.init)?;
        engine.choose_game(game)?;
        let once = std::mem::take(&mut engine.options.once);
        engine.set(&once)?;
        engine.wait_until_ready(String::new())?;
        Ok(engine)
    }

    /// The handshake.
    fn handshake(&mut self, init: &[String]) -> Result<(), Fault> {
        let mut message = String::new();
        for line in init.iter().map(String::as_str).chain([self.words.hello]) {
            message = message + line + "\n";
        }
        let asked = self.process.send(message)?;
        let deadline = deadline(asked, self.timeout);
        loop {
            let TimedLine { line, .. } = self.process.receive(deadline)?;
            let line = line.trim();
            if line == self.words.ready {
                return Ok(());
            } else if let Some(title) = line.strip_prefix("id name ") {
                self.title = title.trim().to_string();
            } else if let Some(option) = line.strip_prefix("option ").and_then(Listed::parse) {
                self.listed.push(option);
                if self.listed.len() > MAX_OPTIONS {
                    return Err(garbled(&format!("more than {MAX_OPTIONS} options")));
                }
            }
        }
    }

    fn listed(&self, name: &str) -> Option<&Listed> {
        self.listed.iter().find(|listed| listed.name.eq_ignore_ascii_case(name))
    }

    /// Sends the game and its rules to an engine that plays several. One without a list of variants is assumed to play
    /// this one.
    fn choose_game(&mut self, game: &dyn AnyEngine) -> Result<(), Fault> {
        let identity = game.identity();
        if let Some(listed) = self.listed("UCI_Variant") {
            // There may be more boards than an engine can name.
            let drop_name = drops::name_of(&identity.variant);
            let names = [Some(identity.variant.as_str()), drop_name];
            let known = names.into_iter().flatten().find(|name| listed.has(name));
            let name = known.or(listed.has(identity.rules.name).then_some(&identity.variant));
            let name = name.ok_or_else(|| {
                refused(format!("does not play {}; it plays {}", identity.variant, listed.values.join(" ")))
            })?;
            let choice = (listed.name.clone(), name.to_string());
            if drop_name == Some(name) && (!self.words.by_player || name != identity.variant) {
                self.style = MoveStyle::Drop;
            }
            self.set(&[choice])?;
        }
        let mut rules = game.rule_options();
        let wanted = rules.iter().chain(&self.options.once).chain(&self.options.each_game);
        if wanted.into_iter().any(|(name, _)| self.listed(name).is_none()) {
            // Other games have other options.
            self.listed.clear();
            self.handshake(&[])?;
        }
        rules.retain(|(name, _)| self.listed(name).is_some());
        self.set(&rules)
    }

    /// Sets options.
    fn set(&mut self, options: &[(String, String)]) -> Result<(), Fault> {
        for (name, value) in options {
            let Some(listed) = self.listed(name) else {
                let names: Vec<&str> = self.listed.iter().map(|listed| listed.name.as_str()).collect();
                return Err(refused(format!("has no option '{name}'; it has {}", names.join(", "))));
            };
            let mut line = format!("setoption name {}", listed.name);
            if !value.is_empty() {
                line = format!("{line} value {value}");
            }
            self.process.send(line + "\n")?;
        }
        Ok(())
    }

    /// Sends `message`, and waits until the engine has executed it. A `bestmove` during that time is an error.
    fn wait_until_ready(&mut self, message: String) -> Result<(), Fault> {
        let asked = self.process.send(message + "isready\n")?;
        let deadline = deadline(asked, self.timeout);
        loop {
            let TimedLine { line, .. } = self.process.receive(deadline)?;
            let line = line.trim();
            match line.split_whitespace().next() {
                Some("readyok") => return Ok(()),
                Some("bestmove") => return Err(garbled(&format!("{line} (unsolicited)"))),
                _ => {}
            }
            if let Some(error) = line.strip_prefix(ERROR) {
                return Err(refused(error));
            }
        }
    }

    /// The game so far. A position of drops is sent as it is, because the stones in hand belong to it.
    fn position(&self, game: &dyn AnyEngine) -> String {
        let base = game.base_fen();
        if self.style == MoveStyle::Drop && base.is_some() {
            return format!("position fen {}\n", game.fen_with_hand());
        }
        let mut line = match base {
            None => "position startpos".to_string(),
            Some(fen) => format!("position fen {fen}"),
        };
        let moves = game.moves(self.style);
        if !moves.is_empty() {
            line = format!("{line} moves {}", moves.join(" "));
        }
        line + "\n"
    }

    /// The line that requests a move.
    fn go(&self, turn: &Turn<'_>) -> String {
        let mut line = "go".to_string();
        let mut add = |word: &str, value: u64| {
            // Writing to a string cannot fail.
            let _ = write!(line, " {word} {value}");
        };
        let players = turn.game.status().players;
        let clocked = (0..players).filter_map(|player| Some((player, turn.clocks[player]?)));
        for (player, left) in clocked {
            let [time, increment] = match (self.words.by_player, player) {
                (false, 0) => ["wtime".to_string(), "winc".to_string()],
                (false, 1) => ["btime".to_string(), "binc".to_string()],
                _ => ["time", "inc"].map(|word| format!("p{}{word}", player + 1)),
            };
            add(&time, milliseconds(left));
            add(&increment, milliseconds(turn.increments[player]));
        }
        let Limits { move_time, depth, nodes, .. } = turn.limits;
        let moves_to_go = turn.moves_to_go.map(u64::from);
        let depth = depth.and_then(|depth| u64::try_from(depth).ok());
        let rest = [
            ("movestogo", moves_to_go),
            ("movetime", move_time.map(milliseconds)),
            ("depth", depth),
            ("nodes", nodes),
        ];
        for (word, value) in rest {
            if let Some(value) = value {
                add(word, value);
            }
        }
        line + "\n"
    }
}

impl Driver for Ugi {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn begin(
        &mut self,
        _game: &dyn AnyEngine,
        _seat: Player,
        _limits: Limits,
        number: u64,
    ) -> Result<(), Fault> {
        let options = self.options.for_game(number);
        self.set(&options)?;
        self.wait_until_ready(format!("{}\n", self.words.new_game))
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        self.wait_until_ready(self.position(turn.game))?;
        let players = turn.game.status().players;
        let asked = self.process.send(self.go(turn))?;
        let deadline = deadline(asked, turn.patience);
        let mut report = LastReport::default();
        loop {
            let TimedLine { line, at } = self.process.receive(deadline)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => report.read_info(&line, players),
                Some("bestmove") => {
                    let answer = answer(words.next(), turn.game).ok_or_else(|| garbled(&line))?;
                    return Ok(report.reply(answer, at.saturating_duration_since(asked)));
                }
                _ => {}
            }
        }
    }
}

/// The answer after `bestmove`; `None`: not a move that can be played in an unfinished game.
fn answer(word: Option<&str>, game: &dyn AnyEngine) -> Option<Answer> {
    match word? {
        "resign" => Some(Answer::Resign),
        // A null move is the pass of games that have one.
        NULL_MOVE => {
            game.legal_moves(MoveStyle::Native).into_iter().find(|mv| mv == "pass").map(Answer::Move)
        }
        "(none)" | "none" | "null" => None,
        word => Some(Answer::Move(word.to_string())),
    }
}

impl LastReport {
    /// Reads an `info` line of the best line.
    fn read_info(&mut self, line: &str, players: usize) {
        let mut words = line.split_whitespace();
        let mut now = LastReport::default();
        let mut is_bound = false;
        while let Some(word) = words.next() {
            match word {
                "string" => {
                    // The line before it was proved, not searched.
                    if words.next() == Some("proved") && !line.contains(" multipv ") {
                        self.depth = None;
                    }
                    break;
                }
                "pv" => {
                    self.keep_line(words);
                    break;
                }
                "multipv" if words.next() != Some("1") => return,
                "depth" => now.depth = words.next().and_then(|word| word.parse().ok()),
                "nodes" => now.nodes = words.next().and_then(|word| word.parse().ok()),
                "score" => {
                    now.score = words.next().zip(words.next()).and_then(|score| read_score(score, players))
                }
                "lowerbound" | "upperbound" => is_bound = true,
                _ => {}
            }
        }
        // A bound is better than nothing, and a value better than a bound.
        if !is_bound || self.score.is_none() {
            self.score = now.score.or(self.score);
        }
        self.depth = now.depth.or(self.depth);
        self.nodes = now.nodes.or(self.nodes);
    }
}

/// `cp C`, or `mate N` in moves of the player to move.
fn read_score((kind, value): (&str, &str), players: usize) -> Option<Score> {
    let value: i64 = value.parse().ok()?;
    match kind {
        "cp" => {
            Some(Score::eval(i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })))
        }
        "mate" => {
            let rounds = value.unsigned_abs().saturating_mul(players as u64);
            // The winner needs no answer to his last move.
            Some(decided(
                value > 0,
                if value > 0 { rounds.saturating_sub(players as u64 - 1) } else { rounds },
            ))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use proptest::prelude::*;

    fn read(lines: &[&str]) -> LastReport {
        let mut report = LastReport::default();
        for line in lines {
            report.read_info(line, 2);
        }
        report
    }

    #[test]
    fn the_last_report_of_the_best_line_counts() {
        let report = read(&[
            "info depth 7 seldepth 9 multipv 1 score cp 35 nodes 1000 pv 4 4",
            "info depth 7 multipv 2 score cp -90 nodes 1100 pv 3",
            "info depth 8 score cp 80 lowerbound nodes 1500",
            "info string depth 99 score cp 5",
            "info currmove 3 hashfull",
        ]);
        assert_eq!((report.score, report.depth, report.nodes), (Some(Score(35)), Some(8), Some(1500)));
        assert_eq!(report.pv, ["4", "4"]);
    }

    #[test]
    fn a_value_that_was_proved_has_no_depth() {
        let draw = ["info depth 14 multipv 1 score cp 0 nodes 9000", "info string proved draw"];
        assert_eq!(read(&draw).depth, None);
        let second = [draw[0], "info string proved draw multipv 2", "info string depth 3"];
        assert_eq!(read(&second).depth, Some(14), "the second line is none of ours");
    }

    #[test]
    fn mates_are_counted_in_plies() {
        let score = |text: &str, players| {
            let mut report = LastReport::default();
            report.read_info(&format!("info score {text}"), players);
            report.score
        };
        assert_eq!(score("mate 1", 2), Some(Score::win_in(1)));
        assert_eq!(score("mate 3", 2), Some(Score::win_in(5)));
        assert_eq!(score("mate -3", 2), Some(Score::loss_in(6)));
        assert_eq!(score("mate 0", 2), Some(Score::loss_in(0)));
        assert_eq!(score("mate 2", 3), Some(Score::win_in(4)));
        assert!(score("mate 9223372036854775807", 6).is_some_and(Score::is_win));
        assert!(score("mate -9223372036854775808", 6).is_some_and(Score::is_loss));
        assert_eq!(score("cp 99999999999", 2), Some(Score::MAX_EVAL));
        assert_eq!(score("cp x", 2), None);
        assert_eq!(score("mate", 2), None);
    }

    #[test]
    fn no_move_is_no_answer_but_where_one_may_pass() {
        let game = games::open("connect4").expect("a game");
        let read = |word: &str| answer(Some(word), game.as_ref());
        assert_eq!(read("4"), Some(Answer::Move("4".to_string())));
        assert_eq!(read("resign"), Some(Answer::Resign));
        assert_eq!(read("(none)"), None);
        assert_eq!(read("0000"), None);
        assert_eq!(answer(None, game.as_ref()), None);
    }

    #[test]
    fn options_are_listed_with_blanks_in_names_and_values() {
        let listed = Listed::parse("name UCI_Variant type combo default chess var chess var cfour")
            .expect("an option");
        assert_eq!(listed.name, "UCI_Variant");
        assert!(listed.has("cfour") && listed.has("CFour") && !listed.has("default"));
        assert_eq!(Listed::parse("name Clear Hash type button").expect("an option").name, "Clear Hash");
        assert!(Listed::parse("type spin").is_none());
    }

    proptest! {
        #[test]
        fn no_line_breaks_the_readers(
            line in "(info|option name|type|var|score|cp|mate|depth|nodes|multipv|pv|-?[0-9]{1,25}|é| ){0,14}",
            players in 2usize..7,
        ) {
            LastReport::default().read_info(&line, players);
            let _ = Listed::parse(&line);
        }
    }
}
