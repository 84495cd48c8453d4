//! The move of an opening book in place of a search.

use std::time::Duration;

use crate::contract::book::BookMove;

use crate::contract::{Bound, Position, RootHelper, SearchInfo, SearchParams, wdl};

/// The move that the book has for this position, as a search would report it. If the book has the exact value, the
/// helper chooses the move, because it also finds the line and the hardest of equal moves.
pub(super) fn book_line<P: Position>(
    helper: &dyn RootHelper<P>,
    root: &P,
    params: &SearchParams,
) -> Option<SearchInfo<P::Move>> {
    let BookMove { mv, value, proof } = helper.book_move(root)?;
    if proof == Some(Bound::Exact) {
        return None;
    }
    Some(SearchInfo {
        depth: 1,
        seldepth: 1,
        multi_pv: 1,
        score: value,
        bound: proof.unwrap_or(Bound::Exact),
        proved: proof.is_some(),
        nodes: 0,
        time: Duration::ZERO,
        hashfull: 0,
        tb_hits: 1,
        wdl: wdl(value, params),
        pv: vec![mv],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{AfterTurn, Game, RootRequest, RootTurn, Score};
    use crate::games::connect_four::{ConnectFour, Move, Position as Board};

    /// A helper with only a book of one move.
    struct Book(BookMove<Move>);

    impl RootHelper<Board<u64>> for Book {
        fn begin(&mut self, _: &RootRequest<'_, Board<u64>>) -> Option<Duration> {
            None
        }
        fn take_turn(&mut self, _: &mut RootTurn<'_, Board<u64>>) -> AfterTurn {
            AfterTurn::SearchOn
        }
        fn is_refuted(&self, _: Move) -> bool {
            false
        }
        fn proved_best(&self) -> Option<(Move, Score, Bound)> {
            None
        }
        fn clear(&mut self) {}
        fn book_move(&self, _: &Board<u64>) -> Option<BookMove<Move>> {
            Some(self.0)
        }
    }

    #[test]
    fn a_move_that_wins_is_reported_as_a_proved_bound_and_one_with_an_exact_value_is_left_to_the_helper() {
        let game = ConnectFour::<u64>::new(7, 6).expect("a board");
        let root = game.start_position();
        let mv = root.drop_into(3).expect("a column with room");
        let line = |value, proof| book_line(&Book(BookMove { mv, value, proof }), &root, &game.params());
        let win = line(Score::win_in(41), Some(Bound::Lower)).expect("a move");
        assert_eq!((win.pv, win.bound, win.proved), (vec![mv], Bound::Lower, true));
        assert_eq!(win.wdl, [1000, 0, 0]);
        let searched = line(Score(40), None).expect("a move");
        assert_eq!((searched.pv, searched.bound, searched.proved), (vec![mv], Bound::Exact, false));
        assert!(line(Score::win_in(41), Some(Bound::Exact)).is_none());
    }
}
