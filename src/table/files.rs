//! Tables as files: records read and written, pages, pictures.

use std::path::Path;

use super::answer::{Code, FileText, Refusal};
use super::command::{Load, SeatSpec};
use super::event::{Created, End, Event};
use super::rules::{MAX_MOVES, Rules};
use super::state::State;
use super::variations;
use super::view::Phase;
use crate::annotate::page::Page;
use crate::annotate::{Effort, annotate};
use crate::contract::{Outcome, Player, SearchLimits};
use crate::openings::OpeningRule;
use crate::pictures::board::Picture;
use crate::records::date::Moment;
use crate::records::{Defaults, Format, GameRecord, GameResult, ReadError, ReadGame, Source, Summary, gzip};
use crate::wire::catalogue::Catalogue;

/// Largest file of games, in bytes, unpacked.
pub(super) const MAX_FILE: u64 = 16 << 20;
/// Width of a picture in pixels.
const PICTURE_WIDTH: std::ops::RangeInclusive<u32> = 50..=4000;

/// A file of games with its content.
pub(super) struct GameFile {
    format: Format,
    defaults: Defaults,
    content: Content,
    /// What was repaired when it was unpacked.
    note: Option<String>,
}

enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

impl GameFile {
    /// A file as it was sent; it may be compressed.
    ///
    /// # Errors
    /// `bad_record`: its format is unknown, or it is too large; `unknown_game`; `syntax`: the content is not given once.
    pub fn open(load: Load) -> Result<GameFile, Refusal> {
        let format = match &load.format {
            Some(name) => Format::from_name(name),
            None => Format::from_path(Path::new(&load.name)),
        };
        let Some(format) = format else {
            let known = Format::NAMES.join(", ");
            return Err(Refusal::new(
                Code::BadRecord,
                format!("unknown file format; expected one of {known}"),
            ));
        };
        if let Some(game) = load.game.as_ref().filter(|game| crate::games::open(game).is_none()) {
            return Err(Refusal::new(Code::UnknownGame, format!("unknown game '{game}'")));
        }
        let is_chosen = load.game.is_some();
        let defaults = Defaults { variant: load.game, options: Vec::new(), is_chosen };
        let bad = |text: &str| Err(Refusal::new(Code::Syntax, text));
        let (content, note) = match (load.text, load.bytes) {
            (Some(text), None) => (Content::Text(text), None),
            (None, Some(bytes)) => {
                match bytes.chars().map(|c| u8::try_from(c).ok()).collect::<Option<Vec<u8>>>() {
                    Some(bytes) => {
                        let found = gzip::unpack(bytes, MAX_FILE);
                        let found =
                            found.map_err(|error| Refusal::new(Code::BadRecord, error.to_string()))?;
                        (Content::Bytes(found.bytes), found.note)
                    }
                    None => return bad("field 'bytes' has a character above U+00FF"),
                }
            }
            (None, None) => return bad("missing field 'text' or 'bytes'"),
            (Some(_), Some(_)) => return bad("fields 'text' and 'bytes' exclude each other"),
        };
        let file = GameFile { format, defaults, content, note };
        if file.bytes().len() as u64 > MAX_FILE { Err(too_large()) } else { Ok(file) }
    }

    fn bytes(&self) -> &[u8] {
        match &self.content {
            Content::Text(text) => text.as_bytes(),
            Content::Bytes(bytes) => bytes,
        }
    }

    /// Number of its lines.
    pub fn lines(&self) -> usize {
        self.bytes().iter().filter(|&&byte| byte == b'\n').count()
    }

    /// Passes its games and errors to `found`.
    ///
    /// # Errors
    /// One line: the file cannot be read, or what `found` returned.
    pub fn read(
        &self,
        found: &mut dyn FnMut(Result<ReadGame, ReadError>) -> Result<(), String>,
    ) -> Result<Summary, String> {
        let mut summary = match &self.content {
            Content::Text(text) => self.format.read_each_of_text(text, &self.defaults, found),
            Content::Bytes(bytes) => self.format.read_each(&Source::Bytes(bytes), &self.defaults, found),
        }?;
        summary.notes.extend(self.note.clone());
        Ok(summary)
    }
}

