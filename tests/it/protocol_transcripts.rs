//! What users of the protocol count on, each through real pipes with the built program.

use std::io::Write as _;

use crate::common::client::{Client, deaf_reader, wait, without_hand};
use quadriga::games;

/// Columns after which the player to move wins in the fourth column.
const WIN_IN_ONE: &str = "position startpos moves 4 3 4 3 4 3";
/// Player 1 has made four in a row.
const DECIDED: &str = "position startpos moves 1 1 2 2 3 3 4";

fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

/// The word after `name` in an `info` line.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|word| *word == name)?;
    words.next()
}

// Handshake

#[test]
fn uci_is_answered_by_name_author_options_and_uciok() {
    let mut client = Client::start(&[]);
    client.send("uci");
    let lines = client.until("uciok");
    assert!(lines[0].starts_with("id name Quadriga"), "nothing is said unasked, and the name comes first");
    assert!(lines[1].starts_with("id author"));
    for name in [
        "UCI_Variant type combo default connect4 ",
        "UCI_ShowWDL type check default false",
        "Ponder type check",
        "Threads type spin default 1 min 1 ",
        "Hash type spin",
        "Clear Hash type button",
        "MultiPV type spin default 1 ",
        "Move Overhead type spin",
        "Skill Level type spin default 20 min 0 max 20",
        "UCI_LimitStrength type check default false",
        "UCI_Elo type spin",
        "UCI_AnalyseMode type check",
        "Solver type check default true",
        "Seed type spin",
    ] {
        let start = format!("option name {name}");
        assert_eq!(count(&lines, &start), 1, "{start}");
    }
    let variants = lines.iter().find(|line| line.contains("UCI_Variant")).unwrap();
    for name in games::variants() {
        assert!(format!("{variants} ").contains(&format!(" var {name} ")), "{name}");
    }
}

#[test]
fn ugi_is_a_synonym_that_never_says_the_ponder_word() {
    let mut client = Client::start(&[]);
    client.send("ugi");
    assert_eq!(count(&client.until("ugiok"), "id name"), 1);
    client.send("uginewgame\nposition startpos moves 4");
    let best = client.ask("go depth 6", "bestmove");
    assert_eq!(best.split(' ').count(), 2, "{best}");
    client.ask("uci", "uciok");
    let best = client.ask("go depth 6", "bestmove");
    assert_eq!(best.split(' ').nth(2), Some("ponder"), "{best}");
}

#[test]
fn every_variant_opens_by_its_name_and_finds_a_legal_move() {
    let mut client = Client::start(&["--hash", "1"]);
    for name in games::variants() {
        client.send(&format!("setoption name UCI_Variant value {}", name.to_uppercase()));
        let best = client.ask("go nodes 200", "bestmove");
        let mv = best.split(' ').nth(1).unwrap();
        assert_eq!(client.query(&format!("islegal {mv}")), "true", "{name}: {best}");
        assert!(client.query("moves").split(' ').any(|legal| legal == mv), "{name}: {best}");
        assert_eq!(client.query("gameover"), "false", "{name}");
    }
}

#[test]
fn an_unknown_variant_is_refused_with_the_list_and_the_game_stays() {
    let mut client = Client::start(&[]);
    client.send("position startpos moves 4\nsetoption name UCI_Variant value go");
    let lines = client.sync();
    assert_eq!(lines.len(), 1);
    assert!(lines[0].contains("'go'") && lines[0].contains("connect4, cfour"), "{}", lines[0]);
    assert_eq!(client.query("moves"), "1 2 3 4 5 6 7");
    assert_eq!(client.query("p1turn"), "false");
}

#[test]
fn options_set_before_a_change_of_game_hold_after_it() {
    let mut client = Client::start(&[]);
    client.send("setoption name MultiPV value 3\nsetoption name UCI_Variant value connect4-8x8\ngo depth 4");
    let lines = client.until("bestmove");
    for rank in ["1", "2", "3"] {
        assert!(lines.iter().any(|line| field(line, "multipv") == Some(rank)), "line {rank}");
    }
}

