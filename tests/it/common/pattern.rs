//! What a line of a transcript may look like: text in which `...` stands for any text, `{a|b}` for one of those and
//! `{number}` and `{hex}` for digits.

/// A part of a pattern.
#[derive(Clone, Debug)]
enum Part {
    Any,
    OneOf(Vec<String>),
    /// In this base.
    Digits(u32),
}

/// A pattern of a whole line.
#[derive(Clone, Debug)]
pub struct Pattern(Vec<Part>);

impl Pattern {
    /// Reads a pattern.
    pub fn new(text: &str) -> Result<Pattern, String> {
        let mut parts = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let special = ["...", "{"].iter().filter_map(|sign| rest.find(sign)).min().unwrap_or(rest.len());
            if special > 0 {
                parts.push(Part::OneOf(vec![rest[..special].to_string()]));
                rest = &rest[special..];
            } else if let Some(after) = rest.strip_prefix("...") {
                parts.push(Part::Any);
                rest = after;
            } else {
                let close = rest.find('}').ok_or_else(|| format!("'{rest}' has no end"))?;
                let inside = &rest[1..close];
                parts.push(match inside {
                    "number" => Part::Digits(10),
                    "hex" => Part::Digits(16),
                    _ => Part::OneOf(inside.split('|').map(str::to_string).collect()),
                });
                rest = &rest[close + 1..];
            }
        }
        Ok(Pattern(parts))
    }

    /// Is this line like the pattern?
    pub fn matches(&self, line: &str) -> bool {
        matches(&self.0, line)
    }
}

fn matches(parts: &[Part], text: &str) -> bool {
    let Some((part, rest)) = parts.split_first() else { return text.is_empty() };
    match part {
        Part::Any if rest.is_empty() => true,
        Part::Any => text.char_indices().any(|(at, _)| matches(rest, &text[at..])) || matches(rest, ""),
        Part::OneOf(choices) => {
            choices.iter().any(|choice| text.strip_prefix(choice.as_str()).is_some_and(|t| matches(rest, t)))
        }
        Part::Digits(base) => {
            let digits = text.chars().take_while(|c| c.is_ascii() && c.is_digit(*base)).count();
            digits > 0 && matches(rest, &text[digits..])
        }
    }
}

#[test]
fn a_pattern_is_like_the_lines_it_should_be_like() {
    let like = |pattern: &str, line: &str| Pattern::new(pattern).expect("a pattern").matches(line);
    assert!(like("", "") && !like("", "x") && like("...", "") && like("...", "x"));
    assert!(like("ERROR ...'4'...", "ERROR '4' is too small") && !like("ERROR ...'4'...", "ERROR 4"));
    assert!(like("{number},{number}", "10,7") && !like("{number},{number}", "10,"));
    assert!(like("bestmove {1|7}", "bestmove 7") && !like("bestmove {1|7}", "bestmove 71"));
    assert!(like("a...b", "ab") && like("a...b", "a-b-b") && !like("a...b", "a-b-"));
    assert!(like("{hex}", "0aF9") && !like("{hex}", "0ag9"));
    assert!(Pattern::new("{a").is_err());
}
