//! The syntax of SGF: collections, trees, nodes, properties.
//!
//! A file that is cut off keeps every whole node, and a game that is not closed ends where the root of another one
//! begins. Nothing is recursive: a tree is a list of nodes, each with the number of its parent.
//!
//! Values keep the escapes of the file, so that properties unknown here are written as they were read.

use super::changes::Changes;
use super::parts::Part;
use super::sgf_builder::Builder;
use super::sgf_words::{unescaped, usual_name};
use super::{ReadError, shorten};

/// A node: its properties in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Node {
    /// Line where it begins.
    pub line: usize,
    /// Names and values.
    pub properties: Vec<(String, Vec<String>)>,
    /// The nodes that follow it; the first is the main line.
    pub next: Vec<usize>,
    /// Number of forks above it at which another branch than the first was taken.
    pub depth: usize,
}

impl Node {
    /// All values of a property.
    pub fn values(&self, name: &str) -> impl Iterator<Item = &str> {
        let found = self.properties.iter().filter(move |(known, _)| known == name);
        found.flat_map(|(_, values)| values.iter().map(String::as_str))
    }

    /// The first value of a property.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).next()
    }

    /// The first value of a property as text.
    pub fn text(&self, name: &str) -> String {
        self.value(name).map(unescaped).unwrap_or_default()
    }

    /// Does the node have the property?
    pub fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// The moves in the node, in order: property and point.
    pub fn moves(&self) -> impl Iterator<Item = (&str, &str)> {
        let moves = self.properties.iter().filter(|(name, _)| name == "B" || name == "W");
        moves.filter_map(|(name, values)| Some((name.as_str(), values.first()?.as_str())))
    }
}

/// A game; there is at least one node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RawTree {
    /// Line where it begins.
    pub line: usize,
    /// The root first, every node behind its parent.
    pub nodes: Vec<Node>,
    /// What is repaired.
    pub changes: Changes,
}

impl RawTree {
    /// The nodes from one on that are the first of their branch.
    pub fn main_line(&self, from: usize) -> impl Iterator<Item = &Node> {
        let mut at = Some(from);
        std::iter::from_fn(move || {
            let node = &self.nodes[at?];
            at = node.next.first().copied();
            Some(node)
        })
    }
}

/// The trees of a part of a collection, the bad ones as errors, and the length up to the tree that continues behind it.
pub(super) fn trees(part: Part<'_>) -> (Vec<Result<RawTree, ReadError>>, usize) {
    let mut reader = Reader { text: part.text, at: 0, line: part.line, is_at_end: false };
    let mut found = Vec::new();
    while reader.skip_to_tree() {
        let (line, begin) = (reader.line, reader.at);
        let tree = reader.tree().map_err(|reason| ReadError { line, reason });
        if tree.is_err() {
            reader.skip_to_root();
            // The message quotes what follows.
            reader.is_at_end |= part.text.len() - reader.at < QUOTED;
        }
        if reader.is_at_end && !part.is_last {
            return (found, begin);
        }
        found.push(tree);
    }
    let rest = part.text.trim_end();
    let is_beginning = !part.is_last && rest.ends_with('(');
    (found, if is_beginning { rest.len() - 1 } else { part.text.len() })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// Did the last tree end, or what was left out behind it, because the text does?
    is_at_end: bool,
}

/// More than the bytes that a message quotes, or that show a root.
const QUOTED: usize = 48;

