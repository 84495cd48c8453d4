//! What managers of gomoku games count on: Gomocup's protocol and Yixin's extensions.
//!
//! Most conversations are held in this process, all of their input at once, with the engine limited by nodes; those
//! about what happens during a search go through real pipes.

use std::io::Cursor;

use crate::common::client::Client;
use crate::common::{Memory, Random};
use quadriga::games;
use quadriga::protocol::catalogue::Catalogue;
use quadriga::protocol::{Protocol, ServeError, Setup, serve};

fn setup(protocol: Option<Protocol>, variant: Option<&str>) -> Setup {
    Setup {
        catalogue: Catalogue::GAMES,
        protocol,
        variant: variant.map(str::to_string),
        options: vec![("Hash".to_string(), "2".to_string())],
        finish: true,
        tune: false,
        record: None,
    }
}

/// Everything that is printed for these bytes.
fn everything(protocol: Option<Protocol>, variant: Option<&str>, script: Vec<u8>) -> Vec<String> {
    let memory = Memory::default();
    serve(setup(protocol, variant), Cursor::new(script), memory.clone()).expect("a conversation");
    memory.text().lines().map(str::to_string).collect()
}

/// What is printed for these lines, without remarks; searches are short.
fn talk(lines: &str) -> Vec<String> {
    let script = format!("INFO max_node 2000\n{lines}\n");
    let mut printed = everything(Some(Protocol::Gomocup), None, script.into_bytes());
    printed.retain(|line| !line.starts_with("MESSAGE depth"));
    printed
}

fn cell(text: &str) -> (usize, usize) {
    let (x, y) = text.split_once(',').unwrap_or_else(|| panic!("a cell is expected: {text}"));
    (x.parse().expect("a column"), y.parse().expect("a row"))
}

/// The lines of a list of stones, written as `h8h9i8`; the engine is to move.
fn board(moves: &str) -> String {
    let starts: Vec<usize> =
        moves.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()).map(|(at, _)| at).collect();
    let own = starts.len() % 2;
    let mut lines = String::new();
    for (index, &at) in starts.iter().enumerate() {
        let end = starts.get(index + 1).copied().unwrap_or(moves.len());
        let x = moves.as_bytes()[at] - b'a';
        let y = moves[at + 1..end].parse::<usize>().unwrap() - 1;
        lines.push_str(&format!("{x},{y},{}\n", if index % 2 == own { 1 } else { 2 }));
    }
    lines
}

/// Which of these cells hold a stone? Asked by trying to put one there, which is refused.
fn refused_as_occupied(before: &str, cells: &[&str]) -> bool {
    let asked: String = cells.iter().map(|cell| format!("PLAY {cell}\n")).collect();
    let printed = talk(&format!("{before}\n{asked}"));
    let refusals = printed.iter().filter(|line| line.ends_with("the cell is occupied")).count();
    refusals == cells.len()
}

// Commands of Gomocup

#[test]
fn start_takes_sizes_from_5_to_22_and_refuses_the_rest_by_name() {
    assert_eq!(talk("START 20\nSTART 5\nSTART 22\nstart 15\r"), ["OK"; 4]);
    for (line, word) in [
        ("START 4", "'4'"),
        ("START 23", "'23'"),
        ("START", "''"),
        ("START abc", "'abc'"),
        ("START -5", "'-5'"),
    ] {
        let printed = talk(line);
        assert_eq!(printed.len(), 1, "{line}: {printed:?}");
        assert!(printed[0].starts_with("ERROR ") && printed[0].contains(word), "{line}: {printed:?}");
    }
    assert!(refused_as_occupied("START 10\nPLAY 9,9\nSTART 3", &["9,9"]), "a refused START changes nothing");
}

#[test]
fn rectstart_is_obeyed_for_squares_only() {
    assert_eq!(talk("RECTSTART 12,12"), ["OK"]);
    assert!(talk("RECTSTART 12,15")[0].starts_with("ERROR '12,15': only square boards"));
    assert!(talk("RECTSTART 12")[0].starts_with("ERROR '12' is no size"));
    assert!(talk("RECTSTART a,b")[0].starts_with("ERROR 'a'"));
}

#[test]
fn restart_empties_the_board_and_keeps_its_size() {
    let printed = talk("START 9\nTURN 0,0\nRESTART\nBEGIN\nPLAY 0,0\nPLAY 9,0");
    assert_eq!((&printed[0], &printed[2], &printed[4]), (&"OK".into(), &"OK".into(), &"0,0".into()));
    assert!(printed[5].starts_with("ERROR '9,0' is not on the board"));
}

#[test]
fn begin_and_turn_are_answered_by_coordinates_that_are_played() {
    let printed = talk("START 15\nBEGIN\nTURN 0,0");
    assert_eq!(printed[0], "OK");
    let (first, second) = (printed[1].clone(), printed[2].clone());
    assert_eq!(printed.len(), 3);
    assert_eq!(cell(&first), (7, 7));
    assert_ne!(first, second);
    assert!(refused_as_occupied("START 15\nBEGIN\nTURN 0,0", &["7,7", "0,0"]));
    assert!(talk("START 15\nPLAY 7,7\nBEGIN")[2].starts_with("ERROR the board is not empty"));
}

