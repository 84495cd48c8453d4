//! Errors of the grammar, as text.

use crate::wire::message::quoted;

/// What was found and what was expected, or that the line ends too early.
pub(super) fn expected(what: &str, found: Option<&&str>, after: &str) -> String {
    match found {
        Some(word) => format!("unexpected {} after {after}; expected {what}", quoted(word)),
        None => format!("the line ends after {after}; expected {what}"),
    }
}
