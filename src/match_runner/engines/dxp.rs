//! DamExchange: the referee is the initiator, the program the follower.
//!
//! The program listens, or is started with `{port}` among its arguments and listens there; its standard output is not
//! read. For the program a game begins with the position after the opening. It gets the opponent's moves, and at the
//! end the result.
//!
//! Limits: the protocol only has the time of a game in minutes. A `tc` is sent in whole minutes, rounded up, without
//! increment; the referee's clock decides, so it should have whole minutes. `st` is sent as a game without clock, with
//! the program's own time for a move. Depth and nodes cannot be sent, and are refused. Programs do not report values,
//! depths and nodes.

use std::net::{Shutdown, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError};

use super::dialogue::Dialogue;
use super::process::Process;
use super::{
    Answer, Driver, EngineSpec, Fault, LastReport, Launch, Limits, Reply, Turn, command, deadline, garbled,
    milliseconds, refused,
};
use crate::contract::{MoveStyle, Outcome, Player};
use crate::engine::AnyEngine;
use crate::records::GameResult;
use crate::wire::dxp::message::{Message, Request, VERSION, Verdict};
use crate::wire::dxp::stream::{self, Incoming};
use crate::wire::dxp::{PORT, sorted, squares_of};
use crate::wire::hub::{letters, variant_word};

/// The placeholder for a free port.
const FREE_PORT: &str = "{port}";
/// The name of the match runner.
const NAME: &str = "Quadriga match";
/// Longest time for a move that this program accepts: an hour.
const MAX_MOVE_TIME_MS: u64 = 3_600_000;
/// Time between attempts to connect to a program that does not listen yet.
const RETRY_INTERVAL: Duration = Duration::from_millis(20);

/// An engine by DamExchange.
pub(super) struct Dxp {
    process: Option<Process>,
    dialogue: Dialogue,
    address: String,
    line: Option<Connection>,
    title: String,
    seat: Player,
    /// Number of moves of the game that the engine knows.
    known: usize,
    timeout: Duration,
}

/// A connection; closed when dropped.
struct Connection {
    stream: TcpStream,
    incoming: Receiver<Incoming>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        // It may be closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

impl Dxp {
    /// Starts the engine, unless it already runs, and connects to it.
    pub fn start(spec: &EngineSpec, game: &dyn AnyEngine, launch: &Launch<'_>) -> Result<Dxp, Fault> {
        let identity = game.identity();
        if variant_word(&identity.variant).is_none() {
            return Err(refused(format!("DamExchange does not have {}", identity.variant)));
        }
        if let Some((name, _)) = spec.options.first() {
            return Err(refused(format!("DamExchange has no options, so not '{name}'; use arguments")));
        }
        let port = free_port()?.to_string();
        let filled = |text: &String| text.replace(FREE_PORT, &port);
        let is_told = spec.arguments.iter().any(|argument| argument.contains(FREE_PORT));
        let spec = EngineSpec { arguments: spec.arguments.iter().map(filled).collect(), ..spec.clone() };
        let is_own = spec.command.is_none() && spec.connect.is_none();
        let address = match &spec.connect {
            Some(address) => filled(address),
            None if is_own || is_told => format!("127.0.0.1:{port}"),
            None => format!("127.0.0.1:{PORT}"),
        };
        let program = if spec.command.is_some() || is_own {
            // The protocol has no time per move; this program has a flag for it.
            let move_time =
                spec.limits.move_time.map_or(1000, milliseconds).clamp(1, MAX_MOVE_TIME_MS).to_string();
            let own = ["dxp", "--listen", &address, "--game", &identity.variant, "--move-time", &move_time];
            Some(Process::start(command(&spec, &own)?, launch, "")?)
        } else {
            None
        };
        let (title, seat, timeout) = (String::new(), Player::FIRST, spec.patience);
        let dialogue = launch.dialogue.clone();
        let mut engine =
            Dxp { process: program, dialogue, address, line: None, title, seat, known: 0, timeout };
        engine.connect()?;
        Ok(engine)
    }

