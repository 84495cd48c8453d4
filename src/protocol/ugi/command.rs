//! The grammar: parses a line to a [`Command`].
//!
//! Words are separated by any number of blanks and read without regard to case, except moves and
//! position strings, which are the game's. Every refusal names the word that is wrong and what was expected.

use super::Handshake;
use super::error::expected;
use super::go;
use super::request::{Command, Control, DatabaseRequest, Query, Request, Work};
use crate::protocol::vampirc::{self, Plain};
use crate::wire::message::quoted;

/// A command, and notes on changes to make it fit.
#[derive(Debug)]
pub(super) struct Parsed {
    pub command: Command,
    pub notes: Vec<String>,
}

/// Words that a line may begin with after unknown words, which UCI wants skipped.
const AFTER_UNKNOWN: [&str; 13] = [
    "uci",
    "ugi",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "uginewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
];

/// Reads a line; `None` for an empty line or a comment.
///
/// # Errors
/// One line for users, naming the offending word and what was expected.
pub(super) fn parse(line: &str) -> Result<Option<Parsed>, String> {
    let line = line.trim_start_matches('\u{feff}').trim();
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    if words.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let mut notes = Vec::new();
    if let Some(command) = known(&words, &mut notes)? {
        return Ok(Some(Parsed { command, notes }));
    }
    let unknown = quoted(words[0]);
    let start = words.iter().position(|word| AFTER_UNKNOWN.iter().any(|w| word.eq_ignore_ascii_case(w)));
    let start = start.ok_or_else(|| format!("{unknown} is not a command; 'help' lists them"))?;
    notes.push(format!("{unknown} is not a command, the line is read from {} on", quoted(words[start])));
    Ok(known(&words[start..], &mut notes)?.map(|command| Parsed { command, notes }))
}

/// The command of a line that begins with a known word; `None` if it does not.
fn known(words: &[&str], notes: &mut Vec<String>) -> Result<Option<Command>, String> {
    let rest = &words[1..];
    let first = words[0].to_ascii_lowercase();
    let lone = match first.as_str() {
        "ugi" => Some(Command::Request(Request::Handshake(Handshake::Ugi))),
        "uginewgame" => Some(Command::Request(Request::NewGame)),
        "d" => Some(Command::Request(Request::Diagram)),
        "eval" => Some(Command::Request(Request::Eval)),
        "bench" => Some(Command::Request(Request::Work(Work::Bench))),
        "help" => Some(Command::Control(Control::Help)),
        "uci" | "isready" | "ucinewgame" | "stop" | "ponderhit" | "quit" => {
            vampirc::parse(words).map(from_plain)
        }
        _ => None,
    };
    if let Some(command) = lone {
        if let Some(extra) = rest.first() {
            notes.push(format!("{} after {first} is ignored", quoted(extra)));
        }
        return Ok(Some(command));
    }
    let command = match first.as_str() {
        "debug" => vampirc::parse(words)
            .map(from_plain)
            .ok_or_else(|| expected("on or off", rest.first(), "debug"))?,
        // Nothing here needs registering, so any form of the command will do.
        "register" => Command::Control(Control::Register),
        "setoption" => match vampirc::parse(words) {
            Some(plain) => from_plain(plain),
            None => set_option(rest)?,
        },
        "position" => position(rest)?,
        "go" => Command::Request(Request::Work(go::parse(rest, notes)?)),
        "perft" => Command::Request(Request::Work(go::parse(words, notes)?)),
        "query" => Command::Request(Request::Query(query(rest)?)),
        "database" => Command::Request(Request::Database(database(rest)?)),
        _ => return Ok(None),
    };
    Ok(Some(command))
}

fn from_plain(plain: Plain) -> Command {
    match plain {
        Plain::Uci => Command::Request(Request::Handshake(Handshake::Uci)),
        Plain::IsReady => Command::Control(Control::IsReady),
        Plain::NewGame => Command::Request(Request::NewGame),
        Plain::Debug(on) => Command::Control(Control::Debug(on)),
        Plain::Register => Command::Control(Control::Register),
        Plain::Stop => Command::Control(Control::Stop),
        Plain::PonderHit => Command::Control(Control::PonderHit),
        Plain::Quit => Command::Control(Control::Quit),
        Plain::SetOption { name, value } => Command::Request(Request::SetOption { name, value }),
    }
}

