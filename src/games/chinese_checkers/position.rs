//! The rules in motion: generating, making and unmaking moves.
//!
//! A move is a from-to pair, whatever the way of the hops between. A player who cannot move passes; a
//! player who broke `LeaveHome` is out: skipped from then on, its pieces stay where they are, and the last
//! player who is not out wins. The first winner ends the game.
//!
//! What must always hold: `occupied` is the union of `pieces`, `lines` shows the same board; `key` covers
//! pieces and player to move, and of the rest exactly what the rules set make matter: the last moves under
//! `NoShuttle`, the round and the players out under `LeaveHome`.

use super::geometry::{DIRECTIONS, Hole, HoleSet, SEATS, Seat};
use super::hops::{HopTable, Lines, destinations};
use super::rules::{Rules, Win};
use super::zobrist;
use crate::contract::{self, Outcome, Player, Position as _};

/// A move: a piece goes from one hole to another, or the player passes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Move {
    /// Where the piece stands.
    pub from: Hole,
    /// Where it ends; the same as `from` in a pass.
    pub to: Hole,
}

impl Move {
    /// Nothing moves; legal only where nothing can.
    pub const PASS: Move = Move { from: Hole(0), to: Hole(0) };

    /// Is it the pass?
    #[inline]
    pub fn is_pass(self) -> bool {
        self.from == self.to
    }
}

/// What a move changed beside the piece moved.
#[derive(Clone, Copy)]
pub struct Undo {
    key: u64,
    mover: u8,
    status: Status,
    last_move: Option<Move>,
}

/// Who is still in the game, and for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Status {
    /// The player who has won.
    pub winner: Option<Player>,
    /// Counted from 1, only under `LeaveHome`; stays at the last round that matters.
    pub round: u16,
    /// One bit a player: out because of `LeaveHome`.
    pub out: u8,
}

/// A position of two to six players on the star.
#[derive(Clone)]
pub struct Position {
    pub(super) rules: Rules,
    table: &'static HopTable,
    seats: [Seat; SEATS],
    resting: [HoleSet; SEATS],
    pieces: [HoleSet; SEATS],
    occupied: HoleSet,
    lines: Lines,
    to_move: u8,
    pub(super) status: Status,
    /// The move of each player that `NoShuttle` forbids to take back; all `None` without that rule.
    pub(super) last_moves: [Option<Move>; SEATS],
    key: u64,
}

impl Position {
    /// The empty board with these seats in turn order; `rules.players` is set to their number.
    pub(super) fn empty(rules: Rules, seats: &[Seat]) -> Position {
        let rules = Rules { players: seats.len(), ..rules };
        let mut all_seats = [Seat::ALL[0]; SEATS];
        all_seats[..seats.len()].copy_from_slice(seats);
        let status = Status { winner: None, round: 1.min(rules.last_counted_round()), out: 0 };
        Position {
            rules,
            table: HopTable::of(rules.hops),
            seats: all_seats,
            resting: all_seats.map(|seat| rules.resting_holes(seat)),
            pieces: [HoleSet::EMPTY; SEATS],
            occupied: HoleSet::EMPTY,
            lines: Lines::empty(),
            to_move: 0,
            status,
            last_moves: [None; SEATS],
            key: 0,
        }
    }

    /// The start position: every player's ten pieces at home.
    pub fn start(rules: Rules) -> Position {
        let seats = Rules::seats(rules.players);
        let mut pos = Position::empty(rules, &seats);
        for (index, seat) in seats.iter().enumerate() {
            for hole in seat.home() {
                pos.toggle(index, hole);
            }
        }
        pos.key = pos.computed_key();
        pos
    }

