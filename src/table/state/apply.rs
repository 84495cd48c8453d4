//! The effects of events.
//!
//! Invariant: an event that does not fit changes nothing and is reported, so that an edited log cannot break the
//! program.

use super::{Node, Seat, State, Tree, opening};
use crate::table::command::{OfferKind, SeatSpec};
use crate::table::event::{Event, Stamped, Turn};
use crate::table::view::Phase;

/// Longest time of a clock at the beginning of a table: a year.
const MAX_CLOCK_MS: u64 = 366 * 86_400_000;

impl State {
    /// A table after its first event.
    ///
    /// # Errors
    /// One line: the event is not `created`, or is invalid.
    pub fn new(first: &Stamped) -> Result<State, String> {
        let Event::Created(created) = &first.event else {
            return Err("the first event is not 'created'".to_string());
        };
        let players = created.seats.len();
        if !(1..=crate::contract::MAX_PLAYERS).contains(&players) {
            return Err(format!("there are {players} seats"));
        }
        check_player(created.turn.next, players)?;
        let opening = opening::first(created)?;
        let steps = opening.as_ref().map(|opening| opening.steps().into());
        let left = created.clock.map_or(Vec::new(), |clock| vec![clock.base_ms.min(MAX_CLOCK_MS); players]);
        let mut state = State {
            created: created.clone(),
            began: first.at,
            n: first.n,
            at: first.at,
            tree: Tree::new(created.turn.clone(), left.clone(), steps),
            opening,
            exchanged: false,
            edits: Vec::new(),
            current: 0,
            seats: created.seats.iter().map(|spec| Seat { spec: spec.clone(), token: None }).collect(),
            spectators: Vec::new(),
            phase: Phase::Playing,
            end: None,
            offer: None,
            offers: vec![0; players],
            renamed: 0,
            continued: false,
            assisted: false,
            counted: None,
            left,
            since: None,
            used: 0,
        };
        state.settle(first.at, false);
        Ok(state)
    }

    /// Applies an event.
    ///
    /// # Errors
    /// One line: it does not fit; the table stays as it was.
    pub fn apply(&mut self, stamped: &Stamped) -> Result<(), String> {
        if stamped.n != self.n + 1 {
            return Err(format!("event {} follows event {}", stamped.n, self.n));
        }
        let at = stamped.at.max(self.at);
        match &stamped.event {
            Event::Created(_) => return Err("a table is created once".to_string()),
            Event::Moved { node, parent, mv, player, ms, turn } => {
                self.moved(at, (*node, *parent), (mv, *player), *ms, turn)?;
            }
            Event::Undone { node, steps } => self.go_to(*node, *steps, at)?,
            Event::Redone { node } | Event::Went { node } => self.go_to(*node, None, at)?,
            Event::Decided { step } => self.decided(at, step)?,
            Event::Seated { seats, taken_back, by } => {
                self.seat_all(seats, taken_back, *by)?;
                self.offer.take_if(|offer| offer.kind != OfferKind::Draw);
                self.assisted |= self.tree.played() > 1;
            }
            Event::Helped {} => self.assisted = true,
            Event::Named { seats, text } => self.name(seats, text)?,
            Event::Invited { seat: 0, token } => self.spectators.push(token.clone()),
            Event::Invited { seat, token } => {
                self.seat_mut(*seat)?.token = Some(token.clone());
                self.offer.take_if(|offer| offer.kind != OfferKind::Draw);
                self.assisted = true;
            }
            Event::Revoked { token } => self.spectators.retain(|known| !token.is_empty() && known != token),
            Event::Joined { .. } | Event::Left { .. } | Event::Thinking { .. } => {}
            Event::Offered { player, kind, node } => self.offered(*player, *kind, *node)?,
            Event::Agreed { player } => self.agreed(*player),
            Event::Declined { .. } => self.offer = None,
            Event::Paused { .. } => self.paused(at),
            Event::Resumed {} => self.resumed(at),
            Event::Ended(end) => {
                self.charge(at);
                self.phase = Phase::Over;
                self.end = Some(end.clone());
                self.offer = None;
            }
            Event::Imported { nodes, notes } => self.import(nodes, notes)?,
            Event::Added(added) => self.add_node(added)?,
            Event::Noted(noted) => self.write_notes(noted)?,
            Event::Placed { node, rank } => self.place_node(*node, *rank)?,
            Event::Removed { node } => self.remove_node(*node)?,
            Event::Unedited {} => self.take_back_edit()?,
        }
        if self.phase == Phase::Over && self.counted.is_none() {
            self.counted = self.rated_player();
        }
        (self.n, self.at) = (stamped.n, at);
        Ok(())
    }

