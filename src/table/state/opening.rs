//! The opening rule of a table: the steps of persons before ordinary play begins.
//!
//! A stone is a move like any other; the other steps are events of their own. Each node keeps the steps by which its
//! position arose, so that the game can go back to it. Seats are colours: when the persons exchange theirs, the players of
//! the two seats change places, with links and clocks.
//!
//! A move that was only added as a variation is outside of the opening: from there ordinary play begins.

use std::sync::Arc;

use super::decide::refuse;
use super::{Node, State};
use crate::openings::{Opening, OpeningRule, Person, Stage, Step};
use crate::table::answer::{Code, Refusal};
use crate::table::event::{Created, Event, Turn};
use crate::table::rules::Rules;
use crate::wire::message::quoted;

/// Largest board with letters for all columns.
const MAX_SIZE: usize = 26;

/// The steps by which a position arose; `None`: there is no opening, or it was left.
pub type Steps = Option<Arc<[Step]>>;

/// The opening at the beginning of a table.
///
/// # Errors
/// One line: its rule is unknown, or its board impossible.
pub(super) fn first(created: &Created) -> Result<Option<Opening>, String> {
    let Some(ruled) = &created.opening_rule else { return Ok(None) };
    let rule = OpeningRule::parse(&ruled.rule);
    let rule = rule.ok_or_else(|| format!("unknown opening rule '{}'", ruled.rule))?;
    if !(5..=MAX_SIZE).contains(&ruled.size) || created.seats.len() != 2 {
        return Err("the opening rule does not fit the game".to_string());
    }
    Ok(Some(Opening::new(rule, ruled.size)))
}

impl State {
    /// The opening, while it is in progress.
    pub fn opening_now(&self) -> Option<&Opening> {
        self.opening.as_ref().filter(|opening| !opening.is_over())
    }

    /// The player who is to act, from 1: to move, or to decide in an opening.
    pub fn actor(&self) -> usize {
        self.opening_now().map_or_else(|| self.to_move(), Opening::decides_for)
    }

    /// Number of first moves that an opening rule or a ballot is responsible for.
    pub fn opening_stones(&self) -> usize {
        self.opening.as_ref().map_or_else(|| self.ballot_moves(), |opening| opening.stones().len())
    }

    /// Number of steps of the opening so far; with the current node it identifies what is to be decided.
    pub fn steps_taken(&self) -> usize {
        self.opening.as_ref().map_or(0, |opening| opening.steps().len())
    }

    /// The events of these steps of the one who is to act. A cell at the last choice of an opening is a move.
    ///
    /// # Errors
    /// `illegal`, `busy`, or `not_allowed` if no opening is in progress.
    pub fn take_steps(&self, words: &[&str], now: u64, rules: &mut Rules) -> Result<Vec<Event>, Refusal> {
        let Some(opening) = self.opening_now() else {
            return refuse(Code::NotAllowed, "no opening is in progress");
        };
        let illegal = |why: String| Refusal::new(Code::Illegal, why);
        let (person, mut ahead) = (opening.decides(), Ahead::new(self, now));
        let (mut opening, mut events) = (opening.clone(), Vec::new());
        for word in words {
            if opening.decides() != person {
                return refuse(Code::NotYourTurn, &format!("{} is for the other player", quoted(word)));
            }
            let step = Step::parse(word, opening.size()).map_err(illegal)?;
            if matches!(step, Step::Cell(_)) && opening.ends_by_staying() {
                opening.take(Step::Stay).map_err(illegal)?;
                events.push(decided(Step::Stay, opening.size()));
                events.extend(ahead.play(&step.text(opening.size()), rules)?);
                continue;
            }
            for step in opening.spelled_out(step) {
                let is_stone = matches!(step, Step::Cell(_)) && opening.stage() != Stage::Offers;
                opening.take(step).map_err(illegal)?;
                match is_stone {
                    true => events.extend(ahead.play(&step.text(opening.size()), rules)?),
                    false => events.push(decided(step, opening.size())),
                }
            }
        }
        Ok(events)
    }

