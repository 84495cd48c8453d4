//! One node of the tree. The steps are numbered here and listed in `mod.rs`; pruning rules are in `pruning.rs`, their
//! parameters in `contract/params.rs`, the state in `worker.rs`.

use super::abdada::Mark;
use super::move_picker::{FORCING, FORCING_HINT, KILLERS, MovePicker, TABLE_MOVE};
use super::pruning::{self, LateMove};
use super::root::RootLine;
use super::singular::Alternatives;
use super::tt::TtEntry;
use super::worker::Worker;
use crate::contract::{Bound, Evaluator, MAX_PLY, Player, Position, Score, Window};

/// The kind of a node, known at compile time.
pub trait Node {
    /// May the node be on the principal variation, so that its window is open?
    const PV: bool;
    /// Is it the root?
    const ROOT: bool;
    /// Kind of its first child.
    type First: Node;
}

/// The root of the search.
pub struct Root;
/// A node with an open window.
pub struct Pv;
/// A node with a null window.
pub struct NonPv;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type First = Pv;
}

impl Node for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
    type First = Pv;
}

impl Node for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type First = NonPv;
}

/// A move about to be searched.
struct Child {
    /// Depth of its search.
    depth: i32,
    /// Reduction of the first search, in plies.
    reduction: i32,
    /// Ply of the child.
    ply: i32,
    /// Is it the first of its node?
    first: bool,
}

