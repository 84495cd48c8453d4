//! Finished games are logged, counted and reported here, and decide the match.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::game_line::{GameLine, MatchLine};
use super::log::Log;
use super::progress::Progress;
use super::sprt::{Sprt, SprtStatus};
use super::standings::Standings;
use super::tournament::Tournament;
use crate::games;

/// The games of a match so far.
pub struct MatchResults {
    line: MatchLine,
    games: Vec<GameLine>,
    standings: Standings,
    tournament: Option<Tournament>,
    sprt: Option<Sprt>,
    log: Log,
}

impl MatchResults {
    /// The games already played, each once, and the log for new ones. With a test, [`check_test`] must have accepted
    /// the match.
    ///
    /// # Errors
    /// One line: the tournament does not pair one of the games.
    pub fn new(
        line: MatchLine,
        games: Vec<GameLine>,
        sprt: Option<Sprt>,
        log: Log,
    ) -> Result<MatchResults, String> {
        let standings = Standings::of(&line, &games);
        let tournament = Tournament::of(&line, &games)?;
        Ok(MatchResults { line, games, standings, tournament, sprt, log })
    }

    /// Adds a game. It is in the log before anything else happens. No more games are wanted when the test is decided or
    /// the reader of the log has gone.
    ///
    /// # Errors
    /// One line: the log cannot be written.
    pub fn add(&mut self, game: GameLine, progress: &mut Progress) -> Result<ControlFlow<()>, String> {
        self.log.add(&game)?;
        if self.is_abandoned() {
            return Ok(ControlFlow::Break(()));
        }
        self.standings.add(&game);
        let rounds = self.count_in_tournament(&game, progress)?;
        progress.game(&self.standings, &game, self.status().as_ref());
        progress.text(&rounds);
        self.games.push(game);
        Ok(if self.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Counts a game in the tournament, if there is one; the rounds that it completes, as text, with the standings after
    /// them. Those after the last round are in the summary.
    fn count_in_tournament(&mut self, game: &GameLine, progress: &mut Progress) -> Result<String, String> {
        let Some(tournament) = &mut self.tournament else { return Ok(String::new()) };
        let before = tournament.complete_rounds();
        tournament.count(game)?;
        progress.set_total(tournament.games());
        let complete = tournament.complete_rounds();
        if complete == before || tournament.is_over() {
            return Ok(String::new());
        }
        Ok(tournament.rounds_text(before..complete) + &tournament.standings_text())
    }

    /// The match.
    pub fn line(&self) -> &MatchLine {
        &self.line
    }

    /// The games in the order they ended.
    pub fn games(&self) -> &[GameLine] {
        &self.games
    }

    /// The tournament, if pairings follow from results.
    pub fn tournament(&self) -> Option<&Tournament> {
        self.tournament.as_ref()
    }

    /// Pair and number of each game.
    pub fn ids(&self) -> HashSet<(u64, u32)> {
        self.games.iter().map(GameLine::id).collect()
    }

    /// Has the test been decided? Only complete pairs count, in any order.
    pub fn is_decided(&self) -> bool {
        self.status().is_some_and(|status| status.verdict.is_some())
    }

    /// Has the reader of the log gone?
    pub fn is_abandoned(&self) -> bool {
        self.log.is_abandoned()
    }

    /// Tables for users, and the state of the test.
    pub fn summary(&self) -> String {
        let mut text = self.tournament.as_ref().map_or(String::new(), |tournament| tournament.text() + "\n");
        text += &self.standings.table();
        if let Some((sprt, status)) = self.sprt.zip(self.status()) {
            text += &sprt.line(&status);
            text.push('\n');
        }
        text
    }

    fn status(&self) -> Option<SprtStatus> {
        self.sprt.map(|sprt| sprt.status(&self.standings.pairs(0, 1)))
    }
}

/// Checks that a test can be applied to this match.
///
/// # Errors
/// One line: it needs two engines in a game of two.
pub fn check_test(line: &MatchLine) -> Result<(), String> {
    if line.swiss_rounds.is_some() || line.extra_pairs.is_some() {
        return Err(format!("--sprt is for --format round-robin or gauntlet, not {}", line.format));
    }
    if line.engines.len() == 2 && players(line) == 2 {
        return Ok(());
    }
    Err("--sprt is for two engines in a game of two players".to_string())
}

/// Number of players; 2 for a game that is not known here.
fn players(line: &MatchLine) -> usize {
    let Some(mut board) = games::open(&line.variant) else { return 2 };
    for (name, value) in &line.options {
        // An option that cannot be set has no effect on the number.
        let _ = board.set_option(name, value);
    }
    board.status().players
}
