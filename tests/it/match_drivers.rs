//! Engines of a match: our own program by every protocol, through whole games, and programs that misbehave.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::common::client::PATIENCE;
use quadriga::contract::{MAX_PLAYERS, MoveStyle, Player};
use quadriga::engine::AnyEngine;
use quadriga::games::{self, listed_names};
use quadriga::match_runner::engines::{Answer, Driver, Fault, Pipes, Programs as _, Turn};
use quadriga::match_runner::spec::{ClockRule, EngineProtocol, EngineSpec, Limits};

use crate::reference::draughts::VARIANTS;

/// More plies than any game here lasts.
const MOST_PLIES: usize = 600;

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

fn turn(game: &dyn AnyEngine, limits: Limits) -> Turn<'_> {
    let clock = limits.clock.map(|clock| clock.base);
    let increment = limits.clock.map_or(Duration::ZERO, |clock| clock.increment);
    Turn {
        game,
        limits,
        clocks: [clock; MAX_PLAYERS],
        increments: [increment; MAX_PLAYERS],
        moves_to_go: limits.clock.and_then(|clock| clock.moves),
        patience: PATIENCE,
    }
}

fn start(spec: &EngineSpec, game: &dyn AnyEngine) -> Result<Box<dyn Driver>, Fault> {
    Pipes::default().start(spec, game, None).map_err(|failure| failure.fault)
}

fn ask(driver: &mut dyn Driver, game: &dyn AnyEngine, limits: Limits) -> Result<Answer, Fault> {
    driver.think(&turn(game, limits)).map(|reply| reply.answer)
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
    let begun = (0..game.status().players).map(|_| start(spec, game));
    begun.collect::<Result<_, _>>().unwrap_or_else(|fault| panic!("{fault}"))
}

/// An engine whose name is known. One that a busy machine keeps from introducing itself within the second that a brain
/// of Gomocup has for it is started again.
fn introduced(spec: &EngineSpec, game: &dyn AnyEngine) -> Box<dyn Driver> {
    let engines = (0..).map(|_| start(spec, game).expect("an engine"));
    engines.take(100).find(|driver| !driver.title().is_empty()).expect("an introduction")
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
    let listed = listed_names().filter(|listed| !listed.is_alias()).map(|listed| listed.name);
    for variant in listed.chain(["connect4-9x7"]) {
        play_twice(EngineProtocol::Ugi, variant, &[], nodes(300));
    }
    play_twice(EngineProtocol::Ugi, "gomoku", &[("BoardSize", "9")], nodes(200));
    play_twice(EngineProtocol::Ugi, "chinesecheckers", &[("Players", "3"), ("Hops", "adjacent")], nodes(500));
}

#[test]
fn uci_plays_games_of_drops_and_others() {
    let depth = Limits { depth: Some(2), ..Limits::default() };
    for variant in ["connect4", "gomoku", "gomokufreestyle", "renju", "draughts"] {
        play_twice(EngineProtocol::Uci, variant, &[], depth);
    }
}

#[test]
fn gtp_plays_every_game() {
    let listed = listed_names().filter(|listed| !listed.is_alias()).map(|listed| listed.name);
    for variant in listed.chain(["connect4-9x7"]) {
        play_twice(EngineProtocol::Gtp, variant, &[], nodes(300));
    }
    play_twice(EngineProtocol::Gtp, "gomokufreestyle", &[("BoardSize", "19")], nodes(300));
    play_twice(EngineProtocol::Gtp, "chinesecheckers", &[("Players", "3")], nodes(500));
}

#[test]
fn gomocup_plays_the_gomoku_family() {
    for variant in ["gomoku", "gomokufreestyle", "renju", "caro", "caroexact"] {
        play_twice(EngineProtocol::Gomocup, variant, &[], nodes(300));
    }
    play_twice(EngineProtocol::Gomocup, "gomoku", &[("BoardSize", "9")], nodes(300));
}

#[test]
fn hub_plays_every_kind_of_draughts() {
    for variant in VARIANTS {
        play_twice(EngineProtocol::Hub, variant, &[], nodes(300));
    }
}

