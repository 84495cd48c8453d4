//! Simulated beginners, and how the lowest levels do against them.
//!
//! A bot knows the rules and one or two simple habits, as people do who have just learnt a game.

pub mod army;
pub mod four;
pub mod gomoku;
mod gross;
pub mod star;
mod table;
mod tests;

use quadriga::contract::{Game, MoveStyle, Notation, Outcome, Position, SearchLimits, Silent};

use crate::common::Random;

/// Chooses a move of a position that has one.
pub type Bot<P> = fn(&P, &mut Random) -> <P as Position>::Move;

/// Moves after which a game that goes on is a draw.
const MAX_PLIES: usize = 500;

/// Any move.
pub fn any<P: Position>(pos: &P, random: &mut Random) -> P::Move {
    let moves = legal(pos);
    moves[random.below(moves.len())]
}

pub fn legal<P: Position>(pos: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    moves
}

/// One of the moves with the highest value.
pub fn best<P: Position>(moves: &[P::Move], value: impl Fn(P::Move) -> i64, random: &mut Random) -> P::Move {
    let most = moves.iter().map(|&mv| value(mv)).max().expect("a move");
    let equal: Vec<P::Move> = moves.iter().copied().filter(|&mv| value(mv) == most).collect();
    equal[random.below(equal.len())]
}

/// Games between a bot and a level, seats alternating; what the bot has scored, in half points.
pub fn score<G: Game>(name: &str, game: &G, bot: Bot<G::Position>, level: u32, games: usize) -> usize {
    let mut engine = quadriga::games::open(name).expect("a game");
    engine.set_option("Skill Level", &level.to_string()).expect("a level");
    let mut random = Random::new(2026);
    let mut points = 0;
    for number in 0..games {
        engine.set_option("Seed", &number.to_string()).expect("a seed");
        let mut pos = game.start_position();
        let mut moves: Vec<String> = Vec::new();
        let mut outcome = None;
        while outcome.is_none() && moves.len() < MAX_PLIES {
            let mv = if moves.len() % 2 == number % 2 {
                bot(&pos, &mut random)
            } else {
                let words: Vec<&str> = moves.iter().map(String::as_str).collect();
                engine.set_position(None, &words).expect("a game so far");
                let found = engine.go(&SearchLimits::nodes(2_000), &mut Silent).expect("a search");
                pos.parse_move(&found.best_move.expect("a move")).expect("a legal move")
            };
            moves.push(pos.move_text(mv, MoveStyle::Native));
            pos.make(mv);
            outcome = pos.outcome().or_else(|| legal(&pos).is_empty().then(|| pos.no_moves_outcome()));
        }
        points += match outcome {
            Some(Outcome::Win(winner)) if winner.index() == number % 2 => 2,
            Some(Outcome::Win(_)) => 0,
            Some(Outcome::Draw) | None => 1,
        };
    }
    points
}