#[test]
fn numbers_of_the_search_are_options_for_tuners_only() {
    let mut client = Client::start(&[]);
    client.send("uci");
    assert_eq!(count(&client.until("uciok"), "option name lmr_depth"), 0);
    client.send("setoption name lmr_depth value 4");
    assert!(client.sync()[0].contains("'lmr_depth'"));
    let mut client = Client::start(&["--tune"]);
    client.send("uci");
    assert_eq!(count(&client.until("uciok"), "option name lmr_depth type spin"), 1);
    client.send("setoption name lmr_depth value 4");
    assert!(client.sync().is_empty());
}

// Searching

#[test]
fn isready_is_answered_during_a_search() {
    let mut client = Client::start(&[]);
    client.send("go infinite\nisready");
    assert_eq!(count(&client.until("readyok"), "bestmove"), 0);
    client.ask("stop", "bestmove");
}

#[test]
fn stop_gives_exactly_one_bestmove() {
    let mut client = Client::start(&[]);
    for _ in 0..20 {
        client.send("go infinite\nstop\nstop\nisready");
        let mut lines = client.until("readyok");
        if count(&lines, "bestmove") == 0 {
            lines.extend(client.until("bestmove"));
        }
        lines.extend(client.sync());
        assert_eq!(count(&lines, "bestmove"), 1);
    }
    client.send("stop");
    assert!(client.sync().is_empty(), "stop without a search is ignored");
}

#[test]
fn a_search_without_limits_does_not_end_before_it_is_told_to_even_when_all_is_known() {
    for go in ["go infinite", "go infinite depth 1", "go", "go ponder depth 1", "go ponder wtime 1 btime 1"] {
        let mut client = Client::start(&[]);
        client.send(&format!("{WIN_IN_ONE}\n{go}"));
        client.until("info depth 1 ");
        for _ in 0..20 {
            assert_eq!(count(&client.sync(), "bestmove"), 0, "{go}");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        assert!(client.ask("stop", "bestmove").starts_with("bestmove 4"), "{go}");
    }
}

#[test]
fn ponderhit_lets_a_pondering_search_end_by_its_limits() {
    for limit in ["depth 4", "wtime 50 btime 50", "movetime 5"] {
        let mut client = Client::start(&[]);
        client.send(&format!("position startpos moves 4 4\ngo ponder {limit}"));
        client.until("info depth 3 ");
        assert_eq!(count(&client.sync(), "bestmove"), 0, "{limit}");
        client.ask("ponderhit", "bestmove");
        client.send("stop");
        assert_eq!(count(&client.sync(), "bestmove"), 0, "{limit}");
    }
}

#[test]
fn ponderhit_without_limits_goes_on_until_stop() {
    let mut client = Client::start(&[]);
    client.send("go ponder\nponderhit");
    assert_eq!(count(&client.sync(), "bestmove"), 0);
    client.ask("stop", "bestmove");
}

#[test]
fn a_second_go_behind_a_finite_search_waits_for_it() {
    let mut client = Client::start(&[]);
    client.send("go movetime 200\nposition startpos moves 4\nquery p1turn\ngo depth 2\nisready");
    let ready = client.until("readyok");
    assert_eq!(
        count(&ready, "bestmove") + count(&ready, "response"),
        0,
        "isready does not wait, the others do"
    );
    client.until("bestmove");
    assert_eq!(client.line(), "response false");
    client.until("bestmove");
    assert!(client.sync().is_empty());
}

#[test]
fn stop_ends_the_searches_that_wait_as_well() {
    for script in [
        "go movetime 100000\ngo movetime 100000\ngo depth 200\nstop",
        "go movetime 100000\nposition startpos moves 4\ngo infinite\nstop",
        "go infinite\nstop\ngo infinite\nstop\ngo infinite\nstop",
        "go movetime 100000\ngo ponder\nstop\nponderhit",
    ] {
        let mut client = Client::start(&[]);
        client.send(script);
        for _ in 0..script.matches("go ").count() {
            client.until("bestmove");
        }
        assert_eq!(count(&client.sync(), "bestmove"), 0, "{script}");
        client.ask("go depth 2", "bestmove");
    }
}

#[test]
fn ponderhit_finds_its_search_even_if_that_waits() {
    let mut client = Client::start(&[]);
    client.send("go movetime 50\ngo ponder depth 3\nponderhit");
    client.until("bestmove");
    client.until("bestmove");
    assert!(client.sync().is_empty());
}

#[test]
fn a_second_go_behind_an_endless_search_is_refused() {
    let mut client = Client::start(&[]);
    client.send(
        "go infinite\ngo depth 3\nsetoption name Hash value 2\nposition startpos moves 4\nquery fen\nd",
    );
    let lines = client.sync();
    for word in ["'go'", "'setoption'", "'position'", "'query'", "'d'"] {
        let errors = lines.iter().filter(|l| l.starts_with("info string error: ") && l.contains(word));
        assert_eq!(errors.filter(|l| l.contains("send stop")).count(), 1, "{word}");
    }
    client.ask("stop", "bestmove");
    assert!(client.sync().is_empty());
    assert_eq!(client.query("p1turn"), "true", "the position was not changed");
}

#[test]
fn help_and_debug_are_obeyed_during_a_search() {
    let mut client = Client::start(&[]);
    client.send("go infinite\nhelp\ndebug on");
    assert!(client.sync().iter().any(|line| line.starts_with("position startpos|fen F")));
    client.send("stop");
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.starts_with("info string debug: searched")), "{lines:?}");
}

