//! The plots of a report.

use super::course::Course;
use crate::match_runner::sprt::Sprt;
use crate::pictures::page::figure;
use crate::pictures::plot::{Line, Plot};

/// Engines that have a line of their own in a plot: as many as there are colours.
const MOST_LINES: usize = 6;

/// Score, Elo and LLR as the match went on; what cannot be told from the games is left out.
pub fn results(course: &Course, sprt: Option<&Sprt>) -> Result<String, String> {
    let mut html = score(course)?;
    if course.elo.len() > 1 {
        html += &elo(course)?;
    }
    if let (Some(sprt), true) = (sprt, course.llr.len() > 1) {
        html += &llr(course, sprt)?;
    }
    Ok(html)
}

/// A line between two points.
fn straight(name: &str, from: (f64, f64), to: (f64, f64)) -> Line {
    Line { name: name.to_string(), points: vec![from, to], ..Line::default() }
}

fn score(course: &Course) -> Result<String, String> {
    let engines = course.standings.engines();
    // Of two engines one line says all.
    let shown = if course.standings.is_duel() { 1 } else { MOST_LINES };
    let order: Vec<usize> = if course.standings.is_duel() || course.standings.is_many_player() {
        (0..course.scores.len()).collect()
    } else {
        course.standings.ratings().list.iter().map(|rating| rating.engine).collect()
    };
    let lines = order.into_iter().filter(|&engine| engine < course.scores.len()).take(shown).map(|engine| {
        Line { name: engines[engine].name.clone(), points: course.scores[engine].clone(), ..Line::default() }
    });
    let plot = Plot {
        x: "games".to_string(),
        y: "score, %".to_string(),
        lines: lines.collect(),
        bounds: Some((0.0, 100.0)),
        ..Plot::default()
    };
    Ok(figure("Score over the match", &plot.svg()?))
}

fn elo(course: &Course) -> Result<String, String> {
    // The first pairs say next to nothing, and would make the rest of the plot flat.
    let settled = &course.elo[course.elo.len() / 5..];
    let edges = settled.iter().flat_map(|(_, elo)| [elo.low, elo.high]).filter(|edge| edge.is_finite());
    let (low, high) = edges.fold((0.0, 0.0), |(low, high): (f64, f64), edge| (low.min(edge), high.max(edge)));
    let (low, high) = (low - 5.0, high + 5.0);
    let line = Line {
        name: String::new(),
        points: course.elo.iter().map(|&(pairs, elo)| (pairs, elo.value.clamp(low, high))).collect(),
        band: course
            .elo
            .iter()
            .map(|(_, elo)| (elo.low.clamp(low, high), elo.high.clamp(low, high)))
            .collect(),
    };
    let plot = Plot {
        x: "pairs".to_string(),
        y: "Elo".to_string(),
        lines: vec![line],
        bounds: Some((low, high)),
        ..Plot::default()
    };
    let caption = format!("Elo of {} with its 95 % interval", course.standings.engines()[0].name);
    Ok(figure(&caption, &plot.svg()?))
}

fn llr(course: &Course, sprt: &Sprt) -> Result<String, String> {
    let status = sprt.status(&[0; 5]);
    let end = course.llr.last().map_or(1.0, |last| last.0);
    let plot = Plot {
        x: "pairs".to_string(),
        y: "LLR".to_string(),
        lines: vec![
            Line { name: "LLR".to_string(), points: course.llr.clone(), ..Line::default() },
            straight(&format!("H0: {} Elo", sprt.elo0), (0.0, status.lower), (end, status.lower)),
            straight(&format!("H1: {} Elo", sprt.elo1), (0.0, status.upper), (end, status.upper)),
        ],
        ..Plot::default()
    };
    Ok(figure("Log-likelihood ratio and the bounds of the test", &plot.svg()?))
}

/// Games by their length.
pub fn lengths(course: &Course) -> Result<String, String> {
    let plot = Plot {
        x: "plies".to_string(),
        y: "games".to_string(),
        bars: course.length_bars(),
        ..Plot::default()
    };
    Ok(figure("Length of games", &plot.svg()?))
}

/// Time of a move as games go on.
pub fn times(course: &Course) -> Result<String, String> {
    let engines = course.standings.engines().iter().zip(&course.times);
    let line = |(engine, points): (&_, &Vec<(f64, f64)>)| -> Line {
        let engine: &crate::match_runner::standings::EngineTotals = engine;
        Line { name: engine.name.clone(), points: points.clone(), ..Line::default() }
    };
    let plot = Plot {
        x: "ply".to_string(),
        y: "ms a move".to_string(),
        lines: engines.take(MOST_LINES).map(line).collect(),
        ..Plot::default()
    };
    Ok(figure("Time of a move", &plot.svg()?))
}
