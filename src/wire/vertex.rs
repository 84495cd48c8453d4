//! Colours and vertices.
//!
//! A vertex is a column letter without I and a number from the bottom. Every board is extended to a square, because
//! GoGui 1.6.0 fails on boards that are wider than high: missing places are above or to the right.

use crate::contract::{Board, GridCell, Player, StoneColour};
use crate::engine::AnyEngine;
use crate::wire::message::quoted;

/// Columns in order.
const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// A vertex or a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Vertex {
    /// A place.
    Cell(GridCell),
    /// `pass`.
    Pass,
}

/// Reads `black`, `b`, `white` or `w`.
///
/// # Errors
/// The word is none of these.
pub(crate) fn parse_colour(word: &str) -> Result<StoneColour, String> {
    match word.to_ascii_lowercase().as_str() {
        "b" | "black" => Ok(StoneColour::Black),
        "w" | "white" => Ok(StoneColour::White),
        _ => Err(format!("{} is not a colour, expected black or white", quoted(word))),
    }
}

/// `black` or `white`.
pub(crate) const fn colour_name(colour: StoneColour) -> &'static str {
    match colour {
        StoneColour::Black => "black",
        StoneColour::White => "white",
    }
}

/// The colour of a player: colours alternate with the players.
pub(crate) fn colour_of(engine: &dyn AnyEngine, player: Player) -> StoneColour {
    let first = engine.identity().rules.first_colour();
    if player.index().is_multiple_of(2) { first } else { first.other() }
}

/// Rows and columns of the square that contains the board.
pub(crate) fn side(board: &Board) -> usize {
    board.width.max(board.height)
}

/// The text of a cell.
pub(crate) fn vertex(board: &Board, cell: GridCell) -> String {
    let letter = char::from(LETTERS[usize::from(cell.x)]);
    format!("{letter}{}", board.height - usize::from(cell.y))
}

/// The vertices of the square outside the board.
pub(crate) fn missing(board: &Board) -> Vec<String> {
    let side = side(board);
    let vertices = (0..side).flat_map(|x| (1..=side).map(move |row| (x, row)));
    let missing = vertices.filter(|&(x, row)| x >= board.width || row > board.height);
    missing.map(|(x, row)| format!("{}{row}", char::from(LETTERS[x]))).collect()
}

/// Reads a vertex; `None` for a word without the format of one. Letters beyond the board and a row of 0 are an error
/// like any other vertex that the board does not have.
pub(crate) fn parse_vertex(board: &Board, word: &str) -> Option<Result<Vertex, String>> {
    if word.eq_ignore_ascii_case("pass") {
        return Some(Ok(Vertex::Pass));
    }
    let letter = word.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_uppercase();
    let digits = &word[1..];
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let column = LETTERS.iter().position(|&known| known == letter).filter(|&column| column < board.width);
    let row = digits.parse::<usize>().ok().filter(|row| (1..=board.height).contains(row));
    Some(match (column, row) {
        (Some(column), Some(row)) => Ok(Vertex::Cell(GridCell::new(column, board.height - row))),
        _ => Err(format!("{} is not on the board", quoted(word))),
    })
}

/// Converts the facade's move in the style of drops for a client: `P@i9` is J9, moves of pieces stay.
pub(crate) fn for_client(word: &str) -> String {
    word.strip_prefix("P@").and_then(cell_for_client).unwrap_or_else(|| word.to_string())
}

/// Converts the facade's cell for a client: `i9` is J9; `None` for a word without the format of one.
pub(crate) fn cell_for_client(cell: &str) -> Option<String> {
    let (letter, row) = cell.split_at_checked(1)?;
    let column = usize::from(letter.bytes().next()?.to_ascii_lowercase().wrapping_sub(b'a'));
    Some(format!("{}{row}", char::from(*LETTERS.get(column)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Point;

    fn board(width: usize, height: usize) -> Board {
        Board::from_cells(width, height, false, |_| Point::Empty)
    }

    #[test]
    fn letters_leave_out_i_and_rows_are_counted_from_the_bottom() {
        let board = board(15, 15);
        for (word, cell) in [("a1", (0, 14)), ("H8", (7, 7)), ("J8", (8, 7)), ("P15", (14, 0))] {
            let cell = GridCell::new(cell.0, cell.1);
            assert_eq!(parse_vertex(&board, word), Some(Ok(Vertex::Cell(cell))), "{word}");
            assert_eq!(vertex(&board, cell), word.to_ascii_uppercase());
        }
        for word in ["I8", "Q1", "A0", "A16", "A99999999999999999999999"] {
            assert!(matches!(parse_vertex(&board, word), Some(Err(_))), "{word}");
        }
        for word in ["", "A", "8", "d10-e11", "32-28", "é1", "resign"] {
            assert_eq!(parse_vertex(&board, word), None, "{word}");
        }
        assert_eq!(parse_vertex(&board, "PASS"), Some(Ok(Vertex::Pass)));
    }

    #[test]
    fn the_bottom_row_is_1_on_boards_that_are_not_square() {
        assert_eq!(vertex(&board(7, 6), GridCell::new(3, 5)), "D1");
        assert_eq!(side(&board(7, 6)), 7);
        assert_eq!(missing(&board(7, 6)), ["A7", "B7", "C7", "D7", "E7", "F7", "G7"]);
        assert_eq!(missing(&board(4, 5)), ["E1", "E2", "E3", "E4", "E5"]);
        assert!(missing(&board(15, 15)).is_empty());
        assert!(matches!(parse_vertex(&board(7, 6), "D7"), Some(Err(_))));
    }

    #[test]
    fn drops_become_vertices_and_other_moves_stay() {
        assert_eq!(for_client("P@h8"), "H8");
        assert_eq!(for_client("P@i10"), "J10");
        assert_eq!(for_client("32-28"), "32-28");
        assert_eq!(for_client("P@"), "P@");
    }

    #[test]
    fn colours_are_words_or_letters() {
        assert_eq!(parse_colour("B"), Ok(StoneColour::Black));
        assert_eq!(parse_colour("White"), Ok(StoneColour::White));
        assert!(parse_colour("red").expect_err("no colour").contains("'red'"));
    }
}