/// Beginnings that only the first node of a game has, with the parenthesis before it.
pub(super) const ROOT_BEGINNINGS: [&str; 9] =
    ["(;FF[", "(;GM[", "(;CA[", "(;AP[", "(;SZ[", "(;PB[", "(;PW[", "(;EV[", "(;GN["];

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        self.line += usize::from(byte == b'\n');
        Some(byte)
    }

    /// Goes to the next parenthesis that opens a tree; text before it is not part of SGF.
    fn skip_to_tree(&mut self) -> bool {
        while let Some(byte) = self.peek() {
            if byte == b'(' && self.text[self.at + 1..].trim_start().starts_with(';') {
                return true;
            }
            self.next();
        }
        false
    }

    fn is_root(&self) -> bool {
        let rest = &self.text.as_bytes()[self.at..];
        ROOT_BEGINNINGS.iter().any(|root| rest.starts_with(root.as_bytes()))
    }

    /// After an error: goes to the apparent beginning of another game.
    fn skip_to_root(&mut self) {
        while self.peek().is_some() && !self.is_root() {
            self.next();
        }
        self.is_at_end = self.peek().is_none();
    }

    /// Reads a tree; the reader is at its parenthesis.
    fn tree(&mut self) -> Result<RawTree, String> {
        let mut builder = Builder::new(self.line);
        self.is_at_end = false;
        let is_space = |byte: u8| byte.is_ascii_whitespace() || byte == 0;
        while !builder.is_closed {
            match self.peek() {
                None => {
                    self.is_at_end = true;
                    builder.changes.add_repairs("games without the last ')'", 1, builder.line);
                    break;
                }
                Some(b'(') if !builder.forks.is_empty() && self.is_root() => {
                    builder.changes.add_repairs("games without the last ')'", 1, builder.line);
                    break;
                }
                Some(b'(') => builder.open(),
                Some(b')') => builder.close(),
                Some(b';') => builder.node(self.line),
                Some(byte) if byte.is_ascii_alphanumeric() => {
                    let line = self.line;
                    match self.property() {
                        Some((_, values)) if values.is_empty() => {
                            builder.changes.add("properties without a value, left out", 1, line);
                        }
                        Some((written, values)) => {
                            let (name, is_usual) = usual_name(&written);
                            let kind = "properties in lower case, read as capitals";
                            builder.changes.add_repairs(kind, usize::from(!is_usual), line);
                            builder.property((name, values));
                        }
                        None if builder.nodes.is_empty() => return Err("the game is empty".to_string()),
                        None => {
                            self.is_at_end = true;
                            builder.changes.add("nodes cut off by the end of the file", 1, line);
                            builder.drop_last();
                            break;
                        }
                    }
                    continue;
                }
                Some(byte) if is_space(byte) => {}
                Some(_) => {
                    let rest: String =
                        self.text.get(self.at..).unwrap_or_default().chars().take(10).collect();
                    return Err(format!("'{}': expected a node or a property", shorten(&rest)));
                }
            }
            self.next();
        }
        builder.finish()
    }

    /// A name as written and its values; `None` if the file ends within it.
    fn property(&mut self) -> Option<(String, Vec<String>)> {
        let mut name = String::new();
        while let Some(byte) = self.peek().filter(u8::is_ascii_alphanumeric) {
            name.push(char::from(byte));
            self.next();
        }
        let mut values = Vec::new();
        loop {
            while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
                self.next();
            }
            match self.peek() {
                Some(b'[') => values.push(self.value()?),
                None if values.is_empty() => return None,
                _ => return Some((name, values)),
            }
        }
    }

    /// A value in brackets with its escapes; `None` if it is not closed.
    fn value(&mut self) -> Option<String> {
        self.next();
        let start = self.at;
        loop {
            match self.next()? {
                b']' => return Some(self.text[start..self.at - 1].to_string()),
                b'\\' => {
                    self.next()?;
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> Vec<Result<RawTree, ReadError>> {
        trees(Part { text, line: 1, is_last: true }).0
    }

    fn one(text: &str) -> RawTree {
        let mut found = whole(text);
        assert_eq!(found.len(), 1, "{text}");
        found.remove(0).expect("a good tree")
    }

    fn points(tree: &RawTree) -> Vec<&str> {
        tree.nodes.iter().flat_map(Node::moves).map(|(_, point)| point).collect()
    }

    #[test]
    fn the_first_branch_is_the_main_line_and_the_others_are_kept() {
        let tree = one("(;GM[4];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]))");
        let main: Vec<&str> = tree.main_line(0).flat_map(Node::moves).map(|(_, point)| point).collect();
        assert_eq!(main, ["aa", "bb", "cc", "dd"]);
        assert_eq!(points(&tree), ["aa", "bb", "cc", "dd", "ee", "ff"]);
        assert_eq!((&tree.nodes[1].next[..], &tree.nodes[3].next[..]), (&[2, 6][..], &[4, 5][..]));
        assert!(tree.changes.is_empty());
        let tree = one("(;GM[4];B[aa](;C[only words])(;W[bb]))");
        assert_eq!(tree.main_line(0).flat_map(Node::moves).count(), 2);
    }

    #[test]
    fn brackets_in_values_are_escaped() {
        let tree = one("(;GM[4]C[a \\] b \\\\ (;c\\\nd]AB[aa][bb]\n [cc])");
        assert_eq!(tree.nodes[0].text("C"), "a ] b \\ (;cd");
        assert_eq!(tree.nodes[0].value("C"), Some("a \\] b \\\\ (;c\\\nd"));
        assert_eq!(tree.nodes[0].values("AB").count(), 3);
    }

    #[test]
    fn a_game_that_is_not_closed_is_kept_and_costs_no_other() {
        let found = whole("(;GM[4];B[aa](;W[bb]\n(;GM[4];B[cc])\n(;FF[4]C[\n]!)\n(;GM[4];B[dd])");
        let good: Vec<bool> = found.iter().map(Result::is_ok).collect();
        assert_eq!(good, [true, true, false, true]);
        let first = found[0].as_ref().expect("kept");
        assert_eq!(points(first), ["aa", "bb"]);
        assert_eq!(first.changes.to_string(), "games without the last ')': 1 (line 1)");
        assert_eq!(found[2].as_ref().map_err(|error| error.line).err(), Some(3));
    }

    #[test]
    fn a_file_that_is_cut_off_keeps_its_whole_nodes() {
        for (text, kept) in [
            ("(;GM[4];B[aa];W[bb];B[c", &["aa", "bb"][..]),
            ("(;GM[4];B[aa];W[bb]C[the", &["aa"]),
            ("(;GM[4];B[aa];W[bb];B", &["aa", "bb"]),
            ("(;GM[4];B[aa];W[bb]", &["aa", "bb"]),
            ("(;GM[4];B[aa](;W[bb])(;W[cc", &["aa", "bb"]),
            ("(;GM[4]PB[a", &[]),
        ] {
            let tree = one(text);
            assert_eq!(points(&tree), kept, "{text}");
            assert!(!tree.changes.is_empty(), "{text}");
        }
    }

    #[test]
    fn names_may_have_digits_and_must_have_values() {
        let tree = one("(;GM[4]5A[gg][hh] TE;B[aa])");
        assert_eq!(tree.nodes[0].values("5A").count(), 2);
        assert_eq!(tree.changes.to_string(), "properties without a value, left out: 1 (line 1)");
    }

    #[test]
    fn a_name_in_lower_case_stands_for_its_capitals_and_is_reported() {
        let tree = one("(;gm[4];b[aa]x[1];White[bb])");
        assert_eq!(points(&tree), ["aa", "bb"]);
        assert_eq!((tree.nodes[0].value("GM"), tree.nodes[1].value("X")), (Some("4"), Some("1")));
        assert_eq!(tree.changes.to_string(), "properties in lower case, read as capitals: 3 (from line 1)");
        assert!(one("(;GaMe[4]CoPyright[a])").changes.is_empty());
    }

    #[test]
    fn depth_is_a_number_and_not_a_stack() {
        assert!(whole(&"(;".repeat(200_000))[0].is_ok());
        let deep = "(;B[aa](;W[bb])".repeat(1000);
        assert!(one(&deep).changes.to_string().contains("nested too deep"));
    }
}
