//! What a client sees of a table.

use serde_json::Value;

use super::{Rights, Seat, State};
use crate::openings::Opening;
use crate::table::command::SeatSpec;
use crate::table::rules::option_values;
use crate::table::view::{ClockView, NodeView, OfferView, SeatKind, SeatView, TableView};

/// The state of a table apart from its events.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Presence {
    /// By player: is someone there who makes its moves?
    pub online: Vec<bool>,
    /// By player: for how long nobody has been there, in milliseconds.
    pub away_ms: Vec<u64>,
    /// The player whose program is thinking, from 1; 0: none.
    pub thinking: usize,
}

impl State {
    /// The table for someone with these rights. `position` is the current one in the format of the JSON analysis.
    pub fn look(
        &self,
        id: &str,
        rights: Rights,
        now: u64,
        presence: &Presence,
        position: &Value,
        engines: &[String],
    ) -> TableView {
        let seats = (1..).zip(&self.seats).map(|(player, seat)| {
            let online = presence.online.get(player - 1).copied().unwrap_or(false);
            let yours = self.moves_for(rights, player);
            let view = seat_view(seat, engines, online, yours, rights);
            let away_ms = presence.away_ms.get(player - 1).copied().filter(|_| !view.online);
            SeatView { away_ms, ..view }
        });
        let clock = self.created.clock.map(|clock| ClockView {
            base_ms: clock.base_ms,
            increment_ms: clock.increment_ms,
            left_ms: self.left_ms(now),
            running: if self.clock_runs() { self.actor() } else { 0 },
        });
        let ranks = self.tree.ranks();
        let node = |(id, node): (usize, &super::Node)| NodeView {
            id,
            parent: node.parent,
            mv: node.mv.clone(),
            player: node.player,
            ms: node.ms,
            rank: ranks[id],
            notes: node.notes.clone(),
        };
        TableView {
            id: id.to_string(),
            n: self.n,
            game: self.created.game.clone(),
            options: option_values(&self.created.options),
            title: self.created.title.clone(),
            base: self.created.base.clone(),
            opening_rule: self.created.opening_rule.as_ref().map(|ruled| ruled.rule.clone()),
            opening: self.opening_now().map(Opening::view),
            ballot: self.created.ballot.clone(),
            nodes: self.tree.moves().map(node).collect(),
            start: self.tree.get(0).map(|start| start.notes.clone()).unwrap_or_default(),
            edits: self.edits(),
            redo: self.node().next.is_some(),
            current: self.current,
            position: position.clone(),
            seats: seats.collect(),
            clock,
            think_ms: self.created.think_ms,
            phase: self.phase,
            outcome: self.end.as_ref().map(|end| end.outcome.clone()),
            reason: self.end.as_ref().map(|end| end.reason.clone()),
            thinking: presence.thinking,
            draw_offer: self.draw_offer(),
            offer: self.offer.as_ref().map(|offer| OfferView {
                player: offer.player,
                kind: offer.kind,
                node: offer.node,
                waits_for: offer.waits_for.clone(),
            }),
            shared: self.is_shared(),
            spectators: self.spectators.len(),
            rated: self.rated_player().is_some(),
        }
    }

    /// The names of the players, or of their programs; empty if unknown.
    pub fn names(&self, engines: &[String]) -> Vec<String> {
        self.seats.iter().map(|seat| seat_name(seat, engines)).collect()
    }
}

fn seat_name(seat: &Seat, engines: &[String]) -> String {
    match &seat.spec {
        SeatSpec::Person { name, .. } => name.clone(),
        SeatSpec::Program { level, .. } => format!("Quadriga {level}"),
        SeatSpec::Engine { engine } => engines.get(*engine).cloned().unwrap_or_default(),
    }
}

fn seat_view(seat: &Seat, engines: &[String], online: bool, yours: bool, rights: Rights) -> SeatView {
    let (kind, level, elo, engine) = match &seat.spec {
        SeatSpec::Person { .. } => (SeatKind::Person, None, None, None),
        SeatSpec::Program { level, elo } => (SeatKind::Program, Some(*level), *elo, None),
        SeatSpec::Engine { engine } => (SeatKind::Engine, None, None, Some(*engine)),
    };
    let elo = elo.filter(|_| rights == Rights::Host);
    let remote = seat.token.is_some();
    let online = online || !seat.is_person();
    SeatView {
        kind,
        name: seat_name(seat, engines),
        level,
        elo,
        engine,
        remote,
        online,
        away_ms: None,
        yours,
    }
}
