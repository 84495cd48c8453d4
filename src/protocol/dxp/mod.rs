//! DamExchange: draughts between two programs over TCP.
//!
//! | file | question |
//! |---|---|
//! | [`crate::wire::dxp`] | which messages are there, and how are they sent? |
//! | `game` | how is a game played? |
//!
//! How this one differs: messages are not lines, neither side is the client, and there is no analysis. One side
//! listens, one connects; the *initiator* asks for games, the *follower* answers, and each side may be either. There is
//! one peer at a time; what a peer sends can end its own game and nothing else.
//!
//! Source: the text of the DamExchange protocol as spoken by Scan, Moby Dam and pydraughts.

mod game;

use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use super::Setup;
use super::settings::{Opened, Settings};
use crate::contract::{MoveStyle, StoneColour};
use crate::engine::AnyEngine;
use crate::wire::dxp::message::{Message, Request, VERSION, Verdict};
use crate::wire::dxp::stream;
use crate::wire::hub::{letters, variant_word};
use crate::wire::output::Output;
use game::{Broken, Peer, Terms, Time};

/// How games are played here, whichever side asks for them.
#[derive(Clone, Debug)]
pub struct Table {
    /// Game, options, and where to keep the games; the rest is not looked at.
    pub setup: Setup,
    /// Our name, at most 32 characters.
    pub name: String,
    /// Time for a move where the game has no clock.
    pub move_time: Duration,
    /// End after this many games; 0: never.
    pub games: u32,
    /// Gets a line at every event worth one. Where it can no longer be written, no more games are begun.
    pub report: Output,
}

/// What an initiator asks for.
#[derive(Clone, Debug)]
pub struct Offer {
    /// What we play in the first game; it changes with every game.
    pub own: StoneColour,
    /// Time for a game, 0 to 999; 0: none is kept.
    pub minutes: u32,
    /// After this many moves of each side the game ends, 0 to 999; 0: never.
    pub moves: u32,
    /// Where to begin; `None`: the start position.
    pub fen: Option<String>,
}

/// Waits for peers and plays them, one after another. With an offer we are the initiator, else they are.
///
/// # Errors
/// The address cannot be listened on, the setup is refused, or the report cannot be written.
pub fn listen(table: &Table, address: &str, offer: Option<&Offer>) -> Result<(), String> {
    table.open()?;
    let listener =
        TcpListener::bind(address).map_err(|error| format!("cannot listen on {address}: {error}"))?;
    let local = listener.local_addr().map_err(|error| error.to_string())?;
    table.report.line(&format!("listening on {local}"));
    table.report.result()?;
    let mut played = 0;
    for stream in listener.incoming() {
        match stream {
            Ok(stream) => played += table.play_peer(stream, offer, played)?,
            Err(error) => table.report.line(&format!("a peer could not be met: {error}")),
        }
        table.report.result()?;
        if table.games > 0 && played >= table.games {
            break;
        }
    }
    Ok(())
}

/// Connects to a peer that listens, and plays it.
///
/// # Errors
/// The connection or the setup is refused, or the report cannot be written.
pub fn connect(table: &Table, address: &str, offer: Option<&Offer>) -> Result<(), String> {
    table.open()?;
    let stream =
        TcpStream::connect(address).map_err(|error| format!("cannot connect to {address}: {error}"))?;
    table.play_peer(stream, offer, 0)?;
    table.report.result()
}

impl Table {
    /// A fresh engine.
    fn open(&self) -> Result<Box<dyn AnyEngine>, String> {
        let Opened { mut engine, settings, .. } = Settings::open(&self.setup, "draughts")?;
        if variant_word(&engine.identity().variant).is_none() {
            return Err(format!("DamExchange is for draughts, not for {}", settings.variant()));
        }
        engine.set_move_style(MoveStyle::Numeric);
        Ok(engine)
    }

