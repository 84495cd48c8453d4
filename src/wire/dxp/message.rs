//! The messages: one letter, then fields of fixed widths.
//!
//! Programs pad with blanks or drop them at the end, so a name may be shorter than its field.

use crate::contract::StoneColour;

/// Longest message that the protocol allows, in bytes.
const MAX_MESSAGE: usize = 127;
/// Bytes of a name.
const NAME_WIDTH: usize = 32;
/// The version of the protocol spoken here.
pub(crate) const VERSION: u32 = 1;

/// A message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Message {
    /// `R`: shall we play?
    Request(Request),
    /// `A`: the answer, 0 for yes.
    Answer {
        /// Name of the program that answers.
        name: String,
        /// `0`: yes.
        code: char,
    },
    /// `M`.
    Move {
        /// Time taken.
        seconds: u64,
        /// Square left.
        from: u32,
        /// Square reached.
        to: u32,
        /// Squares of the pieces taken.
        captured: Vec<u32>,
    },
    /// `E`: the game has ended, or is to end; also the answer to it.
    End {
        /// Result for the sender.
        result: Verdict,
        /// Does the sender want another game?
        more: bool,
    },
    /// `C`.
    Chat(String),
    /// `B`: shall we go back?
    Back,
    /// `K`: the answer, 0 for yes, 1 for never.
    BackAnswer(char),
}

/// A request to play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// Version of the protocol.
    pub version: u32,
    /// Name of the requesting program.
    pub name: String,
    /// The colour that the other program is to play.
    pub follower: StoneColour,
    /// Minutes for the game; 0: no clock.
    pub minutes: u32,
    /// After this many moves of each side the game ends; 0: never.
    pub moves: u32,
    /// The position in the format of the Hub protocol; `None`: the start position.
    pub position: Option<String>,
}

/// The result of a game for the sender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Unknown.
    Unknown,
    /// Lost by the sender.
    Lost,
    /// Drawn.
    Drawn,
    /// Won by the sender.
    Won,
}

impl Verdict {
    /// The result for the receiver.
    pub fn seen_by_the_other(self) -> Verdict {
        match self {
            Verdict::Lost => Verdict::Won,
            Verdict::Won => Verdict::Lost,
            same => same,
        }
    }
}

impl Message {
    /// Reads a message without its final zero byte.
    ///
    /// # Errors
    /// What is wrong with the message.
    pub fn parse(text: &str) -> Result<Message, String> {
        let text = text.trim_matches(|c: char| c.is_ascii_whitespace());
        let kind = text.chars().next().ok_or("an empty message")?;
        if !text.is_ascii() || text.len() > MAX_MESSAGE {
            return Err(format!("a message is at most {MAX_MESSAGE} ASCII characters"));
        }
        let mut fields = Fields { rest: &text[1..], message: kind };
        match kind {
            'R' => fields.request().map(Message::Request),
            'A' => {
                // The code comes last, even if the blanks before it are missing.
                let code = fields.rest.chars().last().ok_or("message A lacks its code")?;
                let name = fields.rest[..fields.rest.len() - 1].trim().to_string();
                Ok(Message::Answer { name, code })
            }
            'M' => fields.played(),
            'E' => {
                let result = match fields.take(1)? {
                    "1" => Verdict::Lost,
                    "2" => Verdict::Drawn,
                    "3" => Verdict::Won,
                    _ => Verdict::Unknown,
                };
                Ok(Message::End { result, more: fields.rest.starts_with('0') })
            }
            'C' => Ok(Message::Chat(fields.rest.trim().to_string())),
            'B' => Ok(Message::Back),
            'K' => Ok(Message::BackAnswer(fields.rest.chars().next().unwrap_or('1'))),
            _ => Err(format!("'{}' is not a kind of message", kind.escape_default())),
        }
    }
}

/// The rest of a message.
struct Fields<'a> {
    rest: &'a str,
    message: char,
}

impl<'a> Fields<'a> {
    fn take(&mut self, width: usize) -> Result<&'a str, String> {
        let short = || format!("message {} is too short", self.message);
        let (field, rest) = self.rest.split_at_checked(width).ok_or_else(short)?;
        self.rest = rest;
        Ok(field)
    }

    fn number(&mut self, width: usize) -> Result<u32, String> {
        let field = self.take(width)?.trim();
        field.parse().map_err(|_| format!("message {}: '{field}' is not a number", self.message))
    }

    fn request(&mut self) -> Result<Request, String> {
        let version = self.number(2)?;
        let name = self.take(NAME_WIDTH)?.trim().to_string();
        let follower = colour(self.take(1)?)?;
        let (minutes, moves) = (self.number(3)?, self.number(3)?);
        let position = match self.take(1)? {
            "A" => None,
            "B" => {
                let turn = if colour(self.take(1)?)? == StoneColour::White { "W" } else { "B" };
                Some(turn.to_string() + &self.rest.replace('z', "b").replace('Z', "B"))
            }
            other => return Err(format!("message R: expected A or B, not '{other}'")),
        };
        Ok(Request { version, name, follower, minutes, moves, position })
    }

    fn played(&mut self) -> Result<Message, String> {
        let seconds = u64::from(self.number(4)?);
        let (from, to, count) = (self.number(2)?, self.number(2)?, self.number(2)?);
        let captured = (0..count).map(|_| self.number(2)).collect::<Result<Vec<u32>, String>>()?;
        Ok(Message::Move { seconds, from, to, captured })
    }
}

fn colour(letter: &str) -> Result<StoneColour, String> {
    match letter {
        "W" => Ok(StoneColour::White),
        "Z" => Ok(StoneColour::Black),
        _ => Err(format!("'{letter}' is not a colour; expected W or Z")),
    }
}

