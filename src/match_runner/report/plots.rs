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
    let lines =
        order.into_iter().filter(|&engine| engine < course.scores.len()).take(shown).map(|engine| Line {
            name: if shown > 1 { engines[engine].name.clone() } else { String::new() },
            points: course.scores[engine].clone(),
            ..Line::default()
        });
    let mut lines: Vec<Line> = lines.collect();
    let values = lines.iter().flat_map(|line| settled(&line.points)).map(|&(_, score)| score);
    // What equals score is always in sight.
    let (low, high) = bounds(values.chain([100.0 / course.standings.seats().len().max(2) as f64]), 5.0);
    let (low, high) = (low.max(0.0), high.min(100.0));
    for (_, score) in lines.iter_mut().flat_map(|line| &mut line.points) {
        *score = score.clamp(low, high);
    }
    let plot = Plot {
        x: "games".to_string(),
        y: "score, %".to_string(),
        lines,
        bounds: Some((low, high)),
        ..Plot::default()
    };
    let whose = if shown > 1 { "Score".to_string() } else { format!("Score of {}", engines[0].name) };
    Ok(figure(&format!("{whose} over the match"), &plot.svg()?))
}

/// A line without its first fifth: the first games say next to nothing, and would make the rest of the plot flat.
fn settled<T>(points: &[T]) -> &[T] {
    &points[points.len() / 5..]
}

/// The range of these values that are finite, with a margin.
fn bounds(values: impl Iterator<Item = f64>, margin: f64) -> (f64, f64) {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
    (low - margin, high + margin)
}

fn elo(course: &Course) -> Result<String, String> {
    let edges = settled(&course.elo).iter().flat_map(|(_, elo)| [elo.low, elo.high]);
    let (low, high) = bounds(edges.chain([0.0]), 5.0);
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
    let values = course.llr.iter().map(|&(_, llr)| llr);
    let end = course.llr.last().map_or(1.0, |last| last.0);
    let plot = Plot {
        x: "pairs".to_string(),
        y: "LLR".to_string(),
        lines: vec![
            Line { name: "LLR".to_string(), points: course.llr.clone(), ..Line::default() },
            straight(&format!("H0: {} Elo", sprt.elo0), (0.0, status.lower), (end, status.lower)),
            straight(&format!("H1: {} Elo", sprt.elo1), (0.0, status.upper), (end, status.upper)),
        ],
        bounds: Some(bounds(values.chain([status.lower, status.upper]), 0.5)),
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
