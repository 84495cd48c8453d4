//! Errors of the grammar, as text.

use crate::wire::message::quoted;

/// "X after Y is not ..., expected ...", or that the line ends too early.
pub(super) fn expected(what: &str, found: Option<&&str>, after: &str) -> String {
    match found {
        Some(word) => format!("{} after {after} is not expected there, but {what}", quoted(word)),
        None => format!("the line ends after {after}, but {what} is expected"),
    }
}
