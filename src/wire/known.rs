//! What a database knows of a position, as text.

use crate::database::{Entry, Value};
use crate::engine::KnownPosition;

/// The position in a line, then a line for each move; what is known of each, with a mark in brackets and the note.
pub fn known_text(known: &KnownPosition) -> String {
    let own = known.entry.as_ref().map_or("not known".to_string(), |entry| entry_text(entry.value, entry));
    let mut lines = vec![format!("position: {own}")];
    let width = known.moves.iter().map(|known| known.text.chars().count()).max().unwrap_or(0);
    lines.extend(
        known
            .moves
            .iter()
            .map(|known| format!("{:width$}  {}", known.text, entry_text(known.value, &known.entry))),
    );
    lines.join("\n")
}

/// `+0.35, depth 24 [w] a note`.
fn entry_text(value: Option<Value>, entry: &Entry) -> String {
    let value = value.map_or("no value".to_string(), |value| value.to_string());
    let mark = Some(&entry.mark).filter(|mark| !mark.is_empty()).map(|mark| format!("[{mark}]"));
    let note = Some(entry.note.replace(['\n', '\r'], " ")).filter(|note| !note.is_empty());
    [Some(value), mark, note].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{Bound, Score};
    use crate::engine::KnownMove;

    #[test]
    fn the_moves_stand_below_each_other() {
        let value = Value { score: Score(35), bound: Bound::Exact, depth: 9 };
        let noted = Entry { value: None, mark: "?".to_string(), note: "see\nthere".to_string() };
        let one =
            KnownMove { text: "h8".to_string(), value: Some(value), wdl: None, entry: Entry::default() };
        let two = KnownMove { text: "h10".to_string(), value: None, wdl: None, entry: noted };
        let known = KnownPosition { entry: None, moves: vec![one, two] };
        let text = "position: not known\nh8   +0.35, depth 9\nh10  no value [?] see there";
        assert_eq!(known_text(&known), text);
    }
}
