//! `quadriga selfplay`: games of the engine against itself, into a file that a training run reads.
//!
//! Every game has a number and follows from it alone. So a series can be stopped and continued, or split between
//! machines, and has the same games in the end.

use std::collections::HashSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::progress::progress;
use super::rules::{EvalFile, RuleFlags};
use super::{Failure, note};
use crate::engine::{AnySelfPlayer, SelfPlaySettings};
use crate::fit::{DECIDED, GameRecord, SERIES_VERSION, Series, read_games};
use crate::storage::files::is_stream;
use crate::storage::work_file::WorkFile;
use crate::threads::start_all;

/// Time between two writes to the file.
const PIECE: Duration = Duration::from_secs(2);

/// Flags of `selfplay`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Game, one of those that 'quadriga games' lists
    #[arg(long, value_name = "G")]
    game: String,
    #[command(flatten)]
    rules: RuleFlags,
    #[command(flatten)]
    network: EvalFile,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,
    /// Number of the first game, so that several machines can share a series
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
    /// Nodes per search
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random moves at the beginning of a game, such as 8 or 4-10
    #[arg(long, value_name = "N-M", value_parser = parse_plies, default_value = "4-10")]
    random_plies: RangeInclusive<usize>,
    /// Largest absolute score after these moves, in hundredths
    #[arg(long, value_name = "N", default_value_t = 150, value_parser = clap::value_parser!(i32).range(0..))]
    balance: i32,
    /// Adjudicate a win when both sides have long scored it this high, in hundredths
    #[arg(long, value_name = "N", default_value_t = DECIDED, value_parser = clap::value_parser!(i32).range(1..))]
    decided: i32,
    /// Percentage of later moves that may be random, among those that lose little
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    explore: u32,
    /// Variations from each later position: a few random moves, then a search at their end
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=100))]
    variations: u32,
    /// Random seed of the series
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games played at once, one thread each
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: u32,
    /// File to add the games to; games already in it are not played again
    file: PathBuf,
}

fn parse_plies(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |word: &str| word.parse::<usize>().ok().filter(|&plies| plies <= 60);
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (number(least), number(most)) {
        (Some(least), Some(most)) if least <= most => Ok(least..=most),
        _ => Err("expected a number of moves, such as 8, or a range, such as 4-10, up to 60".to_string()),
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut engine = args.rules.open(&args.game)?;
    args.network.load(engine.as_mut())?;
    let settings = SelfPlaySettings {
        nodes: args.nodes,
        random_plies: args.random_plies.clone(),
        balance: args.balance,
        decided: args.decided,
        explore: args.explore,
        variations: args.variations,
        seed: args.seed,
    };
    let players: Option<Vec<_>> = (0..args.threads).map(|_| engine.tools().self_player(&settings)).collect();
    let players =
        players.ok_or_else(|| Failure::Usage(format!("{} is not a game of two players", args.game)))?;
    let series = Series {
        selfplay: SERIES_VERSION,
        game: engine.identity().variant,
        options: args.rules.options(),
        network: engine.network_checksum().map(str::to_string),
        nodes: args.nodes,
        random_plies: (*args.random_plies.start(), *args.random_plies.end()),
        balance: args.balance,
        decided: args.decided,
        explore: args.explore,
        variations: args.variations,
        seed: args.seed,
    };
    let (file, done) = open_series(&args.file, &series)?;
    let open: Vec<u64> =
        (args.first..args.first.saturating_add(args.games)).filter(|n| !done.contains(n)).collect();
    let start = Instant::now();
    let totals = play(players, &open, file, done.len())?;
    let seconds = start.elapsed().as_secs_f64();
    note(&format!(
        "{} games of {} plies on average, {:.1} games and {:.0} positions a second",
        totals.games,
        totals.plies / totals.games.max(1),
        totals.games as f64 / seconds,
        totals.plies as f64 / seconds
    ));
    Ok(())
}

/// The file, and the numbers of the games that it has. A missing file is created; an incomplete game at its end is cut
/// off.
fn open_series(path: &Path, series: &Series) -> Result<(WorkFile, HashSet<u64>), Failure> {
    if is_stream(path) {
        let name = path.display();
        return Err(Failure::Usage(format!(
            "{name} is not a regular file, so the series could not be continued"
        )));
    }
    let (mut file, bytes) = WorkFile::open(path).map_err(Failure::Failed)?;
    let first = series.line();
    // If even the first line was truncated, there is nothing else.
    if bytes.len() < first.len() && first.as_bytes().starts_with(&bytes) {
        file.cut(0).and_then(|()| file.add(first.as_bytes())).map_err(Failure::Failed)?;
        return Ok((file, HashSet::new()));
    }
    let failed = |why: String| Failure::Failed(format!("{}: {why}", path.display()));
    let mut rest = &bytes[..];
    let found = Series::read(&mut rest).map_err(failed)?;
    if found != *series {
        return Err(failed(format!("is another series: {}", found.line().trim_end())));
    }
    let (games, length) = read_games(rest).map_err(failed)?;
    file.cut(bytes.len() - rest.len() + length).map_err(Failure::Failed)?;
    Ok((file, games.into_iter().map(|game| game.number).collect()))
}

/// What was played.
#[derive(Default)]
struct Totals {
    games: u64,
    plies: u64,
}

fn play(
    players: Vec<Box<dyn AnySelfPlayer>>,
    open: &[u64],
    file: WorkFile,
    ready: usize,
) -> Result<Totals, Failure> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        let works = players.into_iter().map(|mut player| {
            let (sender, next) = (sender.clone(), &next);
            move || {
                while let Some(&number) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if sender.send(player.play(number)).is_err() {
                        return;
                    }
                }
            }
        });
        let (started, refusal) = start_all(scope, works);
        drop(sender);
        if let (Some(refusal), true) = (refusal, started.is_empty()) {
            return Err(Failure::Failed(refusal.to_string()));
        }
        write_games(receiver, file, &progress("games", open.len(), ready))
    })
}

/// Appends the games to the file, a piece every few seconds. After an error the players end with their next game.
fn write_games(
    games: Receiver<GameRecord>,
    mut file: WorkFile,
    bar: &ProgressBar,
) -> Result<Totals, Failure> {
    let (mut totals, mut piece, mut written) = (Totals::default(), Vec::new(), Instant::now());
    loop {
        let received = games.recv_timeout(PIECE);
        if let Ok(game) = &received {
            piece.extend(game.encode());
            totals.games += 1;
            totals.plies += game.plies.len() as u64;
            bar.inc(1);
        }
        let is_over = received == Err(RecvTimeoutError::Disconnected);
        if !piece.is_empty() && (is_over || written.elapsed() >= PIECE) {
            file.add(&piece).map_err(Failure::Failed)?;
            piece.clear();
            written = Instant::now();
        }
        if is_over {
            bar.abandon();
            return Ok(totals);
        }
    }
}
