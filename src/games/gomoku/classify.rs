//! The pattern of one window of a line, worked out from the rules.
//!
//! Nothing is known here but [`LineRule::wins`]: a four is a line that one more stone completes, a three a
//! line that one more stone makes a straight four, and so on down. The halves of a window are numbered
//! without what lies behind the first obstacle, which makes the tables of `patterns.rs` small.

use super::line_pattern::LinePattern;
use super::rules::LineRule;

/// Cells on each side of the middle that a window shows.
pub(super) const REACH: usize = 5;
/// Cells of a window.
pub(super) const WINDOW: usize = 2 * REACH + 1;
/// Different contents of half a window in bits.
pub(super) const HALVES: usize = 1 << (2 * REACH);
/// States of a half: no obstacle, or an obstacle at one of five distances (of two kinds).
pub(super) const STATES: usize = 32 + 31 + 31;
/// Room for the states of both halves.
pub(super) const PAIRS: usize = 1 << 14;

/// A cell as one player sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum View {
    Empty,
    Own,
    Enemy,
    Wall,
}

/// A window as the player sees it whose stone is in the middle.
type Window = [View; WINDOW];

/// The two bits of a cell as `player` sees them.
pub(super) fn view(bits: usize, player: usize) -> View {
    match bits {
        0 => View::Empty,
        3 => View::Wall,
        stone if stone == player + 1 => View::Own,
        _ => View::Enemy,
    }
}

/// Number of a half, its cells given from the middle outwards. What lies behind the first obstacle does not
/// matter; whether it is a wall or an enemy stone does where `split`.
pub(super) fn encode(cells: [View; REACH], split: bool) -> usize {
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
pub(super) struct Classifier {
    rule: LineRule,
    known: Vec<Option<LinePattern>>,
}

impl Classifier {
    pub(super) fn new(rule: LineRule) -> Classifier {
        Classifier { rule, known: vec![None; STATES * STATES] }
    }

    /// All patterns, `row` entries for each state of the first half.
    pub(super) fn table(mut self, row: usize) -> Box<[LinePattern; PAIRS]> {
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
    use super::*;

    #[test]
    fn halves_are_numbered_one_to_one() {
        for state in 0..STATES {
            assert_eq!(encode(decode(state), true), state);
        }
    }
}
