//! What is known of a position.

use std::fmt;

use crate::contract::{Bound, Score};

/// Most characters of a mark.
const MAX_MARK_CHARS: usize = 4;
/// Is this text a mark? It has no blanks, control characters and brackets, so that comments of files can have it.
pub fn is_mark(text: &str) -> bool {
    let is_part = |c: char| !c.is_control() && !c.is_whitespace() && !matches!(c, '[' | ']');
    text.chars().count() <= MAX_MARK_CHARS && text.chars().all(is_part)
}

/// What a mark is, for errors.
pub const MARK_WORDS: &str = "up to 4 characters without blanks and brackets";

/// Largest depth of a value, in plies.
pub const MAX_DEPTH: i32 = 1000;

/// Most bytes of a note.
pub const MAX_NOTE_BYTES: usize = 1 << 16;

/// The mark of a position of which nothing is known, but which leads to one that is known.
pub const PASSED: &str = "·";

/// The result of a search of the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// For the player to move; wins and losses count their plies from this position.
    pub score: Score,
    /// Exact, or a bound.
    pub bound: Bound,
    /// Depth of that search, in plies.
    pub depth: i32,
}

impl Value {
    /// Is it a proved win or loss? The end may come sooner than the score says.
    pub fn is_proved(&self) -> bool {
        match self.bound {
            Bound::Exact => self.score.is_decisive(),
            Bound::Lower => self.score.is_win(),
            Bound::Upper => self.score.is_loss(),
        }
    }

    /// The value of a move to a position of this value, for its player, in a game of two.
    pub fn before_move(self) -> Value {
        self.turned(self.score.before_move(), 1)
    }

    /// The value of the position after the best move of a position of this value.
    pub fn after_move(self) -> Value {
        let score = match self.score.plies_to_end() {
            Some(plies) if self.score.is_win() => Score::loss_in((plies - 1).max(0)),
            Some(plies) => Score::win_in((plies - 1).max(0)),
            None => -self.score,
        };
        self.turned(score, -1)
    }

    /// As the other player sees it, with another score, searched this many plies deeper.
    fn turned(self, score: Score, plies: i32) -> Value {
        let bound = match self.bound {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        };
        Value { score, bound, depth: (self.depth + plies).max(0) }
    }

    /// Does this value count rather than an older one? A proved result counts more than one from a table, that more than an
    /// evaluation, and that more than a bound. Between equals the deeper search counts, then the later one.
    fn replaces(&self, old: &Value) -> bool {
        let class = |value: &Value| match value.bound {
            _ if value.is_proved() => 3,
            Bound::Exact if value.score.is_known() => 2,
            Bound::Exact => 1,
            Bound::Lower | Bound::Upper => 0,
        };
        (class(self), self.depth) >= (class(old), old.depth)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bound {
            Bound::Exact => {}
            Bound::Lower => f.write_str("at least ")?,
            Bound::Upper => f.write_str("at most ")?,
        }
        let result = if self.score.0 > 0 { "won" } else { "lost" };
        match self.score.plies_to_end() {
            Some(1) => write!(f, "{result} in 1 ply")?,
            Some(plies) => write!(f, "{result} in {plies} plies")?,
            None if self.score.is_known() => f.write_str(result)?,
            None => write!(f, "{:+.2}", f64::from(self.score.0) / 100.0)?,
        }
        write!(f, ", depth {}", self.depth)
    }
}

/// What is known of a position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// The result of the search that counts.
    pub value: Option<Value>,
    /// A user's mark, see [`is_mark`]; empty if there is none.
    pub mark: String,
    /// A user's text; empty if there is none.
    pub note: String,
}

impl Entry {
    /// Is nothing known?
    pub fn is_empty(&self) -> bool {
        self.value.is_none() && self.mark.is_empty() && self.note.is_empty()
    }

    /// Marks a position that leads to a known one, if nothing is known of it.
    pub fn pass(&mut self) {
        if self.is_empty() {
            self.mark = PASSED.to_string();
        }
    }

