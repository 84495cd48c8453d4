//! From level 8 on nobody throws a game away at once: a win in one is taken, one of the other's stopped, and no man given up
//! for nothing.
//!
//! Positions come from games of beginners, where such things happen. Each is played once at every level from 8 to 19.

use quadriga::contract::facts::after;
use quadriga::contract::{Game, MoveStyle, Notation, Outcome, Position, SearchLimits, Silent};
use quadriga::engine::AnyEngine;
use quadriga::games::connect_four::ConnectFour;
use quadriga::games::draughts::{self, Draughts, ENGLISH, INTERNATIONAL, Kernel, RuleSet};
use quadriga::games::gomoku::Gomoku;
use quadriga::games::gomoku::rules::Rule;

use super::{Bot, any, army, four, gomoku, legal};
use crate::common::Random;

/// Nodes of a search.
const NODES: u64 = 5_000;
/// The bots play one move of so many at random, so that their mistakes differ.
const SLIPS: usize = 4;

/// A position and the moves that lead there.
struct Scene<P> {
    pos: P,
    moves: Vec<String>,
}

/// Positions of games of a bot with itself in which `matters`, one of each game.
fn scenes<G: Game>(
    game: &G,
    bot: Bot<G::Position>,
    count: usize,
    matters: impl Fn(&G::Position) -> bool,
) -> Vec<Scene<G::Position>> {
    let mut random = Random::new(77);
    let mut found = Vec::new();
    while found.len() < count {
        let mut scene = Scene { pos: game.start_position(), moves: Vec::new() };
        let begins = 6 + random.below(20);
        while scene.pos.outcome().is_none() && !legal(&scene.pos).is_empty() {
            if scene.moves.len() >= begins && matters(&scene.pos) {
                found.push(scene);
                break;
            }
            let slips = random.below(SLIPS) == 0;
            let mv = if slips { any(&scene.pos, &mut random) } else { bot(&scene.pos, &mut random) };
            scene.moves.push(scene.pos.move_text(mv, MoveStyle::Native));
            scene.pos.make(mv);
        }
    }
    found
}

/// The moves that levels 8 to 19 play in a scene.
fn answers<P: Notation>(engine: &mut dyn AnyEngine, scene: &Scene<P>) -> Vec<(u32, P::Move)> {
    let words: Vec<&str> = scene.moves.iter().map(String::as_str).collect();
    let mut answer = |level: u32| {
        engine.set_option("Skill Level", &level.to_string()).expect("a level");
        engine.set_position(None, &words).expect("a game so far");
        let found = engine.go(&SearchLimits::nodes(NODES), &mut Silent).expect("a search");
        (level, scene.pos.parse_move(&found.best_move.expect("a move")).expect("a legal move"))
    };
    (8..20).map(&mut answer).collect()
}

/// The moves that win at once.
fn wins<P: Position>(pos: &P) -> Vec<P::Move> {
    let me = pos.player_to_move();
    let wins = |&mv: &P::Move| {
        let mut next = pos.clone();
        next.make(mv);
        next.outcome() == Some(Outcome::Win(me))
    };
    legal(pos).into_iter().filter(wins).collect()
}

/// The moves that win at once, or else those after which the other cannot.
fn sound<P: Position>(pos: &P) -> Vec<P::Move> {
    let winning = wins(pos);
    if !winning.is_empty() {
        return winning;
    }
    let stops = |&mv: &P::Move| {
        let mut next = pos.clone();
        next.make(mv);
        wins(&next).is_empty()
    };
    legal(pos).into_iter().filter(stops).collect()
}

/// Every level takes a win in one and stops one of the other's where it can.
fn sees_wins_in_one<G: Game>(name: &str, game: &G, bot: Bot<G::Position>, count: usize) {
    let mut engine = quadriga::games::open(name).expect("a game");
    let matters = |pos: &G::Position| {
        let sound = sound(pos).len();
        sound > 0 && sound < legal(pos).len()
    };
    for scene in scenes(game, bot, count, matters) {
        let sound = sound(&scene.pos);
        for (level, mv) in answers(engine.as_mut(), &scene) {
            let text = scene.pos.move_text(mv, MoveStyle::Native);
            assert!(
                sound.contains(&mv),
                "{name}, level {level} plays {text} after {}",
                scene.moves.join(" ")
            );
        }
    }
}