    /// Connects, as soon as the program listens.
    fn connect(&mut self) -> Result<(), Fault> {
        let deadline = deadline(Instant::now(), self.timeout);
        loop {
            let connected = TcpStream::connect(&self.address).and_then(|stream| {
                stream.set_nodelay(true)?;
                // A peer that does not read must not block us when its buffers are full.
                stream.set_write_timeout(Some(self.timeout.max(RETRY_INTERVAL)))?;
                Ok(Connection { incoming: stream::messages(stream.try_clone()?)?, stream })
            });
            match connected {
                Ok(connection) => {
                    self.line = Some(connection);
                    return Ok(());
                }
                Err(error) if Instant::now() >= deadline => {
                    return Err(refused(format!("cannot connect to {}: {error}", self.address)));
                }
                Err(_) => std::thread::sleep(RETRY_INTERVAL),
            }
            if let Some(fault) = self.process.as_mut().and_then(Process::has_ended) {
                return Err(fault);
            }
        }
    }

    fn send(&mut self, message: &Message) -> Result<(), Fault> {
        self.dialogue.sent(&message.to_string(), Instant::now());
        let sent = self.line.as_mut().map(|line| stream::send(&mut line.stream, message));
        match sent {
            Some(Ok(())) => Ok(()),
            Some(Err(_)) | None => Err(self.disconnected()),
        }
    }

    /// The next message without an automatic answer.
    fn receive(&mut self, deadline: Instant) -> Result<Message, Fault> {
        loop {
            let Some(line) = &self.line else { return Err(self.disconnected()) };
            let incoming = line.incoming.recv_deadline(deadline);
            if let Ok(Incoming::Message(message)) = &incoming {
                self.dialogue.received(&message.to_string(), Instant::now());
            }
            match incoming {
                Ok(Incoming::Message(Message::Chat(_) | Message::BackAnswer(_))) => {}
                Ok(Incoming::Message(Message::Back)) => self.send(&Message::BackAnswer('1'))?,
                Ok(Incoming::Message(message)) => return Ok(message),
                Ok(Incoming::Malformed(why)) => return Err(garbled(&why)),
                Err(RecvTimeoutError::Timeout) => return Err(Fault::Hung),
                Err(RecvTimeoutError::Disconnected) => return Err(self.disconnected()),
            }
        }
    }

    /// The fault of a closed connection.
    fn disconnected(&mut self) -> Fault {
        let symptom = "closed the connection";
        self.line = None;
        self.process
            .as_mut()
            .map_or_else(|| Fault::Crashed(symptom.to_string()), |process| process.crashed(symptom))
    }

