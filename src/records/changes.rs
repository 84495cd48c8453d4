//! What a reader or a writer changes or assumes: counted by kind, for one line a file.

use std::fmt;

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
}

impl Changes {
    /// Is nothing changed?
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Adds `count` cases of a kind; `line` is that of the first.
    pub fn add(&mut self, name: &str, count: usize, line: usize) {
        match self.kinds.iter_mut().find(|kind| kind.name == name) {
            _ if count == 0 => {}
            Some(kind) => {
                kind.count += count;
                kind.line = kind.line.min(line);
            }
            None => self.kinds.push(Kind { name: name.to_string(), count, line }),
        }
    }

    /// Adds those of another part of the file.
    pub fn extend(&mut self, others: &Changes) {
        others.kinds.iter().for_each(|kind| self.add(&kind.name, kind.count, kind.line));
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
}
