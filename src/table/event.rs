//! The events of a table. The log is a list of events, and the table is their fold.

use serde::{Deserialize, Serialize};

use super::answer::Code;
use super::command::{ClockSpec, OfferKind, SeatSpec};
use super::notes::Notes;

/// An event with its number and its time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stamped {
    /// From 1, without a gap.
    pub n: u64,
    /// Milliseconds since 1970; never smaller than that of the event before.
    pub at: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

/// The end of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct End {
    /// `p1win` to `p6win`, `draw`, or `p1loss` to `p6loss`.
    pub outcome: String,
    /// The rule, or `resigned`, `time`, `agreed`.
    pub reason: String,
}

impl End {
    /// The outcome in a list of games. In older records a game of more than two ended by one of them is a draw: the
    /// reason says more.
    pub fn listed(&self) -> &str {
        let is_given_up = self.outcome == "draw" && ["resigned", "time"].contains(&self.reason.as_str());
        if is_given_up { &self.reason } else { &self.outcome }
    }
}

/// The parts of a position that the table needs: the turn, and the end of the game by the rules.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Turn {
    /// The player to move, from 1.
    pub next: usize,
    /// Set if the game is over by the rules.
    #[serde(flatten)]
    pub end: Option<End>,
}

/// An event. `thinking`, `joined` and `left` are sent, but not kept.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The first event of every table.
    Created(Created),
    /// A move was made.
    Moved {
        /// Its node, from 1 in the order of moves.
        node: usize,
        /// The node before it.
        parent: usize,
        /// In native style.
        #[serde(rename = "move")]
        mv: String,
        /// The player who moved, from 1.
        player: usize,
        /// The time it took.
        ms: u64,
        /// The position after it.
        #[serde(flatten)]
        turn: Turn,
    },
    /// Moves were taken back.
    Undone {
        /// The current node from now on.
        node: usize,
        /// In an opening: the number of its steps that stay.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        steps: Option<usize>,
    },
    /// A step of an opening that is no stone was taken.
    Decided {
        /// `swap`, `stay`, `add`, `offer`, a number, or the cell of a stone that is offered.
        step: String,
    },
    /// Moves that had been taken back were made again.
    Redone {
        /// The current node from now on.
        node: usize,
    },
    /// Another node became the current one.
    Went {
        /// Which.
        node: usize,
    },
    /// The players changed.
    Seated {
        /// One for each player.
        seats: Vec<SeatSpec>,
        /// Seats (from 1) whose tokens are revoked.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        taken_back: Vec<usize>,
        /// Before that, all seats moved on by this many.
        #[serde(default, skip_serializing_if = "is_zero")]
        by: usize,
    },
    /// Seats have a name.
    Named {
        /// Which, from 1.
        seats: Vec<usize>,
        /// The name.
        text: String,
    },
    /// A seat was given away.
    Invited {
        /// From 1; 0: spectators.
        seat: usize,
        /// Anyone with this token may take the seat. Never sent to clients as an event.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        token: String,
    },
    /// Links of spectators were taken back.
    Revoked {
        /// The token; empty: all of them. Never sent to clients as an event.
        #[serde(default, skip_serializing_if = "String::is_empty")]
        token: String,
    },
    /// A client joined to watch or to play.
    Joined {
        /// The seat of its token; 0: a spectator, or the host.
        seat: usize,
    },
    /// A client left.
    Left {
        /// See `Joined`.
        seat: usize,
    },
    /// A program has begun to think, or has ended.
    Thinking {
        /// The player, from 1; 0: nobody thinks any more.
        player: usize,
    },
    /// The program has helped a person: the game no longer counts for a rating.
    Helped {},
    /// A draw, or something else that others have to agree to, was offered.
    Offered {
        /// By whom, from 1.
        player: usize,
        /// What.
        #[serde(default, skip_serializing_if = "is_draw")]
        kind: OfferKind,
        /// Of `undo` and `goto`: the node that becomes the current one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        node: Option<usize>,
    },
    /// A player has agreed to the offer; others have not yet.
    Agreed {
        /// Which, from 1.
        player: usize,
    },
    /// The offer was declined, or taken back by the player who made it.
    Declined {
        /// By whom, from 1.
        player: usize,
    },
    /// Clocks and programs stand still.
    Paused {
        /// Why, if no command asked for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<Code>,
        /// The same for users.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
    /// They continue.
    Resumed {},
    /// The game is over.
    Ended(End),
    /// What a file has in addition to its main line.
    Imported {
        /// The moves of its variations. The first has the next number.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        nodes: Vec<Added>,
        /// What it has at nodes.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notes: Vec<Noted>,
    },
    /// A move was added as a variation; the game stays where it is.
    Added(Added),
    /// The notes of a node were changed.
    Noted(Noted),
    /// A node has another place among those of its parent.
    Placed {
        /// Which.
        node: usize,
        /// 0: it continues the line.
        rank: usize,
    },
    /// A node was removed, with everything behind it.
    Removed {
        /// Which.
        node: usize,
    },
    /// The last of the four changes before this was taken back.
    Unedited {},
}

