//! GTP as its clients count on it: every command good and bad, every game, order and form of responses.

use std::collections::BTreeSet;

use crate::common::Random;
use crate::common::client::Client;
use crate::common::gtp::{QUICK, Response, last, output, refused, responses, talk};
use quadriga::engine::AnyEngine;
use quadriga::games;
use quadriga::protocol::Protocol;
use quadriga::view::{GridCell, MovePath};

/// Columns after which Black, to move, wins in the fourth.
const WIN_IN_ONE: &str = "play b D1\nplay w C1\nplay b D2\nplay w C2\nplay b D3\nplay w C3\n";
/// A king that takes four men in two ways with the same ends.
const TWO_WAYS: &str = "quadriga-fen W:WK4:B13,20,32,37\n";

// Every command

/// Each command: a line that is obeyed and how the response begins, one that is refused and how the refusal begins.
/// Spoken in gomoku after `play b H8`.
const COMMANDS: &[(&str, &str, &str, &str)] = &[
    ("protocol_version", "2", "protocol_version 2", "syntax error: no argument"),
    ("name", "Quadriga", "name x", "syntax error"),
    ("version", env!("CARGO_PKG_VERSION"), "version 1", "syntax error"),
    ("known_command play", "true", "known_command", "syntax error"),
    ("list_commands", "protocol_version\nname\n", "list_commands all", "syntax error"),
    ("quit now", "", "quix", "unknown command: 'quix'"),
    ("stop", "", "stop it", "syntax error"),
    ("clear_cache", "", "clear_cache 1", "syntax error"),
    ("cputime", "0.000", "cputime b", "syntax error"),
    ("gogui-interrupt", "", "gogui-interrupt 1", "syntax error"),
    ("gogui-title", "Quadriga: gomoku", "gogui-title x", "syntax error"),
    ("gogui-version 1.6.0", "", "gogui-versio 1", "unknown command"),
    ("boardsize 19", "", "boardsize 23", "unacceptable size"),
    ("boardsize 5", "", "boardsize x", "syntax error"),
    ("boardsize 15", "", "boardsize -1", "syntax error"),
    ("rectangular_boardsize 9 9", "", "rectangular_boardsize 9 10", "unacceptable size"),
    ("clear_board", "", "clear_board 9", "syntax error"),
    ("komi 6.5", "", "komi nan", "syntax error"),
    ("komi -1e3", "", "komi", "syntax error"),
    ("play w h9", "", "play w h8", "illegal move: no stone can be put on H8"),
    ("play WHITE J9", "", "play w i9", "illegal move: 'i9' is not on the board"),
    ("play White 7,8", "", "play b a1", "illegal move: it is the turn of white"),
    ("play w a15", "", "play w a16", "illegal move: 'a16' is not on the board"),
    ("play w h10", "", "play red h10", "syntax error: 'red' is not a colour"),
    ("play w a1", "", "play w", "syntax error"),
    ("play w p15", "", "play w pass", "illegal move: nobody may pass"),
    ("play w d4", "", "play w resign", "illegal move: 'resign' is not a move"),
    (
        "gogui-play_sequence w a1 b a2",
        "",
        "gogui-play_sequence w a1 b a1",
        "illegal move: no stone can be put on A1 (move 2)",
    ),
    ("gogui-play_sequence", "", "gogui-play_sequence w a1 b", "syntax error"),
    ("undo", "", "undo 2", "syntax error"),
    ("gg-undo", "", "gg-undo 2", "cannot undo"),
    ("gg-undo 1", "", "gg-undo 0", "syntax error"),
    ("showboard", "\n   A B C D E F G H J K L M N O P\n15 . .", "showboard x", "syntax error"),
    ("final_status_list alive", "H8", "final_status_list", "syntax error"),
    ("final_status_list dead", "", "final_status_list undead", "syntax error"),
    ("time_settings 60 30 5", "", "time_settings 60 30", "syntax error"),
    ("time_settings 0 0 0", "", "time_settings 60 -1 5", "syntax error"),
    ("time_settings 0 5 0", "", "time_settings 1 2 3.5", "syntax error"),
    ("kgs-time_settings none", "", "kgs-time_settings", "syntax error"),
    ("kgs-time_settings absolute 60", "", "kgs-time_settings absolute", "syntax error"),
    ("kgs-time_settings canadian 60 30 5", "", "kgs-time_settings canadian 60 30 x", "syntax error"),
    ("kgs-time_settings byoyomi 60 30 5", "", "kgs-time_settings byoyomi 60 30", "syntax error"),
    ("kata-time_settings fischer 60 0.5", "", "kata-time_settings fischer 60 inf", "syntax error"),
    (
        "kata-time_settings fischer-capped 60 1 90 -1",
        "",
        "kata-time_settings fischer-capped 60 1",
        "syntax error",
    ),
    (
        "kata-list_time_settings",
        "none absolute byoyomi canadian fischer",
        "kata-list_time_settings 1",
        "syntax error",
    ),
    ("time_left b 10 0", "", "time_left b 10", "syntax error"),
    ("time_left w -3.5 2", "", "time_left w soon 2", "syntax error"),
    ("genmove w", "", "genmove b", "illegal move: it is the turn of white"),
    ("genmove white", "", "genmove", "syntax error"),
    ("reg_genmove w", "", "reg_genmove green", "syntax error"),
    ("kata-search w", "", "kata-search b", "illegal move"),
    ("lz-analyze", "", "lz-analyze b", "illegal move: it is the turn of white"),
    ("lz-analyze w 10 maxmoves 2", "", "lz-analyze maxmoves", "syntax error: 'maxmoves' needs a value"),
    (
        "lz-analyze w interval 5 minmoves 2",
        "",
        "lz-analyze hurry",
        "syntax error: 'hurry' is not a word of an analysis",
    ),
    ("kata-analyze w rootInfo true ownership false", "", "kata-analyze rootInfo yes", "syntax error"),
    ("kata-analyze w allow w H9,J9 1", "", "kata-analyze allow w H8 1", "illegal move: none of 'H8'"),
    ("kata-analyze avoid b A1 5", "", "kata-analyze avoid w A1", "syntax error"),
    ("lz-genmove_analyze w 100", "\ninfo move ", "lz-genmove_analyze b", "illegal move"),
    ("kata-genmove_analyze 100", "\ninfo move ", "kata-genmove_analyze 1x", "syntax error"),
    ("kata-search_analyze w interval 7", "\ninfo move ", "kata-search_analyze w interval", "syntax error"),
    ("gogui-rules_game_id", "Gomoku", "gogui-rules_game_id x", "syntax error"),
    ("gogui-rules_board", ". . .", "gogui-rules_board x", "syntax error"),
    ("gogui-rules_board_size", "15", "gogui-rules_board_size x", "syntax error"),
    ("gogui-rules_board_gfx", "", "gogui-rules_board_gfx x", "syntax error"),
    ("gogui-rules_legal_moves", "A1 ", "gogui-rules_legal_moves x", "syntax error"),
    ("gogui-rules_side_to_move", "white", "gogui-rules_side_to_move x", "syntax error"),
    ("gogui-rules_final_result", "", "gogui-rules_final_result x", "syntax error"),
    ("gogui-rules_captured_count", "0 0", "gogui-rules_captured_count x", "syntax error"),
    ("gogui-analyze_commands", "gfx/Threats/quadriga-threats\n", "gogui-analyze_commands x", "syntax error"),
    ("quadriga-threats", "", "quadriga-threats x", "syntax error"),
    ("quadriga-forbidden", "", "quadriga-forbidden x", "syntax error"),
    ("quadriga-eval", "", "quadriga-eval x", "syntax error"),
    ("quadriga-move_values", "COLOR #", "quadriga-move_values x", "syntax error"),
    ("quadriga-best_line", "VAR w ", "quadriga-best_line x", "syntax error"),
    ("quadriga-game", "gomoku", "quadriga-game go", "there is no variant 'go', but connect4"),
    ("quadriga-game renju", "", "quadriga-game go moku", "syntax error"),
    ("quadriga-fen", "15/15/15/15/15/15/15/7P7/", "quadriga-fen 15/14", ""),
    (
        "quadriga-setoption",
        "[list/vertex/native] Move_Style vertex\n",
        "quadriga-setoption Sharpness 3",
        "there is no option 'Sharpness'",
    ),
    (
        "quadriga-setoption Move_Overhead 20",
        "",
        "quadriga-setoption Hash",
        "syntax error: the option 'Hash' needs a value",
    ),
    (
        "quadriga-setoption Move_Style native",
        "",
        "quadriga-setoption Move_Style loud",
        "option 'Move Style' takes one of vertex native",
    ),
    ("quadriga-setoption Clear_Hash", "", "quadriga-setoption Hash many", "option 'Hash' takes a number"),
    (
        "quadriga-setoption Threads 99999",
        "option 'Threads' set to 512",
        "quadriga-setoption Ponder 2",
        "option 'Ponder'",
    ),
    (
        "quadriga-setoption Ponder 1",
        "",
        "quadriga-setoption Move_Nodes x",
        "option 'Move Nodes' takes a number",
    ),
    ("printsgf", "(;", "printsgf /", "cannot save: "),
    ("printsgf -", "(;", "loadsgf", "syntax error"),
    ("known_command loadsgf", "true", "loadsgf /nowhere/at/all.sgf", "cannot load file: "),
    ("known_command final_score", "true", "final_score", "cannot score: the game is not over"),
];

