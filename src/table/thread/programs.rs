//! The program and the engines as players. In an opening the program decides for engines, too, at full strength: their
//! protocols know no opening rules.
//!
//! Invariants: at most one of them thinks at a time; the result of an outdated search changes nothing, because its tag
//! differs.

use std::time::Duration;

use serde_json::{Value, json};

use super::{Input, TableThread};
use crate::match_runner::engines::Answer;
use crate::table::answer::{Code, Refusal};
use crate::table::command::SeatSpec;
use crate::table::engine_player::{Ask, EnginePlayer};
use crate::table::event::Event;
use crate::table::searches::{Search, SearchEvent};
use crate::table::state::MAX_LEVEL;
use crate::table::view::Phase;

/// Moves of programs go before everything else.
const PRIORITY: i64 = 10;
/// Shortest search of a program with a clock.
const MIN_THINK_MS: u64 = 10;
/// Search time of a program that must move now, if its search had not begun.
const AT_ONCE_MS: u64 = 1;
/// The same without threads, when an ended search reports nothing.
const AT_ONCE_DRIVEN_MS: u64 = 100;

/// Longest time for a decision in an opening.
const OPENING_MS: u64 = 3000;

/// The strength of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Strength {
    /// 0 to 20; 20 is full strength.
    Level(u8),
    /// A value of `UCI_Elo` below full strength.
    Elo(i32),
}

/// The player who is thinking.
pub(super) struct Thinking {
    /// Returned with the move.
    pub tag: u64,
    pub player: usize,
    node: usize,
    /// Number of steps of an opening so far.
    steps: usize,
    spec: SeatSpec,
    /// The search of the program; `None`: an engine thinks.
    search: Option<Search>,
    /// Was `move_now` requested?
    pub hurried: bool,
    /// The move is delayed until this time, in milliseconds since 1970.
    pub answers_at: u64,
    /// The delayed move, or the steps of an opening.
    pub found: Option<Vec<String>>,
}

/// A program's time for a move: a share of its remaining time and most of the increment, but at most a fifth.
pub(super) fn share_ms(left_ms: u64, increment_ms: u64) -> u64 {
    (left_ms / 25 + increment_ms * 4 / 5).min(left_ms / 5).max(MIN_THINK_MS)
}

/// The move of a record, or the steps of an opening.
pub(super) fn found(record: &Value) -> Option<Vec<String>> {
    if let Some(mv) = record["move"].as_str() {
        return Some(vec![mv.to_string()]);
    }
    let steps = record["choice"].as_array()?;
    Some(steps.iter().filter_map(|step| Some(step.as_str()?.to_string())).collect())
}

impl TableThread {
    /// Lets the program or engine that is to move begin, and ends the search of one that is not.
    pub(super) fn follow_up(&mut self) {
        let player = self.state.actor();
        let spec = &self.state.seat(player).spec;
        let wanted =
            self.state.phase == Phase::Playing && !self.halted && !matches!(spec, SeatSpec::Person { .. });
        let fits = |thinking: &Thinking| {
            wanted
                && thinking.player == player
                && thinking.node == self.state.current
                && thinking.steps == self.state.steps_taken()
                && thinking.spec == *spec
        };
        if self.thinking.as_ref().is_some_and(|thinking| !fits(thinking)) {
            self.thinking = None;
            if !wanted {
                self.broadcast(&Event::Thinking { player: 0 });
            }
        }
        self.drop_idle_engines();
        if wanted && self.thinking.is_none() && self.end.is_none() {
            match self.start_thinking(player) {
                Ok(()) => self.broadcast(&Event::Thinking { player }),
                Err(refusal) => self.pause_for(refusal.code, &refusal.text),
            }
        }
    }

    fn start_thinking(&mut self, player: usize) -> Result<(), Refusal> {
        let spec = self.state.seat(player).spec.clone();
        let tag = self.tag();
        let (search, answers_at) = match spec {
            SeatSpec::Program { .. } | SeatSpec::Engine { .. } if self.state.opening_now().is_some() => {
                let query = self.turn_query(Strength::Level(MAX_LEVEL), self.think_ms(player));
                (Some(self.begin_search(tag, query, 1)?), 0)
            }
            SeatSpec::Program { level, elo } => {
                let strength = self.strength(level, elo);
                let query = self.play_query(strength, self.think_ms(player));
                (Some(self.begin_search(tag, query, 1)?), self.answers_at(player, strength))
            }
            SeatSpec::Engine { engine } => {
                self.ask_engine(tag, player, engine)?;
                (None, 0)
            }
            SeatSpec::Person { .. } => return Ok(()),
        };
        self.thinking = Some(Thinking {
            tag,
            player,
            node: self.state.current,
            steps: self.state.steps_taken(),
            spec,
            search,
            hurried: false,
            answers_at,
            found: None,
        });
        Ok(())
    }