    /// Plays one peer until the connection ends; returns how many games were played to their end.
    fn play_peer(&self, stream: TcpStream, offer: Option<&Offer>, before: u32) -> Result<u32, String> {
        let report = |line: &str| self.report.line(line);
        // Small messages should not wait for each other.
        let reader = stream.set_nodelay(true).and_then(|()| stream.try_clone());
        let reader = reader.map_err(|error| format!("cannot use the connection: {error}"))?;
        let mut peer = Peer::new(
            &stream,
            stream::messages(reader),
            self.open()?,
            self.setup.keeper()?,
            self.report.clone(),
        )?;
        let mut played = 0;
        let ended = loop {
            let is_enough = self.games > 0 && before + played >= self.games;
            if is_enough || self.report.result().is_err() {
                break Ok(());
            }
            let last = self.games > 0 && before + played + 1 == self.games;
            let game = match offer {
                Some(offer) => self.ask(&mut peer, offer, played, !last),
                None => self.answer(&mut peer, !last),
            };
            match game {
                Ok(Some((verdict, more))) => {
                    played += 1;
                    report(&format!("game {}: {}", before + played, describe(verdict)));
                    if !more {
                        break Ok(());
                    }
                }
                Ok(None) => {}
                Err(broken) => break Err(broken),
            }
        };
        match ended {
            Ok(()) => {}
            Err(Broken::Closed) => report("the peer has gone"),
            Err(Broken::Search) => return Err("the search broke down; please report how".to_string()),
            Err(Broken::Fault(why)) => {
                report(&format!("the peer has sent what cannot be: {why}"));
                peer.report_fault(&why);
            }
        }
        peer.close();
        let _ = stream.shutdown(std::net::Shutdown::Both);
        Ok(played)
    }

    /// Asks for a game and plays it.
    fn ask<S: std::io::Write>(
        &self,
        peer: &mut Peer<S>,
        offer: &Offer,
        played: u32,
        more: bool,
    ) -> Result<Option<(Verdict, bool)>, Broken> {
        let own = if played.is_multiple_of(2) { offer.own } else { offer.own.other() };
        let engine = peer.engine.as_mut().ok_or(Broken::Search)?;
        engine.new_game();
        engine.prepare();
        engine.set_position(offer.fen.as_deref(), &[]).map_err(|error| Broken::Fault(error.to_string()))?;
        let position = offer.fen.as_ref().map(|_| letters(engine.as_ref()));
        let (minutes, moves) = (offer.minutes, offer.moves);
        let name = self.name.clone();
        let follower = own.other();
        let request = Request { version: VERSION, name, follower, minutes, moves, position };
        peer.send(&Message::Request(request))?;
        let (other, code) = match peer.message_soon()? {
            Message::Answer { name, code } => (name, code),
            other => return Err(Broken::Fault(format!("an answer is expected, not {other}"))),
        };
        if code != '0' {
            self.report.line(&format!("{other} does not want to play (code {code})"));
            return Err(Broken::Closed);
        }
        self.report.line(&format!("playing {other}, we are {own:?}"));
        peer.play(&Terms { own, time: self.time(minutes), moves, more }, [&self.name, &other]).map(Some)
    }

    /// Waits to be asked, answers, and plays if the answer was yes.
    fn answer<S: std::io::Write>(
        &self,
        peer: &mut Peer<S>,
        more: bool,
    ) -> Result<Option<(Verdict, bool)>, Broken> {
        let request = match peer.message_soon()? {
            Message::Request(request) => request,
            // The end of a game that is over already.
            Message::End { .. } => return Ok(None),
            other => return Err(Broken::Fault(format!("a request is expected, not {other}"))),
        };
        let engine = peer.engine.as_mut().ok_or(Broken::Search)?;
        engine.new_game();
        engine.prepare();
        let code = match engine.set_position(request.position.as_deref(), &[]) {
            _ if request.version > VERSION => '1',
            Err(_) => '2',
            Ok(()) => '0',
        };
        peer.send(&Message::Answer { name: self.name.clone(), code })?;
        let Request { name, follower: own, minutes, moves, .. } = request;
        if code != '0' {
            self.report.line(&format!("the request of {name} was refused (code {code})"));
            return Ok(None);
        }
        self.report.line(&format!("playing {name}, we are {own:?}"));
        peer.play(&Terms { own, time: self.time(minutes), moves, more }, [&self.name, &name]).map(Some)
    }

    fn time(&self, minutes: u32) -> Time {
        match minutes {
            0 => Time::Move(self.move_time),
            minutes => Time::Game(Duration::from_secs(60 * u64::from(minutes))),
        }
    }
}

fn describe(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Won => "won",
        Verdict::Lost => "lost",
        Verdict::Drawn => "drawn",
        Verdict::Unknown => "ended without a result",
    }
}