impl<P: Position, E: Evaluator<P>> Worker<'_, P, E> {
    /// Value of the position for the player to move, searched `depth` plies deep: exact inside `window`,
    /// a bound outside it (fail-soft). Meaningless once `stopped` is set.
    #[inline]
    fn search_to<N: Node>(&mut self, window: Window, depth: i32, ply: i32) -> Score {
        if depth > 0 { self.search::<N>(window, depth, ply) } else { self.leaf::<N>(window, depth, ply) }
    }

    /// Steps 1 to 4 if no depth is left. Half of all nodes are leaves, which skip the rest of a node.
    fn leaf<N: Node>(&mut self, mut window: Window, depth: i32, ply: i32) -> Score {
        if N::PV {
            self.frames[ply as usize].pv.clear();
        }
        if self.must_stop() {
            return Score::DRAW;
        }
        let mover = self.pos.player_to_move();
        let mut known = Window::FULL;
        match self.without_moves(&mut window, &mut known, depth, ply, mover) {
            Some(score) => score,
            // 4. The leaf.
            None => known.clamp(self.quiesce(window, ply)),
        }
    }

    /// The same as [`Worker::search_to`] with a `depth` of 1 or more: a node that is not a leaf.
    #[expect(clippy::too_many_lines, reason = "one node reads best in one piece; 150 lines are the limit")]
    pub(super) fn search<N: Node>(&mut self, mut window: Window, mut depth: i32, ply: i32) -> Score {
        let params = self.shared.params;
        let mover = self.pos.player_to_move();
        if N::PV {
            self.frames[ply as usize].pv.clear();
        }

        // 1. to 3. The end of the search, of the game, or of the line; values known without search.
        if self.must_stop() {
            return Score::DRAW;
        }
        let mut known = Window::FULL;
        if !N::ROOT
            && let Some(score) = self.without_moves(&mut window, &mut known, depth, ply, mover)
        {
            return score;
        }

        // 5. The transposition table; in the principal variation only what a database knows, which then ends there.
        let excluded = self.frames[ply as usize].excluded;
        let key = self.table_key(&self.pos);
        let entry = self.shared.tt.probe(key);
        let trusted = match N::PV {
            true if N::ROOT => None,
            true => self.shared.known.get(&key).copied(),
            false => entry,
        };
        if let Some(entry) = trusted
            && excluded.is_none()
            && entry.depth >= depth
        {
            let score = entry.score.from_table(ply);
            if settles(score, entry.bound, window) {
                return score;
            }
        }

        // 6. The static evaluation, for the rules that need it.
        let static_eval = match entry.and_then(|e| e.static_eval) {
            known @ Some(_) => known,
            None if !N::PV && params.asks_static_eval() => self.evaluator.static_eval(&self.pos),
            None => None,
        };

        // 7. Cuts before any move.
        if !N::PV
            && let Some(score) = self.early_cut(window, depth, ply, static_eval)
        {
            return known.clamp(score);
        }
        if self.stopped {
            return Score::DRAW;
        }
        depth -= pruning::iterative_reduction(params, depth, entry.is_some_and(|e| e.move_code != 0));

        // 8. The moves.
        let Some(mut picker) = self.pick_moves::<N>(entry.map_or(0, |e| e.move_code), mover, ply) else {
            return self.outcome_score(self.pos.no_moves_outcome(), mover, ply);
        };
        let start = window;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let mut count = 0;
        let mut quiets = 0;
        self.frames[ply as usize].tried.clear();
        let searching = self.shared.searching.as_ref().filter(|_| depth >= params.share_depth);
        while let Some(ranked) = picker.pick() {
            let mv = ranked.mv;
            let quiet = self.evaluator.is_quiet(&self.pos, mv);
            // 9. Quiet moves that cannot matter.
            if !N::PV
                && quiet
                && !best.is_loss()
                && count > 0
                && ranked.put_off().is_none()
                && (pruning::late_move(params, depth, quiets)
                    || static_eval.is_some_and(|eval| pruning::futility(params, depth, eval, window)))
            {
                // Both rules, once they hold, hold for the rest of the node.
                let (evaluator, pos) = (&*self.evaluator, &self.pos);
                picker.keep(|mv| !evaluator.is_quiet(pos, mv));
                continue;
            }

            // 10. Moves that another thread is searching come after the others; the first move never waits.
            let number = ranked.put_off().unwrap_or_else(|| {
                count += 1;
                count
            });
            let mark = searching
                .filter(|_| number > 1)
                .map(|searching| searching.of_move(key, self.pos.move_code(mv)));
            if mark.is_some_and(Mark::is_set) && ranked.put_off().is_none() {
                picker.put_off(number);
                continue;
            }

            // 11. How deep: extensions for forced play and singular moves, reductions for late moves.
            let mut extension = self.extension(mv, picker.len(), ply);
            let is_reducible = extension == 0 && (quiet || (params.lmr_noisy > 0 && ranked.is_late()));
            let reduction =
                if is_reducible { self.reduction::<N>(mv, mover, depth, number, quiet) } else { 0 };
            if !N::ROOT && number == 1 && extension == 0 && excluded.is_none() && picker.len() > 1 {
                match self.alternatives(mv, entry, window, depth, ply) {
                    Alternatives::Extend(plies) => extension = plies,
                    Alternatives::Cut(score) => {
                        self.frames[ply as usize].picker = picker;
                        return known.clamp(score);
                    }
                }
            }

            // 12. The move itself. Memory for the next one is asked for while this one is searched.
            if depth > 1
                && let Some(key) = picker.peek().and_then(|next| self.pos.key_after(next))
            {
                self.shared.tt.prefetch(key);
            }
            let undo = self.make(mv, ply, depth - 1 + extension - reduction);
            let child = Child { depth: depth - 1 + extension, reduction, ply: ply + 1, first: number == 1 };
            mark.inspect(|mark| mark.set());
            let mut score = self.search_child::<N>(child, window, mover);
            mark.inspect(|mark| mark.clear());
            self.unmake(mv, undo);
            if self.stopped {
                self.frames[ply as usize].picker = picker;
                return Score::DRAW;
            }

            // 13. The result of the move.
            let mut is_capped = false;
            if N::ROOT {
                (score, is_capped) = self.root.capped(mv, score);
            }
            let raised = score > window.alpha;
            if N::ROOT {
                let found = (raised || number == 1).then(|| self.root_line(mv, score, is_capped, window));
                self.root.record(mv, found);
            }
            if score > best {
                best = score;
                if raised {
                    best_move = Some(mv);
                    if N::PV {
                        self.extend_pv(mv, ply);
                    }
                    if window.fails_high(score) {
                        break;
                    }
                    window.raise(score);
                }
            }
            quiets += i32::from(quiet);
            if quiet || E::ALL_MOVES_TEACH {
                self.frames[ply as usize].tried.push(mv);
            }
        }
        self.frames[ply as usize].picker = picker;
        best = known.clamp(best);
        if excluded.is_some() {
            return best.max(window.alpha);
        }

        // 14. Updates of tables and history.
        if start.fails_high(best)
            && let Some(mv) = best_move
        {
            self.reward(mv, mover, depth, ply);
        }
        if !N::ROOT {
            let move_code = best_move.map_or(0, |mv| self.pos.move_code(mv));
            let found = TtEntry { move_code, score: best, static_eval, depth, ..TtEntry::EMPTY };
            self.store(key, ply, found, start);
        }
        best
    }

    /// Plies to add for forced play.
    #[inline]
    fn extension(&mut self, mv: P::Move, moves: usize, ply: i32) -> i32 {
        let extension = self.evaluator.extension(&self.pos, mv, moves);
        // Free moves must not make a shallow iteration endless.
        if ply >= 2 * self.root.depth { extension.min(1) } else { extension }
    }

    /// Plies by which a late move is reduced.
    #[inline]
    fn reduction<N: Node>(&self, mv: P::Move, mover: Player, depth: i32, number: i32, quiet: bool) -> i32 {
        let history = self.history.get(mover, self.evaluator.history_slot(&self.pos, mv));
        let late = LateMove { depth, number, is_pv: N::PV, is_noisy: !quiet, history };
        self.shared.lmr.reduction(self.shared.params, late)
    }

    /// Steps 1 to 3 of a node below the root: its value, if that needs no moves; else narrows the window, and bounds
    /// the value (`known`).
    #[inline(always)]
    fn without_moves(
        &mut self,
        window: &mut Window,
        known: &mut Window,
        depth: i32,
        ply: i32,
        mover: Player,
    ) -> Option<Score> {
        if let Some(score) = self.known_end(mover, ply) {
            return Some(score);
        }
        // 2. Mate distance: nothing below can beat a win already found nearer to the root.
        window.alpha = window.alpha.max(Score::loss_in(ply));
        window.beta = window.beta.min(Score::win_in(ply + 1));
        if window.alpha >= window.beta {
            return Some(window.alpha);
        }
        // 3. Values that the game knows without search, or finds by its own search.
        if let Some((score, bound)) = self.evaluator.probe(&self.pos, ply, depth) {
            self.tb_hits += 1;
            if settles(score, bound, *window) {
                return Some(score);
            }
            match bound {
                Bound::Lower => (known.alpha, window.alpha) = (score, score.max(window.alpha)),
                Bound::Upper => (known.beta, window.beta) = (score, score.min(window.beta)),
                Bound::Exact => {}
            }
        }
        self.solve(depth, ply)
    }

    /// Value of a line that ends here: game over, repetition, or too long to follow.
    fn known_end(&mut self, mover: Player, ply: i32) -> Option<Score> {
        if let Some(outcome) = self.pos.outcome() {
            return Some(self.outcome_score(outcome, mover, ply));
        }
        if P::CAN_REPEAT && self.is_repetition() {
            return Some(Score::DRAW);
        }
        (ply >= MAX_PLY - 1).then(|| self.evaluator.evaluate(&self.pos))
    }

    /// Reverse futility, null move, ProbCut: a score if the node need not be searched.
    fn early_cut(
        &mut self,
        window: Window,
        depth: i32,
        ply: i32,
        static_eval: Option<Score>,
    ) -> Option<Score> {
        let params = self.shared.params;
        if self.frames[ply as usize].excluded.is_some() {
            return None;
        }
        if let Some(eval) = static_eval {
            if pruning::reverse_futility(params, depth, eval, window) {
                return Some(eval);
            }
            if let Some(reduced) = pruning::null_move(params, depth, eval, window)
                && self.frames[ply as usize].arrived_by.is_some()
                && self.evaluator.early_cut_allowed(&self.pos)
                && let Some(score) = self.search_null(window, reduced, ply)
            {
                return Some(score);
            }
        }
        let (reduced, raised) = pruning::probcut(params, depth, window)?;
        if params.probcut_exchanges == 0 && !self.evaluator.early_cut_allowed(&self.pos) {
            return None;
        }
        let score = self.search_to::<NonPv>(Window::null_below(raised), reduced, ply);
        (!self.stopped && score >= raised).then_some(score)
    }

    /// Searches the position after a null move; a score if that still fails high.
    fn search_null(&mut self, window: Window, depth: i32, ply: i32) -> Option<Score> {
        let mover = self.pos.player_to_move();
        let undo = self.make_null(ply)?;
        let scout = Window::null_below(window.beta);
        let score = self.search_side::<NonPv>(scout, depth, ply + 1, mover);
        self.unmake_null(undo);
        // A win found after passing is not proved for a player who must move.
        (!self.stopped && window.fails_high(score)).then(|| if score.is_win() { window.beta } else { score })
    }

    /// Principal variation search of one move: the first with the open window; the others must first show
    /// in a null window, reduced and then in full, that they are better.
    fn search_child<N: Node>(&mut self, child: Child, window: Window, mover: Player) -> Score {
        let Child { depth, reduction, ply, first } = child;
        if first {
            return self.search_side::<N::First>(window, depth, ply, mover);
        }
        if N::PV {
            // A scout writes no line; one left by an earlier move must not be taken for it.
            self.frames[ply as usize].pv.clear();
        }
        let scout = Window::null_above(window.alpha);
        let mut score = self.search_side::<NonPv>(scout, depth - reduction, ply, mover);
        if reduction > 0 && score > window.alpha && !self.stopped {
            score = self.search_side::<NonPv>(scout, depth, ply, mover);
        }
        if N::PV && score > window.alpha && (N::ROOT || !window.fails_high(score)) && !self.stopped {
            score = self.search_side::<Pv>(window, depth, ply, mover);
        }
        score
    }

    /// The search of a child, seen from `mover`: negated if the next player is on the other side.
    fn search_side<N: Node>(&mut self, window: Window, depth: i32, ply: i32, mover: Player) -> Score {
        if self.side_changed(mover) {
            -self.search_to::<N>(window.flipped(), depth, ply)
        } else {
            self.search_to::<N>(window, depth, ply)
        }
    }

    /// Collects and ranks the moves of the node; `None` if there are none.
    fn pick_moves<N: Node>(
        &mut self,
        table_code: u16,
        mover: Player,
        ply: i32,
    ) -> Option<MovePicker<P::Move>> {
        let frame = &mut self.frames[ply as usize];
        let refutations = [
            frame.killers[0],
            frame.killers[1],
            frame.arrived_by.and_then(|slot| self.history.countermove(slot)),
        ];
        let mut picker = std::mem::take(&mut frame.picker);
        if N::ROOT {
            picker.fill(|moves| moves.extend(self.root.list[self.root.decided..].iter().map(|root| root.mv)));
            picker.rank_as_listed();
            return Some(picker);
        }
        let (pos, evaluator) = (&self.pos, &mut *self.evaluator);
        picker.fill(|moves| evaluator.candidates(pos, moves));
        if picker.len() == 0 {
            self.frames[ply as usize].picker = picker;
            return None;
        }
        let history = self.history.of_player(mover);
        picker.rank(|mv| {
            if table_code != 0 && pos.move_code(mv) == table_code {
                return TABLE_MOVE;
            }
            let hint = evaluator.order_hint(pos, mv);
            if hint >= FORCING_HINT {
                FORCING + hint
            } else if let Some(which) = refutations.iter().position(|&r| r == Some(mv)) {
                KILLERS[which]
            } else {
                hint + i32::from(history[evaluator.history_slot(pos, mv)])
            }
        });
        if let Some(excluded) = self.frames[ply as usize].excluded {
            picker.keep(|mv| mv != excluded);
        }
        Some(picker)
    }

    /// The principal variation of this ply becomes `mv` and that of the next.
    fn extend_pv(&mut self, mv: P::Move, ply: i32) {
        let (here, below) = self.frames.split_at_mut(ply as usize + 1);
        let pv = &mut here[ply as usize].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&below[0].pv);
    }

    /// The result of a root move, with the line below it.
    fn root_line(&self, mv: P::Move, score: Score, is_capped: bool, window: Window) -> RootLine<P::Move> {
        let mut pv = vec![mv];
        pv.extend_from_slice(&self.frames[1].pv);
        let bound = if is_capped { Bound::Upper } else { bound_of(score, window) };
        RootLine { score, bound, depth: self.root.depth, pv }
    }

    /// Updates the tables of move ordering after a cut.
    fn reward(&mut self, mv: P::Move, mover: Player, depth: i32, ply: i32) {
        if !E::ALL_MOVES_TEACH && !self.evaluator.is_quiet(&self.pos, mv) {
            return;
        }
        let frame = &mut self.frames[ply as usize];
        if frame.killers[0] != Some(mv) {
            frame.killers = [Some(mv), frame.killers[0]];
        }
        if let Some(previous) = frame.arrived_by {
            self.history.set_countermove(previous, mv);
        }
        let best = self.evaluator.history_slot(&self.pos, mv);
        let tried = frame.tried.iter().map(|&tried| self.evaluator.history_slot(&self.pos, tried));
        self.history.reward(mover, best, tried, depth);
    }

    /// Stores a result found in `window`, with the score counted from this node.
    fn store(&self, key: u64, ply: i32, found: TtEntry, window: Window) {
        let bound = bound_of(found.score, window);
        self.shared.tt.store(key, TtEntry { bound, score: found.score.to_table(ply), ..found });
    }
}

/// The bound type of a score found with this window.
fn bound_of(score: Score, window: Window) -> Bound {
    if window.fails_high(score) {
        Bound::Lower
    } else if window.fails_low(score) {
        Bound::Upper
    } else {
        Bound::Exact
    }
}

/// Does a score with this bound decide a node with this window?
fn settles(score: Score, bound: Bound, window: Window) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => window.fails_high(score),
        Bound::Upper => window.fails_low(score),
    }
}
