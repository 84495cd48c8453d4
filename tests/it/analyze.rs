//! The analysis pipe: what scripts count on, through real pipes where it matters, and whatever bytes arrive.

use std::collections::{HashMap, HashSet};
use std::io::{Cursor, Write as _};

use crate::common::client::{Client, deaf_reader, wait};
use crate::common::{Memory, Random};
use proptest::prelude::*;
use quadriga::analysis::{Setup, Unthreaded, serve};
use quadriga::contract::MoveStyle;
use quadriga::games;
use quadriga::protocol::Protocol;
use quadriga::wire::catalogue::Catalogue;
use quadriga::wire::input;
use quadriga::wire::output::Output;
use serde_json::{Value, json};

/// A search that ends only when told to.
pub(crate) const ENDLESS: &str =
    r#"{"id":"endless","game":"draughts","movetime":1000000000,"multipv":2,"priority":9}"#;

pub(crate) fn start(arguments: &[&str]) -> Client {
    Client::start(&[&["analyze"], arguments].concat())
}

pub(crate) fn read(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"))
}

pub(crate) fn next(client: &mut Client) -> Value {
    read(&client.line())
}

/// Sends all and ends the input; everything that is answered.
pub(crate) fn answers(arguments: &[&str], lines: &[String]) -> Vec<Value> {
    let mut client = start(arguments);
    client.send(&lines.join("\n"));
    let (printed, status) = client.close();
    assert!(status.success(), "{status}");
    printed.iter().map(|line| read(line)).collect()
}

/// The same without a program, for many conversations. It ends, or the test does not.
pub(crate) fn converse(script: Vec<u8>) -> Vec<Value> {
    let memory = Memory::default();
    let (output, hangup) = Output::new(memory.clone());
    let setup = Setup {
        catalogue: Catalogue::GAMES,
        game: None,
        positions: Some(2),
        threads: 1,
        hash_mib: Some(2),
        database: None,
        quit_at_end: false,
    };
    let lines = input::lines(Cursor::new(script)).expect("a thread");
    serve(&setup, Vec::new(), &lines, output, &hangup).expect("it ends well");
    memory.text().lines().map(read).collect()
}

pub(crate) fn text<'a>(answer: &'a Value, field: &str) -> &'a str {
    answer[field].as_str().unwrap_or_else(|| panic!("no text '{field}' in {answer}"))
}

/// An answer without what differs from run to run.
pub(crate) fn timeless(answer: &Value) -> Value {
    let mut answer = answer.clone();
    for field in ["id", "nps", "time_ms"] {
        answer.as_object_mut().expect("an object").remove(field);
    }
    answer
}

#[test]
fn a_query_is_answered_by_one_record_with_its_id() {
    let all = answers(
        &["--positions", "1"],
        &[
            r#"{"id":"a","game":"connect4","moves":[4,3,4,3,4,3],"depth":3}"#.to_string(),
            r#"{"id":7,"game":"connect4","moves":["4","3","4","3","4","3","4"],"nodes":5}"#.to_string(),
        ],
    );
    let mut best = timeless(&all[0]);
    assert!(best.as_object_mut().unwrap().remove("nodes").is_some());
    assert_eq!(
        best,
        json!({"turn":6,"final":true,"game":"connect4","player":1,"hash":text(&all[0], "hash"),"depth":3,"seldepth":1,
            "bestmove":"4","score":{"mate":1,"proved":true},"wdl":[1000,0,0],"pv":["4"],"hashfull":0,"tbhits":0})
    );
    assert_eq!(all[1]["id"], 7);
    assert_eq!((text(&all[1], "outcome"), text(&all[1], "reason")), ("p1win", "four in a line"));
    assert_eq!((&all[1]["score"], all[1].get("bestmove")), (&json!({"mate":0}), None));
    assert_eq!(all.len(), 2);
}

