//! A table on its way into memory: made a moment ago, or read from its record.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender};
use serde_json::json;

use super::Shared;
use crate::table::answer::{Code, Refusal};
use crate::table::log::Log;
use crate::table::record;
use crate::table::state::State;
use crate::table::thread::{Input, TableThread};

/// A table to be opened and served.
pub(in crate::table) struct NewTable {
    pub(super) id: String,
    pub(super) inbox: (Sender<Input>, Receiver<Input>),
    pub(super) source: Source,
}

/// The source of a table.
pub(super) enum Source {
    Made(Box<(Log, State)>),
    Record(PathBuf),
}

fn open(source: Source) -> Result<(Log, State), Refusal> {
    match source {
        Source::Made(made) => Ok(*made),
        Source::Record(path) => Log::open(&path).map_err(|why| Refusal::new(Code::Storage, why)),
    }
}

impl NewTable {
    /// Opens the table; `None`: that failed, and its pending commands were refused.
    pub fn open(self, shared: &Arc<Shared>) -> Option<TableThread> {
        let NewTable { id, inbox, source } = self;
        let commands = inbox.1.clone();
        // Even if reading a record panics, every client gets an answer.
        let table = catch_unwind(AssertUnwindSafe(|| {
            open(source).and_then(|made| TableThread::new(Arc::clone(shared), id.clone(), inbox, made))
        }));
        let broken = |_| Err(Refusal::new(Code::Broken, "internal error: the record could not be opened"));
        match table.unwrap_or_else(broken) {
            Ok(table) => Some(table),
            Err(refusal) => {
                refuse_all(shared, &id, &commands, &refusal);
                None
            }
        }
    }
}

/// Answers the commands for a table that cannot be opened; only `delete` is possible. Answers are sent after the table
/// has left memory, so that the next command reads it again.
fn refuse_all(shared: &Shared, id: &str, inbox: &Receiver<Input>, refusal: &Refusal) {
    let mut answers = Vec::new();
    loop {
        for input in inbox.try_iter() {
            let Some(reply_to) = input.reply_to() else { continue };
            let answer = match input {
                Input::Delete(..) => delete(shared, id),
                _ => Err(refusal.clone()),
            };
            answers.push((reply_to, answer));
        }
        if shared.leave(id, inbox) || inbox.is_empty() {
            break;
        }
    }
    for (reply_to, answer) in answers {
        reply_to.to_client.answer(reply_to.number, answer.map(|()| json!({})));
    }
}

/// Deletes a table that is not in memory.
fn delete(shared: &Shared, id: &str) -> Result<(), Refusal> {
    if let Some(path) = shared.library.path(id) {
        record::remove(&path).map_err(|why| Refusal::new(Code::Storage, why))?;
    }
    shared.deleted(id);
    Ok(())
}
