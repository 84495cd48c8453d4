//! One thread of a search: its position, its tables, its stack.
//!
//! State has three lifetimes, in three types: [`Shared`] belongs to a search and is seen by all its
//! threads; [`ThreadState`] belongs to a thread and outlives the search; [`Worker`] is one thread in one
//! search.

use std::collections::HashMap;

use super::abdada::CurrentlySearching;
use super::history::History;
use super::move_picker::MovePicker;
use super::pruning::LmrTable;
use super::root::RootMoves;
use super::tt::{Tt, TtEntry};
#[cfg(test)]
use crate::contract::fault::Stage;
use crate::contract::{Budget, NodeCounter};
use crate::contract::{
    Evaluator, Leaf, MAX_PLY, Outcome, Player, Position, Score, SearchParams, Window, opposes,
};

/// What all threads of a search see.
pub struct Shared<'a> {
    /// The transposition table.
    pub tt: &'a Tt,
    /// Positions whose values a database knows, by table key; the table has them, too.
    pub known: &'a HashMap<u64, TtEntry>,
    /// The parameters.
    pub params: &'a SearchParams,
    /// Reductions computed from the parameters.
    pub lmr: LmrTable,
    /// What each thread is searching, if there are several.
    pub searching: Option<CurrentlySearching>,
    /// Stop flag, node and time limits.
    pub budget: Budget,
    /// The player to move at the root.
    pub root_player: Player,
}

/// What a thread keeps from search to search. Neighbours must not share a cache line: both write all the time.
#[repr(align(128))]
pub struct ThreadState<P: Position, E> {
    /// The game's opinions.
    pub evaluator: E,
    /// Move ordering learned from cuts.
    pub history: History<P::Move>,
    frames: Vec<Frame<P::Move>>,
}

impl<P: Position, E: Evaluator<P>> ThreadState<P, E> {
    /// A thread without history.
    pub fn new(evaluator: E) -> ThreadState<P, E> {
        ThreadState { evaluator, history: History::new(E::HISTORY_SLOTS), frames: Vec::new() }
    }
}

/// What the search keeps for each ply of the line it is on.
pub struct Frame<M> {
    /// The moves of the node; taken out while it is searched.
    pub picker: MovePicker<M>,
    /// Moves tried before the one that cut, of those that the history learns from.
    pub tried: Vec<M>,
    /// Such moves that cut sibling nodes, latest first.
    pub killers: [Option<M>; 2],
    /// History slot of the move that led here; `None` after a null move and at the root.
    pub arrived_by: Option<usize>,
    /// Principal variation from here.
    pub pv: Vec<M>,
    /// Move left out of a search of the node, see [`super::singular`].
    pub excluded: Option<M>,
}

impl<M> Frame<M> {
    fn new() -> Frame<M> {
        Frame {
            picker: MovePicker::default(),
            tried: Vec::new(),
            killers: [None, None],
            arrived_by: None,
            pv: Vec::new(),
            excluded: None,
        }
    }
}

/// A position that was on the board.
struct Reached {
    repetition_key: u64,
    /// Index of the first position that can recur here.
    start: usize,
}

/// One thread in one search.
pub struct Worker<'a, P: Position, E> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) pos: P,
    pub(super) evaluator: &'a mut E,
    pub(super) history: &'a mut History<P::Move>,
    pub(super) frames: &'a mut Vec<Frame<P::Move>>,
    /// The positions of the game that can recur and those of the line searched, the current one last.
    reached: Vec<Reached>,
    /// What the evaluator's scores depend on in addition to the position.
    salt: u64,
    pub(super) root: RootMoves<P::Move>,
    pub(super) nodes: NodeCounter,
    pub(super) tb_hits: u64,
    pub(super) seldepth: i32,
    pub(super) stopped: bool,
}

