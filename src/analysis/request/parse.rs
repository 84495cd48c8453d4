//! From a line to a [`Request`].

use std::time::Duration;

use super::{Action, ActionKind, Query, Request, Search, Task};
use crate::analysis::fields::{Fields, Id, RequestError, Warning};
use crate::analysis::json::Json;
use crate::search::MAX_DEPTH;
use crate::wire::message::quoted;

/// Longest time of a search in milliseconds: about 34 years.
const MAX_TIME_MS: i64 = 1 << 40;
/// Largest number of threads of a search.
const MAX_THREADS: i64 = 512;
/// Largest number of lines of a search.
const MAX_MULTI_PV: i64 = 256;
/// Shortest and longest time between reports, in seconds.
const REPORT_SECONDS: (f64, f64) = (0.001, 1e6);

/// Values of the field `action`.
const ACTIONS: &str = "terminate, terminate_all, clear_hash, version, games, legal_moves or perft";

/// Reads a line.
///
/// # Errors
/// The first thing that is wrong with it.
pub(in crate::analysis) fn parse(line: &str) -> Result<(Request, Vec<Warning>), RequestError> {
    let mut fields = Fields::read(line)?;
    let request = match fields.text("action")?.as_deref() {
        None => Request::Query(Box::new(query(&mut fields, search, line.len())?)),
        Some("legal_moves") => {
            Request::Query(Box::new(query(&mut fields, |_, _| Ok(Task::LegalMoves), line.len())?))
        }
        Some("perft") => Request::Query(Box::new(query(&mut fields, perft, line.len())?)),
        Some(name) => Request::Action(Action { id: fields.id(), kind: action(&mut fields, name)? }),
    };
    Ok((request, fields.end()))
}

fn action(fields: &mut Fields, name: &str) -> Result<ActionKind, RequestError> {
    match name {
        "terminate" => terminate(fields),
        "terminate_all" => Ok(ActionKind::TerminateAll),
        "clear_hash" => Ok(ActionKind::ClearHash),
        "version" => Ok(ActionKind::Version),
        "games" => Ok(ActionKind::Games),
        other => {
            Err(fields.error("action", format!("field 'action' takes {ACTIONS}, not {}", quoted(other))))
        }
    }
}

fn terminate(fields: &mut Fields) -> Result<ActionKind, RequestError> {
    const TAKES: &str = "takes the id of a query";
    match fields.take("terminate") {
        Some(Json::Text(id)) => Ok(ActionKind::Terminate(Id::Text(id))),
        Some(Json::Whole(id)) => Ok(ActionKind::Terminate(Id::Number(id))),
        Some(other) => Err(fields.refused("terminate", TAKES, &other)),
        None => Err(fields.error("terminate", format!("field 'terminate' is missing: it {TAKES}"))),
    }
}

/// Reads the fields that all queries have. `task` reads the others; its argument is the number of moves.
fn query(
    fields: &mut Fields,
    task: impl FnOnce(&mut Fields, usize) -> Result<Task, RequestError>,
    bytes: usize,
) -> Result<Query, RequestError> {
    let missing = "field 'id' is missing: a text or a whole number that the answers repeat";
    let id = fields.id().ok_or_else(|| fields.error("id", missing.to_string()))?;
    let moves = fields.words("moves")?;
    Ok(Query {
        id,
        task: task(fields, moves.len())?,
        game: fields.text("game")?,
        fen: fields.text("fen")?,
        options: fields.settings("options")?,
        priority: fields.whole("priority", i64::MIN, i64::MAX)?.unwrap_or(0),
        threads: fields.whole("threads", 1, MAX_THREADS)?.map(|n| n as usize),
        moves,
        bytes,
    })
}

fn perft(fields: &mut Fields, _moves: usize) -> Result<Task, RequestError> {
    let depth = fields.whole("depth", 0, i64::from(MAX_DEPTH))?;
    let missing = "field 'depth' is missing: plies to count, from 0";
    let depth = depth.ok_or_else(|| fields.error("depth", missing.to_string()))?;
    Ok(Task::Perft(depth as u32))
}

fn search(fields: &mut Fields, moves: usize) -> Result<Task, RequestError> {
    let max_depth = i64::from(MAX_DEPTH);
    let search = Search {
        depth: fields.whole("depth", 1, max_depth)?.map(|n| n as i32),
        nodes: fields.whole("nodes", 1, i64::MAX)?.map(|n| n as u64),
        move_time_ms: fields.whole("movetime", 1, MAX_TIME_MS)?,
        mate: fields.whole("mate", 1, max_depth)?.map(|n| n as i32),
        multi_pv: fields.whole("multipv", 1, MAX_MULTI_PV)?.map(|n| n as usize),
        turns: turns(fields, moves)?,
        report_every: report_every(fields)?,
        search_moves: fields.words("search_moves")?,
        avoid: fields.words("avoid")?,
        keep: fields.flag("keep")?,
    };
    let is_endless = search.depth.is_none()
        && search.nodes.is_none()
        && search.move_time_ms.is_none()
        && search.mate.is_none();
    if is_endless {
        let message = "one of the fields 'depth', 'nodes', 'movetime' and 'mate' is needed to end the search";
        return Err(fields.error("depth", message.to_string()));
    }
    for (name, words) in [("search_moves", &search.search_moves), ("avoid", &search.avoid)] {
        if !words.is_empty() && search.turns.len() > 1 {
            let message = format!("field '{name}' is about one position, but there are several turns");
            return Err(fields.error(name, message));
        }
    }
    Ok(Task::Search(Box::new(search)))
}