#[test]
fn every_command_is_obeyed_when_it_is_right_and_refused_with_a_reason_when_it_is_not() {
    for &(good, start, bad, reason) in COMMANDS {
        let answer = last("gomoku", &format!("{QUICK}play b h8\n{good}\n"));
        assert!(answer.starts_with(start), "{good}: {answer}");
        let lines = format!("{QUICK}play b h8\nquadriga-fen\n{bad}\nquadriga-fen\n");
        let answers = talk("gomoku", &lines);
        assert!(!answers[3].good && answers[3].text.starts_with(reason), "{bad}: {:?}", answers[3]);
        assert_eq!(answers[2], answers[4], "{bad} changed something");
    }
}

#[test]
fn the_list_of_commands_is_complete_and_every_one_of_them_is_tried_here() {
    let listed = last("gomoku", "list_commands");
    let listed: BTreeSet<&str> = listed.lines().collect();
    let word = |line: &'static str| line.split(' ').next().unwrap();
    let mut tried: BTreeSet<&str> = COMMANDS.iter().map(|(good, ..)| word(good)).collect();
    tried.extend(["loadsgf", "final_score"]);
    assert_eq!(listed, tried);
    for name in listed {
        assert_eq!(last("gomoku", &format!("known_command {name}")), "true");
    }
    assert_eq!(last("gomoku", "known_command fixed_handicap"), "false");
}

// Form and order

#[test]
fn a_response_repeats_the_id_of_its_command() {
    let answers = talk("gomoku", "17 name\n0 xyzzy\nname\n2147483647 name\n");
    let ids: Vec<_> = answers.iter().map(|answer| (answer.good, answer.id)).collect();
    assert_eq!(ids, [(true, Some(17)), (false, Some(0)), (true, None), (true, Some(2_147_483_647))]);
}

