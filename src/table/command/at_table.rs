//! Commands to one table.

use serde::{Deserialize, Serialize};

use super::seats::SeatSpec;

/// A search for puzzles in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzlesOf {
    /// For each position that may be one.
    pub nodes: u64,
    /// Only those in which another move than the right one was played.
    #[serde(default)]
    pub missed: bool,
    /// Only those with this player to move, from 1.
    #[serde(default)]
    pub player: Option<usize>,
}

/// What players can agree on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// The game ends in a draw.
    #[default]
    Draw,
    /// The last move of the player who offers is taken back, with what followed.
    Undo,
    /// Another node becomes the current one.
    Goto,
    /// Clocks and programs stand still.
    Pause,
    /// They continue.
    Resume,
}

/// Commands to one table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum TableCommand {
    /// Pushes the table from now on.
    Join {},
    /// Stops that.
    Leave {},
    /// Plays a move for the seat to move.
    Move {
        /// In any notation.
        #[serde(rename = "move")]
        mv: String,
        /// The node for which it is meant.
        #[serde(default)]
        node: Option<usize>,
    },
    /// Steps of an opening for the seat to decide.
    Step {
        /// `swap`, `stay`, `add`, `offer`, numbers and cells, with blanks between them.
        step: String,
        /// The node for which it is meant.
        #[serde(default)]
        node: Option<usize>,
    },
    /// Back.
    Undo {},
    /// Forward again.
    Redo {},
    /// Makes a node the current one.
    Goto {
        /// Its id.
        node: usize,
    },
    /// A move to think about.
    Hint {
        /// 0 to 20; `None`: full strength.
        #[serde(default)]
        level: Option<u8>,
    },
    /// The program moves once for the seat to move.
    PlayForMe {
        /// The node for which it is meant.
        #[serde(default)]
        node: Option<usize>,
    },
    /// Ends the search of the program that is thinking.
    MoveNow {},
    /// Two seats exchange their players; with more, all players move on by one seat.
    Swap {},
    /// Sets the players.
    Seats {
        /// One for each player.
        seats: Vec<SeatSpec>,
    },
    /// A seat gives up.
    Resign {
        /// From 1; `None`: the client's own.
        #[serde(default)]
        seat: Option<usize>,
    },
    /// Offers a draw.
    OfferDraw {},
    /// Answers the offer.
    AnswerDraw {
        /// Agreed?
        accept: bool,
    },
    /// Offers something that the other players have to agree to.
    Offer {
        /// What.
        kind: OfferKind,
        /// Of `goto`: which node becomes the current one.
        #[serde(default)]
        node: Option<usize>,
    },
    /// Agrees to the offer, declines it, or withdraws one's own.
    Answer {
        /// Agreed?
        accept: bool,
    },
    /// Stops clocks and programs.
    Pause {},
    /// Lets them continue.
    Resume {},
    /// A new table with the same rules.
    Rematch {
        /// Seats move on by one.
        #[serde(default)]
        swap: bool,
    },
    /// The position of a node.
    Board {
        /// `None`: the current one.
        #[serde(default)]
        node: Option<usize>,
        /// Include threats.
        #[serde(default)]
        threats: bool,
    },
    /// Pushes an analysis of a node.
    Analyse {
        /// `None`: off.
        node: Option<usize>,
        /// 1 to 8.
        #[serde(default = "one")]
        lines: usize,
    },
    /// Evaluates the moves of the current line.
    Report {
        /// For each position.
        nodes: u64,
    },
    /// What would a move allow?
    Weigh {
        /// In any notation.
        #[serde(rename = "move")]
        mv: String,
        /// The node for which it is meant.
        #[serde(default)]
        node: Option<usize>,
    },
    /// Adds a move as a variation; the game stays where it is.
    Add {
        /// In any notation.
        #[serde(rename = "move")]
        mv: String,
        /// The node before it.
        node: usize,
    },
    /// Sets the comment at a node.
    Comment {
        /// Which.
        node: usize,
        /// Empty: none.
        text: String,
        /// Before the move instead of after it.
        #[serde(default)]
        before: bool,
    },
    /// Sets the mark of a move.
    Mark {
        /// Its node.
        node: usize,
        /// `!`, `?`, `!!`, `??`, `!?`, `?!`; empty: none.
        mark: String,
    },
    /// Moves the innermost variation with a node one place forward, before the line that it departs from.
    Promote {
        /// Which.
        node: usize,
    },
    /// Removes a node with everything behind it.
    Remove {
        /// Which.
        node: usize,
    },
    /// Takes back the last change by one of the five commands before.
    UndoEdit {},
    /// The record in a file format.
    Save {
        /// `pdn`, `sgf`, `psq`, `text` or `fen`.
        format: String,
    },
    /// The page of mistakes.
    Page {
        /// For each position.
        nodes: u64,
    },
    /// The puzzles of the current line.
    PuzzlesOf(PuzzlesOf),
    /// The position of a node as SVG.
    Picture {
        /// `None`: the current one.
        #[serde(default)]
        node: Option<usize>,
        /// In pixels, 50 to 4000.
        #[serde(default = "picture_width")]
        width: u32,
    },
    /// Gives a seat away.
    Invite {
        /// From 1; 0: spectators.
        seat: usize,
    },
    /// Revokes links of spectators.
    Revoke {
        /// Which; `None`: all of them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    /// Names the seat of this token, of several the first.
    Name {
        /// At most 40 characters.
        text: String,
    },
    /// The effect of the game on the rating of the host.
    Rated {},
}

impl TableCommand {
    /// Does it ask the program for help with the game?
    pub fn is_help(&self) -> bool {
        match self {
            TableCommand::Hint { .. }
            | TableCommand::Add { .. }
            | TableCommand::Report { .. }
            | TableCommand::Weigh { .. }
            | TableCommand::Page { .. }
            | TableCommand::PuzzlesOf(_)
            | TableCommand::PlayForMe { .. } => true,
            TableCommand::Analyse { node, .. } => node.is_some(),
            TableCommand::Board { threats, .. } => *threats,
            _ => false,
        }
    }

    /// Does it change the game of everybody at the table, so that the other players have to agree?
    pub fn needs_consent(&self) -> bool {
        use TableCommand as C;
        let needs = [C::Undo {}, C::Redo {}, C::Pause {}, C::Resume {}, C::Swap {}];
        needs.contains(self) || matches!(self, C::Goto { .. })
    }
}

fn one() -> usize {
    1
}

fn picture_width() -> u32 {
    480
}
