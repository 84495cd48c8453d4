//! Classes of material, and the number of a position within its class.
//!
//! White is always to move: a position with Black to move is rotated by 180° first. Men are placed on the squares that
//! men can occupy, each colour independently (overlaps are not positions, so a few numbers stay unused); kings on the
//! remaining squares. The sets of squares of one kind of piece are ranked in the usual way, by binomial coefficients.
//! The last piece varies fastest, so neighbouring numbers are similar positions.

use crate::games::draughts::any_position::AnyPosition;
use crate::games::draughts::colour::Colour;
use crate::games::draughts::geometry::{Bitboard, Geometry, bit, squares};
use crate::games::draughts::rules::{Goal, Rules};

/// Maximum number of pieces of a class.
pub const MAX_PIECES: usize = 8;

/// Numbers of men and kings. White is to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Class {
    /// White's men, then Black's.
    pub men: [u8; 2],
    /// White's kings, then Black's.
    pub kings: [u8; 2],
}

impl Class {
    /// All classes of a rule set with this number of pieces, each before those from which a move leads to it.
    pub fn all(rules: &Rules, pieces: usize) -> Vec<Class> {
        let mut classes = Vec::new();
        for white in 1..pieces {
            let black = pieces - white;
            for kings in (0..=white).flat_map(|w| (0..=black).map(move |b| [w, b])) {
                let men = [(white - kings[0]) as u8, (black - kings[1]) as u8];
                classes.push(Class { men, kings: kings.map(|n| n as u8) });
            }
        }
        // If the first king wins, no game continues with one.
        classes.retain(|class| rules.goal != Goal::FirstKing || class.kings == [0, 0]);
        classes.sort_by_key(|class| (class.men[0] + class.men[1], *class));
        classes
    }

    /// Number of pieces.
    pub fn pieces(self) -> usize {
        self.men.iter().chain(&self.kings).map(|&n| usize::from(n)).sum()
    }

    /// The class as the opponent sees it.
    pub fn turned(self) -> Class {
        Class { men: [self.men[1], self.men[0]], kings: [self.kings[1], self.kings[0]] }
    }
}

/// `KMM-K`: White's kings and men, then Black's.
impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let side = |side: usize| {
            "K".repeat(usize::from(self.kings[side])) + &"M".repeat(usize::from(self.men[side]))
        };
        write!(f, "{}-{}", side(0), side(1))
    }
}

/// The pieces of a position seen with White to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placement {
    /// White's pieces, then Black's.
    pub pieces: [Bitboard; 2],
    /// The kings among them.
    pub kings: Bitboard,
}

impl Placement {
    /// The pieces of a position, rotated if Black is to move.
    #[inline]
    pub fn of(pos: &AnyPosition) -> Placement {
        let placement = Placement { pieces: pos.pieces, kings: pos.kings };
        if pos.turn() == Colour::White { placement } else { placement.turned(pos.geometry()) }
    }

    /// The same from the other side of the board.
    pub fn turned(self, geometry: &Geometry) -> Placement {
        let turn = |set: Bitboard| set.reverse_bits() >> geometry.all.leading_zeros();
        Placement { pieces: [turn(self.pieces[1]), turn(self.pieces[0])], kings: turn(self.kings) }
    }

    /// Its class.
    pub fn class(&self) -> Class {
        let count = |set: Bitboard| set.count_ones() as u8;
        Class {
            men: self.pieces.map(|own| count(own & !self.kings)),
            kings: self.pieces.map(|own| count(own & self.kings)),
        }
    }
}

/// Binomial coefficients `BINOMIAL[n][k]`, up to 50 squares.
static BINOMIAL: [[u64; MAX_PIECES + 1]; 51] = binomials();

const fn binomials() -> [[u64; MAX_PIECES + 1]; 51] {
    let mut table = [[0; MAX_PIECES + 1]; 51];
    let mut n = 0;
    while n <= 50 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= MAX_PIECES {
            table[n][k] = if n == 0 { 0 } else { table[n - 1][k - 1] + table[n - 1][k] };
            k += 1;
        }
        n += 1;
    }
    table
}

/// How the positions of a class are numbered.
#[derive(Clone, Copy)]
pub struct Layout {
    class: Class,
    geometry: &'static Geometry,
    /// Number of sets of White's men, Black's men, White's kings, Black's kings.
    sets: [u64; 4],
}

impl Layout {
    /// The numbering of a class on a board.
    pub fn new(class: Class, geometry: &'static Geometry) -> Layout {
        let (men, kings) = (class.men.map(usize::from), class.kings.map(usize::from));
        let rows = geometry.count - geometry.per_row;
        let free = geometry.count - men[0] - men[1];
        let sets = [
            BINOMIAL[rows][men[0]],
            BINOMIAL[rows][men[1]],
            BINOMIAL[free][kings[0]],
            BINOMIAL[free - kings[0]][kings[1]],
        ];
        Layout { class, geometry, sets }
    }

    /// Number of positions, which are numbered `0..size`.
    pub fn size(&self) -> usize {
        self.sets.iter().product::<u64>() as usize
    }

    /// Number of positions with one placement of the men; they are consecutive.
    pub fn per_men(&self) -> usize {
        (self.sets[2] * self.sets[3]) as usize
    }