#[test]
fn an_id_that_is_too_large_is_refused_and_a_negative_one_read_over() {
    let answers = talk("gomoku", "2147483648 name\n99999999999999999999 name\n-3 name\n5\n");
    assert_eq!(answers.iter().map(|answer| answer.good).collect::<Vec<_>>(), [false, false, true, false]);
    assert!(answers[0].text.contains("'2147483648' is not below 2147483648"));
    assert_eq!(answers[2].id, None);
    assert_eq!(answers[3].id, Some(5));
}

#[test]
fn blank_lines_and_comments_get_no_response_and_line_ends_may_be_cr_lf() {
    let text = "\r\n  \t\r\n# a comment\r\n1 name # another\r\n\u{b}2\tversion\r\n";
    let answers = responses(&output("gomoku", text));
    let wanted = |id, text: &str| Response { good: true, id: Some(id), text: text.to_string() };
    assert_eq!(answers, [wanted(1, "Quadriga"), wanted(2, env!("CARGO_PKG_VERSION"))]);
    // A byte order mark, and a last line without an end.
    assert_eq!(responses(&output("gomoku", "\u{feff}3 name")), [wanted(3, "Quadriga")]);
}

#[test]
fn a_command_behind_a_search_waits_for_its_turn() {
    let answers =
        talk("gomoku", &format!("{QUICK}1 genmove b\n2 name\n3 genmove w\n4 undo\n5 undo\n6 undo\n"));
    let ids: Vec<_> = answers[1..].iter().map(|answer| answer.id.unwrap()).collect();
    assert_eq!(ids, [1, 2, 3, 4, 5, 6]);
    assert!(answers[5].good && !answers[6].good, "two moves were played");
}

#[test]
fn what_was_asked_for_is_answered_also_when_the_input_has_ended() {
    let answers = talk("connect4", &format!("{QUICK}1 genmove b\n2 lz-analyze\n3 genmove w\n4 quit\n"));
    assert_eq!(answers[4], Response { good: true, id: Some(4), text: String::new() });
}

#[test]
fn nothing_is_answered_after_quit() {
    assert_eq!(responses(&output("gomoku", "quit\nname\n")).len(), 1);
}

#[test]
fn a_line_too_long_to_be_read_is_refused_in_its_turn() {
    let input = format!("{QUICK}1 genmove b\n{}\n2 name\n", "x".repeat(5 << 20));
    let answers = talk("gomoku", &input);
    assert_eq!(answers[1].id, Some(1));
    assert_eq!(answers[2].text, "unknown command: 'line-too-long'");
    assert_eq!(answers[3].id, Some(2));
}

#[test]
fn the_first_line_tells_that_a_client_speaks_gtp() {
    for line in ["protocol_version", "1 list_commands", "name", "  boardsize 15 # x", "7 quit", "play b d4"] {
        assert_eq!(Protocol::of_first_line(line), Protocol::Gtp, "{line}");
    }
    for line in ["quit", "stop", "uci", "ugi", "position startpos", "1 xyzzy", "1", "help", ""] {
        assert_eq!(Protocol::of_first_line(line), Protocol::Ugi, "{line}");
    }
    let mut client = Client::start(&["--finish"]);
    client.send("# a regression test\n\n1 name");
    assert_eq!(client.line(), "=1 Quadriga");
}

// Analysis

/// The lines up to the empty one that ends a response.
fn rest_of_response(client: &mut Client) -> Vec<String> {
    let mut lines = Vec::new();
    loop {
        match client.line() {
            line if line.is_empty() => return lines,
            line => lines.push(line),
        }
    }
}

/// The word after `name`, and whether there is one.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|word| *word == name)?;
    words.next()
}

#[test]
fn an_analysis_goes_on_until_the_next_line_and_then_makes_way_for_it() {
    let mut client = Client::start(&["--protocol", "gtp", "--hash", "1"]);
    for (ending, answer) in [
        ("", None),
        ("# nothing", None),
        ("name", Some("= Quadriga")),
        ("5 xyzzy", Some("?5 unknown command: 'xyzzy'")),
    ] {
        client.send("4 lz-analyze 1");
        assert_eq!(client.line(), "=4");
        client.until("info move ");
        client.send(ending);
        let rest = rest_of_response(&mut client);
        assert!(rest.iter().all(|line| line.starts_with("info move ")), "{rest:?}");
        if let Some(answer) = answer {
            assert_eq!(rest_of_response(&mut client), [answer]);
        }
    }
    client.send("kata-analyze 1\nquit");
    assert_eq!(client.line(), "=");
    rest_of_response(&mut client);
    assert_eq!(rest_of_response(&mut client), ["="], "quit is answered");
}

#[test]
fn lines_sent_all_at_once_with_analyses_among_them_are_answered_in_order() {
    let text = format!(
        "{QUICK}1 genmove b\n2 lz-analyze\n\n3 name\n4 lz-analyze\n5 version\n6 kata-analyze\n7 genmove w\n8 name\n"
    );
    let answers = responses(&output("gomoku", text));
    let ids: Vec<_> = answers[1..].iter().map(|answer| answer.id.unwrap()).collect();
    assert_eq!(ids, [1, 2, 3, 4, 5, 6, 7, 8]);
}

#[test]
fn a_blank_line_ends_the_analysis_and_not_the_search_behind_it() {
    let text = format!("{QUICK}lz-analyze\n\nlz-genmove_analyze b\n");
    let answer = talk("gomoku", &text).pop().unwrap();
    let best = answer.text.lines().rev().nth(1).unwrap();
    assert!(field(best, "visits").unwrap().parse::<u32>().unwrap() > 100, "{answer:?}");
}

