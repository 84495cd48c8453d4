//! When a self-play game ends before its rules end it.

use crate::contract::{Outcome, Player, Score};

/// Ends games early: as soon as a win is proved; if both sides have long agreed that one is far ahead; or if scores
/// have long been level.
#[derive(Debug)]
pub(super) struct Verdicts {
    /// Score that counts as far ahead, in hundredths.
    decided: i32,
    /// The player so far ahead, and for how many plies.
    far_ahead: Option<(Player, usize)>,
    /// Plies in succession with a score close to 0.
    level: usize,
}

/// Plies for which a side must have been far ahead.
const FAR_AHEAD_PLIES: usize = 8;
/// Largest score of a game that is level, in hundredths.
const LEVEL: i32 = 15;
/// Plies for which it must have been level.
const LEVEL_PLIES: usize = 16;
/// Plies before which no game is adjudicated as a draw.
const FIRST_DRAW: usize = 60;

impl Verdicts {
    pub(super) fn new(decided: i32) -> Verdicts {
        Verdicts { decided, far_ahead: None, level: 0 }
    }

    /// The result, if the score that `mover` has found at this ply settles the game.
    pub(super) fn after(&mut self, ply: usize, mover: Player, score: Score) -> Option<Outcome> {
        let ahead = if score.0 > 0 { mover } else { mover.other() };
        if score.is_decisive() {
            return Some(Outcome::Win(ahead));
        }
        self.far_ahead = match self.far_ahead {
            _ if score.0.abs() < self.decided => None,
            Some((player, plies)) if player == ahead => Some((player, plies + 1)),
            _ => Some((ahead, 1)),
        };
        self.level = if score.0.abs() <= LEVEL { self.level + 1 } else { 0 };
        if let Some((player, FAR_AHEAD_PLIES..)) = self.far_ahead {
            return Some(Outcome::Win(player));
        }
        (ply >= FIRST_DRAW && self.level >= LEVEL_PLIES).then_some(Outcome::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::DECIDED;

    #[test]
    fn a_game_ends_early_only_where_scores_agree_for_long() {
        let mut verdicts = Verdicts::new(DECIDED);
        let (first, second) = (Player::FIRST, Player::SECOND);
        for ply in 0..FAR_AHEAD_PLIES - 1 {
            let (mover, score) = if ply % 2 == 0 { (first, 600) } else { (second, -600) };
            assert_eq!(verdicts.after(ply, mover, Score(score)), None);
        }
        assert_eq!(verdicts.after(8, second, Score(-600)), Some(Outcome::Win(first)));

        let mut verdicts = Verdicts::new(DECIDED);
        for ply in 0..FIRST_DRAW {
            assert_eq!(verdicts.after(ply, first, Score(LEVEL)), None);
        }
        assert_eq!(verdicts.after(FIRST_DRAW, second, Score(16)), None, "not level any more");
        assert_eq!(verdicts.after(61, second, Score::win_in(3)), Some(Outcome::Win(second)));
    }
}
