//! How the levels of a game differ, and how strong they are.
//!
//! Below [`FIRST_OWN`] a level plays like a beginner ([`super::Beginner`]); from there on it is the engine's own
//! search, less deep and less exact. `UCI_Elo` uses levels in between, in tenths.

/// How a beginner thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits {
    /// Depth in plies.
    pub depth: i32,
    /// Probability of overlooking something, in thousandths of [`super::Sight::hidden`].
    pub overlooks: i32,
    /// Largest random error of values, in either direction.
    pub blur: i32,
}

/// [`Habits`] of this depth, oversight and blur.
pub const fn habits(depth: i32, overlooks: i32, blur: i32) -> Habits {
    Habits { depth, overlooks, blur }
}

/// How the engine's own search is weakened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Care {
    /// Depth of the search, in tenths of a ply: with 25, half of the moves are searched to depth 2 and half to depth 3.
    pub depth: i32,
    /// Largest random error of scores, in either direction.
    pub blur: i32,
}

/// [`Care`] of this depth and blur.
pub const fn care(depth: i32, blur: i32) -> Care {
    Care { depth, blur }
}

/// How the levels of a game differ: values measured at some levels, interpolated linearly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Levels {
    /// Beginners at levels 0, 2, 4 and 6, and what the next would be at [`FIRST_OWN`].
    pub beginner: [Habits; 5],
    /// The engine's own search at levels 8, 12 and 16, and what the next would be at [`LAST_LEVEL`].
    pub own: [Care; 4],
    /// Measured Elo of every fourth level.
    pub ratings: Ratings,
}

/// The first level with the engine's own, weakened search; lower levels play like beginners.
pub const FIRST_OWN: i32 = 8;
/// The highest level: full strength.
pub const LAST_LEVEL: i32 = 20;

/// Tenths of a level between two listed beginners.
const BEGINNER_STEP: i32 = 20;
/// The same of the engine's own search and of ratings.
const STEP: i32 = 40;

impl Levels {
    /// Levels of a game without measurements.
    pub const EVEN: Levels = Levels {
        beginner: [habits(1, 0, 1); 5],
        own: [care(50, 120), care(70, 80), care(90, 40), care(120, 0)],
        ratings: Ratings([500, 900, 1300, 1700, 2100, 2500]),
    };

    /// The habits of a beginner's level, in tenths.
    pub fn habits(&self, tenths: i32) -> Habits {
        let at = |value: fn(Habits) -> i32| on_lines(&self.beginner.map(value), BEGINNER_STEP, tenths);
        Habits { depth: at(|h| h.depth), overlooks: at(|h| h.overlooks), blur: at(|h| h.blur) }
    }

    /// How the engine's own search is weakened at a level, in tenths.
    pub fn care(&self, tenths: i32) -> Care {
        let above = tenths - 10 * FIRST_OWN;
        let at = |value: fn(Care) -> i32| on_lines(&self.own.map(value), STEP, above);
        Care { depth: at(|c| c.depth), blur: at(|c| c.blur) }
    }
}

/// Linear interpolation between values that are `step` places apart; constant beyond the ends.
fn on_lines(values: &[i32], step: i32, place: i32) -> i32 {
    let last = values.len() as i32 - 1;
    let place = place.clamp(0, last * step);
    let before = (place / step).min(last - 1);
    let [low, high] = [values[before as usize], values[before as usize + 1]];
    low + (high - low) * (place - step * before) / step
}

/// Elo of the levels 0, 4, 8, 12, 16 and 20, increasing; interpolated linearly in between.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratings(pub [i32; 6]);

impl Ratings {
    /// The rating of a level, in tenths.
    pub fn of_level(&self, tenths: i32) -> i32 {
        on_lines(&self.0, STEP, tenths)
    }

    /// The level with this rating, in tenths, clamped to the range of levels.
    pub fn level(&self, rating: i32) -> i32 {
        (0..=10 * LAST_LEVEL).rev().find(|&tenths| self.of_level(tenths) <= rating).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_has_its_level_and_the_level_that_rating() {
        let ratings = Ratings([300, 500, 900, 1700, 2100, 2500]);
        for level in 0..=LAST_LEVEL {
            assert_eq!(ratings.level(ratings.of_level(10 * level)), 10 * level);
        }
        assert_eq!((ratings.level(-7), ratings.level(9000), ratings.level(1300)), (0, 200, 100));
    }

    #[test]
    fn a_level_between_two_that_are_listed_lies_between_them_in_all_it_does() {
        let levels = Levels {
            beginner: [
                habits(2, 1000, 100),
                habits(2, 400, 50),
                habits(3, 100, 20),
                habits(3, 50, 10),
                habits(3, 10, 2),
            ],
            own: [care(50, 60), care(70, 40), care(80, 20), care(120, 0)],
            ..Levels::EVEN
        };
        assert_eq!(levels.habits(0), habits(2, 1000, 100));
        assert_eq!(levels.habits(25), habits(2, 325, 43));
        assert_eq!(levels.habits(79), habits(3, 12, 3));
        assert_eq!(
            [80, 100, 140, 199].map(|tenths| levels.care(tenths)),
            [care(50, 60), care(60, 50), care(75, 30), care(119, 1)]
        );
    }
}
