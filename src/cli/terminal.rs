//! `quadriga play`: the board in a terminal.

use std::io::{IsTerminal, stdin, stdout};
use std::path::{Path, PathBuf};

use crossbeam_channel::unbounded;

use super::data_folder::data_folder;
use super::database::DatabaseFlag;
use super::input::Input;
use super::output::note;
use super::protocol::DEFAULT_GAME;
use super::rules::{RuleFlags, ballot, opening_rule};
use super::signals::{self, Signal};
use super::{Failure, puzzle_file, seats};
use crate::games::Variant;
use crate::match_runner::engines;
use crate::puzzles::Puzzle;
use crate::table::{ClockSpec, Create, FIRST_LEVEL, Setup as TableSetup};
use crate::terminal::{Interrupt, Language, Look, Puzzles, Setup, play, solve};

/// Range of `--think` in seconds.
const THINK: std::ops::RangeInclusive<f64> = 0.1..=600.0;
/// Longest clock in minutes, and longest increment in seconds.
const MAX_CLOCK: f64 = 1440.0;

/// Shortest clock.
const MIN_CLOCK_MS: u64 = 1000;

/// Flags of `play`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Game to begin with, one of those that 'quadriga games' lists [default: connect4]
    #[arg(long, value_name = "G")]
    game: Option<String>,
    /// Opening rule of gomoku or renju: swap, swap2, rif, soosyrv8 or taraguchi10
    #[arg(long, value_name = "RULE")]
    opening: Option<String>,
    /// Ballot of draughts: two-move, three-move or eleven-man for one that is drawn, or with its number, two-move:17
    #[arg(long, alias = "ballots", value_name = "KIND[:N]", conflicts_with = "opening")]
    ballot: Option<String>,
    /// Level of the program on seats without --seat, 0 to 20 or mine (as strong as you); you play first unless --seat
    /// names a person [default: 4; mine once three of your games have counted]
    #[arg(long, value_name = "N", value_parser = parse_level)]
    level: Option<String>,
    /// Player of a seat: person, level:0 to level:20, level:mine, or an engine as for 'quadriga match'; may be repeated
    #[arg(long = "seat", value_name = "N=SPEC")]
    seats: Vec<String>,
    /// Minutes for each player, and seconds added after each move, such as 5+3 [default: no clock]
    #[arg(long, value_name = "MIN+SEC", value_parser = parse_clock)]
    clock: Option<ClockSpec>,
    /// Longest search of a program without a clock, in seconds
    #[arg(long, value_name = "SEC", default_value = "1", value_parser = parse_think)]
    think: u64,
    /// Folder in which games are kept [default: the platform's application data directory]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Random seed of levels below 20, for repeatable games [default: a new one for every game]
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
    /// Language: en or zh [default: from the environment]
    #[arg(long, value_name = "L", value_parser = parse_language)]
    language: Option<Language>,
    /// No colours, and ASCII on the board; NO_COLOR turns off colours only
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    database: DatabaseFlag,
    /// Threads for each search
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: u32,
    /// Puzzles in place of a game: those of the program, of one game with --game, or those of FILE, as 'quadriga puzzles'
    /// writes them
    #[arg(long, value_name = "FILE", num_args = 0..=1, conflicts_with_all = ["level", "seats", "clock", "opening", "ballot"])]
    puzzles: Option<Option<PathBuf>>,
    /// With --puzzles: begin with the puzzle of the day
    #[arg(long, requires = "puzzles")]
    daily: bool,
    #[command(flatten)]
    rules: RuleFlags,
}

fn parse_level(text: &str) -> Result<String, String> {
    let wrong = || "expected a level from 0 to 20, or mine".to_string();
    seats::level_seat(text).map(|_| text.to_string()).ok_or_else(wrong)
}

fn parse_clock(text: &str) -> Result<ClockSpec, String> {
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| (0.0..=MAX_CLOCK).contains(number));
    let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
    let (Some(minutes), Some(seconds)) = (number(minutes), number(seconds)) else {
        return Err("expected minutes and seconds such as 5+3, each up to 1440".to_string());
    };
    let base_ms = (minutes * 60_000.0) as u64;
    if base_ms < MIN_CLOCK_MS {
        return Err("a clock needs at least one second".to_string());
    }
    Ok(ClockSpec { base_ms, increment_ms: (seconds * 1000.0) as u64 })
}

/// Seconds, as milliseconds.
fn parse_think(text: &str) -> Result<u64, String> {
    let seconds = text.parse::<f64>().ok().filter(|seconds| THINK.contains(seconds));
    seconds.map(|seconds| (seconds * 1000.0) as u64).ok_or_else(|| "expected 0.1 to 600 seconds".to_string())
}

