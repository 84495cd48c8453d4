//! The game files of a match: comments, compressed files, files that are continued; and the same games for training.

#![cfg(unix)]

use std::fs;
use std::process::Stdio;

use quadriga::contract::Score;
use quadriga::engine::{Label, PlayedGame, SelfPlaySettings};
use quadriga::fit::{Series, read_games};
use quadriga::records::search_comment::SearchComment;
use quadriga::records::{Defaults, Format, GameRecord, GameResult, Line, PositionLabel, gzip};

use crate::common::client::program;
use crate::common::folder::Folder;

/// Standard output and standard error of a command that succeeds.
fn run(arguments: &[&str]) -> (String, String) {
    let (good, output, errors) = attempt(arguments);
    assert!(good, "{arguments:?}: {errors}");
    (output, errors)
}

fn attempt(arguments: &[&str]) -> (bool, String, String) {
    let output = program().args(arguments).stdin(Stdio::null()).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.success(), text(output.stdout), text(output.stderr))
}

/// A match of two engines with a clock, of four games.
fn play(game: &str, more: &[&str]) {
    let engines = ["--engine", "name=A nodes=60 tc=600+1", "--engine", "name=B nodes=30"];
    let openings = ["--random-plies", "4", "--rounds", "2"];
    run(&[&["match", "--game", game], &engines[..], &openings, more].concat());
}

/// The games of a file that has no errors and no assumptions.
fn games(path: &str, format: Format) -> Vec<GameRecord> {
    let found = gzip::read(path.as_ref()).expect("a file");
    let reading = format.read(&found.bytes, &Defaults::default());
    assert_eq!((found.note, &reading.errors[..], &reading.notes[..]), (None, &[][..], &[][..]), "{path}");
    reading.games.into_iter().map(|game| game.record).collect()
}

#[test]
fn comments_have_what_the_engines_reported_and_are_read_back() {
    let folder = Folder::new("match-comments");
    for (game, name, format) in [
        ("english", "games.pdn", Format::Pdn),
        ("gomoku", "games.sgf", Format::Sgf),
        ("connect4", "games.pgn", Format::Text),
    ] {
        let file = folder.path(name);
        play(game, &["--games-out", &file, "--max-plies", "30"]);
        let games = games(&file, format);
        assert_eq!(games.len(), 4, "{game}");
        for record in &games {
            let seat_of_a = record.players.iter().position(|name| name == "A").expect("A plays");
            let comments = record.comments.iter().filter(|(_, text)| !text.starts_with("book"));
            let (mut searched, mut left) = (0, 600.0);
            for (number, text) in comments {
                let comment = SearchComment::parse(text).unwrap_or_else(|| panic!("{game}: {text}"));
                assert!(comment.seconds.is_some(), "{text}");
                searched += usize::from(comment.nodes.is_some() && comment.nps.is_some());
                if !comment.pv.is_empty() {
                    let moves: Vec<&str> = record.moves[..number - 1].iter().map(String::as_str).collect();
                    let line: Vec<&str> = comment.pv.split(' ').collect();
                    let mut engine = record.open().expect("a game");
                    let played = [&moves[..], &line[..]].concat();
                    engine.set_position(record.base.as_deref(), &played).expect("a legal line");
                }
                if (number - 1) % 2 == seat_of_a {
                    let now = comment.left.expect("a clock");
                    assert!(now <= left + 1.0, "{text}");
                    left = now;
                } else {
                    assert_eq!(comment.left, None, "{text}");
                }
            }
            assert!(searched > 0, "{game}");
            let clocks =
                record.line.markup.iter().filter(|(_, markup)| markup.name() == ["BL", "WL"][seat_of_a]);
            assert_eq!(clocks.count() > 0, format == Format::Sgf, "{game}");
        }
    }
}

