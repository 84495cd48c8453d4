//! The rule sets by name.

use crate::games;

/// A rule set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RuleSet {
    /// The name that opens it: `russian`.
    pub name: &'static str,
    /// The name for users, in English.
    pub title: &'static str,
    /// What sets it apart, in one line.
    pub about: &'static str,
    /// The game that it belongs to: `draughts`.
    pub game: &'static str,
}

/// All rule sets, those of one game together.
///
/// ```
/// assert!(quadriga::rule_sets().iter().any(|rules| rules.name == "renju" && rules.game == "gomoku"));
/// ```
pub fn rule_sets() -> Vec<RuleSet> {
    let set = |variant: games::Variant| RuleSet {
        name: variant.rules.name,
        title: variant.rules.title,
        about: variant.rules.about,
        game: variant.card().family,
    };
    games::rule_sets().map(set).collect()
}
