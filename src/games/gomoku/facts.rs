//! What a move allowed or missed: fives, fours and threes by the classes of points, proved wins by continuous fours or
//! threats, and forbidden points that keep Black from a block.
//!
//! Only what the opponent is free to make counts as allowed: not, for instance, a shape elsewhere when a five must be
//! stopped first.

use super::geometry::Cell;
use super::placing;
use super::points::PointClass;
use super::position::{Move, Position};
use super::sight::Sight;
use super::vct::ThreatWin;
use crate::contract::facts::{Choice, Fact, FactKind, after};
use crate::contract::{GridCell, MoveStyle, Notation, Player, Position as _};

/// Moves of the opponent within which the better point has to be taken to be what the move allowed.
const SOON: usize = 3;

pub(super) fn facts(choice: &Choice<'_, Position>) -> Vec<Fact> {
    let (Some(better), Some(&best)) = (choice.after_better(), choice.better.first()) else {
        return Vec::new();
    };
    let (answer, played) = (choice.answer.first().copied(), choice.played);
    if [Some(played), Some(best), answer].contains(&Some(Cell::PASS)) {
        return Vec::new();
    }
    let (pos, player) = (choice.after(), choice.player());
    let mut before = Sight::of(choice.before);
    let mut here = seen(&pos);
    let mut later = answer.and_then(|answer| seen(&after(&pos, answer)));
    let mut better = seen(&better);
    // The better point only counts if the opponent's line takes it soon.
    let is_wanted = |cell: &Cell| choice.answer.iter().step_by(2).take(SOON).any(|mv| mv == cell);
    let wanted = [answer, Some(best).filter(is_wanted)];
    let allowed = here.as_mut().and_then(|here| allowed(here, wanted, better.as_mut()));
    let missed = missed(&mut before, played, best, later.as_mut());
    let missed = missed.filter(|missed| allowed.as_ref().is_none_or(|allowed| allowed.cell != missed.cell));
    let is_wasted = allowed.is_none() && missed.is_none() && before.is_four(played) && !before.is_four(best);
    let stop = answer.filter(|&answer| is_wasted && here.as_ref().is_some_and(|here| here.must_stop(answer)));
    let stop = stop.filter(|_| later.as_mut().is_some_and(|later| !later.wins()));
    let wasted = stop.map(|stop| Found::at(FactKind::WastesFour, stop));
    let about = |found: Found| {
        let of = if found.kind.is_missed() { player } else { player.other() };
        found.fact(&pos, of)
    };
    let facts: Vec<Fact> = allowed.into_iter().chain(missed).chain(wasted).map(about).collect();
    if !facts.is_empty() {
        return facts;
    }
    let (here, better) = (here.as_ref(), better.as_ref());
    let left = || {
        let here = here.filter(|here| !here.is_threatened())?;
        allowed_shape(here, best, better).map(about)
    };
    let four = placing::single_four(choice, &before, here, better);
    four.or_else(left).or_else(|| placing::place(choice)).into_iter().collect()
}

/// A position as the player to move sees it; `None` if the game is over.
fn seen(pos: &Position) -> Option<Sight> {
    pos.outcome().is_none().then(|| Sight::of(pos))
}

/// A fact that is not yet formatted.
struct Found {
    kind: FactKind,
    cell: Cell,
    /// Moves to the win.
    moves: Option<u32>,
    /// The point that is forbidden.
    forbidden: Option<Cell>,
}

impl Found {
    fn at(kind: FactKind, cell: Cell) -> Found {
        Found { kind, cell, moves: None, forbidden: None }
    }

    fn in_moves(kind: FactKind, cell: Cell, moves: u32) -> Found {
        Found { moves: Some(moves), ..Found::at(kind, cell) }
    }

    fn fact(self, pos: &Position, of: Player) -> Fact {
        let at = |fact: Fact, cell: Move| {
            let place = pos.move_text(cell, MoveStyle::Native);
            fact.at(GridCell::new(cell.x(), cell.y()), place)
        };
        let fact = at(Fact::new(self.kind, of), self.cell);
        let fact = self.forbidden.into_iter().fold(fact, at);
        self.moves.into_iter().fold(fact, Fact::number)
    }
}

/// What the opponent can do after the move, but not after the better one; on one of the `wanted` points, if it is not a
/// win.
fn allowed(here: &mut Sight, wanted: [Option<Cell>; 2], better: Option<&mut Sight>) -> Option<Found> {
    let [reply, best] = wanted;
    if let Some(five) = here.five() {
        let is_new = better.is_none_or(|other| other.five().is_none());
        return is_new.then_some(Found::at(FactKind::LeavesFive, five));
    }
    if here.has_fours() {
        if better.is_some_and(|other| other.five().is_some() || other.has_fours()) {
            return None;
        }
        return allowed_fours(here, reply);
    }
    if let Some(win) = here.threats() {
        let is_new = better.is_none_or(|other| !other.surely_wins());
        return if is_new { allowed_threats(here, &win) } else { None };
    }
    // A player who must stop a threat is not free to take the better point.
    let best = best.filter(|_| !here.is_threatened());
    let better = better.as_deref();
    [reply, best].into_iter().flatten().find_map(|cell| allowed_shape(here, cell, better))
}

