//! The annotation as an HTML page that needs no network: for each game a summary by player, a plot of the values,
//! boards of the worst mistakes, and the list of moves.

use std::fmt::Write;

use super::comments::{loss_text, value_text};
use super::{Annotated, JudgedMove};
use crate::contract::{Outcome, Player};
use crate::engine::AnyEngine;
use crate::pictures::board::{Picture, Tone, path_of};
use crate::pictures::page::{escape, figure, page, table};
use crate::pictures::plot::{Line, Plot};
use crate::records::{GameResult, MoveMark};

/// Largest number of mistakes of a game that are shown on boards: the worst.
const MAX_BOARDS: usize = 12;
/// Width of a board in pixels.
const BOARD_WIDTH: u32 = 290;

/// Added to the style of every page.
const STYLE: &str = "<style>\
.boards{display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start}\
.boards figure{margin:0;width:290px}.boards figcaption{font-weight:400;font-size:.9rem}\
.moves td:nth-child(2),.moves td:nth-child(4),.moves th:nth-child(2),.moves th:nth-child(4){text-align:left}\
.moves tr.dubious td{background:#e69f0022}.moves tr.mistake td{background:#d55e0033}\
.moves tr.blunder td{background:#d55e0077}.note{opacity:.8;font-size:.9rem}\
@media print{.boards figure,tr{break-inside:avoid}}</style>\n";

/// The meaning of the arrows on a board.
const ARROWS: &str = "Boards show the position before a mistake: the red arrow or ring is the move that was played, the \
                      green one the move that was better.";

/// One game as a part of a page, with its number from 1.
///
/// # Errors
/// One line: the drawing library refused, or the record is not a legal game.
pub fn section(game: &Annotated, number: usize) -> Result<String, String> {
    let mut html = format!("<section id=\"game{number}\">\n<h2>{}</h2>\n", escape(&heading(game, number)));
    let details: Vec<String> = details(game);
    if !details.is_empty() {
        let _ = writeln!(html, "<p>{}</p>", escape(&details.join(" · ")));
    }
    html += &summary(game);
    if game.moves.len() > 1 {
        html += &figure(&plot_caption(game), &plot(game).svg()?);
    }
    html += &boards(game)?;
    if !game.moves.is_empty() {
        html += &move_list(game);
    }
    Ok(html + "</section>\n")
}

/// A page of sections, with an index if there are several.
pub fn whole(title: &str, games: &[(String, String)]) -> String {
    let mut body = STYLE.to_string();
    if games.len() > 1 {
        body += "<ol>\n";
        for (number, (line, _)) in (1..).zip(games) {
            let _ = writeln!(body, "<li><a href=\"#game{number}\">{}</a></li>", escape(line));
        }
        body += "</ol>\n";
    }
    games.iter().for_each(|(_, section)| body += section);
    let _ = writeln!(
        body,
        "<p class=\"note\">Values are in the game's unit and, with two players, those of the player who moves first; \
         +#7 is a proved win in seven plies. A loss is given in that unit and in expected points: {:.0}% of a point \
         lost is ?!, {:.0}% ?, {:.0}% ??; a proved win that is missed is ?! at least. {ARROWS}</p>",
        100.0 * super::DUBIOUS,
        100.0 * super::MISTAKE,
        100.0 * super::BLUNDER
    );
    page(title, &body)
}

/// The line of a game in the index.
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

fn players_and_result(game: &Annotated) -> String {
    let names: Vec<String> = (0..game.players).map(|player| name(game, Player::new(player))).collect();
    let known = match game.record.result {
        GameResult::Unknown => game.outcome.into(),
        known => known,
    };
    let result = match known {
        GameResult::Unknown => "not finished".to_string(),
        GameResult::BothLost => "lost by both".to_string(),
        GameResult::Ended(Outcome::Draw) => "draw".to_string(),
        GameResult::Ended(Outcome::Win(player)) => format!("{} wins", name(game, player)),
    };
    format!("{}, {result}", names.join(" – "))
}

fn heading(game: &Annotated, number: usize) -> String {
    format!("Game {number}: {}", players_and_result(game))
}

fn details(game: &Annotated) -> Vec<String> {
    let tags = ["Event", "Site", "Date", "Round"].iter().filter_map(|tag| game.record.tag(tag));
    let options = game.record.options.iter().map(|(name, value)| format!("{name} {value}"));
    let own = [game.record.variant.clone(), game.effort.clone()];
    tags.map(str::to_string).chain(options).chain(own).collect()
}

fn summary(game: &Annotated) -> String {
    let rows = (0..game.players).map(Player::new).map(|player| {
        let tally = game.tally(player);
        let mut row = vec![
            name(game, player),
            tally.moves.to_string(),
            tally.best.to_string(),
            format!("{:.1}%", 100.0 * tally.mean_loss),
        ];
        row.extend(tally.marks.iter().map(usize::to_string));
        row
    });
    table(&["Player", "Moves", "Best moves", "Mean loss", "?!", "?", "??"], &rows.collect::<Vec<_>>())
}

