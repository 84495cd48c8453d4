//! The only list of games.
//!
//! A name (the value of `UCI_Variant` or `--game`) becomes a [`Variant`] only here; within one game, `GameCard::variant`
//! finds a rule set by name. [`Variant::open`] is the one place in which a name becomes a type.

pub mod chinese_checkers;
pub mod connect_four;
pub mod draughts;
pub mod gomoku;

use crate::contract::card::{Boards, GameCard, VariantCard};
use crate::engine::AnyEngine;

/// A game of the list.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry {
    /// What is known about it before it is opened.
    pub card: &'static GameCard,
    /// Opens a rule set of the card; on a board of this width and height, if the card has [`Boards::ByName`].
    open: fn(&VariantCard, Option<[usize; 2]>) -> Box<dyn AnyEngine>,
}

/// All games, in the order in which they are offered.
pub const GAMES: &[GameEntry] = &[
    GameEntry { card: &connect_four::CARD, open: connect_four::open },
    GameEntry { card: &gomoku::CARD, open: gomoku::open },
    GameEntry { card: &draughts::CARD, open: draughts::open },
    GameEntry { card: &chinese_checkers::CARD, open: chinese_checkers::open },
];

/// The meaning of a name.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    entry: &'static GameEntry,
    /// The rule set, one of the card.
    pub rules: &'static VariantCard,
    /// Width and height of the board, if the name has them.
    pub size: Option<[usize; 2]>,
}

impl Variant {
    /// The variant with this name, without regard to case.
    pub fn parse(name: &str) -> Option<Variant> {
        let has_name = |rules: &VariantCard| {
            let more = rules.more_names.iter().map(|&(name, _)| name);
            std::iter::once(rules.name).chain(more).any(|known| known.eq_ignore_ascii_case(name))
        };
        sized(name).or_else(|| rule_sets().find(|variant| has_name(variant.rules)))
    }

    /// The card of the game.
    pub const fn card(&self) -> &'static GameCard {
        self.entry.card
    }

    /// Opens the game at its start position.
    pub fn open(&self) -> Box<dyn AnyEngine> {
        (self.entry.open)(self.rules, self.size)
    }
}

/// All rule sets, each on its usual board.
pub fn rule_sets() -> impl Iterator<Item = Variant> {
    let of = |entry: &'static GameEntry| {
        entry.card.variants.iter().map(move |rules| Variant { entry, rules, size: None })
    };
    GAMES.iter().flat_map(of)
}

/// Reads `NAME-WxH`, for a game with [`Boards::ByName`].
fn sized(name: &str) -> Option<Variant> {
    let lower = name.to_ascii_lowercase();
    let (name, size) = lower.rsplit_once('-')?;
    let (width, height) = size.split_once('x')?;
    let size = [width.parse().ok()?, height.parse().ok()?];
    let variant = rule_sets().find(|variant| variant.rules.name == name)?;
    match variant.card().boards {
        Boards::ByName { min, max, .. } if size.iter().all(|side| (min..=max).contains(side)) => {
            Some(Variant { size: Some(size), ..variant })
        }
        _ => None,
    }
}

/// Opens a game by name.
pub fn open(name: &str) -> Option<Box<dyn AnyEngine>> {
    Variant::parse(name).map(|variant| variant.open())
}

/// The sizes of a game, if the name is a game with a size that cannot be opened: one line for a message. `None` for any
/// other name.
pub fn sizes_of(name: &str) -> Option<String> {
    let (game, size) = name.rsplit_once('-')?;
    if !size.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let variant = Variant::parse(game)?;
    match variant.card().boards {
        Boards::ByName { min, max, .. } => {
            let name = variant.rules.name;
            Some(format!("{name}-WxH is played {min} to {max} wide and {min} to {max} high"))
        }
        Boards::ByOption(option) => {
            let [min, max] = variant.card().option(option)?.range()?;
            Some(format!("{game} has the option {option} (--option {option}=N), {min} to {max}"))
        }
        Boards::Fixed => None,
    }
}

/// Name of the bitbase folder within the data folder.
pub const BITBASE_FOLDER: &str = "bitbases";

/// Sets the folder in which games look for larger bitbases than the built-in ones, before the first look-up. Only the
/// first call has an effect.
pub fn set_bitbase_folder(folder: std::path::PathBuf) {
    draughts::bitbase::set_folder(folder);
}

/// A name that is listed to front-ends.
#[derive(Clone, Copy, Debug)]
pub struct ListedName {
    /// The name, in lower case.
    pub name: &'static str,
    /// Its meaning, in one line.
    pub about: &'static str,
    /// Its meaning for programs.
    pub variant: Variant,
}

impl ListedName {
    /// Does another listed name open the same variant?
    pub fn is_alias(&self) -> bool {
        self.variant.size.is_none() && self.name != self.variant.rules.name
    }
}

/// All names that are listed to front-ends; further names of a rule set follow its own.
pub fn listed_names() -> impl Iterator<Item = ListedName> {
    rule_sets().flat_map(|variant| {
        let own = (variant.rules.name, variant.rules.about);
        let more = variant.rules.more_names.iter().copied();
        std::iter::once(own).chain(more).map(move |(name, about)| {
            let variant = sized(name).unwrap_or(variant);
            ListedName { name, about, variant }
        })
    })
}

/// The listed games that can be solved, or in which wins by threats can be proved.
pub fn solvable() -> Vec<&'static str> {
    let is_solvable = |name: &&str| {
        open(name).is_some_and(|game| {
            game.tools().solver(1, 1).is_some() || game.tools().threat_solver(1).is_some()
        })
    };
    variants().into_iter().filter(is_solvable).collect()
}

/// Only the names.
pub fn variants() -> Vec<&'static str> {
    listed_names().map(|listed| listed.name).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_name_is_unique_and_opens_what_its_card_says() {
        let names = variants();
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        for listed in listed_names() {
            let engine = listed.variant.open();
            let identity = engine.identity();
            assert_eq!(listed.name, listed.name.to_ascii_lowercase());
            assert_eq!(identity.card, listed.variant.card(), "{}", listed.name);
            assert_eq!(identity.rules, listed.variant.rules, "{}", listed.name);
            assert_eq!(identity.card.variant(identity.rules.name), Some(identity.rules));
            assert!(listed.is_alias() || identity.variant == listed.name, "{}", listed.name);
        }
    }

    #[test]
    fn every_rule_set_has_a_colour_for_each_player() {
        for variant in rule_sets() {
            let [_, most] = variant.card().players();
            assert_eq!(variant.rules.colours.len() as i64, most, "{}", variant.rules.name);
        }
    }

    #[test]
    fn sizes_of_boards_are_those_that_open() {
        for variant in rule_sets() {
            let name = variant.rules.name;
            let board = variant.open().board();
            match variant.card().boards {
                Boards::ByName { usual, min, max } => {
                    assert_eq!([board.width, board.height], usual, "{name}");
                    assert!(open(&format!("{name}-{min}x{max}")).is_some());
                    assert!(open(&format!("{name}-{}x{max}", min - 1)).is_none());
                    assert!(open(&format!("{name}-{min}x{}", max + 1)).is_none());
                }
                Boards::ByOption(option) => {
                    let spec = variant.card().option(option).expect(option).spec();
                    assert_eq!(spec.default_text(), board.width.to_string(), "{name}");
                }
                Boards::Fixed => assert!(sizes_of(&format!("{name}-0x0")).is_none()),
            }
        }
    }
}