fn allowed_fours(here: &mut Sight, reply: Option<Cell>) -> Option<Found> {
    if let Some(four) = here.straight_four(reply) {
        let kind =
            if here.is_open_four(four) { FactKind::AllowsOpenFour } else { FactKind::AllowsDoubleFour };
        return Some(Found::at(kind, four));
    }
    let (four, moves) = here.first_four(reply)?;
    Some(match here.forbidden_block(four) {
        Some(block) => Found { forbidden: Some(block), ..Found::at(FactKind::AllowsForbidden, four) },
        None => Found::in_moves(FactKind::AllowsFours, four, moves),
    })
}

/// A win by fours and threes, named by its first move if that is enough.
fn allowed_threats(here: &Sight, win: &ThreatWin) -> Option<Found> {
    let &first = win.line.first()?;
    Some(match here.board.class(first, here.player) {
        PointClass::FourThree => Found::at(FactKind::AllowsFourThree, first),
        PointClass::TwoThrees => Found::at(FactKind::AllowsTwoThrees, first),
        _ => Found::in_moves(FactKind::AllowsThreats, first, moves_of(win)),
    })
}

/// What the opponent makes on this point, but not after the better move; a four that must be stopped first does not
/// count as a difference.
fn allowed_shape(here: &Sight, cell: Cell, better: Option<&Sight>) -> Option<Found> {
    let could = |other: &Sight| other.strength(cell) >= here.strength(cell);
    if !here.is_free(cell) || better.is_some_and(could) {
        return None;
    }
    let kind = match here.board.class(cell, here.player) {
        PointClass::FourThree => FactKind::AllowsFourThree,
        PointClass::TwoThrees => FactKind::AllowsTwoThrees,
        PointClass::Three | PointClass::ThreePlus => FactKind::AllowsOpenThree,
        _ => return None,
    };
    Some(Found::at(kind, cell))
}

/// What the player could have done instead of the move; `later` is the player's view after the answer to it.
fn missed(before: &mut Sight, played: Cell, best: Cell, later: Option<&mut Sight>) -> Option<Found> {
    if let Some(five) = before.five() {
        let is_missed = before.board.class(played, before.player) != PointClass::Five;
        return is_missed.then_some(Found::at(FactKind::MissesFive, five));
    }
    if before.has_fours() {
        let still_wins = before.is_free(played)
            && (before.straight_four(Some(played)) == Some(played)
                || before.is_four(played) && before.wins_by(played).is_some());
        let is_missed = !still_wins && !later.is_some_and(Sight::wins);
        return if is_missed { missed_fours(before, best) } else { None };
    }
    if let Some(win) = before.threats() {
        let first = win.line.first().copied().filter(|&first| first != played)?;
        let is_missed = !later.is_some_and(Sight::wins);
        return if is_missed { missed_threats(before, first, &win) } else { None };
    }
    let is_more = before.is_free(best) && before.strength(played) < before.strength(best);
    if is_more { missed_shape(before, best) } else { None }
}

fn missed_fours(before: &mut Sight, best: Cell) -> Option<Found> {
    if let Some(four) = before.straight_four(Some(best)) {
        let kind =
            if before.is_open_four(four) { FactKind::MissesOpenFour } else { FactKind::MissesDoubleFour };
        return Some(Found::at(kind, four));
    }
    let (four, moves) = before.first_four(Some(best))?;
    Some(Found::in_moves(FactKind::MissesFours, four, moves))
}

/// A win by fours and threes, named by its first move if that is enough.
fn missed_threats(before: &Sight, first: Cell, win: &ThreatWin) -> Option<Found> {
    match before.board.class(first, before.player) {
        PointClass::FourThree | PointClass::TwoThrees => missed_shape(before, first),
        _ => Some(Found::in_moves(FactKind::MissesThreats, first, moves_of(win))),
    }
}

fn missed_shape(before: &Sight, cell: Cell) -> Option<Found> {
    let kind = match before.board.class(cell, before.player) {
        PointClass::FourThree => FactKind::MissesFourThree,
        PointClass::TwoThrees => FactKind::MissesTwoThrees,
        PointClass::Three | PointClass::ThreePlus => FactKind::MissesOpenThree,
        _ => return None,
    };
    Some(Found::at(kind, cell))
}

/// Moves of the player who wins.
fn moves_of(win: &ThreatWin) -> u32 {
    u32::try_from(win.plies / 2 + 1).unwrap_or(u32::MAX)
}
