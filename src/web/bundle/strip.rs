//! A script without its comments. Everything else stays on its line, so that a line of an error is that of the source.
//!
//! This knows strings, templates and regular expressions in which a comment could seem to begin; it does not
//! parse. A literal that does not end is an error.

/// Characters after which `/` begins a regular expression, and does not divide.
const BEFORE_REGEX: &[u8] = b"(,=:[!&|?{};+-*%<>~^";
/// Words with the same effect.
const WORDS_BEFORE_REGEX: [&str; 6] = ["return", "typeof", "case", "of", "in", "await"];

/// What surrounds the current place.
enum Inside {
    Template,
    /// A value in a template, with the number of braces open in it.
    Value(usize),
}

/// A script without comments.
///
/// # Errors
/// One line: what does not end.
pub(super) fn without_comments(script: &str) -> Result<String, String> {
    let mut strip = Strip { rest: script, kept: String::with_capacity(script.len()), inside: Vec::new() };
    while !strip.rest.is_empty() {
        strip.step()?;
    }
    match strip.inside.last() {
        None => Ok(strip.kept),
        Some(_) => Err("a template does not end".to_string()),
    }
}

struct Strip<'a> {
    rest: &'a str,
    kept: String,
    inside: Vec<Inside>,
}

impl Strip<'_> {
    /// Handles what comes next.
    fn step(&mut self) -> Result<(), String> {
        let rest = self.rest;
        if let Some(Inside::Template) = self.inside.last() {
            self.template();
        } else if rest.starts_with("//") {
            self.rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if rest.starts_with("/*") {
            let end = rest.find("*/").ok_or("a comment does not end")? + 2;
            self.kept.extend(rest[..end].chars().filter(|&c| c == '\n'));
            self.rest = &rest[end..];
        } else if rest.starts_with(['"', '\'']) {
            self.literal(&rest[..1], false)?;
        } else if rest.starts_with('/') && self.begins_regex() {
            self.literal("/", true)?;
        } else {
            self.code();
        }
        Ok(())
    }

    /// A character of code.
    fn code(&mut self) {
        match (self.rest.as_bytes()[0], self.inside.last_mut()) {
            (b'`', _) => self.inside.push(Inside::Template),
            (b'{', Some(Inside::Value(open))) => *open += 1,
            (b'}', Some(Inside::Value(0))) => drop(self.inside.pop()),
            (b'}', Some(Inside::Value(open))) => *open -= 1,
            _ => {}
        }
        self.keep(1);
    }

    /// A character of a template.
    fn template(&mut self) {
        if self.rest.starts_with("${") {
            self.inside.push(Inside::Value(0));
            return self.keep(2);
        }
        if self.rest.starts_with('`') {
            self.inside.pop();
        }
        self.keep(if self.rest.starts_with('\\') { 2 } else { 1 });
    }

    /// A string or a regular expression, which ends with `end`, in an expression not within brackets.
    fn literal(&mut self, end: &str, is_regex: bool) -> Result<(), String> {
        self.keep(1);
        let mut in_class = false;
        loop {
            match self.rest.chars().next() {
                None | Some('\n') => return Err(format!("{end} has no end on its line")),
                Some('\\') => self.keep(1),
                Some('[') if is_regex => in_class = true,
                Some(']') => in_class = false,
                Some(c) if end.starts_with(c) && !in_class => {
                    self.keep(1);
                    return Ok(());
                }
                Some(_) => {}
            }
            self.keep(1);
        }
    }

    fn begins_regex(&self) -> bool {
        let before = self.kept.trim_end();
        let word = before.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
        before.bytes().last().is_none_or(|last| BEFORE_REGEX.contains(&last))
            || WORDS_BEFORE_REGEX.contains(&word)
    }

    /// Keeps characters as they are.
    fn keep(&mut self, count: usize) {
        let end = self.rest.char_indices().nth(count).map_or(self.rest.len(), |(at, _)| at);
        self.kept.push_str(&self.rest[..end]);
        self.rest = &self.rest[end..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_go_and_lines_stay() {
        let script = "a(); // b\n/** c\n * d */\nconst e = /** @type {F} */ (g);\n";
        assert_eq!(without_comments(script).as_deref(), Ok("a(); \n\n\nconst e =  (g);\n"));
    }

    #[test]
    fn what_only_looks_like_a_comment_stays() {
        for script in [
            r#"const a = "http://b", c = '/* d */', e = "\"//";"#,
            r"const a = b.replace(/[/*]+\//g, c) / d / e;",
            r"return /\/\*/.test(a)",
            "`// ${a ? `/* ${{ b: 1 }} */` : c} //`",
            r"`\` // ${'`'}`",
            "const a = b\n  / c;",
        ] {
            assert_eq!(without_comments(script).as_deref(), Ok(script));
        }
        assert_eq!(without_comments("`${a /* b */}`//").as_deref(), Ok("`${a }`"));
    }

    #[test]
    fn a_literal_without_an_end_is_an_error() {
        for script in ["'a\n'", "\"", "`a", "`${a", "/* a", "a = /b\n/"] {
            assert!(without_comments(script).is_err(), "{script}");
        }
    }
}
