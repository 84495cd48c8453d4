//! What a move allowed or missed: hops given or left to the opponent, hops missed or not prepared, a broken own ladder,
//! pieces left behind; if none of these, single rows lost. All are counted in rows towards the target, for legal moves.

use super::geometry::Hole;
use super::moves::Move;
use super::position::Position;
use super::view::grid_cell;
use crate::contract::facts::{Choice, Fact, FactKind, after};
use crate::contract::{MoveStyle, Player, Position as _, line_text};

/// Fewest rows of a hop that is worth mentioning.
const LONG_HOP: i8 = 4;
/// Smallest difference in rows that counts as better.
const MARGIN: i8 = 2;
/// Rows that the longest move must lose for a ladder to count as broken.
const LADDER_MARGIN: i8 = 4;
/// Rows before the next piece from which on the rearmost one counts as left behind.
const GAP: i8 = 3;

pub(super) fn facts(choice: &Choice<'_, Position>) -> Vec<Fact> {
    let (Some(better), Some(&best)) = (choice.after_better(), choice.better.first()) else {
        return Vec::new();
    };
    let pos = choice.after();
    if pos.outcome().is_some() {
        return Vec::new();
    }
    let missed = misses_hop(choice, best)
        .or_else(|| misses_ladder(choice, &pos, &better))
        .or_else(|| leaves_behind(choice, best));
    // A wholly unused ladder is reported once.
    let is_told = rows(choice.before, best) == longest(choice.before, None);
    let broken = || if is_told { None } else { breaks_ladder(choice, &pos, &better, best) };
    let allowed = gives_hop(choice, &pos, &better).or_else(broken);
    let facts: Vec<Fact> = allowed.into_iter().chain(missed).collect();
    if !facts.is_empty() {
        return facts;
    }
    let lesser = goes_back(choice, best).or_else(|| misses_entry(choice, best));
    let lesser =
        lesser.or_else(|| misses_step(choice, best, MARGIN)).or_else(|| misses_rear(choice, best, MARGIN));
    let lesser = lesser.or_else(|| next_moves(choice, &pos, &better, best, MARGIN));
    let lesser = lesser.or_else(|| misses_step(choice, best, 1));
    let lesser = lesser.or_else(|| next_moves(choice, &pos, &better, best, 1));
    lesser.or_else(|| misses_rear(choice, best, 1)).into_iter().collect()
}

/// Rows towards the target of the player to move.
fn rows(pos: &Position, mv: Move) -> i8 {
    let seat = pos.seat(pos.player_to_move());
    if mv.is_pass() { 0 } else { seat.progress(mv.to) - seat.progress(mv.from) }
}

/// The rows of the longest move of the player to move, of the piece on this hole or of any.
fn longest(pos: &Position, from: Option<Hole>) -> i8 {
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    let moves = moves.into_iter().filter(|mv| from.is_none_or(|from| mv.from == from));
    moves.map(|mv| rows(pos, mv)).max().unwrap_or(0)
}

/// The rows of the longest move of any player, as if it were their turn; 0 for a player who is out.
fn longest_of(pos: &Position, player: Player) -> i8 {
    let mut pos = pos.clone();
    let passes = (0..pos.player_count()).find(|_| {
        let is_his = pos.player_to_move() == player;
        if !is_his {
            pos.make(Move::PASS);
        }
        is_his
    });
    passes.map_or(0, |_| longest(&pos, None))
}

fn number(rows: i8) -> u32 {
    u32::try_from(rows).unwrap_or(0)
}

fn at(fact: Fact, hole: Hole) -> Fact {
    fact.at(grid_cell(hole), hole.to_string())
}

fn hop(kind: FactKind, pos: &Position, mv: Move) -> Fact {
    let fact = at(at(Fact::new(kind, pos.player_to_move()), mv.from), mv.to);
    fact.by(text(pos, mv)).number(number(rows(pos, mv)))
}

/// In a game of two: a long move of the opponent that the better move would not have given, or would have stopped.
fn gives_hop(choice: &Choice<'_, Position>, pos: &Position, better: &Position) -> Option<Fact> {
    if pos.player_count() > 2 {
        return None;
    }
    // The opponent's best answer must be this hop.
    let &answer = choice.answer.first()?;
    let (given, opponent) = (rows(pos, answer), pos.player_to_move());
    let is_shorter = |other: &Position| given - longest_of(other, opponent) >= MARGIN;
    let kind = if is_shorter(choice.before) { FactKind::GivesHop } else { FactKind::LeavesHop };
    (given >= LONG_HOP && is_shorter(better)).then(|| hop(kind, pos, answer))
}

/// The longest move of one's own is shorter now, and the piece that would have made it stands where it did.
fn breaks_ladder(
    choice: &Choice<'_, Position>,
    pos: &Position,
    better: &Position,
    best: Move,
) -> Option<Fact> {
    let (before, player) = (choice.before, choice.player());
    let (had, could) = (longest(before, None), longest(before, Some(choice.played.from)));
    let has = longest_of(pos, player);
    let kept = longest_of(better, player).max(rows(before, best));
    let is_broken =
        had >= LONG_HOP && had - has >= LADDER_MARGIN && had - could >= MARGIN && kept - has >= MARGIN;
    let fact = || Fact::new(FactKind::BreaksLadder, player).number(number(had)).number(number(has));
    is_broken.then(fact)
}

