//! Every tunable parameter of the search.
//!
//! A tunable is one line below: name, default, range and step of change, and what it does. With `--tune` it is listed
//! among the engine's options. A game changes a default in its own `params.rs`. A value of 0 in a `*_depth` or
//! `*_margin` switches the rule off.

/// A tunable parameter, as options and tuners see it.
#[derive(Clone, Copy, Debug)]
pub struct Tunable {
    /// Its field in [`SearchParams`].
    pub name: &'static str,
    /// Smallest sensible value.
    pub min: i32,
    /// Largest sensible value.
    pub max: i32,
    /// First step of a tuner.
    pub step: i32,
}

macro_rules! tunables {
    ($($(#[$doc:meta])* $name:ident = $default:expr, $min:expr, $max:expr, $step:expr;)*) => {
        /// The parameters of the search; the module explains what 0 means.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $($(#[$doc])* pub $name: i32,)*
        }

        impl SearchParams {
            /// All tunables with their ranges.
            pub const TUNABLES: &'static [Tunable] = &[
                $(Tunable { name: stringify!($name), min: $min, max: $max, step: $step },)*
            ];

            /// The defaults that a game starts from.
            pub const DEFAULT: SearchParams = SearchParams { $($name: $default,)* };

            /// Value by name, for tuners.
            pub fn get(&self, name: &str) -> Option<i32> {
                match name { $(stringify!($name) => Some(self.$name),)* _ => None }
            }

            /// Sets a value by name; false if there is no such tunable.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name { $(stringify!($name) => self.$name = value,)* _ => return false }
                true
            }
        }
    };
}

tunables! {
    /// Half width of the first aspiration window, in score units; 0: full window.
    aspiration_window = 20, 0, 500, 5;
    /// First depth searched with an aspiration window.
    aspiration_depth = 4, 1, 20, 1;
    /// Least depth for late-move reductions; 0: none.
    lmr_depth = 3, 0, 20, 1;
    /// Moves searched in full before reductions begin.
    lmr_moves = 3, 1, 50, 1;
    /// Reduction at any depth and move number, in hundredths of a ply.
    lmr_base = 50, -200, 300, 10;
    /// Divisor of ln(depth)·ln(move number), in hundredths: smaller reduces more.
    lmr_divisor = 225, 50, 1000, 15;
    /// History that lowers the reduction by one ply; 0: history does not matter.
    lmr_history = 6000, 0, 20000, 500;
    /// For moves that are neither quiet nor forcing: how much less they are reduced than quiet ones, in hundredths of a
    /// ply; 0: they are not reduced.
    lmr_noisy = 0, 0, 400, 20;
    /// Greatest depth for reverse futility: a node is cut if it is the margin above beta; 0: none.
    reverse_futility_depth = 0, 0, 60, 1;
    /// Margin of reverse futility for each ply of depth.
    reverse_futility_margin = 80, 1, 1000, 10;
    /// Greatest depth for futility: quiet moves are skipped if the node is the margin below alpha; 0: none.
    futility_depth = 0, 0, 12, 1;
    /// Margin of futility for each ply of depth.
    futility_margin = 100, 1, 1000, 10;
    /// Greatest depth for late-move pruning; 0: none.
    lmp_depth = 0, 0, 60, 1;
    /// Quiet moves tried at depth 1 before the rest is skipped; grows with the depth.
    lmp_moves = 6, 1, 100, 1;
    /// Does that number grow with the square of the depth (1) or in proportion to it (0)?
    lmp_squares = 1, 0, 1, 1;
    /// Least depth for the null move; 0: none.
    null_move_depth = 0, 0, 20, 1;
    /// Reduction of the null-move search, in plies, in addition to a quarter of the depth.
    null_move_reduction = 3, 1, 6, 1;
    /// Least depth for ProbCut, a cut by a reduced search; 0: none.
    probcut_depth = 0, 0, 20, 1;
    /// Margin above beta that the reduced search must reach, for each ply of depth.
    probcut_margin = 10, 0, 200, 2;
    /// Depth of that search in hundredths of the node's depth.
    probcut_percent = 40, 10, 80, 5;
    /// Is that cut made in the middle of an exchange as well (1), or only if the evaluator allows early cuts (0)?
    probcut_exchanges = 0, 0, 1, 1;
    /// Least depth at which a node without a table move is searched one ply less; 0: never.
    iir_depth = 0, 0, 20, 1;
    /// Least depth for singular extension, and for the cut that comes with it; 0: none.
    singular_depth = 0, 0, 30, 1;
    /// How far all other moves must stay below the table's move, in hundredths of a score unit for each ply of depth.
    singular_margin = 100, 0, 1000, 10;
    /// Least depth of a node whose moves the threads share; 0: none.
    share_depth = 3, 0, 20, 1;
    /// Score at which three games of four are won, for win/draw/loss numbers.
    wdl_scale = 200, 1, 5000, 10;
    /// Moves a game is expected to last for one player, for the clock.
    horizon = 30, 5, 200, 5;
}

impl Default for SearchParams {
    fn default() -> SearchParams {
        SearchParams::DEFAULT
    }
}

impl SearchParams {
    /// Does any rule need the static evaluation of a node?
    pub fn asks_static_eval(&self) -> bool {
        self.reverse_futility_depth > 0 || self.futility_depth > 0 || self.null_move_depth > 0
    }

    /// These parameters without all rules that may change a value. What remains is exact alpha-beta, for equivalence
    /// tests.
    pub fn exact(&self) -> SearchParams {
        SearchParams {
            lmr_depth: 0,
            reverse_futility_depth: 0,
            futility_depth: 0,
            lmp_depth: 0,
            null_move_depth: 0,
            probcut_depth: 0,
            iir_depth: 0,
            singular_depth: 0,
            ..self.clone()
        }
    }
}