/// Checks the reports of a response and returns the vertex of its last line, `play V`.
fn check_reports(text: &str, legal: &str, highest: f64) -> String {
    let mut lines: Vec<&str> = text.lines().skip(1).collect();
    let played = lines.pop().unwrap().strip_prefix("play ").expect("the move comes last").to_string();
    for line in &lines {
        let moves: Vec<&str> = line.split("info ").skip(1).collect();
        for (order, report) in moves.iter().enumerate() {
            assert_eq!(field(report, "order"), Some(order.to_string().as_str()), "{line}");
            assert_eq!(field(report, "move"), field(report, "pv"), "{line}");
            assert!(legal.split(' ').any(|vertex| Some(vertex) == field(report, "move")), "{line}");
            field(report, "visits").unwrap().parse::<u64>().expect("a number");
            for name in ["winrate", "prior", "lcb"] {
                let value: f64 = field(report, name).unwrap().parse().expect("a number");
                assert!((0.0..=highest).contains(&value), "{line}");
            }
        }
        let firsts: BTreeSet<_> = moves.iter().map(|report| field(report, "move")).collect();
        assert_eq!(firsts.len(), moves.len(), "no move twice: {line}");
    }
    assert_eq!(field(lines.last().unwrap(), "move"), Some(played.as_str()));
    played
}

#[test]
fn reports_have_the_fields_of_leela_zero_and_of_katago() {
    for (variant, opening) in [("gomoku", "play b h8\nplay w j9\n"), ("connect4", "play b D1\nplay w D2\n")] {
        let start = format!("{QUICK}{opening}");
        let legal = last(variant, &format!("{start}gogui-rules_legal_moves\n"));
        let leela = last(variant, &format!("{start}lz-genmove_analyze b 0 maxmoves 3\n"));
        check_reports(&leela, &legal, 10_000.0);
        let kata = last(variant, &format!("{start}kata-genmove_analyze b 0 maxmoves 3 rootInfo true\n"));
        check_reports(&kata, &legal, 1.0);
        let line = kata.lines().nth(1).unwrap();
        for name in ["edgeVisits", "scoreMean", "scoreStdev", "scoreLead", "rootInfo"] {
            assert!(field(line, name).is_some(), "{name}: {line}");
        }
    }
}

#[test]
fn an_analysis_of_a_single_good_move_is_reported_while_it_runs() {
    let mut client = Client::start(&["--protocol", "gtp", "--hash", "1"]);
    // Black has an open end of four: White must close it.
    client.send("gogui-play_sequence b H8 w H9 b H7 w A1 b H6 w A2 b H5\nlz-analyze w 0 maxmoves 5");
    assert_eq!(rest_of_response(&mut client), ["="]);
    client.until("info move H4 ");
    client.send("");
    rest_of_response(&mut client);
}

#[test]
fn an_analysis_keeps_to_the_moves_that_are_allowed() {
    let text = last(
        "connect4",
        &format!("{QUICK}kata-search_analyze b 0 maxmoves 9 allow b A1,B1,C1 1 avoid b B1 1\n"),
    );
    check_reports(&text, "A1 C1", 1.0);
    let refused = refused("connect4", "lz-analyze avoid b A1,B1,C1,D1,E1,F1,G1 1\n");
    assert!(refused.starts_with("illegal move: every move is to be avoided"), "{refused}");
}

#[test]
fn the_number_of_moves_of_an_analysis_does_not_stay() {
    let answers =
        talk("connect4", &format!("{QUICK}lz-genmove_analyze b 0 maxmoves 4\nlz-genmove_analyze w 0\n"));
    assert!(answers[1].text.contains("order 3"));
    assert!(!answers[2].text.contains("order 1"), "{:?}", answers[2]);
}

#[test]
fn gogui_ends_a_search_by_a_comment() {
    let mut client = Client::start(&["--protocol", "gtp", "--hash", "1"]);
    client.send("quadriga-setoption Move_Time 80000000\ngenmove b");
    assert_eq!(rest_of_response(&mut client), ["="]);
    client.send("# interrupt");
    let answer = rest_of_response(&mut client);
    assert!(answer[0].starts_with("= ") && answer[0].len() >= 4, "{answer:?}");
    client.send("gogui-rules_side_to_move");
    assert_eq!(rest_of_response(&mut client), ["= white"]);
}

#[test]
fn gogui_is_shown_the_best_line_on_standard_error() {
    let mut program = crate::common::client::program();
    let mut child = program.args(["--protocol", "gtp", "--hash", "1"]).spawn().expect("the program starts");
    use std::io::Write;
    let text = format!("{QUICK}gogui-version 1.6.0\ngenmove b\nquit\n");
    child.stdin.take().unwrap().write_all(text.as_bytes()).expect("read");
    let output = child.wait_with_output().expect("an end");
    let errors = String::from_utf8(output.stderr).expect("text");
    assert!(errors.starts_with("gogui-gfx:\nVAR b "), "{errors}");
    assert!(errors.contains("\nTEXT ") && errors.ends_with("\n\n"), "{errors}");
    assert_eq!(responses(&String::from_utf8(output.stdout).expect("text")).len(), 4);
}

// The end of a game