/// `name N... [value V...]`, for options whose words `vampirc-uci` would misread.
fn set_option(words: &[&str]) -> Result<Command, String> {
    if !words.first().is_some_and(|word| word.eq_ignore_ascii_case("name")) {
        return Err(expected("name N [value V]", words.first(), "setoption"));
    }
    // An option may be called "value": the keyword cannot be the first word of the name.
    let keyword = words.iter().skip(2).position(|word| word.eq_ignore_ascii_case("value")).map(|i| i + 2);
    let name = &words[1..keyword.unwrap_or(words.len())];
    if name.is_empty() {
        return Err(expected("the name of an option", None, "setoption name"));
    }
    let value = keyword.map(|i| words[i + 1..].join(" "));
    Ok(Command::Request(Request::SetOption { name: name.join(" "), value }))
}

/// `startpos|fen F [moves M...]`
fn position(words: &[&str]) -> Result<Command, String> {
    let at = words.iter().position(|word| word.eq_ignore_ascii_case("moves")).unwrap_or(words.len());
    let setup = &words[..at];
    let moves = words.iter().skip(at + 1).map(|word| (*word).to_string()).collect();
    match setup.split_first() {
        Some((word, rest)) if word.eq_ignore_ascii_case("startpos") => match rest.first() {
            None => Ok(Command::Request(Request::Position { fen: None, moves })),
            extra => Err(expected("moves", extra, "position startpos")),
        },
        Some((word, rest)) if word.eq_ignore_ascii_case("fen") => {
            if rest.is_empty() {
                return Err(expected("a position string", words.get(at), "position fen"));
            }
            Ok(Command::Request(Request::Position { fen: Some(rest.join(" ")), moves }))
        }
        other => Err(expected("startpos or fen", other.map(|(word, _)| word).or(words.get(at)), "position")),
    }
}

/// `gameover|p1turn|result|islegal M|fen|moves`
/// `database`, `database note TEXT`, `database mark M`, `database delete [after]`.
fn database(words: &[&str]) -> Result<DatabaseRequest, String> {
    const KINDS: &str = "note, mark, delete or nothing";
    let Some((first, rest)) = words.split_first() else { return Ok(DatabaseRequest::Show) };
    let (request, used) = match first.to_ascii_lowercase().as_str() {
        "note" => return Ok(DatabaseRequest::Note(rest.join(" "))),
        "mark" => (DatabaseRequest::Mark(rest.first().copied().unwrap_or_default().to_string()), 1),
        "delete" if rest.first().is_some_and(|word| word.eq_ignore_ascii_case("after")) => {
            (DatabaseRequest::DeleteAfter, 1)
        }
        "delete" => (DatabaseRequest::Delete, 0),
        _ => return Err(expected(KINDS, Some(first), "database")),
    };
    match rest.get(used) {
        None => Ok(request),
        extra => Err(expected("the end of the line", extra, &format!("database {first}"))),
    }
}

