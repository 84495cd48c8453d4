//! Decides which events a command leads to. Nothing is changed here: the caller applies the events.

use super::{MAX_NODES, Rights, State};
use crate::table::answer::{Code, Refusal};
use crate::table::command::{OfferKind, SeatSpec, TableCommand};
use crate::table::event::{End, Event};
use crate::table::rules::Rules;
use crate::table::token::same;
use crate::table::view::Phase;

/// Changes of names at a table, after which guests cannot make another.
const MAX_RENAMED: usize = 50;
/// Longest name of a player, in characters.
const MAX_NAME: usize = 40;
/// The strongest level of the program.
pub(in crate::table) const MAX_LEVEL: u8 = 20;

pub(super) fn refuse<T>(code: Code, text: &str) -> Result<T, Refusal> {
    Err(Refusal::new(code, text))
}

impl State {
    /// The events of a command, in order; none for commands that change nothing. `engines` is the number of engines of
    /// the command line.
    ///
    /// # Errors
    /// The command is refused.
    pub fn decide(
        &self,
        command: &TableCommand,
        rights: Rights,
        now: u64,
        rules: &mut Rules,
        engines: usize,
    ) -> Result<Vec<Event>, Refusal> {
        self.check_rights(command, rights)?;
        match command {
            TableCommand::Move { mv, node } => {
                self.check_node(*node)?;
                self.check_playing()?;
                self.check_actor(rights)?;
                self.play(mv, now, rules)
            }
            TableCommand::Step { step, node } => {
                self.check_node(*node)?;
                self.check_playing()?;
                self.check_actor(rights)?;
                self.take_steps(&step.split_whitespace().collect::<Vec<_>>(), now, rules)
            }
            TableCommand::Undo {} => match self.undone() {
                Some(undone) => Ok(vec![undone]),
                None => refuse(Code::NothingToUndo, "there is no move to take back"),
            },
            TableCommand::Redo {} => self.redo().map(|node| vec![Event::Redone { node }]),
            TableCommand::Goto { node } => {
                self.check_known(*node)?;
                Ok(vec![Event::Went { node: *node }])
            }
            TableCommand::Swap {} => {
                let mut seats: Vec<SeatSpec> = self.seats.iter().map(|seat| seat.spec.clone()).collect();
                seats.rotate_right(1);
                Ok(vec![Event::Seated { seats, taken_back: Vec::new(), by: 1 }])
            }
            TableCommand::Seats { seats } => self.set_seats(seats, engines),
            TableCommand::Resign { seat } => self.resign(*seat, rights),
            TableCommand::OfferDraw {} => self.make_offer(OfferKind::Draw, None, rights),
            TableCommand::AnswerDraw { accept } => self.answer_draw(*accept, rights),
            TableCommand::Offer { kind, node } => self.make_offer(*kind, *node, rights),
            TableCommand::Answer { accept } => self.answer(*accept, rights),
            TableCommand::Pause {} => self.pause(),
            TableCommand::Resume {} => match self.phase {
                Phase::Playing => Ok(Vec::new()),
                Phase::Paused => Ok(vec![Event::Resumed {}]),
                Phase::Over => refuse(Code::Over, "the game is over"),
            },
            TableCommand::Revoke { token } => self.revoke(token.as_deref()),
            TableCommand::Name { .. } if rights != Rights::Host && self.renamed >= MAX_RENAMED => {
                refuse(Code::Busy, "names have changed too often at this table")
            }
            TableCommand::Name { text } => {
                // Two people at one machine have two names; this is that of the first.
                let seats: Vec<usize> = self.own_seats(rights).into_iter().take(1).collect();
                let others = (1..).zip(&self.seats).filter(|(player, _)| !seats.contains(player));
                let taken = others.filter_map(|(_, seat)| person_name(&seat.spec)).collect::<Vec<_>>();
                let text = distinct_name(&checked_name(text)?, &taken);
                Ok(vec![Event::Named { seats, text }])
            }
            other => Ok(self.edit(other, rules)?.into_iter().collect()),
        }
    }

    /// The events of a pause.
    ///
    /// # Errors
    /// `paused` or `over`.
    pub fn pause(&self) -> Result<Vec<Event>, Refusal> {
        match self.phase {
            Phase::Playing => Ok(vec![Event::Paused { code: None, text: None }]),
            Phase::Paused => refuse(Code::Paused, "the game is paused already"),
            Phase::Over => refuse(Code::Over, "the game is over"),
        }
    }

