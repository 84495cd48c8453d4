//! Pictures as text: boards, plots and pages that need no network.
//!
//! | file | content |
//! |---|---|
//! | `board` | a position as SVG: pieces, last move, arrows, marks, caption |
//! | `layout`, `number` | coordinates and their format |
//! | `stage` | an empty board and its pieces, for pages with scripts |
//! | `surface`, `style` | empty boards; colours and pieces |
//! | `glyphs` | letters and digits as strokes, for pictures that need no fonts |
//! | `png` | SVG to PNG |
//! | `page` | the frame of an HTML page, escaping |
//! | `plot` | lines, bands and bars over two axes, as SVG |

pub mod board;
mod glyphs;
mod layout;
mod number;
pub mod page;
pub mod plot;
pub mod png;
pub mod stage;
pub mod style;
mod surface;
