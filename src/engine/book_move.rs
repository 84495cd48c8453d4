//! The move of an opening book in place of a search, where nothing can be proved.

use std::time::Duration;

use crate::contract::book::BookMove;

use crate::contract::{Bound, Position, RootHelper, SearchInfo, SearchParams, SearchResult, wdl};

/// The move that a long search made beforehand found for this position, as a search would report it. Proved entries are
/// left to the helper, which also finds what its own book does not say.
pub(super) fn searched_beforehand<P: Position>(
    helper: &dyn RootHelper<P>,
    root: &P,
    params: &SearchParams,
) -> Option<SearchResult<P::Move>> {
    let BookMove { mv, value, proved: false } = helper.book_move(root)? else { return None };
    let line = SearchInfo {
        depth: 1,
        seldepth: 1,
        multi_pv: 1,
        score: value,
        bound: Bound::Exact,
        proved: false,
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