/// A move of a variation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Added {
    /// Its node.
    pub node: usize,
    /// The node before it.
    pub parent: usize,
    /// In native style.
    #[serde(rename = "move")]
    pub mv: String,
    /// The player who moves, from 1.
    pub player: usize,
    /// The position after it.
    #[serde(flatten)]
    pub turn: Turn,
}

/// What is written at a node.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Noted {
    /// Which.
    pub node: usize,
    /// All of its notes.
    #[serde(flatten)]
    pub notes: Notes,
}

/// The beginning of a table.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Created {
    /// The variant.
    pub game: String,
    /// Rule options with other than their default values.
    pub options: Vec<(String, String)>,
    /// Name of the game for users.
    pub title: String,
    /// The position string of the base; `None`: the start position.
    pub base: Option<String>,
    /// The player.
    pub seats: Vec<SeatSpec>,
    /// `None`: without a clock.
    pub clock: Option<ClockSpec>,
    /// Longest search of a program without a clock.
    pub think_ms: u64,
    /// The rule for the first stones and the choice of colours; `None`: moves are made in turn from the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening_rule: Option<Ruled>,
    /// The ballot with which it began: `two-move:17`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ballot: Option<String>,
    /// Number of first moves that were not made at this table.
    #[serde(default)]
    pub opening: usize,
    /// Was it read from a file? Older records only have its tags.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub imported: bool,
    /// Tags of the file it was read from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<(String, String)>,
    /// The first position.
    #[serde(flatten)]
    pub turn: Turn,
}

impl Created {
    /// Does the game come from a file?
    pub fn is_imported(&self) -> bool {
        self.imported || !self.tags.is_empty()
    }

    /// A tag of the file; empty if it has none.
    pub fn tag(&self, name: &str) -> &str {
        self.tags.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}

/// The opening rule of a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ruled {
    /// Its name.
    pub rule: String,
    /// Rows of the board.
    pub size: usize,
}

impl Event {
    /// The names of all events in the log.
    pub(super) const KINDS: [&str; 26] = [
        "created", "moved", "undone", "decided", "redone", "went", "seated", "named", "invited", "revoked",
        "joined", "left", "thinking", "helped", "offered", "agreed", "declined", "paused", "resumed",
        "ended", "imported", "added", "noted", "placed", "removed", "unedited",
    ];

    /// The event as clients may see it.
    pub(super) fn public(&self) -> Event {
        match self {
            Event::Invited { seat, .. } => Event::Invited { seat: *seat, token: String::new() },
            Event::Revoked { .. } => Event::Revoked { token: String::new() },
            Event::Created(created) => {
                Event::Created(Created { seats: without_rating(&created.seats), ..created.clone() })
            }
            Event::Seated { seats, taken_back, by } => {
                Event::Seated { seats: without_rating(seats), taken_back: taken_back.clone(), by: *by }
            }
            other => other.clone(),
        }
    }
}

/// Seats without the rating of the host.
fn without_rating(seats: &[SeatSpec]) -> Vec<SeatSpec> {
    let plain = |seat: &SeatSpec| match seat {
        SeatSpec::Program { level, .. } => SeatSpec::level(*level),
        other => other.clone(),
    };
    seats.iter().map(plain).collect()
}

fn is_draw(kind: &OfferKind) -> bool {
    *kind == OfferKind::Draw
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_event_has_its_name_in_the_list() {
        let unknown =
            serde_json::from_str::<Event>("{\"type\":\"\"}").expect_err("there is no such event").to_string();
        let names = unknown.split_once("expected one of ").expect("a list").1;
        let names = names.split('`').skip(1).step_by(2).collect::<Vec<_>>();
        assert_eq!(names, Event::KINDS);
    }
}
