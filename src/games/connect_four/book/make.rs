//! Making a book: which positions to prove or search, and how the results become entries.
//!
//! A search from fewer stones looks up every position with the book's number of stones, after any forced moves that
//! follow. So a proved book holds the positions after forced moves from every position with that number of stones, and
//! all scores with fewer stones follow at once.
//!
//! A position just beyond may still be slow. So the successors of slow positions are proved as well, and theirs if
//! these are slow, until nothing slow is left.
//!
//! A searched book is a tree: the engine's one move, and all replies. If its entries contradict each other, all moves are
//! searched, and then the values of the last entries are backed up, see `tree.rs`.

use std::collections::{HashMap, HashSet};

use super::answers::{is_strategy_line, strategy_of};
use super::key::Shape;
use super::line::{Line, column_char, parse_column};
use super::strategy;
use super::tree::Tree;
use super::{Book, Entry};
use crate::contract::Position as _;
use crate::contract::book::{BookMaker, StrategyListener, StrategyQuestion};
use crate::contract::solver::Effort;
use crate::games::connect_four::geometry::Geometry;
use crate::games::connect_four::moves::Move;
use crate::games::connect_four::position::Position;
use crate::games::connect_four::solver::Solver;
use crate::games::connect_four::tactics::{Tactics, Threats};
use crate::games::connect_four::word::BoardWord;

/// Positions of about the same weight are proved in the order of play, because neighbours share much of their search.
const WEIGHT_CLASS: u32 = 4;
/// Nodes for the first attempt to prove a move best, and the factor from one attempt to the next.
const FIRST_NODES: u64 = 1000;
const NODES_FACTOR: u64 = 8;

/// The maker of books for one board.
pub struct Maker<B> {
    geometry: Geometry<B>,
    hash_mib: usize,
    /// Created when it is needed, because its memory is large.
    solver: Option<Solver<B>>,
}

impl<B: BoardWord> Maker<B> {
    /// A maker whose solver takes at most `hash_mib` mebibytes.
    pub fn new(geometry: Geometry<B>, hash_mib: usize) -> Maker<B> {
        Maker { geometry, hash_mib, solver: None }
    }

    /// Reads a line of a work file; also the nodes that it took.
    fn read(&self, text: &str) -> Result<(Line<B>, Entry, u64), String> {
        let error = || {
            format!("'{text}': expected MOVES NUMBER MOVE NODES, with or without 'searched DEPTH' after it")
        };
        let words: Vec<&str> = text.split(' ').collect();
        let (&[moves, score, mv, nodes], rest) = words.split_first_chunk().ok_or_else(error)?;
        let depth = match rest {
            [] => None,
            ["searched", depth] => Some(depth.parse().map_err(|_| error())?),
            _ => return Err(error()),
        };
        let (score, nodes) = (score.parse(), nodes.parse::<u64>());
        let line = Line::read(self.geometry, moves)?;
        let column = mv.chars().next().filter(|_| mv.len() == 1);
        let column = column.and_then(|c| parse_column(self.geometry.width(), c));
        let column = column.filter(|&column| line.pos.drop_into(column).is_some());
        match (score, column, nodes) {
            (Ok(score), Some(column), Ok(nodes)) if depth.is_some() || possible(&line.pos, score) => {
                Ok((line, Entry { score, column: column as u8, depth }, nodes))
            }
            _ => Err(error()),
        }
    }

    /// The lines of a work file by their keys.
    fn entries(&self, work: &str) -> Result<HashMap<u128, Entry>, String> {
        let mut entries: HashMap<u128, Entry> = HashMap::new();
        for text in entry_lines(work) {
            let (line, mut entry, _) = self.read(text)?;
            let (key, mirrored) = line.key();
            if mirrored {
                entry.column = self.geometry.width() as u8 - 1 - entry.column;
            }
            if let Some(before) = entries.insert(key, entry)
                && before.depth.is_none()
            {
                if entry.depth.is_none() && entry.score != before.score {
                    return Err(format!("'{text}': another line has the score {}", before.score));
                }
                entries.insert(key, before);
            }
        }
        Ok(entries)
    }

