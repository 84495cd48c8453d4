//! What a graphical board asks of the analysis pipe: boards, ways of moves, moves to play, searches without an end.

use std::collections::HashSet;

use crate::analyze::{ENDLESS, answers, converse, next, start, text, timeless};
use crate::common::Random;
use quadriga::contract::MoveStyle;
use quadriga::games;
use serde_json::{Value, json};

fn list<'a>(answer: &'a Value, field: &str) -> &'a [Value] {
    answer[field].as_array().unwrap_or_else(|| panic!("no list '{field}' in {answer}"))
}

/// What is at a cell of an answer to `board`.
fn at(board: &Value, cell: &Value) -> char {
    let [x, y] = [0, 1].map(|axis| cell[axis].as_u64().expect("a number") as usize);
    let row = board["rows"][y].as_str().expect("a row");
    char::from(row.as_bytes()[x])
}

/// Answers without a program, all at once.
fn ask(lines: &[String]) -> Vec<Value> {
    converse(lines.join("\n").into_bytes())
}

fn find<'a>(all: &'a [Value], id: &str, turn: Option<usize>) -> &'a Value {
    let is_meant = |answer: &&Value| answer["id"] == id && turn.is_none_or(|turn| answer["turn"] == turn);
    all.iter().find(is_meant).unwrap_or_else(|| panic!("no answer to {id}, turn {turn:?}"))
}

/// A game by chance: its moves, as far as nobody has won.
fn random_game(variant: &str, seed: u64, plies: usize) -> Vec<String> {
    let (mut random, mut game) = (Random::new(seed), games::open(variant).expect("a game"));
    for _ in 0..plies {
        let legal = game.legal_moves(MoveStyle::Native);
        game.play(&legal[random.below(legal.len())]).expect("a legal move");
        if game.status().outcome.is_some() {
            game.undo().expect("a move");
            break;
        }
    }
    game.moves(MoveStyle::Native)
}

/// Is the board `after` the one `before` once a piece has gone this way?
fn assert_played(before: &Value, after: &Value, path: &Value) {
    let (cells, captured) = (list(path, "cells"), list(path, "captured"));
    let mover = before["player"].to_string().chars().next().expect("a player");
    let is_theirs = |content: char, player: char| {
        content == player || content.to_ascii_uppercase() as u8 == player as u8 - b'1' + b'A'
    };
    let mut changed: HashSet<&Value> = HashSet::new();
    if let (Some(first), Some(last)) = (cells.first(), cells.last()) {
        assert!(is_theirs(at(after, last), mover), "{path}: {after}");
        if cells.len() > 1 {
            assert!(is_theirs(at(before, first), mover), "{path}: {before}");
            assert!(first == last || at(after, first) == '.', "{path}: {after}");
        }
        changed.extend([first, last]);
    }
    for cell in captured {
        let was = at(before, cell);
        assert!(was.is_alphanumeric() && !is_theirs(was, mover), "{path}: {before}");
        assert_eq!(at(after, cell), '.', "{path}: {after}");
        changed.insert(cell);
    }
    for y in 0..before["height"].as_u64().unwrap() {
        for x in 0..before["width"].as_u64().unwrap() {
            let cell = json!([x, y]);
            // Forbidden points come and go.
            let [was, is] = [at(before, &cell), at(after, &cell)].map(|c| if c == 'x' { '.' } else { c });
            assert!(was == is || changed.contains(&cell), "{path}: {cell} was '{was}' and is '{is}'");
        }
    }
}

