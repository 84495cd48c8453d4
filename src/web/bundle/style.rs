//! Style sheets as one, and what their paths have in common with those of modules.

/// The part of a text between two others.
pub(super) fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.split_once(before)?.1.split_once(after).map(|(part, _)| part)
}

/// A path as seen from a file.
pub(super) fn resolved(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// A style sheet with those that it imports, and paths as seen from the page.
pub(super) fn sheet_of<'a>(
    name: &str,
    text: &impl Fn(&str) -> Result<&'a str, String>,
) -> Result<String, String> {
    let mut sheet = String::new();
    for line in text(name)?.lines() {
        let path = between(line, "url(\"", "\")").map(|path| (path, resolved(name, path)));
        match path {
            Some((_, path)) if line.starts_with("@import ") => sheet += &sheet_of(&path, text)?,
            Some((path, from_page)) if !path.starts_with("data:") => sheet += &line.replace(path, &from_page),
            _ if line.starts_with("@import") => return Err(format!("{name}: unknown import: {line}")),
            _ => sheet += line,
        }
        sheet.push('\n');
    }
    Ok(sheet)
}
