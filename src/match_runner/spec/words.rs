//! Words `key=value` separated by blanks, with '...' or "..." around text with blanks.

/// A word of a specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// The text before the first `=`.
    pub key: String,
    /// The text after it.
    pub value: String,
}

/// The beginning of keys that may have blanks without quotes, because names of options have them: `option.Skill
/// Level=5`.
const OPEN_KEY: &str = "option.";

/// Splits a text into words.
///
/// # Errors
/// One line: a quote that is not closed, a word without `=`.
pub fn split(text: &str) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    let mut begun = String::new();
    for part in split_blanks(text)? {
        begun += &part;
        if let Some((key, value)) = begun.split_once('=') {
            words.push(Word { key: key.to_string(), value: value.to_string() });
            begun.clear();
        } else if begun.starts_with(OPEN_KEY) {
            begun.push(' ');
        } else {
            break;
        }
    }
    match begun.trim_end() {
        "" => Ok(words),
        word => Err(format!("'{word}': expected key=value, with quotes around a value with blanks")),
    }
}

/// Parts separated by blanks, without their quotes.
fn split_blanks(text: &str) -> Result<Vec<String>, String> {
    let mut parts = Vec::new();
    let mut part: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in text.chars() {
        match quote {
            Some(closing) if c == closing => quote = None,
            None if c.is_whitespace() => parts.extend(part.take()),
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                part.get_or_insert_default();
            }
            _ => part.get_or_insert_default().push(c),
        }
    }
    parts.extend(part);
    match quote {
        Some(c) => Err(format!("a quote {c} is not closed in: {text}")),
        None => Ok(parts),
    }
}

/// Writes a word so that [`split`] reads it.
pub fn join(key: &str, value: &str) -> String {
    let plain = |text: &str| !text.contains(|c: char| c.is_whitespace() || c == '\'' || c == '"');
    if plain(key) && plain(value) && !value.is_empty() {
        return format!("{key}={value}");
    }
    let word = format!("{key}={value}");
    if word.contains('\'') {
        // Within one kind of quotes the other kind is an ordinary character.
        let pieces: Vec<String> = word.split('"').map(|piece| format!("\"{piece}\"")).collect();
        pieces.join("'\"'")
    } else {
        format!("'{word}'")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(text: &str) -> Vec<(String, String)> {
        split(text).expect("words").into_iter().map(|word| (word.key, word.value)).collect()
    }

    fn pair(key: &str, value: &str) -> (String, String) {
        (key.to_string(), value.to_string())
    }

    #[test]
    fn blanks_separate_words_and_quotes_keep_them_together() {
        assert_eq!(pairs(" name=A  tc=10+0.1 "), [pair("name", "A"), pair("tc", "10+0.1")]);
        assert_eq!(pairs("cmd='a b' arg=\"it's\""), [pair("cmd", "a b"), pair("arg", "it's")]);
        assert_eq!(pairs("'cmd=a b'c"), [pair("cmd", "a bc")]);
        assert_eq!(pairs("arg= arg=''"), [pair("arg", ""), pair("arg", "")]);
        assert_eq!(pairs("arg=a=b"), [pair("arg", "a=b")]);
        assert_eq!(pairs(""), []);
    }

    #[test]
    fn names_of_options_hold_blanks_without_quotes() {
        let both = [pair("option.Skill Level", "5"), pair("nodes", "1")];
        assert_eq!(pairs("option.Skill Level=5 nodes=1"), both);
        assert_eq!(pairs("'option.Skill Level=5' nodes=1"), both);
    }

    #[test]
    fn what_is_no_word_is_named() {
        assert!(split("name=A fast").expect_err("no value").contains("'fast'"));
        assert!(split("option.Skill Level").expect_err("no value").contains("'option.Skill Level'"));
        assert!(split("name='A").expect_err("open").contains("not closed"));
    }

    #[test]
    fn what_is_written_is_read_back() {
        for value in
            ["", "a", "a b", "it's", "say \"a\"", "it's \"a\" b", "a=b", "\u{e4} \u{2003}", "''", "\""]
        {
            for key in ["arg", "option.Skill Level"] {
                let text = join(key, value);
                assert_eq!(pairs(&text), [pair(key, value)], "{text}");
            }
        }
    }
}
