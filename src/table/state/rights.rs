//! The rights of the clients of a table.

use super::State;
use crate::table::answer::{Code, Refusal};
use crate::table::command::TableCommand;
use crate::table::token::same;
use crate::table::view::Phase;

/// The rights of a client at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rights {
    /// Everything, except moves for seats that were given away.
    Host,
    /// Play for this player, from 1.
    Seat(usize),
    /// Only watch.
    Spectator,
}

impl State {
    /// The rights of a token of this table; `None`: none.
    pub fn rights_of(&self, token: &str) -> Option<Rights> {
        let seat = self
            .seats
            .iter()
            .position(|seat| seat.token.as_deref().is_some_and(|secret| same(secret, token)));
        let spectator = || self.spectators.iter().any(|secret| same(secret, token));
        match seat {
            Some(index) => Some(Rights::Seat(index + 1)),
            None => spectator().then_some(Rights::Spectator),
        }
    }

    /// Does a client with these rights make the moves of a player?
    pub fn moves_for(&self, rights: Rights, player: usize) -> bool {
        let seat = self.seat(player);
        let owns = match rights {
            Rights::Host => seat.token.is_none(),
            Rights::Seat(own) => own == player,
            Rights::Spectator => false,
        };
        owns && seat.is_person()
    }

    /// The players for whom a client with these rights moves, from 1.
    pub fn own_seats(&self, rights: Rights) -> Vec<usize> {
        (1..=self.seats.len()).filter(|&player| self.moves_for(rights, player)).collect()
    }

    /// Is a client with these rights to move, as the only person?
    ///
    /// # Errors
    /// `not_your_turn` or `not_allowed`.
    pub fn check_alone(&self, rights: Rights) -> Result<(), Refusal> {
        let player = self.actor();
        if !self.moves_for(rights, player) {
            return Err(Refusal::new(Code::NotYourTurn, format!("player {player} is to move")));
        }
        if self.seats.iter().filter(|seat| seat.is_person()).count() > 1 {
            return Err(Refusal::new(Code::NotAllowed, "nobody is warned in a game between persons"));
        }
        Ok(())
    }

    /// May a client with these rights give this command at all?
    ///
    /// # Errors
    /// `not_allowed`, or `shared` if it asks for help that is refused now.
    pub fn check_rights(&self, command: &TableCommand, rights: Rights) -> Result<(), Refusal> {
        use TableCommand as C;
        let is_host = rights == Rights::Host;
        let allowed = match command {
            C::Join {} | C::Leave {} | C::Picture { .. } | C::Save { .. } | C::Board { .. } => true,
            C::Move { .. }
            | C::Step { .. }
            | C::Resign { .. }
            | C::OfferDraw {}
            | C::AnswerDraw { .. }
            | C::Offer { .. }
            | C::Answer { .. }
            | C::Name { .. }
            | C::Hint { .. }
            | C::Analyse { .. }
            | C::Report { .. }
            | C::Weigh { .. } => rights != Rights::Spectator,
            C::Add { .. }
            | C::Comment { .. }
            | C::Mark { .. }
            | C::Promote { .. }
            | C::Remove { .. }
            | C::UndoEdit {} => is_host || rights != Rights::Spectator && self.phase == Phase::Over,
            C::Undo {}
            | C::Redo {}
            | C::Goto { .. }
            | C::PlayForMe { .. }
            | C::MoveNow {}
            | C::Swap {}
            | C::Seats { .. }
            | C::Pause {}
            | C::Resume {}
            | C::Rematch { .. }
            | C::Page { .. }
            | C::PuzzlesOf(_)
            | C::Invite { .. }
            | C::Revoke { .. }
            | C::Rated {} => is_host,
        };
        if !allowed {
            let needed = if rights == Rights::Spectator {
                "spectators can only watch"
            } else {
                "only the host may do this"
            };
            return Err(Refusal::new(Code::NotAllowed, needed));
        }
        if command.is_help() && self.refuses_help() {
            let text = "no help while a seat is given away and the game is in progress";
            return Err(Refusal::new(Code::Shared, text));
        }
        if command.needs_consent() && !self.others(rights).is_empty() {
            let text = "another player at this table has to agree; send it as an offer";
            return Err(Refusal::new(Code::Consent, text));
        }
        Ok(())
    }
}
