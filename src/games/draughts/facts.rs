//! What a move allowed or missed: pieces lost and won in a line that is played out, new kings, and endgames with a
//! known result.
//!
//! Material counts if it is not won back and no other move in the line would have saved it (`course.rs`). Without such a
//! fact, weaker ones are looked for (`positional.rs`).

use super::any_position::AnyPosition;
use super::bitbase::{Wdl, known_bounds};
use super::colour::Colour;
use super::course::{Course, Loss, MAX_LENGTH};
use super::moves::Move;
use super::positional;
use super::rules::Goal;
use crate::contract::Player;
use crate::contract::facts::{Choice, Fact, FactKind};

pub(super) fn facts(choice: &Choice<'_, AnyPosition>) -> Vec<Fact> {
    if choice.after_better().is_none() {
        return Vec::new();
    }
    let played = Course::of(choice.before, &[&[choice.played], choice.answer].concat());
    let better = Course::of(choice.before, choice.better);
    let ends = positional::ends(choice, &played, &better);
    // Where pieces are to be lost, nothing is said of them.
    let counts = choice.before.rules.goal != Goal::HaveNoMove;
    let material = if counts { pieces(choice, &played, &better) } else { Vec::new() };
    // The end of the game matters more than what is captured on the way to it.
    let is_told = |fact: &Fact| ends.iter().any(|end| end.kind.is_missed() == fact.kind.is_missed());
    let others: Vec<Fact> =
        material.into_iter().chain(endgame(choice)).filter(|fact| !is_told(fact)).collect();
    let facts = [ends, others].concat();
    if !facts.is_empty() || !counts {
        return facts;
    }
    let of_lines = positional::of_lines(choice, &played, &better);
    if of_lines.is_empty() {
        positional::of_placement(choice, &played, &better).into_iter().collect()
    } else {
        of_lines
    }
}

/// Pieces lost and won, or else kings made.
fn pieces(choice: &Choice<'_, AnyPosition>, played: &Course, better: &Course) -> Vec<Fact> {
    let (pos, player) = (choice.before, choice.player());
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
        let fact = fact.at(pos.rules.cell(square), pos.rules.square_text(square));
        is_told.then(|| fact.by(of.text(pos, skip, moves)))
    };
    let (own, enemy) = (pos.turn(), pos.turn().other());
    let lost = lost.or_else(|| king(FactKind::AllowsKing, played, better, enemy, 1));
    let gained = gained.or_else(|| king(FactKind::MissesKing, better, played, own, 0));
    lost.into_iter().chain(gained).collect()
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