    /// The number of a placement of this class.
    pub fn number(&self, placement: &Placement) -> usize {
        let Placement { pieces: [white, black], kings } = *placement;
        let men = (white | black) & !kings;
        let rank = |set: Bitboard, taken: Bitboard, skipped: usize| {
            let mut rank = 0;
            for (piece, square) in squares(set).enumerate() {
                let below = (taken & (bit(square) - 1)).count_ones() as usize;
                let place = self.geometry.number(square) - 1 - skipped - below;
                rank += BINOMIAL[place][piece + 1];
            }
            rank
        };
        let mut number = rank(white & !kings, 0, self.geometry.per_row);
        number = number * self.sets[1] + rank(black & !kings, 0, 0);
        number = number * self.sets[2] + rank(white & kings, men, 0);
        number = number * self.sets[3] + rank(black & kings, men | white & kings, 0);
        number as usize
    }

    /// The placement with a number; `None` if two men would share a square.
    pub fn placement(&self, number: usize) -> Option<Placement> {
        let mut rest = number as u64;
        let mut ranks = [0; 4];
        for kind in (0..4).rev() {
            ranks[kind] = rest % self.sets[kind];
            rest /= self.sets[kind];
        }
        let Class { men, kings } = self.class;
        let white = self.set(ranks[0], men[0], 0, self.geometry.per_row);
        let black = self.set(ranks[1], men[1], 0, 0);
        if white & black != 0 {
            return None;
        }
        let white_kings = self.set(ranks[2], kings[0], white | black, 0);
        let black_kings = self.set(ranks[3], kings[1], white | black | white_kings, 0);
        Some(Placement {
            pieces: [white | white_kings, black | black_kings],
            kings: white_kings | black_kings,
        })
    }

    /// The set of `count` squares with this rank among those that are not `taken`; `skipped` squares at the top do not
    /// count.
    fn set(&self, mut rank: u64, count: u8, taken: Bitboard, skipped: usize) -> Bitboard {
        let mut places = [0; MAX_PIECES];
        let mut place = self.geometry.count;
        for piece in (0..usize::from(count)).rev() {
            place -= 1;
            while BINOMIAL[place][piece + 1] > rank {
                place -= 1;
            }
            rank -= BINOMIAL[place][piece + 1];
            places[piece] = place + skipped;
        }
        // Ranks count free squares only: taken squares are skipped.
        let mut set = 0;
        for &place in &places[..usize::from(count)] {
            let mut number = place + 1;
            for square in squares(taken) {
                number += usize::from(self.geometry.number(square) <= number);
            }
            set |= self.geometry.square(number).map_or(0, bit);
        }
        set
    }

    /// Rows that the men of both sides have advanced in total; `men` is the number of their placement.
    pub fn advancement(&self, men: usize) -> usize {
        let Class { men: [white, black], .. } = self.class;
        let row = |square| self.geometry.row_and_file(square).0;
        let white = self.set(men as u64 / self.sets[1], white, 0, self.geometry.per_row);
        let black = self.set(men as u64 % self.sets[1], black, 0, 0);
        squares(white).map(|s| self.geometry.side - 1 - row(s)).sum::<usize>()
            + squares(black).map(row).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::draughts::{BREAKTHROUGH, ENGLISH, INTERNATIONAL};

    fn check(rules: &Rules) {
        let geometry = rules.geometry();
        for class in (2..=3).flat_map(|pieces| Class::all(rules, pieces)) {
            let layout = Layout::new(class, geometry);
            for number in 0..layout.size() {
                let Some(placement) = layout.placement(number) else { continue };
                assert_eq!(placement.class(), class);
                assert_eq!(layout.number(&placement), number, "{class}");
                assert_eq!(placement.turned(geometry).turned(geometry), placement);
                for side in [0, 1] {
                    let men = placement.pieces[side] & !placement.kings;
                    assert_eq!(men & geometry.promotion_rows[side], 0, "{class} {number}");
                }
            }
        }
    }

    #[test]
    fn every_position_has_a_number_of_its_own() {
        check(&INTERNATIONAL);
        check(&ENGLISH);
    }

    #[test]
    fn there_are_as_many_numbers_as_the_literature_counts_positions() {
        let size = |pieces| {
            let classes = Class::all(&INTERNATIONAL, pieces);
            let sizes = classes.iter().map(|&class| Layout::new(class, INTERNATIONAL.geometry()).size());
            (classes.len(), sizes.sum())
        };
        assert_eq!(size(2), (4, 8_885));
        assert_eq!(size(3), (12, 813_660));
        assert_eq!(size(4), (25, 42_634_900));
        assert_eq!(size(5), (44, 1_609_693_590));
    }

    #[test]
    fn classes_come_after_those_that_their_moves_lead_to() {
        let classes = Class::all(&INTERNATIONAL, 4);
        let men = |class: &Class| class.men[0] + class.men[1];
        assert!(classes.windows(2).all(|pair| men(&pair[0]) <= men(&pair[1])));
        assert_eq!(classes[0].to_string(), "K-KKK");
        assert_eq!(Class::all(&BREAKTHROUGH, 3).len(), 2);
    }
}
