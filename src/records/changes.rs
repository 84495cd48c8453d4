//! What a reader or a writer changes or assumes: counted by kind, for one line a file.

use std::fmt;

/// Most kinds that are counted separately.
const MAX_KINDS: usize = 200;
/// All others.
const OTHER_KINDS: &str = "other changes";

/// Kinds of changes, with the number of cases and the line of the first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    kinds: Vec<Kind>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Kind {
    name: String,
    count: usize,
    line: usize,
    /// Is anything of the file lost by it?
    loses: bool,
}

impl Changes {
    /// Is nothing changed?
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Adds `count` cases of a kind by which something of the file is lost; `line` is that of the first.
    pub fn add(&mut self, name: &str, count: usize, line: usize) {
        self.put(Kind { name: name.to_string(), count, line, loses: true });
    }

    /// Adds `count` cases of a kind by which nothing is lost.
    pub fn add_repairs(&mut self, name: &str, count: usize, line: usize) {
        self.put(Kind { name: name.to_string(), count, line, loses: false });
    }

    /// Adds those of another part of the file.
    pub fn extend(&mut self, others: &Changes) {
        others.kinds.iter().for_each(|kind| self.put(kind.clone()));
    }

    /// Those by which something of the file is lost.
    pub fn losses(&self) -> Changes {
        Changes { kinds: self.kinds.iter().filter(|kind| kind.loses).cloned().collect() }
    }

    /// The kinds other than this one.
    pub(super) fn without(mut self, name: &str) -> Changes {
        self.kinds.retain(|kind| kind.name != name);
        self
    }

    fn put(&mut self, kind: Kind) {
        if kind.count == 0 {
            return;
        }
        let known = |kinds: &[Kind], kind: &Kind| {
            kinds.iter().position(|known| (&known.name, known.loses) == (&kind.name, kind.loses))
        };
        let mut kind = kind;
        let mut place = known(&self.kinds, &kind);
        // Kinds quote words of the file.
        if place.is_none() && self.kinds.len() >= MAX_KINDS {
            kind = Kind { name: OTHER_KINDS.to_string(), loses: true, ..kind };
            place = known(&self.kinds, &kind);
        }
        match place.map(|place| &mut self.kinds[place]) {
            Some(known) => {
                known.count += kind.count;
                known.line = known.line.min(kind.line);
            }
            None => self.kinds.push(kind),
        }
    }
}

impl Changes {
    /// The kinds and their counts, of a game that is in no file: `comments, which psq cannot hold: 2`.
    pub fn counts(&self) -> String {
        let parts: Vec<String> =
            self.kinds.iter().map(|kind| format!("{}: {}", kind.name, kind.count)).collect();
        parts.join("; ")
    }
}

/// `tags given twice, the later counts: 2 (from line 3)`.
impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.kinds.iter().map(Kind::to_string).collect();
        f.write_str(&parts.join("; "))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = if self.count > 1 { "from " } else { "" };
        write!(f, "{}: {} ({from}line {})", self.name, self.count, self.line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_of_a_kind_are_counted_from_the_first_line() {
        let mut changes = Changes::default();
        changes.add("marks", 2, 7);
        changes.add("tags", 1, 3);
        changes.add("marks", 1, 4);
        changes.add("names", 0, 1);
        assert_eq!(changes.to_string(), "marks: 3 (from line 4); tags: 1 (line 3)");
    }

    #[test]
    fn repairs_are_no_losses() {
        let mut changes = Changes::default();
        changes.add_repairs("braces", 1, 7);
        assert!(changes.losses().is_empty() && !changes.is_empty());
        changes.add("marks", 1, 4);
        assert_eq!(changes.losses().to_string(), "marks: 1 (line 4)");
    }

    #[test]
    fn the_number_of_kinds_is_limited() {
        let mut changes = Changes::default();
        for line in 1..=1000 {
            changes.add(&format!("kind {line}"), 1, line);
            changes.add_repairs(&format!("repair {line}"), 1, line);
        }
        changes.add("kind 1", 1, 1001);
        let text = changes.to_string();
        assert!(text.starts_with("kind 1: 2 (from line 1); "), "{text}");
        assert!(text.ends_with("; other changes: 1800 (from line 101)"), "{text}");
    }
}