#[test]
fn dxp_plays_draughts() {
    for variant in ["draughts", "killer", "russian"] {
        let mut game = open(variant, &[]);
        let limits = Limits { move_time: Some(Duration::from_millis(1)), ..Limits::default() };
        let mut spec = own(EngineProtocol::Dxp, limits);
        let listen = ["dxp", "--listen", "127.0.0.1:{port}", "--move-time", "1", "--game", variant];
        spec.arguments = listen.map(str::to_string).to_vec();
        let mut drivers = engines(&spec, game.as_ref());
        let first = play_on(game.as_mut(), &mut drivers, limits);
        let opening: Vec<&str> = first.iter().take(3).map(String::as_str).collect();
        game.set_position(None, &opening).expect("an opening");
        let second = play_on(game.as_mut(), &mut drivers, limits);
        assert_eq!(second[..3], first[..3]);
        assert!(drivers[0].title().starts_with("Quadriga"), "{}", drivers[0].title());
    }
}

/// Each protocol with a game of its own.
const PROTOCOLS: [(EngineProtocol, &str); 5] = [
    (EngineProtocol::Ugi, "connect4"),
    (EngineProtocol::Uci, "connect4"),
    (EngineProtocol::Gtp, "gomoku"),
    (EngineProtocol::Gomocup, "gomoku"),
    (EngineProtocol::Hub, "draughts"),
];

#[test]
fn the_same_limits_give_the_same_move_and_are_reported() {
    for (protocol, variant) in PROTOCOLS {
        let game = open(variant, &[]);
        let spec = own(protocol, nodes(2000));
        let mut driver = introduced(&spec, game.as_ref());
        assert!(driver.title().starts_with("Quadriga"), "{protocol:?}: {}", driver.title());
        let replies = [1, 2].map(|number| {
            driver.begin(game.as_ref(), Player::FIRST, spec.limits, number).expect("a game");
            let turn = turn(game.as_ref(), spec.limits);
            let reply = driver.think(&turn).expect("a move");
            (reply.answer, reply.score, reply.depth, reply.nodes)
        });
        assert_eq!(replies[0], replies[1], "{protocol:?}");
        let (_, score, depth, nodes) = &replies[0];
        if protocol != EngineProtocol::Gtp {
            assert!(
                score.is_some() && depth.is_some_and(|depth| depth > 0),
                "{protocol:?}: {:?}",
                replies[0]
            );
            assert!(nodes.is_some_and(|nodes| (1..=2000).contains(&nodes)), "{protocol:?}: {nodes:?}");
        }
    }
}

#[test]
fn positions_and_clocks_are_told() {
    let clock =
        ClockRule { moves: Some(40), base: Duration::from_millis(400), increment: Duration::from_millis(10) };
    let clocked = Limits { clock: Some(clock), ..Limits::default() };
    // One move wins in each.
    let wins = [
        ("connect4", &["4", "3", "4", "3", "4", "3"][..], "4"),
        ("gomoku", &["h8", "a1", "h9", "c1", "h10", "e1", "h11", "g1"][..], ""),
        ("draughts", &[][..], ""),
    ];
    for (protocol, variant) in PROTOCOLS {
        let mut game = open(variant, &[]);
        let (_, moves, best) = wins.iter().find(|(name, ..)| *name == variant).expect("listed");
        game.set_position(None, moves).expect("a position");
        let fen = match variant {
            "draughts" => "W:WK10,31:BK26".to_string(),
            _ => game.fen(),
        };
        game.set_position(Some(&fen), &[]).expect("a position");
        let spec = own(protocol, clocked);
        let mut driver = start(&spec, game.as_ref()).expect("an engine");
        driver.begin(game.as_ref(), game.status().to_move, clocked, 1).expect("a game");
        match ask(driver.as_mut(), game.as_ref(), clocked) {
            Ok(Answer::Move(mv)) => {
                let played = game.play(&mv).unwrap_or_else(|why| panic!("{protocol:?}: {mv}: {why}"));
                assert!(best.is_empty() || played == *best, "{protocol:?}: {played}");
            }
            other => panic!("{protocol:?}: {other:?}"),
        }
        // The conversation goes on from there.
        if let Some(reply) =
            game.legal_moves(MoveStyle::Native).first().filter(|_| game.status().outcome.is_none())
        {
            game.play(reply).expect("a move");
            if game.status().outcome.is_none() {
                let answer = ask(driver.as_mut(), game.as_ref(), clocked);
                assert!(matches!(answer, Ok(Answer::Move(_))), "{protocol:?}: {answer:?}");
            }
        }
    }
}

