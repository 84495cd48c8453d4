//! The page as one script and one style sheet, instead of a hundred files. It is made at the start from the same files that
//! a browser could load one by one, so no tool but the compiler is needed.
//!
//! This is no general bundler. It knows the few forms in which modules of the page name each other (`import { a, b as c }
//! from`, `export` before a declaration, `export { a } from`, and `import()`), and refuses everything else. A module
//! becomes a function that is called when its exports are needed first. Modules may import each other in a circle if only
//! functions are imported: these exist before the module has run. Lines stay lines, so an error's line is easy to find.

mod strip;
mod style;

use std::collections::BTreeMap;
use std::fmt::Write;

use super::sent::File;
use strip::without_comments;
use style::{between, resolved, sheet_of};

/// The names of the two files.
pub(super) const SCRIPT: &str = "bundle.js";
pub(super) const STYLE: &str = "bundle.css";

/// Calls modules. The path of `import()` is relative to the module.
const LOADER: &str = "const modules = {}, made = {};\n\
    const need = (name) => made[name] ?? (modules[name]((made[name] = {})), made[name]);\n\
    const load = async (from, path) => need(new URL(path, `http://x/${from}`).pathname.slice(1));\n";

/// The page in a few files.
pub(super) struct Bundle {
    pub index: String,
    pub script: String,
    pub style: String,
}

/// A module: its text, and how it is tied to others.
#[derive(Default)]
struct Module {
    text: String,
    /// Modules with the names that are imported from them.
    imports: Vec<(String, Vec<String>)>,
    /// The names of exported functions, and of other exports.
    functions: Vec<String>,
    values: Vec<String>,
}

/// The bundle of a page: `index` loads the style sheets and the script `entry`.
///
/// # Errors
/// One line: what in which file is not known here.
pub(super) fn bundle(files: &[File], index: &str, entry: &str) -> Result<Bundle, String> {
    let text = |name: &str| {
        let file = files.iter().find(|(path, _)| *path == name).ok_or(format!("there is no file {name}"))?;
        std::str::from_utf8(file.1).map_err(|error| format!("{name}: {error}"))
    };
    let scripts = files.iter().map(|(name, _)| *name).filter(|name| name.ends_with(".js"));
    let modules =
        scripts.map(|name| Ok((name, module(name, text(name)?).map_err(|why| format!("{name}: {why}"))?)));
    let modules = modules.collect::<Result<BTreeMap<&str, Module>, String>>()?;
    check(&modules)?;
    let mut script = LOADER.to_string();
    for (name, module) in &modules {
        let exports = |names: &[String]| {
            names.iter().map(|name| format!(" exports.{name} = {name};")).collect::<String>()
        };
        let (first, last) = (exports(&module.functions), exports(&module.values));
        // Writing to a text cannot fail.
        let _ = writeln!(script, "modules[\"{name}\"] = (exports) => {{{first}{}{last} }};", module.text);
    }
    let _ = writeln!(script, "need(\"{entry}\");");
    let mut style = String::new();
    let mut lines = Vec::new();
    for line in text(index)?.lines() {
        if let Some(sheet) = between(line, "<link rel=\"stylesheet\" href=\"", "\"") {
            if style.is_empty() {
                lines.push(line.replace(sheet, STYLE));
            }
            style += &sheet_of(sheet, &text)?;
        } else {
            lines.push(line.replace(&format!("src=\"{entry}\""), &format!("src=\"{SCRIPT}\"")));
        }
    }
    Ok(Bundle { index: lines.join("\n") + "\n", script, style })
}

/// Reads a module.
fn module(name: &str, source: &str) -> Result<Module, String> {
    let source = without_comments(source)?;
    let mut module = Module::default();
    let mut rest = source.as_str();
    while !rest.is_empty() {
        let line_end = rest.find('\n').map_or(rest.len(), |end| end + 1);
        let is_tie = rest.starts_with("import ") || rest.starts_with("export {");
        let end = if is_tie { rest.find(";\n").ok_or("an import does not end")? + 2 } else { line_end };
        let (statement, after) = rest.split_at(end);
        rest = after;
        if is_tie {
            module.tie(name, statement)?;
        } else {
            module.line(name, statement)?;
        }
    }
    Ok(module)
}

impl Module {
    /// Takes a line that names no other module, except by `import()`.
    fn line(&mut self, name: &str, line: &str) -> Result<(), String> {
        let declared = line.strip_prefix("export ").unwrap_or(line);
        if declared.len() < line.len() {
            let words: Vec<&str> = declared.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            match words.as_slice() {
                ["async", "function", name, ..] | ["function", name, ..] => {
                    self.functions.push((*name).to_string())
                }
                ["class" | "const", name, ..] if !name.is_empty() => self.values.push((*name).to_string()),
                _ => return Err(format!("unknown export: {}", line.trim())),
            }
        } else if line.starts_with("import")
            || line.trim_start().starts_with("export ")
            || line.contains("import.meta")
        {
            return Err(format!("unknown import or export: {}", line.trim()));
        }
        self.text += &declared.replace("import(", &format!("load(\"{name}\", "));
        Ok(())
    }

    /// Takes an import, or an export from another module.
    fn tie(&mut self, name: &str, statement: &str) -> Result<(), String> {
        let unknown = || format!("unknown import or export: {}", statement.trim());
        let names = between(statement, "{", "}").ok_or_else(unknown)?;
        let path = between(statement, "} from \"", "\";")
            .filter(|path| path.starts_with('.'))
            .ok_or_else(unknown)?;
        let path = resolved(name, path);
        let names = names.split(',').map(str::trim).filter(|name| !name.is_empty());
        let names: Vec<(&str, &str)> =
            names.map(|name| name.split_once(" as ").unwrap_or((name, name))).collect();
        if statement.starts_with("export") {
            for (theirs, own) in &names {
                let _ = write!(self.text, "exports.{own} = need(\"{path}\").{theirs};");
            }
        } else if statement.starts_with("import {") {
            let bound: Vec<String> = names.iter().map(|(theirs, own)| format!("{theirs}: {own}")).collect();
            let _ = write!(self.text, "const {{ {} }} = need(\"{path}\");", bound.join(", "));
        } else {
            return Err(unknown());
        }
        self.text.extend(statement.chars().filter(|&c| c == '\n'));
        self.imports.push((path, names.into_iter().map(|(theirs, _)| theirs.to_string()).collect()));
        Ok(())
    }
}

/// Checks that what is imported exists, and in a circle of modules is a function.
fn check(modules: &BTreeMap<&str, Module>) -> Result<(), String> {
    for (name, module) in modules {
        for (path, names) in &module.imports {
            let source = modules.get(path.as_str()).ok_or(format!("{name}: there is no {path}"))?;
            let is_circle = reaches(modules, path, name);
            for wanted in names {
                let is_value = source.values.contains(wanted)
                    || source.text.contains(&format!("exports.{wanted} = need("));
                if !source.functions.contains(wanted) && (is_circle || !is_value) {
                    return Err(format!(
                        "{name}: {wanted} of {path} does not exist, or is no function in a circle of imports"
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Does a module import another, directly or not?
fn reaches(modules: &BTreeMap<&str, Module>, from: &str, to: &str) -> bool {
    let (mut seen, mut open) = (vec![from], vec![from]);
    while let Some(name) = open.pop() {
        if name == to {
            return true;
        }
        for (path, _) in modules.get(name).into_iter().flat_map(|module| &module.imports) {
            if !seen.contains(&path.as_str()) {
                seen.push(path);
                open.push(path);
            }
        }
    }
    false
}

#[cfg(test)]
mod tests;
