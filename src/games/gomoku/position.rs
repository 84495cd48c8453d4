//! The board, the turn, and the legality of moves.

use super::forbidden::{Foul, foul};
use super::geometry::{Cell, cells};
use super::line_pattern::LinePattern;
use super::lines::{EMPTY, Lines, STONE};
use super::patterns::PatternTables;
use super::rules::Rule;
use super::zobrist;
use crate::contract::{self, Outcome, Player, Position as _};

/// One stone on an empty cell; in renju also [`Cell::PASS`], which may be played but is not generated, so that no search
/// passes (Renju International Federation, rules of renju, article 5: both players may pass, two passes are a draw).
pub type Move = Cell;

/// A position of any game of the family.
#[derive(Clone)]
pub struct Position {
    rule: Rule,
    pub(super) tables: &'static PatternTables,
    size: u8,
    stones: u16,
    to_move: Player,
    winner: Option<Player>,
    last: Option<Cell>,
    /// Passes since the last stone.
    passes: u8,
    key: u64,
    lines: Lines,
}

/// What undoing a move needs: the move and the passes before it.
pub struct Undo {
    last: Option<Cell>,
    passes: u8,
}

impl Position {
    /// An empty board of `size` rows, 5 to 22.
    pub fn new(rule: Rule, size: usize) -> Position {
        Position {
            rule,
            tables: PatternTables::of(rule),
            size: size as u8,
            stones: 0,
            to_move: Player::FIRST,
            winner: None,
            last: None,
            passes: 0,
            key: 0,
            lines: Lines::new(size),
        }
    }

    /// A position from its stones, in any number. A winning line decides the game, for the player who is not to move if
    /// both have one. If a cell occurs twice, the first stone counts.
    pub fn from_stones(
        rule: Rule,
        size: usize,
        stones: impl IntoIterator<Item = (Cell, Player)>,
        to_move: Player,
    ) -> Position {
        let mut pos = Position::new(rule, size);
        for (cell, player) in stones {
            if pos.lines.get(cell) == EMPTY {
                pos.put(cell, player.index());
                pos.stones += 1;
            }
        }
        pos.set_to_move(to_move);
        let wins = |player: Player| {
            cells(size).any(|c| pos.stone(c) == Some(player) && pos.makes_five(c, player.index()))
        };
        pos.winner = [to_move.other(), to_move].into_iter().find(|&p| wins(p));
        pos
    }

    /// The rule set.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Rows and columns.
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// Number of stones on the board.
    pub fn stone_count(&self) -> usize {
        usize::from(self.stones)
    }

    /// Whose stone is on a cell of the board.
    pub fn stone(&self, cell: Cell) -> Option<Player> {
        match self.lines.get(cell) {
            EMPTY => None,
            bits => Some(if bits == STONE[0] { Player::FIRST } else { Player::SECOND }),
        }
    }

    /// The last move played, if it is known.
    pub fn last_move(&self) -> Option<Cell> {
        self.last
    }

    /// The board as bit strings.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    fn makes_five(&self, cell: Cell, player: usize) -> bool {
        (0..4).any(|dir| self.tables.pattern(self.lines.window(cell, dir), player) == LinePattern::Five)
    }

    /// Puts a stone on an empty cell, or takes the same stone away.
    #[inline]
    fn put(&mut self, cell: Cell, player: usize) {
        self.lines.toggle(cell, STONE[player]);
        self.key ^= zobrist::stone_key(cell, player);
    }

    #[inline]
    pub(super) fn set_to_move(&mut self, player: Player) {
        if player != self.to_move {
            self.to_move = player;
            self.key ^= zobrist::second_to_move();
        }
    }

    /// Is the player to move bound by the fouls of renju?
    #[inline]
    pub(super) fn has_fouls(&self) -> bool {
        self.rule().lines()[self.player_to_move().index()].fouls
    }

    /// May the player to move pass?
    pub(super) fn may_pass(&self) -> bool {
        self.rule == Rule::Renju && self.outcome().is_none()
    }

    /// The foul that the player to move would commit on an empty cell; `None` for all but Black in renju.
    pub fn foul(&self, cell: Cell) -> Option<Foul> {
        if self.has_fouls() { foul(self.lines(), self.tables, cell) } else { None }
    }

    /// The cells where a stone of the player to move is legal while the game continues, row by row.
    pub(super) fn legal_cells(&self) -> impl Iterator<Item = Cell> {
        cells(self.size()).filter(|&c| self.lines().get(c) == EMPTY && self.foul(c).is_none())
    }
}

impl contract::Position for Position {
    type Move = Move;
    type Undo = Undo;

    #[inline]
    fn player_to_move(&self) -> Player {
        self.to_move
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        match self.winner {
            Some(player) => Some(Outcome::Win(player)),
            None if self.stone_count() == self.size() * self.size() || self.passes == 2 => {
                Some(Outcome::Draw)
            }
            None => None,
        }
    }

    fn outcome_reason(&self) -> &'static str {
        match (self.winner, self.passes) {
            (Some(_), _) => "five in a line",
            (None, 2) => "both players passed",
            (None, _) => "board full",
        }
    }

    /// Only Black in renju can be without a move while cells are empty: every point is forbidden, and a
    /// player who can only commit a foul loses.
    fn no_moves_outcome(&self) -> Outcome {
        self.outcome().unwrap_or(Outcome::Win(self.to_move.other()))
    }

    fn generate(&self, moves: &mut Vec<Move>) {
        if self.winner.is_none() && self.passes < 2 {
            moves.extend(self.legal_cells());
        }
    }

    fn count_moves(&self) -> usize {
        if self.winner.is_some() || self.passes == 2 {
            0
        } else if self.has_fouls() {
            self.legal_cells().count()
        } else {
            self.size() * self.size() - self.stone_count()
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        if mv == Cell::PASS {
            return self.may_pass();
        }
        self.winner.is_none() && self.lines.get(mv) == EMPTY && self.foul(mv).is_none()
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        let player = self.to_move;
        if mv == Cell::PASS {
            self.set_to_move(player.other());
            let undo = Undo { last: self.last.take(), passes: self.passes };
            self.passes += 1;
            return undo;
        }
        if self.makes_five(mv, player.index()) {
            self.winner = Some(player);
        }
        self.put(mv, player.index());
        self.stones += 1;
        self.set_to_move(player.other());
        Undo { last: self.last.replace(mv), passes: std::mem::take(&mut self.passes) }
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        let player = self.to_move.other();
        if mv != Cell::PASS {
            self.put(mv, player.index());
            self.stones -= 1;
        }
        self.set_to_move(player);
        self.winner = None;
        (self.last, self.passes) = (undo.last, undo.passes);
    }

    fn make_null(&mut self) -> Option<Undo> {
        self.set_to_move(self.to_move.other());
        Some(Undo { last: self.last, passes: self.passes })
    }

    fn unmake_null(&mut self, _undo: Undo) {
        self.set_to_move(self.to_move.other());
    }

    fn move_code(&self, mv: Move) -> u16 {
        mv.index() as u16
    }

    fn is_irreversible(&self, _mv: Move) -> bool {
        true
    }
}
