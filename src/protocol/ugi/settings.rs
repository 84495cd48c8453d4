//! Options: those of the session, and those of the game, which are set again when another game is opened.
//!
//! The session owns what a game cannot: which game it is (`UCI_Variant`) and how results are printed
//! (`UCI_ShowWDL`).
//!
//! Moves are written in the style in which the client writes them. Until it has written one, its
//! handshake and the variant it asks for tell: see [`Settings::move_style`].

use super::Dialect;
use crate::engine::{AnyEngine, EngineError, OptionKind, OptionSpec};
use crate::game::MoveStyle;
use crate::protocol::Setup;
use crate::protocol::catalogue::Catalogue;
use crate::protocol::output::quoted;

/// Variants that chess front-ends know by these names as games of drops, written `P@d1`.
const DROP_VARIANTS: [&str; 3] = ["cfour", "gomoku", "gomokufreestyle"];

/// The one of them that has another name everywhere else.
const ALWAYS_DROPS: &str = "cfour";

/// What the session remembers.
#[derive(Debug)]
pub(super) struct Settings {
    catalogue: Catalogue,
    variant: String,
    show_wdl: bool,
    tune: bool,
    /// Options of the engine in the order they were set, each once.
    engine: Vec<(String, String)>,
}

impl Settings {
    /// Opens the first game.
    ///
    /// # Errors
    /// There is no such variant.
    pub fn open(setup: &Setup) -> Result<(Settings, Box<dyn AnyEngine>), String> {
        let Setup { catalogue, tune, .. } = *setup;
        let (variant, engine) = open(catalogue, &setup.variant)?;
        let settings = Settings { catalogue, variant, show_wdl: false, tune, engine: Vec::new() };
        Ok((settings, engine))
    }

    /// Are win, draw and loss printed?
    pub fn show_wdl(&self) -> bool {
        self.show_wdl
    }

    /// The style in which to write moves to a client that has sent these moves, if any. Cute Chess reads
    /// nothing but drops, in games that others call by the same names and write `h8`; it says `uci`.
    pub fn move_style(&self, dialect: Option<Dialect>, moves: &[&str]) -> MoveStyle {
        let drops = match moves.last() {
            Some(mv) => mv.contains('@'),
            None if self.variant == ALWAYS_DROPS => true,
            None => dialect == Some(Dialect::Uci) && DROP_VARIANTS.contains(&self.variant.as_str()),
        };
        if drops { MoveStyle::Drop } else { MoveStyle::Native }
    }

    /// Threads to count a perft with.
    pub fn threads(&self) -> usize {
        let threads = self.engine.iter().find(|(name, _)| name.eq_ignore_ascii_case("Threads"));
        threads.and_then(|(_, value)| value.parse().ok()).unwrap_or(1).clamp(1, 1024)
    }

    /// The session's options, then the engine's.
    pub fn list(&self, engine: &dyn AnyEngine) -> Vec<OptionSpec> {
        let variants = (self.catalogue.variants)().into_iter().map(str::to_string).collect();
        let mut options = vec![
            OptionSpec {
                name: "UCI_Variant".to_string(),
                kind: OptionKind::Combo { default: self.variant.clone(), values: variants },
                help: "The game and its rules",
            },
            OptionSpec::check("UCI_ShowWDL", self.show_wdl, "Print win, draw and loss in thousandths"),
        ];
        options.extend(engine.options());
        if self.tune {
            options.extend(engine.tunables());
        }
        options
    }

    /// Sets an option of the session or of the engine; returns a note where the value was changed to fit.
    ///
    /// # Errors
    /// Names the option or value that is wrong and what was expected; nothing has changed.
    pub fn set(
        &mut self,
        engine: &mut Box<dyn AnyEngine>,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<String>, EngineError> {
        let options = self.list(engine.as_ref());
        let Some(spec) = options.iter().find(|spec| spec.name.eq_ignore_ascii_case(name)) else {
            return Err(EngineError::new(format!("there is no option {}; 'uci' lists them", quoted(name))));
        };
        let Some(value) = value.or((spec.kind == OptionKind::Button).then_some("")) else {
            return Err(EngineError::new(format!(
                "option {0} needs a value: setoption name {0} value V",
                spec.name
            )));
        };
        match spec.name.as_str() {
            "UCI_Variant" => self.change_variant(engine, value),
            "UCI_ShowWDL" => check(spec, value).map(|on| self.show_wdl = on),
            _ => return self.set_engine(engine.as_mut(), spec, value),
        }?;
        Ok(None)
    }

    fn set_engine(
        &mut self,
        engine: &mut dyn AnyEngine,
        spec: &OptionSpec,
        value: &str,
    ) -> Result<Option<String>, EngineError> {
        let note = engine.set_option(&spec.name, value)?;
        if spec.kind != OptionKind::Button {
            self.engine.retain(|(name, _)| *name != spec.name);
            self.engine.push((spec.name.clone(), value.to_string()));
        }
        Ok(note)
    }

    /// Opens another game and gives it the options set so far, as far as it has them.
    fn change_variant(&mut self, engine: &mut Box<dyn AnyEngine>, name: &str) -> Result<(), EngineError> {
        let (variant, mut opened) = open(self.catalogue, name).map_err(EngineError::new)?;
        for (name, value) in &self.engine {
            // An option of another game is unknown to this one: it waits for its game to come back.
            let _ = opened.set_option(name, value);
        }
        self.variant = variant;
        *engine = opened;
        Ok(())
    }
}

/// Opens a variant; its name in the spelling of the list.
fn open(catalogue: Catalogue, name: &str) -> Result<(String, Box<dyn AnyEngine>), String> {
    let variants = (catalogue.variants)();
    let Some(engine) = (catalogue.open)(name) else {
        return Err(format!("there is no variant {}, but {}", quoted(name), variants.join(", ")));
    };
    let listed = variants.iter().find(|variant| variant.eq_ignore_ascii_case(name));
    let variant = listed.map_or_else(|| name.to_ascii_lowercase(), |variant| (*variant).to_string());
    Ok((variant, engine))
}

fn check(spec: &OptionSpec, value: &str) -> Result<bool, EngineError> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(EngineError::new(format!(
            "{} is not a value of {}, but true or false",
            quoted(value),
            spec.name
        ))),
    }
}