    /// Ends the building of a position from text: turn, key, and whether somebody has won.
    pub(super) fn finish(&mut self, to_move: Player) {
        let count = self.player_count();
        self.to_move = to_move.index() as u8;
        // Whoever moved last is asked first, as in `make`.
        self.status.winner = (1..=count)
            .map(|back| (to_move.index() + count - back) % count)
            .find(|&player| !self.is_out(player) && self.has_won(player))
            .map(Player::new)
            .or_else(|| self.last_in_play());
        self.key = self.computed_key();
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The seats in turn order.
    pub fn seats(&self) -> &[Seat] {
        &self.seats[..self.rules.players]
    }

    /// The seat of a player.
    #[inline]
    pub fn seat(&self, player: Player) -> Seat {
        self.seats[player.index()]
    }

    /// The pieces of a player.
    #[inline]
    pub fn pieces(&self, player: Player) -> HoleSet {
        self.pieces[player.index()]
    }

    /// All holes with a piece.
    #[inline]
    pub fn occupied(&self) -> HoleSet {
        self.occupied
    }

    /// Holes where a piece of this player may end its move.
    #[inline]
    pub fn resting(&self, player: Player) -> HoleSet {
        self.resting[player.index()]
    }

    /// Where a piece on this hole, or one that has come there on the way, can hop to, by direction;
    /// [`super::geometry::NOWHERE`] where it cannot.
    #[inline]
    pub(super) fn first_landings(&self, hole: Hole) -> [u8; DIRECTIONS] {
        self.table.landings(&self.lines, hole)
    }

    /// Has this player lost its place in the game under `LeaveHome`?
    #[inline]
    pub fn is_out(&self, player: usize) -> bool {
        self.status.out & (1 << player) != 0
    }

    /// Can the player to move, whose piece stands on `from`, hop to `to` in a single hop?
    pub(super) fn is_single_hop(&self, lifted: Hole, from: Hole, to: Hole) -> bool {
        let mut lines = self.lines.clone();
        lines.toggle(lifted);
        self.table.landings(&lines, from).contains(&to.0)
    }

    /// Puts a piece of a player into an empty hole or takes it out; the key is not touched.
    #[inline]
    pub(super) fn toggle(&mut self, player: usize, hole: Hole) {
        self.pieces[player] = self.pieces[player] ^ hole.set();
        self.occupied = self.occupied ^ hole.set();
        self.lines.toggle(hole);
    }

    /// The key from scratch; [`Position::make`] keeps it up to date.
    pub(super) fn computed_key(&self) -> u64 {
        let mut key = zobrist::turn(self.to_move.into());
        for player in 0..self.rules.players {
            let seat = self.seats[player];
            key = self.pieces[player].into_iter().fold(key, |key, hole| key ^ zobrist::piece(seat, hole));
        }
        key ^ self.extra_key()
    }

    /// The part of the key that only some rules need.
    fn extra_key(&self) -> u64 {
        let mut key = 0;
        if self.rules.leave_home > 0 {
            key ^= zobrist::status(self.status.round, self.status.out);
        }
        if self.rules.no_shuttle {
            for (player, last) in self.last_moves.iter().enumerate() {
                key ^= last.map_or(0, |mv| zobrist::last_move(player, mv));
            }
        }
        key
    }

    #[inline]
    fn has_extra_key(&self) -> bool {
        self.rules.no_shuttle || self.rules.leave_home > 0
    }

    /// Does the board show that this player has won?
    fn has_won(&self, player: usize) -> bool {
        let target = self.seats[player].target();
        let own = self.pieces[player];
        let all_in = !own.is_empty() && (own & !target).is_empty();
        let filled = (target & !self.occupied).is_empty() && !(target & own).is_empty();
        all_in || (filled && self.rules.win == Win::Fill)
    }

    /// The winner after a move of `mover` that ended on `to`. Under the filling rule a move can also
    /// complete the camp of somebody else.
    fn winner_after(&self, mover: usize, to: Hole) -> Option<Player> {
        let can_have_won = |player: usize| {
            self.seats[player].target().has(to) && !self.is_out(player) && self.has_won(player)
        };
        if can_have_won(mover) {
            return Some(Player::new(mover));
        }
        (0..self.rules.players).find(|&player| player != mover && can_have_won(player)).map(Player::new)
    }

    /// The only player who is not out, where somebody is.
    fn last_in_play(&self) -> Option<Player> {
        let everybody = (1u8 << self.rules.players) - 1;
        let left = everybody & !self.status.out;
        (self.status.out != 0 && left.count_ones() == 1).then(|| Player::new(left.trailing_zeros() as usize))
    }

    /// Applies `LeaveHome` to the player who has just moved.
    fn check_left_home(&mut self, mover: usize) {
        let at_home = (self.pieces[mover] & self.seats[mover].home()).len();
        if self.rules.home_limit(self.status.round).is_some_and(|limit| at_home > limit) {
            self.status.out |= 1 << mover;
            self.status.winner = self.last_in_play();
        }
    }

    /// Gives the turn to the next player who is not out; counts the round where that matters.
    #[inline]
    fn pass_turn(&mut self) {
        let count = self.rules.players as u8;
        let mover = self.to_move;
        loop {
            self.to_move = if self.to_move + 1 < count { self.to_move + 1 } else { 0 };
            if !self.is_out(self.to_move.into()) || self.to_move == mover {
                break;
            }
        }
        if self.to_move <= mover {
            self.status.round = (self.status.round + 1).min(self.rules.last_counted_round());
        }
    }

    fn undo_record(&self) -> Undo {
        let mover = self.to_move;
        let last_move = self.last_moves[usize::from(mover)];
        Undo { key: self.key, mover, status: self.status, last_move }
    }

    /// Calls `visit` with each piece of the player to move and where it can go.
    #[inline]
    fn for_each_piece(&self, mut visit: impl FnMut(Hole, HoleSet)) {
        let player = usize::from(self.to_move);
        let mut lines = self.lines.clone();
        let resting = self.resting[player];
        for from in self.pieces[player] {
            let mut to = destinations(self.table, &mut lines, self.occupied, from) & resting;
            if let Some(last) = self.last_moves[player]
                && last.to == from
            {
                to = to & !last.from.set();
            }
            visit(from, to);
        }
    }
}

impl contract::Position for Position {
    type Move = Move;
    type Undo = Undo;

