//! The rules of PDN games that do not name them: found by the board and by what is legal, said once, never guessed in
//! silence.

use quadriga::contract::{Outcome, Player};
use quadriga::records::{Defaults, Format, GameResult, Reading};

fn read(text: &str) -> Reading {
    Format::Pdn.read(text.as_bytes(), &Defaults::default())
}

/// The variants of the games that were read.
fn variants(reading: &Reading) -> Vec<&str> {
    reading.games.iter().map(|game| game.record.variant.as_str()).collect()
}

/// The variant of all games, where all are read and one thing is said about them.
fn variant(text: &str) -> String {
    let reading = read(text);
    assert_eq!((&reading.errors[..], reading.notes.len()), (&[][..], 1), "{text}: {:?}", reading.notes);
    let variants = variants(&reading);
    assert!(variants.iter().all(|variant| *variant == variants[0]), "{text}: {variants:?}");
    assert!(reading.notes[0].contains(&format!("--game {} ", variants[0])), "{:?}", reading.notes);
    variants[0].to_string()
}

const ENGLISH: &str = "[White \"w\"]\n[Black \"b\"]\n1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25 1-0\n";
const LARGE: &str = "[Event \"x\"]\n1. 32-28 19-23 2. 28x19 14x23 3. 37-32 2-0\n";
/// A man that moves backwards, which no rules allow.
const BACKWARDS: &str = "[Event \"x\"]\n[FEN \"W:W22:B5\"]\n1. c3-d2 *\n";

#[test]
fn the_board_of_10x10_shows_in_its_numbers_and_its_first_move() {
    assert_eq!(variant(LARGE), "draughts");
    assert_eq!(variant("1. 31-26 17-22 *"), "draughts");
    assert_eq!(variant("[FEN \"W:W33:B10\"]\n*"), "draughts");
}

#[test]
fn black_begins_with_numbers_up_to_32_in_english_draughts_and_the_result_is_his() {
    assert_eq!(variant(ENGLISH), "english");
    let reading = read(ENGLISH);
    let game = &reading.games[0].record;
    assert_eq!(game.players, ["b", "w"]);
    assert_eq!(game.result, GameResult::Ended(Outcome::Win(Player::FIRST)));
    assert!(reading.notes[0].contains("English draughts"), "{:?}", reading.notes);
}

#[test]
fn white_begins_with_numbers_up_to_32_in_russian_draughts() {
    assert_eq!(variant("1. 22-18 10-14 2. 24-20 11-15 *"), "russian");
}

#[test]
fn letters_are_russian_or_brazilian_by_what_is_legal() {
    assert_eq!(variant("1. c3-d4 d6-c5 *"), "russian");
    // One piece in place of two.
    assert_eq!(variant("[FEN \"W:W22:B17,18,11\"]\n1. c3:a5 *"), "russian");
    // A man that passes the last row and stays a man.
    assert_eq!(variant("[FEN \"W:W9:B6,11\"]\n1. b6:d8 f6-e5 *"), "brazilian");
    // A capture backwards that is not made.
    assert_eq!(variant("[FEN \"W:W22:B25\"]\n1. c3-d4 *"), "czech");
}

#[test]
fn captures_along_rows_and_columns_are_frisian() {
    assert_eq!(variant("[FEN \"W:W28,33:B1,18\"]\n1. 28x8 1-6 *"), "frisian");
}

#[test]
fn rules_that_fit_as_well_are_said_to() {
    let reading = read("1. c3-d4 *");
    assert!(reading.notes[0].contains("; brazilian and czech fit as well)"), "{:?}", reading.notes);
}

#[test]
fn positions_with_numbers_up_to_32_are_english_and_said_to_tell_little() {
    let text = "[FEN \"W:W27,19,K13:BK30,12,5.\"]\n0-1\n[FEN \"B:W22,20,K10:BK29,12,1.\"]\n1/2-1/2\n";
    assert_eq!(variant(text), "english");
    let reading = read(text);
    assert!(reading.notes[0].contains("no moves to infer them from"), "{:?}", reading.notes);
    assert_eq!(reading.games[0].record.result, GameResult::Ended(Outcome::Win(Player::SECOND)));
}

