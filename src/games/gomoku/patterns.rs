//! What one stone makes in one line, by table.
//!
//! A window of eleven cells decides what a stone on its middle cell makes: five cells to each side are
//! enough to tell five from six. The key is small because a line ends, for one player, at the first cell
//! he cannot use: a half of a window has 63 different states (94 where an enemy stone and the edge
//! differ, in Caro), so the table of one player is 4 KB and stays in the nearest cache. Rapfi's keys of
//! 20 bits hold the same knowledge in 1 MB.
//!
//! The tables are built at first use by `classify`, which knows nothing but
//! [`LineRule::wins`](super::rules::LineRule::wins): a four is a line that one more stone completes, a
//! three a line that one more stone makes a straight four, and so on down. Patterns are those *through
//! the middle stone*; what other stones of the line do among themselves is no concern of it.

use once_cell::sync::Lazy;

use super::rules::{LineRule, Rule};

/// What a stone makes in one line, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum LinePattern {
    /// No five can ever come of it.
    Dead,
    /// Six or more stones that do not win; a foul where fouls are.
    Overline,
    /// Can become a [`LinePattern::BlockedTwo`].
    BlockedOne,
    /// Can become an open two.
    OpenOne,
    /// Can become a [`LinePattern::BlockedThree`].
    BlockedTwo,
    /// Can become an open three in one way.
    NarrowTwo,
    /// Can become an open three in two or three ways.
    OpenTwo,
    /// Can become an open three in four ways or more.
    WideTwo,
    /// Can become a four, not a straight one.
    BlockedThree,
    /// Can become a straight four in one way.
    OpenThree,
    /// Can become a straight four in two ways or more.
    WideThree,
    /// One more stone makes five and one enemy stone prevents it.
    Four,
    /// Two fours in one line (`X.XXX.X`), where that is a foul; elsewhere this is a straight four.
    DoubleFour,
    /// One more stone makes five whatever the enemy plays.
    StraightFour,
    /// Wins.
    Five,
}

impl LinePattern {
    /// All patterns in order.
    pub const ALL: [LinePattern; 15] = {
        use LinePattern::*;
        [
            Dead,
            Overline,
            BlockedOne,
            OpenOne,
            BlockedTwo,
            NarrowTwo,
            OpenTwo,
            WideTwo,
            BlockedThree,
            OpenThree,
            WideThree,
            Four,
            DoubleFour,
            StraightFour,
            Five,
        ]
    };

    /// The pattern with this number.
    #[inline]
    pub fn from_code(code: u8) -> LinePattern {
        LinePattern::ALL[usize::from(code).min(LinePattern::ALL.len() - 1)]
    }
}

/// Cells on each side of the middle that a window shows.
const REACH: usize = 5;
/// Cells of a window.
const WINDOW: usize = 2 * REACH + 1;
/// Different contents of half a window in bits.
const HALVES: usize = 1 << (2 * REACH);
/// States of a half: no obstacle, or an obstacle at one of five distances (of two kinds).
const STATES: usize = 32 + 31 + 31;
/// Room for the states of both halves.
const PAIRS: usize = 1 << 14;

/// A cell as one player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum View {
    Empty,
    Own,
    Enemy,
    Wall,
}

/// A window as the player sees it whose stone is in the middle.
type Window = [View; WINDOW];

/// Tables of one rule set. Get them with [`PatternTables::of`].
pub struct PatternTables {
    /// State of the cells before the middle, times the row length, by player.
    before: Box<[[u16; 2]; HALVES]>,
    /// State of the cells after the middle, by player.
    after: Box<[[u16; 2]; HALVES]>,
    /// Pattern by both states, for each player.
    patterns: [Box<[LinePattern; PAIRS]>; 2],
}

impl PatternTables {
    /// The tables of a rule set, built when first asked for.
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

    /// What a stone of `player` in the middle of `window` makes there. The middle cell itself is not looked at.
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
        let patterns = [0, 1].map(|player| Classifier::new(rules[player]).table(row));
        PatternTables { before, after, patterns }
    }
}

/// The two bits of a cell as `player` sees them.
fn view(bits: usize, player: usize) -> View {
    match bits {
        0 => View::Empty,
        3 => View::Wall,
        stone if stone == player + 1 => View::Own,
        _ => View::Enemy,
    }
}

/// Number of a half, its cells given from the middle outwards. What lies behind the first obstacle does not
/// matter; whether it is a wall or an enemy stone does where `split`.
fn encode(cells: [View; REACH], split: bool) -> usize {
    let free = cells.iter().take_while(|c| matches!(c, View::Empty | View::Own)).count();
    let own = (0..free).filter(|&i| cells[i] == View::Own).map(|i| 1 << i).sum::<usize>();
    if free == REACH {
        return own;
    }
    let enemy = usize::from(split && cells[free] == View::Enemy);
    32 + 31 * enemy + (32 - (2 << free)) + own
}

