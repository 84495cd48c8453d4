//! The first stage: jobs, until the root is decided.

use super::Setting;
use super::tree::{ROOT, Tree, counts};
use super::work::{Known, Work};
use crate::contract::book::StrategyProgress;
use crate::games::connect_four::book::line::Line;
use crate::games::connect_four::geometry::Geometry;
use crate::games::connect_four::moves::Move;
use crate::games::connect_four::word::BoardWord;
use crate::threads::{Mutex, joined, start_all};

/// Positions that took fewer nodes than this get no line of their own: searching them again is faster than reading.
const MIN_LINE_NODES: u64 = 3000;

/// The shared state of the threads.
struct State<B> {
    tree: Tree<B>,
    progress: StrategyProgress,
    /// Why the search ends early: an error, or a stop by the listener.
    end: Option<Result<(), String>>,
}

/// Searches until the root is decided: does the winner win? `None` if the listener ended it.
pub fn prove<B: BoardWord>(
    setting: &Setting<'_, B>,
    geometry: Geometry<B>,
    work: &Work,
) -> Result<Option<bool>, String> {
    let mut tree = Tree::new(setting.question.share);
    let mut children = Vec::new();
    for moves in &setting.question.from {
        let line = Line::read(geometry, moves)?;
        match setting.wins(&line.pos, 0).0 {
            Some(true) => continue,
            Some(false) => return Ok(Some(false)),
            None => {}
        }
        let line = line.settled().ok_or_else(|| format!("'{moves}': the game is decided"))?;
        children.push((add(setting, &mut tree, work, line, ROOT), 1));
    }
    tree.expand(ROOT, children);
    let progress = StrategyProgress { nodes: work.nodes, ..StrategyProgress::default() };
    let state = Mutex::new(State { tree, progress, end: None });
    let jobs = || while do_job(setting, work, &state) {};
    std::thread::scope(|scope| {
        let (helpers, _) = start_all(scope, (1..setting.question.threads).map(|_| jobs));
        jobs();
        helpers.into_iter().for_each(joined);
    });
    let State { tree, end, .. } = state.into_inner();
    match end {
        Some(Err(error)) => Err(error),
        _ => Ok(tree.places[ROOT as usize].decided()),
    }
}

/// The place of a line, decided if the work file has its result.
fn add<B: BoardWord>(
    setting: &Setting<'_, B>,
    tree: &mut Tree<B>,
    work: &Work,
    line: Line<B>,
    parent: u32,
) -> u32 {
    let (key, moves) = (line.key().0, line.pos.landing_cells().count());
    let winner_moves = setting.winner_moves(&line.pos);
    let (index, new) = tree.add(line, winner_moves, moves, parent);
    if new && let Some(&Known::Decided(wins)) = work.known.get(&key) {
        tree.decide(index, wins);
    }
    index
}

/// Does one job; `false` when there is nothing left to do.
fn do_job<B: BoardWord>(setting: &Setting<'_, B>, work: &Work, state: &Mutex<State<B>>) -> bool {
    let mut guard = state.lock();
    let stopped = guard.end.is_some() || guard.tree.places[ROOT as usize].decided().is_some();
    if stopped || setting.listener.stop() {
        return false;
    }
    let trail = guard.tree.select();
    let Some(&index) = trail.last() else {
        drop(guard);
        std::thread::yield_now();
        return true;
    };
    let place = &mut guard.tree.places[index as usize];
    let Some(line) = place.line.clone() else { return false };
    if work.known.contains_key(&line.key().0) {
        expand(setting, &mut guard.tree, work, index, &line);
        return true;
    }
    place.busy = true;
    drop(guard);
    let (answer, nodes) = setting.wins(&line.pos, setting.question.job_nodes);
    let mut guard = state.lock();
    let State { tree, progress, end } = &mut *guard;
    tree.places[index as usize].busy = false;
    if answer.is_none() && setting.listener.stop() {
        return false;
    }
    for &index in &trail {
        tree.places[index as usize].work += nodes;
    }
    (progress.jobs, progress.nodes) = (progress.jobs + 1, progress.nodes + nodes);
    let written = finish_job(setting, tree, work, (index, &line), answer, nodes);
    let root = &tree.places[ROOT as usize];
    (progress.proof, progress.disproof) = (root.proof, root.disproof);
    setting.listener.progress(progress);
    let failed = written.is_err();
    if failed {
        *end = Some(written);
    }
    !failed
}

/// Adds the results of a job, and writes its lines.
fn finish_job<B: BoardWord>(
    setting: &Setting<'_, B>,
    tree: &mut Tree<B>,
    work: &Work,
    (index, line): (u32, &Line<B>),
    answer: Option<bool>,
    nodes: u64,
) -> Result<(), String> {
    let Some(wins) = answer else {
        setting.listener.line(&format!("{} open {nodes}", line.text()))?;
        let decided = expand(setting, tree, work, index, line);
        return write_decided(setting, tree, &decided);
    };
    let above = tree.decide(index, wins);
    if nodes >= MIN_LINE_NODES {
        write_decided(setting, tree, &[index])?;
    }
    write_decided(setting, tree, &above)
}

/// Writes a line for each of these places that took long.
fn write_decided<B: BoardWord>(
    setting: &Setting<'_, B>,
    tree: &Tree<B>,
    decided: &[u32],
) -> Result<(), String> {
    for &index in decided {
        let place = &tree.places[index as usize];
        let Some(line) = place.line.as_ref().filter(|_| place.work >= MIN_LINE_NODES) else { continue };
        let word = if place.decided() == Some(true) { "win" } else { "hold" };
        setting.listener.line(&format!("{} {word} {}", line.text(), place.work))?;
    }
    Ok(())
}

/// Adds the moves of a place that are not decided at once. Returns the places that are decided by it.
fn expand<B: BoardWord>(
    setting: &Setting<'_, B>,
    tree: &mut Tree<B>,
    work: &Work,
    index: u32,
    line: &Line<B>,
) -> Vec<u32> {
    let winner_moves = setting.winner_moves(&line.pos);
    let geometry = line.pos.geometry();
    let mut children = Vec::new();
    for cell in line.pos.landing_cells().cells() {
        let next = line.after(Move::onto(cell));
        match setting.wins(&next.pos, 0).0 {
            Some(wins) if wins == winner_moves => {
                let mut decided = tree.decide(index, wins);
                decided.push(index);
                return decided;
            }
            Some(_) => {}
            None => {
                let settled = next.settled().expect("a position that is not decided has a choice");
                let counts = counts(&line.pos, geometry.column_cells(geometry.column(cell)), winner_moves);
                children.push((add(setting, tree, work, settled, index), counts));
            }
        }
    }
    tree.expand(index, children)
}
