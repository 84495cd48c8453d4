//! `quadriga match`: engines against each other, and reports on the logs of such matches.

pub(super) mod hints;
#[cfg(feature = "board")]
mod live;
#[cfg(not(feature = "board"))]
#[path = "no_live.rs"]
mod live;
mod outputs;
mod pairings;

use std::fs::OpenOptions;
use std::io::stdout;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crossbeam_channel::{Receiver, unbounded};

use self::live::LivePage;
use self::pairings::{Pairs, agenda, format, parse_format, parse_pairs, scheduled};
use super::output::is_output;
use super::rules::RuleFlags;
use super::{Failure, note, signals};
use crate::engine::AnyEngine;
use crate::match_runner::adjudication::{Adjudication, DrawRule, ResignRule};
use crate::match_runner::cores::cores_of_games;
use crate::match_runner::engines::{DebugFile, Pipes};
use crate::match_runner::game_line::{GameLine, MatchLine};
use crate::match_runner::log::{self, Log};
use crate::match_runner::match_results::{MatchResults, check_test};
use crate::match_runner::move_comments::CommentParts;
use crate::match_runner::openings::{self, Balance, Source};
use crate::match_runner::plan::Plan;
use crate::match_runner::progress::Progress;
use crate::match_runner::runner::{Ending, RunOptions, run as play};
use crate::match_runner::schedule::Format;
use crate::match_runner::spec::{self, DEFAULT_CLOCK, EngineSpec};
use crate::match_runner::sprt::Sprt;
use crate::openings::BallotKind;
use crate::records::Format as FileFormat;
use crate::storage::files::is_stream;

/// Exit status of a program that was interrupted while it wrote its files.
const INTERRUPTED: i32 = 130;

/// Flags of `match`.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
An engine is a list of words key=value, with quotes around blanks; without cmd= it is this program:
  name=A            its name
  cmd=./a           the program; arg= (repeated) its arguments; dir= its working directory
  proto=ugi         its protocol: ugi, uci, gtp, gomocup, hub, dxp (connect=HOST:PORT)
  option.Hash=64    an option; {game} in a value becomes the number of the game, from 1
  init=LINE         a line sent before anything else (repeated)
  tc=40/15:00+5     a clock: moves/time+increment, in seconds or m:ss; st=1 time for a move;
                    depth=12, nodes=10000; all limits apply; inf removes one;
                    tc=10+0.1 is the default
  margin=0.1        seconds of grace before a loss on time
  patience=30       seconds without an answer after which the engine counts as hung
  restart=on        a new process for every game

Example: quadriga match --game draughts --engine 'name=A option.Hash=64' --engine 'name=B cmd=./b proto=hub arg=hub'
         --each tc=10+0.1 --rounds 100 --random-plies 6 --balance 30 --seed 1 --concurrency 2 --log match.jsonl")]
