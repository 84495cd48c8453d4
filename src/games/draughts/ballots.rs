//! Ballots: first moves that are drawn at random, as in tournaments, so that no two games are alike.
//!
//! They follow from the rules, and are the same for ever: which positions are level is decided by captures alone and not
//! by the evaluation, which changes. A list is ordered by the squares of its men and moves, in their official numbers,
//! and has each position once, with the first of the lines that lead to it.
//!
//! The 11-man ballot is that of English draughts: each side is without one man of its two front rows, and the first move
//! of each is one of the usual ones from the front row. If the man that it calls for is gone, the one behind moves up
//! (NCCA, Eleven Man Ballot System: 2,500 positions, "except those that lose a piece").

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, PoisonError};

use super::any_position::AnyPosition;
use super::geometry::{Bitboard, Geometry, bit, squares};
use super::moves::Move;
use super::rules::{Goal, Rules};
use super::shots;
use crate::contract::ballot::Ballot;
use crate::contract::facts::after;
use crate::contract::{MoveStyle, Notation as _, Position as _};

const TWO_MOVE: &str = "two-move";
const THREE_MOVE: &str = "three-move";
const ELEVEN_MAN: &str = "eleven-man";

/// The kinds, with a line about each.
pub(super) const KINDS: &[(&str, &str)] = &[
    (TWO_MOVE, "one move of each side"),
    (THREE_MOVE, "two moves of the side that begins, one of the other"),
    (ELEVEN_MAN, "each side without a man of its two front rows, then one move of each"),
];

/// Quiet moves of both sides within which nobody may win a man.
const DEPTH: i32 = 3;

/// All ballots of a kind; empty if there is no such kind. They are kept, since the 11-man ballots of Frisian draughts take
/// seconds to make.
pub(super) fn list(rules: &'static Rules, kind: &str) -> Vec<Ballot> {
    type Lists = BTreeMap<(&'static str, &'static str), Vec<Ballot>>;
    static LISTS: Mutex<Lists> = Mutex::new(BTreeMap::new());
    let Some(&(kind, _)) = KINDS.iter().find(|(known, _)| *known == kind) else { return Vec::new() };
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    lists.entry((rules.card.name, kind)).or_insert_with(|| make(rules, kind)).clone()
}

fn make(rules: &'static Rules, kind: &str) -> Vec<Ballot> {
    let start = AnyPosition::start(rules);
    let lines = match kind {
        TWO_MOVE => lines(&start, 2, &|_, _| true),
        THREE_MOVE => lines(&start, 3, &|_, _| true),
        ELEVEN_MAN => eleven_man(&start),
        _ => Vec::new(),
    };
    let mut seen = HashSet::new();
    let is_new = |line: &&Line| seen.insert(line.end().key()) && is_level(&line.end());
    lines.iter().filter(is_new).map(|line| line.ballot(&start)).collect()
}

/// Moves from a position.
#[derive(Clone)]
struct Line {
    base: AnyPosition,
    moves: Vec<Move>,
}

impl Line {
    fn end(&self) -> AnyPosition {
        self.moves.iter().fold(self.base, |pos, &mv| after(&pos, mv))
    }

    fn ballot(&self, start: &AnyPosition) -> Ballot {
        let mut pos = self.base;
        let mut text = |&mv: &Move| {
            let text = pos.move_text(mv, MoveStyle::Native);
            pos = after(&pos, mv);
            text
        };
        let moves = self.moves.iter().map(&mut text).collect();
        Ballot { fen: (self.base != *start).then(|| self.base.fen()), moves }
    }
}

/// All lines of `plies` allowed moves from here.
fn lines(base: &AnyPosition, plies: usize, allowed: &dyn Fn(&AnyPosition, Move) -> bool) -> Vec<Line> {
    let mut lines = vec![Line { base: *base, moves: Vec::new() }];
    for _ in 0..plies {
        lines = lines.iter().flat_map(|line| longer(line, allowed)).collect();
    }
    lines
}

