//! The rules, and the games that have them.
//!
//! Swap2 is that of gomoku's world championships. RIF, Soosyrv-8 and Taraguchi-10 are rules of the Renju International
//! Federation; their text is followed as the articles "RIF opening rule", "Soosõrv opening rule" and "Taraguchi opening
//! rule" of Wikipedia have it. Fifth stones "unequal in all respects" are those that no symmetry of the board maps to each
//! other.

use crate::engine::AnyEngine;
use crate::wire::message::quoted;

/// A rule for the first stones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OpeningRule {
    /// One person puts three stones, the other one chooses a colour.
    Swap,
    /// As swap; the other one may also add two stones and leave the choice.
    Swap2,
    /// One of the 26 openings, a swap, and two fifth stones to pick from.
    Rif,
    /// As RIF, with an announced number of fifth stones and a swap after that.
    Soosyrv8,
    /// A swap after each of the first stones, or ten fifth stones to pick from.
    Taraguchi10,
}

impl OpeningRule {
    /// All of them.
    pub const ALL: [OpeningRule; 5] = [
        OpeningRule::Swap,
        OpeningRule::Swap2,
        OpeningRule::Rif,
        OpeningRule::Soosyrv8,
        OpeningRule::Taraguchi10,
    ];

    /// Its name in commands and records.
    pub const fn name(self) -> &'static str {
        match self {
            OpeningRule::Swap => "swap",
            OpeningRule::Swap2 => "swap2",
            OpeningRule::Rif => "rif",
            OpeningRule::Soosyrv8 => "soosyrv8",
            OpeningRule::Taraguchi10 => "taraguchi10",
        }
    }

    /// Its name for users.
    pub const fn title(self) -> &'static str {
        match self {
            OpeningRule::Swap => "Swap",
            OpeningRule::Swap2 => "Swap2",
            OpeningRule::Rif => "RIF",
            OpeningRule::Soosyrv8 => "Soosyrv-8",
            OpeningRule::Taraguchi10 => "Taraguchi-10",
        }
    }

    /// The rules of a game with this opening rule, in the words of game files: they name the rule set, too.
    pub fn title_in(self, rules: &str) -> String {
        match self {
            OpeningRule::Swap | OpeningRule::Swap2 => format!("{rules} {}", self.title()),
            _ => self.title().to_string(),
        }
    }

    /// The rule of this name, in any case, with or without a hyphen.
    pub fn parse(name: &str) -> Option<OpeningRule> {
        let name = name.replace('-', "").to_ascii_lowercase();
        OpeningRule::ALL.into_iter().find(|rule| rule.name() == name)
    }

    /// Has this game the rule? `rules` is the name of a rule set.
    pub fn fits(self, family: &str, rules: &str, width: usize, height: usize) -> bool {
        match self {
            OpeningRule::Swap | OpeningRule::Swap2 => family == "gomoku",
            OpeningRule::Rif | OpeningRule::Soosyrv8 | OpeningRule::Taraguchi10 => {
                rules == "renju" && [width, height] == [15, 15]
            }
        }
    }

    /// The rule of this name, for the game of an engine.
    ///
    /// # Errors
    /// One line: there is no such rule, or the game does not have it.
    pub fn of_game(name: &str, engine: &dyn AnyEngine) -> Result<OpeningRule, String> {
        let (identity, board) = (engine.identity(), engine.board());
        let fits = |rule: &OpeningRule| {
            rule.fits(identity.card.family, identity.rules.name, board.width, board.height)
        };
        if let Some(rule) = OpeningRule::parse(name).filter(fits) {
            return Ok(rule);
        }
        let known = OpeningRule::ALL.into_iter().filter(fits).map(OpeningRule::name).collect::<Vec<_>>();
        let known = if known.is_empty() {
            "it has none".to_string()
        } else {
            format!("expected {}", known.join(", "))
        };
        Err(format!("{} is not an opening rule of this game; {known}", quoted(name)))
    }

    /// The number of fifth stones to pick from; `None`: it is announced.
    pub(super) const fn fifths(self) -> Option<usize> {
        match self {
            OpeningRule::Rif => Some(2),
            OpeningRule::Taraguchi10 => Some(10),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_read_by_its_name_and_by_that_for_users() {
        for rule in OpeningRule::ALL {
            assert_eq!(OpeningRule::parse(rule.name()), Some(rule));
            assert_eq!(OpeningRule::parse(rule.title()), Some(rule));
        }
        assert_eq!(OpeningRule::parse("yamaguchi"), None);
    }

    #[test]
    fn only_renju_on_its_board_has_the_rules_of_its_federation() {
        let of = |family, rules, size| {
            let fits = OpeningRule::ALL.into_iter().filter(|rule| rule.fits(family, rules, size, size));
            fits.map(OpeningRule::name).collect::<Vec<_>>()
        };
        assert_eq!(of("gomoku", "renju", 15).len(), 5);
        assert_eq!(of("gomoku", "renju", 19), ["swap", "swap2"]);
        assert_eq!(of("gomoku", "caro", 15), ["swap", "swap2"]);
        assert!(of("draughts", "draughts", 10).is_empty());
    }
}
