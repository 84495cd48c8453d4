//! What a move allowed or missed: fours, wins by threats of four, and threats that decide when the columns are full.
//!
//! All facts are derived from the stones. A late threat is reported if the answering line or the better line ends with
//! a four there, or if the zugzwang count gives it to the player against any play.

use super::eval::zugzwang;
use super::forced::{ForcedWin, forced_by, forced_win, fours_now};
use super::lesser_facts;
use super::moves::Move;
use super::position::Position;
use super::tactics::Threats;
use super::view::grid_cell;
use super::word::BoardWord;
use crate::contract::facts::{Choice, Fact, FactKind, after};
use crate::contract::{MoveStyle, Outcome, Player, Position as _, line_text};

/// Longest line that is searched for a late threat, in moves.
const MAX_LINE: usize = 7;

pub(super) fn facts<B: BoardWord>(choice: &Choice<'_, Position<B>>) -> Vec<Fact> {
    let Some(better) = choice.after_better() else { return Vec::new() };
    let allowed = if choice.after().outcome().is_some() { None } else { allowed(choice, &better) };
    // Each cell is reported once.
    let is_told = |fact: &Fact| allowed.as_ref().is_some_and(|allowed| allowed.cells == fact.cells);
    let missed = missed(choice).filter(|fact| !is_told(fact));
    let facts: Vec<Fact> = allowed.into_iter().chain(missed).collect();
    if facts.is_empty() && choice.after().outcome().is_none() {
        return lesser_facts::fact(choice, &better).into_iter().collect();
    }
    facts
}

/// Can the player to move neither complete four nor win by threats of four?
pub(super) fn is_quiet<B: BoardWord>(pos: &Position<B>) -> bool {
    fours_now(pos).is_empty() && forced_win(pos, None).is_none()
}

/// A fact about these cells, named by their columns.
pub(super) fn in_columns<B: BoardWord>(pos: &Position<B>, kind: FactKind, player: Player, cells: B) -> Fact {
    let fact = Fact::new(kind, player);
    cells.cells().fold(fact, |fact, cell| {
        let column = pos.geometry().column(cell) + 1;
        fact.at(grid_cell(pos, cell), column.to_string())
    })
}

/// A win by threats of four: the kinds for two columns, one above the other, and more than one move.
fn forced<B: BoardWord>(pos: &Position<B>, kinds: [FactKind; 3], player: Player, win: &ForcedWin<B>) -> Fact {
    let kind = match (win.line.len(), win.is_stacked) {
        (1, false) => kinds[0],
        (1, true) => kinds[1],
        _ => kinds[2],
    };
    in_columns(pos, kind, player, win.fours).by(line_text(pos, &win.line, MoveStyle::Native))
}

fn allowed<B: BoardWord>(choice: &Choice<'_, Position<B>>, better: &Position<B>) -> Option<Fact> {
    use FactKind::{AllowsForcedWin, AllowsLateFour, AllowsStackedFours, AllowsThreat, AllowsTwoFours};
    let (pos, opponent) = (choice.after(), choice.player().other());
    let is_safe = better.outcome().is_some() || fours_now(better).is_empty();
    let fours = fours_now(&pos);
    if !fours.is_empty() {
        let above = fours & B::cell(choice.played.cell()).up(1);
        let (kind, cells) =
            if above.is_empty() { (FactKind::LeavesFour, fours) } else { (FactKind::OpensFour, above) };
        return is_safe.then(|| in_columns(&pos, kind, opponent, cells));
    }
    if let Some(win) = forced_win(&pos, choice.answer.first().copied()) {
        let is_new = is_safe && forced_win(better, None).is_none();
        let kinds = [AllowsTwoFours, AllowsStackedFours, AllowsForcedWin];
        return is_new.then(|| forced(&pos, kinds, opponent, &win));
    }
    let old = Threats::of(choice.before).theirs;
    let is_new = !is_won_after(choice.before, choice.better, opponent);
    is_new.then(|| waiting([AllowsThreat, AllowsLateFour], &pos, choice.answer, opponent, old)).flatten()
}

