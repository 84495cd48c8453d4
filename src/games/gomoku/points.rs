//! What a stone on a point makes in all four lines together: its class.
//!
//! Line patterns that make the same classes are one group: ten groups make 55 pairs, and two pairs are the index of the
//! class in a table of 4 KB a player, built from [`PointClass::of`]. The order of the lines does not matter.

use std::sync::Arc;

use once_cell::sync::Lazy;

use super::line_pattern::LinePattern;
use super::rules::{LineRule, Rule};

/// What a stone on an empty point would make, weakest first; the last three may not be legal moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum PointClass {
    /// No threat.
    Nothing,
    /// One open two.
    Two,
    /// One blocked three.
    BlockedThree,
    /// Two open twos or more.
    TwoTwos,
    /// A blocked three and another three or two.
    BlockedThreePlus,
    /// An open three: threatens a straight four.
    Three,
    /// An open three, and a blocked three or an open two.
    ThreePlus,
    /// Two open threes.
    TwoThrees,
    /// A four.
    Four,
    /// A four, and a blocked three or an open two.
    FourPlus,
    /// A four and an open three (in Caro also two fours, which one stone may answer there).
    FourThree,
    /// A straight four, or two fours at once: wins unless the opponent makes five first.
    StraightFour,
    /// Wins on the spot.
    Five,
    /// Renju's Black: two lines that look like threes; only the recursive test can decide whether it is a foul.
    MaybeFoul,
    /// Renju's Black: an overline or a double-four.
    Foul,
    /// Occupied, or outside the board.
    Taken,
}

/// Number of classes.
pub const CLASSES: usize = 16;

/// The representative of each group of patterns, see [`group`].
const GROUPS: [LinePattern; 10] = {
    use LinePattern::*;
    [Dead, Overline, NarrowTwo, OpenTwo, BlockedThree, OpenThree, Four, DoubleFour, StraightFour, Five]
};

/// Place in [`GROUPS`] of the pattern that makes the same classes as this one.
const fn group(pattern: LinePattern) -> usize {
    use LinePattern::*;
    match pattern {
        Dead | BlockedOne | OpenOne | BlockedTwo => 0,
        Overline => 1,
        NarrowTwo => 2,
        OpenTwo | WideTwo => 3,
        BlockedThree => 4,
        OpenThree | WideThree => 5,
        Four => 6,
        DoubleFour => 7,
        StraightFour => 8,
        Five => 9,
    }
}

/// Number of the pair of two groups in any order; below 64.
const fn pair(first: usize, second: usize) -> usize {
    let (low, high) = if first < second { (first, second) } else { (second, first) };
    high * (high + 1) / 2 + low
}

/// Numbers of the pairs of the groups of two patterns, by their codes of four bits.
const PAIRS: [u8; 256] = {
    let all = LinePattern::ALL;
    let mut pairs = [0; 256];
    let mut codes = 0;
    while codes < pairs.len() {
        let (first, second) = (codes & 15, codes >> 4);
        if first < all.len() && second < all.len() {
            pairs[codes] = pair(group(all[first]), group(all[second])) as u8;
        }
        codes += 1;
    }
    pairs
};

/// The four line patterns of one player on one point, four bits each.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct FourPatterns(u16);

impl FourPatterns {
    /// Four dead lines.
    pub const ZERO: FourPatterns = FourPatterns(0);

    /// The same with another pattern in direction `dir`.
    #[inline]
    pub fn with(self, dir: usize, pattern: LinePattern) -> FourPatterns {
        FourPatterns(self.0 & !(15 << (4 * dir)) | (pattern as u16) << (4 * dir))
    }

    /// Number of the pattern in direction `dir`, in the order of [`LinePattern::ALL`]; below 16.
    #[inline]
    pub fn code(self, dir: usize) -> u8 {
        (self.0 >> (4 * dir) & 15) as u8
    }

    /// The pattern in direction `dir`.
    #[inline]
    pub fn get(self, dir: usize) -> LinePattern {
        LinePattern::from_code(self.code(dir))
    }

    /// These patterns, by direction.
    pub fn of(lines: [LinePattern; 4]) -> FourPatterns {
        (0..4).fold(FourPatterns::ZERO, |all, dir| all.with(dir, lines[dir]))
    }

    /// All four lines are dead.
    #[inline]
    pub fn all_dead(self) -> bool {
        self.0 == 0
    }

    /// Index of the class of these patterns.
    #[inline]
    fn index(self) -> usize {
        let [low, high] = self.0.to_le_bytes().map(|codes| usize::from(PAIRS[usize::from(codes)]));
        (high << 6 | low) & (ENTRIES - 1)
    }
}

impl PointClass {
    /// All classes in order.
    pub const ALL: [PointClass; CLASSES] = {
        use PointClass::*;
        [
            Nothing,
            Two,
            BlockedThree,
            TwoTwos,
            BlockedThreePlus,
            Three,
            ThreePlus,
            TwoThrees,
            Four,
            FourPlus,
            FourThree,
            StraightFour,
            Five,
            MaybeFoul,
            Foul,
            Taken,
        ]
    };

