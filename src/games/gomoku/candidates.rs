//! The moves worth searching.
//!
//! With threats on the board the choice is small and *sound*: a player who can make five does so; one who faces a five
//! stops it; one who faces straight fours must prevent all of them or make a four. Without such threats the candidates
//! are the cells near the stones on which one of the players can still make a line.

use super::cell_set::{CellSet, iterate};
use super::forbidden::foul;
use super::geometry::{Cell, MAX_SIZE, cells};
use super::line_pattern::LinePattern;
use super::lines::STONE;
use super::pattern_board::PatternBoard;
use super::points::PointClass;

const BLACK: usize = 0;

/// Is a stone of `player` on this empty cell legal?
#[inline]
pub fn is_allowed(board: &PatternBoard, cell: Cell, player: usize) -> bool {
    match board.class(cell, player) {
        PointClass::Foul | PointClass::Taken => false,
        PointClass::MaybeFoul => {
            debug_assert_eq!(player, BLACK, "only Black can commit a foul");
            foul(board.lines(), board.pattern_tables(), cell).is_none()
        }
        _ => true,
    }
}

/// Appends the candidates of `player`: none only without a legal move.
pub fn candidates(board: &PatternBoard, player: usize, moves: &mut Vec<Cell>) {
    let first = moves.len();
    if !forced(board, player, moves) {
        let alive = |cell: Cell| {
            !board.patterns(cell, player).all_dead() || !board.patterns(cell, 1 - player).all_dead()
        };
        let near = iterate(near_stones(board), board.size());
        moves.extend(near.filter(|&c| alive(c) && is_allowed(board, c, player)));
    }
    if moves.len() == first {
        fall_back(board, player, moves);
    }
}

/// Appends the moves that threats leave to `player`: a win, or all answers to the opponent's threat to win, possibly
/// none. Every other move loses, or wins later. False if there is no such threat.
pub fn forced(board: &PatternBoard, player: usize, moves: &mut Vec<Cell>) -> bool {
    let enemy = 1 - player;
    if let Some(five) = board.first_of(player, PointClass::Five) {
        moves.push(five);
    } else if board.count(enemy, PointClass::Five) > 0 {
        for five in board.points_of(enemy, PointClass::Five) {
            five_blocks(board, five, enemy, moves);
        }
        moves.retain(|&cell| is_allowed(board, cell, player));
    } else if let Some(four) = board.first_of(player, PointClass::StraightFour) {
        moves.push(four);
    } else if board.count(enemy, PointClass::StraightFour) > 0 {
        fours(board, player, true, moves);
        let defences = straight_four_defences(board, enemy);
        let quiet = iterate(defences, board.size())
            .filter(|&c| !makes_four(board, c, player) && is_allowed(board, c, player));
        moves.extend(quiet);
    } else {
        return false;
    }
    true
}

/// Without other candidates: the centre of an empty board, or every legal move.
fn fall_back(board: &PatternBoard, player: usize, moves: &mut Vec<Cell>) {
    let size = board.size();
    if board.occupied().iter().all(|&row| row == 0) {
        moves.push(Cell::new(size / 2, size / 2));
    } else {
        moves.extend(cells(size).filter(|&c| is_allowed(board, c, player)));
    }
}

/// Does a stone of `player` on this empty cell make a four, so that the opponent must answer?
#[inline]
pub fn makes_four(board: &PatternBoard, cell: Cell, player: usize) -> bool {
    match board.class(cell, player) {
        PointClass::MaybeFoul => makes_four_by_lines(board, cell, player),
        class => (PointClass::Four..=PointClass::Five).contains(&class),
    }
}

/// Is there a four among the lines of a point of the class [`PointClass::MaybeFoul`]?
fn makes_four_by_lines(board: &PatternBoard, cell: Cell, player: usize) -> bool {
    let patterns = board.patterns(cell, player);
    (0..4).any(|dir| (LinePattern::Four..=LinePattern::StraightFour).contains(&patterns.get(dir)))
}

