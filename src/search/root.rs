//! The moves of the root: their order, and their lines in the running iteration and the last complete one.
//!
//! The two are kept apart, because a search is mostly stopped in the middle of an iteration. Then moves with a line of
//! the running iteration go before all others, and those without one keep the order of the last complete iteration.
//! Older iterations are forgotten.

use crate::contract::{Bound, Score};

/// The result of a search of a root move.
#[derive(Clone, Debug)]
pub struct RootLine<M> {
    /// Value for the player to move at the root.
    pub score: Score,
    /// Is `score` exact or a bound?
    pub bound: Bound,
    /// Iteration in which it was found, in plies.
    pub depth: i32,
    /// The line, starting with the move itself.
    pub pv: Vec<M>,
}

/// A root move with its results.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// From the running iteration; `None` if the move was not searched yet or was only shown to be worse than another.
    pub current: Option<RootLine<M>>,
    /// From the last complete iteration; `None` if the move was only shown to be worse than another there.
    pub previous: Option<RootLine<M>>,
    /// Proved upper bound of the move's value.
    cap: Option<Score>,
}

impl<M> RootMove<M> {
    /// A move without results.
    fn new(mv: M) -> RootMove<M> {
        RootMove { mv, current: None, previous: None, cap: None }
    }

    /// The newest line: of the running iteration or, if it has none yet, of the last complete one.
    pub fn line(&self) -> Option<&RootLine<M>> {
        self.current.as_ref().or(self.previous.as_ref())
    }

    /// Value of the newest line, `-INFINITE` without one.
    pub fn score(&self) -> Score {
        score_of(self.line())
    }
}

/// Value of a line, `-INFINITE` without one.
pub fn score_of<M>(line: Option<&RootLine<M>>) -> Score {
    line.map_or(-Score::INFINITE, |line| line.score)
}

/// All root moves; the first `decided` are the lines already found in this iteration (MultiPV).
#[derive(Clone, Debug)]
pub struct RootMoves<M> {
    /// Best first.
    pub list: Vec<RootMove<M>>,
    /// Lines already decided in this iteration.
    pub decided: usize,
    /// The running iteration, in plies.
    pub depth: i32,
    /// Moves that are not searched any more.
    dropped: Vec<M>,
}

impl<M: Copy + Eq> RootMoves<M> {
    /// These moves, without results.
    pub fn new(moves: &[M]) -> RootMoves<M> {
        let list = moves.iter().copied().map(RootMove::new).collect();
        RootMoves { list, decided: 0, depth: 0, dropped: Vec::new() }
    }

    /// The last iteration is complete: its results become those of the last complete iteration.
    pub fn begin_iteration(&mut self, depth: i32) {
        self.decided = 0;
        self.depth = depth;
        for root_move in &mut self.list {
            root_move.previous = root_move.current.take();
        }
    }

    /// A root move was searched. `found` is its line if it is the first one or better than those before it. A move that
    /// was only shown to be worse loses its line, so that sorting keeps its place.
    pub fn record(&mut self, mv: M, found: Option<RootLine<M>>) {
        let Some(root_move) = self.list.iter_mut().find(|r| r.mv == mv) else { return };
        root_move.current = found;
    }

    /// Drops moves that the helper has refuted, after an iteration. If the new first move has no line of that
    /// iteration, it was at most as good as the one before it, whatever an earlier iteration found.
    pub fn retain(&mut self, keep: impl Fn(M) -> bool) {
        let first = self.list[0].line().map(|line| (line.score, line.depth));
        self.dropped.extend(self.list.iter().map(|r| r.mv).filter(|&mv| !keep(mv)));
        self.list.retain(|r| keep(r.mv));
        if let (Some((score, depth)), Some(next)) = (first, self.list.first_mut())
            && next.current.is_none()
        {
            next.current = Some(RootLine { score, bound: Bound::Upper, depth, pv: vec![next.mv] });
        }
    }

    /// All moves lose. Those that were dropped for that reason come back with the upper bound `cap`, since they may
    /// have the longest defence.
    pub fn bring_back(&mut self, cap: impl Fn(M) -> Option<Score>) {
        if !self.list.iter().map(|r| r.mv).chain(self.dropped.iter().copied()).any(|mv| cap(mv).is_some()) {
            return;
        }
        let back = self.dropped.extract_if(.., |&mut mv| cap(mv).is_some());
        self.list.extend(back.map(RootMove::new));
        let depth = self.depth;
        for root_move in &mut self.list {
            let Some(cap) = cap(root_move.mv) else { continue };
            let is_new = root_move.cap.replace(cap).is_none();
            let line = root_move.line();
            if is_new && line.is_none_or(|line| line.score > cap) {
                let pv = line.map_or_else(|| vec![root_move.mv], |line| line.pv.clone());
                root_move.current = Some(RootLine { score: cap, bound: Bound::Upper, depth, pv });
            }
        }
        self.decided = 0;
        self.sort_undecided();
    }

    /// The score of a root move, capped by its proved upper bound; and was it capped?
    pub fn capped(&self, mv: M, score: Score) -> (Score, bool) {
        let cap = self.list.iter().find(|r| r.mv == mv).and_then(|r| r.cap);
        cap.filter(|&cap| cap < score).map_or((score, false), |cap| (cap, true))
    }

    /// Moves the best of the undecided moves to the front; the rest keep their order.
    pub fn sort_undecided(&mut self) {
        let key = |r: &RootMove<M>| (-score_of(r.current.as_ref()), -score_of(r.previous.as_ref()));
        insertion_sort_by_key(&mut self.list[self.decided..], key);
    }

