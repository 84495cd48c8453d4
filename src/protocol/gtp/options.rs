//! Other settings: the options of the engine and a few of this protocol, other games, position strings.
//!
//! `quadriga-setoption` is GoGui's command of the type `param`: alone it lists the options, with a name and a value it
//! sets one. Blanks in names are written `_`.

use super::error::GtpError;
use super::time::DEFAULT_MOVE_MS;
use super::{Call, Entry, Gtp, Reply};
use crate::contract::{EngineError, MoveStyle, OptionKind, OptionSpec, SearchLimits};
use crate::engine::AnyEngine;
use crate::search::MAX_DEPTH;
use crate::wire::message::quoted;

pub(super) const COMMANDS: &[Entry] =
    &[("quadriga-game", game), ("quadriga-fen", fen), ("quadriga-setoption", set_option)];

/// The options of this protocol.
#[derive(Default)]
pub(super) struct OwnOptions {
    /// Answer with whole moves of pieces, in the game's notation, instead of single clicks.
    pub native_moves: bool,
    /// Show the best line of a running search on standard error.
    pub live_graphics: bool,
    /// Milliseconds for a move if there is no clock; 0: not set.
    move_time: i64,
    /// Depth of every search for a move; 0: no limit.
    move_depth: i32,
    /// Nodes of every search for a move; 0: no limit.
    move_nodes: u64,
}

const MOVE_STYLE: &str = "Move Style";
const LIVE_GRAPHICS: &str = "Live Graphics";
const MOVE_TIME: &str = "Move Time";
const MOVE_DEPTH: &str = "Move Depth";
const MOVE_NODES: &str = "Move Nodes";

impl OwnOptions {
    /// The options, and their values.
    fn list(&self) -> [(OptionSpec, String); 5] {
        let style = if self.native_moves { "native" } else { "vertex" };
        let day = 86_400_000;
        [
            (
                OptionSpec::combo(MOVE_STYLE, &["vertex", "native"], "how moves of pieces are answered"),
                style.to_string(),
            ),
            (
                OptionSpec::check(LIVE_GRAPHICS, false, "show the best line while searching"),
                self.live_graphics.to_string(),
            ),
            (
                OptionSpec::spin(MOVE_TIME, 0, 0, day, "milliseconds a move without a clock"),
                self.move_time.to_string(),
            ),
            (
                OptionSpec::spin(MOVE_DEPTH, 0, 0, i64::from(MAX_DEPTH), "maximum plies of a search"),
                self.move_depth.to_string(),
            ),
            (
                OptionSpec::spin(MOVE_NODES, 0, 0, i64::MAX, "maximum nodes of a search"),
                self.move_nodes.to_string(),
            ),
        ]
    }

    /// Applies a checked value.
    fn apply(&mut self, name: &str, value: &str) {
        match name {
            MOVE_STYLE => self.native_moves = value == "native",
            LIVE_GRAPHICS => self.live_graphics = value == "true",
            MOVE_TIME => self.move_time = value.parse().unwrap_or(0),
            MOVE_DEPTH => self.move_depth = value.parse().unwrap_or(0),
            MOVE_NODES => self.move_nodes = value.parse().unwrap_or(0),
            _ => unreachable!("every option of the list is applied"),
        }
    }

    /// Adds the limits of these options to those of the clock. No search is without a limit.
    pub fn limit(&self, limits: &mut SearchLimits) {
        limits.depth = (self.move_depth > 0).then_some(self.move_depth);
        limits.nodes = (self.move_nodes > 0).then_some(self.move_nodes);
        let has_clock = limits.move_time_ms.is_some() || limits.clock_ms.iter().any(Option::is_some);
        if self.move_time > 0 {
            limits.move_time_ms =
                Some(limits.move_time_ms.map_or(self.move_time, |ms| ms.min(self.move_time)));
        } else if !has_clock && limits.depth.is_none() && limits.nodes.is_none() {
            limits.move_time_ms = Some(DEFAULT_MOVE_MS);
        }
    }
}

