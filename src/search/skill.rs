//! Weaker play.
//!
//! The lowest levels play like a beginner, see `beginner`. A level above them limits depth and precision: a few
//! candidate lines are searched to a small depth, each score gets a random error, and the best one is played. Wins that
//! are seen are always taken, and losses that are seen are avoided if possible.

use crate::contract::{FIRST_OWN, Habits, LAST_LEVEL, Levels, Ratings, Score, SearchInfo};
use crate::random::Random;

/// A level of play below full strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Skill {
    /// 0..20 in tenths: 0..=199.
    tenths: i32,
}

impl Skill {
    /// Levels run from 0 to this; this one is full strength.
    pub const FULL: i64 = LAST_LEVEL as i64;
    /// The lowest value of `UCI_Elo`.
    pub const MIN_ELO: i64 = 100;
    /// Full strength, as `UCI_Elo`: no less than its rating in any game.
    pub const MAX_ELO: i64 = 2600;

    /// Largest depth of any level in any game.
    pub const MAX_DEPTH: i32 = 13;

    /// The level with this number; `None` for full strength.
    pub fn from_level(level: i64) -> Option<Skill> {
        (level < Skill::FULL).then(|| Skill { tenths: (level.max(0) * 10) as i32 })
    }

    /// The level with this rating, at most the highest below full strength; `None`, full strength, for
    /// [`Skill::MAX_ELO`].
    pub fn from_elo(elo: i64, ratings: Ratings) -> Option<Skill> {
        let tenths = || ratings.level(elo.max(Skill::MIN_ELO) as i32).min(10 * LAST_LEVEL - 1);
        (elo < Skill::MAX_ELO).then(|| Skill { tenths: tenths() })
    }

    /// The habits of this level if it plays like a beginner.
    pub fn habits(self, levels: &Levels) -> Option<Habits> {
        (self.tenths < 10 * FIRST_OWN).then(|| levels.habits(self.tenths))
    }

    /// Deepest iteration of this level for one move: the fraction of a ply is the probability of another one.
    pub fn max_depth(self, levels: &Levels, random: &mut Random) -> i32 {
        if self.habits(levels).is_some() {
            return 1;
        }
        (levels.care(self.tenths).depth + random.below(10) as i32) / 10
    }

    /// Number of lines that are compared.
    pub fn lines(self) -> usize {
        8 - (self.tenths / 40) as usize
    }

    /// Index of the line to play. Advances the generator `random`.
    pub fn choose<M>(self, lines: &[SearchInfo<M>], levels: &Levels, random: &mut Random) -> usize {
        let Some(best) = lines.first() else { return 0 };
        if best.score.is_win() {
            return 0;
        }
        let blur = levels.care(self.tenths).blur;
        let blurred = |line: &SearchInfo<M>, random: &mut Random| {
            let noise = random.below(2 * blur as usize + 1) as i32 - blur;
            line.score + noise
        };
        let mut chosen = (0, -Score::INFINITE);
        for (index, line) in lines.iter().enumerate() {
            let score = blurred(line, random);
            // A losing move is played only if no move loses later.
            let avoidable = line.score.is_loss() && line.score < best.score;
            if !avoidable && score > chosen.1 {
                chosen = (index, score);
            }
        }
        chosen.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Bound;
    use std::time::Duration;

    fn lines(scores: &[i32]) -> Vec<SearchInfo<u8>> {
        let line = |&score: &i32| SearchInfo {
            depth: 1,
            seldepth: 1,
            multi_pv: 1,
            score: Score(score),
            bound: Bound::Exact,
            proved: false,
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            tb_hits: 0,
            wdl: [0, 1000, 0],
            pv: vec![0],
        };
        scores.iter().map(line).collect()
    }

    #[test]
    fn a_win_is_taken_and_a_loss_avoided_or_put_off_at_every_level() {
        let mut random = Random::new(1);
        for level in 0..20 {
            let skill = Skill::from_level(level).expect("below full strength");
            for _ in 0..100 {
                let win = lines(&[Score::win_in(1).0, 5000, 0]);
                assert_eq!(skill.choose(&win, &Levels::EVEN, &mut random), 0);
                let trap = lines(&[-29_000, Score::loss_in(2).0]);
                assert_eq!(skill.choose(&trap, &Levels::EVEN, &mut random), 0);
                let lost = lines(&[Score::loss_in(8).0, Score::loss_in(2).0]);
                assert_eq!(skill.choose(&lost, &Levels::EVEN, &mut random), 0);
            }
        }
    }

    #[test]
    fn higher_levels_look_deeper_and_choose_the_best_line_more_often() {
        let levels = Levels::EVEN;
        let mut random = Random::new(7);
        let mut last = (0, 0);
        for level in [8, 11, 14, 17, 19] {
            let skill = Skill::from_level(level).expect("below full strength");
            let all = lines(&[50, 20, -30]);
            let best = (0..2000).filter(|_| skill.choose(&all, &levels, &mut random) == 0).count();
            let plies = (0..2000).map(|_| skill.max_depth(&levels, &mut random)).sum();
            assert!(best > last.0 && plies > last.1, "level {level}: {best} of 2000, {plies} plies");
            last = (best, plies);
        }
    }

    #[test]
    fn ratings_span_the_levels() {
        let ratings = Ratings([500, 900, 1100, 1700, 2100, 2500]);
        let skill = |elo| Skill::from_elo(elo, ratings);
        assert_eq!(skill(Skill::MIN_ELO), Skill::from_level(0));
        assert_eq!(skill(Skill::MAX_ELO), None);
        assert_eq!(skill(1000), Skill::from_level(6));
        assert_eq!(skill(1400), Skill::from_level(10));
    }
}
