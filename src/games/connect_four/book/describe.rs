//! The contents of a book as text.

use std::collections::BTreeMap;

use super::Book;
use super::answers::Answer;

impl Book {
    /// Its contents, for users.
    pub(super) fn describe(&self) -> String {
        let mut text =
            format!("board: {}x{}\nbytes: {}", self.shape.width, self.shape.height, self.encode().len());
        for (kind, list) in [("proved", &self.proved), ("searched", &self.searched)] {
            text.push_str(&format!("\n{kind}: {}", list.len()));
            push_counts(&mut text, list.iter().map(|&(key, _)| self.shape.stones(key)));
        }
        let Some(strategy) = &self.strategy else { return text };
        let winner = if strategy.first_wins() { "first" } else { "second" };
        text.push_str(&format!("\nstrategy: the {winner} player wins"));
        let (leaves, moves): (Vec<_>, Vec<_>) =
            strategy.answers().partition(|&(_, answer)| answer == Answer::Leaf);
        for (kind, answers) in [("moves", moves), ("leaves", leaves)] {
            text.push_str(&format!("\n{kind}: {}", answers.len()));
            push_counts(&mut text, answers.into_iter().map(|(stones, _)| stones));
        }
        text
    }
}

/// A line for each number of stones with its number of positions.
fn push_counts(text: &mut String, stones: impl Iterator<Item = u32>) {
    let mut by_stones: BTreeMap<u32, usize> = BTreeMap::new();
    for stones in stones {
        *by_stones.entry(stones).or_default() += 1;
    }
    text.extend(by_stones.iter().map(|(stones, count)| format!("\n  with {stones} stones: {count}")));
}
