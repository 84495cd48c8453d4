//! Retrograde analysis of a class together with its turned class.
//!
//! Values are won, drawn or lost for the player to move, with a distance: the half-moves that the winner needs, against
//! the longest defence, to the end of the game or to a move that resets the count of the limit in force. A win that
//! needs more of them than the limit allows is a draw. Values are those at the start of the count. So the position
//! after a capture or promotion has the value found for it before, unless the count continues by rule (three and two
//! pieces against a lone king in international rules): then its distance is added.
//!
//! Distances are found in increasing order. In pass `d`, the positions with distance `d - 1` are known, their
//! predecessors are marked, and marked positions are revisited with the moves of the game itself. Marking too many does
//! no harm, which keeps moving backwards simple. If moves of men reset the count, positions are solved in groups by the
//! advancement of the men, the farthest first, so that within a group all moves count.

use std::ops::Range;
use std::sync::atomic::{AtomicU16, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::class::{Class, Layout, Placement};
use super::counters::Counters;
use super::parallel::in_parallel;
use super::solved::{Solved, Value};
use crate::contract::{Outcome, Position as _};
use crate::games::draughts::any_position::AnyPosition;
use crate::games::draughts::colour::Colour;
use crate::games::draughts::draws::Limit;
use crate::games::draughts::geometry::{Bitboard, bit, shift, squares};
use crate::games::draughts::moves::Move;
use crate::games::draughts::rules::Rules;

/// Positions that one thread takes at a time.
const CHUNK: usize = 1 << 12;

// While a class is solved, a position is one of these numbers, or at least `DECIDED`.
const OPEN: u16 = 0;
/// Drawn, and no move stays in the class.
const DRAWN: u16 = 1;
/// No position has this number.
const NOTHING: u16 = 2;
const DECIDED: u16 = 3;

const fn code(value: Value) -> u16 {
    match value {
        Value::Drawn => OPEN,
        Value::Won(distance) => DECIDED + 2 * distance,
        Value::Lost(distance) => DECIDED + 2 * distance + 1,
    }
}

const fn decoded(code: u16) -> Value {
    if code < DECIDED {
        Value::Drawn
    } else if (code - DECIDED).is_multiple_of(2) {
        Value::Won((code - DECIDED) / 2)
    } else {
        Value::Lost((code - DECIDED) / 2)
    }
}

/// A class that is being solved.
struct Open {
    rules: &'static Rules,
    class: Class,
    layout: Layout,
    counters: Counters,
    codes: Vec<AtomicU16>,
    /// Positions to revisit in the next pass, one bit each.
    marked: Vec<AtomicU64>,
}

impl Open {
    fn new(rules: &'static Rules, class: Class) -> Open {
        let (layout, counters) = (Layout::new(class, rules.geometry()), Counters::new(rules, class));
        let size = layout.size() * counters.states();
        Open {
            rules,
            class,
            layout,
            counters,
            codes: (0..size).map(|_| AtomicU16::new(OPEN)).collect(),
            marked: (0..size.div_ceil(64)).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    fn mark(&self, number: usize) {
        let states = self.counters.states();
        for at in number * states..(number + 1) * states {
            self.marked[at / 64].fetch_or(1 << (at % 64), Relaxed);
        }
    }

    fn position(&self, at: usize) -> Option<AnyPosition> {
        let states = self.counters.states();
        let placement = self.layout.placement(at / states)?;
        self.counters.position(self.rules, &placement, at % states)
    }

    fn finish(self) -> Solved {
        let bytes = self.codes.into_iter().map(|code| match code.into_inner() {
            NOTHING => Solved::byte(None),
            code => Solved::byte(Some(decoded(code))),
        });
        let bytes = bytes.collect();
        Solved::from_bytes(self.rules, self.class, bytes)
    }
}

/// The limit on the positions of a class, if there is one.
fn limit_of(rules: &'static Rules, layout: &Layout) -> Option<Limit> {
    let placement = (0..layout.size()).find_map(|number| layout.placement(number))?;
    AnyPosition::new(rules, placement.pieces, placement.kings, Colour::White).limit()
}

/// A class with its turned one, while they are solved.
struct Pair<'a> {
    rules: &'static Rules,
    /// The class and, if it differs, the turned class.
    open: Vec<Open>,
    solved: &'a [Solved],
    /// Half-moves that the limit allows, if there is one.
    limit: Option<u16>,
    /// Moves of men reset the count.
    in_groups: bool,
    /// The longest distance found so far.
    longest: AtomicUsize,
}

/// Solves a class and its turned class with `threads` threads. `solved` has all classes that moves lead to.
pub fn solve(rules: &'static Rules, class: Class, solved: &[Solved], threads: usize) -> Vec<Solved> {
    let mut open = vec![Open::new(rules, class)];
    if class.turned() != class {
        open.push(Open::new(rules, class.turned()));
    }
    let limit = limit_of(rules, &open[0].layout);
    let pair = Pair {
        rules,
        solved,
        limit: limit.map(Limit::half_moves),
        in_groups: limit.is_some_and(Limit::restarts_on_man_moves) && class.men != [0, 0],
        longest: AtomicUsize::new(0),
        open,
    };
    for group in pair.groups() {
        pair.solve_group(&group, threads);
    }
    pair.open.into_iter().map(Open::finish).collect()
}

/// Positions to be solved together: ranges of one of the classes.
type Group = Vec<(usize, Range<usize>)>;

impl Pair<'_> {
    fn groups(&self) -> Vec<Group> {
        let rows = MAX_ROWS * self.open[0].class.pieces();
        let mut groups = vec![Group::new(); if self.in_groups { rows } else { 1 }];
        for (index, open) in self.open.iter().enumerate() {
            let size = open.layout.per_men() * open.counters.states();
            for men in 0..open.codes.len() / size {
                let group = if self.in_groups { rows - 1 - open.layout.advancement(men) } else { 0 };
                for start in (men * size..(men + 1) * size).step_by(CHUNK) {
                    groups[group].push((index, start..((men + 1) * size).min(start + CHUNK)));
                }
            }
        }
        groups.retain(|group| !group.is_empty());
        groups
    }

    fn solve_group(&self, group: &Group, threads: usize) {
        self.longest.store(0, Relaxed);
        in_parallel(group, threads, &|&(index, ref range)| self.begin(&self.open[index], range.clone()));
        let mut pass = 1;
        while usize::from(pass) <= self.longest.load(Relaxed) + 1 {
            in_parallel(group, threads, &|&(index, ref range)| {
                self.mark_before(index, range.clone(), pass - 1);
            });
            in_parallel(group, threads, &|&(index, ref range)| {
                self.revisit(&self.open[index], range.clone(), pass);
            });
            pass += 1;
        }
    }

    /// Visits positions for the first time.
    fn begin(&self, open: &Open, range: Range<usize>) {
        let mut moves = Vec::new();
        for at in range {
            let code = match open.position(at) {
                None => NOTHING,
                Some(pos) => self.code(&pos, 0, &mut moves),
            };
            self.set(open, at, code);
        }
    }

    fn set(&self, open: &Open, at: usize, found: u16) {
        open.codes[at].store(found, Relaxed);
        if let Value::Won(distance) | Value::Lost(distance) = decoded(found) {
            self.longest.fetch_max(distance.into(), Relaxed);
        }
    }

    /// Marks the predecessors of the positions with this distance.
    fn mark_before(&self, index: usize, range: Range<usize>, distance: u16) {
        let open = &self.open[index];
        let wanted = [Value::Won(distance), Value::Lost(distance)].map(code);
        for at in range.filter(|&at| wanted.contains(&open.codes[at].load(Relaxed))) {
            let number = at / open.counters.states();
            if let Some(placement) = open.layout.placement(number) {
                self.mark_predecessors(index, &placement);
            }
        }
    }

    /// Marks the positions from which Black comes to this one by a quiet move.
    fn mark_predecessors(&self, index: usize, placement: &Placement) {
        let target = &self.open[self.open.len() - 1 - index];
        let pos = AnyPosition::new(self.rules, placement.pieces, placement.kings, Colour::White);
        for to in squares(placement.pieces[1]) {
            let is_king = placement.kings & bit(to) != 0;
            let origins = if is_king { self.king_steps(&pos, to) } else { self.steps_back(&pos, to) };
            for from in squares(origins) {
                let black = placement.pieces[1] & !bit(to) | bit(from);
                let kings = if is_king { placement.kings & !bit(to) | bit(from) } else { placement.kings };
                let before = Placement { pieces: [placement.pieces[0], black], kings };
                target.mark(target.layout.number(&before.turned(self.rules.geometry())));
            }
        }
    }

    /// The squares from which a king on `to` can come.
    fn king_steps(&self, pos: &AnyPosition, to: u8) -> Bitboard {
        self.rules.geometry().king_steps(self.rules.movement.flying_kings, to, pos.occupied())
    }

    /// The squares from which a black man on `to` can come.
    fn steps_back(&self, pos: &AnyPosition, to: u8) -> Bitboard {
        if self.in_groups {
            return 0;
        }
        let (left, right) = self.rules.geometry().forward(Colour::Black);
        (shift(bit(to), -left) | shift(bit(to), -right)) & pos.empty_squares()
    }

    /// Revisits the marked positions.
    fn revisit(&self, open: &Open, range: Range<usize>, pass: u16) {
        let mut moves = Vec::new();
        for word in range.start / 64..range.end.div_ceil(64) {
            let here = range.start.saturating_sub(word * 64)..(range.end - word * 64).min(64);
            let inside = (u64::MAX << here.start) & (u64::MAX >> (64 - here.end));
            let marked = open.marked[word].fetch_and(!inside, Relaxed) & inside;
            for at in squares(marked).map(|bit| word * 64 + usize::from(bit)) {
                let known = open.codes[at].load(Relaxed);
                let can_change = match decoded(known) {
                    Value::Drawn => known == OPEN,
                    Value::Won(distance) => distance > pass,
                    Value::Lost(_) => false,
                };
                if let Some(pos) = can_change.then(|| open.position(at)).flatten() {
                    let found = self.code(&pos, pass, &mut moves);
                    if found != known {
                        self.set(open, at, found);
                    }
                }
            }
        }
    }

    /// What is known about a position in a pass.
    fn code(&self, pos: &AnyPosition, pass: u16, moves: &mut Vec<Move>) -> u16 {
        let mut pos = *pos;
        // If the count has begun, its value after a move shows whether the move reset it.
        pos.quiet = 1;
        moves.clear();
        pos.generate(moves);
        let Some(first) = moves.first() else { return code(value_of_end(&pos, pos.no_moves_outcome())) };
        let stays = !first.is_capture() && moves.iter().any(|mv| !mv.promotes);
        let (mut nearest, mut farthest) = (None, Some(0));
        for &mv in moves.iter() {
            let mut child = pos;
            child.make(mv);
            match self.value_after(&child, pass) {
                Value::Lost(distance) => {
                    nearest = Some(nearest.map_or(distance, |near: u16| near.min(distance)));
                }
                Value::Won(distance) => farthest = farthest.map(|far: u16| far.max(distance)),
                Value::Drawn => farthest = None,
            }
        }
        let allowed = |distance: u16| distance < self.limit.unwrap_or(u16::MAX / 4);
        if let Some(distance) = nearest.filter(|&distance| allowed(distance)) {
            return code(Value::Won(distance + 1));
        }
        match farthest.filter(|&distance| nearest.is_none() && allowed(distance)) {
            Some(distance) => code(Value::Lost(distance + 1)),
            None if stays => OPEN,
            None => DRAWN,
        }
    }

    /// The value after a move, if known in a pass; with its distance if the count continues.
    fn value_after(&self, child: &AnyPosition, pass: u16) -> Value {
        if let Some(outcome) = child.outcome() {
            return value_of_end(child, outcome);
        }
        if child.own() == 0 {
            return value_of_end(child, child.no_moves_outcome());
        }
        let placement = Placement::of(child);
        let class = placement.class();
        let restarts = self.limit.is_some() && child.quiet == 0;
        if let Some(open) = self.open.iter().find(|open| open.class == class) {
            let state = open.counters.state(child, &placement);
            let at = open.layout.number(&placement) * open.counters.states() + state;
            return match decoded(open.codes[at].load(Relaxed)) {
                Value::Won(_) if restarts => Value::Won(0),
                Value::Lost(_) if restarts => Value::Lost(0),
                Value::Won(distance) if distance >= pass => Value::Drawn,
                Value::Lost(distance) if distance >= pass => Value::Drawn,
                value => value,
            };
        }
        let goes_on = self.limit.is_some() && !restarts;
        match self.solved_value(child, &placement, class) {
            Value::Won(_) if !goes_on => Value::Won(0),
            Value::Lost(_) if !goes_on => Value::Lost(0),
            value => value,
        }
    }

    fn solved_value(&self, pos: &AnyPosition, placement: &Placement, class: Class) -> Value {
        let solved = self.solved.iter().find(|solved| solved.class() == class);
        let solved = solved.expect("classes are solved in an order in which moves lead to earlier ones");
        solved.value_of(pos, placement).unwrap_or(Value::Drawn)
    }
}

/// More rows than a man can advance.
const MAX_ROWS: usize = 10;

fn value_of_end(pos: &AnyPosition, outcome: Outcome) -> Value {
    match outcome {
        Outcome::Draw => Value::Drawn,
        Outcome::Win(winner) if winner == pos.player_to_move() => Value::Won(0),
        Outcome::Win(_) => Value::Lost(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::{INTERNATIONAL, MoveLimits};
    use crate::threads::testing::with_threads;

    /// International rules without limits of moves, as in published counts of positions.
    fn unlimited() -> &'static Rules {
        Box::leak(Box::new(Rules { limits: MoveLimits::None, ..*INTERNATIONAL }))
    }

    /// Won, drawn and lost positions of this many pieces.
    fn counts(rules: &'static Rules, pieces: usize) -> [u64; 3] {
        let mut solved: Vec<Solved> = Vec::new();
        let mut counts = [0; 3];
        for class in (2..=pieces).flat_map(|pieces| Class::all(rules, pieces)) {
            if solved.iter().all(|known| known.class() != class) {
                solved.extend(solve(rules, class, &solved, 2));
            }
        }
        for class in solved.iter().filter(|solved| solved.class().pieces() == pieces) {
            for value in class.values().flatten() {
                match value {
                    Value::Won(_) => counts[0] += 1,
                    Value::Drawn => counts[1] += 1,
                    Value::Lost(_) => counts[2] += 1,
                }
            }
        }
        counts
    }

    #[test]
    fn counts_are_those_published_for_rules_without_limits() {
        assert_eq!(counts(unlimited(), 2), [3_205, 3_678, 1_962]);
        assert_eq!(counts(unlimited(), 3), [265_795, 394_163, 146_342]);
    }

    #[test]
    fn without_other_threads_the_work_is_done_all_the_same() {
        assert_eq!(with_threads(0, || counts(unlimited(), 2)), [3_205, 3_678, 1_962]);
    }
}