    fn player_count(&self) -> usize {
        self.rules.players
    }

    #[inline]
    fn player_to_move(&self) -> Player {
        Player::new(self.to_move.into())
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.status.winner.map(Outcome::Win)
    }

    fn outcome_reason(&self) -> &'static str {
        match self.status.winner {
            None => "",
            Some(winner) if !self.has_won(winner.index()) => "nobody else left home in time",
            Some(_) if self.rules.win == Win::Strict => "all pieces in the target camp",
            Some(_) => "target camp filled",
        }
    }

    fn no_moves_outcome(&self) -> Outcome {
        // Never asked: where nothing can move there is the pass.
        Outcome::Draw
    }

    fn repetition_limit(&self) -> Option<usize> {
        Some(3)
    }

    fn generate(&self, moves: &mut Vec<Move>) {
        if self.status.winner.is_some() {
            return;
        }
        let before = moves.len();
        self.for_each_piece(|from, to| moves.extend(to.into_iter().map(|to| Move { from, to })));
        if moves.len() == before {
            moves.push(Move::PASS);
        }
    }

    fn count_moves(&self) -> usize {
        if self.status.winner.is_some() {
            return 0;
        }
        let mut count = 0;
        self.for_each_piece(|_, to| count += to.len());
        count.max(1)
    }

    fn is_legal(&self, mv: Move) -> bool {
        if mv.is_pass() || self.status.winner.is_some() {
            let mut moves = Vec::new();
            self.generate(&mut moves);
            return moves.contains(&mv);
        }
        let mut is_legal = false;
        self.for_each_piece(|from, to| is_legal |= from == mv.from && to.has(mv.to));
        is_legal
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        let undo = self.undo_record();
        let mover = usize::from(self.to_move);
        let extra = if self.has_extra_key() { self.extra_key() } else { 0 };
        if !mv.is_pass() {
            self.toggle(mover, mv.from);
            self.toggle(mover, mv.to);
            let seat = self.seats[mover];
            self.key ^= zobrist::piece(seat, mv.from) ^ zobrist::piece(seat, mv.to);
            self.status.winner = self.winner_after(mover, mv.to);
        }
        if self.rules.leave_home > 0 && self.status.winner.is_none() {
            self.check_left_home(mover);
        }
        self.pass_turn();
        self.key ^= zobrist::turn(mover) ^ zobrist::turn(self.to_move.into());
        if self.has_extra_key() {
            if self.rules.no_shuttle {
                self.last_moves[mover] = (!mv.is_pass()).then_some(mv);
            }
            self.key ^= extra ^ self.extra_key();
        }
        undo
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        self.unmake_null(undo);
        if !mv.is_pass() {
            self.toggle(undo.mover.into(), mv.to);
            self.toggle(undo.mover.into(), mv.from);
        }
    }

    fn make_null(&mut self) -> Option<Undo> {
        Some(self.make(Move::PASS))
    }

    #[inline]
    fn unmake_null(&mut self, undo: Undo) {
        self.key = undo.key;
        self.status = undo.status;
        self.to_move = undo.mover;
        self.last_moves[usize::from(undo.mover)] = undo.last_move;
    }

    #[inline]
    fn move_code(&self, mv: Move) -> u16 {
        mv.from.index() as u16 * 121 + mv.to.index() as u16 + 1
    }

    fn is_irreversible(&self, _mv: Move) -> bool {
        // Nothing is taken and everything can walk back; only the counted rounds never return.
        self.status.round < self.rules.last_counted_round()
    }
}