#[test]
fn no_legal_move_gives_bestmove_none() {
    let mut client = Client::start(&[]);
    client.send(&format!("{DECIDED}\ngo depth 5"));
    assert_eq!(
        client.until("bestmove"),
        ["info depth 0 score mate 0", "info string game over: p1win, four in a line", "bestmove (none)"]
    );
    client.send("go infinite");
    assert_eq!(count(&client.sync(), "bestmove"), 0);
    assert_eq!(client.ask("stop", "bestmove"), "bestmove (none)");
}

#[test]
fn mates_are_told_in_moves_of_the_player_to_move() {
    let mut client = Client::start(&[]);
    client.send(&format!("{WIN_IN_ONE}\ngo depth 4"));
    let lines = client.until("bestmove");
    let last = &lines[lines.len() - 3];
    assert!(last.contains(" score mate 1 ") && last.ends_with(" pv 4"), "{last}");
    assert_eq!(lines[lines.len() - 2], "info string proved win");
    // Two open ends of three in a row: the player to move stops one of them and loses to the other.
    client.send("position startpos moves 3 3 4 4 5\ngo depth 6");
    let lines = client.until("bestmove");
    assert!(lines[lines.len() - 3].contains(" score mate -1 "), "{lines:?}");
    assert_eq!(lines[lines.len() - 2], "info string proved loss");
}

#[test]
fn mate_search_ends_when_the_mate_is_found() {
    let mut client = Client::start(&[]);
    client.send(&format!("{WIN_IN_ONE}\ngo mate 1"));
    assert!(client.until("bestmove").pop().unwrap().starts_with("bestmove 4"));
}

#[test]
fn search_moves_restricts_the_choice() {
    let mut client = Client::start(&[]);
    client.send(WIN_IN_ONE);
    let best = client.ask("go searchmoves 1 7 depth 4", "bestmove");
    assert!(["1", "7"].contains(&best.split(' ').nth(1).unwrap()), "{best}");
    let refusal = client.ask("go depth 4 searchmoves 1 9", "info string error");
    assert!(refusal.contains("'9'"), "{refusal}");
    assert!(client.sync().is_empty(), "a refused go has no bestmove");
}

