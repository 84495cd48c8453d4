//! Builds engines from words: first the words for all engines, then those of each engine.

use std::path::Path;

use super::times::TimeError;
use super::words::{Word, split};
use super::{DEFAULT_CLOCK, EngineProtocol, EngineSpec, times};

/// The value that removes a limit that all engines share.
const NONE: &str = "inf";
/// The words that limit searches.
const LIMITS: [&str; 4] = ["tc", "st", "depth", "nodes"];

/// Reads the engines of a match. Each has the words of `each` and its own. Its own words replace those of `each`,
/// except for `arg=` and `init=`, which are added. The default limit is [`DEFAULT_CLOCK`].
///
/// # Errors
/// One line that names the engine, the word and what was expected.
pub fn parse(engines: &[String], each: &str) -> Result<Vec<EngineSpec>, String> {
    let shared = split(each).map_err(|error| format!("--each: {error}"))?;
    let mut specs: Vec<EngineSpec> = Vec::new();
    for (number, text) in (1..).zip(engines) {
        let own = split(text).map_err(|error| format!("engine {number}: {error}"))?;
        let name = own.iter().chain(&shared).find(|word| word.key == "name").map(|word| word.value.as_str());
        let label = name.map_or_else(|| format!("engine {number}"), |name| format!("engine {name}"));
        let spec = build(&shared, &own).map_err(|error| format!("{label}: {error}"))?;
        if specs.iter().any(|other| other.name == spec.name) {
            return Err(format!("two engines are called '{}': give each a name= of its own", spec.name));
        }
        specs.push(spec);
    }
    Ok(specs)
}

/// Does the text of an engine, or that of all engines, contain a limit, even `inf`?
pub fn names_limit(engine: &str, each: &str) -> bool {
    let names = |text| split(text).is_ok_and(|words| words.iter().any(is_limit));
    names(engine) || names(each)
}

fn is_limit(word: &Word) -> bool {
    LIMITS.contains(&word.key.as_str())
}

fn build(shared: &[Word], own: &[Word]) -> Result<EngineSpec, String> {
    let mut spec = EngineSpec::default();
    let mut unlimited = false;
    for word in shared.iter().chain(own) {
        set(&mut spec, word)?;
        unlimited |= word.key == "tc" && word.value == NONE;
    }
    if spec.name.is_empty() {
        let stem = spec.command.as_deref().and_then(Path::file_stem);
        spec.name = stem.map_or_else(|| "quadriga".to_string(), |stem| stem.to_string_lossy().into_owned());
    }
    if !shared.iter().chain(own).any(is_limit) {
        spec.limits.clock = Some(DEFAULT_CLOCK);
    }
    if spec.limits.is_none() && !unlimited {
        return Err("nothing limits its searches: expected tc=, st=, depth= or nodes=, or tc=inf".to_string());
    }
    let tcp = spec.protocol == EngineProtocol::Dxp;
    if spec.connect.is_some() && !tcp {
        return Err("connect= needs proto=dxp".to_string());
    }
    Ok(spec)
}

fn set(spec: &mut EngineSpec, Word { key, value }: &Word) -> Result<(), String> {
    let word = format!("{key}={value}");
    let expected = |what: &str| format!("'{word}': expected {what}");
    let in_word = |error: TimeError| format!("'{word}': {error}");
    if let Some(option) = key.strip_prefix("option.") {
        if option.is_empty() {
            return Err(expected("option.NAME=VALUE"));
        }
        spec.options.retain(|(known, _)| !known.eq_ignore_ascii_case(option));
        spec.options.push((option.to_string(), value.clone()));
        return Ok(());
    }
    let needs_value = ["name", "cmd", "dir", "connect"];
    if value.is_empty() && needs_value.contains(&key.as_str()) {
        return Err(expected("a value after the '='"));
    }
    match key.as_str() {
        "name" => spec.name = value.clone(),
        "cmd" => spec.command = Some(value.into()),
        "arg" => spec.arguments.push(value.clone()),
        "dir" => spec.directory = Some(value.into()),
        "init" => spec.init.push(value.clone()),
        "connect" => spec.connect = Some(value.clone()),
        "proto" => {
            let known = EngineProtocol::ALL.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
            spec.protocol = known.ok_or_else(|| expected("ugi, uci, gtp, gomocup, hub or dxp"))?.1;
        }
        "tc" => spec.limits.clock = limit(value, times::parse_clock).map_err(in_word)?,
        "st" => spec.limits.move_time = limit(value, times::parse_move_time).map_err(in_word)?,
        "depth" => {
            let depth = |text: &str| text.parse().ok().filter(|&depth| depth > 0);
            let depth = limit(value, |text| depth(text).ok_or_else(|| expected("a number of plies, from 1")));
            spec.limits.depth = depth?;
        }
        "nodes" => {
            let nodes = |text: &str| text.parse().ok().filter(|&nodes| nodes > 0);
            let nodes = limit(value, |text| nodes(text).ok_or_else(|| expected("a number of nodes, from 1")));
            spec.limits.nodes = nodes?;
        }
        "margin" => spec.margin = times::parse_time(value).map_err(in_word)?,
        "patience" => spec.patience = times::parse_time(value).map_err(in_word)?,
        "restart" => spec.restart = switch(value).ok_or_else(|| expected("on or off"))?,
        _ => {
            return Err(expected(
                "one of name, cmd, arg, dir, proto, option.NAME, init, connect, tc, st, depth, nodes, margin, restart, patience",
            ));
        }
    }
    Ok(())
}