fn query(words: &[&str]) -> Result<Query, String> {
    const KINDS: &str = "gameover, p1turn, result, islegal M, fen or moves";
    let word = words.first().ok_or_else(|| expected(KINDS, None, "query"))?;
    let (query, used) = match word.to_ascii_lowercase().as_str() {
        "gameover" => (Query::GameOver, 1),
        "p1turn" => (Query::P1Turn, 1),
        "result" => (Query::Result, 1),
        "fen" => (Query::Fen, 1),
        "moves" => (Query::Moves, 1),
        "islegal" => {
            let mv = words.get(1).ok_or_else(|| expected("a move", None, "query islegal"))?;
            (Query::IsLegal((*mv).to_string()), 2)
        }
        _ => return Err(expected(KINDS, Some(word), "query")),
    };
    match words.get(used) {
        None => Ok(query),
        extra => Err(expected("the end of the line", extra, &format!("query {word}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Command {
        let parsed = parse(line).unwrap().unwrap();
        assert!(parsed.notes.is_empty(), "{:?}", parsed.notes);
        parsed.command
    }

    fn error(line: &str) -> String {
        parse(line).unwrap_err()
    }

    #[test]
    fn empty_lines_and_comments_ask_for_nothing() {
        for line in ["", "   ", "\t", "# isready", "  # go depth 5", "\u{feff}"] {
            assert!(parse(line).unwrap().is_none(), "{line:?}");
        }
    }

    #[test]
    fn a_byte_order_mark_and_upper_case_are_read_over() {
        assert!(matches!(command("\u{feff}uci"), Command::Request(Request::Handshake(Handshake::Uci))));
        assert!(matches!(command("UGI"), Command::Request(Request::Handshake(Handshake::Ugi))));
        assert!(matches!(command("Query GameOver"), Command::Request(Request::Query(Query::GameOver))));
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped_with_a_note() {
        let parsed = parse("joho debug on").unwrap().unwrap();
        assert!(matches!(parsed.command, Command::Control(Control::Debug(true))));
        assert_eq!(parsed.notes, ["'joho' is not a command, the line is read from 'debug' on"]);
    }

    #[test]
    fn a_line_without_any_command_names_its_first_word() {
        assert_eq!(error("xyzzy d e"), "'xyzzy' is not a command; 'help' lists them");
    }

    #[test]
    fn words_after_a_lone_command_are_ignored_with_a_note() {
        let parsed = parse("isready now").unwrap().unwrap();
        assert!(matches!(parsed.command, Command::Control(Control::IsReady)));
        assert_eq!(parsed.notes, ["'now' after isready is ignored"]);
    }

    #[test]
    fn positions_keep_every_move_of_every_game() {
        let Command::Request(Request::Position { fen, moves }) =
            command("position startpos  moves 4 h8 32-28 P@d1 26x37 d10-e11")
        else {
            panic!("not a position")
        };
        assert_eq!(fen, None);
        assert_eq!(moves, ["4", "h8", "32-28", "P@d1", "26x37", "d10-e11"]);
        let Command::Request(Request::Position { fen, moves }) =
            command("position fen W:W31-50:B1-20  H0 F1 moves")
        else {
            panic!("not a position")
        };
        assert_eq!(fen.as_deref(), Some("W:W31-50:B1-20 H0 F1"));
        assert!(moves.is_empty());
    }

    #[test]
    fn malformed_positions_name_the_word() {
        assert_eq!(error("position"), "the line ends after position; expected startpos or fen");
        assert_eq!(error("position foo"), "unexpected 'foo' after position; expected startpos or fen");
        assert_eq!(error("position moves 4"), "unexpected 'moves' after position; expected startpos or fen");
        assert_eq!(error("position startpos 4 4"), "unexpected '4' after position startpos; expected moves");
        assert_eq!(
            error("position fen moves 4"),
            "unexpected 'moves' after position fen; expected a position string"
        );
    }

    #[test]
    fn options_are_read_even_where_a_word_begins_with_value() {
        for (line, name, value) in [
            ("setoption name Hash value 64", "Hash", Some("64")),
            ("setoption name Clear Hash", "Clear Hash", None),
            ("setoption name Value value 3", "Value", Some("3")),
            ("setoption name Valuation  Net value a  b", "Valuation Net", Some("a b")),
            ("setoption name Foo Valuebar value 3", "Foo Valuebar", Some("3")),
            ("setoption name Hash value", "Hash", Some("")),
        ] {
            let Command::Request(Request::SetOption { name: n, value: v }) = command(line) else {
                panic!("{line}")
            };
            assert_eq!((n.as_str(), v.as_deref()), (name, value), "{line}");
        }
    }

    #[test]
    fn malformed_options_name_the_word() {
        assert!(error("setoption").contains("name N [value V]"));
        assert!(error("setoption Hash 3").starts_with("unexpected 'Hash' after setoption"));
        assert!(error("setoption name").contains("the name of an option"));
    }

    #[test]
    fn queries_are_read() {
        for (line, query) in [
            ("query gameover", Query::GameOver),
            ("query p1turn", Query::P1Turn),
            ("query result", Query::Result),
            ("query islegal 32-28", Query::IsLegal("32-28".to_string())),
            ("query fen", Query::Fen),
            ("query moves", Query::Moves),
        ] {
            assert!(matches!(command(line), Command::Request(Request::Query(q)) if q == query), "{line}");
        }
        assert!(error("query").contains("gameover, p1turn"));
        assert!(error("query turn").starts_with("unexpected 'turn' after query"));
        assert!(error("query islegal").contains("a move"));
        assert!(error("query fen now").starts_with("unexpected 'now' after query fen"));
    }

    #[test]
    fn debug_wants_on_or_off() {
        assert!(matches!(command("debug off"), Command::Control(Control::Debug(false))));
        assert_eq!(error("debug maybe"), "unexpected 'maybe' after debug; expected on or off");
        assert_eq!(error("debug"), "the line ends after debug; expected on or off");
    }
}
