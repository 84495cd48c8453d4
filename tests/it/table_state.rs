//! The table as the fold of its events: without threads and with a time that is an argument.

use proptest::prelude::*;
use quadriga::table::{
    ClockSpec, Created, Event, OfferKind, Phase, Rights, Rules, SeatSpec, Stamped, State, TableCommand,
};
use quadriga::wire::catalogue::Catalogue;
use serde_json::json;

use crate::common::folder::Folder;
use crate::common::window::{Window, tables};

/// A table in hand: its state, its rules, its record as text, and the time.
struct Hand {
    state: State,
    rules: Rules,
    record: String,
    now: u64,
}

const BEGAN: u64 = 1_000_000;

fn person() -> SeatSpec {
    SeatSpec::Person { name: String::new(), remote: false }
}

impl Hand {
    fn new(game: &str, seats: Vec<SeatSpec>, clock: Option<ClockSpec>) -> Hand {
        let mut rules = Rules::open(Catalogue::GAMES, game, &[], None).expect("a game");
        let turn = rules.turn(&[]).expect("the start");
        let created =
            Created { game: game.to_string(), seats, clock, think_ms: 1000, turn, ..Created::default() };
        let first = Stamped { n: 1, at: BEGAN, event: Event::Created(created) };
        let record = serde_json::to_string(&first).expect("JSON") + "\n";
        Hand { state: State::new(&first).expect("a table"), rules, record, now: BEGAN }
    }

    fn apply(&mut self, events: Vec<Event>) {
        for event in events {
            let stamped = Stamped { n: self.state.n + 1, at: self.now, event };
            self.record += &(serde_json::to_string(&stamped).expect("JSON") + "\n");
            self.state.apply(&stamped).expect("an event that was decided fits");
        }
    }

    /// Gives a command this many milliseconds after the last one; the code where it is refused.
    fn after(&mut self, ms: u64, command: serde_json::Value, rights: Rights) -> Result<(), String> {
        self.now += ms;
        let command: TableCommand = serde_json::from_value(command).expect("a command");
        let events = self.state.decide(&command, rights, self.now, &mut self.rules, 0);
        let code = |refusal: quadriga::table::Refusal| serde_json::to_value(refusal.code).expect("JSON");
        let events = events.map_err(|refusal| code(refusal).as_str().expect("text").to_string())?;
        self.apply(events);
        Ok(())
    }

    fn mv(&mut self, ms: u64, mv: &str) {
        self.after(ms, json!({ "do": "move", "move": mv }), Rights::Host).expect("a move");
    }

    fn host(&mut self, what: &str) -> Result<(), String> {
        self.after(0, json!({ "do": what }), Rights::Host)
    }

    /// The table that is read from the record.
    fn refolded(&self) -> State {
        let mut events =
            self.record.lines().map(|line| serde_json::from_str::<Stamped>(line).expect("an event"));
        let mut state = State::new(&events.next().expect("the first event")).expect("a table");
        events.for_each(|event| state.apply(&event).expect("an event"));
        state
    }
}

fn clock(base_ms: u64, increment_ms: u64) -> Option<ClockSpec> {
    Some(ClockSpec { base_ms, increment_ms })
}

#[test]
fn a_clock_runs_from_the_first_move_on_and_the_increment_comes_after_the_move() {
    let mut hand = Hand::new("connect4", vec![person(), person()], clock(10_000, 500));
    assert_eq!((hand.state.clock_runs(), hand.state.flag_at()), (false, None));
    hand.mv(60_000, "4");
    assert_eq!(hand.state.left_ms(hand.now), [10_500, 10_000], "the first move costs nothing");
    hand.mv(3000, "4");
    assert_eq!(hand.state.left_ms(hand.now), [10_500, 7500]);
    assert_eq!(hand.state.left_ms(hand.now + 400), [10_100, 7500]);
    assert_eq!(hand.state.tree.get(2).map(|node| node.ms), Some(3000));
}

