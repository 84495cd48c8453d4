//! The lowest levels against beginners. Few games, so the bounds are wide; many games are in `docs/options.md`.

use quadriga::games::chinese_checkers::ChineseCheckers;
use quadriga::games::connect_four::ConnectFour;
use quadriga::games::draughts::{Draughts, English, International};
use quadriga::games::gomoku::Gomoku;
use quadriga::games::gomoku::rules::Rule;

use super::{any, army, four, gomoku, score, star};

const GAMES: usize = 20;

/// Half points that a beginner scores: at least a third at level 0.
fn beats_the_lowest(points: usize) {
    assert!(points * 3 >= 2 * GAMES, "level 0 gave {points} half points in {GAMES} games");
}

/// Between a tenth and three quarters at level 4.
fn meets_its_like(points: usize) {
    assert!(
        points * 10 >= 2 * GAMES && points * 4 <= 3 * 2 * GAMES,
        "level 4 gave {points} half points in {GAMES} games"
    );
}

/// At most a quarter at level 8.
fn loses_to_the_middle(points: usize) {
    assert!(points * 4 <= 2 * GAMES, "level 8 gave {points} half points in {GAMES} games");
}

#[test]
fn beginners_at_connect_four_win_at_level_0_and_lose_at_level_8() {
    let game = ConnectFour::<u64>::new(7, 6).expect("a board");
    let points = |bot, level| score("connect4", &game, bot, level, GAMES);
    beats_the_lowest(points(four::wins_and_blocks, 0));
    meets_its_like(points(four::two_plies, 4));
    loses_to_the_middle(points(four::two_plies, 8));
}

#[test]
fn beginners_at_connect_four_on_8x8_win_at_level_0_and_lose_at_level_8() {
    let game = ConnectFour::<u128>::new(8, 8).expect("a board");
    let points = |bot, level| score("connect4-8x8", &game, bot, level, GAMES);
    beats_the_lowest(points(four::wins_and_blocks, 0));
    meets_its_like(points(four::two_plies, 4));
    loses_to_the_middle(points(four::two_plies, 8));
}

#[test]
fn beginners_at_gomoku_win_at_level_0_and_lose_at_level_8() {
    let game = Gomoku::new(Rule::Freestyle);
    let points = |level| score("gomokufreestyle", &game, gomoku::line_values, level, GAMES);
    beats_the_lowest(points(0));
    meets_its_like(points(4));
    loses_to_the_middle(points(8));
}

#[test]
fn beginners_at_draughts_win_at_level_0_and_lose_at_level_8() {
    let game = Draughts::<International>::new();
    let points = |bot, level| score("draughts", &game, bot, level, GAMES);
    beats_the_lowest(points(any, 0));
    meets_its_like(points(army::careful, 4));
    loses_to_the_middle(points(army::careful, 8));
}

#[test]
fn beginners_at_checkers_win_at_level_0_and_lose_at_level_8() {
    let game = Draughts::<English>::new();
    let points = |bot, level| score("english", &game, bot, level, GAMES);
    beats_the_lowest(points(any, 0));
    meets_its_like(points(army::careful, 4));
    loses_to_the_middle(points(army::careful, 8));
}

#[test]
fn beginners_at_chinese_checkers_win_at_level_0_and_lose_at_level_8() {
    let game = ChineseCheckers::default();
    let points = |level| score("chinesecheckers", &game, star::farthest, level, GAMES);
    beats_the_lowest(points(0));
    meets_its_like(points(4));
    loses_to_the_middle(points(8));
}