#[test]
fn what_an_engine_cannot_do_is_refused_at_the_start() {
    let refused = |spec: &EngineSpec, game: &dyn AnyEngine| match start(spec, game) {
        Err(Fault::Refused(why)) => why,
        Err(other) => panic!("{other:?}"),
        Ok(_) => panic!("nothing was refused"),
    };
    let chinese = open("chinesecheckers", &[]);
    for protocol in [EngineProtocol::Hub, EngineProtocol::Gomocup, EngineProtocol::Dxp] {
        assert!(refused(&own(protocol, nodes(1)), chinese.as_ref()).contains("chinesecheckers"));
    }
    let draughts = open("draughts", &[]);
    let mut nobody = own(EngineProtocol::Ugi, nodes(1));
    nobody.command = Some(PathBuf::from("/nowhere/nobody"));
    assert!(refused(&nobody, draughts.as_ref()).contains("/nowhere/nobody"));
    for (protocol, option) in
        [(EngineProtocol::Ugi, "Hsah"), (EngineProtocol::Hub, "hsah"), (EngineProtocol::Gtp, "hsah")]
    {
        let mut spec = own(protocol, nodes(1));
        spec.options = vec![(option.to_string(), "1".to_string())];
        assert!(refused(&spec, draughts.as_ref()).contains(option));
    }
    let mut dxp = own(EngineProtocol::Dxp, nodes(1));
    dxp.arguments = ["dxp", "--listen", "127.0.0.1:{port}"].map(str::to_string).to_vec();
    let mut driver = start(&dxp, draughts.as_ref()).expect("an engine");
    let begun = driver.begin(draughts.as_ref(), Player::FIRST, nodes(1), 1);
    assert!(matches!(begun, Err(Fault::Refused(why)) if why.contains("nodes")));
}

#[test]
fn options_with_the_number_of_the_game_are_set_before_each() {
    let game = open("connect4", &[]);
    let mut spec = own(EngineProtocol::Ugi, nodes(100));
    spec.options = vec![("Hash".to_string(), "1".to_string()), ("Seed".to_string(), "{game}".to_string())];
    let mut driver = start(&spec, game.as_ref()).expect("an engine");
    driver.begin(game.as_ref(), Player::FIRST, spec.limits, 7).expect("a game");
    spec.options[1].1 = "x{game}".to_string();
    let mut driver = start(&spec, game.as_ref()).expect("an engine");
    let begun = driver.begin(game.as_ref(), Player::FIRST, spec.limits, 7);
    assert!(matches!(&begun, Err(Fault::Refused(why)) if why.contains("'x7'")), "{begun:?}");
}

#[cfg(unix)]
mod misbehaving {
    use super::*;

    /// A program that is a script of the shell.
    fn script(protocol: EngineProtocol, text: &str) -> EngineSpec {
        EngineSpec {
            command: Some(PathBuf::from("/bin/sh")),
            arguments: vec!["-c".to_string(), text.to_string()],
            ..own(protocol, nodes(100))
        }
    }

    /// How long a program is waited for that will never answer.
    const SHORT: Duration = Duration::from_millis(300);

    /// Starts a program, begins a game and asks for a move; the first fault.
    fn fault_of(spec: &EngineSpec, game: &dyn AnyEngine) -> Fault {
        let play = || {
            let mut driver = start(spec, game)?;
            driver.begin(game, Player::FIRST, spec.limits, 1)?;
            driver.think(&Turn { patience: spec.patience, ..turn(game, spec.limits) })
        };
        match play() {
            Err(fault) => fault,
            Ok(reply) => panic!("no fault but {reply:?}"),
        }
    }

    /// An engine that gets as far as the question, and then does this. `w` waits for a word.
    fn uci(then: &str) -> String {
        let wait = "w() { while read -r line; do case \"$line\" in $1*) return;; isready) echo readyok;; esac; done; exit; }";
        format!("{wait}; w uci; echo uciok; w go; {then}")
    }

