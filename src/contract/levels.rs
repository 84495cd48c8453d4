//! How the levels of a game differ, and how strong they are.
//!
//! Below [`FIRST_OWN`] a level plays as a beginner does ([`super::Beginner`]); from there on it is the engine's own search,
//! less deep and less exact. Levels between whole ones, in tenths, are what `UCI_Elo` asks for.

/// How a level of weak play thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits {
    /// Plies that are looked ahead.
    pub depth: i32,
    /// The chance that a thing is overlooked is so many thousandths of [`super::Sight::hidden`].
    pub overlooks: i32,
    /// Values are blurred by up to so much either way.
    pub blur: i32,
}

/// How the levels of a game differ, each in the range from [`FIRST_OWN`] on and below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Levels {
    /// Habits of the lowest level.
    pub first: Habits,
    /// With each level so many percent of what was overlooked, and of the blur, stay.
    pub keeps: i32,
    /// Levels after which a beginner looks one ply further.
    pub deepens: i32,
    /// Depth of the engine's own search at level [`FIRST_OWN`] and at the highest.
    pub depth: [i32; 2],
    /// Percent of the usual blur of the engine's own search.
    pub blur: i32,
    /// Elo of every fourth level, as measured.
    pub ratings: Ratings,
}

/// The level from which on the engine plays its own game, weakened; below it, it plays as a beginner does.
pub const FIRST_OWN: i32 = 8;
/// The highest level: full strength.
pub const LAST_LEVEL: i32 = 20;

impl Levels {
    /// Levels of a game of which nothing is known.
    pub const EVEN: Levels = Levels {
        first: Habits { depth: 1, overlooks: 0, blur: 1 },
        keeps: 100,
        deepens: LAST_LEVEL,
        depth: [5, 12],
        blur: 100,
        ratings: Ratings([500, 900, 1300, 1700, 2100, 2500]),
    };

    /// The habits of a level, in tenths.
    pub fn habits(&self, tenths: i32) -> Habits {
        let faded = |first: i32| {
            let after = |levels: i32| (0..levels).fold(first, |value, _| value * self.keeps / 100);
            let (now, next) = (after(tenths / 10), after(tenths / 10 + 1));
            now + (next - now) * (tenths % 10) / 10
        };
        Habits {
            depth: self.first.depth + tenths / 10 / self.deepens,
            overlooks: faded(self.first.overlooks),
            blur: faded(self.first.blur),
        }
    }

    /// Depth of the engine's own search at a level, in tenths.
    pub fn own_depth(&self, tenths: i32) -> i32 {
        let [low, high] = self.depth;
        let above = (tenths - 10 * FIRST_OWN).max(0);
        low + (high - low) * above / (10 * (LAST_LEVEL - FIRST_OWN))
    }
}

/// Elo of the levels 0, 4, 8, 12, 16 and 20, growing; those between lie on straight lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ratings(pub [i32; 6]);

/// Tenths of a level from one rating to the next.
const STEP: i32 = 40;

impl Ratings {
    /// The rating of a level, in tenths.
    pub fn of_level(&self, tenths: i32) -> i32 {
        let tenths = tenths.clamp(0, 10 * LAST_LEVEL);
        let below = (tenths / STEP).min(4);
        let [low, high] = [self.0[below as usize], self.0[below as usize + 1]];
        low + (high - low) * (tenths - STEP * below) / STEP
    }

    /// The level with this rating, in tenths; the lowest and the highest for what lies beyond them.
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
    fn with_each_level_less_is_overlooked_and_the_search_is_no_shallower() {
        let first = Habits { depth: 2, overlooks: 1000, blur: 100 };
        let levels = Levels { first, keeps: 50, deepens: 3, ..Levels::EVEN };
        assert_eq!(levels.habits(0), first);
        assert_eq!(levels.habits(25), Habits { depth: 2, overlooks: 188, blur: 19 });
        assert_eq!(levels.habits(30), Habits { depth: 3, overlooks: 125, blur: 12 });
        assert_eq!([80, 140, 199].map(|tenths| levels.own_depth(tenths)), [5, 8, 11]);
    }
}