    /// Takes away the mark of [`Entry::pass`] if something else is known by now.
    pub(super) fn tidy(&mut self) {
        if self.mark == PASSED && (self.value.is_some() || !self.note.is_empty()) {
            self.mark.clear();
        }
    }

    /// Takes the result of a search, if it counts rather than the one before.
    pub fn take(&mut self, value: Value) {
        if self.value.is_none_or(|old| value.replaces(&old)) {
            self.value = Some(value);
        }
    }

    /// Adds what another database knows: the value that counts, and mark and note if this has none. A second note
    /// follows the first.
    pub fn merge(&mut self, other: &Entry) {
        if let Some(value) = other.value {
            self.take(value);
        }
        if self.mark.is_empty() || self.mark == PASSED {
            self.mark.clone_from(&other.mark);
        }
        if self.note.is_empty() {
            self.note.clone_from(&other.note);
        } else if !self.note.contains(&other.note) && self.note.len() + other.note.len() < MAX_NOTE_BYTES {
            self.note = format!("{}\n{}", self.note, other.note);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(values: &[Value]) -> Option<Value> {
        let mut entry = Entry::default();
        values.iter().for_each(|&value| entry.take(value));
        entry.value
    }

    #[test]
    fn the_deeper_search_counts_and_a_proof_counts_more_than_any_evaluation() {
        let value = |score, depth| Value { score: Score(score), bound: Bound::Exact, depth };
        let (shallow, deep) = (value(10, 5), value(20, 9));
        assert_eq!(after(&[shallow, deep]), Some(deep));
        assert_eq!(after(&[deep, shallow]), Some(deep));
        let at_least = Value { bound: Bound::Lower, ..value(20, 30) };
        assert_eq!(after(&[shallow, at_least]), Some(shallow), "a bound counts less");
        let later = value(30, 9);
        assert_eq!(after(&[deep, later]), Some(later));
        let won = Value { score: Score::win_in(7), ..shallow };
        assert_eq!(after(&[deep, won]), Some(won));
        assert_eq!(after(&[won, deep]), Some(won));
        let soon = Value { bound: Bound::Lower, ..won };
        assert_eq!(after(&[deep, soon]), Some(soon));
        let perhaps = Value { bound: Bound::Upper, ..won };
        assert_eq!(after(&[deep, perhaps]), Some(deep), "at most a win is no proof");
    }

    #[test]
    fn a_value_is_turned_by_a_move_and_back_again() {
        for score in [Score(35), Score::win_in(7), Score::loss_in(4)] {
            let value = Value { score, bound: Bound::Lower, depth: 9 };
            let next = value.after_move();
            assert_eq!((next.bound, next.depth), (Bound::Upper, 8));
            assert_eq!(next.before_move(), value);
        }
        let text = |score| Value { score, bound: Bound::Upper, depth: 9 }.to_string();
        assert_eq!(text(Score(-35)), "at most -0.35, depth 9");
        assert_eq!(text(Score::loss_in(4)), "at most lost in 4 plies, depth 9");
        let exact = |score| Value { score, bound: Bound::Exact, depth: 9 }.to_string();
        assert_eq!(exact(-Score::known_win_in(1)), "lost, depth 9");
        assert_eq!(exact(Score::win_in(1)), "won in 1 ply, depth 9");
    }

    #[test]
    fn merging_loses_no_note() {
        let noted = |note: &str| Entry { note: note.to_string(), ..Entry::default() };
        let mut entry = noted("first");
        entry.merge(&noted("second"));
        entry.merge(&noted("second"));
        entry.pass();
        assert_eq!(entry.mark, "", "something is known");
        entry.merge(&Entry { mark: "w".to_string(), ..Entry::default() });
        let mut passed = Entry::default();
        passed.pass();
        passed.merge(&entry);
        assert_eq!(passed, entry);
        assert_eq!((entry.note.as_str(), entry.mark.as_str()), ("first\nsecond", "w"));
    }
}
