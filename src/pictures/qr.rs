//! A text as a QR code, for a link that another machine is to open.

use std::fmt::Write;

use qrcodegen::{QrCode, QrCodeEcc};

/// Light cells around the code, which readers need; also on a dark page.
const QUIET_ZONE: i32 = 4;

/// The code as one SVG element, black on white; `None`: the text is empty or too long.
pub fn qr(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok().filter(|_| !text.is_empty())?;
    let side = code.size() + 2 * QUIET_ZONE;
    let mut cells = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|&x| code.get_module(x, y)) {
            // Writing to a text cannot fail.
            let _ = write!(cells, "M{} {}h1v1h-1z", x + QUIET_ZONE, y + QUIET_ZONE);
        }
    }
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{cells}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_a_light_edge_and_the_three_marks_of_its_corners() {
        let svg = qr("http://192.168.1.5:7712/#k=0123456789abcdef").expect("a code");
        let is_dark = |x: i32, y: i32| svg.contains(&format!("M{x} {y}h1v1h-1z"));
        let first = QUIET_ZONE;
        assert!((0..first).all(|edge| !is_dark(edge, first) && !is_dark(first, edge)));
        // The outer ring of a mark is seven cells wide, with a light one inside.
        assert!((0..7).all(|at| is_dark(first + at, first) && is_dark(first, first + at)));
        assert!(!is_dark(first + 1, first + 1) && is_dark(first + 2, first + 2));
    }

    #[test]
    fn nothing_and_too_much_have_no_code() {
        assert_eq!(qr(""), None);
        assert_eq!(qr(&"x".repeat(5000)), None);
    }
}