#[test]
fn the_loser_of_a_finished_game_resigns_and_passes_are_taken() {
    let won = format!("{WIN_IN_ONE}{QUICK}genmove b\n");
    assert_eq!(last("connect4", &won), "D4");
    assert_eq!(last("connect4", &format!("{won}genmove w\n")), "resign");
    assert_eq!(last("connect4", &format!("{won}reg_genmove b\n")), "pass");
    assert_eq!(last("connect4", &format!("{won}lz-genmove_analyze w\n")), "\nplay resign");
    assert_eq!(last("connect4", &format!("{won}play w pass\nplay b pass\nfinal_score\n")), "B+1");
    assert_eq!(last("connect4", &format!("{won}gogui-rules_legal_moves\n")), "");
    assert_eq!(last("connect4", &format!("{won}gogui-rules_final_result\n")), "Black wins: four in a line");
    assert_eq!(last("connect4", &format!("{won}lz-analyze\n")), "");
    assert!(
        refused("connect4", &format!("{won}play w A1\n"))
            .starts_with("illegal move: the game is over, four in a line")
    );
    // Passes are taken back like moves.
    assert_eq!(
        last("connect4", &format!("{won}play w pass\nundo\nundo\ngogui-rules_side_to_move\n")),
        "black"
    );
}

/// A drawn game of Connect Four on 4 by 4: nobody gets four in a line.
const DRAWN: &str = "boardsize 4\ngogui-play_sequence b A1 w B1 b A2 w B2 b B3 w A3 b B4 w A4 b C1 w D1 b C2 w D2 b D3 w C3 b D4 w C4\n";

#[test]
fn nobody_resigns_in_a_drawn_game() {
    assert_eq!(last("connect4", &format!("{DRAWN}final_score\n")), "0");
    assert_eq!(last("connect4", &format!("{DRAWN}genmove b\n")), "pass");
    assert_eq!(
        last(
            "connect4",
            &format!("{DRAWN}genmove b\ngenmove w\nplay b pass\nundo\nundo\nundo\nfinal_score\n")
        ),
        "0"
    );
    assert!(last("connect4", &format!("{DRAWN}gogui-rules_final_result\n")).starts_with("Draw: "));
    assert!(refused("connect4", &format!("{DRAWN}gg-undo 1\nplay w pass\n")).starts_with("illegal move"));
}

// GoGui's rules

#[test]
fn every_game_can_be_drawn_and_played() {
    for variant in games::variants() {
        let text = "gogui-rules_game_id\ngogui-rules_board_size\ngogui-rules_board\ngogui-rules_side_to_move\n\
                    gogui-rules_legal_moves\ngogui-rules_board_gfx\nshowboard\nquadriga-threats\n";
        let answers = talk(variant, text);
        assert!(answers.iter().all(|answer| answer.good), "{variant}: {answers:?}");
        let id = &answers[0].text;
        assert!(
            id.starts_with(|c: char| c.is_ascii_uppercase())
                && id[1..].bytes().all(|b| b.is_ascii_lowercase())
        );
        let side: usize = answers[1].text.trim_end_matches(" hex").parse().expect("a size");
        let rows: Vec<&str> = answers[2].text.lines().collect();
        assert_eq!(rows.len(), side, "{variant}");
        for row in &rows {
            let cells: Vec<&str> = row.split(' ').collect();
            assert_eq!(cells.len(), side, "{variant}");
            assert!(cells.iter().all(|cell| [".", "X", "O", "?"].contains(cell)), "{variant}: {row}");
        }
        let engine = games::open(variant).expect("a variant");
        let paths = engine.move_paths();
        let froms: BTreeSet<GridCell> = paths.iter().map(|path| path.cells[0]).collect();
        assert_eq!(answers[4].text.split(' ').count(), froms.len(), "{variant}");
        let genmove = format!("{QUICK}genmove {0}\ngenmove {0}\ngogui-rules_side_to_move\n", answers[3].text);
        let played = talk(variant, &genmove);
        let clicks = if paths[0].cells.len() > 1 { 2 } else { 1 };
        assert_eq!(played[2].good, clicks == 2, "{variant}: {played:?}");
        assert_ne!(played[3].text, answers[3].text, "{variant}: the move is complete");
    }
}

#[test]
fn a_board_that_is_not_square_is_told_as_one_with_the_top_row_removed() {
    let text = "play b d1\ngogui-rules_board_size\ngogui-rules_board\n";
    let answers = talk("connect4", text);
    assert_eq!(answers[1].text, "7");
    let rows: Vec<&str> = answers[2].text.lines().collect();
    assert_eq!((rows[0], rows[6]), ("? ? ? ? ? ? ?", ". . . X . . ."));
    let legal = last("connect4", "play b d1\ngogui-rules_legal_moves\n");
    assert_eq!(legal, "A1 B1 C1 D2 E1 F1 G1");
    for vertex in ["D7", "D2", "H1"] {
        assert!(refused("connect4", &format!("play b {vertex}\n")).starts_with("illegal move: "), "{vertex}");
    }
}

#[test]
fn board_sizes_are_those_that_the_game_has() {
    let game = |variant, text: &str| last(variant, &format!("{text}\nquadriga-game\n"));
    assert_eq!(game("connect4", "boardsize 8"), "connect4-8x8");
    assert_eq!(game("connect4-8x8", "boardsize 7"), "connect4");
    assert_eq!(game("connect4", "rectangular_boardsize 7 7"), "connect4-7x7");
    assert_eq!(game("connect4", "rectangular_boardsize 4 10"), "connect4-4x10");
    assert_eq!(game("cfour", "boardsize 7"), "cfour");
    assert_eq!(last("gomoku", "boardsize 9\ngogui-rules_board_size\n"), "9");
    assert_eq!(
        last("gomoku", "boardsize 9\nclear_board\nquadriga-game renju\ngogui-rules_board_size\n"),
        "9"
    );
    assert_eq!(last("draughts", "boardsize 10\n"), "");
    assert_eq!(last("chinesecheckers", "boardsize 17\n"), "");
    for (variant, size) in [
        ("connect4", "11"),
        ("gomoku", "4"),
        ("draughts", "8"),
        ("chinesecheckers", "15"),
        ("gomoku", "99999999999999999999"),
    ] {
        let reason = refused(variant, &format!("boardsize {size}\n"));
        assert!(reason.starts_with("unacceptable size") || reason.starts_with("syntax error"), "{reason}");
    }
}

