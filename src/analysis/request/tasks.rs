//! The fields that only some queries have: limits, turns, strength.

use std::collections::HashSet;
use std::time::Duration;

use super::{BoardTask, DatabaseChange, OpeningTask, Play, Search, Solve, Strength, Task};
use crate::analysis::answer::BoardExtras;
use crate::analysis::fields::{Fields, RequestError};
use crate::analysis::json::Json;
use crate::database::{MARK_WORDS, MAX_NOTE_BYTES, is_mark};
use crate::openings::OpeningRule;
use crate::search::{MAX_DEPTH, Skill};
use crate::wire::message::quoted;

/// Longest time of a search in milliseconds: about 34 years.
const MAX_TIME_MS: i64 = 1 << 40;
/// Maximum number of best lines of a search.
const MAX_MULTI_PV: i64 = 256;
/// Shortest and longest time between reports, in seconds.
const REPORT_SECONDS: (f64, f64) = (0.001, 1e6);
/// Largest random seed of weaker play.
const MAX_SEED: i64 = u32::MAX as i64;

pub(super) fn legal_moves(fields: &mut Fields, _moves: usize) -> Result<Task, RequestError> {
    Ok(Task::LegalMoves { paths: fields.flag("paths")? })
}

pub(super) fn board(fields: &mut Fields, moves: usize) -> Result<Task, RequestError> {
    let extras = BoardExtras {
        threats: fields.flag("threats")?,
        paths: fields.flag("paths")?,
        names: fields.flag("names")?,
    };
    Ok(Task::Board(BoardTask { turns: turns(fields, moves)?, extras }))
}

pub(super) fn perft(fields: &mut Fields, _moves: usize) -> Result<Task, RequestError> {
    let depth = fields.whole("depth", 0, i64::from(MAX_DEPTH))?;
    let missing = "field 'depth' is missing: plies to count, from 0";
    let depth = depth.ok_or_else(|| fields.error("depth", missing.to_string()))?;
    Ok(Task::Perft(depth as u32))
}

pub(super) fn eval(_fields: &mut Fields, _moves: usize) -> Result<Task, RequestError> {
    Ok(Task::Eval)
}

pub(super) fn database(fields: &mut Fields, _moves: usize) -> Result<Task, RequestError> {
    let (mark, note) = (fields.text("mark")?, fields.text("note")?);
    if mark.as_deref().is_some_and(|mark| !is_mark(mark)) {
        return Err(fields.error("mark", format!("field 'mark' takes a text of {MARK_WORDS}")));
    }
    if note.as_ref().is_some_and(|note| note.len() > MAX_NOTE_BYTES) {
        return Err(
            fields.error("note", format!("field 'note' takes a text of up to {MAX_NOTE_BYTES} bytes"))
        );
    }
    Ok(Task::Database(DatabaseChange { mark, note, delete: fields.flag("delete")? }))
}

pub(super) fn encode(_fields: &mut Fields, _moves: usize) -> Result<Task, RequestError> {
    Ok(Task::Encode)
}

pub(super) fn solve(fields: &mut Fields, _moves: usize) -> Result<Task, RequestError> {
    Ok(Task::Solve(Solve {
        nodes: fields.whole("nodes", 1, i64::MAX)?.map(|n| n as u64),
        move_time_ms: fields.whole("movetime", 1, MAX_TIME_MS)?,
        weak: fields.flag("weak")?,
        all: fields.flag("all")?,
        line: fields.flag("line")?,
    }))
}

pub(super) fn opening(fields: &mut Fields, moves: usize) -> Result<Task, RequestError> {
    let takes = || format!("takes {}", OpeningRule::ALL.map(OpeningRule::name).join(", "));
    let Some(name) = fields.text("rule")? else {
        return Err(fields.error("rule", format!("field 'rule' is missing: it {}", takes())));
    };
    let rule = OpeningRule::parse(&name);
    let rule =
        rule.ok_or_else(|| fields.error("rule", format!("field 'rule' {}, not {}", takes(), quoted(&name))))?;
    if moves > 0 {
        return Err(fields.error("moves", "field 'moves' excludes 'rule'; give 'steps'".to_string()));
    }
    let steps = fields.moves("steps")?;
    let choose = fields.flag("choose")?;
    let move_time_ms = fields.whole("movetime", 1, MAX_TIME_MS)?;
    if choose != move_time_ms.is_some() {
        let message = "fields 'choose' and 'movetime' go together: the engine's choice, and its time";
        return Err(fields.error("movetime", message.to_string()));
    }
    let seed = fields.whole("seed", 0, MAX_SEED)?.unwrap_or(0);
    Ok(Task::Opening(OpeningTask { rule, steps, move_time_ms, seed }))
}

/// A search after all moves, with its limits and nothing else.
fn limited(fields: &mut Fields, moves: usize) -> Result<Search, RequestError> {
    let max_depth = i64::from(MAX_DEPTH);
    Ok(Search {
        infinite: false,
        depth: fields.whole("depth", 1, max_depth)?.map(|n| n as i32),
        nodes: fields.whole("nodes", 1, i64::MAX)?.map(|n| n as u64),
        move_time_ms: fields.whole("movetime", 1, MAX_TIME_MS)?,
        mate: fields.whole("mate", 1, max_depth)?.map(|n| n as i32),
        multi_pv: None,
        turns: vec![moves],
        report_every: None,
        search_moves: Vec::new(),
        avoid: Vec::new(),
        keep: fields.flag("keep")?,
    })
}

