//! What a match shows, played by fakes in one thread or several.

use std::collections::HashSet;
use std::ops::ControlFlow;

use serde_json::Value;

use super::*;
use crate::match_runner::fakes::{Fakes, plan};
use crate::match_runner::plan::Plan;
use crate::match_runner::runner::{RunOptions, run};
use crate::match_runner::schedule::Agenda;

fn live(plan: &Plan, sprt: Option<Sprt>) -> Live {
    let line = plan.line(&plan.book().expect("a book")).expect("a match");
    let games = 2 * line.pairs;
    Live::new(line, &[], games, sprt, CommentParts::NONE, plan.board().expect("a board")).expect("a match")
}

/// Plays a match; after each game, `look` may look at it.
fn play(plan: &Plan, agenda: Box<dyn Agenda + '_>, live: &Live, mut look: impl FnMut()) {
    let options =
        RunOptions { cores: vec![None; 2], interrupt: crossbeam_channel::never(), live: Some(live) };
    let mut book = plan.book().expect("a book");
    run(plan, agenda, &mut book, options, &Fakes::default(), |game| {
        live.count(&game);
        look();
        Ok(ControlFlow::Continue(()))
    })
    .expect("games");
    live.finish();
}

fn snapshot(live: &Live) -> Value {
    serde_json::from_str(&live.snapshot()).expect("JSON")
}

#[test]
fn a_match_shows_its_games_and_its_results() {
    let plan = plan("connect4", &[], &["name=a", "name=b tc=5+1"], 4);
    let schedule = plan.schedule().expect("a schedule");
    let live = live(&plan, Some(Sprt::parse("elo0=0 elo1=50").expect("a test")));
    let mut versions = vec![live.version()];
    let agenda = schedule.agenda(0..4, HashSet::new());
    play(&plan, agenda, &live, || versions.push(live.version()));
    assert!(versions.is_sorted_by(|a, b| a < b), "{versions:?}");
    let shown = snapshot(&live);
    assert_eq!((&shown["played"], &shown["total"], &shown["over"]), (&8.into(), &8.into(), &true.into()));
    assert_eq!(shown["running"], Value::Array(Vec::new()), "a game that is over is not in progress");
    let finished = shown["finished"].as_array().expect("games");
    assert_eq!(finished.len(), 8);
    assert!(shown["elo"]["text"].is_string() && shown["sprt"]["llr"].is_number(), "{shown}");
    for game in finished {
        let (pair, number) = game["id"].as_str().and_then(|id| id.split_once('.')).expect("an id");
        let id = (pair.parse::<u64>().expect("a pair") - 1, number.parse::<u32>().expect("a game") - 1);
        assert!(live.picture(id).expect("a picture").starts_with("<svg "));
        let moves = live.moves(id).expect("its moves");
        assert!(moves.contains("[White ") && !moves.contains("n=") && !moves.contains("pv="), "{moves}");
    }
    assert_eq!((live.picture((99, 0)), live.moves((99, 0))), (None, None));
}

#[test]
fn a_game_in_progress_has_clocks_reports_and_a_picture() {
    let plan = plan("connect4", &[], &["name=a", "name=b"], 1);
    let live = live(&plan, None);
    let mut board = plan.board().expect("a board");
    let fixture = plan.schedule().expect("a schedule").fixture(0, 0);
    let names = vec!["a".to_string(), "b".to_string()];
    live.begin(&fixture, names, board.as_ref(), vec![Some(Duration::from_secs(5)), None]);
    let before = live.picture((0, 0)).expect("a picture");
    board.play("4").expect("a move");
    let report =
        SearchReport { score: Some(35), depth: Some(9), nodes: Some(500), ms: 2.0, pv: "4 4".into() };
    live.moved(&fixture, board.as_ref(), 0, report, Some(Duration::from_millis(4998)));
    let game = snapshot(&live)["running"][0].clone();
    assert_eq!((&game["id"], &game["ply"], &game["to_move"]), (&"1.1".into(), &1.into(), &1.into()));
    assert_eq!(game["clocks_ms"], serde_json::json!([4998, null]));
    assert_eq!((&game["reports"][0]["pv"], &game["reports"][1]), (&"4 4".into(), &Value::Null));
    assert_ne!(live.picture((0, 0)).expect("a picture"), before);
    live.end(&fixture);
    assert_eq!(live.picture((0, 0)), None);
}

#[test]
fn a_tournament_shows_its_standings_and_rounds() {
    let mut plan = plan("connect4", &[], &["name=a", "name=b", "name=c", "name=d"], 1);
    plan.format = super::super::schedule::Format::Knockout { extra_pairs: 1 };
    let tournament = plan.tournament().expect("it fits").expect("a tournament");
    let live = live(&plan, None);
    play(&plan, Box::new(tournament), &live, || {});
    let shown = snapshot(&live);
    assert_eq!(shown["tables"][0]["name"], "standings");
    assert_eq!(shown["rounds"][0]["name"], "Final", "the last round comes first");
}
