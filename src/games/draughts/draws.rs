//! Draws by counted moves.
//!
//! Each limit belongs to the material on the board. The count restarts when another limit comes into force: the move
//! that creates the material is not counted. Counts are in half-moves.

use super::any_position::AnyPosition;
use super::colour::Colour;
use super::geometry::Bitboard;
use super::hot_rules::{AnyRules, HotRules};
use super::moves::Move;
use super::rules::{Goal, MoveLimits};

/// What resets a count, apart from a change of the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Restart {
    /// A capture or a man's move.
    CaptureOrManMove,
    /// A capture or a promotion.
    CaptureOrPromotion,
    /// Nothing.
    Never,
}

/// A limit in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Limit {
    half_moves: u16,
    restart: Restart,
}

impl Limit {
    /// Half-moves after which the game is drawn.
    pub(super) fn half_moves(self) -> u16 {
        self.half_moves
    }

    /// Does every move of a man reset the count?
    pub(super) fn restarts_on_man_moves(self) -> bool {
        self.restart == Restart::CaptureOrManMove
    }
}

/// Half-moves before the limit from which the count is part of the key, so that the table distinguishes positions by
/// it. The count is always part of the key if nothing resets it.
const NEAR: u16 = 10;

const fn limit(moves_each: u16, restart: Restart) -> Option<Limit> {
    Some(Limit { half_moves: 2 * moves_each, restart })
}

/// The piece counts that matter for a limit.
struct Material {
    pieces: [u32; 2],
    kings: [u32; 2],
}

impl Material {
    /// The colour of a lone king, and the number of pieces (at least one king) against it.
    fn against_lone_king(&self) -> Option<(Colour, u32)> {
        [Colour::White, Colour::Black].into_iter().find_map(|weak| {
            let (own, strong) = (weak.index(), weak.other().index());
            let lone = self.pieces[own] == 1 && self.kings[own] == 1 && self.kings[strong] > 0;
            lone.then_some((weak, self.pieces[strong]))
        })
    }
}

/// FMJD 6.2 (25 king moves), 6.3 (16 moves), 6.4 (5 moves).
fn international(pos: &AnyPosition) -> Option<Limit> {
    match pos.against_lone_king() {
        Some((_, 1 | 2)) => limit(5, Restart::Never),
        Some((_, 3)) => limit(16, Restart::Never),
        _ => limit(25, Restart::CaptureOrManMove),
    }
}

/// Two kings against one: 7 moves each. One against one: drawn unless a king can be captured at once, for which the
/// servers allow 2 moves each.
fn frisian(pos: &AnyPosition) -> Option<Limit> {
    if pos.kings != pos.occupied() || pos.pieces.contains(&0) {
        return None;
    }
    match pos.kings.count_ones() {
        2 => limit(2, Restart::Never),
        3 => limit(7, Restart::Never),
        _ => None,
    }
}

/// FMJD-64: 7.2.8 (5 moves against a lone king with at most two pieces), 7.2.4 (three kings or more
/// against one: 15 moves), 7.2.6 (both sides with kings and 4 or 5 pieces in all: 30 moves, 6 or 7: 60
/// moves without capture or promotion), 7.2.5 (otherwise 15 moves of kings alone).
fn sixty_four(pos: &AnyPosition) -> Option<Limit> {
    if pos.pieces.iter().any(|pieces| pieces & pos.kings == 0) {
        return None;
    }
    if let Some((_, strong)) = pos.against_lone_king() {
        match strong {
            1 | 2 => return limit(5, Restart::Never),
            _ if pos.kings == pos.occupied() => return limit(15, Restart::CaptureOrPromotion),
            _ => {}
        }
    }
    match pos.occupied().count_ones() {
        4 | 5 => limit(30, Restart::CaptureOrPromotion),
        6 | 7 => limit(60, Restart::CaptureOrPromotion),
        _ => limit(15, Restart::CaptureOrManMove),
    }
}

