//! One game with a peer: moves in turn, and what may come between them.

use std::io::Write;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, select};

use crate::contract::{MAX_PLAYERS, MoveStyle, Outcome, Player, SearchLimits, Silent, StoneColour};
use crate::engine::AnyEngine;
use crate::protocol::dialect::Work;
use crate::protocol::search_thread::{Finished, SearchThread};
use crate::records::GameResult;
use crate::records::keeper::Keeper;
use crate::wire::dxp::message::{Message, Verdict};
use crate::wire::dxp::stream::{self, Incoming};
use crate::wire::dxp::{sorted, squares_of};
use crate::wire::hub::mover;
use crate::wire::output::Output;

/// The answer to the first chat of a peer.
const CHAT_ANSWER: &str =
    concat!("Quadriga ", env!("CARGO_PKG_VERSION"), " is a program and does not chat. Good luck!");

/// Longest wait for a peer to ask for a game, to answer, or to confirm the end of one.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

/// The conditions of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Terms {
    /// What we play.
    pub own: StoneColour,
    /// Our time for the game, or for each move where no clock is kept.
    pub time: Time,
    /// After this many moves of each side the game ends without a winner; 0: never.
    pub moves: u32,
    /// Is another game to follow?
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
    /// The peer has sent something illegal.
    Fault(String),
    /// The search thread has panicked.
    Search,
}

type Best = Option<String>;

/// A peer, and the engine that plays it.
pub(super) struct Peer<S> {
    pub stream: S,
    pub incoming: Receiver<Incoming>,
    /// `None` only while it searches.
    pub engine: Option<Box<dyn AnyEngine>>,
    thread: SearchThread<Best>,
    keeper: Option<Keeper>,
    report: Output,
    has_chatted: bool,
}

impl<S: Write> Peer<S> {
    /// A peer at the other end of a stream.
    ///
    /// # Errors
    /// The system cannot start a thread.
    pub fn new(
        stream: S,
        incoming: Receiver<Incoming>,
        engine: Box<dyn AnyEngine>,
        keeper: Option<Keeper>,
        report: Output,
    ) -> Result<Peer<S>, String> {
        let thread = SearchThread::start()?;
        Ok(Peer { stream, incoming, engine: Some(engine), thread, keeper, report, has_chatted: false })
    }

    pub fn send(&mut self, message: &Message) -> Result<(), Broken> {
        stream::send(&mut self.stream, message).map_err(|_| Broken::Closed)
    }

    /// Sends what was wrong and ends the game; the peer may be gone already.
    pub fn report_fault(&mut self, fault: &str) {
        let _ = self.send(&Message::Chat(format!("error: {fault}")));
        let _ = self.send(&Message::End { result: Verdict::Unknown, more: false });
    }

    /// Plays the position on the board to its end. Returns how it ended for us, and whether the peer wants
    /// another game.
    pub fn play(&mut self, terms: &Terms, names: [&str; 2]) -> Result<(Verdict, bool), Broken> {
        if let (Some(keeper), Some(engine)) = (&mut self.keeper, &self.engine) {
            let we_begin = engine.identity().first_colour == terms.own;
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
            let engine = self.engine.as_ref().ok_or(Broken::Search)?;
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
            match self.think(&limits(engine.as_ref(), terms, used))? {
                Thought::Interrupted { result, more } => return self.accept_end(result, more),
                Thought::Move(best) => {
                    let taken = start.elapsed();
                    used += taken;
                    self.play_ours(&best, taken)?;
                }
            }
        }
    }

    /// The next message that concerns the game; the connection counts as closed if none comes in time.
    pub fn message_soon(&mut self) -> Result<Message, Broken> {
        loop {
            let incoming = self.incoming.recv_timeout(ANSWER_TIMEOUT).map_err(|_| Broken::Closed)?;
            if let Some(message) = self.filter(incoming)? {
                return Ok(message);
            }
        }
    }

    /// The next message that concerns the game, however long it takes.
    fn next_message(&mut self) -> Result<Message, Broken> {
        loop {
            let incoming = self.incoming.recv().map_err(|_| Broken::Closed)?;
            if let Some(message) = self.filter(incoming)? {
                return Ok(message);
            }
        }
    }

