//! From a line to a [`Request`].

use super::tasks::{
    board, database, encode, eval, legal_moves, opening, perft, play, search, solve, turns_to_terminate,
};
use super::{Action, ActionKind, Base, Query, Request, Task};
use crate::analysis::fields::{Fields, Id, RequestError, Warning};
use crate::analysis::json::Json;
use crate::contract::MAX_PLAYERS;
use crate::wire::message::quoted;

/// Largest number of threads of a search.
const MAX_THREADS: i64 = 512;

/// Values of the field `action`.
const ACTIONS: &str = "terminate, terminate_all, clear_hash, version, games, puzzles, legal_moves, board, encode, eval, solve, perft, opening, database or play";

/// Reads the fields that only some queries have; the argument is the number of moves.
type ReadTask = fn(&mut Fields, usize) -> Result<Task, RequestError>;

/// Reads a line.
///
/// # Errors
/// The first error in the line.
pub(in crate::analysis) fn parse(line: &str) -> Result<(Request, Vec<Warning>), RequestError> {
    let mut fields = Fields::read(line)?;
    let action_name = fields.text("action")?;
    let mut waiting = |task: ReadTask| query(&mut fields, task, line.len());
    let request = match action_name.as_deref() {
        None => Request::Query(Box::new(waiting(search)?)),
        Some("legal_moves") => Request::Query(Box::new(waiting(legal_moves)?)),
        Some("perft") => Request::Query(Box::new(waiting(perft)?)),
        Some("board") => Request::Query(Box::new(waiting(board)?)),
        Some("play") => Request::Query(Box::new(waiting(play)?)),
        Some("eval") => Request::Query(Box::new(waiting(eval)?)),
        Some("encode") => Request::Query(Box::new(waiting(encode)?)),
        Some("opening") => Request::Query(Box::new(waiting(opening)?)),
        Some("database") => Request::Query(Box::new(waiting(database)?)),
        Some("solve") => Request::Query(Box::new(waiting(solve)?)),
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
        "puzzles" => Ok(ActionKind::Puzzles),
        other => {
            Err(fields.error("action", format!("field 'action' takes {ACTIONS}, not {}", quoted(other))))
        }
    }
}

fn terminate(fields: &mut Fields) -> Result<ActionKind, RequestError> {
    const TAKES: &str = "takes the id of a query";
    let id = match fields.take("terminate") {
        Some(Json::Text(id)) => Id::Text(id),
        Some(Json::Whole(id)) => Id::Number(id),
        Some(other) => return Err(fields.refused("terminate", TAKES, &other)),
        None => return Err(fields.error("terminate", format!("field 'terminate' is missing: it {TAKES}"))),
    };
    Ok(ActionKind::Terminate(id, turns_to_terminate(fields)?))
}

/// Reads the fields that all queries have; `task` reads the others.
fn query(fields: &mut Fields, task: ReadTask, bytes: usize) -> Result<Query, RequestError> {
    let missing = "field 'id' is missing: a text or a whole number that the answers repeat";
    let id = fields.id().ok_or_else(|| fields.error("id", missing.to_string()))?;
    let moves = fields.moves("moves")?;
    Ok(Query {
        id,
        task: task(fields, moves.len())?,
        game: fields.text("game")?,
        base: base(fields)?,
        options: fields.settings("options")?,
        priority: fields.whole("priority", i64::MIN, i64::MAX)?.unwrap_or(0),
        threads: fields.whole("threads", 1, MAX_THREADS)?.map(|n| n as usize),
        moves,
        bytes,
    })
}

