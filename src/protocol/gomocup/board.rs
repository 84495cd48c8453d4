//! Converts a manager's list of stones to a position.
//!
//! The colours of `BOARD` are 1 for the engine's stones and 2 for the opponent's, not by the order of play. If the
//! colours alternate in the list, its order counts as the game: renju needs it, and fouls and finished lines are found.
//! Otherwise only the stones count. Then the numbers of stones show which player began; if they do not, as after a pass
//! (`-1,-1,c`, Yixin), it was the owner of the first stone.

use super::command::{cell_at, numbers};
use crate::contract::GridCell;
use crate::openings::{Placement, cell_text};
use crate::wire::message::quoted;

/// Longest list: a full board and the same number of passes.
const MAX_LINES: usize = 2 * 22 * 22;

/// One line of a list of stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stone {
    /// Where; `None`: a pass.
    pub cell: Option<GridCell>,
    /// Is it the engine's? `None` if the line has no colour.
    pub own: Option<bool>,
}

/// A list of stones in progress: lines after the command, up to `DONE`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Stones {
    list: Vec<Stone>,
    /// The first thing that was wrong.
    error: Option<String>,
}

impl Stones {
    /// Adds a line; [`Stones::finish`] returns its error.
    pub fn add(&mut self, line: &str, size: usize) {
        if self.error.is_some() {
            return;
        }
        match read_stone(line, size) {
            Ok(_) if self.list.len() == MAX_LINES => {
                self.error = Some(format!("there are more than {MAX_LINES} stones"));
            }
            Ok(stone) => {
                let taken = stone.cell.is_some() && self.list.iter().any(|known| known.cell == stone.cell);
                if taken {
                    self.error = Some(format!("{} holds a stone already", quoted(line.trim())));
                }
                self.list.push(stone);
            }
            Err(error) => self.error = Some(error),
        }
    }

    /// The list, now that `DONE` has come.
    ///
    /// # Errors
    /// What was wrong with the first bad line.
    pub fn finish(self) -> Result<Vec<Stone>, String> {
        match self.error {
            Some(error) => Err(error),
            None => Ok(self.list),
        }
    }
}

/// Reads `x,y` or `x,y,colour`.
fn read_stone(line: &str, size: usize) -> Result<Stone, String> {
    let (x, y, colour) = match numbers(line).as_deref() {
        Ok(&[x, y]) => (x, y, None),
        Ok(&[x, y, colour]) => (x, y, Some(colour)),
        _ => return Err(format!("{} is not a stone; expected x,y,colour", quoted(line.trim()))),
    };
    let own = match colour {
        None => None,
        Some(1) => Some(true),
        Some(2) => Some(false),
        Some(3) => return Err(format!("colour 3 in {} is not supported", quoted(line.trim()))),
        Some(_) => {
            let colour = quoted(line.rsplit(',').next().unwrap_or_default().trim());
            return Err(format!("colour {colour} in {}: expected 1 (own) or 2", quoted(line.trim())));
        }
    };
    let cell = if (x, y) == (-1, -1) { None } else { Some(cell_at(x, y, line, size)?) };
    Ok(Stone { cell, own })
}

/// The position of these stones. `own_turn`: the engine is to move, whatever the stones imply.
///
/// # Errors
/// A stone has no colour.
pub(super) fn placement(stones: &[Stone], size: usize, own_turn: bool) -> Result<Placement, String> {
    let mut coloured = Vec::with_capacity(stones.len());
    for stone in stones {
        let text = stone.cell.map_or_else(|| "-1,-1".to_string(), cell_text);
        let own = stone.own.ok_or_else(|| format!("'{text}' has no colour; expected x,y,1 or x,y,2"))?;
        coloured.push((stone.cell, own));
    }
    if let Some(moves) = as_game(&coloured, own_turn) {
        return Ok(Placement { fen: None, moves });
    }
    let passes = coloured.iter().any(|(cell, _)| cell.is_none());
    let own_stones = coloured.iter().filter(|(_, own)| *own).count();
    let fits = !passes && (0..=1).contains(&(coloured.len() as i64 - 2 * own_stones as i64));
    // Stone counts that fit a game show who began: with equal counts the player to move, which is the engine.
    let own_began =
        if fits { coloured.len() == 2 * own_stones } else { coloured.first().is_some_and(|(_, own)| *own) };
    let own_to_move = own_turn || fits || coloured.last().is_some_and(|(_, own)| !own);
    let owned = coloured.iter().filter_map(|&(cell, own)| Some((cell?, own == own_began)));
    let first_to_move = own_to_move == own_began;
    Ok(Placement { fen: Some(position_string(owned, size, first_to_move)), moves: Vec::new() })
}

