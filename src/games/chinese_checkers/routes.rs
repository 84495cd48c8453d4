//! The route of a move, hop by hop, for display: a move itself is only its two ends.

use super::geometry::{HOLES, Hole, NOWHERE};
use super::moves::Move;
use super::position::Position;

impl Position {
    /// The holes of a shortest way of a legal move, both ends included; empty for the pass.
    pub(super) fn route(&self, mv: Move) -> Vec<Hole> {
        if mv.is_pass() {
            return Vec::new();
        }
        // A step. Hops may come back to a hole next to where they began, but then the step is the shortest way.
        if mv.from.distance(mv.to) == 1 {
            return vec![mv.from, mv.to];
        }
        let mut lines = self.lines.clone();
        lines.toggle(mv.from);
        // From where each hole was reached first, breadth first.
        let mut before: [Option<Hole>; HOLES] = [None; HOLES];
        let mut reached = vec![mv.from];
        let mut next = 0;
        while before[mv.to.index()].is_none()
            && let Some(&hole) = reached.get(next)
        {
            next += 1;
            let landings =
                self.table.landings(&lines, hole).into_iter().filter(|&to| to != NOWHERE).map(Hole);
            for landing in landings {
                if landing != mv.from && before[landing.index()].is_none() {
                    before[landing.index()] = Some(hole);
                    reached.push(landing);
                }
            }
        }
        let mut route: Vec<Hole> = std::iter::successors(Some(mv.to), |hole| before[hole.index()]).collect();
        route.reverse();
        route
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::{Hops, Rules};
    use super::*;
    use crate::contract::Position as _;

    /// Every move of a random game, with its way checked hop by hop.
    #[test]
    fn a_piece_walks_one_step_or_hops_from_stop_to_stop() {
        for hops in [Hops::Adjacent, Hops::Long, Hops::Both] {
            let mut pos = Position::start(Rules { hops, ..Rules::DEFAULT });
            let (mut longest, mut at) = (0, 1);
            for _ in 0..60 {
                let mut moves = Vec::new();
                pos.generate(&mut moves);
                for &mv in &moves {
                    let route = pos.route(mv);
                    assert_eq!((route.first(), route.last()), (Some(&mv.from), Some(&mv.to)));
                    let is_step = route.len() == 2 && mv.from.distance(mv.to) == 1;
                    let hops = route.windows(2).all(|leg| pos.is_single_hop(mv.from, leg[0], leg[1]));
                    assert!(is_step || hops, "{mv:?}: {route:?}");
                    longest = longest.max(route.len());
                }
                at = (at * 31 + 7) % moves.len();
                pos.make(moves[at]);
            }
            assert!(longest > 3, "{longest} holes");
        }
        assert!(Position::start(Rules::DEFAULT).route(Move::PASS).is_empty());
    }
}
