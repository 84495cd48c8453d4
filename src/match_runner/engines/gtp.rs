//! GTP 2.
//!
//! An engine with `quadriga-game` gets game, rules, positions and limits by our commands and writes moves in the game's
//! own notation, so it can play every game. Any other engine is assumed to play only one game: stones on a board of the
//! right size, from the empty board.
//!
//! Limits: `tc` is sent by `time_settings` and before each move by `time_left`; an increment by `kata-time_settings
//! fischer` if the engine has it, else only as part of the remaining time. Plain GTP counts whole seconds, rounded
//! down. For an engine without our commands `st` is a period of one move; depth and nodes, for which it has no command,
//! are refused.

use std::time::{Duration, Instant};

use super::mirror::Mirror;
use super::process::{Process, TimedLine};
use super::{
    Answer, Driver, EngineSpec, Fault, LastReport, Launch, Limits, Options, Reply, Turn, command, deadline,
    garbled, milliseconds, refused,
};
use crate::contract::Player;
use crate::engine::AnyEngine;
use crate::wire::vertex::{Vertex, colour_name, colour_of, parse_vertex, vertex};

/// Longest response, in bytes.
const MAX_RESPONSE: usize = 1 << 20;
/// Commands of our own engine for what plain GTP cannot say.
const GAME: &str = "quadriga-game";
const SET_OPTION: &str = "quadriga-setoption";
const POSITION: &str = "quadriga-fen";

/// An engine by GTP.
pub(super) struct Gtp {
    process: Process,
    title: String,
    /// The commands that the engine has.
    commands: Vec<String>,
    options: Options,
    /// The number of the last command.
    id: u32,
    mirror: Mirror,
    timeout: Duration,
}

/// A response.
struct Response {
    text: String,
    elapsed: Duration,
}

