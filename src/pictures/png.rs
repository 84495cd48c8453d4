//! SVG to PNG without other programs.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Renders an SVG document at its own size in pixels as PNG. Text in fonts is not drawn: see `glyphs`.
///
/// # Errors
/// One line: the document is not SVG or is too large to draw.
pub fn png(svg: &str) -> Result<Vec<u8>, String> {
    let tree =
        Tree::from_str(svg, &Options::default()).map_err(|error| format!("cannot read SVG: {error}"))?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height())
        .ok_or_else(|| format!("a picture of {}x{} pixels is too large", size.width(), size.height()))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| format!("cannot encode PNG: {error}"))
}
