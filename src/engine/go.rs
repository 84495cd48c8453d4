//! A search as the engine runs it: options applied, moves as text, weaker play, moves of book and database.

use super::book_move::book_line;
use super::database::Keeper;
use super::generic::{Engine, Move, legal};
use super::rescue::CompleteLines;
#[cfg(test)]
use crate::contract::fault::Stage;
use crate::contract::{
    EngineError, Game, Levels, MoveStyle, Notation, Position as _, RootHelper, SearchInfo, SearchLimits,
    SearchObserver, SearchResult, Silent, line_text,
};
use crate::search::{Job, Searcher, Skill, choose_as_beginner};

/// Size of the table of a bench search, in MiB.
const BENCH_HASH_MIB: usize = 16;

/// Passes reports on as text, without the lines that only weaker play needs.
struct TextObserver<'a, G: Game> {
    root: &'a G::Position,
    style: MoveStyle,
    multi_pv: usize,
    listener: &'a mut dyn SearchObserver<String>,
    /// Keeps the lines in the database, if there is one.
    keeper: Option<Keeper<G>>,
    /// The lines to keep while the search runs.
    complete: CompleteLines<Move<G>>,
}

impl<G: Game> SearchObserver<Move<G>> for TextObserver<'_, G> {
    fn on_info(&mut self, info: &SearchInfo<Move<G>>) {
        if let Some(keeper) = &self.keeper
            && self.complete.take(info)
            && keeper.is_due()
        {
            self.keep(&self.complete.0.clone());
        }
        if info.multi_pv <= self.multi_pv {
            let pv = line_text(self.root, &info.pv, self.style);
            self.listener.on_info(&info.map_moves(pv));
        }
    }

    fn on_note(&mut self, note: &str) {
        self.listener.on_note(note);
    }

    fn on_known(&mut self, known: &str) {
        self.listener.on_known(known);
    }
}

impl<'a, G: Game> TextObserver<'a, G> {
    fn new(
        root: &'a G::Position,
        style: MoveStyle,
        multi_pv: usize,
        listener: &'a mut dyn SearchObserver<String>,
        keeper: Option<Keeper<G>>,
    ) -> TextObserver<'a, G> {
        TextObserver { root, style, multi_pv, listener, keeper, complete: CompleteLines(Vec::new()) }
    }

    /// Keeps the lines of a search in the database; in place of a bound the value of the last complete iteration. After an
    /// error no more is kept.
    fn keep(&mut self, lines: &[SearchInfo<Move<G>>]) {
        let Some(keeper) = &mut self.keeper else { return };
        let kept = keeper.keep(lines.iter().map(|line| match self.complete.0.get(line.multi_pv - 1) {
            Some(complete) if !line.is_complete() => complete,
            _ => line,
        }));
        if let Err(why) = kept {
            self.keeper = None;
            self.listener.on_note(&format!("database: {why}"));
        }
    }
}

/// Reports a line that was found without a search; it is the result.
fn result_of<G: Game>(line: SearchInfo<Move<G>>, text: &mut TextObserver<'_, G>) -> SearchResult<String> {
    text.on_info(&line);
    let mut result = SearchResult { lines: vec![line], ..SearchResult::none() };
    result.choose_line(0);
    result.map_moves(|pv| line_text(text.root, pv, text.style))
}

/// Does a known line answer a search for a move in a game? It wins, or the search would be no deeper.
fn is_enough<M>(line: &SearchInfo<M>, limits: &SearchLimits) -> bool {
    line.score.is_win() || limits.depth.is_some_and(|depth| depth <= line.depth)
}

/// Does a known line count more than a search that has proved nothing?
fn is_deeper<M>(line: &SearchInfo<M>, result: &SearchResult<M>) -> bool {
    let found = result.lines.first();
    found.is_some_and(|found| found.depth < line.depth && !found.proved && !found.score.is_known())
}

impl<G: Game> Engine<G> {
    fn resolve(&self, words: &[String]) -> Result<Vec<Move<G>>, EngineError> {
        let pos = self.record.current();
        let legal = legal(pos);
        let resolve = |word: &String| {
            let mv = pos.parse_move(word).map_err(EngineError)?;
            // A pass of renju may be played, but is not among the moves of a search.
            let is_searched = legal.contains(&mv);
            if is_searched { Ok(mv) } else { Err(EngineError(format!("'{word}' is never searched"))) }
        };
        words.iter().map(resolve).collect()
    }

    /// Is the search for a move in a game, so that a book move may replace it?
    fn plays(&self, limits: &SearchLimits, multi_pv: usize) -> bool {
        !self.settings.analyse
            && multi_pv == 1
            && limits.search_moves.is_empty()
            && limits.mate.is_none()
            && !limits.waits_for_stop()
    }