#[test]
fn even_the_shortest_search_reports_a_score() {
    for variant in ["connect4", "renju", "draughts", "chinesecheckers"] {
        let mut client = Client::playing(variant);
        for go in ["go nodes 1", "go movetime 1", "go infinite\nstop"] {
            client.send(go);
            let lines = client.until("bestmove");
            assert!(lines.iter().any(|line| field(line, "score").is_some()), "{variant} {go}: {lines:?}");
        }
    }
}

#[test]
fn node_limits_hold_with_one_thread() {
    let mut client = Client::start(&[]);
    client.send("setoption name Solver value false\ndebug on\ngo nodes 5000");
    let lines = client.until("bestmove");
    let told = lines.iter().find_map(|line| line.strip_prefix("info string debug: searched ")).unwrap();
    let nodes: u64 = told.split(' ').next().unwrap().parse().unwrap();
    assert!((5000..=5001).contains(&nodes), "the node in which the limit is noticed may count: {nodes}");
}

#[test]
fn short_and_negative_clocks_still_give_a_move() {
    let mut client = Client::start(&[]);
    for go in [
        "go movetime 1",
        "go wtime 0 btime 0",
        "go wtime -500 btime -500 winc 0 binc 0",
        "go btime 20",
        "go wtime 20 btime 20 movestogo 1",
        "go p1time 30 p2time 30 p1inc 1 p2inc 1",
        "go winc 5 binc 5",
    ] {
        client.ask(go, "bestmove");
    }
}

#[test]
fn info_lines_carry_the_usual_fields() {
    let mut client = Client::start(&[]);
    let search = |client: &mut Client| {
        client.send("go depth 8");
        let lines = client.until("bestmove");
        lines.into_iter().rfind(|line| line.contains(" pv ")).expect("a line with a variation")
    };
    let last = &search(&mut client);
    for name in ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "tbhits", "time", "pv"]
    {
        assert!(field(last, name).is_some(), "{name} in {last}");
    }
    assert!(field(last, "wdl").is_none());
    client.send("setoption name UCI_ShowWDL value true");
    let last = search(&mut client);
    let words: Vec<&str> = last.split(' ').collect();
    let at = words.iter().position(|word| *word == "wdl").expect("wdl");
    let wdl: Vec<u32> = words[at + 1..at + 4].iter().map(|word| word.parse().unwrap()).collect();
    assert_eq!(wdl.iter().sum::<u32>(), 1000);
}

#[test]
fn several_threads_search_and_stop_together() {
    let mut client = Client::start(&["--threads", "3"]);
    client.ask("go depth 6", "bestmove");
    // A proof would end the reports.
    client.send("setoption name Solver value false\ngo infinite");
    client.until("info depth 5 ");
    client.ask("stop", "bestmove");
    client.ask("go depth 6", "bestmove");
}

// The end

#[test]
fn quit_and_end_of_input_end_a_search() {
    for go in ["go infinite", "go depth 200", "go ponder", "go perft 60", "go movetime 100000000"] {
        let mut client = Client::start(&[]);
        client.send(&format!("{go}\nisready"));
        client.until("readyok");
        let (lines, status) = client.quit();
        assert!(status.success(), "{go}");
        assert!(count(&lines, "bestmove") <= 1);
        let mut client = Client::start(&[]);
        client.send(&format!("{go}\nisready"));
        client.until("readyok");
        assert!(client.close().1.success(), "{go}");
    }
}

#[test]
fn what_waits_is_dropped_at_the_end_of_input() {
    let mut client = Client::start(&[]);
    client.send("go movetime 100000\nd\ngo movetime 100000");
    let (lines, status) = client.close();
    assert!(status.success());
    assert_eq!(count(&lines, "Fen:"), 0);
}

