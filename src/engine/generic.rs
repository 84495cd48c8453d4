//! The facade over one game: text in, text out, the generic search in between.

use std::cmp::Reverse;
use std::sync::Arc;

use super::database::OpenDatabase;
use super::perft;
use super::record::Record;
use super::settings::{DATABASE, DEFAULT_HASH_MIB, EVAL_FILE, Effect, HASH, Settings};
use super::{AnyEngine, Assessment, KnownPosition, PerftResult, Status, Tools};
use crate::contract::card::{GameCard, RuleOption};
use crate::contract::facts::{Choice, Fact, after};
#[cfg(test)]
use crate::contract::fault::Stage;
use crate::contract::{
    EngineError, Evaluator as _, Game, Identity, MoveStyle, Notation, OptionSpec, Position, Ratings, Resized,
    RootHelper, SearchLimits, SearchObserver, SearchParams, SearchResult, StopHandle, Tunable,
};
use crate::database::{Database, Entry, Place};
use crate::search::Searcher;

/// The engine of one game; see [`AnyEngine`].
pub struct Engine<G: Game> {
    pub(super) game: G,
    pub(super) record: Record<G::Position>,
    pub(super) settings: Settings,
    pub(super) params: SearchParams,
    pub(super) searcher: Searcher<G::Position, G::Evaluator>,
    pub(super) helper: Option<Box<dyn RootHelper<G::Position>>>,
    pub(super) stop: StopHandle,
    pub(super) style: MoveStyle,
    pub(super) network_checksum: Option<String>,
    pub(super) database: Option<OpenDatabase>,
    /// The game's own options with other than their initial values.
    pub(super) rule_options: Vec<(String, String)>,
}

impl<G: Game> Engine<G> {
    /// The game at its start position, with default options. Nothing large is allocated yet.
    pub fn new(game: G) -> Engine<G> {
        let mut engine = Engine {
            record: Record::new(game.start_position()),
            settings: Settings::new(),
            params: game.params(),
            searcher: Searcher::new(DEFAULT_HASH_MIB as usize),
            helper: None,
            stop: StopHandle::default(),
            style: MoveStyle::default(),
            network_checksum: None,
            database: None,
            rule_options: Vec::new(),
            game,
        };
        engine.share_hash();
        engine
    }

    /// Applies a checked value of a general option.
    fn apply_setting(&mut self, name: &str, value: &str) {
        match self.settings.set(name, value) {
            Effect::Nothing => {}
            Effect::DropHelper => self.drop_helper(),
            Effect::ShareHash => self.share_hash(),
            Effect::Forget => self.forget(),
        }
    }
}

/// The legal moves of a position.
pub(super) fn legal<P: Position>(pos: &P) -> Vec<P::Move> {
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    moves
}

/// The moves of a line from here, up to the first that is not legal.
fn legal_line<P: Notation>(pos: &P, line: &[String]) -> Vec<P::Move> {
    let mut pos = pos.clone();
    let play = |text: &String| {
        let mv = pos.parse_move(text).ok()?;
        pos.make(mv);
        Some(mv)
    };
    line.iter().map_while(play).collect()
}

// Sorting and the names of options are compiled once, not for every game.

fn sorted(mut words: Vec<String>) -> Vec<String> {
    words.sort();
    words
}

/// The highest rank first, equals in their order.
fn ranked(mut moves: Vec<(String, i32)>) -> Vec<(String, i32)> {
    moves.sort_by_key(|&(_, rank)| Reverse(rank));
    moves
}

/// With the rule options of a game.
fn with_rules(mut specs: Vec<OptionSpec>, card: &GameCard) -> Vec<OptionSpec> {
    specs.extend(card.options.iter().map(RuleOption::spec));
    specs
}

/// The search parameters with these values.
fn tunable_specs(params: &SearchParams) -> Vec<OptionSpec> {
    let spec = |t: &Tunable| {
        let value = i64::from(params.get(t.name).unwrap_or(0));
        OptionSpec::spin(t.name, value, i64::from(t.min), i64::from(t.max), "search parameter")
    };
    SearchParams::TUNABLES.iter().map(spec).collect()
}

fn find(specs: Vec<OptionSpec>, name: &str) -> Option<OptionSpec> {
    specs.into_iter().find(|spec| spec.name.eq_ignore_ascii_case(name))
}

fn unknown(known: Vec<OptionSpec>, name: &str) -> EngineError {
    let known: Vec<String> = known.into_iter().map(|spec| spec.name).collect();
    EngineError(format!("unknown option '{name}'; expected one of {}", known.join(", ")))
}

/// Notes the value of a rule option among those with other than their initial values.
fn note_rule(options: &mut Vec<(String, String)>, spec: OptionSpec, value: String) {
    options.retain(|(name, _)| *name != spec.name);
    if value != spec.default_text() {
        options.push((spec.name, value));
    }
}

/// A move of the game.
pub(super) type Move<G> = <<G as Game>::Position as Position>::Move;

impl<G: Game> AnyEngine for Engine<G> {
    fn identity(&self) -> Identity {
        self.game.identity()
    }

    fn resized(&self, width: usize, height: Option<usize>) -> Option<Resized> {
        self.game.resized(width, height)
    }

    fn options(&self) -> Vec<OptionSpec> {
        with_rules(Settings::specs::<G>(), self.game.identity().card)
    }

    fn level_ratings(&self) -> Ratings {
        self.game.levels().ratings
    }