#[test]
fn every_variant_answers_board_and_paths_and_a_path_leads_to_the_position_of_its_move() {
    let mut captures = 0;
    for (number, variant) in games::variants().into_iter().enumerate() {
        for (plies, seed) in [(0, 1), (9, 2), (24, 3), (37, 4)] {
            let moves = random_game(variant, seed + 10 * number as u64, plies);
            let of_game = |action: &str, moves: &[String], rest: &str| {
                let (variant, moves) = (json!(variant), json!(moves));
                format!("{{\"action\":\"{action}\",\"game\":{variant},\"moves\":{moves},{rest}}}")
            };
            let all = ask(&[
                of_game("legal_moves", &moves, "\"id\":\"moves\",\"paths\":true"),
                of_game(
                    "board",
                    &moves,
                    "\"id\":\"board\",\"turns\":\"all\",\"paths\":true,\"threats\":true",
                ),
            ]);
            let (legal, before) = (find(&all, "moves", None), find(&all, "board", Some(moves.len())));
            let paths = list(legal, "paths");
            let texts: Vec<&Value> = paths.iter().map(|path| &path["move"]).collect();
            assert_eq!(texts, list(legal, "moves").iter().collect::<Vec<_>>(), "{variant}");
            assert_eq!((list(before, "paths"), &before["fen"]), (paths, &legal["fen"]), "{variant}");
            let clicks: HashSet<&Value> =
                paths.iter().map(|path| path.get("clicks").unwrap_or(&path["cells"])).collect();
            assert_eq!(clicks.len(), paths.len(), "{variant}: each move has clicks of its own");
            assert_eq!(list(&before["face"], "colours").len() as u64, before["players"].as_u64().unwrap());
            let height = before["height"].as_u64().unwrap();
            assert_eq!(list(before, "rows").len() as u64, height, "{variant}");
            for turn in 1..=moves.len() {
                let last = &find(&all, "board", Some(turn))["last"];
                assert_eq!(text(last, "move"), moves[turn - 1], "{variant}");
                let [was, is] = [turn - 1, turn].map(|turn| find(&all, "board", Some(turn)));
                assert_played(was, is, last);
                captures += list(last, "captured").len();
            }
            let one_more: Vec<String> = (0..paths.len())
                .map(|index| {
                    let longer = [&moves[..], &[text(&paths[index], "move").to_string()]].concat();
                    of_game("board", &longer, &format!("\"id\":\"{index}\""))
                })
                .collect();
            let boards = ask(&one_more);
            for (index, path) in paths.iter().enumerate() {
                let after = find(&boards, &index.to_string(), None);
                assert_played(before, after, path);
                assert_eq!(&after["last"], path, "{variant}");
            }
        }
    }
    assert!(captures > 30, "{captures} captures");
}

#[test]
fn a_won_game_shows_the_lines_that_won_it() {
    let board = |id: &str, game: &str, moves: &str| {
        let moves: Vec<&str> = moves.split(' ').collect();
        format!("{{\"id\":\"{id}\",\"action\":\"board\",\"game\":\"{game}\",\"moves\":{}}}", json!(moves))
    };
    let all = ask(&[
        board("c", "connect4", "4 3 4 3 4 3 4"),
        board("two", "gomokufreestyle", "a1 b15 b1 d15 c1 f15 d1 h15 f1 k15 e2 m15 e3 b13 e4 d13 e5 f13 e1"),
        board("on", "gomokufreestyle", "a1 b15 b1 d15 c1 f15 d1"),
        board("caro", "caro", "d8 c8 e8 b2 f8 b4 g8 i8 h8"),
    ]);
    let c = find(&all, "c", None);
    assert_eq!((text(c, "outcome"), text(c, "reason")), ("p1win", "four in a line"));
    assert_eq!(c["winning_lines"], json!([[[3, 2], [3, 3], [3, 4], [3, 5]]]));
    let two = list(find(&all, "two", None), "winning_lines");
    let row: Vec<[usize; 2]> = (0..6).map(|x| [x, 14]).collect();
    let column: Vec<[usize; 2]> = (10..15).map(|y| [4, y]).collect();
    assert_eq!(two.len(), 2);
    assert!(two.contains(&json!(row)) && two.contains(&json!(column)), "{two:?}");
    assert_eq!(find(&all, "on", None)["winning_lines"], json!([]));
    let caro = find(&all, "caro", None);
    assert_eq!((caro.get("outcome"), &caro["winning_lines"]), (None, &json!([])), "closed at both ends");
}

