//! The rules of Connect Four, each test named as a sentence of them, and the library checked against a plain
//! implementation on a two-dimensional array that shares no code with it.
//!
//! The rules are those of the boxed game (Milton Bradley, 1974): two players drop stones in turn into the
//! columns of an upright board; four or more of one player's stones in a row, column or diagonal win at
//! once; a full board without them is a draw.

use std::collections::HashSet;

use quadriga::contract::{Evaluator as _, Game, MoveStyle, Notation, Outcome, Player, Position as _};
use quadriga::engine::perft::perft;
use quadriga::games::connect_four::{BoardWord, ConnectFour, Move, Position, Tactics, Threats};
use quadriga::random::Random;

/// Connect Four on an array of cells, as slow and plain as can be.
#[derive(Clone)]
struct Plain {
    /// `cells[row][column]`, row 0 at the bottom: 0 empty, 1 first player, 2 second player.
    cells: Vec<Vec<u8>>,
    stones: usize,
    winner: Option<usize>,
}

impl Plain {
    fn new(width: usize, height: usize) -> Plain {
        Plain { cells: vec![vec![0; width]; height], stones: 0, winner: None }
    }

    fn columns(&self) -> Vec<usize> {
        let top = &self.cells[self.cells.len() - 1];
        if self.winner.is_some() { Vec::new() } else { (0..top.len()).filter(|&c| top[c] == 0).collect() }
    }

    fn at(&self, row: isize, column: isize) -> u8 {
        let cell = usize::try_from(row).ok().and_then(|r| self.cells.get(r));
        cell.and_then(|cells| cells.get(usize::try_from(column).ok()?)).copied().unwrap_or(0)
    }

    fn run(&self, row: isize, column: isize, (up, right): (isize, isize), player: u8) -> usize {
        (1..).take_while(|n| self.at(row + n * up, column + n * right) == player).count()
    }

    fn wins_at(&self, row: usize, column: usize, player: u8) -> bool {
        let (r, c) = (row as isize, column as isize);
        [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(up, right)| {
            1 + self.run(r, c, (up, right), player) + self.run(r, c, (-up, -right), player) >= 4
        })
    }

    /// Drops a stone; returns the row it lands on.
    fn drop(&mut self, column: usize) -> usize {
        let player = 1 + (self.stones % 2) as u8;
        let row = (0..self.cells.len()).find(|&r| self.cells[r][column] == 0).expect("column is not full");
        self.cells[row][column] = player;
        self.stones += 1;
        if self.wins_at(row, column, player) {
            self.winner = Some((self.stones + 1) % 2);
        }
        row
    }

    fn outcome(&self) -> Option<Outcome> {
        let full = self.stones == self.cells.len() * self.cells[0].len();
        self.winner.map(|w| Outcome::Win(Player::new(w))).or(full.then_some(Outcome::Draw))
    }

    fn perft(&self, depth: u32) -> u64 {
        let replies = self.columns();
        match depth {
            0 => 1,
            1 => replies.len() as u64,
            _ => replies
                .iter()
                .map(|&column| {
                    let mut child = self.clone();
                    child.drop(column);
                    child.perft(depth - 1)
                })
                .sum(),
        }
    }

    /// Position string as a UCI front-end writes it, built from the array.
    fn fen_board(&self) -> String {
        let mut rows = Vec::new();
        for row in self.cells.iter().rev() {
            let mut text = String::new();
            let mut run = 0;
            for &cell in row.iter().chain([&3]) {
                if cell == 0 {
                    run += 1;
                    continue;
                }
                if run > 0 {
                    text += &std::mem::take(&mut run).to_string();
                }
                text += ["P", "p", ""][usize::from(cell) - 1];
            }
            rows.push(text);
        }
        rows.join("/")
    }
}

fn standard() -> ConnectFour<u64> {
    ConnectFour::new(7, 6).expect("7x6 fits 64 bits")
}