fn is_limited(search: &Search) -> bool {
    search.depth.is_some() || search.nodes.is_some() || search.move_time_ms.is_some() || search.mate.is_some()
}

pub(super) fn search(fields: &mut Fields, moves: usize) -> Result<Task, RequestError> {
    let search = Search {
        infinite: fields.flag("infinite")?,
        multi_pv: fields.whole("multipv", 1, MAX_MULTI_PV)?.map(|n| n as usize),
        turns: turns(fields, moves)?,
        report_every: report_every(fields)?,
        search_moves: fields.moves("search_moves")?,
        avoid: fields.moves("avoid")?,
        ..limited(fields, moves)?
    };
    if !search.infinite && !is_limited(&search) {
        let message = "one of the fields 'depth', 'nodes', 'movetime', 'mate' and 'infinite' is needed to end the \
                       search";
        return Err(fields.error("depth", message.to_string()));
    }
    if search.infinite && is_limited(&search) {
        let message = "field 'infinite' excludes 'depth', 'nodes', 'movetime' and 'mate'";
        return Err(fields.error("infinite", message.to_string()));
    }
    if search.infinite && search.turns.len() > 1 {
        let message = "field 'infinite' is about one position, but there are several turns";
        return Err(fields.error("infinite", message.to_string()));
    }
    for (name, words) in [("search_moves", &search.search_moves), ("avoid", &search.avoid)] {
        if !words.is_empty() && search.turns.len() > 1 {
            let message = format!("field '{name}' is about one position, but there are several turns");
            return Err(fields.error(name, message));
        }
    }
    Ok(Task::Search(Box::new(search)))
}

pub(super) fn play(fields: &mut Fields, moves: usize) -> Result<Task, RequestError> {
    let level = fields.whole("level", 0, Skill::FULL)?.map(Strength::Level);
    let elo = fields.whole("elo", Skill::MIN_ELO, Skill::MAX_ELO)?.map(Strength::Elo);
    if level.is_some() && elo.is_some() {
        let message = "fields 'elo' and 'level' both set the strength; give one of them";
        return Err(fields.error("elo", message.to_string()));
    }
    let strength = level.or(elo).unwrap_or(Strength::Full);
    let search = limited(fields, moves)?;
    // Weaker play ends at the depth of its level.
    if strength.is_full() && !is_limited(&search) {
        let message = "one of the fields 'depth', 'nodes', 'movetime' and 'mate' is needed to end the search at \
                       full strength";
        return Err(fields.error("depth", message.to_string()));
    }
    let seed = fields.whole("seed", 0, MAX_SEED)?.unwrap_or(0);
    Ok(Task::Play(Box::new(Play { search, strength, seed, paths: fields.flag("paths")? })))
}

/// The turns in the order given; without the field, the position after the last move.
fn turns(fields: &mut Fields, moves: usize) -> Result<Vec<usize>, RequestError> {
    let takes = format!("takes \"all\" or a list of whole numbers from 0 to {moves}, the number of moves");
    match fields.take("turns") {
        None => Ok(vec![moves]),
        Some(Json::Text(all)) if all == "all" => Ok((0..=moves).collect()),
        Some(other) => distinct_turns(fields, &takes, moves, other),
    }
}

/// The turns to terminate; `None` for all that are left.
pub(super) fn turns_to_terminate(fields: &mut Fields) -> Result<Option<Vec<usize>>, RequestError> {
    let takes = "takes a list of whole numbers from 0, the turns to terminate";
    let Some(value) = fields.take("turns") else { return Ok(None) };
    distinct_turns(fields, takes, usize::MAX, value).map(Some)
}

/// Reads a list of turns up to `last`, each of which is given once.
fn distinct_turns(
    fields: &Fields,
    takes: &str,
    last: usize,
    value: Json,
) -> Result<Vec<usize>, RequestError> {
    let list = match value {
        Json::List(list) if !list.is_empty() => list,
        other => return Err(fields.refused("turns", takes, &other)),
    };
    let mut given = HashSet::new();
    let turn = |value: &Json| {
        let turn = match value {
            Json::Whole(turn) => usize::try_from(*turn).ok().filter(|&turn| turn <= last),
            _ => None,
        };
        let turn = turn.ok_or_else(|| fields.refused("turns", takes, value))?;
        match given.insert(turn) {
            true => Ok(turn),
            false => Err(fields.error("turns", format!("turn {turn} is given twice"))),
        }
    };
    list.iter().map(turn).collect()
}

fn report_every(fields: &mut Fields) -> Result<Option<Duration>, RequestError> {
    let (min, max) = REPORT_SECONDS;
    let seconds = match fields.take("report_every") {
        None => return Ok(None),
        Some(Json::Whole(seconds) | Json::Rounded(seconds)) => seconds as f64,
        Some(Json::Real(seconds)) => seconds,
        Some(other) => return Err(fields.refused("report_every", "takes a number of seconds", &other)),
    };
    let used = seconds.clamp(min, max);
    if used != seconds {
        fields
            .warn("report_every", format!("field 'report_every': {seconds} is out of range, {used} is used"));
    }
    Ok(Some(Duration::from_secs_f64(used)))
}