    /// Sends the moves that the engine does not know.
    fn send_moves(&mut self, game: &dyn AnyEngine) -> Result<(), Fault> {
        let moves = game.moves(MoveStyle::Numeric);
        for mv in moves.get(self.known..).unwrap_or_default() {
            let named =
                squares_of(mv).ok_or_else(|| refused(format!("DamExchange cannot write the move {mv}")));
            let (from, to, captured) = named?;
            self.send(&Message::Move { seconds: 0, from, to, captured })?;
        }
        self.known = moves.len();
        Ok(())
    }
}

/// A port that nobody listens on at this moment.
fn free_port() -> Result<u16, Fault> {
    let listener = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
    listener.map(|address| address.port()).map_err(|error| refused(format!("no free port: {error}")))
}

/// Minutes of a game; 0: no clock.
fn minutes(limits: &Limits) -> Result<u32, Fault> {
    if limits.depth.is_some() || limits.nodes.is_some() {
        return Err(refused("DamExchange has no limits of depth or nodes; expected a tc of whole minutes"));
    }
    let seconds =
        limits.clock.map_or(0, |clock| clock.base.as_secs() + u64::from(clock.base.subsec_nanos() > 0));
    Ok(u32::try_from(seconds.div_ceil(60)).unwrap_or(u32::MAX))
}

impl Driver for Dxp {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn begin(
        &mut self,
        game: &dyn AnyEngine,
        seat: Player,
        limits: Limits,
        _number: u64,
    ) -> Result<(), Fault> {
        let minutes = minutes(&limits)?;
        if self.line.is_none() {
            self.connect()?;
        }
        let first = game.identity().rules.first_colour();
        let follower = if seat == Player::FIRST { first } else { first.other() };
        self.seat = seat;
        self.known = game.moves(MoveStyle::Numeric).len();
        let begun = self.known > 0 || game.base_fen().is_some();
        let position = begun.then(|| letters(game));
        let name = NAME.to_string();
        self.send(&Message::Request(Request {
            version: VERSION,
            name,
            follower,
            minutes,
            moves: 0,
            position,
        }))?;
        let deadline = deadline(Instant::now(), self.timeout);
        loop {
            match self.receive(deadline)? {
                Message::Answer { name, code: '0' } => {
                    self.title = name;
                    return Ok(());
                }
                Message::Answer { code, .. } => {
                    return Err(refused(format!("declines to play (code {code})")));
                }
                // The end of the last game, sent by both at once.
                Message::End { .. } => {}
                other => return Err(garbled(&format!("{other} (expected an answer)"))),
            }
        }
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        let asked = Instant::now();
        self.send_moves(turn.game)?;
        let message = self.receive(deadline(asked, turn.patience))?;
        let answer = match message {
            Message::Move { from, to, captured, .. } => {
                self.known += 1;
                Answer::Move(read_move(turn.game, from, to, captured))
            }
            Message::End { result: Verdict::Lost, more } => {
                self.send(&Message::End { result: Verdict::Won, more })?;
                self.known = usize::MAX;
                Answer::Resign
            }
            other => return Err(garbled(&format!("{other} (expected a move)"))),
        };
        Ok(LastReport::default().reply(answer, asked.elapsed()))
    }

    fn finish(&mut self, game: &dyn AnyEngine, result: GameResult) -> Result<(), Fault> {
        // It has resigned: both sides have sent the end.
        if self.known == usize::MAX {
            return Ok(());
        }
        self.send_moves(game)?;
        let verdict = match result {
            GameResult::Ended(Outcome::Draw) => Verdict::Drawn,
            GameResult::Ended(Outcome::Win(winner)) if winner == self.seat => Verdict::Lost,
            GameResult::Ended(Outcome::Win(_)) => Verdict::Won,
            GameResult::Unknown | GameResult::BothLost => Verdict::Unknown,
        };
        self.send(&Message::End { result: verdict, more: true })?;
        let deadline = deadline(Instant::now(), self.timeout);
        loop {
            match self.receive(deadline) {
                Ok(Message::End { more: true, .. }) => return Ok(()),
                // It moved before this message arrived.
                Ok(Message::Move { .. }) => {}
                // To a program that refuses another game we connect again for the next one.
                Ok(_) | Err(Fault::Crashed(_)) => {
                    self.line = None;
                    return Ok(());
                }
                Err(fault) => return Err(fault),
            }
        }
    }
}

/// The text of a move; an illegal one in a form that the referee will refuse.
fn read_move(game: &dyn AnyEngine, from: u32, to: u32, captured: Vec<u32>) -> String {
    let wanted = sorted((from, to, captured));
    let legal = game.legal_moves(MoveStyle::Numeric);
    let named = legal.into_iter().find(|text| squares_of(text).map(sorted).as_ref() == Some(&wanted));
    named.unwrap_or_else(|| format!("{from}-{to} taking {:?}", wanted.2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_runner::spec::ClockRule;

    #[test]
    fn clocks_are_sent_in_whole_minutes_rounded_up() {
        let clock = |seconds| Limits {
            clock: Some(ClockRule {
                moves: None,
                base: Duration::from_secs_f64(seconds),
                increment: Duration::ZERO,
            }),
            ..Limits::default()
        };
        assert_eq!(
            [60.0, 60.5, 1.0, 300.0].map(|seconds| minutes(&clock(seconds))),
            [Ok(1), Ok(2), Ok(1), Ok(5)]
        );
        assert_eq!(minutes(&Limits::default()), Ok(0));
        assert!(minutes(&Limits { depth: Some(3), ..Limits::default() }).is_err());
    }
}