#[test]
fn finish_completes_what_was_asked_for() {
    let mut client = Client::start(&["--finish"]);
    // A proof would end the search before its depth.
    client.send("setoption name Solver value false");
    client.send(
        "position startpos moves 4\ngo depth 9\ngo perft 2\nposition startpos\ngo depth 7\nquery p1turn",
    );
    let (lines, status) = client.close();
    assert!(status.success());
    assert_eq!(count(&lines, "bestmove"), 2);
    assert!(count(&lines, "info depth 9 ") > 0, "the first search was not cut short");
    assert!(lines.iter().any(|line| line == "Nodes searched: 49"));
    assert_eq!(lines.last().unwrap(), "response true");
}

#[test]
fn finish_stops_a_search_that_would_never_end() {
    for go in ["go infinite", "go ponder wtime 100000 btime 100000", "go movetime 30\ngo infinite"] {
        let mut client = Client::start(&["--finish"]);
        client.send(go);
        let (lines, status) = client.close();
        assert!(status.success(), "{go}");
        assert_eq!(count(&lines, "bestmove"), go.lines().count(), "{go}");
    }
}

#[test]
fn a_closed_output_ends_the_program_quietly() {
    for script in ["d\n", "go infinite\n", "isready\nisready\nuci\n"] {
        let mut child = deaf_reader(&[]);
        let mut input = child.stdin.take().unwrap();
        // The engine may be gone before all is written.
        let _ = input.write_all(script.as_bytes());
        let status = wait(&mut child);
        assert!(status.success(), "{script:?}: {status}");
        let mut complaint = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().unwrap(), &mut complaint).unwrap();
        assert_eq!(complaint, "", "{script:?}");
    }
}

// Questions

#[test]
fn queries_are_answered_by_one_line_each() {
    let mut client = Client::start(&[]);
    assert_eq!(client.query("gameover"), "false");
    assert_eq!(client.query("p1turn"), "true");
    assert_eq!(client.query("result"), "none");
    assert_eq!(client.query("moves"), "1 2 3 4 5 6 7");
    for (mv, legal) in
        [("4", "true"), ("d", "true"), ("P@d1", "true"), ("P@d2", "false"), ("8", "false"), ("x", "false")]
    {
        assert_eq!(client.query(&format!("islegal {mv}")), legal, "{mv}");
    }
    client.send("position startpos moves 4 4");
    let fen = client.query("fen");
    client.send(&format!("position startpos\nposition fen {fen}"));
    assert_eq!(client.query("fen"), fen);
    client.send(DECIDED);
    assert_eq!(client.query("gameover"), "true");
    assert_eq!(client.query("result"), "p1win");
    assert_eq!(client.query("p1turn"), "false");
    assert_eq!(client.query("moves"), "");
    assert_eq!(client.query("islegal 5"), "false");
    client.send("query p1turn");
    assert_eq!(client.sync().len(), 1);
}

#[test]
fn a_full_board_is_a_draw() {
    let mut client = Client::playing("connect4-4x4");
    client.send("position startpos moves 1 2 1 2 2 1 2 1 3 4 3 4 4 3 4 3");
    assert_eq!(client.query("result"), "draw");
    assert_eq!(client.ask("go depth 3", "bestmove"), "bestmove (none)");
}

#[test]
fn d_shows_diagram_fen_key_and_turn() {
    let mut client = Client::start(&[]);
    client.send("position startpos moves 4\nd");
    let lines = client.until("State:");
    let key = lines.iter().find_map(|line| line.strip_prefix("Key: ")).unwrap();
    assert!(key.len() == 16 && key.bytes().all(|b| b.is_ascii_hexdigit()), "{key}");
    let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: ")).unwrap().to_string();
    assert_eq!(lines.last().unwrap(), "State: p2 to move");
    assert_eq!(client.query("fen"), fen);
    client.send(DECIDED);
    assert_eq!(client.ask("d", "State:"), "State: p1win, four in a line");
}

#[test]
fn eval_explains_in_several_lines() {
    let mut client = Client::start(&[]);
    client.send("position startpos moves 4 4 3\neval");
    assert!(client.sync().len() > 1);
}

