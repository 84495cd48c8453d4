//! A request that the engine refuses.

/// What went wrong with a request, in one line for users. The engine's state is unchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineError(pub String);

impl EngineError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> EngineError {
        EngineError(message.into())
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
