//! The lines of a record folded into its table.
//!
//! They are read up to the first one that is not an event, or does not fit those before it; the rest is damage, with a
//! reason. Empty lines are ignored, and so is an incomplete line at the end, left by a program that was killed while it
//! wrote.

use super::event::{Event, Stamped};
use super::state::State;
use crate::wire::message::quoted;

/// A table from its valid lines.
pub(super) struct Folded {
    pub state: State,
    /// Bytes of the good lines.
    pub good: usize,
    /// Why the line after them is invalid; `None`: all are good.
    pub damage: Option<String>,
}

/// The table of these lines. An incomplete line at the end and empty lines are ignored.
///
/// # Errors
/// One line: there is no table.
pub(super) fn fold(bytes: &[u8]) -> Result<Folded, String> {
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let mut folded: Option<Folded> = None;
    let mut good = 0;
    for (number, line) in (1..).zip(bytes[..whole].split_inclusive(|&byte| byte == b'\n')) {
        good += line.len();
        let at = |why: String| format!("line {number}: {why}");
        let line = line.trim_ascii();
        let event = (!line.is_empty()).then(|| parse(line));
        match (&mut folded, event) {
            (None, Some(event)) => {
                let state = event.and_then(|event| State::new(&event)).map_err(at)?;
                folded = Some(Folded { state, good, damage: None });
            }
            (Some(folded), Some(event)) => {
                if let Err(why) = event.and_then(|event| folded.state.apply(&event)) {
                    folded.damage = Some(at(why));
                    break;
                }
                folded.good = good;
            }
            (Some(folded), None) => folded.good = good,
            (None, None) => {}
        }
    }
    folded.ok_or_else(|| "it is empty".to_string())
}

fn parse(line: &[u8]) -> Result<Stamped, String> {
    #[derive(serde::Deserialize)]
    struct Typed {
        #[serde(rename = "type")]
        kind: String,
    }
    serde_json::from_slice(line).map_err(|error| match serde_json::from_slice::<Typed>(line) {
        Ok(Typed { kind }) if !Event::KINDS.contains(&kind.as_str()) => {
            format!("unknown event {}, which may be from a newer version", quoted(&kind))
        }
        _ => error.to_string(),
    })
}
