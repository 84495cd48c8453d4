//! Game records: what is written is read back, and what is found in the world is read to the end.

use crate::common::Random;
use proptest::prelude::*;
use quadriga::contract::{Outcome, Player};
use quadriga::engine::AnyEngine;
use quadriga::games;
use quadriga::records::{Defaults, Format, GameRecord, GameResult, Line, Markup, MoveMark, Reading};

const FORMATS: [Format; 5] = [Format::Pdn, Format::Sgf, Format::Psq, Format::Text, Format::Fen];

/// Every game, and what its options change most.
fn all_games() -> Vec<(String, Vec<(String, String)>)> {
    let mut all: Vec<(String, Vec<(String, String)>)> =
        games::variants().into_iter().map(|name| (name.to_string(), Vec::new())).collect();
    let mut with = |name: &str, options: &[(&str, &str)]| {
        let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string()));
        all.push((name.to_string(), options.collect()));
    };
    with("connect4-10x5", &[]);
    with("renju", &[("BoardSize", "19")]);
    with("gomokufreestyle", &[("BoardSize", "22")]);
    with("chinesecheckers", &[("Players", "6"), ("Hops", "long")]);
    with("chinesecheckers", &[("Players", "3"), ("NoShuttle", "true"), ("LeaveHome", "3")]);
    all
}

pub fn open(variant: &str, options: &[(String, String)]) -> Box<dyn AnyEngine> {
    let mut engine = games::open(variant).expect("a game");
    for (name, value) in options {
        engine.set_option(name, value).expect("an option");
    }
    engine
}

/// Plays up to `plies` random moves.
fn play_on(engine: &mut dyn AnyEngine, random: &mut Random, plies: usize) {
    for _ in 0..plies {
        let moves = engine.legal_moves(Default::default());
        if moves.is_empty() || engine.status().outcome.is_some() {
            break;
        }
        engine.play(&moves[random.below(moves.len())]).expect("a legal move");
    }
}

pub fn defaults(variant: &str, options: &[(String, String)]) -> Defaults {
    Defaults { variant: Some(variant.to_string()), options: options.to_vec(), is_chosen: true }
}

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect()
}

/// A random game with everything that a record can hold.
pub fn random_record(variant: &str, options: &[(String, String)], random: &mut Random) -> GameRecord {
    let mut engine = open(variant, options);
    if random.below(2) == 0 {
        let plies = random.below(12) + 1;
        play_on(engine.as_mut(), random, plies);
        let base = engine.fen();
        engine.set_position(Some(&base), &[]).expect("its own position");
    }
    let plies = random.below(120);
    play_on(engine.as_mut(), random, plies);
    let mut game = GameRecord::of(engine.as_ref());
    game.players = (0..engine.status().players).map(|number| format!("Player \"{number}\" ]")).collect();
    game.tags =
        pairs(&[("Event", "A \\ B"), ("Date", "2026.11.21"), ("Round", "3"), ("Annotator", "né \"x\"]")]);
    game.comments = vec![(0, "before; [all] (x) \\ {y}\nand\tmore  {[%nl]\n\n [Event \"z\"]".to_string())];
    if game.moves.len() > 3 {
        game.comments.extend([
            (1, "a long one ".repeat(12).trim_end().to_string()),
            (3, "[%emt 0:01:02]".to_string()),
        ]);
    }
    game
}

/// Random variations of a line, from the position on the board, which is that before the line.
pub fn random_variations(
    engine: &mut dyn AnyEngine,
    line: &Line,
    random: &mut Random,
    depth: usize,
) -> Vec<(usize, Line)> {
    let mut found = Vec::new();
    for (at, mv) in line.moves.iter().enumerate() {
        for _ in 0..if random.below(6) == 0 { random.below(3) } else { 0 } {
            let before = engine.moves(Default::default()).len();
            let plies = random.below(5) + 1;
            play_on(engine, random, plies);
            let mut variation = random_line(engine, before, random);
            (0..variation.moves.len()).for_each(|_| engine.undo().expect("a move"));
            if depth > 0 {
                variation.variations = random_variations(engine, &variation, random, depth - 1);
            }
            if !variation.moves.is_empty() {
                found.push((at, variation));
            }
        }
        engine.play(mv).expect("a legal move");
    }
    (0..line.moves.len()).for_each(|_| engine.undo().expect("a move"));
    found
}