#[test]
fn set_positions_are_of_the_board_of_the_games_around_them() {
    assert_eq!(variant(&format!("{ENGLISH}[FEN \"W:W27:B5\"]\n*\n")), "english");
    assert_eq!(variant("1. c3-d4 *\n[FEN \"W:W22:B5\"]\n*\n"), "russian");
    assert_eq!(variant(&format!("{LARGE}[FEN \"W:W27:B6\"]\n*\n")), "draughts");
}

#[test]
fn a_position_between_games_of_two_boards_is_left_out_and_named() {
    let reading = read(&format!("{LARGE}{ENGLISH}[FEN \"W:W27:B6\"]\n*\n"));
    assert_eq!(variants(&reading), ["draughts", "english"]);
    assert_eq!((reading.notes.len(), reading.errors.len(), reading.errors[0].line), (2, 1, 6));
    assert!(reading.errors[0].reason.contains("8x8 or 10x10"), "{:?}", reading.errors);
    // Its moves may tell.
    let reading = read(&format!("{LARGE}{ENGLISH}[FEN \"W:W27:B6\"]\n1. 27-21 6-11 *\n"));
    assert_eq!(variants(&reading), ["draughts", "english", "draughts"]);
}

#[test]
fn a_game_type_elsewhere_in_the_file_comes_first_among_equals() {
    let text = "[GameType \"26\"]\n1. c3-d4 *\n[Event \"2\"]\n1. c3-d4 *\n";
    assert_eq!(variants(&read(text)), ["brazilian", "brazilian"]);
    assert_eq!(variant("[GameType \"\"]\n1. c3-d4 *"), "russian", "an empty one says nothing");
}

#[test]
fn a_bad_game_is_named_and_the_others_are_read() {
    let reading = read(&format!("{ENGLISH}{ENGLISH}[Event \"3\"]\n1. 11-15 22-18\n2. 3-3 *\n"));
    assert_eq!(variants(&reading), ["english"; 2]);
    assert_eq!((reading.errors.len(), reading.errors[0].line), (1, 9));
    let reason = &reading.errors[0].reason;
    assert!(reason.contains("read as english") && reason.contains("no GameType"), "{reason}");
    assert!(reading.notes[0].contains("2 of 3 games are legal"), "{:?}", reading.notes);
}

#[test]
fn where_no_rules_fit_most_games_none_is_read() {
    let reading =
        read(&format!("{BACKWARDS}[Event \"y\"]\n1. c3-d4 d6-c5 *\n{BACKWARDS}[Event \"no moves\"]\n*\n"));
    assert!(reading.games.is_empty(), "{:?}", variants(&reading));
    assert_eq!(reading.errors.iter().map(|error| error.line).collect::<Vec<_>>(), [3, 4, 8, 9]);
    assert!(
        reading.errors[1].reason.contains("legal as russian, but most games around it are not"),
        "{:?}",
        reading.errors
    );
    assert_eq!(reading.notes.len(), 1);
    assert!(reading.notes[0].contains("1 of 3 games are legal"), "{:?}", reading.notes);
}

#[test]
fn mirrored_boards_are_italian_or_spanish_by_the_player_with_the_low_numbers() {
    assert_eq!(variant("1. 21-17 12-15 *\n[Event \"2\"]\n1. 21-18 10-13 *\n"), "italian");
    // White moves to the high numbers.
    assert_eq!(variant("[FEN \"W:W6:B10,K11,32\"]\n1. 6x15 32-28 *"), "spanish");
}

#[test]
fn boards_that_are_not_played_here_are_refused() {
    let canadian = read("1. 43-37 28-33 2. 51-46 *");
    assert!(canadian.games.is_empty() && canadian.errors.len() == 1, "{canadian:?}");
}

#[test]
fn a_game_without_moves_or_position_says_nothing() {
    assert_eq!(variant("[Event \"x\"]\n1-0"), "draughts");
    let reading = read(&format!("{ENGLISH}[Event \"forfeited\"]\n1-0\n"));
    assert_eq!(variants(&reading), ["english"; 2]);
}

#[test]
fn nothing_is_assumed_where_the_game_is_named_or_given() {
    assert!(read("[GameType \"21\"]\n1. 11-15 *").notes.is_empty());
    let given = Defaults { variant: Some("russian".to_string()), ..Defaults::default() };
    let reading = Format::Pdn.read(b"[FEN \"W:W27:B5\"]\n*", &given);
    assert_eq!((variants(&reading), &reading.notes[..]), (vec!["russian"], &[][..]));
}
