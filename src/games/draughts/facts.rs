//! What a move allowed or missed: pieces lost and won in a line that is played out, new kings, and endgames with a
//! known result.
//!
//! Material is counted once nobody has to capture, or the game is over. It counts if it is not won back and no other
//! move in the line would have saved it. A line continues with the moves by which both sides would capture most
//! (`shots.rs`).

use super::any_position::AnyPosition;
use super::bitbase::{Wdl, known_bounds};
use super::colour::Colour;
use super::geometry::{Square, squares};
use super::moves::Move;
use super::rules::Goal;
use super::shots::{self, KING};
use super::view::grid_cell;
use crate::contract::facts::{Choice, Fact, FactKind, after};
use crate::contract::{MoveStyle, Player, Position as _, line_text};

/// Longest line of a loss, a gain or a king, in moves: a longer one is not a shot.
const MAX_LENGTH: usize = 8;
/// Moves that must follow a lasting loss or gain: two of each side, by which it could be won back.
const SETTLED: usize = 4;

pub(super) fn facts(choice: &Choice<'_, AnyPosition>) -> Vec<Fact> {
    if choice.after_better().is_none() {
        return Vec::new();
    }
    let material = if choice.before.rules.goal == Goal::HaveNoMove { Vec::new() } else { pieces(choice) };
    material.into_iter().chain(endgame(choice)).collect()
}

/// Pieces lost and won, or else kings made.
fn pieces(choice: &Choice<'_, AnyPosition>) -> Vec<Fact> {
    let (pos, player) = (choice.before, choice.player());
    let played = Course::of(pos, &[&[choice.played], choice.answer].concat());
    let better = Course::of(pos, choice.better);
    let lost = played.loss(pos, 1).filter(|rest| rest.lost.value() > better.loss_at_end()).and_then(|rest| {
        let kinds = [FactKind::LosesMen, FactKind::LosesKings, FactKind::LosesBoth];
        Some(material(kinds, player.other(), rest.lost)?.by(played.text(pos, 1, rest.moves)))
    });
    // If the played move captures at least as many, the better one gains nothing by its capture.
    let captures = |mv: Move| mv.captured.count_ones();
    let is_same = pos.has_capture() && captures(choice.better[0]) <= captures(choice.played);
    let gained = better.loss(pos, -1).filter(|rest| !is_same && rest.lost.value() < played.loss_at_end());
    let gained = gained.and_then(|rest| {
        let kinds = [FactKind::MissesMen, FactKind::MissesKings, FactKind::MissesBoth];
        Some(material(kinds, player, rest.lost.turned())?.by(better.text(pos, 0, rest.moves)))
    });
    let king = |kind, of: &Course, not: &Course, colour: Colour, skip: usize| {
        let (moves, square) = of.new_king(colour)?;
        let is_told = not.new_king(colour).is_none()
            && (skip + 1..=MAX_LENGTH).contains(&moves)
            && (not.is_over || moves <= not.given);
        let fact = Fact::new(kind, pos.player(colour));
        let fact = fact.at(grid_cell(pos.geometry(), square), pos.rules.square_text(square));
        is_told.then(|| fact.by(of.text(pos, skip, moves)))
    };
    let (own, enemy) = (pos.turn(), pos.turn().other());
    let lost = lost.or_else(|| king(FactKind::AllowsKing, &played, &better, enemy, 1));
    let gained = gained.or_else(|| king(FactKind::MissesKing, &better, &played, own, 0));
    lost.into_iter().chain(gained).collect()
}

/// Pieces of each kind that a player has lost, minus those won.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Loss {
    men: i32,
    kings: i32,
}

impl Loss {
    fn value(self) -> i32 {
        self.men + KING * self.kings
    }

    fn turned(self) -> Loss {
        Loss { men: -self.men, kings: -self.kings }
    }
}

/// A point of a line at which nobody has to capture, or the game is over.
struct Rest {
    /// Moves until then.
    moves: usize,
    /// Loss of the player who moves first in the line.
    lost: Loss,
}

/// A line played out.
struct Course {
    line: Vec<Move>,
    /// Number of given moves and of captures that follow at once; the remaining moves only try captures.
    given: usize,
    /// Loss of the player who moves first after each move, in men.
    values: Vec<i32>,
    rests: Vec<Rest>,
    /// Is the game over at its end?
    is_over: bool,
    /// For White and Black, the first man that became a king by a given move and still is one at the last rest: number
    /// of moves, and square.
    new_kings: [Option<(usize, Square)>; 2],
}

