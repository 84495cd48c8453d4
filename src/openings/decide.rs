//! The steps that the engine would take, by the rule and what is to be decided.
//!
//! Stones are put so that the game is even, because the other person may choose a colour after them. A colour is exchanged
//! if the other one is better. In Taraguchi-10 the other person may answer each of the first stones by a swap, too: what
//! counts is whether the person who puts the next stone can still keep the balance.

use std::time::Instant;

use super::cells::{TURNS, cell_text, read, turned};
use super::choice::{CLEAR, Choice, EVEN, Task, choose, expected, offer};
use super::placement::Placement;
use super::tournament::{nearest, search};
use super::{Opening, OpeningRule, Stage, Step};
use crate::contract::{EngineError, GridCell};
use crate::engine::AnyEngine;
use crate::random::Random;

/// The steps of the person who decides, up to a decision of the other one; at least one. Ends at `deadline`, and when the
/// engine is stopped.
///
/// # Errors
/// The opening is over, or does not fit the engine's game.
pub fn decide(
    engine: &mut dyn AnyEngine,
    opening: &Opening,
    deadline: Instant,
    seed: u64,
) -> Result<Vec<Step>, EngineError> {
    let moves = opening.stones().iter().map(|&cell| cell_text(cell)).collect();
    let base = Placement { fen: None, moves };
    base.set(engine, &[])?;
    let mut decider = Decider { engine, opening, base, deadline, seed };
    let steps = decider.decide();
    decider.base.set(decider.engine, &[])?;
    steps
}

struct Decider<'a> {
    engine: &'a mut dyn AnyEngine,
    opening: &'a Opening,
    base: Placement,
    deadline: Instant,
    seed: u64,
}

fn no_room() -> EngineError {
    EngineError::new("there is no room for more stones")
}

impl Decider<'_> {
    fn decide(&mut self) -> Result<Vec<Step>, EngineError> {
        match self.opening.stage() {
            Stage::Stone { .. } => self.stones(),
            Stage::Choice => self.choice(),
            // The engine's own fourth stone leaves an even game, for which one fifth stone is enough.
            Stage::Count => Ok(vec![Step::Count(1)]),
            Stage::Offers => self.offers(),
            Stage::Pick => {
                let offered = self.opening.offered().iter().map(|&cell| cell_text(cell)).collect();
                self.task(Task::Accept(offered))
            }
            Stage::Over => Err(EngineError::new("the opening is over")),
        }
    }

    fn stones(&mut self) -> Result<Vec<Step>, EngineError> {
        match (self.opening.rule(), self.opening.stones().len()) {
            (OpeningRule::Swap | OpeningRule::Swap2, put) => {
                let all = if put < 3 { 3 } else { 5 };
                self.task(Task::Balance { stones: all - put, bias: 0 })
            }
            (OpeningRule::Rif | OpeningRule::Soosyrv8, 0) => {
                let steps = self.task(Task::RenjuOpening)?;
                Ok(self.turned(steps))
            }
            (OpeningRule::Rif, 3) | (OpeningRule::Soosyrv8, 4) => self.best(),
            (OpeningRule::Soosyrv8, 3) => {
                let mut steps = self.task(Task::Balance { stones: 1, bias: 0 })?;
                steps.push(Step::Count(1));
                Ok(steps)
            }
            _ => Ok(vec![Step::Cell(self.even_stone()?)]),
        }
    }

    fn choice(&mut self) -> Result<Vec<Step>, EngineError> {
        match (self.opening.rule(), self.opening.stones().len(), self.opening.fifths()) {
            (OpeningRule::Swap2, 3, _) => self.task(Task::Choose),
            (OpeningRule::Soosyrv8, 4, Some(fifths)) if fifths > 1 => self.task(Task::SwapOrOffer(fifths)),
            // The person who puts the second or third stone can always keep the balance.
            (OpeningRule::Taraguchi10, 1 | 2, _) => Ok(vec![Step::Stay]),
            (OpeningRule::Taraguchi10, 3, _) => self.swap_unless_even(),
            (OpeningRule::Taraguchi10, 4, _) => self.offer_or_put(),
            _ => self.task(Task::SwapOrStay),
        }
    }

    /// The steps of a decision that does not depend on the rule.
    fn task(&mut self, task: Task) -> Result<Vec<Step>, EngineError> {
        let adds = task == Task::Choose;
        let choice = choose(self.engine, &self.base, task, self.deadline, self.seed)?;
        Ok(match choice {
            Choice::Swap => vec![Step::Swap],
            Choice::Stay(_) => vec![Step::Stay],
            Choice::Stones(stones) => {
                let cells = stones.iter().filter_map(|mv| self.cell(mv)).map(Step::Cell);
                adds.then_some(Step::Add).into_iter().chain(cells).collect()
            }
        })
    }

    /// The same opening from another side of the board, at random.
    fn turned(&self, steps: Vec<Step>) -> Vec<Step> {
        let turn = Random::new(self.seed).below(TURNS);
        let turned = |step| match step {
            Step::Cell(cell) => Step::Cell(turned(cell, turn, self.opening.size())),
            other => other,
        };
        steps.into_iter().map(turned).collect()
    }

    fn cell(&self, mv: &str) -> Option<GridCell> {
        read(mv, self.opening.size())
    }

    /// The best move of the position, as in a game.
    fn best(&mut self) -> Result<Vec<Step>, EngineError> {
        let best = search(self.engine, self.deadline, None)?.best_move;
        let cell = best.and_then(|mv| self.cell(&mv)).ok_or_else(no_room)?;
        Ok(vec![Step::Cell(cell)])
    }

    fn offers(&mut self) -> Result<Vec<Step>, EngineError> {
        let offered = self.opening.offered();
        let missing = self.opening.fifths().unwrap_or_default().saturating_sub(offered.len());
        let found = offer(self.engine, &self.base, missing, offered, self.deadline, self.seed);
        let found = found.ok_or_else(no_room)?.concat();
        Ok(found.iter().filter_map(|mv| self.cell(mv)).map(Step::Cell).collect())
    }

    /// The allowed stone after which the game is nearest to even; at random where that does not matter.
    fn even_stone(&mut self) -> Result<GridCell, EngineError> {
        let cells = self.opening.cells();
        if cells.len() == 1 || self.opening.stones().len() == 1 {
            return Ok(cells[Random::new(self.seed).below(cells.len())]);
        }
        let candidates = cells.into_iter().map(|cell| vec![cell_text(cell)]).collect();
        let found = nearest(self.engine, &self.base, candidates, 0, 1, self.deadline).concat();
        found.first().and_then(|mv| self.cell(mv)).ok_or_else(no_room)
    }

    /// Leaves the next stone to the other person if none keeps the balance: putting it then means the worse side.
    fn swap_unless_even(&mut self) -> Result<Vec<Step>, EngineError> {
        let deadline = self.deadline;
        self.deadline = half_way(deadline);
        let stone = self.even_stone();
        self.deadline = deadline;
        self.base.set(self.engine, &[cell_text(stone?)])?;
        let points = expected(&search(self.engine, deadline, None)?);
        Ok(vec![if points.abs_diff(EVEN) < CLEAR { Step::Stay } else { Step::Swap }])
    }

    /// Ten fifth stones, if the worst of them, which White would pick, is good enough; else as [`Self::swap_unless_even`].
    fn offer_or_put(&mut self) -> Result<Vec<Step>, EngineError> {
        let fifths = self.opening.rule().fifths().unwrap_or_default();
        let offered = offer(self.engine, &self.base, fifths, &[], half_way(self.deadline), self.seed);
        if let Some(worst) = offered.as_ref().and_then(|offered| offered.last()) {
            self.base.set(self.engine, worst)?;
            let white = expected(&search(self.engine, half_way(self.deadline), None)?);
            if white <= EVEN {
                let cells = offered.iter().flatten().flatten().filter_map(|mv| self.cell(mv));
                return Ok(std::iter::once(Step::Offer).chain(cells.map(Step::Cell)).collect());
            }
        }
        self.swap_unless_even()
    }
}