#[test]
fn a_pause_stops_the_clock_and_the_move_counts_what_was_used_before_it() {
    let mut hand = Hand::new("connect4", vec![person(), person()], clock(10_000, 0));
    hand.mv(0, "4");
    hand.now += 1000;
    hand.host("pause").expect("paused");
    assert_eq!((hand.state.phase, hand.state.flag_at()), (Phase::Paused, None));
    hand.now += 99_000;
    assert_eq!(hand.host("pause"), Err("paused".to_string()));
    assert_eq!(hand.after(0, json!({ "do": "move", "move": "4" }), Rights::Host), Err("paused".to_string()));
    hand.host("resume").expect("resumed");
    hand.mv(500, "4");
    assert_eq!(hand.state.left_ms(hand.now), [10_000, 8500]);
    assert_eq!(hand.state.tree.get(2).map(|node| node.ms), Some(1500));
}

#[test]
fn a_flag_falls_when_the_time_is_over_and_not_before_and_undo_gives_the_time_back() {
    let mut hand = Hand::new("connect4", vec![person(), person()], clock(5000, 0));
    hand.mv(0, "4");
    assert_eq!(hand.state.flag_at(), Some(BEGAN + 5000));
    assert_eq!(hand.state.flag(BEGAN + 4999), None);
    hand.now += 5000;
    let fallen = hand.state.flag(hand.now).expect("the flag");
    hand.apply(vec![fallen]);
    let end = hand.state.end.clone().expect("an end");
    assert_eq!((end.outcome.as_str(), end.reason.as_str()), ("p1win", "time"));
    assert_eq!(hand.state.left_ms(hand.now + 9999), [5000, 0]);
    assert_eq!(hand.after(0, json!({ "do": "move", "move": "4" }), Rights::Host), Err("over".to_string()));
    hand.host("undo").expect("undone");
    assert_eq!((hand.state.phase, hand.state.left_ms(hand.now)), (Phase::Playing, vec![5000, 5000]));
    assert_eq!(hand.state, hand.refolded());
}

#[test]
fn a_draw_is_offered_and_answered_by_the_other_and_a_move_of_the_other_declines_it() {
    let mut hand = Hand::new("draughts", vec![person(), person()], None);
    assert_eq!(
        hand.after(0, json!({ "do": "answer_draw", "accept": true }), Rights::Host),
        Err("no_offer".into())
    );
    hand.host("offer_draw").expect("offered");
    assert_eq!(hand.state.draw_offer(), 1);
    hand.mv(0, "32-28");
    assert_eq!(hand.state.draw_offer(), 1, "the offer stands after one's own move");
    hand.mv(0, "18-22");
    assert_eq!(hand.state.draw_offer(), 0);
    hand.host("offer_draw").expect("offered");
    hand.after(0, json!({ "do": "answer_draw", "accept": false }), Rights::Host).expect("declined");
    assert_eq!((hand.state.draw_offer(), hand.state.phase), (0, Phase::Playing));
    hand.host("offer_draw").expect("offered");
    hand.after(0, json!({ "do": "answer_draw", "accept": true }), Rights::Host).expect("agreed");
    let end = hand.state.end.clone().expect("an end");
    assert_eq!((end.outcome.as_str(), end.reason.as_str()), ("draw", "agreed"));
}

#[test]
fn who_resigns_or_runs_out_of_time_loses_and_of_three_nobody_wins() {
    let mut hand = Hand::new("gomoku", vec![person(), person()], None);
    hand.after(0, json!({ "do": "resign", "seat": 2 }), Rights::Host).expect("resigned");
    assert_eq!(hand.state.end.as_ref().map(|end| end.outcome.as_str()), Some("p1win"));
    let mut rules =
        Rules::open(Catalogue::GAMES, "chinesecheckers", &[("Players".into(), "3".into())], None).unwrap();
    let turn = rules.turn(&[]).expect("the start");
    let created = Created { seats: vec![person(); 3], turn, ..Created::default() };
    let mut hand = Hand { rules, ..Hand::new("gomoku", vec![person(), person()], None) };
    hand.state = State::new(&Stamped { n: 1, at: BEGAN, event: Event::Created(created) }).expect("a table");
    assert_eq!(hand.host("offer_draw"), Err("not_allowed".to_string()));
    for seat in 1..=3 {
        assert_eq!(hand.state.lost_by(seat, "time").outcome, format!("p{seat}loss"));
    }
    hand.after(0, json!({ "do": "resign", "seat": 2 }), Rights::Host).expect("resigned");
    assert_eq!(hand.state.end.as_ref().map(|end| end.outcome.as_str()), Some("p2loss"));
}

