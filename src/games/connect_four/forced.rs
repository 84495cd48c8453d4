//! Wins by threats of four: each move of the attacker threatens four and leaves one answer, until two fours are
//! threatened at once. Nothing is estimated: every answer is forced.

use super::moves::Move;
use super::position::Position;
use super::tactics::Threats;
use super::word::BoardWord;
use crate::contract::Position as _;
use crate::contract::facts::after;

/// Longest win that is searched, in moves of the attacker.
const MAX_MOVES: usize = 6;

/// A line that wins, and the fours that are threatened at its end.
pub(super) struct ForcedWin<B> {
    /// The attacker's moves and the forced answers; the last move threatens the fours.
    pub line: Vec<Move>,
    pub fours: B,
    /// One four is right above the other, which is in `fours`.
    pub is_stacked: bool,
}

/// The cells on which the player to move completes four at once.
pub(super) fn fours_now<B: BoardWord>(pos: &Position<B>) -> B {
    Threats::of(pos).mine & pos.landing_cells()
}

/// The shortest win of a player who cannot complete four now, by the wanted move if that is one.
pub(super) fn forced_win<B: BoardWord>(pos: &Position<B>, wanted: Option<Move>) -> Option<ForcedWin<B>> {
    (1..=MAX_MOVES).find_map(|moves| attack(pos, wanted, moves))
}

/// A win that begins with this move.
pub(super) fn forced_by<B: BoardWord>(pos: &Position<B>, by: Move) -> Option<ForcedWin<B>> {
    threaten(pos, by, MAX_MOVES)
}

fn attack<B: BoardWord>(pos: &Position<B>, wanted: Option<Move>, moves: usize) -> Option<ForcedWin<B>> {
    if pos.outcome().is_some() || !fours_now(pos).is_empty() {
        return None;
    }
    let mut list = Vec::from_iter(wanted);
    pos.generate(&mut list);
    list.into_iter().find_map(|mv| threaten(pos, mv, moves))
}

fn threaten<B: BoardWord>(pos: &Position<B>, by: Move, moves: usize) -> Option<ForcedWin<B>> {
    let next = after(pos, by);
    if next.outcome().is_some() || !fours_now(&next).is_empty() {
        return None;
    }
    let own = Threats::of(&next).theirs;
    let fours = own & next.landing_cells();
    let is_stacked = fours.count() == 1 && own.meets(fours.up(1));
    if is_stacked || fours.count() > 1 {
        return Some(ForcedWin { line: vec![by], fours, is_stacked });
    }
    if fours.is_empty() || moves == 1 {
        return None;
    }
    let answer = Move::onto(fours.lowest());
    let rest = attack(&after(&next, answer), None, moves - 1)?;
    Some(ForcedWin { line: [&[by, answer], &rest.line[..]].concat(), ..rest })
}