fn plot_caption(game: &Annotated) -> String {
    match game.players {
        2 => format!("Expected points of {} after each move", name(game, Player::FIRST)),
        _ => "Expected points of each player after his moves".to_string(),
    }
}

/// Expected points over plies.
fn plot(game: &Annotated) -> Plot {
    let judged = || (1..).zip(&game.moves).map(|(ply, judged): (u32, &JudgedMove)| (f64::from(ply), judged));
    let lines = if game.players == 2 {
        let first = |judged: &JudgedMove| {
            if judged.player == Player::FIRST { judged.value.points } else { 1.0 - judged.value.points }
        };
        vec![Line { points: judged().map(|(ply, judged)| (ply, first(judged))).collect(), ..Line::default() }]
    } else {
        let of = |player: Player| Line {
            name: name(game, player),
            points: judged()
                .filter(|(_, j)| j.player == player)
                .map(|(ply, j)| (ply, j.value.points))
                .collect(),
            band: Vec::new(),
        };
        (0..game.players).map(|player| of(Player::new(player))).collect()
    };
    Plot {
        x: "ply".to_string(),
        y: "expected points".to_string(),
        lines,
        bars: Vec::new(),
        bounds: Some((0.0, 1.0)),
    }
}

/// Boards of the start, the worst mistakes and the end.
fn boards(game: &Annotated) -> Result<String, String> {
    let mut worst: Vec<usize> = (0..game.moves.len())
        .filter(|&ply| matches!(game.moves[ply].mark, Some(MoveMark::Mistake | MoveMark::Blunder)))
        .collect();
    worst.sort_by(|&a, &b| game.moves[b].points_lost().total_cmp(&game.moves[a].points_lost()));
    worst.truncate(MAX_BOARDS);
    let mut engine = game.record.open()?;
    let mut html = String::from("<div class=\"boards\">\n");
    html += &board(engine.as_mut(), "Start", &[]);
    for (ply, judged) in game.moves.iter().enumerate() {
        if worst.contains(&ply) {
            let arrows = [(Tone::Played, judged.text.as_str()), (Tone::Best, judged.best.line[0].as_str())];
            html += &board(engine.as_mut(), &mistake_caption(game, ply, judged), &arrows);
        }
        engine.play(&judged.text).map_err(|error| error.to_string())?;
    }
    for text in &game.record.moves[game.moves.len()..] {
        engine.play(text).map_err(|error| error.to_string())?;
    }
    let best = game.last.as_ref().map(|advice| (Tone::Best, advice.line[0].as_str()));
    let caption = match &game.last {
        None => "End".to_string(),
        Some(advice) => {
            let value = value_text(advice.value, game.turn, game.players);
            format!("Last position: {value} by {}", advice.line[0])
        }
    };
    if !game.record.moves.is_empty() || game.last.is_some() {
        html += &board(engine.as_mut(), &caption, best.as_slice());
    }
    Ok(html + "</div>\n")
}

fn board(engine: &mut dyn AnyEngine, caption: &str, arrows: &[(Tone, &str)]) -> String {
    let mut picture = Picture::of(engine);
    let paths = arrows.iter().filter_map(|&(tone, text)| Some((tone, path_of(engine, text)?)));
    picture.arrows = paths.collect();
    figure(caption, &picture.svg(BOARD_WIDTH))
}

fn mistake_caption(game: &Annotated, ply: usize, judged: &JudgedMove) -> String {
    let value = |value| value_text(value, judged.player, game.players);
    format!(
        "Ply {}: {}{} {}, better {} {}",
        ply + 1,
        judged.text,
        judged.mark.map_or("", MoveMark::sign),
        value(judged.value),
        judged.best.line[0],
        value(judged.best.value)
    )
}

fn move_list(game: &Annotated) -> String {
    let mut html = String::from(
        "<details open><summary>Moves</summary>\n<table class=\"moves\"><tr><th>Ply</th><th>Move</th><th>Value</th>\
         <th>Best</th><th>Value</th><th>Loss</th></tr>\n",
    );
    for (ply, judged) in (1..).zip(&game.moves) {
        let class = match judged.mark {
            Some(MoveMark::Blunder) => " class=\"blunder\"",
            Some(MoveMark::Mistake) => " class=\"mistake\"",
            Some(MoveMark::Dubious) => " class=\"dubious\"",
            _ => "",
        };
        let value = |value| value_text(value, judged.player, game.players);
        let (best, best_value, loss) = if judged.is_best() {
            (String::new(), String::new(), String::new())
        } else {
            (judged.best.line[0].clone(), value(judged.best.value), loss_text(judged))
        };
        let sign = judged.mark.map_or("", MoveMark::sign);
        let line = judged.best.line.join(" ");
        let _ = writeln!(
            html,
            "<tr{class}><td>{ply}</td><td>{}{sign}</td><td>{}</td><td title=\"{}\">{}</td><td>{best_value}</td>\
             <td>{loss}</td></tr>",
            escape(&judged.text),
            value(judged.value),
            escape(&line),
            escape(&best)
        );
    }
    html + "</table></details>\n"
}
