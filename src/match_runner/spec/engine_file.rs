//! Engines in a file, TOML or JSON, as texts of the command line.
//!
//! The file is a list `engine` of tables; in JSON the list may stand alone. A key is a word of `--engine`. `arg` and
//! `init` may be lists, `option` is a table:
//!
//! ```toml
//! [[engine]]
//! name = "A"
//! cmd = "./a"
//! proto = "hub"
//! arg = ["hub"]
//! nodes = 10000
//! option = { Hash = 64, "Skill Level" = 5 }
//! ```
//!
//! Options are set in alphabetical order.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use serde_json::{Map, Number, Value};

use super::distinct::Distinct;
use super::words::join;

/// Longest file, in bytes.
const MAX_FILE: u64 = 1 << 20;
/// The list of engines in a file.
const LIST: &str = "engine";
/// The table of options of an engine.
const OPTIONS: &str = "option";
/// The keys that may be repeated.
const REPEATED: [&str; 2] = ["arg", "init"];

/// Reads a file of engines; the texts are for [`super::parse`].
///
/// # Errors
/// One line: it cannot be read, or has no engines, or which engine has which wrong value.
pub fn read_engines(path: &Path) -> Result<Vec<String>, String> {
    let name = path.display();
    let text = read_text(path).map_err(|error| format!("cannot read {name}: {error}"))?;
    let text = text.trim_start_matches('\u{feff}');
    let value = if is_json(path, text) {
        serde_json::from_str(text).map_err(|error| error.to_string())
    } else {
        toml::from_str(text).map_err(|error| toml_error(text, &error))
    };
    let value = value.map(|Distinct(value)| value);
    value.and_then(engines).map_err(|error| format!("{name}: {error}"))
}

/// Is the text JSON, right or wrong? A table of TOML has a name in its brackets.
fn is_json(path: &Path, text: &str) -> bool {
    let is_named =
        |name: &str| path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(name));
    let text = text.trim_start();
    let inside = text.trim_start_matches(|c: char| c == '[' || c.is_whitespace());
    let is_table = text.starts_with('[') && inside.starts_with(|c: char| c.is_alphabetic() || c == '_');
    is_named("json") || !is_named("toml") && text.starts_with(['[', '{']) && !is_table
}

/// The text of a file, which may be a pipe.
fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MAX_FILE + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_FILE {
        return Err(io::Error::new(ErrorKind::FileTooLarge, format!("more than {} KiB", MAX_FILE >> 10)));
    }
    Ok(text)
}

/// The error of a TOML file in one line.
fn toml_error(text: &str, error: &toml::de::Error) -> String {
    let before = error.span().and_then(|span| text.get(..span.start));
    let line = before.map(|before| format!(" at line {}", before.matches('\n').count() + 1));
    format!("{}{}", error.message().replace('\n', ", "), line.unwrap_or_default())
}

fn engines(value: Value) -> Result<Vec<String>, String> {
    let list = match value {
        Value::Array(list) => list,
        Value::Object(mut table) => match (table.remove(LIST), table.keys().next()) {
            (Some(Value::Array(list)), None) => list,
            (_, Some(key)) => return Err(format!("unknown key '{key}'; expected a list '{LIST}' only")),
            _ => return Err(format!("expected a list '{LIST}' of tables")),
        },
        _ => return Err("expected a list of engines".to_string()),
    };
    if list.is_empty() {
        return Err("no engines".to_string());
    }
    let texts = (1..).zip(list).map(|(number, engine)| match engine {
        Value::Object(table) => words(&table).map_err(|error| format!("engine {number}: {error}")),
        _ => Err(format!("engine {number}: expected a table of keys and values")),
    });
    texts.collect()
}

/// An engine as one text.
fn words(table: &Map<String, Value>) -> Result<String, String> {
    let mut words = Vec::new();
    for (key, value) in table {
        match value {
            Value::Object(options) if key == OPTIONS => {
                for (name, value) in options {
                    words.push(join(&format!("{OPTIONS}.{name}"), &scalar(name, value)?));
                }
            }
            Value::Array(values) if REPEATED.contains(&key.as_str()) => {
                for value in values {
                    words.push(join(key, &scalar(key, value)?));
                }
            }
            Value::Bool(value) if key == "restart" => {
                words.push(join(key, if *value { "on" } else { "off" }))
            }
            _ => words.push(join(key, &scalar(key, value)?)),
        }
    }
    Ok(words.join(" "))
}

/// A number as a flag has it: `1e3` of JSON is `1000`.
fn plain_number(number: &Number) -> String {
    /// Whole numbers up to here are exact.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let whole = number.as_f64().filter(|real| number.is_f64() && real.fract() == 0.0 && real.abs() < EXACT);
    whole.map_or_else(|| number.to_string(), |real| format!("{real:.0}"))
}

