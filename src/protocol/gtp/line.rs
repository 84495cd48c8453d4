//! Parses a line to a command with its id, with the preprocessing of GTP 2.

use super::error::GtpError;
use crate::wire::message::quoted;

/// Ids are below this.
const ID_LIMIT: u64 = 1 << 31;

/// A command, which needs a response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// To be repeated in the response.
    pub id: Option<u32>,
    /// The name of the command, or what is wrong before it.
    pub name: Result<String, GtpError>,
    /// What follows the name.
    pub arguments: String,
}

impl Request {
    /// A command without id and arguments.
    pub fn named(name: &str) -> Request {
        Request { id: None, name: Ok(name.to_string()), arguments: String::new() }
    }
}

/// A line without comment and control characters; a tab is a blank.
fn clean(line: &str) -> String {
    let line = line.trim_start_matches('\u{feff}');
    let text = line.split_once('#').map_or(line, |(text, _)| text);
    let blanks = text.chars().map(|c| if c == '\t' { ' ' } else { c });
    blanks.filter(|c| !c.is_control()).collect()
}

/// The request of a line; `None` if there is none.
pub(super) fn parse(line: &str) -> Option<Request> {
    let line = clean(line);
    let (first, rest) = split(line.trim())?;
    let Some(id) = read_id(first) else {
        return Some(Request { id: None, name: Ok(first.to_string()), arguments: rest.to_string() });
    };
    let (id, fault) = match id {
        Id::Good(id) => (Some(id), None),
        Id::Negative => (None, None),
        Id::TooLarge => {
            let why = format!("the id {} is not below {ID_LIMIT}", quoted(first));
            (None, Some(GtpError::Syntax(why)))
        }
    };
    let (name, arguments) = match split(rest) {
        Some((name, arguments)) => (Ok(name.to_string()), arguments),
        None => (Err(GtpError::Syntax("there is no command after the id".to_string())), ""),
    };
    Some(Request { id, name: fault.map_or(name, Err), arguments: arguments.to_string() })
}

/// A number in front of a command.
enum Id {
    Good(u32),
    /// Ignored, as GNU Go does.
    Negative,
    TooLarge,
}

fn read_id(word: &str) -> Option<Id> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if digits.len() < word.len() {
        return Some(Id::Negative);
    }
    let id = digits.parse::<u64>().ok().filter(|&id| id < ID_LIMIT);
    Some(id.map_or(Id::TooLarge, |id| Id::Good(id as u32)))
}

/// The first word and the rest; `None` if there is no word.
fn split(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (!first.is_empty()).then_some((first, rest.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(id: Option<u32>, name: &str) -> Option<Request> {
        Some(Request { id, ..Request::named(name) })
    }

    #[test]
    fn comments_and_control_characters_are_taken_out_and_tabs_are_blanks() {
        assert_eq!(clean("play\tb\u{0} d4\r # a comment # more"), "play b d4 ");
        assert_eq!(parse("  # interrupt"), None);
        assert_eq!(parse("\r"), None);
    }

    #[test]
    fn an_id_is_a_number_below_two_to_the_31() {
        assert_eq!(parse("name"), named(None, "name"));
        assert_eq!(parse("2147483647 name"), named(Some(2_147_483_647), "name"));
        assert_eq!(parse("007 name"), named(Some(7), "name"));
        assert_eq!(parse("-3 name"), named(None, "name"));
        assert_eq!(parse("3x name").and_then(|request| request.name.ok()).as_deref(), Some("3x"));
        for bad in ["2147483648 name", "99999999999999999999999 name", "5"] {
            let request = parse(bad).expect("wants a response");
            assert!(matches!(request.name, Err(GtpError::Syntax(_))), "{bad}");
        }
        assert_eq!(parse("5").and_then(|request| request.id), Some(5));
    }

    #[test]
    fn arguments_are_what_follows_the_name() {
        let request = parse("1  play  b   d4 ").expect("a request");
        assert_eq!((request.name.as_deref(), request.arguments.as_str()), (Ok("play"), "b   d4"));
    }
}
