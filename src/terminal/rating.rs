//! The rating of the person: printed when a game begins and ends, and used for a program of equal strength.

use super::session::{Pending, TerminalSession};
use crate::table::{LobbyCommand, Rated, Rating, SeatKind, SeatSpec, TableCommand};

/// Rated games after which a program of equal strength is the default opponent.
const KNOWN_AFTER: usize = 3;

impl TerminalSession {
    /// Requests the rating in the rules of the game. `unnamed`: the seats that depend on it; `asked`: by a typed
    /// command.
    pub(super) fn ask_rating(&mut self, unnamed: Vec<usize>, asked: bool) {
        let Some((game, options)) = self.rules() else { return };
        self.lobby(LobbyCommand::Rating { game, options }, Pending::Rating { unnamed, asked });
    }

    fn rules(&self) -> Option<(String, crate::table::Options)> {
        let first = self.first.clone();
        self.view.as_ref().map(|view| (view.game.clone(), view.options.clone())).or(first)
    }

    pub(super) fn rating(&mut self, rating: Rating, unnamed: &[usize], asked: bool) {
        self.first = None;
        if rating.games >= KNOWN_AFTER
            && let Some(seats) = &mut self.reseat
        {
            for seat in unnamed.iter().filter_map(|number| number.checked_sub(1)) {
                if let Some(seat) = seats.get_mut(seat) {
                    *seat = SeatSpec::as_strong_as_the_host();
                }
            }
        }
        let text = match rating.games {
            0 if !asked => return,
            0 => self.language.say("no rated game yet", "还没有计分的对局").to_string(),
            games => self.language.fill(
                "Your rating: {} (games: {})",
                "你的等级分：{}（{} 局）",
                &[&self.shown(rating), &games.to_string()],
            ),
        };
        self.asks |= asked;
        self.screen.say(&text);
    }

    /// A rating with its uncertainty.
    fn shown(&self, rating: Rating) -> String {
        let sign = if self.screen.look.unicode { "±" } else { "+-" };
        format!("{} {sign} {}", rating.rating, rating.deviation)
    }

    /// Requests the effect of the last game on the rating.
    pub(super) fn ask_rated(&mut self) {
        let Some(view) = &self.view else { return };
        let persons = view.seats.iter().filter(|seat| seat.kind == SeatKind::Person).count();
        if persons == 1 && view.seats.iter().all(|seat| seat.kind != SeatKind::Engine) {
            self.at_table(TableCommand::Rated {}, Pending::Rated);
        }
    }

    pub(super) fn rated(&mut self, rated: Rated) {
        self.asks = true;
        let text = match rated.before.zip(rated.after) {
            None => self
                .language
                .say("This game does not count for your rating", "这一局不计入你的等级分")
                .to_string(),
            Some((before, after)) => self.language.fill(
                "Your rating: {} ({})",
                "你的等级分：{}（{}）",
                &[
                    &self.shown(after),
                    &self.screen.look.signed(&format!("{:+}", after.rating - before.rating)),
                ],
            ),
        };
        self.screen.say(&text);
    }
}