#[test]
fn every_turn_of_a_game_has_one_final_record_like_a_query_of_its_own() {
    let moves = ["32-28", "18-23", "34-29", "23x34", "39x30"];
    let rest = r#""game":"draughts","nodes":3000"#;
    let mut lines = vec![format!("{{\"id\":\"all\",{rest},\"moves\":{},\"turns\":\"all\"}}", json!(moves))];
    for turn in 0..=moves.len() {
        lines.push(format!("{{\"id\":{turn},{rest},\"moves\":{}}}", json!(moves[..turn])));
    }
    let all = answers(&["--positions", "2"], &lines);
    assert_eq!(all.len(), 2 * (moves.len() + 1));
    for turn in 0..=moves.len() {
        let same: Vec<Value> = all.iter().filter(|one| one["turn"] == turn).map(timeless).collect();
        assert_eq!(same.len(), 2);
        assert_eq!(same[0], same[1]);
    }
}

#[test]
fn a_game_of_thousands_of_moves_is_answered_at_every_turn() {
    let there_and_back = ["4-9", "50-45", "9-4", "45-50"];
    let moves: Vec<&str> = there_and_back.iter().cycle().take(3000).copied().collect();
    let query = json!({"id":1,"game":"draughts","fen":"W:WK4:BK50","moves":moves,"turns":"all","depth":1});
    let (mut analysis, memory) = unthreaded();
    analysis.answer(query.to_string());
    let turns: Vec<u64> = records(&memory).iter().filter_map(|record| record["turn"].as_u64()).collect();
    assert_eq!(turns, (0..=3000).collect::<Vec<u64>>());
}

