//! Commands of the host without a table: creating one, composing positions; work in a thread of its own.

use std::sync::Arc;

use serde::Serialize;

use super::answer::{Code, Composed, Refusal};
use super::client::ClientSender;
use super::command::{ClockSpec, Compose, Create, Options};
use super::event::{Created, Ruled};
use super::files;
use super::ratings::Rating;
use super::rules::{MAX_MOVES, Rules, option_texts};
use super::shared::Shared;
use super::state::check_seats;
use crate::analysis;
use crate::openings::{BallotChoice, NamedBallot, OpeningRule};
use crate::pictures;
use crate::random::Random;

/// Longest search of a program, in milliseconds.
const THINK_MS: std::ops::RangeInclusive<u64> = 100..=600_000;
/// Its default.
pub(super) const DEFAULT_THINK_MS: u64 = 1000;
/// Time at the beginning and after each move, in milliseconds.
const CLOCK_MS: (std::ops::RangeInclusive<u64>, std::ops::RangeInclusive<u64>) =
    (1000..=86_400_000, 0..=3_600_000);
/// Longest text of a QR code, in bytes: longer ones are hard to scan.
const MAX_QR: usize = 300;

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
    let opening_rule = create.opening.as_deref().map(|name| ruled(name, &create, &mut rules)).transpose()?;
    let drawn = create.ballot.as_deref().map(|text| drawn(shared, text, &create, &mut rules)).transpose()?;
    let mut created = Created { seats, clock, think_ms, opening_rule, ..Created::default() };
    let mut moves = create.moves;
    if let Some(NamedBallot { name, ballot }) = drawn {
        rules = Rules::open(shared.setup.catalogue, &create.game, &options, ballot.fen.as_deref())?;
        (created.ballot, moves) = (Some(name), ballot.moves);
    }
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    shared.create(files::opening(rules, &moves, created)?.0)
}

/// The ballot of a new table.
fn drawn(shared: &Shared, text: &str, create: &Create, rules: &mut Rules) -> Result<NamedBallot, Refusal> {
    if create.fen.is_some() || !create.moves.is_empty() {
        return bad_option("a ballot is for games from the start position".to_string());
    }
    let bad = |why| Refusal::new(Code::BadOption, why);
    let engine = rules.after(&[])?;
    let choice = BallotChoice::of_game(text, engine).map_err(bad)?;
    Ok(choice.draw(engine, &mut Random::new(u64::from(shared.seed()))))
}

/// The opening rule of a new table.
fn ruled(name: &str, create: &Create, rules: &mut Rules) -> Result<Ruled, Refusal> {
    if create.fen.is_some() || !create.moves.is_empty() {
        return bad_option("an opening rule is for games from the empty board".to_string());
    }
    let engine = rules.after(&[])?;
    let rule = OpeningRule::of_game(name, engine).map_err(|why| Refusal::new(Code::BadOption, why))?;
    Ok(Ruled { rule: rule.name().to_string(), size: engine.board().width })
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
