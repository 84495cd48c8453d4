//! Files of Yixin-Board and Rapfi: saved games in bytes and in numbers, the database as text, moves without blanks.

use quadriga::records::{Defaults, Format, Reading};

fn defaults(game: &str) -> Defaults {
    Defaults { variant: Some(game.to_string()), is_chosen: true, ..Defaults::default() }
}

fn moves(reading: &Reading) -> String {
    assert_eq!(reading.errors, []);
    reading.games[0].record.moves.join(" ")
}

fn error(format: Format, bytes: &[u8]) -> String {
    let reading = format.read(bytes, &defaults("renju"));
    assert_eq!(reading.games, []);
    reading.errors[0].reason.clone()
}

#[test]
fn a_saved_game_in_bytes_is_a_count_and_points() {
    let reading = Format::Pos.read(&[3, 112, 98, 14], &defaults("renju"));
    assert_eq!(moves(&reading), "h8 i9 o15");
    assert!(reading.changes.is_empty() && reading.notes.is_empty());
    let reading = Format::Pos.read(&[2, 112], &Defaults::default());
    assert_eq!(moves(&reading), "h8");
    assert_eq!(reading.changes.to_string(), "moves cut off by the end of the file: 1 (line 1)");
    assert!(
        reading.notes[0].starts_with("no rules in the file, read as gomokufreestyle"),
        "{:?}",
        reading.notes
    );
    let reading = Format::Pos.read(&[1, 112, 0, 0], &defaults("renju"));
    assert_eq!(reading.changes.to_string(), "bytes behind the moves, left out: 2 (from line 1)");
    assert_eq!(error(Format::Pos, b""), "an empty file: expected the number of moves in a byte");
    assert_eq!(error(Format::Pos, &[0]), "number of moves 0: expected 1 to 225");
    assert_eq!(error(Format::Pos, &[2, 112, 225]), "move 2: byte 225 is no point of a board of 15");
    assert!(
        error(Format::Pos, &[2, 112, 112]).starts_with("move 2: '7,7' is not legal"),
        "a stone on a stone"
    );
}

#[test]
fn a_saved_game_in_numbers_has_rows_and_columns() {
    let reading = Format::Sav.read(b"20\n20\n3\n0 0\n9 10\n19 19\n", &defaults("gomokufreestyle"));
    assert_eq!(moves(&reading), "a20 k11 t1");
    let reading = Format::Sav.read(b"15\r\n15\r\n2\r\n7 7\r\n6", &defaults("renju"));
    assert_eq!(moves(&reading), "h8");
    assert_eq!(reading.changes.to_string(), "moves cut off by the end of the file: 1 (line 3)");
    let reading = Format::Sav.read(b"15 15 1 7 7 3 4 5", &defaults("renju"));
    assert_eq!(reading.changes.to_string(), "numbers behind the moves, left out: 3 (from line 1)");
    assert_eq!(error(Format::Sav, b"15\n20\n0\n"), "a board of 20x15: expected a square one");
    assert_eq!(error(Format::Sav, b"15\nx"), "'x': expected a number as in a .sav file of Yixin-Board");
    assert_eq!(error(Format::Sav, b"15"), "expected height and width of the board and the number of moves");
}

const HEADER: &str = "index,key,label,value,depth,bound,text\n";

#[test]
fn a_database_of_rapfi_is_a_list_of_positions() {
    let text = format!(
        "{HEADER}0,r-15-15-h8-i9-b,w,29990,14,exact,\"@BTXT@76A:b\\n00x\\bgood, \\\"really\\\"\\ntwo\"\n\
         1,f-20-20-a1-t20b2-w,(none),-12,9,lower,\"\"\n2,s-15-15---b,(null),0,0,none,\"\"\n"
    );
    let reading = Format::Csv.read(text.as_bytes(), &Defaults::default());
    assert_eq!((&reading.errors[..], reading.games.len()), (&[][..], 3));
    let [first, second, third] = [0, 1, 2].map(|number| &reading.games[number].record);
    assert_eq!(first.variant, "renju");
    let said: Vec<&str> = first.comments.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(said, ["won; value 29990, depth 14, exact", "good, \"really\"\ntwo"]);
    let sgf = Format::Sgf.write(first).expect("a position");
    assert!(sgf.contains("AB[hh]AW[ig]PL[B]") && sgf.contains("LB[hi:A\\:b][ao:x]"), "{sgf}");
    assert_eq!((second.variant.as_str(), second.comments.len()), ("gomokufreestyle", 1));
    assert!(Format::Sgf.write(second).expect("a position").contains("SZ[20]"));
    assert_eq!((third.variant.as_str(), third.comments.len()), ("gomoku", 0));
}

#[test]
fn lines_of_a_database_that_cannot_be_read_are_named() {
    for (line, reason) in [
        ("0,q-15-15---b,w,0,0,none,\"\"\n", "'q-15-15---b': expected a key like r-15-15-h8-i9-b"),
        ("0,r-15-20---b,w,0,0,none,\"\"\n", "a board of 15x20: expected a square one"),
        ("0,r-15-15-h8\n", "field 'label' is missing"),
        ("0,r-15-15---b,w,0,0,none,text\n", "'text': expected a text in quotes"),
        ("0,r-15-15-p8--w,w,0,0,none,\"\"\n", "'r-15-15-p8--w': expected a key like r-15-15-h8-i9-b"),
    ] {
        let reading = Format::Csv.read(format!("{HEADER}{line}").as_bytes(), &Defaults::default());
        assert_eq!((reading.errors[0].line, &reading.errors[0].reason[..]), (2, reason));
    }
    let cut = format!("{HEADER}0,r-15-15-h8--w,w,0,0,none,\"a\"\n1,r-15-15-h8-i9-b,w,0,0,no");
    let reading = Format::Csv.read(cut.as_bytes(), &Defaults::default());
    assert_eq!((&reading.errors[..], reading.games.len()), (&[][..], 1));
    assert_eq!(reading.changes.to_string(), "lines cut off by the end of the file, left out: 1 (line 3)");
    let other = Format::Csv.read(b"a,b\n", &Defaults::default());
    assert!(other.errors[0].reason.contains("expected 'index,key,label"), "{:?}", other.errors);
}

#[test]
fn moves_of_the_gomoku_family_may_stand_without_blanks() {
    for text in ["h8i9j10", "h8i9 j10", "1. h8i9 2. j10 *", "H8I9J10 *", "[Variant \"renju\"]\n\nh8i9j10! *"]
    {
        let reading = Format::Text.read(text.as_bytes(), &defaults("renju"));
        assert_eq!(moves(&reading), "h8 i9 j10", "{text}");
    }
    let reading = Format::Text.read(b"h8i9j99", &defaults("renju"));
    assert!(reading.errors[0].reason.contains("'j99'"), "{:?}", reading.errors);
}