fn wide(width: u32, height: u32) -> ConnectFour<u128> {
    ConnectFour::new(width, height).expect("every board fits 128 bits")
}

/// The position after these moves, each in any notation, separated by blanks.
fn after<B: BoardWord>(game: &ConnectFour<B>, moves: &str) -> Position<B> {
    let mut pos = game.start_position();
    for word in moves.split_ascii_whitespace() {
        let mv = pos.parse_move(word).unwrap_or_else(|e| panic!("{e}"));
        pos.make(mv);
    }
    pos
}

/// The same for a string of column digits.
fn after_digits<B: BoardWord>(game: &ConnectFour<B>, digits: &str) -> Position<B> {
    after(game, &digits.chars().map(|c| format!("{c} ")).collect::<String>())
}

fn moves_of<B: BoardWord>(pos: &Position<B>) -> Vec<Move> {
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    moves
}

fn texts<B: BoardWord>(pos: &Position<B>) -> Vec<String> {
    moves_of(pos).iter().map(|&mv| pos.move_text(mv, MoveStyle::Native)).collect()
}

// ---- rules ------------------------------------------------------------------------------------------------

#[test]
fn first_player_begins_on_an_empty_board_with_every_column_open() {
    let pos = standard().start_position();
    assert_eq!(pos.player_to_move(), Player::FIRST);
    assert_eq!(texts(&pos), ["1", "2", "3", "4", "5", "6", "7"]);
    assert_eq!(pos.outcome(), None);
}

#[test]
fn players_drop_in_turn_and_a_stone_rests_on_the_lowest_free_cell() {
    let pos = after_digits(&standard(), "444");
    assert_eq!(pos.player_to_move(), Player::SECOND);
    assert_eq!(pos.fen().split('[').next(), Some("7/7/7/3P3/3p3/3P3"));
}

#[test]
fn a_full_column_takes_no_more_stones() {
    let pos = after_digits(&standard(), "444444");
    assert_eq!(texts(&pos), ["1", "2", "3", "5", "6", "7"]);
    assert!(pos.parse_move("4").unwrap_err().contains("column 4 is full"));
}

/// The game goes on before the last of these moves and is won with it.
fn assert_last_move_wins(digits: &str, winner: Player) {
    let (before, last) = digits.split_at(digits.len() - 1);
    let mut pos = after_digits(&standard(), before);
    assert_eq!(pos.outcome(), None, "{before}");
    pos.make(pos.parse_move(last).expect("legal"));
    assert_eq!(pos.outcome(), Some(Outcome::Win(winner)), "{digits}");
}

#[test]
fn four_in_a_column_win() {
    assert_last_move_wins("1212121", Player::FIRST);
    assert_last_move_wins("71212121", Player::SECOND);
}

#[test]
fn four_in_a_row_win() {
    assert_last_move_wins("1122334", Player::FIRST);
    assert_last_move_wins("4455667", Player::FIRST);
}

#[test]
fn four_on_a_diagonal_win() {
    assert_last_move_wins("12464324433", Player::FIRST);
    assert_last_move_wins("12433112162", Player::FIRST);
    assert_last_move_wins("314427334472", Player::SECOND);
    assert_last_move_wins("467453347533", Player::SECOND);
}

#[test]
fn more_than_four_in_a_line_win_as_well() {
    assert_last_move_wins("11224455663", Player::FIRST);
}

#[test]
fn lines_do_not_run_around_the_edge_of_the_board() {
    // Stones on the top of columns 1 and 2 and on the bottom of columns 2 and 3, and rows at both sides.
    assert_eq!(after_digits(&standard(), "5161712").outcome(), None);
    assert_eq!(after_digits(&standard(), "121212212121").outcome(), None);
}