#[test]
fn parts_of_comments_are_chosen() {
    let folder = Folder::new("match-parts");
    let file = folder.path("games.pgn");
    let text = |parts: &str| {
        play("connect4", &["--games-out", &file, "--games-comments", parts]);
        folder.read("games.pgn")
    };
    assert!(!text("none").contains("n="));
    let some = text("nodes,pv");
    assert!(
        some.contains(", n=") && some.contains(", pv=\"") && !some.contains("nps=") && !some.contains("tl=")
    );
    let words = ["match", "--game", "connect4", "--engine", "name=A nodes=1", "--engine", "name=B nodes=1"];
    let more = ["--games-out", file.as_str(), "--games-comments", "nodes,speed"];
    let (good, _, error) = attempt(&[&words[..], &more].concat());
    assert!(!good && error.contains("unknown part 'speed'; expected all, none"), "{error}");
}

#[test]
fn a_file_of_games_is_appended_to_and_made_anew_from_the_log_of_a_match_that_goes_on() {
    let folder = Folder::new("match-append");
    let (log, plain, packed) = (folder.path("log"), folder.path("games.pdn"), folder.path("games.pdn.gz"));
    fs::write(&plain, "old").expect("a file");
    play("english", &["--log", &log, "--games-out", &plain, "--max-plies", "30"]);
    let whole = folder.read("games.pdn");
    assert!(!whole.contains("old"));
    run(&["match", "--from", &log, "--games-out", &packed]);
    assert_eq!(gzip::read(packed.as_ref()).expect("a file").bytes, whole.as_bytes());

    // The log loses its last game, and the file something else.
    let lines = folder.read("log");
    let cut = lines.trim_end().rfind('\n').expect("lines");
    fs::write(&log, &lines[..=cut]).expect("written");
    fs::write(&packed, &fs::read(&packed).expect("a file")[..100]).expect("written");
    play("english", &["--log", &log, "--games-out", &packed, "--max-plies", "30", "--resume"]);
    let found = gzip::read(packed.as_ref()).expect("a file");
    let moves = |text: &[u8]| -> Vec<Vec<String>> {
        let reading = Format::Pdn.read(text, &Defaults::default());
        reading.games.into_iter().map(|game| game.record.line.moves).collect()
    };
    assert_eq!((found.note, moves(&found.bytes)), (None, moves(whole.as_bytes())));
}

#[test]
fn every_command_reads_compressed_games_and_one_that_is_cut_off_keeps_what_was_whole() {
    let folder = Folder::new("gzip");
    let packed = folder.path("games.pdn.gz");
    play("english", &["--games-out", &packed, "--max-plies", "30"]);
    let out = folder.path("out.pdn.gz");
    let (_, errors) = run(&["convert", &packed, "-o", &out]);
    assert!(errors.contains("games written: 4"), "{errors}");
    let moves =
        |path: &str| games(path, Format::Pdn).into_iter().map(|game| game.line.moves).collect::<Vec<_>>();
    assert_eq!(moves(&out), moves(&packed));
    let annotated = folder.path("annotated.pdn.gz");
    run(&["analyze", &packed, "--nodes", "5", "-o", &annotated]);
    assert_eq!(moves(&annotated), moves(&packed));
    assert!(games(&annotated, Format::Pdn)[0].comments.iter().any(|(_, text)| text.contains("nps=")));
    let engines = ["--engine", "name=A nodes=20", "--engine", "name=B nodes=10"];
    let openings = ["match", "--game", "english", "--openings", &packed, "--opening-plies", "4"];
    run(&[&openings[..], &engines, &["--max-plies", "8"]].concat());

    let bytes = fs::read(&packed).expect("a file");
    let cut = folder.path("cut.pdn.gz");
    fs::write(&cut, &bytes[..bytes.len() - 20]).expect("written");
    let (_, errors) = run(&["convert", &cut, "--to", "text"]);
    assert!(errors.contains("cut.pdn.gz: the compressed data are cut off; "), "{errors}");
    let (good, _, errors) = attempt(&["convert", "--strict", &cut, "--to", "text"]);
    assert!(!good && errors.contains("cut off") && errors.contains("--strict"), "{errors}");
    let (good, _, errors) =
        attempt(&[&["match", "--game", "english", "--openings", &cut][..], &engines].concat());
    assert!(!good && errors.contains("cut off"), "{errors}");
}

