//! The thread that searches.
//!
//! A piece of work takes the engine along and returns it with its report. While it runs, nothing else can touch the
//! engine, and the session needs no lock to stay responsive.
//!
//! Invariant: the engine comes back; after a panic with the game as it was before.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use crossbeam_channel::{Receiver, Sender, bounded};

use super::dialect::Work;
use crate::contract::{EngineError, MoveStyle};
use crate::engine::AnyEngine;
use crate::threads::panic_text;

/// Work to be done.
struct Order<R> {
    engine: Box<dyn AnyEngine>,
    work: Work<R>,
    asked: Instant,
}

/// Work done, and the engine back.
pub(super) struct Finished<R> {
    pub engine: Box<dyn AnyEngine>,
    pub report: R,
}

/// The thread, as its owner sees it. It ends when this is dropped and its work is done.
pub(super) struct SearchThread<R> {
    work: Sender<Order<R>>,
    /// Work done; disconnected when the thread has panicked.
    pub finished: Receiver<Finished<R>>,
}

impl<R: Send + 'static> SearchThread<R> {
    /// Starts the thread.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn start() -> Result<SearchThread<R>, String> {
        let (work, queue) = bounded::<Order<R>>(1);
        let (done, finished) = bounded(1);
        let run = move || {
            for Order { mut engine, work, asked } in queue {
                let report = perform(engine.as_mut(), work, asked);
                if done.send(Finished { engine, report }).is_err() {
                    return;
                }
            }
        };
        // Recursion goes hundreds of plies deep; only the pages touched are ever allocated.
        let thread = std::thread::Builder::new().name("search".to_string()).stack_size(64 << 20);
        thread.spawn(run).map_err(|error| format!("cannot start the search thread: {error}"))?;
        Ok(SearchThread { work, finished })
    }

    /// Passes on the engine and the work, whose time counts from `asked`. If the thread is gone, `finished` is
    /// disconnected.
    pub fn start_work(&self, engine: Box<dyn AnyEngine>, work: Work<R>, asked: Instant) {
        let _ = self.work.send(Order { engine, work, asked });
    }
}

/// Does the work. If it panics the engine is reset, and gets its game back.
fn perform<R>(engine: &mut dyn AnyEngine, work: Work<R>, asked: Instant) -> R {
    let (base, moves) = (engine.base_fen(), engine.moves(MoveStyle::Native));
    catch_unwind(AssertUnwindSafe(|| (work.run)(engine, asked))).unwrap_or_else(|panic| {
        engine.new_game();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        // These moves were played once.
        let _ = engine.set_position(base.as_deref(), &moves);
        (work.failed)(EngineError::internal(panic_text(&*panic)))
    })
}
