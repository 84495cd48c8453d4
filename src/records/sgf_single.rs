//! Properties of SGF that have one value. Files repeat them, or give them several: what is not used is reported.

use super::MoveMark;
use super::sgf_tree::{Node, RawTree};

/// The comment of a node.
const COMMENT: &str = "C";
/// Properties with one value at any node, other than marks of moves.
const SINGLE: [&str; 4] = ["B", "W", COMMENT, "PL"];

/// Leaves one value of each such property: comments are joined, of others the first value counts. `is_header`: properties of the root
/// that a record has elsewhere.
pub(super) fn keep_one_value(tree: &mut RawTree, is_header: fn(&str) -> bool) {
    let RawTree { nodes, changes, .. } = tree;
    for (number, node) in nodes.iter_mut().enumerate() {
        let is_mark = |name: &str| MoveMark::SIGNS.iter().any(|&(.., (property, _))| property == name);
        let is_single =
            |name: &str| SINGLE.contains(&name) || is_mark(name) || number == 0 && is_header(name);
        let (joined, left_out) = merged(node, is_single);
        changes.add_repairs("second comments of a node, joined to the first", joined, node.line);
        changes.add("properties with a second value, the first counts", left_out, node.line);
    }
}

/// Leaves one value of these properties of a node; returns the numbers of comments that are joined, and of values that
/// are left out.
fn merged(node: &mut Node, is_single: impl Fn(&str) -> bool) -> (usize, usize) {
    let (mut joined, mut left_out) = (0, 0);
    let mut kept: Vec<(String, Vec<String>)> = Vec::with_capacity(node.properties.len());
    for (name, values) in std::mem::take(&mut node.properties) {
        // Two moves in a node are both played.
        let is_move = name == "B" || name == "W";
        let place = kept.iter().position(|(known, _)| *known == name).filter(|_| !is_move);
        if !is_single(&name) {
            kept.push((name, values));
            continue;
        }
        let mut values = values.into_iter();
        let place = place.unwrap_or_else(|| {
            kept.push((name.clone(), values.next().into_iter().collect()));
            kept.len() - 1
        });
        let Some(first) = kept[place].1.first_mut() else { continue };
        for value in values.filter(|value| !value.trim().is_empty()) {
            if first.trim().is_empty() {
                *first = value;
            } else if name == COMMENT {
                *first = [first.as_str(), &value].join("\n");
                joined += 1;
            } else {
                left_out += usize::from(*first != value);
            }
        }
    }
    node.properties = kept;
    (joined, left_out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::parts::Part;
    use crate::records::sgf_tree::trees;

    fn read(text: &str) -> (RawTree, String) {
        let mut tree = trees(Part { text, line: 1, is_last: true }).0.remove(0).expect("a tree");
        keep_one_value(&mut tree, |name| name == "PB");
        let said = tree.changes.to_string();
        (tree, said)
    }

    #[test]
    fn a_second_value_is_reported_and_comments_are_joined() {
        for (text, property, value, said) in [
            ("(;PB[a]PB[b])", "PB", "a", "a second value, the first counts: 1"),
            ("(;PB[a][b][c])", "PB", "a", "a second value, the first counts: 2"),
            ("(;B[hh][ii])", "B", "hh", "a second value, the first counts: 1"),
            ("(;C[x][y]C[z\\]])", "C", "x\ny\nz\\]", "joined to the first: 2"),
            ("(;PB[a]PB[a])", "PB", "a", ""),
        ] {
            let (tree, found) = read(text);
            assert_eq!(tree.nodes[0].values(property).collect::<Vec<_>>(), [value], "{text}");
            assert!(found.contains(said) && found.is_empty() == said.is_empty(), "{text}: {found}");
        }
    }

    #[test]
    fn lists_and_moves_in_one_node_stay_as_they_are() {
        let (tree, said) = read("(;AB[aa][bb]LB[aa:1][bb:2];B[cc]B[dd])");
        assert_eq!((tree.nodes[0].values("AB").count(), tree.nodes[1].moves().count()), (2, 2));
        assert_eq!(said, "");
        assert_eq!(read("(;AB[aa];PB[a][b])").1, "");
    }
}