/// The moves on the board after the first `before`, with random notes.
fn random_line(engine: &dyn AnyEngine, before: usize, random: &mut Random) -> Line {
    let moves = engine.moves(Default::default()).split_off(before);
    let places: Vec<usize> = (0..=moves.len()).filter(|_| random.below(4) == 0).collect();
    let comments = places.iter().map(|&place| (place, format!("[a] comment (at) {place} \\]")));
    let marked: Vec<usize> = (1..=moves.len()).filter(|_| random.below(4) == 0).collect();
    let marks = marked.iter().map(|&number| (number, [MoveMark::Good, MoveMark::Blunder][number % 2]));
    Line { comments: comments.collect(), marks: marks.collect(), moves, ..Line::default() }
}

/// The game as a format can hold it.
fn as_held(format: Format, game: &GameRecord, end: &str) -> GameRecord {
    let bare =
        GameRecord { variant: game.variant.clone(), options: game.options.clone(), ..GameRecord::default() };
    match format {
        Format::Pdn | Format::Sgf | Format::Text => game.clone(),
        Format::Psq => GameRecord {
            players: game.players.iter().map(|name| name.replace(',', " ")).collect(),
            line: Line {
                moves: game.moves.clone(),
                comments: game
                    .comments
                    .iter()
                    .filter(|(_, text)| text.starts_with("[%emt"))
                    .cloned()
                    .collect(),
                ..Line::default()
            },
            result: game.result,
            ..bare
        },
        Format::Fen => {
            let mut engine = open(&game.variant, &game.options);
            engine.set_position(Some(end), &[]).expect("a position");
            GameRecord::of(engine.as_ref())
        }
        _ => unreachable!("no text"),
    }
}

fn end_of(game: &GameRecord) -> String {
    let mut engine = open(&game.variant, &game.options);
    let moves: Vec<&str> = game.moves.iter().map(String::as_str).collect();
    engine.set_position(game.base.as_deref(), &moves).expect("a legal game");
    engine.fen()
}

#[test]
fn every_game_is_read_back_from_every_format_that_has_it() {
    let mut random = Random::new(1);
    for (variant, options) in all_games() {
        let identity = open(&variant, &options).identity();
        for _ in 0..4 {
            let game = random_record(&variant, &options, &mut random);
            let end = end_of(&game);
            for format in FORMATS {
                let has_it = format.has(&identity.variant) && (format != Format::Psq || game.base.is_none());
                let written = format.write(&game);
                assert_eq!(written.is_ok(), has_it, "{variant} {format:?}: {written:?}");
                let Ok(text) = written else { continue };
                let reading = format.read(text.as_bytes(), &defaults(&variant, &options));
                assert_eq!(reading.errors, [], "{variant} {format:?}:\n{text}");
                assert_eq!(reading.games.len(), 1, "{variant} {format:?}:\n{text}");
                assert_eq!(reading.games[0].record, as_held(format, &game, &end), "{format:?}:\n{text}");
            }
        }
    }
}

#[test]
fn random_trees_are_read_back_from_every_format_that_has_them() {
    let mut random = Random::new(6);
    for (variant, formats) in [
        ("draughts", &[Format::Pdn, Format::Text][..]),
        ("russian", &[Format::Pdn, Format::Text]),
        ("english", &[Format::Pdn]),
        ("renju", &[Format::Sgf, Format::Text]),
        ("connect4", &[Format::Text]),
        ("chinesecheckers", &[Format::Text]),
    ] {
        for round in 0..6 {
            let mut game = random_record(variant, &[], &mut random);
            let mut engine = open(variant, &[]);
            engine.set_position(game.base.as_deref(), &[]).expect("a position");
            game.line.variations = random_variations(engine.as_mut(), &game.line, &mut random, 2);
            for &format in formats {
                match format {
                    Format::Sgf => {
                        let markup = Markup::new("LB", vec!["aa:\\]".to_string()]).expect("a property");
                        game.line.glyphs.clear();
                        game.line.markup = vec![(0, markup.clone()), (game.line.moves.len(), markup)];
                    }
                    _ => {
                        game.line.markup.clear();
                        game.line.glyphs = game.line.moves.first().map(|_| (1, 14)).into_iter().collect();
                    }
                }
                let text = format.write(&game).expect("a game");
                let reading = format.read(text.as_bytes(), &defaults(variant, &[]));
                assert_eq!((&reading.errors[..], reading.changes.is_empty()), (&[][..], true), "{text}");
                assert_eq!(reading.games[0].record, game, "{variant} {round} {format:?}:\n{text}");
            }
        }
    }
}

