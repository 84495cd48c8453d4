//! Pictures as text: boards, plots and pages that need no network.
//!
//! | file | content |
//! |---|---|
//! | `board` | a position as SVG: pieces, last move, arrows, marks, caption |
//! | `places` | the names of the places |
//! | `layout`, `number` | coordinates and their format |
//! | `stage` | an empty board and its pieces, for pages with scripts |
//! | `surface`, `style` | empty boards; colours and pieces |
//! | `glyphs` | letters and digits as strokes, for pictures that need no fonts |
//! | `png`, `no_png` | SVG to PNG, with and without that feature |
//! | `page` | the frame of an HTML page, escaping |
//! | `qr` | a text as a QR code |
//! | `plot` | lines, bands and bars over two axes, as SVG |

pub mod board;
mod glyphs;
mod layout;
mod number;
pub mod page;
pub mod places;
#[cfg(feature = "tables")]
pub mod plot;
#[cfg(feature = "png")]
pub mod png;
#[cfg(not(feature = "png"))]
#[path = "no_png.rs"]
pub mod png;
#[cfg(feature = "tables")]
mod qr;
#[cfg(feature = "tables")]
pub mod stage;
pub mod style;
mod surface;

#[cfg(feature = "tables")]
pub use qr::qr;