#[test]
fn perft_divides_by_move() {
    let mut client = Client::start(&[]);
    for command in ["go perft 3", "perft 3"] {
        client.send(command);
        let lines = client.until("Nodes searched:");
        assert_eq!(lines.last().unwrap(), "Nodes searched: 343");
        assert_eq!(lines.iter().filter(|line| line.ends_with(": 49")).count(), 7);
    }
    client.send("go perft 0");
    assert_eq!(client.until("Nodes").pop().unwrap(), "Nodes searched: 1");
}

#[test]
fn counts_can_be_stopped() {
    let mut client = Client::start(&[]);
    for command in ["go perft 60", "bench"] {
        client.send(&format!("{command}\nisready\nstop"));
        client.until("readyok");
        assert_eq!(client.line(), "info string note: stopped before the count was complete");
    }
    client.ask("go depth 4", "bestmove");
}

// Styles

#[test]
fn cfour_writes_drops() {
    let mut client = Client::playing("cfour");
    assert_eq!(client.query("moves"), "P@a1 P@b1 P@c1 P@d1 P@e1 P@f1 P@g1");
    client.send("position startpos moves P@d1 P@c1 P@d2 P@c2 P@d3 P@c3\ngo depth 3");
    assert_eq!(client.until("bestmove").pop().unwrap(), "bestmove P@d4");
}

#[test]
fn gomoku_is_a_game_of_drops_for_clients_that_say_uci() {
    let mut client = Client::playing("gomoku");
    assert_eq!(client.query("islegal P@h8"), "true");
    assert_eq!(client.ask("go nodes 100", "bestmove").split(' ').nth(1), Some("h8"));
    client.ask("uci", "uciok");
    client.send("setoption name UCI_Variant value gomoku\nposition startpos");
    assert_eq!(client.ask("go nodes 100", "bestmove").split(' ').nth(1), Some("P@h8"));
    client.send("position startpos moves h8");
    assert!(!client.ask("go nodes 100", "bestmove").contains('@'));
    client.send("position startpos moves P@h8");
    assert!(client.ask("go nodes 100", "bestmove").starts_with("bestmove P@"));
}

#[test]
fn every_way_of_writing_a_move_is_read() {
    for (variant, ways) in [
        ("connect4", &["4", "d", "d1", "P@d1"][..]),
        ("gomoku", &["h8", "7,7", "P@h8", "H8"]),
        ("draughts", &["32-28"]),
        ("chinesecheckers", &["d10-e11"]),
    ] {
        let mut client = Client::playing(variant);
        let mut seen = Vec::new();
        for way in ways {
            client.send(&format!("position startpos moves {way}"));
            assert_eq!(client.sync(), Vec::<String>::new(), "{variant} {way}");
            seen.push(without_hand(&client.query("fen")));
        }
        seen.dedup();
        assert_eq!(seen.len(), 1, "{variant}: all are one move");
    }
}

#[test]
fn moves_are_answered_in_the_style_they_come_in() {
    let mut client = Client::start(&[]);
    client.send("position startpos moves P@d1");
    assert_eq!(client.query("moves").split(' ').next(), Some("P@a1"));
    client.send("position startpos moves 4");
    assert_eq!(client.query("moves").split(' ').next(), Some("1"));
}

// Documents

/// The sessions of a document: arguments of the program, and lines.
fn sessions(document: &str) -> Vec<(Vec<&str>, Vec<&str>)> {
    let mut found = Vec::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        if let Some(arguments) = line.strip_prefix("```quadriga") {
            found.push((arguments.split_ascii_whitespace().collect(), Vec::new()));
            let (_, session) = found.last_mut().expect("just pushed");
            session.extend(lines.by_ref().take_while(|line| *line != "```"));
        }
    }
    found
}