#[command(group(clap::ArgGroup::new("game_texts").args(["games_out", "live"]).multiple(true)))]
#[command(group(clap::ArgGroup::new("listed").args(["openings", "ballots"])))]
#[command(group(clap::ArgGroup::new("generated").args(["random_plies", "ballots"])))]
pub(super) struct Args {
    /// Game, one of those that 'quadriga games' lists
    #[arg(long, value_name = "G", required_unless_present = "from")]
    game: Option<String>,
    #[command(flatten)]
    rules: RuleFlags,
    /// An engine, as described below; may be repeated
    #[arg(long, value_name = "SPEC", required_unless_present_any = ["engines", "from"])]
    engine: Vec<String>,
    /// File of engines, TOML or JSON: a list 'engine' of tables with the keys described below
    #[arg(long, value_name = "FILE")]
    engines: Option<PathBuf>,
    /// Words for all engines, which each may override
    #[arg(long, value_name = "SPEC", default_value = "")]
    each: String,
    /// Pairs of games per pairing: one opening, every engine on every seat
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,
    /// Pairings: round-robin, gauntlet (the first engine against the others), swiss, or knockout
    #[arg(long, value_name = "FORMAT", default_value = "round-robin", value_parser = parse_format)]
    format: Format,
    /// Rounds of a Swiss tournament [default: log2 of the number of engines, rounded up]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    swiss_rounds: Option<u64>,
    /// Maximum number of pairs that decide a drawn meeting of a knockout; then the higher seed wins [default: 4]
    #[arg(long, value_name = "N")]
    extra_pairs: Option<u64>,
    /// Games played at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Give every game its own cores, as many as its engines have Threads (Linux)
    #[arg(long)]
    affinity: bool,
    /// File of openings: PDN, SGF, psq, positions, move lists, Gomocup offsets
    #[arg(long, value_name = "FILE", conflicts_with = "random_plies")]
    openings: Option<PathBuf>,
    /// Use all ballots of draughts of a kind: two-move, three-move or eleven-man
    #[arg(long, alias = "ballot", value_name = "KIND")]
    ballots: Option<String>,
    /// Order of openings: as in the file or list (sequential) or by the seed (random)
    #[arg(long, value_name = "ORDER", default_value = "sequential", requires = "listed")]
    order: Order,
    /// Number of the opening to begin with, from 1; the others follow, and then those before it
    #[arg(long, value_name = "N", default_value_t = 1, requires = "listed",
        value_parser = clap::value_parser!(u64).range(1..))]
    opening_start: u64,
    /// Number of moves to play from each opening of the file
    #[arg(long, value_name = "N", requires = "openings")]
    opening_plies: Option<usize>,
    /// Use openings of this number of random moves
    #[arg(long, value_name = "N")]
    random_plies: Option<usize>,
    /// Accept only random openings or ballots whose score in a short search is within this many hundredths of 0; 40..90: from
    /// 40 to 90 hundredths for one side
    #[arg(long, value_name = "CP", requires = "generated", value_parser = Balance::parse_range)]
    balance: Option<(i32, i32)>,
    /// Nodes of that search; if more than 2000, a search of 2000 comes first
    #[arg(long, value_name = "N", default_value_t = Balance::SHORT, requires = "balance",
        value_parser = clap::value_parser!(u64).range(1..))]
    balance_nodes: u64,
    /// Random seed of the match
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Adjudicate a draw, from a move on, after a number of moves of each side with scores near 0: 'from=40 moves=8
    /// score=10'
    #[arg(long, value_name = "RULE", num_args = 0..=1, default_missing_value = "", value_parser = DrawRule::parse)]
    draw: Option<DrawRule>,
    /// Adjudicate a loss after a number of moves that both sides (sides=one: the losing side) score as lost: 'moves=3
    /// score=400'
    #[arg(long, value_name = "RULE", num_args = 0..=1, default_missing_value = "", value_parser = ResignRule::parse)]
    resign: Option<ResignRule>,
    /// End a game as soon as a bitbase knows its result with best play
    #[arg(long)]
    bitbase: bool,
    /// Adjudicate a draw after this number of moves of all players [default: 5000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
    /// Stop when this test is decided: 'elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized'
    #[arg(long, value_name = "TEST", value_parser = Sprt::parse)]
    sprt: Option<Sprt>,
    /// Append a line of JSON for each game to this file; - for standard output
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Continue where the log ends
    #[arg(long, requires = "log")]
    resume: bool,
    /// Play only these pairs of the match, counted from 0: one, or A..B without B; 0..0 plays nothing
    #[arg(long, value_name = "A..B", value_parser = parse_pairs)]
    pairs: Option<Pairs>,
    /// Write a page with tables and plots; - for standard output
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Write the games: .pgn or .txt, .pdn, .sgf, each also with .gz; - for standard output, as .pgn
    #[arg(long, value_name = "FILE", value_parser = parse_games_out)]
    games_out: Option<GamesOut>,
    /// Parts of the comments of moves, in files and behind the page of --live, in addition to value, depth and time: all,
    /// none, or some of left (on the clock), nodes, nps, pv [default: all]
    #[arg(long, value_name = "PARTS", requires = "game_texts", value_parser = CommentParts::parse,
        default_value = "all", hide_default_value = true)]
    games_comments: CommentParts,
    /// Append the dialogues with all engines, with times, to this file
    #[arg(long, value_name = "FILE")]
    debug: Option<PathBuf>,
    /// Show the match in a browser, by default on this machine only: a port, or HOST:PORT [default: 7811, or the next free
    /// one]
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = "")]
    live: Option<String>,
    /// Games between two lines of progress, if standard error is not a terminal
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..))]
    ratings_interval: u64,
    /// Do not play; report on these logs of one match, counting each game once
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["game", "engine", "engines", "log", "pairs", "debug", "live"])]
    from: Vec<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum, Debug)]