/// Half of the time that is left.
fn half_way(deadline: Instant) -> Instant {
    let now = Instant::now();
    now + deadline.saturating_duration_since(now) / 2
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::wire::catalogue::Catalogue;

    fn decided(game: &str, rule: OpeningRule, text: &str, millis: u64) -> (Opening, Vec<Step>) {
        let mut engine = (Catalogue::GAMES.open)(game).expect("a game");
        let steps: Vec<Step> =
            text.split_whitespace().map(|word| Step::parse(word, 15).expect(word)).collect();
        let opening = Opening::after(rule, 15, &steps).expect(text);
        let deadline = Instant::now() + Duration::from_millis(millis);
        let steps = decide(engine.as_mut(), &opening, deadline, 1).expect("steps");
        (opening, steps)
    }

    #[test]
    fn the_better_colour_is_taken() {
        // White's stone is far away from two black ones side by side.
        for rule in [OpeningRule::Swap, OpeningRule::Swap2] {
            for game in ["gomoku", "gomokufreestyle", "caro"] {
                assert_eq!(decided(game, rule, "h8 a1 i8", 500).1, [Step::Swap], "{game}");
            }
        }
        // Kagetsu and Hogetsu are won for Black.
        for rule in [OpeningRule::Rif, OpeningRule::Soosyrv8] {
            assert_eq!(decided("renju", rule, "h8 h9 i9", 1000).1, [Step::Swap]);
            assert_eq!(decided("renju", rule, "h8 i9 i7", 1000).1, [Step::Swap]);
        }
        // Two black stones in corners do nothing against White in the middle.
        assert_eq!(decided("gomoku", OpeningRule::Swap, "a1 h8 o15", 500).1, [Step::Stay]);
    }

    #[test]
    fn every_rule_is_played_to_its_end_by_the_engine_alone() {
        for rule in OpeningRule::ALL {
            let mut words = String::new();
            loop {
                let (mut opening, steps) = decided("renju", rule, &words, 150);
                let person = opening.decides();
                for step in steps {
                    assert_eq!(opening.decides(), person, "{words}: {step:?} is of the other person");
                    opening.take(step).expect("an allowed step");
                    words += &format!(" {}", step.text(15));
                }
                if opening.is_over() {
                    break;
                }
            }
        }
    }

    #[test]
    fn offers_that_are_incomplete_are_completed() {
        let (_, steps) = decided("renju", OpeningRule::Rif, "h8 h9 h10 stay h7 g6", 300);
        let [Step::Cell(cell)] = steps[..] else { panic!("{steps:?}") };
        assert!(![GridCell::new(6, 9), GridCell::new(8, 9)].contains(&cell), "g6, or its mirror image");
    }
}