impl Gtp {
    /// Starts the engine and gets it ready for this game.
    pub fn start(spec: &EngineSpec, game: &dyn AnyEngine, launch: &Launch<'_>) -> Result<Gtp, Fault> {
        let process = Process::start(command(spec, &["gtp"])?, launch, "quit")?;
        let mut engine = Gtp {
            process,
            title: String::new(),
            commands: Vec::new(),
            options: Options::of(spec),
            id: 0,
            mirror: Mirror::of(game)?,
            timeout: spec.patience,
        };
        for line in &spec.init {
            // The response to this line has no number and is not waited for.
            engine.process.send(format!("{line}\n"))?;
        }
        let name = engine.ask("name")?;
        engine.title = format!("{name} {}", engine.ask("version")?).trim().to_string();
        engine.commands = engine.ask("list_commands")?.split_whitespace().map(str::to_string).collect();
        engine.choose_game(game)?;
        let once = std::mem::take(&mut engine.options.once);
        engine.set(&once)?;
        Ok(engine)
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    /// Sends a command, and waits for the response; a refusal is [`Fault::Refused`].
    fn ask(&mut self, command: &str) -> Result<String, Fault> {
        Ok(self.ask_within(command, self.timeout)?.text)
    }

    fn ask_within(&mut self, command: &str, timeout: Duration) -> Result<Response, Fault> {
        self.id += 1;
        let id = self.id.to_string();
        let asked = self.process.send(format!("{id} {command}\n"))?;
        let deadline = deadline(asked, timeout);
        let (failed, mut text, at) = self.first_line(&id, deadline)?;
        loop {
            let TimedLine { line, .. } = self.process.receive(deadline)?;
            if line.trim().is_empty() {
                break;
            }
            text.push('\n');
            text.push_str(&line);
            if text.len() > MAX_RESPONSE {
                return Err(garbled(&format!("a response of more than {MAX_RESPONSE} bytes to {command}")));
            }
        }
        let text = text.trim().to_string();
        if failed {
            return Err(refused(format!("{command}: {text}")));
        }
        Ok(Response { text, elapsed: at.saturating_duration_since(asked) })
    }

    /// Waits for the line that begins the response with this number: whether it is a refusal, its text, and its arrival
    /// time.
    fn first_line(&mut self, id: &str, deadline: Instant) -> Result<(bool, String, Instant), Fault> {
        loop {
            let TimedLine { line, at } = self.process.receive(deadline)?;
            let Some(rest) = line.strip_prefix(['=', '?']) else { continue };
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            match rest.split_at(digits) {
                // A response to a line of the user's own, which had no number.
                ("", _) => {}
                (number, text) if number == id => return Ok((line.starts_with('?'), text.to_string(), at)),
                _ => return Err(garbled(&format!("{line} (expected response {id})"))),
            }
        }
    }

    fn choose_game(&mut self, game: &dyn AnyEngine) -> Result<(), Fault> {
        if self.knows(GAME) {
            self.ask(&format!("{GAME} {}", game.identity().variant))?;
            for (name, value) in game.rule_options() {
                self.set_option(&name, &value)?;
            }
            return self.set_option("Move Style", "native");
        }
        if game.move_paths().iter().any(|path| path.cells.len() > 1) {
            return Err(refused(format!(
                "lacks the command '{GAME}', without which it can only place stones"
            )));
        }
        let board = game.board();
        let size = match (board.width, board.height) {
            (width, height) if width == height => format!("boardsize {width}"),
            (width, height) => format!("rectangular_boardsize {width} {height}"),
        };
        self.ask(&size).map(drop)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        self.ask(&format!("{SET_OPTION} {} {value}", name.replace(' ', "_"))).map(drop)
    }

    /// Sets options; of an engine without our command an option is a command with that name.
    fn set(&mut self, options: &[(String, String)]) -> Result<(), Fault> {
        for (name, value) in options {
            if self.knows(SET_OPTION) {
                self.set_option(name, value)?;
            } else {
                self.ask(format!("{name} {value}").trim_end())?;
            }
        }
        Ok(())
    }

    /// Sends the limits of a game.
    fn send_limits(&mut self, limits: &Limits) -> Result<(), Fault> {
        let Limits { clock, move_time, depth, nodes } = *limits;
        if self.knows(SET_OPTION) {
            self.set_option("Move Time", &move_time.map_or(0, milliseconds).to_string())?;
            self.set_option("Move Depth", &depth.unwrap_or(0).to_string())?;
            self.set_option("Move Nodes", &nodes.unwrap_or(0).to_string())?;
        } else if depth.is_some() || nodes.is_some() {
            return Err(refused("GTP has no limits of depth or nodes; expected tc or st"));
        }
        let settings = match (clock, move_time) {
            (Some(clock), _) => {
                let base = self.seconds(clock.base, 1);
                match clock.moves {
                    Some(moves) => format!("time_settings 0 {base} {moves}"),
                    None if !clock.increment.is_zero() && self.knows("kata-time_settings") => {
                        format!("kata-time_settings fischer {base} {}", clock.increment.as_secs_f64())
                    }
                    None => format!("time_settings {base} 0 0"),
                }
            }
            (None, Some(time)) if !self.knows(SET_OPTION) => format!("time_settings 0 {} 1", period(time)),
            (None, _) => return Ok(()),
        };
        self.ask(&settings).map(drop)
    }

    /// Seconds for the engine, rounded down; at least `least` if 0 would mean no clock.
    fn seconds(&self, time: Duration, least: u64) -> String {
        if self.knows(GAME) {
            format!("{:.3}", time.as_secs_f64())
        } else {
            time.as_secs().max(least).to_string()
        }
    }

    /// Sets up the beginning of a game.
    fn set_up(&mut self, game: &dyn AnyEngine) -> Result<(), Fault> {
        self.mirror = Mirror::of(game)?;
        self.ask("clear_board")?;
        match game.base_fen() {
            None => Ok(()),
            Some(fen) if self.knows(POSITION) => self.ask(&format!("{POSITION} {fen}")).map(drop),
            Some(_) => {
                Err(refused(format!("lacks the command '{POSITION}', without which positions cannot be set")))
            }
        }
    }

    /// Plays what the engine has not seen yet.
    fn catch_up(&mut self, game: &dyn AnyEngine) -> Result<(), Fault> {
        let mut unseen = self.mirror.unseen(game);
        if unseen.is_none() {
            self.set_up(game)?;
            unseen = self.mirror.unseen(game);
        }
        for mv in unseen.unwrap_or_default() {
            let board = &self.mirror.0;
            let colour = colour_name(colour_of(board.as_ref(), board.status().to_move));
            let path = board.move_paths().into_iter().find(|path| path.text == mv);
            let text = match path.as_ref().map(|path| path.cells.as_slice()) {
                Some(&[cell]) => vertex(&board.board(), cell),
                _ => mv.clone(),
            };
            self.ask(&format!("play {colour} {text}"))?;
            self.mirror.try_play(&mv);
        }
        Ok(())
    }

    /// The meaning of an answer to `genmove`.
    fn read(&self, word: &str) -> Answer {
        if word.eq_ignore_ascii_case("resign") {
            return Answer::Resign;
        }
        let board = &self.mirror.0;
        let cell = match parse_vertex(&board.board(), word) {
            None => return Answer::Move(word.to_string()),
            Some(Ok(Vertex::Pass)) => return Answer::Move("pass".to_string()),
            Some(Ok(Vertex::Cell(cell))) => Some(cell),
            Some(Err(_)) => None,
        };
        let path = board.move_paths().into_iter().find(|path| path.cells.iter().eq(&cell));
        // Not the bare word: in the game's own notation it would be another cell.
        Answer::Move(path.map_or_else(|| format!("vertex {word}"), |path| path.text))
    }
}

/// A period of at least a second.
fn period(time: Duration) -> u64 {
    time.as_secs().max(1)
}

impl Driver for Gtp {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn begin(
        &mut self,
        game: &dyn AnyEngine,
        _seat: Player,
        limits: Limits,
        number: u64,
    ) -> Result<(), Fault> {
        let options = self.options.for_game(number);
        self.set(&options)?;
        if self.knows("clear_cache") {
            self.ask("clear_cache")?;
        }
        self.send_limits(&limits)?;
        self.set_up(game)
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        self.catch_up(turn.game)?;
        let player = turn.game.status().to_move;
        let colour = colour_name(colour_of(turn.game, player));
        if let Some(left) = turn.clocks[player.index()] {
            let moves = turn.moves_to_go.unwrap_or(0);
            self.ask(&format!("time_left {colour} {} {moves}", self.seconds(left, 0)))?;
        } else if let Some(time) = turn.limits.move_time.filter(|_| !self.knows(SET_OPTION)) {
            self.ask(&format!("time_left {colour} {} 1", period(time)))?;
        }
        let Response { text, elapsed } = self.ask_within(&format!("genmove {colour}"), turn.patience)?;
        let word = text.split_whitespace().next().ok_or_else(|| garbled("= (expected a move)"))?;
        let answer = self.read(word);
        if let Answer::Move(mv) = &answer {
            self.mirror.try_play(mv);
        }
        Ok(LastReport::default().reply(answer, elapsed))
    }
}