fn missed<B: BoardWord>(choice: &Choice<'_, Position<B>>) -> Option<Fact> {
    use FactKind::{MissesForcedWin, MissesLateFour, MissesStackedFours, MissesThreat, MissesTwoFours};
    let (pos, player) = (choice.before, choice.player());
    let fours = fours_now(pos);
    if !fours.is_empty() {
        let is_missed = !fours.meets(B::cell(choice.played.cell()));
        return is_missed.then(|| in_columns(pos, FactKind::MissesFour, player, fours.lowest_only()));
    }
    let played = choice.after();
    if let Some(win) = forced_win(pos, choice.better.first().copied()) {
        let later = choice.answer.first().and_then(|&answer| forced_win(&after(&played, answer), None));
        let is_missed = forced_by(pos, choice.played).is_none() && later.is_none();
        return is_missed
            .then(|| forced(pos, [MissesTwoFours, MissesStackedFours, MissesForcedWin], player, &win));
    }
    let old = Threats::of(pos).mine;
    let is_missed = !is_won_after(&played, choice.answer, player);
    is_missed.then(|| waiting([MissesThreat, MissesLateFour], pos, choice.better, player, old)).flatten()
}

/// An unreachable cell that decides in the end: the player gets one by the line, or the line ends with a four on an
/// older one.
fn waiting<B: BoardWord>(
    [threat, late_four]: [FactKind; 2],
    pos: &Position<B>,
    line: &[Move],
    player: Player,
    old: B,
) -> Option<Fact> {
    let last = last_four(pos, line, player);
    let fact = |kind, cell| {
        let fact = in_columns(pos, kind, player, B::cell(cell));
        fact.number(pos.geometry().row(cell) + 1)
    };
    if let Some(cell) = last.filter(|&cell| line.len() > MAX_LINE && old.meets(B::cell(cell))) {
        return Some(fact(late_four, cell));
    }
    let line = &line[..line.len().min(MAX_LINE)];
    let mut next = *pos;
    let (length, cell) = line.iter().enumerate().find_map(|(index, &mv)| {
        next.make(mv);
        if next.outcome().is_some() || next.player_to_move() == player {
            return None;
        }
        let threats = Threats::of(&next);
        let new = threats.theirs.without(old).without(next.landing_cells());
        let is_won = |theirs| zugzwang(next.geometry(), next.occupied(), Threats { theirs, ..threats }) < 0;
        let decides = |&cell: &u32| {
            last == Some(cell) || (is_won(threats.theirs) && !is_won(threats.theirs.without(B::cell(cell))))
        };
        Some((index + 1, new.cells().find(decides)?))
    })?;
    let line = &line[..length];
    let is_sure = last == Some(cell) || cannot_be_left(pos, line, player, cell);
    is_sure.then(|| fact(threat, cell).by(line_text(pos, line, MoveStyle::Native)))
}

/// Does this player, who begins the line, get a threat in this cell or win by force, against any answers?
fn cannot_be_left<B: BoardWord>(pos: &Position<B>, line: &[Move], player: Player, cell: u32) -> bool {
    let mut next = *pos;
    line.iter().all(|&mv| {
        let is_own = next.player_to_move() == player;
        let gets = |reply: Move| reply == mv || threatens_or_wins(&after(&next, reply), cell);
        let holds = is_own || replies(&next).into_iter().all(gets);
        next.make(mv);
        holds
    })
}

/// Does the player to move win by force, or by one move threaten four in this cell?
fn threatens_or_wins<B: BoardWord>(pos: &Position<B>, cell: u32) -> bool {
    let threatens = |mv: Move| {
        let next = after(pos, mv);
        next.outcome().is_some() || Threats::of(&next).theirs.meets(B::cell(cell))
    };
    let is_over = pos.outcome().is_some();
    !is_over && (forced_win(pos, None).is_some() || replies(pos).into_iter().any(threatens))
}

fn replies<B: BoardWord>(pos: &Position<B>) -> Vec<Move> {
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    moves
}

/// Is a line won for a player, by its end or by the zugzwang count there?
fn is_won_after<B: BoardWord>(pos: &Position<B>, line: &[Move], player: Player) -> bool {
    let end = line.iter().take(MAX_LINE).fold(*pos, |pos, &mv| after(&pos, mv));
    match end.outcome() {
        Some(outcome) => outcome == Outcome::Win(player),
        None => {
            // The count of free cells is for the player to move.
            let count = zugzwang(end.geometry(), end.occupied(), Threats::of(&end));
            if end.player_to_move() == player { count > 0 } else { count < 0 }
        }
    }
}

/// The cell of the last move of a line that ends with a four of this player.
fn last_four<B: BoardWord>(pos: &Position<B>, line: &[Move], player: Player) -> Option<u32> {
    let end = line.iter().fold(*pos, |pos, &mv| after(&pos, mv));
    line.last().filter(|_| end.outcome() == Some(Outcome::Win(player))).map(|mv| mv.cell())
}
