//! The rule options, for the house rules in use.
//!
//! Names and values are those of the options `Players`, `Hops`, `Rest`, `NoShuttle`, `LeaveHome` and `Win`.

use super::hole_set::HoleSet;
use super::seat::{CENTRE, Seat};

/// Which hops are allowed in addition to the single step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hops {
    /// Over a neighbouring piece into the hole behind it.
    Adjacent,
    /// Over exactly one piece at a distance: x > 0 empty holes, the piece, x + 1 empty holes; the last is the
    /// landing.
    Long,
    /// Both, in any mixture within a chain.
    Both,
}

/// The holes in which a piece may end its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// In its own camp, its target camp and the centre; other camps may only be passed through while hopping.
    Own,
    /// Anywhere.
    Any,
}

/// When a player has won.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Win {
    /// All own pieces stand in the target camp.
    Strict,
    /// Also when no more piece can enter the target camp, and more own pieces stand there than at home: pieces that
    /// never leave their home cannot spoil the win. In full in `protocol.md`.
    Fill,
}

/// One set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Number of players, 2..=6.
    pub players: usize,
    /// Hops allowed.
    pub hops: Hops,
    /// The holes in which a piece may rest.
    pub rest: Rest,
    /// A player may not take back its own previous move.
    pub no_shuttle: bool,
    /// 0: pieces may stay at home. N > 0: five pieces must have left home by the player's N-th turn, eight by
    /// its 2N-th, all by its 3N-th, and stay out in that number; a player who fails to do so is out, and its
    /// pieces leave the board.
    pub leave_home: u16,
    /// When a player has won.
    pub win: Win,
}

/// Largest value of [`Rules::leave_home`].
pub const MAX_LEAVE_HOME: u16 = 100;

impl Rules {
    /// Two players, both kinds of hop, resting only in own camps and the centre, the filling rule.
    pub const DEFAULT: Rules = Rules {
        players: 2,
        hops: Hops::Both,
        rest: Rest::Own,
        no_shuttle: false,
        leave_home: 0,
        win: Win::Fill,
    };

    /// The seats of a game with this number of players, in turn order.
    pub fn seats(players: usize) -> Vec<Seat> {
        let letters = match players {
            2 => "AD",
            3 => "ACE",
            4 => "ABDE",
            5 => "ABCDE",
            _ => "ABCDEF",
        };
        letters.chars().filter_map(Seat::from_letter).collect()
    }

    /// Holes where a seat's piece may end its move.
    pub fn resting_holes(&self, seat: Seat) -> HoleSet {
        match self.rest {
            Rest::Any => HoleSet::ALL,
            Rest::Own => CENTRE | seat.home() | seat.target(),
        }
    }

    /// Maximum number of a player's pieces at home after the turn of this round; `None`: no limit yet.
    pub fn home_limit(&self, round: u16) -> Option<usize> {
        let step = self.leave_home;
        match round {
            _ if step == 0 || round < step => None,
            _ if round < 2 * step => Some(5),
            _ if round < 3 * step => Some(2),
            _ => Some(0),
        }
    }

    /// The last round whose number matters.
    pub fn last_counted_round(&self) -> u16 {
        3 * self.leave_home
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::DEFAULT
    }
}