    /// Applies a step that is no stone.
    pub(super) fn decided(&mut self, at: u64, word: &str) -> Result<(), String> {
        let mut opening = self.opening.clone().ok_or("there is no opening")?;
        let step = Step::parse(word, opening.size())?;
        if matches!(step, Step::Cell(_)) && opening.stage() != Stage::Offers {
            return Err(format!("'{word}' is a move"));
        }
        opening.take(step)?;
        self.charge(at);
        self.opening = Some(opening);
        self.fit_seats();
        self.edits.clear();
        self.offer = None;
        self.offers.fill(0);
        self.settle(at, false);
        Ok(())
    }

    /// The opening after this move of the game.
    pub(super) fn opening_after(&self, mv: &str) -> Result<Option<Opening>, String> {
        let Some(opening) = self.opening_now() else { return Ok(self.opening.clone()) };
        let mut opening = opening.clone();
        let step = Step::parse(mv, opening.size())?;
        if opening.stage() == Stage::Offers || !matches!(step, Step::Cell(_)) {
            return Err(format!("'{mv}' is not a stone of the opening"));
        }
        opening.take(step)?;
        Ok(Some(opening))
    }

    /// The steps to keep at a node that is played now.
    pub(super) fn steps_here(&self) -> Steps {
        let steps = self.opening.as_ref()?.steps();
        let parent = self.node().steps.as_ref().filter(|known| known[..] == *steps);
        Some(parent.map_or_else(|| Arc::from(steps), Arc::clone))
    }

    /// Goes to the opening as it was at a node when its position arose, or after the first `kept` steps so far.
    pub(super) fn reopen(&mut self, id: usize, kept: Option<usize>) -> Result<(), String> {
        let arisen = self.tree.get(id).and_then(|node| node.steps.clone());
        let steps = match (&self.opening, kept) {
            (Some(now), Some(kept)) => now.steps().get(..kept).map(Arc::from),
            (None, Some(_)) => None,
            (_, None) => arisen.clone(),
        };
        if kept.is_some() && steps.is_none() {
            return Err("there are fewer steps".to_string());
        }
        let left = self.tree.get(id).map(|node| node.left.clone()).unwrap_or_default();
        let Some(first) = first(&self.created)? else {
            self.left = left;
            return Ok(());
        };
        let after = |steps: &Steps| {
            let steps = steps.as_ref();
            steps.map(|steps| Opening::after(first.rule(), first.size(), steps)).transpose()
        };
        let opening = after(&steps)?;
        let depth = self.tree.path(id).len();
        let fits = |opening: &Opening| {
            let stones = opening.stones().len();
            stones == depth || opening.is_over() && stones < depth
        };
        if !opening.as_ref().is_none_or(fits) {
            return Err(format!("node {id} does not fit the opening"));
        }
        // The clocks of the node are those of its arrangement of seats.
        self.left = left;
        let was = after(&arisen)?.map_or(self.exchanged, |opening| !opening.first_is_black());
        let is = opening.as_ref().map_or(was, |opening| !opening.first_is_black());
        if was != is {
            self.left.reverse();
        }
        if self.exchanged != is {
            self.seats.reverse();
            self.exchanged = is;
        }
        self.opening = opening;
        Ok(())
    }

    /// Exchanges the players of the two seats if their persons have exchanged colours.
    fn fit_seats(&mut self) {
        let Some(opening) = &self.opening else { return };
        if self.exchanged == opening.first_is_black() {
            self.seats.reverse();
            self.left.reverse();
            self.exchanged = !self.exchanged;
        }
    }

    /// The position before the last step or move, as a node and the number of steps; `None` at the beginning.
    pub(super) fn one_back(&self, (node, steps): (usize, usize)) -> Option<(usize, usize)> {
        let all = self.opening.as_ref().map_or(&[][..], Opening::steps);
        let depth = self.tree.path(node).len();
        let parent = self.tree.get(node).map_or(0, |node| node.parent);
        let Some(last) = steps.checked_sub(1) else {
            return (depth > self.ballot_moves()).then_some((parent, 0));
        };
        match self.stones_after(&all[..steps]) {
            // The node was played after the opening.
            stones if stones < depth => Some((parent, steps)),
            stones if stones > self.stones_after(&all[..last]) => Some((parent, last)),
            _ => Some((node, last)),
        }
    }

