//! The lowest levels against beginners. Few games, so the bounds are wide; many games are in `docs/options.md`.

use quadriga::games::chinese_checkers::ChineseCheckers;
use quadriga::games::connect_four::ConnectFour;
use quadriga::games::draughts::{Draughts, ENGLISH, INTERNATIONAL};
use quadriga::games::gomoku::Gomoku;
use quadriga::games::gomoku::rules::Rule;

use super::{any, army, four, gomoku, score, star};

const GAMES: usize = 20;
/// Games of gomoku are longer.
const FEW_GAMES: usize = 8;

/// Half points that a beginner scores: at least a third at level 0.
fn beats_the_lowest(points: usize, games: usize) {
    assert!(points * 3 >= 2 * games, "level 0 gave {points} half points in {games} games");
}

/// Between a tenth and three quarters at level 4.
fn meets_its_like(points: usize, games: usize) {
    assert!(
        points * 10 >= 2 * games && points * 4 <= 3 * 2 * games,
        "level 4 gave {points} half points in {games} games"
    );
}

/// At most a quarter at level 8.
fn loses_to_the_middle(points: usize, games: usize) {
    assert!(points * 4 <= 2 * games, "level 8 gave {points} half points in {games} games");
}

#[test]
fn beginners_at_connect_four_win_at_level_0_and_lose_at_level_8() {
    let game = ConnectFour::<u64>::new(7, 6).expect("a board");
    let points = |bot, level| score("connect4", &game, bot, level, GAMES);
    beats_the_lowest(points(four::wins_and_blocks, 0), GAMES);
    meets_its_like(points(four::two_plies, 4), GAMES);
    loses_to_the_middle(points(four::two_plies, 8), GAMES);
}

#[test]
fn beginners_at_connect_four_on_8x8_win_at_level_0_and_lose_at_level_8() {
    let game = ConnectFour::<u128>::new(8, 8).expect("a board");
    let points = |bot, level| score("connect4-8x8", &game, bot, level, GAMES);
    beats_the_lowest(points(four::wins_and_blocks, 0), GAMES);
    meets_its_like(points(four::two_plies, 4), GAMES);
    loses_to_the_middle(points(four::two_plies, 8), GAMES);
}

#[test]
fn beginners_at_gomoku_win_at_level_0_and_lose_at_level_8() {
    let game = Gomoku::new(Rule::Freestyle);
    let points = |level| score("gomokufreestyle", &game, gomoku::line_values, level, FEW_GAMES);
    beats_the_lowest(points(0), FEW_GAMES);
    meets_its_like(points(4), FEW_GAMES);
    loses_to_the_middle(points(8), FEW_GAMES);
}

#[test]
fn beginners_at_draughts_win_at_level_0_and_lose_at_level_8() {
    let game = Draughts::new(INTERNATIONAL);
    let points = |bot, level| score("draughts", &game, bot, level, GAMES);
    beats_the_lowest(points(any, 0), GAMES);
    meets_its_like(points(army::careful, 4), GAMES);
    loses_to_the_middle(points(army::careful, 8), GAMES);
}

#[test]
fn beginners_at_checkers_win_at_level_0_and_lose_at_level_8() {
    let game = Draughts::new(ENGLISH);
    let points = |bot, level| score("english", &game, bot, level, GAMES);
    beats_the_lowest(points(any, 0), GAMES);
    meets_its_like(points(army::careful, 4), GAMES);
    loses_to_the_middle(points(army::careful, 8), GAMES);
}

#[test]
fn beginners_at_chinese_checkers_win_at_level_0_and_lose_at_level_8() {
    let game = ChineseCheckers::default();
    let points = |level| score("chinesecheckers", &game, star::farthest, level, GAMES);
    beats_the_lowest(points(0), GAMES);
    meets_its_like(points(4), GAMES);
    loses_to_the_middle(points(8), GAMES);
}
