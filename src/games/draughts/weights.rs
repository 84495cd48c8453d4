//! What a rule set plays with: its network, a file for a group of variants, made by `quadriga fit --network`.

use once_cell::sync::Lazy;

use super::geometry::{EIGHT, TEN};
use super::network::Network;

macro_rules! networks {
    ($($name:ident: $board:ident, $file:literal;)*) => { $(
        /// The network of that name, unpacked at first use.
        pub(super) fn $name() -> &'static Network {
            static NETWORK: Lazy<Network> =
                Lazy::new(|| Network::decode(&$board, include_bytes!(concat!("weights/", $file))));
            &NETWORK
        }
    )* };
}

networks! {
    draughts: TEN, "draughts.network";
    killer: TEN, "killer.network";
    breakthrough: TEN, "breakthrough.network";
    antidraughts: TEN, "antidraughts.network";
    frisian: TEN, "frisian.network";
    russian: EIGHT, "russian.network";
    brazilian: EIGHT, "brazilian.network";
    english: EIGHT, "english.network";
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

    /// What the network thinks of a start position that lacks a man of Black, in hundredths of a man for White.
    fn a_man_more<K: Kernel>(rules: RuleSet<K>) -> i32 {
        let (count, men) = (K::GEOMETRY.count, K::GEOMETRY.count * 2 / 5);
        let fen = format!("W:W{}-{count}:B1-{}", count - men + 1, men - 1);
        let pos = parse_fen(rules.rules(), &fen).expect("a position");
        (rules.network)().white_value(&Position::<K>::of(pos))
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
        assert!(std::ptr::eq((ENGLISH.network)(), (ENGLISH.network)()));
    }
}
