//! The source of the project as the architecture test reads it: files, code without comments and unit tests, and what
//! each file imports. `use` trees are taken apart and `super` is followed, so that no way of writing hides an import.

use std::fs;
use std::path::{Path, PathBuf};

/// A source file below `src/`.
pub struct Source {
    /// Path from the root of the project.
    pub path: String,
    /// The module it holds, from the crate's root: `["search", "tt"]`.
    pub module: Vec<String>,
    /// Everything in it.
    pub text: String,
}

impl Source {
    /// The room it belongs to: the first folder, or the file itself.
    pub fn room(&self) -> &str {
        self.module.first().map_or("", String::as_str)
    }

    /// Lines of code: without comments, and without the unit tests at the end.
    pub fn code(&self) -> impl Iterator<Item = &str> {
        self.text
            .lines()
            .take_while(|line| *line != "#[cfg(test)]")
            .filter(|line| !line.trim_start().starts_with("//"))
    }

    /// Paths of this crate that the code names, from the crate's root and without it: `["search", "Window"]`.
    pub fn imports(&self) -> Vec<Vec<String>> {
        let code: Vec<&str> = self.code().collect();
        let code = code.join("\n");
        let mut found = Vec::new();
        let mut rest = String::new();
        for statement in code.split_inclusive(';') {
            match statement.rfind("use ").filter(|&at| is_word_start(statement, at)) {
                Some(at) => {
                    rest.push_str(&statement[..at]);
                    leaves(statement[at + 4..].trim_end_matches(';'), &[], &mut found);
                }
                None => rest.push_str(statement),
            }
        }
        found.extend(inline_paths(&rest));
        found.into_iter().filter_map(|path| self.resolve(&path)).collect()
    }

    /// The path from the crate's root; `None` where it leads out of the crate.
    fn resolve(&self, path: &[String]) -> Option<Vec<String>> {
        let up = path.iter().take_while(|part| *part == "super").count();
        if up > 0 {
            let base = self.module.len().checked_sub(up)?;
            return Some([&self.module[..base], &path[up..]].concat());
        }
        (path.first()? == "crate").then(|| path[1..].to_vec())
    }
}

/// Does a word begin here?
fn is_word_start(text: &str, at: usize) -> bool {
    !text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// The paths of a `use` tree.
fn leaves(tree: &str, before: &[String], found: &mut Vec<Vec<String>>) {
    let tree = tree.trim();
    if let Some((path, inner)) = tree.split_once('{') {
        let parts = path.split("::").map(str::trim).filter(|part| !part.is_empty());
        let before: Vec<String> = before.iter().cloned().chain(parts.map(str::to_string)).collect();
        let inner = inner.trim_end().strip_suffix('}').unwrap_or(inner);
        for branch in branches(inner) {
            leaves(branch, &before, found);
        }
        return;
    }
    let name = tree.split(" as ").next().unwrap_or(tree);
    let parts = name.split("::").map(str::trim).filter(|part| !part.is_empty() && *part != "self");
    found.push(before.iter().cloned().chain(parts.map(str::to_string)).collect());
}

/// The parts between commas that stand in no inner braces.
fn branches(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// Paths in the code that begin with `crate` or `super`.
fn inline_paths(code: &str) -> Vec<Vec<String>> {
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    code.split(|c| !is_path(c))
        .filter(|word| word.starts_with("crate::") || word.starts_with("super::"))
        .map(|word| word.split("::").filter(|part| !part.is_empty()).map(str::to_string).collect())
        .collect()
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every file below `src/` but `lib.rs` and `main.rs`.
pub fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    rust_files(&root.join("src"), &mut files);
    files.sort();
    let source = |file: PathBuf| {
        let below = file.strip_prefix(root.join("src")).expect("below src").with_extension("");
        let mut module: Vec<String> =
            below.iter().map(|part| part.to_str().expect("UTF-8").to_string()).collect();
        if module.last().is_some_and(|name| name == "mod") {
            module.pop();
        }
        let text = fs::read_to_string(&file).expect("UTF-8 source");
        Source { path: file.strip_prefix(root).unwrap_or(&file).display().to_string(), module, text }
    };
    let found: Vec<Source> = files.into_iter().map(source).collect();
    found.into_iter().filter(|source| source.module != ["lib"] && source.module != ["main"]).collect()
}

/// Names of the folders directly below this one.
pub fn folders(below: &str) -> Vec<String> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(below)).expect("a folder");
    let folders = entries.map(|entry| entry.expect("readable")).filter(|entry| entry.path().is_dir());
    folders.map(|entry| entry.file_name().into_string().expect("UTF-8")).collect()
}

#[test]
fn imports_are_found_however_they_are_written() {
    let text = "use crate::a::{self, b::{c, d as e}};\npub(crate) use super::f;\nfn g() { super::super::h::i(); crate::j::K }\n";
    let module = vec!["x".to_string(), "y".to_string()];
    let source = Source { path: String::new(), module, text: text.to_string() };
    let mut found: Vec<String> = source.imports().iter().map(|path| path.join("::")).collect();
    found.sort();
    assert_eq!(found, ["a", "a::b::c", "a::b::d", "h::i", "j::K", "x::f"]);
}
