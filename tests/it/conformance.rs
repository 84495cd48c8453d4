//! What every game must keep, whatever its rules. A game joins with a line at the end.

use std::collections::HashMap;

use crate::common::Random;
use quadriga::contract::{
    Board, Commentary, Evaluator, Game, Identity, MoveStyle, Notation, Outcome, Point, Position, Score,
    SearchParams,
};
use quadriga::engine::{AnyEngine, Engine, View as _};
use quadriga::games::chinese_checkers::ChineseCheckers;
use quadriga::games::chinese_checkers::rules::Rules;
use quadriga::games::connect_four::ConnectFour;
use quadriga::games::draughts::{self, Draughts};
use quadriga::games::gomoku::Gomoku;
use quadriga::games::gomoku::rules::Rule;
use quadriga::games::rule_sets;

/// Random games per check, and the plies after which one is broken off.
const GAMES: usize = 12;
const PLIES: usize = 160;

/// Calls `visit` at every position of some random games.
fn walk<G: Game>(game: &G, seed: u64, mut visit: impl FnMut(&G::Position, &[Move<G>])) {
    let mut random = Random::new(seed);
    for _ in 0..GAMES {
        let mut pos = game.start_position();
        for _ in 0..PLIES {
            let mut moves = Vec::new();
            pos.generate(&mut moves);
            visit(&pos, &moves);
            if moves.is_empty() || pos.outcome().is_some() {
                break;
            }
            pos.make(moves[random.below(moves.len())]);
        }
    }
}

type Move<G> = <<G as Game>::Position as Position>::Move;

fn unmake_restores_the_position<G: Game>(game: &G) {
    walk(game, 1, |pos, moves| {
        let mut copy = pos.clone();
        for &mv in moves {
            let undo = copy.make(mv);
            assert!(!moves.is_empty());
            copy.unmake(mv, undo);
            assert_eq!(copy.fen(), pos.fen(), "after {mv:?} and back");
            assert_eq!(copy.key(), pos.key(), "key after {mv:?} and back in {}", pos.fen());
            assert_eq!(copy.repetition_key(), pos.repetition_key());
        }
        let mut again = Vec::new();
        copy.generate(&mut again);
        assert_eq!(again, moves);
    });
}

fn moves_are_listed_once_and_counted_right<G: Game>(game: &G) {
    walk(game, 2, |pos, moves| {
        assert_eq!(pos.count_moves(), moves.len(), "{}", pos.fen());
        for (index, mv) in moves.iter().enumerate() {
            assert!(!moves[..index].contains(mv), "{mv:?} is listed twice in {}", pos.fen());
            assert!(pos.is_legal(*mv), "{mv:?} in {}", pos.fen());
            assert_ne!(pos.move_code(*mv), 0);
        }
        if let Some(Outcome::Win(_)) = pos.outcome() {
            assert!(moves.is_empty(), "no moves after a win: {}", pos.fen());
        }
    });
}

fn moves_are_read_back_as_they_are_written<G: Game>(game: &G) {
    walk(game, 3, |pos, moves| {
        for &mv in moves {
            for style in [MoveStyle::Native, MoveStyle::Drop, MoveStyle::Numeric] {
                let text = pos.move_text(mv, style);
                assert!(!text.contains(char::is_whitespace) && text.is_ascii(), "'{text}'");
                assert_eq!(pos.parse_move(&text), Ok(mv), "'{text}' in {}", pos.fen());
            }
        }
    });
}

fn positions_are_read_back_as_they_are_written<G: Game>(game: &G) {
    walk(game, 4, |pos, moves| {
        let fen = pos.fen();
        let read = game.parse_position(&fen).unwrap_or_else(|why| panic!("{why}: {fen}"));
        assert_eq!(read.fen(), fen);
        assert_eq!(read.key(), pos.key(), "{fen}");
        assert_eq!(read.player_to_move(), pos.player_to_move());
        assert_eq!(read.outcome(), pos.outcome(), "{fen}");
        let mut again = Vec::new();
        read.generate(&mut again);
        assert!(again.len() == moves.len() && again.iter().all(|mv| moves.contains(mv)), "{fen}");
        assert!(!pos.diagram().is_empty());
    });
}

fn positions_are_composed_of_their_boards<G: Game>(game: &G) {
    walk(game, 8, |pos, _| {
        let text = pos.fen_of(&pos.board(), pos.player_to_move());
        let composed = game.parse_position(&text).unwrap_or_else(|why| panic!("{why}: {text}"));
        assert_eq!(composed.player_to_move(), pos.player_to_move(), "{text}");
        let pieces = |board: Board| board.points.into_iter().map(Point::piece).collect::<Vec<_>>();
        assert_eq!(pieces(composed.board()), pieces(pos.board()), "{text}");
    });
}

