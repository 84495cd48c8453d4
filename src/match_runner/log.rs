//! The file of a match: a line that describes it, then a line for each game, in the order they ended.
//!
//! A game with an incomplete line (see `line_file`) is played again when the log is continued.
//!
//! Invariant: a game is in the log once and complete, or not at all, and all games are of one match.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::game_line::{GameLine, MatchLine};
use super::line_file::{LineFile, text_of};
use crate::storage::files::failure;
use crate::wire::output::Output;

/// The kind of file, in messages.
const KIND: &str = "the log of a match";

/// The destination of the lines of a match.
pub enum Log {
    /// To a file.
    File(LineFile),
    /// To standard output.
    Output(Output),
    /// Nowhere.
    Nowhere,
}

/// The contents of a log.
#[derive(Clone, PartialEq, Debug)]
pub struct Contents {
    /// The match; of several logs, the one with the most rounds.
    pub line: MatchLine,
    /// The games, each once.
    pub games: Vec<GameLine>,
}

impl Log {
    /// A log on standard output, begun with the line of the match.
    ///
    /// # Errors
    /// One line: the output cannot be written, for another reason than a closed reader.
    pub fn to_output(line: &MatchLine) -> Result<Log, String> {
        // Errors are checked after each line.
        let (output, _) = Output::new(std::io::stdout());
        let mut log = Log::Output(output);
        log.add(line)?;
        Ok(log)
    }

    /// A new file, begun with the line of the match.
    ///
    /// # Errors
    /// One line: there is a log already, or the file cannot be written.
    pub fn create(path: &Path, line: &MatchLine) -> Result<Log, String> {
        let (mut file, found) = LineFile::open(path, KIND)?;
        if found.is_begun {
            return Err(format!("{} already exists; continue it with --resume", path.display()));
        }
        file.add(line)?;
        Ok(Log::File(file))
    }

    /// Continues a file, or begins it if there is none; returns the games that it holds. An incomplete line at its end
    /// is cut off.
    ///
    /// # Errors
    /// One line: it is the log of another match, or of no match, or it cannot be written.
    pub fn resume(path: &Path, line: &MatchLine) -> Result<(Log, Vec<GameLine>), String> {
        let (mut file, found) = LineFile::open(path, KIND)?;
        let mut games = Vec::new();
        if !found.text.is_empty() {
            let contents = parse(&found.text, path)?;
            if let Some(difference) = difference(&contents.line, line) {
                return Err(format!("{} is the log of another match: {difference}", path.display()));
            }
            let rounds = |line: &MatchLine| match line.swiss_rounds {
                Some(rounds) => (rounds, "--swiss-rounds"),
                None => (line.rounds, "--rounds"),
            };
            let ((had, _), (has, flag)) = (rounds(&contents.line), rounds(line));
            if had > has {
                return Err(format!("{} is the log of {had} rounds; {flag} {has} is less", path.display()));
            }
            games = contents.games;
        }
        file.continue_after(&found.text)?;
        if found.text.is_empty() {
            file.add(line)?;
        }
        Ok((Log::File(file), games))
    }

    /// Adds a line; in a file, waits until it is on disk.
    ///
    /// # Errors
    /// One line: it cannot be written. An output whose reader has gone is no error, see [`Log::is_abandoned`].
    pub fn add(&mut self, line: &impl Serialize) -> Result<(), String> {
        match self {
            Log::File(file) => file.add(line),
            Log::Output(output) => {
                output.line(text_of(line)?.trim_end());
                output.result()
            }
            Log::Nowhere => Ok(()),
        }
    }

    /// Has its reader gone?
    pub fn is_abandoned(&self) -> bool {
        matches!(self, Log::Output(output) if output.is_broken())
    }
}

/// Reads logs of the same match, or of parts of it, as one. An incomplete line at the end of a file is ignored.
///
/// # Errors
/// One line: a file cannot be read, is not a log, or is that of another match.
pub fn read(paths: &[PathBuf]) -> Result<Contents, String> {
    let mut all: Option<Contents> = None;
    for path in paths {
        let bytes = std::fs::read(path).map_err(|error| failure("read", path, &error))?;
        let contents = read_bytes(&bytes, path)?;
        match &mut all {
            None => all = Some(contents),
            Some(all) => {
                if let Some(difference) = difference(&all.line, &contents.line) {
                    return Err(format!("{} is the log of another match: {difference}", path.display()));
                }
                all.games.extend(contents.games);
                let rounds = |line: &MatchLine| (line.rounds, line.swiss_rounds);
                if rounds(&contents.line) > rounds(&all.line) {
                    all.line = contents.line;
                }
            }
        }
    }
    let mut all = all.ok_or("there is no log to read")?;
    keep_first(&mut all.games);
    Ok(all)
}

