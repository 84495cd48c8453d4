//! Can a player's pieces still meet those of the others?
//!
//! A piece on its way home stays within the hull of its army and its target camp: the holes between the outermost ones
//! along each of the three axes. Hops within a hull go over pieces within it; a chain that leaves it on the way is
//! rarely the best, and is played only if nothing stands in its way. So armies whose hulls have no hole in common can
//! neither block each other nor hop over each other, and each needs as many moves as if it were alone. Two armies that
//! sit opposite each other need more, since each goes where the other comes from: every piece of one must have passed
//! every piece of the other.

use super::hole_set::HoleSet;
use super::position::Position;
use super::race::have_passed;
use crate::contract::Player;

/// The smallest and the largest coordinate along each axis.
struct Hull {
    low: [i8; 3],
    high: [i8; 3],
}

impl Hull {
    fn of(holes: HoleSet) -> Hull {
        let mut hull = Hull { low: [i8::MAX; 3], high: [i8::MIN; 3] };
        for hole in holes {
            let (q, r) = hole.cube();
            for (axis, at) in [q, r, -q - r].into_iter().enumerate() {
                hull.low[axis] = hull.low[axis].min(at);
                hull.high[axis] = hull.high[axis].max(at);
            }
        }
        hull
    }

    /// Do the hulls intersect? The three coordinates of a hole add up to zero.
    fn meets(&self, other: &Hull) -> bool {
        let (mut least, mut most) = (0, 0);
        for axis in 0..3 {
            let low = self.low[axis].max(other.low[axis]);
            let high = self.high[axis].min(other.high[axis]);
            if low > high {
                return false;
            }
            least += low;
            most += high;
        }
        least <= 0 && most >= 0
    }
}

/// Does this player need as many moves as if it were alone on the board?
pub(super) fn is_alone(pos: &Position, player: Player) -> bool {
    let seat = pos.seat(player);
    let own = Hull::of(pos.pieces(player) | seat.target());
    pos.players().filter(|&other| other != player && !pos.is_out(other)).all(|other| {
        if pos.seat(other) == seat.opposite() {
            return have_passed(seat, pos.pieces(player), pos.pieces(other));
        }
        !own.meets(&Hull::of(pos.pieces(other) | pos.seat(other).target()))
    })
}

#[cfg(test)]
mod tests {
    use super::super::ChineseCheckers;
    use super::super::rules::Rules;
    use super::*;
    use crate::contract::Game;

    fn is_first_alone(players: usize, fen: &str) -> bool {
        let game = ChineseCheckers::new(Rules { players, ..Rules::DEFAULT });
        is_alone(&game.parse_position(fen).expect(fen), Player::FIRST)
    }

    #[test]
    fn nobody_is_alone_at_the_start() {
        for players in 2..=6 {
            let pos = ChineseCheckers::new(Rules { players, ..Rules::DEFAULT }).start_position();
            assert!(pos.players().all(|player| !is_alone(&pos, player)));
        }
    }

    #[test]
    fn two_opposite_armies_are_alone_when_they_have_passed() {
        assert!(is_first_alone(2, "A/AA/AAA/2AA/6A6/12/11/5A4/9/3D6/11/12/6D6/DDD1/DD1/DD/D A AD"));
        assert!(!is_first_alone(2, "A/AA/AAA/2AA/6A6/12/11/3D6/9/3A6/11/12/6D6/DDD1/DD1/DD/D A AD"));
    }

    #[test]
    fn a_piece_in_the_target_camp_is_contact() {
        assert!(!is_first_alone(2, "D/AA/AAA/2AA/6A6/12/5A5/5A4/9/10/11/12/6D6/DDD1/DD1/DD/D A AD"));
    }

    #[test]
    fn an_army_that_crosses_the_way_of_a_third_is_contact() {
        // C goes from the north-west to the south-east, E from the north-east to the south-west.
        let crossing = "A/AA/AAA/1AAA/CCCC2A2EEEE/CCC6EEE/CC7EE/C8E/9/10/11/12/13/4/3/2/1 A ACE";
        let passed = "A/AA/AAA/1AAA/6A6/12/11/10/2E2C3/10/EE7CC/EEE6CCC/EEEE5CCCC/4/3/2/1 A ACE";
        assert!(!is_first_alone(3, crossing));
        assert!(is_first_alone(3, passed));
    }
}