/// The moves, if the stones alternate and the right player is to move after them.
fn as_game(stones: &[(Option<GridCell>, bool)], own_turn: bool) -> Option<Vec<String>> {
    let turns = stones.windows(2).all(|pair| pair[0].1 != pair[1].1);
    let own_is_next = stones.last().is_none_or(|(_, own)| !own);
    if !turns || own_turn && !own_is_next {
        return None;
    }
    stones.iter().map(|(cell, _)| cell.map(cell_text)).collect()
}

/// A position string from stones with their owner: is it the first player?
pub(super) fn position_string(
    stones: impl IntoIterator<Item = (GridCell, bool)>,
    size: usize,
    first_to_move: bool,
) -> String {
    let mut rows = vec![vec!['.'; size]; size];
    for (cell, first) in stones {
        rows[usize::from(cell.y)][usize::from(cell.x)] = if first { 'x' } else { 'o' };
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    format!("{} {}", rows.join("/"), if first_to_move { 'x' } else { 'o' })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(lines: &[&str]) -> Result<Vec<Stone>, String> {
        let mut stones = Stones::default();
        for line in lines {
            stones.add(line, 5);
        }
        stones.finish()
    }

    fn place(lines: &[&str], own_turn: bool) -> Placement {
        placement(&list(lines).unwrap(), 5, own_turn).unwrap()
    }

    #[test]
    fn stones_that_take_turns_are_the_moves_of_the_game() {
        let game = place(&["2,2,1", "1, 1, 2"], true);
        assert_eq!(game, Placement { fen: None, moves: vec!["2,2".to_string(), "1,1".to_string()] });
        assert_eq!(place(&["2,2,2", "1,1,1", "0,0,2"], true).moves.len(), 3);
        assert_eq!(place(&[], true), Placement::EMPTY);
        assert_eq!(place(&["2,2,1"], false).moves, ["2,2"]);
    }

    #[test]
    fn stones_in_another_order_are_counted() {
        let even = place(&["2,2,1", "1,1,1", "0,0,2", "3,3,2"], true);
        assert_eq!(even.fen.unwrap(), "o..../.x.../..x../...o./..... x");
        let odd = place(&["2,2,1", "0,0,2", "3,3,2"], true);
        assert_eq!(odd.fen.unwrap(), "x..../...../..o../...x./..... o");
    }

    #[test]
    fn where_counts_do_not_fit_the_first_listed_began_and_the_engine_moves() {
        let own = place(&["2,2,1"], true);
        assert_eq!(own.fen.unwrap(), "...../...../..x../...../..... x");
        let two = place(&["2,2,2", "1,1,2"], true);
        assert_eq!(two.fen.unwrap(), "...../.x.../..x../...../..... o");
    }

    #[test]
    fn a_pass_changes_the_turn() {
        let passed = place(&["2,2,1", "-1,-1,2"], false);
        assert_eq!(passed.fen.unwrap(), "...../...../..x../...../..... x");
    }

    #[test]
    fn bad_lines_are_named_and_the_first_one_counts() {
        assert!(list(&["2,2,1", "2,2,2", "x"]).unwrap_err().contains("'2,2,2' holds a stone"));
        assert!(list(&["5,0,1"]).unwrap_err().contains("'5,0' is not on the board"));
        assert!(list(&["1,1,3"]).unwrap_err().contains("colour 3 in '1,1,3'"));
        assert!(list(&["1,1,4"]).unwrap_err().contains("colour '4'"));
        assert!(list(&["1"]).unwrap_err().contains("'1' is not a stone"));
        assert!(list(&["1,b,2"]).unwrap_err().contains("'1,b,2' is not a stone"));
        let colourless = list(&["1,1"]).unwrap();
        assert!(placement(&colourless, 5, true).unwrap_err().contains("'1,1' has no colour"));
        assert!(list(&vec!["-1,-1,1"; MAX_LINES + 1]).unwrap_err().contains("more than"));
    }
}
