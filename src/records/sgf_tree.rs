//! The syntax of SGF: collections, trees, nodes, properties.
//!
//! Only the main line of a tree is kept: the first branch at every fork. An unclosed tree is an error and ends where
//! the root of another one begins, so that a bad game does not affect others. Nothing is recursive: depth is a counter.

use super::{ReadError, shorten};

/// A node: its properties in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Node {
    /// Line where it begins.
    pub line: usize,
    properties: Vec<(String, Vec<String>)>,
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

/// The main line of a tree; there is at least one node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RawTree {
    /// Line where it begins.
    pub line: usize,
    /// From the root on.
    pub nodes: Vec<Node>,
}

/// All trees of a collection, the bad ones as errors.
pub(super) fn trees(text: &str) -> Vec<Result<RawTree, ReadError>> {
    let mut reader = Reader { text, at: 0, line: 1 };
    let mut found = Vec::new();
    while reader.skip_to_tree() {
        let line = reader.line;
        found.push(reader.tree().map_err(|reason| ReadError { line, reason }));
        if matches!(found.last(), Some(Err(_))) {
            reader.skip_to_root();
        }
    }
    if found.is_empty() && !text.trim().is_empty() {
        found.push(Err(ReadError { line: 1, reason: "no game: expected '(;'".to_string() }));
    }
    found
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

/// Beginnings that only the first node of a game has, with the parenthesis before it.
const ROOT_BEGINNINGS: [&str; 9] =
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
    }

    /// Reads a tree; the reader is at its parenthesis.
    fn tree(&mut self) -> Result<RawTree, String> {
        let mut tree = RawTree { line: self.line, nodes: Vec::new() };
        let mut depth = 0;
        let mut on_main_line = true;
        let is_space = |byte: u8| byte.is_ascii_whitespace() || byte == 0;
        loop {
            match self.peek() {
                None => return Err("the game is not closed: ')' is missing".to_string()),
                Some(b'(') if depth > 0 && self.is_root() => {
                    return Err("the game is not closed before the next one begins".to_string());
                }
                Some(b'(') => depth += 1,
                Some(b')') => {
                    depth -= 1;
                    on_main_line = false;
                }
                Some(b';') if on_main_line => tree.nodes.push(Node { line: self.line, ..Node::default() }),
                Some(b';') => {}
                Some(byte) if byte.is_ascii_alphabetic() => {
                    let property = self.property()?;
                    if let (true, Some(node)) = (on_main_line, tree.nodes.last_mut()) {
                        node.properties.push(property);
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
            if depth == 0 {
                return if tree.nodes.is_empty() { Err("the game is empty".to_string()) } else { Ok(tree) };
            }
        }
    }

    /// A name and its values. Lower-case letters in a name are old style and are ignored.
    fn property(&mut self) -> Result<(String, Vec<String>), String> {
        let mut name = String::new();
        while let Some(byte) = self.peek().filter(u8::is_ascii_alphanumeric) {
            if !byte.is_ascii_lowercase() {
                name.push(char::from(byte));
            }
            self.next();
        }
        let mut values = Vec::new();
        loop {
            while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
                self.next();
            }
            if self.peek() != Some(b'[') {
                break;
            }
            values.push(self.value()?);
        }
        if values.is_empty() {
            Err(format!("property {} has no value", shorten(&name)))
        } else {
            Ok((name, values))
        }
    }

    /// A value in brackets; a backslash escapes the character after it, and removes a line end.
    fn value(&mut self) -> Result<String, String> {
        self.next();
        let mut value = Vec::new();
        loop {
            match self.next() {
                None => return Err("a value is not closed: ']' is missing".to_string()),
                Some(b']') => return Ok(String::from_utf8_lossy(&value).into_owned()),
                Some(b'\\') => match self.next() {
                    Some(b'\r') if self.peek() == Some(b'\n') => {
                        self.next();
                    }
                    Some(b'\n' | b'\r') | None => {}
                    Some(byte) => value.push(byte),
                },
                Some(byte) => value.push(byte),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> RawTree {
        let mut found = trees(text);
        assert_eq!(found.len(), 1, "{text}");
        found.remove(0).expect("a good tree")
    }

    #[test]
    fn the_first_branch_is_the_main_line() {
        let tree = one("(;GM[4];B[aa](;W[bb];B[cc](;W[dd])(;W[ee]))(;W[ff]))");
        let moves: Vec<&str> = tree.nodes.iter().flat_map(Node::moves).map(|(_, point)| point).collect();
        assert_eq!(moves, ["aa", "bb", "cc", "dd"]);
    }

    #[test]
    fn brackets_in_values_are_escaped() {
        let tree = one("(;GM[4]C[a \\] b \\\\ (;c\\\nd]AB[aa][bb]\n [cc])");
        assert_eq!(tree.nodes[0].value("C"), Some("a ] b \\ (;cd"));
        assert_eq!(tree.nodes[0].values("AB").count(), 3);
    }

    #[test]
    fn a_game_that_is_not_closed_costs_no_other() {
        let found = trees("(;GM[4];B[aa](;W[bb]\n(;GM[4];B[cc])\n(;FF[4]C[\n]!)\n(;GM[4];B[dd])");
        let good: Vec<bool> = found.iter().map(Result::is_ok).collect();
        assert_eq!(good, [false, true, false, true]);
        assert_eq!(found[2].as_ref().map_err(|error| error.line).err(), Some(3));
    }

    #[test]
    fn depth_is_a_number_and_not_a_stack() {
        assert!(trees(&"(;".repeat(200_000))[0].is_err());
    }
}