/// A game of self-play as a file has it: a value in a comment, or `book` for a random move.
fn as_file(variant: &str, game: &quadriga::fit::GameRecord) -> GameRecord {
    let engine = quadriga::games::open(variant).expect("a game");
    let moves = engine.tools().training_moves(game).expect("legal moves");
    let comment = |score: Option<i32>| match score {
        None => "book".to_string(),
        Some(score) => {
            SearchComment { score: Some(Score(score)), seconds: Some(0.5), ..SearchComment::default() }
                .to_string()
        }
    };
    let comments = (1..).zip(&game.plies).map(|(number, ply)| (number, comment(ply.score)));
    let result = match game.half_points {
        1 => quadriga::contract::Outcome::Draw,
        points => quadriga::contract::Outcome::Win(quadriga::contract::Player::new(usize::from(points == 0))),
    };
    GameRecord {
        variant: variant.to_string(),
        line: Line { moves, comments: comments.collect(), ..Line::default() },
        result: GameResult::Ended(result),
        ..GameRecord::default()
    }
}

#[test]
fn games_of_self_play_give_the_same_positions_after_a_way_through_a_file() {
    for (variant, format) in [
        ("english", Format::Pdn),
        ("frisian", Format::Text),
        ("renju", Format::Sgf),
        ("gomokufreestyle", Format::Text),
        ("chinesecheckers", Format::Text),
        ("connect4", Format::Text),
    ] {
        let engine = quadriga::games::open(variant).expect("a game");
        let settings = SelfPlaySettings {
            nodes: 40,
            random_plies: 3..=6,
            balance: 200,
            decided: 500,
            explore: 10,
            variations: 0,
            seed: 3,
        };
        let mut player = engine.tools().self_player(&settings).expect("a game of two");
        for number in 0..2 {
            let game = player.play(number);
            let text = format.write(&as_file(variant, &game)).expect("written");
            let reading = format.read(text.as_bytes(), &Defaults::default());
            assert_eq!(reading.errors, [], "{variant}");
            let record = &reading.games[0].record;
            let labels = record.position_labels().expect("legal").into_iter().map(|label| match label {
                PositionLabel::Book => Label::Book,
                PositionLabel::Unknown => Label::Result,
                PositionLabel::Searched(score) => Label::Score(score),
            });
            let played = PlayedGame {
                number,
                base: record.base.clone(),
                moves: record.line.moves.clone(),
                labels: labels.collect(),
                half_points: record.half_points().expect("a result"),
            };
            assert_eq!(engine.tools().training_record(&played), Ok(game), "{variant}");
        }
    }
}

/// Trains a network; returns it and the report.
fn fit(folder: &Folder, file: &str, epochs: &str) -> (Vec<u8>, String) {
    let out = folder.path("weights");
    let (_, report) = run(&[
        "fit",
        "--game",
        "english",
        "--network",
        "--epochs",
        epochs,
        "--judge",
        "0.1",
        "--out",
        &out,
        file,
    ]);
    (fs::read(&out).expect("a network"), report)
}

#[test]
fn the_log_and_the_game_file_of_a_match_train_the_same_network() {
    let folder = Folder::new("fit-files");
    let (log, packed) = (folder.path("match.jsonl"), folder.path("games.pdn.gz"));
    let engines = ["--engine", "name=A nodes=60", "--engine", "name=B nodes=30"];
    let openings = ["--random-plies", "4", "--rounds", "5", "--max-plies", "60"];
    let files = ["--log", &log, "--games-out", &packed];
    run(&[&["match", "--game", "english"], &engines[..], &openings, &files].concat());
    let (network, report) = fit(&folder, &log, "1");
    assert_eq!((network, report.clone()), fit(&folder, &packed, "1"));
    assert!(report.contains("10 games, "), "{report}");

    let (table, counts) = run(&["fit", "--game", "english", "--validate", &packed]);
    assert!(counts.contains(" distinct games, "), "{counts}");
    assert_eq!(table.lines().count(), 9, "{table}");
    assert!(table.lines().nth(1).is_some_and(|line| line.starts_with("all ")), "{table}");
}