fn scalar(key: &str, value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(plain_number(number)),
        Value::Bool(value) => Ok(value.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => {
            Err(format!("'{key}': expected text or a number"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_runner::spec::parse;

    fn read(text: &str) -> Result<Vec<String>, String> {
        let path =
            std::env::temp_dir().join(format!("quadriga-engines-{}-{}", std::process::id(), text.len()));
        std::fs::write(&path, text).expect("a file");
        let read = read_engines(&path);
        std::fs::remove_file(&path).expect("the file");
        read
    }

    #[test]
    fn toml_and_json_describe_the_same_engines() {
        let toml = "[[engine]]\nname = \"A\"\ncmd = \"./a b\"\narg = [\"hub\", \"-x\"]\nproto = \"hub\"\nnodes = 100\n\
                    restart = true\noption = { Hash = 64, \"Skill Level\" = 5, Book = false }\n\n\
                    [[engine]]\nname = \"B\"\ntc = \"10+0.1\"\n";
        let json = r#"{"engine": [{"name": "A", "cmd": "./a b", "arg": ["hub", "-x"], "proto": "hub", "nodes": 100,
            "restart": true, "option": {"Hash": 64, "Skill Level": 5, "Book": false}}, {"name": "B", "tc": "10+0.1"}]}"#;
        let texts = read(toml).expect("TOML");
        assert_eq!(texts, read(json).expect("JSON"));
        let specs = parse(&texts, "").expect("specs");
        assert_eq!(specs[0].arguments, ["hub", "-x"]);
        assert_eq!((specs[0].option("skill level"), specs[0].option("Book")), (Some("5"), Some("false")));
        assert!(specs[0].restart && specs[1].name == "B");
        assert_eq!(read(r#"[{"name": "B", "tc": "10+0.1"}]"#).expect("a list"), texts[1..]);
    }

    #[test]
    fn a_number_is_that_of_the_flag_however_it_is_written() {
        for (written, word) in [("1e3", "1000"), ("1000.0", "1000"), ("0.5", "0.5"), ("1000", "1000")] {
            let texts = read(&format!("[{{\"name\": \"B\", \"nodes\": {written}}}]"));
            assert_eq!(texts, Ok(vec![format!("name=B nodes={word}")]), "{written}");
        }
    }

    #[test]
    fn a_file_may_begin_with_a_byte_order_mark_and_may_not_be_endless() {
        assert_eq!(read("\u{feff}[{\"name\": \"B\"}]"), Ok(vec!["name=B".to_string()]));
        let error = read(&"#".repeat(1 + MAX_FILE as usize)).expect_err("too long");
        assert!(error.contains("more than 1024 KiB"), "{error}");
    }

    #[test]
    fn a_mistake_in_json_is_named_in_its_terms() {
        for text in
            ["{\"engine\": [{\"name\": \"A\",}]}", "[{\"name\": \"A\"}", "[[{\"name\" \"A\"}]]", " [ [ 3"]
        {
            let error = read(text).expect_err(text);
            assert!(error.contains(" at line 1 column "), "{text}: {error}");
        }
        let path = std::env::temp_dir().join(format!("quadriga-engines-{}.json", std::process::id()));
        std::fs::write(&path, "\"engine\": []").expect("a file");
        let error = read_engines(&path).expect_err("no braces");
        std::fs::remove_file(&path).expect("the file");
        assert!(error.contains(" at line 1 column "), "{error}");
        assert!(
            read("[engine]\nname = \"A\"\n")
                .expect_err("a table")
                .contains("expected a list 'engine' of tables")
        );
    }

    #[test]
    fn what_is_wrong_in_a_file_of_engines_is_named() {
        for (text, error) in [
            ("", "expected a list 'engine' of tables"),
            ("[[engine]\n", "at line 1"),
            ("[]", "no engines"),
            ("[3]", "engine 1: expected a table"),
            (
                "{\"engine\": [{\"name\": \"A\"}, {\"cmd\": [\"a\"]}]}",
                "engine 2: 'cmd': expected text or a number",
            ),
            ("[[engine]]\nname = \"A\"\n[other]\n", "unknown key 'other'"),
            ("{\"engine\"", "line 1"),
            ("[{\"name\": \"A\", \"nodes\": 1, \"nodes\": 2}]", "'nodes' is given twice"),
            ("[[engine]]\nnodes = 1\nnodes = 2\n", "duplicate key"),
            ("[[engine]]\nname = 1979-05-27\n", "engine 1: 'name': expected text or a number"),
        ] {
            let found = read(text).expect_err(text);
            assert!(found.contains(error), "{text}: {found}");
            assert!(!found.contains('\n'), "{found}");
        }
        assert!(
            read_engines(Path::new("no such file"))
                .expect_err("none")
                .starts_with("cannot read no such file")
        );
    }
}
