//! The card of the game, and the function that opens it.

use super::geometry::{MAX_SIDE, MIN_SIDE};
use super::{BoardWord, ConnectFour};
use crate::contract::card::{Boards, GameCard, Paint, Pieces, VariantCard};
use crate::engine::{AnyEngine, Engine};

/// What is known about the game before it is opened.
pub const CARD: GameCard = GameCard {
    family: "connect4",
    variants: &[RULES],
    pieces: Pieces::Discs,
    boards: Boards::ByName {
        usual: [USUAL_BOARD.0 as usize, USUAL_BOARD.1 as usize],
        min: MIN_SIDE as usize,
        max: MAX_SIDE as usize,
    },
    handicap: false,
    ballots: &[],
    exact_ends: true,
    options: &[],
};

/// The only rule set.
pub(super) const RULES: VariantCard = VariantCard {
    name: "connect4",
    title: "Connect Four",
    about: "Connect Four, 7 wide, 6 high",
    more_names: &[
        ("cfour", "connect4 with moves written as drops, P@d1"),
        ("connect4-8x8", "Connect Four, 8 wide, 8 high; also -WxH, 4..10 each"),
    ],
    colours: &[
        Paint { name: "orange", fill: "#d55e00", rim: "#9c4500", detail: "#ffd9ba" },
        Paint { name: "yellow", fill: "#f3dc4b", rim: "#b79c0c", detail: "#f3dc4b" },
    ],
};

/// Columns and rows of the usual board.
pub(super) const USUAL_BOARD: (u32, u32) = (7, 6);

/// Name of the variant on a board of this width and height.
pub(super) fn variant_name(width: u32, height: u32) -> String {
    let name = RULES.name;
    if (width, height) == USUAL_BOARD { name.to_string() } else { format!("{name}-{width}x{height}") }
}

/// Opens the game on a board of this width and height, which the card allows (default: the usual board).
pub fn open(_variant: &VariantCard, size: Option<[usize; 2]>) -> Box<dyn AnyEngine> {
    let (width, height) = size.map_or(USUAL_BOARD, |[width, height]| (width as u32, height as u32));
    held_in::<u64>(width, height).or_else(|| held_in::<u128>(width, height)).expect("a board of the card")
}

/// The engine whose boards are held in the word `B`, if that is wide enough.
fn held_in<B: BoardWord>(width: u32, height: u32) -> Option<Box<dyn AnyEngine>> {
    let game = ConnectFour::<B>::new(width, height)?;
    Some(Box::new(Engine::new(game)))
}
