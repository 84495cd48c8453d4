//! The crate `vampirc-uci` behind a guard.
//!
//! It is used for the part of UCI without moves. It was written for chess: its parser silently loses moves of other
//! games, panics on some ordinary lines (`go depth 256`, a blank at the end of `go infinite `) and reads `isreadyfoo`
//! as `isready`. So it only gets lines that it can parse: the first word is exactly one of [`parse`]'s, with single
//! blanks, and a line end. Its result is checked against the input; all other lines are left to the grammar of
//! [`super::ugi`].
//!
//! In the other direction it writes `id`, `option` and `info`; `info` through free attributes if its number types are
//! too small (depth and mate distance) or require chess moves (`pv`).

use vampirc_uci::{Duration, UciInfoAttribute, UciMessage, UciOptionConfig, parse_one};

use crate::contract::{OptionKind, OptionSpec};

/// A message of UCI that has no moves in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Plain {
    /// `uci`
    Uci,
    /// `isready`
    IsReady,
    /// `ucinewgame`
    NewGame,
    /// `debug on`, `debug off`
    Debug(bool),
    /// `register ...`
    Register,
    /// `stop`
    Stop,
    /// `ponderhit`
    PonderHit,
    /// `quit`
    Quit,
    /// `setoption name N [value V]`
    SetOption {
        /// Words of the name, single blanks between them.
        name: String,
        /// Words of the value, if there is one.
        value: Option<String>,
    },
}

/// Reads a message given as words; `None` if it is not one of [`Plain`] or is malformed.
pub fn parse(words: &[&str]) -> Option<Plain> {
    let first = words.first()?.to_ascii_lowercase();
    let words = match first.as_str() {
        "uci" | "isready" | "ucinewgame" | "stop" | "ponderhit" | "quit" => &words[..1],
        "debug" => words.get(..2)?,
        "setoption" | "register" => words,
        _ => return None,
    };
    let line = words.join(" ");
    Some(match parse_one(&format!("{line}\n")) {
        UciMessage::Uci => Plain::Uci,
        UciMessage::IsReady => Plain::IsReady,
        UciMessage::UciNewGame => Plain::NewGame,
        UciMessage::Debug(on) if ["on", "off"].iter().any(|w| words[1].eq_ignore_ascii_case(w)) => {
            Plain::Debug(on)
        }
        UciMessage::Register { .. } => Plain::Register,
        UciMessage::Stop => Plain::Stop,
        UciMessage::PonderHit => Plain::PonderHit,
        UciMessage::Quit => Plain::Quit,
        UciMessage::SetOption { name, value } => {
            let mut written = format!("setoption name {name}");
            if let Some(value) = &value {
                written = format!("{written} value {value}");
            }
            // The parser may stop early at a word that begins with "value".
            written.eq_ignore_ascii_case(&line).then_some(Plain::SetOption { name, value })?
        }
        _ => return None,
    })
}

/// The two `id` lines.
pub fn id_lines(name: &str, author: &str) -> String {
    format!("{}\n{}", UciMessage::id_name(name), UciMessage::id_author(author))
}

/// How the default of an option is written that is empty.
const EMPTY: &str = "<empty>";

/// The `option` line of one option.
pub fn option_line(spec: &OptionSpec) -> String {
    let name = spec.name.clone();
    let config = match &spec.kind {
        OptionKind::Spin { default, min, max } => {
            UciOptionConfig::Spin { name, default: Some(*default), min: Some(*min), max: Some(*max) }
        }
        OptionKind::Check { default } => UciOptionConfig::Check { name, default: Some(*default) },
        OptionKind::Combo { default, values } => {
            UciOptionConfig::Combo { name, default: Some(default.clone()), var: values.clone() }
        }
        OptionKind::Text => UciOptionConfig::String { name, default: Some(EMPTY.to_string()) },
        OptionKind::Button => UciOptionConfig::Button { name },
    };
    UciMessage::Option(config).to_string()
}

/// An attribute of an `info` line.
pub enum Attribute<'a> {
    /// `nodes N`
    Nodes(u64),
    /// `nps N`
    Nps(u64),
    /// `tbhits N`
    TbHits(u64),
    /// `time MS`
    TimeMs(i64),
    /// Any other name and value.
    Other(&'a str, String),
}

/// An `info` line with its attributes in this order.
pub fn info_line(attributes: Vec<Attribute<'_>>) -> String {
    let attributes = attributes
        .into_iter()
        .map(|attribute| match attribute {
            Attribute::Nodes(n) => UciInfoAttribute::Nodes(n),
            Attribute::Nps(n) => UciInfoAttribute::Nps(n),
            Attribute::TbHits(n) => UciInfoAttribute::TbHits(n),
            Attribute::TimeMs(ms) => UciInfoAttribute::Time(Duration::milliseconds(ms)),
            Attribute::Other(name, value) => UciInfoAttribute::Any(name.to_string(), value),
        })
        .collect();
    UciMessage::Info(attributes).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Option<Plain> {
        parse(&line.split_ascii_whitespace().collect::<Vec<_>>())
    }

    fn set(name: &str, value: Option<&str>) -> Option<Plain> {
        Some(Plain::SetOption { name: name.to_string(), value: value.map(str::to_string) })
    }

    #[test]
    fn plain_words_are_read_and_what_follows_is_left_out() {
        assert_eq!(words("uci"), Some(Plain::Uci));
        assert_eq!(words("  IsReady  now"), Some(Plain::IsReady));
        assert_eq!(words("ucinewgame"), Some(Plain::NewGame));
        assert_eq!(words("stop"), Some(Plain::Stop));
        assert_eq!(words("ponderhit"), Some(Plain::PonderHit));
        assert_eq!(words("quit"), Some(Plain::Quit));
        assert_eq!(words("register later"), Some(Plain::Register));
        assert_eq!(words("debug off"), Some(Plain::Debug(false)));
    }

    #[test]
    fn words_that_only_begin_like_a_command_are_not_taken_for_it() {
        for line in
            ["isreadyfoo", "ucinewgamex", "ponderhitx", "debug", "debug maybe", "debug only", "go", ""]
        {
            assert_eq!(words(line), None, "{line}");
        }
    }

    #[test]
    fn options_are_split_into_name_and_value() {
        assert_eq!(words("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(words("SETOPTION NAME Hash VALUE 64 "), set("Hash", Some("64")));
        assert_eq!(words("setoption name Move Overhead value a b"), set("Move Overhead", Some("a b")));
    }

    #[test]
    fn options_that_the_parser_would_cut_short_are_left_to_the_own_grammar() {
        assert_eq!(words("setoption name Foo Valuebar 3"), None);
        assert_eq!(words("setoption name Value value 3"), None);
        assert_eq!(words("setoption Hash 3"), None);
    }

    #[test]
    fn option_lines_are_written_as_uci_wants_them() {
        assert_eq!(
            option_line(&OptionSpec::spin("Hash", 16, 1, 64, "")),
            "option name Hash type spin default 16 min 1 max 64"
        );
        assert_eq!(option_line(&OptionSpec::button("Clear Hash", "")), "option name Clear Hash type button");
        assert_eq!(
            option_line(&OptionSpec::combo("Win", &["strict", "fill"], "")),
            "option name Win type combo default strict var strict var fill"
        );
        assert_eq!(
            option_line(&OptionSpec::check("Ponder", false, "")),
            "option name Ponder type check default false"
        );
    }
}
