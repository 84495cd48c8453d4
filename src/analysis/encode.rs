//! Positions and moves as numbers, for programs that learn: the answer to `encode`.
//!
//! An observation is a stack of planes of zeros and ones. The players come in turn order, beginning with the player to
//! move, each with a plane of pieces and a plane of kings. The last plane has the places of the board.
//!
//! The number of a move depends on the game and its rules alone, not on the position:
//!
//! - If pieces fall, it is the column. There is no pass.
//! - If pieces are placed, it is the place, counted row by row from the top. The last number is a pass.
//! - If pieces move, it is `(from * places + to) * WAYS + way`, where `way` distinguishes captures with the same ends in
//!   the order of their texts. The last number is a pass.

use std::collections::HashSet;

use serde::Serialize;

use crate::contract::card::Pieces;
use crate::contract::{Board, GridCell, MovePath, Player, Point};
use crate::engine::AnyEngine;

/// Captures that may share both ends. Random positions full of kings have four at most.
const WAYS: usize = 8;

/// A position for a learner.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(super) struct Encoding {
    /// Planes, rows, columns.
    shape: [usize; 3],
    /// A character for each cell, row by row from the top.
    planes: Vec<String>,
    /// Number of numbers that moves can have.
    actions: usize,
    moves: Vec<String>,
    /// The number of each move; `None` if all ways with its ends are taken.
    numbers: Vec<Option<usize>>,
}

impl Encoding {
    /// The position of an engine. A game that is over has no moves.
    pub fn of(engine: &dyn AnyEngine) -> Encoding {
        let (board, status) = (engine.board(), engine.status());
        let paths = if status.outcome.is_none() { engine.move_paths() } else { Vec::new() };
        let numbering = Numbering::of(engine, &board);
        let planes = planes(&board, status.to_move, status.players);
        Encoding {
            shape: [planes.len(), board.height, board.width],
            planes,
            actions: numbering.count(),
            numbers: numbering.numbers(&paths),
            moves: paths.into_iter().map(|path| path.text).collect(),
        }
    }
}

fn planes(board: &Board, to_move: Player, players: usize) -> Vec<String> {
    let plane = |is_set: &dyn Fn(Point) -> bool| {
        board.points.iter().map(|&point| if is_set(point) { '1' } else { '0' }).collect()
    };
    let mut planes = Vec::with_capacity(2 * players + 1);
    for offset in 0..players {
        let owner = Player::new((to_move.index() + offset) % players);
        for king in [false, true] {
            planes.push(plane(&|point| point == Point::Taken { owner, king }));
        }
    }
    planes.push(plane(&|point| point != Point::Outside));
    planes
}

/// How the moves of a game are numbered.
enum Numbering {
    Columns(usize),
    Placed(Places),
    Moved { places: Places, ways: usize },
}

/// The places of a board, counted row by row from the top.
struct Places {
    width: usize,
    /// For each cell the number of places before it.
    before: Vec<usize>,
    count: usize,
}

impl Places {
    fn of(board: &Board) -> Places {
        let mut count = 0;
        let before = board.points.iter().map(|&point| {
            let number = count;
            count += usize::from(point != Point::Outside);
            number
        });
        Places { width: board.width, before: before.collect(), count }
    }

    fn number(&self, cell: GridCell) -> usize {
        self.before[usize::from(cell.y) * self.width + usize::from(cell.x)]
    }
}

impl Numbering {
    fn of(engine: &dyn AnyEngine, board: &Board) -> Numbering {
        let places = Places::of(board);
        match engine.identity().card.pieces {
            Pieces::Discs => Numbering::Columns(board.width),
            Pieces::Stones => Numbering::Placed(places),
            Pieces::Men => Numbering::Moved { places, ways: WAYS },
            Pieces::Marbles => Numbering::Moved { places, ways: 1 },
        }
    }

