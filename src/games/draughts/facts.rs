//! What a move allowed or missed: pieces lost and won by a line that is played out and counted, kings made, and endgames whose
//! result is known for certain.
//!
//! Material counts where nobody has to capture, or the game is over: what a line leaves in the middle of an exchange is
//! nothing that can be said.

use super::bitbase::{Wdl, known_bounds};
use super::colour::Colour;
use super::geometry::{Square, squares};
use super::moves::Move;
use super::position::Position;
use super::rules::{Goal, RuleSet};
use super::view::grid_cell;
use crate::contract::facts::{Choice, Fact, FactKind};
use crate::contract::{MoveStyle, Player, Position as _, line_text};

/// Longest line of a loss, a gain or a king, in moves: what takes longer is no shot.
const MAX_LENGTH: usize = 8;
/// So many moves of a line must follow on a loss or a gain that stays.
const SETTLED: usize = 2;
/// What a king is worth in men, where both are lost or won.
const KING: i32 = 3;

pub(super) fn facts<R: RuleSet>(choice: &Choice<'_, Position<R>>) -> Vec<Fact> {
    if choice.after_better().is_none() {
        return Vec::new();
    }
    let endgame = endgame(choice);
    if R::RULES.goal == Goal::HaveNoMove {
        return endgame.into_iter().collect();
    }
    let mut line = vec![choice.played];
    line.extend(choice.answer);
    let (played, better) = (Course::of(choice.before, &line), Course::of(choice.before, choice.better));
    let (Some(played), Some(better)) = (played, better) else { return endgame.into_iter().collect() };
    let (pos, player) = (choice.before, choice.player());
    let lost =
        played.lost.value() > 0 && played.lost.value() > better.lost.value() && played.length <= MAX_LENGTH;
    let gained =
        better.lost.value() < 0 && better.lost.value() < played.lost.value() && better.length <= MAX_LENGTH;
    let allowed = lost.then(|| {
        let kinds = [FactKind::LosesMen, FactKind::LosesKings, FactKind::LosesBoth];
        let text = line_text(pos, &line[..played.length], MoveStyle::Native);
        material(kinds, player.other(), played.lost).map(|fact| fact.by(text[1..].to_vec()))
    });
    let missed = gained.then(|| {
        let kinds = [FactKind::MissesMen, FactKind::MissesKings, FactKind::MissesBoth];
        let text = line_text(pos, &choice.better[..better.length], MoveStyle::Native);
        material(kinds, player, better.lost.turned()).map(|fact| fact.by(text))
    });
    let (own, enemy) = (pos.turn(), pos.turn().other());
    let king = |kind, of: &Course, not: &Course, colour, line: &[Move], skip: usize| {
        let (length, square) = of.new_king(colour)?;
        let is_told = not.new_king(colour).is_none() && length > skip && length <= MAX_LENGTH;
        let fact = Fact::new(kind, Position::<R>::player(colour));
        let text = || line_text(pos, &line[..length], MoveStyle::Native)[skip..].to_vec();
        is_told.then(|| fact.at(grid_cell::<R>(square), Position::<R>::square_text(square)).by(text()))
    };
    let allowed = allowed.flatten().or_else(|| king(FactKind::AllowsKing, &played, &better, enemy, &line, 1));
    let missed =
        missed.flatten().or_else(|| king(FactKind::MissesKing, &better, &played, own, choice.better, 0));
    allowed.into_iter().chain(missed).chain(endgame).collect()
}

/// Pieces of each kind that a player has lost, less those that he has won.
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

/// A line played out.
struct Course {
    /// What the player who moves first in it has lost at its end.
    lost: Loss,
    /// Moves until that was so.
    length: usize,
    /// The first man of White and of Black that became a king and is one at the end: after how many moves, and where it did.
    new_kings: [Option<(usize, Square)>; 2],
}

impl Course {
    /// `None` where the line has no end at which nobody captures, or ends so soon that what was lost may be won back.
    fn of<R: RuleSet>(before: &Position<R>, line: &[Move]) -> Option<Course> {
        let (own, mut pos) = (before.turn(), *before);
        let mut lost = Loss::default();
        // Moves, losses and kings where nobody has to capture.
        let mut rests: Vec<(usize, Loss)> = Vec::new();
        // Men that became kings: moves, where they did, and where they stand.
        let mut kings: Vec<(Colour, usize, Square, Square)> = Vec::new();
        let mut new_kings = [None; 2];
        for (index, &mv) in line.iter().enumerate() {
            let (colour, sign) = (pos.turn(), if pos.turn() == own { -1 } else { 1 });
            let taken_kings = (mv.captured & pos.kings()).count_ones() as i32;
            lost.kings += sign * taken_kings;
            lost.men += sign * (mv.captured.count_ones() as i32 - taken_kings);
            kings.retain(|&(_, _, _, at)| squares(mv.captured).all(|taken| taken != at));
            if let Some(king) = kings.iter_mut().find(|king| king.0 == colour && king.3 == mv.from) {
                king.3 = mv.to;
            } else if mv.promotes {
                kings.push((colour, index + 1, mv.to, mv.to));
            }
            pos.make(mv);
            if pos.outcome().is_some() || !pos.must_capture() {
                rests.push((index + 1, lost));
                new_kings = [Colour::White, Colour::Black].map(|colour| {
                    let king = kings.iter().find(|king| king.0 == colour);
                    king.map(|&(_, length, square, _)| (length, square))
                });
            }
        }
        let &(_, at_end) = rests.last()?;
        let before = rests.iter().rposition(|&(_, lost)| lost != at_end);
        let (length, lost) = rests[before.map_or(0, |index| index + 1)];
        let is_over = pos.outcome().is_some() || pos.count_moves() == 0;
        let is_settled = lost == Loss::default() || is_over || length + SETTLED <= line.len();
        is_settled.then_some(Course { lost, length, new_kings })
    }

    fn new_king(&self, colour: Colour) -> Option<(usize, Square)> {
        self.new_kings[colour.index()]
    }
}

/// A loss in one of three kinds: men, kings, both; `None` where one is paid with the other.
fn material(kinds: [FactKind; 3], winner: Player, lost: Loss) -> Option<Fact> {
    let numbers = [lost.men, lost.kings].map(|count| u32::try_from(count).ok());
    match numbers {
        [Some(men), Some(0)] => Some(Fact::new(kinds[0], winner).number(men)),
        [Some(0), Some(kings)] => Some(Fact::new(kinds[1], winner).number(kings)),
        [Some(men), Some(kings)] => Some(Fact::new(kinds[2], winner).number(men).number(kings)),
        _ => None,
    }
}

/// An endgame that the bitbase knows to be won, or not lost, and no longer so after the move.
fn endgame<R: RuleSet>(choice: &Choice<'_, Position<R>>) -> Option<Fact> {
    let player = choice.player();
    let before = known_bounds(choice.before)?;
    // What the opponent, to move, has for certain.
    let theirs = known_bounds(&choice.after())?;
    if theirs.low == Wdl::Won && before.low >= Wdl::Drawn {
        return Some(Fact::new(FactKind::LosesEndgame, player.other()));
    }
    let is_given = before.low == Wdl::Won && theirs.low >= Wdl::Drawn;
    is_given.then(|| Fact::new(FactKind::DrawsEndgame, player))
}
