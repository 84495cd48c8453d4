//! Lines with bands and bars over two axes, as SVG for a page.
//!
//! The picture has no background and no legend. Axes and letters are black, which the style of the page turns into its
//! text colour; lines and bars have the classes `line1`, `line2` and so on, which the page colours for light and dark.
//! The names of the lines are below the picture, where they hide nothing.

use std::ops::Range;

use plotters::prelude::*;

use super::page::escape;

/// Width and height of a plot, in units of its view box.
const SIZE: (u32, u32) = (720, 320);

/// A line over the plot, with a band around it if it has one.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Line {
    /// Name in the legend; empty: none.
    pub name: String,
    /// Points from left to right.
    pub points: Vec<(f64, f64)>,
    /// Lower and upper edge at each point; empty: no band.
    pub band: Vec<(f64, f64)>,
}

/// A plot.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plot {
    /// Name of the horizontal axis.
    pub x: String,
    /// Name of the vertical axis.
    pub y: String,
    /// Lines, drawn in order, each in its own colour.
    pub lines: Vec<Line>,
    /// Bars: left edge, right edge, height. Drawn under the lines.
    pub bars: Vec<(f64, f64, f64)>,
    /// Bounds of the vertical axis; `None`: those of the data, with 0.
    pub bounds: Option<(f64, f64)>,
}

/// Colours that are distinct for all kinds of colour vision (Okabe and Ito, 2008).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
];

impl Plot {
    /// The plot as a figure of a page, with its caption and the names of its lines below. Points that are not finite
    /// are omitted.
    ///
    /// # Errors
    /// One line: the error of the drawing library.
    pub fn figure(&self, caption: &str) -> Result<String, String> {
        let named = (1..).zip(&self.lines).filter(|(_, line)| !line.name.is_empty());
        let name = |(number, line): (usize, &Line)| {
            let number = (number - 1) % COLOURS.len() + 1;
            format!("<li class=\"line{number}\">{}</li>", escape(&line.name))
        };
        let names: String = named.map(name).collect();
        let legend = if names.is_empty() { names } else { format!("<ul class=\"legend\">{names}</ul>") };
        let caption = escape(caption);
        let svg = self.svg(&caption)?;
        Ok(format!("<figure class=\"plot\"><figcaption>{caption}</figcaption>{svg}{legend}</figure>\n"))
    }

    /// The plot as an SVG element with this name, which is escaped.
    fn svg(&self, name: &str) -> Result<String, String> {
        let mut svg = String::new();
        self.draw(&mut svg).map_err(|error| format!("cannot draw the plot: {error}"))?;
        // The declaration at the beginning is only for an SVG file, not for an element of a page.
        let start = svg.find("<svg").unwrap_or(0);
        let svg =
            svg[start..].trim_end().replacen("<svg", &format!("<svg role=\"img\" aria-label=\"{name}\""), 1);
        Ok((1..).zip(COLOURS).fold(svg, |svg, (number, RGBColor(r, g, b))| {
            svg.replace(&format!("stroke=\"#{r:02X}{g:02X}{b:02X}\""), &format!("class=\"line{number}\""))
                .replace(&format!("fill=\"#{r:02X}{g:02X}{b:02X}\""), &format!("class=\"fill{number}\""))
        }))
    }

