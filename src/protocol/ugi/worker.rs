//! The thread of the search.
//!
//! A job takes the engine along and brings it back with its report: while a job runs, nobody else can
//! touch the engine, and the session needs no lock to stay responsive.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};

use super::print::InfoPrinter;
use crate::engine::{AnyEngine, EngineError, PerftResult};
use crate::search::{SearchLimits, SearchResult};

/// Work for the thread.
pub(super) enum Job {
    Search { limits: Box<SearchLimits>, printer: InfoPrinter },
    Perft { depth: u32, threads: usize },
    Bench,
}

/// What came of a job.
pub(super) enum Report {
    /// The result, and whether anything of it was reported on the way.
    Search(Result<SearchResult<String>, EngineError>, Reported),
    Perft(PerftResult),
    Bench {
        nodes: u64,
        time: Duration,
    },
}

/// Was there an `info` line? A search may be stopped before its first iteration is complete.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reported {
    Yes,
    No,
}

/// A job done, and the engine back.
pub(super) struct Finished {
    pub engine: Box<dyn AnyEngine>,
    pub report: Report,
}

/// The thread, as the session sees it. It ends when this is dropped and its job is done.
pub(super) struct Worker {
    jobs: Sender<(Box<dyn AnyEngine>, Job)>,
    /// Jobs done; disconnected when the thread has broken down.
    pub finished: Receiver<Finished>,
}

impl Worker {
    /// Starts the thread.
    ///
    /// # Errors
    /// The system has no thread to give.
    pub fn start() -> Result<Worker, String> {
        let (jobs, queue) = bounded::<(Box<dyn AnyEngine>, Job)>(1);
        let (done, finished) = bounded(1);
        let work = move || {
            for (mut engine, job) in queue {
                let report = perform(engine.as_mut(), job);
                if done.send(Finished { engine, report }).is_err() {
                    return;
                }
            }
        };
        // Recursion goes hundreds of plies deep; only the pages touched are ever allocated.
        let thread = std::thread::Builder::new().name("search".to_string()).stack_size(64 << 20);
        thread.spawn(work).map_err(|error| format!("cannot start the search thread: {error}"))?;
        Ok(Worker { jobs, finished })
    }

    /// Hands over the engine and a job. If the thread is gone, `finished` says so.
    pub fn give(&self, engine: Box<dyn AnyEngine>, job: Job) {
        let _ = self.jobs.send((engine, job));
    }
}

fn perform(engine: &mut dyn AnyEngine, job: Job) -> Report {
    match job {
        Job::Search { limits, mut printer } => {
            let result = engine.go(&limits, &mut printer);
            Report::Search(result, printer.reported)
        }
        Job::Perft { depth, threads } => Report::Perft(engine.perft(depth, threads)),
        Job::Bench => {
            let start = Instant::now();
            let nodes = engine.bench();
            Report::Bench { nodes, time: start.elapsed() }
        }
    }
}