#[test]
fn from_level_8_on_no_win_in_one_is_missed_at_connect_four() {
    let usual = ConnectFour::<u64>::new(7, 6).expect("a board");
    sees_wins_in_one("connect4", &usual, four::wins_and_blocks, 60);
    let large = ConnectFour::<u128>::new(8, 8).expect("a board");
    sees_wins_in_one("connect4-8x8", &large, four::wins_and_blocks, 60);
}

#[test]
fn from_level_8_on_no_win_in_one_is_missed_at_gomoku() {
    sees_wins_in_one("gomokufreestyle", &Gomoku::new(Rule::Freestyle), gomoku::line_values, 12);
    sees_wins_in_one("renju", &Gomoku::new(Rule::Renju), gomoku::line_values, 12);
}

/// Worth of a king, in men.
const KING: i32 = 3;
/// Plies within which a man that was given up may come back, exchanges not counted.
const RETURNS: i32 = 8;

/// Men and kings by which who moves is ahead after so many plies and the exchange that follows.
fn material<K: Kernel>(pos: &draughts::Position<K>, depth: i32, mut low: i32, high: i32) -> i32 {
    let moves = legal(pos);
    if depth <= 0 && !moves.first().is_some_and(|mv| mv.is_capture()) {
        let count = |colour| {
            let (all, kings) = (pos.pieces(colour), pos.pieces(colour) & pos.kings());
            all.count_ones() as i32 + (KING - 1) * kings.count_ones() as i32
        };
        return count(pos.turn()) - count(pos.turn().other());
    }
    let mut best = -100;
    for mv in moves {
        best = best.max(-material(&after(pos, mv), depth - 1, -high, -low));
        low = low.max(best);
        if low >= high {
            break;
        }
    }
    best
}

/// Is who moves behind after a move, so many plies and the exchange that follows, compared with now?
fn loses<K: Kernel>(pos: &draughts::Position<K>, mv: draughts::Move, depth: i32) -> bool {
    -material(&after(pos, mv), depth, -200, 200) < material(pos, 0, -200, 200)
}

/// Nobody must capture, and a move loses a man at once while another keeps it for some plies.
fn can_give_away<K: Kernel>(pos: &draughts::Position<K>) -> bool {
    let moves = legal(pos);
    !moves[0].is_capture()
        && moves.iter().any(|&mv| loses(pos, mv, 0))
        && moves.iter().any(|&mv| !loses(pos, mv, RETURNS))
}

/// No level gives a man away that does not come back, but for one answer in fifty: a sacrifice for a combination that fails.
fn gives_nothing_away<K: Kernel>(rules: RuleSet<K>, name: &str, count: usize) {
    let game = Draughts::new(rules);
    let mut engine = quadriga::games::open(name).expect("a game");
    let (mut all, mut gross) = (0, Vec::new());
    for scene in scenes(&game, army::careful, count, can_give_away) {
        for (level, mv) in answers(engine.as_mut(), &scene) {
            all += 1;
            if loses(&scene.pos, mv, 0) && loses(&scene.pos, mv, RETURNS) {
                let text = scene.pos.move_text(mv, MoveStyle::Native);
                gross.push(format!("level {level} plays {text} after {}", scene.moves.join(" ")));
            }
        }
    }
    assert!(50 * gross.len() <= all, "{name}, {all} answers: {}", gross.join("\n"));
}

#[test]
fn from_level_8_on_no_man_is_given_away_at_draughts() {
    gives_nothing_away(INTERNATIONAL, "draughts", 40);
    gives_nothing_away(ENGLISH, "english", 40);
}