    fn draw(&self, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
        let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        let (x, y) = self.ranges();
        let mut chart = ChartBuilder::on(&area)
            .margin(10)
            // Half of the last label of the horizontal axis is outside the plot.
            .margin_right(30)
            .x_label_area_size(60)
            .y_label_area_size(74)
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .x_desc(&self.x)
            .y_desc(&self.y)
            // Few enough to fit on a phone, where the page enlarges them.
            .x_labels(7)
            .y_labels(6)
            .label_style(("sans-serif", 14))
            .x_label_formatter(&|value| label(*value))
            .y_label_formatter(&|value| label(*value))
            .light_line_style(TRANSPARENT)
            .draw()?;
        let bar = |&(left, right, height): &(f64, f64, f64)| {
            Rectangle::new([(left, 0.0), (right, height)], COLOURS[5].filled())
        };
        chart.draw_series(self.bars.iter().map(bar))?;
        for (line, &colour) in self.lines.iter().zip(COLOURS.iter().cycle()) {
            let finite = |&(x, y): &(f64, f64)| x.is_finite() && y.is_finite();
            let edge = |upper: bool| {
                let at = move |(&(x, _), &(low, high))| (x, if upper { high } else { low });
                line.points.iter().zip(&line.band).map(at).filter(finite)
            };
            let outline: Vec<(f64, f64)> =
                edge(true).chain(edge(false).collect::<Vec<_>>().into_iter().rev()).collect();
            chart.draw_series([Polygon::new(outline, colour.mix(0.2))])?;
            let points = line.points.iter().copied().filter(finite);
            chart.draw_series(LineSeries::new(points, colour.stroke_width(2)))?;
        }
        area.present()?;
        Ok(())
    }

    /// Ranges of the axes, never empty.
    fn ranges(&self) -> (Range<f64>, Range<f64>) {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let bands = self.lines.iter().flat_map(|line| &line.band);
        let x = points().map(|p| p.0).chain(self.bars.iter().flat_map(|bar| [bar.0, bar.1]));
        let heights = points().map(|p| p.1).chain(bands.flat_map(|band| [band.0, band.1]));
        let y = heights.chain(self.bars.iter().map(|bar| bar.2)).chain([0.0]);
        let (low, high) = self.bounds.unwrap_or_else(|| span(y));
        let x = span(x);
        (x.0..x.1, low..high)
    }
}

/// A number at an axis, with at most three decimals.
fn label(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

/// The smallest range of all these values, widened if it is empty.
fn span(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let finite = values.filter(|value| value.is_finite());
    let (low, high) = finite.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
    match (low, high) {
        (low, high) if low > high => (0.0, 1.0),
        (low, high) if high - low < 1e-9 => (low - 0.5, high + 0.5),
        both => both,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plot_of_anything_is_a_figure_with_its_legend_below() {
        let points = vec![(0.0, 1.0), (1.0, f64::NAN), (2.0, -3.0)];
        let line = Line { name: "a<b".to_string(), band: vec![(0.0, 2.0); 3], points };
        let full = Plot { lines: vec![line], bars: vec![(0.0, 1.0, 5.0)], ..Plot::default() };
        for plot in [Plot::default(), full] {
            let figure = plot.figure("c<d").expect("drawn");
            assert!(figure.starts_with("<figure") && figure.trim_end().ends_with("</figure>"), "{figure}");
            assert!(!figure.contains("NaN") && !figure.contains("a<b") && !figure.contains("c<d"));
            let (svg, below) = figure.split_once("</svg>").expect("a picture");
            assert!(!svg.contains("a&lt;b"), "the legend hides no line: {svg}");
            assert_eq!(below.contains("<li class=\"line1\">a&lt;b</li>"), !plot.lines.is_empty());
        }
    }

    #[test]
    fn colours_are_those_of_the_page() {
        let line = |name: &str| Line {
            name: name.to_string(),
            points: vec![(0.0, 1.0), (1.0, 2.0)],
            ..Line::default()
        };
        let lines = vec![line("a"), line("b")];
        let figure =
            Plot { lines, bars: vec![(0.0, 1.0, 1.0)], ..Plot::default() }.figure("").expect("drawn");
        let colours: Vec<&str> =
            figure.match_indices("=\"#").map(|(at, _)| &figure[at + 2..at + 9]).collect();
        assert!(colours.iter().all(|colour| *colour == "#000000"), "{colours:?}");
        for class in ["line1", "line2", "fill6"] {
            assert!(figure.contains(&format!("class=\"{class}\"")), "{class}: {figure}");
        }
    }

    #[test]
    fn labels_have_the_decimals_they_need() {
        for (value, text) in
            [(100.0, "100"), (2.5, "2.5"), (-0.0001, "0"), (-1.25, "-1.25"), (0.1 + 0.2, "0.3")]
        {
            assert_eq!(label(value), text);
        }
    }
}
