//! The protocols: text in, text out, through the facade [`crate::engine::AnyEngine`] and nothing else.
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
//! ([`Protocol::of_first_line`]). `quit` ends every one of them and `help` is answered in all, also if the protocol has no
//! such command: a person may try them.
//!
//! What every protocol needs is here too: `session` decides when a line is executed; `dialect` is the trait for what is
//! special about a protocol; `search_thread` is the thread that searches; `settings` remembers game and options.
//! Lines are read and written by [`crate::wire`].
//!
//! What must always hold: no input makes the program exit, panic or wait for ever, and a line that is
//! refused changes nothing.

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
    /// All of them: every name, and the game that is played where none is named.
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

    /// The protocol that the last word of a program's name stands for, as with a link called `quadriga-hub`. A program
    /// whose name begins with `pbrain-` speaks Gomocup's. `None` for any other name.
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

    /// The protocol of a person at a terminal who begins with this line. A word that could be meant for any protocol stays
    /// with [`Protocol::Ugi`]; what no other protocol has is another's: `hub`, `protocol_version`, `START 15`, `{`.
    pub fn of_typed_line(line: &str) -> Protocol {
        match Protocol::of_first_line(line) {
            Protocol::Gtp if !gtp::Gtp::is_unmistakable(line) => Protocol::Ugi,
            Protocol::Gomocup if !gomocup::Gomocup::is_unmistakable(line) => Protocol::Ugi,
            protocol => protocol,
        }
    }

    /// Is every command answered, also when no more input comes? Clients of such a protocol count responses.
    pub(crate) fn finishes(self) -> bool {
        self == Protocol::Gtp
    }

    /// The game that is played where none is named.
    pub fn default_game(self) -> &'static str {
        Self::ALL.iter().find(|(_, protocol, _)| *protocol == self).map_or("connect4", |&(.., game)| game)
    }
}

/// What a protocol loop is started with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The games that can be opened.
    pub catalogue: Catalogue,
    /// The protocol; `None`: the first line decides.
    pub protocol: Option<Protocol>,
    /// A person types the lines: the first decides only if it cannot be mistaken, see [`Protocol::of_typed_line`].
    pub typed: bool,
    /// Name of the variant to begin with; `None`: the usual one of the protocol.
    pub variant: Option<String>,
    /// Options to set before the first line is read: name and value.
    pub options: Vec<(String, String)>,
    /// At the end of input, finish what was asked for instead of stopping.
    pub finish: bool,
    /// List the numbers of the search among the options, for tuners.
    pub tune: bool,
    /// Keep the games in this folder, see [`Keeper`].
    pub record: Option<PathBuf>,
}

impl Setup {
    /// What keeps the games, if they are to be kept.
    pub(crate) fn keeper(&self) -> Result<Option<Keeper>, String> {
        self.record.as_ref().map(Keeper::open).transpose()
    }
}