#[test]
fn answers_are_those_of_ugi_in_every_game() {
    for (index, variant) in games::variants().into_iter().enumerate() {
        let mut random = Random::new(index as u64);
        let mut game = games::open(variant).expect("a game");
        for _ in 0..6 {
            let legal = game.legal_moves(MoveStyle::Native);
            game.play(&legal[random.below(legal.len())]).expect("a legal move");
        }
        let moves = game.moves(MoveStyle::Native);
        let query = |id: &str, rest: &str| {
            let moves = json!(moves);
            format!(
                "{{\"id\":\"{id}\",\"game\":\"{variant}\",\"moves\":{moves},\"options\":{{\"Hash\":1}},{rest}}}"
            )
        };
        let lines = [query("depth", "\"depth\":3"), query("nodes", "\"nodes\":800")];
        let all = answers(&["--positions", "1"], &lines);
        // Its other name does not make front-ends want drops.
        let mut ugi = Client::playing(if variant == "cfour" { "connect4" } else { variant });
        for (answer, go) in all.iter().zip(["depth 3", "nodes 800"]) {
            ugi.send("setoption name Hash value 1\nucinewgame");
            ugi.send(&format!("position startpos moves {}\ngo {go}", moves.join(" ")));
            let printed = ugi.until("bestmove");
            let best = printed.last().and_then(|line| line.split(' ').nth(1));
            assert_eq!(Some(text(answer, "bestmove")), best, "{variant}, {go}");
            if go == "depth 3" {
                let pv: Vec<&str> =
                    answer["pv"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
                let score = match &answer["score"]["mate"] {
                    Value::Null => format!("cp {}", answer["score"]["cp"]),
                    mate => format!("mate {mate}"),
                };
                let info = printed.iter().rfind(|line| line.starts_with("info depth")).expect("a report");
                let start =
                    format!("info depth 3 seldepth {} multipv 1 score {score} nodes ", answer["seldepth"]);
                let told =
                    info.strip_prefix(&start).and_then(|rest| rest.split(' ').next()?.parse::<u64>().ok());
                let all = answer["nodes"].as_u64();
                // What a prover tried after the last report is in the answer alone.
                let can_prove =
                    game.tools().solver(1, 1).is_some() || game.tools().threat_solver(1).is_some();
                assert!(
                    told == all || (can_prove && told.is_some() && told < all),
                    "{variant}: {info} {answer}"
                );
                assert!(info.ends_with(&format!(" pv {}", pv.join(" "))), "{variant}: {info} {answer}");
            }
        }
    }
}

#[test]
fn an_answer_does_not_depend_on_what_ran_before() {
    let mut lines = Vec::new();
    for round in 0..8 {
        for (name, rest) in [
            ("d", r#""game":"draughts","nodes":4000"#),
            ("c", r#""game":"connect4","moves":[4],"depth":6"#),
            ("g", r#""game":"gomoku","moves":["h8"],"depth":4,"multipv":3"#),
            ("e", r#""game":"draughts","moves":["32-28","19-23"],"nodes":4000"#),
        ] {
            lines.push(format!("{{\"id\":\"{name}{round}\",{rest}}}"));
        }
    }
    let mut first: HashMap<String, Value> = HashMap::new();
    for positions in ["1", "2"] {
        for answer in answers(&["--positions", positions, "--hash", "4"], &lines) {
            let name = text(&answer, "id")[..1].to_string();
            let answer = timeless(&answer);
            assert_eq!(*first.entry(name).or_insert_with(|| answer.clone()), answer);
        }
    }
    assert_eq!(first.len(), 4);
}

#[test]
fn what_is_to_be_kept_is_found_again_until_it_is_cleared() {
    let query = |id| format!("{{\"id\":{id},\"game\":\"draughts\",\"depth\":8,\"keep\":true}}");
    let mut client = start(&["--positions", "1"]);
    let nodes = |client: &mut Client, id: u32| {
        client.send(&query(id));
        next(client)["nodes"].as_u64().expect("nodes")
    };
    let (first, second) = (nodes(&mut client, 1), nodes(&mut client, 2));
    assert!(second < first, "{first} nodes, then {second}");
    client.send(r#"{"id":"c","action":"clear_hash"}"#);
    assert_eq!(next(&mut client), json!({"id":"c","action":"clear_hash"}));
    assert_eq!(nodes(&mut client, 3), first);
}

#[test]
fn higher_priorities_come_first_and_running_searches_are_left_alone() {
    let mut client = start(&["--positions", "1"]);
    client.send(ENDLESS);
    for (id, priority) in [("a", 0), ("b", 5), ("c", 0), ("d", -1), ("e", 5)] {
        client
            .send(&format!("{{\"id\":\"{id}\",\"game\":\"connect4\",\"nodes\":9,\"priority\":{priority}}}"));
    }
    client.send(r#"{"action":"terminate","terminate":"endless"}"#);
    let mut order: Vec<String> = (0..7).map(|_| next(&mut client)["id"].to_string()).collect();
    // The acknowledgement is written by another thread than the answer.
    order.retain(|id| id != "null");
    assert_eq!(order, ["\"endless\"", "\"b\"", "\"e\"", "\"a\"", "\"c\"", "\"d\""]);
}

#[test]
fn a_search_tells_how_far_it_has_come_and_then_its_end_once() {
    let mut client = start(&["--positions", "1"]);
    client.send(&ENDLESS.replace("\"multipv\"", "\"report_every\":0.001,\"multipv\""));
    let early = next(&mut client);
    assert_eq!(
        (&early["final"], &early["turn"], &early["id"]),
        (&json!(false), &json!(0), &json!("endless"))
    );
    client.send(r#"{"id":"stop","action":"terminate","terminate":"endless"}"#);
    let (mut acknowledged, mut ended) = (0, 0);
    while acknowledged + ended < 2 {
        let answer = next(&mut client);
        if answer["id"] == "stop" {
            assert_eq!(answer["terminated"], 1);
            acknowledged += 1;
        } else if answer["final"] == true {
            assert_eq!(answer["terminated"], true);
            assert!(answer["bestmove"].is_string() && answer["multipv"].as_array().unwrap().len() == 2);
            ended += 1;
        }
    }
    let (rest, status) = client.close();
    assert!(acknowledged == 1 && rest.is_empty() && status.success(), "{rest:?}");
}

#[test]
fn terminating_ends_what_waits_and_what_runs_each_with_a_final_record() {
    let mut client = start(&["--positions", "1"]);
    client.send(ENDLESS);
    client.send(r#"{"id":"w","game":"connect4","depth":4,"moves":[4,4],"turns":[0,2]}"#);
    client.send(r#"{"id":"p","game":"draughts","action":"perft","depth":30}"#);
    client.send(r#"{"id":"l","game":"draughts","action":"legal_moves"}"#);
    client.send(r#"{"id":"t","action":"terminate","terminate":"w"}"#);
    let expected = [
        json!({"id":"t","action":"terminate","terminate":"w","terminated":2}),
        json!({"id":"w","turn":0,"final":true,"terminated":true}),
        json!({"id":"w","turn":2,"final":true,"terminated":true}),
    ];
    for answer in expected {
        assert_eq!(next(&mut client), answer);
    }
    client.send(r#"{"id":"u","action":"terminate_all"}"#);
    let mut rest: Vec<Value> = (0..4).map(|_| next(&mut client)).collect();
    assert!(rest.contains(&json!({"id":"u","action":"terminate_all","terminated":3})));
    assert!(rest.contains(&json!({"id":"p","action":"perft","terminated":true})));
    assert!(rest.contains(&json!({"id":"l","action":"legal_moves","terminated":true})));
    rest.retain(|answer| answer["id"] == "endless");
    assert_eq!((rest.len(), &rest[0]["terminated"]), (1, &json!(true)));
    client.send(r#"{"id":"w","game":"connect4","nodes":5}"#);
    assert_eq!(next(&mut client)["final"], true, "the id is free again");
    client.send(r#"{"id":"p","game":"draughts","action":"perft","depth":40}"#);
    client.send(r#"{"id":"u","action":"terminate_all"}"#);
    let both = [next(&mut client), next(&mut client)];
    assert!(both.contains(&json!({"id":"p","action":"perft","terminated":true})), "{both:?}");
}

#[test]
fn actions_are_obeyed_while_everything_is_busy() {
    let mut client = start(&["--positions", "1"]);
    client.send(ENDLESS);
    let many: Vec<String> =
        (0..9_000).map(|id| format!("{{\"id\":{id},\"game\":\"connect4\",\"nodes\":1}}")).collect();
    client.send(&many.join("\n"));
    client.send(r#"{"id":"v","action":"version"}"#);
    assert_eq!(next(&mut client)["name"], "Quadriga");
    client.send(r#"{"id":"g","action":"games"}"#);
    assert_eq!(next(&mut client)["games"].as_array().unwrap().len(), games::variants().len());
    client.send(r#"{"id":"a","action":"terminate_all"}"#);
    let (mut rest, _) = client.close();
    let acknowledged = rest.iter().position(|line| read(line)["id"] == "a").expect("an acknowledgement");
    assert_eq!(read(&rest.remove(acknowledged))["terminated"], 9_001);
    assert_eq!(rest.len(), 9_001);
}

#[test]
fn the_end_of_input_finishes_the_queue_or_stops_it() {
    let lines: Vec<String> =
        (0..200).map(|id| format!("{{\"id\":{id},\"game\":\"russian\",\"nodes\":200}}")).collect();
    let all = answers(&[], &lines);
    let ids: HashSet<u64> = all.iter().map(|answer| answer["id"].as_u64().unwrap()).collect();
    assert_eq!((all.len(), ids.len()), (200, 200));
    let stopped = answers(&["--quit-at-end"], &[ENDLESS.to_string()]);
    assert_eq!((stopped.len(), &stopped[0]["terminated"]), (1, &json!(true)));
}

#[test]
fn moves_can_be_chosen_and_left_out() {
    let all = answers(
        &["--positions", "1"],
        &[
            r#"{"id":1,"game":"connect4","depth":4,"search_moves":["b",6]}"#.to_string(),
            r#"{"id":2,"game":"connect4","depth":4,"multipv":9,"avoid":["P@d1","1"]}"#.to_string(),
            r#"{"id":3,"game":"connect4","depth":4,"search_moves":[2],"avoid":["b1"]}"#.to_string(),
            r#"{"id":4,"game":"connect4","depth":4,"avoid":[8]}"#.to_string(),
        ],
    );
    assert!(["2", "6"].contains(&text(&all[0], "bestmove")));
    let shown: Vec<&str> =
        all[1]["multipv"].as_array().unwrap().iter().map(|line| text(line, "move")).collect();
    let shown: HashSet<&str> = shown.into_iter().collect();
    assert_eq!(shown, HashSet::from(["2", "3", "5", "6", "7"]));
    assert_eq!(all[2], json!({"error":"field 'avoid' leaves no move to search","field":"avoid","id":3}));
    assert_eq!((&all[3]["field"], &all[3]["id"]), (&json!("avoid"), &json!(4)));
}

#[test]
fn a_bad_line_is_refused_and_disturbs_nothing_else() {
    let deep = format!("{{\"id\":\"deep\",\"options\":{}", "[".repeat(100_000));
    let bad: Vec<(Vec<u8>, &str, &str)> = vec![
        (b"xyzzy".to_vec(), "", ""),
        (b"[]".to_vec(), "", ""),
        (b"{\"id\":\"\xff\",\"game\":\"connect4\",\"depth\":1}".to_vec(), "", ""),
        (b"{\"id\":\"\0\"}".to_vec(), "", ""),
        (deep.into_bytes(), "", ""),
        (br#"{"id":"n","game":"connect4","depth":1e999}"#.to_vec(), "", ""),
        ([b"{\"id\":\"".as_slice(), &vec![b'x'; 10 << 20], b"\"}"].concat(), "", ""),
        (br#"{"id":"x","game":"connect4","depth":1,"depth":2}"#.to_vec(), "depth", "\"x\""),
        (br#"{"id":"x","game":"connect4","depth":99999999999999999999}"#.to_vec(), "depth", "\"x\""),
        (br#"{"id":"x","game":"chess","depth":1}"#.to_vec(), "game", "\"x\""),
        (br#"{"id":"x","depth":1}"#.to_vec(), "game", "\"x\""),
        (br#"{"id":"x","game":"renju","fen":"8/8","depth":1}"#.to_vec(), "fen", "\"x\""),
        (
            br#"{"id":"x","game":"renju","moves":["h8","h8"],"turns":[0,1,2],"depth":1}"#.to_vec(),
            "moves",
            "\"x\"",
        ),
        (br#"{"id":5,"game":"renju","options":{"BoardSize":"big"},"depth":1}"#.to_vec(), "options", "5"),
    ];
    let mut client = start(&["--positions", "1"]);
    for (number, (line, field, id)) in bad.iter().enumerate() {
        client.send_bytes(line);
        client.send("");
        let answer = next(&mut client);
        assert!(answer["error"].is_string(), "{answer}");
        assert_eq!(answer["field"].as_str().unwrap_or_default(), *field, "{answer}");
        assert_eq!(answer.get("id").map(Value::to_string).unwrap_or_default(), *id, "{answer}");
        client.send(&format!("{{\"id\":{number},\"game\":\"connect4\",\"nodes\":9}}"));
        let answer = next(&mut client);
        assert_eq!((&answer["id"], &answer["final"]), (&json!(number), &json!(true)));
    }
    client.send(ENDLESS);
    client.send(ENDLESS);
    assert_eq!(next(&mut client)["field"], "id", "it is taken");
}

#[test]
fn what_is_changed_or_ignored_is_warned_of_and_the_query_goes_on() {
    let line = r#"{"id":"w","game":"chinesecheckers","options":{"Players":9,"Hash":4096},"depth":0,"nodes":9,"deep":1}"#;
    let all = answers(&["--positions", "1", "--hash", "8"], &[line.to_string()]);
    let warnings: Vec<&str> = all[..4].iter().map(|answer| text(answer, "warning")).collect();
    assert_eq!(
        warnings,
        [
            "field 'depth': 0 is out of range, 1 is used",
            "field 'deep' is unknown and ignored",
            "option 'Hash' set to 8, not 4096",
            "option 'Players' set to 6, not 9",
        ]
    );
    assert_eq!((&all[4]["final"], all.len()), (&json!(true), 5));
}

#[test]
fn a_first_line_with_a_brace_starts_analysis_with_the_game_of_the_command_line() {
    assert_eq!(Protocol::of_first_line("\u{feff} {\"id\":1}"), Protocol::Json);
    let mut client = Client::start(&["--game", "chinesecheckers", "--option", "Players=3", "--hash", "4"]);
    client.send("\n# a remark\n{\"id\":1,\"depth\":2,\"moves\":[\"d10-e11\",\"m5-k7\"]}");
    let answer = next(&mut client);
    assert_eq!((text(&answer, "game"), &answer["player"]), ("chinesecheckers", &json!(3)));
    client.send(r#"{"id":2,"depth":2,"game":"connect4"}"#);
    assert_eq!(text(&next(&mut client), "game"), "connect4");
    let (rest, status) = client.close();
    assert!(rest.is_empty() && status.success());
}

#[test]
fn the_session_in_the_document_is_true() {
    let document = include_str!("../../protocol.md");
    let (_, session) = document.split_once("```json\n").expect("a session");
    let (session, _) = session.split_once("```").expect("its end");
    let (asked, told): (Vec<&str>, Vec<&str>) = session.lines().partition(|line| line.starts_with("> "));
    let lines: Vec<String> = asked.iter().map(|line| line[2..].to_string()).collect();
    let all: Vec<Value> = answers(&["--positions", "1"], &lines).iter().map(timeless).collect();
    assert_eq!(all.len(), told.len());
    for line in told {
        assert!(all.contains(&timeless(&read(line))), "{line} is not in {all:#?}");
    }
}

#[test]
fn who_does_not_listen_is_no_reason_to_go_on() {
    let mut child = deaf_reader(&["analyze", "--positions", "2"]);
    let mut pipe = child.stdin.take().expect("a pipe");
    writeln!(pipe, "{ENDLESS}\n{{\"action\":\"version\"}}").expect("it reads");
    assert!(wait(&mut child).success());
}

#[test]
fn fifty_thousand_queries_leave_memory_flat() {
    const QUERIES: u64 = 50_000;
    const SETTLED: u64 = 15_000;
    let mut client = start(&["--positions", "2", "--hash", "2"]);
    let mut answered = vec![false; QUERIES as usize];
    let (mut sent, mut settled) = (0, None);
    for received in 0..QUERIES {
        // Some are always on their way, and the queue is never empty.
        while sent < QUERIES && sent < received + 500 {
            let batch: Vec<String> = (sent..sent + 100)
                .map(|id| {
                    format!(
                        "{{\"id\":{id},\"game\":\"connect4\",\"moves\":[{},{}],\"nodes\":1}}",
                        id % 7 + 1,
                        id / 7 % 7 + 1
                    )
                })
                .collect();
            client.send(&batch.join("\n"));
            sent += 100;
        }
        let id = next(&mut client)["id"].as_u64().expect("an id") as usize;
        assert!(!std::mem::replace(&mut answered[id], true), "query {id} is answered twice");
        client.forget();
        if received == SETTLED {
            settled = client.memory_kib();
        }
    }
    if let (Some(before), Some(after)) = (settled, client.memory_kib()) {
        assert!(after <= before + 1024, "{before} KiB have become {after}");
    }
    assert!(answered.into_iter().all(|answered| answered));
}

/// Good lines to be mutated.
const GOOD: [&str; 9] = [
    r#"{"id":"a","game":"draughts","fen":"W:W31-50:B1-20","moves":["32-28"],"options":{"Hash":1},"nodes":20,"multipv":3}"#,
    r#"{"id":"b","game":"connect4","moves":[4,4],"turns":[0,1,2],"nodes":20,"report_every":0.5,"priority":3}"#,
    r#"{"id":"c","game":"chinesecheckers","options":{"Players":3},"nodes":20,"movetime":5,"search_moves":["d10-e11"]}"#,
    r#"{"id":"d","action":"perft","game":"gomoku","depth":1}"#,
    r#"{"id":"e","action":"terminate","terminate":"a"}"#,
    r#"{"id":"f","action":"legal_moves","game":"renju","moves":["h8"],"paths":true}"#,
    r#"{"id":"g","action":"board","game":"connect4","moves":[4,4],"turns":"all","threats":true}"#,
    r#"{"id":"h","action":"play","game":"draughts","level":2,"seed":5,"nodes":20,"paths":true}"#,
    r#"{"id":"i","game":"draughts","infinite":true,"report_every":0.5}"#,
];

/// Is every answer one that a client can read, and the last query answered?
fn check(script: Vec<u8>) {
    let mark = b"\n{\"id\":\"mark\",\"game\":\"connect4\",\"nodes\":1,\"priority\":-9}\n";
    let all = converse([&script, mark.as_slice()].concat());
    let marks = all.iter().filter(|answer| answer["id"] == "mark" && answer["final"] == true).count();
    assert_eq!(marks, 1);
    for answer in &all {
        let kinds = ["error", "warning", "final", "action"];
        assert_eq!(kinds.iter().filter(|kind| answer.get(**kind).is_some()).count(), 1, "{answer}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_answered(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(bytes);
    }

    #[test]
    fn mutated_lines_are_answered(
        changes in prop::collection::vec((0..GOOD.len(), any::<prop::sample::Index>(), 0..4u8, 32..127u8), 1..12),
    ) {
        let mut script = Vec::new();
        for (line, at, how, byte) in changes {
            let mut bytes = GOOD[line].as_bytes().to_vec();
            let at = at.index(bytes.len());
            // A digit more may make a search longer than a test should be.
            let byte = if byte.is_ascii_digit() { b'?' } else { byte };
            match how {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                2 => bytes.truncate(at),
                _ => {
                    bytes.remove(at);
                }
            }
            script.extend(bytes);
            script.push(b'\n');
        }
        check(script);
    }
}

/// The analysis on the thread of this test, and what it writes.
fn unthreaded() -> (Unthreaded, Memory) {
    let memory = Memory::default();
    let setup = Setup {
        catalogue: Catalogue::GAMES,
        game: Some(("connect4".to_string(), Vec::new())),
        positions: None,
        threads: 1,
        hash_mib: Some(1),
        database: None,
        quit_at_end: true,
    };
    (Unthreaded::new(&setup, Output::new(memory.clone()).0), memory)
}

fn records(memory: &Memory) -> Vec<Value> {
    memory.take().lines().map(read).collect()
}

#[test]
fn without_threads_a_line_is_answered_before_the_next_one() {
    let (mut analysis, memory) = unthreaded();
    analysis.answer(r#"{"id":"a","moves":["4","4"],"turns":"all","depth":4}"#.to_string());
    let turns: Vec<u64> = records(&memory).iter().filter_map(|record| record["turn"].as_u64()).collect();
    assert_eq!(turns, [0, 1, 2]);
    analysis.answer(r#"{"id":"a","action":"play","depth":2}"#.to_string());
    assert!(records(&memory)[0]["move"].is_string());
}

#[test]
fn without_threads_a_line_that_is_refused_leaves_the_next_one_alone() {
    let (mut analysis, memory) = unthreaded();
    analysis.answer("nonsense".to_string());
    analysis.answer(r#"{"id":"a","moves":["9"],"turns":"all","depth":2}"#.to_string());
    let errors = records(&memory);
    assert!(errors.len() == 2 && errors.iter().all(|record| record["error"].is_string()), "{errors:?}");
    analysis.answer(r#"{"id":"a","depth":1}"#.to_string());
    assert_eq!(records(&memory)[0]["id"], "a");
}