/// APCA 27 (three kings against one: 13 moves), 28 (two pieces or one against a king: 5 moves), 26 (15 moves).
fn pool(pos: &AnyPosition) -> Option<Limit> {
    match pos.against_lone_king() {
        Some((_, 1 | 2)) => limit(5, Restart::Never),
        Some((_, 3)) if pos.kings == pos.occupied() => limit(13, Restart::Never),
        _ => limit(15, Restart::CaptureOrManMove),
    }
}

/// FPD, limits of moves: three kings against one 12, otherwise 20.
fn spanish(pos: &AnyPosition) -> Option<Limit> {
    match pos.against_lone_king() {
        Some((_, 3)) if pos.kings == pos.occupied() => limit(12, Restart::Never),
        _ => limit(20, Restart::CaptureOrManMove),
    }
}

/// The smallest limit of all, in half-moves: two kings of Frisian draughts.
const MIN_LIMIT: u16 = 4;
/// FMJD-64, 7.2.7: half-moves in which three pieces must win against a king on the long diagonal.
const ROAD_LIMIT: u8 = 10;

impl AnyPosition {
    fn material(&self) -> Material {
        let kings = |set: Bitboard| (set & self.kings).count_ones();
        Material {
            pieces: self.pieces.map(Bitboard::count_ones),
            kings: [kings(self.pieces[0]), kings(self.pieces[1])],
        }
    }

    /// The colour of a lone king, and the number of pieces (at least one king) against it.
    #[inline]
    fn against_lone_king(&self) -> Option<(Colour, u32)> {
        // Usually nobody is down to one piece, and nothing needs to be counted.
        let has_lone_piece = self.pieces.iter().any(|pieces| pieces & pieces.wrapping_sub(1) == 0);
        if has_lone_piece { self.material().against_lone_king() } else { None }
    }

    /// The limit in force for the material on the board.
    pub(super) fn limit(&self) -> Option<Limit> {
        self.limit_under::<AnyRules>()
    }

    /// Does the limit in force end the game before this many half-moves are played?
    pub(super) fn is_late(&self, distance: u16) -> bool {
        self.limit().is_some_and(|limit| self.quiet.saturating_add(distance) > limit.half_moves)
    }

    #[inline]
    fn limit_under<R: HotRules>(&self) -> Option<Limit> {
        match R::limits(self.rules) {
            MoveLimits::None => None,
            MoveLimits::KingMoves => limit(25, Restart::CaptureOrManMove),
            MoveLimits::International => international(self),
            MoveLimits::Frisian => frisian(self),
            MoveLimits::SixtyFour => sixty_four(self),
            MoveLimits::FortyMoves => limit(40, Restart::CaptureOrManMove), // WCDF 1.32, FID 10.4
            MoveLimits::FifteenMoves => limit(15, Restart::CaptureOrManMove), // FMJD, brief rules of Czech draughts
            MoveLimits::Pool => pool(self),
            MoveLimits::Spanish => spanish(self),
        }
    }

    /// Counts the move, of a king or a man, that led here from `before`.
    #[inline(always)]
    pub(super) fn advance_counts<R: HotRules>(&mut self, before: &AnyPosition, mv: Move, was_king: bool) {
        // Without kings every move is a man's, which no limit counts.
        if self.kings == 0 || R::limits(self.rules) == MoveLimits::None {
            self.quiet = 0;
            if R::counts_road(self.rules) {
                self.road = 0;
            }
            return;
        }
        self.advance_with_kings::<R>(before, mv, was_king);
    }

    fn advance_with_kings<R: HotRules>(&mut self, before: &AnyPosition, mv: Move, was_king: bool) {
        // Only captures and promotions change the material, and with it the limit.
        let restarts = self.limit_under::<R>().is_none_or(|limit| match limit.restart {
            Restart::CaptureOrManMove => mv.is_capture() || !was_king,
            Restart::CaptureOrPromotion => mv.is_capture() || mv.promotes,
            Restart::Never => (mv.is_capture() || mv.promotes) && before.limit_under::<R>() != Some(limit),
        });
        self.quiet = if restarts { 0 } else { before.quiet.saturating_add(1) };
        if R::counts_road(self.rules) {
            let stays = before.lone_king_on_road() && self.lone_king_on_road();
            self.road = if stays { before.road.saturating_add(1) } else { 0 };
        }
    }

