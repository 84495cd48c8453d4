//! The protocols: text in, text out, only through the facade [`crate::engine::AnyEngine`].
//!
//! | protocol | module | spoken by |
//! |---|---|---|
//! | Hub 2 | `hub` | draughts front-ends, pydraughts |
//! | DamExchange | [`dxp`] | draughts programs among themselves, over TCP |
//! | UCI, and UGI as its synonym | `ugi` | Cute Chess, cutegames, scripts |
//! | GTP 2 | `gtp` | GoGui and its tools, analysis programs |
//! | Gomocup (Piskvork), with Yixin's extensions | `gomocup` | Piskvork, Yixin-Board, c-gomoku-cli |
//! | JSON, a layer of its own | [`crate::analysis`] | scripts |
//!
//! [`Protocol`] is the only list of them. With none chosen, the first line of a client decides
//! ([`Protocol::of_first_line`]). All of them answer `help` and end with `quit`, even if the protocol has no such
//! command, since a user may try them.
//!
//! Their common parts are here too: `session` decides when a line is executed; `dialect` is the trait for what is
//! specific to a protocol; `search_thread` is the thread that searches; `settings` stores game and options. Lines are
//! read and written by [`crate::wire`].
//!
//! Invariant: no input makes the program exit, panic or wait for ever, and a refused line changes nothing.

pub(crate) mod dialect;
pub mod dxp;
pub(crate) mod gomocup;
pub(crate) mod gtp;
pub(crate) mod hub;
mod search_thread;
pub(crate) mod session;
pub(crate) mod settings;
pub(crate) mod ugi;
mod vampirc;

use std::path::PathBuf;

use crate::records::keeper::Keeper;
use crate::wire::catalogue::Catalogue;

/// A protocol of lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// UCI and UGI.
    Ugi,
    /// Hub, version 2.
    Hub,
    /// GTP 2.
    Gtp,
    /// Gomocup's, also called Piskvork's, with the extensions of Yixin.
    Gomocup,
    /// Analysis, one JSON object a line.
    Json,
}

impl Protocol {
    /// All protocols: every name, and the default game.
    pub const ALL: &'static [(&'static str, Protocol, &'static str)] = &[
        ("ugi", Protocol::Ugi, "connect4"),
        ("uci", Protocol::Ugi, "connect4"),
        ("hub", Protocol::Hub, "draughts"),
        ("gtp", Protocol::Gtp, "gomoku"),
        ("gomocup", Protocol::Gomocup, "gomokufreestyle"),
        ("piskvork", Protocol::Gomocup, "gomokufreestyle"),
        ("json", Protocol::Json, "connect4"),
    ];

    /// The protocol with this name, without regard to case.
    pub fn parse(name: &str) -> Option<Protocol> {
        let listed = Self::ALL.iter().find(|(known, ..)| known.eq_ignore_ascii_case(name));
        listed.map(|&(_, protocol, _)| protocol)
    }

    /// The protocol named by the last word of a program's name, such as a link called `quadriga-hub`. A program whose
    /// name begins with `pbrain-` speaks Gomocup's. `None` for any other name.
    pub fn of_program(name: &str) -> Option<Protocol> {
        if name.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("pbrain-")) {
            return Some(Protocol::Gomocup);
        }
        name.rsplit_once('-').and_then(|(_, last)| Protocol::parse(last))
    }

    /// The protocol of a client that begins with this line: [`Protocol::Ugi`], which answers everything, if no other
    /// protocol knows the line.
    pub fn of_first_line(line: &str) -> Protocol {
        match () {
            () if line.trim_start_matches('\u{feff}').trim_start().starts_with('{') => Protocol::Json,
            () if hub::Hub::recognises(line) => Protocol::Hub,
            () if gtp::Gtp::recognises(line) => Protocol::Gtp,
            () if gomocup::Gomocup::recognises(line) => Protocol::Gomocup,
            () => Protocol::Ugi,
        }
    }

    /// The protocol of a user at a terminal who begins with this line: [`Protocol::Ugi`] for ambiguous words, another
    /// one only for its unambiguous words: `hub`, `protocol_version`, `START 15`, `{`.
    pub fn of_typed_line(line: &str) -> Protocol {
        match Protocol::of_first_line(line) {
            Protocol::Gtp if !gtp::Gtp::is_unmistakable(line) => Protocol::Ugi,
            Protocol::Gomocup if !gomocup::Gomocup::is_unmistakable(line) => Protocol::Ugi,
            protocol => protocol,
        }
    }

    /// Is every command answered, even after the end of input? Clients of such a protocol count responses.
    pub(crate) fn finishes(self) -> bool {
        self == Protocol::Gtp
    }

    /// The default game.
    pub fn default_game(self) -> &'static str {
        Self::ALL.iter().find(|(_, protocol, _)| *protocol == self).map_or("connect4", |&(.., game)| game)
    }
}

/// The settings of a protocol loop.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The games that can be opened.
    pub catalogue: Catalogue,
    /// The protocol; `None`: the first line decides.
    pub protocol: Option<Protocol>,
    /// A user types the lines: the first decides only if it is unambiguous, see [`Protocol::of_typed_line`].
    pub typed: bool,
    /// Name of the first variant; `None`: the default of the protocol.
    pub variant: Option<String>,
    /// Options to set before the first line is read: name and value.
    pub options: Vec<(String, String)>,
    /// Finish pending work at the end of input instead of stopping.
    pub finish: bool,
    /// List the search parameters as options, for tuners.
    pub tune: bool,
    /// Keep the games in this folder, see [`Keeper`].
    pub record: Option<PathBuf>,
}

impl Setup {
    /// The keeper of the games, if they are to be kept.
    pub(crate) fn keeper(&self) -> Result<Option<Keeper>, String> {
        self.record.as_ref().map(Keeper::open).transpose()
    }
}