    /// The longest search of a program that plays for this player.
    fn think_ms(&self, player: usize) -> u64 {
        let left = self.state.left_ms(self.now());
        match (self.state.created.clock, left.get(player - 1)) {
            (Some(clock), Some(&left)) => share_ms(left, clock.increment_ms),
            _ => self.state.created.think_ms,
        }
    }

    /// The common part of a query of the JSON analysis about the current position.
    pub(super) fn query(&self, node: usize, priority: i64) -> Value {
        let created = &self.state.created;
        let options: serde_json::Map<String, Value> =
            created.options.iter().map(|(name, value)| (name.clone(), json!(value))).collect();
        json!({
            "game": created.game,
            "options": options,
            "fen": created.base,
            "moves": self.state.tree.line(node),
            "priority": priority,
        })
    }

    /// The strength of a program: that of a program as strong as the host, if that is below full strength.
    fn strength(&self, level: u8, elo: Option<i32>) -> Strength {
        let full = self.rules.scale().rating_of_level(MAX_LEVEL);
        match elo {
            Some(elo) if f64::from(elo) < full => Strength::Elo(elo),
            Some(_) => Strength::Level(MAX_LEVEL),
            None => Strength::Level(level),
        }
    }

    /// The query for a move of this strength in the current position.
    pub(super) fn play_query(&self, strength: Strength, think_ms: u64) -> Value {
        let mut query = self.query(self.state.current, PRIORITY);
        query["action"] = json!("play");
        query["movetime"] = json!(think_ms);
        query["paths"] = json!(true);
        let (field, value) = match strength {
            Strength::Level(MAX_LEVEL..) => {
                query["keep"] = json!(true);
                return query;
            }
            Strength::Level(level) => ("level", json!(level)),
            Strength::Elo(elo) => ("elo", json!(elo)),
        };
        query[field] = value;
        query["seed"] = json!(self.shared.seed());
        query
    }

    /// The query for the next move, or for the next steps of an opening.
    pub(super) fn turn_query(&self, strength: Strength, think_ms: u64) -> Value {
        let Some(opening) = self.state.opening_now() else { return self.play_query(strength, think_ms) };
        let mut query = self.query(0, PRIORITY);
        query["action"] = json!("opening");
        query["rule"] = json!(opening.rule().name());
        query["steps"] = json!(opening.words_so_far());
        query["choose"] = json!(true);
        query["movetime"] = json!(think_ms.min(OPENING_MS));
        query["seed"] = json!(self.shared.seed());
        query
    }

    /// Begins a search whose records come into the inbox.
    pub(super) fn begin_search(&self, tag: u64, query: Value, answers: usize) -> Result<Search, Refusal> {
        let sender = self.sender.clone();
        let deliver = move |event| {
            // A deleted table needs no records.
            let _ = sender.send(Input::Search(tag, event));
        };
        self.shared.searches.begin(query, answers, Box::new(deliver))
    }

    fn ask_engine(&mut self, tag: u64, player: usize, engine: usize) -> Result<(), Refusal> {
        let failed = |text: String| Refusal::new(Code::Engine, text);
        if !self.engines.contains_key(&(player, engine)) {
            let spec = self.shared.setup.engines.get(engine).cloned();
            let spec = spec.ok_or_else(|| failed(format!("engine {engine} is not on the command line")))?;
            let sender = self.sender.clone();
            let deliver = move |tag, answer| {
                let _ = sender.send(Input::Engine(tag, answer));
            };
            let (catalogue, created) = (self.shared.setup.catalogue, self.state.created.clone());
            let started = EnginePlayer::start(spec, catalogue, created, Box::new(deliver)).map_err(failed)?;
            self.engines.insert((player, engine), started);
        }
        let ask = Ask {
            tag,
            line: self.state.line().into_iter().map(str::to_string).collect(),
            player,
            think: Duration::from_millis(self.state.created.think_ms),
            left: self.state.left_ms(self.now()).into_iter().map(Duration::from_millis).collect(),
        };
        if let Some(running) = self.engines.get(&(player, engine)) {
            running.ask(ask);
        }
        Ok(())
    }

