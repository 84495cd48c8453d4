//! What a match shows to others while it runs: games in progress, results, standings.
//!
//! | file | what |
//! |---|---|
//! | `running` | a game in progress |
//! | `snapshot` | everything at one moment, as JSON |
//! | `drawing` | boards as pictures |
//!
//! The threads of the match only note what has happened, which takes microseconds. Everything else is done by the
//! thread that asks, at the time it asks: results are counted in [`Live::catch_up`], and a board is set up and drawn
//! when its picture is wanted.
//!
//! Invariant: no thread of the match waits for a reader, and what is kept does not grow with the number of readers.

mod drawing;
mod running;
mod snapshot;

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::Mutex;

use super::game_line::{GameLine, MatchLine};
use super::move_comments::CommentParts;
use super::records;
use super::schedule::Fixture;
use super::sprt::Sprt;
use super::standings::Standings;
use super::tournament::Tournament;
use crate::engine::AnyEngine;
use crate::records::Format;
use drawing::Drawing;
use running::RunningGame;

pub use running::SearchReport;

/// Finished games whose moves are kept.
const MAX_FINISHED: usize = 100;

/// Pair and number of a game.
type GameId = (u64, u32);

/// A match to look at.
pub struct Live {
    line: MatchLine,
    sprt: Option<Sprt>,
    /// Parts of the comments of moves.
    comments: CommentParts,
    /// Grows with every change.
    version: AtomicU64,
    games: u64,
    is_over: AtomicBool,
    running: Mutex<BTreeMap<GameId, RunningGame>>,
    /// Games that are not counted yet.
    uncounted: Mutex<Vec<GameLine>>,
    counted: Mutex<Counted>,
    drawing: Mutex<Drawing>,
}

/// The results so far.
struct Counted {
    standings: Standings,
    tournament: Option<Tournament>,
    /// The last games, the newest first.
    finished: VecDeque<GameLine>,
}

impl Live {
    /// A match of `total_games` after these games; a tournament knows better how many it has.
    ///
    /// # Errors
    /// One line: its game is unknown here, or its tournament does not pair one of the games.
    pub fn new(
        line: MatchLine,
        games: &[GameLine],
        total_games: u64,
        sprt: Option<Sprt>,
        comments: CommentParts,
        board: Box<dyn AnyEngine>,
    ) -> Result<Live, String> {
        let counted = Counted {
            standings: Standings::of(&line, games),
            tournament: Tournament::of(&line, games)?,
            finished: games.iter().rev().take(MAX_FINISHED).cloned().collect(),
        };
        Ok(Live {
            line,
            sprt,
            comments,
            version: AtomicU64::new(1),
            games: total_games,
            is_over: AtomicBool::new(false),
            running: Mutex::new(BTreeMap::new()),
            uncounted: Mutex::new(Vec::new()),
            counted: Mutex::new(counted),
            drawing: Mutex::new(Drawing::new(board)),
        })
    }

    fn changed(&self) {
        self.version.fetch_add(1, Ordering::SeqCst);
    }

    /// A number that grows with every change.
    pub fn version(&self) -> u64 {
        self.version.load(Ordering::SeqCst)
    }

    /// A game begins; the moves of its opening are on the board. `clocks` has the time of each seat.
    pub(super) fn begin(
        &self,
        fixture: &Fixture,
        players: Vec<String>,
        board: &dyn AnyEngine,
        clocks: Vec<Option<Duration>>,
    ) {
        let game = RunningGame::new(players, board, clocks);
        self.running.lock().insert((fixture.pair, fixture.game), game);
        self.changed();
    }

    /// An engine has moved.
    pub(super) fn moved(
        &self,
        fixture: &Fixture,
        board: &dyn AnyEngine,
        seat: usize,
        report: SearchReport,
        clock: Option<Duration>,
    ) {
        if let Some(game) = self.running.lock().get_mut(&(fixture.pair, fixture.game)) {
            game.moved(board, seat, report, clock);
        }
        self.changed();
    }

    /// A game is over.
    pub(super) fn end(&self, fixture: &Fixture) {
        self.running.lock().remove(&(fixture.pair, fixture.game));
        self.changed();
    }

    /// A game counts.
    pub fn count(&self, game: &GameLine) {
        self.uncounted.lock().push(game.clone());
        self.changed();
    }

    /// The match is over.
    pub fn finish(&self) {
        self.is_over.store(true, Ordering::SeqCst);
        self.changed();
    }

    /// Counts the games that have ended. Has to be called now and then, so that they do not pile up.
    pub fn catch_up(&self) {
        let mut counted = self.counted.lock();
        let games = std::mem::take(&mut *self.uncounted.lock());
        for game in games {
            counted.standings.add(&game);
            if let Some(tournament) = &mut counted.tournament {
                // The results have refused a game that does not fit.
                let _ = tournament.count(&game);
            }
            counted.finished.push_front(game);
        }
        counted.finished.truncate(MAX_FINISHED);
    }

    /// The position of a game, in progress or finished, as SVG; `None`: there is no such game any more.
    pub fn picture(&self, id: (u64, u32)) -> Option<String> {
        let running = self.running.lock().get(&id).map(RunningGame::position);
        let position = running.or_else(|| self.finished(id).map(|game| (game.fen, game.moves)));
        let (fen, moves) = position?;
        self.drawing.lock().picture(id, fen.as_deref(), &moves)
    }

    /// The moves of a finished game as text with tags; `None`: there is no such game any more.
    pub fn moves(&self, id: (u64, u32)) -> Option<String> {
        records::write(&self.line, &[self.finished(id)?], Format::Text, self.comments).ok()
    }

    fn finished(&self, id: GameId) -> Option<GameLine> {
        self.catch_up();
        self.counted.lock().finished.iter().find(|game| game.id() == id).cloned()
    }
}

#[cfg(test)]
mod tests;
