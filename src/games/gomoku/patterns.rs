//! What one stone makes in one line, by table.
//!
//! A window of eleven cells decides what a stone on its middle cell makes: five cells to each side are enough to
//! distinguish five from six. The key is small because a line ends, for one player, at the first cell that the player
//! cannot use: a half of a window has 63 states (94 in Caro, in which an opponent's stone and the edge differ), so the
//! table of one player is 4 KB and stays in the L1 cache. Rapfi's keys of 20 bits hold the same knowledge in 1 MB.
//!
//! The tables are built at first use, see `classify.rs`.

use std::sync::Arc;

use once_cell::sync::Lazy;

use super::classify::{Classifier, HALVES, PAIRS, REACH, STATES, View, encode, view};
use super::line_pattern::LinePattern;
use super::rules::Rule;

/// Tables of one rule set. Get them with [`PatternTables::of`].
pub struct PatternTables {
    /// State of the cells before the middle, times the row length, by player.
    before: Box<[[u16; 2]; HALVES]>,
    /// State of the cells after the middle, by player.
    after: Box<[[u16; 2]; HALVES]>,
    /// Pattern by both states, for each player; the same table if the rules are the same.
    patterns: [Arc<[LinePattern; PAIRS]>; 2],
}

impl PatternTables {
    /// The tables of a rule set, built at first use.
    pub fn of(rule: Rule) -> &'static PatternTables {
        static STANDARD: Lazy<PatternTables> = Lazy::new(|| PatternTables::build(Rule::Standard));
        static FREESTYLE: Lazy<PatternTables> = Lazy::new(|| PatternTables::build(Rule::Freestyle));
        static RENJU: Lazy<PatternTables> = Lazy::new(|| PatternTables::build(Rule::Renju));
        static CARO: Lazy<PatternTables> = Lazy::new(|| PatternTables::build(Rule::Caro));
        static CARO_EXACT: Lazy<PatternTables> = Lazy::new(|| PatternTables::build(Rule::CaroExact));
        match rule {
            Rule::Standard => &STANDARD,
            Rule::Freestyle => &FREESTYLE,
            Rule::Renju => &RENJU,
            Rule::Caro => &CARO,
            Rule::CaroExact => &CARO_EXACT,
        }
    }

    /// What a stone of `player` in the middle of `window` makes. The middle cell itself is ignored.
    #[inline]
    pub fn pattern(&self, window: u64, player: usize) -> LinePattern {
        let before = self.before[window as usize & (HALVES - 1)][player];
        let after = self.after[(window >> 12) as usize & (HALVES - 1)][player];
        self.patterns[player][usize::from(before + after) & (PAIRS - 1)]
    }

    /// The same for both players.
    #[inline]
    pub fn both(&self, window: u64) -> [LinePattern; 2] {
        let before = self.before[window as usize & (HALVES - 1)];
        let after = self.after[(window >> 12) as usize & (HALVES - 1)];
        [0, 1].map(|p| self.patterns[p][usize::from(before[p] + after[p]) & (PAIRS - 1)])
    }

    fn build(rule: Rule) -> PatternTables {
        let rules = rule.lines();
        let row = if rules.iter().any(|r| r.closed_five_is_nothing) { STATES } else { 64 };
        let mut before = Box::new([[0; 2]; HALVES]);
        let mut after = Box::new([[0; 2]; HALVES]);
        for bits in 0..HALVES {
            for player in 0..2 {
                let split = rules[player].closed_five_is_nothing;
                let cells: [View; REACH] = std::array::from_fn(|i| view(bits >> (2 * i) & 3, player));
                after[bits][player] = encode(cells, split) as u16;
                let mut mirrored = cells;
                mirrored.reverse();
                before[bits][player] = (encode(mirrored, split) * row) as u16;
            }
        }
        let table = |rules| -> Arc<[LinePattern; PAIRS]> { Classifier::new(rules).table(row).into() };
        let first = table(rules[0]);
        let second = if rules[1] == rules[0] { first.clone() } else { table(rules[1]) };
        PatternTables { before, after, patterns: [first, second] }
    }
}

#[cfg(test)]
mod tests {
    use super::super::classify::WINDOW;
    use super::LinePattern::*;
    use super::*;