#[test]
fn lines_of_pdn_and_text_are_under_80_columns() {
    let mut random = Random::new(2);
    for variant in ["draughts", "frisian", "chinesecheckers", "connect4"] {
        let game = random_record(variant, &[], &mut random);
        for format in [Format::Pdn, Format::Text] {
            let Ok(text) = format.write(&game) else { continue };
            let moves = text.lines().filter(|line| !line.starts_with("[FEN"));
            assert!(moves.clone().all(|line| line.chars().count() < 80), "{text}");
        }
    }
}

#[test]
fn several_games_in_a_file_stay_apart() {
    let mut random = Random::new(3);
    let all: Vec<GameRecord> =
        ["draughts", "russian", "english"].iter().map(|name| random_record(name, &[], &mut random)).collect();
    for format in [Format::Pdn, Format::Text] {
        let text: String = all.iter().map(|game| format.write(game).expect("a game")).collect();
        let read = format.read(text.as_bytes(), &Defaults::default());
        let records: Vec<GameRecord> = read.games.into_iter().map(|game| game.record).collect();
        assert_eq!((records, read.errors), (all.clone(), vec![]));
    }
    let stones: Vec<GameRecord> =
        ["gomoku", "renju"].iter().map(|name| random_record(name, &[], &mut random)).collect();
    let text: String = stones.iter().map(|game| Format::Sgf.write(game).expect("a game")).collect();
    let read = Format::Sgf.read(text.as_bytes(), &Defaults::default());
    assert_eq!(read.games.into_iter().map(|game| game.record).collect::<Vec<_>>(), stones);
}

mod pdn {
    use super::*;

    fn read(text: &str) -> Reading {
        Format::Pdn.read(text.as_bytes(), &Defaults::default())
    }

    fn one(text: &str) -> GameRecord {
        let mut reading = read(text);
        assert_eq!((&reading.errors[..], reading.games.len()), (&[][..], 1), "{text}");
        reading.games.remove(0).record
    }

    #[test]
    fn the_game_type_says_which_game_it_is() {
        for (game_type, variant) in [
            ("20", "draughts"),
            ("21,B,8,8,N1,0", "english"),
            ("22", "italian"),
            ("23,B,8,8,N1,0", "pool"),
            ("24", "spanish"),
            ("28,W,8,8,N1,1", "portuguese"),
            ("29", "czech"),
            ("25", "russian"),
            ("26,W,8,8,A0,0", "brazilian"),
            ("40", "frisian"),
            ("96", "breakthrough"),
            ("97", "frysk"),
            ("98", "antidraughts"),
        ] {
            assert_eq!(one(&format!("[GameType \"{game_type}\"]\n*")).variant, variant);
        }
    }

    #[test]
    fn a_game_of_a_type_not_played_here_is_reported_and_the_next_one_read() {
        let reading = read("\n[GameType \"27\"]\n1. 43-37 *\n[GameType \"20\"]\n1. 32-28 *");
        assert_eq!(reading.games.len(), 1);
        assert_eq!(reading.errors[0].line, 2);
        assert!(reading.errors[0].reason.contains("Canadian"), "{:?}", reading.errors);
    }

    #[test]
    fn a_bad_game_is_reported_by_line_and_the_rest_of_the_file_read() {
        let reading = read("[Event \"1\"]\n1. 32-28 19-23\n2. 28x19 99-98 *\n[Event \"2\"]\n1. 33-28 1-1");
        assert_eq!(reading.errors.iter().map(|error| error.line).collect::<Vec<_>>(), [3]);
        assert!(reading.errors[0].reason.contains("99-98"));
        assert_eq!((reading.games[0].line, reading.games[0].record.tag("Event")), (4, Some("2")));
    }

    #[test]
    fn everything_around_the_main_line_is_kept() {
        let game =
            one("[Event \"x\"]\n% a line\n1. 32-28! {good} (1. 33-28 {or} 17-21 (17-22)) 19-23(?) $4\n\
                        2. 28x19 {[%clk 1:55:21]} 14:23$12 3.37-32 ; the end\n1-1");
        assert_eq!(game.moves, ["32-28", "19-23", "28x19", "14x23", "37-32"]);
        let comments = [(1, "good"), (3, "[%clk 1:55:21]"), (5, "the end")];
        assert_eq!(game.comments, comments.map(|(after, text)| (after, text.to_string())));
        assert_eq!(game.marks, [(1, MoveMark::Good), (2, MoveMark::Dubious), (2, MoveMark::Blunder)]);
        assert_eq!(game.glyphs, [(4, 12)]);
        let (at, variation) = &game.variations[0];
        assert_eq!((*at, &variation.moves[..]), (0, &["33-28".to_string(), "17-21".to_string()][..]));
        assert_eq!(variation.comments, [(1, "or".to_string())]);
        assert_eq!(variation.variations[0].1.moves, ["17-22"]);
        assert_eq!(game.result, GameResult::Ended(Outcome::Draw));
        let text = Format::Pdn.write(&game).expect("a game");
        assert!(text.contains("1. 32-28! {good} (1. 33-28 {or} 1... 17-21 (1... 17-22))"), "{text}");
        assert_eq!(one(&text), game);
    }