#[test]
fn the_game_ends_with_the_line_and_nobody_moves_any_more() {
    let pos = after_digits(&standard(), "1212121");
    assert_eq!(pos.outcome_reason(), "four in a line");
    assert_eq!(moves_of(&pos), []);
    assert_eq!(pos.count_moves(), 0);
    assert_eq!(pos.no_moves_outcome(), Outcome::Win(Player::FIRST));
    assert!(!pos.is_legal(standard().start_position().parse_move("7").unwrap()));
    assert!(pos.parse_move("5").unwrap_err().contains("the game is over (four in a line)"));
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let small = after_digits(&wide(4, 4), "1314221323414432");
    let large = after_digits(&standard(), "734236151262247174335445371621555727146663");
    assert_eq!((small.outcome(), large.outcome()), (Some(Outcome::Draw), Some(Outcome::Draw)));
    assert_eq!(small.outcome_reason(), "full board");
    assert_eq!((small.count_moves(), small.no_moves_outcome()), (0, Outcome::Draw));
    assert!(small.parse_move("1").unwrap_err().contains("the game is over (full board)"));
}

#[test]
fn the_last_stone_of_a_full_board_may_win() {
    let pos = after_digits(&wide(4, 4), "1232443211434132");
    assert_eq!((pos.ply(), pos.outcome()), (16, Some(Outcome::Win(Player::SECOND))));
}

#[test]
fn boards_have_four_to_ten_columns_and_rows() {
    for (width, height) in [(3, 6), (7, 3), (11, 6), (7, 11), (0, 0), (u32::MAX, u32::MAX)] {
        assert!(ConnectFour::<u128>::new(width, height).is_none(), "{width}x{height}");
    }
    for width in 4..=10 {
        for height in 4..=10 {
            assert!(ConnectFour::<u128>::new(width, height).is_some(), "{width}x{height}");
            let fits = (height + 1) * width <= 64;
            assert_eq!(ConnectFour::<u64>::new(width, height).is_some(), fits, "{width}x{height}");
        }
    }
}

// ---- against the plain implementation -------------------------------------------------------------------------

/// Plays random games and compares everything the rules say after every move, there and back.
fn compare_random_games<B: BoardWord>(game: &ConnectFour<B>, width: usize, height: usize, games: u64) {
    let mut evaluator = game.evaluator();
    for seed in 1..=games {
        let mut random = Random::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut plain = Plain::new(width, height);
        let mut pos = game.start_position();
        let mut trail = Vec::new();
        loop {
            let columns: Vec<String> = plain.columns().iter().map(|c| (c + 1).to_string()).collect();
            assert_eq!(texts(&pos), columns);
            assert_eq!((pos.outcome(), pos.count_moves()), (plain.outcome(), columns.len()));
            assert_eq!(pos.fen().split('[').next(), Some(plain.fen_board().as_str()));
            if columns.is_empty() {
                break;
            }
            compare_tactics(&plain, &pos, &mut evaluator);
            let column = plain.columns()[random.below(columns.len())];
            let mv = pos.drop_into(column as u32).expect("column is open");
            let row = plain.drop(column);
            assert_eq!(pos.geometry().index(column as u32, row as u32), mv.cell());
            trail.push((pos, mv));
            pos.make(mv);
        }
        while let Some((before, mv)) = trail.pop() {
            pos.unmake(mv, ());
            assert_eq!((pos, pos.key()), (before, before.key()));
        }
    }
}

/// Does one more stone in this column win for the player to move?
fn wins_with(plain: &Plain, column: usize) -> bool {
    let mut child = plain.clone();
    child.drop(column);
    child.winner.is_some()
}

