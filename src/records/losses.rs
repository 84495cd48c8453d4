//! What a format cannot hold of a game. A list of positions holds nothing else, which needs no report.

use super::clocks::is_clock;
use super::lib_write::holds;
use super::sgf::has_tag;
use super::{Changes, Format, Line, ReadGame};

impl Format {
    /// What the format leaves out of a game.
    pub fn losses(self, game: &ReadGame) -> Changes {
        let record = &game.record;
        let count = |of: fn(&Line) -> usize| record.line.all().into_iter().map(of).sum::<usize>();
        let parts = match self {
            Format::Pdn | Format::Text => vec![(
                "properties of SGF",
                count(|line| line.markup.iter().filter(|(_, markup)| !is_clock(markup)).count()),
            )],
            Format::Sgf => vec![
                ("glyphs such as $10", count(|line| line.glyphs.len())),
                ("second marks of a move", count(second_marks)),
                ("tags", record.tags.iter().filter(|(tag, _)| !has_tag(record, tag)).count()),
            ],
            Format::Psq => [("tags", record.tags.len())].into_iter().chain(notes_of(&record.line)).collect(),
            Format::Lib => vec![
                ("names of players", record.players.iter().filter(|name| !name.is_empty()).count()),
                ("tags", record.tags.len()),
                ("marks", count(|line| line.marks.len() + line.glyphs.len())),
                (
                    "properties of SGF",
                    count(|line| line.markup.iter().filter(|(_, markup)| !holds(markup)).count()),
                ),
            ],
            Format::Fen | Format::Rif | Format::Pos | Format::Sav | Format::Csv => Vec::new(),
        };
        counted(&parts, self.name(), game)
    }
}

/// Marks of moves that have one already.
fn second_marks(line: &Line) -> usize {
    line.marks.windows(2).filter(|pair| pair[0].0 == pair[1].0).count()
}

/// Everything at a line except its moves; what stands in its variations is lost with them.
fn notes_of(line: &Line) -> [(&'static str, usize); 4] {
    [
        ("variations", line.variations.len()),
        ("comments", line.comments.len()),
        ("marks", line.marks.len() + line.glyphs.len()),
        ("properties of SGF", line.markup.len()),
    ]
}

fn counted(parts: &[(&str, usize)], format: &str, game: &ReadGame) -> Changes {
    let mut changes = Changes::default();
    for (name, count) in parts {
        changes.add(&format!("{name}, which {format} cannot hold"), *count, game.line);
    }
    changes
}
