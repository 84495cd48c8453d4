//! Has a position one right move? A search with two lines decides: how good is the best move, and how good the next?

use super::Theme;
use crate::contract::card::Pieces;
use crate::contract::{Bound, EngineError, MoveStyle, SearchInfo, SearchLimits, Silent};
use crate::engine::AnyEngine;

/// Least expected points of a good position.
const GOOD: f64 = 0.75;
/// Least difference of expected points between the right move and the next one.
const MARGIN: f64 = 0.3;
/// Most expected points of the next move if the best one wins.
const NO_WIN: f64 = 0.65;
/// Least expected points of a position that is not lost.
const NOT_LOST: f64 = 0.4;
/// Fewest plies to the end of a proved loss that one has to see coming.
const FAR: i32 = 4;
/// In a race: nearly a whole move, in hundredths of a row.
const A_MOVE: i32 = 280;

/// A position with one right move.
pub(super) struct Choice {
    /// What the move is about, by the values.
    pub theme: Theme,
    /// The right line.
    pub best: Vec<String>,
    /// The next best one.
    pub second: Vec<String>,
}

/// The right move of the position on the board after a search of this many nodes; `None` if there are several good ones,
/// if there is only one legal one, or if it wins at once.
pub(super) fn right_move(engine: &mut dyn AnyEngine, nodes: u64) -> Result<Option<Choice>, EngineError> {
    let status = engine.status();
    if status.outcome.is_some() || status.players != 2 || engine.legal_moves(MoveStyle::Native).len() < 2 {
        return Ok(None);
    }
    engine.set_option("MultiPV", "2")?;
    engine.stop_handle().reset();
    let result = engine.go(&SearchLimits::nodes(nodes), &mut Silent)?;
    let mut lines = result.lines.into_iter();
    let (Some(best), Some(second)) = (lines.next(), lines.next()) else { return Ok(None) };
    if best.bound == Bound::Upper || second.bound == Bound::Lower {
        return Ok(None);
    }
    let is_race = engine.identity().card.pieces == Pieces::Marbles;
    let theme = if is_race { home(&best, &second) } else { theme(&best, &second) };
    Ok(theme.map(|theme| Choice { theme, best: best.pv, second: second.pv }))
}

fn points(info: &SearchInfo<String>) -> f64 {
    let [win, draw, _] = info.wdl;
    (f64::from(win) + f64::from(draw) / 2.0) / 1000.0
}

fn theme(best: &SearchInfo<String>, second: &SearchInfo<String>) -> Option<Theme> {
    let (good, other) = (points(best), points(second));
    if best.score.is_known() && best.score.0 > 0 {
        let is_long = best.score.plies_to_end().is_none_or(|plies| plies > 1);
        let is_alone = !second.score.is_win() && other <= NO_WIN;
        return (is_alone && is_long).then_some(Theme::Win);
    }
    let is_far = second.score.plies_to_end().is_none_or(|plies| plies >= FAR);
    if good >= GOOD && good - other >= MARGIN && is_far {
        return Some(Theme::Shot);
    }
    let saves = good >= NOT_LOST && second.score.is_loss() && is_far;
    saves.then_some(Theme::Save)
}

/// In a race a whole move counts for both sides.
fn home(best: &SearchInfo<String>, second: &SearchInfo<String>) -> Option<Theme> {
    let is_open = !best.score.is_known() && !second.score.is_known();
    (is_open && best.score.0 - second.score.0 >= A_MOVE).then_some(Theme::Home)
}