    #[test]
    fn a_variation_that_cannot_be_played_is_a_comment() {
        let reading = read("1. 32-28 (Better is 33-28) 19-23 (1... 17-21 2. 99-98 {no}) *");
        let game = &reading.games[0].record;
        assert_eq!(game.comments, [(1, "(Better is 33-28)".to_string())]);
        let variation = &game.variations[0].1;
        assert_eq!(
            (&variation.moves[0], &variation.comments[0]),
            (&"17-21".to_string(), &(1, "99-98 no".to_string()))
        );
        let changes = reading.changes.to_string();
        assert!(changes.contains("variations kept as comments: 1 (line 1)"), "{changes}");
        assert!(changes.contains("ends of variations kept as comments: 1"), "{changes}");
    }

    #[test]
    fn leading_zeros_full_paths_and_other_signs_of_capture_are_read() {
        let game =
            one("1. 32-28 18-22 2. 38-32 12-18 3. 43-38 07-12 4. 49-43 01-07 5. 31-27 22×31 6. 36x27 *");
        assert_eq!(game.moves[8..], ["31-27", "22x31", "36x27"]);
        let game = one("[FEN \"W:W28:B22,12\"]\n1. 28x17x8 *");
        assert_eq!(game.moves, ["28x8"]);
    }

    #[test]
    fn of_captures_with_the_same_ends_the_first_is_taken_that_lets_the_game_go_on() {
        let fen = "[FEN \"W:WK4:B13,20,32,37\"]\n";
        assert_eq!(one(&format!("{fen}1. 4x15 32-38 *")).moves, ["4x31x42x15", "32-38"]);
        assert_eq!(one(&format!("{fen}1. 4x15 37-41 *")).moves, ["4x27x38x15", "37-41"]);
        assert_eq!(one(&format!("{fen}1. 4x42x15 32-38 *")).moves, ["4x31x42x15", "32-38"]);
        let error = &read(&format!("{fen}1. 4x15 11-16 *")).errors[0];
        assert_eq!(error.line, 2);
        assert!(error.reason.contains("move 2") && error.reason.contains("11-16"), "{error:?}");
    }

    #[test]
    fn an_ambiguous_capture_is_written_with_all_squares_and_no_other_is() {
        let game = one("[FEN \"W:WK4:B13,20,32,37\"]\n1. 4x15 32-38 *");
        let text = Format::Pdn.write(&game).expect("a game");
        assert!(text.contains("1. 4x31x42x15 32-38 *"), "{text}");
    }

    #[test]
    fn one_one_is_a_draw_and_not_a_move() {
        let reading = read("1. 32-28 1-1\n1. 32-28 2-0\n1. 32-28 0-0\n1. 32-28 1/2-1/2\n1. 32-28 *");
        let results: Vec<GameResult> = reading.games.iter().map(|game| game.record.result).collect();
        let draw = GameResult::Ended(Outcome::Draw);
        let won = GameResult::Ended(Outcome::Win(Player::FIRST));
        assert_eq!(results, [draw, won, GameResult::BothLost, draw, GameResult::Unknown]);
    }

    #[test]
    fn results_are_written_as_the_game_type_has_them() {
        for (name, texts) in [("draughts", ["2-0", "0-2", "1-1"]), ("frisian", ["1-0", "0-1", "1/2-1/2"])] {
            let outcomes = [Outcome::Win(Player::FIRST), Outcome::Win(Player::SECOND), Outcome::Draw];
            for (outcome, text) in outcomes.into_iter().zip(texts) {
                let game = GameRecord {
                    variant: name.to_string(),
                    result: GameResult::Ended(outcome),
                    ..GameRecord::default()
                };
                let pdn = Format::Pdn.write(&game).expect("a game");
                assert!(pdn.contains(&format!("[Result \"{text}\"]")), "{pdn}");
            }
        }
    }

