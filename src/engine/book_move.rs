//! The move of an opening book in place of a search.

use std::time::Duration;

use crate::contract::book::BookMove;

use crate::contract::{Bound, Position, RootHelper, SearchInfo, SearchParams, SearchResult, wdl};

/// The move that the book has for this position, as a search would report it. If the book has the exact value, the
/// helper chooses the move, because it also finds the line and the hardest of equal moves.
pub(super) fn book_result<P: Position>(
    helper: &dyn RootHelper<P>,
    root: &P,
    params: &SearchParams,
) -> Option<SearchResult<P::Move>> {
    let BookMove { mv, value, proof } = helper.book_move(root)?;
    if proof == Some(Bound::Exact) {
        return None;
    }
    let line = SearchInfo {
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
    };
    let mut result = SearchResult { lines: vec![line], ..SearchResult::none() };
    result.choose_line(0);
    Some(result)
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
        let result = |value, proof| book_result(&Book(BookMove { mv, value, proof }), &root, &game.params());
        let win = result(Score::win_in(41), Some(Bound::Lower)).expect("a move");
        let line = &win.lines[0];
        assert_eq!((win.best_move, line.bound, line.proved), (Some(mv), Bound::Lower, true));
        assert_eq!(line.wdl, [1000, 0, 0]);
        let searched = result(Score(40), None).expect("a move");
        let line = &searched.lines[0];
        assert_eq!((searched.best_move, line.bound, line.proved), (Some(mv), Bound::Exact, false));
        assert!(result(Score::win_in(41), Some(Bound::Exact)).is_none());
    }
}
