//! The fouls of renju: overline, double-four and double-three.
//!
//! Rules of the Renju International Federation, article 9. A move that makes exactly five is never a foul. A line
//! counts as a three only if one more stone makes it a straight four *by a move that is itself allowed*, which makes
//! the definition recursive: `is_real_three` asks about fouls with the new stone on the board, one stone deeper each
//! time. In that inner test a move that makes five in another line does not count as making a straight four (as the
//! Gomocup referee does).
//!
//! Nearly every test takes four table look-ups; only two threes at once cost a copy of the board's lines.

use std::fmt;

use super::geometry::Cell;
use super::line_pattern::LinePattern;
use super::lines::{EMPTY, Lines, STONE};
use super::patterns::PatternTables;

/// The player who is bound by the fouls.
const BLACK: usize = 0;

/// Why a point is forbidden.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foul {
    /// Six or more stones in a line.
    Overline,
    /// Two fours at once, in one line or two.
    DoubleFour,
    /// Two threes at once.
    DoubleThree,
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Foul::Overline => "overline",
            Foul::DoubleFour => "double-four",
            Foul::DoubleThree => "double-three",
        })
    }
}

/// The result of the four lines through a point before threes are checked.
enum FirstLook {
    Five,
    Foul(Foul),
    /// At least two lines that look like threes.
    Threes,
    Harmless,
}

/// The foul that Black would commit on the empty point `cell`, if any.
pub fn foul(lines: &Lines, tables: &PatternTables, cell: Cell) -> Option<Foul> {
    let patterns = patterns_at(lines, tables, cell);
    match first_look(patterns) {
        FirstLook::Five | FirstLook::Harmless => None,
        FirstLook::Foul(foul) => Some(foul),
        FirstLook::Threes => {
            is_double_three(&mut lines.clone(), tables, cell, patterns).then_some(Foul::DoubleThree)
        }
    }
}

fn patterns_at(lines: &Lines, tables: &PatternTables, cell: Cell) -> [LinePattern; 4] {
    std::array::from_fn(|dir| tables.pattern(lines.window(cell, dir), BLACK))
}

fn first_look(patterns: [LinePattern; 4]) -> FirstLook {
    let (mut fours, mut threes, mut overline) = (0, 0, false);
    for pattern in patterns {
        match pattern {
            LinePattern::Five => return FirstLook::Five,
            LinePattern::Overline => overline = true,
            LinePattern::DoubleFour => fours += 2,
            LinePattern::Four | LinePattern::StraightFour => fours += 1,
            LinePattern::OpenThree | LinePattern::WideThree => threes += 1,
            _ => {}
        }
    }
    if overline {
        FirstLook::Foul(Foul::Overline)
    } else if fours >= 2 {
        FirstLook::Foul(Foul::DoubleFour)
    } else if threes >= 2 {
        FirstLook::Threes
    } else {
        FirstLook::Harmless
    }
}

fn is_three(pattern: LinePattern) -> bool {
    matches!(pattern, LinePattern::OpenThree | LinePattern::WideThree)
}

/// Are at least two of the lines that look like threes real ones? Leaves `lines` unchanged.
fn is_double_three(
    lines: &mut Lines,
    tables: &PatternTables,
    cell: Cell,
    patterns: [LinePattern; 4],
) -> bool {
    lines.toggle(cell, STONE[BLACK]);
    let mut candidates = patterns.iter().filter(|&&p| is_three(p)).count();
    let mut real = 0;
    for dir in (0..4).filter(|&dir| is_three(patterns[dir])) {
        candidates -= 1;
        real += usize::from(is_real_three(lines, tables, cell, dir));
        if real == 2 || real + candidates < 2 {
            break;
        }
    }
    lines.toggle(cell, STONE[BLACK]);
    real == 2
}

/// Can Black, whose stone on `cell` is on the board, make a straight four through it by an allowed move?
/// The move is the first empty point on either side: a straight four is unbroken.
fn is_real_three(lines: &mut Lines, tables: &PatternTables, cell: Cell, dir: usize) -> bool {
    let window = lines.window(cell, dir);
    let at = |steps: isize| window >> (2 * (5 + steps)) & 3;
    [1, -1].into_iter().any(|sign| {
        let reach = (1..=3).find(|&i| at(sign * i) != STONE[BLACK]);
        reach.is_some_and(|i| {
            at(sign * i) == EMPTY && makes_allowed_straight_four(lines, tables, cell.step(dir, sign * i), dir)
        })
    })
}

fn makes_allowed_straight_four(lines: &mut Lines, tables: &PatternTables, cell: Cell, dir: usize) -> bool {
    if tables.pattern(lines.window(cell, dir), BLACK) != LinePattern::StraightFour {
        return false;
    }
    let patterns = patterns_at(lines, tables, cell);
    match first_look(patterns) {
        FirstLook::Five | FirstLook::Foul(_) => false,
        FirstLook::Threes => !is_double_three(lines, tables, cell, patterns),
        FirstLook::Harmless => true,
    }
}