#[test]
fn a_board_says_all_that_a_front_end_has_to_draw() {
    let line = |id: &str, rest: &str| format!("{{\"id\":\"{id}\",\"action\":\"board\",{rest}}}");
    let all = ask(&[
        line("english", r#""game":"english","fen":"W:WK22,30:B7,K9""#),
        line("star", r#""game":"chinesecheckers","options":{"Players":3}"#),
        line("renju", r#""game":"renju","moves":["h8","a1","h9","a3","g10","a5","f10","a7"],"threats":true"#),
        line("drop", r#""game":"connect4-5x4","moves":[1,2,1,2,1],"threats":true"#),
    ]);
    let english = find(&all, "english", None);
    let pieces: String = list(english, "rows").iter().filter_map(Value::as_str).collect();
    for piece in ['1', '2', 'A', 'B'] {
        assert_eq!(pieces.matches(piece).count(), 1, "{pieces}");
    }
    let face = &english["face"];
    assert_eq!(
        (&face["surface"], &face["pieces"], &face["falls"]),
        (&json!("squares"), &json!("men"), &json!(false))
    );
    assert_eq!((&face["seats"], &face["colours"][0]["name"]), (&json!([180, 0]), &json!("black")));
    assert_eq!(english.get("last"), None, "nothing was played");
    let star = find(&all, "star", None);
    assert_eq!((&star["hexagonal"], &star["players"]), (&json!(true), &json!(3)));
    assert_eq!((&star["face"]["seats"], &star["face"]["pieces"]), (&json!([0, 120, 240]), &json!("marbles")));
    let renju = find(&all, "renju", None);
    let points: String = list(renju, "rows").iter().filter_map(Value::as_str).collect();
    assert!(points.contains('x'), "h10 makes two threes: {points}");
    let drop = find(&all, "drop", None);
    assert_eq!(
        (&drop["width"], &drop["height"], &drop["face"]["falls"]),
        (&json!(5), &json!(4), &json!(true))
    );
    assert!(list(drop, "threats").contains(&json!({"cell":[0, 0],"player":1,"label":"4"})), "{drop}");
    assert_eq!(drop["face"]["labels"], json!({"columns":["1","2","3","4","5"],"rows":[]}));
}

#[test]
fn what_is_not_asked_for_is_left_out() {
    let all = ask(&[
        r#"{"id":"b","action":"board","game":"connect4"}"#.to_string(),
        r#"{"id":"l","action":"legal_moves","game":"connect4"}"#.to_string(),
        r#"{"id":"p","action":"play","game":"connect4","depth":1}"#.to_string(),
        r#"{"id":"over","action":"board","game":"connect4","moves":[4,3,4,3,4,3,4],"paths":true}"#
            .to_string(),
    ]);
    for (id, field) in [("b", "paths"), ("b", "threats"), ("l", "paths"), ("p", "path")] {
        assert_eq!(find(&all, id, None).get(field), None, "{id}");
    }
    assert_eq!(find(&all, "over", None)["paths"], json!([]), "the game is over");
}

/// A move chosen in a position with many good ones.
fn play(id: &str, rest: &str) -> String {
    format!(
        "{{\"id\":\"{id}\",\"action\":\"play\",\"game\":\"draughts\",\"moves\":[\"32-28\",\"18-23\"],\
         \"options\":{{\"Hash\":1}},{rest}}}"
    )
}

#[test]
fn a_move_of_weaker_play_repeats_by_its_seed_and_varies_with_it() {
    let seeds = 0..16;
    let lines: Vec<String> =
        seeds.clone().map(|seed| play(&seed.to_string(), &format!("\"level\":0,\"seed\":{seed}"))).collect();
    let (once, again) = (ask(&lines), ask(&lines));
    let mut moves = HashSet::new();
    for seed in seeds {
        let [one, other] = [&once, &again].map(|all| timeless(find(all, &seed.to_string(), None)));
        assert_eq!(one, other);
        moves.insert(text(&one, "move").to_string());
    }
    assert!(moves.len() > 2, "{moves:?}");
    let elo = ask(&[play("0", "\"elo\":200,\"seed\":3"), play("1", "\"level\":0,\"seed\":3")]);
    assert_eq!(timeless(find(&elo, "0", None)), timeless(find(&elo, "1", None)), "the lowest Elo is level 0");
}

#[test]
fn full_strength_plays_the_best_move_and_weaker_play_leaves_no_trace() {
    let search = play("s", "\"depth\":6").replace("\"action\":\"play\",", "");
    let weak: Vec<String> =
        (0..5).map(|seed| play(&format!("w{seed}"), &format!("\"level\":1,\"seed\":{seed}"))).collect();
    let mut lines = vec![
        search.clone(),
        play("full", "\"depth\":6,\"paths\":true"),
        play("elo", "\"depth\":6,\"elo\":2600"),
    ];
    lines.extend(weak);
    lines.push(search.replace("\"s\"", "\"after\""));
    let all = answers(&["--positions", "1"], &lines);
    let (first, full) = (find(&all, "s", None), find(&all, "full", None));
    assert_eq!(timeless(first), timeless(find(&all, "after", None)));
    assert_eq!(
        (&full["move"], &full["score"], &full["nodes"]),
        (&first["bestmove"], &first["score"], &first["nodes"])
    );
    assert_eq!((&full["path"]["move"], list(&full["path"], "cells").len()), (&full["move"], 2));
    assert_eq!(find(&all, "elo", None)["move"], full["move"]);
}

#[test]
fn every_variant_plays_legal_moves_at_every_strength() {
    for variant in games::variants() {
        let mut lines = Vec::new();
        for level in [0, 7, 19, 20] {
            let rest = format!("\"game\":\"{variant}\",\"level\":{level},\"nodes\":300,\"paths\":true");
            lines.push(format!("{{\"id\":\"{level}\",\"action\":\"play\",{rest}}}"));
        }
        let legal = games::open(variant).expect("a game").legal_moves(MoveStyle::Native);
        let all = ask(&lines);
        assert_eq!(all.len(), lines.len());
        for answer in all {
            assert!(legal.iter().any(|mv| mv == text(&answer, "move")), "{answer}");
            assert_eq!((&answer["path"]["move"], &answer["action"]), (&answer["move"], &json!("play")));
        }
    }
}

#[test]
fn a_game_that_is_over_has_no_move_to_play() {
    let all =
        ask(&[r#"{"id":1,"action":"play","game":"connect4","moves":[4,3,4,3,4,3,4],"level":2}"#.to_string()]);
    let mut answer = all[0].clone();
    assert!(answer.as_object_mut().unwrap().remove("hash").is_some());
    assert_eq!(
        answer,
        json!({"id":1,"action":"play","game":"connect4","player":2,"outcome":"p1win","reason":"four in a line"})
    );
}

#[test]
fn boards_and_moves_to_play_wait_like_searches_and_can_be_terminated() {
    let mut client = start(&["--positions", "1"]);
    client.send(ENDLESS);
    client.send(r#"{"id":"b","action":"board","game":"connect4","moves":[4],"turns":"all"}"#);
    client.send(r#"{"id":"p","action":"play","game":"connect4","level":1}"#);
    client.send(r#"{"id":"t","action":"terminate","terminate":"b"}"#);
    client.send(r#"{"id":"u","action":"terminate","terminate":"p"}"#);
    for expected in [
        json!({"id":"t","action":"terminate","terminate":"b","terminated":2}),
        json!({"id":"b","action":"board","turn":0,"terminated":true}),
        json!({"id":"b","action":"board","turn":1,"terminated":true}),
        json!({"id":"u","action":"terminate","terminate":"p","terminated":1}),
        json!({"id":"p","action":"play","terminated":true}),
    ] {
        assert_eq!(next(&mut client), expected);
    }
    client.send(r#"{"action":"terminate_all"}"#);
    let ended = [next(&mut client), next(&mut client)];
    assert!(ended.iter().any(|answer| answer["terminated"] == true), "{ended:?}");
    client.send(&play("long", "\"movetime\":1000000000"));
    client.send(r#"{"id":"stop","action":"terminate","terminate":"long"}"#);
    let ended = [next(&mut client), next(&mut client)];
    let long = find(&ended, "long", None);
    assert_eq!((&long["action"], &long["terminated"]), (&json!("play"), &json!(true)));
    assert!(client.close().1.success());
}

/// A search that only a termination ends.
const INFINITE: &str = r#"{"id":"i","game":"draughts","infinite":true,"multipv":2,"report_every":0.001}"#;

#[test]
fn an_endless_query_ends_when_it_is_terminated_with_what_it_found() {
    let mut client = start(&["--positions", "1"]);
    client.send(INFINITE);
    assert_eq!(next(&mut client)["final"], false);
    client.send(r#"{"id":"stop","action":"terminate","terminate":"i"}"#);
    let mut ended = Vec::new();
    while ended.len() < 2 {
        let answer = next(&mut client);
        if answer["final"] != false {
            ended.push(answer);
        }
    }
    assert_eq!(find(&ended, "stop", None)["terminated"], 1);
    let last = find(&ended, "i", None);
    assert_eq!((&last["final"], &last["terminated"]), (&json!(true), &json!(true)));
    assert_eq!((list(last, "multipv").len(), &last["multipv"][0]["move"]), (2, &last["bestmove"]));
    assert!(client.close().1.success());
}

#[test]
fn the_end_of_input_ends_endless_queries_and_finishes_the_others() {
    for arguments in
        [&["--positions", "1"][..], &["--positions", "2"], &["--positions", "1", "--quit-at-end"]]
    {
        let mut client = start(arguments);
        client.send(INFINITE);
        assert_eq!(next(&mut client)["final"], false, "it runs");
        client.send(&INFINITE.replace("\"i\"", "\"waiting\""));
        client.send(r#"{"id":"short","game":"connect4","nodes":9}"#);
        let (rest, status) = client.close();
        assert!(status.success());
        let rest: Vec<Value> = rest.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let last = |id: &str| {
            let ended: Vec<&Value> =
                rest.iter().filter(|one| one["id"] == id && one["final"] == true).collect();
            assert_eq!(ended.len(), 1, "{id}");
            ended[0].clone()
        };
        assert_eq!((&last("i")["terminated"], &last("waiting")["terminated"]), (&json!(true), &json!(true)));
        let is_finished = last("short").get("terminated").is_none();
        assert!(is_finished || arguments.contains(&"--quit-at-end"));
    }
}

#[test]
fn an_endless_query_ends_by_itself_where_nothing_is_left_to_find() {
    let query = |id: u32, moves: &str| {
        format!("{{\"id\":{id},\"game\":\"connect4\",\"infinite\":true,\"moves\":{moves}}}")
    };
    let mut client = start(&["--positions", "1"]);
    client.send(&query(1, "[4,3,4,3,4,3]"));
    client.send(&query(2, "[4,3,4,3,4,3,4]"));
    let won = next(&mut client);
    assert_eq!(
        (&won["final"], won.get("terminated"), &won["score"]["mate"]),
        (&json!(true), None, &json!(1))
    );
    assert_eq!(text(&next(&mut client), "outcome"), "p1win");
    assert!(client.close().1.success());
}

#[test]
fn a_board_of_rows_is_a_position_like_any_other() {
    let rows = [".1........", "1.........", "..........", "..2......."].map(String::from);
    let rows: Vec<String> = rows.into_iter().chain(vec!["..........".to_string(); 6]).collect();
    let all = ask(&[
        json!({"id": "white", "action": "board", "game": "draughts", "rows": rows, "player": 1}).to_string(),
        json!({"id": "start", "action": "board", "game": "draughts"}).to_string(),
        json!({"id": "moved", "action": "legal_moves", "game": "gomoku", "rows": ["."], "player": 1})
            .to_string(),
    ]);
    let refused = &all.iter().find(|answer| answer["id"] == "white").expect("an answer");
    assert_eq!(refused["field"], "rows");
    assert!(text(refused, "error").contains("promotion row"), "{refused}");
    assert!(
        text(all.iter().find(|answer| answer["id"] == "moved").expect("an answer"), "error")
            .contains("a board of 1 by 1 cells: expected 15 by 15")
    );
    let start = find(&all, "start", Some(0));
    let again =
        json!({"id": "again", "action": "board", "game": "draughts", "rows": start["rows"], "player": 1});
    let again = &ask(&[again.to_string()])[0];
    assert_eq!((&again["fen"], &again["hash"]), (&start["fen"], &start["hash"]));
}
