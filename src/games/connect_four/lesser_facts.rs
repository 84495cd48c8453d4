//! What a move allowed or missed, if nothing is won or lost by force: threats of four that arise by the search's line,
//! a threat given up, and the open lines of a cell.
//!
//! Each is true on the board; that it decides the game is not claimed.

use super::facts::{in_columns, is_quiet};
use super::moves::Move;
use super::position::Position;
use super::tactics::Threats;
use super::word::BoardWord;
use crate::contract::facts::{Choice, Fact, FactKind, after};
use crate::contract::{MoveStyle, Position as _, line_text};

/// Largest number of stones at which open lines matter more than a threat.
const OPENING: u32 = 8;
/// Smallest difference in open lines that counts in the opening.
const MARGIN: u32 = 2;

/// The most important one.
pub(super) fn fact<B: BoardWord>(choice: &Choice<'_, Position<B>>, better: &Position<B>) -> Option<Fact> {
    let played = choice.after();
    let is_opening = choice.before.occupied().count() < OPENING;
    let are_quiet = is_quiet(choice.before) && is_quiet(&played);
    let in_opening = || if is_opening && are_quiet { missed_lines(choice, MARGIN) } else { None };
    let later = || if are_quiet { missed_lines(choice, 1) } else { None };
    in_opening()
        .or_else(|| gives_up_threat(choice, &played))
        .or_else(|| {
            let &answer = choice.answer.first()?;
            new_threat(FactKind::AllowsNewThreat, &played, answer, better)
        })
        .or_else(|| {
            let (&best, &answer) = (choice.better.first()?, choice.answer.first()?);
            new_threat(FactKind::MissesNewThreat, choice.before, best, &after(&played, answer))
        })
        .or_else(later)
}

/// A cell right above the move that would have completed four for the player, and that the opponent takes.
fn gives_up_threat<B: BoardWord>(choice: &Choice<'_, Position<B>>, played: &Position<B>) -> Option<Fact> {
    let above = B::cell(choice.played.cell()).up(1) & Threats::of(choice.before).mine;
    let is_taken = choice.answer.first().is_some_and(|answer| above.meets(B::cell(answer.cell())));
    let row = choice.before.geometry().row(choice.played.cell()) + 2;
    let fact = || in_columns(played, FactKind::GivesUpThreat, choice.player().other(), above).number(row);
    is_taken.then(fact)
}

/// A cell that completes four for the player to move after this move, but neither before it nor after the same move in
/// the other position.
fn new_threat<B: BoardWord>(
    kind: FactKind,
    pos: &Position<B>,
    mv: Move,
    other: &Position<B>,
) -> Option<Fact> {
    let made = |pos: &Position<B>| {
        let (old, next) = (Threats::of(pos).mine, after(pos, mv));
        // A cell under which the opponent is about to play a four of their own, or that is full, does not count.
        if next.outcome().is_some() { B::EMPTY } else { Threats::of(&next).theirs.without(old) }
    };
    let can_be_made = other.outcome().is_none() && other.landing_cells().meets(B::cell(mv.cell()));
    let same = if can_be_made { made(other) } else { B::EMPTY };
    let new = made(pos).without(same).lowest_only();
    let cell = new.cells().next()?;
    let fact = in_columns(pos, kind, pos.player_to_move(), new).number(pos.geometry().row(cell) + 1);
    Some(fact.by(line_text(pos, &[mv], MoveStyle::Native)))
}

/// The better cell is in more lines of four without a stone of the opponent, or in more of the opponent's.
fn missed_lines<B: BoardWord>(choice: &Choice<'_, Position<B>>, margin: u32) -> Option<Fact> {
    let (pos, best) = (choice.before, choice.better.first()?);
    let lines = |mv: Move, taken: B| {
        let open = pos.geometry().board().without(taken);
        pos.geometry().count_fours(open) - pos.geometry().count_fours(open.without(B::cell(mv.cell())))
    };
    let fact = |kind, player, taken: B| {
        let (could, did) = (lines(*best, taken), lines(choice.played, taken));
        let fact = || in_columns(pos, kind, player, B::cell(best.cell())).number(could).number(did);
        (could >= did + margin).then(fact)
    };
    let player = choice.player();
    fact(FactKind::MissesLines, player, pos.waiting())
        .or_else(|| fact(FactKind::MissesTheirLines, player.other(), pos.mover()))
}