#[test]
fn the_sessions_in_the_documents_are_true() {
    for document in [include_str!("../../protocol.md"), include_str!("../../README.md")] {
        let sessions = sessions(document);
        assert!(sessions.len() >= 4);
        for (arguments, session) in sessions {
            let mut client = Client::start(&[&arguments[..], &["--finish"]].concat());
            let (asked, told): (Vec<&str>, Vec<&str>) =
                session.iter().partition(|line| line.starts_with("> "));
            for line in asked {
                client.send(&line[2..]);
            }
            let (printed, status) = client.close();
            assert!(status.success());
            // What a search finds may change with the engine; that it ends, and everything else, may not.
            let same = |told: &str, printed: &str| match told.split(' ').next() {
                Some(word @ ("bestmove" | "done")) => printed.split(' ').next() == Some(word),
                _ => printed == told,
            };
            let mut rest = printed.iter();
            for line in told.into_iter().filter(|line| *line != "..." && !line.starts_with("info depth")) {
                assert!(
                    rest.any(|printed| same(line, printed)),
                    "{arguments:?}: no '{line}' in {printed:#?}"
                );
            }
            let errors = |lines: &[&str]| lines.iter().filter(|line| line.contains("error")).count();
            let printed: Vec<&str> = printed.iter().map(String::as_str).collect();
            assert_eq!(errors(&printed), errors(&session), "{arguments:?}: {printed:#?}");
        }
    }
}

#[test]
fn the_best_move_is_the_first_of_the_line_printed_last_wherever_a_search_is_stopped() {
    for (variant, threads) in
        [("cfour", 1), ("gomoku", 1), ("draughts", 1), ("chinesecheckers", 1), ("connect4", 2)]
    {
        let mut client =
            Client::start(&["--game", variant, "--hash", "1", "--threads", &threads.to_string()]);
        for nodes in (1..60).map(|n| n * n * 7) {
            client.send(&format!("position startpos\ngo nodes {nodes}"));
            let lines = client.until("bestmove");
            let (best, infos) = lines.split_last().unwrap();
            let told = infos.iter().rev().find_map(|line| field(line, "pv")).expect("a line");
            assert_eq!(field(best, "bestmove"), Some(told), "{variant}, {nodes} nodes: {infos:#?}");
        }
    }
}

#[test]
fn gomoku_has_stones_in_hand_for_front_ends_of_drops_only() {
    let mut client = Client::start(&[]);
    client.send("setoption name UCI_Variant value gomoku\nuci\nposition startpos moves P@h8");
    let fen = client.query("fen");
    let hand = format!("[{}{}] b - - 0 1", "P".repeat(112), "p".repeat(112));
    assert!(fen.ends_with(&hand), "{fen}");
    client.send(&format!("position fen {fen} moves P@a1"));
    assert_eq!(client.query("islegal P@a1"), "false");
    client.send("position startpos moves h8");
    assert_eq!(client.query("fen"), "15/15/15/15/15/15/15/7P7/15/15/15/15/15/15/15 b - - 0 1");
}

// Bad input

#[test]
fn bad_lines_are_refused_by_name_and_change_nothing() {
    let mut client = Client::start(&[]);
    client.send("position startpos moves 4 4");
    let fen = client.query("fen");
    for (line, word) in [
        ("xyzzy", "'xyzzy'"),
        ("position", "startpos or fen"),
        ("position foo", "'foo'"),
        ("position startpos 4", "'4'"),
        ("position startpos moves 4 9", "'9'"),
        ("position startpos moves 4 4 4 4 4 4 4", "4"),
        ("position fen", "position string"),
        ("position fen rubbish", "rubbish"),
        ("position fen rubbish moves 4", "rubbish"),
        ("go depth", "depth"),
        ("go depth five", "'five'"),
        ("go movetime 1.5", "'1.5'"),
        ("go fast", "'fast'"),
        ("go searchmoves depth 1", "'depth'"),
        ("go perft x", "'x'"),
        ("go depth 3 perft 3", "'perft'"),
        ("setoption", "name"),
        ("setoption Hash 5", "'Hash'"),
        ("setoption name Hash", "Hash"),
        ("setoption name Hash value many", "'many'"),
        ("setoption name Nonsense value 5", "'Nonsense'"),
        ("setoption name UCI_ShowWDL value maybe", "'maybe'"),
        ("setoption name UCI_Variant value tiddlywinks", "'tiddlywinks'"),
        ("query", "gameover"),
        ("query colour", "'colour'"),
        ("query islegal", "move"),
        ("debug", "on or off"),
        ("debug 1", "'1'"),
        ("isreadyfoo", "'isreadyfoo'"),
    ] {
        client.send(line);
        let lines = client.sync();
        assert_eq!(lines.len(), 1, "{line}: {lines:?}");
        assert!(
            lines[0].starts_with("info string error: ") && lines[0].contains(word),
            "{line}: {}",
            lines[0]
        );
        assert_eq!(client.query("fen"), fen, "{line}");
    }
}

