//! `quadriga dxp`: draughts between two programs over TCP.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;

use super::Failure;
use super::rules::open_game;
use crate::contract::StoneColour;
use crate::protocol::{Setup, dxp};
use crate::wire::catalogue::Catalogue;
use crate::wire::dxp::PORT;
use crate::wire::output::Output;

/// Flags of `dxp`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Wait for peers at this address; a port alone means this machine [default: 127.0.0.1:27531]
    #[arg(long, value_name = "HOST:PORT", conflicts_with = "connect")]
    listen: Option<String>,
    /// Connect to a peer that listens at this address
    #[arg(long, value_name = "HOST:PORT")]
    connect: Option<String>,
    /// Request games, or wait for requests [default: initiator with --connect, follower with --listen]
    #[arg(long, value_name = "ROLE")]
    role: Option<Role>,
    /// Rules of draughts
    #[arg(long, value_name = "G", default_value = "draughts")]
    game: String,
    /// Games to play; 0 for no limit [default: 1 with --connect, 0 with --listen]
    #[arg(long, value_name = "N")]
    games: Option<u32>,
    /// As initiator: our colour in the first game
    #[arg(long, value_name = "COLOUR", default_value = "white")]
    colour: Colour,
    /// As initiator: minutes per game; 0 for no clock
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(0..=999))]
    minutes: u32,
    /// As initiator: end a game after this number of moves of each side; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=999))]
    moves: u32,
    /// As initiator: start position
    #[arg(long, value_name = "F")]
    fen: Option<String>,
    /// Time for a move in games without a clock, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    move_time: u64,
    /// With --listen: milliseconds that a peer may be silent before its first game, and that it waits for a game with
    /// another to end
    #[arg(long, value_name = "MS", default_value_t = 5000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    patience: u64,
    /// Our name, as the peer sees it
    #[arg(long, value_name = "NAME", default_value = concat!("Quadriga ", env!("CARGO_PKG_VERSION")))]
    name: String,
    /// Keep the games in this folder, as text and as PDN
    #[arg(long, value_name = "DIR")]
    record: Option<PathBuf>,
    /// Search threads
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: Option<u32>,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Role {
    Initiator,
    Follower,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum Colour {
    White,
    Black,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    open_game(&args.game)?;
    let mut options = Vec::new();
    options.extend(args.threads.map(|n| ("Threads".to_string(), n.to_string())));
    options.extend(args.hash.map(|n| ("Hash".to_string(), n.to_string())));
    let setup = Setup {
        catalogue: Catalogue::GAMES,
        protocol: None,
        typed: false,
        variant: Some(args.game.clone()),
        options,
        finish: false,
        tune: false,
        record: args.record.clone(),
    };
    let table = dxp::Table {
        setup,
        name: args.name.clone(),
        move_time: Duration::from_millis(args.move_time),
        patience: Duration::from_millis(args.patience),
        games: args.games.unwrap_or(if args.connect.is_some() { 1 } else { 0 }),
        // Games continue even if nobody reads the lines.
        report: Output::new(std::io::stdout()).0,
    };
    let offer = dxp::Offer {
        own: if args.colour == Colour::White { StoneColour::White } else { StoneColour::Black },
        minutes: args.minutes,
        moves: args.moves,
        fen: args.fen.clone(),
    };
    let asks = args.role.map_or(args.connect.is_some(), |role| role == Role::Initiator);
    let offer = asks.then_some(&offer);
    match &args.connect {
        Some(address) => dxp::connect(&table, &with_host(address), offer),
        None => dxp::listen(&table, &with_host(args.listen.as_deref().unwrap_or_default()), offer),
    }
    .map_err(Failure::Failed)
}

/// An address with defaults for a missing host or port.
fn with_host(address: &str) -> String {
    const LOOPBACK: &str = "127.0.0.1";
    match address {
        "" => format!("{LOOPBACK}:{}", PORT),
        port if port.bytes().all(|b| b.is_ascii_digit()) => format!("{LOOPBACK}:{port}"),
        full if full.contains(':') => full.to_string(),
        host => format!("{host}:{}", PORT),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_of_an_address_is_loopback_and_the_usual_port() {
        assert_eq!(with_host(""), "127.0.0.1:27531");
        assert_eq!(with_host("0"), "127.0.0.1:0");
        assert_eq!(with_host("example.org"), "example.org:27531");
        assert_eq!(with_host("[::1]:99"), "[::1]:99");
    }
}
