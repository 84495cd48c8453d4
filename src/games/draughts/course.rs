//! A line played out, and the material that is lost and won in it.
//!
//! Material is counted once nobody has to capture, or the game is over. A line continues with the moves by which both
//! sides would capture most (`shots.rs`).

use super::any_position::AnyPosition;
use super::colour::Colour;
use super::geometry::{Square, squares};
use super::moves::Move;
use super::shots::{self, KING};
use crate::contract::facts::after;
use crate::contract::{MoveStyle, Position as _, line_text};

/// Longest line of a loss, a gain or a king, in moves: a longer one is not a shot.
pub(super) const MAX_LENGTH: usize = 8;
/// Moves that must follow a lasting loss or gain: two of each side, by which it could be won back.
const SETTLED: usize = 4;

/// Pieces of each kind that a player has lost, minus those won.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Loss {
    pub men: i32,
    pub kings: i32,
}

impl Loss {
    pub fn value(self) -> i32 {
        self.men + KING * self.kings
    }

    pub fn turned(self) -> Loss {
        Loss { men: -self.men, kings: -self.kings }
    }
}

/// A point of a line at which nobody has to capture, or the game is over.
pub(super) struct Rest {
    /// Moves until then.
    pub moves: usize,
    /// Loss of the player who moves first in the line.
    pub lost: Loss,
}

/// A line played out.
pub(super) struct Course {
    pub line: Vec<Move>,
    /// Number of given moves and of captures that follow at once; the remaining moves only try captures.
    pub given: usize,
    /// Loss of the player who moves first after each move, in men.
    pub values: Vec<i32>,
    pub rests: Vec<Rest>,
    /// Is the game over at its end?
    pub is_over: bool,
    /// For White and Black, the first man that became a king by a given move and still is one at the last rest: number
    /// of moves, and square.
    pub new_kings: [Option<(usize, Square)>; 2],
}

impl Course {
    /// Plays out a line and the captures that follow it.
    pub fn of(before: &AnyPosition, line: &[Move]) -> Course {
        let mut line = line[..line.len().min(MAX_LENGTH + SETTLED)].to_vec();
        let end = line.iter().fold(*before, |pos, &mv| after(&pos, mv));
        let shots = shots::line(&end, SETTLED as i32);
        // A shot that the line breaks off is completed.
        let given = line.len() + shots.iter().take_while(|mv| mv.is_capture()).count();
        line.extend(shots);
        let (own, mut pos) = (before.turn(), *before);
        let (mut lost, mut rests, mut new_kings) = (Loss::default(), Vec::new(), [None; 2]);
        let mut values = Vec::new();
        // Men that became kings: colour, moves until then, promotion square, current square.
        let mut kings: Vec<(Colour, usize, Square, Square)> = Vec::new();
        for (index, &mv) in line.iter().enumerate() {
            let (colour, sign) = (pos.turn(), if pos.turn() == own { -1 } else { 1 });
            let taken_kings = (mv.captured & pos.kings()).count_ones() as i32;
            lost.kings += sign * taken_kings;
            lost.men += sign * (mv.captured.count_ones() as i32 - taken_kings);
            values.push(lost.value());
            kings.retain(|&(_, _, _, at)| squares(mv.captured).all(|taken| taken != at));
            if let Some(king) = kings.iter_mut().find(|king| king.0 == colour && king.3 == mv.from) {
                king.3 = mv.to;
            } else if mv.promotes {
                kings.push((colour, index + 1, mv.to, mv.to));
            }
            pos = after(&pos, mv);
            if pos.outcome().is_some() || !pos.has_capture() {
                rests.push(Rest { moves: index + 1, lost });
                new_kings = [Colour::White, Colour::Black].map(|colour| {
                    let king = kings.iter().find(|king| king.0 == colour && king.1 <= given);
                    king.map(|&(_, moves, square, _)| (moves, square))
                });
            }
        }
        let is_over = pos.outcome().is_some() || pos.count_moves() == 0;
        Course { line, given, values, rests, is_over, new_kings }
    }

    /// Moves until the last rest.
    pub fn end(&self) -> usize {
        self.rests.last().map_or(0, |rest| rest.moves)
    }

    /// The loss at the last rest, in men.
    pub fn loss_at_end(&self) -> i32 {
        self.rests.last().map_or(0, |rest| rest.lost.value())
    }

    /// The greatest lasting loss, or with `sign` -1 the greatest gain, at the capture that makes it.
    pub fn loss(&self, before: &AnyPosition, sign: i32) -> Option<&Rest> {
        let value = |rest: &Rest| sign * rest.lost.value();
        let stays = |&(index, rest): &(usize, &Rest)| {
            rest.moves <= MAX_LENGTH
                && self.line[rest.moves - 1].is_capture()
                && (self.is_over || rest.moves + SETTLED <= self.end())
                && value(rest) > 0
                && self.rests[index..].iter().all(|later| value(later) >= value(rest))
                && self.is_forced(before, rest.moves, sign)
        };
        let lasting = self.rests.iter().enumerate().filter(stays).map(|(_, rest)| rest);
        // Of equals the last one counts, here the earliest.
        lasting.rev().max_by_key(|rest| value(rest))
    }

    /// Does the loser lose as much as in these `moves` moves by any other move, from the loser's first choice after the
    /// first move on?
    fn is_forced(&self, before: &AnyPosition, moves: usize, sign: i32) -> bool {
        let loser = if sign > 0 { before.turn() } else { before.turn().other() };
        let mut pos = *before;
        for (index, &mv) in self.line[..moves].iter().enumerate() {
            if index > 0 && pos.turn() == loser && pos.count_moves() > 1 {
                let quiet = self.line[index..moves].iter().filter(|mv| !mv.is_capture()).count();
                let loss = sign * (self.values[moves - 1] - self.values[index - 1]);
                return shots::saves(&pos, quiet as i32 + shots::EXTRA_DEPTH, loss) == Some(false);
            }
            pos = after(&pos, mv);
        }
        true
    }

    pub fn new_king(&self, colour: Colour) -> Option<(usize, Square)> {
        self.new_kings[colour.index()]
    }

    /// The moves `skip..end` as text.
    pub fn text(&self, before: &AnyPosition, skip: usize, end: usize) -> Vec<String> {
        line_text(before, &self.line[..end], MoveStyle::Native)[skip..].to_vec()
    }
}