#[test]
fn colours_alternate_with_the_players_however_many_there_are() {
    let text = "quadriga-setoption Players 3\nplay b g3-g5\n";
    let sides: Vec<String> = (0..4)
        .map(|moves| {
            let play = "genmove b\ngenmove b\ngenmove w\ngenmove w\ngenmove b\ngenmove b\n";
            let play: String = play.lines().take(2 * moves).map(|line| format!("{line}\n")).collect();
            last(
                "chinesecheckers",
                &format!(
                    "{QUICK}{}{play}gogui-rules_side_to_move\n",
                    text.lines().next().unwrap().to_string() + "\n"
                ),
            )
        })
        .collect();
    assert_eq!(sides, ["black", "white", "black", "black"], "players 1, 2, 3 and 1 again");
    let labels = last("chinesecheckers", "quadriga-setoption Players 3\ngogui-rules_board_gfx\n");
    assert!(labels.starts_with("LABEL ") && labels.contains(" 3"), "{labels}");
    assert_eq!(last("draughts", "gogui-rules_side_to_move\n"), "white", "the first player of draughts");
}

#[test]
fn forbidden_points_are_marked_and_refused() {
    // H10 would make two open threes.
    let text = "gogui-play_sequence b H8 w A1 b H9 w C1 b J10 w E1 b K10 w G1\n";
    assert_eq!(last("renju", &format!("{text}quadriga-forbidden\n")), "H10");
    assert_eq!(last("renju", &format!("{text}gogui-rules_board_gfx\n")), "MARK H10");
    assert!(refused("renju", &format!("{text}play b H10\n")).starts_with("illegal move: H10 is forbidden"));
    let legal = last("renju", &format!("{text}gogui-rules_legal_moves\n"));
    assert!(!legal.split(' ').any(|vertex| vertex == "H10"));
}

#[test]
fn captured_pieces_and_crowns_are_told() {
    let text = "quadriga-fen W:W28,K46:B22,1\nplay w 28x17\n";
    assert_eq!(last("draughts", &format!("{text}gogui-rules_captured_count\n")), "0 1");
    assert!(last("draughts", &format!("{text}gogui-rules_board_gfx\n")).ends_with("LABEL A1 K"));
    assert!(last("draughts", &format!("{text}showboard\n")).contains("\n 1 @ "));
    assert_eq!(last("draughts", &format!("{text}undo\ngogui-rules_captured_count\n")), "0 0");
}

// Moves of several clicks

#[test]
fn a_piece_is_selected_and_then_moved() {
    let select = "play w B4\n";
    assert_eq!(last("draughts", &format!("{select}gogui-rules_side_to_move\n")), "white");
    assert!(last("draughts", &format!("{select}gogui-rules_board_gfx\n")).ends_with("\nSQUARE B4"));
    assert_eq!(last("draughts", &format!("{select}gogui-rules_legal_moves\n")), "A5 C5 B4 D4 F4 H4 K4");
    let played = format!("{select}play w C5\n");
    assert_eq!(last("draughts", &format!("{played}gogui-rules_side_to_move\n")), "black");
    assert!(!last("draughts", &format!("{played}gogui-rules_board_gfx\n")).contains("SQUARE"));
    // Another piece instead, or none.
    assert_eq!(
        last("draughts", &format!("{select}play w D4\nplay w C5\ngogui-rules_side_to_move\n")),
        "black"
    );
    assert_eq!(last("draughts", &format!("{select}play w B4\ngogui-rules_legal_moves\n")), "B4 D4 F4 H4 K4");
    assert!(
        refused("draughts", &format!("{select}play w F6\n"))
            .starts_with("illegal move: the piece on B4 cannot go to F6")
    );
    assert!(refused("draughts", "play w C7\n").starts_with("illegal move: no piece on C7 can be moved"));
    assert!(refused("draughts", "play w A4\n").starts_with("illegal move: A4 is not a place"));
    // A whole move in the game's notation.
    assert_eq!(last("draughts", &format!("{select}play w 32-28\ngogui-rules_side_to_move\n")), "black");
}

#[test]
fn clicks_are_taken_back_one_by_one() {
    let start = last("draughts", "quadriga-fen\n");
    let played = "play w B4\nplay w C5\nundo\n";
    assert_eq!(last("draughts", &format!("{played}quadriga-fen\n")), start);
    assert!(last("draughts", &format!("{played}gogui-rules_board_gfx\n")).ends_with("\nSQUARE B4"));
    assert!(!last("draughts", &format!("{played}undo\ngogui-rules_board_gfx\n")).contains("SQUARE"));
    assert!(refused("draughts", &format!("{played}undo\nundo\n")).starts_with("cannot undo"));
}

