//! From which moment the time of a search counts.

use crossbeam_channel::{Sender, bounded, unbounded};

use super::*;
use crate::wire::catalogue::Catalogue;

/// Every line is a piece of work. It tells from when its time counts, and when it was begun.
struct Clocked(Sender<(Instant, Instant)>);

impl Dialect for Clocked {
    type Request = ();
    type Report = (Instant, Instant);

    fn receive(&mut self, _line: &str) -> Received<()> {
        Received::InTurn(())
    }

    fn execute(&mut self, (): (), _engine: &mut Box<dyn AnyEngine>) -> Next<(Instant, Instant)> {
        Next::Work(Work::new(|_, asked| (asked, Instant::now()), |error| panic!("{error}")))
    }

    fn report(&mut self, _engine: &mut Box<dyn AnyEngine>, report: (Instant, Instant)) {
        self.0.send(report).expect("somebody listens");
    }

    fn report_error(&mut self, message: &str) {
        panic!("{message}");
    }
}

/// What the work of so many lines tells that arrived together, and when that was.
fn told(lines: usize) -> (Instant, Vec<(Instant, Instant)>) {
    let engine = (Catalogue::GAMES.open)("connect4").expect("a game");
    let (sender, reports) = unbounded();
    let at = Instant::now();
    let session = Session::new(Clocked(sender), engine, true, None).expect("a thread");
    let (end_of_input, input) = bounded(0);
    drop(end_of_input);
    let line = Arrival { input: Input::Line("work".to_string()), at };
    session.run(vec![line; lines], &input, &never()).expect("a conversation");
    (at, reports.iter().collect())
}

#[test]
fn the_time_of_a_search_counts_from_the_arrival_of_its_line() {
    let (at, reports) = told(1);
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0].0, at);
}

#[test]
fn the_time_of_a_search_that_waited_for_another_counts_from_its_end() {
    let (at, reports) = told(3);
    let [first, second, third] = reports[..] else { panic!("{reports:?}") };
    assert_eq!(first.0, at);
    assert!(second.0 >= first.1 && third.0 >= second.1, "{reports:?}");
}
