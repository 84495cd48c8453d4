//! Rule sets by the numbers of Gomocup, in `INFO rule` of the protocol and in Piskvork's files.

/// Every rule set that is played here: its number and the name of the variant.
const RULES: [(u32, &str); 5] =
    [(0, "gomokufreestyle"), (1, "gomoku"), (4, "renju"), (8, "caro"), (9, "caroexact")];

/// The number of a variant, given by its own name; `None` if Gomocup does not have the game.
pub(crate) fn rule_of(variant: &str) -> Option<u32> {
    RULES.iter().find(|(_, known)| *known == variant).map(|&(rule, _)| rule)
}

/// All variants, in the order of their numbers.
pub(crate) fn variants() -> impl Iterator<Item = &'static str> {
    RULES.iter().map(|&(_, variant)| variant)
}

/// The variant with this number; `None` if it is not played here.
pub(crate) fn variant_of(rule: u32) -> Option<&'static str> {
    RULES.iter().find(|(known, _)| *known == rule).map(|&(_, variant)| variant)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn every_variant_is_a_game_by_its_own_name() {
        for (rule, variant) in RULES {
            assert_eq!(games::open(variant).expect(variant).identity().variant, variant);
            assert_eq!((rule_of(variant), variant_of(rule)), (Some(rule), Some(variant)));
        }
    }
}