/// The refusal of a file that is too large.
pub(super) fn too_large() -> Refusal {
    Refusal::new(Code::BadRecord, format!("a file of games has at most {} MiB", MAX_FILE >> 20))
}

/// The events of a table with a game that was read from a file.
///
/// # Errors
/// As for [`opening`].
pub(super) fn events_of(
    catalogue: Catalogue,
    record: &GameRecord,
    think_ms: u64,
) -> Result<Vec<Event>, Refusal> {
    let rules = Rules::open(catalogue, &record.variant, &record.options, record.base.as_deref())?;
    let name = |index: usize| record.players.get(index).cloned().unwrap_or_default();
    let seat = |index| SeatSpec::Person { name: name(index), remote: false };
    let seats = (0..rules.players()).map(seat).collect();
    let tags = record.tags.clone();
    let moves: Vec<&str> = record.moves.iter().map(String::as_str).collect();
    let (mut events, mut rules) =
        opening(rules, &moves, Created { seats, think_ms, imported: true, tags, ..Created::default() })?;
    let is_over = events.iter().any(|event| matches!(event, Event::Ended(_)));
    if let (false, GameResult::Ended(outcome)) = (is_over, record.result) {
        let reason = record.tag("Termination").unwrap_or_default().to_string();
        events.push(Event::Ended(End { outcome: outcome_word(outcome), reason }));
    }
    events.extend(variations::imported(&mut rules, &record.line)?);
    Ok(events)
}

/// The events of a table that begins with these moves, and its rules. Fields of `created` that follow from the rules are
/// filled in.
///
/// # Errors
/// `illegal`: one of the moves; `bad_option`: there are too many.
pub(super) fn opening(
    mut rules: Rules,
    moves: &[&str],
    created: Created,
) -> Result<(Vec<Event>, Rules), Refusal> {
    if moves.len() > MAX_MOVES {
        return Err(Refusal::new(Code::BadOption, format!("a game has at most {MAX_MOVES} moves here")));
    }
    let turn = rules.turn(&[])?;
    let start = rules.record(&[])?;
    let title = rules.after(&[])?.identity().rules.title.to_string();
    let created = Created {
        game: start.variant,
        options: start.options,
        base: start.base,
        title,
        opening: moves.len(),
        turn: turn.clone(),
        ..created
    };
    let mut events = vec![Event::Created(created)];
    let mut line: Vec<String> = Vec::new();
    let mut before = turn;
    for word in moves {
        if before.end.is_some() {
            return Err(Refusal::new(Code::Illegal, format!("move {}: the game is over", line.len() + 1)));
        }
        let played: Vec<&str> = line.iter().map(String::as_str).collect();
        let (mv, turn) = rules
            .play(&played, word)
            .map_err(|refusal| Refusal::new(refusal.code, format!("move {}: {refusal}", line.len() + 1)))?;
        let (node, parent, player) = (line.len() + 1, line.len(), before.next);
        events.push(Event::Moved { node, parent, mv: mv.clone(), player, ms: 0, turn: turn.clone() });
        line.push(mv);
        before = turn;
    }
    events.extend(before.end.map(Event::Ended));
    Ok((events, rules))
}

fn outcome_word(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(player) => format!("p{}win", player.index() + 1),
        Outcome::Draw => "draw".to_string(),
    }
}

fn outcome_of(word: &str) -> Option<Outcome> {
    if word == "draw" {
        return Some(Outcome::Draw);
    }
    let number: usize = word.strip_prefix('p')?.strip_suffix("win")?.parse().ok()?;
    (1..=crate::contract::MAX_PLAYERS).contains(&number).then(|| Outcome::Win(Player::new(number - 1)))
}

/// The current line of a table as a record.
///
/// # Errors
/// `illegal`: the line cannot be played, which would be an internal error.
pub(super) fn record(state: &State, rules: &mut Rules, engines: &[String]) -> Result<GameRecord, Refusal> {
    let mut record = rules.record(&state.line())?;
    record.tags.clone_from(&state.created.tags);
    complete(&mut record, state, engines);
    Ok(record)
}