    /// Is this the current node?
    ///
    /// # Errors
    /// `stale`.
    pub fn check_node(&self, node: Option<usize>) -> Result<(), Refusal> {
        match node {
            Some(node) if node != self.current => {
                refuse(Code::Stale, &format!("node {} is on the board, not {node}", self.current))
            }
            _ => Ok(()),
        }
    }

    /// Does this node exist?
    ///
    /// # Errors
    /// `unknown_node`.
    pub fn check_known(&self, node: usize) -> Result<(), Refusal> {
        match self.tree.get(node) {
            Some(_) => Ok(()),
            None => refuse(Code::UnknownNode, &format!("there is no node {node}")),
        }
    }

    fn check_actor(&self, rights: Rights) -> Result<(), Refusal> {
        match self.actor() {
            player if self.moves_for(rights, player) => Ok(()),
            player => refuse(Code::NotYourTurn, &format!("player {player} is to move")),
        }
    }

    /// Is the game under way?
    ///
    /// # Errors
    /// `over` or `paused`.
    pub fn check_playing(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Playing => Ok(()),
            Phase::Paused => refuse(Code::Paused, "the game is paused"),
            Phase::Over => refuse(Code::Over, "the game is over"),
        }
    }

    /// The events of a move of the player to move, whatever its source.
    ///
    /// # Errors
    /// `illegal`, or `busy` if the table has too many moves.
    pub fn play(&self, mv: &str, now: u64, rules: &mut Rules) -> Result<Vec<Event>, Refusal> {
        if self.opening_now().is_some() {
            return self.take_steps(&[mv], now, rules);
        }
        let (mv, turn) = rules.play(&self.line(), mv)?;
        let known = self.tree.child(self.current, &mv);
        self.check_size(known)?;
        let end = turn.end.clone();
        let moved = Event::Moved {
            node: known.unwrap_or(self.tree.count()),
            parent: self.current,
            mv,
            player: self.to_move(),
            ms: self.used_ms(now),
            turn,
        };
        Ok(std::iter::once(moved).chain(end.map(Event::Ended)).collect())
    }

    /// Has the table room for another move, if it is not a known one?
    pub(super) fn check_size(&self, known: Option<usize>) -> Result<(), Refusal> {
        match known {
            None if self.tree.count() > MAX_NODES => {
                refuse(Code::Busy, &format!("a table has at most {MAX_NODES} moves"))
            }
            _ => Ok(()),
        }
    }

    /// The end of the game by time, if the flag of the player who is to act has fallen.
    pub fn flag(&self, now: u64) -> Option<Event> {
        self.flag_at().filter(|&at| at <= now)?;
        Some(Event::Ended(self.lost_by(self.actor(), "time")))
    }

    /// The end of a game that one player has lost. With more than two players nobody wins.
    pub fn lost_by(&self, loser: usize, reason: &str) -> End {
        let outcome =
            if self.seats.len() == 2 { format!("p{}win", 3 - loser) } else { format!("p{loser}loss") };
        End { outcome, reason: reason.to_string() }
    }

    /// Do a person and a program play here?
    pub(super) fn is_mixed(&self) -> bool {
        self.seats.iter().any(super::Seat::is_person) && !self.seats.iter().all(super::Seat::is_person)
    }

    fn redo(&self) -> Result<usize, Refusal> {
        let Some(mut at) = self.node().next else {
            return refuse(Code::NothingToRedo, "no move was taken back here");
        };
        while let Some(node) = self.tree.get(at).filter(|_| self.is_mixed()) {
            match node.next {
                Some(next) if !self.person_acts(node, node.steps.as_deref()) => at = next,
                _ => break,
            }
        }
        Ok(at)
    }

    fn set_seats(&self, seats: &[SeatSpec], engines: usize) -> Result<Vec<Event>, Refusal> {
        let seats = check_seats(seats, self.seats.len(), engines)?;
        let stays = |spec: &SeatSpec| matches!(spec, SeatSpec::Person { remote: true, .. });
        let numbered = (1..).zip(self.seats.iter().zip(&seats));
        let taken_back = numbered.filter(|(_, (old, spec))| old.token.is_some() && !stays(spec));
        let taken_back = taken_back.map(|(number, _)| number).collect();
        Ok(vec![Event::Seated { seats: seats.into_iter().map(plain).collect(), taken_back, by: 0 }])
    }

    fn revoke(&self, token: Option<&str>) -> Result<Vec<Event>, Refusal> {
        match token {
            Some(token) if !self.spectators.iter().any(|known| same(known, token)) => {
                refuse(Code::BadOption, "no spectators have this token")
            }
            None if self.spectators.is_empty() => Ok(Vec::new()),
            token => Ok(vec![Event::Revoked { token: token.unwrap_or_default().to_string() }]),
        }
    }

    fn resign(&self, seat: Option<usize>, rights: Rights) -> Result<Vec<Event>, Refusal> {
        if self.phase == Phase::Over {
            return refuse(Code::Over, "the game is over");
        }
        let own = self.own_seats(rights);
        let to_move = Some(self.actor()).filter(|player| own.contains(player));
        let Some(seat) = seat.or(to_move).or(own.first().copied()) else {
            return refuse(Code::NotAllowed, "you have no seat");
        };
        if !own.contains(&seat) {
            return refuse(Code::NotAllowed, &format!("seat {seat} is not yours"));
        }
        Ok(vec![Event::Ended(self.lost_by(seat, "resigned"))])
    }
}

