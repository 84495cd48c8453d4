//! The move of an opening book in place of a search.

use std::time::Duration;

use crate::contract::book::BookMove;

use crate::contract::{Bound, Position, RootHelper, SearchInfo, SearchParams, SearchResult, wdl};

/// The move that the book has for this position, as a search would report it. Where the book has the exact value, the move
/// is left to the helper, which also finds the line and the hardest of equal moves.
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
