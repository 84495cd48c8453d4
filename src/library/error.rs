//! What the library refuses, and why.

use std::fmt;

/// A request that was refused; nothing has changed by it. As text it is one line that names the offending word.
///
/// ```
/// use quadriga::{Error, Position};
///
/// let mut position = Position::new("draughts")?;
/// let error = position.play("32-29").expect_err("an illegal move");
/// assert!(matches!(&error, Error::Move { text, .. } if text == "32-29"));
/// assert!(error.to_string().contains("'32-29'"));
/// assert!(matches!(Position::new("chess"), Err(Error::UnknownRules(_))));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// No rule set has this name; see [`crate::rule_sets`].
    UnknownRules(String),
    /// No format of game files has this name, or files with this extension.
    UnknownFormat(String),
    /// An option is unknown, or does not take this value.
    Option {
        /// The option.
        name: String,
        /// What is wrong, in one line.
        reason: String,
    },
    /// A position string cannot be read, or the rules have no such position.
    Position {
        /// The position string.
        text: String,
        /// What is wrong, in one line.
        reason: String,
    },
    /// A move cannot be read, or is not legal.
    Move {
        /// The move.
        text: String,
        /// What is wrong, in one line.
        reason: String,
    },
    /// There is no move to take back.
    NoMoves,
    /// An engine or a solver was made for other rules than those of the position.
    OtherRules {
        /// Rules of the engine or solver.
        expected: String,
        /// Rules of the position.
        found: String,
    },
    /// These rules have no solver.
    NoSolver(String),
    /// A file cannot be read.
    File {
        /// Its path.
        path: String,
        /// What is wrong, in one line.
        reason: String,
    },
    /// A game cannot be written in a format.
    Unwritable(String),
    /// An internal error, in one line.
    Internal(String),
}

impl Error {
    pub(super) fn option(name: &str, reason: impl fmt::Display) -> Error {
        Error::Option { name: name.to_string(), reason: reason.to_string() }
    }

    pub(super) fn position(text: &str, reason: impl fmt::Display) -> Error {
        Error::Position { text: text.to_string(), reason: reason.to_string() }
    }

    pub(super) fn mv(text: &str, reason: impl fmt::Display) -> Error {
        Error::Move { text: text.to_string(), reason: reason.to_string() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::UnknownRules(name) => {
                let known: Vec<&str> = super::rule_sets().iter().map(|rules| rules.name).collect();
                write!(f, "unknown game '{name}'; expected one of {}", known.join(", "))
            }
            Error::UnknownFormat(name) => {
                let known = crate::records::Format::NAMES.join(", ");
                write!(f, "unknown format '{name}'; expected one of {known}")
            }
            Error::Option { reason, .. } | Error::Position { reason, .. } | Error::Move { reason, .. } => {
                f.write_str(reason)
            }
            Error::NoMoves => f.write_str("no move to take back"),
            Error::OtherRules { expected, found } => {
                write!(f, "the position is one of {found}; expected one of {expected}")
            }
            Error::NoSolver(name) => write!(f, "there is no solver of {name}"),
            Error::File { path, reason } => write!(f, "cannot read {path}: {reason}"),
            Error::Unwritable(reason) | Error::Internal(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Error {}
