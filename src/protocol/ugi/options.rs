//! Options of the session, in addition to those of the engine: which game it is (`UCI_Variant`) and how results are
//! printed (`UCI_ShowWDL`).
//!
//! Moves are written in the client's style. Until it has sent a move, its handshake and its variant decide: see
//! [`move_style`].

use super::{Handshake, Ugi};
use crate::contract::{EngineError, MoveStyle, OptionKind, OptionSpec};
use crate::engine::AnyEngine;
use crate::wire::drops;
use crate::wire::message::quoted;

/// The style in which to write moves to a client that has sent these moves, if any. Cute Chess, which sends `uci`,
/// reads only drops; other clients use the same names for some games and write `h8`.
pub(super) fn move_style(variant: &str, handshake: Option<Handshake>, moves: &[&str]) -> MoveStyle {
    let drops = match moves.last() {
        Some(mv) => mv.contains('@'),
        None if drops::is_only_theirs(variant) => true,
        None => handshake == Some(Handshake::Uci) && drops::is_name(variant),
    };
    if drops { MoveStyle::Drop } else { MoveStyle::Native }
}

impl Ugi {
    /// The session's options, then the engine's.
    pub(super) fn options(&self, engine: &dyn AnyEngine) -> Vec<OptionSpec> {
        let values = self.settings.variants().into_iter().map(str::to_string).collect();
        let mut options = vec![
            OptionSpec {
                name: "UCI_Variant".to_string(),
                kind: OptionKind::Combo { default: self.settings.variant().to_string(), values },
                help: "The game and its rules",
            },
            OptionSpec::check("UCI_ShowWDL", self.show_wdl, "Print win, draw and loss in thousandths"),
        ];
        options.extend(self.settings.list(engine));
        options
    }

    /// Sets an option of the session or of the engine; returns a note if the value was changed to fit.
    ///
    /// # Errors
    /// Names the option or value that is wrong and what was expected; nothing has changed.
    pub(super) fn set_option(
        &mut self,
        engine: &mut Box<dyn AnyEngine>,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<String>, EngineError> {
        let options = self.options(engine.as_ref());
        let Some(spec) = options.iter().find(|spec| spec.name.eq_ignore_ascii_case(name)) else {
            return Err(EngineError::new(format!("unknown option {}; 'uci' lists them", quoted(name))));
        };
        let Some(value) = value.or(matches!(spec.kind, OptionKind::Button | OptionKind::Text).then_some(""))
        else {
            return Err(EngineError::new(format!(
                "option {0} needs a value: setoption name {0} value V",
                spec.name
            )));
        };
        match spec.name.as_str() {
            // Not checked against the list: there are more boards than it can name.
            "UCI_Variant" => self.settings.change_variant(engine, value)?,
            "UCI_ShowWDL" => self.show_wdl = spec.check_value(value)?.0 == "true",
            name => return self.settings.set(engine.as_mut(), name, value),
        }
        Ok(None)
    }
}
