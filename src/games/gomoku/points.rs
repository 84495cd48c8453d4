//! What a stone on a point makes in all four lines together: its pattern code and its class.
//!
//! The order of the four line patterns does not matter: 15 patterns make 120 pairs, and two pairs are the index of the
//! point's pattern code in a table of 32 KB. By code there are tables of classes, 3 KB a player, built from
//! [`PointClass::of`].

use once_cell::sync::Lazy;

use super::line_pattern::LinePattern;
use super::rules::{LineRule, Rule};

/// What a stone on an empty point would make, weakest first; the last three may not be legal moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum PointClass {
    /// Nothing that must be answered now or soon.
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
    /// A straight four, or two fours at once: wins unless the enemy makes five first.
    StraightFour,
    /// Wins on the spot.
    Five,
    /// Renju's Black: two lines that look like threes; only the recursive test can tell whether it is a foul.
    MaybeFoul,
    /// Renju's Black: an overline or a double-four.
    Foul,
    /// Occupied, or outside the board.
    Taken,
}

/// Number of classes.
pub const CLASSES: usize = 16;

/// Numbers of the pairs of patterns, by two four-bit codes.
const PAIR: [u8; 256] = {
    let mut pair = [0; 256];
    let mut first = 0;
    let mut next = 0;
    while first < 15 {
        let mut second = first;
        while second < 15 {
            pair[first << 4 | second] = next;
            pair[second << 4 | first] = next;
            next += 1;
            second += 1;
        }
        first += 1;
    }
    pair
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

    /// The patterns by direction.
    pub fn lines(self) -> [LinePattern; 4] {
        std::array::from_fn(|dir| self.get(dir))
    }

    /// All four lines are dead.
    #[inline]
    pub fn all_dead(self) -> bool {
        self.0 == 0
    }

    /// Number of these patterns regardless of their order: the pattern code, below [`PATTERN_CODES`].
    #[inline]
    pub fn pattern_code(self) -> usize {
        usize::from(CODES[self.index() & (ENTRIES - 1)])
    }

    /// One of each pattern code, in order.
    pub fn all() -> impl Iterator<Item = FourPatterns> {
        let all = LinePattern::ALL;
        let below = |limit: usize| 0..=limit;
        let sorted = (0..all.len()).flat_map(move |a| {
            below(a).flat_map(move |b| below(b).flat_map(move |c| below(c).map(move |d| [a, b, c, d])))
        });
        sorted.map(move |codes| FourPatterns::of(codes.map(|code| all[code])))
    }

    fn index(self) -> usize {
        usize::from(PAIR[usize::from(self.0 & 255)]) << 7 | usize::from(PAIR[usize::from(self.0 >> 8)])
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

/// Pattern codes: ways to choose four of fifteen patterns.
pub const PATTERN_CODES: usize = 3060;
/// Entries of the table of pattern codes: two numbers of pairs, seven bits each.
const ENTRIES: usize = 1 << 14;

/// Pattern codes by two numbers of pairs.
static CODES: Lazy<Box<[u16; ENTRIES]>> = Lazy::new(|| {
    let mut table = Box::new([0; ENTRIES]);
    for (code, patterns) in FourPatterns::all().enumerate() {
        let lines = patterns.lines();
        for [a, b, c, d] in [[0, 1, 2, 3], [0, 2, 1, 3], [0, 3, 1, 2]] {
            for [a, b, c, d] in [[a, b, c, d], [c, d, a, b]] {
                table[FourPatterns::of([lines[a], lines[b], lines[c], lines[d]]).index()] = code as u16;
            }
        }
    }
    table
});

/// Classes by pattern code, for both players of a rule set.
pub struct PointTables {
    classes: [Box<[PointClass; PATTERN_CODES]>; 2],
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

    /// What a stone of `player` makes on a point with this pattern code.
    #[inline]
    pub fn class(&self, code: usize, player: usize) -> PointClass {
        self.classes[player][code]
    }

    fn build(rule: Rule) -> PointTables {
        PointTables { classes: rule.lines().map(PointTables::build_player) }
    }

    fn build_player(rule: LineRule) -> Box<[PointClass; PATTERN_CODES]> {
        let classes: Vec<PointClass> =
            FourPatterns::all().map(|patterns| PointClass::of(rule, patterns.lines())).collect();
        classes.try_into().unwrap_or_else(|_| unreachable!("one for each code"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_the_lines_does_not_matter() {
        use LinePattern::*;
        let tables = PointTables::of(Rule::Renju);
        let classes = |lines: [LinePattern; 4]| {
            let patterns = FourPatterns::of(lines);
            assert_eq!(patterns.lines(), lines);
            [0, 1].map(|player| tables.class(patterns.pattern_code(), player))
        };
        assert_eq!(classes([Dead, Four, OpenTwo, OpenThree]), classes([OpenThree, OpenTwo, Four, Dead]));
        assert_eq!(classes([Four, Four, Dead, Dead]), [PointClass::Foul, PointClass::StraightFour]);
        assert_eq!(
            classes([WideThree, Dead, OpenThree, Dead]),
            [PointClass::MaybeFoul, PointClass::TwoThrees]
        );
        assert_eq!(classes([Five, Overline, Four, Four]), [PointClass::Five; 2]);
        assert_eq!(classes([Dead, OpenThree, Four, Dead]), [PointClass::FourThree; 2]);
    }
}