#[test]
fn a_bad_turn_is_refused_by_name_and_the_position_stays() {
    for (line, word) in [
        ("TURN 7,7", "'7,7' is not legal: the cell is occupied"),
        ("TURN 15,0", "'15,0' is not on the board"),
        ("TURN -1,3", "'-1,3'"),
        ("TURN", "''"),
        ("TURN h8", "'h8'"),
        ("TURN 1", "'1' is not a cell"),
        ("TURN 1,2,3", "'1,2,3' is not a cell"),
        ("TURN 99999999999999999999999,0", "is not on the board"),
    ] {
        let printed = talk(&format!("START 15\nPLAY 7,7\n{line}\nPLAY 8,8"));
        assert_eq!(printed.len(), 4, "{line}: {printed:?}");
        assert!(printed[2].starts_with("ERROR ") && printed[2].contains(word), "{line}: {printed:?}");
        assert_eq!(printed[3], "8,8", "{line}");
    }
}

#[test]
fn a_move_in_a_finished_game_is_refused() {
    let game = "START 15\nBOARD\n0,0,1\n0,5,2\n1,0,1\n1,5,2\n2,0,1\n2,5,2\n3,0,1\n3,5,2\nDONE";
    let printed = talk(&format!("{game}\nTURN 14,14\nBEGIN"));
    assert_eq!(printed[1], "4,0", "five in a row is made");
    assert!(printed[2].contains("the game is over"), "{printed:?}");
    let won = "0,0,2\n1,0,2\n2,0,2\n3,0,2\n4,0,2\n0,5,1\n1,5,1\n2,5,1\n3,5,1\n";
    let printed = talk(&format!("START 15\nBOARD\n{won}DONE\nSTART 15\nBEGIN"));
    assert_eq!(printed[1], "ERROR the game is over: five in a line");
    assert_eq!(printed[3], "7,7");
}

#[test]
fn takeback_removes_the_last_stone_or_any_other() {
    let game = "START 15\nPLAY 7,7\nPLAY 8,8\nPLAY 6,6";
    assert_eq!(talk(&format!("{game}\nTAKEBACK 6,6\nPLAY 6,6"))[4..], ["OK", "6,6"]);
    assert_eq!(talk(&format!("{game}\nTAKEBACK 7,7\nTAKEBACK 8,8\nPLAY 7,7\nPLAY 8,8"))[4..6], ["OK", "OK"]);
    assert!(refused_as_occupied(&format!("{game}\nTAKEBACK 7,7"), &["8,8", "6,6"]));
    for (line, word) in [("TAKEBACK 0,0", "'0,0'"), ("TAKEBACK", "''"), ("TAKEBACK 77,7", "'77,7'")] {
        let printed = talk(&format!("{game}\n{line}"));
        assert!(printed[4].starts_with("ERROR ") && printed[4].contains(word), "{printed:?}");
    }
}

#[test]
fn it_is_the_right_players_turn_after_a_pair_was_taken_back_in_either_order() {
    // Black threatens five at 4,0; White, who moved last, has four as well.
    let lines: String = (0..4).map(|x| format!("{x},0,1\n{x},9,2\n")).collect();
    for pair in ["TAKEBACK 9,5\nTAKEBACK 5,9", "TAKEBACK 5,9\nTAKEBACK 9,5"] {
        let game = format!("START 15\nYXBOARD\n{lines}9,5,1\n5,9,2\nDONE\n{pair}\nYXNBEST 1");
        assert_eq!(talk(&game).last().unwrap(), "4,0", "{pair}");
    }
}

#[test]
fn play_puts_a_stone_and_suggestions_wait_for_it() {
    let printed =
        talk("START 15\nINFO analysis_mode 1\nBEGIN\nPLAY 3,3\nTURN 4,4\nINFO analysis_mode 0\nTURN 9,9");
    assert_eq!(printed[1], "SUGGEST 7,7");
    assert_eq!(printed[2], "3,3");
    assert!(printed[3].starts_with("SUGGEST "), "{printed:?}");
    cell(&printed[4]);
}

#[test]
fn about_is_one_line_of_names_and_values() {
    let printed = talk("ABOUT");
    assert_eq!(printed.len(), 1);
    for key in ["name=\"Quadriga\"", "version=\"", "author=\"", "country=\"", "www=\"", "email=\""] {
        assert!(printed[0].contains(key), "{key}");
    }
}

#[test]
fn what_is_unknown_is_said_to_be_and_nothing_else_happens() {
    let printed = talk("FOO 1,2\nYXFOO\n7,7\nDONE\nSTART 15");
    assert_eq!(printed[..3], ["UNKNOWN command 'FOO'", "UNKNOWN command 'YXFOO'", "UNKNOWN command '7,7'"]);
    assert!(printed[3].starts_with("ERROR DONE "));
    assert_eq!(printed[4], "OK");
}

#[test]
fn end_ends_at_once_whatever_else_was_asked_for() {
    let mut client = Client::start(&["--protocol", "gomocup", "--hash", "1"]);
    client.ask("START 15", "OK");
    client.send("INFO timeout_turn 3600000\nTURN 7,7\nTURN 8,8\nEND");
    let (_, status) = client.close();
    assert!(status.success());
}

#[test]
fn line_ends_blank_lines_and_case_do_not_matter() {
    let script = "\u{feff}start 15\r\n\r\n   \r\ninfo MAX_NODE 100\r\n Begin \r\n\nturn  8 , 8\r\n";
    let mut printed = everything(None, None, script.as_bytes().to_vec());
    printed.retain(|line| !line.starts_with("MESSAGE"));
    assert_eq!(printed[..2], ["OK", "7,7"]);
    assert_eq!(printed.len(), 3);
    assert!(printed.iter().all(|line| !line.contains('\r')));
}

// Which protocol

