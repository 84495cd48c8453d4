//! The facade over one game: text in, text out, the generic search in between.

use super::available;
use super::book_move::searched_beforehand;
use super::proof::proved_values;
use super::record::Record;
use super::settings::{DEFAULT_HASH_MIB, Settings};
use super::solver::GameSolver;
use super::{AnyEngine, AnySolver, PerftResult, Status};
use crate::contract::book::BookMaker;
use crate::contract::prover::Prover;
use crate::contract::{
    Board, Face, Game, Identity, Mark, MovePath, MoveStyle, Notation, Position, Resized, SearchInfo,
    SearchLimits, SearchObserver, SearchParams, SearchResult, Silent, StopHandle,
};
use crate::contract::{EngineError, OptionSpec};
use crate::engine::perft;
use crate::random::Random;
use crate::search::table_memory::{LARGE_MIB, drop_aside};
use crate::search::{Job, Searcher};

/// A game ready to be asked; see [`AnyEngine`].
pub struct Engine<G: Game> {
    game: G,
    record: Record<G::Position>,
    settings: Settings,
    params: SearchParams,
    searcher: Searcher<G::Position, G::Evaluator>,
    prover: Option<Box<dyn Prover<G::Position>>>,
    /// Can values of this game be proved?
    can_prove: bool,
    stop: StopHandle,
    style: MoveStyle,
    /// The game's own options that were set to another value than at the beginning.
    rule_options: Vec<(String, String)>,
}

const BENCH_HASH_MIB: usize = 16;

impl<G: Game> Engine<G> {
    /// The game at its start position, with default options. Nothing large is allocated yet.
    pub fn new(game: G) -> Engine<G> {
        let can_prove = game.can_prove();
        let mut engine = Engine {
            record: Record::new(game.start_position()),
            settings: Settings::new(),
            params: game.params(),
            searcher: Searcher::new(DEFAULT_HASH_MIB as usize),
            prover: None,
            can_prove,
            stop: StopHandle::default(),
            style: MoveStyle::default(),
            rule_options: Vec::new(),
            game,
        };
        engine.share_hash();
        engine
    }

    /// Shares the memory between search and prover; what they knew is lost.
    fn share_hash(&mut self) {
        self.drop_prover();
        let left = self.settings.hash_mib.saturating_sub(self.prover_mib().unwrap_or(0));
        self.searcher.set_hash(left.max(1));
    }

    /// What was proved is lost, and the memory given back.
    fn drop_prover(&mut self) {
        let large = self.settings.hash_mib > LARGE_MIB;
        drop_aside(self.prover.take(), large);
    }

    /// A value of `Hash` in mebibytes, cut to what there is memory for, and a note if it was; `asked` is what the client
    /// wrote.
    fn fit_hash(&self, mib: u64, asked: &str) -> Option<(u64, String)> {
        let has_tables = self.prover.is_some() || self.searcher.has_table();
        let held = if has_tables { (self.settings.hash_mib as u64) << 20 } else { 0 };
        let most = available::most_mib(held).filter(|&most| most < mib)?;
        let why = "three quarters of the memory that is available";
        Some((most, format!("option 'Hash' set to {most}, not {}: {why}", asked.trim())))
    }

    /// The prover's part of the memory, where there is to be a prover. Neither part is less than one mebibyte.
    fn prover_mib(&self) -> Option<usize> {
        (self.can_prove && self.settings.solver).then(|| (self.settings.hash_mib / 2).max(1))
    }

    /// Takes the memory of the prover, where there is to be one.
    fn prepare_prover(&mut self) {
        if self.prover.is_none()
            && let Some(mib) = self.prover_mib()
        {
            self.prover = self.game.prover(mib, self.settings.threads);
            if let Some(prover) = &mut self.prover {
                prover.use_book(self.settings.book);
            }
        }
    }

