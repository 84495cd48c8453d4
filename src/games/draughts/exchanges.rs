//! Exchanges that a man offers: quiet moves after which the opponent must capture, and every capture can be answered by
//! a capture, while nobody gets a king.
//!
//! They are what a quiet position hides from its evaluation: simple exchanges, and the first moves of shots. Scan tries
//! such moves in its quiescence too, chosen by patterns of squares; here the exchange itself is looked at, which holds
//! under every rule set.

use super::geometry::{Bitboard, bit, shift};
use super::moves::Move;
use super::position::Position;
use super::rules::RuleSet;

impl<R: RuleSet> Position<R> {
    /// Appends the quiet moves of men that offer an exchange. For positions without kings in which nobody can capture;
    /// `replies` is room to work in.
    pub(super) fn generate_exchanges(&self, offers: &mut Vec<Move>, replies: &mut Vec<Move>) {
        let (near, covering) = self.touched();
        let first = offers.len();
        self.generate_quiet(offers);
        let mut kept = first;
        for index in first..offers.len() {
            let mv = offers[index];
            let touches = (bit(mv.to) & near | bit(mv.from) & covering) != 0;
            if touches && !mv.promotes && self.is_exchange(mv, replies) {
                offers[kept] = mv;
                kept += 1;
            }
        }
        offers.truncate(kept);
    }

    /// The squares next to an enemy, and those behind an own man that an enemy stands before. A move can only offer
    /// something by going to one of the former, or by leaving one of the latter.
    fn touched(&self) -> (Bitboard, Bitboard) {
        let (own, other) = (self.own(), self.other());
        let (mut near, mut covering) = (0, 0);
        for direction in 0..Self::CAPTURE_DIRECTIONS {
            let by = R::GEOMETRY.offset(direction);
            let next = shift(other, by);
            near |= next;
            covering |= shift(next & own, by);
        }
        (near, covering)
    }

    /// Must the opponent capture after this move, and is there an answer to every capture?
    fn is_exchange(&self, mv: Move, replies: &mut Vec<Move>) -> bool {
        let offered = self.board_after(mv);
        let capturers = offered.capturers();
        if capturers == 0 {
            return false;
        }
        replies.clear();
        offered.generate_captures(capturers, replies);
        replies.iter().all(|&reply| !reply.promotes && offered.board_after(reply).must_capture())
    }

    /// The board after a move of a man, for looking at captures only: the key and the counts stay as they were.
    fn board_after(&self, mv: Move) -> Position<R> {
        let mut after = self.seen_by(self.turn.other());
        let (own, other) = (self.turn.index(), self.turn.other().index());
        after.pieces[own] = after.pieces[own] & !bit(mv.from) | bit(mv.to);
        after.pieces[other] &= !mv.captured;
        after
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Breakthrough, English, Frisian, International, Russian};
    use super::*;
    use crate::contract::Position as _;

    fn all_moves<R: RuleSet>(pos: &Position<R>) -> Vec<Move> {
        let mut moves = Vec::new();
        pos.generate(&mut moves);
        moves
    }

    /// What an exchange is, by playing all of it.
    fn exchanges_by_playing<R: RuleSet>(pos: &Position<R>) -> Vec<Move> {
        let must_capture = |pos: &Position<R>| all_moves(pos).first().is_some_and(|mv| mv.is_capture());
        let mut offers = all_moves(pos);
        offers.retain(|&mv| {
            let mut offered = *pos;
            offered.make(mv);
            offered.kings() == 0
                && must_capture(&offered)
                && all_moves(&offered).into_iter().all(|reply| {
                    let mut answered = offered;
                    answered.make(reply);
                    answered.kings() == 0 && must_capture(&answered)
                })
        });
        offers
    }

    /// Compares both on the quiet positions of 300 games of moves by chance; how many exchanges there were.
    fn compare<R: RuleSet>() -> usize {
        let (mut found, mut number) = (0, 1_u64);
        let (mut offers, mut replies) = (Vec::new(), Vec::new());
        for _ in 0..300 {
            let mut pos = Position::<R>::start();
            for _ in 0..60 {
                let moves = all_moves(&pos);
                if moves.is_empty() || pos.kings() != 0 || pos.outcome().is_some() {
                    break;
                }
                if !pos.must_capture() && !pos.is_threatened() {
                    offers.clear();
                    pos.generate_exchanges(&mut offers, &mut replies);
                    let played = exchanges_by_playing(&pos);
                    assert!(offers == played, "{:?} and {offers:?}, played {played:?}", pos.pieces);
                    found += played.len();
                }
                number =
                    number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                pos.make(moves[(number >> 33) as usize % moves.len()]);
            }
        }
        found
    }

    #[test]
    fn an_exchange_is_a_move_whose_forced_captures_can_all_be_answered_by_captures() {
        assert!(compare::<International>() > 1000);
        assert!(compare::<Russian>() > 1000);
        assert!(compare::<English>() > 1000);
        assert!(compare::<Frisian>() > 100);
        assert!(compare::<Breakthrough>() > 1000);
    }
}
