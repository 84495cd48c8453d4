//! What is left of a search that panicked: the lines of its last complete iteration.
//!
//! Invariant: a client that requested a move gets one, or one line with the reason why not, and the next search works.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::generic::Engine;
use crate::contract::{EngineError, Game, SearchInfo, SearchLimits, SearchObserver, SearchResult};
use crate::threads::panic_text;

/// The last report of each rank that was not a bound of an unfinished line.
pub(super) struct CompleteLines<M>(pub Vec<SearchInfo<M>>);

impl<M: Clone> CompleteLines<M> {
    /// Takes a report; returns whether it counts.
    pub fn take(&mut self, info: &SearchInfo<M>) -> bool {
        if !info.is_complete() || info.multi_pv > self.0.len() + 1 {
            return false;
        }
        match self.0.get_mut(info.multi_pv - 1) {
            Some(line) => line.clone_from(info),
            None => self.0.push(info.clone()),
        }
        true
    }
}

/// Remembers the reports that it passes on.
struct Remembered<'a> {
    observer: &'a mut dyn SearchObserver<String>,
    lines: CompleteLines<String>,
}

impl SearchObserver<String> for Remembered<'_> {
    fn on_info(&mut self, info: &SearchInfo<String>) {
        self.lines.take(info);
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
        let CompleteLines(lines) = self.lines;
        let Some(last) = lines.last() else { return Err(error) };
        self.observer.on_note(&format!("{error}; the move is from the last complete iteration"));
        let (nodes, time) = (last.nodes, last.time);
        let mut result = SearchResult { lines, nodes, time, ..SearchResult::none() };
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
        let mut remembered = Remembered { observer, lines: CompleteLines(Vec::new()) };
        let searched = catch_unwind(AssertUnwindSafe(|| self.try_search(limits, &mut remembered)));
        searched.unwrap_or_else(|panic| {
            // The interrupted work may be incomplete.
            self.searcher.clear();
            self.drop_helper();
            remembered.result(&*panic)
        })
    }
}