    /// Forgets what earlier searches found.
    fn forget(&mut self) {
        self.searcher.clear();
        if self.settings.hash_mib > LARGE_MIB {
            self.drop_prover();
        } else if let Some(prover) = &mut self.prover {
            prover.clear();
        }
    }

    /// Applies a checked value of a general option.
    fn apply_setting(&mut self, name: &str, value: &str) {
        let number = || value.parse::<i64>().unwrap_or(0);
        let settings = &mut self.settings;
        match name {
            "Threads" => {
                settings.threads = number() as usize;
                self.drop_prover();
            }
            "Hash" => {
                settings.hash_mib = number() as usize;
                self.share_hash();
            }
            "Solver" => {
                settings.solver = value == "true";
                self.share_hash();
            }
            "Book" => {
                settings.book = value == "true";
                self.drop_prover();
            }
            "Clear Hash" => self.forget(),
            "MultiPV" => settings.multi_pv = number() as usize,
            "Move Overhead" => settings.move_overhead = number(),
            "Ponder" => settings.ponder = value == "true",
            "Skill Level" => settings.skill_level = number(),
            "UCI_LimitStrength" => settings.limit_strength = value == "true",
            "UCI_Elo" => settings.elo = number(),
            "UCI_AnalyseMode" => settings.analyse = value == "true",
            "Seed" => settings.random = Random::new(number() as u64),
            _ => unreachable!("every option of Settings::specs is applied"),
        }
    }

    /// A line of moves as text, each move written in the position it is played in.
    fn line_text(pos: &G::Position, line: &[Move<G>], style: MoveStyle) -> Vec<String> {
        let mut pos = pos.clone();
        let mut words = Vec::with_capacity(line.len());
        for &mv in line {
            words.push(pos.move_text(mv, style));
            pos.make(mv);
        }
        words
    }

    fn resolve(&self, words: &[String]) -> Result<Vec<Move<G>>, EngineError> {
        let pos = self.record.current();
        words.iter().map(|word| pos.parse_move(word).map_err(EngineError)).collect()
    }
}

/// The legal moves of a position.
fn legal<P: Position>(pos: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    moves
}

type Move<G> = <<G as Game>::Position as Position>::Move;

/// Passes reports on in text, without the lines that only weaker play asked for.
struct TextObserver<'a, G: Game> {
    root: &'a G::Position,
    style: MoveStyle,
    multi_pv: usize,
    listener: &'a mut dyn SearchObserver<String>,
}

impl<G: Game> SearchObserver<Move<G>> for TextObserver<'_, G> {
    fn on_info(&mut self, info: &SearchInfo<Move<G>>) {
        if info.multi_pv <= self.multi_pv {
            let pv = Engine::<G>::line_text(self.root, &info.pv, self.style);
            self.listener.on_info(&info.map_moves(pv));
        }
    }
}

impl<G: Game> AnyEngine for Engine<G> {
    fn identity(&self) -> Identity {
        self.game.identity()
    }

    fn resized(&self, width: usize, height: Option<usize>) -> Option<Resized> {
        self.game.resized(width, height)
    }

    fn options(&self) -> Vec<OptionSpec> {
        let mut specs = Settings::specs(self.can_prove);
        specs.extend(self.game.options());
        specs
    }

