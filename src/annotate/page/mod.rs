//! The annotation as an HTML page that needs no network: a list of the games and, for the open game, the board, the
//! moves, the curve of the values and a summary by player.
//!
//! A game is a few kilobytes of JSON, which the script of the page shows when the game is opened, so a page of hundreds
//! of games loads quickly. Each game is appended to the file, and nothing before it changes. HTML needs no end tags of
//! the page, so the file is a complete page after each game; the script ignores a truncated game. An empty board is in
//! the page once, before the first game played on it.
//!
//! | file | what |
//! |---|---|
//! | `data` | a game as the script reads it |
//! | `page.css` | the style |
//! | `words.js` | all texts, in English and Chinese; those of facts and games are the words of the board's page |
//! | `board.js`, `curve.js` | the board with its pieces; the curve of the values |
//! | `game.js` | the open game |
//! | `totals.js`, `list.js` | the sums of all games by player; the list of all games, and the query of the address |
//!
//! Invariant: names, comments and tags of the record are text and never markup: their JSON contains no `<`, the script
//! turns them into text nodes, and outside scripts they are escaped.

mod data;

use std::fmt::Write;

use self::data::GameData;
use super::Annotated;
use super::comments::value_text;
use crate::contract::{Outcome, Player};
use crate::pictures::page::{self, escape};
use crate::pictures::stage::Stage;
use crate::records::{GameResult, MoveMark};

const STYLE: &str = include_str!("page.css");

/// The parts of the script, which share one scope.
const SCRIPTS: [&str; 6] = [
    include_str!("words.js"),
    include_str!("board.js"),
    include_str!("curve.js"),
    include_str!("game.js"),
    include_str!("totals.js"),
    include_str!("list.js"),
];

/// The words that this page shares with the page of the board, and their names in the script.
const SHARED_WORDS: [(&str, &str); 2] = [
    ("FACT_WORDS", include_str!("../../web/page/text/facts.js")),
    ("GAME_WORDS", include_str!("../../web/page/text/games.js")),
];

/// A page to which games are added.
#[derive(Default)]
pub struct Page {
    /// The boards added so far, as HTML.
    stages: Vec<String>,
    /// Number of games added so far.
    games: usize,
}

impl Page {
    /// The page before its first game.
    pub fn new() -> Page {
        Page::default()
    }

    /// Has it no game yet?
    pub fn is_empty(&self) -> bool {
        self.games == 0
    }

    /// The beginning of the page of these games: style, script, and what the notes on values need.
    pub fn beginning(name: &str) -> String {
        let mut html = page::beginning(&format!("{name}, annotated"), &[page::STYLE, STYLE]);
        let percents =
            [super::DUBIOUS, super::MISTAKE, super::BLUNDER].map(|points| format!("{:.0}", 100.0 * points));
        let _ = writeln!(
            html,
            "<noscript><p>Boards need JavaScript, which is turned off here. The moves of each game follow with their \
             values.</p></noscript>\n<main id=\"main\" data-name=\"{}\" data-marks=\"{}\"></main>\n<footer \
             id=\"notes\"></footer>",
            escape(name),
            percents.join(" ")
        );
        let shared: String = SHARED_WORDS.iter().map(|(name, module)| constant(name, module)).collect();
        let _ = writeln!(html, "<script>\n\"use strict\";\n{shared}{}</script>", SCRIPTS.concat());
        html
    }

    /// The next game as text to append to the page.
    ///
    /// # Errors
    /// One line: the record is not a legal game. The page is unchanged.
    pub fn game(&mut self, game: &Annotated) -> Result<String, String> {
        let engine = game.record.open()?;
        let stage = Stage::of(engine.as_ref());
        let known = self.stages.iter().position(|html| html == stage.html());
        let data = GameData::of(game, &stage, known.unwrap_or(self.stages.len()))?;
        let mut html = String::new();
        if known.is_none() {
            html += stage.html();
            self.stages.push(stage.html().to_string());
        }
        self.games += 1;
        let _ = writeln!(html, "<script type=\"application/json\" class=\"game\">{}</script>", data.json()?);
        html += &without_script(game, self.games);
        Ok(html)
    }
}

/// A module that exports `words` as a constant of the script.
fn constant(name: &str, module: &str) -> String {
    module.replacen("export const words", &format!("const {name}"), 1)
}

/// The game as text, for readers without scripts.
fn without_script(game: &Annotated, number: usize) -> String {
    let mut html = format!("<noscript><h2>Game {number}: {}</h2>\n", escape(&players_and_result(game)));
    let _ = writeln!(html, "<p>{}</p>\n<ol>", escape(&details(game).join(" · ")));
    for judged in &game.moves {
        let sign = judged.mark.map_or("", MoveMark::sign);
        let value = value_text(judged.value, judged.player, game.players);
        let _ = write!(html, "<li>{}{sign} {value}", escape(&judged.text));
        if judged.mark.is_some() {
            let _ = write!(html, ", better {}", escape(&judged.best.line[0]));
        }
        html.push('\n');
    }
    html + "</ol></noscript>\n"
}

/// The line of a game in the list.
pub fn index_line(game: &Annotated) -> String {
    let counts = (0..game.players).map(|player| game.tally(Player::new(player)).marks);
    let counts = counts.fold([0; 3], |sum, marks| [sum[0] + marks[0], sum[1] + marks[1], sum[2] + marks[2]]);
    let [dubious, mistakes, blunders] = counts;
    let moves = game.record.moves.len();
    format!("{}: {moves} moves, ?! {dubious}, ? {mistakes}, ?? {blunders}", players_and_result(game))
}

fn name(game: &Annotated, player: Player) -> String {
    let unnamed = || format!("player {}", player.index() + 1);
    game.record.player(player).map_or_else(unnamed, str::to_string)
}

fn names(game: &Annotated) -> Vec<String> {
    (0..game.players).map(|player| name(game, Player::new(player))).collect()
}

/// The result of the record, or else that of the rules.
fn result_of(game: &Annotated) -> GameResult {
    match game.record.result {
        GameResult::Unknown => game.outcome.into(),
        known => known,
    }
}

fn result(game: &Annotated) -> String {
    match result_of(game) {
        GameResult::Unknown => "not finished".to_string(),
        GameResult::BothLost => "lost by both".to_string(),
        GameResult::Ended(Outcome::Draw) => "draw".to_string(),
        GameResult::Ended(Outcome::Win(player)) => format!("{} wins", name(game, player)),
    }
}

fn players_and_result(game: &Annotated) -> String {
    format!("{}, {}", names(game).join(" – "), result(game))
}

fn tags(game: &Annotated) -> impl Iterator<Item = &str> {
    ["Event", "Site", "Date", "Round"].iter().filter_map(|tag| game.record.tag(tag))
}

fn options(game: &Annotated) -> impl Iterator<Item = String> {
    game.record.options.iter().map(|(name, value)| format!("{name} {value}"))
}

fn details(game: &Annotated) -> Vec<String> {
    let own = [game.record.variant.clone(), game.effort_text()];
    tags(game).map(str::to_string).chain(options(game)).chain(own).chain(game.opening.clone()).collect()
}
