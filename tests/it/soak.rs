//! Thousands of fast games over each protocol of lines, in one conversation each: memory stays flat.
//!
//! The other side plays at random, by the rules of the library; the engine searches a few nodes a move.

use crate::common::Random;
use crate::common::client::Client;
use quadriga::contract::MoveStyle;
use quadriga::engine::AnyEngine;
use quadriga::games;

/// After so many games nearly everything that is allocated once has been.
const SETTLED: usize = 600;
/// What is lost with each game makes every stretch grow; what the allocator takes for a thread by chance, one or two.
const STRETCHES: usize = 5;
const GAMES_A_STRETCH: usize = 400;
/// What each stretch would have to grow by, in KiB, to be a loss: 0.64 KiB a game.
const LOSS: i64 = 256;
/// What a process may grow by chance in one long search, in KiB.
const SLACK: u64 = 1024;

/// How a protocol says what happens in a game.
trait Speaker {
    /// Arguments of the program.
    const ARGUMENTS: &'static [&'static str];
    /// The game, as the library opens it.
    const GAME: &'static str;
    /// How the protocol writes moves.
    const STYLE: MoveStyle;

    /// Says hello.
    fn open(client: &mut Client);
    /// Begins a game.
    fn begin(client: &mut Client);
    /// Asks for a move in the game so far; the last of `moves` is that of the other side.
    fn ask(client: &mut Client, moves: &[String]) -> String;
}

fn last_word_but(line: &str, prefix: &str) -> String {
    line.strip_prefix(prefix).and_then(|rest| rest.split(' ').next()).unwrap_or_default().to_string()
}

/// Plays one game; the engine has every second move.
fn play<S: Speaker>(client: &mut Client, game: &mut dyn AnyEngine, random: &mut Random) {
    game.set_position(None, &[]).expect("the start position");
    S::begin(client);
    let mut engine_moves = random.below(2) == 0;
    while game.status().outcome.is_none() {
        let mv = if engine_moves {
            S::ask(client, &game.moves(S::STYLE))
        } else {
            let legal = game.legal_moves(S::STYLE);
            legal[random.below(legal.len())].clone()
        };
        game.play(&mv).unwrap_or_else(|error| panic!("{:?}: {error}", S::ARGUMENTS));
        engine_moves = !engine_moves;
    }
    client.forget();
}

fn soak<S: Speaker>() {
    let mut client = Client::start(S::ARGUMENTS);
    S::open(&mut client);
    let mut game = games::open(S::GAME).expect("a game");
    let mut random = Random::new(42);
    let mut play = |games: usize| {
        (0..games).for_each(|_| play::<S>(&mut client, game.as_mut(), &mut random));
        client.memory_kib()
    };
    let mut sizes = vec![play(SETTLED)];
    sizes.extend((0..STRETCHES).map(|_| play(GAMES_A_STRETCH)));
    // Where the system does not tell, there is nothing to compare.
    let sizes: Vec<i64> = sizes.into_iter().flatten().map(u64::cast_signed).collect();
    let least = sizes.windows(2).map(|pair| pair[1] - pair[0]).min();
    assert!(least.is_none_or(|least| least < LOSS), "{:?}: KiB by the stretch: {sizes:?}", S::ARGUMENTS);
}

/// Memory once a running search has reported so many nodes.
fn memory_after(client: &mut Client, nodes: u64) -> Option<u64> {
    let reported =
        |line: &str| line.split(' ').skip_while(|word| *word != "nodes").nth(1)?.parse::<u64>().ok();
    while reported(&client.line()).is_none_or(|reported| reported < nodes) {}
    client.memory_kib()
}

#[test]
fn a_long_search_leaves_memory_flat() {
    for (game, nodes) in [("connect4-8x8", 1_000_000), ("gomoku", 50_000), ("draughts", 500_000)] {
        let mut client = Client::start(&["--game", game, "--hash", "1"]);
        client.send("ucinewgame\ngo infinite");
        let before = memory_after(&mut client, nodes);
        let after = memory_after(&mut client, 10 * nodes);
        if let (Some(before), Some(after)) = (before, after) {
            assert!(after <= before + SLACK, "{game}: {before} KiB have become {after}");
        }
    }
}