/// The two-ply knowledge, worked out by playing every move and every reply.
fn compare_tactics<B: BoardWord>(
    plain: &Plain,
    pos: &Position<B>,
    evaluator: &mut <ConnectFour<B> as Game>::Evaluator,
) {
    let replies_win = |&column: &usize| {
        let mut child = plain.clone();
        child.drop(column);
        child.columns().iter().any(|&reply| wins_with(&child, reply))
    };
    let cells = |columns: Vec<usize>| -> Vec<Move> {
        columns.iter().map(|&c| pos.drop_into(c as u32).expect("column is open")).collect()
    };
    let all = plain.columns();
    let wins: Vec<usize> = all.iter().copied().filter(|&c| wins_with(plain, c)).collect();
    let safe: Vec<usize> = all.iter().copied().filter(|c| !replies_win(c)).collect();
    let mut found = Vec::new();
    evaluator.candidates(pos, &mut found);
    match Tactics::new(pos.geometry(), pos.occupied(), Threats::of(pos)) {
        Tactics::Wins(_) => assert!(!wins.is_empty() && found == cells(wins)),
        Tactics::Loses(_) => {
            assert!(wins.is_empty() && safe.is_empty() && !found.is_empty());
            assert!(found.iter().all(|&mv| pos.is_legal(mv)));
        }
        Tactics::Forced(_) => assert!(wins.is_empty() && safe.len() == 1 && found == cells(safe)),
        Tactics::Open(_) => assert!(wins.is_empty() && safe.len() > 1 && found == cells(safe)),
    }
}

#[test]
fn random_games_agree_with_a_plain_implementation() {
    compare_random_games(&standard(), 7, 6, 300);
    compare_random_games(&ConnectFour::<u64>::new(8, 7).unwrap(), 8, 7, 100);
    compare_random_games(&ConnectFour::<u64>::new(4, 10).unwrap(), 4, 10, 100);
    for (width, height) in [(4, 4), (7, 6), (8, 8), (9, 7), (10, 4), (4, 10), (10, 10)] {
        compare_random_games(&wide(width, height), width as usize, height as usize, 100);
    }
}

#[test]
fn perft_on_small_boards_agrees_with_a_plain_implementation() {
    for (width, height) in [(4, 4), (4, 5), (5, 4), (6, 5), (10, 10)] {
        let plain = Plain::new(width, height).perft(6);
        let game = wide(width as u32, height as u32);
        assert_eq!(perft(&mut game.start_position(), 6), plain, "{width}x{height}");
    }
}

/// Legal positions (different ones, not sequences) by ply, with those just won.
fn positions_by_ply<B: BoardWord>(game: &ConnectFour<B>, plies: usize) -> Vec<(usize, usize)> {
    let mut level = vec![game.start_position()];
    let mut counts = Vec::new();
    for _ in 0..=plies {
        counts.push((level.len(), level.iter().filter(|pos| pos.is_won()).count()));
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for pos in &level {
            for mv in moves_of(pos) {
                let mut child = *pos;
                child.make(mv);
                if seen.insert(child.key()) {
                    next.push(child);
                }
            }
        }
        level = next;
    }
    counts
}

#[test]
fn numbers_of_legal_positions_by_ply_are_the_published_ones() {
    // 7x6: Böck 2025, plies 0 to 9. Positions that keys failed to tell apart would be missing.
    let published = [
        (1, 0),
        (7, 0),
        (49, 0),
        (238, 0),
        (1_120, 0),
        (4_263, 0),
        (16_422, 0),
        (54_859, 728),
        (184_275, 1_892),
        (558_186, 19_412),
    ];
    assert_eq!(positions_by_ply(&standard(), 9), published);
    // 8x8: counted by a separate program, plies 0 to 8.
    let counted = [
        (1, 0),
        (8, 0),
        (64, 0),
        (344, 0),
        (1_800, 0),
        (7_456, 0),
        (31_368, 0),
        (112_568, 1_272),
        (409_230, 3_709),
    ];
    assert_eq!(positions_by_ply(&wide(8, 8), 8), counted);
}

#[test]
fn number_of_legal_positions_of_a_4x4_board_is_the_published_one() {
    // Tromp: 161,029 positions of all plies together.
    assert_eq!(positions_by_ply(&wide(4, 4), 16).iter().map(|(count, _)| count).sum::<usize>(), 161_029);
}