#[test]
fn the_first_line_or_the_name_of_the_program_tells_the_protocol() {
    for line in ["START 15", "rectstart 15,15", "ABOUT", "info rule 1", "yxshowinfo", "Begin", "END"] {
        assert_eq!(Protocol::of_first_line(line), Protocol::Gomocup, "{line}");
    }
    for line in ["uci", "ugi", "go depth 3", "stop", "d"] {
        assert_eq!(Protocol::of_first_line(line), Protocol::Ugi, "{line}");
    }
    assert_eq!(Protocol::of_first_line("play b d4"), Protocol::Gtp);
    for name in ["pbrain-quadriga", "PBRAIN-Quadriga64", "quadriga-gomocup", "quadriga-piskvork"] {
        assert_eq!(Protocol::of_program(name), Some(Protocol::Gomocup), "{name}");
    }
    assert_eq!(Protocol::of_program("quadriga"), None);
    assert_eq!(Protocol::Gomocup.default_game(), "gomokufreestyle");
}

#[test]
fn games_that_gomocup_does_not_have_are_refused_before_the_first_line() {
    let refused = serve(setup(Some(Protocol::Gomocup), Some("draughts")), Cursor::new(""), Memory::default());
    match refused {
        Err(ServeError::Setup(why)) => assert!(why.contains("not for 'draughts'"), "{why}"),
        other => panic!("{other:?}"),
    }
}

// BOARD

#[test]
fn a_board_is_answered_for_the_engine_in_any_order_of_its_stones() {
    // The engine makes five at 4,0 or 9,0 whoever began and however the stones are ordered.
    for stones in [
        "5,0,1\n5,5,2\n6,0,1\n6,5,2\n7,0,1\n7,5,2\n8,0,1\n8,6,2\n",
        "5,0,1\n6,0,1\n7,0,1\n8,0,1\n5,5,2\n6,5,2\n7,5,2\n8,6,2\n",
        "9,9,2\n5,0,1\n5,5,2\n6,0,1\n6,5,2\n7,0,1\n7,5,2\n8,0,1\n8,6,2\n",
        "5,0,1\n6,0,1\n7,0,1\n8,0,1\n",
        "5,0,1\n5,5,2\n6,0,1\n-1,-1,2\n7,0,1\n-1,-1,2\n8,0,1\n-1,-1,2\n",
    ] {
        let printed = talk(&format!("START 15\nBOARD\n{stones}DONE"));
        assert!(["4,0", "9,0"].contains(&printed[1].as_str()), "{stones}: {printed:?}");
        assert_eq!(printed.len(), 2);
    }
    assert_eq!(talk("START 15\nBOARD\nDONE"), ["OK", "7,7"]);
}

#[test]
fn bad_stones_are_refused_by_name_and_the_position_stays() {
    for (stones, word) in [
        ("7,7,1\n7,7,2\n", "'7,7,2' holds a stone"),
        ("15,0,1\n", "'15,0' is not on the board"),
        ("7,7,3\n", "colour 3"),
        ("7,7,0\n", "colour '0'"),
        ("7,7\n", "'7,7' has no colour"),
        ("a,b,1\n", "'a'"),
        ("hello\n", "'hello'"),
        ("1,2,3,4\n", "'1,2,3,4'"),
    ] {
        let printed = talk(&format!("START 15\nPLAY 3,3\nBOARD\n{stones}DONE\nPLAY 3,3\nPLAY 7,7"));
        assert_eq!(printed.len(), 5, "{stones}: {printed:?}");
        assert!(
            printed[2].starts_with("ERROR BOARD: ") && printed[2].contains(word),
            "{stones}: {printed:?}"
        );
        assert!(printed[3].ends_with("occupied") && printed[4] == "7,7", "{stones}: {printed:?}");
    }
}

#[test]
fn a_list_without_its_end_is_dropped_for_the_next_command() {
    let printed = talk("START 15\nBOARD\n7,7,2\nINFO time_left 5\nTURN 7,7");
    assert!(printed[1].starts_with("ERROR BOARD is dropped: DONE is expected before 'INFO'"), "{printed:?}");
    cell(&printed[2]);
    let endless: String = "-1,-1,1\n".repeat(3000);
    assert!(talk(&format!("BOARD\n{endless}DONE"))[0].contains("more than"));
}

#[test]
fn yxboard_sets_the_position_without_an_answer() {
    assert_eq!(talk("START 15\nYXBOARD\n7,7,1\n8,8,2\nDONE"), ["OK"]);
    assert!(refused_as_occupied("START 15\nYXBOARD\n7,7,1\n8,8,2\n9,9,1\nDONE", &["7,7", "8,8", "9,9"]));
}

// Rules

/// Five with a gap: one more stone at 4,0 makes six in a line.
const SIX: &str = "BOARD\n0,0,1\n0,9,2\n1,0,1\n2,9,2\n2,0,1\n4,9,2\n3,0,1\n6,9,2\n5,0,1\n8,9,2\nDONE";
/// Black has two open twos that cross at 7,7, and the move.
const DOUBLE_THREE: &str = "YXBOARD\n5,7,1\n0,0,2\n6,7,1\n0,2,2\n7,5,1\n0,4,2\n7,6,1\n0,6,2\nDONE";

#[test]
fn the_rule_decides_whether_six_wins() {
    for (rule, wins) in [(0, true), (1, false), (8, true), (9, false), (4, false)] {
        let printed = talk(&format!("START 15\nINFO rule {rule}\n{SIX}"));
        assert_eq!(printed[1] == "4,0", wins, "rule {rule}: {printed:?}");
    }
}