struct Ugi;

impl Speaker for Ugi {
    const ARGUMENTS: &'static [&'static str] = &["--game", "connect4", "--hash", "1"];
    const GAME: &'static str = "connect4";
    const STYLE: MoveStyle = MoveStyle::Native;

    fn open(client: &mut Client) {
        client.ask("ugi", "ugiok");
    }

    fn begin(client: &mut Client) {
        client.send("uginewgame");
    }

    fn ask(client: &mut Client, moves: &[String]) -> String {
        client.send(&format!("position startpos moves {}\ngo nodes 20", moves.join(" ")));
        last_word_but(&client.until("bestmove").pop().expect("a line"), "bestmove ")
    }
}

struct Hub;

impl Speaker for Hub {
    const ARGUMENTS: &'static [&'static str] = &["--protocol", "hub", "--game", "frysk", "--hash", "1"];
    const GAME: &'static str = "frysk";
    const STYLE: MoveStyle = MoveStyle::Numeric;

    fn open(client: &mut Client) {
        client.ask("hub", "wait");
        client.ask("init", "ready");
    }

    fn begin(client: &mut Client) {
        client.send("new-game");
    }

    fn ask(client: &mut Client, moves: &[String]) -> String {
        client.send(&format!("pos start moves=\"{}\"\nlevel nodes=20\ngo think", moves.join(" ")));
        last_word_but(&client.until("done").pop().expect("a line"), "done move=")
    }
}

struct Gtp;

impl Speaker for Gtp {
    const ARGUMENTS: &'static [&'static str] = &["--protocol", "gtp", "--game", "connect4", "--hash", "1"];
    const GAME: &'static str = "connect4";
    const STYLE: MoveStyle = MoveStyle::Native;

    fn open(client: &mut Client) {
        client.send("quadriga-setoption Move_Nodes 20");
    }

    fn begin(client: &mut Client) {
        client.send("clear_board");
    }

    fn ask(client: &mut Client, moves: &[String]) -> String {
        let (own, other) = if moves.len().is_multiple_of(2) { ("b", "w") } else { ("w", "b") };
        if let Some(mv) = moves.last() {
            client.send(&format!("play {other} {mv}"));
        }
        client.send(&format!("genmove {own}"));
        last_word_but(&client.until("= ").pop().expect("a line"), "= ")
    }
}

struct Gomocup;

impl Speaker for Gomocup {
    const ARGUMENTS: &'static [&'static str] = &["--protocol", "gomocup", "--hash", "1"];
    const GAME: &'static str = "gomokufreestyle";
    const STYLE: MoveStyle = MoveStyle::Numeric;

    fn open(client: &mut Client) {
        client.send("INFO max_node 20");
        client.ask("START 15", "OK");
    }

    fn begin(client: &mut Client) {
        client.ask("RESTART", "OK");
    }

    fn ask(client: &mut Client, moves: &[String]) -> String {
        client.send(&moves.last().map_or("BEGIN".to_string(), |mv| format!("TURN {mv}")));
        let is_move = |line: &String| line.starts_with(|c: char| c.is_ascii_digit());
        std::iter::repeat_with(|| client.line()).find(is_move).expect("an endless conversation")
    }
}

#[test]
fn thousands_of_games_by_gomocup_leave_memory_flat() {
    soak::<Gomocup>();
}

#[test]
fn thousands_of_games_by_ugi_leave_memory_flat() {
    soak::<Ugi>();
}

#[test]
fn thousands_of_games_by_hub_leave_memory_flat() {
    soak::<Hub>();
}

#[test]
fn thousands_of_games_by_gtp_leave_memory_flat() {
    soak::<Gtp>();
}
