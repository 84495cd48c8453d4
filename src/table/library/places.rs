//! The keys of a position and of those that are the same by the symmetry of the board.
//!
//! A symmetry of the grid is one of the game if it leaves the start position as it is. On a board on which stones fall it
//! must keep the columns upright.

use crate::contract::{Board, Point};
use crate::engine::AnyEngine;
use crate::table::answer::{Code, Refusal};
use crate::table::rules::Rules;

/// The keys of a position string in these rules, and of its images.
///
/// # Errors
/// `bad_position`: it cannot be read.
pub(super) fn keys(rules: &mut Rules, fen: &str) -> Result<Vec<u64>, Refusal> {
    let engine = rules.after(&[])?;
    let start = plain(engine.board());
    let mut symmetries = symmetries(engine);
    symmetries.retain(|symmetry| symmetry.of(&start) == start);
    let bad = |error: crate::contract::EngineError| Refusal::new(Code::BadPosition, error.to_string());
    engine.set_position(Some(fen), &[]).map_err(bad)?;
    let (board, to_move) = (plain(engine.board()), engine.status().to_move);
    let images = symmetries.iter().filter_map(|symmetry| engine.compose(&symmetry.of(&board), to_move).ok());
    let images: Vec<String> = images.collect();
    let mut keys = engine.position_keys();
    for image in &images {
        if engine.set_position(Some(image), &[]).is_ok() {
            keys.extend(engine.position_keys());
        }
    }
    keys.dedup();
    Ok(keys)
}

/// The board without marks for moves that are forbidden.
fn plain(mut board: Board) -> Board {
    let forbidden = board.points.iter_mut().filter(|point| **point == Point::Forbidden);
    forbidden.for_each(|point| *point = Point::Empty);
    board
}

/// A symmetry of a grid.
#[derive(Clone, Copy)]
enum Symmetry {
    /// First the diagonal, then the columns, then the rows are exchanged.
    Square { diagonal: bool, columns: bool, rows: bool },
    /// Left and right of a hexagonal board are exchanged.
    Star,
}

/// The symmetries of the grid other than the identity that the game may have.
fn symmetries(engine: &dyn AnyEngine) -> Vec<Symmetry> {
    let board = engine.board();
    if board.hexagonal {
        return vec![Symmetry::Star];
    }
    let (falls, is_square) = (engine.face().falls, board.width == board.height);
    let all = (1..8_u8).map(|bits| (bits & 4 > 0, bits & 1 > 0, bits & 2 > 0));
    all.filter(|&(diagonal, _, rows)| !(falls && (diagonal || rows)) && (is_square || !diagonal))
        .map(|(diagonal, columns, rows)| Symmetry::Square { diagonal, columns, rows })
        .collect()
}

impl Symmetry {
    /// The image of a board.
    fn of(self, board: &Board) -> Board {
        let cells = (0..board.height).flat_map(|y| (0..board.width).map(move |x| (x, y)));
        let points = cells.map(|cell| self.origin(cell, board).map_or(Point::Outside, |at| board.points[at]));
        Board { points: points.collect(), ..board.clone() }
    }

    /// The point whose image is at a cell.
    fn origin(self, (x, y): (usize, usize), board: &Board) -> Option<usize> {
        let Board { width, height, .. } = *board;
        match self {
            Symmetry::Square { diagonal, columns, rows } => {
                let x = if columns { width - 1 - x } else { x };
                let y = if rows { height - 1 - y } else { y };
                Some(if diagonal { x * width + y } else { y * width + x })
            }
            Symmetry::Star => {
                let x = (3 * (width - 1) / 2).checked_sub(x + y).filter(|&x| x < width)?;
                Some(y * width + x)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::MoveStyle;
    use crate::random::Random;
    use crate::wire::catalogue::Catalogue;

    fn rules(game: &str) -> Rules {
        Rules::open(Catalogue::GAMES, game, &[], None).expect("a game")
    }

    /// The number of images of a position, itself included.
    fn images(game: &str, moves: &[&str]) -> usize {
        let mut rules = rules(game);
        let fen = rules.after(moves).expect("a line").fen();
        let mut keys = keys(&mut rules, &fen).expect("a position");
        keys.sort_unstable();
        keys.dedup();
        keys.len()
    }

    #[test]
    fn boards_have_the_symmetries_of_their_games() {
        assert_eq!(images("connect4", &["1"]), 2);
        assert_eq!(images("connect4", &["4"]), 1);
        assert_eq!(images("gomoku", &["h8", "i10"]), 8);
        assert_eq!(images("renju", &["h8", "h9"]), 4);
        assert_eq!(images("draughts", &["32-28", "19-23"]), 1);
        assert_eq!(images("english", &["11-15"]), 1);
        let mut star = rules("chinesecheckers");
        let moves = star.after(&[]).expect("the start").legal_moves(MoveStyle::Native);
        assert!(moves.iter().any(|mv| images("chinesecheckers", &[mv]) == 2), "{moves:?}");
    }

    #[test]
    fn the_key_of_a_position_string_is_that_of_the_game() {
        for listed in crate::games::listed_names() {
            let mut rules = rules(listed.name);
            let mut random = Random::new(5);
            let engine = rules.after(&[]).expect("the start");
            for _ in 0..12 {
                let moves = engine.legal_moves(MoveStyle::Native);
                if moves.is_empty() {
                    break;
                }
                engine.play(&moves[random.below(moves.len())]).expect("a legal move");
            }
            let (fen, played) = (engine.fen(), engine.position_keys());
            let found = keys(&mut rules, &fen).expect("a position");
            assert!(found.contains(played.last().expect("a key")), "{}: {fen}", listed.name);
        }
    }
}
