//! `quadriga book strategy`: the search for a winning strategy, for hours, stopped and continued at any moment.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use parking_lot::Mutex;

use super::book::{Work, check_readable};
use super::{Failure, note, signals};
use crate::contract::book::{BookMaker, NO_MOVES, StrategyListener, StrategyProgress, StrategyQuestion};

/// Lines wait at most this long before they are written: to sync each one takes longer than a job.
const WRITE_INTERVAL: Duration = Duration::from_secs(1);

/// Flags of `book strategy`, apart from the game and the memory.
#[derive(clap::Args, Debug)]
pub(super) struct StrategyArgs {
    /// Player for whom to find a win
    #[arg(long, value_name = "PLAYER", value_parser = ["first", "second"])]
    winner: String,
    /// Position to win from, as moves written together; may be repeated (default: the empty board)
    #[arg(long, value_name = "MOVES", default_value = NO_MOVES)]
    from: Vec<String>,
    /// Node limit of one attempt to prove a position
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    job_nodes: u64,
    /// Leave out positions of the winner that a search from scratch proves within this number of nodes
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    leaf_nodes: u64,
    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: u32,
    /// Begin with one share of the replies, such as 2/3; several processes can share the work, each with its own file,
    /// and one that continues from all files joined knows what all have found
    #[arg(long, value_name = "I/N", value_parser = super::book::parse_share, default_value = "1/1")]
    share: (usize, usize),
}

/// Writes lines, shows progress, and listens to Ctrl-C.
struct Listener {
    file: Mutex<(Work, String, Instant)>,
    spinner: ProgressBar,
    interrupted: Arc<AtomicBool>,
}

impl Listener {
    /// Writes the waiting lines.
    fn flush(&self) -> Result<(), String> {
        let (work, lines, last) = &mut *self.file.lock();
        *last = Instant::now();
        match std::mem::take(lines) {
            lines if lines.is_empty() => Ok(()),
            lines => work.add(lines.trim_end()).map_err(|failure| match failure {
                Failure::Failed(why) | Failure::Usage(why) => why,
                Failure::Hangup => "the output is closed".to_string(),
            }),
        }
    }
}

impl StrategyListener for Listener {
    fn line(&self, line: &str) -> Result<(), String> {
        let is_due = {
            let (_, lines, last) = &mut *self.file.lock();
            lines.extend([line, "\n"]);
            last.elapsed() > WRITE_INTERVAL
        };
        if is_due { self.flush() } else { Ok(()) }
    }

    fn progress(&self, progress: &StrategyProgress) {
        let StrategyProgress { jobs, nodes, proof, disproof, unanswered } = progress;
        self.spinner.set_message(match unanswered {
            0 => format!("{jobs} jobs, {nodes} nodes, proof number {proof}, disproof number {disproof}"),
            _ => format!("proved; {nodes} nodes, {unanswered} positions without a move"),
        });
    }

    fn stop(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

pub(super) fn run(args: &StrategyArgs, maker: &mut dyn BookMaker, path: &Path) -> Result<(), Failure> {
    check_readable(path)?;
    let work = Work::open(path)?;
    let known = work.text.clone();
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = interrupted.clone();
    signals::listen(move |_| flag.store(true, Ordering::Relaxed))?;
    let spinner = super::progress::spinner();
    let listener = Listener { file: Mutex::new((work, String::new(), Instant::now())), spinner, interrupted };
    let question = StrategyQuestion {
        first: args.winner == "first",
        from: args.from.clone(),
        job_nodes: args.job_nodes,
        leaf_nodes: args.leaf_nodes,
        threads: args.threads as usize,
        share: args.share,
    };
    let answer = maker.search_strategy(&question, &known, &listener);
    listener.spinner.finish_and_clear();
    listener.flush().map_err(Failure::Failed)?;
    match answer.map_err(Failure::Failed)? {
        Some(true) => note("the strategy is complete"),
        Some(false) => {
            return Err(Failure::Failed(format!("the {} player has no winning strategy", args.winner)));
        }
        None => return Err(Failure::Failed("interrupted; everything written so far is proved".to_string())),
    }
    Ok(())
}