/// Reads the contents of a log; `path` is its name in messages. An incomplete line at the end is ignored.
///
/// # Errors
/// One line: it is not a log.
pub fn read_bytes(bytes: &[u8], path: &Path) -> Result<Contents, String> {
    let text = String::from_utf8_lossy(bytes);
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    parse(&text[..whole], path)
}

/// Drops duplicate games.
fn keep_first(games: &mut Vec<GameLine>) {
    let mut seen = HashSet::new();
    games.retain(|game| seen.insert(game.id()));
}

/// Reads whole lines.
fn parse(text: &str, path: &Path) -> Result<Contents, String> {
    let no_log = |line: usize, error: &dyn std::fmt::Display| {
        format!("{}:{line}: not a line of a match log: {error}", path.display())
    };
    let mut lines = (1..).zip(text.lines());
    let (_, first) = lines.next().ok_or_else(|| no_log(1, &"the file is empty"))?;
    let line: MatchLine = serde_json::from_str(first).map_err(|error| no_log(1, &error))?;
    if line.version != MatchLine::VERSION {
        return Err(no_log(1, &format!("unknown version {}", line.version)));
    }
    let mut games = Vec::new();
    for (number, text) in lines {
        let game: GameLine = serde_json::from_str(text).map_err(|error| no_log(number, &error))?;
        games.push(game);
    }
    keep_first(&mut games);
    Ok(Contents { line, games })
}

