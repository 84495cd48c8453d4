//! Games as training samples: the moves are played again, and the game's model extracts the features.

use super::generic::Move;
use crate::contract::{FeatureGroup, Game, LinearModel, PhaseWeights, Player, Position, Score};
use crate::fit::{GameRecord, Samples, expected_share};

/// How the target of a position is mixed from the game's result and the score of the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TargetMix {
    /// Weight of the game's result (lambda), `0.0..=1.0`; the rest is the score of the search.
    pub result_share: f32,
    /// Hundredths of a score that are one unit of log-odds.
    pub scale: f32,
}

impl TargetMix {
    /// The target of a position with this score, for the same player; `result` is that of the game, if the position is
    /// part of one. What is missing has no weight. `None` if only results count and it has none.
    pub(super) fn target(&self, score: Option<Score>, result: Option<f32>) -> Option<f32> {
        let Some(score) = score else { return result };
        let expected = match score {
            _ if score.is_win() => 1.0,
            _ if score.is_loss() => 0.0,
            Score(hundredths) => expected_share(hundredths as f32 / self.scale),
        };
        match result {
            Some(result) => Some(self.result_share * result + (1.0 - self.result_share) * expected),
            None => (self.result_share < 1.0).then_some(expected),
        }
    }
}

/// Converts games of self-play to samples, and trained weights to a file.
pub trait AnySampler: Send + Sync {
    /// The groups of features.
    fn groups(&self) -> Vec<FeatureGroup>;

    /// Adds the searched positions of a game that the model evaluates.
    ///
    /// # Errors
    /// One line: the game does not follow these rules.
    fn add(&self, game: &GameRecord, mix: &TargetMix, samples: &mut Samples) -> Result<(), String>;

    /// The file of weights.
    fn encode(&self, weights: &[PhaseWeights]) -> Vec<u8>;
}

/// A position in which a search or a player chose a move.
pub(super) struct Searched<'a, P: Position> {
    pub(super) pos: &'a P,
    pub(super) chosen: P::Move,
    /// For the player to move; `None` if unknown.
    pub(super) score: Option<Score>,
    /// Result of the game for that player, 0 to 1; `None` if the position is only part of a variation.
    pub(super) result: Option<f32>,
}

/// Plays the moves of a game and of its variations, and calls `each` for every position that has a score or that the
/// result labels.
pub(super) fn replay<G: Game>(
    game: &G,
    record: &GameRecord,
    mut each: impl FnMut(Searched<G::Position>),
) -> Result<(), String> {
    let mut pos = start_of(game, record)?;
    let mut moves = Vec::new();
    let mut variations = record.variations.iter().peekable();
    for number in 0..=record.plies.len() {
        while let Some(variation) = variations.next_if(|variation| variation.from == number) {
            let mut pos = pos.clone();
            for &place in &variation.places {
                let mv = move_at::<G>(&pos, place, record, &mut moves)?;
                pos.make(mv);
            }
            let chosen = move_at::<G>(&pos, variation.chosen, record, &mut moves)?;
            each(Searched { pos: &pos, chosen, score: Some(Score(variation.score)), result: None });
        }
        let Some(ply) = record.plies.get(number) else { break };
        let mv = move_at::<G>(&pos, ply.place, record, &mut moves)?;
        if ply.score.is_some() || ply.by_result {
            let result = Some(result_of(record, pos.player_to_move()));
            each(Searched { pos: &pos, chosen: mv, score: ply.score.map(Score), result });
        }
        pos.make(mv);
    }
    if pos.repetition_key() as u32 != record.last_key || variations.next().is_some() {
        return Err(format!(
            "game {}: its moves lead to another position than the recorded one",
            record.number
        ));
    }
    Ok(())
}

/// The position that a game begins with.
pub(super) fn start_of<G: Game>(game: &G, record: &GameRecord) -> Result<G::Position, String> {
    match &record.base {
        None => Ok(game.start_position()),
        Some(fen) => game.parse_position(fen).map_err(|why| format!("game {}: {why}", record.number)),
    }
}

/// The move at this index of the list of legal moves, which is written to `moves`.
pub(super) fn move_at<G: Game>(
    pos: &G::Position,
    place: usize,
    record: &GameRecord,
    moves: &mut Vec<Move<G>>,
) -> Result<Move<G>, String> {
    moves.clear();
    pos.generate(moves);
    let no_move = || format!("game {}: there is no move {place} of {}", record.number, moves.len());
    moves.get(place).copied().ok_or_else(no_move)
}

/// Result of a game of two players for this player, 0 to 1.
fn result_of(game: &GameRecord, player: Player) -> f32 {
    let first = f32::from(game.half_points) / 2.0;
    if player == Player::FIRST { first } else { 1.0 - first }
}

/// The sampler of the evaluation of one game.
pub(super) struct Sampler<G: Game> {
    game: G,
    model: Box<dyn LinearModel<G::Position>>,
}

impl<G: Game> Sampler<G> {
    /// The sampler; `None` if the game's evaluation has no linear model.
    pub(super) fn new(game: &G) -> Option<Sampler<G>> {
        Some(Sampler { model: game.tools().linear_model()?, game: game.clone() })
    }
}

impl<G: Game> AnySampler for Sampler<G> {
    fn groups(&self) -> Vec<FeatureGroup> {
        self.model.groups()
    }

    fn add(&self, game: &GameRecord, mix: &TargetMix, samples: &mut Samples) -> Result<(), String> {
        let player = self.model.player();
        let mut added = Samples::default();
        let mut features = Vec::new();
        replay(&self.game, game, |Searched { pos, score, result, .. }| {
            let Some(target) = mix.target(score, result) else { return };
            let target = if pos.player_to_move() == player { target } else { 1.0 - target };
            features.clear();
            if let Some(share) =
                self.model.features(pos, &mut |feature, count| features.push((feature, count)))
            {
                added.push(&features, share, target);
            }
        })?;
        samples.append(added);
        Ok(())
    }

    fn encode(&self, weights: &[PhaseWeights]) -> Vec<u8> {
        self.model.encode(weights)
    }
}
