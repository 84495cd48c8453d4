//! Models of the other players, estimated from the moves of the game so far.
//!
//! Plans against greedy players fail against those who look ahead, and the other way round. Among six players who look
//! three moves ahead, plans that assumed greedy players won 33 % of 400 games, and plans that assumed a look-ahead of
//! two moves 56 %; among greedy players 78 and 46 % of 200. So each player has a probability of either kind (Bayes'
//! rule over the moves played), and each sample draws the players' kinds again.

use crate::contract::{MAX_PLAYERS, Planner, Player, PlayerModel, Position};
use crate::random::mix;

/// Limit of the log-odds: players may change their ways.
const MAX_LOG_ODDS: f32 = 4.0;

/// Number of last moves of each player that count as evidence.
const REMEMBERED: usize = 20;

/// The probability that each player looks ahead, `0.0..=1.0`.
#[derive(Clone, Debug)]
pub struct PlayerModels([f32; MAX_PLAYERS]);

impl PlayerModels {
    /// By the moves of a game, each with the position it was played in.
    pub fn of<P: Position>(planner: &dyn Planner<P>, played: &[(&P, P::Move)]) -> PlayerModels {
        let remembered = REMEMBERED * played.first().map_or(0, |(pos, _)| pos.player_count());
        let last = &played[played.len().saturating_sub(remembered)..];
        let evidence =
            |&(pos, mv): &(&P, P::Move)| (pos.player_to_move(), planner.look_ahead_evidence(pos, mv));
        PlayerModels::by_evidence(last.iter().map(evidence))
    }

    /// The evidence of each move about its player, in log-odds, the oldest first.
    fn by_evidence(evidence: impl Iterator<Item = (Player, f32)>) -> PlayerModels {
        let mut log_odds = [0.0f32; MAX_PLAYERS];
        for (player, told) in evidence {
            let sum = &mut log_odds[player.index()];
            *sum = (*sum + told).clamp(-MAX_LOG_ODDS, MAX_LOG_ODDS);
        }
        PlayerModels(log_odds.map(|log_odds| 1.0 / (1.0 + (-log_odds).exp())))
    }

    /// The kind of this player in the sample of the random number `chance`.
    pub fn draw(&self, player: Player, chance: u64) -> PlayerModel {
        let drawn = mix(chance ^ (player.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)) >> 40;
        let looks_ahead = (drawn as f32) < self.0[player.index()] * (1 << 24) as f32;
        if looks_ahead { PlayerModel::LookAhead } else { PlayerModel::Greedy }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_each_move_tells_adds_up_for_its_player() {
        let [greedy, ahead, unknown] = [0, 1, 2].map(Player::new);
        let told = [(greedy, -1.5), (ahead, 1.0), (greedy, -1.0), (ahead, 0.5)];
        let chances = PlayerModels::by_evidence(told.into_iter()).0;
        assert!(chances[0] < 0.1 && chances[1] > 0.8 && chances[unknown.index()] == 0.5, "{chances:?}");
        assert_eq!(PlayerModels::by_evidence(std::iter::empty()).0, [0.5; MAX_PLAYERS]);
    }

    #[test]
    fn players_who_change_their_ways_are_known_again_soon() {
        let told = [-1.5; 100].into_iter().chain([1.5; 4]).map(|told| (Player::FIRST, told));
        assert!(PlayerModels::by_evidence(told).0[0] > 0.8);
    }

    #[test]
    fn samples_draw_the_kinds_as_often_as_is_likely() {
        let mut chances = [0.5; MAX_PLAYERS];
        (chances[0], chances[1]) = (0.0, 0.25);
        let models = PlayerModels(chances);
        let ahead = |player: usize| {
            let drawn = (0..4000).map(|sample| models.draw(Player::new(player), mix(sample)));
            drawn.filter(|&model| model == PlayerModel::LookAhead).count()
        };
        assert_eq!(ahead(0), 0);
        assert!((900..1100).contains(&ahead(1)) && (1900..2100).contains(&ahead(2)));
    }
}