#[test]
fn names_of_seats_are_set_by_those_who_sit_there_and_seats_move_on_with_their_tokens() {
    let mut hand = Hand::new("connect4", vec![person(), SeatSpec::level(3)], None);
    hand.after(0, json!({ "do": "name", "text": " \u{202e}Ann\u{7}\u{200b} " }), Rights::Host)
        .expect("named");
    hand.apply(vec![Event::Invited { seat: 1, token: "secret".to_string() }]);
    assert_eq!((hand.state.rights_of("secret"), hand.state.rights_of("")), (Some(Rights::Seat(1)), None));
    hand.host("swap").expect("swapped");
    assert_eq!(hand.state.rights_of("secret"), Some(Rights::Seat(2)));
    assert_eq!(hand.state.seats[0].spec, SeatSpec::level(3));
    assert_eq!(hand.state.names(&[]), ["Quadriga 3", "Ann"]);
    let stays = json!({ "do": "seats", "seats": [
        { "kind": "person" }, { "kind": "person", "name": "Bob", "remote": true }
    ] });
    hand.after(0, stays, Rights::Host).expect("seated");
    assert_eq!(hand.state.rights_of("secret"), Some(Rights::Seat(2)));
    let taken = json!({ "do": "seats", "seats": [{ "kind": "person" }, { "kind": "person" }] });
    hand.after(0, taken, Rights::Host).expect("seated");
    assert_eq!((hand.state.rights_of("secret"), hand.state.is_shared()), (None, false));
    assert_eq!(hand.state, hand.refolded());
}

/// The results of a person at the first seat of Chinese checkers against programs of these levels, after this end.
fn results_among(levels: &[u8], outcome: &str, reason: &str) -> Vec<(usize, f64)> {
    let turn = quadriga::table::Turn { next: 1, end: None };
    let seats = std::iter::once(person()).chain(levels.iter().map(|&level| SeatSpec::level(level))).collect();
    let created = Created { seats, turn, ..Created::default() };
    let mut state =
        State::new(&Stamped { n: 1, at: BEGAN, event: Event::Created(created) }).expect("a table");
    let end = quadriga::table::End { outcome: outcome.to_string(), reason: reason.to_string() };
    state.apply(&Stamped { n: 2, at: BEGAN, event: Event::Ended(end) }).expect("it ends");
    state.rated_results(|seat| match seat {
        SeatSpec::Program { level, .. } => f64::from(*level),
        SeatSpec::Person { .. } | SeatSpec::Engine { .. } => 0.0,
    })
}

#[test]
fn an_older_game_of_several_that_one_gave_up_is_listed_with_the_reason_and_not_as_a_draw() {
    let listed = |outcome: &str, reason: &str| {
        let end = quadriga::table::End { outcome: outcome.to_string(), reason: reason.to_string() };
        end.listed().to_string()
    };
    assert_eq!(listed("draw", "resigned"), "resigned");
    assert_eq!(listed("draw", "time"), "time");
    assert_eq!(listed("draw", "agreed"), "draw");
    assert_eq!(listed("p3loss", "resigned"), "p3loss");
}

#[test]
fn among_several_the_winner_has_beaten_all_and_who_has_not_won_has_lost_to_the_winner() {
    let rule = "all pieces in the target camp";
    assert_eq!(results_among(&[1, 7, 3], "p1win", rule), [(2, 1.0), (3, 1.0), (4, 1.0)]);
    assert_eq!(results_among(&[1, 7, 3], "p4win", rule), [(4, 0.0)]);
    assert_eq!(results_among(&[1, 7, 3], "draw", "move limit"), [(2, 0.5), (3, 0.5), (4, 0.5)]);
    // Nobody wins where one gives up, or runs out of time.
    for outcome in ["p1loss", "draw"] {
        assert_eq!(results_among(&[1, 7, 3], outcome, "resigned"), [(3, 0.0)]);
        assert_eq!(results_among(&[1, 7, 3], outcome, "time"), [(3, 0.0)]);
    }
    assert_eq!(results_among(&[5], "p2win", "resigned"), [(2, 0.0)]);
    assert_eq!(results_among(&[5], "draw", "agreed"), [(2, 0.5)]);
}