fn different_positions_have_different_keys<G: Game>(game: &G) {
    let mut seen: HashMap<u64, String> = HashMap::new();
    let mut positions = 0;
    walk(game, 5, |pos, _| {
        positions += 1;
        let fen = without_counters(&pos.fen());
        let known = seen.entry(pos.key()).or_insert_with(|| fen.clone());
        assert_eq!(*known, fen, "two positions share a key");
    });
    assert!(seen.len() * 4 > positions, "keys repeat too often: {} of {positions}", seen.len());
}

/// Move counters may be left out of the key while they cannot matter; they stand at the end of a string.
fn without_counters(fen: &str) -> String {
    fen.split(":H").next().unwrap_or(fen).to_string()
}

fn broken_text_is_refused_with_a_reason<G: Game>(game: &G) {
    let mut random = Random::new(6);
    let junk =
        ["", " ", "-", "x", "0", "99999999999999999999", "a0", "zz", "1-1", "\u{fc}\u{20ac}", "P@", "((("];
    walk(game, 6, |pos, _| {
        for word in junk {
            if let Err(why) = pos.parse_move(word) {
                assert!(!why.is_empty() && !why.contains('\n'), "{why}");
            }
        }
        let mut fen: Vec<char> = pos.fen().chars().collect();
        let at = random.below(fen.len());
        fen[at] = char::from(b' ' + random.below(95) as u8);
        let broken: String = fen.iter().collect();
        if let Err(why) = game.parse_position(&broken) {
            assert!(!why.is_empty() && !why.contains('\n'), "{why}");
        }
        let cut: String = fen[..at].iter().collect();
        if let Ok(read) = game.parse_position(&cut) {
            let _ = (read.fen(), read.count_moves(), read.outcome());
        }
    });
    for word in junk {
        let _ = game.parse_position(word);
    }
    assert!(game.start_position().parse_move("nonsense").is_err());
    assert!(game.parse_position("nonsense").is_err());
}

fn the_evaluator_follows_the_board<G: Game>(game: &G) {
    let mut random = Random::new(7);
    for _ in 0..GAMES {
        let mut pos = game.start_position();
        let mut evaluator = game.evaluator();
        let root = pos.clone();
        evaluator.begin(&root);
        for _ in 0..PLIES {
            let mut moves = Vec::new();
            pos.generate(&mut moves);
            if moves.is_empty() || pos.outcome().is_some() {
                break;
            }
            for _ in 0..3 {
                let mv = moves[random.below(moves.len())];
                let undo = pos.make(mv);
                evaluator.make(&pos, mv);
                pos.unmake(mv, undo);
                evaluator.unmake(&pos, mv);
            }
            check_opinions(game, &mut evaluator, &pos, &root);
            let mv = moves[random.below(moves.len())];
            pos.make(mv);
            evaluator.make(&pos, mv);
        }
    }
}

/// The evaluation is in range and does not depend on the way the position was reached.
fn check_opinions<G: Game>(game: &G, evaluator: &mut G::Evaluator, pos: &G::Position, root: &G::Position) {
    let score = evaluator.evaluate(pos);
    assert!(score.0.abs() <= Score::MAX_EVAL.0, "{score:?} in {}", pos.fen());
    if pos.player_count() == 2 {
        let mut fresh = game.evaluator();
        fresh.begin(pos);
        assert_eq!(fresh.evaluate(pos), score, "{} from {}", pos.fen(), root.fen());
    }
    let mut candidates = Vec::new();
    evaluator.candidates(pos, &mut candidates);
    assert!(!candidates.is_empty(), "no candidates in {}", pos.fen());
    for &mv in &candidates {
        assert!(pos.is_legal(mv), "candidate {mv:?} in {}", pos.fen());
        assert!(evaluator.history_slot(pos, mv) < G::Evaluator::HISTORY_SLOTS);
        assert!(evaluator.order_hint(pos, mv).abs() <= 200_000);
    }
}