    fn count(&self) -> usize {
        match self {
            Numbering::Columns(width) => *width,
            Numbering::Placed(places) => places.count + 1,
            Numbering::Moved { places, ways } => places.count * places.count * ways + 1,
        }
    }

    fn numbers(&self, paths: &[MovePath]) -> Vec<Option<usize>> {
        let mut taken = HashSet::with_capacity(paths.len());
        let mut number = |path: &MovePath| {
            let (first, ways) = self.first_number(path);
            (first..first + ways).find(|&number| taken.insert(number))
        };
        paths.iter().map(&mut number).collect()
    }

    /// The lowest number that a move can have, and how many follow for moves with the same ends.
    fn first_number(&self, path: &MovePath) -> (usize, usize) {
        let (Some(&from), Some(&to)) = (path.route.first(), path.route.last()) else {
            return (self.count() - 1, 1);
        };
        match self {
            Numbering::Columns(_) => (usize::from(from.x), 1),
            Numbering::Placed(places) => (places.number(from), 1),
            Numbering::Moved { places, ways } => {
                ((places.number(from) * places.count + places.number(to)) * ways, *ways)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn encoding(game: &str, fen: Option<&str>, moves: &[&str]) -> Encoding {
        let mut engine = games::open(game).expect("a game");
        engine.set_position(fen, moves).expect("a position");
        Encoding::of(engine.as_ref())
    }

    #[test]
    fn planes_begin_with_the_player_to_move() {
        let seen = encoding("connect4", None, &["1"]);
        assert_eq!((seen.shape, seen.actions, seen.numbers.len()), ([5, 6, 7], 7, 7));
        let ones = |plane: usize| seen.planes[plane].matches('1').count();
        assert_eq!([0, 1, 2, 3, 4].map(ones), [0, 0, 1, 0, 42]);
        assert_eq!(seen.planes[2].find('1'), Some(5 * 7), "the lower left corner");
    }

    #[test]
    fn kings_have_planes_of_their_own() {
        let seen = encoding("draughts", Some("B:W50:BK1,2"), &[]);
        let places: Vec<Option<usize>> = seen.planes.iter().map(|plane| plane.find('1')).collect();
        assert_eq!(places[..4], [Some(3), Some(1), Some(98), None]);
    }

    #[test]
    fn a_move_keeps_its_number_and_shares_it_with_no_other() {
        for name in games::variants() {
            let mut engine = games::open(name).expect("a game");
            for ply in 0..40 {
                let seen = Encoding::of(engine.as_ref());
                let numbers: HashSet<usize> = seen.numbers.iter().flatten().copied().collect();
                assert_eq!(numbers.len(), seen.moves.len(), "{name}: {:?}", seen.moves);
                assert!(numbers.iter().all(|&number| number < seen.actions), "{name}");
                let Some(mv) = seen.moves.get((ply * 7) % seen.moves.len().max(1)) else { break };
                engine.play(mv).expect("a legal move");
            }
        }
    }

    #[test]
    fn captures_with_the_same_ends_are_told_apart() {
        let seen = encoding("draughts", Some("W:WK47:B9,19,20,23,31,33,41"), &[]);
        let numbers: HashSet<_> = seen.numbers.iter().flatten().collect();
        let ends: HashSet<_> = seen.numbers.iter().flatten().map(|number| number / WAYS).collect();
        assert!(ends.len() < numbers.len() && numbers.len() == seen.moves.len());
    }

    #[test]
    fn the_last_number_is_a_pass_unless_pieces_fall() {
        let pass = MovePath { text: "pass".to_string(), ..MovePath::default() };
        for (name, places) in [("gomoku", 225), ("draughts", 50 * 50 * WAYS), ("chinesecheckers", 121 * 121)]
        {
            let engine = games::open(name).expect("a game");
            let numbering = Numbering::of(engine.as_ref(), &engine.board());
            let numbers = numbering.numbers(std::slice::from_ref(&pass));
            assert_eq!((numbers, numbering.count()), (vec![Some(places)], places + 1), "{name}");
        }
    }
}