    #[test]
    fn black_moves_first_in_english_draughts_and_the_first_number_is_his() {
        let game = one("[Black \"B\"]\n[White \"W\"]\n[GameType \"21\"]\n1. 11-15 23-19 1-0");
        assert_eq!(game.players, ["B", "W"]);
        assert_eq!(game.result, GameResult::Ended(Outcome::Win(Player::FIRST)));
        let text = Format::Text.write(&game).expect("a game");
        assert!(text.contains("[White \"B\"]\n[Black \"W\"]\n[Result \"1-0\"]"), "{text}");
    }

    #[test]
    fn a_position_set_within_a_game_begins_a_record_of_its_own() {
        let text = "[White \"a\"]\n1. 32-28 19-23 /FEN \"B:W28:B19\"/ 1... 19-24 2. 28-22 2-0";
        let games: Vec<GameRecord> = read(text).games.into_iter().map(|game| game.record).collect();
        assert_eq!(games.len(), 2);
        assert_eq!((&games[0].base, games[0].result), (&None, GameResult::Unknown));
        assert_eq!(games[1].base.as_deref(), Some("B:W28:B19"));
        assert_eq!(games[1].moves, ["19-24", "28-22"]);
        assert!(Format::Pdn.write(&games[1]).expect("a game").contains("1... 19-24 2. 28-22"));
    }

    #[test]
    fn positions_may_have_blanks_a_final_dot_and_ranges_of_kings() {
        assert_eq!(
            one("[FEN \"W: W 31-33, K40 :B K1-3.\"] *").base.as_deref(),
            Some("W:W31-33,K40:BK1,K2,K3")
        );
    }

    #[test]
    fn line_ends_byte_order_marks_and_latin_1_are_read() {
        let bytes = b"\xef\xbb\xbf[White \"Jos\xc3\xa9\"]\r\n1. 32-28\r\n19-23 *\r\n";
        let game = &Format::Pdn.read(bytes, &Defaults::default()).games[0].record;
        assert_eq!((game.players[0].as_str(), game.moves.len()), ("José", 2));
        let game =
            &Format::Pdn.read(b"[White \"Jos\xe9\"]\n1. 32-28 *", &Defaults::default()).games[0].record;
        assert_eq!(game.players, ["José"]);
    }

    #[test]
    fn letters_are_read_with_and_without_separator() {
        let game = one("[GameType \"25\"]\n1. c3-d4 d6-c5 2. b2c3 f6-g5 3. C3-B4 *");
        assert_eq!(game.moves, ["c3-d4", "d6-c5", "b2-c3", "f6-g5", "c3-b4"]);
    }

    #[test]
    fn a_file_that_does_not_say_is_of_the_game_given() {
        let english = defaults("english", &[]);
        assert_eq!(Format::Pdn.read(b"1. 11-15 23-19", &english).games[0].record.variant, "english");
        let error = &Format::Pdn.read(b"1. 32-28 19-23", &english).errors[0];
        assert!(error.reason.contains("32-28"), "who gives a game is taken at their word: {error:?}");
    }
}

mod sgf {
    use super::*;

    fn read(text: &str) -> Reading {
        Format::Sgf.read(text.as_bytes(), &Defaults::default())
    }

    fn reason(text: &str) -> String {
        let reading = read(text);
        assert_eq!((reading.games.len(), reading.errors.len()), (0, 1), "{text}");
        reading.errors[0].reason.clone()
    }

    #[test]
    fn points_are_two_letters_from_the_top_left() {
        let game = &read("(;FF[4]GM[4]SZ[15];B[hh];W[aa];B[oa];W[h1])").games[0].record;
        assert_eq!(game.moves, ["h8", "a15", "o15", "h1"]);
        let text = Format::Sgf.write(game).expect("a game");
        assert!(text.contains(";B[hh];W[aa];B[oa];W[ho])"), "{text}");
    }

    #[test]
    fn the_rule_set_is_a_name_a_number_or_a_word() {
        for (rule, variant) in [
            ("renju", "renju"),
            ("4", "renju"),
            ("0", "gomokufreestyle"),
            ("Free-style gomoku", "gomokufreestyle"),
            ("8", "caro"),
            ("GomokuFreestyle", "gomokufreestyle"),
            ("whatever", "gomoku"),
        ] {
            assert_eq!(read(&format!("(;GM[4]RU[{rule}];B[hh])")).games[0].record.variant, variant, "{rule}");
        }
    }

