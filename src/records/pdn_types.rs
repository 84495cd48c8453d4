//! The tags of PDN that name the rules: numbers in `GameType`, words in `Variant`.
//!
//! Numbers up to 50 are those of PDN 3.0, from 96 up those of lidraughts. The fields after the number are the colour
//! that begins, width and height of the board, notation, and whether dark and light squares are exchanged. Programs
//! write the number of the usual game of a board with a `Variant` of it, so the word counts if it is known.

use super::shorten;

/// Every variant that has a game type, by its own name.
const PLAYED: [(&str, &str); 13] = [
    ("draughts", "20,W,10,10,N2,0"),
    ("english", "21,B,8,8,N1,0"),
    ("italian", "22,W,8,8,N2,1"),
    ("pool", "23,B,8,8,N1,0"),
    ("spanish", "24,W,8,8,N1,1"),
    ("russian", "25,W,8,8,A0,0"),
    ("brazilian", "26,W,8,8,A0,0"),
    ("portuguese", "28,W,8,8,N1,1"),
    ("czech", "29,W,8,8,A0,0"),
    ("frisian", "40,W,10,10,N2,0"),
    ("breakthrough", "96,W,10,10,N2,0"),
    ("frysk", "97,W,10,10,N2,0"),
    ("antidraughts", "98,W,10,10,N2,0"),
];

/// Names of game types that are not played here, for error messages.
const OTHERS: [(u32, &str); 6] = [
    (0, "chess"),
    (1, "Chinese chess"),
    (27, "Canadian draughts"),
    (30, "Turkish draughts"),
    (31, "Thai draughts"),
    (41, "Spantsiretti draughts"),
];

/// Parts of `Variant`, in small letters, and the variant for each, or `None` if it is not played here; the first that
/// occurs counts.
const NAMES: [(&str, Option<&str>); 40] = [
    ("antidraughts", Some("antidraughts")),
    ("breakthrough", Some("breakthrough")),
    ("doorbraak", Some("breakthrough")),
    ("frysk", Some("frysk")),
    ("frisian", Some("frisian")),
    ("fries", Some("frisian")),
    ("killer", Some("killer")),
    ("pool", Some("pool")),
    ("italian", Some("italian")),
    ("spanish", Some("spanish")),
    ("español", Some("spanish")),
    ("portugu", Some("portuguese")),
    ("czech", Some("czech")),
    ("česk", Some("czech")),
    ("ceska", Some("czech")),
    ("canadian", None),
    ("turkish", None),
    ("thai", None),
    ("spantsiret", None),
    ("armenian", None),
    ("giveaway", None),
    ("losing", None),
    ("suicide", None),
    ("poddavki", None),
    ("russian", Some("russian")),
    ("shashki", Some("russian")),
    ("русск", Some("russian")),
    ("brazil", Some("brazilian")),
    ("brasil", Some("brazilian")),
    ("english", Some("english")),
    ("american", Some("english")),
    ("british", Some("english")),
    ("straight", Some("english")),
    ("international", Some("draughts")),
    ("polish", Some("draughts")),
    ("dutch", Some("draughts")),
    ("dammen", Some("draughts")),
    ("10x10", Some("draughts")),
    ("международн", Some("draughts")),
    ("стоклеточн", Some("draughts")),
];

/// The whole of `Variant` where a part would say too little.
const WHOLE_NAMES: [(&str, &str); 2] = [("checkers", "english"), ("draughts", "draughts")];

/// Values that leave the game to `GameType`.
const NO_NAMES: [&str; 6] = ["", "?", "standard", "normal", "classic", "from position"];

/// What the tags of a game say about its rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Stated {
    /// A variant.
    Played(&'static str),
    /// A game that is not played here; the message.
    NotPlayed(String),
    /// Nothing that is known.
    Nothing,
}

/// What `Variant` and `GameType` say; some programs write them without a value.
pub(super) fn stated_rules(name: &str, game_type: &str) -> Stated {
    match named(name) {
        Some(Some(variant)) => return Stated::Played(variant),
        Some(None) => return Stated::NotPlayed(format!("Variant {} is not played here", shorten(name))),
        None => {}
    }
    if ["", "?"].contains(&game_type.trim()) {
        return Stated::Nothing;
    }
    let number = number_of(game_type);
    number.and_then(variant_of).map_or_else(
        || {
            let name = number.and_then(other_name).unwrap_or("unknown");
            Stated::NotPlayed(format!("GameType {} ({name}) is not played here", shorten(game_type)))
        },
        Stated::Played,
    )
}

/// The variant with this name; `Some(None)` if it is not played here, `None` if the name says nothing.
fn named(name: &str) -> Option<Option<&'static str>> {
    let name = name.trim().to_lowercase();
    let whole = WHOLE_NAMES.iter().find(|(known, _)| *known == name).map(|&(_, variant)| Some(variant));
    let part = || NAMES.iter().find(|(part, _)| name.contains(part)).map(|&(_, variant)| variant);
    whole.or_else(part)
}

/// A conflict of the two tags, or a name that is unknown, for the user.
pub(super) fn conflict(name: &str, game_type: &str) -> Option<String> {
    let known = named(name).flatten();
    match (known, number_of(game_type).and_then(variant_of)) {
        (None, _) if NO_NAMES.contains(&name.trim().to_lowercase().as_str()) => None,
        (None, _) => Some(format!("Variant {} is unknown", shorten(name))),
        // The usual games of the board.
        (Some(_), None | Some("draughts" | "frisian")) => None,
        (Some(variant), Some(other)) if variant == other => None,
        // py-draughts writes the number of pool checkers for its American checkers.
        (Some("english"), Some("pool")) => None,
        (Some(variant), Some(other)) => {
            Some(format!("Variant {} counts before the GameType of {other}", shorten(variant)))
        }
    }
}

