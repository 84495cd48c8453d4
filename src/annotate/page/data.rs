//! A game as the script of the page reads it. Field names are short, because every move repeats them.
//!
//! Only the start position and the changes of each move are stored. Cells and their contents are the numbers of
//! [`Stage`].

use serde::Serialize;

use super::{options, result_of, tags};
use crate::annotate::comments::{loss_text, value_text};
use crate::annotate::{Advice, Annotated, JudgedMove, Value};
use crate::contract::facts::Fact;
use crate::contract::{MovePath, Outcome, Player};
use crate::engine::AnyEngine;
use crate::pictures::stage::Stage;
use crate::pictures::style::Style;
use crate::records::{GameResult, MoveMark};

/// Longest line shown, in moves.
const MAX_LINE_MOVES: usize = 12;

/// A game.
#[derive(Serialize)]
pub(super) struct GameData {
    /// The number of its board in the page, from 0.
    stage: usize,
    /// The names of the players; absent ones are numbered by the script.
    names: Vec<Option<String>>,
    /// `p1` to `p6` for the winner, `draw`, `lost` by both, or `open`.
    result: String,
    /// Event, site, date and round.
    tags: Vec<String>,
    /// The name of the rules.
    variant: String,
    /// Options of the rules, such as `BoardSize 15`.
    options: Vec<String>,
    /// The limits of each search by their names.
    effort: Vec<(&'static str, i64)>,
    /// The name of the opening.
    #[serde(skip_serializing_if = "Option::is_none")]
    opening: Option<String>,
    /// By player: numbers of moves and of best moves, mean loss in thousandths of a point, and numbers of moves with
    /// the marks `?!`, `?` and `??`.
    summary: Vec<(usize, usize, u32, [usize; 3])>,
    /// The board at the start: cells and their contents.
    start: Vec<usize>,
    moves: Vec<MoveData>,
    /// Number of moves with the same move number: in some games those of a round.
    round: usize,
    /// The player to move at the end.
    turn: usize,
    /// The result by the rules at the end, as in `result`; empty if the game is not over.
    end: String,
    /// Why: `five in a line`.
    #[serde(skip_serializing_if = "str::is_empty")]
    reason: &'static str,
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
    /// What it allowed or missed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    f: Vec<FactData>,
    /// The better move; absent if this one is the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<AdviceData>,
}

/// The kind of a fact, its player, and the places, line and numbers for the gaps of its sentence.
type FactData = (&'static str, usize, Vec<String>, Vec<String>, Vec<u32>);

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
        let status = engine.status();
        let summary = |player| {
            let tally = game.tally(Player::new(player));
            (tally.moves, tally.best, (1000.0 * tally.mean_loss).round() as u32, tally.marks)
        };
        let named = |player| game.record.player(Player::new(player)).map(str::to_string);
        Ok(GameData {
            stage: number,
            names: (0..game.players).map(named).collect(),
            result: result_code(result_of(game)),
            tags: tags(game).map(str::to_string).collect(),
            variant: game.record.variant.clone(),
            options: options(game).collect(),
            effort: game.effort.clone(),
            opening: game.opening.clone(),
            summary: (0..game.players).map(summary).collect(),
            start,
            moves,
            round: moves_of_a_number(engine.as_ref(), game.players),
            turn: status.to_move.index(),
            end: status.outcome.map(outcome_code).unwrap_or_default(),
            reason: status.reason,
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

fn outcome_code(outcome: Outcome) -> String {
    match outcome {
        Outcome::Draw => "draw".to_string(),
        Outcome::Win(player) => format!("p{}", player.index() + 1),
    }
}

fn result_code(result: GameResult) -> String {
    match result {
        GameResult::Unknown => "open".to_string(),
        GameResult::BothLost => "lost".to_string(),
        GameResult::Ended(outcome) => outcome_code(outcome),
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
        f: judged.facts.iter().map(fact_data).collect(),
        b: better.map(|advice| AdviceData::of(advice, text(advice.value), paths, stage)),
    }
}

fn fact_data(fact: &Fact) -> FactData {
    let Fact { kind, player, places, line, numbers, .. } = fact;
    (kind.name(), player.index(), places.clone(), line.clone(), numbers.clone())
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
