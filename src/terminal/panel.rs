//! The panel next to the board: the game, the players, the clocks, the last moves, the result.

use std::time::Duration;

use unicode_width::UnicodeWidthStr;

use super::board::Scene;
use super::position::Point;
use super::style::{Line, TextStyle, Tint, cut};
use super::words::Language;
use crate::table::{Phase, TableView};

/// Maximum number of lines of moves.
const MOVE_LINES: usize = 7;

/// The course of the game: the moves on the board, in order.
pub(super) fn course(view: &TableView) -> Vec<&str> {
    let mut moves = Vec::new();
    let mut at = view.current;
    while let Some(node) = view.nodes.iter().find(|node| node.id == at) {
        moves.push(node.mv.as_str());
        at = node.parent;
    }
    moves.reverse();
    moves
}

/// The moves with numbers, one text for each round of a game of two, or for each move with more players.
pub(super) fn numbered(view: &TableView) -> Vec<String> {
    let round = if view.seats.len() == 2 { 2 } else { 1 };
    let moves = course(view);
    moves.chunks(round).enumerate().map(|(n, moves)| format!("{}. {}", n + 1, moves.join(" "))).collect()
}

/// A time as on a clock.
pub(super) fn clock_text(ms: u64) -> String {
    // Rounded up: a fraction of a second still counts.
    let seconds = ms.div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// The lines next to a board, each of at most `width` columns. `since`: the time since the view was received.
pub(super) fn panel(
    scene: &Scene,
    view: &TableView,
    language: Language,
    width: usize,
    since: Duration,
) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut title = Line::default();
    title.push(&cut(language.title(&view.title), width), TextStyle::BOLD);
    lines.push(title);
    if let Some(ballot) = &view.ballot {
        lines.push(Line::of(cut(&language.ballot(ballot), width)));
    }
    lines.push(Line::default());
    for player in 0..view.seats.len() {
        lines.extend(seat(scene, view, language, (player, width), since));
    }
    lines.push(Line::default());
    lines.extend(last_moves(view, width));
    lines.extend(notes(scene, view, language, width));
    lines
}

fn seat(
    scene: &Scene,
    view: &TableView,
    language: Language,
    (player, width): (usize, usize),
    since: Duration,
) -> Vec<Line> {
    let position = scene.position;
    let next = view.opening.as_ref().map_or(position.player, |opening| opening.decides);
    let is_next = view.phase != Phase::Over && next == player + 1;
    let mut line = Line::default();
    let pointer = if scene.look.unicode { "▶ " } else { "> " };
    line.push(if is_next { pointer } else { "  " }, TextStyle::BOLD);
    line.append(&scene.badge(player));
    let name = language.player(position.colour_name(player));
    let who = language.who(&view.seats[player]);
    line.push(&format!(" {name}"), if is_next { TextStyle::BOLD } else { TextStyle::default() });
    line.push(&format!(" {}", cut(&who, width.saturating_sub(line.width() + 1))), TextStyle::default());
    let Some(clock) = &view.clock else { return vec![line] };
    let passed = if clock.running == player + 1 { since.as_millis() as u64 } else { 0 };
    let left = clock.left_ms.get(player).copied().unwrap_or(0).saturating_sub(passed);
    let text = clock_text(left);
    if line.width() + 2 + text.len() <= width {
        line.pad(width.min(28) - text.len());
        line.push(&text, TextStyle::BOLD);
        return vec![line];
    }
    let mut below = Line::of("      ");
    below.push(&text, TextStyle::BOLD);
    vec![line, below]
}

fn last_moves(view: &TableView, width: usize) -> Vec<Line> {
    let mut lines: Vec<String> = Vec::new();
    for text in numbered(view) {
        match lines.last_mut() {
            Some(line) if line.width() + 2 + text.width() <= width => {
                line.push_str("  ");
                line.push_str(&text);
            }
            _ => lines.push(cut(&text, width)),
        }
    }
    let from = lines.len().saturating_sub(MOVE_LINES);
    lines.drain(from..).map(Line::of).collect()
}

fn notes(scene: &Scene, view: &TableView, language: Language, width: usize) -> Vec<Line> {
    let position = scene.position;
    let colour = |player: usize| language.player(position.colour_name(player));
    let mut lines = Vec::new();
    if position.cells().any(|cell| position.at(cell) == Point::Forbidden) {
        let sign = if scene.look.unicode { "×" } else { "!" };
        lines.push((format!("{sign} {}", language.say("forbidden", "禁手")), TextStyle::default()));
    }
    if view.draw_offer > 0 {
        let text = language.fill("{} offers a draw", "{}提和", &[&colour(view.draw_offer - 1)]);
        lines.push((text, TextStyle::BOLD));
    }
    if let Some(outcome) = &view.outcome {
        let result = language.result(outcome, view.reason.as_deref().unwrap_or_default(), &colour);
        let parts = super::style::wrap(&result, width);
        lines.extend(parts.into_iter().map(|part| (part, TextStyle::text(Tint(2, 34)).bold())));
    }
    let mut shown: Vec<Line> = Vec::new();
    for (text, text_style) in lines {
        if shown.is_empty() {
            shown.push(Line::default());
        }
        let mut line = Line::default();
        line.push(&cut(&text, width), text_style);
        shown.push(line);
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_the_second_that_has_begun() {
        assert_eq!([clock_text(0), clock_text(1), clock_text(61_000)], ["0:00", "0:01", "1:01"]);
        assert_eq!(clock_text(3_600_000), "1:00:00");
    }
}