#[test]
fn captures_with_the_same_ends_are_told_apart_by_the_squares_between() {
    // From 4 (H10) by 31 and 42 or by 27 and 38 to 15 (K8).
    assert_eq!(last("draughts", &format!("{TWO_WAYS}gogui-rules_legal_moves\n")), "H10");
    let reason = refused("draughts", &format!("{TWO_WAYS}play w H10\nplay w K8\n"));
    assert!(reason.starts_with("illegal move: several captures end on K8"), "{reason}");
    let next = last("draughts", &format!("{TWO_WAYS}play w H10\ngogui-rules_legal_moves\n"));
    let mut after = BTreeSet::new();
    for first in next.split(' ').filter(|vertex| *vertex != "H10") {
        let clicks = format!("{TWO_WAYS}play w H10\nplay w {first}\n");
        let second = last("draughts", &format!("{clicks}gogui-rules_legal_moves\n"));
        let second = second.split(' ').next().unwrap();
        let fen = last("draughts", &format!("{clicks}play w {second}\nplay w K8\nquadriga-fen\n"));
        assert!(fen.starts_with("B:"), "the move is complete: {fen}");
        after.insert((first.to_string(), second.to_string()));
    }
    assert_eq!(after.len(), 2, "{after:?}");
}

#[test]
fn genmove_answers_where_a_move_begins_and_asked_again_where_it_ends() {
    let answers = talk(
        "draughts",
        &format!("{QUICK}genmove w\ngogui-rules_board_gfx\ngenmove w\ngogui-rules_side_to_move\n"),
    );
    assert!(answers[2].text.ends_with(&format!("SQUARE {}", answers[1].text)), "{answers:?}");
    assert!(answers[3].good && answers[3].text != answers[1].text);
    assert_eq!(answers[4].text, "black");
    // The same of a piece that the client has selected.
    let text = format!("{QUICK}play w D4\ngenmove w\ngogui-rules_side_to_move\n");
    let answers = talk("draughts", &text);
    assert!(["C5", "E5"].contains(&answers[2].text.as_str()), "{answers:?}");
    assert_eq!(answers[3].text, "black");
}

#[test]
fn whole_moves_are_answered_to_those_who_want_them() {
    let native = format!("{QUICK}quadriga-setoption Move_Style native\n");
    let mut engine = games::open("draughts").expect("draughts");
    let mv = last("draughts", &format!("{native}genmove w\n"));
    engine.play(&mv).expect("a move in the game's notation");
    assert_eq!(last("draughts", &format!("{native}genmove w\ngogui-rules_side_to_move\n")), "black");
    assert_eq!(last("draughts", &format!("{native}reg_genmove w\ngogui-rules_side_to_move\n")), "white");
}

/// What a client clicks to play a move.
fn clicks(engine: &dyn AnyEngine, paths: &[MovePath], path: &MovePath) -> Vec<String> {
    let board = engine.board();
    let vertex = |cell: &GridCell| {
        let letter = b"ABCDEFGHJKLMNOPQRSTUVWXYZ"[usize::from(cell.x)];
        format!("{}{}", char::from(letter), board.height - usize::from(cell.y))
    };
    let mut vertices: Vec<String> = path.cells.iter().map(vertex).collect();
    let goes_on =
        |other: &MovePath| other.cells.len() > path.cells.len() && other.cells.starts_with(&path.cells);
    if paths.iter().any(goes_on) {
        vertices.extend(vertices.last().cloned());
    }
    if vertices.is_empty() { vec!["pass".to_string()] } else { vertices }
}

/// A game of random moves by clicks, with the position string after each.
fn random_game(variant: &str, random: &mut Random, plies: usize) -> (String, Vec<String>) {
    let mut engine = games::open(variant).expect("a variant");
    let (mut script, mut fens) = (String::new(), Vec::new());
    for _ in 0..plies {
        let paths = engine.move_paths();
        if engine.status().outcome.is_some() || paths.is_empty() {
            break;
        }
        let path = &paths[random.below(paths.len())];
        let first = engine.identity().first_colour == quadriga::view::StoneColour::Black;
        let colour = if engine.status().to_move.index().is_multiple_of(2) == first { "b" } else { "w" };
        for vertex in clicks(engine.as_ref(), &paths, path) {
            script.push_str(&format!("play {colour} {vertex}\n"));
        }
        engine.play(&path.text).expect("a legal move");
        script.push_str("quadriga-fen\n");
        fens.push(engine.fen());
    }
    (script, fens)
}

#[test]
fn every_move_of_every_game_can_be_clicked_and_taken_back() {
    let mut random = Random(4);
    for variant in games::variants() {
        for _ in 0..3 {
            let (script, fens) = random_game(variant, &mut random, 120);
            let back = "undo\n".repeat(script.matches("play ").count());
            let answers = talk(variant, &format!("quadriga-fen\n{script}{back}quadriga-fen\nundo\n"));
            let refusals = answers.iter().filter(|answer| !answer.good).count();
            assert_eq!(refusals, 1, "{variant}: all but the last undo are good\n{script}");
            let seen: Vec<&String> = answers
                .iter()
                .map(|answer| &answer.text)
                .filter(|text| text.contains('/') || text.contains(":W"))
                .collect();
            assert_eq!(seen[0], seen[seen.len() - 1], "{variant}");
            assert!(seen[1..seen.len() - 1].iter().copied().eq(&fens), "{variant}");
        }
    }
}

// Files

