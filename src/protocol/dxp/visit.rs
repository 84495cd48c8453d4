//! The conversation with one peer outside of its games: requests of both sides, and their timeouts.
//!
//! If peers send requests, a peer gets the seat with its request, keeps it between its games, and loses it after some
//! time without a request. If we send requests, a peer gets the seat before them.

use std::io::Write;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::game::{ANSWER_TIMEOUT, Broken, Peer, Terms, Time};
use super::seat::SeatLock;
use super::{Offer, Table};
use crate::wire::dxp::message::{Message, Request, VERSION, Verdict};
use crate::wire::dxp::stream;
use crate::wire::hub::letters;
use crate::wire::message::one_line;

/// Answers to a request.
const ACCEPTED: char = '0';
const OTHER_VERSION: char = '1';
const BAD_POSITION: char = '2';
const BUSY: char = '3';

/// The side that plays the peers.
pub(super) struct Host {
    table: Table,
    offer: Option<Offer>,
    seat: SeatLock,
    /// Longest silence before the first game.
    patience: Duration,
    played: AtomicU32,
}

impl Host {
    pub fn new(table: &Table, offer: Option<&Offer>, patience: Duration) -> Host {
        let (seat, played) = (SeatLock::default(), AtomicU32::new(0));
        Host { table: table.clone(), offer: offer.cloned(), seat, patience, played }
    }

    /// A line for users, which may quote a peer.
    pub fn report(&self, line: &str) {
        self.table.report.line(&one_line(line));
    }

    /// Are there no more games to begin? All have been played, or the report cannot be written.
    pub fn is_over(&self) -> bool {
        let has_played_all = self.table.games > 0 && self.played.load(Ordering::Relaxed) >= self.table.games;
        has_played_all || self.table.report.result().is_err()
    }

    /// The result of serving peers.
    ///
    /// # Errors
    /// The report could not be written.
    pub fn result(&self) -> Result<(), String> {
        self.table.report.result()
    }

    /// Do more games follow the one that begins now?
    fn wants_more(&self) -> bool {
        self.table.games == 0 || self.played.load(Ordering::Relaxed) + 1 < self.table.games
    }

    /// Plays one peer until the connection ends.
    ///
    /// # Errors
    /// The engine is lost, or cannot be created.
    pub fn play_peer(&self, stream: &TcpStream) -> Result<(), String> {
        // Small messages should not wait for each other.
        let messages = stream.set_nodelay(true).and_then(|()| stream::messages(stream.try_clone()?));
        let messages = match messages {
            Ok(messages) => messages,
            Err(error) => {
                self.report(&format!("the connection cannot be used: {error}"));
                return Ok(());
            }
        };
        let mut peer = Peer::new(stream, messages, self.table.report.clone());
        let ended = match &self.offer {
            Some(offer) => self.ask_for_games(&mut peer, offer),
            None => self.answer_requests(&mut peer),
        };
        peer.seat = None;
        match ended {
            Ok(()) => {}
            Err(Broken::Closed) => self.report("the peer has disconnected"),
            Err(Broken::Silent) => self.report("a silent peer is dropped"),
            Err(Broken::Search) => {
                return Err("internal error: the search failed; please report it".to_string());
            }
            Err(Broken::Setup(why)) => return Err(why),
            Err(Broken::Engine(error)) => {
                self.report(&error.to_string());
                peer.report_fault(&error.to_string());
            }
            Err(Broken::Fault(why)) => {
                self.report(&format!("invalid message from the peer: {why}"));
                peer.report_fault(&why);
            }
        }
        let _ = stream.shutdown(Shutdown::Both);
        Ok(())
    }

