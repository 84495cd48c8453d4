//! The engine of this process as a player: no program, no pipes.
//!
//! For tuners: thousands of short games in which players differ in search parameters. A match between programs uses
//! pipes, so that a crash costs only its game; here a crash would end this process.
//!
//! Invariant: a player forgets everything before each game, so that a game of fixed nodes does not depend on earlier
//! ones.

use std::time::{Duration, Instant};

use super::mirror::Mirror;
use super::{Answer, Driver, Fault, Options, Programs, Reply, StartFailure, Turn, refused};
use crate::contract::{MAX_PLAYERS, Player, SearchLimits, Silent};
use crate::engine::AnyEngine;
use crate::match_runner::spec::{EngineSpec, Limits};

/// Players inside this process. They use the options of a spec, including tunables, and its limits.
pub struct Inside;

impl Programs for Inside {
    fn start(
        &self,
        spec: &EngineSpec,
        game: &dyn AnyEngine,
        _cores: Option<&[usize]>,
    ) -> Result<Box<dyn Driver>, StartFailure> {
        let mut engine = Mirror::of(game)?;
        let options = Options::of(spec);
        set(&mut engine, &options.once)?;
        Ok(Box::new(Inner { engine, options }))
    }

    /// A search of limited nodes or time ends by itself.
    fn end_all(&self) {}
}

/// A player.
struct Inner {
    engine: Mirror,
    options: Options,
}

fn set(engine: &mut Mirror, options: &[(String, String)]) -> Result<(), Fault> {
    for (name, value) in options {
        engine.0.set_option(name, value).map_err(|error| refused(error.to_string()))?;
    }
    Ok(())
}

impl Driver for Inner {
    fn title(&self) -> String {
        concat!("Quadriga ", env!("CARGO_PKG_VERSION")).to_string()
    }

    fn begin(&mut self, _: &dyn AnyEngine, _: Player, _: Limits, number: u64) -> Result<(), Fault> {
        set(&mut self.engine, &self.options.for_game(number))?;
        self.engine.0.new_game();
        self.engine.0.prepare();
        Ok(())
    }

    fn think(&mut self, turn: &Turn<'_>) -> Result<Reply, Fault> {
        self.engine.follow(turn.game)?;
        let limits = search_limits(turn);
        self.engine.0.stop_handle().reset();
        let asked = Instant::now();
        let result = self.engine.0.go(&limits, &mut Silent).map_err(|error| refused(error.to_string()))?;
        let elapsed = asked.elapsed();
        let mv = result.best_move.ok_or_else(|| refused("no move"))?;
        let best = result.lines.first();
        Ok(Reply {
            answer: Answer::Move(mv),
            elapsed,
            score: best.map(|line| line.score),
            // A solver and a book do not search.
            depth: best.filter(|line| !line.proved && result.nodes > 0).map(|line| line.depth),
            nodes: Some(result.nodes),
            pv: best.map(|line| line.pv.clone()).unwrap_or_default(),
        })
    }
}

/// The limits of a turn for the search.
fn search_limits(turn: &Turn<'_>) -> SearchLimits {
    let ms = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
    let mut limits = SearchLimits {
        move_time_ms: turn.limits.move_time.map(ms),
        depth: turn.limits.depth,
        nodes: turn.limits.nodes,
        moves_to_go: turn.moves_to_go,
        ..SearchLimits::default()
    };
    for player in 0..MAX_PLAYERS {
        limits.clock_ms[player] = turn.clocks[player].map(ms);
        limits.increment_ms[player] = ms(turn.increments[player]);
    }
    limits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_runner::fakes::plan;
    use crate::match_runner::game_line::GameLine;
    use crate::match_runner::runner::{RunOptions, run};
    use std::collections::HashSet;
    use std::ops::ControlFlow;

    /// The games of a match inside this process, without what depends on the clock.
    fn games(engines: &[&str], at_a_time: usize) -> Result<Vec<GameLine>, String> {
        let plan = plan("connect4", &[], engines, 2);
        let schedule = plan.schedule()?;
        let pace =
            RunOptions { cores: vec![None; at_a_time], interrupt: crossbeam_channel::never(), live: None };
        let mut lines = Vec::new();
        let agenda = schedule.agenda(0..schedule.pairs(), HashSet::new());
        run(&plan, agenda, &mut plan.book()?, pace, &Inside, |line| {
            lines.push(GameLine { began: String::new(), ms: Vec::new(), ..line });
            Ok(ControlFlow::Continue(()))
        })?;
        lines.sort_by_key(GameLine::id);
        Ok(lines)
    }

    #[test]
    fn a_move_of_the_solver_has_no_depth() {
        let engines = ["name=a nodes=100000 st=inf", "name=b nodes=10 st=inf option.Solver=false"];
        let lines = games(&engines, 1).expect("games");
        // After two dozen moves the rest of a board of seven columns is solved in far fewer nodes.
        let last = |line: &GameLine| {
            let solver = usize::from(line.players[0] != "a");
            let moves = line.opening_moves..line.moves.len();
            moves
                .filter(|ply| ply % 2 == solver && *ply >= 24)
                .map(|ply| line.depths[ply - line.opening_moves])
                .collect()
        };
        let depths: Vec<Option<i32>> = lines.iter().flat_map(|line| -> Vec<_> { last(line) }).collect();
        assert!(!depths.is_empty() && depths.iter().all(Option::is_none), "{depths:?}");
    }

    const A: &str = "name=a nodes=3000 st=inf option.Hash=1 option.Solver=false";
    const B: &str = "name=b nodes=3000 st=inf option.Hash=1 option.Solver=false option.lmr_divisor=60";

    #[test]
    fn games_of_fixed_nodes_are_the_same_whatever_was_played_before_and_beside() {
        let one = games(&[A, B], 1).expect("games");
        assert_eq!(one.len(), 4);
        assert!(one.iter().all(|line| line.at_fault.is_none()), "{one:?}");
        assert!(
            one[0].nodes.iter().all(|nodes| nodes.is_some_and(|nodes| nodes <= 3100)),
            "{:?}",
            one[0].nodes
        );
        assert_eq!(one, games(&[A, B], 3).expect("games"));
    }

    #[test]
    fn a_player_takes_tunables_and_an_option_that_is_not_there_is_named() {
        let [alike, other] = [A, B].map(|b| games(&[A, &b.replace("name=a", "name=b")], 1).expect("games"));
        assert_ne!(alike, other, "the tunable changes no game");
        let error = games(&[A, "name=b nodes=1 option.lmr_multiplier=3"], 1).expect_err("no such tunable");
        assert!(error.contains("'lmr_multiplier'"), "{error}");
    }
}
