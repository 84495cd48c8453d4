//! Tokens of PDN and PGN files.
//!
//! Lenient, because files are sloppy: a quotation mark inside a tag need not be escaped, an unclosed comment ends
//! before the tags of the next game, dashes and signs of multiplication count as `-` and `x`, and anything else becomes
//! [`Token::Junk`], which makes one game invalid and not the file. Lexing takes time proportional to the text.

/// One token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    /// `[Name "value"]`.
    Tag(String, String),
    /// `{...}`, or `;` to the end of the line.
    Comment(String),
    /// A comment without its closing brace.
    OpenComment(String),
    /// `$14`.
    Glyph(u16),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `/FEN "..."/`: a position set in the middle of a game.
    SetUp(String),
    /// Anything between blanks: a move, a move number, a result.
    Word(String),
    /// Unreadable text, for an error message.
    Junk(String),
}

/// A token and the line it begins on, from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Lexeme {
    pub line: usize,
    /// Its offset in the text.
    pub at: usize,
    /// Is there a blank line before it?
    pub after_gap: bool,
    pub token: Token,
}

/// Splits a text into tokens; `line` is the one on which it begins.
pub(super) fn lex(text: &str, line: usize) -> Vec<Lexeme> {
    let mut lexer = Lexer { rest: text, length: text.len(), line, line_ends: 0, found: Vec::new() };
    while lexer.step() {}
    lexer.found
}

struct Lexer<'a> {
    rest: &'a str,
    /// Length of the whole text.
    length: usize,
    line: usize,
    /// Since the last token.
    line_ends: usize,
    found: Vec<Lexeme>,
}

/// Characters that end a word, in addition to blanks.
const DELIMITERS: [char; 8] = ['{', '}', '(', ')', '[', ']', ';', '$'];

impl<'a> Lexer<'a> {
    /// Takes the next token or blank; false at the end.
    fn step(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else { return false };
        match first {
            c if c.is_whitespace() => {
                self.line_ends += usize::from(c == '\n');
                self.take(c.len_utf8());
            }
            '{' => self.comment(),
            ';' => {
                let line = self.until_line_end();
                self.push(Token::Comment(line[1..].to_string()), line.len());
            }
            '%' => {
                let length = self.until_line_end().len();
                self.take(length);
            }
            '(' => self.open(),
            ')' => self.push(Token::Close, 1),
            '[' => self.tag(),
            '$' => self.glyph(),
            '/' => self.set_up(),
            '}' | ']' => self.push(Token::Junk(first.to_string()), 1),
            _ => {
                let ends = |c: char| c.is_whitespace() || DELIMITERS.contains(&c);
                let length = self.rest.find(ends).unwrap_or(self.rest.len());
                self.push(Token::Word(plain(&self.rest[..length])), length);
            }
        }
        true
    }

    fn take(&mut self, length: usize) {
        let (taken, rest) = self.rest.split_at(length);
        self.line += taken.matches('\n').count();
        self.rest = rest;
    }

    fn push(&mut self, token: Token, length: usize) {
        let at = self.length - self.rest.len();
        self.found.push(Lexeme { line: self.line, at, after_gap: self.line_ends > 1, token });
        self.line_ends = 0;
        self.take(length);
    }

    fn until_line_end(&self) -> &'a str {
        &self.rest[..self.rest.find('\n').unwrap_or(self.rest.len())]
    }

    fn comment(&mut self) {
        let body = &self.rest[1..];
        let mut at = 0;
        let cut = loop {
            let Some(next) = body[at..].find(['}', '\n']) else { break body.len() };
            at += next;
            if body.as_bytes()[at] == b'}' {
                return self.push(Token::Comment(body[..at].to_string()), at + 2);
            }
            at += 1;
            // A tag on a line shows that the closing brace is missing.
            if parse_tag(&body[at..]).is_some() {
                break at;
            }
        };
        self.push(Token::OpenComment(body[..cut].to_string()), cut + 1);
    }

    /// A variation, or a weaker mark of strength: `(!)` for `!?`, `(?)` for `?!`.
    fn open(&mut self) {
        let body = &self.rest[1..];
        let length = body.len() - body.trim_start_matches(['!', '?']).len();
        if length == 0 || !body[length..].starts_with(')') {
            return self.push(Token::Open, 1);
        }
        let sign = match &body[..length] {
            "!" => "!?",
            "?" => "?!",
            other => other,
        };
        self.push(Token::Word(sign.to_string()), length + 2);
    }

    fn glyph(&mut self) {
        let length = digits(&self.rest[1..]);
        let token = match self.rest[1..=length].parse() {
            Ok(number) => Token::Glyph(number),
            Err(_) => Token::Junk(self.rest[..=length].to_string()),
        };
        self.push(token, length + 1);
    }

    fn tag(&mut self) {
        match parse_tag(self.rest) {
            Some((name, value, length)) => self.push(Token::Tag(name.to_string(), value), length),
            None => {
                let line = tag_line(self.rest);
                let length = line.find(']').map_or(line.len(), |at| at + 1);
                self.push(Token::Junk(line[..length].to_string()), length);
            }
        }
    }

    fn set_up(&mut self) {
        const MAX_FEN: usize = 2000;
        let body = &self.rest[1..];
        let end = body.bytes().take(MAX_FEN).position(|b| b == b'/');
        let fen = end.and_then(|end| body[..end].trim().strip_prefix("FEN"));
        match (end, fen) {
            (Some(end), Some(fen)) => {
                let fen = fen.trim().trim_matches('"').to_string();
                self.push(Token::SetUp(fen), end + 2);
            }
            _ => {
                let length = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
                self.push(Token::Junk(self.rest[..length].to_string()), length);
            }
        }
    }
}

