//! Engines of a match: our own program by every protocol, through whole games, and programs that misbehave.

use std::path::PathBuf;
use std::time::Duration;

use quadriga::engine::AnyEngine;
use quadriga::game::{MAX_PLAYERS, MoveStyle, Player};
use quadriga::games;
use quadriga::match_runner::engines::{Answer, Driver, Fault, Turn, start};
use quadriga::match_runner::spec::{EngineProtocol, EngineSpec, Limits};

/// More plies than any game here lasts.
const MOST_PLIES: usize = 600;

/// Far beyond anything seen, only to avoid hanging.
const PATIENCE: Duration = Duration::from_secs(60);

fn subcommand(protocol: EngineProtocol) -> &'static str {
    match protocol {
        EngineProtocol::Ugi => "ugi",
        EngineProtocol::Uci => "uci",
        EngineProtocol::Gtp => "gtp",
        EngineProtocol::Gomocup => "gomocup",
        EngineProtocol::Hub => "hub",
        EngineProtocol::Dxp => "dxp",
    }
}

/// This program by a protocol.
fn own(protocol: EngineProtocol, limits: Limits) -> EngineSpec {
    EngineSpec {
        name: "own".to_string(),
        command: Some(PathBuf::from(env!("CARGO_BIN_EXE_quadriga"))),
        arguments: vec![subcommand(protocol).to_string()],
        directory: None,
        protocol,
        options: Vec::new(),
        init: Vec::new(),
        connect: None,
        limits,
        margin: Duration::ZERO,
        restart: false,
        patience: PATIENCE,
    }
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn open(variant: &str, options: &[(&str, &str)]) -> Box<dyn AnyEngine> {
    let mut game = games::open(variant).expect("a game");
    for (name, value) in options {
        game.set_option(name, value).expect("an option");
    }
    game
}

fn ask(driver: &mut dyn Driver, game: &dyn AnyEngine, limits: Limits) -> Result<Answer, Fault> {
    let clock = limits.clock.map(|clock| clock.base);
    let increment = limits.clock.map_or(Duration::ZERO, |clock| clock.increment);
    let turn = Turn {
        game,
        limits,
        clocks: [clock; MAX_PLAYERS],
        increments: [increment; MAX_PLAYERS],
        moves_to_go: limits.clock.and_then(|clock| clock.moves),
        patience: PATIENCE,
    };
    driver.think(&turn).map(|reply| reply.answer)
}

/// Plays a game from the position on the board to its end, each seat by an engine of its own. Returns the moves.
fn play_on(game: &mut dyn AnyEngine, drivers: &mut [Box<dyn Driver>], limits: Limits) -> Vec<String> {
    for (seat, driver) in drivers.iter_mut().enumerate() {
        driver.begin(game, Player::new(seat), limits, 1).expect("a new game");
    }
    for _ in 0..MOST_PLIES {
        let status = game.status();
        if let Some(outcome) = status.outcome {
            for driver in drivers.iter_mut() {
                driver.finish(game, Some(outcome).into()).expect("the end of the game");
            }
            return game.moves(MoveStyle::Native);
        }
        let driver = drivers[status.to_move.index()].as_mut();
        match ask(driver, game, limits) {
            Ok(Answer::Move(mv)) => game.play(&mv).map(drop).unwrap_or_else(|why| panic!("{mv}: {why}")),
            other => panic!("{other:?} in {}", game.fen()),
        }
    }
    panic!("no end after {MOST_PLIES} plies: {}", game.fen());
}

fn engines(spec: &EngineSpec, game: &dyn AnyEngine) -> Vec<Box<dyn Driver>> {
    let begun = (0..game.status().players).map(|_| start(spec, game, None));
    begun.collect::<Result<_, _>>().unwrap_or_else(|fault| panic!("{fault}"))
}

/// Two games in a row by the same engines, so that what is left of the first shows; the second begins with a few
/// moves on the board.
fn play_twice(protocol: EngineProtocol, variant: &str, options: &[(&str, &str)], limits: Limits) {
    let mut game = open(variant, options);
    let spec = own(protocol, limits);
    let mut drivers = engines(&spec, game.as_ref());
    let first = play_on(game.as_mut(), &mut drivers, limits);
    assert!(!first.is_empty());
    let opening: Vec<&str> = first.iter().take(3).map(String::as_str).collect();
    game.set_position(None, &opening).expect("an opening");
    let second = play_on(game.as_mut(), &mut drivers, limits);
    assert_eq!(second[..3], first[..3]);
}

#[test]
fn ugi_plays_every_game() {
    for variant in [
        "connect4",
        "connect4-8x8",
        "connect4-9x7",
        "gomoku",
        "gomokufreestyle",
        "renju",
        "caro",
        "caroexact",
    ] {
        play_twice(EngineProtocol::Ugi, variant, &[], nodes(300));
    }
    for variant in [
        "draughts",
        "breakthrough",
        "killer",
        "antidraughts",
        "frisian",
        "frysk",
        "russian",
        "brazilian",
        "english",
    ] {
        play_twice(EngineProtocol::Ugi, variant, &[], nodes(300));
    }
    play_twice(EngineProtocol::Ugi, "gomoku", &[("BoardSize", "9")], nodes(200));
    play_twice(EngineProtocol::Ugi, "chinesecheckers", &[], nodes(500));
    play_twice(EngineProtocol::Ugi, "chinesecheckers", &[("Players", "3"), ("Hops", "adjacent")], nodes(500));
}

#[test]
fn uci_plays_games_of_drops_and_others() {
    let depth = Limits { depth: Some(2), ..Limits::default() };
    for variant in ["connect4", "gomoku", "gomokufreestyle", "renju", "draughts"] {
        play_twice(EngineProtocol::Uci, variant, &[], depth);
    }
}