#[test]
fn every_number_of_renju_forbids_and_the_stones_stay() {
    for rule in [2, 4, 5] {
        let printed = talk(&format!("START 15\n{DOUBLE_THREE}\nINFO rule {rule}\nYXSHOWFORBID\nPLAY 7,7"));
        assert_eq!(printed[1], "FORBID 0707.", "rule {rule}");
        assert!(printed[2].contains("'7,7' is not legal: double-three is forbidden"), "{printed:?}");
    }
    let printed =
        talk(&format!("START 15\nINFO rule 4\n{DOUBLE_THREE}\nINFO rule 0\nYXSHOWFORBID\nPLAY 7,7"));
    assert_eq!(printed[1..], ["FORBID .", "7,7"]);
    let other = talk(
        "START 15\nINFO rule 4\nYXBOARD\n5,3,1\n0,0,2\n6,3,1\n0,2,2\n7,1,1\n0,4,2\n7,2,1\n0,6,2\nDONE\nYXSHOWFORBID",
    );
    assert_eq!(other[1], "FORBID 0703.", "column first");
}

#[test]
fn the_board_keeps_its_size_when_the_rule_changes() {
    assert_eq!(talk("START 20\nINFO rule 4\nPLAY 19,19"), ["OK", "19,19"]);
}

#[test]
fn a_game_that_another_rule_does_not_allow_keeps_its_stones() {
    let game = format!("START 15\n{DOUBLE_THREE}\nPLAY 7,7\nINFO rule 4");
    assert!(refused_as_occupied(&game, &["7,7", "5,7", "0,6"]));
}

#[test]
fn rules_that_nobody_plays_are_refused_by_number() {
    for rule in ["3", "6", "-1", "16"] {
        let printed = talk(&format!("INFO rule {rule}"));
        assert!(
            printed[0].starts_with(&format!("ERROR INFO rule: '{rule}' is not supported")),
            "{printed:?}"
        );
    }
    assert!(talk("INFO rule")[0].starts_with("ERROR INFO rule: ''"));
}

#[test]
fn the_command_line_gives_the_rule_until_info_does() {
    let script = |more: &str| format!("{DOUBLE_THREE}\n{more}YXSHOWFORBID\n").into_bytes();
    assert_eq!(everything(Some(Protocol::Gomocup), Some("renju"), script("")), ["FORBID 0707."]);
    assert_eq!(everything(Some(Protocol::Gomocup), Some("renju"), script("INFO rule 0\n")), ["FORBID ."]);
}

#[test]
fn a_foul_of_the_opponent_is_refused() {
    let list = "5,7,2\n0,0,1\n6,7,2\n0,2,1\n7,5,2\n0,4,1\n7,6,2\n0,6,1\n7,7,2";
    let printed = talk(&format!("START 15\nINFO rule 4\nPLAY 1,1\nBOARD\n{list}\nDONE\nPLAY 1,1"));
    assert!(printed[2].starts_with("ERROR BOARD: move 9: '7,7' is not legal: double-three"), "{printed:?}");
    assert!(printed[3].ends_with("occupied"), "the position stays");

    let printed = talk(&format!("START 15\nINFO rule 4\n{DOUBLE_THREE}\nTURN 7,7\nYXSHOWFORBID"));
    assert!(printed[1].starts_with("ERROR ") && printed[1].contains("'7,7'"), "{printed:?}");
    assert_eq!(printed[2], "FORBID 0707.");
}

/// RIF's fouls leave Black no point on a small board; one of them is played all the same.
#[test]
fn with_nothing_but_fouls_left_a_foul_is_played() {
    // Two empty points, each of which would make six or more Black stones in a line.
    let mut lines = String::new();
    for y in 0..7 {
        for x in 0..7 {
            let black = y == 0 || y == 6 || (x + 2 * y) % 4 < 2;
            if x == 3 && (y == 0 || y == 6) {
                continue;
            }
            lines.push_str(&format!("{x},{y},{}\n", if black { 1 } else { 2 }));
        }
    }
    let printed = talk(&format!("START 7\nINFO rule 4\nBOARD\n{lines}DONE"));
    assert_eq!(printed[1..], ["MESSAGE every empty point is forbidden", "3,0"]);
}

/// GomocupJudge's own test of rules: the engine has to give one of the answers that are allowed.
#[test]
fn the_official_test_positions_are_answered_as_allowed() {
    let five = ("h8h9i8i9j8j9k8k9", vec!["g8", "l8"]);
    let mut cases: Vec<(u32, &str, Vec<&str>)> =
        [0, 1, 4, 8, 9].map(|rule| (rule, five.0, five.1.clone())).into();
    cases.push((1, "h8h9i8h10g8h11j13h12g14h14i15", vec!["f8", "j8"]));
    cases.push((8, "h8f8g8f9i8f7j8l8", vec!["f5", "f6", "f10", "f11"]));
    for (rule, moves, allowed) in cases {
        let printed =
            talk(&format!("START 15\nINFO rule {rule}\nINFO max_node 20000\nBOARD\n{}DONE", board(moves)));
        let (x, y) = cell(&printed[1]);
        let answer = format!("{}{}", char::from(b'a' + x as u8), y + 1);
        assert!(allowed.contains(&answer.as_str()), "rule {rule}, {moves}: {answer}");
    }
    let printed = talk(&format!("START 15\nINFO rule 4\nBOARD\n{}DONE", board("h8h9i7i9h10i6i11i12")));
    assert_ne!(printed[1], "6,8", "g9 is a foul");
}

