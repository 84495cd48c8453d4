//! Why a command fails. Clients recognize most causes by the beginning of the message.

use std::fmt;

use crate::contract::EngineError;
use crate::wire::message::quoted;

/// The cause of a failure, with details.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GtpError {
    /// The line or an argument cannot be read.
    Syntax(String),
    /// There is no command of this name.
    UnknownCommand(String),
    /// The move cannot be played.
    IllegalMove(String),
    /// The game has no board of that size.
    UnacceptableSize,
    /// Nothing can be taken back.
    CannotUndo(String),
    /// The game has no result.
    CannotScore(String),
    /// A file cannot be read, or holds no game that can be set up.
    CannotLoad(String),
    /// The game cannot be written.
    CannotSave(String),
    /// The move with this number in a sequence has failed.
    AtMove(usize, Box<GtpError>),
    /// Anything else.
    Other(String),
}

impl fmt::Display for GtpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GtpError::Syntax(why) => write!(f, "syntax error: {why}"),
            GtpError::UnknownCommand(name) => write!(f, "unknown command: {}", quoted(name)),
            GtpError::IllegalMove(why) => write!(f, "illegal move: {why}"),
            GtpError::UnacceptableSize => write!(f, "unacceptable size"),
            GtpError::CannotUndo(why) => write!(f, "cannot undo: {why}"),
            GtpError::CannotScore(why) => write!(f, "cannot score: {why}"),
            GtpError::CannotLoad(why) => write!(f, "cannot load file: {why}"),
            GtpError::CannotSave(why) => write!(f, "cannot save: {why}"),
            GtpError::AtMove(number, error) => write!(f, "{error} (move {number})"),
            GtpError::Other(why) => write!(f, "{why}"),
        }
    }
}

impl From<EngineError> for GtpError {
    fn from(error: EngineError) -> GtpError {
        GtpError::Other(error.to_string())
    }
}
