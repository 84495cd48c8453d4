//! Boards of 10x10 and 8x8 squares in one 64-bit word.
//!
//! Only the dark squares are stored, row by row from the top left as White sees the board, so bit order
//! is the order of the official numbers. A pair of rows takes `2 * per_row + 3` bits: one unused bit after
//! an even row, two after an odd one. With these gaps each of the eight directions is one constant shift
//! on the whole board, and a step over an edge lands in a gap or outside the word, never on a square. The
//! second gap serves the horizontal captures of Frisian draughts. (The layout is well known in the field;
//! on 10x10 the diagonal shifts are 6 and 7, as in Fabien Letouzey's Scan.)

/// A set of squares, one bit each.
pub type Bitboard = u64;

/// Index of a square's bit, `0..63`.
pub type Square = u8;

/// Towards the top left, seen from White.
pub const NORTH_WEST: usize = 0;
/// Towards the top right.
pub const NORTH_EAST: usize = 1;
/// Towards the bottom left.
pub const SOUTH_WEST: usize = 2;
/// Towards the bottom right.
pub const SOUTH_EAST: usize = 3;
/// Straight up, over a light square to the next dark one; straight left is the direction after it.
pub const NORTH: usize = 4;
/// Straight to the right, over a light square.
pub const EAST: usize = 6;
/// Straight down, over a light square.
pub const SOUTH: usize = 7;
/// Number of diagonal directions.
pub const DIAGONALS: usize = SOUTH_EAST + 1;
/// Number of directions.
pub const DIRECTIONS: usize = 8;

/// Row and column steps of each direction.
const STEPS: [(isize, isize); DIRECTIONS] =
    [(-1, -1), (-1, 1), (1, -1), (1, 1), (-2, 0), (0, -2), (0, 2), (2, 0)];

/// The direction that leads back.
pub const fn opposite(direction: usize) -> usize {
    if direction < NORTH { SOUTH_EAST - direction } else { NORTH + SOUTH - direction }
}

/// Does this direction lead to higher bits?
pub const fn is_upward(direction: usize) -> bool {
    matches!(direction, SOUTH_WEST | SOUTH_EAST | EAST | SOUTH)
}

/// Shifts a set by a constant: towards high bits if `by` is positive.
#[inline(always)]
pub const fn shift(set: Bitboard, by: i32) -> Bitboard {
    if by >= 0 { set << by } else { set >> -by }
}

/// The squares of a set, lowest first.
pub fn squares(mut set: Bitboard) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as Square;
        set &= set.wrapping_sub(1);
        (lowest < 64).then_some(lowest)
    })
}

/// The set of one square.
#[inline(always)]
pub const fn bit(square: Square) -> Bitboard {
    1 << (square & 63)
}

/// Everything that depends on the size of the board.
pub struct Geometry {
    /// Number of rows, and of files: 10 or 8.
    pub side: usize,
    /// Dark squares in a row.
    pub per_row: usize,
    /// Number of dark squares; the official numbers are `1..=count`.
    pub count: usize,
    /// All squares.
    pub all: Bitboard,
    /// The row on which White promotes (the top one), then Black's.
    pub promotion_rows: [Bitboard; 2],
    /// The long diagonal from the bottom left to the top right.
    pub main_road: Bitboard,
    /// All squares beyond a square in a direction.
    rays: [[Bitboard; 64]; DIRECTIONS],
    /// Bit index of each official number.
    bits: [Square; 51],
    /// Official number of each bit index, 0 for gaps.
    numbers: [u8; 64],
}

/// The board of 10x10.
pub static TEN: Geometry = Geometry::new(10);
/// The board of 8x8.
pub static EIGHT: Geometry = Geometry::new(8);

impl Geometry {
    const fn new(side: usize) -> Geometry {
        let mut geometry = Geometry {
            side,
            per_row: side / 2,
            count: side * side / 2,
            all: 0,
            promotion_rows: [0; 2],
            main_road: 0,
            rays: [[0; 64]; DIRECTIONS],
            bits: [0; 51],
            numbers: [0; 64],
        };
        let mut row = 0;
        while row < side {
            let mut file = 1 - row % 2;
            while file < side {
                let square = square_at(side, row, file);
                let number = row * (side / 2) + file / 2 + 1;
                geometry.all |= bit(square);
                geometry.bits[number] = square;
                geometry.numbers[square as usize] = number as u8;
                if row == 0 {
                    geometry.promotion_rows[0] |= bit(square);
                }
                if row == side - 1 {
                    geometry.promotion_rows[1] |= bit(square);
                }
                if row + file == side - 1 {
                    geometry.main_road |= bit(square);
                }
                let mut direction = 0;
                while direction < DIRECTIONS {
                    geometry.rays[direction][square as usize] = ray(side, row, file, direction);
                    direction += 1;
                }
                file += 2;
            }
            row += 1;
        }
        geometry
    }

    /// Distance in bits of one step in a direction.
    pub const fn offset(&self, direction: usize) -> i32 {
        let short = self.per_row as i32 + 1;
        let (rows, files) = STEPS[direction];
        match (rows, files) {
            (-1, -1) => -(short + 1),
            (-1, 1) => -short,
            (1, -1) => short,
            (1, 1) => short + 1,
            (-2, _) => -(2 * short + 1),
            (2, _) => 2 * short + 1,
            (_, -2) => -1,
            _ => 1,
        }
    }

