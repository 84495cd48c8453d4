//! One game with a peer: moves in turn, and other messages between them.

use std::io::Write;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, select};

use super::seat::Seat;
use crate::contract::{
    EngineError, MAX_PLAYERS, MoveStyle, Outcome, Player, SearchLimits, Silent, StoneColour,
};
use crate::engine::AnyEngine;
use crate::protocol::dialect::Work;
use crate::protocol::search_thread::Finished;
use crate::records::GameResult;
use crate::wire::dxp::message::{Message, Verdict};
use crate::wire::dxp::stream::{self, Incoming};
use crate::wire::dxp::{sorted, squares_of};
use crate::wire::hub::mover;
use crate::wire::output::Output;

/// The answer to the first chat of a peer.
const CHAT_ANSWER: &str =
    concat!("Quadriga ", env!("CARGO_PKG_VERSION"), " is a program and does not chat. Good luck!");

/// Longest wait for a peer's next request after a game, for the answer of a peer to which we connect, and for a peer's
/// confirmation of the end of a game.
pub(super) const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// The conditions of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Terms {
    /// Our colour.
    pub own: StoneColour,
    /// Our time for the game, or for each move if no clock is kept.
    pub time: Time,
    /// After this many moves of each side the game ends without a winner; 0: never.
    pub moves: u32,
    /// Does another game follow?
    pub more: bool,
}

/// How time is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Time {
    Game(Duration),
    Move(Duration),
}

/// Why a game was not played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Broken {
    /// The connection is gone.
    Closed,
    /// Nothing has come for too long.
    Silent,
    /// The peer has sent something illegal.
    Fault(String),
    /// The search thread is gone.
    Search,
    /// A search has failed by an internal error; the engine is back.
    Engine(EngineError),
    /// The seat cannot be created: one line.
    Setup(String),
}

/// A peer, and the seat that plays it.
pub(super) struct Peer<'a, S> {
    pub stream: S,
    pub incoming: Receiver<Incoming>,
    /// `None`: it does not play.
    pub seat: Option<Seat<'a>>,
    report: Output,
    has_chatted: bool,
}

