//! What GoGui draws on its board: threats, wins by them, forbidden points, values of moves, the best line. These are
//! the commands; results of searches are drawn in `graphics`.

use super::error::GtpError;
use super::genmove::{Listener, Search, Task};
use super::graphics::{self, Picture};
use super::rules;
use super::{Answer, Call, Entry, Gtp, Reply};
use crate::contract::solver::Effort;
use crate::contract::{MoveStyle, Player, Point};
use crate::wire::vertex;

pub(super) const COMMANDS: &[Entry] = &[
    ("gogui-analyze_commands", |_, call| {
        call.exactly::<0>("")?;
        Ok(MENU.join("\n").into())
    }),
    ("quadriga-threats", threats),
    ("quadriga-threat_win", threat_win),
    ("quadriga-forbidden", forbidden),
    ("quadriga-eval", |_, call| {
        call.exactly::<0>("")?;
        Ok(call.engine.explain().into())
    }),
    ("quadriga-move_values", |gtp, call| picture(gtp, call, Picture::Values)),
    ("quadriga-best_line", |gtp, call| picture(gtp, call, Picture::Line)),
];

/// Type, label and command, as GoGui lists them.
const MENU: [&str; 10] = [
    "gfx/Threats/quadriga-threats",
    "gfx/Win by Threats/quadriga-threat_win",
    "gfx/Move Values/quadriga-move_values",
    "gfx/Best Line/quadriga-best_line",
    "plist/Forbidden Points/quadriga-forbidden",
    "plist/Legal Moves/gogui-rules_legal_moves",
    "hstring/Evaluation/quadriga-eval",
    "string/Position String/quadriga-fen",
    "param/Options/quadriga-setoption",
    "none/Forget Searches/clear_cache",
];

/// Colours of threats of the first player, and of the others.
const FIRST_SERVED: &str = "#ff9090";
const OTHERS_SERVED: &str = "#90a0ff";
/// Limit of nodes for a win by threats: a third of a second, too short to be interrupted.
const THREAT_NODES: u64 = 300_000;
/// Table size for it, in MiB.
const THREAT_HASH_MIB: usize = 16;

/// The searches behind pictures take as long as a move without a clock.
fn picture(gtp: &mut Gtp, call: &mut Call<'_>, picture: Picture) -> Reply {
    call.exactly::<0>("")?;
    let engine = call.engine.as_ref();
    if engine.status().outcome.is_some() {
        return Ok("".into());
    }
    let mut limits = crate::contract::SearchLimits::default();
    gtp.own.limit(&mut limits);
    limits.search_moves = gtp.selected_moves(engine);
    let moves =
        if limits.search_moves.is_empty() { engine.move_paths().len() } else { limits.search_moves.len() };
    let lines = match picture {
        Picture::Values => Some(moves.clamp(1, 256)),
        Picture::Line => Some(1),
    };
    let task = Task::Picture(picture);
    let listener = Listener::Nobody;
    Ok(Answer::Search(gtp.search(Search { id: call.id, task, limits, lines, listener })))
}

/// Labels on cells where a line would be completed or a piece taken, in the colour of the player who benefits.
fn threats(_: &mut Gtp, call: &mut Call<'_>) -> Reply {
    call.exactly::<0>("")?;
    let board = call.engine.board();
    let marks = call.engine.threats();
    let mut lines = vec![rules::squares(&board)];
    for (colour, is_first) in [(OTHERS_SERVED, false), (FIRST_SERVED, true)] {
        let served = marks.iter().filter(|mark| (mark.player == Player::FIRST) == is_first);
        let cells: String = served.map(|mark| format!(" {}", vertex::vertex(&board, mark.cell))).collect();
        if !cells.is_empty() {
            lines.push(format!("COLOR {colour}{cells}"));
        }
    }
    if !marks.is_empty() {
        let label =
            |mark: &crate::contract::Mark| format!(" {} {}", vertex::vertex(&board, mark.cell), mark.label);
        lines.push(format!("LABEL{}", marks.iter().map(label).collect::<String>()));
    }
    Ok(lines.join("\n").into())
}

/// The win by threats of the player to move, if there is one.
fn threat_win(_: &mut Gtp, call: &mut Call<'_>) -> Reply {
    call.exactly::<0>("")?;
    let engine = call.engine.as_ref();
    let Some(mut solver) = engine.tools().threat_solver(THREAT_HASH_MIB) else {
        let title = engine.identity().rules.title;
        return Err(GtpError::Other(format!("wins by threats are not searched for in {title}")));
    };
    if engine.status().outcome.is_some() {
        return Ok("".into());
    }
    solver.set_position(engine.base_fen().as_deref(), &engine.moves(MoveStyle::Native).join(" "))?;
    let (verdict, nodes) = solver.find(Effort { nodes: THREAT_NODES, stop: &|| false });
    Ok(graphics::threat_win(engine, &verdict, nodes).into())
}

/// The points on which the player to move may not play.
fn forbidden(_: &mut Gtp, call: &mut Call<'_>) -> Reply {
    call.exactly::<0>("")?;
    let board = call.engine.board();
    let points = board.cells().filter(|&(_, point)| point == Point::Forbidden);
    Ok(points.map(|(cell, _)| vertex::vertex(&board, cell)).collect::<Vec<_>>().join(" ").into())
}
