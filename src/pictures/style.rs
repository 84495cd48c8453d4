//! Colours and pieces.
//!
//! The colours are distinct for all kinds of colour vision (Okabe and Ito, 2008), and the pieces of two players never
//! differ by colour alone: they also differ by brightness, by a ring, or by the number of the player.

use std::fmt::Write;

use super::glyphs::{Anchor, Label};
use super::number::number;
use crate::contract::{MAX_PLAYERS, Player, StoneColour, Surface};

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

/// How one player's pieces look. Colours are `#rrggbb`, as in HTML.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// What the colour is called: `white`.
    pub name: &'static str,
    /// Colour of the piece.
    pub fill: &'static str,
    /// Colour of its edge.
    pub rim: &'static str,
    /// Colour of rings, numbers and crowns on the piece.
    pub detail: &'static str,
}

const WHITE: Look = Look { name: "white", fill: "#fdfbf5", rim: "#3d3833", detail: "#8d857a" };
const BLACK: Look = Look { name: "black", fill: "#2a2725", rim: "#0d0c0b", detail: "#857e77" };

/// Discs in a frame.
const DISCS: [Look; 2] = [
    Look { name: "orange", fill: "#d55e00", rim: "#9c4500", detail: "#ffd9ba" },
    Look { name: "yellow", fill: "#f3dc4b", rim: "#b79c0c", detail: "#f3dc4b" },
];

/// Marbles of up to six players.
const MARBLES: [Look; MAX_PLAYERS] = [
    Look { name: "blue", fill: "#0072b2", rim: "#004b76", detail: "#ffffff" },
    Look { name: "orange", fill: "#d55e00", rim: "#8f3f00", detail: "#ffffff" },
    Look { name: "yellow", fill: "#f0e442", rim: "#958c00", detail: "#3a3600" },
    Look { name: "green", fill: "#009e73", rim: "#00644a", detail: "#ffffff" },
    Look { name: "pink", fill: "#cc79a7", rim: "#8a4069", detail: "#2c0d1e" },
    Look { name: "black", fill: "#2f2c2a", rim: "#000000", detail: "#ffffff" },
];

/// Kinds of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// Draughtsmen, with a ring; kings with a crown.
    Men,
    /// Stones on crossings.
    Stones,
    /// Discs in a frame, one colour with a ring.
    Discs,
    /// Marbles with the numbers of their players.
    Marbles,
}

/// The pieces of a game.
#[derive(Clone, Debug)]
pub struct Style {
    kind: Kind,
    looks: Vec<Look>,
}

impl Style {
    /// Pieces for this kind of board.
    pub fn new(surface: Surface, hexagonal: bool, first: StoneColour) -> Style {
        let pair = if first == StoneColour::White { vec![WHITE, BLACK] } else { vec![BLACK, WHITE] };
        match surface {
            Surface::Squares => Style { kind: Kind::Men, looks: pair },
            Surface::Crossings => Style { kind: Kind::Stones, looks: pair },
            Surface::Holes if hexagonal => Style { kind: Kind::Marbles, looks: MARBLES.to_vec() },
            Surface::Holes => Style { kind: Kind::Discs, looks: DISCS.to_vec() },
        }
    }

    /// What the pieces are: `men`, `stones`, `discs` or `marbles`.
    pub const fn pieces(&self) -> &'static str {
        match self.kind {
            Kind::Men => "men",
            Kind::Stones => "stones",
            Kind::Discs => "discs",
            Kind::Marbles => "marbles",
        }
    }

    /// The colours of a player's pieces.
    pub fn look(&self, player: Player) -> Look {
        self.looks[player.index() % self.looks.len()]
    }

    /// The name of the player, by the colour of the pieces.
    pub fn name(&self, player: Player) -> &'static str {
        self.look(player).name
    }

    /// A colour for the player that is visible on a light background.
    pub(super) fn mark_colour(&self, player: Player) -> &'static str {
        match self.kind {
            Kind::Men | Kind::Stones => MARBLES[player.index() % 2].fill,
            Kind::Discs | Kind::Marbles => self.look(player).rim,
        }
    }

    /// A piece on the board, in a group of its own.
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

    /// A piece next to the board.
    pub(super) fn sample(&self, svg: &mut String, owner: Player, at: (f64, f64), size: f64) {
        let _ = write!(svg, "<g transform=\"translate({} {})\">", number(at.0), number(at.1));
        self.shape(svg, owner, false, size);
        svg.push_str("</g>");
    }

    fn shape(&self, svg: &mut String, owner: Player, king: bool, cell: f64) {
        let look = self.look(owner);
        let radius = cell
            * match self.kind {
                Kind::Men => 0.385,
                Kind::Stones => 0.455,
                Kind::Discs => 0.41,
                Kind::Marbles => 0.37,
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
        disc(svg, radius, look.fill, look.rim, line);
        match self.kind {
            Kind::Men if king => crown(svg, look, cell),
            Kind::Men => disc(svg, radius * 0.68, "none", look.detail, line),
            Kind::Discs if owner == Player::FIRST => {
                disc(svg, radius * 0.55, "none", look.detail, line * 1.6)
            }
            Kind::Marbles => {
                let text = (owner.index() + 1).to_string();
                let size = cell * 0.33;
                Label { text: &text, x: 0.0, y: 0.0, size, anchor: Anchor::Middle, colour: look.detail }
                    .draw(svg);
            }
            Kind::Discs | Kind::Stones => {}
        }
    }
}

/// A crown with three points, the mark of a king.
fn crown(svg: &mut String, look: Look, cell: f64) {
    let fill = if look.name == WHITE.name { "#3d3833" } else { "#f0c75e" };
    let _ = write!(
        svg,
        "<path d=\"M-9 7L-10.5-5L-4.5 0L0-8L4.5 0L10.5-5L9 7Z\" fill=\"{fill}\" stroke=\"{fill}\" \
         stroke-width=\"1.2\" stroke-linejoin=\"round\" transform=\"scale({})\"/>",
        number(cell / 40.0)
    );
}
