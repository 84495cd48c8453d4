//! Hub 2.
//!
//! The whole game is sent before every move, from its first position, so that the engine sees repetitions; then `ping`
//! if the engine knows it, so that the time for reading is not charged to it.
//!
//! Limits: `st`, depth and nodes are `level move-time`, `depth` and `nodes`; the clock is `level time` with `inc` and
//! `moves`. The protocol counts the time without the increment of the coming move, so that is subtracted from the
//! clock.

use std::fmt::Write;
use std::time::Duration;

use super::mirror::Mirror;
use super::process::{Process, TimedLine};
use super::{
    Answer, Driver, EngineSpec, Fault, LastReport, Launch, Limits, Options, Reply, Turn, command, deadline,
    decided, garbled, refused,
};
use crate::contract::{MoveStyle, Player, Score};
use crate::engine::AnyEngine;
use crate::wire::hub::{Line, letters, variant_word, written};

/// Scores of wins known to the last ply lie beyond this many men.
const PROVED: f64 = 90.0;
/// A win on the spot, in men.
const WIN: f64 = 100.0;

/// Most lines of an engine while it is not to move.
const MAX_LINES: usize = 4096;
/// Timeout of the first `ping`.
const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// An engine by the Hub protocol.
pub(super) struct Hub {
    process: Process,
    title: String,
    /// Names of parameters with the values of an enumeration.
    parameters: Vec<(String, String)>,
    options: Options,
    /// Does the engine answer `ping`? Not all do.
    answers_ping: bool,
    /// The position the game began with, in letters.
    base: String,
    timeout: Duration,
}

impl Hub {
    /// Starts the engine and gets it ready for this game.
    pub fn start(spec: &EngineSpec, game: &dyn AnyEngine, launch: &Launch<'_>) -> Result<Hub, Fault> {
        let identity = game.identity();
        let variant = variant_word(&identity.variant);
        let variant =
            variant.ok_or_else(|| refused(format!("the Hub protocol does not have {}", identity.variant)))?;
        let process = Process::start(command(spec, &["hub"])?, launch, "quit")?;
        let mut engine = Hub {
            process,
            title: String::new(),
            parameters: Vec::new(),
            options: Options::of(spec),
            answers_ping: false,
            base: String::new(),
            timeout: spec.patience,
        };
        engine.handshake(&spec.init)?;
        engine.choose_game(variant)?;
        let once = std::mem::take(&mut engine.options.once);
        engine.set(&once)?;
        engine.wait_for("init", "ready", engine.timeout)?;
        engine.answers_ping = match engine.wait_for("ping", "pong", PING_TIMEOUT.min(engine.timeout)) {
            Ok(_) => true,
            Err(Fault::Hung | Fault::Refused(_)) => false,
            Err(fault) => return Err(fault),
        };
        Ok(engine)
    }

    /// The introduction.
    fn handshake(&mut self, init: &[String]) -> Result<(), Fault> {
        for line in init {
            self.process.send(format!("{line}\n"))?;
        }
        for line in self.wait_for("hub", "wait", self.timeout)? {
            let Ok(Some(line)) = Line::parse(&line) else { continue };
            let value = |name| line.get(name).unwrap_or_default().to_string();
            match line.command.as_str() {
                "id" => self.title = format!("{} {}", value("name"), value("version")).trim().to_string(),
                "param" => self.parameters.push((value("name"), value("values"))),
                _ => {}
            }
        }
        Ok(())
    }

    /// Sends a line, and waits for one that begins with a word; returns the lines in between.
    fn wait_for(&mut self, line: &str, word: &str, timeout: Duration) -> Result<Vec<String>, Fault> {
        let asked = self.process.send(format!("{line}\n"))?;
        let deadline = deadline(asked, timeout);
        let mut lines = Vec::new();
        loop {
            let line = self.process.receive(deadline)?.line;
            match line.split_whitespace().next() {
                Some(first) if first == word => return Ok(lines),
                Some("done") => return Err(garbled(&format!("{line} (unsolicited)"))),
                Some("error") => return Err(refusal(&line)),
                _ if lines.len() == MAX_LINES => {
                    return Err(garbled(&format!("more than {MAX_LINES} lines before '{word}'")));
                }
                _ => lines.push(line),
            }
        }
    }

    /// Sets the variant. An engine without the parameter plays international draughts.
    fn choose_game(&mut self, variant: &str) -> Result<(), Fault> {
        let listed = self.parameters.iter().find(|(name, _)| name == "variant");
        let has = listed.map_or(variant == "normal", |(_, values)| {
            values.is_empty() || values.split_whitespace().any(|value| value == variant)
        });
        if !has {
            return Err(refused(format!("does not play the variant '{variant}'")));
        }
        if listed.is_some() {
            self.process.send(format!("set-param name=variant value={variant}\n"))?;
        }
        Ok(())
    }

    fn set(&mut self, options: &[(String, String)]) -> Result<(), Fault> {
        for (name, value) in options {
            if self.parameters.iter().all(|(known, _)| known != name) {
                let names: Vec<&str> = self.parameters.iter().map(|(name, _)| name.as_str()).collect();
                return Err(refused(format!("has no parameter '{name}'; it has {}", names.join(", "))));
            }
            self.process.send(format!("set-param name={name} value={}\n", written(value)))?;
        }
        Ok(())
    }

