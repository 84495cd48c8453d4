//! The network of each rule set: one file for a group of variants, made by `quadriga fit --network`.

use std::sync::Arc;

use once_cell::sync::OnceCell;

use super::geometry::{EIGHT, Geometry, TEN};
use super::network::Network;
use crate::contract::embedded_weights;

/// An embedded network.
pub struct Trained {
    /// Its name in network files.
    pub name: &'static str,
    geometry: &'static Geometry,
    file: &'static [u8],
    unpacked: OnceCell<Arc<Network>>,
}

impl Trained {
    /// The network, decompressed at first use.
    pub fn network(&self) -> Arc<Network> {
        let unpack = || Arc::new(Network::decode(self.geometry, &embedded_weights(self.file)));
        Arc::clone(self.unpacked.get_or_init(unpack))
    }
}

macro_rules! networks {
    ($($constant:ident: $geometry:ident, $name:literal;)*) => { $(
        pub(super) static $constant: Trained = Trained {
            name: $name,
            geometry: &$geometry,
            file: include_bytes!(concat!("weights/", $name, ".network")),
            unpacked: OnceCell::new(),
        };
    )* };
}

networks! {
    DRAUGHTS: TEN, "draughts";
    KILLER: TEN, "killer";
    BREAKTHROUGH: TEN, "breakthrough";
    ANTIDRAUGHTS: TEN, "antidraughts";
    FRISIAN: TEN, "frisian";
    RUSSIAN: EIGHT, "russian";
    BRAZILIAN: EIGHT, "brazilian";
    ENGLISH: EIGHT, "english";
}

#[cfg(test)]
mod tests {
    use crate::games::draughts::fen::parse_fen;
    use crate::games::draughts::kernel::Kernel;
    use crate::games::draughts::position::Position;
    use crate::games::draughts::rules::{Goal, RuleSet};
    use crate::games::draughts::{
        ANTIDRAUGHTS, BRAZILIAN, BREAKTHROUGH, ENGLISH, FRISIAN, INTERNATIONAL, KILLER, RUSSIAN,
    };

    /// Evaluation of the start position without one of Black's men, in hundredths of a man for White.
    fn a_man_more<K: Kernel>(rules: RuleSet<K>) -> i32 {
        let (count, men) = (K::GEOMETRY.count, K::GEOMETRY.count * 2 / 5);
        let fen = format!("W:W{}-{count}:B1-{}", count - men + 1, men - 1);
        let pos = parse_fen(rules.rules(), &fen).expect("a position");
        rules.network.network().white_value(&Position::<K>::of(pos))
    }

    #[test]
    fn a_man_more_is_worth_having_where_men_are() {
        fn check<K: Kernel>(rules: RuleSet<K>) {
            let value = a_man_more(rules);
            let expected = if rules.goal == Goal::HaveNoMove { -200..=-5 } else { 30..=200 };
            assert!(expected.contains(&value), "{}: {value}", rules.card.name);
        }
        check(INTERNATIONAL);
        check(KILLER);
        check(BREAKTHROUGH);
        check(ANTIDRAUGHTS);
        check(FRISIAN);
        check(RUSSIAN);
        check(BRAZILIAN);
        check(ENGLISH);
    }

    #[test]
    fn a_network_is_unpacked_once() {
        assert!(std::sync::Arc::ptr_eq(&ENGLISH.network.network(), &ENGLISH.network.network()));
    }
}
