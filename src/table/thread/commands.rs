//! The commands of clients.

use std::sync::{Arc, OnceLock};
use std::time::Instant;

use serde_json::json;

use super::{Credential, ReplyTo, Requester, TableThread};
use crate::table::answer::{
    BoardAnswer, Code, HelloRights, Invitation, NewNode, NewTable, PictureAnswer, Push, Rated, Refusal,
};
use crate::table::command::{OfferKind, SeatSpec, TableCommand};
use crate::table::event::{Created, Event};
use crate::table::files;
use crate::table::rules::Rules;
use crate::table::state::Rights;
use crate::table::token::new_token;

/// Maximum number of tokens for spectators of a table.
const MAX_SPECTATOR_TOKENS: usize = 100;

/// An answer, or `None` if it comes later.
type Done = Result<Option<serde_json::Value>, Refusal>;

fn done(answer: impl serde::Serialize) -> Done {
    Ok(Some(serde_json::to_value(answer).unwrap_or_default()))
}

impl TableThread {
    /// Hello of a client with a token of this table.
    pub(super) fn hello(&mut self, number: u64, requester: &Requester, welcome: &OnceLock<Rights>) {
        let answer = self.rights(&requester.credential).map(|rights| {
            let _ = welcome.set(rights);
            let seat = if let Rights::Seat(seat) = rights { seat } else { 0 };
            let rights = HelloRights { host: false, table: Some(self.id.clone()), seat: Some(seat) };
            self.shared.hello(rights)
        });
        let unknown = || Refusal::new(Code::NotAllowed, "this token is not known");
        requester.to_client.answer(number, answer.ok_or_else(unknown));
    }

    pub(super) fn command(&mut self, number: u64, requester: Requester, command: TableCommand) {
        let to_client = Arc::clone(&requester.to_client);
        match self.execute(number, requester, command) {
            Ok(Some(answer)) => to_client.answer(number, Ok(answer)),
            Ok(None) => {}
            Err(refusal) => to_client.answer(number, Err::<(), _>(refusal)),
        }
    }

    /// The rating of the host, and those before and after the game of this table.
    fn rated(&mut self) -> Result<Rated, Refusal> {
        let (game, now) = self.shared.rating(&mut self.rules, &self.id)?;
        let (before, after) = game.unzip();
        Ok(Rated { now, before, after })
    }

    fn execute(&mut self, number: u64, requester: Requester, command: TableCommand) -> Done {
        let Some(rights) = self.rights(&requester.credential) else {
            return Err(Refusal::new(Code::NotAllowed, "the token does not belong to this table"));
        };
        if command == (TableCommand::Pause {}) && self.are_others_gone(rights) {
            self.commit(self.state.pause()?)?;
            return done(json!({}));
        }
        self.state.check_rights(&command, rights)?;
        self.shared.check_has(&command)?;
        if command.is_help() {
            self.note_help();
        }
        if let Some(done) = self.help(ReplyTo::new(number, &requester), rights, &command) {
            return done;
        }
        match command {
            TableCommand::Join {} => {
                self.join(number, requester, rights);
                Ok(None)
            }
            TableCommand::Leave {} => {
                self.leave(requester.client);
                done(json!({}))
            }
            TableCommand::MoveNow {} => {
                self.move_now()?;
                done(json!({}))
            }
            TableCommand::OfferDraw {} | TableCommand::Offer { kind: OfferKind::Draw, .. } => {
                self.decide(&command, rights)?;
                self.consider_draw()?;
                done(json!({}))
            }
            TableCommand::Rematch { swap } => self.rematch(swap),
            TableCommand::Rated {} => done(self.rated()?),
            TableCommand::Seats { mut seats } => {
                self.shared.match_seats(&mut self.rules, &mut seats)?;
                self.decide(&TableCommand::Seats { seats }, rights)?;
                done(json!({}))
            }
            TableCommand::Board { node, threats } => {
                let node = node.unwrap_or(self.state.current);
                self.state.check_known(node)?;
                let position = self.rules.board(&self.state.tree.line(node), threats, true)?;
                done(BoardAnswer { position })
            }
            TableCommand::Save { format } => {
                done(files::save(&self.state, &mut self.rules, &self.shared.engine_names, &format)?)
            }
            TableCommand::Picture { node, width } => self.picture(node, width),
            TableCommand::Invite { seat } => self.invite(seat),
            TableCommand::Add { ref mv, node } => self.add(mv, node, &command, rights),
            _ => {
                self.decide(&command, rights)?;
                done(json!({}))
            }
        }
    }

    /// The position of a node as SVG.
    fn picture(&mut self, node: Option<usize>, width: u32) -> Done {
        let node = node.unwrap_or(self.state.current);
        self.state.check_known(node)?;
        let svg = files::picture(&mut self.rules, &self.state.tree.line(node), width)?;
        done(PictureAnswer { svg })
    }

    /// Adds a variation.
    fn add(&mut self, mv: &str, node: usize, command: &TableCommand, rights: Rights) -> Done {
        let (node, _) = self.state.add(node, mv, &mut self.rules)?;
        self.decide(command, rights)?;
        done(NewNode { node })
    }

