//! The parameters of the search (the weights are in `weights/`).

use super::rules::Rules;
use crate::contract::SearchParams;

/// The search in draughts: no null move, since zugzwang is common. Instead a reduced search of the node itself shows
/// that it is far above beta.
///
/// Reductions were chosen in games of 300,000 nodes a move: with 20,000 the tree is too shallow to show their gain.
const SEARCH: SearchParams = SearchParams {
    aspiration_window: 12,
    lmr_depth: 2,
    lmr_moves: 1,
    lmr_base: 100,
    lmr_divisor: 170,
    probcut_depth: 3,
    probcut_exchanges: 1,
    ..SearchParams::DEFAULT
};

/// The search under these rules. If a capture is due, the outcome of a sacrifice is still open: repeated cuts at a
/// fraction of the depth would hide a shot of several sacrifices. So no such node is cut in three rule sets, which
/// gained (Elo at 50,000 and at 200,000 nodes a move): international +8 ± 10, +27 ± 17; antidraughts +142 ± 83, +191 ±
/// 98; breakthrough +85 ± 51, +49 ± 56. In the others that costs more depth than it is worth: Russian -26 ± 26, -28 ±
/// 32; English -22 ± 35, -13 ± 25; at 50,000 alone Brazilian -30 ± 24, killer -17 ± 61, Frisian +4 ± 52.
///
/// Singular extension gained in Frisian draughts and Frysk!; the notebook has the figures of the others.
pub fn search(rules: &Rules) -> SearchParams {
    SearchParams {
        probcut_exchanges: i32::from(rules.cuts_exchanges),
        singular_depth: if rules.extends_singular { 6 } else { 0 },
        ..SEARCH
    }
}