    fn tunables(&self) -> Vec<OptionSpec> {
        tunable_specs(&self.params)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<Option<String>, EngineError> {
        if let Some(spec) = find(Settings::specs::<G>(), name) {
            let (mut fitted, mut note) = spec.check_value(value)?;
            if spec.name == HASH
                && let Some((most, cut)) = self.fit_hash(fitted.parse().unwrap_or(1), value)
            {
                (fitted, note) = (most.to_string(), Some(cut));
            }
            if spec.name == EVAL_FILE {
                self.load_network(&fitted)?;
            }
            if spec.name == DATABASE {
                note = self.open_database(&fitted)?;
            }
            self.apply_setting(&spec.name, &fitted);
            return Ok(note);
        }
        if let Some(spec) = self.game.identity().card.option(name).map(RuleOption::spec) {
            let (value, note) = spec.check_value(value)?;
            self.game.set_option(&spec.name, &value)?;
            note_rule(&mut self.rule_options, spec, value);
            self.record = Record::new(self.game.start_position());
            self.renew_database();
            self.searcher.clear();
            self.drop_helper();
            return Ok(note);
        }
        if let Some(spec) = find(self.tunables(), name) {
            let (value, note) = spec.check_value(value)?;
            self.params.set(&spec.name, value.parse().unwrap_or(0));
            return Ok(note);
        }
        Err(unknown(self.options(), name))
    }

    fn network_checksum(&self) -> Option<&str> {
        self.network_checksum.as_deref()
    }

    fn rule_options(&self) -> Vec<(String, String)> {
        self.rule_options.clone()
    }

    fn new_game(&mut self) {
        self.forget();
    }

    fn prepare(&mut self) {
        let game = &self.game;
        self.searcher.prepare(self.settings.threads, &|| game.evaluator());
        self.prepare_helper();
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<(), EngineError> {
        self.record.set(&self.game, fen, moves)
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
        sorted(legal(pos).into_iter().map(|mv| pos.move_text(mv, style)).collect())
    }

    fn status(&self) -> Status {
        self.record.status()
    }

    fn fen(&self) -> String {
        self.record.current().fen()
    }

    fn base_fen(&self) -> Option<String> {
        self.record.base().map(Notation::fen)
    }

    fn moves(&self, style: MoveStyle) -> Vec<String> {
        self.record.moves().map(|(pos, mv)| pos.move_text(mv, style)).collect()
    }

    fn facts(&self, played: &str, better: &[String], answer: &[String]) -> Result<Vec<Fact>, EngineError> {
        let before = self.record.current();
        let played = before.parse_move(played).map_err(EngineError)?;
        let better = legal_line(before, better);
        let answer = legal_line(&after(before, played), answer);
        Ok(self.game.commentary().facts(&Choice { before, played, better: &better, answer: &answer }))
    }

    fn key(&self) -> u64 {
        self.record.current().key()
    }

    fn position_keys(&self) -> Vec<u64> {
        self.record.positions().iter().map(Position::repetition_key).collect()
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
        #[cfg(test)]
        self.stop.fault().reach(Stage::Work, true);
        self.search(limits, observer)
    }

    fn stop_handle(&self) -> StopHandle {
        self.stop.clone()
    }

    fn explain(&self) -> String {
        let pos = self.record.current();
        let opening = Tools::opening_name(self).map(|name| format!("opening: {name}"));
        let values = self.game.tools().proved_values(pos, self.style);
        let parts = [opening, Some(self.game.commentary().explain(pos)), values];
        parts.into_iter().flatten().collect::<Vec<_>>().join("\n")
    }

    fn assess(&self) -> Assessment {
        let pos = self.record.current();
        let mut evaluator = self.game.evaluator();
        evaluator.begin(pos);
        let mut moves = Vec::new();
        evaluator.candidates(pos, &mut moves);
        let order = moves
            .into_iter()
            .map(|mv| (pos.move_text(mv, self.style), evaluator.order_hint(pos, mv)))
            .collect();
        let terms = self.game.commentary().terms(pos);
        Assessment { value: evaluator.evaluate(pos), terms, order: ranked(order) }
    }

    fn known(&self) -> Option<KnownPosition> {
        self.known_position()
    }

    fn database(&self) -> Option<Arc<Database>> {
        self.database.as_ref().map(OpenDatabase::file)
    }

    fn set_database(&mut self, database: Option<Arc<Database>>) {
        self.use_database(database);
    }

    fn place(&self) -> Place {
        self.current_place()
    }

    fn change_known(&self, change: &mut dyn FnMut(&mut Entry)) -> Result<(), EngineError> {
        self.change_entry(change)
    }

    fn delete_known_after(&self, is_deleted: &dyn Fn(&Entry) -> bool) -> Result<usize, EngineError> {
        self.delete_after(is_deleted)
    }

    fn tools(&self) -> &dyn Tools {
        self
    }

    fn bench(&mut self) -> u64 {
        #[cfg(test)]
        self.stop.fault().reach(Stage::Count, true);
        self.count_bench_nodes()
    }

    fn perft(&self, depth: u32, threads: usize) -> PerftResult {
        #[cfg(test)]
        self.stop.fault().reach(Stage::Count, true);
        let pos = self.record.current();
        let counts = perft::divide(pos, depth, threads, &self.stop);
        let nodes = if depth == 0 { 1 } else { counts.iter().map(|(_, n)| n).sum() };
        let divide = counts.into_iter().map(|(mv, n)| (pos.move_text(mv, self.style), n)).collect();
        PerftResult { nodes, divide }
    }
}
