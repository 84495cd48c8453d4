//! `INFO`: settings and limits that the manager sends. There is no answer; unknown keys are ignored, as the protocol
//! requires.

use super::Gomocup;
use super::command::{cell, number};
use super::print::Detail;
use super::think::Report;
use crate::contract::{MoveStyle, OptionKind};
use crate::engine::AnyEngine;
use crate::openings::{Placement, cell_text};
use crate::protocol::dialect::Next;
use crate::wire::gomocup;
use crate::wire::message::quoted;

/// Highest `strength` (Yixin): full.
const FULL_STRENGTH: i64 = 100;

impl Gomocup {
    /// Executes `INFO key value`.
    ///
    /// # Errors
    /// Names the key and the value that is wrong; nothing has changed.
    pub(super) fn info(
        &mut self,
        rest: &str,
        engine: &mut Box<dyn AnyEngine>,
    ) -> Result<Next<Report>, String> {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let key = key.to_ascii_lowercase();
        self.apply_info(&key, value.trim(), engine).map_err(|why| format!("INFO {key}: {why}"))
    }

    fn apply_info(
        &mut self,
        key: &str,
        value: &str,
        engine: &mut Box<dyn AnyEngine>,
    ) -> Result<Next<Report>, String> {
        match key {
            "timeout_turn" => self.limits.set_turn(number(value)?),
            "timeout_match" => self.limits.set_match(number(value)?),
            "time_left" => self.limits.set_left(number(value)?),
            "time_increment" => self.limits.set_increment(number(value)?),
            "max_depth" => self.limits.set_depth(number(value)?),
            "max_node" => self.limits.set_nodes(number(value)?),
            "pondering" | "auto_pondering" => self.pondering = number(value)? != 0,
            "analysis_mode" => self.analysis = number(value)? != 0,
            "show_detail" => {
                let bits = number(value)?;
                self.detail = Detail { realtime: bits & 1 != 0, lines: bits & 2 != 0 };
            }
            "rule" => self.change_rule(value, engine)?,
            "max_memory" => {
                self.memory.limit = u64::try_from(number(value)?).ok().filter(|&bytes| bytes > 0);
                self.resize_table(engine.as_mut());
            }
            "hash_size" => {
                self.memory.table = u64::try_from(number(value)?).ok().filter(|&kib| kib > 0);
                self.resize_table(engine.as_mut());
            }
            "thread_num" => {
                self.set_text(engine.as_mut(), "Threads", value)?;
                self.resize_table(engine.as_mut());
            }
            "protocol_lag" => self.set_text(engine.as_mut(), "Move Overhead", value)?,
            "strength" => {
                let (_, full) = self.range(engine.as_ref(), "Skill Level");
                let level = number(value)?.clamp(0, FULL_STRENGTH) * full / FULL_STRENGTH;
                self.set(engine.as_mut(), "Skill Level", level);
            }
            "usedatabase" => self.use_database(number(value)? != 0, engine.as_mut())?,
            "database_readonly" if number(value)? != 0 => {
                return Err("not supported; expected INFO usedatabase 0".to_string());
            }
            "evaluate" => {
                self.require_game("it", engine.as_ref())?;
                return Ok(self.evaluate(cell_text(cell(value, engine.board().width)?)));
            }
            // The engine writes nothing to a folder and plays alike against every kind of opponent; other keys belong to
            // other engines.
            _ => {}
        }
        Ok(Next::Line)
    }

    /// Plays by another rule from now on; the stones stay where they are.
    ///
    /// # Errors
    /// No game has this number.
    fn change_rule(&mut self, value: &str, engine: &mut Box<dyn AnyEngine>) -> Result<(), String> {
        // Renju is 4 in Gomocup, whose rules are bits, so 5 means the same; it is 2 in Yixin.
        let gomocup_rule = match number(value)? {
            2 | 5 => 4,
            other => other,
        };
        let found = u32::try_from(gomocup_rule).ok().and_then(gomocup::variant_of);
        let variant = found.ok_or_else(|| {
            format!(
                "{} is not supported; expected 0 (freestyle), 1 (exactly five), 4 (renju; 2 is understood too), 8 \
                 (Caro) or 9 (Caro, exactly five)",
                quoted(value.trim())
            )
        })?;
        if variant == engine.identity().variant {
            return Ok(());
        }
        let (placement, fen) = (Placement::of(engine.as_ref()), engine.fen());
        self.settings.change_variant(engine, variant).map_err(|error| error.to_string())?;
        engine.set_move_style(MoveStyle::Numeric);
        let stones = Placement { fen: Some(fen), moves: Vec::new() };
        // Under another rule a move of the game may be a foul or end the game; the stones fit any rule.
        placement
            .set(engine.as_mut(), &[])
            .or_else(|_| stones.set(engine.as_mut(), &[]))
            .map_err(|error| error.to_string())
    }

    /// Makes the table as large as it may be. Its pages are mapped only when a search needs them, because the time of a
    /// move runs after INFO, and because a change of the rule would keep two tables for a while.
    pub(super) fn resize_table(&mut self, engine: &mut dyn AnyEngine) {
        let threads = self.settings.threads() as u64;
        let wanted =
            self.memory.table_mib(threads, self.limits.turn_ms()).and_then(|mib| i64::try_from(mib).ok());
        let (usual, most) = self.range(engine, "Hash");
        let wanted = wanted.unwrap_or(usual).min(most);
        let now = self.settings.value("Hash").and_then(|value| value.parse().ok()).unwrap_or(usual);
        if wanted != now {
            self.set(engine, "Hash", wanted);
        }
    }

    /// Sets an option of the engine to a number, clamped to its range.
    pub(super) fn set(&mut self, engine: &mut dyn AnyEngine, name: &str, value: i64) {
        self.set_option(engine, name, &value.to_string());
    }

    /// Sets a numeric option to a number as it was sent, which a message may quote.
    fn set_text(&mut self, engine: &mut dyn AnyEngine, name: &str, value: &str) -> Result<(), String> {
        number(value)?;
        self.set_option(engine, name, value.trim());
        Ok(())
    }

    fn set_option(&mut self, engine: &mut dyn AnyEngine, name: &str, value: &str) {
        match self.settings.set(engine, name, value) {
            Ok(Some(note)) => self.message(&note),
            Ok(None) => {}
            Err(error) => self.error(&error.to_string()),
        }
    }

    /// Default and highest value of a numeric option of the engine.
    pub(super) fn range(&self, engine: &dyn AnyEngine, name: &str) -> (i64, i64) {
        let options = self.settings.list(engine);
        match options.iter().find(|spec| spec.name == name).map(|spec| &spec.kind) {
            Some(&OptionKind::Spin { default, max, .. }) => (default, max),
            _ => (0, 0),
        }
    }
}
