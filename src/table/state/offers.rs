//! What players have to agree on: a draw, and between people at several machines whatever changes the game of the others.
//!
//! A player offers it, and everybody else with a seat is asked. The last one to agree makes it happen; anyone who
//! declines, or a move, ends the offer. Clocks run on meanwhile.

use super::apply::check_player;
use super::decide::refuse;
use super::{Rights, State};
use crate::table::answer::{Code, Refusal};
use crate::table::command::OfferKind;
use crate::table::event::{End, Event};
use crate::table::view::Phase;

/// Offers of a player until the game changes.
const MAX_OFFERS: u8 = 3;

/// An open offer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offer {
    /// The player who offers, from 1.
    pub player: usize,
    /// What.
    pub kind: OfferKind,
    /// The node that becomes the current one, if one does.
    pub node: Option<usize>,
    /// The players who have not agreed yet.
    pub waits_for: Vec<usize>,
}

impl State {
    /// The player who has offered a draw, from 1; 0: nobody.
    pub fn draw_offer(&self) -> usize {
        let draw = self.offer.as_ref().filter(|offer| offer.kind == OfferKind::Draw);
        draw.map_or(0, |offer| offer.player)
    }

    /// The players of other people, if a client with these rights has a seat: those that it has to ask. A host without
    /// a seat directs the game of others, and asks nobody.
    pub fn others(&self, rights: Rights) -> Vec<usize> {
        if self.own_seats(rights).is_empty() {
            return Vec::new();
        }
        let is_other = |player: &usize| self.seat(*player).is_person() && !self.moves_for(rights, *player);
        (1..=self.seats.len()).filter(is_other).collect()
    }

    /// The events of an offer.
    pub(super) fn make_offer(
        &self,
        kind: OfferKind,
        node: Option<usize>,
        rights: Rights,
    ) -> Result<Vec<Event>, Refusal> {
        if kind == OfferKind::Draw && self.seats.len() != 2 {
            return refuse(Code::NotAllowed, "draws can be agreed only in games of two players");
        }
        let own = self.own_seats(rights);
        let to_act = Some(self.actor()).filter(|player| own.contains(player));
        let Some(player) = to_act.or(own.first().copied()) else {
            return refuse(Code::NotAllowed, "you have no seat");
        };
        let node = self.offered_node(kind, node, &own)?;
        if kind != OfferKind::Draw && self.others(rights).is_empty() {
            return refuse(Code::NotAllowed, "there is no other player to ask");
        }
        match &self.offer {
            Some(open) if (open.player, open.kind, open.node) == (player, kind, node) => Ok(Vec::new()),
            // Two offers of the same are an agreement.
            Some(open) if self.is_asked(open, rights) && (open.kind, open.node) == (kind, node) => {
                self.answer(true, rights)
            }
            Some(open) if !own.contains(&open.player) => {
                refuse(Code::Consent, "another player's offer has to be answered first")
            }
            _ if self.offers[player - 1] >= MAX_OFFERS => {
                refuse(Code::Busy, "too many offers; the next move allows new ones")
            }
            _ => Ok(vec![Event::Offered { player, kind, node }]),
        }
    }

    /// The node that this offer makes the current one, if it is possible now.
    fn offered_node(
        &self,
        kind: OfferKind,
        node: Option<usize>,
        own: &[usize],
    ) -> Result<Option<usize>, Refusal> {
        match (kind, self.phase) {
            (OfferKind::Draw | OfferKind::Pause | OfferKind::Resume, Phase::Over) => {
                refuse(Code::Over, "the game is over")
            }
            (OfferKind::Pause, Phase::Paused) => refuse(Code::Paused, "the game is paused already"),
            (OfferKind::Resume, Phase::Playing) => refuse(Code::NotAllowed, "the game is not paused"),
            (OfferKind::Draw | OfferKind::Pause | OfferKind::Resume, _) => Ok(None),
            (OfferKind::Undo, _) if self.opening_now().is_some() => match self.undone() {
                Some(Event::Undone { node, .. }) => Ok(Some(node)),
                _ => refuse(Code::NothingToUndo, "there is nothing to take back"),
            },
            (OfferKind::Undo, _) => {
                let made = self.tree.path(self.current).into_iter().rev();
                let last = made.filter_map(|id| self.tree.get(id)).find(|node| own.contains(&node.player));
                match last {
                    Some(last) => Ok(Some(last.parent)),
                    None => refuse(Code::NothingToUndo, "there is no move of yours to take back"),
                }
            }
            (OfferKind::Goto, _) => {
                let Some(node) = node else { return refuse(Code::Syntax, "field 'node' takes a node") };
                self.check_known(node)?;
                Ok(Some(node))
            }
        }
    }