/// The value of `Variant` that is written next to a number which PDN 3.0 does not have.
pub(super) fn extra_name(game_type: &str) -> Option<&'static str> {
    const LAST_OF_PDN: u32 = 50;
    number_of(game_type).filter(|&number| number > LAST_OF_PDN).and_then(variant_of)
}

/// Are the squares of this variant numbers, on a board that has letters as well?
pub(super) fn has_numbers(variant: &str) -> bool {
    game_type(variant).is_some_and(|game_type| game_type.ends_with(",8,8,N1,0"))
}

/// A move or a position with numbers for letters: 8x8, square 1 at the bottom right of the player who begins.
pub(super) fn numbers_for_letters(text: &str) -> String {
    let mut numbered = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match rest.as_bytes() {
            &[file @ b'a'..=b'h', rank @ b'1'..=b'8', ..]
                if (file - b'a' + rank - b'1').is_multiple_of(2) =>
            {
                // Squares may follow each other without a sign between them.
                if numbered.ends_with(|c: char| c.is_ascii_digit()) {
                    numbered.push('-');
                }
                numbered += &(4 * (rank - b'1') + 4 - (file - b'a') / 2).to_string();
                rest = &rest[2..];
            }
            _ => {
                numbered.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    numbered
}

/// The game type of a variant, given by its own name; `None` if PDN does not have the game.
pub(super) fn game_type(variant: &str) -> Option<&'static str> {
    PLAYED.iter().find(|(known, _)| *known == variant).map(|&(_, game_type)| game_type)
}

/// The variant with this number; `None` if it is not played here.
fn variant_of(number: u32) -> Option<&'static str> {
    PLAYED.iter().find(|(_, game_type)| number_of(game_type) == Some(number)).map(|&(variant, _)| variant)
}

/// The name of a game that is not played here.
fn other_name(number: u32) -> Option<&'static str> {
    OTHERS.iter().find(|(known, _)| *known == number).map(|&(_, name)| name)
}

/// The number that a game type begins with.
pub(super) fn number_of(game_type: &str) -> Option<u32> {
    game_type.split(',').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::StoneColour;
    use crate::games;

    #[test]
    fn every_game_type_names_a_game_with_its_board_and_first_colour() {
        for (variant, game_type) in PLAYED {
            let game = games::open(variant).expect(variant);
            let (identity, board) = (game.identity(), game.board());
            assert_eq!(identity.variant, variant, "the table has the game's own name");
            let colour = if identity.rules.first_colour() == StoneColour::White { "W" } else { "B" };
            let fields: Vec<&str> = game_type.split(',').collect();
            assert_eq!(fields[1..4], [colour, &board.width.to_string(), &board.height.to_string()]);
            assert_eq!(number_of(game_type).and_then(variant_of), Some(variant));
        }
    }

    #[test]
    fn rules_are_named_by_words_and_numbers() {
        for (name, game_type, variant) in [
            ("Antidraughts", "20", "antidraughts"),
            ("Breakthrough", "20", "breakthrough"),
            ("Frysk!", "40", "frysk"),
            ("Frisian draughts", "", "frisian"),
            ("Brazilian draughts", "26", "brazilian"),
            ("Russian draughts", "", "russian"),
            ("American checkers", "23", "english"),
            ("American", "", "english"),
            ("English", "21", "english"),
            ("American pool", "20", "pool"),
            ("Dama italiana", "", "italian"),
            ("", "24", "spanish"),
            ("Damas portuguesas", "24", "portuguese"),
            ("Česká dáma", "", "czech"),
            ("checkers", "", "english"),
            ("Standard (international) checkers", "20", "draughts"),
            ("Standard", "21", "english"),
            ("From Position", "20", "draughts"),
            ("whatever", "25", "russian"),
            ("", "20,W,10,10,N2,0", "draughts"),
        ] {
            assert_eq!(stated_rules(name, game_type), Stated::Played(variant), "{name} {game_type}");
        }
        for (name, game_type) in [("Turkish", ""), ("Canadian", "20"), ("", "27"), ("", "x")] {
            assert!(matches!(stated_rules(name, game_type), Stated::NotPlayed(_)), "{name} {game_type}");
        }
        assert_eq!(stated_rules("Standard", ""), Stated::Nothing);
    }

    #[test]
    fn conflicts_of_the_tags_are_reported() {
        for (name, game_type) in [("", "20"), ("Antidraughts", "20"), ("American", "23"), ("Russian", "25")] {
            assert_eq!(conflict(name, game_type), None, "{name} {game_type}");
        }
        assert!(conflict("whatever", "25").is_some() && conflict("Frisian", "25").is_some());
    }

    #[test]
    fn letters_of_english_draughts_begin_at_square_four() {
        for (text, numbers) in [
            ("a1-b2", "4-8"),
            ("c1xh8", "3x29"),
            ("g1h2", "1-5"),
            ("B:Wh8,Kb8:Ba1,g1", "B:W29,K32:B4,1"),
            ("a2-b1", "a2-b1"),
        ] {
            assert_eq!(numbers_for_letters(text), numbers);
        }
    }
}
