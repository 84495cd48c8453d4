//! Counts the games of a match, one at a time: results of each engine and of each pairing, faults, time, depth, speed.
//! A game that is added twice counts once.
//!
//! Two games are a complete pair when they have the same pair number and the same two engines on exchanged seats. Only
//! complete pairs are in the pentanomial counts; every game is in wins, draws and losses. For games with more than two
//! players only points are compared, with the points that equal engines would have.
//!
//! Invariant: the time for adding a game does not grow with the number of games.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::elo::{Estimate, Pairs, Wdl, reversed};
use super::game_line::{End, GameLine, MatchLine, PROVED};
use super::ratings::{self, Pairing};
use super::totals::EngineTotals;
use super::turn_order::TurnOrder;
use crate::search::MAX_DEPTH;

/// The first game of a pair, until the second is added: engines by seat, points of the first seat.
type UnpairedGame = ([usize; 2], f64);

/// The counts of the games of a match.
pub struct Standings {
    variant: String,
    engines: Vec<EngineTotals>,
    by_name: HashMap<String, usize>,
    /// By two engines in the order in which they were given, as the first of them sees them.
    pairings: BTreeMap<(usize, usize), Pairing>,
    unpaired: HashMap<u64, UnpairedGame>,
    seen: HashSet<(u64, u32)>,
    turn_order: TurnOrder,
    seats: Vec<Wdl>,
    ends: BTreeMap<&'static str, u64>,
}

impl Standings {
    /// The standings of a match before its first game.
    pub fn new(line: &MatchLine) -> Standings {
        let mut standings = Standings {
            variant: line.variant.clone(),
            engines: Vec::new(),
            by_name: HashMap::new(),
            pairings: BTreeMap::new(),
            unpaired: HashMap::new(),
            seen: HashSet::new(),
            turn_order: TurnOrder::new(line),
            seats: Vec::new(),
            ends: BTreeMap::new(),
        };
        line.engines.iter().for_each(|name| {
            standings.index(name);
        });
        standings
    }

    /// The standings after the games of a log, or of several logs of one match.
    pub fn of(line: &MatchLine, games: &[GameLine]) -> Standings {
        let mut standings = Standings::new(line);
        games.iter().for_each(|game| {
            standings.add(game);
        });
        standings
    }

    /// Counts a game; `false` if it has been counted before.
    pub fn add(&mut self, game: &GameLine) -> bool {
        if !self.seen.insert(game.id()) {
            return false;
        }
        let players: Vec<usize> = game.players.iter().map(|name| self.index(name)).collect();
        self.seats.resize(self.seats.len().max(players.len()), Wdl::default());
        for (seat, &player) in players.iter().enumerate() {
            let points = game.points.get(seat).copied().unwrap_or(0.0);
            let engine = &mut self.engines[player];
            engine.points += points;
            engine.expected += 1.0 / players.len() as f64;
            engine.wdl.count(points);
            self.seats[seat].count(points);
        }
        if game.end.is_fault()
            && let Some(&player) = game.at_fault.and_then(|seat| players.get(seat))
        {
            self.engines[player].faults.add(game.end);
        }
        *self.ends.entry(end_name(game.end)).or_default() += 1;
        self.add_searches(game, &players);
        if let &[first, second] = &players[..]
            && first != second
        {
            self.add_to_pairing(game, [first, second]);
        }
        true
    }

    /// Times, depths and nodes of a game.
    fn add_searches(&mut self, game: &GameLine, players: &[usize]) {
        for (seat, index) in self.turn_order.after_opening(game) {
            let Some(&player) = players.get(seat) else { continue };
            let depth = searched_depth(game, index);
            let nodes = game.nodes.get(index).copied().flatten();
            self.engines[player].add_move(game.ms[index], depth, nodes);
        }
    }

    /// Results of two engines against each other.
    fn add_to_pairing(&mut self, game: &GameLine, players: [usize; 2]) {
        let [first, second] = players;
        let points = game.points.first().copied().unwrap_or(0.0);
        let key = (first.min(second), first.max(second));
        let pairing = self.pairings.entry(key).or_default();
        pairing.wdl.count(if first == key.0 { points } else { 1.0 - points });
        match self.unpaired.get(&game.pair) {
            Some(&(other, other_points)) if other == [second, first] => {
                // Points of the engine that had the first seat in this game.
                let sum = points + 1.0 - other_points;
                let sum = if first == key.0 { sum } else { 2.0 - sum };
                let class = (sum * 2.0).round().clamp(0.0, 4.0) as usize;
                pairing.pairs[class] += 1;
                pairing.drawn_pairs += u64::from(points == 0.5 && other_points == 0.5);
                self.unpaired.remove(&game.pair);
            }
            Some(_) => {}
            None => {
                self.unpaired.insert(game.pair, (players, points));
            }
        }
    }

