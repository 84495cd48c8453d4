//! Queries of tables and the host, and unsolicited notices to the host.

use super::{RatedGame, Rating, Trouble, standing};
use crate::table::answer::{Push, Refusal};
use crate::table::command::SeatSpec;
use crate::table::rules::Rules;
use crate::table::shared::Shared;

impl Shared {
    /// Restores results of games that were stored elsewhere.
    pub fn restore_ratings(&self, lines: &str) {
        self.ratings.restore(lines);
    }

    /// The rating of the host in these rules, and before it those before and after the game of this table, if that
    /// counts.
    ///
    /// # Errors
    /// `ratings_unread` or `ratings_unwritten`: the results cannot be read or repaired.
    pub fn rating(
        &self,
        rules: &mut Rules,
        table: &str,
    ) -> Result<(Option<(Rating, Rating)>, Rating), Refusal> {
        Ok(standing(&self.results_of_games()?, &rules.rule_set()?, rules.scale(), table))
    }

    /// All results, the oldest first.
    ///
    /// # Errors
    /// As for [`Shared::rating`].
    pub fn results_of_games(&self) -> Result<Vec<RatedGame>, Refusal> {
        let games = self.ratings.games();
        self.send_notices();
        games.map_err(refusal)
    }

    /// Stores a result.
    ///
    /// # Errors
    /// `ratings_unwritten`.
    pub fn keep_result(&self, game: RatedGame) -> Result<(), Refusal> {
        let added = self.ratings.add(game);
        self.send_notices();
        added.map_err(refusal)
    }

    /// Sets the strength of programs that are as strong as the host.
    ///
    /// # Errors
    /// `ratings_unread` or `ratings_unwritten`: the results cannot be read or repaired.
    pub fn match_seats(&self, rules: &mut Rules, seats: &mut [SeatSpec]) -> Result<(), Refusal> {
        let matched = |seat: &&mut SeatSpec| matches!(seat, SeatSpec::Program { elo: Some(_), .. });
        let mut seats = seats.iter_mut().filter(matched).peekable();
        if seats.peek().is_none() {
            return Ok(());
        }
        let (_, now) = self.rating(rules, "")?;
        let matched = rules.scale().seat_of_rating(f64::from(now.rating));
        seats.for_each(|seat| seat.clone_from(&matched));
        Ok(())
    }

    /// Stores a game that counts. The host is notified if that fails.
    pub fn rate(&self, game: RatedGame) {
        let added = self.ratings.add(game);
        self.send_notices();
        if let Err(trouble) = added {
            let text = format!("the game does not count for the rating: {}", trouble.text);
            self.notify(Trouble { text, ..trouble });
        }
    }

    /// Notifies the host about repairs of the results, now or when there is one.
    pub fn send_notices(&self) {
        if self.open_hosts().is_empty() {
            return;
        }
        self.ratings.take_notices().into_iter().for_each(|trouble| self.notify(trouble));
    }

    fn notify(&self, trouble: Trouble) {
        let Refusal { code, text } = Refusal::new(trouble.code, trouble.text);
        self.notify_hosts(&Push::Notice { table: String::new(), code, text, file: trouble.file });
    }
}

fn refusal(trouble: Trouble) -> Refusal {
    Refusal::new(trouble.code, trouble.text)
}