    /// The limits of a search and its number of lines, as the level of weaker play has them.
    fn limits(
        &mut self,
        limits: &SearchLimits,
        skill: Option<Skill>,
        levels: &Levels,
    ) -> (SearchLimits, usize) {
        let (mut limits, mut multi_pv) = (limits.clone(), self.settings.multi_pv);
        if let Some(skill) = skill {
            multi_pv = multi_pv.max(skill.lines());
            let deepest = skill.max_depth(levels, &mut self.settings.random);
            limits.depth = Some(limits.depth.unwrap_or(i32::MAX).min(deepest));
        }
        (limits, multi_pv)
    }

    /// Runs a search at the current position, by the options.
    pub(super) fn try_search(
        &mut self,
        limits: &SearchLimits,
        observer: &mut dyn SearchObserver<String>,
    ) -> Result<SearchResult<String>, EngineError> {
        #[cfg(test)]
        self.stop.fault().reach(Stage::Engine, true);
        let wanted = self.resolve(&limits.search_moves)?;
        let root = self.record.current().clone();
        let levels = self.game.levels();
        let skill = self.settings.skill(levels.ratings);
        self.prepare_helper();
        let (limits, multi_pv) = self.limits(limits, skill, &levels);
        let (style, shown) = (self.style, self.settings.multi_pv);
        let keeper = self.keeper(&limits).filter(|_| skill.is_none());
        let mut text = TextObserver::<G>::new(&root, style, shown, observer, keeper);
        let plays = self.plays(&limits, multi_pv);
        let known = match skill {
            None => self.begin_with_known(&mut text).filter(|_| plays),
            Some(_) => self.begin_without_known(),
        };
        if let Some(line) = known.as_ref().filter(|line| is_enough(line, &limits)) {
            return Ok(result_of(line.clone(), &mut text));
        }
        let job = Job {
            root: &root,
            history_keys: &self.record.history_keys(),
            played: &self.record.moves_for_plans(),
            root_moves: &wanted,
            limits: &limits,
            params: &self.params,
            multi_pv,
            threads: self.settings.threads,
            overhead_ms: self.settings.move_overhead,
            ponders: self.settings.ponder,
            stop: self.stop.clone(),
        };
        let game = &self.game;
        // Weaker play searches no deeper than its level.
        let helper: Option<&mut dyn RootHelper<_>> = match &mut self.helper {
            Some(helper) if skill.is_none() => Some(helper.as_mut()),
            _ => None,
        };
        if plays
            && let Some(helper) = helper.as_deref()
            && let Some(line) = book_line(helper, &root, &self.params)
        {
            return Ok(result_of(line, &mut text));
        }
        let mut result = self.searcher.run_with_helper(&job, &|| game.evaluator(), helper, &mut text);
        match skill {
            Some(skill) => self.weaken(skill, &levels, &wanted, &mut result),
            None => text.keep(&result.lines),
        }
        if let Some(line) = known.filter(|line| is_deeper(line, &result)) {
            text.on_info(&line);
            result = SearchResult { lines: vec![line], ..result };
            result.choose_line(0);
        }
        result.lines.truncate(shown);
        Ok(result.map_moves(|pv| line_text(&root, pv, style)))
    }

    /// Chooses the move of a level below full strength.
    fn weaken(
        &mut self,
        skill: Skill,
        levels: &Levels,
        wanted: &[Move<G>],
        result: &mut SearchResult<Move<G>>,
    ) {
        let random = &mut self.settings.random;
        let Some(habits) = skill.habits(levels) else {
            let chosen = skill.choose(&result.lines, levels, random);
            result.choose_line(chosen);
            return;
        };
        let root = self.record.current();
        if root.outcome().is_none() && result.best_move.is_some() {
            result.best_move =
                choose_as_beginner(self.game.beginner(), habits, root, wanted, random, &self.stop);
            result.ponder_move = None;
        }
    }

    /// Nodes of the searches of the bench signature.
    pub(super) fn count_bench_nodes(&self) -> u64 {
        let search = |(game, root, depth): (G, G::Position, i32)| {
            let (params, limits) = (game.params(), SearchLimits::depth(depth));
            let job = Job {
                root: &root,
                history_keys: &[],
                played: &[],
                root_moves: &[],
                limits: &limits,
                params: &params,
                multi_pv: 1,
                threads: 1,
                overhead_ms: 0,
                ponders: false,
                stop: self.stop.clone(),
            };
            Searcher::new(BENCH_HASH_MIB).run(&job, &|| game.evaluator(), &mut Silent).nodes
        };
        self.game.bench_positions().into_iter().map(search).sum()
    }
}
