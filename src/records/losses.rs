//! What a format cannot hold of a game.

use super::clocks::{clocks_at, elapsed, is_clock, split};
use super::lib_write::holds;
use super::psq::holds_name;
use super::sgf::has_tag;
use super::{Changes, Format, GameRecord, GameResult, Line, ReadGame, lib};

impl Format {
    /// What the format leaves out of a game.
    pub fn losses(self, game: &ReadGame) -> Changes {
        let record = &game.record;
        let count = |of: fn(&Line) -> usize| record.line.all().into_iter().map(of).sum::<usize>();
        let names = || record.players.iter().filter(|name| !name.is_empty());
        let mut parts = match self {
            Format::Pdn | Format::Text => vec![(
                "properties of SGF",
                count(|line| line.markup.iter().filter(|(_, markup)| !is_clock(markup)).count()),
            )],
            Format::Sgf => vec![
                ("glyphs such as $10", count(|line| line.glyphs.len())),
                ("second marks of a move", count(second_marks)),
                ("second comments of a move, joined to the first", count(second_comments)),
                ("second clocks of a player after a move", count(second_clocks)),
                ("tags", record.tags.iter().filter(|(tag, _)| !has_tag(record, tag)).count()),
            ],
            Format::Psq => {
                let changed = (
                    "names with commas or without letters",
                    names().filter(|name| !holds_name(name)).count(),
                );
                let tags = ("tags", record.tags.len());
                [changed, tags]
                    .into_iter()
                    .chain(notes_of(&record.line, |text| elapsed(text).is_some()))
                    .collect()
            }
            Format::Lib => vec![
                ("names of players", names().count()),
                ("tags", record.tags.len()),
                ("marks", count(|line| line.marks.len() + line.glyphs.len())),
                (
                    "properties of SGF",
                    count(|line| line.markup.iter().filter(|(_, markup)| !holds(markup)).count()),
                ),
            ],
            Format::Fen => {
                let parts = [
                    ("moves", record.moves.len()),
                    ("names of players", names().count()),
                    ("tags", record.tags.len()),
                ];
                parts.into_iter().chain(notes_of(&record.line, |_| false)).collect()
            }
            Format::Rif | Format::Pos | Format::Sav | Format::Csv => Vec::new(),
        };
        parts.push(("result", usize::from(!self.holds_result(record))));
        parts.push(("rules", usize::from(!self.holds_rules(record))));
        counted(&parts, self.name(), game)
    }

    /// The same of a game from a file of the format `from`, which may not have had everything either.
    pub fn losses_of(self, game: &ReadGame, from: Format) -> Changes {
        let losses = self.losses(game);
        if from.names_rules() { losses } else { losses.without(&kind("rules", self.name())) }
    }

    /// Do files of this format name the rules of their games?
    fn names_rules(self) -> bool {
        !matches!(self, Format::Psq | Format::Fen | Format::Lib | Format::Pos | Format::Sav)
    }

    fn holds_rules(self, record: &GameRecord) -> bool {
        self.names_rules() || self == Format::Lib && record.variant == lib::USUAL_VARIANT
    }

    /// Is the result in the file, or the one that the rules give the moves?
    fn holds_result(self, record: &GameRecord) -> bool {
        let is_stated = !matches!(self, Format::Psq | Format::Fen | Format::Lib);
        if is_stated || record.result == GameResult::Unknown {
            return true;
        }
        let Ok(mut replay) = record.replay() else { return true };
        let end = replay.engine.fen();
        let is_set = self != Format::Fen || replay.engine.set_position(Some(&end), &[]).is_ok();
        is_set && GameResult::from(replay.engine.status().outcome) == record.result
    }
}

/// Marks of moves that have one already.
fn second_marks(line: &Line) -> usize {
    line.marks.windows(2).filter(|pair| pair[0].0 == pair[1].0).count()
}

/// Comments at places that have one already; clocks become properties.
fn second_comments(line: &Line) -> usize {
    let is_text = |text: &str| !split(text, Some(crate::contract::Player::FIRST)).0.is_empty();
    let places: Vec<usize> =
        line.comments.iter().filter(|(_, text)| is_text(text)).map(|&(place, _)| place).collect();
    places.windows(2).filter(|pair| pair[0] == pair[1]).count()
}

/// Clocks of a player who has one at the same place.
fn second_clocks(line: &Line) -> usize {
    // The colour of the mover changes the names of the clocks, not their number.
    (0..=line.moves.len()).map(|place| clocks_at(line, place, Some(crate::contract::Player::FIRST)).1).sum()
}

/// Everything at a line except its moves and the comments that the format `keeps`; what stands in its variations is lost
/// with them.
fn notes_of(line: &Line, keeps: fn(&str) -> bool) -> [(&'static str, usize); 4] {
    [
        ("variations", line.variations.len()),
        ("comments", line.comments.iter().filter(|(_, text)| !keeps(text)).count()),
        ("marks", line.marks.len() + line.glyphs.len()),
        ("properties of SGF", line.markup.len()),
    ]
}

fn kind(name: &str, format: &str) -> String {
    format!("{name}, which {format} cannot hold")
}

fn counted(parts: &[(&str, usize)], format: &str, game: &ReadGame) -> Changes {
    let mut changes = Changes::default();
    for (name, count) in parts {
        changes.add(&kind(name, format), *count, game.line);
    }
    changes
}
