//! The games of an iteration: pairs from balanced openings, both sides inside this process.
//!
//! Openings, seats and verdicts are those of `quadriga match`. The number of a pair decides its opening, so games of
//! fixed nodes depend only on the settings, not on how many are played at a time.

use std::collections::HashSet;
use std::ops::ControlFlow;

use crossbeam_channel::never;
use quadriga::match_runner::adjudication::Adjudication;
use quadriga::match_runner::elo::Wdl;
use quadriga::match_runner::engines::Inside;
use quadriga::match_runner::openings::{Balance, Book, Source};
use quadriga::match_runner::plan::Plan;
use quadriga::match_runner::runner::{RunOptions, run};
use quadriga::match_runner::schedule::{Format, Schedule};
use quadriga::match_runner::spec::{self, EngineProtocol, EngineSpec};

/// Which games are played.
pub struct Request {
    /// Name of the game.
    pub game: String,
    /// Both sides, in the words of `quadriga match --each`.
    pub each: String,
    /// Random moves of an opening.
    pub random_plies: usize,
    /// Largest distance of the score of an opening in a short search from 0, in hundredths.
    pub balance: i32,
    /// A game of this many plies is drawn.
    pub max_plies: u32,
    /// Seed of the openings.
    pub seed: u64,
    /// Pairs of an iteration.
    pub pairs: u64,
    /// Iterations of the run.
    pub iterations: u64,
    /// Games played at a time.
    pub threads: usize,
}

/// Plays the two sides against each other.
pub struct SelfPlay {
    plan: Plan,
    schedule: Schedule,
    book: Book,
    pairs: u64,
    threads: usize,
    /// Both sides, without the numbers that are tuned.
    side: EngineSpec,
}

impl SelfPlay {
    /// Prepares the games of a run.
    ///
    /// # Errors
    /// One line: no such game, not a game of two, or a word of `each` is wrong.
    pub fn new(request: Request) -> Result<SelfPlay, String> {
        let sides = ["name=plus", "name=minus"].map(str::to_string);
        let engines = spec::parse(&sides, &request.each)?;
        let side = engines[0].clone();
        if side.command.is_some() || side.protocol != EngineProtocol::Ugi {
            return Err(
                "--each: both sides play inside this process: expected no cmd= and no proto=".to_string()
            );
        }
        let rounds = request.iterations.checked_mul(request.pairs).ok_or("there are too many pairs")?;
        let plan = Plan {
            variant: request.game,
            options: Vec::new(),
            engines,
            format: Format::RoundRobin,
            rounds,
            source: Source::Random {
                plies: request.random_plies,
                balance: Some(Balance::short(request.balance)),
            },
            seed: request.seed,
            adjudication: Adjudication {
                max_plies: Some(request.max_plies as usize),
                ..Adjudication::default()
            },
        };
        let (schedule, book) = (plan.schedule()?, plan.book()?);
        Ok(SelfPlay { plan, schedule, book, pairs: request.pairs, threads: request.threads, side })
    }

    /// Both sides in one line, without the numbers that are tuned.
    pub fn side(&self) -> String {
        EngineSpec { name: "side".to_string(), ..self.side.clone() }.to_string()
    }

    /// The openings, in one line.
    pub fn openings(&self) -> String {
        self.book.to_string()
    }

    /// Plays the pairs of iteration k, from 1; each side has its values of the tunables with these names.
    ///
    /// # Errors
    /// One line: there is no opening, or a side was at fault.
    pub fn play(&mut self, k: u64, names: &[&str], plus: &[i32], minus: &[i32]) -> Result<Wdl, String> {
        for (engine, values) in self.plan.engines.iter_mut().zip([plus, minus]) {
            let tuned = names.iter().zip(values).map(|(name, value)| (name.to_string(), value.to_string()));
            engine.options = self.side.options.iter().cloned().chain(tuned).collect();
        }
        let first = (k - 1) * self.pairs;
        let options = RunOptions { cores: vec![None; self.threads], interrupt: never(), live: None };
        let agenda = self.schedule.agenda(first..first + self.pairs, HashSet::new());
        let mut result = Wdl::default();
        run(&self.plan, agenda, &mut self.book, options, &Inside, |line| {
            if line.at_fault.is_some() {
                return Err(format!("game {} of pair {}: {}", line.game, line.pair, line.reason));
            }
            let seat = usize::from(line.players[0] != "plus");
            match line.points[seat] {
                1.0 => result.wins += 1,
                0.0 => result.losses += 1,
                _ => result.draws += 1,
            }
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(result)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn self_play(each: &str, threads: usize) -> Result<SelfPlay, String> {
        SelfPlay::new(Request {
            game: "draughts".to_string(),
            each: each.to_string(),
            random_plies: 6,
            balance: 50,
            max_plies: 60,
            seed: 3,
            pairs: 3,
            iterations: 2,
            threads,
        })
    }

    const EACH: &str = "nodes=60 option.Hash=1";

    #[test]
    fn the_result_does_not_depend_on_threads_or_on_what_was_played_before() {
        let play =
            |self_play: &mut SelfPlay, k| self_play.play(k, &["lmr_divisor"], &[225], &[50]).expect("games");
        let mut one = self_play(EACH, 1).expect("self-play");
        let both = [play(&mut one, 1), play(&mut one, 2)];
        assert_eq!(both[0].games(), 6);
        let mut three = self_play(EACH, 3).expect("self-play");
        // The second alone, as after an interruption.
        assert_eq!(
            [play(&mut three, 2), play(&mut self_play(EACH, 2).expect("self-play"), 1)],
            [both[1], both[0]]
        );
    }

    #[test]
    fn equal_sides_draw_every_pair() {
        let equal =
            self_play(EACH, 2).expect("self-play").play(1, &["lmr_divisor"], &[225], &[225]).expect("games");
        assert_eq!(equal.wins, equal.losses);
    }

    #[test]
    fn games_that_cannot_be_played_are_errors() {
        let error = self_play("nodes=60 cmd=./other", 1).err().expect("a program");
        assert!(error.contains("cmd="), "{error}");
        assert!(self_play("nodes=inf", 1).err().expect("no limit").contains("nothing limits"));
        let error =
            self_play(EACH, 1).expect("self-play").play(1, &["no_such"], &[1], &[2]).expect_err("no tunable");
        assert!(error.contains("'no_such'"), "{error}");
    }
}
