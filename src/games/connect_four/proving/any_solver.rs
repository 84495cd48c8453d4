//! Exact values as text: the solver behind the facade [`AnySolver`].
//!
//! Positions in which the game is over are answered by the rules; the prover never sees one.

use super::after::{After, after, after_move, before_move, outcome, window_after_move};
use super::prover::Prover;
use crate::contract::solver::{AnySolver, Effort, Proof};
use crate::contract::{
    EngineError, Game as _, MoveStyle, Notation as _, Outcome, Player, Position as _, Score, Status, Window,
};
use crate::engine::Record;
use crate::games::connect_four::ConnectFour;
use crate::games::connect_four::moves::Move;
use crate::games::connect_four::notation::split_moves;
use crate::games::connect_four::position::Position;
use crate::games::connect_four::word::BoardWord;
use crate::search::insertion_sort_by_key;

/// A prover, with a position.
pub struct ConnectFourSolver<B: BoardWord> {
    game: ConnectFour<B>,
    record: Record<Position<B>>,
    prover: Prover<B>,
    moves: Vec<String>,
}

impl<B: BoardWord> ConnectFourSolver<B> {
    /// At the start position of the game.
    pub fn new(game: ConnectFour<B>, prover: Prover<B>) -> ConnectFourSolver<B> {
        let start = game.start_position();
        let moves = legal(&start).into_iter().map(|(text, _)| text).collect();
        ConnectFourSolver { game, record: Record::new(start), prover, moves }
    }

    /// The value of a legal move for the player who makes it, in plies from `pos`.
    fn value_of(&mut self, pos: &Position<B>, mv: Move, window: Window, effort: Effort<'_>) -> Proof {
        match after(pos, mv) {
            After::Over(value) => exactly(value),
            After::On(next) => {
                let Proof { low, high, nodes } = self.prover.prove(&next, window_after_move(window), effort);
                Proof { low: before_move(high), high: before_move(low), nodes }
            }
        }
    }

    /// The legal moves of a position, the middle ones of the start position first.
    fn middle_first(&self, pos: &Position<B>) -> Vec<(String, Move)> {
        let distance = |text: &String| {
            let place = self.moves.iter().position(|mv| mv == text).unwrap_or(self.moves.len());
            (2 * place + 1).abs_diff(self.moves.len())
        };
        let mut moves = legal(pos);
        insertion_sort_by_key(&mut moves, |(text, _)| distance(text));
        moves
    }
}

/// The legal moves and their texts.
fn legal<B: BoardWord>(pos: &Position<B>) -> Vec<(String, Move)> {
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    moves.into_iter().map(|mv| (pos.move_text(mv, MoveStyle::Native), mv)).collect()
}

/// The value of a game that is over, for the player whose turn it would be.
fn settled(outcome: Outcome, to_move: Player) -> Proof {
    let value = match outcome {
        Outcome::Draw => Score::DRAW,
        Outcome::Win(winner) if winner == to_move => Score::win_in(0),
        Outcome::Win(_) => Score::loss_in(0),
    };
    exactly(value)
}

/// A proof without a search.
fn exactly(value: Score) -> Proof {
    Proof { low: value, high: value, nodes: 0 }
}

/// The window that distinguishes this value from every lower one: distances of wins are odd, those of losses even, so
/// the next value is two plies away.
fn no_less_than(value: Score) -> Window {
    Window { alpha: value - 2, beta: value }
}

impl<B: BoardWord> AnySolver for ConnectFourSolver<B> {
    fn set_position(&mut self, fen: Option<&str>, moves: &str) -> Result<(), EngineError> {
        self.record.set(&self.game, fen, &split_moves(moves))
    }

    fn status(&self) -> Status {
        self.record.status()
    }

    fn clear(&mut self) {
        self.prover.clear();
    }

    fn use_book(&mut self, on: bool) {
        self.prover.use_book(on);
    }

    fn prove(&mut self, window: Window, effort: Effort<'_>) -> Proof {
        let Status { to_move, outcome, .. } = self.record.status();
        match outcome {
            Some(outcome) => settled(outcome, to_move),
            None => self.prover.prove(self.record.current(), window, effort),
        }
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }

    fn prove_move(&mut self, mv: &str, window: Window, effort: Effort<'_>) -> Option<Proof> {
        let pos = *self.record.current();
        let mv = pos.parse_move(mv).ok()?;
        Some(self.value_of(&pos, mv, window, effort))
    }