/// The turns in the order given; without the field, the position after the last move.
fn turns(fields: &mut Fields, moves: usize) -> Result<Vec<usize>, RequestError> {
    let takes = format!("takes \"all\" or a list of whole numbers from 0 to {moves}, the number of moves");
    let list = match fields.take("turns") {
        None => return Ok(vec![moves]),
        Some(Json::Text(all)) if all == "all" => return Ok((0..=moves).collect()),
        Some(Json::List(list)) if !list.is_empty() => list,
        Some(other) => return Err(fields.refused("turns", &takes, &other)),
    };
    let mut asked = vec![false; moves + 1];
    let mut turns = Vec::with_capacity(list.len());
    for value in &list {
        let turn = match value {
            Json::Whole(turn) => usize::try_from(*turn).ok().filter(|&turn| turn <= moves),
            _ => None,
        };
        let turn = turn.ok_or_else(|| fields.refused("turns", &takes, value))?;
        if std::mem::replace(&mut asked[turn], true) {
            return Err(fields.error("turns", format!("turn {turn} is given twice")));
        }
        turns.push(turn);
    }
    Ok(turns)
}

fn report_every(fields: &mut Fields) -> Result<Option<Duration>, RequestError> {
    let (min, max) = REPORT_SECONDS;
    let seconds = match fields.take("report_every") {
        None => return Ok(None),
        Some(Json::Whole(seconds)) => seconds as f64,
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

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Query {
        match parse(line) {
            Ok((Request::Query(query), warnings)) if warnings.is_empty() => *query,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn error(line: &str) -> (String, String) {
        let problem = parse(line).unwrap_err();
        (problem.message, problem.field.unwrap_or_default())
    }

    #[test]
    fn a_query_with_every_field_is_read() {
        let query = read(
            r#"{"id":"a","game":"draughts","fen":"W:W31-50:B1-20","moves":["32-28","19-23"],"options":{"Hash":4,"X":true},
                "depth":12,"nodes":5000000000,"movetime":7,"mate":3,"multipv":3,"threads":2,"priority":-4,"turns":[2,0],
                "report_every":0.5,"keep":true}"#,
        );
        let Task::Search(search) = &query.task else { panic!("a search") };
        assert_eq!((search.depth, search.nodes), (Some(12), Some(5_000_000_000)));
        assert_eq!((search.move_time_ms, search.mate, search.multi_pv), (Some(7), Some(3), Some(3)));
        assert_eq!((&search.turns[..], search.keep), (&[2, 0][..], true));
        assert_eq!(search.report_every, Some(Duration::from_millis(500)));
        assert_eq!((query.threads, query.priority, query.answers(), query.turn(1)), (Some(2), -4, 2, 0));
        let options = [("Hash".to_string(), "4".to_string()), ("X".to_string(), "true".to_string())];
        assert_eq!(query.options, options);
    }

    #[test]
    fn without_turns_the_last_position_is_meant() {
        let turns = |line: &str| match read(line).task {
            Task::Search(search) => search.turns,
            other => panic!("{other:?}"),
        };
        assert_eq!(turns(r#"{"id":1,"depth":1,"moves":[4,4]}"#), [2]);
        assert_eq!(turns(r#"{"id":1,"depth":1,"moves":[4,4],"turns":"all"}"#), [0, 1, 2]);
        assert_eq!(turns(r#"{"id":1,"depth":1}"#), [0]);
    }

    #[test]
    fn what_cannot_be_meant_names_its_field() {
        for (line, field) in [
            (r#"{"depth":1}"#, "id"),
            (r#"{"id":1}"#, "depth"),
            (r#"{"id":1,"depth":"x"}"#, "depth"),
            (r#"{"id":1,"depth":1,"moves":"4 4"}"#, "moves"),
            (r#"{"id":1,"depth":1,"moves":[4,null]}"#, "moves"),
            (r#"{"id":1,"depth":1,"game":7}"#, "game"),
            (r#"{"id":1,"depth":1,"options":[]}"#, "options"),
            (r#"{"id":1,"depth":1,"options":{"Hash":[]}}"#, "options"),
            (r#"{"id":1,"depth":1,"turns":[1]}"#, "turns"),
            (r#"{"id":1,"depth":1,"turns":[0,0]}"#, "turns"),
            (r#"{"id":1,"depth":1,"turns":[]}"#, "turns"),
            (r#"{"id":1,"depth":1,"report_every":"often"}"#, "report_every"),
            (r#"{"id":1,"depth":1,"keep":1}"#, "keep"),
            (r#"{"id":1,"depth":1,"moves":[4],"turns":[0,1],"avoid":["4"]}"#, "avoid"),
            (r#"{"id":1,"action":"fly"}"#, "action"),
            (r#"{"id":1,"action":"terminate"}"#, "terminate"),
            (r#"{"id":1,"action":"perft"}"#, "depth"),
            (r#"{"action":"legal_moves"}"#, "id"),
        ] {
            assert_eq!(error(line).1, field, "{line}");
        }
        assert_eq!(
            error(r#"{"id":1,"depth":"x"}"#).0,
            "field 'depth' takes a whole number from 1 to 200, not 'x'"
        );
    }

    #[test]
    fn actions_are_read() {
        let kind = |line: &str| match parse(line) {
            Ok((Request::Action(action), _)) => action.kind,
            other => panic!("{line}: {other:?}"),
        };
        assert_eq!(kind(r#"{"action":"version"}"#), ActionKind::Version);
        assert_eq!(
            kind(r#"{"id":2,"action":"terminate","terminate":1}"#),
            ActionKind::Terminate(Id::Number(1))
        );
        assert_eq!(kind(r#"{"action":"terminate_all"}"#), ActionKind::TerminateAll);
    }
}