    /// FMJD-64, 7.2.7: three pieces, a king among them, against a king alone on the long diagonal.
    pub(super) fn lone_king_on_road(&self) -> bool {
        let road = self.geometry().main_road;
        let Some((weak, 3)) = self.against_lone_king() else { return false };
        let king = self.pieces[weak.index()];
        king & road != 0 && self.occupied() & road == king
    }

    /// Can a count have reached its limit?
    #[inline(always)]
    pub(super) fn may_be_drawn<R: HotRules>(&self) -> bool {
        self.quiet >= MIN_LIMIT || self.is_road_over::<R>()
    }

    /// Has a count reached its limit?
    #[inline]
    pub(super) fn is_limit_reached<R: HotRules>(&self) -> bool {
        self.may_be_drawn::<R>() && self.is_count_over::<R>()
    }

    #[inline(always)]
    fn is_road_over<R: HotRules>(&self) -> bool {
        R::counts_road(self.rules) && self.road >= ROAD_LIMIT
    }

    fn is_count_over<R: HotRules>(&self) -> bool {
        self.is_road_over::<R>()
            || self.limit_under::<R>().is_some_and(|limit| self.quiet >= limit.half_moves)
    }

    /// Contribution of the counts to the key; 0 if they cannot matter soon.
    #[inline]
    pub(super) fn counts_key<R: HotRules>(&self) -> u64 {
        let has_begun = self.quiet != 0 || (R::counts_road(self.rules) && self.road != 0);
        if has_begun { self.begun_counts_key::<R>() } else { 0 }
    }

    fn begun_counts_key<R: HotRules>(&self) -> u64 {
        let matters = self
            .limit_under::<R>()
            .is_some_and(|limit| limit.restart == Restart::Never || self.quiet + NEAR >= limit.half_moves);
        let quiet = if matters { self.quiet } else { 0 };
        let both = u64::from(quiet) << 8 | u64::from(self.road);
        both.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
    }
}

/// Divisor of an evaluation (White's minus Black's) in endings that are likely draws: 8 if the side ahead has too
/// little to win against a king, 2 if kings and men are almost equal. Follows Scan's published evaluation for flying
/// kings; 1 for other kings and goals.
#[inline]
pub(super) fn drawish_divisor<R: HotRules>(pos: &AnyPosition, white_ahead: i32) -> i32 {
    let may_be_drawish =
        pos.kings != 0 && R::flying_kings(pos.rules) && R::goal(pos.rules) == Goal::LeaveNoMove;
    if may_be_drawish { divisor_with_kings::<R>(pos, white_ahead) } else { 1 }
}

#[inline(never)]
fn divisor_with_kings<R: HotRules>(pos: &AnyPosition, white_ahead: i32) -> i32 {
    let (ahead, behind) = if white_ahead >= 0 { (0, 1) } else { (1, 0) };
    if pos.pieces[behind] & pos.kings == 0 {
        return 1;
    }
    let material = pos.material();
    let too_few = match R::limits(pos.rules) {
        MoveLimits::International => material.pieces[ahead] <= 3,
        MoveLimits::SixtyFour => material.pieces[ahead] <= 2 + u32::from(pos.lone_king_on_road()),
        MoveLimits::Frisian => material.pieces[ahead] <= 2 && material.kings[ahead] == material.pieces[ahead],
        MoveLimits::FifteenMoves | MoveLimits::Pool | MoveLimits::Spanish => material.pieces[ahead] <= 2,
        MoveLimits::None | MoveLimits::KingMoves | MoveLimits::FortyMoves => material.pieces[ahead] <= 1,
    };
    let men = |side: usize| material.pieces[side] - material.kings[side];
    if too_few {
        8
    } else if material.kings[0] == material.kings[1] && men(0).abs_diff(men(1)) <= 1 {
        2
    } else {
        1
    }
}