// INFO

#[test]
fn unknown_keys_are_ignored_and_bad_values_named() {
    let silent = "INFO game_type 1\nINFO folder C:\\x y\\z\nINFO caution_factor 3\nINFO checkmate 0\nINFO usedatabase 0\n\
                  INFO nonsense at all\nINFO\nINFO time_left -5\nINFO time_left 2147483647\nINFO max_depth 0\n\
                  INFO max_node -1\nINFO max_node 18446744073709551615\nINFO thread_num 1\nINFO time_increment 5\n\
                  INFO strength 100\nINFO pondering 0\nINFO show_detail 0\nINFO protocol_lag 50\nINFO hash_size 4096\n\
                  INFO max_memory 0";
    assert!(talk(silent).is_empty(), "{:?}", talk(silent));
    for key in
        ["timeout_turn", "timeout_match", "time_left", "max_node", "hash_size", "max_memory", "strength"]
    {
        let printed = talk(&format!("INFO {key} much"));
        assert_eq!(printed.len(), 1, "{key}");
        assert!(printed[0].starts_with(&format!("ERROR INFO {key}: 'much'")), "{printed:?}");
    }
}

#[test]
fn a_move_as_fast_as_possible_is_a_move() {
    let mut printed = everything(
        Some(Protocol::Gomocup),
        None,
        b"START 20\nINFO timeout_turn 0\nINFO time_left 0\nBEGIN\nTURN 5,5\nINFO timeout_turn -7\nTURN 0,0\n"
            .to_vec(),
    );
    printed.retain(|line| !line.starts_with("MESSAGE"));
    assert_eq!(printed.len(), 4, "{printed:?}");
}

#[test]
fn evaluate_tells_the_value_of_a_move_and_plays_nothing() {
    let printed =
        talk("START 15\nPLAY 7,7\nINFO evaluate 8,8\nINFO evaluate 7,7\nINFO evaluate 80,8\nPLAY 8,8");
    assert!(printed[2].starts_with("DEBUG 8,8 depth "), "{printed:?}");
    assert!(printed[3].starts_with("DEBUG '7,7' is not legal"), "{printed:?}");
    assert!(printed[4].starts_with("ERROR INFO evaluate: '80,8'"), "{printed:?}");
    assert_eq!(printed[5], "8,8");
}

#[test]
fn max_memory_holds_for_the_whole_program() {
    const MIB: u64 = 1 << 20;
    for (limit, more, at_least) in
        [(48 * MIB, "INFO thread_num 1", 24), (64 * MIB, "INFO hash_size 4000000", 36)]
    {
        let mut client = Client::start(&["--protocol", "gomocup"]);
        client.ask("START 15", "OK");
        client.send(&format!(
            "INFO max_memory {limit}\n{more}\nINFO max_node 150000\nPLAY 7,7\nPLAY 8,8\nPLAY 6,8"
        ));
        client.until("6,8");
        client.send("TURN 10,10\nABOUT\nYXSHOWHASHUSAGE");
        client.until("MESSAGE hash usage");
        // What was once taken for the table is not given back during the game.
        let Some(used) = client.memory_kib().map(|kib| kib / 1024) else { return };
        assert!(used < limit / MIB, "{used} MiB of {}", limit / MIB);
        assert!(used >= at_least, "{used} MiB: most of the memory is there to be used");
    }
}

// Openings

#[test]
fn swap2board_begins_with_three_stones() {
    for size in [15, 20, 5] {
        let printed = talk(&format!("START {size}\nINFO timeout_turn 200\nSWAP2BOARD\nDONE\nBEGIN"));
        let stones: Vec<(usize, usize)> = printed[1].split(' ').map(cell).collect();
        assert_eq!(stones.len(), 3, "{printed:?}");
        assert!(stones.iter().all(|&(x, y)| x < size && y < size));
        assert!(stones[0] != stones[1] && stones[1] != stones[2] && stones[0] != stones[2]);
        assert_eq!(printed.len(), 3, "the board is still empty, so BEGIN is obeyed: {printed:?}");
    }
}

#[test]
fn swap2board_chooses_the_better_side() {
    let second =
        |stones: &str| talk(&format!("START 15\nINFO timeout_turn 300\nSWAP2BOARD\n{stones}DONE")).remove(1);
    assert_eq!(second("7,7\n0,0\n8,8\n"), "SWAP", "Black has two stones in the middle and White none");
    assert_eq!(second("7,7,1\n0,14,2\n8,8,1\n"), "SWAP", "colours may be sent");
    let stay = second("0,0\n7,7\n14,14\n");
    assert_eq!(stay.split(' ').count(), 1, "White is better, so one move is played: {stay}");
    assert_eq!(second("7,7\n0,0\n8,8\n14,0\n7,8\n"), "SWAP");
    let stay = second("0,0\n7,7\n14,14\n8,8\n0,14\n");
    cell(&stay);
    let any = second("7,7\n8,8\n9,11\n");
    assert!(any == "SWAP" || any.split(' ').map(cell).count() <= 2, "{any}");
}

#[test]
fn swap2board_refuses_other_numbers_of_stones_and_bad_ones() {
    for (stones, word) in
        [("7,7\n", "'1' stones"), ("7,7\n8,8\n7,7\n", "'7,7'"), ("70,7\n", "'70,7'"), ("-1,-1\n", "'-1,-1'")]
    {
        let printed = talk(&format!("START 15\nSWAP2BOARD\n{stones}DONE\nBEGIN"));
        assert!(printed[1].starts_with("ERROR SWAP2BOARD: ") && printed[1].contains(word), "{printed:?}");
        assert_eq!(printed[2], "7,7");
    }
}