    #[test]
    fn stones_set_up_within_a_variation_end_it_and_are_kept_as_a_comment() {
        let reading = read("(;GM[4]RU[gomoku];B[hh](;W[aa])(;W[bb]AB[cc][cd];B[dd]))");
        let variation = &reading.games[0].record.variations[0].1;
        assert_eq!((&variation.moves[..], variation.comments.len()), (&["b14".to_string()][..], 1));
        assert!(variation.comments[0].1.starts_with("AB[cc][cd]"), "{variation:?}");
        assert!(reading.changes.to_string().contains("ends of variations kept as comments: 1"));
    }

    #[test]
    fn stones_set_up_first_are_where_the_game_begins() {
        let game = &read("(;GM[4]SZ[9]AB[aa:ba][ee]AW[ff]PL[W];W[dd];B[cc])").games[0].record;
        assert_eq!(game.base.as_deref(), Some("PP7/9/9/9/4P4/5p3/9/9/9 b - - 0 3"));
        assert_eq!(game.moves, ["d6", "c7"]);
        assert_eq!(read("(;GM[4];W[hh];B[aa])").games[0].record.moves.len(), 2);
    }

    #[test]
    fn a_game_that_sgf_does_not_have_is_refused() {
        assert!(reason("(;GM[1]SZ[19];B[pd])").contains("GM[1]"));
        for name in ["connect4", "draughts", "chinesecheckers"] {
            let game = GameRecord { variant: name.to_string(), ..GameRecord::default() };
            assert!(Format::Sgf.write(&game).expect_err("no such game").contains(name));
        }
    }

    #[test]
    fn what_is_wrong_is_said_in_one_line() {
        for (text, part) in [
            ("(;GM[4];B[hh];B[hg])", "turn"),
            ("(;GM[4];B[hh];W[hh])", "occupied"),
            ("(;GM[4];B[])", "only renju has passes"),
            ("(;GM[4]SZ[99];B[hh])", "99"),
            ("(;GM[4]SZ[15:9];B[hh])", "square"),
            ("hello", "no game"),
        ] {
            let reason = reason(text);
            assert!(reason.contains(part) && !reason.contains('\n'), "{text}: {reason}");
        }
    }

    #[test]
    fn bad_games_are_skipped_by_line() {
        let reading =
            read("(;GM[4];B[hh];W[zz])\n\n(;GM[4];B[hh]C[\\]ok];W[hi])\n(;GM[4];B[]\n(;GM[4];B[aa])");
        assert_eq!(reading.errors.iter().map(|error| error.line).collect::<Vec<_>>(), [1, 4]);
        assert_eq!(reading.games.iter().map(|game| game.line).collect::<Vec<_>>(), [3, 5]);
        assert_eq!(reading.games[0].record.comments, [(1, "]ok".to_string())]);
    }
}

mod psq {
    use super::*;

    fn read(text: &str) -> Reading {
        Format::Psq.read(text.as_bytes(), &Defaults::default())
    }

    #[test]
    fn a_file_of_piskvork_is_read() {
        let text = "Piskvorky 15x15, 11:11, 0\r\n8,8,12\r\n9,8,1000\r\n8,9,3\r\npbrain-a.exe\r\npbrain-b.zip\r\n-1\r\n";
        let game = &read(text).games[0].record;
        assert_eq!((game.variant.as_str(), game.result), ("gomokufreestyle", GameResult::Unknown));
        assert_eq!(game.moves, ["h8", "i8", "h7"]);
        assert_eq!(game.players, ["pbrain-a.exe", "pbrain-b.zip"]);
    }

    #[test]
    fn the_second_player_may_begin() {
        let game = &read("Piskvorky 20x20, 0:11, 1\n1,1,0\nhomo-1\nhomo-2\n-1\n").games[0].record;
        assert_eq!(game.players, ["homo-2", "homo-1"]);
        assert_eq!(game.options, pairs(&[("BoardSize", "20")]));
    }

    #[test]
    fn a_name_that_looks_like_something_else_is_still_a_name() {
        for name in ["Piskvorky 15x15, 0:0, 0", "-1", "8,8,0", ",Piskvorky 15x15", ",-1", ","] {
            let mut game = read("Piskvorky 15x15, 0:0, 0\n1,1,0\na\nb\n-1\n").games.remove(0).record;
            game.players = vec![name.to_string(), "b".to_string()];
            let text = Format::Psq.write(&game).expect("a game");
            let again = read(&text);
            assert!(again.errors.is_empty(), "{text}");
            let copy = &again.games[0].record;
            assert_eq!((&copy.moves, copy.players.len()), (&game.moves, 2), "{text}");
        }
    }