    #[track_caller]
    fn crashes(text: &str, hint: &str) {
        let game = open("connect4", &[]);
        let spec = script(EngineProtocol::Uci, text);
        // How a program ended is told where it is known within a second, which a busy machine may not manage.
        for attempt in 1.. {
            let fault = fault_of(&spec, game.as_ref());
            let Fault::Crashed(how) = &fault else { panic!("{text}: {fault:?}") };
            if how.contains(hint) {
                return;
            }
            assert!(attempt < 20, "{text}: {how}");
        }
    }

    #[track_caller]
    fn hangs(text: &str) {
        let game = open("connect4", &[]);
        let spec = EngineSpec { patience: SHORT, ..script(EngineProtocol::Uci, text) };
        assert_eq!(fault_of(&spec, game.as_ref()), Fault::Hung, "{text}");
    }

    #[track_caller]
    fn is_garbled(text: &str, hint: &str) {
        let game = open("connect4", &[]);
        let fault = fault_of(&script(EngineProtocol::Uci, text), game.as_ref());
        assert!(matches!(&fault, Fault::Garbled(line) if line.contains(hint)), "{text}: {fault:?}");
    }

    #[test]
    fn the_end_of_a_program_is_told_with_its_status_and_last_words() {
        crashes("exit 3", "exit status: 3");
        crashes("echo no weights >&2; exit 1", "no weights");
        crashes(&uci("exit 0"), "exit status: 0");
        crashes(&uci("kill -9 $$"), "signal: 9");
        crashes(&uci("exec >&-; sleep 1000"), "closed its standard output");
        let last = "i=0; while [ $i -lt 1000 ]; do echo word $i >&2; i=$((i+1)); done; exit 5";
        crashes(last, "word 999");
    }

    #[test]
    fn a_program_that_says_nothing_hangs() {
        hangs("sleep 1000");
        hangs(&uci("sleep 1000"));
        hangs("exec <&-; sleep 1000");
        hangs(&uci("while :; do echo info string still alive; done"));
        // Without an end of line nothing has been said, however much it is.
        hangs("cat /dev/zero");
    }

    #[test]
    fn a_program_that_reads_nothing_holds_nobody_up() {
        let game = open("connect4", &[]);
        let mut spec =
            script(EngineProtocol::Uci, "echo uciok; echo readyok; echo readyok; echo readyok; sleep 1000");
        spec.init = vec!["x".repeat(1 << 20)];
        spec.patience = SHORT;
        assert_eq!(fault_of(&spec, game.as_ref()), Fault::Hung);
    }

    #[test]
    fn answers_that_nobody_asked_for_are_garbled() {
        is_garbled(&uci("echo bestmove"), "bestmove");
        is_garbled(&uci("echo 'bestmove (none)'"), "(none)");
        is_garbled("read line; echo uciok; echo bestmove 4; sleep 1000", "bestmove 4");
        is_garbled(&uci("head -c 3000000 /dev/zero | tr '\\0' x; echo; sleep 1000"), "65536");
        let gomoku = open("gomoku", &[]);
        let early = "read start; echo OK; read about; echo 'name=\"x\"'; echo 7,7; sleep 1000";
        let fault = fault_of(&script(EngineProtocol::Gomocup, early), gomoku.as_ref());
        assert!(matches!(&fault, Fault::Garbled(line) if line.starts_with("7,7")), "{fault:?}");
        let other = "read line; echo '=2 x'; echo; sleep 1000";
        let fault = fault_of(&script(EngineProtocol::Gtp, other), gomoku.as_ref());
        assert!(matches!(&fault, Fault::Garbled(line) if line.starts_with("=2 x")), "{fault:?}");
    }

    #[test]
    fn what_is_said_by_way_of_refusal_is_told() {
        let gomoku = open("gomoku", &[]);
        let cases = [
            (
                EngineProtocol::Gomocup,
                "read line; echo 'ERROR unsupported size'; sleep 1000",
                "unsupported size",
            ),
            (EngineProtocol::Gtp, "read line; echo '?1 no name'; echo; sleep 1000", "no name"),
            (
                EngineProtocol::Uci,
                "read line; echo option name UCI_Variant type combo default chess var chess; echo uciok; sleep 1000",
                "chess",
            ),
        ];
        for (protocol, text, hint) in cases {
            let fault = fault_of(&script(protocol, text), gomoku.as_ref());
            assert!(matches!(&fault, Fault::Refused(why) if why.contains(hint)), "{text}: {fault:?}");
        }
    }

