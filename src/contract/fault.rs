//! Deliberate panics of a search, for tests: its client gets an answer in any case.

use std::sync::atomic::{AtomicUsize, Ordering};

/// A moment of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Before the engine begins: a panic in the protocol.
    Work,
    /// Something other than a search is counted.
    Count,
    /// The engine begins.
    Engine,
    /// The moves of the root are ordered.
    RootMoves,
    /// A helper thread begins.
    HelperThread,
    /// Some nodes down the tree.
    Tree,
    /// The first thread reports a line of the third iteration.
    Report,
    /// The helper of the root has its turn.
    HelperTurn,
    /// A plan is played out, after those of the first iterations.
    Plan,
    /// All threads have ended.
    Conclusion,
}

impl Stage {
    /// All stages.
    pub const ALL: [Stage; 10] = [
        Stage::Work,
        Stage::Count,
        Stage::Engine,
        Stage::RootMoves,
        Stage::HelperThread,
        Stage::Tree,
        Stage::Report,
        Stage::HelperTurn,
        Stage::Plan,
        Stage::Conclusion,
    ];
}

/// The next panic of a search: the number of a stage, or 0 for none.
#[derive(Debug, Default)]
pub struct Fault(AtomicUsize);

impl Stage {
    /// From 1.
    fn number(self) -> usize {
        1 + self as usize
    }
}

impl Fault {
    /// The search panics once, at this stage.
    pub fn arm(&self, stage: Stage) {
        self.0.store(stage.number(), Ordering::Relaxed);
    }

    /// Is the panic still to come?
    pub fn is_armed(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }

    /// Panics if this is the stage for it, and `is_now`.
    pub fn reach(&self, stage: Stage, is_now: bool) {
        let number = stage.number();
        if is_now && self.0.compare_exchange(number, 0, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            panic!("a fault at {stage:?}");
        }
    }
}
