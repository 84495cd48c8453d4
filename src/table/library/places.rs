//! The keys of a position and of those that are the same by the symmetry of the board.

use crate::table::answer::{Code, Refusal};
use crate::table::rules::Rules;

/// The keys of a position string in these rules, and of its images.
///
/// # Errors
/// `bad_position`: it cannot be read.
pub(super) fn keys(rules: &mut Rules, fen: &str) -> Result<Vec<u64>, Refusal> {
    let engine = rules.after(&[])?;
    let bad = |error: crate::contract::EngineError| Refusal::new(Code::BadPosition, error.to_string());
    engine.set_position(Some(fen), &[]).map_err(bad)?;
    let mut keys = Vec::new();
    for image in engine.images() {
        if engine.set_position(Some(&image), &[]).is_ok() {
            keys.extend(engine.position_keys());
        }
    }
    keys.dedup();
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::MoveStyle;
    use crate::random::Random;
    use crate::wire::catalogue::Catalogue;

    fn rules(game: &str) -> Rules {
        Rules::open(Catalogue::GAMES, game, &[], None).expect("a game")
    }

    /// The number of images of a position, itself included.
    fn images(game: &str, moves: &[&str]) -> usize {
        let mut rules = rules(game);
        let fen = rules.after(moves).expect("a line").fen();
        let mut keys = keys(&mut rules, &fen).expect("a position");
        keys.sort_unstable();
        keys.dedup();
        keys.len()
    }

    #[test]
    fn boards_have_the_symmetries_of_their_games() {
        assert_eq!(images("connect4", &["1"]), 2);
        assert_eq!(images("connect4", &["4"]), 1);
        assert_eq!(images("gomoku", &["h8", "i10"]), 8);
        assert_eq!(images("renju", &["h8", "h9"]), 4);
        assert_eq!(images("draughts", &["32-28", "19-23"]), 1);
        assert_eq!(images("english", &["11-15"]), 1);
        let mut star = rules("chinesecheckers");
        let moves = star.after(&[]).expect("the start").legal_moves(MoveStyle::Native);
        assert!(moves.iter().any(|mv| images("chinesecheckers", &[mv]) == 2), "{moves:?}");
    }

    #[test]
    fn the_key_of_a_position_string_is_that_of_the_game() {
        for listed in crate::games::listed_names() {
            let mut rules = rules(listed.name);
            let mut random = Random::new(5);
            let engine = rules.after(&[]).expect("the start");
            for _ in 0..12 {
                let moves = engine.legal_moves(MoveStyle::Native);
                if moves.is_empty() {
                    break;
                }
                engine.play(&moves[random.below(moves.len())]).expect("a legal move");
            }
            let (fen, played) = (engine.fen(), engine.position_keys());
            let found = keys(&mut rules, &fen).expect("a position");
            assert!(found.contains(played.last().expect("a key")), "{}: {fen}", listed.name);
        }
    }
}