    /// All squares beyond `square` in a direction, to the edge.
    #[inline(always)]
    pub fn ray(&self, direction: usize, square: Square) -> Bitboard {
        self.rays[direction][usize::from(square & 63)]
    }

    /// The first square of `set` on the ray from `square` in a direction.
    #[inline(always)]
    pub fn first_on_ray(&self, direction: usize, square: Square, set: Bitboard) -> Option<Square> {
        let met = self.ray(direction, square) & set;
        if met == 0 {
            None
        } else if is_upward(direction) {
            Some(met.trailing_zeros() as Square)
        } else {
            Some(63 - met.leading_zeros() as Square)
        }
    }

    /// The square with an official number, if there is one.
    pub fn square(&self, number: usize) -> Option<Square> {
        (1..=self.count).contains(&number).then(|| self.bits[number])
    }

    /// The official number of a square.
    #[inline]
    pub fn number(&self, square: Square) -> usize {
        usize::from(self.numbers[usize::from(square & 63)])
    }

    /// Row from the top and file from the left, both from 0.
    pub fn row_and_file(&self, square: Square) -> (usize, usize) {
        let index = self.number(square) - 1;
        let row = index / self.per_row;
        (row, 2 * (index % self.per_row) + 1 - row % 2)
    }

    /// The dark square in a row from the top and a file from the left; `None` for light squares and
    /// outside.
    pub fn square_in(&self, row: usize, file: usize) -> Option<Square> {
        let inside = row < self.side && file < self.side && (row + file) % 2 == 1;
        inside.then(|| square_at(self.side, row, file))
    }

    /// The square after a rotation of the board by 180°, which maps White's squares to Black's.
    #[inline]
    pub fn turned(&self, square: Square) -> Square {
        self.bits[self.count + 1 - self.number(square)]
    }

    /// A set on the board rotated by 180°.
    #[inline(always)]
    pub const fn turned_set(&self, set: Bitboard) -> Bitboard {
        set.reverse_bits() >> self.all.leading_zeros()
    }

    /// The direction that leads from one square to another on a common line.
    pub fn direction(&self, from: Square, to: Square) -> Option<usize> {
        (0..DIRECTIONS).find(|&direction| self.ray(direction, from) & bit(to) != 0)
    }

    /// The squares strictly between two squares on a common line.
    pub fn between(&self, direction: usize, from: Square, to: Square) -> Bitboard {
        self.ray(direction, from) & !self.ray(direction, to) & !bit(to)
    }
}

const fn square_at(side: usize, row: usize, file: usize) -> Square {
    let per_row = side / 2;
    ((2 * per_row + 3) * (row / 2) + (per_row + 1) * (row % 2) + file / 2) as Square
}

const fn ray(side: usize, row: usize, file: usize, direction: usize) -> Bitboard {
    let (rows, files) = STEPS[direction];
    let mut set = 0;
    let (mut row, mut file) = (row as isize + rows, file as isize + files);
    while row >= 0 && file >= 0 && row < side as isize && file < side as isize {
        set |= bit(square_at(side, row as usize, file as usize));
        row += rows;
        file += files;
    }
    set
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_a_constant_shift_that_never_reaches_a_square_over_the_edge() {
        for geometry in [&TEN, &EIGHT] {
            for direction in 0..DIRECTIONS {
                for square in squares(geometry.all) {
                    let by = geometry.offset(direction);
                    let step = shift(bit(square), by) & geometry.all;
                    let next =
                        geometry.ray(direction, square) & !geometry_beyond(geometry, direction, square);
                    assert_eq!(step, next, "direction {direction} from {}", geometry.number(square));
                }
            }
        }
    }

    fn geometry_beyond(geometry: &Geometry, direction: usize, square: Square) -> Bitboard {
        geometry.first_on_ray(direction, square, geometry.all).map_or(0, |next| geometry.ray(direction, next))
    }

    #[test]
    fn numbers_run_row_by_row_from_the_top_left() {
        assert_eq!(TEN.number(0), 1);
        assert_eq!(TEN.row_and_file(TEN.square(46).unwrap()), (9, 0));
        assert_eq!(TEN.row_and_file(TEN.square(5).unwrap()), (0, 9));
        assert_eq!(EIGHT.row_and_file(EIGHT.square(29).unwrap()), (7, 0));
        assert_eq!(TEN.square(51), None);
        assert_eq!(TEN.turned(TEN.square(1).unwrap()), TEN.square(50).unwrap());
    }

    #[test]
    fn a_set_is_turned_square_by_square() {
        for geometry in [&TEN, &EIGHT] {
            for square in squares(geometry.all) {
                assert_eq!(geometry.turned_set(bit(square)), bit(geometry.turned(square)));
            }
        }
    }

    #[test]
    fn the_long_diagonal_of_the_official_rules_is_5_to_46_and_a1_to_h8() {
        let numbers: Vec<usize> = squares(TEN.main_road).map(|s| TEN.number(s)).collect();
        assert_eq!(numbers, [5, 10, 14, 19, 23, 28, 32, 37, 41, 46]);
        assert_eq!(squares(EIGHT.main_road).count(), 8);
    }
}
