//! Conversations in GTP held in this process, and a strict reading of what comes back.

use std::io::Cursor;

use crate::common::Memory;
use quadriga::front_door::serve;
use quadriga::protocol::{Protocol, Setup};
use quadriga::wire::catalogue::Catalogue;

/// Options that make every search short and the same each time.
pub const QUICK: &str = "quadriga-setoption Move_Nodes 2000\n";

/// A response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Response {
    pub good: bool,
    pub id: Option<u32>,
    pub text: String,
}

/// Everything that is printed in a conversation of these bytes.
pub fn output(variant: &str, input: impl AsRef<[u8]>) -> String {
    let setup = Setup {
        catalogue: Catalogue::GAMES,
        protocol: Some(Protocol::Gtp),
        variant: Some(variant.to_string()),
        options: vec![("Hash".to_string(), "1".to_string())],
        finish: false,
        typed: false,
        tune: false,
        record: None,
    };
    let memory = Memory::default();
    serve(setup, Cursor::new(input.as_ref().to_vec()), memory.clone()).expect("the session ends well");
    memory.text()
}

/// Takes output apart, and fails where it is anything but responses.
pub fn responses(output: &str) -> Vec<Response> {
    assert!(output.is_empty() || output.ends_with("\n\n"), "ends within a response: {output:?}");
    let parts: Vec<&str> =
        output.strip_suffix("\n\n").map(|text| text.split("\n\n").collect()).unwrap_or_default();
    parts.into_iter().map(response).collect()
}

fn response(part: &str) -> Response {
    let good = match part.chars().next() {
        Some('=') => true,
        Some('?') => false,
        _ => panic!("not a response: {part:?}"),
    };
    assert!(part.chars().all(|c| c == '\n' || !c.is_control()), "control characters: {part:?}");
    let rest = &part[1..];
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (id, text) = rest.split_at(digits);
    assert!(text.is_empty() || text.starts_with([' ', '\n']), "no blank after the sign: {part:?}");
    assert!(good || !text.trim().is_empty(), "a refusal says why: {part:?}");
    assert!(good || !text.contains('\n'), "a refusal is one line: {part:?}");
    Response { good, id: id.parse().ok(), text: text.strip_prefix(' ').unwrap_or(text).to_string() }
}

/// The responses to these lines; there is one to each that is neither blank nor a comment.
pub fn talk(variant: &str, input: &str) -> Vec<Response> {
    let responses = responses(&output(variant, input));
    let wanted = input.lines().filter(|line| !line.split('#').next().unwrap_or("").trim().is_empty()).count();
    assert_eq!(responses.len(), wanted, "{input}\n{responses:#?}");
    responses
}

/// The text of the last response to these lines, which must be good.
pub fn last(variant: &str, input: &str) -> String {
    let last = talk(variant, input).pop().expect("a response");
    assert!(last.good, "{input}\n{last:?}");
    last.text
}

/// The reason of the last response to these lines, which must be a refusal.
pub fn refused(variant: &str, input: &str) -> String {
    let last = talk(variant, input).pop().expect("a response");
    assert!(!last.good, "{input}\n{last:?}");
    last.text
}