    /// The class of a point with these line patterns.
    pub fn of(rule: LineRule, patterns: [LinePattern; 4]) -> PointClass {
        use LinePattern as L;
        let count = |low: L, high: L| patterns.iter().filter(|&&p| (low..=high).contains(&p)).count();
        let fours = count(L::Four, L::StraightFour) + count(L::DoubleFour, L::DoubleFour);
        let threes = count(L::OpenThree, L::WideThree);
        let support = count(L::NarrowTwo, L::BlockedThree);
        let twos = count(L::OpenTwo, L::WideTwo);
        if count(L::Five, L::Five) > 0 {
            return PointClass::Five;
        }
        if rule.fouls && (count(L::Overline, L::Overline) > 0 || fours > 1) {
            return PointClass::Foul;
        }
        if rule.fouls && threes > 1 {
            return PointClass::MaybeFoul;
        }
        if count(L::StraightFour, L::StraightFour) > 0 || (fours > 1 && !rule.closed_five_is_nothing) {
            return PointClass::StraightFour;
        }
        match (fours, threes, support) {
            (2.., ..) | (1, 1.., _) => PointClass::FourThree,
            (1, 0, 1..) => PointClass::FourPlus,
            (1, 0, 0) => PointClass::Four,
            (0, 2.., _) => PointClass::TwoThrees,
            (0, 1, 1..) => PointClass::ThreePlus,
            (0, 1, 0) => PointClass::Three,
            (0, 0, _) if count(L::BlockedThree, L::BlockedThree) > 0 => {
                if support > 1 {
                    PointClass::BlockedThreePlus
                } else {
                    PointClass::BlockedThree
                }
            }
            (0, 0, _) => match twos {
                0 => PointClass::Nothing,
                1 => PointClass::Two,
                _ => PointClass::TwoTwos,
            },
        }
    }
}

/// Entries of a table of classes: two numbers of pairs, six bits each.
const ENTRIES: usize = 1 << 12;

/// Classes by the groups of four patterns, for both players of a rule set; the same table if the rules are the same.
pub struct PointTables {
    classes: [Arc<[PointClass; ENTRIES]>; 2],
}

impl PointTables {
    /// The tables of a rule set, built at first use.
    pub fn of(rule: Rule) -> &'static PointTables {
        static STANDARD: Lazy<PointTables> = Lazy::new(|| PointTables::build(Rule::Standard));
        static FREESTYLE: Lazy<PointTables> = Lazy::new(|| PointTables::build(Rule::Freestyle));
        static RENJU: Lazy<PointTables> = Lazy::new(|| PointTables::build(Rule::Renju));
        static CARO: Lazy<PointTables> = Lazy::new(|| PointTables::build(Rule::Caro));
        static CARO_EXACT: Lazy<PointTables> = Lazy::new(|| PointTables::build(Rule::CaroExact));
        match rule {
            Rule::Standard => &STANDARD,
            Rule::Freestyle => &FREESTYLE,
            Rule::Renju => &RENJU,
            Rule::Caro => &CARO,
            Rule::CaroExact => &CARO_EXACT,
        }
    }

    /// What a stone of `player` makes on a point with these patterns.
    #[inline]
    pub fn class(&self, patterns: FourPatterns, player: usize) -> PointClass {
        self.classes[player][patterns.index()]
    }

    fn build(rule: Rule) -> PointTables {
        let [black, white] = rule.lines();
        let first = Arc::new(PointTables::table(black));
        let second = if white == black { first.clone() } else { Arc::new(PointTables::table(white)) };
        PointTables { classes: [first, second] }
    }

    fn table(rule: LineRule) -> [PointClass; ENTRIES] {
        let mut classes = [PointClass::Nothing; ENTRIES];
        for places in 0..GROUPS.len().pow(4) {
            let lines =
                std::array::from_fn(|line| GROUPS[places / GROUPS.len().pow(line as u32) % GROUPS.len()]);
            classes[FourPatterns::of(lines).index()] = PointClass::of(rule, lines);
        }
        classes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_say_of_any_four_patterns_what_the_definition_says() {
        let all = LinePattern::ALL;
        for rule in [Rule::Standard, Rule::Freestyle, Rule::Renju, Rule::Caro, Rule::CaroExact] {
            let tables = PointTables::of(rule);
            for codes in 0..all.len().pow(4) {
                let lines = std::array::from_fn(|line| all[codes / all.len().pow(line as u32) % all.len()]);
                let patterns = FourPatterns::of(lines);
                assert_eq!(std::array::from_fn(|dir| patterns.get(dir)), lines);
                for (player, lines_rule) in rule.lines().into_iter().enumerate() {
                    assert_eq!(
                        tables.class(patterns, player),
                        PointClass::of(lines_rule, lines),
                        "{lines:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn fours_and_threes_at_once_are_fouls_of_black_in_renju_and_win_elsewhere() {
        use LinePattern::*;
        let tables = PointTables::of(Rule::Renju);
        let classes = |lines| [0, 1].map(|player| tables.class(FourPatterns::of(lines), player));
        assert_eq!(classes([Four, Four, Dead, Dead]), [PointClass::Foul, PointClass::StraightFour]);
        assert_eq!(
            classes([WideThree, Dead, OpenThree, Dead]),
            [PointClass::MaybeFoul, PointClass::TwoThrees]
        );
        assert_eq!(classes([Five, Overline, Four, Four]), [PointClass::Five; 2]);
        assert_eq!(classes([Dead, OpenThree, Four, Dead]), [PointClass::FourThree; 2]);
    }
}