/// Sets names, dates and the result.
fn complete(record: &mut GameRecord, state: &State, engines: &[String]) {
    record.players = state.names(engines);
    if record.tags.is_empty() {
        let began = Moment::from_unix(state.began / 1000);
        record.set_tag("Date", &began.date());
        record.set_tag("UTCDate", &began.date());
        record.set_tag("UTCTime", &began.time());
    }
    if let Some(rule) = state.created.opening_rule.as_ref().and_then(|ruled| OpeningRule::parse(&ruled.rule))
    {
        record.set_tag("Rules", &rule.title_in(&record.variant));
    }
    if let Some(ballot) = &state.created.ballot {
        record.set_tag("Opening", ballot);
    }
    if let Some(end) = state.end.as_ref().filter(|_| state.phase == Phase::Over) {
        record.result = outcome_of(&end.outcome).into();
        if !end.reason.is_empty() {
            record.set_tag("Termination", &end.reason);
        }
    }
}

fn name_of(record: &GameRecord, began: u64, extension: &str) -> String {
    format!("{}-{}.{extension}", record.variant, Moment::from_unix(began / 1000).date().replace('.', "-"))
}

/// The whole tree as a file, with what its format cannot hold. Tags that the table adds by itself are not missed.
///
/// # Errors
/// `bad_record`: the format is unknown, or does not have this game.
pub(super) fn save(
    state: &State,
    rules: &mut Rules,
    engines: &[String],
    format: &str,
) -> Result<FileText, Refusal> {
    let bad = |text: String| Refusal::new(Code::BadRecord, text);
    let known = Format::WRITTEN_AS_TEXT;
    let found = Format::from_name(format).filter(|found| known.contains(&found.name()));
    let Some(found) = found else {
        let known = known.join(", ");
        return Err(bad(format!("format '{format}' cannot be saved; expected one of {known}")));
    };
    let mut record = rules.record(&state.tree.line(state.tree.main_end()))?;
    let (line, left_out) = variations::line_of(&state.tree);
    (record.line, record.tags) = (line, state.created.tags.clone());
    let tags = record.tags.clone();
    complete(&mut record, state, engines);
    let mut game = ReadGame { line: 0, record: GameRecord { tags, ..record.clone() } };
    let mut losses = found.losses(&game);
    losses.add("variations nested too deep", left_out, 0);
    game.record = record;
    let text = found.write(&game.record).map_err(bad)?;
    let extension = if found == Format::Text { "txt" } else { format };
    let notes = (!losses.is_empty()).then(|| format!("not saved: {}", losses.counts()));
    Ok(FileText {
        name: name_of(&game.record, state.began, &extension.to_ascii_lowercase()),
        text,
        notes: notes.into_iter().collect(),
    })
}

/// The page of mistakes of a game. Takes as long as its searches.
///
/// # Errors
/// `bad_record`: the game cannot be evaluated.
pub(super) fn page(record: &GameRecord, began: u64, nodes: u64, threads: usize) -> Result<FileText, Refusal> {
    let effort = Effort {
        limits: SearchLimits::nodes(nodes),
        options: vec![("Threads".to_string(), threads.to_string())],
    };
    let bad = |text: String| Refusal::new(Code::BadRecord, text);
    let annotated = annotate(record, &effort, &mut |_| {}).map_err(bad)?;
    let name = name_of(record, began, "html");
    let text = Page::new().game(&annotated).map_err(bad)?;
    let title = name.trim_end_matches(".html");
    Ok(FileText { text: Page::beginning(title) + &text, name, notes: Vec::new() })
}

/// The position after a line as SVG.
///
/// # Errors
/// `bad_option`: the width is out of range.
pub(super) fn picture(rules: &mut Rules, line: &[&str], width: u32) -> Result<String, Refusal> {
    if !PICTURE_WIDTH.contains(&width) {
        let (min, max) = (PICTURE_WIDTH.start(), PICTURE_WIDTH.end());
        return Err(Refusal::new(Code::BadOption, format!("a width is {min} to {max} pixels, not {width}")));
    }
    Ok(Picture::of(rules.after(line)?).svg(width))
}
