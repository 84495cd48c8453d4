//! Tunes numbers of the search by games of the engine against itself.
//!
//! | file | what |
//! |---|---|
//! | `spsa` | simultaneous perturbation: the two sides of an iteration, and the update after its result |
//! | `state` | a run: settings and iterations, and the file to resume it from |
//! | `parameters` | which numbers are tuned |
//! | `games` | the games of an iteration |
//!
//! `scripts/spsa` builds and calls it.

mod games;
mod parameters;
mod spsa;
mod state;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use games::{Request, SelfPlay};
use spsa::Gains;
use state::{Run, Settings};

/// Tunes numbers of the search by games of the engine against itself (SPSA).
///
/// Each iteration moves all numbers at once a little up or down at random. The side with these numbers plays the side
/// with the numbers moved the other way: pairs of games from the same opening with colours exchanged. Then the numbers
/// move towards the better side. With --nodes the same command gives the same values, whatever --threads is and however
/// often it was interrupted.
#[derive(Parser, Debug)]
#[command(name = "scripts/spsa")]
struct Args {
    /// Game, one of those that 'quadriga games' lists
    #[arg(long, value_name = "G")]
    game: String,
    /// Tunables, separated by commas; by default those of all rules that are on in this game
    #[arg(long, value_name = "A,B", value_delimiter = ',')]
    params: Vec<String>,
    /// Values to start from, instead of those of the game
    #[arg(long, value_name = "A=N,B=N", value_delimiter = ',')]
    start: Vec<String>,
    /// Iterations of the whole run
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Pairs of games of an iteration
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pairs_per_iteration: u64,
    /// Nodes of a search
    #[arg(long, value_name = "N", required_unless_present = "movetime", conflicts_with = "movetime")]
    nodes: Option<u64>,
    /// Milliseconds of a search
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Further settings of both sides, in the words of 'quadriga match --each': 'option.Solver=false'
    #[arg(long, value_name = "SPEC", default_value = "")]
    each: String,
    /// First perturbation of a number, in its steps
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = positive)]
    spread: f64,
    /// How far the first iteration moves a number where one side wins all games, in its steps
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = positive)]
    rate: f64,
    /// Random moves of an opening
    #[arg(long, value_name = "N", default_value_t = 6)]
    random_plies: usize,
    /// Largest distance of the score of an opening in a short search from 0, in hundredths
    #[arg(long, value_name = "CP", default_value_t = 50, value_parser = clap::value_parser!(i32).range(0..=30_000))]
    balance: i32,
    /// A game with this number of moves of both players is drawn
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// Seed of openings and perturbations
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Games played at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// File of the iterations; a run that was interrupted continues after its last complete line
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
}

fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a number above 0".to_string())
}

/// The settings of both sides. A short search needs no large table, and every game begins by clearing it.
fn each(args: &Args) -> String {
    let nodes = args.nodes.map(|nodes| format!(" nodes={nodes}"));
    let time = args.movetime.map(|ms| format!(" st={}", ms as f64 / 1000.0));
    let limit = nodes.or(time).unwrap_or_default();
    format!("option.Hash=4{limit} {}", args.each)
}

fn tune(args: &Args) -> Result<(), String> {
    let parameters = parameters::of_game(&args.game, &args.params, &args.start)?;
    let mut self_play = SelfPlay::new(Request {
        game: args.game.clone(),
        each: each(args),
        random_plies: args.random_plies,
        balance: args.balance,
        max_plies: args.max_plies,
        seed: args.seed,
        pairs: args.pairs_per_iteration,
        iterations: args.iterations,
        threads: usize::from(args.threads),
    })?;
    let names: Vec<String> = parameters.iter().map(|parameter| parameter.name.clone()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let settings = Settings {
        game: args.game.clone(),
        parameters: parameters.clone(),
        gains: Gains { iterations: args.iterations, rate: args.rate, spread: args.spread },
        pairs: args.pairs_per_iteration,
        engine: self_play.side(),
        openings: self_play.openings(),
        max_plies: args.max_plies,
        seed: args.seed,
    };
    let mut run = Run::open(settings, args.state.as_deref())?;
    let interval = (args.iterations / 20).max(1);
    while run.advance(|k, plus, minus| self_play.play(k, &names, plus, minus))? {
        let last = run.last();
        if last.iteration % interval == 0 {
            let values = names.iter().zip(&last.values).map(|(name, value)| format!(" {name} {value:.2}"));
            eprintln!("iteration {}/{}:{}", last.iteration, args.iterations, values.collect::<String>());
        }
    }
    for (parameter, value) in parameters.iter().zip(&run.last().values) {
        let (name, start) = (&parameter.name, parameter.start);
        println!("{name:<24} {start:>6} -> {:>6}   ({value:.2})", value.round());
    }
    let games = 2 * args.pairs_per_iteration * args.iterations;
    println!("{games} games, seed {}: {}", args.seed, command());
    Ok(())
}

/// The command as it was given, so that it can be run again.
fn command() -> String {
    let quoted = |word: String| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=.,/:+".contains(c);
        if !word.is_empty() && word.chars().all(is_plain) { word } else { format!("'{word}'") }
    };
    let words = std::env::args().skip(1).map(quoted);
    std::iter::once("scripts/spsa".to_string()).chain(words).collect::<Vec<_>>().join(" ")
}

fn main() -> ExitCode {
    match tune(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
