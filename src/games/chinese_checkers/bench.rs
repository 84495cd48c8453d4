//! Positions of the bench signature: start, opening and middle of two-player games, armies about to pass, a race, and
//! the middle of games of three, four and six.

use super::ChineseCheckers;
use super::position::Position;
use super::rules::Rules;
use crate::contract::Game as _;

/// Players, position and depth.
pub(super) const SEARCHES: [(usize, &str, i32); 8] = [
    (2, "D/DD/DDD/DDDD/13/12/11/10/9/10/11/12/13/AAAA/AAA/AA/A A AD", 9),
    (2, "1/DD/1DD/1D1D/6D6/3D1D6/6A4/10/D8/4A5/5A5/6A5/6A6/A1A1/A1A/A1/1 A AD", 8),
    (2, "A/2/A1A/1D1D/6D6/4A1A1D3/6AD3/10/D8/4A3D1/4A6/4D1A5/13/1DA1/3/2/D A AD", 8),
    (2, "A/A1/AAA/AA2/13/4A7/6AD3/2D7/D8/7DD1/4D6/12/13/1DA1/3/DD/D A AD", 8),
    (2, "A/AA/AA1/AAAA/13/12/11/10/9/8D1/4D3D2/5A2D3/6D6/DD2/3/DD/D A AD", 10),
    (3, "1/A1/AA1/AA2/5A7/4A7/2C8/C8E/EE2A3C/7C2/EE1E5CC/EEE8C/E5A2C1CC/4/2A/2/1 A ACE", 5),
    (
        4,
        "1/2/1A1/1D2/4D3D2E1/5D3E1E/2D1D1D1E2/1D2ADB1DE/B1AEB1A1E/1EB1EAA3/1E1BB6/2B1B2B4/6ABA4/4/A2/2/A B ABDE",
        4,
    ),
    (
        6,
        "D/2/D1D/DD2/CFC3BADEB1E/3CC1F1E1EB/F2CA1E1A2/4F3CE/A3A1C1F/1A4A1C1/1E2F2BBCC/BBE1E2DBFF1/E2B3ABF1F1/ADA1/1D1/1D/1 D ABCDEF",
        4,
    ),
];

/// The positions, each with the game for its number of players.
pub(super) fn positions() -> Vec<(ChineseCheckers, Position, i32)> {
    let searches = SEARCHES.iter().filter_map(|&(players, fen, depth)| {
        let game = ChineseCheckers::new(Rules { players, ..Rules::DEFAULT });
        let position = game.parse_position(fen).ok()?;
        Some((game, position, depth))
    });
    searches.collect()
}