    /// The index of a name; a name that is not in the first line of the log is added at the end.
    fn index(&mut self, name: &str) -> usize {
        if let Some(&index) = self.by_name.get(name) {
            return index;
        }
        self.engines.push(EngineTotals::new(name));
        self.by_name.insert(name.to_string(), self.engines.len() - 1);
        self.engines.len() - 1
    }

    /// Name of the game.
    pub fn variant(&self) -> &str {
        &self.variant
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.seen.len() as u64
    }

    /// The engines, in the order in which they were given.
    pub fn engines(&self) -> &[EngineTotals] {
        &self.engines
    }

    /// Results by seat.
    pub fn seats(&self) -> &[Wdl] {
        &self.seats
    }

    /// Games by their kind of end, as text.
    pub const fn ends(&self) -> &BTreeMap<&'static str, u64> {
        &self.ends
    }

    /// Are there games of more than two players?
    pub fn is_many_player(&self) -> bool {
        self.seats.len() > 2
    }

    /// Is this a match of two engines in a game of two?
    pub fn is_duel(&self) -> bool {
        self.engines.len() == 2 && !self.is_many_player()
    }

    /// Results of two engines against each other, as the first of them sees them.
    pub fn pairing(&self, a: usize, b: usize) -> Pairing {
        let pairing = self.pairings.get(&(a.min(b), a.max(b))).copied().unwrap_or_default();
        if a < b {
            return pairing;
        }
        Pairing { wdl: pairing.wdl.reversed(), pairs: reversed(&pairing.pairs), ..pairing }
    }

    /// Complete pairs of two engines, as the first of them sees them.
    pub fn pairs(&self, a: usize, b: usize) -> Pairs {
        self.pairing(a, b).pairs
    }

    /// Games of two engines against each other, as the first of them sees them.
    pub fn wdl(&self, a: usize, b: usize) -> Wdl {
        self.pairing(a, b).wdl
    }

    /// The estimated strength of one engine against another: by pairs if there are any, else by games.
    pub fn estimate(&self, a: usize, b: usize) -> Option<Estimate> {
        let pairing = self.pairing(a, b);
        Estimate::best(&pairing.pairs, &pairing.wdl)
    }

    /// The strengths of all engines, best first: see [`ratings`].
    pub fn ratings(&self) -> ratings::Ratings {
        ratings::rate(self.engines.len(), &self.pairings)
    }
}

/// The depth to which a move was searched. A proved result has none, whatever was reported: a solver does not search by
/// depth, and if nothing is left to search, every depth up to the last is done at once. A book move, which takes no
/// nodes, has none either.
fn searched_depth(game: &GameLine, index: usize) -> Option<i32> {
    let is_proved = game.scores.get(index).copied().flatten().is_some_and(|score| score.abs() >= PROVED);
    let is_looked_up = game.nodes.get(index).copied().flatten() == Some(0);
    let depth = game.depths.get(index).copied().flatten()?;
    (!is_proved && !is_looked_up && depth < MAX_DEPTH).then_some(depth)
}

