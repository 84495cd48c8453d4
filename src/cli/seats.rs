//! `--seat N=SPEC`: who plays at a new table.
//!
//! The only place where an engine of the board is named by its command line. The page knows such engines by number.

use crate::match_runner::spec::{self, EngineSpec};
use crate::table::SeatSpec;

/// Highest level of the program.
const MAX_LEVEL: u8 = 20;

/// The players, and the engines among them.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Seats {
    /// By player; empty without a flag.
    pub seats: Vec<SeatSpec>,
    /// In the order of the flags.
    pub engines: Vec<EngineSpec>,
}

/// Someone at this machine.
fn person() -> SeatSpec {
    SeatSpec::Person { name: String::new(), remote: false }
}

/// Reads the flags for a game of this many players. Seats without a flag belong to persons.
///
/// # Errors
/// One line that names the flag and what was expected.
pub(super) fn parse(flags: &[String], players: usize) -> Result<Seats, String> {
    let mut named: Vec<Option<SeatSpec>> = vec![None; players];
    let mut engines = Vec::new();
    for flag in flags {
        let wrong = |expected: &str| format!("--seat {flag}: expected {expected}");
        let (number, text) =
            flag.split_once('=').ok_or_else(|| wrong("N=person, N=level:L or N='words of an engine'"))?;
        let seat = number.trim().parse::<usize>().ok().filter(|number| (1..=players).contains(number));
        let seat = seat.ok_or_else(|| wrong(&format!("a seat from 1 to {players}")))?;
        if named[seat - 1].is_some() {
            return Err(format!("--seat {flag}: seat {seat} is named twice"));
        }
        named[seat - 1] = Some(match text.trim() {
            "person" => person(),
            text => match text.strip_prefix("level:") {
                Some(level) => {
                    level_seat(level).ok_or_else(|| wrong("a level from 0 to 20, or level:mine"))?
                }
                None => {
                    engines.push(text.to_string());
                    SeatSpec::Engine { engine: engines.len() - 1 }
                }
            },
        });
    }
    let engines = spec::parse(&engines, "").map_err(|error| format!("--seat: {error}"))?;
    if let Some(engine) = engines.iter().find(|engine| engine.command.is_none() && engine.connect.is_none()) {
        return Err(format!(
            "--seat: engine {}: expected cmd=; this program is level:0 to level:20",
            engine.name
        ));
    }
    let seats = if flags.is_empty() {
        Vec::new()
    } else {
        named.into_iter().map(|seat| seat.unwrap_or_else(person)).collect()
    };
    Ok(Seats { seats, engines })
}

/// The program at a level: its number, or `mine`.
pub(super) fn level_seat(text: &str) -> Option<SeatSpec> {
    match text.trim() {
        "mine" => Some(SeatSpec::as_strong_as_the_host()),
        number => number.parse().ok().filter(|level| *level <= MAX_LEVEL).map(SeatSpec::level),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(flags: &[&str]) -> Result<Seats, String> {
        let flags: Vec<String> = flags.iter().map(|flag| flag.to_string()).collect();
        parse(&flags, 3)
    }

    #[test]
    fn a_seat_is_a_person_a_level_or_an_engine() {
        let seats = parsed(&["3=name=scan cmd=./scan proto=hub", "1=level:5"]).expect("seats");
        assert_eq!(seats.seats, [SeatSpec::level(5), person(), SeatSpec::Engine { engine: 0 }]);
        assert_eq!(seats.engines[0].name, "scan");
        let mine = parsed(&["2=level:mine"]).expect("seats");
        assert_eq!(mine.seats[1], SeatSpec::as_strong_as_the_host());
        assert_eq!(parsed(&[]), Ok(Seats::default()));
    }

    #[test]
    fn what_cannot_be_a_seat_is_named() {
        for (flags, word) in [
            (&["4=person"] as &[_], "1 to 3"),
            (&["0=person"], "1 to 3"),
            (&["person"], "N=person"),
            (&["1=level:21"], "0 to 20"),
            (&["1=person", "1=person"], "twice"),
            (&["1=name=a"], "cmd="),
            (&["1=nonsense"], "nonsense"),
        ] {
            let error = parsed(flags).expect_err("an error");
            assert!(error.contains(word) && !error.contains('\n'), "{error}");
        }
    }
}