    /// Does this offer wait for a client with these rights?
    fn is_asked(&self, offer: &Offer, rights: Rights) -> bool {
        offer.waits_for.iter().any(|&player| self.moves_for(rights, player))
    }

    /// The events of an answer to the open offer.
    pub(super) fn answer(&self, accept: bool, rights: Rights) -> Result<Vec<Event>, Refusal> {
        let Some(offer) = &self.offer else { return refuse(Code::NoOffer, "nothing is offered") };
        let asked = offer.waits_for.iter().filter(|&&player| self.moves_for(rights, player));
        let asked: Vec<usize> = asked.copied().collect();
        match asked.first() {
            Some(_) if accept && asked.len() == offer.waits_for.len() => Ok(vec![offer.effect()]),
            Some(_) if accept => Ok(asked.into_iter().map(|player| Event::Agreed { player }).collect()),
            Some(&player) => Ok(vec![Event::Declined { player }]),
            None if !accept && self.moves_for(rights, offer.player) => {
                Ok(vec![Event::Declined { player: offer.player }])
            }
            None => refuse(Code::NotAllowed, "the offer is not made to you"),
        }
    }

    /// The same for an offer of a draw only.
    pub(super) fn answer_draw(&self, accept: bool, rights: Rights) -> Result<Vec<Event>, Refusal> {
        match self.draw_offer() {
            0 => refuse(Code::NoOffer, "no draw is offered"),
            _ => self.answer(accept, rights),
        }
    }

    /// A program's answer to an offer of a draw.
    pub fn answered(&self, accept: bool) -> Vec<Event> {
        let Some(offer) = &self.offer else { return Vec::new() };
        vec![if accept { offer.effect() } else { Event::Declined { player: 3 - offer.player } }]
    }

    /// Applies an offer: everybody who is not at the same machine is asked, of a draw the opponent.
    pub(super) fn offered(
        &mut self,
        player: usize,
        kind: OfferKind,
        node: Option<usize>,
    ) -> Result<(), String> {
        check_player(player, self.seats.len())?;
        let has_node = matches!(kind, OfferKind::Undo | OfferKind::Goto);
        if has_node != node.is_some_and(|node| self.tree.get(node).is_some()) {
            return Err(format!("an offer of {kind:?} to node {node:?} does not fit"));
        }
        let is_asked = |other: &usize| match kind {
            OfferKind::Draw => *other != player,
            _ => self.seat(*other).is_person() && self.seat(*other).token != self.seat(player).token,
        };
        let waits_for = (1..=self.seats.len()).filter(is_asked).collect();
        self.offers[player - 1] = self.offers[player - 1].saturating_add(1);
        self.offer = Some(Offer { player, kind, node, waits_for });
        Ok(())
    }

    /// Applies the agreement of a player who is not the last one.
    pub(super) fn agreed(&mut self, player: usize) {
        if let Some(offer) = &mut self.offer {
            offer.waits_for.retain(|&other| other != player);
        }
    }

    /// Ends offers of a pause or of its end: there was one.
    pub(super) fn forget_pauses(&mut self) {
        self.offer.take_if(|offer| matches!(offer.kind, OfferKind::Pause | OfferKind::Resume));
        self.offers.fill(0);
    }
}

impl Offer {
    /// What happens when all have agreed.
    fn effect(&self) -> Event {
        let node = self.node.unwrap_or_default();
        match self.kind {
            OfferKind::Draw => {
                Event::Ended(End { outcome: "draw".to_string(), reason: "agreed".to_string() })
            }
            OfferKind::Undo => Event::Undone { node, steps: None },
            OfferKind::Goto => Event::Went { node },
            OfferKind::Pause => Event::Paused { code: None, text: None },
            OfferKind::Resume => Event::Resumed {},
        }
    }
}