fn misses_hop(choice: &Choice<'_, Position>, best: Move) -> Option<Fact> {
    let pos = choice.before;
    let (could, did) = (rows(pos, best), rows(pos, choice.played));
    let is_missed = could >= LONG_HOP && could - did >= MARGIN;
    is_missed.then(|| hop(FactKind::MissesHop, pos, best).number(number(did)))
}

/// In a game of two: a long move that the better one prepares, by itself, and that is in its line.
fn misses_ladder(choice: &Choice<'_, Position>, pos: &Position, better: &Position) -> Option<Fact> {
    let (&[first, reply, second, ..], 2) = (choice.better, pos.player_count()) else { return None };
    let player = choice.player();
    let prepared = rows(&after(better, reply), second);
    let has_less = |other: &Position| prepared - longest_of(other, player) >= MARGIN;
    let is_missed = prepared >= LONG_HOP
        && longest_of(better, player) >= prepared
        && has_less(pos)
        && has_less(choice.before);
    is_missed.then(|| {
        let fact = at(at(Fact::new(FactKind::MissesLadder, player), second.from), second.to);
        fact.by(line_text(choice.before, &[first], MoveStyle::Native)).number(number(prepared))
    })
}

/// The better move takes up the rearmost piece, which is far behind the others.
fn leaves_behind(choice: &Choice<'_, Position>, best: Move) -> Option<Fact> {
    let (pos, player) = (choice.before, choice.player());
    let seat = pos.seat(player);
    let progress = |hole: Hole| seat.progress(hole);
    let mut holes: Vec<Hole> = pos.pieces(player).into_iter().collect();
    holes.sort_by_key(|&hole| progress(hole));
    let [rearmost, next, ..] = holes[..] else { return None };
    let gap = progress(next) - progress(rearmost);
    let is_left = best.from == rearmost && choice.played.from != rearmost && gap >= GAP;
    is_left.then(|| at(Fact::new(FactKind::LeavesBehind, player), rearmost).number(number(gap)))
}

/// The move goes back, and the better one does not.
fn goes_back(choice: &Choice<'_, Position>, best: Move) -> Option<Fact> {
    let (did, could) = (rows(choice.before, choice.played), rows(choice.before, best));
    (did < 0 && could >= 0).then(|| Fact::new(FactKind::GoesBack, choice.player()).number(number(-did)))
}

/// The better move brings a piece into the target camp.
fn misses_entry(choice: &Choice<'_, Position>, best: Move) -> Option<Fact> {
    let (pos, player) = (choice.before, choice.player());
    let enters = |mv: Move| {
        let target = pos.seat(player).target();
        !mv.is_pass() && target.has(mv.to) && !target.has(mv.from)
    };
    let fact = || at(Fact::new(FactKind::MissesEntry, player), best.to).by(text(pos, best));
    (enters(best) && !enters(choice.played)).then(fact)
}

fn misses_step(choice: &Choice<'_, Position>, best: Move, margin: i8) -> Option<Fact> {
    let (did, could) = (rows(choice.before, choice.played), rows(choice.before, best));
    let fact = || Fact::new(FactKind::MissesStep, choice.player()).number(number(could)).number(number(did));
    (did >= 0 && could - did >= margin).then(|| fact().by(text(choice.before, best)))
}

/// The better move takes a piece that is farther back.
fn misses_rear(choice: &Choice<'_, Position>, best: Move, margin: i8) -> Option<Fact> {
    let (seat, player) = (choice.before.seat(choice.player()), choice.player());
    if best.is_pass() || choice.played.is_pass() {
        return None;
    }
    let gap = seat.progress(choice.played.from) - seat.progress(best.from);
    let fact = || at(Fact::new(FactKind::MissesRear, player), best.from).number(number(gap));
    (gap >= margin).then(fact)
}

/// The longest next moves: one's own are shorter, or in a game of two the opponent's longer, than after the better move.
fn next_moves(
    choice: &Choice<'_, Position>,
    pos: &Position,
    better: &Position,
    best: Move,
    margin: i8,
) -> Option<Fact> {
    let player = choice.player();
    let fact = |kind, of, [n, m]: [i8; 2]| {
        Fact::new(kind, of).number(number(n)).number(number(m)).by(text(choice.before, best))
    };
    let [could, can] = [better, pos].map(|pos| longest_of(pos, player));
    let own = (could - can >= margin).then(|| fact(FactKind::MissesOwnHop, player, [could, can]));
    let theirs = || {
        let opponent = pos.player_to_move();
        let [could, can] = [better, pos].map(|pos| longest_of(pos, opponent));
        let is_longer = pos.player_count() == 2 && can - could >= margin;
        is_longer.then(|| fact(FactKind::MissesTheirHop, opponent, [can, could]))
    };
    own.or_else(theirs)
}

fn text(pos: &Position, mv: Move) -> Vec<String> {
    line_text(pos, &[mv], MoveStyle::Native)
}