impl<'a, S: Write> Peer<'a, S> {
    /// A peer at the other end of a stream.
    pub fn new(stream: S, incoming: Receiver<Incoming>, report: Output) -> Peer<'a, S> {
        Peer { stream, incoming, seat: None, report, has_chatted: false }
    }

    fn seat(&mut self) -> Result<&mut Seat<'a>, Broken> {
        self.seat.as_mut().ok_or(Broken::Search)
    }

    /// The engine that plays this peer.
    pub fn engine(&mut self) -> Result<&mut Box<dyn AnyEngine>, Broken> {
        self.seat()?.engine.as_mut().ok_or(Broken::Search)
    }

    pub fn send(&mut self, message: &Message) -> Result<(), Broken> {
        stream::send(&mut self.stream, message).map_err(|_| Broken::Closed)
    }

    /// Sends the error and ends the game; the peer may have disconnected.
    pub fn report_fault(&mut self, fault: &str) {
        let _ = self.send(&Message::Chat(format!("error: {fault}")));
        let _ = self.send(&Message::End { result: Verdict::Unknown, more: false });
    }

    /// Plays the position on the board to its end. Returns our result, and whether the peer wants another game.
    pub fn play(&mut self, terms: &Terms, names: [&str; 2]) -> Result<(Verdict, bool), Broken> {
        if let Some(Seat { keeper: Some(keeper), engine: Some(engine), .. }) = &mut self.seat {
            let we_begin = engine.identity().rules.first_colour() == terms.own;
            let [ours, theirs] = names;
            keeper.set_players(if we_begin { [ours, theirs] } else { [theirs, ours] });
        }
        let ended = self.play_on(terms)?;
        self.keep_result(ended.0, terms.own);
        Ok(ended)
    }

    fn play_on(&mut self, terms: &Terms) -> Result<(Verdict, bool), Broken> {
        let mut used = Duration::ZERO;
        loop {
            let engine = self.engine()?;
            if mover(engine.as_ref()) != terms.own {
                match self.next_message()? {
                    Message::Move { from, to, captured, .. } => self.play_theirs(from, to, captured)?,
                    Message::End { result, more } => return self.accept_end(result, more),
                    other => return Err(Broken::Fault(format!("not expected in a game: {other}"))),
                }
                continue;
            }
            if let Some(verdict) = verdict(engine.as_ref(), terms) {
                return self.end(verdict, terms.more);
            }
            let start = Instant::now();
            let limits = limits(engine.as_ref(), terms, used);
            match self.think(&limits)? {
                Thought::Interrupted { result, more } => return self.accept_end(result, more),
                Thought::Move(best) => {
                    let taken = start.elapsed();
                    used += taken;
                    self.play_ours(&best, taken)?;
                }
            }
        }
    }

    /// The next message that concerns the game, within this time.
    pub fn message_within(&mut self, patience: Duration) -> Result<Message, Broken> {
        loop {
            let incoming = self.incoming.recv_timeout(patience).map_err(|error| match error {
                RecvTimeoutError::Timeout => Broken::Silent,
                RecvTimeoutError::Disconnected => Broken::Closed,
            })?;
            if let Some(message) = self.filter(incoming)? {
                return Ok(message);
            }
        }
    }

    /// The next message that concerns the game, without a time limit.
    fn next_message(&mut self) -> Result<Message, Broken> {
        loop {
            let incoming = self.incoming.recv().map_err(|_| Broken::Closed)?;
            if let Some(message) = self.filter(incoming)? {
                return Ok(message);
            }
        }
    }

    /// Answers messages that may come at any time and returns `None`; any other message concerns the game.
    fn filter(&mut self, incoming: Incoming) -> Result<Option<Message>, Broken> {
        match incoming {
            Incoming::Message(Message::Chat(_)) => {
                // Only once: two programs that answer each other would never stop.
                if !std::mem::replace(&mut self.has_chatted, true) {
                    self.send(&Message::Chat(CHAT_ANSWER.to_string()))?;
                }
                Ok(None)
            }
            Incoming::Message(Message::Back) => {
                self.send(&Message::BackAnswer('1'))?;
                Ok(None)
            }
            // We never ask.
            Incoming::Message(Message::BackAnswer(_)) => Ok(None),
            Incoming::Message(message) => Ok(Some(message)),
            Incoming::Malformed(why) => Err(Broken::Fault(why)),
        }
    }

    /// Searches; messages of the peer may stop the search.
    fn think(&mut self, limits: &SearchLimits) -> Result<Thought, Broken> {
        let incoming = self.incoming.clone();
        let seat = self.seat()?;
        let engine = seat.engine.take().ok_or(Broken::Search)?;
        let stop = engine.stop_handle();
        stop.reset();
        let limits = limits.clone();
        let search = move |engine: &mut dyn AnyEngine, _| {
            engine.go(&limits, &mut Silent).map(|result| result.best_move)
        };
        seat.thread.start_work(engine, Work::new(search, Err), Instant::now());
        let finished = seat.thread.finished.clone();
        let mut received = Ok(None);
        loop {
            select! {
                recv(finished) -> done => {
                    let Finished { engine, report } = done.map_err(|_| Broken::Search)?;
                    self.seat()?.engine = Some(engine);
                    return match received? {
                        Some((result, more)) => Ok(Thought::Interrupted { result, more }),
                        None => match report {
                            Ok(best) => best.map(Thought::Move).ok_or(Broken::Search),
                            Err(error) => Err(Broken::Engine(error)),
                        },
                    };
                }
                recv(incoming) -> incoming => {
                    let filtered = incoming.map_err(|_| Broken::Closed).and_then(|incoming| self.filter(incoming));
                    received = match filtered {
                        Ok(None) => continue,
                        Ok(Some(Message::End { result, more })) => Ok(Some((result, more))),
                        Ok(Some(other)) => Err(Broken::Fault(format!("not expected out of turn: {other}"))),
                        Err(broken) => Err(broken),
                    };
                    stop.stop();
                    let Finished { engine, .. } = finished.recv().map_err(|_| Broken::Search)?;
                    self.seat()?.engine = Some(engine);
                    return match received? {
                        Some((result, more)) => Ok(Thought::Interrupted { result, more }),
                        None => Err(Broken::Closed),
                    };
                }
            }
        }
    }

    fn play_ours(&mut self, best: &str, taken: Duration) -> Result<(), Broken> {
        let (from, to, captured) = squares_of(best).ok_or(Broken::Search)?;
        let engine = self.engine()?;
        engine.play(best).map_err(|_| Broken::Search)?;
        self.keep();
        self.send(&Message::Move { seconds: taken.as_secs(), from, to, captured })
    }

    fn play_theirs(&mut self, from: u32, to: u32, captured: Vec<u32>) -> Result<(), Broken> {
        let wanted = sorted((from, to, captured));
        let engine = self.engine()?;
        let legal = engine.legal_moves(MoveStyle::Numeric);
        let named = legal.iter().find(|text| squares_of(text).map(sorted).as_ref() == Some(&wanted));
        let illegal = || Broken::Fault(format!("{from}-{to} taking {} is not a legal move", wanted.2.len()));
        engine.play(named.ok_or_else(illegal)?).map_err(|error| Broken::Fault(error.to_string()))?;
        self.keep();
        Ok(())
    }

    /// Keeps the game as it stands.
    fn keep(&mut self) {
        if let Some(seat) = &mut self.seat
            && let (Some(keeper), Some(engine)) = (&mut seat.keeper, &seat.engine)
            && let Err(why) = keeper.update(engine.as_ref())
        {
            self.report.line(&format!("games are no longer kept: {why}"));
            seat.keeper = None;
        }
    }

    /// Keeps the result that both sides have sent.
    fn keep_result(&mut self, verdict: Verdict, own: StoneColour) {
        let Some(Seat { engine: Some(engine), keeper, .. }) = &mut self.seat else { return };
        let ours = Player::new(usize::from(engine.identity().rules.first_colour() != own));
        let result = match verdict {
            Verdict::Unknown => GameResult::Unknown,
            Verdict::Drawn => GameResult::Ended(Outcome::Draw),
            Verdict::Won => GameResult::Ended(Outcome::Win(ours)),
            Verdict::Lost => GameResult::Ended(Outcome::Win(ours.other())),
        };
        if let Some(keeper) = keeper
            && let Err(why) = keeper.conclude(result)
        {
            self.report.line(&format!("the end of the game could not be kept: {why}"));
        }
    }

    /// Ends the game, and waits for the peer to confirm that.
    fn end(&mut self, verdict: Verdict, more: bool) -> Result<(Verdict, bool), Broken> {
        self.send(&Message::End { result: verdict, more })?;
        loop {
            match self.message_within(ANSWER_TIMEOUT) {
                Ok(Message::End { more: wanted, .. }) => return Ok((verdict, more && wanted)),
                // It moved before our message arrived.
                Ok(Message::Move { .. }) => {}
                Ok(_) | Err(Broken::Closed | Broken::Silent) => return Ok((verdict, false)),
                Err(broken) => return Err(broken),
            }
        }
    }

    /// The peer has ended the game.
    fn accept_end(&mut self, result: Verdict, more: bool) -> Result<(Verdict, bool), Broken> {
        let verdict = result.seen_by_the_other();
        self.send(&Message::End { result: verdict, more })?;
        Ok((verdict, more))
    }
}