    /// Answers what may come at any time and returns `None`; anything else concerns the game.
    fn filter(&mut self, incoming: Incoming) -> Result<Option<Message>, Broken> {
        match incoming {
            Incoming::Message(Message::Chat(_)) => {
                // Once: two programs that answer each other would never end.
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

    /// Searches; what the peer sends meanwhile may stop the search.
    fn think(&mut self, limits: &SearchLimits) -> Result<Thought, Broken> {
        let engine = self.engine.take().ok_or(Broken::Search)?;
        let stop = engine.stop_handle();
        stop.reset();
        let limits = limits.clone();
        let search = move |engine: &mut dyn AnyEngine| {
            engine.go(&limits, &mut Silent).ok().and_then(|result| result.best_move)
        };
        self.thread.start_work(engine, Work::new(search));
        let finished = self.thread.finished.clone();
        let mut received = Ok(None);
        loop {
            select! {
                recv(finished) -> done => {
                    let Finished { engine, report } = done.map_err(|_| Broken::Search)?;
                    self.engine = Some(engine);
                    return match received? {
                        Some((result, more)) => Ok(Thought::Interrupted { result, more }),
                        None => report.map(Thought::Move).ok_or(Broken::Search),
                    };
                }
                recv(self.incoming) -> incoming => {
                    let filtered = incoming.map_err(|_| Broken::Closed).and_then(|incoming| self.filter(incoming));
                    received = match filtered {
                        Ok(None) => continue,
                        Ok(Some(Message::End { result, more })) => Ok(Some((result, more))),
                        Ok(Some(other)) => Err(Broken::Fault(format!("not expected out of turn: {other}"))),
                        Err(broken) => Err(broken),
                    };
                    stop.stop();
                    let Finished { engine, .. } = finished.recv().map_err(|_| Broken::Search)?;
                    self.engine = Some(engine);
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
        let engine = self.engine.as_mut().ok_or(Broken::Search)?;
        engine.play(best).map_err(|_| Broken::Search)?;
        self.keep();
        self.send(&Message::Move { seconds: taken.as_secs(), from, to, captured })
    }

    fn play_theirs(&mut self, from: u32, to: u32, captured: Vec<u32>) -> Result<(), Broken> {
        let wanted = sorted((from, to, captured));
        let engine = self.engine.as_mut().ok_or(Broken::Search)?;
        let legal = engine.legal_moves(MoveStyle::Numeric);
        let named = legal.iter().find(|text| squares_of(text).map(sorted).as_ref() == Some(&wanted));
        let illegal = || Broken::Fault(format!("{from}-{to} taking {} is no legal move", wanted.2.len()));
        engine.play(named.ok_or_else(illegal)?).map_err(|error| Broken::Fault(error.to_string()))?;
        self.keep();
        Ok(())
    }

    /// Keeps the game as it stands.
    fn keep(&mut self) {
        if let (Some(keeper), Some(engine)) = (&mut self.keeper, &self.engine)
            && let Err(why) = keeper.update(engine.as_ref())
        {
            self.report.line(&format!("games are no longer kept: {why}"));
            self.keeper = None;
        }
    }

    /// Keeps the game that is not over, at the end of the connection.
    pub fn close(&mut self) {
        if let Some(keeper) = &mut self.keeper
            && let Err(why) = keeper.close()
        {
            self.report.line(&format!("the last game could not be kept: {why}"));
            self.keeper = None;
        }
    }

    /// Keeps the result that both sides have sent.
    fn keep_result(&mut self, verdict: Verdict, own: StoneColour) {
        let Some(engine) = &self.engine else { return };
        let ours = Player::new(usize::from(engine.identity().first_colour != own));
        let result = match verdict {
            Verdict::Unknown => GameResult::Unknown,
            Verdict::Drawn => GameResult::Ended(Outcome::Draw),
            Verdict::Won => GameResult::Ended(Outcome::Win(ours)),
            Verdict::Lost => GameResult::Ended(Outcome::Win(ours.other())),
        };
        if let Some(keeper) = &mut self.keeper
            && let Err(why) = keeper.conclude(result)
        {
            self.report.line(&format!("the end of the game could not be kept: {why}"));
        }
    }

    /// Ends the game, and waits for the peer to say so too.
    fn end(&mut self, verdict: Verdict, more: bool) -> Result<(Verdict, bool), Broken> {
        self.send(&Message::End { result: verdict, more })?;
        loop {
            match self.message_soon() {
                Ok(Message::End { more: wanted, .. }) => return Ok((verdict, more && wanted)),
                // It moved before our message arrived.
                Ok(Message::Move { .. }) => {}
                Ok(_) | Err(Broken::Closed) => return Ok((verdict, false)),
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

/// What came of a search.
enum Thought {
    Move(String),
    /// The peer has ended the game.
    Interrupted {
        result: Verdict,
        more: bool,
    },
}

/// How the game has ended for us, who are to move; `None` while it goes on.
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

/// The limits of our next search, of which the game has had `used` already.
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
