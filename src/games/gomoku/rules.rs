//! The rule sets of the family, as constants.
//!
//! A rule set is two [`LineRule`]s, one for each player: which lines win, and whether the fouls of renju apply.
//! Everything else (patterns, forbidden points, evaluation tables) is derived from these constants.
//!
//! Sources: the Renju International Federation's rules of renju, article 9 (fouls); the Gomocup
//! rules for `rule` 0 (freestyle), 1 (standard), 4 (renju), 8 and 9 (Caro).

/// Which lines of a player win, and the player's fouls.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LineRule {
    /// Do six or more stones in a line win?
    pub overline_wins: bool,
    /// Does exactly five not win when opposing stones stand at both ends? (The edge does not close a line.)
    pub closed_five_is_nothing: bool,
    /// Are overline, double-four and double-three illegal for this player?
    pub fouls: bool,
}

impl LineRule {
    /// Five or more wins.
    const FIVE_OR_MORE: LineRule =
        LineRule { overline_wins: true, closed_five_is_nothing: false, fouls: false };
    /// Exactly five wins, six or more is neither win nor foul.
    const EXACTLY_FIVE: LineRule = LineRule { overline_wins: false, ..LineRule::FIVE_OR_MORE };
    /// As above, and the three fouls are illegal: Black in renju.
    const RENJU_BLACK: LineRule = LineRule { fouls: true, ..LineRule::EXACTLY_FIVE };
    /// Six or more wins always, five unless closed at both ends: Caro (Vietnam).
    const OPEN_FIVE: LineRule = LineRule { closed_five_is_nothing: true, ..LineRule::FIVE_OR_MORE };

    /// As above, and six or more are nothing: Caro with exactly five.
    const OPEN_EXACTLY_FIVE: LineRule = LineRule { overline_wins: false, ..LineRule::OPEN_FIVE };

    /// Does an unbroken line of `length` stones win, given whether each end is closed by an opponent's stone?
    pub const fn wins(self, length: usize, closed: [bool; 2]) -> bool {
        match length {
            0..=4 => false,
            5 => !(self.closed_five_is_nothing && closed[0] && closed[1]),
            _ => self.overline_wins,
        }
    }
}

/// A rule set of the family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rule {
    /// `gomoku`, standard: exactly five wins for both (Gomocup rule 1).
    Standard,
    /// `gomokufreestyle`: five or more wins for both (Gomocup rule 0).
    Freestyle,
    /// `renju`: Black wins with exactly five and may not commit a foul; White wins with five or more
    /// (Gomocup rule 4).
    Renju,
    /// `caro`: five wins unless closed at both ends, six or more always wins (Gomocup rule 8).
    Caro,
    /// `caroexact`: exactly five wins unless closed at both ends (Gomocup rule 9).
    CaroExact,
}

impl Rule {
    /// All rule sets.
    pub const ALL: [Rule; 5] = [Rule::Standard, Rule::Freestyle, Rule::Renju, Rule::Caro, Rule::CaroExact];

    /// Farthest distance on a line at which a stone matters to a point: one cell more if six stones or a closed end
    /// matter.
    pub fn reach(self) -> usize {
        if self == Rule::Freestyle { 4 } else { 5 }
    }

    /// Number of sides with their own lines: 2 if the rules of the two players differ, else 1.
    pub fn sides(self) -> usize {
        let [first, second] = self.lines();
        if first == second { 1 } else { 2 }
    }

    /// The line rules of the first and of the second player.
    pub const fn lines(self) -> [LineRule; 2] {
        match self {
            Rule::Standard => [LineRule::EXACTLY_FIVE; 2],
            Rule::Freestyle => [LineRule::FIVE_OR_MORE; 2],
            Rule::Renju => [LineRule::RENJU_BLACK, LineRule::FIVE_OR_MORE],
            Rule::Caro => [LineRule::OPEN_FIVE; 2],
            Rule::CaroExact => [LineRule::OPEN_EXACTLY_FIVE; 2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn length_and_ends_decide_what_a_line_is_worth() {
        let open = [false, false];
        let half = [true, false];
        let shut = [true, true];
        assert!(LineRule::FIVE_OR_MORE.wins(5, shut) && LineRule::FIVE_OR_MORE.wins(9, shut));
        assert!(LineRule::EXACTLY_FIVE.wins(5, shut) && !LineRule::EXACTLY_FIVE.wins(6, open));
        assert!(LineRule::OPEN_FIVE.wins(5, open) && LineRule::OPEN_FIVE.wins(5, half));
        assert!(!LineRule::OPEN_FIVE.wins(5, shut) && LineRule::OPEN_FIVE.wins(6, shut));
        assert!(!LineRule::OPEN_EXACTLY_FIVE.wins(5, shut) && !LineRule::OPEN_EXACTLY_FIVE.wins(6, open));
        for rule in Rule::ALL {
            assert!(!rule.lines()[0].wins(4, open));
        }
    }
}
