//! The tag `GameType` of PDN: the numbers of the games.
//!
//! Numbers up to 50 are those of PDN 3.0, from 96 up those of lidraughts. The fields after the number are the colour
//! that begins, width and height of the board, notation, and whether dark and light squares are exchanged.

/// Every variant that has a game type, by its own name.
const PLAYED: [(&str, &str); 8] = [
    ("draughts", "20,W,10,10,N2,0"),
    ("english", "21,B,8,8,N1,0"),
    ("russian", "25,W,8,8,A0,0"),
    ("brazilian", "26,W,8,8,A0,0"),
    ("frisian", "40,W,10,10,N2,0"),
    ("breakthrough", "96,W,10,10,N2,0"),
    ("frysk", "97,W,10,10,N2,0"),
    ("antidraughts", "98,W,10,10,N2,0"),
];

/// Names of game types that are not played here, for error messages.
const OTHERS: [(u32, &str); 11] = [
    (0, "chess"),
    (1, "Chinese chess"),
    (22, "Italian draughts"),
    (23, "American pool checkers"),
    (24, "Spanish draughts"),
    (27, "Canadian draughts"),
    (28, "Portuguese draughts"),
    (29, "Czech draughts"),
    (30, "Turkish draughts"),
    (31, "Thai draughts"),
    (41, "Spantsiretti draughts"),
];

/// The game type of a variant, given by its own name; `None` if PDN does not have the game.
pub(super) fn game_type(variant: &str) -> Option<&'static str> {
    PLAYED.iter().find(|(known, _)| *known == variant).map(|&(_, game_type)| game_type)
}

/// The variant with this number; `None` if it is not played here.
pub(super) fn variant_of(number: u32) -> Option<&'static str> {
    PLAYED.iter().find(|(_, game_type)| number_of(game_type) == Some(number)).map(|&(variant, _)| variant)
}

/// The name of a game that is not played here.
pub(super) fn other_name(number: u32) -> Option<&'static str> {
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
}
