//! What a move allowed or missed, without a stronger threat: single fours, and the place of the stone: how far it is
//! from the others and from the edge, and which rows it extends or blocks.

use super::geometry::{Cell, cells};
use super::points::PointClass;
use super::position::Position;
use super::sight::Sight;
use crate::contract::facts::{Choice, Fact, FactKind};
use crate::contract::{GridCell, MoveStyle, Notation as _, Player};

/// Largest number of stones at which distances matter more than rows.
const OPENING: usize = 6;
/// A stone at least this far from every other one is on its own.
const FAR: usize = 3;
/// Length of a row.
const ROW: usize = 5;
/// Directions of rows: across, down, and both diagonals.
const DIRECTIONS: [(isize, isize); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];

/// A four that the answer makes and the better move prevents, or that the better move is.
pub(super) fn single_four(
    choice: &Choice<'_, Position>,
    before: &Sight,
    here: Option<&Sight>,
    better: Option<&Sight>,
) -> Option<Fact> {
    let is_four = |sight: &Sight, cell: Cell| {
        let class = sight.board.class(cell, sight.player);
        matches!(class, PointClass::Four | PointClass::FourPlus) && sight.is_free(cell)
    };
    let fact = |kind, player, cell: Cell| Some(at(Fact::new(kind, player), choice.before, cell));
    let (player, answer) = (choice.player(), choice.answer.first().copied());
    if let (Some(here), Some(answer)) = (here, answer)
        && is_four(here, answer)
        && better.is_none_or(|better| better.strength(answer) < here.strength(answer))
    {
        return fact(FactKind::AllowsSingleFour, player.other(), answer);
    }
    let best = *choice.better.first()?;
    let is_missed = is_four(before, best) && before.strength(choice.played) < before.strength(best);
    if is_missed { fact(FactKind::MissesSingleFour, player, best) } else { None }
}

/// What the better place has over the one that was taken.
pub(super) fn place(choice: &Choice<'_, Position>) -> Option<Fact> {
    let (pos, played, best) = (choice.before, choice.played, *choice.better.first()?);
    let fact = |kind, player, [n, m]: [usize; 2]| {
        let number = |number| u32::try_from(number).unwrap_or(u32::MAX);
        at(Fact::new(kind, player), pos, best).number(number(n)).number(number(m))
    };
    let player = choice.player();
    let distances = [played, best].map(|cell| nearest_stone(pos, cell));
    if let [Some(far), Some(near)] = distances
        && far >= FAR
        && far > near
    {
        return Some(fact(FactKind::MissesNear, player, [far, near]));
    }
    let lines = [played, best].map(|cell| line_from_edge(pos.size(), cell));
    if pos.stone_count() < OPENING && lines[0] < lines[1] {
        return Some(fact(FactKind::MissesCentre, player, lines));
    }
    let rows = |of: Player, fewest| [best, played].map(|cell| open_rows(pos, cell, of, fewest));
    let fewer = |kind, of, fewest| {
        let [could, did] = rows(of, fewest);
        (could > did).then(|| (could - did, fact(kind, of, [could, did])))
    };
    // Rows of two stones or more come first.
    [2, 1].into_iter().find_map(|fewest| {
        let blocks = fewer(FactKind::MissesBlocks, player.other(), fewest);
        let extends = fewer(FactKind::MissesRows, player, fewest);
        let best = blocks.into_iter().chain(extends).max_by_key(|(difference, _)| *difference);
        best.map(|(_, fact)| fact)
    })
}

fn at(fact: Fact, pos: &Position, cell: Cell) -> Fact {
    fact.at(GridCell::new(cell.x(), cell.y()), pos.move_text(cell, MoveStyle::Native))
}

/// Points to the nearest stone, as a king of chess would walk; `None` on an empty board.
fn nearest_stone(pos: &Position, cell: Cell) -> Option<usize> {
    let distance = |other: Cell| cell.x().abs_diff(other.x()).max(cell.y().abs_diff(other.y()));
    cells(pos.size()).filter(|&other| pos.stone(other).is_some()).map(distance).min()
}

/// The line from the nearest edge, the edge itself being the first.
fn line_from_edge(size: usize, cell: Cell) -> usize {
    let from_side = |index: usize| index.min(size - 1 - index);
    from_side(cell.x()).min(from_side(cell.y())) + 1
}

/// Rows of five through a point with this many stones of a player, or more, and none of the other.
fn open_rows(pos: &Position, cell: Cell, of: Player, fewest: usize) -> usize {
    let on_board = |x: isize, y: isize| {
        let inside = |index: isize| usize::try_from(index).ok().filter(|&index| index < pos.size());
        Some(Cell::new(inside(x)?, inside(y)?))
    };
    let (x, y) = (cell.x() as isize, cell.y() as isize);
    let is_open = |(across, down): (isize, isize), first: isize| {
        let mut own = 0;
        (first..first + ROW as isize).all(|step| {
            let stone = on_board(x + across * step, y + down * step).map(|cell| pos.stone(cell));
            own += usize::from(stone == Some(Some(of)));
            stone.is_some_and(|stone| stone.is_none_or(|owner| owner == of))
        }) && own >= fewest
    };
    let starts = || (1 - ROW as isize)..=0;
    DIRECTIONS.into_iter().map(|dir| starts().filter(|&first| is_open(dir, first)).count()).sum()
}
