//! The pattern of one window of a line, computed from the rules.
//!
//! All patterns follow from [`LineRule::wins`]: a four is a line that one more stone completes, a three a line that one
//! more stone makes a straight four, and so on down. The numbers of the halves of a window ignore what lies behind the
//! first obstacle, which makes the tables of `patterns.rs` small.

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

/// A window as the player sees it whose stone is in the middle: sets of cells, one bit each. The rest is wall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Window {
    empty: u16,
    own: u16,
    enemy: u16,
}

/// The two bits of a cell as `player` sees them.
pub(super) fn view(bits: usize, player: usize) -> View {
    match bits {
        0 => View::Empty,
        3 => View::Wall,
        stone if stone == player + 1 => View::Own,
        _ => View::Enemy,
    }
}

/// Number of a half, its cells given from the middle outwards. What lies behind the first obstacle does not matter;
/// whether it is a wall or an opponent's stone matters with `split`.
pub(super) fn encode(cells: [View; REACH], split: bool) -> usize {
    let set = |of: View| (0..REACH).filter(|&i| cells[i] == of).map(|i| 1 << i).sum();
    encode_half(Window { empty: set(View::Empty), own: set(View::Own), enemy: set(View::Enemy) }, split)
}

/// The same of the lowest cells of a window.
fn encode_half(half: Window, split: bool) -> usize {
    let free = ((half.empty | half.own).trailing_ones() as usize).min(REACH);
    let own = usize::from(half.own) & ((1 << free) - 1);
    if free == REACH {
        return own;
    }
    let enemy = usize::from(split && half.enemy >> free & 1 == 1);
    32 + 31 * enemy + (32 - (2 << free)) + own
}

/// The inverse of [`encode_half`].
fn decode(state: usize) -> Window {
    if state < 32 {
        return Window { empty: !state as u16 & 31, own: state as u16, enemy: 0 };
    }
    let rest = (state - 32) % 31;
    let free = (0..REACH).find(|&f| rest >= 32 - (2 << f)).unwrap_or(0);
    let own = rest - (32 - (2 << free));
    let is_enemy = u16::from(state >= 63);
    Window { empty: (!own & ((1 << free) - 1)) as u16, own: own as u16, enemy: is_enemy << free }
}

/// The cells of half a window in reverse.
fn mirrored_half(half: u16) -> u16 {
    half.reverse_bits() >> (16 - REACH)
}

impl Window {
    /// The window between two halves, with a stone in the middle.
    fn between(before: Window, after: Window) -> Window {
        let join = |before: u16, after: u16| mirrored_half(before) | after << (REACH + 1);
        Window {
            empty: join(before.empty, after.empty),
            own: join(before.own, after.own) | 1 << REACH,
            enemy: join(before.enemy, after.enemy),
        }
    }

    /// The numbers of both halves.
    fn states(self, split: bool) -> (usize, usize) {
        let after = |set: u16| set >> (REACH + 1);
        let before = |set: u16| mirrored_half(set & 31);
        let half = |cells: &dyn Fn(u16) -> u16| {
            encode_half(
                Window { empty: cells(self.empty), own: cells(self.own), enemy: cells(self.enemy) },
                split,
            )
        };
        (half(&before), half(&after))
    }

    /// The windows that arise when `what`, a stone, is put on each of the empty cells.
    fn each_with(self, what: View) -> impl Iterator<Item = Window> {
        let cells = (0..WINDOW).map(|i| 1 << i).filter(move |cell| self.empty & cell != 0);
        cells.map(move |cell| match what {
            View::Own => Window { empty: self.empty ^ cell, own: self.own | cell, ..self },
            _ => Window { empty: self.empty ^ cell, enemy: self.enemy | cell, ..self },
        })
    }
}

/// Computes patterns for one player, each window once.
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
                table[before * row + after] = self.classify(Window::between(decode(before), decode(after)));
            }
        }
        table
    }

    /// The pattern through the middle stone of `window`, which is the same for the window in reverse.
    fn classify(&mut self, window: Window) -> LinePattern {
        let (before, after) = window.states(self.rule.closed_five_is_nothing);
        if let Some(pattern) = self.known[before * STATES + after] {
            return pattern;
        }
        let pattern = self.work_out(window);
        self.known[before * STATES + after] = Some(pattern);
        self.known[after * STATES + before] = Some(pattern);
        pattern
    }

    fn work_out(&mut self, window: Window) -> LinePattern {
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
            _ if window.each_with(View::Enemy).all(|w| completions(self.rule, w) > 0) => {
                LinePattern::StraightFour
            }
            _ => LinePattern::Four,
        }
    }

    /// Classifies a line by the best pattern that one more stone makes.
    fn weaker_than_four(&mut self, window: Window) -> LinePattern {
        use LinePattern::*;
        let mut children = [0usize; LinePattern::ALL.len()];
        window.each_with(View::Own).for_each(|w| children[self.classify(w) as usize] += 1);
        let ways =
            |from: LinePattern, to: LinePattern| children[from as usize..=to as usize].iter().sum::<usize>();
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

/// Length of the unbroken line through the middle, and whether an opponent's stone closes each end.
fn run(window: Window) -> (usize, [bool; 2]) {
    let after = (window.own >> (REACH + 1)).trailing_ones() as usize;
    let before = (window.own << (16 - REACH)).leading_ones() as usize;
    let is_enemy = |cell: usize| window.enemy >> cell & 1 == 1;
    let ends = [before < REACH && is_enemy(REACH - 1 - before), is_enemy(REACH + 1 + after)];
    (before + 1 + after, ends)
}

/// Number of empty cells on which a stone would win through the middle.
fn completions(rule: LineRule, window: Window) -> usize {
    let wins = |w: &Window| {
        let (length, closed) = run(*w);
        rule.wins(length, closed)
    };
    window.each_with(View::Own).filter(wins).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_numbered_one_to_one() {
        for state in 0..STATES {
            assert_eq!(encode_half(decode(state), true), state);
            let window = Window::between(decode(state), decode(STATES - 1 - state));
            assert_eq!(window.states(true), (state, STATES - 1 - state));
        }
    }
}
