//! The strength of the program's levels on the scale of `UCI_Elo`, from which ratings of persons are measured.
//!
//! The only place that converts levels to ratings, and ratings to the strength of a program.

use crate::contract::{LAST_LEVEL, Ratings};
use crate::engine::AnyEngine;
use crate::table::command::SeatSpec;

/// The level that a newcomer meets, and the assumed strength of a person without results. The page has it in `draft.js`.
pub const FIRST_LEVEL: u8 = 4;

/// The ratings of the levels of a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::table) struct Scale(Ratings);

impl Scale {
    /// The scale of a game.
    pub fn of(engine: &dyn AnyEngine) -> Scale {
        Scale(engine.level_ratings())
    }

    /// The rating of a level, 0 to 20.
    pub fn rating_of_level(self, level: u8) -> f64 {
        f64::from(self.0.of_level(10 * i32::from(level)))
    }

    /// The level that is nearest to a rating.
    pub fn level_of_rating(self, rating: f64) -> u8 {
        // A cast clamps values out of range.
        let tenths = self.0.level(rating.round() as i32);
        ((tenths + 5) / 10).clamp(0, LAST_LEVEL) as u8
    }

    /// The rating of a person without results.
    pub fn start(self) -> f64 {
        self.rating_of_level(FIRST_LEVEL)
    }

    /// The program with the strength of a rating, within its range.
    pub fn seat_of_rating(self, rating: f64) -> SeatSpec {
        let elo = rating.clamp(self.rating_of_level(0), self.rating_of_level(LAST_LEVEL as u8)).round();
        SeatSpec::Program { level: self.level_of_rating(elo), elo: Some(elo as i32) }
    }

    /// The rating of a program's seat; `None` for other seats.
    pub fn rating_of_seat(self, seat: &SeatSpec) -> Option<f64> {
        match *seat {
            SeatSpec::Program { elo: Some(elo), .. } => Some(f64::from(elo)),
            SeatSpec::Program { level, elo: None } => Some(self.rating_of_level(level)),
            SeatSpec::Person { .. } | SeatSpec::Engine { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::listed_names;

    #[test]
    fn a_level_has_a_rating_and_the_rating_its_level_in_every_game() {
        for listed in listed_names() {
            let (name, scale) = (listed.name, Scale::of(listed.variant.open().as_ref()));
            for level in 0..=20 {
                assert_eq!(scale.level_of_rating(scale.rating_of_level(level)), level, "{name}");
                let above = scale.rating_of_level(level.saturating_sub(1));
                assert!(level == 0 || scale.rating_of_level(level) > above, "{name}: {level} is stronger");
            }
        }
    }

    #[test]
    fn a_rating_beyond_the_levels_meets_the_nearest_of_them() {
        let scale = Scale(Ratings([500, 900, 1300, 1700, 2100, 2500]));
        assert_eq!(scale.seat_of_rating(-300.0), SeatSpec::Program { level: 0, elo: Some(500) });
        assert_eq!(scale.seat_of_rating(1234.4), SeatSpec::Program { level: 7, elo: Some(1234) });
        assert_eq!(scale.seat_of_rating(9000.0), SeatSpec::Program { level: 20, elo: Some(2500) });
    }
}