/// The outcome of a search.
enum Thought {
    Move(String),
    /// The peer has ended the game.
    Interrupted {
        result: Verdict,
        more: bool,
    },
}

/// The result of the game for us, the side to move; `None` while it continues.
fn verdict(engine: &dyn AnyEngine, terms: &Terms) -> Option<Verdict> {
    let status = engine.status();
    match status.outcome {
        Some(Outcome::Draw) => Some(Verdict::Drawn),
        Some(Outcome::Win(winner)) if winner == status.to_move => Some(Verdict::Won),
        Some(Outcome::Win(_)) => Some(Verdict::Lost),
        None => {
            let rounds = engine.moves(MoveStyle::Numeric).len() as u64 / 2;
            (terms.moves > 0 && rounds >= u64::from(terms.moves)).then_some(Verdict::Unknown)
        }
    }
}

/// The limits of our next search, after `used` time in the game.
fn limits(engine: &dyn AnyEngine, terms: &Terms, used: Duration) -> SearchLimits {
    let ms = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    let mut limits = SearchLimits::default();
    match terms.time {
        Time::Move(time) => limits.move_time_ms = Some(ms(time).max(1)),
        Time::Game(time) => {
            limits.clock_ms = [Some(ms(time.saturating_sub(used))); MAX_PLAYERS];
            let played = engine.moves(MoveStyle::Numeric).len() as u32 / 2;
            limits.moves_to_go = (terms.moves > 0).then(|| terms.moves.saturating_sub(played).max(1));
        }
    }
    if engine.legal_moves(MoveStyle::Numeric).len() == 1 {
        limits.depth = Some(1);
    }
    limits
}
