//! Pictures as text: boards, plots and pages that open without a network.
//!
//! | file | what |
//! |---|---|
//! | `page` | the frame of an HTML page, escaping |
//! | `plot` | lines, bands and bars over two axes, as SVG |

pub mod page;
pub mod plot;