    /// Pattern of a window written as text: `X` the player who moves, `O` the other, `#` wall, middle `*`.
    fn pattern(rule: Rule, player: usize, text: &str) -> LinePattern {
        assert_eq!(text.len(), WINDOW);
        let mut window = 0;
        for (i, c) in text.chars().enumerate() {
            let bits = match c {
                '.' | '*' => 0,
                'X' => player as u64 + 1,
                'O' => 2 - player as u64,
                _ => 3,
            };
            window |= bits << (2 * i);
        }
        let tables = PatternTables::of(rule);
        assert_eq!(tables.both(window)[player], tables.pattern(window, player));
        tables.pattern(window, player)
    }

    #[test]
    fn six_is_five_only_where_overlines_win() {
        let six = "..XXX*XX...";
        assert_eq!(pattern(Rule::Standard, 0, six), Overline);
        assert_eq!(pattern(Rule::Freestyle, 0, six), Five);
        assert_eq!(pattern(Rule::Renju, 0, six), Overline);
        assert_eq!(pattern(Rule::Renju, 1, six), Five);
        assert_eq!(pattern(Rule::Caro, 0, ".OXXX*XXO.."), Five);
    }

    #[test]
    fn five_closed_at_both_ends_by_stones_is_nothing_in_caro() {
        assert_eq!(pattern(Rule::Caro, 0, "..OXX*XXO.."), Dead);
        assert_eq!(pattern(Rule::Caro, 0, "..OXX*XX..."), Five);
        assert_eq!(pattern(Rule::Caro, 0, "##OXX*XX###"), Five);
        assert_eq!(pattern(Rule::Standard, 0, "..OXX*XXO.."), Five);
    }

    #[test]
    fn fours_are_told_apart() {
        assert_eq!(pattern(Rule::Standard, 0, "...XX*X...."), StraightFour);
        assert_eq!(pattern(Rule::Standard, 0, "..OXX*X...."), Four);
        assert_eq!(pattern(Rule::Standard, 0, "..XXX*O...."), Four);
        assert_eq!(pattern(Rule::Standard, 1, "..X.X*X.X.."), StraightFour);
        assert_eq!(pattern(Rule::Renju, 0, "..X.X*X.X.."), DoubleFour);
        // Both completions of an unbroken four would be six.
        assert_eq!(pattern(Rule::Standard, 0, ".X.XX*X.X.."), Dead);
        assert_eq!(pattern(Rule::Freestyle, 0, ".X.XX*X.X.."), StraightFour);
    }

    #[test]
    fn a_four_that_one_stone_answers_twice_is_not_straight_in_caro() {
        // Closing the right end leaves the left completion closed at both ends.
        assert_eq!(pattern(Rule::Caro, 0, ".O.XX*X.O.."), Four);
        assert_eq!(pattern(Rule::Caro, 0, "...XX*X...O"), StraightFour);
    }

    #[test]
    fn threes_need_room_for_a_straight_four() {
        assert_eq!(pattern(Rule::Standard, 0, "....X*X...."), WideThree);
        assert_eq!(pattern(Rule::Standard, 0, "...X.*X...."), OpenThree);
        assert_eq!(pattern(Rule::Standard, 0, "..O.X*X.O.."), BlockedThree);
        assert_eq!(pattern(Rule::Renju, 0, ".X..X*X..X."), BlockedThree);
        assert_eq!(pattern(Rule::Standard, 0, "..O.X*X..O."), OpenThree);
    }

    #[test]
    fn twos_and_ones_are_named_by_what_they_may_become() {
        assert_eq!(pattern(Rule::Standard, 0, "....X*....."), WideTwo);
        assert_eq!(pattern(Rule::Standard, 0, "..X..*....."), OpenTwo);
        assert_eq!(pattern(Rule::Standard, 0, "...OX*....."), BlockedTwo);
        assert_eq!(pattern(Rule::Standard, 0, ".....*....."), OpenOne);
        assert_eq!(pattern(Rule::Standard, 0, "....O*....."), BlockedOne);
        assert_eq!(pattern(Rule::Standard, 0, "...O.*..O.."), Dead);
    }
}