#[test]
fn yixins_swap2_is_told_in_messages() {
    let printed = talk("START 15\nINFO timeout_turn 200\nyxswap2step1");
    for (line, start) in
        printed[1..].iter().zip(["MESSAGE SWAP2 MOVE1 ", "MESSAGE SWAP2 MOVE2 ", "MESSAGE SWAP2 MOVE3 "])
    {
        assert!(line.starts_with(start) && line.split(' ').count() == 5, "{printed:?}");
    }
    let step = |stones: &str, n: u32| {
        talk(&format!("START 15\nINFO timeout_turn 200\nyxboard\n{stones}done\nyxswap2step{n}")).remove(1)
    };
    assert_eq!(step("7,7,2\n0,0,1\n8,8,2\n", 2), "MESSAGE SWAP2 SWAP1 YES");
    assert_eq!(step("0,0,2\n7,7,1\n14,14,2\n", 2), "MESSAGE SWAP2 SWAP1 NO");
    assert_eq!(step("7,7,1\n0,0,2\n8,8,1\n14,0,2\n7,8,1\n", 3), "MESSAGE SWAP2 SWAP2 YES");
    assert!(step("7,7,1\n", 2).starts_with("ERROR step 2 of swap2: 3 stones"));
}

#[test]
fn balance_adds_stones_and_leaves_the_board() {
    let printed = talk(
        "START 15\nINFO timeout_turn 100\nPLAY 7,7\nYXBALANCEONE 0\nYXBALANCETWO 100\nYXBALANCEONE x\nPLAY 8,8",
    );
    cell(&printed[2]);
    assert_eq!(printed[3].split(' ').map(cell).count(), 2);
    assert!(printed[4].starts_with("ERROR 'x'"));
    assert_eq!(printed[5], "8,8");
}

// Analysis

#[test]
fn nbest_tells_so_many_lines_and_then_the_move() {
    let printed = talk("START 15\nINFO show_detail 2\nPLAY 7,7\nPLAY 8,8\nYXNBEST 3");
    for rank in 0..3 {
        assert!(printed.contains(&format!("INFO PV {rank}")), "{printed:?}");
    }
    assert!(printed.contains(&"INFO NUMPV 3".to_string()) && printed.contains(&"INFO PV DONE".to_string()));
    let line = printed.iter().rfind(|line| line.starts_with("INFO BESTLINE ")).unwrap();
    for mv in line.split(' ').skip(2) {
        cell(mv);
    }
    cell(printed.last().unwrap());
    assert!(talk("YXNBEST many")[0].starts_with("ERROR 'many'"));
}

#[test]
fn realtime_marks_the_best_move_on_the_board() {
    let printed = talk("START 15\nINFO show_detail 1\nPLAY 7,7\nPLAY 8,8\nYXNBEST 1");
    for word in ["REFRESH", "BEST ", "VAL ", "PV "] {
        assert!(printed.iter().any(|line| line.starts_with(&format!("MESSAGE REALTIME {word}"))), "{word}");
    }
    assert!(!printed.iter().any(|line| line.starts_with("INFO")));
}

#[test]
fn searchdefend_marks_the_moves_that_lose() {
    // White has an open three; Black loses with most moves.
    let three = "YXBOARD\n0,0,1\n5,5,2\n14,0,1\n6,5,2\n0,14,1\n7,5,2\nDONE";
    let printed =
        talk(&format!("START 15\nINFO show_detail 1\nINFO max_node 30000\n{three}\nYXSEARCHDEFEND"));
    let lost: Vec<&String> =
        printed.iter().filter(|line| line.starts_with("MESSAGE REALTIME LOSE ")).collect();
    assert!(lost.len() > 20, "{}", lost.len());
    assert!(!lost.iter().any(|line| line.ends_with(" 4,5") || line.ends_with(" 8,5")), "{lost:?}");
}

#[test]
fn blocked_moves_are_not_played() {
    let printed = talk("START 15\nYXBLOCK\n7,7\nDONE\nBEGIN\nSTART 15\nYXBLOCKUNDO\n7,7\nDONE\nBEGIN");
    assert_ne!(printed[1], "7,7");
    assert_eq!(printed[3], "7,7");
    let reset = talk("START 15\nYXBLOCK\n7,7\n8,8\nDONE\nYXBLOCKRESET\nBEGIN");
    assert_eq!(reset[1], "7,7");
    let all: String = (0..25).map(|n| format!("{},{}\n", n % 5, n / 5)).collect();
    assert!(
        talk(&format!("START 5\nYXBLOCK\n{all}DONE\nBEGIN"))[1].starts_with("ERROR every move is blocked")
    );
}

#[test]
fn yixins_questions_are_answered() {
    let printed = talk("YXSHOWINFO\nYXHASHCLEAR\nYXSHOWHASHUSAGE");
    assert!(printed[0].starts_with("MESSAGE INFO MAX_THREAD_NUM "));
    assert!(printed[1].starts_with("MESSAGE INFO MAX_HASH_SIZE "));
    assert_eq!(printed[2], "MESSAGE hash usage 0.0 %");
}