impl<'a, P: Position, E: Evaluator<P>> Worker<'a, P, E> {
    /// A worker at `root`. `history_keys` are the repetition keys of the positions before it, oldest first,
    /// as far back as they can recur.
    pub fn new(
        shared: &'a Shared<'a>,
        state: &'a mut ThreadState<P, E>,
        root: &P,
        history_keys: &[u64],
        root_moves: &[P::Move],
    ) -> Worker<'a, P, E> {
        state.evaluator.begin(root);
        state.history.age();
        state.frames.resize_with(MAX_PLY as usize + 2, Frame::new);
        for frame in &mut state.frames {
            frame.killers = [None, None];
            frame.excluded = None;
        }
        let keys = history_keys.iter().copied().chain([root.repetition_key()]);
        let reached = keys.map(|repetition_key| Reached { repetition_key, start: 0 }).collect();
        Worker {
            shared,
            pos: root.clone(),
            salt: state.evaluator.table_salt(),
            evaluator: &mut state.evaluator,
            history: &mut state.history,
            frames: &mut state.frames,
            reached,
            root: RootMoves::new(root_moves),
            nodes: NodeCounter::default(),
            tb_hits: 0,
            seldepth: 0,
            stopped: false,
        }
    }

    /// Table key of the position. In games of more than two a value belongs to the coalitions it was
    /// searched for, so the root player is part of the key.
    #[inline]
    pub(super) fn table_key(&self, pos: &P) -> u64 {
        const SALT: u64 = 0x9e37_79b9_7f4a_7c15;
        if pos.player_count() > 2 {
            pos.key() ^ SALT.wrapping_mul(self.shared.root_player.index() as u64 + 1)
        } else {
            pos.key() ^ self.salt
        }
    }

    /// Plays a move on the position, the evaluator and the history of keys. `depth` is the remaining depth after it:
    /// the table is probed only if that is 1 or more.
    #[inline]
    pub(super) fn make(&mut self, mv: P::Move, ply: i32, depth: i32) -> P::Undo {
        #[cfg(test)]
        self.shared.budget.fault().reach(Stage::Tree, self.nodes.nodes() >= 1000);
        let slot = self.evaluator.history_slot(&self.pos, mv);
        let irreversible = P::CAN_REPEAT && self.pos.is_irreversible(mv);
        let undo = self.pos.make(mv);
        if depth > 0 {
            self.shared.tt.prefetch(self.table_key(&self.pos));
        }
        self.evaluator.make(&self.pos, mv);
        self.frames[ply as usize + 1].arrived_by = Some(slot);
        if P::CAN_REPEAT {
            self.push_key(irreversible);
        }
        self.nodes.add();
        undo
    }

    /// Takes the last move back.
    #[inline]
    pub(super) fn unmake(&mut self, mv: P::Move, undo: P::Undo) {
        self.pos.unmake(mv, undo);
        self.evaluator.unmake(&self.pos, mv);
        self.pop_key();
    }

    /// Records the position just reached; `fresh`: nothing before it can recur.
    #[inline]
    fn push_key(&mut self, fresh: bool) {
        let start = if fresh { self.reached.len() } else { self.reached.last().map_or(0, |last| last.start) };
        self.reached.push(Reached { repetition_key: self.pos.repetition_key(), start });
    }

    #[inline]
    fn pop_key(&mut self) {
        if P::CAN_REPEAT {
            self.reached.pop();
        }
    }

    /// Makes a null move; `None` if the game has none.
    pub(super) fn make_null(&mut self, ply: i32) -> Option<P::Undo> {
        let undo = self.pos.make_null()?;
        self.frames[ply as usize + 1].arrived_by = None;
        if P::CAN_REPEAT {
            self.push_key(true);
        }
        self.nodes.add();
        Some(undo)
    }

    /// Takes the null move back.
    pub(super) fn unmake_null(&mut self, undo: P::Undo) {
        self.pos.unmake_null(undo);
        self.pop_key();
    }

    /// Has this position been on the board before, in the game or on the line searched? Once is enough: what
    /// could be reached before can be reached again.
    #[inline]
    pub(super) fn is_repetition(&self) -> bool {
        match self.reached.split_last() {
            Some((now, before)) if now.start < before.len() => {
                before[now.start..].iter().any(|reached| reached.repetition_key == now.repetition_key)
            }
            _ => false,
        }
    }

    /// Value of a finished game for `viewer` (or its coalition) at `ply`.
    pub(super) fn outcome_score(&self, outcome: Outcome, viewer: Player, ply: i32) -> Score {
        match outcome {
            Outcome::Draw => Score::DRAW,
            Outcome::Win(winner) if opposes(self.shared.root_player, winner, viewer) => Score::loss_in(ply),
            Outcome::Win(_) => Score::win_in(ply),
        }
    }

    /// Does the value change sign between `mover` and the player now to move?
    #[inline]
    pub(super) fn side_changed(&self, mover: Player) -> bool {
        opposes(self.shared.root_player, mover, self.pos.player_to_move())
    }

    /// Checks the limits; true once the search is over.
    #[inline]
    pub(super) fn must_stop(&mut self) -> bool {
        self.stopped |= self.shared.budget.must_stop(&mut self.nodes);
        self.stopped
    }

    /// The game's own search in place of the tree, if it has one.
    #[inline]
    pub(super) fn solve(&mut self, depth: i32, ply: i32) -> Option<Score> {
        let mut leaf = Leaf::new(ply, &mut self.nodes, &mut self.seldepth, &self.shared.budget);
        let score = self.evaluator.solve(&self.pos, depth, &mut leaf);
        self.stopped |= self.shared.budget.is_finished();
        score
    }

    /// The game's own search below depth 0.
    #[inline]
    pub(super) fn quiesce(&mut self, window: Window, ply: i32) -> Score {
        self.seldepth = self.seldepth.max(ply);
        let mut leaf = Leaf::new(ply, &mut self.nodes, &mut self.seldepth, &self.shared.budget);
        let score = self.evaluator.quiesce(&mut self.pos, window, &mut leaf);
        self.stopped |= self.shared.budget.is_finished();
        score
    }
}
