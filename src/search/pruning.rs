//! The rules that skip or reduce parts of the tree, one function each.
//!
//! Each takes numbers and returns yes, no or an amount. The numbers come from `alpha_beta.rs`, the parameters from
//! `params.rs`. Rules whose depth parameter is 0 return no.

use crate::contract::{Score, SearchParams, Window};

/// Reductions by depth and move number, computed once a search.
pub struct LmrTable(Vec<[i32; LmrTable::MOVES]>);

impl LmrTable {
    const DEPTHS: usize = 64;
    const MOVES: usize = 64;

    /// Reductions in hundredths of a ply: base + ln(depth)·ln(move number)·10⁴/divisor.
    pub fn new(params: &SearchParams) -> LmrTable {
        let ln: [f64; Self::DEPTHS] = std::array::from_fn(|n| f64::ln(n.max(1) as f64));
        let row = |depth: usize| {
            std::array::from_fn(|number| {
                let scaled = ln[depth] * ln[number] * 10_000.0 / f64::from(params.lmr_divisor);
                params.lmr_base + scaled as i32
            })
        };
        LmrTable((0..Self::DEPTHS).map(row).collect())
    }

    /// Plies by which a late move is searched less deep; 0 if it is not reduced. `number` counts the moves of
    /// the node from 1. A good history takes reduction away, a bad one adds.
    #[inline]
    pub fn reduction(&self, params: &SearchParams, node: LateMove) -> i32 {
        if params.lmr_depth == 0 || node.depth < params.lmr_depth || node.number <= params.lmr_moves {
            return 0;
        }
        let depth = (node.depth as usize).min(Self::DEPTHS - 1);
        let mut hundredths = self.0[depth][(node.number as usize).min(Self::MOVES - 1)];
        if node.is_pv {
            hundredths -= 100;
        }
        if node.is_noisy {
            hundredths -= params.lmr_noisy;
        }
        if params.lmr_history > 0 {
            hundredths -= node.history * 100 / params.lmr_history;
        }
        (hundredths / 100).clamp(0, node.depth - 1)
    }
}

/// The inputs of a reduction.
#[derive(Clone, Copy, Debug)]
pub struct LateMove {
    /// Depth of the node, in plies.
    pub depth: i32,
    /// Number of the move in the node, from 1.
    pub number: i32,
    /// Is the node on the principal variation?
    pub is_pv: bool,
    /// Is the move not quiet?
    pub is_noisy: bool,
    /// History value of the move.
    pub history: i32,
}

/// Reverse futility: is it so far above beta that `depth` plies are unlikely to change that?
pub fn reverse_futility(params: &SearchParams, depth: i32, static_eval: Score, window: Window) -> bool {
    depth <= params.reverse_futility_depth
        && !window.beta.is_known()
        && window.fails_high(static_eval - params.reverse_futility_margin * depth)
}

/// Futility: is it so far below alpha that a quiet move is unlikely to help?
pub fn futility(params: &SearchParams, depth: i32, static_eval: Score, window: Window) -> bool {
    depth <= params.futility_depth
        && !window.alpha.is_known()
        && window.fails_low(static_eval + params.futility_margin * depth)
}

/// Late-move pruning: were enough quiet moves tried at this depth?
pub fn late_move(params: &SearchParams, depth: i32, quiets_tried: i32) -> bool {
    let growth = if params.lmp_squares > 0 { depth * depth } else { depth };
    depth <= params.lmp_depth && quiets_tried >= params.lmp_moves * (1 + growth) / 2
}

/// Depth of the search after a null move, `None` without this test.
pub fn null_move(params: &SearchParams, depth: i32, static_eval: Score, window: Window) -> Option<i32> {
    (params.null_move_depth > 0
        && depth >= params.null_move_depth
        && !window.beta.is_known()
        && window.fails_high(static_eval))
    .then(|| depth - 1 - params.null_move_reduction - depth / 4)
}

/// ProbCut (Buro; on the node itself as in Scan): the depth and the raised beta of the reduced search that must fail
/// high.
pub fn probcut(params: &SearchParams, depth: i32, window: Window) -> Option<(i32, Score)> {
    (params.probcut_depth > 0 && depth >= params.probcut_depth && !window.beta.is_known()).then(|| {
        let raised = window.beta + params.probcut_margin * depth;
        (depth * params.probcut_percent / 100, Score::eval(raised.0))
    })
}

/// Internal iterative reduction: without a table move the order is a guess, so spend a ply less on it.
pub fn iterative_reduction(params: &SearchParams, depth: i32, has_table_move: bool) -> i32 {
    i32::from(params.iir_depth > 0 && depth >= params.iir_depth && !has_table_move)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn late(depth: i32, number: i32) -> LateMove {
        LateMove { depth, number, is_pv: false, is_noisy: false, history: 0 }
    }

    #[test]
    fn reductions_grow_with_depth_and_move_number() {
        let params = SearchParams::DEFAULT;
        let table = LmrTable::new(&params);
        assert_eq!(table.reduction(&params, late(8, 1)), 0);
        assert!(table.reduction(&params, late(8, 20)) > table.reduction(&params, late(8, 4)));
        assert!(table.reduction(&params, late(20, 20)) > table.reduction(&params, late(5, 20)));
        let praised = LateMove { history: 6000, ..late(8, 20) };
        assert_eq!(table.reduction(&params, praised) + 1, table.reduction(&params, late(8, 20)));
    }

    #[test]
    fn noisy_moves_are_reduced_by_as_much_less_as_the_parameter_says() {
        let noisy = LateMove { is_noisy: true, ..late(8, 20) };
        let reduction = |lmr_noisy| {
            let params = SearchParams { lmr_noisy, ..SearchParams::DEFAULT };
            LmrTable::new(&params).reduction(&params, noisy)
        };
        let quiet = LmrTable::new(&SearchParams::DEFAULT).reduction(&SearchParams::DEFAULT, late(8, 20));
        assert_eq!([100, 200].map(reduction), [quiet - 1, quiet - 2]);
    }

    #[test]
    fn exact_parameters_switch_every_rule_off() {
        let params = SearchParams {
            reverse_futility_depth: 5,
            futility_depth: 5,
            lmp_depth: 5,
            null_move_depth: 2,
            probcut_depth: 3,
            iir_depth: 3,
            ..SearchParams::DEFAULT
        }
        .exact();
        let window = Window::new(Score(-5), Score(-4));
        assert!(!reverse_futility(&params, 1, Score(20_000), window));
        assert!(!futility(&params, 1, Score(-20_000), window));
        assert!(!late_move(&params, 1, 99));
        assert_eq!(null_move(&params, 9, Score(20_000), window), None);
        assert_eq!(probcut(&params, 9, window), None);
        assert_eq!(iterative_reduction(&params, 9, false), 0);
        assert_eq!(LmrTable::new(&params).reduction(&params, late(20, 20)), 0);
    }
}