#[test]
fn a_game_that_has_counted_stays_counted_whatever_is_done_with_it_afterwards() {
    let mut hand = Hand::new("connect4", vec![person(), SeatSpec::level(3)], None);
    assert_eq!((hand.state.rated_player(), hand.state.has_counted()), (Some(1), false));
    hand.mv(0, "4");
    hand.after(0, json!({ "do": "resign", "seat": 1 }), Rights::Host).expect("resigned");
    assert!(hand.state.has_counted());
    hand.after(0, json!({ "do": "goto", "node": 0 }), Rights::Host).expect("looked back");
    hand.apply(vec![Event::Helped {}]);
    hand.mv(0, "1");
    hand.after(0, json!({ "do": "undo" }), Rights::Host).expect("undone");
    hand.after(0, json!({ "do": "swap" }), Rights::Host).expect("swapped");
    assert_eq!((hand.state.rated_player(), hand.state.has_counted()), (Some(1), true));
    assert_eq!(hand.state, hand.refolded());

    // What did not count at the end never does.
    let mut helped = Hand::new("connect4", vec![person(), SeatSpec::level(3)], None);
    helped.apply(vec![Event::Helped {}]);
    helped.after(0, json!({ "do": "resign", "seat": 1 }), Rights::Host).expect("resigned");
    assert_eq!((helped.state.rated_player(), helped.state.has_counted()), (None, false));
}

#[test]
fn an_event_that_does_not_fit_is_reported_and_changes_nothing() {
    let hand = Hand::new("connect4", vec![person(), person()], None);
    let turn = hand.state.node().turn.clone();
    let moved = |node, parent, player| Event::Moved {
        node,
        parent,
        mv: "4".into(),
        player,
        ms: 0,
        turn: turn.clone(),
    };
    for event in [
        moved(7, 0, 1),
        moved(0, 0, 1),
        moved(1, 3, 1),
        moved(1, 0, 2),
        Event::Went { node: 9 },
        Event::Seated { seats: vec![person()], taken_back: Vec::new(), by: 0 },
        Event::Named { seats: vec![0], text: String::new() },
        Event::Invited { seat: 3, token: String::new() },
        Event::Offered { player: 0, kind: OfferKind::Draw, node: None },
        Event::Offered { player: 1, kind: OfferKind::Undo, node: None },
        Event::Offered { player: 1, kind: OfferKind::Goto, node: Some(7) },
        Event::Created(hand.state.created.clone()),
    ] {
        let mut state = hand.state.clone();
        let stamped = Stamped { n: 2, at: BEGAN, event };
        assert!(state.apply(&stamped).is_err(), "{stamped:?}");
        assert_eq!(state, hand.state);
    }
    let mut state = hand.state.clone();
    assert!(
        state.apply(&Stamped { n: 3, at: BEGAN, event: Event::Resumed {} }).is_err(),
        "a number is left out"
    );
}

/// Something that somebody may do at any time.
fn command() -> impl Strategy<Value = (serde_json::Value, u64)> {
    let simple = prop_oneof![
        Just("undo"),
        Just("redo"),
        Just("swap"),
        Just("pause"),
        Just("resume"),
        Just("offer_draw"),
        Just("resign"),
    ];
    let seats = prop_oneof![
        Just(json!([{ "kind": "person", "name": "A" }, { "kind": "person" }])),
        Just(json!([{ "kind": "program", "level": 4 }, { "kind": "person" }])),
        Just(json!([{ "kind": "person", "remote": true }, { "kind": "person", "remote": true }])),
    ];
    let what = prop_oneof![
        12 => (1..8u32).prop_map(|column| json!({ "do": "move", "move": column.to_string() })),
        4 => simple.prop_map(|name| json!({ "do": name })),
        2 => (0..12usize).prop_map(|node| json!({ "do": "goto", "node": node })),
        1 => any::<bool>().prop_map(|accept| json!({ "do": "answer_draw", "accept": accept })),
        1 => seats.prop_map(|seats| json!({ "do": "seats", "seats": seats })),
        1 => Just(json!({ "do": "name", "text": "Ann" })),
    ];
    (what, 0..3000u64)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_table_read_again_is_the_table_that_was_recorded(
        commands in prop::collection::vec(command(), 1..40),
        timed in any::<bool>(),
    ) {
        let mut hand = Hand::new("connect4", vec![person(), person()], clock(20_000, 100).filter(|_| timed));
        hand.apply(vec![Event::Invited { seat: 2, token: "secret".to_string() }]);
        for (command, ms) in commands {
            if let Some(fallen) = hand.state.flag(hand.now) {
                hand.apply(vec![fallen]);
            }
            let before = hand.state.clone();
            let rights = hand.state.rights_of("secret").filter(|_| ms % 3 == 0).unwrap_or(Rights::Host);
            if hand.after(ms, command, rights).is_err() {
                prop_assert_eq!(&hand.state, &before, "what is refused changes nothing");
            }
            prop_assert_eq!(&hand.refolded(), &hand.state);
            let line = hand.state.line().into_iter().map(str::to_string).collect::<Vec<_>>();
            let words: Vec<&str> = line.iter().map(String::as_str).collect();
            prop_assert_eq!(&hand.rules.turn(&words).expect("a legal line"), &hand.state.node().turn);
            prop_assert_eq!(hand.state.phase == Phase::Over, hand.state.end.is_some());
        }
    }
}

