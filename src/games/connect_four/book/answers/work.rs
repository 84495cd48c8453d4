//! The strategy of a work file: its lines `MOVES plays COLUMN NODES` and `MOVES leaf NODES`.
//!
//! Other lines of a search for a strategy record its progress; a book does not need them.

use std::collections::HashMap;

use super::walk::walk;
use super::{Answer, Strategy};
use crate::games::connect_four::book::Entry;
use crate::games::connect_four::book::line::{Line, parse_column};
use crate::games::connect_four::geometry::Geometry;
use crate::games::connect_four::position::Position;
use crate::games::connect_four::word::BoardWord;

/// Answers by the keys of their positions.
pub type Answers = HashMap<u128, Answer>;

/// Second words of the lines of a search for a strategy.
const KINDS: [&str; 5] = ["plays", "leaf", "win", "hold", "open"];

/// Is this line of a work file about a strategy, and not an entry of a book?
pub fn is_strategy_line(text: &str) -> bool {
    text.split(' ').nth(1).is_some_and(|kind| KINDS.contains(&kind))
}

/// The strategy of a work file from the start of the game on; `None` if it has no such lines.
///
/// # Errors
/// One line: an invalid line, another winner than in other lines, or a line of play in which the winner has no answer,
/// or one that does not win by the rules or by these proved entries.
pub fn strategy_of<B: BoardWord>(
    geometry: &Geometry<B>,
    work: &str,
    entries: &HashMap<u128, Entry>,
) -> Result<Option<Strategy>, String> {
    let Some((first, answers)) = read(geometry, work)? else { return Ok(None) };
    let ask = &mut |key, is_image| {
        if let Some(entry) = entries.get(&key).filter(|entry| entry.depth.is_none() && entry.score <= 0) {
            return Err(format!("the strategy wins, but the proved score is {}", entry.score));
        }
        let answer: Option<&Answer> = answers.get(&key);
        let answer = answer.ok_or("no line says how the winner answers")?;
        Ok(answer.mirrored(is_image, geometry.width()))
    };
    walk(geometry, first, answers.len(), ask).map(Some)
}

/// Whether the first player wins, and the answers by their keys; of several for one position the last.
///
/// # Errors
/// One line: an invalid line, or another winner than in other lines.
pub fn read<B: BoardWord>(geometry: &Geometry<B>, work: &str) -> Result<Option<(bool, Answers)>, String> {
    let mut winner = None;
    let mut answers = HashMap::new();
    for text in work.lines() {
        let words: Vec<&str> = text.split(' ').collect();
        let (moves, column, nodes) = match words[..] {
            [moves, "leaf", nodes] => (moves, None, nodes),
            [moves, "plays", column, nodes] => (moves, Some(column), nodes),
            [_, "leaf" | "plays", ..] => {
                return Err(format!("'{text}': expected MOVES plays COLUMN NODES or MOVES leaf NODES"));
            }
            _ => continue,
        };
        let line = Line::read(*geometry, moves)?;
        let answer = match column {
            None => Some(Answer::Leaf),
            Some(column) => column_with_room(&line.pos, column).map(|column| Answer::Plays(column as u8)),
        };
        let answer = answer.ok_or_else(|| format!("'{text}': the move is not a column with room"))?;
        nodes.parse::<u64>().map_err(|_| format!("'{text}': expected a number of nodes"))?;
        let first = line.pos.ply().is_multiple_of(2);
        if *winner.get_or_insert(first) != first {
            return Err(format!("'{text}': another line says that the other player wins"));
        }
        let (key, is_image) = line.key();
        answers.insert(key, answer.mirrored(is_image, geometry.width()));
    }
    Ok(winner.map(|first| (first, answers)))
}

/// The column of a work file's word, if a stone can be dropped into it.
fn column_with_room<B: BoardWord>(pos: &Position<B>, word: &str) -> Option<u32> {
    let column = parse_column(pos.geometry().width(), word.chars().next().filter(|_| word.len() == 1)?)?;
    pos.drop_into(column).map(|_| column)
}