    /// Executes a request for the program's help; `None` for other commands.
    fn help(&mut self, reply_to: ReplyTo, rights: Rights, command: &TableCommand) -> Option<Done> {
        let later = |asked: Result<(), Refusal>| asked.map(|()| None);
        Some(match command {
            TableCommand::Hint { level } => later(self.hint(reply_to, *level)),
            TableCommand::PlayForMe { node } => {
                later(self.state.check_node(*node).and_then(|()| self.play_for_me(reply_to)))
            }
            TableCommand::Analyse { node, lines } => {
                self.analyse(reply_to, *node, *lines).and_then(|()| done(json!({})))
            }
            TableCommand::Report { nodes } => later(self.report(reply_to, *nodes)),
            TableCommand::Weigh { mv, node } => {
                self.weigh(reply_to, rights, mv, *node).and_then(|weighed| weighed.map_or(Ok(None), done))
            }
            TableCommand::Page { nodes } => later(self.page(reply_to, *nodes)),
            TableCommand::PuzzlesOf(request) => later(self.puzzles_of(reply_to, *request)),
            _ => return None,
        })
    }

    /// Executes a command that consists of events only.
    fn decide(&mut self, command: &TableCommand, rights: Rights) -> Result<(), Refusal> {
        if std::mem::take(&mut self.halted) {
            self.fall_flag();
        }
        let engines = self.shared.setup.engines.len();
        let events = self.state.decide(command, rights, self.now(), &mut self.rules, engines)?;
        let lists = matches!(command, TableCommand::Seats { .. } | TableCommand::Name { .. });
        let ends = events.iter().any(|event| matches!(event, Event::Ended(_)));
        self.commit(events)?;
        if lists || ends {
            self.shared.list_changed();
        }
        Ok(())
    }

    fn join(&mut self, number: u64, requester: Requester, rights: Rights) {
        let client = requester.client;
        let to_client = Arc::clone(&requester.to_client);
        to_client.answer(number, Ok(json!({})));
        self.members.retain(|member| member.client != client);
        self.members.push(requester);
        // The new client gets the current table; the others are notified.
        to_client.push(self.table_push(rights, None));
        if let Some(why) = self.log.damage() {
            let text = format!("the record of the game is damaged; this is the part that can be read: {why}");
            let (table, file) = (self.id.clone(), String::new());
            to_client.push(Push::Notice { table, code: Code::Storage, text, file });
        }
        self.broadcast_except(&Event::Joined { seat: seat_of(rights) }, Some(client));
    }

    pub(super) fn leave(&mut self, client: u64) {
        self.stop_jobs_of(client);
        let Some(member) = self.members.iter().find(|member| member.client == client) else { return };
        let seat = self.rights(&member.credential).map_or(0, seat_of);
        self.forget_client(client);
        self.broadcast(&Event::Left { seat });
    }

    /// Removes a window from the table silently.
    pub(super) fn forget_client(&mut self, client: u64) {
        self.members.retain(|member| member.client != client);
        self.stop_jobs_of(client);
        if self.members.is_empty() {
            self.empty_since = Instant::now();
        }
        self.note_presence();
    }

    fn invite(&mut self, seat: usize) -> Done {
        if seat > self.state.seats.len() {
            return Err(Refusal::new(Code::BadOption, format!("there is no seat {seat}")));
        }
        if seat == 0 && self.state.spectators.len() >= MAX_SPECTATOR_TOKENS {
            return Err(Refusal::new(Code::Busy, "too many spectator invitations"));
        }
        if seat > 0 && !self.state.seat(seat).is_person() {
            return Err(Refusal::new(Code::BadOption, format!("seat {seat} is not played by a person")));
        }
        let secret = new_token().map_err(|why| Refusal::new(Code::Storage, why))?;
        let token = format!("{}{secret}", self.id);
        self.commit(vec![Event::Invited { seat, token: token.clone() }])?;
        done(Invitation { token })
    }

    /// A new table with the same rules, and the same ballot.
    fn rematch(&mut self, swap: bool) -> Done {
        let mut seats: Vec<SeatSpec> = self.state.seats.iter().map(|seat| seat.spec.clone()).collect();
        if swap {
            seats.rotate_right(1);
        }
        self.shared.match_seats(&mut self.rules, &mut seats)?;
        let created = Created { seats, imported: false, tags: Vec::new(), ..self.state.created.clone() };
        let rules = Rules::of(self.shared.setup.catalogue, &created)?;
        let table = self.shared.create(files::opening(rules, &self.state.ballot_line(), created)?.0)?;
        done(NewTable { table })
    }

    /// Deletes the table and its record.
    pub(super) fn delete(&mut self, number: u64, requester: &Requester) {
        if requester.credential != Credential::Host {
            let refusal = Refusal::new(Code::NotAllowed, "only the host may do this");
            return requester.to_client.answer(number, Err::<(), _>(refusal));
        }
        match self.log.remove() {
            Ok(()) => {
                self.end = Some(Refusal::new(Code::UnknownTable, "the table was deleted"));
                self.shared.deleted(&self.id);
                for member in &self.members {
                    member.to_client.push(Push::Gone { table: self.id.clone() });
                }
                requester.to_client.answer(number, Ok(json!({})));
            }
            Err(why) => requester.to_client.answer(number, Err::<(), _>(Refusal::new(Code::Storage, why))),
        }
    }
}

fn seat_of(rights: Rights) -> usize {
    match rights {
        Rights::Seat(seat) => seat,
        Rights::Host | Rights::Spectator => 0,
    }
}