    /// Requests games, one after another.
    fn ask_for_games<'a, S: Write>(&'a self, peer: &mut Peer<'a, S>, offer: &Offer) -> Result<(), Broken> {
        peer.seat = self.seat.take(&self.table, None)?;
        let mut own = offer.own;
        while !self.is_over() {
            let request = self.request(peer, offer, own)?;
            peer.send(&Message::Request(request))?;
            let other = match peer.message_within(self.patience)? {
                Message::Answer { name, code: ACCEPTED } => name,
                Message::Answer { name, code } => {
                    self.report(&format!("{name} declines to play (code {code})"));
                    return Err(Broken::Closed);
                }
                other => return Err(Broken::Fault(format!("expected an answer, not {other}"))),
            };
            let terms =
                Terms { own, time: self.time(offer.minutes), moves: offer.moves, more: self.wants_more() };
            if !self.play(peer, &terms, &other)? {
                return Ok(());
            }
            own = own.other();
        }
        Ok(())
    }

    /// Sets up the position of the offer, and builds the request.
    fn request<S: Write>(
        &self,
        peer: &mut Peer<'_, S>,
        offer: &Offer,
        own: crate::contract::StoneColour,
    ) -> Result<Request, Broken> {
        let engine = peer.engine()?;
        engine.new_game();
        engine.prepare();
        engine.set_position(offer.fen.as_deref(), &[]).map_err(|error| Broken::Fault(error.to_string()))?;
        let position = offer.fen.as_ref().map(|_| letters(&**engine));
        let (name, follower) = (self.table.name.clone(), own.other());
        let (minutes, moves) = (offer.minutes, offer.moves);
        Ok(Request { version: VERSION, name, follower, minutes, moves, position })
    }

    /// Waits for requests, answers them, and plays if the answer is yes.
    fn answer_requests<'a, S: Write>(&'a self, peer: &mut Peer<'a, S>) -> Result<(), Broken> {
        let mut has_played = false;
        loop {
            let waits = has_played && peer.seat.is_none();
            let request = match peer.message_within(if waits { ANSWER_TIMEOUT } else { self.patience }) {
                // It may still request a game, but others may, too.
                Err(Broken::Silent) if peer.seat.take().is_some() => continue,
                Err(broken) => return Err(broken),
                Ok(Message::Request(request)) => request,
                // The end message of a game that is already over.
                Ok(Message::End { .. }) => continue,
                Ok(other) => return Err(Broken::Fault(format!("expected a request, not {other}"))),
            };
            if peer.seat.is_none() {
                peer.seat = self.seat.take(&self.table, Some(self.patience))?;
            }
            if self.is_over() {
                return Ok(());
            }
            let code = check(peer, &request)?;
            peer.send(&Message::Answer { name: self.table.name.clone(), code })?;
            let Request { name, follower: own, minutes, moves, .. } = request;
            if code != ACCEPTED {
                self.report(&format!("the request of {name} was refused (code {code})"));
                continue;
            }
            let terms = Terms { own, time: self.time(minutes), moves, more: self.wants_more() };
            has_played = true;
            if !self.play(peer, &terms, &name)? {
                return Ok(());
            }
        }
    }

    /// Plays a game; returns whether both want another one.
    fn play<S: Write>(&self, peer: &mut Peer<'_, S>, terms: &Terms, other: &str) -> Result<bool, Broken> {
        self.report(&format!("playing {other}, we are {:?}", terms.own));
        let (verdict, more) = peer.play(terms, [&self.table.name, other])?;
        let number = self.played.fetch_add(1, Ordering::Relaxed) + 1;
        self.report(&format!("game {number}: {}", describe(verdict)));
        Ok(more && !self.is_over())
    }

    fn time(&self, minutes: u32) -> Time {
        match minutes {
            0 => Time::Move(self.table.move_time),
            minutes => Time::Game(Duration::from_secs(60 * u64::from(minutes))),
        }
    }
}

/// The answer to a request; if it is yes, the position is on the board.
fn check<S: Write>(peer: &mut Peer<'_, S>, request: &Request) -> Result<char, Broken> {
    if peer.seat.is_none() {
        return Ok(BUSY);
    }
    let engine = peer.engine()?;
    engine.new_game();
    engine.prepare();
    Ok(match engine.set_position(request.position.as_deref(), &[]) {
        _ if request.version > VERSION => OTHER_VERSION,
        Err(_) => BAD_POSITION,
        Ok(()) => ACCEPTED,
    })
}

fn describe(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Won => "won",
        Verdict::Lost => "lost",
        Verdict::Drawn => "drawn",
        Verdict::Unknown => "ended without a result",
    }
}

#[cfg(test)]
#[path = "visit_tests.rs"]
mod tests;
