//! `quadriga fit --validate`: how well values of positions predict the results of games.
//!
//! A table of the mean log-loss and of the area under the ROC curve (AUC: the probability that a position of the winner
//! has a higher value than one of the loser), by the distance to the end of the game and by whether the mover has a forcing
//! move. The static evaluation and the values in the files are compared on the same positions.

use std::path::PathBuf;

use super::output::print;
use super::training_games::{TrainingGames, Wanted};
use super::{Failure, note};
use crate::contract::Score;
use crate::engine::AnyEngine;
use crate::fit::{GameRecord, expected_share, log_loss};

/// Ranks of the order of moves from which a move is forcing.
const MIN_FORCING_RANK: i32 = 100_000;

/// A position of a game.
struct Judged {
    /// Result for the player to move, 0 to 1.
    result: f32,
    /// Expected results by the static evaluation and by the file.
    expected: [Option<f32>; 2],
    plies_to_end: usize,
    has_forcing_move: bool,
}

/// A row of the table.
type Row = (&'static str, fn(&Judged) -> bool);

const ROWS: [Row; 8] = [
    ("all", |_| true),
    ("1-5 plies before the end", |judged| judged.plies_to_end <= 5),
    ("6-12", |judged| (6..=12).contains(&judged.plies_to_end)),
    ("13-20", |judged| (13..=20).contains(&judged.plies_to_end)),
    ("21-40", |judged| (21..=40).contains(&judged.plies_to_end)),
    ("41 and more", |judged| judged.plies_to_end > 40),
    ("forcing moves", |judged| judged.has_forcing_move),
    ("no forcing move", |judged| !judged.has_forcing_move),
];

/// Prints the table for the games of these files.
pub(super) fn validate(
    mut engine: Box<dyn AnyEngine>,
    options: Vec<(String, String)>,
    scale: f32,
    files: &[PathBuf],
) -> Result<(), Failure> {
    let mut found = TrainingGames::default();
    let wanted = Wanted { engine: engine.as_ref(), options };
    files.iter().try_for_each(|path| found.read(path, &wanted))?;
    let games = found.without_repeats();
    let mut judged = Vec::new();
    for game in &games {
        judge(engine.as_mut(), game, scale, &mut judged).map_err(Failure::Failed)?;
    }
    note(&format!("{} distinct games, {} positions", games.len(), judged.len()));
    if judged.is_empty() {
        return Err(Failure::Failed("there are no positions to validate with".to_string()));
    }
    print(&table(&judged))
}

/// Adds the positions of a game.
fn judge(
    engine: &mut dyn AnyEngine,
    game: &GameRecord,
    scale: f32,
    to: &mut Vec<Judged>,
) -> Result<(), String> {
    let tools = engine.tools();
    let moves = tools.training_moves(game)?;
    engine.set_position(game.base.as_deref(), &[]).map_err(|error| error.to_string())?;
    for (index, (ply, mv)) in game.plies.iter().zip(&moves).enumerate() {
        if ply.score.is_some() || ply.by_result {
            let assessment = engine.assess();
            let first = f32::from(game.half_points) / 2.0;
            to.push(Judged {
                result: if engine.status().to_move.index() == 0 { first } else { 1.0 - first },
                expected: [Some(assessment.value), ply.score.map(Score)]
                    .map(|score| Some(expected_result(score?, scale))),
                plies_to_end: game.plies.len() - index,
                has_forcing_move: assessment.order.first().is_some_and(|&(_, rank)| rank >= MIN_FORCING_RANK),
            });
        }
        engine.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The expected result for a score, 0 to 1.
fn expected_result(score: Score, scale: f32) -> f32 {
    if score.is_decisive() {
        return f32::from(u8::from(score.is_win()));
    }
    expected_share(score.0 as f32 / scale)
}

fn table(judged: &[Judged]) -> String {
    let mut text = format!(
        "{:<26}{:>10}{:>10}{:>7}{:>12}{:>10}{:>7}\n",
        "positions", "static", "log-loss", "AUC", "in files", "log-loss", "AUC"
    );
    for (name, has) in ROWS {
        text += &format!("{name:<26}");
        for (column, width) in [(0, 10), (1, 12)] {
            let values = judged.iter().filter(|judged| has(judged));
            let values = values.filter_map(|judged| Some((judged.expected[column]?, judged.result)));
            let values: Vec<(f32, f32)> = values.collect();
            let loss = mean_loss(&values).map_or("-".to_string(), |loss| format!("{loss:.3}"));
            let auc = auc(&values).map_or("-".to_string(), |auc| format!("{auc:.2}"));
            text += &format!("{:>width$}{loss:>10}{auc:>7}", values.len());
        }
        text = text.trim_end().to_string() + "\n";
    }
    text
}

/// Mean log-loss of expected results.
fn mean_loss(values: &[(f32, f32)]) -> Option<f64> {
    let sum: f64 = values.iter().map(|&(expected, result)| f64::from(log_loss(expected, result))).sum();
    (!values.is_empty()).then(|| sum / values.len() as f64)
}

/// The probability that a won position has a higher value than a lost one; equal values count half. `None` without both.
fn auc(values: &[(f32, f32)]) -> Option<f64> {
    let mut decided: Vec<(f32, bool)> = values
        .iter()
        .filter(|(_, result)| *result != 0.5)
        .map(|&(value, result)| (value, result > 0.5))
        .collect();
    decided.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (mut pairs, mut lost_below) = (0.0, 0.0);
    for equal in decided.chunk_by(|a, b| a.0 == b.0) {
        let won = equal.iter().filter(|(_, is_won)| *is_won).count() as f64;
        let lost = equal.len() as f64 - won;
        pairs += won * (lost_below + lost / 2.0);
        lost_below += lost;
    }
    let won = decided.len() as f64 - lost_below;
    (won > 0.0 && lost_below > 0.0).then(|| pairs / (won * lost_below))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_area_under_the_curve_counts_pairs_in_order() {
        let values = [(0.9, 1.0), (0.1, 0.0), (0.5, 0.5), (0.4, 1.0), (0.6, 0.0)];
        assert_eq!(auc(&values), Some(0.75));
        assert_eq!(auc(&[(0.5, 1.0), (0.5, 0.0)]), Some(0.5));
        assert_eq!(auc(&[(0.5, 1.0)]), None);
        assert_eq!(auc(&[]), None);
    }

    #[test]
    fn the_loss_of_a_coin_is_ln_2_and_proved_results_are_certain() {
        let loss = mean_loss(&[(0.5, 1.0), (0.5, 0.0)]).expect("values");
        assert!((loss - 2f64.ln()).abs() < 1e-6);
        assert_eq!(mean_loss(&[]), None);
        assert_eq!(expected_result(Score::win_in(3), 80.0), 1.0);
        assert_eq!(expected_result(Score::loss_in(3), 80.0), 0.0);
        assert_eq!(expected_result(Score(0), 80.0), 0.5);
    }
}
