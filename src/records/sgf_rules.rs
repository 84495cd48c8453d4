//! The rule set of an SGF file: `RU` has a variant's name, Piskvork's number for it, or any of the words that programs
//! and federations use.
//!
//! The openings of renju (RIF, Yamaguchi, Taraguchi-10, Soosyrv-8, Sakata, ...) say how the first stones are placed;
//! after them all are played by the rules of renju.

use crate::wire::gomocup;

/// The variants that `GM[4]` stands for, by their own names.
const VARIANTS: [&str; 5] = ["gomoku", "gomokufreestyle", "renju", "caro", "caroexact"];

/// Parts of `RU` with Piskvork's number of the rule set; the first that occurs counts.
const PARTS: [(&str, u32); 38] = [
    // Without forbidden moves, before the words that it contains.
    ("无禁", 0),
    ("無禁", 0),
    ("no forbidden", 0),
    ("without forbidden", 0),
    ("禁手", 4),
    ("有禁", 4),
    ("forbidden", 4),
    ("renju", 4),
    ("ренджу", 4),
    ("рэндзю", 4),
    ("连珠", 4),
    ("連珠", 4),
    ("렌주", 4),
    ("yamaguchi", 4),
    ("山口", 4),
    ("taraguchi", 4),
    ("塔拉山口", 4),
    ("tarannikov", 4),
    ("soosyrv", 4),
    ("soosorv", 4),
    ("soosõrv", 4),
    ("soosoorv", 4),
    ("索索夫", 4),
    ("sakata", 4),
    ("坂田", 4),
    ("free", 0),
    ("five or more", 0),
    ("caro exact", 9),
    ("caroexact", 9),
    ("caro", 8),
    ("standard", 1),
    ("exact", 1),
    ("gomoku", 1),
    ("гомоку", 1),
    ("五子棋", 1),
    ("五目", 1),
    ("오목", 1),
    ("swap", 1),
];

/// Whole words of `RU`, which occur inside other words as well.
const WORDS: [(&str, u32); 1] = [("rif", 4)];

/// Does SGF have this variant?
pub(super) fn has(variant: &str) -> bool {
    VARIANTS.contains(&variant)
}

/// The variant that `RU` stands for; `None` if it is unknown.
pub(super) fn variant_of(rule: &str) -> Option<&'static str> {
    let rule = rule.trim().to_lowercase();
    if let Ok(number) = rule.parse() {
        return gomocup::variant_of(number);
    }
    if let Some(variant) = VARIANTS.into_iter().find(|variant| *variant == rule) {
        return Some(variant);
    }
    let is_word = |word: &str| rule.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
    let word = WORDS.iter().find(|(word, _)| is_word(word));
    let part = word.or_else(|| PARTS.iter().find(|(part, _)| rule.contains(part)));
    part.and_then(|&(_, number)| gomocup::variant_of(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_have_many_names() {
        for (rule, variant) in [
            ("renju", Some("renju")),
            ("4", Some("renju")),
            ("RIF", Some("renju")),
            ("RIF 1996", Some("renju")),
            ("Yamaguchi", Some("renju")),
            ("Taraguchi-10", Some("renju")),
            ("Soosyrv-8", Some("renju")),
            ("Soosõrv-8", Some("renju")),
            ("Sakata", Some("renju")),
            ("连珠", Some("renju")),
            ("連珠", Some("renju")),
            ("禁手", Some("renju")),
            ("有禁手", Some("renju")),
            ("无禁手", Some("gomokufreestyle")),
            ("0", Some("gomokufreestyle")),
            ("Free-style gomoku", Some("gomokufreestyle")),
            ("GomokuFreestyle", Some("gomokufreestyle")),
            ("Standard gomoku", Some("gomoku")),
            ("Gomoku Swap2", Some("gomoku")),
            ("8", Some("caro")),
            ("caroexact", Some("caroexact")),
            ("Japanese", None),
            ("terrific", None),
            ("77", None),
        ] {
            assert_eq!(variant_of(rule), variant, "{rule}");
        }
    }
}
