//! A game as the script of the page reads it. Field names are short, because every move repeats them.
//!
//! Only the start position and the changes of each move are stored. Cells and their contents are the numbers of
//! [`Stage`].

use serde::Serialize;

use super::{details, name, names, result};
use crate::annotate::comments::{loss_text, value_text};
use crate::annotate::{Advice, Annotated, JudgedMove, Value};
use crate::contract::{MovePath, Player};
use crate::engine::AnyEngine;
use crate::pictures::board::Picture;
use crate::pictures::stage::Stage;
use crate::pictures::style::Style;
use crate::records::MoveMark;

/// Longest line shown, in moves.
const MAX_LINE_MOVES: usize = 12;

/// A game.
#[derive(Serialize)]
pub(super) struct GameData {
    /// The number of its board in the page, from 0.
    stage: usize,
    names: Vec<String>,
    result: String,
    details: Vec<String>,
    /// By player: numbers of moves and of best moves, mean loss, and numbers of moves with the marks `?!`, `?` and
    /// `??`.
    summary: Vec<(usize, usize, String, [usize; 3])>,
    /// The label of the curve.
    curve: String,
    /// The board at the start: cells and their contents.
    start: Vec<usize>,
    moves: Vec<MoveData>,
    /// Number of moves with the same move number: in some games those of a round.
    round: usize,
    /// The player to move at the end.
    turn: usize,
    /// The state of the game at the end: `white to move`, `black wins, five in a line`.
    end: String,
    /// The advice for the position at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<AdviceData>,
    /// Comments of the record: number of moves before each, and its text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<(usize, String)>,
}

/// A move.
#[derive(Serialize)]
struct MoveData {
    /// The move as text.
    m: String,
    /// The player who moved.
    w: usize,
    /// Changed cells and their new contents.
    d: Vec<usize>,
    /// Its path over the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    p: Vec<usize>,
    #[serde(flatten)]
    judgement: Option<JudgementData>,
}

/// The evaluation of a move.
#[derive(Serialize)]
struct JudgementData {
    /// Its value.
    v: String,
    /// Expected points in thousandths: of the first player in games of two, else of the player who moved.
    e: u32,
    /// Its mark.
    #[serde(skip_serializing_if = "Option::is_none")]
    k: Option<&'static str>,
    /// The loss; absent for the best move.
    #[serde(skip_serializing_if = "Option::is_none")]
    l: Option<String>,
    /// What it allowed or missed, as text.
    #[serde(skip_serializing_if = "String::is_empty")]
    f: String,
    /// The better move; absent if this one is the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<AdviceData>,
}

/// The best move of a position.
#[derive(Serialize)]
struct AdviceData {
    /// The line that begins with it.
    m: Vec<String>,
    /// Its value.
    v: String,
    /// Its path over the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    p: Vec<usize>,
}

impl GameData {
    /// A game on the board with this number.
    ///
    /// # Errors
    /// One line: the record is not a legal game.
    pub fn of(game: &Annotated, stage: &Stage, number: usize) -> Result<GameData, String> {
        let mut engine = game.record.open()?;
        let start = stage.content(&engine.board());
        let mut moves = Vec::with_capacity(game.record.moves.len());
        for (ply, text) in game.record.moves.iter().enumerate() {
            moves.push(play(game, ply, text, engine.as_mut(), stage)?);
        }
        let last = game.last.as_ref().map(|advice| {
            AdviceData::of(
                advice,
                value_text(advice.value, game.turn, game.players),
                &engine.move_paths(),
                stage,
            )
        });
        let end = Picture::of(engine.as_mut()).caption();
        let summary = |player| {
            let tally = game.tally(Player::new(player));
            (tally.moves, tally.best, format!("{:.1}%", 100.0 * tally.mean_loss), tally.marks)
        };
        let curve = match game.players {
            2 => format!("Expected points of {}", name(game, Player::FIRST)),
            _ => "Expected points of each player after their moves".to_string(),
        };
        Ok(GameData {
            stage: number,
            names: names(game),
            result: result(game),
            details: details(game),
            summary: (0..game.players).map(summary).collect(),
            curve,
            start,
            moves,
            round: moves_of_a_number(engine.as_ref(), game.players),
            turn: engine.status().to_move.index(),
            end,
            last,
            comments: game.record.comments.clone(),
        })
    }

    /// The game as JSON for a `script` element: it contains no `<`, so nothing in it can end the element.
    ///
    /// # Errors
    /// One line; does not occur for a game.
    pub fn json(&self) -> Result<String, String> {
        let json = serde_json::to_string(self).map_err(|error| format!("cannot write the game: {error}"))?;
        Ok(json.replace('<', "\\u003c"))
    }
}

/// Number of moves that share a move number: games with moving pieces count rounds, games of stones count moves.
fn moves_of_a_number(engine: &dyn AnyEngine, players: usize) -> usize {
    let style = Style::of(&engine.identity());
    if ["men", "marbles"].contains(&style.pieces()) { players } else { 1 }
}

/// Plays a move of the record.
fn play(
    game: &Annotated,
    ply: usize,
    text: &str,
    engine: &mut dyn AnyEngine,
    stage: &Stage,
) -> Result<MoveData, String> {
    let (player, before, paths) = (engine.status().to_move, engine.board(), engine.move_paths());
    engine.play(text).map_err(|error| error.to_string())?;
    let judgement = game.moves.get(ply).map(|judged| judgement(game, judged, &paths, stage));
    Ok(MoveData {
        m: text.to_string(),
        w: player.index(),
        d: stage.difference(&before, &engine.board()),
        p: way(text, &paths, stage),
        judgement,
    })
}

fn judgement(game: &Annotated, judged: &JudgedMove, paths: &[MovePath], stage: &Stage) -> JudgementData {
    let text = |value: Value| value_text(value, judged.player, game.players);
    let theirs = game.players == 2 && judged.player != Player::FIRST;
    let points = if theirs { 1.0 - judged.value.points } else { judged.value.points };
    let better = (!judged.is_best()).then_some(&judged.best);
    JudgementData {
        v: text(judged.value),
        e: (points * 1000.0).round() as u32,
        k: judged.mark.map(MoveMark::sign),
        l: better.map(|_| loss_text(judged)),
        f: game.sentence(judged),
        b: better.map(|advice| AdviceData::of(advice, text(advice.value), paths, stage)),
    }
}

impl AdviceData {
    fn of(advice: &Advice, value: String, paths: &[MovePath], stage: &Stage) -> AdviceData {
        let line = advice.line.iter().take(MAX_LINE_MOVES).cloned().collect();
        AdviceData { m: line, v: value, p: way(&advice.line[0], paths, stage) }
    }
}

/// The cells of a move's path, in order.
fn way(text: &str, paths: &[MovePath], stage: &Stage) -> Vec<usize> {
    let path = paths.iter().find(|path| path.text == text);
    path.into_iter().flat_map(|path| &path.cells).map(|&cell| stage.cell(cell)).collect()
}
