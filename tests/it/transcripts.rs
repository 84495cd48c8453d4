//! Conversations with the program, as data: `tests/data/transcripts/PROTOCOL/RULE.txt`, all played through real pipes.
//!
//! The first line of a file is a comment that says the rule as a sentence. A line begins with one of
//!
//! | sign | meaning |
//! |---|---|
//! | `#` | a comment |
//! | `$` | starts the program, or another one, with these arguments; without, they are `--protocol PROTOCOL --hash 1` |
//! | `>` | this is sent; `\r`, `\t`, `\\` and `\xNN` are bytes |
//! | `<` | the next line that is printed is this |
//! | `...` | lines are read over up to one that is like the next `<`, or up to the end |
//! | `!` | no line up to the next `<`, or up to the end, is like this, nor is the one that answers to `<` |
//! | `~` | from here to the end of the file lines like this are read over wherever they come; alone, empty lines |
//! | `^` | the input ends |
//!
//! In `<`, `!` and `~` the word `...` stands for any text, `{a|b}` for one of those, `{number}` and `{hex}` for digits.
//! Lines are sent as they stand, so that several `>` in a row do not wait for one another. Before the next `$` and at
//! the end of the file the input ends, all that is printed must be accounted for, and the program must end well.
//!
//! What cannot be said so (games at random, answers computed from answers, bytes by the million) is in the module of
//! the protocol.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use crate::common::client::Client;
use crate::common::pattern::Pattern;

/// A line of a file.
enum Line {
    Start(Vec<String>),
    Send(Vec<u8>),
    Expect(Pattern),
    Skip,
    Never(Pattern),
    Ignore(Pattern),
    End,
}

/// What is printed is compared with the lines of a file, one at a time.
#[derive(Default)]
struct Player {
    client: Option<Client>,
    ignored: Vec<Pattern>,
    /// Are lines read over up to the next one that is expected?
    skipping: bool,
    /// What no line may be like until then.
    never: Vec<Pattern>,
}

impl Player {
    fn step(&mut self, line: &Line, folder: &str) -> Result<(), String> {
        if let Line::Start(arguments) = line {
            self.end()?;
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            self.client = Some(Client::start(&arguments));
            return Ok(());
        }
        let client = self.client.get_or_insert_with(|| Client::start(&["--protocol", folder, "--hash", "1"]));
        match line {
            Line::Start(_) => {}
            Line::Send(bytes) => client.try_send(bytes).map_err(|why| format!("nobody reads this: {why}"))?,
            Line::Expect(pattern) => self.expect(pattern)?,
            Line::Skip => self.skipping = true,
            Line::Never(pattern) => self.never.push(pattern.clone()),
            Line::Ignore(pattern) => self.ignored.push(pattern.clone()),
            Line::End => client.end_input(),
        }
        Ok(())
    }

    /// The next line that is not read over throughout.
    fn next(&mut self) -> Option<String> {
        loop {
            let line = self.client.as_mut()?.next_line()?;
            if !self.ignored.iter().any(|pattern| pattern.matches(&line)) {
                return Some(line);
            }
        }
    }

    fn expect(&mut self, pattern: &Pattern) -> Result<(), String> {
        loop {
            let line = self.next().ok_or("nothing more is printed")?;
            self.refuse(&line)?;
            if pattern.matches(&line) {
                break;
            }
            if !self.skipping {
                return Err(format!("printed was '{line}'"));
            }
        }
        self.skipping = false;
        self.never.clear();
        Ok(())
    }

    fn refuse(&self, line: &str) -> Result<(), String> {
        match self.never.iter().any(|pattern| pattern.matches(line)) {
            true => Err(format!("printed was '{line}', which must not be")),
            false => Ok(()),
        }
    }

    /// Ends the program, if there is one.
    fn end(&mut self) -> Result<(), String> {
        let Some(client) = &mut self.client else { return Ok(()) };
        client.end_input();
        while let Some(line) = self.next() {
            self.refuse(&line)?;
            if !self.skipping {
                return Err(format!("printed is also '{line}'"));
            }
        }
        self.skipping = false;
        self.never.clear();
        let status = self.client.take().map(|client| client.rest().1);
        match status {
            Some(status) if !status.success() => Err(format!("the program ends with {status}")),
            _ => Ok(()),
        }
    }
}

