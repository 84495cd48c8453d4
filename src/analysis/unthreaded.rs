//! The JSON analysis without threads of its own: a line is answered when [`Unthreaded::answer`] returns.
//!
//! A search cannot be ended by another line, because none is read meanwhile.

use std::sync::Arc;

use super::Setup;
use super::engines::Engines;
use super::query_thread::QueryThread;
use super::queue::QueryQueue;
use super::request_handler::RequestHandler;
use crate::wire::input::Input;
use crate::wire::output::Output;

/// Answers lines on the thread of its caller, with engines that it keeps.
pub struct Unthreaded {
    handler: RequestHandler,
    queries: QueryThread,
}

impl Unthreaded {
    /// Answers are written to `output`. Of `setup`, `positions` and `quit_at_end` do not matter here.
    pub fn new(setup: &Setup, output: Output) -> Unthreaded {
        let queue = Arc::new(QueryQueue::new(1).0);
        let engines = Engines::new(Setup { positions: Some(1), ..setup.clone() }.settings());
        Unthreaded {
            queries: QueryThread::new(0, Arc::clone(&queue), output.clone(), engines),
            handler: RequestHandler::new(queue, output),
        }
    }

    /// Answers a line: writes all its records.
    pub fn answer(&mut self, line: String) {
        self.handler.receive(Input::Line(line));
        self.queries.empty_queue();
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use crossbeam_channel::{Receiver, Sender, unbounded};
    use serde_json::Value;

    use super::*;
    use crate::wire::catalogue::Catalogue;

    struct Lines(Sender<String>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.send(String::from_utf8_lossy(bytes).into_owned());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn analysis() -> (Unthreaded, Receiver<String>) {
        let (lines, written) = unbounded();
        let setup = Setup {
            catalogue: Catalogue::GAMES,
            game: Some(("connect4".to_string(), Vec::new())),
            positions: None,
            threads: 1,
            hash_mib: Some(1),
            quit_at_end: true,
        };
        (Unthreaded::new(&setup, Output::new(Lines(lines)).0), written)
    }

    fn records(written: &Receiver<String>) -> Vec<Value> {
        written.try_iter().map(|line| serde_json::from_str(&line).expect("JSON")).collect()
    }

    #[test]
    fn a_line_is_answered_before_the_next_one() {
        let (mut analysis, written) = analysis();
        analysis.answer(r#"{"id":"a","moves":["4","4"],"turns":"all","depth":4}"#.to_string());
        let turns: Vec<u64> = records(&written).iter().filter_map(|record| record["turn"].as_u64()).collect();
        assert_eq!(turns, [0, 1, 2]);
        analysis.answer(r#"{"id":"a","action":"play","depth":2}"#.to_string());
        assert!(records(&written)[0]["move"].is_string());
    }

    #[test]
    fn a_line_that_is_refused_leaves_the_next_one_alone() {
        let (mut analysis, written) = analysis();
        analysis.answer("nonsense".to_string());
        analysis.answer(r#"{"id":"a","moves":["9"],"turns":"all","depth":2}"#.to_string());
        let errors = records(&written);
        assert!(errors.len() == 2 && errors.iter().all(|record| record["error"].is_string()), "{errors:?}");
        analysis.answer(r#"{"id":"a","depth":1}"#.to_string());
        assert_eq!(records(&written)[0]["id"], "a");
    }
}