    fn best_line(&mut self, value: Score, effort: Effort<'_>) -> Vec<String> {
        let mut pos = *self.record.current();
        let (mut value, mut left) = (value, effort.nodes);
        let mut line = Vec::new();
        while outcome(&pos).is_none() {
            let mut best = None;
            for (text, mv) in self.middle_first(&pos) {
                let proof = self.value_of(&pos, mv, no_less_than(value), Effort { nodes: left, ..effort });
                left = left.saturating_sub(proof.nodes);
                if proof.low >= value {
                    best = Some((text, mv));
                    break;
                }
            }
            let Some((text, mv)) = best else { break };
            line.push(text);
            pos.make(mv);
            value = after_move(value);
        }
        line
    }

    fn number(&self, value: Score) -> i32 {
        self.prover.number(self.record.current(), value)
    }

    fn plies_played(&self) -> u32 {
        self.prover.plies_played(self.record.current())
    }

    fn plies_to_end(&self, value: Score) -> u32 {
        self.prover.plies_to_end(self.record.current(), value)
    }
}

#[cfg(test)]
mod tests {
    use crate::contract::solver::AnySolver;
    use crate::contract::solver::{Effort, Proof, SIGN};
    use crate::contract::{Score, Window};
    use crate::games;

    fn solver(game: &str, moves: &str) -> Box<dyn AnySolver> {
        let mut solver = games::open(game).unwrap().tools().solver(1, 1).unwrap();
        solver.set_position(None, moves).unwrap();
        solver
    }

    fn value(solver: &mut dyn AnySolver) -> Score {
        solver.prove(Window::FULL, Effort::ENDLESS).value().unwrap()
    }

    #[test]
    fn a_position_is_worth_its_best_move_and_the_line_lasts_as_long_as_the_value_says() {
        for (game, moves) in [
            ("connect4", "44455554221"),
            ("connect4", "6561757735324411"),
            ("connect4", "2547433227643474"),
            ("connect4", "375632621376713665"),
            ("connect4-4x4", "12"),
            ("connect4-6x4", ""),
            ("connect4-8x8", "43388678277224178548341851317428677215"),
        ] {
            let mut solver = solver(game, moves);
            let value = value(solver.as_mut());
            let names = solver.moves().to_vec();
            let worth = |mv: &String| solver.prove_move(mv, Window::FULL, Effort::ENDLESS)?.value();
            assert_eq!(names.iter().filter_map(worth).max(), Some(value), "{game} {moves}");
            let line = solver.best_line(value, Effort::ENDLESS);
            assert_eq!(line.len() as u32, solver.plies_to_end(value), "{game} {moves} {line:?}");
            solver.set_position(None, &format!("{moves} {}", line.join(" "))).unwrap();
            assert!(solver.status().outcome.is_some());
        }
    }

    #[test]
    fn a_drop_that_ends_the_game_needs_no_search() {
        let mut solver = solver("connect4", "121212");
        let proof = solver.prove_move("1", Window::FULL, Effort::ENDLESS);
        assert_eq!(proof, Some(Proof { low: Score::win_in(1), high: Score::win_in(1), nodes: 0 }));
        solver.set_position(None, "1212121").unwrap();
        assert_eq!(value(solver.as_mut()), Score::loss_in(0));
        assert_eq!(solver.number(Score::loss_in(0)), -18);
        assert_eq!(solver.prove_move("1", SIGN, Effort::ENDLESS), None);
        assert!(solver.best_line(Score::loss_in(0), Effort::ENDLESS).is_empty());
    }

    #[test]
    fn the_sign_of_a_value_is_that_of_the_whole() {
        for moves in ["4455", "2547433227643474", "375632621376713665"] {
            let mut solver = solver("connect4", moves);
            let sign = solver.prove(SIGN, Effort::ENDLESS).sign();
            assert_eq!(sign, Some(value(solver.as_mut()).0.signum()), "{moves}");
        }
    }

    #[test]
    fn an_effort_that_is_spent_leaves_bounds() {
        // A draw, says Tromp, and far from proved after so few nodes.
        let mut solver = solver("connect4-7x7", "");
        let proof = solver.prove(Window::FULL, Effort { nodes: 1000, ..Effort::ENDLESS });
        assert!(proof.low <= Score::DRAW && proof.high >= Score::DRAW && proof.value().is_none());
        assert!(solver.best_line(Score::DRAW, Effort { nodes: 1000, ..Effort::ENDLESS }).is_empty());
    }

    #[test]
    fn other_games_cannot_be_solved() {
        for game in ["gomoku", "draughts", "chinesecheckers"] {
            assert!(games::open(game).unwrap().tools().solver(1, 1).is_none(), "{game}");
        }
    }
}