    fn paused(&mut self, at: u64) {
        self.forget_pauses();
        self.charge(at);
        if self.phase == Phase::Playing {
            self.phase = Phase::Paused;
        }
    }

    fn resumed(&mut self, at: u64) {
        self.forget_pauses();
        if self.phase == Phase::Paused {
            self.phase = Phase::Playing;
            self.since = Some(at);
        }
    }

    fn seat_mut(&mut self, player: usize) -> Result<&mut Seat, String> {
        let index = check_player(player, self.seats.len())? - 1;
        Ok(&mut self.seats[index])
    }

    /// Charges the player who is to act with the time since the clock began to run, and stops it.
    pub(super) fn charge(&mut self, at: u64) {
        self.left = self.left_ms(at);
        self.used = self.used_ms(at);
        self.since = None;
    }

    fn moved(
        &mut self,
        at: u64,
        (id, parent): (usize, usize),
        (mv, player): (&str, usize),
        ms: u64,
        turn: &Turn,
    ) -> Result<(), String> {
        check_player(turn.next, self.seats.len())?;
        let known = self.tree.get(id).is_some_and(|node| id > 0 && node.parent == parent && node.mv == mv);
        if parent != self.current || player != self.to_move() || !(known || id == self.tree.count()) {
            return Err(format!("move {mv} of player {player} as node {id} after {parent} does not fit"));
        }
        let opening = self.opening_after(mv)?;
        self.charge(at);
        let actor = self.actor();
        if let (Some(clock), Some(left)) = (self.created.clock, self.left.get_mut(actor - 1)) {
            *left = left.saturating_add(clock.increment_ms).min(MAX_CLOCK_MS);
        }
        self.opening = opening;
        let (left, steps) = (self.left.clone(), self.steps_here());
        self.tree.set(id, Node { ms, left, steps, ..Node::new(parent, mv, player, turn.clone()) });
        self.edits.clear();
        self.current = id;
        self.continued |= id > self.created.opening;
        // One's own move leaves one's offer of a draw.
        self.offer.take_if(|offer| offer.kind != OfferKind::Draw || offer.player != player);
        self.offers.fill(0);
        self.settle(at, false);
        Ok(())
    }

    /// Makes a node the current one, with the first `kept` steps of the opening so far. The clocks are as they were when its
    /// position arose.
    fn go_to(&mut self, id: usize, kept: Option<usize>, at: u64) -> Result<(), String> {
        if self.tree.get(id).is_none() {
            return Err(format!("there is no node {id}"));
        }
        self.reopen(id, kept)?;
        self.assisted = true;
        self.current = id;
        self.tree.visit(id);
        self.edits.clear();
        self.offer = None;
        self.offers.fill(0);
        self.settle(at, true);
        Ok(())
    }

    /// Sets the phase for the current node: over by the rules, or else playing. `waits`: a program to move does not
    /// begin by itself.
    pub(super) fn settle(&mut self, at: u64, waits: bool) {
        self.used = 0;
        self.end = self.node().turn.end.clone();
        self.phase = match self.end {
            Some(_) => Phase::Over,
            None if waits && !self.seat(self.actor()).is_person() => Phase::Paused,
            None => Phase::Playing,
        };
        self.since = (self.phase == Phase::Playing).then_some(at);
    }

    fn seat_all(&mut self, seats: &[SeatSpec], taken_back: &[usize], by: usize) -> Result<(), String> {
        if seats.len() != self.seats.len() {
            return Err(format!("there are {} seats, not {}", self.seats.len(), seats.len()));
        }
        self.seats.rotate_right(by % seats.len());
        for (number, (seat, spec)) in (1..).zip(self.seats.iter_mut().zip(seats)) {
            seat.spec = spec.clone();
            if taken_back.contains(&number) {
                seat.token = None;
            }
        }
        Ok(())
    }

    fn name(&mut self, seats: &[usize], text: &str) -> Result<(), String> {
        for &player in seats {
            if let SeatSpec::Person { name, .. } = &mut self.seat_mut(player)?.spec {
                *name = text.to_string();
            }
        }
        self.renamed += 1;
        Ok(())
    }
}

pub(super) fn check_player(player: usize, players: usize) -> Result<usize, String> {
    if (1..=players).contains(&player) { Ok(player) } else { Err(format!("there is no player {player}")) }
}