    #[test]
    fn a_game_won_on_the_board_has_its_result() {
        let moves = "1,1,0\n1,2,0\n2,1,0\n2,2,0\n3,1,0\n3,2,0\n4,1,0\n4,2,0\n5,1,0\n";
        let game = &read(&format!("Piskvorky 15x15, 0:0, 0\n{moves}-1\n")).games[0].record;
        assert_eq!(game.result, GameResult::Ended(Outcome::Win(Player::FIRST)));
        assert!(game.players.is_empty());
    }

    #[test]
    fn what_is_wrong_is_reported_by_line() {
        for (text, line) in [
            ("Piskvorky 15x15, 0:0, 0\n1,1,0\n1,1,0\n", 3),
            ("Piskvorky 15x15, 0:0, 0\n1,1,0\n0,1,0\n", 3),
            ("Piskvorky 15x15, 0:0, 0\n99,1,0\n", 2),
            ("Piskvorky 15x20, 0:0, 0\n", 1),
            ("\nPiskvorky 99x99, 0:0, 0\n", 2),
            ("\nhello\n", 2),
        ] {
            assert_eq!(
                read(text).errors.iter().map(|error| error.line).collect::<Vec<_>>(),
                [line],
                "{text}"
            );
        }
    }
}

mod text {
    use super::*;

    #[test]
    fn white_is_the_player_who_moves_first() {
        let game = GameRecord {
            variant: "connect4".to_string(),
            line: Line { moves: "1 2 1 2 1 2 1".split(' ').map(str::to_string).collect(), ..Line::default() },
            players: vec!["a".to_string(), "b".to_string()],
            result: GameResult::Ended(Outcome::Win(Player::FIRST)),
            ..GameRecord::default()
        };
        let text = Format::Text.write(&game).expect("a game");
        let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"a\"]\n\
                        [Black \"b\"]\n[Result \"1-0\"]\n[Variant \"connect4\"]\n\n1. 1 2 2. 1 2 3. 1 2 4. 1 1-0\n\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn three_players_and_more_have_tags_of_their_own() {
        let mut engine = open("chinesecheckers", &pairs(&[("Players", "3")]));
        play_on(engine.as_mut(), &mut Random::new(4), 7);
        let mut game = GameRecord::of(engine.as_ref());
        game.players = ["x", "y", "z"].map(str::to_string).to_vec();
        game.result = GameResult::Ended(Outcome::Win(Player::new(2)));
        let text = Format::Text.write(&game).expect("a game");
        for line in ["[Option \"Players=3\"]", "[Player3 \"z\"]", "[Winner \"3\"]", "[Result \"*\"]"] {
            assert!(text.contains(line), "{text}");
        }
        assert_eq!(text.split_whitespace().filter(|word| word.ends_with('.')).count(), 3, "{text}");
        assert_eq!(Format::Text.read(text.as_bytes(), &Defaults::default()).games[0].record, game);
    }

    #[test]
    fn a_game_without_its_name_needs_one_given() {
        let reading = Format::Text.read(b"\n1. 4 4 2. 4 *", &Defaults::default());
        assert!(reading.errors[0].reason.contains("Variant"), "{reading:?}");
        assert_eq!(
            Format::Text.read(b"1. 4 4 2.4 *", &defaults("connect4", &[])).games[0].record.moves.len(),
            3
        );
    }

    #[test]
    fn what_is_wrong_is_reported_by_line() {
        for (text, line) in [
            ("[Variant \"chess\"]\n1. e4 *", 1),
            ("[Variant \"connect4\"]\n[Option \"Players\"]\n1. 4 *", 1),
            ("[Variant \"connect4\"]\n[FEN \"8/8\"]\n1. 4 *", 1),
            ("[Variant \"connect4\"]\n\n1. 4 4\n2. 9 *", 4),
            ("[Variant \"chinesecheckers\"]\n[Winner \"7\"]\n*", 1),
            ("[Variant \"connect4\"]\n\n1. 4 } *", 3),
        ] {
            let reading = Format::Text.read(text.as_bytes(), &Defaults::default());
            assert_eq!(reading.errors.iter().map(|error| error.line).collect::<Vec<_>>(), [line], "{text}");
        }
    }
}

mod fen_list {
    use super::*;