impl Course {
    /// Plays out a line and the captures that follow it.
    fn of(before: &AnyPosition, line: &[Move]) -> Course {
        let mut line = line[..line.len().min(MAX_LENGTH + SETTLED)].to_vec();
        let end = line.iter().fold(*before, |pos, &mv| after(&pos, mv));
        let shots = shots::line(&end, SETTLED as i32);
        // A shot that the line breaks off is completed.
        let given = line.len() + shots.iter().take_while(|mv| mv.is_capture()).count();
        line.extend(shots);
        let (own, mut pos) = (before.turn(), *before);
        let (mut lost, mut rests, mut new_kings) = (Loss::default(), Vec::new(), [None; 2]);
        let mut values = Vec::new();
        // Men that became kings: colour, moves until then, promotion square, current square.
        let mut kings: Vec<(Colour, usize, Square, Square)> = Vec::new();
        for (index, &mv) in line.iter().enumerate() {
            let (colour, sign) = (pos.turn(), if pos.turn() == own { -1 } else { 1 });
            let taken_kings = (mv.captured & pos.kings()).count_ones() as i32;
            lost.kings += sign * taken_kings;
            lost.men += sign * (mv.captured.count_ones() as i32 - taken_kings);
            values.push(lost.value());
            kings.retain(|&(_, _, _, at)| squares(mv.captured).all(|taken| taken != at));
            if let Some(king) = kings.iter_mut().find(|king| king.0 == colour && king.3 == mv.from) {
                king.3 = mv.to;
            } else if mv.promotes {
                kings.push((colour, index + 1, mv.to, mv.to));
            }
            pos = after(&pos, mv);
            if pos.outcome().is_some() || !pos.has_capture() {
                rests.push(Rest { moves: index + 1, lost });
                new_kings = [Colour::White, Colour::Black].map(|colour| {
                    let king = kings.iter().find(|king| king.0 == colour && king.1 <= given);
                    king.map(|&(_, moves, square, _)| (moves, square))
                });
            }
        }
        let is_over = pos.outcome().is_some() || pos.count_moves() == 0;
        Course { line, given, values, rests, is_over, new_kings }
    }

    /// Moves until the last rest.
    fn end(&self) -> usize {
        self.rests.last().map_or(0, |rest| rest.moves)
    }

    /// The loss at the last rest, in men.
    fn loss_at_end(&self) -> i32 {
        self.rests.last().map_or(0, |rest| rest.lost.value())
    }

    /// The greatest lasting loss, or with `sign` -1 the greatest gain, at the capture that makes it.
    fn loss(&self, before: &AnyPosition, sign: i32) -> Option<&Rest> {
        let value = |rest: &Rest| sign * rest.lost.value();
        let stays = |&(index, rest): &(usize, &Rest)| {
            rest.moves <= MAX_LENGTH
                && self.line[rest.moves - 1].is_capture()
                && (self.is_over || rest.moves + SETTLED <= self.end())
                && value(rest) > 0
                && self.rests[index..].iter().all(|later| value(later) >= value(rest))
                && self.is_forced(before, rest.moves, sign)
        };
        let lasting = self.rests.iter().enumerate().filter(stays).map(|(_, rest)| rest);
        // Of equals the last one counts, here the earliest.
        lasting.rev().max_by_key(|rest| value(rest))
    }

    /// Does the loser lose as much as in these `moves` moves by any other move, from the loser's first choice after the
    /// first move on?
    fn is_forced(&self, before: &AnyPosition, moves: usize, sign: i32) -> bool {
        let loser = if sign > 0 { before.turn() } else { before.turn().other() };
        let mut pos = *before;
        for (index, &mv) in self.line[..moves].iter().enumerate() {
            if index > 0 && pos.turn() == loser && pos.count_moves() > 1 {
                let quiet = self.line[index..moves].iter().filter(|mv| !mv.is_capture()).count();
                let loss = sign * (self.values[moves - 1] - self.values[index - 1]);
                return shots::saves(&pos, quiet as i32 + shots::EXTRA_DEPTH, loss) == Some(false);
            }
            pos = after(&pos, mv);
        }
        true
    }

    fn new_king(&self, colour: Colour) -> Option<(usize, Square)> {
        self.new_kings[colour.index()]
    }

    /// The moves `skip..end` as text.
    fn text(&self, before: &AnyPosition, skip: usize, end: usize) -> Vec<String> {
        line_text(before, &self.line[..end], MoveStyle::Native)[skip..].to_vec()
    }
}

/// The fact of a loss of men, kings or both, by these three kinds; `None` if either count is negative.
fn material(kinds: [FactKind; 3], winner: Player, lost: Loss) -> Option<Fact> {
    let numbers = [lost.men, lost.kings].map(|count| u32::try_from(count).ok());
    match numbers {
        [Some(men), Some(0)] => Some(Fact::new(kinds[0], winner).number(men)),
        [Some(0), Some(kings)] => Some(Fact::new(kinds[1], winner).number(kings)),
        [Some(men), Some(kings)] => Some(Fact::new(kinds[2], winner).number(men).number(kings)),
        _ => None,
    }
}

/// An endgame that was won, or not lost, by the bitbase, but is not after the move.
fn endgame(choice: &Choice<'_, AnyPosition>) -> Option<Fact> {
    let player = choice.player();
    let before = known_bounds(choice.before)?;
    // The bounds for the opponent, who is to move.
    let theirs = known_bounds(&choice.after())?;
    if theirs.low == Wdl::Won && before.low >= Wdl::Drawn {
        return Some(Fact::new(FactKind::LosesEndgame, player.other()));
    }
    let is_given = before.low == Wdl::Won && theirs.low >= Wdl::Drawn;
    is_given.then(|| Fact::new(FactKind::DrawsEndgame, player))
}