/// A seat as stored: its token shows whether it was given away.
fn plain(spec: SeatSpec) -> SeatSpec {
    match spec {
        SeatSpec::Person { name, .. } => SeatSpec::Person { name, remote: false },
        other => other,
    }
}

/// Characters that are not seen, and may turn the order of the text around them.
const fn is_hidden(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}')
}

/// A name without control characters and hidden ones, so that it cannot change the sentences in which it is shown.
fn checked_name(text: &str) -> Result<String, Refusal> {
    let text: String = text.chars().filter(|c| !c.is_control() && !is_hidden(*c)).collect();
    let text = text.trim().to_string();
    match text.chars().count() {
        0..=MAX_NAME => Ok(text),
        _ => refuse(Code::BadOption, &format!("a name has at most {MAX_NAME} characters")),
    }
}

/// The name of a person; `None`: it is unknown, or a program plays.
fn person_name(spec: &SeatSpec) -> Option<&str> {
    match spec {
        SeatSpec::Person { name, .. } if !name.is_empty() => Some(name),
        _ => None,
    }
}

/// This name, with a number behind it if another player is called the same.
fn distinct_name(name: &str, taken: &[&str]) -> String {
    let is_taken = |name: &str| taken.iter().any(|other| other.to_lowercase() == name.to_lowercase());
    if name.is_empty() || !is_taken(name) {
        return name.to_string();
    }
    let base: String = name.chars().take(MAX_NAME - 2).collect();
    let numbered = (2..).map(|number| format!("{} {number}", base.trim_end()));
    numbered.into_iter().find(|name| !is_taken(name)).unwrap_or_default()
}

/// The seats with names that differ.
fn with_distinct_names(mut seats: Vec<SeatSpec>) -> Vec<SeatSpec> {
    for index in 1..seats.len() {
        let (before, rest) = seats.split_at_mut(index);
        let taken: Vec<&str> = before.iter().filter_map(person_name).collect();
        if let SeatSpec::Person { name, .. } = &mut rest[0] {
            *name = distinct_name(name, &taken);
        }
    }
    seats
}

/// Checks the seats of a game of this number of players; an empty list means persons.
///
/// # Errors
/// `bad_option`: another number of seats, a level or an engine that does not exist, a name that is too long.
pub(in crate::table) fn check_seats(
    seats: &[SeatSpec],
    players: usize,
    engines: usize,
) -> Result<Vec<SeatSpec>, Refusal> {
    if seats.is_empty() {
        return Ok(vec![SeatSpec::Person { name: String::new(), remote: false }; players]);
    }
    if seats.len() != players {
        return refuse(Code::BadOption, &format!("the game has {players} players, not {}", seats.len()));
    }
    let check = |seat: &SeatSpec| match seat {
        SeatSpec::Person { name, remote } => {
            Ok(SeatSpec::Person { name: checked_name(name)?, remote: *remote })
        }
        SeatSpec::Program { level, .. } if *level > MAX_LEVEL => {
            refuse(Code::BadOption, &format!("a level is 0 to {MAX_LEVEL}, not {level}"))
        }
        SeatSpec::Engine { engine } if *engine >= engines => {
            refuse(Code::BadOption, &format!("unknown engine {engine}; the command line names {engines}"))
        }
        other => Ok(other.clone()),
    };
    seats.iter().map(check).collect::<Result<_, _>>().map(with_distinct_names)
}
