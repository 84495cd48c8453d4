//! Players without a program, for the tests of the referee and the runner. Their moves are random, with the number of
//! the game as the seed. Depending on the name of its spec, a player does something else at its third move (`crash`,
//! `hang`, `illegal`, `garbled`, `resign`, `slow`) or at the beginning (`refuse`). `score:N` reports a score; `fail`
//! does not start. The line that is reported continues with an illegal move.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::engines::{Answer, Driver, Fault, Programs, Reply, StartFailure, Turn};
use super::plan::Plan;
use super::schedule::Format;
use super::spec::{self, EngineSpec, Limits};
use crate::contract::{MoveStyle, Player, Score};
use crate::engine::AnyEngine;
use crate::match_runner::adjudication::Adjudication;
use crate::match_runner::openings::Source;
use crate::random::Random;

/// See the module.
pub struct Fake {
    name: String,
    random: Random,
    moves: usize,
}

impl Fake {
    pub fn new(spec: &EngineSpec) -> Fake {
        Fake { name: spec.name.clone(), random: Random::new(0), moves: 0 }
    }
}

impl Driver for Fake {
    fn title(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, _: &dyn AnyEngine, seat: Player, _: Limits, number: u64) -> Result<(), Fault> {
        self.random = Random::new(number << 8 | seat.index() as u64);
        self.moves = 0;
        if self.name == "refuse" { Err(Fault::Refused("not this game".to_string())) } else { Ok(()) }
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        assert_eq!(turn.game.status().outcome, None, "asked for a move of a game that is over");
        self.moves += 1;
        let moves = turn.game.legal_moves(MoveStyle::Native);
        let mv = moves[self.random.below(moves.len())].clone();
        let pv = vec![mv.clone(), "z99".to_string()];
        let (mut answer, mut elapsed) = (Answer::Move(mv), Duration::from_millis(1));
        if self.moves == 3 {
            match self.name.as_str() {
                "crash" => return Err(Fault::Crashed("exit status: 3".to_string())),
                "hang" => return Err(Fault::Hung),
                "garbled" => return Err(Fault::Garbled("bestmove ???".to_string())),
                "illegal" => answer = Answer::Move("z99".to_string()),
                "resign" => answer = Answer::Resign,
                "slow" => elapsed = Duration::from_secs(3600),
                _ => {}
            }
        }
        let score = self.name.strip_prefix("score:").and_then(|score| score.parse().ok()).map(Score);
        Ok(Reply { score, depth: Some(1), pv, ..Reply::new(answer, elapsed) })
    }
}

/// Starts fakes and counts them.
#[derive(Default)]
pub struct Fakes {
    /// Number of players started.
    pub started: AtomicUsize,
    /// Number of starts that succeed before an engine called `fail` fails.
    pub good: usize,
}

impl Programs for Fakes {
    fn start(
        &self,
        spec: &EngineSpec,
        _: &dyn AnyEngine,
        _: Option<&[usize]>,
    ) -> Result<Box<dyn Driver>, StartFailure> {
        let before = self.started.fetch_add(1, Ordering::SeqCst);
        if spec.name == "fail" && before >= self.good {
            return Err(Fault::Refused("no such file".to_string()).into());
        }
        Ok(Box::new(Fake::new(spec)))
    }

    fn end_all(&self) {}
}

/// A match of engines with these specs, from random openings.
pub fn plan(game: &str, options: &[(&str, &str)], engines: &[&str], rounds: u64) -> Plan {
    let engines: Vec<String> = engines.iter().map(|text| (*text).to_string()).collect();
    Plan {
        variant: game.to_string(),
        options: options.iter().map(|(name, value)| ((*name).to_string(), (*value).to_string())).collect(),
        engines: spec::parse(&engines, "st=1").expect("specs"),
        format: Format::RoundRobin,
        rounds,
        source: Source::Random { plies: 2, balance: None },
        seed: 1,
        adjudication: Adjudication { max_plies: Some(300), ..Adjudication::default() },
    }
}
