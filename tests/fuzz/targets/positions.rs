//! Positions and moves of each game as text, through the facade.
//!
//! The first byte is the game, the second the number of rule options that are taken from the next ones.

use std::cell::RefCell;
use std::collections::HashMap;

use quadriga::contract::{MoveStyle, Outcome, SearchLimits, Silent};
use quadriga::engine::AnyEngine;
use quadriga::games;

/// Boards that are not in the list of games.
const SIZES: [&str; 4] = ["connect4-4x4", "connect4-10x10", "connect4-9x7", "connect4-5x8"];

/// Moves played from a position that was accepted.
const PLIES: usize = 12;
/// Nodes of a search of the last position.
const NODES: u64 = 30;

thread_local! {
    /// Two of each: opening one takes longer than a try.
    static ENGINES: RefCell<HashMap<String, [Box<dyn AnyEngine>; 2]>> = RefCell::new(HashMap::new());
}

/// Calls with two engines of the game that the first byte chooses, and the other bytes.
fn with_engines(data: &[u8], body: impl Fn(&mut [Box<dyn AnyEngine>; 2], &[u8])) {
    let Some((&first, rest)) = data.split_first() else { return };
    let names: Vec<&str> = games::variants().into_iter().chain(SIZES).collect();
    let name = names[usize::from(first) % names.len()];
    let players =
        if name == "chinesecheckers" { [2, 3, 4, 6][usize::from(first) / names.len() % 4] } else { 2 };
    ENGINES.with_borrow_mut(|engines| {
        let pair = engines.entry(format!("{name} {players}")).or_insert_with(|| {
            [(); 2].map(|()| {
                let mut engine = games::open(name).expect("a game");
                engine.set_option("Hash", "1").expect("an option");
                if name == "chinesecheckers" {
                    engine.set_option("Players", &players.to_string()).expect("an option");
                }
                engine
            })
        });
        body(pair, rest);
    });
}

/// A position string, and a byte for each move to play from it.
pub fn fen(data: &[u8]) {
    with_engines(data, |[engine, other], rest| {
        let cut = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        let fen = String::from_utf8_lossy(&rest[..cut]);
        if engine.set_position(Some(&fen), &[]).is_err() {
            return;
        }
        same_after_reading(engine.as_ref(), other.as_mut());
        let choices = rest[cut..].iter().chain(std::iter::repeat(&7)).take(PLIES);
        for &choice in choices {
            let legal = engine.legal_moves(MoveStyle::Native);
            let outcome = engine.status().outcome;
            // After a draw by a counter or by repetition there are moves still.
            let ends = matches!(outcome, Some(Outcome::Win(_)));
            assert!(
                if legal.is_empty() { outcome.is_some() } else { !ends },
                "{fen}: {outcome:?}, moves {legal:?}"
            );
            if outcome.is_some() {
                break;
            }
            let mv = &legal[usize::from(choice) % legal.len()];
            engine.play(mv).unwrap_or_else(|error| panic!("{fen}: {mv}: {error}"));
        }
        same_after_reading(engine.as_ref(), other.as_mut());
        look_at(engine.as_ref());
        if engine.status().outcome.is_none() {
            let result = engine.go(&SearchLimits::nodes(NODES), &mut Silent).expect("a search");
            let best = result.best_move.expect("a game that goes on has a move");
            engine.play(&best).unwrap_or_else(|error| panic!("{fen}: {best}: {error}"));
        }
    });
}

/// Words taken for moves from the start position.
pub fn moves(data: &[u8]) {
    with_engines(data, |[engine, other], rest| {
        let text = String::from_utf8_lossy(rest);
        engine.set_position(None, &[]).expect("the start position");
        let mut played: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            if let Ok(mv) = engine.play(word) {
                played.push(mv);
            }
        }
        let played: Vec<&str> = played.iter().map(String::as_str).collect();
        other.set_position(None, &played).unwrap_or_else(|error| panic!("{played:?}: {error}"));
        assert_eq!((engine.fen(), engine.key()), (other.fen(), other.key()), "{played:?}");
        for _ in &played {
            engine.undo().expect("a move to take back");
        }
        other.set_position(None, &[]).expect("the start position");
        assert_eq!(engine.key(), other.key(), "{played:?} taken back");
    });
}

/// What is written of a position is read as the same position.
fn same_after_reading(engine: &dyn AnyEngine, other: &mut dyn AnyEngine) {
    let fen = engine.fen();
    other.set_position(Some(&fen), &[]).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(other.fen(), fen);
    let sorted = |engine: &dyn AnyEngine| {
        let mut moves = engine.legal_moves(MoveStyle::Native);
        moves.sort();
        moves
    };
    assert_eq!(sorted(other), sorted(engine), "{fen}");
}

/// Everything that is shown of a position can be shown.
fn look_at(engine: &dyn AnyEngine) {
    let (board, face) = (engine.board(), engine.face());
    let _ = (board, face, engine.diagram(), engine.threats(), engine.fen_with_hand(), engine.base_fen());
    let paths = engine.move_paths();
    assert_eq!(paths.len(), engine.legal_moves(MoveStyle::Native).len());
    for style in [MoveStyle::Drop, MoveStyle::Numeric] {
        assert_eq!(engine.legal_moves(style).len(), paths.len());
    }
}