    #[test]
    fn plain_gtp_is_enough_for_games_of_stones() {
        // Without our own commands, and those of others for clocks.
        let plain = format!("{} gtp | sed -u -e /quadriga-/d -e /kata-/d", env!("CARGO_BIN_EXE_quadriga"));
        let clock = ClockRule { moves: None, base: Duration::from_secs(1), increment: Duration::ZERO };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let spec = script(EngineProtocol::Gtp, &plain);
        let mut game = open("gomoku", &[("BoardSize", "9")]);
        game.set_position(None, &["e5", "e6"]).expect("an opening");
        let mut driver = start(&spec, game.as_ref()).expect("an engine");
        driver.begin(game.as_ref(), Player::FIRST, limits, 1).expect("a game");
        for reply in ["i9", "a9", "i1"] {
            match ask(driver.as_mut(), game.as_ref(), limits) {
                Ok(Answer::Move(mv)) => drop(game.play(&mv).expect("a legal move")),
                other => panic!("{other:?}"),
            }
            game.play(reply).expect("a legal move");
        }
        let refused = driver.begin(game.as_ref(), Player::FIRST, nodes(100), 2);
        assert!(matches!(&refused, Err(Fault::Refused(why)) if why.contains("nodes")), "{refused:?}");
        let draughts = open("draughts", &[]);
        assert!(matches!(start(&spec, draughts.as_ref()), Err(Fault::Refused(_))));
    }

    #[test]
    fn lines_that_are_no_answer_are_read_over_and_told_when_none_comes() {
        let gomoku = open("gomoku", &[]);
        let brain = "while read -r line; do case $line in START*|RESTART) echo OK;; ABOUT) echo 'name = \"Some\"';; BEGIN) echo MESSAGE 1; echo rest of it;; esac; done";
        let mut spec = script(EngineProtocol::Gomocup, brain);
        // Longer and longer, until it is long enough for a shell to start on a busy machine.
        let waits =
            std::iter::successors(Some(SHORT), |wait| Some(*wait * 2)).take_while(|wait| *wait < PATIENCE);
        let mut faults = waits.map(|wait| {
            spec.patience = wait;
            fault_of(&spec, gomoku.as_ref())
        });
        let fault = faults.find(|fault| *fault != Fault::Hung);
        assert_eq!(fault, Some(Fault::Garbled("rest of it".to_string())));
        spec.patience = PATIENCE;
        spec.arguments[1] = brain.replace("echo rest of it", "echo rest of it; echo 7,7");
        let mut driver = introduced(&spec, gomoku.as_ref());
        assert_eq!(driver.title(), "Some");
        driver.begin(gomoku.as_ref(), Player::FIRST, spec.limits, 1).expect("a game");
        assert_eq!(ask(driver.as_mut(), gomoku.as_ref(), spec.limits), Ok(Answer::Move("7,7".to_string())));
    }

    #[test]
    fn giving_up_is_an_answer() {
        let game = open("connect4", &[]);
        let spec = script(EngineProtocol::Uci, &uci("echo bestmove resign; sleep 1000"));
        let mut driver = start(&spec, game.as_ref()).expect("an engine");
        driver.begin(game.as_ref(), Player::FIRST, spec.limits, 1).expect("a game");
        assert_eq!(ask(driver.as_mut(), game.as_ref(), spec.limits), Ok(Answer::Resign));
    }

    #[test]
    fn nothing_that_was_started_outlives_its_driver() {
        let game = open("connect4", &[]);
        // A second program in the background, whose number is told as the title, and which does not listen.
        let text = "sleep 1000 & echo id name $!; echo uciok; echo readyok; wait";
        let spec = script(EngineProtocol::Uci, text);
        let driver = start(&spec, game.as_ref()).expect("an engine");
        let process = PathBuf::from("/proc").join(driver.title());
        let lives = || std::fs::read_to_string(process.join("stat")).is_ok_and(|stat| !stat.contains(") Z "));
        assert!(lives() || !cfg!(target_os = "linux"), "{}", process.display());
        drop(driver);
        let deadline = Instant::now() + PATIENCE;
        while lives() {
            assert!(Instant::now() < deadline, "{}", process.display());
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}
