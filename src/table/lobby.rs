//! Commands of the host without a table: creating one, reading files, composing positions.

use std::sync::Arc;

use serde::Serialize;

use super::answer::{Code, Composed, Loaded, Refusal};
use super::client::ClientSender;
use super::command::{ClockSpec, Compose, Create, Load, Options};
use super::event::Created;
use super::files;
use super::ratings::Rating;
use super::rules::{MAX_MOVES, Rules, option_texts};
use super::shared::Shared;
use super::state::check_seats;
use crate::analysis;
use crate::pictures;
use crate::records::GameResult;

/// Longest search of a program, in milliseconds.
const THINK_MS: std::ops::RangeInclusive<u64> = 100..=600_000;
/// Its default.
const DEFAULT_THINK_MS: u64 = 1000;
/// Time at the beginning and after each move, in milliseconds.
const CLOCK_MS: (std::ops::RangeInclusive<u64>, std::ops::RangeInclusive<u64>) =
    (1000..=86_400_000, 0..=3_600_000);
/// Longest text of a QR code, in bytes: longer ones are hard to scan.
const MAX_QR: usize = 300;
/// Maximum number of games in a file.
const MAX_GAMES: usize = 500;

fn bad_option<T>(text: String) -> Result<T, Refusal> {
    Err(Refusal::new(Code::BadOption, text))
}

fn check_clock(clock: ClockSpec) -> Result<ClockSpec, Refusal> {
    let (base, increment) = &CLOCK_MS;
    if !base.contains(&clock.base_ms) {
        return bad_option(format!(
            "a clock has {} to {} ms, not {}",
            base.start(),
            base.end(),
            clock.base_ms
        ));
    }
    if !increment.contains(&clock.increment_ms) {
        return bad_option(format!(
            "an increment has at most {} ms, not {}",
            increment.end(),
            clock.increment_ms
        ));
    }
    Ok(clock)
}

/// A new table; returns its id.
pub(super) fn create(shared: &Arc<Shared>, create: Create) -> Result<String, Refusal> {
    let options = option_texts(&create.options)?;
    let mut rules = Rules::open(shared.setup.catalogue, &create.game, &options, create.fen.as_deref())?;
    let mut seats = check_seats(&create.seats, rules.players(), shared.setup.engines.len())?;
    shared.match_seats(&mut rules, &mut seats)?;
    let clock = create.clock.map(check_clock).transpose()?;
    let think_ms = create.think_ms.unwrap_or(DEFAULT_THINK_MS);
    if !THINK_MS.contains(&think_ms) {
        let (min, max) = (THINK_MS.start(), THINK_MS.end());
        return bad_option(format!("field 'think_ms' takes {min} to {max}, not {think_ms}"));
    }
    let moves: Vec<&str> = create.moves.iter().map(String::as_str).collect();
    let created = Created { seats, clock, think_ms, ..Created::default() };
    shared.create(files::opening(rules, &moves, created)?.0)
}

/// A text as a QR code.
pub(super) fn qr(text: &str) -> Result<String, Refusal> {
    match pictures::qr(text).filter(|_| text.len() <= MAX_QR) {
        Some(svg) => Ok(svg),
        None => bad_option(format!("a QR code holds 1 to {MAX_QR} bytes here")),
    }
}

/// The rating of the host in a rule set.
pub(super) fn rating(shared: &Shared, game: &str, options: &Options) -> Result<Rating, Refusal> {
    let mut rules = Rules::open(shared.setup.catalogue, game, &option_texts(options)?, None)?;
    Ok(shared.rating(&mut rules, "")?.1)
}

/// Reads a file, aside.
pub(super) fn load(
    shared: &Arc<Shared>,
    number: u64,
    to_client: &Arc<ClientSender>,
    load: Load,
) -> Result<(), Refusal> {
    let own = Arc::clone(shared);
    answer_aside(shared, number, to_client, move || load_all(&own, &load))
}

/// Answers a command that takes a while in a thread of its own; if there are no threads, at once.
pub(super) fn answer_aside<T: Serialize>(
    shared: &Shared,
    number: u64,
    to_client: &Arc<ClientSender>,
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<(), Refusal> {
    let to_client = Arc::clone(to_client);
    let run = move || {
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
        let broken = |_| Err(Refusal::new(Code::Broken, "internal error: the command failed"));
        to_client.answer(number, done.unwrap_or_else(broken));
    };
    if shared.is_driven() {
        run();
        return Ok(());
    }
    // The recursion of a search goes hundreds of plies deep.
    let builder = std::thread::Builder::new().name("command".to_string()).stack_size(64 << 20);
    builder
        .spawn(run)
        .map(|_| ())
        .map_err(|error| Refusal::new(Code::Busy, format!("cannot start a thread for it: {error}")))
}

fn load_all(shared: &Arc<Shared>, load: &Load) -> Result<Loaded, Refusal> {
    let reading = files::read(load)?;
    let at = |line: usize, why: &str| format!("line {line}: {why}");
    let mut loaded = Loaded {
        tables: Vec::new(),
        errors: reading.errors.iter().map(|error| at(error.line, &error.reason)).collect(),
        notes: reading.notes,
    };
    let mut changes = reading.changes;
    for game in reading.games {
        let both_lost = usize::from(game.record.result == GameResult::BothLost);
        changes.add("results by which both players lose, which the board cannot hold", both_lost, game.line);
        if loaded.tables.len() == MAX_GAMES {
            loaded.errors.push(at(game.line, &format!("a file may have at most {MAX_GAMES} games")));
            break;
        }
        let events = files::events_of(shared.setup.catalogue, &game.record, DEFAULT_THINK_MS);
        match events.map(|events| shared.store(events)) {
            Ok(Ok(table)) => loaded.tables.push(table),
            Err(refusal) => loaded.errors.push(at(game.line, &refusal.text)),
            // The file is not at fault, and the games after this one cannot be stored either.
            Ok(Err(refusal)) if loaded.tables.is_empty() => return Err(refusal),
            Ok(Err(refusal)) => {
                loaded.errors.push(at(game.line, &refusal.text));
                break;
            }
        }
    }
    loaded.notes.extend((!changes.is_empty()).then(|| format!("changed: {changes}")));
    if loaded.tables.is_empty() && !loaded.errors.is_empty() {
        return Err(Refusal::new(Code::BadRecord, loaded.errors.join("; ")));
    }
    Ok(loaded)
}

/// A position without a table.
pub(super) fn compose(shared: &Shared, compose: &Compose) -> Result<Composed, Refusal> {
    let options = option_texts(&compose.options)?;
    let open = |fen: Option<&str>| Rules::open(shared.setup.catalogue, &compose.game, &options, fen);
    let composed = match (&compose.rows, compose.player) {
        (None, None) => None,
        (Some(rows), Some(player)) if compose.fen.is_none() => {
            let fen = analysis::compose(open(None)?.after(&[])?, rows, player);
            Some(fen.map_err(|error| Refusal::new(Code::BadPosition, error.to_string()))?)
        }
        _ => {
            let text = "fields 'rows' and 'player' go together, and not with 'fen'";
            return Err(Refusal::new(Code::Syntax, text));
        }
    };
    if compose.moves.len() > MAX_MOVES {
        return bad_option(format!("a game has at most {MAX_MOVES} moves here"));
    }
    let mut rules = open(composed.as_deref().or(compose.fen.as_deref()))?;
    let moves: Vec<&str> = compose.moves.iter().map(String::as_str).collect();
    let fen = rules.after(&moves)?.fen();
    Ok(Composed { fen, position: rules.board(&moves, false, true)? })
}