/// A word with the usual signs for other dashes and crosses.
fn plain(word: &str) -> String {
    let plain = |c| match c {
        '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
        '×' | '✕' | '✗' => 'x',
        other => other,
    };
    word.chars().map(plain).collect()
}

fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

/// The first line of a text, up to the longest tag.
fn tag_line(text: &str) -> &str {
    const MAX_TAG: usize = 10_000;
    let text = &text[..text.floor_char_boundary(MAX_TAG)];
    &text[..text.find('\n').unwrap_or(text.len())]
}

/// Reads `[Name "value"]` at the beginning of a text: name, value, length. The value ends at the first quotation
/// mark with `]` behind it, and is on one line.
fn parse_tag(text: &str) -> Option<(&str, String, usize)> {
    let line = tag_line(text);
    let inside = line.strip_prefix('[')?.trim_start();
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = &inside[..inside.find(|c| !is_name(c)).unwrap_or(inside.len())];
    let quoted = inside[name.len()..].trim_start().strip_prefix('"')?;
    if name.is_empty() {
        return None;
    }
    let mut value = String::new();
    let mut chars = quoted.char_indices();
    while let Some((at, c)) = chars.next() {
        let behind = &quoted[at + c.len_utf8()..];
        match c {
            '\\' if behind.starts_with(['"', '\\']) => value.extend(chars.next().map(|(_, c)| c)),
            '"' if behind.trim_start().starts_with(']') => {
                let close = behind.len() - behind.trim_start().len() + 1;
                let end = line.len() - behind.len() + close;
                return Some((name, value, end));
            }
            _ => value.push(c),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<Token> {
        lex(text, 1).into_iter().map(|lexeme| lexeme.token).collect()
    }

    fn word(text: &str) -> Token {
        Token::Word(text.to_string())
    }

    fn tag(name: &str, value: &str) -> Token {
        Token::Tag(name.to_string(), value.to_string())
    }

    #[test]
    fn a_quotation_mark_inside_a_tag_may_be_escaped_or_not() {
        assert_eq!(tokens(r#"[Event "a \"b\" c"]"#), [tag("Event", "a \"b\" c")]);
        assert_eq!(tokens(r#"[Event "a "b" c" ]"#), [tag("Event", "a \"b\" c")]);
        assert_eq!(tokens(r#"[Site "C:\\dir\x"]"#), [tag("Site", r"C:\dir\x")]);
        assert_eq!(tokens(r#"[ Round   "1" ][Board "2"]"#), [tag("Round", "1"), tag("Board", "2")]);
    }

    #[test]
    fn marks_of_strength_and_glyphs_are_tokens_of_their_own() {
        assert_eq!(
            tokens("32-28(?) $12 19-23(!!)$3"),
            [word("32-28"), word("?!"), Token::Glyph(12), word("19-23"), word("!!"), Token::Glyph(3)]
        );
        assert_eq!(tokens("(37-32? )"), [Token::Open, word("37-32?"), Token::Close]);
        assert!(matches!(tokens("$ $99999")[..], [Token::Junk(_), Token::Junk(_)]));
    }

    #[test]
    fn all_dashes_and_crosses_are_alike() {
        assert_eq!(tokens("32–28 28×19 1—0"), [word("32-28"), word("28x19"), word("1-0")]);
    }

    #[test]
    fn a_blank_line_is_seen() {
        let gaps: Vec<bool> = lex("a\nb\n\n c\n \nd", 1).into_iter().map(|lexeme| lexeme.after_gap).collect();
        assert_eq!(gaps, [false, false, true, true]);
    }

    #[test]
    fn percent_begins_a_line_comment_and_semicolon_a_kept_one() {
        assert_eq!(
            tokens("% a\n1. 2-3 % b\n;c\n4-5"),
            [word("1."), word("2-3"), Token::Comment("c".to_string()), word("4-5")]
        );
    }

    #[test]
    fn a_comment_that_is_never_closed_ends_at_the_next_game() {
        let found = lex("1. 2-3 {oh\n[%clk 1:00]\n[Event \"x\"]\n1. 4-5", 1);
        assert_eq!(found[2].token, Token::OpenComment("oh\n[%clk 1:00]\n".to_string()));
        assert_eq!((found[3].line, &found[3].token), (3, &tag("Event", "x")));
        assert_eq!(tokens("{[%clk 1:55:21]\n }").len(), 1);
    }

    #[test]
    fn a_position_may_be_set_between_slashes() {
        assert_eq!(tokens("/FEN \"W:W1:B2\"/ 1-2"), [Token::SetUp("W:W1:B2".to_string()), word("1-2")]);
        assert!(matches!(tokens("/nothing 1-2")[0], Token::Junk(_)));
    }
}
