//! What the library knows of a game without opening its table.
//!
//! Invariant: an entry is bounded, whatever the record has: long texts are cut, and a line has at most
//! `MAX_MOVES` moves.

use serde::{Deserialize, Serialize};

use crate::records::date::Moment;
use crate::table::answer::{Kind, SavedTable};
use crate::table::command::SeatSpec;
use crate::table::ratings::RuleSet;
use crate::table::rules::Rules;
use crate::table::state::State;

/// Longest text of a field, in characters.
const MAX_TEXT: usize = 100;

/// A game of the library.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(in crate::table) struct Entry {
    /// For clients.
    pub table: SavedTable,
    /// Its rules, apart from the first position.
    pub rules: RuleSet,
    /// The players other than the host, if the game is the host's: see [`SavedTable::own`].
    pub opponents: Vec<Opponent>,
    /// The positions of its line.
    #[serde(skip)]
    pub keys: Vec<u64>,
    /// Does it name an engine of the command line? Another start of the program may have others.
    #[serde(skip)]
    pub names_engine: bool,
}

/// An opponent of the host.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Opponent {
    /// The program at a level.
    Level {
        /// 0 to 20.
        level: u8,
    },
    /// The program, as strong as the host.
    Mine,
    /// An engine of the command line.
    Engine,
    /// Someone with the link of a seat.
    Person,
}

impl Entry {
    /// The game of a table. Without `rules`, or if the game does not follow them, it cannot be found by a position.
    pub fn of(state: &State, id: &str, engines: &[String], rules: Option<&mut Rules>) -> Entry {
        let (keys, named) = rules.and_then(|rules| rules.course(&state.line()).ok()).unwrap_or_default();
        let own = own_player(state);
        let (created, tag) = (&state.created, |name: &str| cut(state.created.tag(name)));
        let table = SavedTable {
            id: id.to_string(),
            kind: if state.is_imported() { Kind::Imported } else { Kind::Played },
            game: created.game.clone(),
            title: created.title.clone(),
            names: state.names(engines).iter().map(|name| cut(name)).collect(),
            own,
            moves: state.tree.path(state.current).len(),
            date: match created.is_imported() {
                true => date_of(created.tag("Date")),
                false => Moment::from_unix(state.began / 1000).date().replace('.', "-"),
            },
            event: tag("Event"),
            site: tag("Site"),
            round: tag("Round"),
            opening: match tag("Opening") {
                tag if tag.is_empty() => named.map(|name| cut(&name)).unwrap_or_default(),
                tag => tag,
            },
            began: state.began,
            changed: state.at,
            result: state.end.as_ref().map(|end| end.listed().to_string()),
            damaged: None,
        };
        let others = (1..).zip(&state.seats).filter(|(player, _)| own.is_some_and(|own| own != *player));
        let opponents = others.map(|(_, seat)| Opponent::of(&seat.spec)).collect();
        let names_engine = state.seats.iter().any(|seat| matches!(seat.spec, SeatSpec::Engine { .. }));
        let rules = RuleSet::new(&created.game, &created.options);
        Entry { table, rules, opponents, keys, names_engine }
    }
}

impl Opponent {
    fn of(seat: &SeatSpec) -> Opponent {
        match seat {
            SeatSpec::Program { elo: Some(_), .. } => Opponent::Mine,
            SeatSpec::Program { level, elo: None } => Opponent::Level { level: *level },
            SeatSpec::Engine { .. } => Opponent::Engine,
            SeatSpec::Person { .. } => Opponent::Person,
        }
    }
}

/// The player that the host alone was, in a game that was played here.
fn own_player(state: &State) -> Option<usize> {
    let is_own = |seat: &crate::table::state::Seat| seat.is_person() && seat.token.is_none();
    let mut own = (1..).zip(&state.seats).filter(|(_, seat)| is_own(seat)).map(|(player, _)| player);
    let player = own.next().filter(|_| !state.created.is_imported())?;
    own.next().is_none().then_some(player)
}

/// The beginning of a foreign text, on one line.
fn cut(text: &str) -> String {
    let text = text.trim();
    if text.chars().all(|c| c == '?') {
        return String::new();
    }
    text.chars().take(MAX_TEXT).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The date of a tag, such as `1998.03.??`, as `1998-03`: as much as is known.
fn date_of(tag: &str) -> String {
    let mut parts = tag.split(['.', '-', '/']);
    let mut known = String::new();
    for (digits, joint) in [(4, ""), (2, "-"), (2, "-")] {
        let part = parts.next().unwrap_or_default();
        let part: String = part.trim().chars().take_while(char::is_ascii_digit).collect();
        if part.len() != digits || part.bytes().all(|digit| digit == b'0') {
            break;
        }
        known = known + joint + &part;
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_much_of_a_date_is_kept_as_is_known() {
        for (tag, known) in [
            ("1998.03.07", "1998-03-07"),
            ("1998-03-07,08", "1998-03-07"),
            ("1998.03.??", "1998-03"),
            ("1998.??.??", "1998"),
            ("1998", "1998"),
            ("????.??.??", ""),
            ("98.3.7", ""),
            ("0000.00.00", ""),
            ("yesterday", ""),
            ("", ""),
        ] {
            assert_eq!(date_of(tag), known, "{tag}");
        }
    }

    #[test]
    fn long_and_unknown_texts_are_cut() {
        assert_eq!(cut(&"x".repeat(10_000)).len(), MAX_TEXT);
        assert_eq!(
            (cut("?"), cut(" Delft\n"), cut("林\u{0}")),
            (String::new(), "Delft".into(), "林 ".into())
        );
    }
}
