//! The queue without threads: order, ids, failures, termination, bounds.

use super::super::request::{Request, parse};
use super::*;

fn query(id: &str, rest: &str) -> Box<Query> {
    match parse(&format!("{{\"id\":\"{id}\",\"depth\":1{rest}}}")) {
        Ok((Request::Query(query), _)) => query,
        other => panic!("{other:?}"),
    }
}

fn queue(queries: &[(&str, &str)]) -> QueryQueue {
    let queue = QueryQueue::new(2).0;
    for (id, rest) in queries {
        assert!(queue.admit(query(id, rest)).is_ok());
    }
    queue
}

fn name(assignment: &Assignment) -> (Id, usize) {
    (assignment.query.id.clone(), assignment.index)
}

fn text(id: &str) -> Id {
    Id::Text(id.to_string())
}

#[test]
fn higher_priorities_come_first_and_equals_in_their_order() {
    let queue = queue(&[("a", ""), ("b", ",\"priority\":1,\"moves\":[4],\"turns\":\"all\""), ("c", "")]);
    queue.close();
    let order: Vec<(Id, usize)> = std::iter::from_fn(|| {
        let taken = queue.take(0)?;
        queue.end(0, &taken);
        Some(name(&taken))
    })
    .collect();
    assert_eq!(order, [(text("b"), 0), (text("b"), 1), (text("a"), 0), (text("c"), 0)]);
}

#[test]
fn an_id_is_taken_until_the_last_answer() {
    let queue = queue(&[("a", ",\"moves\":[4],\"turns\":\"all\"")]);
    let (first, second) = (queue.take(0).unwrap(), queue.take(1).unwrap());
    assert_eq!(queue.end(0, &first), Ending::Complete);
    assert!(queue.admit(query("a", "")).is_err());
    assert_eq!(queue.end(1, &second), Ending::Complete);
    assert!(queue.admit(query("a", "")).is_ok());
}

#[test]
fn a_query_fails_once_and_answers_nothing_more() {
    let queue = queue(&[("a", ",\"moves\":[4,4],\"turns\":\"all\"")]);
    let (first, second) = (queue.take(0).unwrap(), queue.take(1).unwrap());
    assert!(queue.fail(0, &first));
    assert!(queue.admit(query("a", "")).is_ok(), "its id is free");
    assert!(!queue.fail(1, &second));
    assert!(queue.admit(query("a", "")).is_err(), "the new query has it");
    let new = queue.take(0).unwrap();
    assert_eq!(queue.end(0, &new), Ending::Complete);
    assert!(queue.state.lock().open.is_empty());
}

#[test]
fn work_that_ends_after_a_failure_is_not_reported() {
    let queue = queue(&[("a", ",\"moves\":[4],\"turns\":\"all\"")]);
    let (first, second) = (queue.take(0).unwrap(), queue.take(1).unwrap());
    assert!(queue.fail(0, &first));
    assert_eq!(queue.end(1, &second), Ending::Refused);
}

#[test]
fn a_termination_stops_what_runs_and_gives_back_what_waits() {
    let queue = queue(&[("a", ",\"moves\":[4,4],\"turns\":\"all\""), ("b", "")]);
    let running = queue.take(0).unwrap();
    let stop = StopHandle::default();
    assert!(queue.begin(0, &stop));
    let ended = queue.terminate(&text("a"), None);
    assert!(stop.is_stopped());
    assert_eq!((ended.stopped, &ended.dropped[0].indices[..], ended.answers()), (1, &[1, 2][..], 3));
    assert_eq!(queue.terminate(&text("a"), None).answers(), 0, "once is enough");
    assert_eq!(queue.end(0, &running), Ending::Terminated);
    assert_eq!(queue.terminate(&text("a"), None).answers(), 0, "there is no such query any more");
    assert_eq!(queue.terminate_all().answers(), 1);
    let state = queue.state.lock();
    assert!(state.open.is_empty() && state.numbers.is_empty() && state.bytes_waiting == 0);
}

#[test]
fn single_turns_are_terminated_and_the_others_go_on() {
    let queue = queue(&[("a", ",\"moves\":[4,4,4],\"turns\":[3,2,1,0]")]);
    let (first, second) = (queue.take(0).unwrap(), queue.take(1).unwrap());
    let stops = [StopHandle::default(), StopHandle::default()];
    assert!(queue.begin(0, &stops[0]) && queue.begin(1, &stops[1]));
    let ended = queue.terminate(&text("a"), Some(&[2, 1, 9]));
    assert_eq!((ended.stopped, &ended.dropped[0].indices[..]), (1, &[2][..]));
    assert_eq!(stops.map(|stop| stop.is_stopped()), [false, true]);
    assert_eq!((queue.end(0, &first), queue.end(1, &second)), (Ending::Complete, Ending::Terminated));
    assert_eq!(queue.terminate(&text("a"), Some(&[0])).answers(), 1, "the last one that waits");
    let state = queue.state.lock();
    assert!(state.open.is_empty() && state.numbers.is_empty() && state.bytes_waiting == 0);
}

#[test]
fn a_search_terminated_before_it_begins_does_not_begin() {
    let queue = queue(&[("a", "")]);
    let taken = queue.take(0).unwrap();
    assert_eq!(queue.terminate(&text("a"), None).answers(), 1);
    assert!(!queue.begin(0, &StopHandle::default()));
    assert_eq!(queue.end(0, &taken), Ending::Terminated);
}

#[test]
fn endless_queries_are_ended_and_the_others_stay() {
    let queue = QueryQueue::new(2).0;
    for (id, rest) in [("a", "\"infinite\":true"), ("b", "\"depth\":1"), ("c", "\"infinite\":true")] {
        let Ok((Request::Query(query), _)) = parse(&format!("{{\"id\":\"{id}\",{rest}}}")) else {
            panic!("{id}")
        };
        assert!(queue.admit(query).is_ok());
    }
    let (endless, other) = (queue.take(0).unwrap(), queue.take(1).unwrap());
    let stops = [StopHandle::default(), StopHandle::default()];
    assert!(queue.begin(0, &stops[0]) && queue.begin(1, &stops[1]));
    let ended = queue.terminate_endless();
    assert_eq!((ended.stopped, ended.dropped.len(), &ended.dropped[0].query.id), (1, 1, &text("c")));
    assert_eq!(stops.map(|stop| stop.is_stopped()), [true, false]);
    assert_eq!((queue.end(0, &endless), queue.end(1, &other)), (Ending::Terminated, Ending::Complete));
}

#[test]
fn the_queue_has_a_bound() {
    let (queue, shorter) = QueryQueue::new(1);
    for number in 0..MAX_WAITING {
        assert!(queue.has_room());
        assert!(queue.admit(query(&number.to_string(), "")).is_ok());
    }
    assert!(!queue.has_room());
    assert!(shorter.try_recv().is_err());
    queue.take(0).unwrap();
    assert!(shorter.try_recv().is_ok() && queue.has_room());
}