#[test]
fn commands_without_a_use_here_are_refused_with_all_that_belongs_to_them() {
    let printed = talk(
        "YXHASHDUMP\nstart 15\nYXHASHLOAD file\nYXQUERYDATABASEALL\n7,7\n8,8\nDONE\nYXSOOSORVSTEP4 2\n7,7\ndone\n\
         YXSAVEDATABASE\nYXDRAW\nYXBLOCKPATH\n7,7\nSTART 10",
    );
    assert_eq!(printed.len(), 8, "{printed:?}");
    assert_eq!(printed[0], "ERROR 'YXHASHDUMP' is not supported");
    assert!(printed[..7].iter().all(|line| line.ends_with("is not supported")), "{printed:?}");
    assert_eq!(printed[7], "OK");
}

// During a search

#[test]
fn stop_ends_a_search_with_its_move_and_questions_are_answered_meanwhile() {
    let mut client = Client::start(&["--protocol", "gomocup", "--hash", "1"]);
    client.ask("START 15", "OK");
    client.send("INFO timeout_turn 3600000\nPLAY 7,7\nPLAY 8,8\nTURN 9,6");
    client.until("8,8");
    client.ask("ABOUT", "name=");
    client.send("YXSTOP\nABOUT");
    let lines = client.until("name=");
    let answers = lines.iter().filter(|line| line.chars().all(|c| c.is_ascii_digit() || c == ',')).count();
    let answers = answers + usize::from(answers == 0 && !client.line().is_empty());
    assert_eq!(answers, 1);
    client.send("STOP");
    client.ask("RESTART", "OK");
}

#[test]
fn pondering_is_silent_and_ends_with_the_next_command() {
    let mut client = Client::start(&["--protocol", "gomocup", "--hash", "1"]);
    client.ask("START 15", "OK");
    client.send("INFO max_node 500\nINFO pondering 1\nBEGIN");
    client.until("7,7");
    client.send("INFO time_left 100000\nTURN 8,8\nSTOP\nPONDER\nINFO rule 1\nPONDER 1\nYXSHOWFORBID");
    let lines = client.until("FORBID");
    let answers = lines.iter().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count();
    assert_eq!(answers, 1, "{lines:?}");
    client.send("PONDER\nEND");
    assert!(client.close().1.success());
}

// Managers

#[test]
fn the_conversation_of_c_gomoku_cli_is_understood() {
    let printed = talk(
        "ABOUT\nSTART 15\nINFO rule 0\nINFO timeout_turn 1000\nINFO timeout_match 0\nINFO max_node 300\n\
         INFO max_memory 367001600\nINFO thread_num 1\nINFO time_left 2147483647\nBOARD\n7,7,2\n8,8,1\n9,9,2\nDONE\n\
         INFO time_left 2147483647\nTURN 0,0\nRESTART\nINFO rule 0\nINFO time_left 2147483647\nBEGIN",
    );
    assert!(printed[0].starts_with("name="));
    assert_eq!((printed[1].as_str(), printed[4].as_str()), ("OK", "OK"));
    assert!(
        !printed.iter().any(|line| line.starts_with("ERROR") || line.starts_with("UNKNOWN")),
        "{printed:?}"
    );
}

#[test]
fn the_conversation_of_the_official_judge_is_understood() {
    let printed = talk(
        "START 20\r\nINFO timeout_turn 5000\r\nINFO timeout_match 100000\r\nINFO max_memory 367001600\r\n\
         INFO game_type 1\r\nINFO rule 0\r\nINFO folder /tmp\r\nINFO time_left 100000\r\nBOARD\r\n10,10,2\r\n11,10,1\r\n\
         12,12,2\r\nDONE\r\nINFO time_left 99000\r\nTURN 0,0\r\n",
    );
    assert_eq!(printed.len(), 3, "{printed:?}");
    cell(&printed[1]);
    cell(&printed[2]);
}

// Robustness

const WORDS: &[&str] = &[
    "START",
    "RECTSTART",
    "RESTART",
    "BEGIN",
    "TURN",
    "BOARD",
    "YXBOARD",
    "TAKEBACK",
    "PLAY",
    "SWAP2BOARD",
    "INFO",
    "ABOUT",
    "DONE",
    "PONDER",
    "STOP",
    "YXSTOP",
    "YXNBEST",
    "YXBALANCEONE",
    "YXBALANCETWO",
    "YXBLOCK",
    "YXBLOCKUNDO",
    "YXBLOCKRESET",
    "YXSHOWFORBID",
    "YXSHOWINFO",
    "YXHASHCLEAR",
    "YXSHOWHASHUSAGE",
    "YXSWAP2STEP1",
    "YXSWAP2STEP2",
    "YXSWAP2STEP3",
    "YXHASHDUMP",
    "YXQUERYDATABASEALL",
    "YXSOOSORVSTEP4",
    "YXDRAW",
    "timeout_turn",
    "timeout_match",
    "time_left",
    "max_memory",
    "rule",
    "evaluate",
    "hash_size",
    "thread_num",
    "max_depth",
    "pondering",
    "show_detail",
    "analysis_mode",
    "strength",
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "8",
    "9",
    "15",
    "-1",
    "7,7",
    "8,8,1",
    "9,9,2",
    "-1,-1,1",
    "0,0",
    "14,14",
    "99,1",
    "1,2,3,4",
    ",",
    ",,",
    "-,-",
    "2147483647",
    "99999999999999999999",
    "é",
    "\u{0}",
    "\u{2028}",
];

