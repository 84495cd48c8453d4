//! GTP as its clients count on it, where a transcript cannot say it: every game, moves by clicks, reports, files, and
//! whatever else arrives.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::common::Random;
use crate::common::client::Client;
use crate::common::gtp::{QUICK, last, output, refused, responses, talk};
use quadriga::contract::{GridCell, MovePath};
use quadriga::engine::AnyEngine;
use quadriga::games;
use quadriga::protocol::Protocol;

/// A king that takes four men in two ways with the same ends.
const TWO_WAYS: &str = "quadriga-fen W:WK4:B13,20,32,37\n";

/// The commands that are sent in the transcripts of this protocol.
fn tried_in_transcripts() -> BTreeSet<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/transcripts/gtp");
    let files = fs::read_dir(folder).expect("transcripts").map(|entry| entry.expect("a file").path());
    let texts: Vec<String> = files.map(|path| fs::read_to_string(path).expect("text")).collect();
    let sent = texts.iter().flat_map(|text| text.lines()).filter_map(|line| line.strip_prefix("> "));
    sent.filter_map(|line| line.split(' ').next()).map(str::to_string).collect()
}

#[test]
fn the_list_of_commands_is_complete_and_every_one_of_them_is_tried_in_a_transcript() {
    let listed = last("gomoku", "list_commands");
    let tried = tried_in_transcripts();
    for name in listed.lines() {
        assert!(tried.contains(name), "{name}");
        assert_eq!(last("gomoku", &format!("known_command {name}")), "true");
    }
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

/// The word after `name`, and whether there is one.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let mut words = line.split(' ');
    words.find(|word| *word == name)?;
    words.next()
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

#[test]
fn a_win_by_threats_is_drawn_as_stones_that_win_by_the_rules() {
    for variant in ["gomoku", "gomokufreestyle", "renju", "caro"] {
        let start = "gogui-play_sequence b H8 w A1 b J8 w A4 b H9 w A7 b J10 w A10\n";
        let drawn = last(variant, &format!("{start}quadriga-threat_win\n"));
        let (stones, words) = drawn.split_once('\n').expect("stones, and what they are");
        let stones = stones.strip_prefix("VAR ").expect("a variation");
        let plies = stones.split(' ').count() / 2;
        assert!(words.starts_with(&format!("TEXT wins by threats within {plies} plies: ")), "{drawn}");
        let end = format!("{start}gogui-play_sequence {stones}\n");
        let result = last(variant, &format!("{end}gogui-rules_final_result\n"));
        assert!(result.starts_with("Black wins"), "{variant}: {drawn}");
        assert_eq!(last(variant, &format!("{end}quadriga-threat_win\n")), "");
    }
}

#[test]
fn a_win_by_threats_is_found_from_a_position_string_and_for_white() {
    let fen = "15/15/15/15/15/15/15/4ppp8/15/15/15/15/15/15/PPP12";
    let drawn = last("gomoku", &format!("quadriga-fen {fen} b - - 0 4\nquadriga-threat_win\n"));
    assert!(drawn.starts_with("VAR w "), "{drawn}");
    assert!(drawn.contains("\nTEXT wins by threats within 3 plies: "), "{drawn}");
}

#[test]
fn a_win_by_threats_in_one_ply_is_called_one_ply() {
    let four = "gogui-play_sequence b H8 w A1 b J8 w A4 b K8 w A7 b L8 w A10\n";
    let drawn = last("gomoku", &format!("{four}quadriga-threat_win\n"));
    assert!(drawn.contains("\nTEXT wins by threats within 1 ply: "), "{drawn}");
}

#[test]
fn games_without_threats_refuse_to_look_for_a_win_by_them() {
    let why = refused("draughts", "quadriga-threat_win\n");
    assert!(why.starts_with("wins by threats are not searched for in "), "{why}");
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

// Moves of several clicks

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
        let first = engine.identity().rules.first_colour() == quadriga::contract::StoneColour::Black;
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
    let mut random = Random::new(4);
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
    fs::write(file, "(;GM[1]SZ[19];B[aa])").expect("a file");
    assert!(refused("gomoku", &load).starts_with("cannot load file: line 1: GM[1]"));
    fs::remove_file(file).expect("a file");
    assert_eq!(refused("draughts", "printsgf\n"), "cannot save: SGF does not have the game draughts");
}

// Whatever arrives

/// Words between blanks.
const WORDS: &str = "b w black White red pass resign D4 d1 H8 I9 A0 Z25 B4 C5 32-28 P@d1 7,7 4 0 1 -1 15 8 25 \
    99999999999999999999 1e9 nan interval maxmoves allow avoid D4,E5 true rootInfo none fischer \
    byoyomi canadian absolute 60 connect4 renju draughts chinesecheckers alive dead # \t é \u{2028} \
    \u{0} = ?";

fn word(random: &mut Random) -> &'static str {
    let words = WORDS.split(' ');
    words.clone().nth(random.below(words.count())).expect("a word")
}

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
    words.extend((0..random.below(words_allowed)).map(|_| word(random).to_string()));
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
    let mut random = Random::new(2);
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