    /// Ends the engines of seats with new players.
    fn drop_idle_engines(&mut self) {
        let state = &self.state;
        self.engines.retain(|&(player, engine), _| state.seat(player).spec == SeatSpec::Engine { engine });
    }

    /// Handles a record of the search for a move; false: this is the tag of another search.
    pub(super) fn thought(&mut self, tag: u64, event: &SearchEvent) -> bool {
        let Some(thinking) = self.thinking.take_if(|thinking| thinking.tag == tag) else { return false };
        match event {
            SearchEvent::Record(record, _) => match found(record) {
                Some(words) => {
                    self.thinking = Some(Thinking { found: Some(words), ..thinking });
                    self.play_held();
                }
                // The search was ended before it found a move: the shortest search replaces it.
                None if thinking.hurried => self.play_at_once(thinking),
                None => self.pause_for(Code::Engine, "the program found no move"),
            },
            SearchEvent::Failed(why) => self.pause_for(Code::Engine, &format!("the search failed: {why}")),
        }
        true
    }

    fn play_at_once(&mut self, thinking: Thinking) {
        let strength = match thinking.spec {
            SeatSpec::Program { level, elo } => self.strength(level, elo),
            SeatSpec::Engine { .. } | SeatSpec::Person { .. } => Strength::Level(MAX_LEVEL),
        };
        let tag = self.tag();
        let think_ms = if self.shared.is_driven() { AT_ONCE_DRIVEN_MS } else { AT_ONCE_MS };
        match self.begin_search(tag, self.turn_query(strength, think_ms), 1) {
            Ok(search) => {
                let thinking =
                    Thinking { tag, search: Some(search), hurried: false, answers_at: 0, ..thinking };
                self.thinking = Some(thinking);
            }
            Err(refusal) => self.pause_for(refusal.code, &refusal.text),
        }
    }

    /// The events of a move, or of steps of an opening.
    pub(super) fn events_of(&mut self, words: &[String]) -> Result<Vec<Event>, Refusal> {
        let now = self.now();
        match words {
            [mv] => self.state.play(mv, now, &mut self.rules),
            words => {
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                self.state.take_steps(&words, now, &mut self.rules)
            }
        }
    }

    /// Plays what a program or an engine has found.
    pub(super) fn play_found(&mut self, words: &[String], code: Code) {
        match self.events_of(words) {
            Ok(events) => self.commit_or_notice(events),
            Err(refusal) => self.pause_for(code, &format!("an illegal move: {refusal}")),
        }
    }

    /// Handles an engine's answer.
    pub(super) fn engine_answer(&mut self, tag: u64, answer: Result<Answer, String>) {
        let Some(thinking) = self.thinking.take_if(|thinking| thinking.tag == tag) else { return };
        match answer {
            Ok(Answer::Move(mv)) => self.play_found(&[mv], Code::Engine),
            Ok(Answer::Resign) => {
                let ended = self.state.lost_by(thinking.player, "resigned");
                self.commit_or_notice(vec![Event::Ended(ended)]);
            }
            Err(why) => {
                self.pause_for(Code::Engine, &why);
            }
        }
    }

    /// Ends the search of the thinking program, or the delay of its move.
    ///
    /// # Errors
    /// `engine`: an engine cannot be made to move; `not_your_turn`: no program thinks.
    pub(super) fn move_now(&mut self) -> Result<(), Refusal> {
        let refuse = |code, text: &str| Err(Refusal::new(code, text));
        match &mut self.thinking {
            None => refuse(Code::NotYourTurn, "no program is thinking"),
            Some(Thinking { search: None, .. }) => {
                refuse(Code::Engine, "an engine from the command line cannot be made to move now")
            }
            Some(Thinking { search: Some(search), hurried, .. }) => {
                *hurried = true;
                search.stop();
                self.play_held();
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_takes_a_share_of_its_clock_and_never_more_than_a_fifth() {
        assert_eq!(share_ms(60_000, 0), 2400);
        assert_eq!(share_ms(60_000, 1000), 3200);
        assert_eq!(share_ms(1000, 5000), 200);
        assert_eq!(share_ms(0, 0), MIN_THINK_MS);
    }
}
