//! The plots of a report.

use super::timeline::Timeline;
use crate::match_runner::sprt::Sprt;
use crate::match_runner::totals::EngineTotals;
use crate::pictures::plot::{Line, Plot};

/// Largest number of lines in a plot: the number of colours.
const MAX_LINES: usize = 6;

/// Score, Elo and LLR over the match, if available.
pub fn results(timeline: &Timeline, sprt: Option<&Sprt>) -> Result<String, String> {
    let mut html = score(timeline)?;
    if timeline.elo.len() > 1 {
        html += &elo(timeline)?;
    }
    if let (Some(sprt), true) = (sprt, timeline.llr.len() > 1) {
        html += &llr(timeline, sprt)?;
    }
    Ok(html)
}

/// A line between two points.
fn straight(name: &str, from: (f64, f64), to: (f64, f64)) -> Line {
    Line { name: name.to_string(), points: vec![from, to], ..Line::default() }
}

fn score(timeline: &Timeline) -> Result<String, String> {
    let engines = timeline.standings.engines();
    // For two engines one line is enough.
    let shown = if timeline.standings.is_duel() { 1 } else { MAX_LINES };
    let order: Vec<usize> = if timeline.standings.is_duel() || timeline.standings.is_many_player() {
        (0..timeline.scores.len()).collect()
    } else {
        timeline.standings.ratings().list.iter().map(|rating| rating.engine).collect()
    };
    let lines =
        order.into_iter().filter(|&engine| engine < timeline.scores.len()).take(shown).map(|engine| Line {
            name: if shown > 1 { engines[engine].name.clone() } else { String::new() },
            points: timeline.scores[engine].clone(),
            ..Line::default()
        });
    let mut lines: Vec<Line> = lines.collect();
    let values = lines.iter().flat_map(|line| settled(&line.points)).map(|&(_, score)| score);
    // The score of equal engines is always in range.
    let (low, high) = bounds(values.chain([100.0 / timeline.standings.seats().len().max(2) as f64]), 5.0);
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
    plot.figure(&format!("{whose} over the match"))
}

/// A line without its first fifth: the first games have little information and would make the rest of the plot flat.
fn settled<T>(points: &[T]) -> &[T] {
    &points[points.len() / 5..]
}

/// The range of the finite values, with a margin.
fn bounds(values: impl Iterator<Item = f64>, margin: f64) -> (f64, f64) {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
    (low - margin, high + margin)
}

fn elo(timeline: &Timeline) -> Result<String, String> {
    let edges = settled(&timeline.elo).iter().flat_map(|(_, elo)| [elo.low, elo.high]);
    let (low, high) = bounds(edges.chain([0.0]), 5.0);
    let line = Line {
        name: String::new(),
        points: timeline.elo.iter().map(|&(pairs, elo)| (pairs, elo.value.clamp(low, high))).collect(),
        band: timeline
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
    let caption = format!("Elo of {} with its 95 % interval", timeline.standings.engines()[0].name);
    plot.figure(&caption)
}

fn llr(timeline: &Timeline, sprt: &Sprt) -> Result<String, String> {
    let status = sprt.status(&[0; 5]);
    let values = timeline.llr.iter().map(|&(_, llr)| llr);
    let end = timeline.llr.last().map_or(1.0, |last| last.0);
    let plot = Plot {
        x: "pairs".to_string(),
        y: "LLR".to_string(),
        lines: vec![
            Line { name: "LLR".to_string(), points: timeline.llr.clone(), ..Line::default() },
            straight(&format!("H0: {} Elo", sprt.elo0), (0.0, status.lower), (end, status.lower)),
            straight(&format!("H1: {} Elo", sprt.elo1), (0.0, status.upper), (end, status.upper)),
        ],
        bounds: Some(bounds(values.chain([status.lower, status.upper]), 0.5)),
        ..Plot::default()
    };
    plot.figure("Log-likelihood ratio and the bounds of the test")
}

/// Games by their length.
pub fn lengths(timeline: &Timeline) -> Result<String, String> {
    let plot = Plot {
        x: "plies".to_string(),
        y: "games".to_string(),
        bars: timeline.length_bars(),
        ..Plot::default()
    };
    plot.figure("Length of games")
}

/// Time of a move by its ply.
pub fn times(timeline: &Timeline) -> Result<String, String> {
    let engines = timeline.standings.engines().iter().zip(&timeline.times);
    let line = |(engine, points): (&_, &Vec<(f64, f64)>)| -> Line {
        let engine: &EngineTotals = engine;
        Line { name: engine.name.clone(), points: points.clone(), ..Line::default() }
    };
    let plot = Plot {
        x: "ply".to_string(),
        y: "ms a move".to_string(),
        lines: engines.take(MAX_LINES).map(line).collect(),
        ..Plot::default()
    };
    plot.figure("Time of a move")
}