    /// Waits until the engine has executed everything, so that it is not charged for it.
    fn wait_until_idle(&mut self) -> Result<(), Fault> {
        if self.answers_ping {
            return self.wait_for("ping", "pong", self.timeout).map(drop);
        }
        for line in self.process.received() {
            match line.split_whitespace().next() {
                Some("done") => return Err(garbled(&format!("{line} (unsolicited)"))),
                Some("error") => return Err(refusal(&line)),
                _ => {}
            }
        }
        Ok(())
    }

    /// Position and limits.
    fn position(&self, turn: &Turn<'_>) -> String {
        let moves = turn.game.moves(MoveStyle::Numeric);
        let mut message = format!("pos pos={}", self.base);
        if !moves.is_empty() {
            message = format!("{message} moves={}", written(&moves.join(" ")));
        }
        message + "\n" + &level(turn)
    }
}

/// The message of an `error`.
fn refusal(line: &str) -> Fault {
    let parsed = Line::parse(line).ok().flatten();
    refused(parsed.as_ref().and_then(|parsed| parsed.get("message")).unwrap_or(line))
}

/// The limits of a search, a line for each kind.
fn level(turn: &Turn<'_>) -> String {
    let mut lines = String::new();
    // Writing to a string cannot fail.
    let mut add = |text: String| _ = writeln!(lines, "level {text}");
    let player = turn.game.status().to_move.index();
    if let Some(left) = turn.clocks[player] {
        let increment = turn.increments[player];
        let moves = turn.moves_to_go.map_or(String::new(), |moves| format!("moves={moves} "));
        let left = left.saturating_sub(increment).as_secs_f64();
        add(format!("{moves}time={left:.3} inc={:.3}", increment.as_secs_f64()));
    }
    let Limits { move_time, depth, nodes, .. } = turn.limits;
    if let Some(time) = move_time {
        add(format!("move-time={:.3}", time.as_secs_f64()));
    }
    if let Some(depth) = depth {
        add(format!("depth={depth}"));
    }
    if let Some(nodes) = nodes {
        add(format!("nodes={nodes}"));
    }
    lines
}

impl Driver for Hub {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn begin(
        &mut self,
        game: &dyn AnyEngine,
        _seat: Player,
        _limits: Limits,
        number: u64,
    ) -> Result<(), Fault> {
        let options = self.options.for_game(number);
        self.set(&options)?;
        self.base = letters(Mirror::of(game)?.0.as_ref());
        self.process.send("new-game\n".to_string())?;
        self.wait_until_idle()
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        self.process.send(self.position(turn))?;
        self.wait_until_idle()?;
        let asked = self.process.send("go think\n".to_string())?;
        let deadline = deadline(asked, turn.patience);
        let mut report = LastReport::default();
        loop {
            let TimedLine { line: text, at } = self.process.receive(deadline)?;
            let Ok(Some(line)) = Line::parse(&text) else { continue };
            match line.command.as_str() {
                "info" => report.read_hub(&line),
                "error" => return Err(refusal(&text)),
                "done" => {
                    let mv = line.get("move").filter(|mv| !mv.is_empty()).ok_or_else(|| garbled(&text))?;
                    return Ok(
                        report.reply(Answer::Move(mv.to_string()), at.saturating_duration_since(asked))
                    );
                }
                _ => {}
            }
        }
    }
}

impl LastReport {
    /// Reads an `info` line.
    fn read_hub(&mut self, line: &Line) {
        self.depth = line.get("depth").and_then(|word| word.parse().ok()).or(self.depth);
        self.nodes = line.get("nodes").and_then(|word| word.parse().ok()).or(self.nodes);
        let men = line.get("score").and_then(|word| word.parse().ok()).filter(|men: &f64| men.is_finite());
        self.score = men.map(score).or(self.score);
        self.keep_line(line.get("pv").unwrap_or_default().split_whitespace());
    }
}

/// A score in men, where a win in `n` plies is `100 - n/100`.
fn score(men: f64) -> Score {
    if men.abs() > PROVED {
        return decided(men > 0.0, ((WIN - men.abs()).max(0.0) * 100.0).round() as u64);
    }
    Score::eval((men * 100.0).round() as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn scores_in_men_are_read_as_they_are_printed() {
        assert_eq!(score(0.07), Score(7));
        assert_eq!(score(-12.5), Score(-1250));
        assert_eq!(score(99.93), Score::win_in(7));
        assert_eq!(score(-97.0), Score::loss_in(300));
        assert_eq!(score(85.0), Score(8500), "a win by a bitbase is not counted to its end");
        assert!(score(1e300).is_win());
    }

    proptest! {
        #[test]
        fn no_line_breaks_the_reader(
            line in "info( |depth=|nodes=|score=|-?[0-9.e]{1,40}|nan|inf|\"|é){0,14}",
        ) {
            if let Ok(Some(line)) = Line::parse(&line) {
                LastReport::default().read_hub(&line);
            }
            let _ = refusal(&line);
        }
    }
}
