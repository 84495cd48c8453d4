//! Marks of moves.

/// The quality of a move, as in chess annotations.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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

    pub(super) fn from_sign(sign: &str) -> Option<MoveMark> {
        Self::SIGNS.iter().find(|(_, known, ..)| *known == sign).map(|&(mark, ..)| mark)
    }

    pub(super) fn from_glyph(glyph: u16) -> Option<MoveMark> {
        Self::SIGNS.iter().find(|(_, _, known, _)| *known == glyph).map(|&(mark, ..)| mark)
    }
}

/// A mark and the signs for it.
pub(super) type MarkSigns = (MoveMark, &'static str, u16, (&'static str, &'static str));
