//! The line in which both sides capture as much as they can, whatever else it costs; shows whether a loss lasts.
//!
//! Only quiet moves cost depth. Captures are forced, so a shot of several sacrifices is searched to its end, and the
//! line does not end while a piece is under attack.

use super::any_position::AnyPosition;
use super::moves::Move;
use crate::contract::Position as _;
use crate::contract::facts::after;

/// Value of a king, in men.
pub(super) const KING: i32 = 3;
/// Maximum number of positions in a search: some hundredths of a second.
const MAX_VISITS: u32 = 100_000;
/// Additional quiet moves to bring a piece out of an attack.
pub(super) const EXTRA_DEPTH: i32 = 2;
/// Larger than the value of all pieces.
const WON: i32 = 1000;

/// The line of `depth` quiet moves; empty if the search exceeds its limit.
pub(super) fn line(pos: &AnyPosition, depth: i32) -> Vec<Move> {
    let mut search = Search { visits: 0, killers: Vec::new() };
    let best = search.best(pos, depth, 0, [-WON, WON]);
    if search.visits < MAX_VISITS { best.line } else { Vec::new() }
}

/// What the player to move wins by captures alone, in men; `None` if the search exceeds its limit.
pub(super) fn gain(pos: &AnyPosition) -> Option<i32> {
    let mut search = Search { visits: 0, killers: Vec::new() };
    let best = search.best(pos, 0, 0, [-WON, WON]);
    (search.visits < MAX_VISITS).then_some(best.gain)
}

/// Can the player to move avoid losing `loss`, in men, within `depth` quiet moves? `None` if the search exceeds its
/// limit.
pub(super) fn saves(pos: &AnyPosition, depth: i32, loss: i32) -> Option<bool> {
    let mut search = Search { visits: 0, killers: Vec::new() };
    let best = search.best(pos, depth, 0, [-loss, 1 - loss]);
    (search.visits < MAX_VISITS).then_some(best.gain > -loss)
}

/// Pieces captured by the player to move minus those captured by the opponent, in men, and the line.
#[derive(Default)]
struct Best {
    gain: i32,
    line: Vec<Move>,
}

struct Search {
    visits: u32,
    /// The last move that refuted another, by distance from the start.
    killers: Vec<Option<Move>>,
}

impl Search {
    fn best(&mut self, pos: &AnyPosition, depth: i32, ply: usize, window: [i32; 2]) -> Best {
        self.visits += 1;
        let is_quiet = !pos.has_capture();
        let is_end = is_quiet
            && depth <= 0
            && (depth <= -EXTRA_DEPTH || !pos.seen_by(pos.turn().other()).has_capture());
        if is_end || self.visits >= MAX_VISITS || pos.outcome().is_some() {
            return Best::default();
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, None);
        }
        let mut moves = Vec::new();
        pos.generate(&mut moves);
        moves.sort_by_key(|&mv| Some(mv) != self.killers[ply]);
        let [mut alpha, beta] = window;
        let mut best = Best { gain: -WON, line: Vec::new() };
        for mv in moves {
            let kings = (mv.captured & pos.kings()).count_ones() as i32;
            let gain = mv.captured.count_ones() as i32 + (KING - 1) * kings;
            let depth = depth - i32::from(is_quiet);
            let rest = self.best(&after(pos, mv), depth, ply + 1, [gain - beta, gain - alpha]);
            if gain - rest.gain > best.gain {
                best = Best { gain: gain - rest.gain, line: [&[mv], &rest.line[..]].concat() };
            }
            alpha = alpha.max(best.gain);
            if alpha >= beta {
                self.killers[ply] = Some(mv);
                break;
            }
        }
        best
    }
}