    fn tunables(&self) -> Vec<OptionSpec> {
        let spec = |t: &crate::contract::Tunable| {
            let value = i64::from(self.params.get(t.name).unwrap_or(0));
            OptionSpec::spin(t.name, value, i64::from(t.min), i64::from(t.max), "a number of the search")
        };
        SearchParams::TUNABLES.iter().map(spec).collect()
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<Option<String>, EngineError> {
        let find = |specs: Vec<OptionSpec>| specs.into_iter().find(|s| s.name.eq_ignore_ascii_case(name));
        if let Some(spec) = find(Settings::specs(self.can_prove)) {
            let (mut fitted, mut note) = spec.check_value(value)?;
            if spec.name == "Hash"
                && let Some((most, cut)) = self.fit_hash(fitted.parse().unwrap_or(1), value)
            {
                (fitted, note) = (most.to_string(), Some(cut));
            }
            self.apply_setting(&spec.name, &fitted);
            return Ok(note);
        }
        if let Some(spec) = find(self.game.options()) {
            let (value, note) = spec.check_value(value)?;
            self.game.set_option(&spec.name, &value)?;
            self.rule_options.retain(|(name, _)| *name != spec.name);
            if value != spec.default_text() {
                self.rule_options.push((spec.name, value));
            }
            self.record = Record::new(self.game.start_position());
            self.searcher.clear();
            self.drop_prover();
            return Ok(note);
        }
        if let Some(spec) = find(self.tunables()) {
            let (value, note) = spec.check_value(value)?;
            self.params.set(&spec.name, value.parse().unwrap_or(0));
            return Ok(note);
        }
        let known: Vec<String> = self.options().into_iter().map(|s| s.name).collect();
        Err(EngineError(format!("unknown option '{name}'; there are: {}", known.join(", "))))
    }

    fn rule_options(&self) -> Vec<(String, String)> {
        self.rule_options.clone()
    }

    fn new_game(&mut self) {
        self.forget();
    }

    fn prepare(&mut self) {
        let game = &self.game;
        self.searcher.prepare(self.settings.threads, || game.evaluator());
        self.prepare_prover();
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), EngineError> {
        let game = &self.game;
        let parse_base = || fen.map_or_else(|| Ok(game.start_position()), |fen| game.parse_position(fen));
        self.record.set(fen, moves, parse_base)
    }

    fn play(&mut self, mv: &str) -> Result<String, EngineError> {
        let pos = self.record.current();
        let parsed = pos.parse_move(mv).map_err(EngineError)?;
        let text = pos.move_text(parsed, MoveStyle::Native);
        self.record.play(parsed, mv);
        Ok(text)
    }

    fn undo(&mut self) -> Result<(), EngineError> {
        if self.record.undo() { Ok(()) } else { Err(EngineError::new("no move to take back")) }
    }

    fn legal_moves(&self, style: MoveStyle) -> Vec<String> {
        let pos = self.record.current();
        let mut words: Vec<String> = legal(pos).into_iter().map(|mv| pos.move_text(mv, style)).collect();
        words.sort();
        words
    }

    fn move_paths(&self) -> Vec<MovePath> {
        let pos = self.record.current();
        let mut paths: Vec<MovePath> = legal(pos).into_iter().map(|mv| pos.move_path(mv)).collect();
        paths.sort_by(|a, b| a.text.cmp(&b.text));
        paths
    }

    fn status(&self) -> Status {
        self.record.status()
    }

    fn fen(&self) -> String {
        self.record.current().fen()
    }

    fn fen_with_hand(&self) -> String {
        self.record.current().fen_with_hand()
    }

    fn base_fen(&self) -> Option<String> {
        self.record.base().map(Notation::fen)
    }

    fn moves(&self, style: MoveStyle) -> Vec<String> {
        self.record.moves().map(|(pos, mv)| pos.move_text(mv, style)).collect()
    }

    fn board(&self) -> Board {
        self.record.current().board()
    }

    fn face(&self) -> Face {
        self.record.current().face()
    }

    fn threats(&self) -> Vec<Mark> {
        self.game.threats(self.record.current())
    }

    fn diagram(&self) -> String {
        self.record.current().diagram()
    }

    fn key(&self) -> u64 {
        self.record.current().key()
    }

    fn set_move_style(&mut self, style: MoveStyle) {
        self.style = style;
    }

    fn move_style(&self) -> MoveStyle {
        self.style
    }

    fn go(
        &mut self,
        limits: &SearchLimits,
        observer: &mut dyn SearchObserver<String>,
    ) -> Result<SearchResult<String>, EngineError> {
        let wanted = self.resolve(&limits.search_moves)?;
        let root = self.record.current().clone();
        let skill = self.settings.skill();
        self.prepare_prover();
        let mut limits = limits.clone();
        let mut multi_pv = self.settings.multi_pv;
        if let Some(skill) = skill {
            multi_pv = multi_pv.max(skill.lines());
            limits.depth = Some(limits.depth.unwrap_or(i32::MAX).min(skill.max_depth()));
        }
        let job = Job {
            root: &root,
            history_keys: &self.record.history_keys(),
            root_moves: &wanted,
            limits: &limits,
            params: &self.params,
            multi_pv,
            threads: self.settings.threads,
            overhead_ms: self.settings.move_overhead,
            ponders: self.settings.ponder,
            stop: self.stop.clone(),
        };
        let style = self.style;
        let shown = self.settings.multi_pv;
        let mut text = TextObserver::<G> { root: &root, style, multi_pv: shown, listener: observer };
        let game = &self.game;
        // Weaker play sees no more than its level.
        let prover: Option<&mut dyn Prover<_>> = match &mut self.prover {
            Some(prover) if skill.is_none() => Some(prover.as_mut()),
            _ => None,
        };
        let plays = !self.settings.analyse
            && multi_pv == 1
            && wanted.is_empty()
            && limits.mate.is_none()
            && !limits.waits_for_stop();
        if plays
            && let Some(prover) = prover.as_deref()
            && let Some(result) = searched_beforehand(prover, &root, &self.params)
        {
            text.on_info(&result.lines[0]);
            return Ok(result.map_moves(|pv| Self::line_text(&root, pv, style)));
        }
        let mut result = self.searcher.run_with_prover(&job, || game.evaluator(), prover, &mut text);
        if let Some(skill) = skill {
            let unit = self.params.wdl_scale;
            let chosen = skill.choose(&result.lines, unit, &mut self.settings.random);
            result.choose_line(chosen);
        }
        result.lines.truncate(shown);
        Ok(result.map_moves(|pv| Self::line_text(&root, pv, style)))
    }

    fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    fn book_maker(&self, hash_mib: usize) -> Option<Box<dyn BookMaker>> {
        self.game.book_maker(hash_mib)
    }

    fn explain(&self) -> String {
        let pos = self.record.current();
        let evaluation = self.game.explain(pos);
        match proved_values(&self.game, pos, self.style) {
            Some(values) => format!("{evaluation}\n{values}"),
            None => evaluation,
        }
    }

    fn solver(&self, hash_mib: usize, threads: usize) -> Option<Box<dyn AnySolver>> {
        let prover = self.game.prover(hash_mib, threads)?;
        Some(Box::new(GameSolver::new(self.game.clone(), prover)))
    }

    fn bench(&mut self) -> u64 {
        let search = |(game, root, depth): (G, G::Position, i32)| {
            let (params, limits) = (game.params(), SearchLimits::depth(depth));
            let job = Job {
                root: &root,
                history_keys: &[],
                root_moves: &[],
                limits: &limits,
                params: &params,
                multi_pv: 1,
                threads: 1,
                overhead_ms: 0,
                ponders: false,
                stop: self.stop.clone(),
            };
            Searcher::new(BENCH_HASH_MIB).run(&job, || game.evaluator(), &mut Silent).nodes
        };
        self.game.bench_positions().into_iter().map(search).sum()
    }

    fn perft(&self, depth: u32, threads: usize) -> PerftResult {
        let pos = self.record.current();
        let counts = perft::divide(pos, depth, threads, &self.stop);
        let nodes = if depth == 0 { 1 } else { counts.iter().map(|(_, n)| n).sum() };
        let divide = counts.into_iter().map(|(mv, n)| (pos.move_text(mv, self.style), n)).collect();
        PerftResult { nodes, divide }
    }
}