    /// The position to which `undo` goes: the last one in which a person acts, or the one before.
    pub(super) fn undone(&self) -> Option<Event> {
        let all = self.opening.as_ref().map(Opening::steps);
        let waits = |&(node, steps): &(usize, usize)| {
            let acts = |node| self.person_acts(node, all.map(|all| &all[..steps]));
            !self.is_mixed() || self.tree.get(node).is_some_and(acts)
        };
        let mut back =
            std::iter::successors(self.one_back((self.current, self.steps_taken())), |&at| self.one_back(at));
        let (node, steps) = back.find(waits)?;
        Some(Event::Undone { node, steps: all.map(|_| steps) })
    }

    /// The steps at a node that is added after this one as a variation.
    pub(super) fn steps_of_variation(&self, parent: &Node) -> Steps {
        let first = first(&self.created).ok().flatten()?;
        let steps = parent.steps.as_ref()?;
        let opening = Opening::after(first.rule(), first.size(), steps).ok()?;
        opening.is_over().then(|| Arc::clone(steps))
    }

    fn stones_after(&self, steps: &[Step]) -> usize {
        self.reopened(steps).map_or(0, |opening| opening.stones().len())
    }

    fn reopened(&self, steps: &[Step]) -> Option<Opening> {
        let opening = self.opening.as_ref()?;
        Opening::after(opening.rule(), opening.size(), steps).ok()
    }

    /// Does a person act at this node after these steps of an opening?
    pub(super) fn person_acts(&self, node: &Node, steps: Option<&[Step]>) -> bool {
        let player = match steps.and_then(|steps| self.reopened(steps)) {
            Some(opening) => {
                let first_acts = match opening.is_over() {
                    true => (node.turn.next == 1) == opening.first_is_black(),
                    false => opening.decides() == Person::First,
                };
                if first_acts != self.exchanged { 1 } else { 2 }
            }
            None => node.turn.next,
        };
        self.seat(player).is_person()
    }
}

fn decided(step: Step, size: usize) -> Event {
    Event::Decided { step: step.text(size) }
}

/// Moves of a command that are not applied yet.
struct Ahead<'a> {
    state: &'a State,
    line: Vec<String>,
    /// The node at the end of the line, and the turn there.
    at: (usize, Turn),
    /// Number of the next new node.
    next: usize,
    ms: u64,
}

impl Ahead<'_> {
    fn new(state: &State, now: u64) -> Ahead<'_> {
        Ahead {
            state,
            line: state.line().into_iter().map(str::to_string).collect(),
            at: (state.current, state.node().turn.clone()),
            next: state.tree.count(),
            ms: state.used_ms(now),
        }
    }

    fn play(&mut self, mv: &str, rules: &mut Rules) -> Result<Vec<Event>, Refusal> {
        let line: Vec<&str> = self.line.iter().map(String::as_str).collect();
        let (mv, turn) = rules.play(&line, mv)?;
        let (parent, before) = &self.at;
        // A node that does not exist yet has no moves after it.
        let is_known = *parent < self.state.tree.count();
        let known = is_known.then(|| self.state.tree.child(*parent, &mv)).flatten();
        self.state.check_size(known)?;
        let node = known.unwrap_or(self.next);
        self.next = self.next.max(node + 1);
        let (end, player) = (turn.end.clone(), before.next);
        let moved = Event::Moved {
            node,
            parent: *parent,
            mv: mv.clone(),
            player,
            ms: std::mem::take(&mut self.ms),
            turn: turn.clone(),
        };
        self.line.push(mv);
        self.at = (node, turn);
        Ok(std::iter::once(moved).chain(end.map(Event::Ended)).collect())
    }
}