impl Gtp {
    /// Opens another game.
    ///
    /// # Errors
    /// No game has this name; the current one stays.
    pub(super) fn open(&mut self, engine: &mut Box<dyn AnyEngine>, name: &str) -> Result<(), GtpError> {
        self.settings.change_variant(engine, name)?;
        engine.set_move_style(MoveStyle::Drop);
        self.begin(engine.as_ref());
        Ok(())
    }
}

/// Names the game, or opens another.
fn game(gtp: &mut Gtp, call: &mut Call<'_>) -> Reply {
    match call.words()[..] {
        [] => Ok(gtp.settings.variant().into()),
        [name] => {
            gtp.open(call.engine, name)?;
            Ok("".into())
        }
        _ => Err(GtpError::Syntax("expected at most the name of a game".to_string())),
    }
}

/// Answers with the position, or sets another.
fn fen(gtp: &mut Gtp, call: &mut Call<'_>) -> Reply {
    if call.text.is_empty() {
        return Ok(call.engine.fen().into());
    }
    call.engine.set_position(Some(call.text), &[])?;
    gtp.begin(call.engine.as_ref());
    Ok("".into())
}

/// Lists the options, or sets one.
fn set_option(gtp: &mut Gtp, call: &mut Call<'_>) -> Reply {
    let engine = call.engine.as_mut();
    if call.text.is_empty() {
        return Ok(list(gtp, engine).into());
    }
    let (name, value) = call.text.split_once(char::is_whitespace).unwrap_or((call.text, ""));
    let name = name.replace('_', " ");
    let own = gtp.own.list().into_iter().map(|(spec, _)| spec);
    let specs: Vec<OptionSpec> = own.chain(gtp.settings.list(engine)).collect();
    let found = specs.iter().position(|spec| spec.name.replace('_', " ").eq_ignore_ascii_case(&name));
    let index = found.ok_or_else(|| GtpError::Other(format!("unknown option {}", quoted(&name))))?;
    let spec = &specs[index];
    let value = match (&spec.kind, value.trim()) {
        (OptionKind::Button, _) => "",
        (OptionKind::Text, value) => value,
        (_, "") => {
            let why = format!("the option {} needs a value", quoted(&spec.name));
            return Err(GtpError::Syntax(why));
        }
        // GoGui sends numbers for check boxes.
        (OptionKind::Check { .. }, "1") => "true",
        (OptionKind::Check { .. }, "0") => "false",
        (_, value) => value,
    };
    let note = if index < gtp.own.list().len() {
        let (value, note) = spec.check_value(value)?;
        gtp.own.apply(&spec.name, &value);
        note
    } else {
        set_engine_option(gtp, engine, &spec.name, value)?
    };
    Ok(note.unwrap_or_default().into())
}

/// Sets an option of the engine; one that changes the rules begins a new game.
fn set_engine_option(
    gtp: &mut Gtp,
    engine: &mut dyn AnyEngine,
    name: &str,
    value: &str,
) -> Result<Option<String>, EngineError> {
    let state = |engine: &dyn AnyEngine| (engine.fen(), engine.moves(MoveStyle::Native).len());
    let before = state(engine);
    let note = gtp.settings.set(engine, name, value)?;
    if state(engine) != before {
        gtp.begin(engine);
    }
    Ok(note)
}

/// One line for each option: its kind as GoGui reads it, name and value.
fn list(gtp: &Gtp, engine: &dyn AnyEngine) -> String {
    let own = gtp.own.list();
    let engine_options = gtp.settings.list(engine).into_iter().map(|spec| {
        let set = gtp.settings.value(&spec.name).and_then(|value| spec.check_value(value).ok());
        let value = set.map_or_else(|| spec.default_text(), |(value, _)| value);
        (spec, value)
    });
    let lines = own.into_iter().chain(engine_options).filter_map(|(spec, value)| {
        let name = spec.name.replace(' ', "_");
        match spec.kind {
            OptionKind::Button => None,
            OptionKind::Check { .. } => Some(format!("[bool] {name} {}", u8::from(value == "true"))),
            OptionKind::Combo { values, .. } => Some(format!("[list/{}] {name} {value}", values.join("/"))),
            OptionKind::Spin { .. } | OptionKind::Text => Some(format!("[string] {name} {value}")),
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}
