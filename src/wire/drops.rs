//! Games that chess front-ends treat as drop variants, with moves written `P@d1`.

/// A variant by its own name, and its value of `UCI_Variant` in chess front-ends.
const NAMES: [(&str, &str); 3] =
    [("connect4", "cfour"), ("gomoku", "gomoku"), ("gomokufreestyle", "gomokufreestyle")];

/// The name of a variant in chess front-ends, by its own name; `None` if they do not have it.
pub(crate) fn name_of(variant: &str) -> Option<&'static str> {
    NAMES.iter().find(|(own, _)| *own == variant).map(|&(_, name)| name)
}

/// Do chess front-ends have a game of this name? Others may use the name as well.
pub(crate) fn is_name(name: &str) -> bool {
    NAMES.iter().any(|(_, known)| *known == name)
}

/// Is this a name that only chess front-ends use?
pub(crate) fn is_only_theirs(name: &str) -> bool {
    NAMES.iter().any(|(own, known)| *known == name && own != known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn every_variant_is_a_game_by_its_own_name() {
        for (variant, name) in NAMES {
            assert_eq!(games::open(variant).expect(variant).identity().variant, variant);
            assert_eq!(games::open(name).expect(name).identity().variant, variant, "an alias");
        }
    }
}