#[test]
fn numbers_out_of_range_are_clamped_with_a_note() {
    let mut client = Client::start(&[]);
    for (line, used) in [
        ("setoption name MultiPV value 0", "1"),
        ("setoption name Threads value -3", "1"),
        ("setoption name Skill Level value 99999999999999999999", "20"),
        ("go depth 0", "1"),
        ("go depth 256 nodes 100", "200"),
        ("go depth 99999999999999999999999 nodes 100", "200"),
        ("go movetime -5", "1"),
        ("go nodes -1", "1"),
    ] {
        client.send(line);
        let note = client.line();
        assert!(note.starts_with("info string note: ") && note.contains(used), "{line}: {note}");
        if line.starts_with("go") {
            client.until("bestmove");
        }
        client.sync();
    }
}

#[test]
fn a_table_that_does_not_fit_is_made_smaller() {
    let mut client = Client::start(&[]);
    client.send("setoption name Hash value 99999999999\ngo nodes 100");
    let note = client.line();
    assert!(note.starts_with("info string note: option 'Hash' set to "), "{note}");
    assert!(note.contains(", not 99999999999"), "{note}");
    client.until("bestmove");
}

#[test]
fn empty_lines_comments_and_line_ends_of_any_kind_are_read_over() {
    let mut client = Client::start(&[]);
    client.send_bytes(b"\n\r\n   \n# quit\n\t# quit\n\xef\xbb\xbfisready\r\n");
    assert_eq!(client.line(), "readyok");
    client.send_bytes(b"  position   startpos\tmoves  4   4 \r\n");
    assert_eq!(client.sync(), Vec::<String>::new());
    assert_eq!(client.query("p1turn"), "true");
}

#[test]
fn unknown_words_before_a_command_are_skipped() {
    let mut client = Client::start(&[]);
    client.send("joho isready");
    assert_eq!(
        client.line(),
        "info string note: 'joho' is not a command, the line is read from 'isready' on"
    );
    assert_eq!(client.line(), "readyok");
}

#[test]
fn bytes_that_are_not_text_and_endless_lines_are_survived() {
    let mut client = Client::start(&[]);
    client.send_bytes(b"\xff\xfe\x00\x01 go\xc3\x28\n");
    assert_eq!(client.sync().len(), 1);
    let mut line = b"position startpos moves ".to_vec();
    line.resize(6 << 20, b'4');
    line.push(b'\n');
    client.send_bytes(&line);
    let errors = client.sync();
    assert!(errors.len() == 1 && errors[0].contains("bytes was dropped"), "{errors:?}");
    client.send(&format!("position startpos moves {}", "4 ".repeat(500_000)));
    let errors = client.sync();
    assert!(errors.len() == 1 && errors[0].contains("move 7"), "{errors:?}");
}

#[test]
fn a_flood_of_commands_behind_a_search_is_obeyed_in_order() {
    let mut client = Client::start(&["--finish"]);
    client.send("go movetime 100");
    for column in 1..=3000 {
        client.send(&format!("position startpos moves {}\nquery moves\nquery fen", 1 + column % 7));
    }
    let (lines, status) = client.close();
    assert!(status.success());
    assert_eq!(count(&lines, "response"), 6000);
}
