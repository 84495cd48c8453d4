//! The start of a search's time, and the limits on waiting lines.

use crossbeam_channel::{SendTimeoutError, Sender, bounded, unbounded};

use super::*;
use crate::wire::catalogue::Catalogue;

/// Every line is a piece of work. It reports the time from which its clock counts, and the time it was begun.
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

/// The reports of this number of lines that arrived together, and their arrival.
fn timings(lines: usize) -> (Instant, Vec<(Instant, Instant)>) {
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
    let (at, reports) = timings(1);
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0].0, at);
}

#[test]
fn the_time_of_a_search_that_waited_for_another_counts_from_its_end() {
    let (at, reports) = timings(3);
    let [first, second, third] = reports[..] else { panic!("{reports:?}") };
    assert_eq!(first.0, at);
    assert!(second.0 >= first.1 && third.0 >= second.1, "{reports:?}");
}

/// Every line is a search that lasts until it is allowed to end.
struct Slow {
    may_end: Receiver<()>,
    done: Sender<String>,
}

impl Dialect for Slow {
    type Request = String;
    type Report = String;

    fn receive(&mut self, line: &str) -> Received<String> {
        Received::InTurn(line.to_string())
    }

    fn execute(&mut self, line: String, _engine: &mut Box<dyn AnyEngine>) -> Next<String> {
        let may_end = self.may_end.clone();
        let search = move |_: &mut dyn AnyEngine, _| {
            // The sender is dropped once all searches may end.
            let _ = may_end.recv();
            line
        };
        Next::Work(Work::new(search, |error| panic!("{error}")))
    }

    fn report(&mut self, _engine: &mut Box<dyn AnyEngine>, line: String) {
        self.done.send(line).expect("somebody listens");
    }

    fn report_error(&mut self, message: &str) {
        panic!("{message}");
    }
}

/// During a search only this number of such lines is read, and all of them are executed in the end.
fn expect_bound(text: &str, bound: usize) {
    let engine = (Catalogue::GAMES.open)("connect4").expect("a game");
    let ((release, may_end), (done, reports)) = (bounded(0), unbounded());
    let session = Session::new(Slow { may_end, done }, engine, true, None).expect("a thread");
    let (lines, input) = bounded(0);
    std::thread::scope(|scope| {
        // Dropped also if this fails, so that the session ends.
        let (release, lines) = (release, lines);
        scope.spawn(|| session.run(Vec::new(), &input, &never()).expect("a conversation"));
        let line = || Arrival::now(Input::Line(text.to_string()));
        let mut sent = 0;
        // The first line is the search.
        while sent <= bound {
            lines.send(line()).expect("it is read");
            sent += 1;
        }
        // A session without a bound reads on, sooner or later.
        let refused = lines.send_timeout(line(), Duration::from_millis(200));
        assert!(matches!(refused, Err(SendTimeoutError::Timeout(_))), "line {sent} is read");
        drop(release);
        lines.send(line()).expect("it is read again");
        drop(lines);
        assert_eq!(reports.iter().count(), sent + 1);
    });
}

#[test]
fn no_more_lines_are_read_when_many_wait() {
    expect_bound("go", MAX_WAITING);
}

#[test]
fn no_more_lines_are_read_when_long_ones_wait() {
    expect_bound(&"x".repeat(MAX_LINE), MAX_WAITING_BYTES / MAX_LINE);
}
