//! The state of a game by the rules: pieces, turn and key, kept up to date by making and unmaking moves.
//!
//! Invariants: `occupied` is the union of `pieces`, and `lines` shows the same board. `key` covers pieces and player to
//! move, and what else matters under the rules: the last moves under `NoShuttle`, the round and the players out under
//! `LeaveHome`.

use super::geometry::Hole;
use super::hole_set::HoleSet;
use super::hops::{HopList, HopTable, Lines};
use super::moves::Move;
use super::rules::{Rules, Win};
use super::seat::{SEATS, Seat};
use super::status::Status;
use super::zobrist;
use crate::contract::{self, Outcome, Player, Position as _};

/// What a move changed apart from the moved piece.
#[derive(Clone, Copy)]
pub struct Undo {
    key: u64,
    mover: Player,
    status: Status,
    last_move: Option<Move>,
    /// The mover's pieces after the move, if it put the mover out.
    taken_off: HoleSet,
}

/// A position of two to six players on the star.
#[derive(Clone)]
pub struct Position {
    pub(super) rules: Rules,
    pub(super) table: &'static HopTable,
    seats: [Seat; SEATS],
    resting: [HoleSet; SEATS],
    pieces: [HoleSet; SEATS],
    occupied: HoleSet,
    pub(super) lines: Lines,
    to_move: Player,
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
            to_move: Player::FIRST,
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
                pos.toggle(Player::new(index), hole);
            }
        }
        pos.key = pos.computed_key();
        pos
    }

    /// Completes a position from text: turn, key, and winner. Pieces of players who are out are removed.
    pub(super) fn finish(&mut self, to_move: Player) {
        let count = self.player_count();
        self.to_move = to_move;
        let status = self.status;
        for player in self.players().filter(|&player| status.is_out(player)) {
            self.take_off(player);
            self.last_moves[player.index()] = None;
        }
        let last_mover = Player::new((to_move.index() + count - 1) % count);
        self.status.winner = self.winner_after(last_mover).or_else(|| self.last_in_play());
        self.key = self.computed_key();
    }

    /// The rules in force.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The players in turn order.
    pub(super) fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.rules.players).map(Player::new)
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

    /// Lists all hops on the board; see [`HopTable::list`].
    #[inline]
    pub(super) fn list_hops(&self, links: &mut HopList, first_hops: &mut HopList) {
        self.table.list(&self.lines, links, first_hops);
    }

    /// Can the player to move, whose piece stands on `from`, hop to `to` in a single hop?
    pub(super) fn is_single_hop(&self, lifted: Hole, from: Hole, to: Hole) -> bool {
        let mut lines = self.lines.clone();
        lines.toggle(lifted);
        self.table.landings(&lines, from).contains(&to.0)
    }

    /// Puts a piece of a player into an empty hole or takes it out; the key is not touched.
    #[inline]
    pub(super) fn toggle(&mut self, player: Player, hole: Hole) {
        let pieces = &mut self.pieces[player.index()];
        *pieces = *pieces ^ hole.set();
        self.occupied = self.occupied ^ hole.set();
        self.lines.toggle(hole);
    }

    /// The key from scratch; [`Position::make`] keeps it up to date.
    pub(super) fn computed_key(&self) -> u64 {
        let mut key = zobrist::turn(self.to_move);
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
                key ^= last.map_or(0, |mv| zobrist::last_move(Player::new(player), mv));
            }
        }
        key
    }

    #[inline]
    fn has_extra_key(&self) -> bool {
        self.rules.no_shuttle || self.rules.leave_home > 0
    }

    /// Gives the turn to the next player who is not out; counts the round if that matters.
    #[inline]
    fn pass_turn(&mut self) {
        let mover = self.to_move;
        loop {
            let next = self.to_move.index() + 1;
            self.to_move = Player::new(if next < self.rules.players { next } else { 0 });
            if !self.is_out(self.to_move) || self.to_move == mover {
                break;
            }
        }
        if self.to_move <= mover {
            self.status.round = (self.status.round + 1).min(self.rules.last_counted_round());
        }
    }

    fn undo_record(&self) -> Undo {
        let mover = self.to_move;
        let last_move = self.last_moves[mover.index()];
        Undo { key: self.key, mover, status: self.status, last_move, taken_off: HoleSet::EMPTY }
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
        self.to_move
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
            Some(winner) if !self.has_won(winner) => "nobody else left home in time",
            Some(_) if self.rules.win == Win::Strict => "all pieces in the target camp",
            Some(_) => "target camp filled",
        }
    }

    fn no_moves_outcome(&self) -> Outcome {
        // Never needed: where nothing can move there is the pass.
        Outcome::Draw
    }

    fn repetition_limit(&self) -> Option<usize> {
        Some(3)
    }

    fn generate(&self, moves: &mut Vec<Move>) {
        if self.status.winner.is_none() {
            self.generate_moves(moves);
        }
    }

    fn count_moves(&self) -> usize {
        if self.status.winner.is_some() { 0 } else { self.count_all_moves() }
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.status.winner.is_none() && self.allows(mv)
    }

    #[inline]
    fn make(&mut self, mv: Move) -> Undo {
        let mut undo = self.undo_record();
        let mover = self.to_move;
        let seat = self.seat(mover);
        let extra = if self.has_extra_key() { self.extra_key() } else { 0 };
        if !mv.is_pass() {
            self.toggle(mover, mv.from);
            self.toggle(mover, mv.to);
            self.key ^= zobrist::piece(seat, mv.from) ^ zobrist::piece(seat, mv.to);
            self.status.winner = self.winner_after(mover);
        }
        if self.rules.leave_home > 0 && self.status.winner.is_none() {
            undo.taken_off = self.check_left_home(mover);
            self.key =
                undo.taken_off.into_iter().fold(self.key, |key, hole| key ^ zobrist::piece(seat, hole));
        }
        self.pass_turn();
        self.key ^= zobrist::turn(mover) ^ zobrist::turn(self.to_move);
        if self.has_extra_key() {
            if self.rules.no_shuttle {
                self.last_moves[mover.index()] = (!mv.is_pass() && !self.is_out(mover)).then_some(mv);
            }
            self.key ^= extra ^ self.extra_key();
        }
        undo
    }

    #[inline]
    fn unmake(&mut self, mv: Move, undo: Undo) {
        self.unmake_null(undo);
        if !mv.is_pass() {
            self.toggle(undo.mover, mv.to);
            self.toggle(undo.mover, mv.from);
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
        self.last_moves[undo.mover.index()] = undo.last_move;
        undo.taken_off.into_iter().for_each(|hole| self.toggle(undo.mover, hole));
    }

    #[inline]
    fn move_code(&self, mv: Move) -> u16 {
        mv.from.index() as u16 * 121 + mv.to.index() as u16 + 1
    }

    fn is_irreversible(&self, _mv: Move) -> bool {
        // Nothing is taken and everything can walk back; only the counted rounds never return. After these a player
        // can still go out: `out` is part of the key.
        self.status.round < self.rules.last_counted_round()
    }
}
