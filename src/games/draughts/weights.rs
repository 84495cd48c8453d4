//! What a rule set plays with: its network, a file for a group of variants, made by `quadriga fit --network`.

use once_cell::sync::Lazy;

use super::network::Network;
use super::rules::RuleSet;

/// The network of a rule set, unpacked at first use.
///
/// ```
/// use quadriga::games::draughts::{English, Trained};
/// assert!(std::ptr::eq(English::network(), English::network()), "unpacked once");
/// ```
pub trait Trained: RuleSet {
    /// What it plays with.
    fn network() -> &'static Network;
}

macro_rules! trained {
    ($($rules:ident: $network:literal;)*) => { $(
        impl Trained for super::rules::$rules {
            fn network() -> &'static Network {
                static NETWORK: Lazy<Network> = Lazy::new(|| {
                    Network::decode::<super::rules::$rules>(include_bytes!(concat!("weights/", $network)))
                });
                &NETWORK
            }
        }
    )* };
}

trained! {
    International: "draughts.network";
    Killer: "killer.network";
    Breakthrough: "breakthrough.network";
    Antidraughts: "antidraughts.network";
    Frisian: "frisian.network";
    Frysk: "frisian.network";
    Russian: "russian.network";
    Brazilian: "brazilian.network";
    English: "english.network";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::fen::parse_fen;
    use crate::games::draughts::rules::Goal;
    use crate::games::draughts::{
        Antidraughts, Brazilian, Breakthrough, English, Frisian, International, Killer, Russian,
    };

    /// What the network thinks of a start position that lacks a man of Black, in hundredths of a man for White.
    fn a_man_more<R: Trained>() -> i32 {
        let (count, men) = (R::GEOMETRY.count, R::GEOMETRY.count * 2 / 5);
        let fen = format!("W:W{}-{count}:B1-{}", count - men + 1, men - 1);
        R::network().white_value(&parse_fen::<R>(&fen).expect("a position"))
    }

    #[test]
    fn a_man_more_is_worth_having_where_men_are() {
        fn check<R: Trained>() {
            let value = a_man_more::<R>();
            let expected = if R::RULES.goal == Goal::HaveNoMove { -200..=-5 } else { 30..=200 };
            assert!(expected.contains(&value), "{}: {value}", std::any::type_name::<R>());
        }
        check::<International>();
        check::<Killer>();
        check::<Breakthrough>();
        check::<Antidraughts>();
        check::<Frisian>();
        check::<Russian>();
        check::<Brazilian>();
        check::<English>();
    }
}