macro_rules! games {
    ($($name:ident: $game:expr;)*) => { $(
        mod $name {
            use super::*;

            #[test]
            fn unmake_restores_the_position() {
                super::unmake_restores_the_position(&$game);
            }

            #[test]
            fn moves_are_listed_once_and_counted_right() {
                super::moves_are_listed_once_and_counted_right(&$game);
            }

            #[test]
            fn moves_are_read_back_as_they_are_written() {
                super::moves_are_read_back_as_they_are_written(&$game);
            }

            #[test]
            fn positions_are_read_back_as_they_are_written() {
                super::positions_are_read_back_as_they_are_written(&$game);
            }

            #[test]
            fn positions_are_composed_of_their_boards() {
                super::positions_are_composed_of_their_boards(&$game);
            }

            #[test]
            fn different_positions_have_different_keys() {
                super::different_positions_have_different_keys(&$game);
            }

            #[test]
            fn broken_text_is_refused_with_a_reason() {
                super::broken_text_is_refused_with_a_reason(&$game);
            }

            #[test]
            fn the_evaluator_follows_the_board() {
                super::the_evaluator_follows_the_board(&$game);
            }
        }
    )*

        #[test]
        fn every_rule_set_of_the_list_is_checked() {
            let checked = [$($game.identity().rules.name),*];
            let missing = rule_sets().map(|variant| variant.rules.name).find(|name| !checked.contains(name));
            assert_eq!(missing, None, "it joins with a line below");
        }
    };
}

games! {
    connect4: ConnectFour::<u64>::new(7, 6).unwrap();
    connect4_8x8: ConnectFour::<u128>::new(8, 8).unwrap();
    international: Draughts::new(draughts::INTERNATIONAL);
    breakthrough: Draughts::new(draughts::BREAKTHROUGH);
    killer: Draughts::new(draughts::KILLER);
    antidraughts: Draughts::new(draughts::ANTIDRAUGHTS);
    frisian: Draughts::new(draughts::FRISIAN);
    frysk: Draughts::new(draughts::FRYSK);
    russian: Draughts::new(draughts::RUSSIAN);
    brazilian: Draughts::new(draughts::BRAZILIAN);
    english: Draughts::new(draughts::ENGLISH);
    pool: Draughts::new(draughts::POOL);
    italian: Draughts::new(draughts::ITALIAN);
    spanish: Draughts::new(draughts::SPANISH);
    portuguese: Draughts::new(draughts::PORTUGUESE);
    czech: Draughts::new(draughts::CZECH);
    gomoku: Gomoku::new(Rule::Standard);
    gomokufreestyle_22: Gomoku::of_size(Rule::Freestyle, 22);
    renju: Gomoku::new(Rule::Renju);
    renju_6: Gomoku::of_size(Rule::Renju, 6);
    caro_9: Gomoku::of_size(Rule::Caro, 9);
    caro_exact_9: Gomoku::of_size(Rule::CaroExact, 9);
    chinese_checkers: ChineseCheckers::default();
    chinese_checkers_all_rules: ChineseCheckers::new(Rules { no_shuttle: true, leave_home: 9, ..Rules::DEFAULT });
    chinese_checkers_three: ChineseCheckers::new(Rules { players: 3, leave_home: 7, ..Rules::DEFAULT });
    chinese_checkers_six: ChineseCheckers::new(Rules { players: 6, no_shuttle: true, ..Rules::DEFAULT });
}

/// Draughts that cannot be evaluated.
#[derive(Clone)]
struct Unevaluated(Draughts<draughts::Ten>);

impl Game for Unevaluated {
    type Position = draughts::Position<draughts::Ten>;
    type Evaluator = draughts::Evaluator<draughts::Ten>;

    fn identity(&self) -> Identity {
        self.0.identity()
    }

    fn start_position(&self) -> Self::Position {
        self.0.start_position()
    }

    fn parse_position(&self, fen: &str) -> Result<Self::Position, String> {
        self.0.parse_position(fen)
    }

    fn evaluator(&self) -> Self::Evaluator {
        panic!("an evaluator is made")
    }

    fn params(&self) -> SearchParams {
        self.0.params()
    }

    fn bench_positions(&self) -> Vec<(Self, Self::Position, i32)> {
        Vec::new()
    }

    fn commentary(&self) -> &dyn Commentary<Self::Position> {
        self.0.commentary()
    }
}

#[test]
fn an_engine_that_is_only_asked_about_rules_makes_no_evaluator() {
    let mut engine = Engine::new(Unevaluated(Draughts::new(draughts::INTERNATIONAL)));
    engine.new_game();
    engine.set_option("Hash", "2").expect("an option");
    engine.set_position(Some("W:W28,33:B19,1"), &["33-29"]).expect("a position");
    engine.play("19-23").expect("a move");
    engine.undo().expect("a move to take back");
    let _ =
        (engine.fen(), engine.diagram(), engine.board(), engine.threats(), engine.status(), engine.options());
    assert!(!engine.legal_moves(MoveStyle::Native).is_empty());
}