    #[test]
    fn a_list_has_one_position_a_line_and_comments() {
        let text = "# all of them\nW:W31-50:B1-20\n\nB:WK5:BK46 # one each\nnonsense\n";
        let reading = Format::Fen.read(text.as_bytes(), &defaults("draughts", &[]));
        assert_eq!(reading.games.iter().map(|game| game.line).collect::<Vec<_>>(), [2, 4]);
        assert_eq!(reading.errors.iter().map(|error| error.line).collect::<Vec<_>>(), [5]);
        assert!(Format::Fen.read(b"x", &Defaults::default()).errors[0].reason.contains("game"));
    }
}

/// Pieces from which files of all formats are made.
const PIECES: [&str; 48] = [
    "[Event \"x\"]\n",
    "[GameType \"20\"]",
    "[GameType \"25\"]",
    "[FEN \"W:WK4:B13,20,32,37\"]",
    "[Result \"1-0\"]",
    "[Variant \"renju\"]",
    "[Variant \"connect4\"]",
    "[Option \"BoardSize=19\"]",
    "[Winner \"1\"]",
    "1.",
    "2...",
    "32-28",
    "19-23",
    "4x15",
    "28x19",
    "c3-d4",
    "h8",
    "4",
    "1-1",
    "1/2-1/2",
    "*",
    "{",
    "}",
    "(",
    ")",
    "(?)",
    "$5",
    "/FEN \"W:W1:B2\"/",
    "%",
    ";",
    "\n",
    " ",
    "(;GM[4]",
    ";B[hh]",
    ";W[aa]",
    "AB[aa:zz]",
    "SZ[19]",
    "PL[W]",
    "C[",
    "]",
    "\\",
    "Piskvorky 15x15, 0:0, 0\n",
    "8,8,0\n",
    "a\n",
    "-1\n",
    "W:W31-50:B1-20\n",
    "#",
    "é",
];

fn check_reading(bytes: &[u8]) -> Result<(), TestCaseError> {
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() + 1;
    for format in FORMATS {
        for defaults in [Defaults::default(), defaults("draughts", &[]), defaults("gomoku", &[])] {
            let reading = format.read(bytes, &defaults);
            for error in reading.errors {
                prop_assert!((1..=lines).contains(&error.line), "{format:?}: {error:?}");
                prop_assert!(
                    !error.reason.contains('\n') && error.reason.len() < 1500,
                    "{format:?}: {error:?}"
                );
            }
            for game in reading.games {
                let text = Format::Text.write(&game.record);
                prop_assert!(text.is_ok(), "{format:?}: {text:?}");
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(96) })]

    #[test]
    fn arbitrary_bytes_are_read_to_the_end(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        check_reading(&bytes)?;
    }

    #[test]
    fn arbitrary_pieces_are_read_to_the_end(pieces in proptest::collection::vec(0..PIECES.len(), 0..60)) {
        let text: String = pieces.into_iter().flat_map(|piece| [PIECES[piece], " "]).collect();
        check_reading(text.as_bytes())?;
    }

    #[test]
    fn any_name_comment_and_tag_is_read_back(
        name in "[^\\x00-\\x1f?. -][^\\x00-\\x1f]{0,20}x",
        comment in "[^\\x00-\\x20{}][^\\x00-\\x1f{}]{0,150}x",
        after in 0..4usize,
    ) {
        let clean = |text: &str| {
            let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
            plain.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let (name, comment) = (clean(&name), clean(&comment));
        for (variant, formats) in
            [("draughts", [Format::Pdn, Format::Text]), ("gomoku", [Format::Sgf, Format::Text])]
        {
            let mut engine = open(variant, &[]);
            play_on(engine.as_mut(), &mut Random::new(5), 3);
            let mut game = GameRecord::of(engine.as_ref());
            game.players = vec![name.clone(), String::new()];
            game.tags = pairs(&[("Event", &name)]);
            game.comments = vec![(after.min(game.moves.len()), comment.clone())];
            for format in formats {
                let text = format.write(&game).expect("a game");
                let reading = format.read(text.as_bytes(), &Defaults::default());
                prop_assert_eq!(&reading.errors, &[]);
                let mut read = reading.games[0].record.clone();
                read.players.resize(2, String::new());
                prop_assert_eq!(&read, &game, "{}", text);
            }
        }
    }
}

#[test]
fn long_files_of_one_sign_take_no_longer_than_others() {
    for sign in [
        "(",
        "[",
        "{",
        ")",
        "/",
        "(;FF[",
        "(;",
        "[A \"",
        "{\n[A \"\"]",
        "[]",
        "\\",
        "- ",
        "1.",
        "C[",
        "*",
        "4x15 ",
    ] {
        let text = sign.repeat(30_000 / sign.len());
        check_reading(text.as_bytes()).expect("read to the end");
    }
}
