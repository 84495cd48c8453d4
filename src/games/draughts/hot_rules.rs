//! The rules that a search asks for at every node; constants if the kernel fixes them.
//!
//! A rule that all rule sets of a kernel share costs nothing there: the compiler removes the code for others. Code that
//! is compiled once asks [`AnyRules`], which reads the rules of the position.

use super::kernel::Kernel;
use super::rules::{Goal, MoveLimits, Rules};

/// Rules of which a kernel may know the value.
pub(super) trait HotRules {
    /// How the game is won.
    fn goal(rules: &Rules) -> Goal;
    /// Draws by counted moves.
    fn limits(rules: &Rules) -> MoveLimits;
    /// Is there a limit for a king on the long diagonal?
    fn counts_road(rules: &Rules) -> bool;
    /// A king whose last captured piece is a king stops directly behind it.
    fn king_halts(rules: &Rules) -> bool;
    /// Kings move any distance.
    fn flying_kings(rules: &Rules) -> bool;
    /// See [`super::wolf`].
    fn three_king_moves(rules: &Rules) -> bool;
}

/// A field of the rules: a constant if all rule sets of the kernel `K` share it.
macro_rules! shared {
    ($rules:ident.$field:ident) => {
        const {
            let (sets, first) = (K::RULE_SETS, K::RULE_SETS[0].rules().$field);
            let (mut index, mut is_shared) = (1, true);
            while index < sets.len() {
                is_shared &= sets[index].rules().$field as u8 == first as u8;
                index += 1;
            }
            if is_shared { Some(first) } else { None }
        }
        .unwrap_or($rules.$field)
    };
}

impl<K: Kernel> HotRules for K {
    #[inline(always)]
    fn goal(rules: &Rules) -> Goal {
        shared!(rules.goal)
    }

    #[inline(always)]
    fn limits(rules: &Rules) -> MoveLimits {
        shared!(rules.limits)
    }

    #[inline(always)]
    fn counts_road(_rules: &Rules) -> bool {
        const {
            let (mut index, mut is_counted) = (0, false);
            while index < K::RULE_SETS.len() {
                is_counted |= K::RULE_SETS[index].rules().limits.counts_road();
                index += 1;
            }
            is_counted
        }
    }

    #[inline(always)]
    fn king_halts(rules: &Rules) -> bool {
        shared!(rules.king_halts_behind_king)
    }

    #[inline(always)]
    fn flying_kings(_rules: &Rules) -> bool {
        K::MOVEMENT.flying_kings
    }

    #[inline(always)]
    fn three_king_moves(_rules: &Rules) -> bool {
        K::MOVEMENT.three_king_moves
    }
}

/// The rules of any kernel.
pub(super) struct AnyRules;

impl HotRules for AnyRules {
    fn goal(rules: &Rules) -> Goal {
        rules.goal
    }

    fn limits(rules: &Rules) -> MoveLimits {
        rules.limits
    }

    fn counts_road(rules: &Rules) -> bool {
        rules.limits.counts_road()
    }

    fn king_halts(rules: &Rules) -> bool {
        rules.king_halts_behind_king
    }

    fn flying_kings(rules: &Rules) -> bool {
        rules.movement.flying_kings
    }

    fn three_king_moves(rules: &Rules) -> bool {
        rules.movement.three_king_moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::kernel::{
        Brazilian, Czech, English, Frisian, Italian, Pool, Russian, Spanish, Ten,
    };

    fn check<K: Kernel>() {
        for rules in K::RULE_SETS.iter().map(|set| set.rules()) {
            let name = rules.card.name;
            assert_eq!(K::goal(rules), rules.goal, "{name}");
            assert_eq!(K::limits(rules), rules.limits, "{name}");
            assert_eq!(K::king_halts(rules), rules.king_halts_behind_king, "{name}");
            assert!(K::counts_road(rules) || !AnyRules::counts_road(rules), "{name}");
            assert_eq!(K::flying_kings(rules), AnyRules::flying_kings(rules), "{name}");
            assert_eq!(K::three_king_moves(rules), AnyRules::three_king_moves(rules), "{name}");
        }
    }

    #[test]
    fn a_kernel_answers_for_each_of_its_rule_sets() {
        check::<Ten>();
        check::<Frisian>();
        check::<Russian>();
        check::<Brazilian>();
        check::<English>();
        check::<Pool>();
        check::<Italian>();
        check::<Spanish>();
        check::<Czech>();
    }
}