#[test]
fn a_record_cut_off_anywhere_is_read_as_far_as_its_lines_are_whole() {
    let folder = Folder::new("table-torn");
    let data = Some(folder.as_path().to_path_buf());
    let first = tables(data.clone());
    let mut window = Window::host(&first);
    let id = window.create(json!({ "game": "connect4" }));
    for column in ["4", "4", "5"] {
        window.ask(json!({ "do": "move", "table": id, "move": column }));
    }
    let whole = window.look(&id);
    first.close();
    let path = folder.as_path().join(format!("tables/{id}.jsonl"));
    let bytes = std::fs::read(&path).expect("the record");
    let last = bytes[..bytes.len() - 1].iter().rposition(|&byte| byte == b'\n').expect("lines") + 1;
    for cut in [bytes.len(), bytes.len() - 1, last + 10, last + 1, last] {
        std::fs::write(&path, &bytes[..cut]).expect("written");
        let again = tables(data.clone());
        let mut window = Window::host(&again);
        let table = window.look(&id);
        let moves = if cut == bytes.len() { 3 } else { 2 };
        assert_eq!(table["nodes"].as_array().map(Vec::len), Some(moves), "cut at {cut}");
        if moves == 3 {
            assert_eq!(table, whole);
        } else {
            window.ask(json!({ "do": "move", "table": id, "move": "5" }));
        }
        let list = window.ask(json!({ "do": "tables" }));
        assert_eq!(list["tables"][0]["moves"], json!(3));
        again.close();
        let text = std::fs::read_to_string(&path).expect("text");
        assert!(text.ends_with("}\n") && text.lines().count() == 4, "{text}");
    }
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_a_record() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("table-mode");
    let tables = tables(Some(folder.as_path().to_path_buf()));
    let id = Window::host(&tables).create(json!({ "game": "gomoku" }));
    let mode = |path: &str| {
        let path = folder.as_path().join(path);
        std::fs::metadata(path).expect("there").permissions().mode() & 0o777
    };
    assert_eq!((mode("tables"), mode(&format!("tables/{id}.jsonl"))), (0o700, 0o600));
    tables.close();
}

#[test]
fn a_clock_that_ran_when_the_program_ended_stands_when_it_begins_again() {
    let folder = Folder::new("table-clock");
    let data = Some(folder.as_path().to_path_buf());
    let first = tables(data.clone());
    let mut window = Window::host(&first);
    let clock = json!({ "base_ms": 600_000, "increment_ms": 0 });
    let id = window.create(json!({ "game": "connect4", "clock": clock }));
    window.ask(json!({ "do": "move", "table": id, "move": "4" }));
    let table = window.look(&id);
    assert_eq!((&table["clock"]["running"], &table["phase"]), (&json!(2), &json!("playing")));
    first.close();
    let again = tables(data);
    let mut window = Window::host(&again);
    let table = window.look(&id);
    assert_eq!((&table["clock"]["running"], &table["phase"]), (&json!(0), &json!("paused")));
    assert_eq!(table["clock"]["left_ms"], json!([600_000, 600_000]));
    again.close();
}