    /// The tree of these entries.
    fn tree<'a>(&self, entries: &'a HashMap<u128, Entry>) -> Tree<'a, B> {
        Tree { geometry: self.geometry, entries }
    }

    /// The lines of play with a searched entry, each position once.
    fn searched(&self, work: &str) -> Result<Vec<Line<B>>, String> {
        let lines: Result<Vec<_>, String> = entry_lines(work).map(|text| self.read(text)).collect();
        let searched = lines?.into_iter().filter(|(_, entry, _)| entry.depth.is_some());
        Ok(distinct(searched.map(|(line, ..)| line)))
    }

    /// The engine's move: that of the entries, or the only sensible one; `None` if it has not been searched.
    fn own_move(&self, line: &Line<B>, entries: &HashMap<u128, Entry>) -> Option<Move> {
        if let Some(entry) = self.tree(entries).entry(line) {
            return line.pos.drop_into(u32::from(entry.column));
        }
        match Tactics::new(&self.geometry, line.pos.occupied(), Threats::of(&line.pos)) {
            Tactics::Open(_) => None,
            settled => Some(Move::onto(settled.moves().lowest())),
        }
    }
}

/// The lines of a work file that are entries of a book.
fn entry_lines(work: &str) -> impl Iterator<Item = &str> {
    work.lines().filter(|text| !is_strategy_line(text))
}

/// Does the winner with this score have a stone left to win with?
fn possible<B: BoardWord>(pos: &Position<B>, score: i16) -> bool {
    let empty = pos.empty().count() as i16;
    (-empty / 2..=(empty + 1) / 2).contains(&score)
}

/// The move that keeps this score, found with few nodes.
fn best_move<B: BoardWord>(solver: &mut Solver<B>, pos: &Position<B>, score: i32) -> Move {
    let moves: Vec<Move> = pos.landing_cells().cells().map(Move::onto).collect();
    let mut nodes = FIRST_NODES;
    loop {
        for &mv in &moves {
            let mut child = *pos;
            child.make(mv);
            let effort = Effort { nodes, stop: &|| false };
            // Where there is a choice no move ends the game, but on a board about to be full.
            if child.outcome().is_some() || solver.solve(&child, (-score, 1 - score), effort).high <= -score {
                return mv;
            }
        }
        nodes *= NODES_FACTOR;
    }
}

/// Each position once, the first line to it.
fn distinct<B: BoardWord>(lines: impl Iterator<Item = Line<B>>) -> Vec<Line<B>> {
    let mut seen = HashSet::new();
    lines.filter(|line| seen.insert(line.key().0)).collect()
}

/// The lines by this key, equals in their order. A sort of plain numbers is compiled once, not for every board.
fn sorted<B: BoardWord>(lines: &[Line<B>], key: impl Fn(&Line<B>) -> i64) -> impl Iterator<Item = &Line<B>> {
    let mut places: Vec<(i64, usize)> = lines.iter().map(key).zip(0..).collect();
    places.sort_unstable();
    places.into_iter().map(|(_, place)| &lines[place])
}

impl<B: BoardWord> BookMaker for Maker<B> {
    fn plan(&self, plies: u32) -> Vec<String> {
        let mut lines = vec![Line::start(self.geometry)];
        for _ in 0..plies {
            lines = distinct(lines.iter().flat_map(Line::next));
        }
        let lines = distinct(lines.into_iter().filter_map(Line::settled));
        let lines = sorted(&lines, |line| -i64::from(line.weight() / WEIGHT_CLASS));
        lines.map(|line| line.text().to_string()).collect()
    }

    fn prove(&mut self, position: &str) -> Result<String, String> {
        let line = Line::read(self.geometry, position)?;
        if line.clone().settled().is_none_or(|settled| settled.text() != line.text()) {
            return Err(format!("'{position}': there is no choice to be made"));
        }
        let (geometry, hash_mib) = (&self.geometry, self.hash_mib);
        let solver = self.solver.get_or_insert_with(|| Solver::new(geometry, hash_mib, 1));
        let found = solver.solve(&line.pos, Solver::<B>::WHOLE, Effort::ENDLESS);
        let best = best_move(solver, &line.pos, found.low);
        let column_char = column_char(geometry.width(), geometry.column(best.cell()));
        Ok(format!("{} {} {column_char} {}", line.text(), found.low, found.nodes))
    }