#[test]
fn a_game_of_gomoku_is_written_as_sgf_and_read_again() {
    let file = std::env::temp_dir().join(format!("quadriga-gtp-{}.sgf", std::process::id()));
    let file = file.to_str().expect("a plain path");
    let moves = "boardsize 9\nplay b C3\nplay w D4\nplay b E5\n";
    let fen = last("gomoku", &format!("{moves}quadriga-fen\n"));
    talk("gomoku", &format!("{moves}printsgf {file}\n"));
    // Another game and another size are open when it is read.
    let load = format!("loadsgf {file}\n");
    assert_eq!(last("renju", &format!("boardsize 19\n{load}quadriga-fen\n")), fen);
    assert_eq!(last("draughts", &format!("{load}quadriga-game\n")), "gomoku");
    assert_eq!(
        last(
            "gomoku",
            &format!("loadsgf {file} 3\ngogui-rules_legal_moves\nundo\nundo\ngogui-rules_side_to_move\n")
        ),
        "black"
    );
    assert!(refused("gomoku", &format!("loadsgf {file} 2\nundo\nundo\n")).starts_with("cannot undo: 0"));
    std::fs::write(file, "(;GM[1]SZ[19];B[aa])").expect("a file");
    assert!(refused("gomoku", &load).starts_with("cannot load file: line 1: GM[1]"));
    std::fs::remove_file(file).expect("a file");
    assert_eq!(refused("draughts", "printsgf\n"), "cannot save: SGF does not have the game draughts");
}

// Whatever arrives

const WORDS: &[&str] = &[
    "b",
    "w",
    "black",
    "White",
    "red",
    "pass",
    "resign",
    "D4",
    "d1",
    "H8",
    "I9",
    "A0",
    "Z25",
    "B4",
    "C5",
    "32-28",
    "P@d1",
    "7,7",
    "4",
    "0",
    "1",
    "-1",
    "15",
    "8",
    "25",
    "99999999999999999999",
    "1e9",
    "nan",
    "interval",
    "maxmoves",
    "allow",
    "avoid",
    "D4,E5",
    "true",
    "rootInfo",
    "none",
    "fischer",
    "byoyomi",
    "canadian",
    "absolute",
    "60",
    "connect4",
    "renju",
    "draughts",
    "chinesecheckers",
    "alive",
    "dead",
    "#",
    "\t",
    "é",
    "\u{2028}",
    "\u{0}",
    "=",
    "?",
];

/// Lines that ask for anything, but for what would take long or write files.
fn soup(commands: &[String], random: &mut Random) -> Vec<u8> {
    if random.below(4) == 0 {
        return (0..random.below(40)).map(|_| random.next() as u8).filter(|&byte| byte != b'\n').collect();
    }
    let mut words = Vec::new();
    if random.below(5) == 0 {
        words.push(["1", "77", "-4", "2147483648", "x"][random.below(5)].to_string());
    }
    let command = &commands[random.below(commands.len())];
    words.push(command.clone());
    let words_allowed = if command == "quadriga-setoption" || command == "printsgf" { 1 } else { 6 };
    words.extend((0..random.below(words_allowed)).map(|_| WORDS[random.below(WORDS.len())].to_string()));
    words.join(" ").into_bytes()
}

/// Does this line want a response?
fn wants_response(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    let text = text.trim_start_matches('\u{feff}').split('#').next().unwrap_or("");
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    !text.trim().is_empty()
}

#[test]
fn whatever_arrives_each_line_gets_one_response_and_the_game_is_as_it_should_be() {
    let commands: Vec<String> = last("gomoku", "list_commands").lines().map(str::to_string).collect();
    // One ends the conversation, the other draws pictures into the report of the tests.
    let left_out = ["quit", "gogui-version"];
    let commands: Vec<String> =
        commands.into_iter().filter(|name| !left_out.contains(&name.as_str())).collect();
    let mut random = Random(2);
    for variant in games::variants() {
        let mut script = b"quadriga-setoption Move_Nodes 20\n".to_vec();
        let (mut wanted, mut sentinels) = (1, Vec::new());
        for block in 0..60 {
            for _ in 0..60 {
                let line = soup(&commands, &mut random);
                wanted += usize::from(wants_response(&line));
                script.extend(line);
                script.push(b'\n');
            }
            let (game, fens) = random_game(variant, &mut random, 6);
            // The size of a board outlives the game it was set for.
            let board = games::open(variant).expect("a variant").board();
            let side = board.width.max(board.height);
            let start = format!("quadriga-game {variant}\nboardsize {side}\n{game}");
            wanted += start.lines().count();
            script.extend(start.bytes());
            // None of these changes anything.
            for line in
                ["play b zz!", "genmove zz!", "boardsize zz!", "quadriga-fen zz!", "undo zz!", "loadsgf /zz!"]
            {
                script.extend(format!("{line}\n").bytes());
                wanted += 1;
            }
            script.extend(format!("{} quadriga-fen\n", 1000 + block).bytes());
            wanted += 1;
            sentinels.push((1000 + block, fens.last().expect("at least one move").clone()));
        }
        let answers = responses(&output(variant, &script));
        assert_eq!(answers.len(), wanted, "{variant}");
        for (id, fen) in sentinels {
            let answer = answers.iter().find(|answer| answer.id == Some(id)).expect("an answer");
            assert_eq!((answer.good, &answer.text), (true, &fen), "{variant}, {id}");
        }
    }
}

#[test]
fn thousands_of_fast_moves_leave_the_protocol_in_order() {
    let mut script = "quadriga-setoption Move_Nodes 5\n".to_string();
    for game in 0..300 {
        script.push_str(["boardsize 7\n", "boardsize 8\n"][game % 2]);
        for ply in 0..20 {
            script.push_str(["genmove b\n", "genmove w\n"][ply % 2]);
        }
        script.push_str(&format!("{game} name\n"));
    }
    let answers = talk("connect4", &script);
    assert!(answers.iter().all(|answer| answer.good));
    let ids: Vec<u32> = answers.iter().filter_map(|answer| answer.id).collect();
    assert!(ids.into_iter().eq(0..300));
}
