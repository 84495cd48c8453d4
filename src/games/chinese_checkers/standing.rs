//! The progress of an army, for games of more than two players.
//!
//! A piece in each hole has a value, in hundredths of a step. It falls with the distance to the tip of the target camp,
//! and faster for pieces that are far behind: a straggler cannot use the chains that the others have built. Off the
//! centre line a piece finds fewer pieces to hop over, so each half-column costs a little. Holes of the target camp
//! differ by the same rule, so that pieces keep moving inward and make room for the next. The values trained on games
//! of two (`weights.rs`) do not work here: with them an early version of the plans won 3 of 24 games of six, with these
//! 12.
//!
//! Near the end the value is the number of steps from the pieces outside to the empty holes. So the last moves are not
//! wasted, and a camp blocked by foreign pieces needs only as many own ones as it has room for.

use super::geometry::{HOLES, Hole};
use super::hole_set::HoleSet;
use super::params::MIN_FINISHED;
use super::position::Position;
use super::rules::Win;
use super::seat::{FIRST_ROW_OF_ARRIVAL, SEATS, Seat};
use crate::contract::Player;

/// One step forward.
const STEP: i32 = 100;
/// Extra cost of the squared distance.
const STRAGGLER: i32 = 4;
/// Cost of a half-column off the centre line, outside the target camp.
const OFF_CENTRE: i32 = 6;
/// Rows from start tip to target tip.
const LENGTH: i32 = 16;

const fn piece_value(seat: Seat, hole: Hole) -> i32 {
    let aside = if seat.progress(hole) > 12 { 0 } else { OFF_CENTRE * seat.off_centre(hole) as i32 };
    -aside - way_cost(steps_to_tip(seat, hole))
}

const fn steps_to_tip(seat: Seat, hole: Hole) -> i32 {
    let (rows, off_centre) = (LENGTH - seat.progress(hole) as i32, seat.off_centre(hole) as i32);
    if off_centre > rows { (rows + off_centre) / 2 } else { rows }
}

/// A piece by its way to the tip alone.
const fn nearness(seat: Seat, hole: Hole) -> i32 {
    -STEP * steps_to_tip(seat, hole)
}

/// Cost of the remaining steps of a piece.
const fn way_cost(steps: i32) -> i32 {
    STEP * steps + STRAGGLER * steps * steps
}

/// Values by seat and hole.
pub type Table = [[i32; 128]; SEATS];

/// Values of pieces for the player who plans.
pub static VALUES: Table = table(true);
/// Values of pieces for a player without a model: only the way to the tip counts.
pub static NEARNESS: Table = table(false);

const fn table(is_planner: bool) -> Table {
    let mut table = [[0; 128]; SEATS];
    let mut index = 0;
    while index < SEATS {
        let seat = Seat::ALL[index];
        let mut id = 0;
        while id < HOLES {
            let hole = Hole(id as u8);
            table[index][id] = if is_planner { piece_value(seat, hole) } else { nearness(seat, hole) };
            id += 1;
        }
        index += 1;
    }
    table
}

/// Value of a piece of this seat in this hole, 0 or less.
#[inline]
pub fn value(seat: Seat, hole: Hole) -> i32 {
    VALUES[seat.index()][hole.index()]
}

/// Value of all these pieces of a seat.
fn army_value(seat: Seat, pieces: HoleSet) -> i32 {
    pieces.into_iter().map(|hole| value(seat, hole)).sum()
}

/// The progress of a player.
pub fn standing(pos: &Position, player: Player) -> i32 {
    let (seat, own) = (pos.seat(player), pos.pieces(player));
    if (own & seat.target()).len() < MIN_FINISHED { army_value(seat, own) } else { last_steps(pos, player) }
}

/// The value of an army with most of its pieces in the target camp: that of a full camp, less the steps to it.
fn last_steps(pos: &Position, player: Player) -> i32 {
    let (seat, own) = (pos.seat(player), pos.pieces(player));
    let filled = match pos.rules().win {
        Win::Strict => own,
        Win::Fill => pos.occupied(),
    };
    let mut outside = own & !seat.target();
    let mut value = army_value(seat, seat.target());
    // Each empty hole, deepest first, is given the nearest piece that is still free.
    let mut holes: Vec<Hole> = (seat.target() & !filled).into_iter().collect();
    holes.sort_unstable_by_key(|&hole| std::cmp::Reverse(seat.progress(hole)));
    for hole in holes {
        let Some(piece) = outside.into_iter().min_by_key(|piece| piece.distance(hole)) else { break };
        value -= way_cost(piece.distance(hole));
        outside = outside ^ piece.set();
    }
    // Those for whom there is no room have to come as far as the filling rule asks.
    for piece in outside {
        value -= way_cost(i32::from((FIRST_ROW_OF_ARRIVAL - seat.progress(piece)).max(0)));
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_target_camp_is_the_best_there_is() {
        for seat in Seat::ALL {
            let worst_inside = seat.target().into_iter().map(|hole| value(seat, hole)).min();
            let best_outside = (!seat.target()).into_iter().map(|hole| value(seat, hole)).max();
            assert!(worst_inside > best_outside);
        }
    }

    #[test]
    fn all_seats_see_the_same_board() {
        let sorted = |seat: Seat| {
            let mut all: Vec<i32> = HoleSet::ALL.into_iter().map(|hole| value(seat, hole)).collect();
            all.sort_unstable();
            all
        };
        for seat in Seat::ALL {
            assert_eq!(sorted(seat), sorted(Seat::ALL[0]));
        }
    }
}
