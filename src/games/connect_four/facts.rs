//! What a move allowed or missed: fours, two at once, and threats that wait until the columns are full.
//!
//! All is counted from the stones. What waits is said where the line that answers the move ends with a four there, or where
//! the count of free cells says that the player will get it.

use super::eval::zugzwang;
use super::moves::Move;
use super::position::Position;
use super::tactics::Threats;
use super::view::grid_cell;
use super::word::BoardWord;
use crate::contract::facts::{Choice, Fact, FactKind, after};
use crate::contract::{MoveStyle, Outcome, Player, Position as _, line_text};

/// Longest line in which a threat that waits is looked for, in moves.
const MAX_LINE: usize = 7;

pub(super) fn facts<B: BoardWord>(choice: &Choice<'_, Position<B>>) -> Vec<Fact> {
    let Some(better) = choice.after_better() else { return Vec::new() };
    let missed = missed(choice);
    let allowed = if choice.after().outcome().is_some() { None } else { allowed(choice, &better) };
    allowed.into_iter().chain(missed).collect()
}

/// The cells on which the player to move completes four at once.
fn fours_now<B: BoardWord>(pos: &Position<B>) -> B {
    Threats::of(pos).mine & pos.landing_cells()
}

/// Two fours that the player to move can threaten at once, both by the same move, so that one of them stays.
struct TwoFours<B> {
    by: Move,
    cells: B,
    /// One is right above the other.
    is_stacked: bool,
}

/// Two fours at once, by this move.
fn two_fours_by<B: BoardWord>(pos: &Position<B>, by: Move) -> Option<TwoFours<B>> {
    let next = after(pos, by);
    if next.outcome().is_some() || !fours_now(&next).is_empty() {
        return None;
    }
    let own = Threats::of(&next).theirs;
    let now = own & next.landing_cells();
    match now.count() {
        0 => None,
        1 => own.meets(now.up(1)).then_some(TwoFours { by, cells: now, is_stacked: true }),
        _ => Some(TwoFours { by, cells: now, is_stacked: false }),
    }
}

/// Two fours at once by any move of a player who cannot complete four now, a move of the line first.
fn two_fours<B: BoardWord>(pos: &Position<B>, line: &[Move]) -> Option<TwoFours<B>> {
    if pos.outcome().is_some() || !fours_now(pos).is_empty() {
        return None;
    }
    let mut moves = Vec::from_iter(line.first().copied());
    pos.generate(&mut moves);
    moves.into_iter().find_map(|mv| two_fours_by(pos, mv))
}

/// A fact about these cells, named by their columns.
fn in_columns<B: BoardWord>(pos: &Position<B>, kind: FactKind, player: Player, cells: B) -> Fact {
    let fact = Fact::new(kind, player);
    cells.cells().fold(fact, |fact, cell| {
        let column = pos.geometry().column(cell) + 1;
        fact.at(grid_cell(pos, cell), column.to_string())
    })
}

fn allowed<B: BoardWord>(choice: &Choice<'_, Position<B>>, better: &Position<B>) -> Option<Fact> {
    let (pos, opponent) = (choice.after(), choice.player().other());
    let is_safe = better.outcome().is_some() || fours_now(better).is_empty();
    let fours = fours_now(&pos);
    if !fours.is_empty() {
        let above = fours & B::cell(choice.played.cell()).up(1);
        let (kind, cells) =
            if above.is_empty() { (FactKind::LeavesFour, fours) } else { (FactKind::OpensFour, above) };
        return is_safe.then(|| in_columns(&pos, kind, opponent, cells));
    }
    if let Some(two) = two_fours(&pos, choice.answer) {
        let kind = if two.is_stacked { FactKind::AllowsStackedFours } else { FactKind::AllowsTwoFours };
        let is_new = is_safe && two_fours(better, &[]).is_none();
        return is_new.then(|| {
            in_columns(&pos, kind, opponent, two.cells).by(line_text(&pos, &[two.by], MoveStyle::Native))
        });
    }
    allowed_threat(choice, &pos)
}

/// A cell out of reach that decides in the end, and that the opponent makes one of his in the line that answers the move.
fn allowed_threat<B: BoardWord>(choice: &Choice<'_, Position<B>>, pos: &Position<B>) -> Option<Fact> {
    let player = choice.player();
    if is_lost_after(choice.before, choice.better, player) {
        return None;
    }
    let (old, last) = (Threats::of(choice.before).theirs, last_four(pos, choice.answer));
    let line = &choice.answer[..choice.answer.len().min(MAX_LINE)];
    let mut next = *pos;
    let (length, cell) = line.iter().enumerate().find_map(|(index, &mv)| {
        next.make(mv);
        if next.outcome().is_some() || next.player_to_move() != player {
            return None;
        }
        let threats = Threats::of(&next);
        let new = threats.theirs.without(old).without(next.landing_cells());
        let is_lost = |theirs| zugzwang(next.geometry(), next.occupied(), Threats { theirs, ..threats }) < 0;
        let decides = |&cell: &u32| {
            last == Some(cell) || (is_lost(threats.theirs) && !is_lost(threats.theirs.without(B::cell(cell))))
        };
        Some((index + 1, new.cells().find(decides)?))
    })?;
    let row = pos.geometry().row(cell) + 1;
    let fact = in_columns(pos, FactKind::AllowsThreat, player.other(), B::cell(cell));
    Some(fact.number(row).by(line_text(pos, &line[..length], MoveStyle::Native)))
}

/// Is a line lost for a player, by its end or by the count of free cells there?
fn is_lost_after<B: BoardWord>(pos: &Position<B>, line: &[Move], player: Player) -> bool {
    let end = line.iter().take(MAX_LINE).fold(*pos, |pos, &mv| after(&pos, mv));
    match end.outcome() {
        Some(outcome) => outcome == Outcome::Win(player.other()),
        None => {
            let count = zugzwang(end.geometry(), end.occupied(), Threats::of(&end));
            if end.player_to_move() == player { count < 0 } else { count > 0 }
        }
    }
}

/// The cell of the last move of a line that ends with a four of the player who begins it.
fn last_four<B: BoardWord>(pos: &Position<B>, line: &[Move]) -> Option<u32> {
    let last = line.iter().fold(*pos, |pos, &mv| after(&pos, mv));
    let is_won = last.is_won() && line.len() % 2 == 1;
    line.last().filter(|_| is_won).map(|mv| mv.cell())
}

fn missed<B: BoardWord>(choice: &Choice<'_, Position<B>>) -> Option<Fact> {
    let (pos, player) = (choice.before, choice.player());
    let fours = fours_now(pos);
    if !fours.is_empty() {
        let is_missed = !fours.meets(B::cell(choice.played.cell()));
        return is_missed.then(|| in_columns(pos, FactKind::MissesFour, player, fours.lowest_only()));
    }
    if two_fours_by(pos, choice.played).is_some() {
        return None;
    }
    let two = two_fours_by(pos, *choice.better.first()?)?;
    let kind = if two.is_stacked { FactKind::MissesStackedFours } else { FactKind::MissesTwoFours };
    Some(in_columns(pos, kind, player, two.cells).by(line_text(pos, &[two.by], MoveStyle::Native)))
}
