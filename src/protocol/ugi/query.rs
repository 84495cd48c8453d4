//! The answers to `query`, one line each.

use super::request::Query;
use crate::contract::MoveStyle;
use crate::engine::AnyEngine;
use crate::wire::result_word;

/// The `response` line. `islegal` plays the move and takes it back, so that it reads every notation that `position`
/// does; the engine is left as it was.
pub(super) fn answer(engine: &mut dyn AnyEngine, query: Query) -> String {
    let text = match query {
        Query::GameOver => is_over(engine).to_string(),
        Query::P1Turn => (engine.status().to_move.index() == 0).to_string(),
        Query::Result => result_word(&engine.status()),
        Query::IsLegal(mv) => is_legal(engine, &mv).to_string(),
        Query::Fen if engine.move_style() == MoveStyle::Drop => engine.fen_with_hand(),
        Query::Fen => engine.fen(),
        Query::Moves if is_over(engine) => String::new(),
        Query::Moves => engine.legal_moves(engine.move_style()).join(" "),
    };
    format!("response {text}").trim_end().to_string()
}

fn is_legal(engine: &mut dyn AnyEngine, mv: &str) -> bool {
    !is_over(engine) && engine.play(mv).is_ok_and(|_| engine.undo().is_ok())
}

fn is_over(engine: &dyn AnyEngine) -> bool {
    engine.status().outcome.is_some()
}