fn longer(line: &Line, allowed: &dyn Fn(&AnyPosition, Move) -> bool) -> Vec<Line> {
    let end = line.end();
    let mut moves = end.legal_moves();
    moves.retain(|&mv| allowed(&end, mv));
    let number = |square| end.rules().number(square);
    moves.sort_by_key(|mv| (number(mv.from), number(mv.to), mv.captured));
    let with = |mv| Line { base: line.base, moves: [&line.moves[..], &[mv]].concat() };
    moves.into_iter().map(with).collect()
}

/// The lines of the 11-man ballot.
fn eleven_man(start: &AnyPosition) -> Vec<Line> {
    let geometry = start.geometry();
    let fronts =
        [front_rows(geometry, start.own(), start.other()), front_rows(geometry, start.other(), start.own())];
    let is_usual = |pos: &AnyPosition, mv: Move| {
        let front = fronts[pos.player_to_move().index()].0;
        front & (bit(mv.from) | bit(mv.to)) != 0
    };
    let mut all = Vec::new();
    for first in in_order(start.rules(), fronts[0].1) {
        for second in in_order(start.rules(), fronts[1].1) {
            let pieces = start.pieces.map(|pieces| pieces & !(first | second));
            let base = AnyPosition::new(start.rules(), pieces, 0, start.turn());
            all.extend(lines(&base, 2, &is_usual));
        }
    }
    all
}

/// The row of men that is nearest to the opponent's men, and the two nearest.
fn front_rows(geometry: &Geometry, men: Bitboard, opponent: Bitboard) -> (Bitboard, Bitboard) {
    let row_of = |square| geometry.row_and_file(square).0;
    let is_below = squares(men).map(row_of).max() > squares(opponent).map(row_of).max();
    // Row numbers grow downwards, so those of the upper side are largest in front.
    let distance = |square| if is_below { row_of(square) } else { geometry.side - row_of(square) };
    let first = squares(men).map(distance).min().unwrap_or_default();
    let within = |rows| squares(men).filter(|&s| distance(s) < first + rows).fold(0, |set, s| set | bit(s));
    (within(1), within(2))
}

/// Each square of a set, in the order of their numbers.
fn in_order(rules: &'static Rules, set: Bitboard) -> impl Iterator<Item = Bitboard> {
    (1..=rules.geometry().count)
        .filter_map(|number| rules.square(number))
        .map(bit)
        .filter(move |one| set & one != 0)
}

/// Does nobody win a man by force? In antidraughts, where men are given away, it does not matter.
fn is_level(pos: &AnyPosition) -> bool {
    if pos.rules().goal == Goal::HaveNoMove {
        return true;
    }
    let behind = pos.other().count_ones() as i32 - pos.own().count_ones() as i32;
    // The player to move wins back at least, and at most, what is missing.
    shots::saves(pos, DEPTH, 1 - behind) == Some(true) && shots::saves(pos, DEPTH, -behind) == Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::{ENGLISH, FRYSK, INTERNATIONAL};

    /// Number of different positions after these lines.
    fn positions(lines: &[Line]) -> usize {
        lines.iter().map(|line| line.end().key()).collect::<HashSet<u64>>().len()
    }

    #[test]
    fn the_eleven_man_ballot_has_2500_positions_before_those_that_lose_a_man_are_left_out() {
        assert_eq!(positions(&eleven_man(&AnyPosition::start(ENGLISH.rules()))), 2500);
    }

    #[test]
    fn positions_after_three_half_moves_are_those_of_perft_each_once() {
        let after = |rules| lines(&AnyPosition::start(rules), 3, &|_, _| true);
        let english = after(ENGLISH.rules());
        assert_eq!((english.len(), positions(&english)), (302, 216));
        let international = after(INTERNATIONAL.rules());
        assert_eq!((international.len(), positions(&international)), (658, 447));
    }

    #[test]
    fn a_side_with_one_row_of_men_lacks_one_of_these() {
        let frysk = AnyPosition::start(FRYSK.rules());
        let lines = eleven_man(&frysk);
        assert!(lines.iter().all(|line| line.base.pieces.map(u64::count_ones) == [4, 4]));
    }
}