/// Lines that may mean anything, with searches kept short by the first line of each block.
fn soup(random: &mut Random, lines: usize) -> Vec<u8> {
    let mut script = Vec::new();
    for line in 0..lines {
        if line % 20 == 0 {
            script.extend_from_slice(b"STOP\nINFO timeout_turn 0\nINFO thread_num 1\nINFO hash_size 1024\n");
        }
        match random.below(5) {
            0 => {
                let length = random.below(30);
                script.extend((0..length).map(|_| random.next() as u8).filter(|&byte| byte != b'\n'));
            }
            1 => script.extend_from_slice(
                format!("{},{},{}", random.below(16), random.below(16), random.below(4)).as_bytes(),
            ),
            _ => {
                let words: Vec<&str> =
                    (0..1 + random.below(3)).map(|_| WORDS[random.below(WORDS.len())]).collect();
                let text = words.join(" ");
                // A budget of nodes or threads without end would only take time.
                if !text.contains("thread_num") && !text.contains("hash_size") && !text.contains("max_memory")
                {
                    script.extend_from_slice(text.as_bytes());
                }
            }
        }
        script.push(b'\n');
    }
    script
}

#[test]
fn whatever_arrives_the_last_question_is_answered() {
    for seed in 0..12 {
        let mut random = Random(0x60_0a + seed);
        let mut script = soup(&mut random, 400);
        script.extend_from_slice(
            b"\nSTOP\nDONE\nRESTART\nSTART 15\nINFO rule 0\nINFO analysis_mode 0\nPLAY 3,4\nPLAY 3,4\n",
        );
        let printed = everything(Some(Protocol::Gomocup), None, script);
        let last = printed.iter().rfind(|line| !line.starts_with("MESSAGE")).expect("an answer");
        assert_eq!(last, "ERROR '3,4' is not legal: the cell is occupied", "seed {seed}");
        for line in &printed {
            let word = line.split(' ').next().unwrap_or_default();
            let known = ["OK", "ERROR", "UNKNOWN", "MESSAGE", "DEBUG", "INFO", "FORBID", "SUGGEST", "SWAP"];
            let coordinates = word.split(',').all(|n| n.parse::<u8>().is_ok());
            assert!(
                known.contains(&word) || coordinates || word.starts_with("name="),
                "seed {seed}: {line:?}"
            );
        }
    }
}

/// A game with random moves of the opponent, checked by the rules of the engine's own game; returns its length.
fn fast_game(client: &mut Client, variant: &str, rule: u32, random: &mut Random) -> usize {
    let mut referee = games::open(variant).expect("a variant");
    referee.set_option("BoardSize", "9").expect("an option");
    client.ask(&format!("START 9\nINFO rule {rule}\nINFO max_node 20"), "OK");
    let mut command = "BEGIN".to_string();
    for ply in 0.. {
        client.send(&command);
        let answer = loop {
            let line = client.line();
            assert!(!line.starts_with("ERROR") && !line.starts_with("UNKNOWN"), "{line}");
            if line.starts_with(|c: char| c.is_ascii_digit()) {
                break line;
            }
        };
        referee.play(&answer).expect("a legal move");
        let legal = referee.legal_moves(quadriga::game::MoveStyle::Numeric);
        if referee.status().outcome.is_some() || legal.is_empty() {
            return ply;
        }
        let mv = &legal[random.below(legal.len())];
        referee.play(mv).expect("a legal move");
        if referee.status().outcome.is_some() {
            return ply;
        }
        command = format!("TURN {mv}");
    }
    unreachable!("a board is finite")
}

#[test]
fn many_games_in_one_conversation_are_legal_and_leave_memory_flat() {
    let mut client = Client::start(&["--protocol", "gomocup", "--hash", "1"]);
    let mut random = Random(5);
    let rules = [("gomokufreestyle", 0), ("gomoku", 1), ("renju", 4), ("caro", 8), ("caroexact", 9)];
    let mut round = |client: &mut Client, games: usize| {
        for game in 0..games {
            let (variant, rule) = rules[game % rules.len()];
            assert!(fast_game(client, variant, rule, &mut random) > 1);
        }
    };
    round(&mut client, 50);
    let before = client.memory_kib();
    round(&mut client, 200);
    let after = client.memory_kib();
    assert!(after <= before.map(|kib| kib + 2048), "{before:?} KiB, then {after:?}");
    client.send("END");
    assert!(client.close().1.success());
}

// Documents

#[test]
fn the_sessions_in_the_documents_are_true() {
    let document = include_str!("../../protocol.md");
    let sessions: Vec<&str> = document.split("```gomocup\n").skip(1).collect();
    assert!(sessions.len() >= 3);
    for session in sessions {
        let session = session.split("```").next().unwrap_or_default();
        let asked: String = session
            .lines()
            .filter_map(|line| line.strip_prefix("> "))
            .map(|l| l.to_string() + "\n")
            .collect();
        let printed = everything(Some(Protocol::Gomocup), None, asked.into_bytes());
        // What a search finds may change with the engine; the words may not, nor what is no search.
        let searched = |line: &str| {
            line.starts_with(|c: char| c.is_ascii_digit())
                || line.starts_with("INFO ")
                || line.starts_with("MESSAGE depth")
        };
        let mut rest = printed.iter();
        for told in session.lines().filter(|line| !line.starts_with("> ") && *line != "...") {
            let same = |line: &&String| {
                *line == told
                    || searched(line)
                        && searched(told)
                        && line.split(' ').count().min(3) == told.split(' ').count().min(3)
            };
            assert!(rest.any(|line| same(&line)), "no '{told}' in {printed:#?}");
        }
        let errors = |text: &str| text.lines().filter(|line| line.starts_with("ERROR")).count();
        assert_eq!(errors(session), errors(&printed.join("\n")));
    }
}