/// The kind of end of a game, for users.
pub const fn end_name(end: End) -> &'static str {
    match end {
        End::Rules => "by the rules",
        End::Adjudicated => "adjudicated",
        End::MaxPlies => "limit of plies",
        End::Resigned => "resigned",
        End::Time => "lost on time",
        End::Illegal => "illegal move",
        End::Crash => "crash",
        End::Hang => "no answer",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_runner::test_logs::{game, line, result};
    use crate::match_runner::totals::Faults;
    use crate::random::Random;

    /// Two engines: a pair 1.5 to 0.5 for A, an even one by a win each, half a pair.
    fn games() -> Vec<GameLine> {
        vec![
            result(0, 0, ["A", "B"], 1.0),
            result(1, 1, ["B", "A"], 1.0),
            result(0, 1, ["B", "A"], 0.5),
            result(1, 0, ["A", "B"], 1.0),
            result(2, 1, ["B", "A"], 0.0),
        ]
    }

    #[test]
    fn pairs_are_joined_in_any_order_and_counted_from_both_sides() {
        let standings = Standings::of(&line("connect4", &["A", "B"]), &games());
        assert_eq!(standings.pairs(0, 1), [0, 0, 1, 1, 0]);
        assert_eq!(standings.pairs(1, 0), [0, 1, 1, 0, 0]);
        assert_eq!(standings.wdl(0, 1), Wdl { wins: 3, draws: 1, losses: 1 });
        assert_eq!(standings.wdl(1, 0), Wdl { wins: 1, draws: 1, losses: 3 });
        assert_eq!(standings.engines()[0].points, 3.5);
        assert_eq!(standings.seats()[0], Wdl { wins: 3, draws: 1, losses: 1 });
    }

    #[test]
    fn a_game_counts_once() {
        let twice = [games(), games()].concat();
        let line = line("connect4", &["A", "B"]);
        let mut standings = Standings::new(&line);
        assert_eq!(twice.iter().filter(|game| standings.add(game)).count(), 5);
        assert_eq!(standings.pairs(0, 1), Standings::of(&line, &games()).pairs(0, 1));
        assert_eq!(standings.table(), Standings::of(&line, &games()).table());
    }

    #[test]
    fn what_engines_did_is_counted_by_who_moved() {
        let line = line("connect4", &["A", "B"]);
        let mut random = Random::new(3);
        let mut first = game(&line, &mut random, (0, 0), ["A", "B"], 7);
        let times = [1.0, 10.0, 1.0, 10.0, 1.0];
        first.ms = times.to_vec();
        first.depths = vec![Some(4), None, Some(6), None, None];
        first.nodes = vec![Some(1000), None, Some(2000), None, None];
        (first.end, first.at_fault) = (End::Illegal, Some(1));
        let standings = Standings::of(&line, &[first]);
        let [a, b] = standings.engines() else { panic!("two engines") };
        assert_eq!((a.moves, a.ms_per_move(), a.mean_depth(), a.nps()), (3, 1.0, 5.0, 1_500_000.0));
        assert_eq!((b.moves, b.ms_per_move()), (2, 10.0));
        assert!(b.nps().is_nan() && b.mean_depth().is_nan());
        assert_eq!((a.faults.total(), b.faults), (0, Faults { illegal: 1, ..Faults::default() }));
    }

    #[test]
    fn proofs_book_moves_and_exhausted_trees_have_no_depth() {
        let line = line("connect4", &["A", "B"]);
        let mut played = game(&line, &mut Random::new(3), (0, 0), ["A", "B"], 14);
        let (searched, proved, exhausted, book) = (Some(8), Some(9), Some(200), Some(1));
        played.depths = vec![searched, searched, proved, exhausted, book, searched, None];
        played.scores = vec![Some(3), None, Some(-29_990), Some(0), Some(10), Some(-28_999), None];
        played.nodes = vec![Some(50), None, Some(50), Some(50), Some(0), Some(50), None];
        played.ms = vec![1.0; 7];
        played.moves.truncate(9);
        let standings = Standings::of(&line, &[played]);
        let [a, b] = standings.engines() else { panic!("two engines") };
        assert_eq!((a.moves + b.moves, a.mean_depth(), b.mean_depth()), (7, 8.0, 8.0));
    }

    #[test]
    fn from_a_position_the_second_player_may_begin() {
        let line = line("connect4", &["A", "B"]);
        let mut engine = crate::games::open("connect4").expect("a game");
        engine.set_position(None, &["4"]).expect("a move");
        let mut from_position = result(0, 0, ["A", "B"], 1.0);
        from_position.fen = Some(engine.fen());
        from_position.ms = vec![5.0, 7.0];
        let standings = Standings::of(&line, &[from_position]);
        assert_eq!((standings.engines()[0].ms, standings.engines()[1].ms), (7.0, 5.0));
    }

    #[test]
    fn games_of_three_count_points_and_shares() {
        let line = line("chinesecheckers", &["A", "B", "C"]);
        let mut game = result(0, 0, ["A", "B"], 1.0);
        game.players = ["C", "A", "B"].map(str::to_string).to_vec();
        game.points = vec![0.0, 1.0, 0.0];
        let standings = Standings::of(&line, &[game]);
        assert_eq!((standings.engines()[0].points, standings.pairs(0, 1)), (1.0, [0; 5]));
        assert!((standings.engines()[2].expected - 1.0 / 3.0).abs() < 1e-12);
        assert!(standings.table().contains("33.3 %"), "{}", standings.table());
    }

    #[test]
    fn damaged_lines_are_counted_as_far_as_they_go() {
        let line = line("no such game", &["A"]);
        let mut odd = result(0, 0, ["X", "X"], 1.0);
        (odd.points, odd.at_fault, odd.end) = (Vec::new(), Some(9), End::Crash);
        (odd.ms, odd.fen) = (vec![1.0], Some("?".to_string()));
        let nobody = GameLine { players: Vec::new(), pair: 1, ..odd.clone() };
        let standings = Standings::of(&line, &[odd, nobody]);
        assert_eq!(standings.games(), 2);
        assert!(!standings.table().contains("NaN"));
    }
}
