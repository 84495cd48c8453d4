//! A request that the engine refuses.

/// What went wrong with a request, in one line for users. The engine's state is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineError(pub String);

impl EngineError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> EngineError {
        EngineError(message.into())
    }

    /// There is no database of positions.
    pub fn no_database() -> EngineError {
        EngineError::new("there is no database; expected a file in the option Database")
    }

    /// An internal error.
    pub fn internal(what: &str) -> EngineError {
        EngineError(format!("internal error: {what}; please report it"))
    }
}

impl std::fmt::Display for EngineError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for EngineError {}
