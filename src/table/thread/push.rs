//! Messages to the clients of a table.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Requester, TableThread};
use crate::table::answer::{Code, Outgoing, Push, Refusal};
use crate::table::client::ClientSender;
use crate::table::event::Event;
use crate::table::library::Entry;
use crate::table::state::{Presence, Rights};

/// A player who has been away for so long is not asked before a pause.
const GONE: Duration = Duration::from_secs(60);

impl TableThread {
    /// Sends an event that has been applied, or is not recorded, to all clients.
    pub(super) fn broadcast(&mut self, event: &Event) {
        self.broadcast_except(event, None);
    }

    /// The same for all windows but one.
    pub(super) fn broadcast_except(&mut self, event: &Event, skipped: Option<u64>) {
        let event = event.public();
        self.drop_unauthorised();
        let mut texts: Vec<(Rights, std::sync::Arc<str>)> = Vec::new();
        for index in 0..self.members.len() {
            let member = &self.members[index];
            if skipped == Some(member.client) {
                continue;
            }
            let Some(rights) = self.rights(&member.credential) else { continue };
            let known = texts.iter().find(|(of, _)| *of == rights).map(|(_, text)| text.clone());
            let text = match known {
                Some(text) => text,
                None => {
                    let text =
                        ClientSender::text(&Outgoing::Push(self.table_push(rights, Some(event.clone()))));
                    texts.push((rights, text.clone()));
                    text
                }
            };
            self.members[index].to_client.send_text(text);
        }
        self.drop_closed();
    }

    /// Sends the current table to all clients.
    pub(super) fn broadcast_table(&mut self) {
        self.drop_unauthorised();
        let members: Vec<Requester> = self.members.clone();
        for member in members {
            if let Some(rights) = self.rights(&member.credential) {
                member.to_client.push(self.table_push(rights, None));
            }
        }
    }

    /// The whole table for a client with these rights.
    pub(super) fn table_push(&mut self, rights: Rights, event: Option<Event>) -> Push {
        let position = self.position();
        self.note_presence();
        let presence = self.presence();
        let table =
            self.state.look(&self.id, rights, self.now(), &presence, &position, &self.shared.engine_names);
        Push::Table { n: self.state.n, event, table }
    }

    /// The current position in the format of the JSON analysis.
    pub(super) fn position(&mut self) -> Value {
        if let Some((node, position)) = &self.position
            && *node == self.state.current
        {
            return position.clone();
        }
        // The line has been played before.
        let position = self.rules.board(&self.state.line(), false, true).unwrap_or_default();
        self.position = Some((self.state.current, position.clone()));
        position
    }

    /// Keeps since when nobody has been there for each player.
    pub(super) fn note_presence(&mut self) {
        let present: Vec<Rights> =
            self.members.iter().filter_map(|member| self.rights(&member.credential)).collect();
        self.away_since.resize(self.state.seats.len(), None);
        for (player, since) in (1..).zip(&mut self.away_since) {
            let is_online = present.iter().any(|&rights| self.state.moves_for(rights, player));
            *since = if is_online { None } else { since.or_else(|| Some(Instant::now())) };
        }
    }

    /// Have all players whom a client with these rights would have to ask been away for a while?
    pub(super) fn are_others_gone(&self, rights: Rights) -> bool {
        let others = self.state.others(rights);
        let now = Instant::now();
        let since = |player: usize| self.away_since.get(player - 1).copied().flatten();
        !others.is_empty() && others.into_iter().all(|player| is_gone(since(player), now))
    }

    fn presence(&self) -> Presence {
        let away_ms = |since: &Option<Instant>| {
            since.map_or(0, |since| u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX))
        };
        Presence {
            online: self.away_since.iter().map(Option::is_none).collect(),
            away_ms: self.away_since.iter().map(away_ms).collect(),
            thinking: self.thinking.as_ref().map_or(0, |thinking| thinking.player),
        }
    }

    /// Notifies all clients of an error.
    pub(super) fn notice(&self, code: Code, text: &str) {
        let text = Refusal::new(code, text).text;
        for member in &self.members {
            member.to_client.push(Push::Notice {
                table: self.id.clone(),
                code,
                text: text.clone(),
                file: String::new(),
            });
        }
    }

    /// Removes clients with revoked tokens from the table, and ends their jobs.
    fn drop_unauthorised(&mut self) {
        let is_stranger = |member: &Requester| self.rights(&member.credential).is_none();
        let unauthorised: Vec<Requester> =
            self.members.iter().filter(|member| is_stranger(member)).cloned().collect();
        for member in unauthorised {
            self.forget_client(member.client);
            member.to_client.push(Push::Gone { table: self.id.clone() });
        }
    }

    fn drop_closed(&mut self) {
        let closed = self.members.iter().filter(|member| member.to_client.is_closed());
        let closed: Vec<u64> = closed.map(|member| member.client).collect();
        for client in closed {
            self.forget_client(client);
        }
    }

    /// The table in the library.
    pub(super) fn entry(&mut self) -> Entry {
        Entry::of(&self.state, &self.id, &self.shared.engine_names, Some(&mut self.rules))
    }
}

/// Has a player been away for a while?
fn is_gone(since: Option<Instant>, now: Instant) -> bool {
    since.is_some_and(|since| now.saturating_duration_since(since) >= GONE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_is_gone_after_a_minute() {
        let left = Instant::now();
        assert!(!is_gone(None, left + 2 * GONE), "somebody is there");
        assert!(!is_gone(Some(left), left + GONE / 2));
        assert!(is_gone(Some(left), left + GONE));
    }
}