#[test]
fn game_files_train_the_network_of_the_self_play_they_were_made_of_and_it_predicts_held_out_games() {
    let folder = Folder::new("fit-way");
    let series = folder.path("english.games");
    run(&["selfplay", "--game", "english", "--nodes", "20", "--games", "400", &series]);
    let bytes = fs::read(&series).expect("a file");
    let mut rest = &bytes[..];
    Series::read(&mut rest).expect("its first line");
    let (mut games, _) = read_games(rest).expect("games");
    games.sort_by_key(|game| game.number);
    let written = games.iter().map(|game| Format::Pdn.write(&as_file("english", game)).expect("written"));
    let packed = folder.path("english.pdn.gz");
    let text: String = written.collect();
    fs::write(&packed, gzip::pack_for(packed.as_ref(), text.as_bytes())).expect("written");
    let (network, report) = fit(&folder, &packed, "6");
    assert_eq!(fit(&folder, &series, "6"), (network, report.clone()));
    let epochs = report.lines().filter(|line| line.starts_with("epoch "));
    let losses: Vec<f64> = epochs.filter_map(|line| line.split(' ').nth(4)?.parse().ok()).collect();
    assert!(losses.len() == 6 && losses[5] < losses[0], "held-out games: {report}");
}

#[test]
fn what_is_no_game_for_training_is_left_out_and_said() {
    let folder = Folder::new("fit-refused");
    let file = folder.file(
        "games.pdn",
        "[GameType \"21\"]\n1. 11-15 22-18 *\n\n[GameType \"20\"]\n1. 32-28 19-23 2-0\n\n\
         [GameType \"21\"]\n[Termination \"time forfeit\"]\n1. 11-15 22-18 2-0\n\n[GameType \"21\"]\n1. 11-16 22-18 3. 99-1 2-0\n",
    );
    let words =
        |file: &str| ["fit".to_string(), "--game".into(), "english".into(), "--validate".into(), file.into()];
    let validate = |file: &str| {
        let words = words(file);
        attempt(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let (good, _, errors) = validate(&file);
    for part in ["no result", "games of draughts, not of english", "time forfeit", "no positions to validate"]
    {
        assert!(errors.contains(part), "{part} is missing in {errors}");
    }
    assert!(!good);
    for (name, text, expected) in [
        (
            "dialogue.log",
            "0.1 A(1) > ugi\n",
            "not a file of self-play, a log of 'quadriga match', or a game file",
        ),
        ("log", "{\"match\":1}\n", "not a line of a match log"),
        ("series", "{\"selfplay\":1", "its first line does not end"),
        ("empty", "", "not a file of self-play"),
    ] {
        let file = folder.file(name, text);
        let (good, _, errors) = validate(&file);
        assert!(!good && errors.contains(expected) && errors.lines().count() == 1, "{name}: {errors}");
    }
    for (more, expected) in [
        (&["--network"][..], "--out <FILE>"),
        (&["--network", "--out", "w", "--eval-file", "w"], "--eval-file is for --validate"),
        (&["--validate", "--scale", "0"], "expected a number above 0"),
        (&["--validate", "--network"], "cannot be used with"),
    ] {
        let (good, _, errors) = attempt(&[&["fit", "--game", "english", &file], more].concat());
        assert!(!good && errors.contains(expected) && errors.lines().count() == 1, "{more:?}: {errors}");
    }
}
