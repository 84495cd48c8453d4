//! What is left of a search that panicked: the lines of its last complete iteration.
//!
//! Invariant: a client that requested a move gets one, or one line with the reason why not, and the next search works.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::generic::Engine;
use crate::contract::{EngineError, Game, SearchInfo, SearchLimits, SearchObserver, SearchResult};
use crate::threads::panic_text;

/// Remembers the reports that it passes on.
struct Remembered<'a> {
    observer: &'a mut dyn SearchObserver<String>,
    /// The last report of each rank that was not a bound of an unfinished line.
    lines: Vec<SearchInfo<String>>,
}

impl SearchObserver<String> for Remembered<'_> {
    fn on_info(&mut self, info: &SearchInfo<String>) {
        if info.is_complete() && info.multi_pv <= self.lines.len() + 1 {
            match self.lines.get_mut(info.multi_pv - 1) {
                Some(line) => line.clone_from(info),
                None => self.lines.push(info.clone()),
            }
        }
        self.observer.on_info(info);
    }

    fn on_note(&mut self, note: &str) {
        self.observer.on_note(note);
    }

    fn on_known(&mut self, known: &str) {
        self.observer.on_known(known);
    }
}

impl Remembered<'_> {
    /// The result to return for a search that panicked.
    fn result(self, panic: &(dyn Any + Send)) -> Result<SearchResult<String>, EngineError> {
        let error = EngineError::internal(panic_text(panic));
        let Some(last) = self.lines.last() else { return Err(error) };
        self.observer.on_note(&format!("{error}; the move is from the last complete iteration"));
        let (nodes, time) = (last.nodes, last.time);
        let mut result = SearchResult { lines: self.lines, nodes, time, ..SearchResult::none() };
        result.choose_line(0);
        Ok(result)
    }
}

impl<G: Game> Engine<G> {
    /// Runs a search at the current position; see [`super::AnyEngine::go`].
    pub(super) fn search(
        &mut self,
        limits: &SearchLimits,
        observer: &mut dyn SearchObserver<String>,
    ) -> Result<SearchResult<String>, EngineError> {
        let mut remembered = Remembered { observer, lines: Vec::new() };
        let searched = catch_unwind(AssertUnwindSafe(|| self.try_search(limits, &mut remembered)));
        searched.unwrap_or_else(|panic| {
            // The interrupted work may be incomplete.
            self.searcher.clear();
            self.drop_helper();
            remembered.result(&*panic)
        })
    }
}