#[test]
fn keys_are_mixed_in_their_high_and_their_low_bits() {
    // The table takes its index from the high bits: positions must spread over 4,096 places of both ends.
    let mut high = HashSet::new();
    let mut low = HashSet::new();
    for pos in random_positions(&wide(8, 8), 40_000).iter().chain(&random_positions(&wide(10, 10), 40_000)) {
        high.insert(pos.key() >> 52);
        low.insert(pos.key() & 0xfff);
    }
    assert_eq!((high.len(), low.len()), (4_096, 4_096));
}

/// Positions of random games, won ones and drawn ones among them.
fn random_positions<B: BoardWord>(game: &ConnectFour<B>, count: usize) -> Vec<Position<B>> {
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    let mut pos = game.start_position();
    let mut positions = Vec::with_capacity(count);
    while positions.len() < count {
        positions.push(pos);
        let moves = moves_of(&pos);
        match moves.len() {
            0 => pos = game.start_position(),
            n => pos.make(moves[random.below(n)]),
        }
    }
    positions
}

// ---- notation ---------------------------------------------------------------------------------------------

#[test]
fn a_move_is_a_column_number_a_letter_a_cell_or_a_drop() {
    let pos = after_digits(&standard(), "4");
    for text in ["4", "d", "D", "d2", "D2", "P@d2", "p@d2", "P@D2"] {
        assert_eq!(pos.parse_move(text), Ok(pos.drop_into(3).unwrap()), "{text}");
    }
    let mv = pos.drop_into(3).unwrap();
    assert_eq!(pos.move_text(mv, MoveStyle::Native), "4");
    assert_eq!(pos.move_text(mv, MoveStyle::Drop), "P@d2");
}

#[test]
fn the_tenth_column_is_10_or_j() {
    let pos = wide(10, 10).start_position();
    let mv = pos.drop_into(9).unwrap();
    for text in ["10", "j", "j1", "P@j1"] {
        assert_eq!(pos.parse_move(text), Ok(mv), "{text}");
    }
    assert_eq!(pos.move_text(mv, MoveStyle::Native), "10");
    let pos = after(&wide(10, 10), "j j j j j j j j j");
    assert_eq!(pos.move_text(pos.parse_move("j10").unwrap(), MoveStyle::Drop), "P@j10");
}

#[test]
fn text_that_is_no_move_is_refused_with_the_word_and_what_was_expected() {
    let pos = after_digits(&standard(), "4");
    for text in [
        "",
        "0",
        "8",
        "10",
        "04",
        "99999999999999999999",
        "-1",
        "+4",
        "h",
        "z9",
        "d0",
        "P@d",
        "P@",
        "P@4",
        "P",
        "@",
        "d2x",
        "d22222222222",
        "P@d2 ",
        "é",
        "P@é1",
        "４",
        "d\u{0}",
        "\n",
        "4 4",
        "pass",
    ] {
        let error = pos.parse_move(text).expect_err(text);
        assert!(error.contains(text) && error.contains("expected") && error.contains("1-7"), "{error}");
    }
    for text in ["d1", "d3", "P@d6", "d7"] {
        let error = pos.parse_move(text).expect_err(text);
        assert!(error.contains(text) && error.contains("lands on d2"), "{error}");
    }
}

#[test]
fn start_position_is_written_as_uci_front_ends_write_it() {
    // cutechess, variant cfour.
    let fen = "7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1";
    assert_eq!(standard().start_position().fen(), fen);
    assert_eq!(standard().parse_position(fen), Ok(standard().start_position()));
    assert!(wide(10, 10).start_position().fen().starts_with("10/10/10/10/10/10/10/10/10/10[PPP"));
}