/// The inverse of [`encode`].
fn decode(state: usize) -> [View; REACH] {
    let stone = |own: usize, i: usize| if own >> i & 1 == 1 { View::Own } else { View::Empty };
    if state < 32 {
        return std::array::from_fn(|i| stone(state, i));
    }
    let obstacle = if state < 63 { View::Wall } else { View::Enemy };
    let rest = (state - 32) % 31;
    let free = (0..REACH).find(|&f| rest >= 32 - (2 << f)).unwrap_or(0);
    let own = rest - (32 - (2 << free));
    std::array::from_fn(|i| if i < free { stone(own, i) } else { obstacle })
}

/// Works out patterns for one player, each window once.
struct Classifier {
    rule: LineRule,
    known: Vec<Option<LinePattern>>,
}

impl Classifier {
    fn new(rule: LineRule) -> Classifier {
        Classifier { rule, known: vec![None; STATES * STATES] }
    }

    /// All patterns, `row` entries for each state of the first half.
    fn table(mut self, row: usize) -> Box<[LinePattern; PAIRS]> {
        let mut table = Box::new([LinePattern::Dead; PAIRS]);
        let states = if self.rule.closed_five_is_nothing { STATES } else { 63 };
        for before in 0..states {
            for after in 0..states {
                let mut window = [View::Own; WINDOW];
                for (i, (b, a)) in decode(before).into_iter().zip(decode(after)).enumerate() {
                    window[REACH - 1 - i] = b;
                    window[REACH + 1 + i] = a;
                }
                table[before * row + after] = self.classify(&window);
            }
        }
        table
    }

    /// The pattern through the middle stone of `window`.
    fn classify(&mut self, window: &Window) -> LinePattern {
        let split = self.rule.closed_five_is_nothing;
        let before = encode(std::array::from_fn(|i| window[REACH - 1 - i]), split);
        let after = encode(std::array::from_fn(|i| window[REACH + 1 + i]), split);
        let index = before * STATES + after;
        if let Some(pattern) = self.known[index] {
            return pattern;
        }
        let pattern = self.work_out(window);
        self.known[index] = Some(pattern);
        pattern
    }

    fn work_out(&mut self, window: &Window) -> LinePattern {
        let (length, closed) = run(window);
        if self.rule.wins(length, closed) {
            return LinePattern::Five;
        }
        if length > 5 {
            return LinePattern::Overline;
        }
        match completions(self.rule, window) {
            0 => self.weaker_than_four(window),
            1 => LinePattern::Four,
            _ if self.rule.fouls && length == 4 => LinePattern::StraightFour,
            _ if self.rule.fouls => LinePattern::DoubleFour,
            _ if each_with(window, View::Enemy).all(|w| completions(self.rule, &w) > 0) => {
                LinePattern::StraightFour
            }
            _ => LinePattern::Four,
        }
    }

    /// Names a line by the best that one more stone makes of it.
    fn weaker_than_four(&mut self, window: &Window) -> LinePattern {
        use LinePattern::*;
        let children: Vec<LinePattern> = each_with(window, View::Own).map(|w| self.classify(&w)).collect();
        let ways = |from: LinePattern, to: LinePattern| {
            children.iter().filter(|&&c| (from..=to).contains(&c)).count()
        };
        match ways(StraightFour, StraightFour) {
            0 => {}
            1 => return OpenThree,
            _ => return WideThree,
        }
        if ways(Four, Four) > 0 {
            return BlockedThree;
        }
        match ways(OpenThree, WideThree) {
            0 => {}
            1 => return NarrowTwo,
            2 | 3 => return OpenTwo,
            _ => return WideTwo,
        }
        if ways(BlockedThree, BlockedThree) > 0 {
            BlockedTwo
        } else if ways(NarrowTwo, WideTwo) > 0 {
            OpenOne
        } else if ways(BlockedTwo, BlockedTwo) > 0 {
            BlockedOne
        } else {
            Dead
        }
    }
}

/// Length of the unbroken line through the middle, and whether an enemy stone closes each end.
fn run(window: &Window) -> (usize, [bool; 2]) {
    let after = window[REACH + 1..].iter().take_while(|&&c| c == View::Own).count();
    let before = window[..REACH].iter().rev().take_while(|&&c| c == View::Own).count();
    let is_enemy = |i: Option<usize>| i.and_then(|i| window.get(i)) == Some(&View::Enemy);
    let ends = [(REACH - before).checked_sub(1), Some(REACH + 1 + after)];
    (before + 1 + after, ends.map(is_enemy))
}

/// Number of empty cells on which a stone would win through the middle.
fn completions(rule: LineRule, window: &Window) -> usize {
    each_with(window, View::Own)
        .filter(|w| {
            let (length, closed) = run(w);
            rule.wins(length, closed)
        })
        .count()
}

/// The windows that arise when `what` is put on each of the empty cells.
fn each_with(window: &Window, what: View) -> impl Iterator<Item = Window> + use<> {
    let window = *window;
    (0..WINDOW).filter(move |&i| window[i] == View::Empty).map(move |i| {
        let mut changed = window;
        changed[i] = what;
        changed
    })
}

#[cfg(test)]
mod tests {
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
    fn halves_are_numbered_one_to_one() {
        for state in 0..STATES {
            assert_eq!(encode(decode(state), true), state);
        }
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