    /// Puts the line found last in its place by value among those found before; returns that place.
    pub fn sort_decided(&mut self) -> usize {
        let Some((last, before)) = self.list[..self.decided].split_last() else { return 0 };
        let place = before.partition_point(|r| r.score() >= last.score());
        self.list[place..self.decided].rotate_right(1);
        place
    }
}

/// A stable sort for root moves. They are few and nearly sorted, and compiling the sort of the standard library for
/// every game would be a seventh of the compile time.
pub fn insertion_sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut place = end;
        while place > 0 && key(&list[place - 1]) > key(&list[place]) {
            list.swap(place - 1, place);
            place -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_keeps_the_order_of_equals() {
        let mut list = vec![(2, 'a'), (1, 'b'), (2, 'c'), (0, 'd'), (1, 'e')];
        insertion_sort_by_key(&mut list, |&(key, _)| key);
        assert_eq!(list, [(0, 'd'), (1, 'b'), (1, 'e'), (2, 'a'), (2, 'c')]);
    }

    fn line(mv: char, score: i32, depth: i32) -> Option<RootLine<char>> {
        Some(RootLine { score: Score(score), bound: Bound::Exact, depth, pv: vec![mv] })
    }

    fn order(moves: &RootMoves<char>) -> String {
        moves.list.iter().map(|r| r.mv).collect()
    }

    /// Two complete iterations: `a` led the first with a high value, `c` the second with a low one.
    fn after_two_iterations() -> RootMoves<char> {
        let mut moves = RootMoves::new(&['a', 'b', 'c']);
        for (mv, found) in [('a', line('a', 90, 1)), ('b', None), ('c', None)] {
            moves.record(mv, found);
        }
        moves.sort_undecided();
        moves.begin_iteration(3);
        for (mv, found) in [('a', line('a', -50, 2)), ('b', None), ('c', line('c', 10, 2))] {
            moves.record(mv, found);
        }
        moves.sort_undecided();
        moves
    }

    #[test]
    fn a_search_stopped_before_its_first_root_move_plays_the_move_of_the_last_full_iteration() {
        let mut moves = after_two_iterations();
        assert_eq!(order(&moves), "cab");
        moves.begin_iteration(3);
        moves.sort_undecided();
        assert_eq!(order(&moves), "cab");
        assert_eq!(moves.list[0].line().map(|line| (line.score, line.depth)), Some((Score(10), 2)));
    }

    #[test]
    fn what_an_earlier_iteration_said_is_forgotten() {
        let mut moves = after_two_iterations();
        moves.begin_iteration(3);
        moves.record('c', line('c', 5, 3));
        moves.sort_undecided();
        moves.begin_iteration(3);
        assert!(moves.list.iter().all(|r| r.mv == 'c' || r.line().is_none()));
    }

    #[test]
    fn a_move_of_the_running_iteration_is_played_if_it_beat_the_first_one_there() {
        let mut moves = after_two_iterations();
        moves.begin_iteration(3);
        moves.record('c', line('c', -30, 3));
        moves.sort_undecided();
        assert_eq!(order(&moves), "cab", "one that fell stays first while no other has a value");
        moves.record('a', line('a', -20, 3));
        moves.sort_undecided();
        assert_eq!(order(&moves), "acb");
    }

    #[test]
    fn a_move_left_over_is_at_most_as_good_as_the_first_was() {
        let mut moves = after_two_iterations();
        moves.retain(|mv| mv == 'b');
        let line = moves.list[0].line().map(|line| (line.score, line.bound, line.depth, line.pv.clone()));
        assert_eq!(line, Some((Score(10), Bound::Upper, 2, vec!['b'])));
    }

    #[test]
    fn a_move_left_over_still_has_a_line_when_the_next_iteration_begins() {
        let mut moves = after_two_iterations();
        moves.begin_iteration(3);
        for (mv, found) in [('c', line('c', 5, 3)), ('a', None), ('b', None)] {
            moves.record(mv, found);
        }
        moves.sort_undecided();
        moves.retain(|mv| mv != 'c');
        moves.begin_iteration(4);
        let line = moves.list[0].line().map(|line| (line.score, line.bound, line.depth, line.pv.clone()));
        assert_eq!(line, Some((Score(5), Bound::Upper, 3, vec!['a'])));
    }

    #[test]
    fn where_all_moves_lose_the_longest_defence_comes_first_among_those_dropped_too() {
        let mut moves = after_two_iterations();
        let caps = |mv| match mv {
            'c' => Some(Score::loss_in(12)),
            'b' => Some(Score::loss_in(4)),
            _ => None,
        };
        moves.retain(|mv| mv == 'a');
        moves.record('a', line('a', Score::loss_in(6).0, 3));
        moves.bring_back(caps);
        assert_eq!(order(&moves), "cab");
        let first = moves.list[0].line().map(|line| (line.score, line.bound));
        assert_eq!(first, Some((Score::loss_in(12), Bound::Upper)));
        assert_eq!(moves.capped('c', Score(5)), (Score::loss_in(12), true));
        assert_eq!(moves.capped('c', Score::loss_in(8)), (Score::loss_in(8), false));
        moves.begin_iteration(4);
        moves.record('c', line('c', Score::loss_in(4).0, 4));
        moves.record('a', line('a', Score::loss_in(6).0, 4));
        moves.sort_undecided();
        moves.bring_back(caps);
        assert_eq!(order(&moves), "acb", "what a search has found since is kept");
    }

    #[test]
    fn decided_lines_stand_by_value_before_the_others() {
        let mut moves = after_two_iterations();
        moves.begin_iteration(3);
        moves.record('c', line('c', 7, 3));
        moves.sort_undecided();
        moves.decided = 1;
        moves.record('b', line('b', 8, 3));
        moves.sort_undecided();
        moves.decided = 2;
        assert_eq!(moves.sort_decided(), 0);
        assert_eq!(order(&moves), "bca");
    }
}