fn assert_positions_read_back<B: BoardWord>(game: &ConnectFour<B>) {
    for pos in random_positions(game, 3_000) {
        let fen = pos.fen();
        assert_eq!(game.parse_position(&fen), Ok(pos), "{fen}");
        for mv in moves_of(&pos) {
            for style in [MoveStyle::Native, MoveStyle::Drop, MoveStyle::Numeric] {
                assert_eq!(pos.parse_move(&pos.move_text(mv, style)), Ok(mv));
            }
        }
    }
}

#[test]
fn positions_and_moves_are_read_back_as_written() {
    assert_positions_read_back(&standard());
    for (width, height) in [(4, 4), (8, 8), (9, 7), (10, 10)] {
        assert_positions_read_back(&wide(width, height));
    }
}

#[test]
fn stones_in_hand_and_trailing_fields_may_be_left_out() {
    let pos = after_digits(&standard(), "443");
    for fen in [
        "7/7/7/7/3p3/2PP3",
        "7/7/7/7/3p3/2PP3 b",
        "7/7/7/7/3p3/2PP3[] b - -",
        "7/7/7/7/3p3/2PP3[-] b - - 0 2",
        "  7/7/7/7/3p3/2PP3[Pp]   b  - - 3 99 ",
    ] {
        assert_eq!(standard().parse_position(fen), Ok(pos), "{fen}");
    }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    for (fen, reason) in [
        ("", "empty"),
        ("startpos", "1 rows"),
        ("7/7/7/7/7", "5 rows"),
        ("7/7/7/7/7/7/7", "7 rows"),
        ("7/7/7/7/7/6", "'6'"),
        ("7/7/7/7/7/8", "'8'"),
        ("7/7/7/7/7/PpPpPpPp", "'PpPpPpPp'"),
        ("7/7/7/7/7/0P6", "'0'"),
        ("7/7/7/7/7/999999999999999999999999", "'999999999999999999999999'"),
        ("7/7/7/7/7/3X3", "'X'"),
        ("7/7/7/7/7/3é3", "'é'"),
        ("7/7/7/7/3P3/7", "above an empty cell"),
        ("7/7/7/7/7/PP5", "2 stones of the first player and 0 of the second"),
        ("7/7/7/7/7/p6", "0 stones of the first player and 1 of the second"),
        ("7/7/7/7/7/3P3 w", "'w'"),
        ("7/7/7/7/7/7 b", "'b'"),
        ("7/7/7/7/7/7 x", "'x'"),
        ("7/7/7/7/7/7[PPx] w", "'x'"),
        ("7/7/7/7/7/7[PP w", "']'"),
        ("7/7/7/7/7/7 w - - 0 1 2", "'2'"),
        ("7/7/7/7/7/7 w KQkq - 0 1", "'KQkq'"),
        ("7/7/7/7/7/7 w - - -1 1", "'-1'"),
        ("7/7/7/7/pppp3/PPPP3", "the player to move has four"),
        ("7/7/7/7/pPpp3/PPPPp2", "no last stone"),
    ] {
        let error = standard().parse_position(fen).expect_err(fen);
        assert!(error.contains(reason) && !error.contains('\n'), "{fen}: {error}");
    }
}

#[test]
fn a_won_position_is_read_where_the_last_stone_can_have_won_it() {
    let pos = standard().parse_position("7/7/7/7/ppp4/PPPP3").unwrap();
    assert_eq!(pos.outcome(), Some(Outcome::Win(Player::FIRST)));
    // Two lines with a common stone on top of its column: made by one move.
    assert!(standard().parse_position("7/7/7/7/ppp1ppp/PPPPPPP").unwrap().is_won());
}

#[test]
fn the_diagram_shows_ranks_files_and_whose_turn_it_is() {
    let expected = " \
 4   .  .  .  .
 3   .  .  .  .
 2   .  .  O  .
 1   .  X  X  .
     1  2  3  4
     a  b  c  d
O to move";
    assert_eq!(after_digits(&wide(4, 4), "332").diagram(), expected);
    let won = after_digits(&standard(), "1212121").diagram();
    assert!(won.ends_with("game over: four in a line"), "{won}");
}