    fn beyond(&self, work: &str, slow: u64) -> Result<Vec<String>, String> {
        let entries = self.entries(work)?;
        let mut open = Vec::new();
        for text in entry_lines(work) {
            let (line, entry, nodes) = self.read(text)?;
            if entry.depth.is_none() && nodes > slow {
                open.extend(line.next().filter_map(Line::settled));
            }
        }
        let open = distinct(open.into_iter()).into_iter().filter(|line| !entries.contains_key(&line.key().0));
        Ok(open.map(|line| line.text().to_string()).collect())
    }

    fn forget(&mut self) {
        if let Some(solver) = &mut self.solver {
            solver.clear();
        }
    }

    fn unexplored(&self, work: &str, plies: u32, all: u32) -> Result<Vec<String>, String> {
        let entries = self.entries(work)?;
        let mut open = Vec::new();
        let mut lines = vec![Line::start(self.geometry)];
        for _ in 0..all {
            open.extend(lines.iter().filter(|line| self.own_move(line, &entries).is_none()).cloned());
            lines = distinct(lines.iter().flat_map(Line::next));
        }
        for engine in 0..2 {
            let mut lines = vec![Line::start(self.geometry)];
            for ply in 0..plies {
                if ply % 2 != engine {
                    lines = distinct(lines.iter().flat_map(Line::next));
                    continue;
                }
                let mut next = Vec::new();
                for line in lines {
                    match self.own_move(&line, &entries) {
                        Some(mv) => next.push(line.after(mv)),
                        None => open.push(line),
                    }
                }
                lines = distinct(next.into_iter().filter(|line| line.pos.outcome().is_none()));
            }
        }
        if open.is_empty() {
            let tree = self.tree(&entries);
            let contradicted =
                self.searched(work)?.into_iter().filter(|line| tree.contradiction(line).is_some());
            open.extend(contradicted.flat_map(|line| tree.unknown(&line)));
        }
        let open = sorted(&open, |line| line.pos.ply().into());
        Ok(distinct(open.cloned()).iter().map(|line| line.text().to_string()).collect())
    }

    fn back_up(&self, work: &str) -> Result<Vec<String>, String> {
        let mut entries = self.entries(work)?;
        let lines = self.searched(work)?;
        let mut texts = Vec::new();
        for line in sorted(&lines, |line| -i64::from(line.pos.ply())) {
            let Some(entry) = self.tree(&entries).backed_up(line) else { continue };
            let Entry { score, column, depth } = entry;
            let column_char = column_char(self.geometry.width(), column.into());
            texts.push(format!(
                "{} {score} {column_char} 0 searched {}",
                line.text(),
                depth.unwrap_or_default()
            ));
            let (key, mirrored) = line.key();
            let column = if mirrored { self.geometry.width() as u8 - 1 - column } else { column };
            entries.insert(key, Entry { score, column, depth });
        }
        Ok(texts)
    }

    fn search_strategy(
        &mut self,
        question: &StrategyQuestion,
        work: &str,
        listener: &dyn StrategyListener,
    ) -> Result<Option<bool>, String> {
        strategy::search(self.geometry, self.hash_mib, question, work, listener)
    }

    fn pack(&self, work: &str) -> Result<Vec<u8>, String> {
        let entries = self.entries(work)?;
        let tree = self.tree(&entries);
        for text in entry_lines(work) {
            let (line, entry, _) = self.read(text)?;
            let replaced = tree.entry(&line) != Some(entry);
            if let Some(contradiction) = tree.contradiction(&line).filter(|_| !replaced) {
                return Err(format!("'{text}': {contradiction}"));
            }
        }
        let strategy = strategy_of(&self.geometry, work, &entries)?;
        Ok(Book::new(Shape::of(&self.geometry), entries, strategy).encode())
    }

    fn describe(&self, book: Option<&[u8]>) -> Result<String, String> {
        let (width, height) = (self.geometry.width(), self.geometry.height());
        let book = match book {
            Some(bytes) => Book::decode(bytes, width, height)?,
            None => Book::embedded(width, height)
                .map(|book| (*book).clone())
                .ok_or_else(|| format!("there is no built-in opening book for {width}x{height}"))?,
        };
        Ok(book.describe())
    }
}