fn parse_language(text: &str) -> Result<Language, String> {
    match text {
        "en" => Ok(Language::English),
        "zh" => Ok(Language::Chinese),
        _ => Err("expected en or zh".to_string()),
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let setup = setup(args)?;
    let puzzles = args.puzzles.as_ref().map(|file| puzzles(args, file.as_deref())).transpose()?;
    let (sender, interrupts) = unbounded();
    signals::listen(move |signal| {
        let interrupt = match signal {
            Signal::Interrupt => Interrupt::Key,
            Signal::End => Interrupt::End,
        };
        // The receiver is gone when the game has been left.
        let _ = sender.send(interrupt);
    })?;
    let (input, read_failure) = Input::new();
    let played = match puzzles {
        Some(puzzles) => solve(setup, puzzles, input, stdout(), interrupts),
        None => play(setup, input, stdout(), interrupts),
    };
    engines::end_for_good();
    played.map_err(Failure::Failed)?;
    read_failure.result()
}

/// The puzzles that are wanted.
fn puzzles(args: &Args, file: Option<&Path>) -> Result<Puzzles, Failure> {
    if let Some(file) = file {
        let unused = [("--game", args.game.is_some()), ("--daily", args.daily)]
            .into_iter()
            .find(|(_, is_set)| *is_set);
        if let Some((flag, _)) = unused {
            return Err(Failure::Usage(format!("{flag} chooses puzzles of the program, not of a file")));
        }
        let lines = puzzle_file::lines(file)?;
        for (number, line) in &lines {
            Puzzle::parse(line)
                .and_then(|puzzle| puzzle.check_legal())
                .map_err(|why| Failure::Failed(format!("{}:{number}: {why}", file.display())))?;
        }
        return Ok(Puzzles::Listed(lines.into_iter().map(|(_, line)| line).collect()));
    }
    let family =
        args.game.as_deref().and_then(Variant::parse).map(|variant| variant.card().family.to_string());
    Ok(if args.daily { Puzzles::Daily(family) } else { Puzzles::OfGame(family) })
}

fn setup(args: &Args) -> Result<Setup, Failure> {
    let name = args.game.as_deref().unwrap_or(DEFAULT_GAME);
    let game = args.rules.open(name)?;
    let (flags, unnamed) = all_seats(args, game.status().players);
    let seats = seats::parse(&flags, game.status().players).map_err(Failure::Usage)?;
    let data = args.data.clone().or_else(data_folder);
    if data.is_none() {
        note("the system has no application data folder: games are not kept; set one with --data DIR");
    }
    let variable = |name: &str| std::env::var(name).ok();
    let look = if args.plain { Look::PLAIN } else { Look::of_environment(stdout().is_terminal(), &variable) };
    let options = args.rules.options();
    let values = options.iter().map(|(name, value)| (name.clone(), value.clone().into()));
    Ok(Setup {
        first: Create {
            game: name.to_string(),
            options: values.collect(),
            opening: args.opening.as_deref().map(|name| opening_rule(name, game.as_ref())).transpose()?,
            ballot: args.ballot.as_deref().map(|text| ballot(text, game.as_ref())).transpose()?,
            seats: seats.seats,
            clock: args.clock,
            think_ms: Some(args.think),
            ..Create::default()
        },
        unnamed,
        tables: TableSetup {
            data,
            engines: seats.engines,
            threads: args.threads as usize,
            database: args.database.open()?,
            seed: args.seed,
            game: (name.to_string(), options),
            ..TableSetup::default()
        },
        look,
        language: args.language.unwrap_or_else(|| Language::of_environment(&variable)),
        typed: stdin().is_terminal(),
    })
}

/// `--seat` for all seats: the first without one is a person's if no flag names a person, the others the program's. And the
/// seats of the program for which no flag names a level.
fn all_seats(args: &Args, players: usize) -> (Vec<String>, Vec<usize>) {
    let (mut flags, mut unnamed) = (args.seats.clone(), Vec::new());
    let number = |flag: &String| flag.split_once('=')?.0.trim().parse::<usize>().ok();
    let named: Vec<usize> = flags.iter().filter_map(number).collect();
    let mut has_person =
        flags.iter().any(|flag| flag.split_once('=').is_some_and(|(_, who)| who.trim() == "person"));
    for seat in (1..=players).filter(|seat| !named.contains(seat)) {
        flags.push(if has_person {
            unnamed.extend(args.level.is_none().then_some(seat));
            let level = args.level.clone().unwrap_or_else(|| FIRST_LEVEL.to_string());
            format!("{seat}=level:{level}")
        } else {
            format!("{seat}=person")
        });
        has_person = true;
    }
    (flags, unnamed)
}