/// Appends the legal moves of `player` that make a four, the strongest first; with `plain` also those that make nothing
/// else. Straight fours are not among them, since a player who has one needs no other.
pub fn fours(board: &PatternBoard, player: usize, plain: bool, moves: &mut Vec<Cell>) {
    moves.extend(board.points_of(player, PointClass::FourThree));
    moves.extend(board.points_of(player, PointClass::FourPlus));
    if plain {
        moves.extend(board.points_of(player, PointClass::Four));
    }
    if board.count(player, PointClass::MaybeFoul) > 0 {
        let maybe_fouls = board.points_of(player, PointClass::MaybeFoul);
        moves.extend(
            maybe_fouls.filter(|&c| makes_four_by_lines(board, c, player) && is_allowed(board, c, player)),
        );
    }
}

/// Appends the cells on which a stone stops `attacker` from making five on `five`: that point itself and, if a five
/// closed at both ends does not win, the ends of its line. Legality is not checked.
pub fn five_blocks(board: &PatternBoard, five: Cell, attacker: usize, blocks: &mut Vec<Cell>) {
    let push = |blocks: &mut Vec<Cell>, cell| {
        if !blocks.contains(&cell) {
            blocks.push(cell);
        }
    };
    push(blocks, five);
    if !board.closing_matters() {
        return;
    }
    let patterns = board.patterns(five, attacker);
    for dir in (0..4).filter(|&dir| patterns.get(dir) == LinePattern::Five) {
        let word = board.lines().word(five, dir);
        for sign in [1, -1] {
            let end = (1..=5).map(|i| sign * i).find(|&i| word.cell(i) != STONE[attacker]);
            if let Some(steps) = end.filter(|&i| word.cell(i) == 0) {
                push(blocks, five.step(dir, steps));
            }
        }
    }
}

/// The cells on which a stone of the defender leaves `attacker` without a straight four. Every move that is
/// neither one of these nor a four loses.
pub fn straight_four_defences(board: &PatternBoard, attacker: usize) -> CellSet {
    let mut common = [u32::MAX; MAX_SIZE];
    for point in board.points_of(attacker, PointClass::StraightFour) {
        let defences = point_defences(board, point, attacker);
        for (row, defence) in common.iter_mut().zip(defences) {
            *row &= defence;
        }
    }
    common
}

/// The cells on which a stone takes a straight four on `point` from `attacker`.
fn point_defences(board: &PatternBoard, point: Cell, attacker: usize) -> CellSet {
    let mut set = [0; MAX_SIZE];
    let mut add = |cell: Cell| set[cell.y()] |= 1 << cell.x();
    add(point);
    let patterns = board.patterns(point, attacker);
    for dir in (0..4).filter(|&dir| patterns.get(dir) >= LinePattern::Four) {
        let word = board.lines().word(point, dir);
        for steps in (-board.reach()..=board.reach()).filter(|&i| i != 0 && word.cell(i) == 0) {
            let window = word.with(steps, STONE[1 - attacker]).window(0);
            let spoilt = patterns.with(dir, board.pattern_tables().pattern(window, attacker));
            if board.point_tables().class(spoilt, attacker) != PointClass::StraightFour {
                add(point.step(dir, steps));
            }
        }
    }
    set
}

/// The empty cells within two cells of a stone in any direction, or three on a line.
fn near_stones(board: &PatternBoard) -> CellSet {
    let occupied = board.occupied();
    let size = board.size();
    let on_board = ((1u64 << size) - 1) as u32;
    let row = |y: usize, dy: isize| -> u32 {
        y.checked_add_signed(dy).and_then(|y| occupied.get(y)).copied().unwrap_or(0)
    };
    let mut set = [0; MAX_SIZE];
    for (y, cells) in set.iter_mut().enumerate().take(size) {
        let square = row(y, -2) | row(y, -1) | row(y, 0) | row(y, 1) | row(y, 2);
        let square = square | square << 1 | square >> 1;
        let square = square | square << 1 | square >> 1;
        let far = row(y, -3) | row(y, 3);
        let lines = far | (far | row(y, 0)) << 3 | (far | row(y, 0)) >> 3;
        *cells = (square | lines) & on_board & !row(y, 0);
    }
    set
}
