//! The card of the game with its rule sets, and the function that opens one of them.

use super::Draughts;
use super::kernel::{Brazilian, Czech, English, Frisian, Italian, Kernel, Pool, Russian, Spanish, Ten};
use crate::contract::card::{Boards, GameCard, Paint, Pieces, VariantCard};
use crate::engine::{AnyEngine, Engine};

/// What is known about the game before it is opened.
pub const CARD: GameCard = GameCard {
    family: "draughts",
    variants: &[
        INTERNATIONAL,
        ENGLISH,
        RUSSIAN,
        BRAZILIAN,
        FRISIAN,
        FRYSK,
        BREAKTHROUGH,
        KILLER,
        ANTIDRAUGHTS,
        POOL,
        ITALIAN,
        SPANISH,
        PORTUGUESE,
        CZECH,
    ],
    pieces: Pieces::Men,
    boards: Boards::Fixed,
    handicap: true,
    ballots: super::ballots::KINDS,
    exact_ends: false,
    options: &[],
};

pub(super) const INTERNATIONAL: VariantCard = VariantCard {
    name: "draughts",
    title: "International draughts",
    about: "international draughts, 10x10",
    more_names: &[("international", "another name for draughts")],
    colours: &[Paint::WHITE, Paint::BLACK],
};

pub(super) const ENGLISH: VariantCard = VariantCard {
    name: "english",
    title: "English draughts",
    about: "English draughts (checkers), 8x8",
    more_names: &[],
    colours: &[Paint::BLACK, Paint::WHITE],
};

pub(super) const RUSSIAN: VariantCard =
    white_first("russian", "Russian draughts", "Russian draughts (shashki), 8x8");

pub(super) const BRAZILIAN: VariantCard =
    white_first("brazilian", "Brazilian draughts", "Brazilian draughts, international rules on 8x8");

pub(super) const FRISIAN: VariantCard =
    white_first("frisian", "Frisian draughts", "Frisian draughts, captures along rows and columns too");

pub(super) const FRYSK: VariantCard = white_first("frysk", "Frysk!", "Frisian draughts with five men each");

pub(super) const BREAKTHROUGH: VariantCard =
    white_first("breakthrough", "Breakthrough draughts", "10x10 draughts, the first king wins");

pub(super) const KILLER: VariantCard =
    white_first("killer", "Killer draughts", "10x10 draughts, a king halts behind a captured king");

pub(super) const ANTIDRAUGHTS: VariantCard =
    white_first("antidraughts", "Antidraughts", "10x10 draughts, a player who cannot move wins");

pub(super) const POOL: VariantCard = VariantCard {
    name: "pool",
    title: "Pool checkers",
    about: "American pool checkers, Russian draughts without promotion in passing",
    more_names: &[],
    colours: ENGLISH.colours,
};

pub(super) const ITALIAN: VariantCard =
    white_first("italian", "Italian draughts", "Italian draughts, 8x8, men do not capture kings");

pub(super) const SPANISH: VariantCard =
    white_first("spanish", "Spanish draughts", "Spanish draughts, 8x8, men capture forwards, kings fly");

pub(super) const PORTUGUESE: VariantCard =
    white_first("portuguese", "Portuguese draughts", "Portuguese draughts, the rules of Spanish draughts");

pub(super) const CZECH: VariantCard =
    white_first("czech", "Czech draughts", "Czech draughts, 8x8, men capture forwards, kings capture first");

/// A rule set with one name in which White moves first.
const fn white_first(name: &'static str, title: &'static str, about: &'static str) -> VariantCard {
    VariantCard { name, title, about, more_names: &[], colours: INTERNATIONAL.colours }
}

/// Opens a rule set of the card.
pub fn open(variant: &VariantCard, _size: Option<[usize; 2]>) -> Box<dyn AnyEngine> {
    let opened = find::<Ten>(variant)
        .or_else(|| find::<Frisian>(variant))
        .or_else(|| find::<Russian>(variant))
        .or_else(|| find::<Brazilian>(variant))
        .or_else(|| find::<English>(variant))
        .or_else(|| find::<Pool>(variant))
        .or_else(|| find::<Italian>(variant))
        .or_else(|| find::<Spanish>(variant))
        .or_else(|| find::<Czech>(variant));
    opened.expect("a rule set of the card")
}

/// Opens a rule set if the kernel has it.
fn find<K: Kernel>(variant: &VariantCard) -> Option<Box<dyn AnyEngine>> {
    let rules = K::RULE_SETS.iter().find(|rules| rules.card.name == variant.name)?;
    Some(Box::new(Engine::new(Draughts::new(*rules))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::{Game, StoneColour};
    use crate::games::draughts::colour::Colour;
    use crate::games::draughts::rules::{self, RuleSet};

    fn check<K: Kernel>(rules: RuleSet<K>) {
        let first = Draughts::new(rules).identity().rules.first_colour();
        assert_eq!(first == StoneColour::White, rules.movement.first == Colour::White, "{}", rules.card.name);
    }

    #[test]
    fn the_first_of_the_colours_moves_first() {
        check(rules::INTERNATIONAL);
        check(rules::ENGLISH);
        check(rules::RUSSIAN);
        check(rules::FRISIAN);
        check(rules::POOL);
        check(rules::ITALIAN);
        check(rules::SPANISH);
        check(rules::CZECH);
    }
}
