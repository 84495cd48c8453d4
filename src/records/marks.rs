//! Marks of moves.

#[cfg(feature = "tables")]
use crate::wire::message::quoted;

/// The quality of a move, as in chess annotations. In JSON it is its sign.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(
    feature = "tables",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "String", into = "String")
)]
pub enum MoveMark {
    /// `??`.
    Blunder,
    /// `?`.
    Mistake,
    /// `?!`.
    Dubious,
    /// `!?`.
    Interesting,
    /// `!`.
    Good,
    /// `!!`.
    Brilliant,
}

impl MoveMark {
    /// Every mark with its sign, its glyph, and SGF's property and value for it.
    pub(super) const SIGNS: [MarkSigns; 6] = [
        (MoveMark::Blunder, "??", 4, ("BM", "2")),
        (MoveMark::Mistake, "?", 2, ("BM", "1")),
        (MoveMark::Dubious, "?!", 6, ("DO", "")),
        (MoveMark::Interesting, "!?", 5, ("IT", "")),
        (MoveMark::Good, "!", 1, ("TE", "1")),
        (MoveMark::Brilliant, "!!", 3, ("TE", "2")),
    ];

    pub(super) fn entry(self) -> &'static MarkSigns {
        &Self::SIGNS[self as usize]
    }

    /// The sign after the move.
    pub fn sign(self) -> &'static str {
        self.entry().1
    }

    /// The number of its numeric annotation glyph.
    pub(super) fn glyph(self) -> u16 {
        self.entry().2
    }

    /// The mark with this sign.
    pub fn from_sign(sign: &str) -> Option<MoveMark> {
        Self::SIGNS.iter().find(|(_, known, ..)| *known == sign).map(|&(mark, ..)| mark)
    }

    pub(super) fn from_glyph(glyph: u16) -> Option<MoveMark> {
        Self::SIGNS.iter().find(|(_, _, known, _)| *known == glyph).map(|&(mark, ..)| mark)
    }
}

#[cfg(feature = "tables")]
impl TryFrom<String> for MoveMark {
    type Error = String;

    fn try_from(sign: String) -> Result<MoveMark, String> {
        MoveMark::from_sign(&sign).ok_or_else(|| {
            let known: Vec<&str> = Self::SIGNS.iter().map(|&(_, sign, ..)| sign).collect();
            format!("unknown mark {}; expected one of {}", quoted(&sign), known.join(", "))
        })
    }
}

#[cfg(feature = "tables")]
impl From<MoveMark> for String {
    fn from(mark: MoveMark) -> String {
        mark.sign().to_string()
    }
}

/// A mark and the signs for it.
pub(super) type MarkSigns = (MoveMark, &'static str, u16, (&'static str, &'static str));
