//! Colours and pieces.
//!
//! The colours are distinct for all kinds of colour vision (Okabe and Ito, 2008), and the pieces of two players never
//! differ by colour alone: they also differ by brightness, by a ring, or by the number of the player.

use std::fmt::Write;

use super::glyphs::{Anchor, Label};
use super::number::number;
use crate::contract::card::{Paint, Pieces};
use crate::contract::{Identity, Player};

/// Background of every picture.
pub(super) const PAPER: &str = "#fbfaf7";
/// Lines and letters.
pub(super) const INK: &str = "#2b2826";
/// Letters at the edges.
pub(super) const MUTED: &str = "#55504a";
/// The last move, and forbidden points.
pub(super) const ACCENT: &str = "#c8411b";
/// The best move.
pub(super) const BEST: &str = "#00795a";

/// Colours that mark the first and the second player where white and black are not visible.
const MARKS: [&str; 2] = ["#0072b2", "#d55e00"];

/// The pieces of a game.
#[derive(Clone, Debug)]
pub struct Style {
    pieces: Pieces,
    paints: &'static [Paint],
}

impl Style {
    /// The pieces of this game.
    pub const fn of(identity: &Identity) -> Style {
        Style { pieces: identity.card.pieces, paints: identity.rules.colours }
    }

    /// What the pieces are: `men`, `stones`, `discs` or `marbles`.
    pub const fn pieces(&self) -> &'static str {
        self.pieces.name()
    }

    /// The colours of a player's pieces.
    pub fn paint(&self, player: Player) -> Paint {
        self.paints[player.index() % self.paints.len()]
    }

    /// The name of the player, by the colour of the pieces.
    pub fn name(&self, player: Player) -> &'static str {
        self.paint(player).name
    }

    /// A colour for the player that is visible on a light background.
    pub(super) fn mark_colour(&self, player: Player) -> &'static str {
        match self.pieces {
            Pieces::Men | Pieces::Stones => MARKS[player.index() % 2],
            Pieces::Discs | Pieces::Marbles => self.paint(player).rim,
        }
    }

    /// Draws a piece on the board, in its own group.
    pub(super) fn piece(&self, svg: &mut String, owner: Player, king: bool, at: (f64, f64), cell: f64) {
        let _ = write!(
            svg,
            "<g class=\"piece p{}{}\" transform=\"translate({} {})\">",
            owner.index() + 1,
            if king { " king" } else { "" },
            number(at.0),
            number(at.1)
        );
        self.shape(svg, owner, king, cell);
        svg.push_str("</g>");
    }

    /// Draws a piece next to the board.
    pub(super) fn sample(&self, svg: &mut String, owner: Player, at: (f64, f64), size: f64) {
        let _ = write!(svg, "<g transform=\"translate({} {})\">", number(at.0), number(at.1));
        self.shape(svg, owner, false, size);
        svg.push_str("</g>");
    }

    fn shape(&self, svg: &mut String, owner: Player, king: bool, cell: f64) {
        let paint = self.paint(owner);
        let radius = cell
            * match self.pieces {
                Pieces::Men => 0.385,
                Pieces::Stones => 0.455,
                Pieces::Discs => 0.41,
                Pieces::Marbles => 0.37,
            };
        let disc = |svg: &mut String, radius: f64, fill: &str, line: &str, width: f64| {
            let _ = write!(
                svg,
                "<circle r=\"{}\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"{}\"/>",
                number(radius),
                number(width)
            );
        };
        let line = cell / 28.0;
        disc(svg, radius, paint.fill, paint.rim, line);
        match self.pieces {
            Pieces::Men if king => crown(svg, paint, cell),
            Pieces::Men => disc(svg, radius * 0.68, "none", paint.detail, line),
            Pieces::Discs if owner == Player::FIRST => {
                disc(svg, radius * 0.55, "none", paint.detail, line * 1.6)
            }
            Pieces::Marbles => {
                let text = (owner.index() + 1).to_string();
                let size = cell * 0.33;
                Label { text: &text, x: 0.0, y: 0.0, size, anchor: Anchor::Middle, colour: paint.detail }
                    .draw(svg);
            }
            Pieces::Discs | Pieces::Stones => {}
        }
    }
}

/// Draws a crown with three points, the mark of a king.
fn crown(svg: &mut String, paint: Paint, cell: f64) {
    let fill = if paint.name == Paint::WHITE.name { "#3d3833" } else { "#f0c75e" };
    let _ = write!(
        svg,
        "<path d=\"M-9 7L-10.5-5L-4.5 0L0-8L4.5 0L10.5-5L9 7Z\" fill=\"{fill}\" stroke=\"{fill}\" \
         stroke-width=\"1.2\" stroke-linejoin=\"round\" transform=\"scale({})\"/>",
        number(cell / 40.0)
    );
}
