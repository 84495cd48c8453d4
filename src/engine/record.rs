//! The game so far: its base position, every position since, and its result by the rules.

use super::Status;
use crate::contract::EngineError;
use crate::contract::{Game, Notation, Outcome};

/// Positions and moves of one game. There is always one position more than there are moves.
pub struct Record<P: Notation> {
    /// The position string of the base; `None` for the start position.
    base: Option<String>,
    positions: Vec<P>,
    moves: Vec<P::Move>,
    /// The moves as the client wrote them.
    words: Vec<String>,
}

impl<P: Notation> Record<P> {
    /// A game that begins with the start position.
    pub fn new(start: P) -> Record<P> {
        Record { base: None, positions: vec![start], moves: Vec::new(), words: Vec::new() }
    }

    /// Goes to the position reached by `words` from the position string `base`, or from the start of `game`. Front-ends
    /// send the whole game with every move, so moves already on record are kept and only the rest is played. Nothing
    /// changes on error.
    ///
    /// # Errors
    /// The base or a move cannot be read.
    pub fn set<G: Game<Position = P>>(
        &mut self,
        game: &G,
        base: Option<&str>,
        words: &[&str],
    ) -> Result<(), EngineError> {
        let same_base = self.base.as_deref() == base;
        let kept = if same_base {
            self.words.iter().zip(words).take_while(|(old, new)| old == *new).count()
        } else {
            0
        };
        let mut tail = Record {
            base: base.map(str::to_string),
            positions: vec![if same_base {
                self.positions[kept].clone()
            } else {
                match base {
                    Some(fen) => game.parse_position(fen).map_err(EngineError)?,
                    None => game.start_position(),
                }
            }],
            moves: Vec::new(),
            words: Vec::new(),
        };
        for (index, word) in words.iter().enumerate().skip(kept) {
            let mv = tail.current().parse_move(word);
            let mv = mv.map_err(|why| EngineError(format!("move {}: {why}", index + 1)))?;
            tail.play(mv, word);
        }
        if same_base {
            self.truncate(kept);
            self.positions.extend(tail.positions.into_iter().skip(1));
            self.moves.extend(tail.moves);
            self.words.extend(tail.words);
        } else {
            *self = tail;
        }
        Ok(())
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: P::Move, word: &str) {
        let mut next = self.current().clone();
        next.make(mv);
        self.positions.push(next);
        self.moves.push(mv);
        self.words.push(word.to_string());
    }

    /// Takes the last move back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(kept) = self.moves.len().checked_sub(1) else { return false };
        self.truncate(kept);
        true
    }

    fn truncate(&mut self, moves: usize) {
        self.positions.truncate(moves + 1);
        self.moves.truncate(moves);
        self.words.truncate(moves);
    }

    /// The position the game began with, if that is not the start position.
    pub fn base(&self) -> Option<&P> {
        self.base.as_ref().map(|_| &self.positions[0])
    }

    /// The position on the board.
    pub fn current(&self) -> &P {
        self.positions.last().expect("there is always a position")
    }

    /// The positions, the current one last.
    pub fn positions(&self) -> &[P] {
        &self.positions
    }

    /// Each move with the position it was played in.
    pub fn moves(&self) -> impl Iterator<Item = (&P, P::Move)> {
        self.positions.iter().zip(self.moves.iter().copied())
    }

    /// [`Record::moves`] for the plans of more than two players; nothing for two, whose search does not need them.
    pub fn moves_for_plans(&self) -> Vec<(&P, P::Move)> {
        if self.current().player_count() > 2 { self.moves().collect() } else { Vec::new() }
    }

    /// Repetition keys of the positions before the current one, oldest first, as far back as they can recur.
    pub fn history_keys(&self) -> Vec<u64> {
        let played = self.positions.iter().zip(&self.moves).rev();
        let reversible = played.take_while(|(pos, mv)| !pos.is_irreversible(**mv));
        let mut keys: Vec<u64> = reversible.map(|(pos, _)| pos.repetition_key()).collect();
        keys.reverse();
        keys
    }

    /// Result and turn, with repetition and lack of moves taken into account.
    pub fn status(&self) -> Status {
        let pos = self.current();
        let ended = |outcome, reason| Status {
            to_move: pos.player_to_move(),
            players: pos.player_count(),
            outcome,
            reason,
        };
        if let Some(outcome) = pos.outcome() {
            return ended(Some(outcome), pos.outcome_reason());
        }
        if let Some(limit) = pos.repetition_limit() {
            let key = pos.repetition_key();
            let times = 1 + self.history_keys().iter().filter(|&&k| k == key).count();
            if times >= limit {
                return ended(Some(Outcome::Draw), "repetition");
            }
        }
        if pos.count_moves() == 0 {
            return ended(Some(pos.no_moves_outcome()), "no legal move");
        }
        ended(None, "")
    }
}
