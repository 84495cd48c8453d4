//! Words of SGF: names of properties, and the escapes of values.

/// The name of a property, and whether the standard has this spelling. Lower-case letters next to capitals are those of
/// old versions, which ignore them: `Black` is `B`. A name of lower-case letters alone stands for its capitals.
pub(super) fn usual_name(written: &str) -> (String, bool) {
    let has_capitals = written.bytes().any(|byte| byte.is_ascii_uppercase());
    match has_capitals {
        true => (written.chars().filter(|c| !c.is_ascii_lowercase()).collect(), true),
        false => (written.to_ascii_uppercase(), !written.bytes().any(|byte| byte.is_ascii_lowercase())),
    }
}

/// Text without the escapes of SGF: a backslash before a character, or before a line end that is none.
pub(super) fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('\r') => {
                    chars.next_if_eq(&'\n');
                }
                Some('\n') | None => {}
                Some(escaped) => plain.push(escaped),
            },
            other => plain.push(other),
        }
    }
    plain
}

/// Text with the escapes of SGF.
pub(super) fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