/// A limit, or none if it is removed.
fn limit<T, E>(text: &str, parse: impl Fn(&str) -> Result<T, E>) -> Result<Option<T>, E> {
    if text == NONE { Ok(None) } else { parse(text).map(Some) }
}

fn switch(text: &str) -> Option<bool> {
    match text {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Result<EngineSpec, String> {
        parse(&[text.to_string()], "").map(|mut specs| specs.remove(0))
    }

    #[test]
    fn the_example_of_the_help_is_read() {
        let spec = one("name=A cmd=./a proto=hub arg=hub option.Hash=64 tc=10+0.1").expect("a spec");
        assert_eq!(spec.name, "A");
        assert_eq!(spec.command.as_deref(), Some(Path::new("./a")));
        assert_eq!(spec.protocol, EngineProtocol::Hub);
        assert_eq!(spec.arguments, ["hub"]);
        assert_eq!(spec.option("hash"), Some("64"));
        assert_eq!(spec.limits.clock, times::parse_clock("10+0.1").ok());
    }

    #[test]
    fn each_comes_first_and_is_overridden() {
        let engines = ["name=A nodes=5 option.hash=2 arg=b", "name=B depth=3 nodes=inf"].map(str::to_string);
        let specs = parse(&engines, "nodes=2000 option.Hash=1 option.Threads=2 arg=a").expect("specs");
        assert_eq!(specs[0].limits.nodes, Some(5));
        assert_eq!(specs[0].arguments, ["a", "b"]);
        let options: Vec<&str> = specs[0].options.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(options, ["Threads", "hash"]);
        assert_eq!((specs[1].limits.nodes, specs[1].limits.depth), (None, Some(3)));
    }

    #[test]
    fn without_a_name_it_is_that_of_the_program_and_no_two_are_equal() {
        assert_eq!(one("cmd=/usr/games/gnubg nodes=1").expect("a spec").name, "gnubg");
        assert_eq!(one("nodes=1").expect("a spec").name, "quadriga");
        let twice = parse(&["nodes=1".to_string(), "nodes=2".to_string()], "");
        assert!(twice.expect_err("the same name").contains("'quadriga'"));
    }

    #[test]
    fn without_a_limit_there_is_a_clock() {
        assert_eq!(one("name=A").expect("a spec"), one("name=A tc=10+0.1").expect("a spec"));
        assert_eq!(DEFAULT_CLOCK.text(), "10+0.1");
        assert!(!names_limit("name=A option.depth=3", "margin=1"));
        assert!(names_limit("name=A", "tc=inf") && names_limit("depth=3", ""));
    }

    #[test]
    fn searches_without_an_end_are_asked_for_in_words() {
        assert!(one("name=A nodes=inf").expect_err("no limit").contains("nothing limits"));
        assert!(one("name=A tc=inf").expect("a spec").limits.is_none());
    }

    #[test]
    fn errors_name_engine_and_word() {
        for (text, word) in [
            ("name=A tc=x", "'tc=x': expected a time"),
            ("name=A tc=1/", "'tc=1/': expected a time"),
            ("name=A st=0", "'st=0': expected some time"),
            ("name=A depth=0", "'depth=0': expected"),
            ("name=A nodes=many", "'nodes=many': expected"),
            ("name=A proto=xboard", "'proto=xboard': expected ugi"),
            ("name=A restart=yes", "'restart=yes': expected on or off"),
            ("name=A speed=9", "'speed=9': expected one of"),
            ("name=A cmd=", "'cmd=': expected"),
            ("name=A option.=1", "'option.=1': expected"),
            ("name=A nodes=1 connect=localhost:1", "connect= needs proto=dxp"),
        ] {
            let error = one(text).expect_err(text);
            assert!(error.starts_with("engine A: ") && error.contains(word), "{text}: {error}");
        }
    }
}
