//! The open game, and the options that are set again when another one is opened.

use super::Setup;
use crate::contract::{EngineError, OptionKind, OptionSpec};
use crate::engine::AnyEngine;
use crate::wire::catalogue::Catalogue;
use crate::wire::message::quoted;

/// The settings of a session.
#[derive(Debug)]
pub(crate) struct Settings {
    catalogue: Catalogue,
    variant: String,
    tune: bool,
    /// Options of the engine in the order they were set, each once.
    engine: Vec<(String, String)>,
}

/// A game opened for a session.
pub(crate) struct Opened {
    pub settings: Settings,
    pub engine: Box<dyn AnyEngine>,
    /// Notes on options whose values were changed to fit.
    pub notes: Vec<String>,
}

impl Settings {
    /// Opens the first game, `variant` unless the setup names one, and sets its options.
    ///
    /// # Errors
    /// The variant is unknown, or an option is refused.
    pub fn open(setup: &Setup, variant: &str) -> Result<Opened, String> {
        let Setup { catalogue, tune, .. } = *setup;
        let (variant, mut engine) = open(catalogue, setup.variant.as_deref().unwrap_or(variant))?;
        let mut settings = Settings { catalogue, variant, tune, engine: Vec::new() };
        let mut notes = Vec::new();
        for (name, value) in &setup.options {
            let note = settings.set(engine.as_mut(), name, value).map_err(|error| error.to_string())?;
            notes.extend(note);
        }
        Ok(Opened { settings, engine, notes })
    }

    /// Name of the game that is open.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// Names of all games.
    pub fn variants(&self) -> Vec<&'static str> {
        (self.catalogue.variants)()
    }

    /// The value that an option of the engine was set to; `None` if it has not been set.
    pub fn value(&self, name: &str) -> Option<&str> {
        let set = self.engine.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        set.map(|(_, value)| value.as_str())
    }

    /// Threads to count a perft with.
    pub fn threads(&self) -> usize {
        self.value("Threads").and_then(|value| value.parse().ok()).unwrap_or(1).clamp(1, 1024)
    }

    /// The options of the engine.
    pub fn list(&self, engine: &dyn AnyEngine) -> Vec<OptionSpec> {
        let mut options = engine.options();
        if self.tune {
            options.extend(engine.tunables());
        }
        options
    }

    /// Sets an option of the engine, to be set again in games opened later; returns a note if the value was changed to
    /// fit.
    ///
    /// # Errors
    /// Names the option or value that is wrong and what was expected; nothing has changed.
    pub fn set(
        &mut self,
        engine: &mut dyn AnyEngine,
        name: &str,
        value: &str,
    ) -> Result<Option<String>, EngineError> {
        let options = self.list(engine);
        let spec = options.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
        let spec = spec.ok_or_else(|| EngineError::new(format!("unknown option {}", quoted(name))))?;
        let note = engine.set_option(&spec.name, value)?;
        if spec.kind != OptionKind::Button {
            self.engine.retain(|(name, _)| *name != spec.name);
            self.engine.push((spec.name.clone(), value.to_string()));
        }
        Ok(note)
    }

    /// Opens another game and gives it those of the options set so far that it has.
    ///
    /// # Errors
    /// The variant is unknown; the game stays.
    pub fn change_variant(&mut self, engine: &mut Box<dyn AnyEngine>, name: &str) -> Result<(), EngineError> {
        let (variant, mut opened) = open(self.catalogue, name).map_err(EngineError::new)?;
        for (name, value) in &self.engine {
            // An option of another game is unknown to this one: it is kept until that game is chosen again.
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
        return Err(format!("unknown variant {}; {}", quoted(name), catalogue.alternatives(name)));
    };
    let listed = variants.iter().find(|variant| variant.eq_ignore_ascii_case(name));
    let variant = listed.map_or_else(|| name.to_ascii_lowercase(), |variant| (*variant).to_string());
    Ok((variant, engine))
}