fn base(fields: &mut Fields) -> Result<Base, RequestError> {
    let (fen, rows) = (fields.text("fen")?, fields.rows("rows")?);
    let player = fields.whole("player", 1, MAX_PLAYERS as i64)?;
    match (fen, player) {
        (Some(_), _) if !rows.is_empty() => {
            let message = "fields 'fen' and 'rows' both set the position; give one of them";
            Err(fields.error("rows", message.to_string()))
        }
        (_, Some(player)) if !rows.is_empty() => Ok(Base::Rows(rows, player as usize)),
        (_, None) if !rows.is_empty() => {
            let message = "field 'player' is missing: the player to move on the board of 'rows', from 1";
            Err(fields.error("player", message.to_string()))
        }
        (_, Some(_)) => Err(fields.error("player", "field 'player' needs 'rows'".to_string())),
        (fen, None) => Ok(fen.map_or(Base::Start, Base::Fen)),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::Strength;
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
            (r#"{"id":1,"action":"terminate","terminate":2,"turns":[]}"#, "turns"),
            (r#"{"id":1,"action":"terminate","terminate":2,"turns":[-1]}"#, "turns"),
            (r#"{"id":1,"action":"perft"}"#, "depth"),
            (r#"{"id":1,"action":"opening"}"#, "rule"),
            (r#"{"id":1,"action":"opening","rule":"chess"}"#, "rule"),
            (r#"{"id":1,"action":"opening","rule":"swap","steps":"h8"}"#, "steps"),
            (r#"{"id":1,"action":"opening","rule":"swap","moves":["h8"]}"#, "moves"),
            (r#"{"id":1,"action":"opening","rule":"swap","movetime":9}"#, "movetime"),
            (r#"{"id":1,"action":"opening","rule":"swap","choose":true}"#, "movetime"),
            (r#"{"id":1,"action":"solve","weak":1}"#, "weak"),
            (r#"{"id":1,"action":"solve","nodes":0.5}"#, "nodes"),
            (r#"{"id":1,"infinite":"yes"}"#, "infinite"),
            (r#"{"id":1,"infinite":true,"nodes":9}"#, "infinite"),
            (r#"{"id":1,"infinite":true,"moves":[4],"turns":"all"}"#, "infinite"),
            (r#"{"id":1,"action":"board","turns":[7]}"#, "turns"),
            (r#"{"id":1,"action":"board","paths":1}"#, "paths"),
            (r#"{"id":1,"action":"board","threats":"all"}"#, "threats"),
            (r#"{"id":1,"action":"legal_moves","paths":"yes"}"#, "paths"),
            (r#"{"id":1,"action":"play"}"#, "depth"),
            (r#"{"id":1,"action":"play","level":20}"#, "depth"),
            (r#"{"id":1,"action":"play","level":"weak"}"#, "level"),
            (r#"{"id":1,"action":"play","elo":"weak"}"#, "elo"),
            (r#"{"id":1,"action":"play","elo":900,"level":3}"#, "elo"),
            (r#"{"id":1,"action":"play","nodes":1,"seed":0.5}"#, "seed"),
            (r#"{"action":"legal_moves"}"#, "id"),
            (r#"{"id":1,"action":"board","rows":["1"]}"#, "player"),
            (r#"{"id":1,"action":"board","player":1}"#, "player"),
            (r#"{"id":1,"action":"board","rows":["1"],"player":1,"fen":"x"}"#, "rows"),
            (r#"{"id":1,"action":"board","rows":"1","player":1}"#, "rows"),
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
            ActionKind::Terminate(Id::Number(1), None)
        );
        assert_eq!(
            kind(r#"{"action":"terminate","terminate":"a","turns":[3,0.0]}"#),
            ActionKind::Terminate(Id::Text("a".to_string()), Some(vec![3, 0]))
        );
        assert_eq!(kind(r#"{"action":"terminate_all"}"#), ActionKind::TerminateAll);
    }

    #[test]
    fn a_move_of_weaker_play_needs_no_limit() {
        let play = |rest: &str| match read(&format!("{{\"id\":1,\"action\":\"play\",{rest}}}")).task {
            Task::Play(play) => *play,
            other => panic!("{other:?}"),
        };
        let weak = play(r#""level":3,"seed":7,"paths":true"#);
        assert_eq!((weak.strength, weak.seed, weak.paths), (Strength::Level(3), 7, true));
        assert_eq!(play(r#""elo":900"#).strength, Strength::Elo(900));
        let full = play(r#""nodes":50"#);
        assert_eq!((full.strength, full.search.nodes, full.seed), (Strength::Full, Some(50), 0));
    }

    #[test]
    fn an_endless_query_has_no_limit() {
        assert!(read(r#"{"id":1,"infinite":true,"report_every":1}"#).is_endless());
        assert!(!read(r#"{"id":1,"infinite":false,"depth":1}"#).is_endless());
    }
}