fn colour_letter(colour: StoneColour) -> char {
    match colour {
        StoneColour::White => 'W',
        StoneColour::Black => 'Z',
    }
}

/// A name in a message: plain characters, at most [`NAME_WIDTH`] of them.
fn plain_name(name: &str) -> String {
    name.chars().filter(|c| c.is_ascii_graphic() || *c == ' ').take(NAME_WIDTH).collect()
}

impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Message::Request(request) => {
                let Request { version, name, follower, minutes, moves, position } = request;
                let (name, follower) = (plain_name(name), colour_letter(*follower));
                let (minutes, moves) = ((*minutes).min(999), (*moves).min(999));
                write!(f, "R{version:02}{name:<NAME_WIDTH$}{follower}{minutes:03}{moves:03}")?;
                match position {
                    None => write!(f, "A"),
                    Some(letters) => write!(f, "B{}", letters.replace('b', "z").replace('B', "Z")),
                }
            }
            Message::Answer { name, code } => write!(f, "A{:<NAME_WIDTH$}{code}", plain_name(name)),
            Message::Move { seconds, from, to, captured } => {
                write!(f, "M{:04}{from:02}{to:02}{:02}", (*seconds).min(9999), captured.len())?;
                captured.iter().try_for_each(|square| write!(f, "{square:02}"))
            }
            Message::End { result, more } => {
                let result = match result {
                    Verdict::Unknown => 0,
                    Verdict::Lost => 1,
                    Verdict::Drawn => 2,
                    Verdict::Won => 3,
                };
                write!(f, "E{result}{}", if *more { 0 } else { 1 })
            }
            Message::Chat(text) => {
                let text: String = text.chars().filter(|c| c.is_ascii_graphic() || *c == ' ').collect();
                write!(f, "C{:.1$}", text, MAX_MESSAGE - 1)
            }
            Message::Back => write!(f, "B"),
            Message::BackAnswer(code) => write!(f, "K{code}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const EXAMPLE: &str = "R01Tornado voor Windows 4.0        W060065A";

    #[test]
    fn a_request_has_fields_of_fixed_widths() {
        let request = Request {
            version: 1,
            name: "Tornado voor Windows 4.0".to_string(),
            follower: StoneColour::White,
            minutes: 60,
            moves: 65,
            position: None,
        };
        assert_eq!(Message::parse(EXAMPLE), Ok(Message::Request(request.clone())));
        assert_eq!(Message::Request(request).to_string(), EXAMPLE);
    }

    #[test]
    fn positions_travel_with_z_for_black() {
        let letters = format!("B{}{}eW", "b".repeat(20), "B".repeat(28));
        let request = Request {
            version: 1,
            name: String::new(),
            follower: StoneColour::Black,
            minutes: 5,
            moves: 0,
            position: Some(letters),
        };
        let text = Message::Request(request.clone()).to_string();
        assert!(text.ends_with(&format!("Z005000BZ{}{}eW", "z".repeat(20), "Z".repeat(28))));
        assert_eq!(Message::parse(&text), Ok(Message::Request(request)));
    }

    #[test]
    fn a_move_names_what_it_takes() {
        let text = "M001205250422122320";
        let read = Message::Move { seconds: 12, from: 5, to: 25, captured: vec![22, 12, 23, 20] };
        assert_eq!(Message::parse(text), Ok(read.clone()));
        assert_eq!(read.to_string(), text);
        assert_eq!(Message::parse("M000132280000").map(|m| m.to_string()), Ok("M0001322800".to_string()));
    }

    #[test]
    fn an_answer_may_have_lost_its_blanks() {
        let read = Message::Answer { name: "Scan 3.1".to_string(), code: '0' };
        assert_eq!(Message::parse("AScan 3.1                        0\n"), Ok(read.clone()));
        assert_eq!(Message::parse("AScan 3.10"), Ok(read.clone()));
        assert_eq!(Message::parse(&read.to_string()), Ok(read));
    }

    #[test]
    fn ends_are_told_as_the_sender_sees_them() {
        let end = Message::End { result: Verdict::Lost, more: true };
        assert_eq!(end.to_string(), "E10");
        assert_eq!(Message::parse("E10"), Ok(end));
        assert_eq!(Message::parse("E7"), Ok(Message::End { result: Verdict::Unknown, more: false }));
        assert_eq!(Verdict::Lost.seen_by_the_other(), Verdict::Won);
    }

    #[test]
    fn what_is_not_a_message_is_refused() {
        let long = "C".repeat(MAX_MESSAGE + 1);
        for bad in ["", "X", "M", "M0001", "M00x132280", "M0001322805", "R01", "Cé", &long, "A"] {
            assert!(Message::parse(bad).is_err(), "{bad}");
        }
        assert!(Message::parse(&EXAMPLE.replace("W060", "Q060")).is_err());
    }

    #[test]
    fn chat_is_cut_to_what_a_message_holds() {
        let text = Message::Chat("é\n".to_string() + &"x".repeat(500)).to_string();
        assert_eq!(text.len(), MAX_MESSAGE);
        assert!(Message::parse(&text).is_ok());
    }

    proptest! {
        #[test]
        fn no_text_makes_the_reader_fail_otherwise_than_with_an_error(text in "\\PC{0,140}") {
            let _ = Message::parse(&text);
        }

        #[test]
        fn moves_are_read_as_they_were_written(seconds in 0u64..9999, from in 1u32..51, to in 1u32..51,
                                               captured in proptest::collection::vec(1u32..51, 0..20)) {
            let mv = Message::Move { seconds, from, to, captured };
            prop_assert_eq!(Message::parse(&mv.to_string()), Ok(mv));
        }
    }
}