enum Order {
    Sequential,
    Random,
}

/// A file of games and its format.
#[derive(Clone, PartialEq, Eq, Debug)]
struct GamesOut(PathBuf, FileFormat);

fn parse_games_out(text: &str) -> Result<GamesOut, String> {
    let path = PathBuf::from(text);
    if is_output(&path) {
        return Ok(GamesOut(path, FileFormat::Text));
    }
    match FileFormat::from_path(&path) {
        Some(format @ (FileFormat::Text | FileFormat::Pdn | FileFormat::Sgf)) => Ok(GamesOut(path, format)),
        _ => Err("expected a file whose name ends in .pgn, .txt, .pdn or .sgf, or in one of these and .gz"
            .to_string()),
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if !args.from.is_empty() {
        outputs::check(args)?;
        let contents = log::read(&args.from).map_err(Failure::Failed)?;
        check(args, &contents.line)?;
        let results = MatchResults::new(contents.line, contents.games, args.sprt, Log::Nowhere);
        let results = results.map_err(Failure::Failed)?;
        return outputs::conclude(args, &results, &mut outputs::GamesFile::new(args), None);
    }
    let texts = engine_texts(args)?;
    let plan = plan(args, &texts)?;
    let scheduled = scheduled(args, &plan)?;
    let cores = cores(args, &plan)?;
    let mut book = plan.book().map_err(Failure::Failed)?;
    book.remarks.iter().for_each(|line| note(line));
    let line = plan.line(&book).map_err(Failure::Failed)?;
    check(args, &line)?;
    outputs::check(args)?;
    outputs::check_format(args, &line)?;
    let server = live::bind(args)?;
    let (log, played) = open_log(args, &line).map_err(Failure::Failed)?;
    note_default(args, &texts, &plan.engines);
    let pipes = Pipes { debug: debug_file(args.debug.as_deref())?.map(Arc::new) };
    let mut results = MatchResults::new(line, played, args.sprt, log).map_err(Failure::Failed)?;
    let mut games_file = outputs::GamesFile::new(args);
    let left = agenda(scheduled.as_ref(), &results);
    let ending = match left {
        Some((agenda, total)) => {
            let page = server.map(|server| server.start(args, &plan, &results, total)).transpose()?;
            let live = page.as_ref().map(LivePage::live);
            let mut progress = Progress::new(total, args.ratings_interval);
            let options = RunOptions { cores, interrupt: interrupts()?, live };
            let ending = play(&plan, agenda, &mut book, options, &pipes, |game| {
                live.inspect(|live| live.count(&game));
                let flow = results.add(game, &mut progress)?;
                games_file.add(&results);
                Ok(flow)
            });
            progress.finish();
            page.into_iter().for_each(LivePage::close);
            ending
        }
        None => Ok(Ending::Finished),
    };
    if let Some(count) = book.used_again() {
        note(&format!("there are only {count} openings, so they were used again"));
    }
    let incomplete = pipes.debug.and_then(|file| file.failure());
    if let (Some(why), Some(path)) = (incomplete, &args.debug) {
        note(&format!("--debug {} is incomplete: {why}", path.display()));
    }
    let early = early_end(args, ending, &results);
    outputs::conclude(args, &results, &mut games_file, early)
}

/// Why a match ended early; `None`: it did not.
fn early_end(args: &Args, ending: Result<Ending, String>, results: &MatchResults) -> Option<Failure> {
    match ending {
        Ok(Ending::Interrupted) => {
            let is_kept = args.log.as_deref().is_some_and(|log| !is_output(log) && !is_stream(log));
            let how = if is_kept { "; continue from the log with --resume" } else { "" };
            Some(Failure::Failed(format!("interrupted after {} games{how}", results.games().len())))
        }
        Ok(_) if results.is_abandoned() => Some(Failure::Hangup),
        Ok(_) => None,
        Err(why) => Some(Failure::Failed(why)),
    }
}

/// The texts of all engines: those of the file, which may be a pipe and is read once, then those of the flags.
fn engine_texts(args: &Args) -> Result<Vec<String>, Failure> {
    let listed =
        args.engines.as_deref().map_or(Ok(Vec::new()), spec::read_engines).map_err(Failure::Usage)?;
    Ok(listed.into_iter().chain(args.engine.iter().cloned()).collect())
}

/// The file for the dialogues with the engines.
pub(super) fn debug_file(path: Option<&Path>) -> Result<Option<DebugFile>, Failure> {
    let Some(path) = path else { return Ok(None) };
    if is_output(path) {
        return Ok(Some(DebugFile::new(Box::new(stdout()))));
    }
    let opened = OpenOptions::new().append(true).create(true).open(path);
    let file = opened.map_err(|error| Failure::Failed(format!("cannot open {}: {error}", path.display())))?;
    Ok(Some(DebugFile::new(Box::new(file))))
}

/// Reports which engines get the default clock.
fn note_default(args: &Args, texts: &[String], engines: &[EngineSpec]) {
    let named = texts.iter().zip(engines).filter(|(text, _)| !spec::names_limit(text, &args.each));
    let names: Vec<&str> = named.map(|(_, engine)| engine.name.as_str()).collect();
    if !names.is_empty() {
        note(&format!("no limit is given for {}: tc={}", names.join(", "), DEFAULT_CLOCK.text()));
    }
}

fn check(args: &Args, line: &MatchLine) -> Result<(), Failure> {
    args.sprt.map_or(Ok(()), |_| check_test(line)).map_err(Failure::Usage)
}

/// The log to write to, and the games it holds.
fn open_log(args: &Args, line: &MatchLine) -> Result<(Log, Vec<GameLine>), String> {
    match &args.log {
        None => Ok((Log::Nowhere, Vec::new())),
        Some(path) if is_output(path) => Ok((Log::to_output(line)?, Vec::new())),
        Some(path) if args.resume => Log::resume(path, line),
        Some(path) => Ok((Log::create(path, line)?, Vec::new())),
    }
}

fn plan(args: &Args, engines: &[String]) -> Result<Plan, Failure> {
    let game = args.game.as_deref().unwrap_or_default();
    let board = args.rules.open(game)?;
    if args.resume && args.log.as_deref().is_some_and(is_output) {
        return Err(Failure::Usage("--resume needs a file as --log".to_string()));
    }
    Ok(Plan {
        variant: game.to_string(),
        options: args.rules.options(),
        engines: spec::parse(engines, &args.each).map_err(Failure::Usage)?,
        format: format(args)?,
        rounds: args.rounds,
        source: source(args, board.as_ref())?,
        seed: args.seed,
        adjudication: Adjudication {
            draw: args.draw,
            resign: args.resign,
            bitbase: args.bitbase,
            max_plies: args.max_plies.map(|plies| plies as usize),
        },
    })
}

/// The source of openings, for games on this board.
fn source(args: &Args, board: &dyn AnyEngine) -> Result<Source, Failure> {
    let order = openings::Order { shuffled: args.order == Order::Random, skipped: args.opening_start - 1 };
    let balance = args.balance.map(|range| Balance { range, nodes: args.balance_nodes });
    Ok(match (&args.openings, &args.ballots, args.random_plies) {
        (Some(path), _, _) => Source::File { path: path.clone(), order, plies: args.opening_plies },
        (_, Some(kind), _) => {
            let unknown = |why| Failure::Usage(format!("--ballots: {why}"));
            Source::Ballots { kind: BallotKind::of_game(kind, board).map_err(unknown)?, order, balance }
        }
        (_, _, Some(plies)) => Source::Random { plies, balance },
        (None, None, None) => Source::Start,
    })
}

/// For each game played at a time, the cores of its programs.
fn cores(args: &Args, plan: &Plan) -> Result<Vec<Option<Vec<usize>>>, Failure> {
    let games = usize::from(args.concurrency);
    if !args.affinity {
        return Ok(vec![None; games]);
    }
    let threads = plan.engines.iter().filter_map(|spec| spec.option("Threads")?.parse().ok());
    let cores = cores_of_games(games, threads.max().unwrap_or(1)).map_err(Failure::Usage)?;
    Ok(cores.into_iter().map(Some).collect())
}

/// A channel that gets a message for Ctrl-C and for requests to end.
fn interrupts() -> Result<Receiver<()>, Failure> {
    let (sender, interrupts) = unbounded();
    signals::listen(move |_| {
        // This fails only when the match is over and only a file is still being written.
        if sender.send(()).is_err() {
            std::process::exit(INTERRUPTED);
        }
    })?;
    Ok(interrupts)
}