/// The first difference of two matches, apart from the number of rounds. In formats without a schedule the pairs of a
/// meeting are no rounds: with another number of them other engines may meet.
fn difference(one: &MatchLine, other: &MatchLine) -> Option<String> {
    let options = |line: &MatchLine| {
        let each = line.options.iter().map(|(name, value)| format!("{name}={value}"));
        each.collect::<Vec<_>>().join(" ")
    };
    let meeting = |line: &MatchLine| match (&line.swiss_rounds, &line.extra_pairs) {
        (None, None) => String::new(),
        (_, None) => format!("{}", line.rounds),
        (_, Some(extra)) => format!("{} and {extra} extra", line.rounds),
    };
    let parts = |line: &MatchLine| {
        [
            ("game", line.variant.clone()),
            ("rules", options(line)),
            ("engines", line.specs.join("; ")),
            ("format", line.format.clone()),
            ("pairs of a meeting", meeting(line)),
            ("openings", line.openings.clone()),
            ("adjudication", line.adjudication.clone()),
        ]
    };
    let found = parts(one).into_iter().zip(parts(other)).find(|(one, other)| one != other);
    found.map(|((part, one), (_, other))| format!("{part} '{one}', not '{other}'"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_runner::game_line::End;

    fn match_line(rounds: u64) -> MatchLine {
        MatchLine {
            version: MatchLine::VERSION,
            variant: "connect4".to_string(),
            options: Vec::new(),
            engines: vec!["A".to_string(), "B".to_string()],
            specs: vec!["name=A nodes=1".to_string(), "name=B nodes=2".to_string()],
            format: "round-robin".to_string(),
            swiss_rounds: None,
            extra_pairs: None,
            rounds,
            pairs: rounds,
            openings: "start".to_string(),
            adjudication: String::new(),
        }
    }

    fn game(pair: u64, game: u32) -> GameLine {
        GameLine {
            pair,
            game,
            players: vec!["A".to_string(), "B".to_string()],
            programs: vec!["Quadriga".to_string(), String::new()],
            fen: None,
            opening: "start".to_string(),
            opening_moves: 0,
            moves: vec!["4".to_string()],
            points: vec![0.5, 0.5],
            end: End::MaxPlies,
            reason: String::new(),
            at_fault: None,
            ms: vec![1.5],
            scores: vec![None],
            depths: vec![Some(3)],
            nodes: vec![Some(4)],
            pvs: vec![String::new()],
            began: "2026-01-31T12:00:00Z".to_string(),
        }
    }

    /// A path that no other test uses; the file is removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("quadriga-log-{}-{name}", std::process::id()));
            let _ = std::fs::remove_file(&path);
            Scratch(path)
        }

        fn text(&self) -> String {
            std::fs::read_to_string(&self.0).expect("the log")
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn written(name: &str, games: &[GameLine]) -> Scratch {
        let path = Scratch::new(name);
        let mut log = Log::create(&path.0, &match_line(5)).expect("a new log");
        games.iter().for_each(|game| log.add(game).expect("written"));
        path
    }

    #[test]
    fn what_is_written_is_read_back() {
        let games = [game(0, 1), game(0, 0)];
        let path = written("back", &games);
        let contents = read(std::slice::from_ref(&path.0)).expect("a log");
        assert_eq!(contents, Contents { line: match_line(5), games: games.to_vec() });
        let (_, resumed) = Log::resume(&path.0, &match_line(5)).expect("the same match");
        assert_eq!(resumed, games);
    }

    #[test]
    fn half_a_line_at_the_end_is_cut_off() {
        let path = written("half", &[game(0, 0), game(0, 1)]);
        let whole = path.text();
        for cut in [1, 10, whole.lines().last().expect("a line").len()] {
            std::fs::write(&path.0, &whole[..whole.len() - cut]).expect("cut");
            let (mut log, games) = Log::resume(&path.0, &match_line(5)).expect("continued");
            assert_eq!(games, [game(0, 0)], "{cut}");
            log.add(&game(0, 1)).expect("written");
            drop(log);
            assert_eq!(path.text(), whole, "{cut}");
        }
        // Only a truncated first line: the match begins anew.
        std::fs::write(&path.0, &whole[..20]).expect("cut");
        assert!(Log::create(&path.0, &match_line(5)).is_err());
        let (_, games) = Log::resume(&path.0, &match_line(5)).expect("continued");
        assert!(games.is_empty() && path.text().lines().count() == 1);
    }

    #[test]
    fn a_log_is_not_begun_anew() {
        let path = written("anew", &[]);
        let error = Log::create(&path.0, &match_line(5)).err().expect("it is there");
        assert!(error.contains("--resume"), "{error}");
    }

    #[test]
    fn the_log_of_another_match_is_refused_in_words() {
        let path = written("other", &[]);
        let mut other = match_line(5);
        other.specs[1] = "name=B nodes=3".to_string();
        let error = Log::resume(&path.0, &other).err().expect("another match");
        assert!(error.contains("another match: engines 'name=A nodes=1; name=B nodes=2'"), "{error}");
        assert!(Log::resume(&path.0, &match_line(4)).is_err());
        assert!(Log::resume(&path.0, &match_line(6)).is_ok());
    }

    #[test]
    fn two_matches_do_not_write_to_one_log() {
        let path = Scratch::new("locked");
        let _log = Log::create(&path.0, &match_line(5)).expect("a new log");
        let error = Log::resume(&path.0, &match_line(5)).err().expect("locked");
        assert!(error.contains("in use"), "{error}");
    }

    #[test]
    fn logs_of_parts_are_read_as_one_and_a_game_counts_once() {
        let (a, b) = (written("a", &[game(0, 0), game(0, 1)]), written("b", &[game(1, 0), game(0, 1)]));
        let contents = read(&[a.0.clone(), b.0.clone()]).expect("one match");
        assert_eq!(contents.games, [game(0, 0), game(0, 1), game(1, 0)]);
    }

    #[test]
    fn what_is_no_log_is_named_with_its_line() {
        let path = written("no", &[game(0, 0)]);
        std::fs::write(&path.0, path.text() + "{\"pair\":1}\n").expect("written");
        let error = read(std::slice::from_ref(&path.0)).expect_err("no game");
        assert!(error.contains(":3: not a line"), "{error}");
        for text in ["", "hello\n", "\u{0}\n", "{\"match\":9}\n"] {
            std::fs::write(&path.0, text).expect("written");
            assert!(read(std::slice::from_ref(&path.0)).is_err());
        }
        std::fs::write(&path.0, b"\xff\n").expect("written");
        assert!(Log::resume(&path.0, &match_line(5)).is_err());
    }
}