fn parse(line: &str) -> Result<Option<Line>, String> {
    if line == "..." {
        return Ok(Some(Line::Skip));
    }
    let (sign, rest) = line.split_once(' ').unwrap_or((line, ""));
    Ok(Some(match sign {
        "" | "#" => return Ok(None),
        "$" => Line::Start(rest.split_ascii_whitespace().map(str::to_string).collect()),
        ">" => Line::Send(bytes(rest)?),
        "<" => Line::Expect(Pattern::new(rest)?),
        "!" => Line::Never(Pattern::new(rest)?),
        "~" => Line::Ignore(Pattern::new(rest)?),
        "^" => Line::End,
        _ => return Err(format!("'{sign}' is not a sign")),
    }))
}

/// The bytes of a line that is sent.
fn bytes(text: &str) -> Result<Vec<u8>, String> {
    let mut parts = text.split('\\');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    while let Some(part) = parts.next() {
        let rest = match part.as_bytes().first() {
            // Two in a row: what follows the second is text.
            None => {
                bytes.push(b'\\');
                parts.next().ok_or("a single '\\' at the end")?
            }
            Some(b'r') => {
                bytes.push(b'\r');
                &part[1..]
            }
            Some(b't') => {
                bytes.push(b'\t');
                &part[1..]
            }
            Some(b'x') => {
                let digits = part.get(1..3).ok_or("two digits are expected behind '\\x'")?;
                bytes.push(u8::from_str_radix(digits, 16).map_err(|why| why.to_string())?);
                &part[3..]
            }
            Some(_) => return Err(format!("'\\{part}' is no byte")),
        };
        bytes.extend_from_slice(rest.as_bytes());
    }
    bytes.push(b'\n');
    Ok(bytes)
}

/// Plays a file; what is wrong, with its place.
fn play(path: &Path) -> Result<(), String> {
    let shown = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path).display();
    let text = fs::read_to_string(path).map_err(|why| format!("{shown}: {why}"))?;
    let is_sentence = |line: &str| line.starts_with("# ") && line.ends_with('.');
    if !text.lines().next().is_some_and(is_sentence) {
        return Err(format!("{shown}:1: a comment is expected, with the rule as a sentence"));
    }
    let folder = path.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let mut player = Player::default();
    for (index, line) in text.lines().enumerate() {
        let step = parse(line).and_then(|parsed| match parsed {
            Some(parsed) => player.step(&parsed, &folder),
            None => Ok(()),
        });
        step.map_err(|why| format!("{shown}:{}: {line}\n    {why}", index + 1))?;
    }
    player.end().map_err(|why| format!("{shown}:{}: {why}", text.lines().count()))
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|why| panic!("{}: {why}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

#[test]
fn every_conversation_goes_as_it_is_written_down() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/transcripts");
    let files: Vec<PathBuf> = entries(&root).iter().flat_map(|folder| entries(folder)).collect();
    assert!(files.len() > 50, "{} transcripts", files.len());
    let (waiting, wrong) = (Mutex::new(files.iter()), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let file = waiting.lock().expect("nobody panics with it").next();
            let Some(file) = file else { return };
            if let Err(why) = play(file) {
                wrong.lock().expect("nobody panics with it").push(why);
            }
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(work);
        }
    });
    let mut wrong = wrong.into_inner().expect("nobody panicked");
    wrong.sort();
    assert!(wrong.is_empty(), "{} of {} transcripts differ:\n{}", wrong.len(), files.len(), wrong.join("\n"));
}

#[test]
fn what_is_sent_may_name_bytes() {
    assert_eq!(bytes(r"a\r"), Ok(b"a\r\n".to_vec()));
    assert_eq!(bytes(r"C:\\x\\\\\xff\tz"), Ok(b"C:\\x\\\\\xff\tz\n".to_vec()));
    assert!(bytes(r"\q").is_err() && bytes(r"a\").is_err() && bytes(r"\x1").is_err());
}
