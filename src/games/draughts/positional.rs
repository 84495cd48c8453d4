//! What a move allowed or missed, if nothing is lost or won by force: the search's line and what is on the board at its
//! end, or else the men's placement and the number of safe moves.
//!
//! Each is true on the board, for the line that it names; other answers are not tried.

use super::any_position::AnyPosition;
use super::bitbase::{Wdl, known_bounds};
use super::colour::Colour;
use super::course::{Course, MAX_LENGTH};
use super::geometry::{Square, bit, squares};
use super::moves::Move;
use super::shots;
use crate::contract::facts::{Choice, Fact, FactKind, after};
use crate::contract::{Outcome, Position as _};

/// Rows from a king up to which a man that no man can stop is worth mentioning.
const RUN: usize = 5;

/// Moves up to which one more or less counts.
const FEW: u32 = 4;

/// A line, and what one player gets by it.
#[derive(Clone, Copy)]
struct Side<'a> {
    pos: &'a AnyPosition,
    course: &'a Course,
    /// The line of the other move.
    other: &'a Course,
    /// Moves of the line that are not part of the fact.
    skip: usize,
    winner: Colour,
}

/// The sides of the two lines: what the played one allowed, and what the better one would have brought.
fn sides<'a>(choice: &Choice<'a, AnyPosition>, played: &'a Course, better: &'a Course) -> [Side<'a>; 2] {
    let (pos, own) = (choice.before, choice.before.turn());
    let allowed = Side { pos, course: played, other: better, skip: 1, winner: own.other() };
    [allowed, Side { pos, course: better, other: played, skip: 0, winner: own }]
}

/// Lines that end the game.
pub(super) fn ends(choice: &Choice<'_, AnyPosition>, played: &Course, better: &Course) -> Vec<Fact> {
    let kinds = [FactKind::AllowsEnd, FactKind::MissesEnd];
    let sides = sides(choice, played, better);
    sides.iter().zip(kinds).filter_map(|(side, kind)| side.end(kind)).collect()
}

/// What else the lines bring.
pub(super) fn of_lines(choice: &Choice<'_, AnyPosition>, played: &Course, better: &Course) -> Vec<Fact> {
    use FactKind as K;
    let found = |side: &Side<'_>, kinds: [FactKind; 6]| {
        let [won, drawn, gain, king, runaway, exchange] = kinds;
        let fact = side.endgame(won, Wdl::Won).or_else(|| side.endgame(drawn, Wdl::Drawn));
        let fact = fact.or_else(|| side.gain(gain)).or_else(|| side.king(king));
        fact.or_else(|| side.runaway(runaway)).or_else(|| side.exchange(exchange))
    };
    let allows = [
        K::AllowsWonEndgame,
        K::AllowsDrawnEndgame,
        K::AllowsGain,
        K::AllowsKing,
        K::AllowsRunaway,
        K::AllowsExchange,
    ];
    let misses = [
        K::MissesWonEndgame,
        K::MissesDrawnEndgame,
        K::MissesGain,
        K::MissesKing,
        K::MissesRunaway,
        K::MissesExchange,
    ];
    let [allowed, missed] = sides(choice, played, better);
    let begun = || Side { skip: 0, winner: choice.before.turn(), ..allowed }.exchange(K::BeginsExchange);
    found(&allowed, allows).or_else(begun).into_iter().chain(found(&missed, misses)).collect()
}

impl Side<'_> {
    fn fact(&self, kind: FactKind, end: usize) -> Fact {
        Fact::new(kind, self.pos.player(self.winner)).by(self.course.text(self.pos, self.skip, end))
    }

    /// The positions of a line after each given move that may be named.
    fn positions(&self, course: &Course) -> Vec<AnyPosition> {
        let mut pos = *self.pos;
        let moves = course.line.iter().take(course.given.min(MAX_LENGTH + self.skip));
        moves
            .map(|&mv| {
                pos = after(&pos, mv);
                pos
            })
            .collect()
    }

    /// The number of moves after which a line first has a property, counted from the first one that belongs to the fact;
    /// `None` if the other line has it as well.
    fn first(&self, is_so: impl Fn(&AnyPosition) -> bool) -> Option<usize> {
        let found = |course| self.positions(course).iter().skip(self.skip).position(&is_so);
        if found(self.other).is_some() { None } else { Some(found(self.course)? + self.skip + 1) }
    }

    fn end(&self, kind: FactKind) -> Option<Fact> {
        let winner = Outcome::Win(self.pos.player(self.winner));
        let is_won = |pos: &AnyPosition| {
            let end = pos.outcome().or_else(|| (pos.count_moves() == 0).then(|| pos.no_moves_outcome()));
            end == Some(winner)
        };
        self.first(is_won).map(|moves| self.fact(kind, moves))
    }

    /// An endgame with this value for the winner; a draw only counts for a player who would else have lost.
    fn endgame(&self, kind: FactKind, value: Wdl) -> Option<Fact> {
        let is_so = |pos: &AnyPosition| {
            let known =
                if pos.has_capture() { None } else { known_bounds(pos).and_then(|bounds| bounds.value()) };
            known.map(|known| if pos.turn() == self.winner { known } else { known.flipped() }) == Some(value)
        };
        self.first(is_so).map(|moves| self.fact(kind, moves))
    }

    /// Pieces that the winner has gained at the end of the line.
    fn gain(&self, kind: FactKind) -> Option<Fact> {
        let sign = if self.winner == self.pos.turn() { -1 } else { 1 };
        let at_end = self.course.rests.last()?.lost;
        let is_more = sign * at_end.value() > 0 && sign * (at_end.value() - self.other.loss_at_end()) > 0;
        let pieces = u32::try_from(sign * (at_end.men + at_end.kings)).ok().filter(|&pieces| pieces > 0)?;
        let lasts = |index: &usize| {
            self.course.rests[*index..].iter().all(|rest| sign * (rest.lost.value() - at_end.value()) >= 0)
        };
        let rest = &self.course.rests[(0..self.course.rests.len()).find(lasts)?];
        // What both moves capture is not missed.
        let is_same = self.skip == 0 && self.pos.has_capture();
        let is_told = is_more
            && !is_same
            && rest.lost == at_end
            && rest.moves <= self.course.given
            && (self.skip + 1..=MAX_LENGTH + self.skip).contains(&rest.moves)
            && self.course.line[rest.moves - 1].is_capture();
        is_told.then(|| self.fact(kind, rest.moves).number(pieces))
    }

    /// A king that only this line makes.
    fn king(&self, kind: FactKind) -> Option<Fact> {
        let (moves, square) = self.course.new_king(self.winner)?;
        let is_told = self.other.new_king(self.winner).is_none()
            && (self.skip + 1..=MAX_LENGTH + self.skip).contains(&moves);
        let fact = self.fact(kind, moves);
        is_told.then(|| fact.at(self.pos.rules.cell(square), self.pos.rules.square_text(square)))
    }

    /// A man that no opposing man can stop any more, after the first move of the line.
    fn runaway(&self, kind: FactKind) -> Option<Fact> {
        let first = |course: &Course| after(self.pos, course.line[0]);
        let (pos, other) = (first(self.course), first(self.other));
        let [now, old] = [&pos, &other].map(|pos| runaways(pos, self.winner));
        let enemy_kings = pos.pieces(self.winner.other()) & pos.kings();
        let geometry = pos.geometry();
        let rows_left = |square: Square| {
            let row = geometry.row_and_file(square).0;
            if self.winner == Colour::White { row } else { geometry.side - 1 - row }
        };
        let new = now & !old & !runaways(self.pos, self.winner);
        let square = squares(new).min_by_key(|&square| rows_left(square))?;
        let is_told = enemy_kings == 0 && !pos.has_capture() && rows_left(square) <= RUN;
        let fact = || {
            let fact = Fact::new(kind, pos.player(self.winner)).by(self.course.text(self.pos, 0, 1));
            let fact = fact.at(pos.rules.cell(square), pos.rules.square_text(square));
            fact.number(u32::try_from(rows_left(square)).unwrap_or(0))
        };
        is_told.then(fact)
    }

    /// The line begins with a quiet move by which both sides capture as much.
    fn exchange(&self, kind: FactKind) -> Option<Fact> {
        let moves = exchange(self.pos, self.course, self.skip)?;
        exchange(self.pos, self.other, self.skip).is_none().then(|| self.fact(kind, moves))
    }
}

/// Moves of a line until the exchange is over that its move after `skip` others offers.
fn exchange(pos: &AnyPosition, course: &Course, skip: usize) -> Option<usize> {
    let start = course.line.iter().take(skip).fold(*pos, |pos, &mv| after(&pos, mv));
    let captures = |rest: usize| course.line[skip..rest].iter().any(|mv| mv.is_capture());
    let rest = course.rests.iter().find(|rest| rest.moves > skip && captures(rest.moves))?;
    let value = |moves: usize| if moves == 0 { 0 } else { course.values[moves - 1] };
    let is_one = !start.has_capture()
        && rest.moves <= course.given.min(MAX_LENGTH + skip)
        && course.line.get(skip + 1).is_some_and(|mv| mv.is_capture())
        && value(rest.moves) == value(skip);
    is_one.then_some(rest.moves)
}

/// Men of a colour that have no opposing man ahead of them, straight or to the side, who could still block them.
fn runaways(pos: &AnyPosition, colour: Colour) -> u64 {
    let geometry = pos.geometry();
    let place = |square: Square| {
        let (row, file) = geometry.row_and_file(square);
        if colour == Colour::White { (row, file) } else { (geometry.side - 1 - row, file) }
    };
    let men = |colour| pos.pieces(colour) & !pos.kings();
    let blocks =
        |man: (usize, usize), by: (usize, usize)| by.0 < man.0 && by.1.abs_diff(man.1) <= man.0 - by.0;
    let free = |&man: &Square| squares(men(colour.other())).all(|by| !blocks(place(man), place(by)));
    squares(men(colour)).filter(free).fold(0, |set, square| set | bit(square))
}

/// The placement of the man that was moved, or the number of moves that lose nothing.
pub(super) fn of_placement(
    choice: &Choice<'_, AnyPosition>,
    played: &Course,
    better: &Course,
) -> Option<Fact> {
    let placement = || steps_to_edge(choice).or_else(|| opens_back_row(choice));
    mobility(choice, played, better, 2).or_else(placement).or_else(|| mobility(choice, played, better, 1))
}

/// A fact about the man that was moved, at a square.
fn of_man(choice: &Choice<'_, AnyPosition>, kind: FactKind, square: Square) -> Option<Fact> {
    let pos = choice.before;
    let is_man = pos.kings() & bit(choice.played.from) == 0 && !choice.played.promotes;
    let fact = || Fact::new(kind, choice.player()).at(pos.rules.cell(square), pos.rules.square_text(square));
    is_man.then(fact)
}

fn steps_to_edge(choice: &Choice<'_, AnyPosition>) -> Option<Fact> {
    let geometry = choice.before.geometry();
    let is_edge = |square: Square| [0, geometry.side - 1].contains(&geometry.row_and_file(square).1);
    let steps = is_edge(choice.played.to) && !is_edge(choice.better.first()?.to);
    if steps { of_man(choice, FactKind::StepsToEdge, choice.played.to) } else { None }
}

fn opens_back_row(choice: &Choice<'_, AnyPosition>) -> Option<Fact> {
    let pos = choice.before;
    let own_row = if pos.turn() == Colour::White { pos.geometry().side - 1 } else { 0 };
    let is_behind = |square: Square| pos.geometry().row_and_file(square).0 == own_row;
    let are_enemy_men = pos.other() & !pos.kings() != 0;
    let opens = are_enemy_men && is_behind(choice.played.from) && !is_behind(choice.better.first()?.from);
    if opens { of_man(choice, FactKind::OpensBackRow, choice.played.from) } else { None }
}

/// Moves that lose nothing, once nobody has to capture: fewer of one's own, or more of the opponent's, than after the
/// better move.
fn mobility(choice: &Choice<'_, AnyPosition>, played: &Course, better: &Course, margin: u32) -> Option<Fact> {
    let (pos, own) = (choice.before, choice.before.turn());
    let at_rest = |course: &Course| {
        let moves = course.rests.first()?.moves;
        (moves <= course.given.min(MAX_LENGTH))
            .then(|| course.line[..moves].iter().fold(*pos, |pos, &mv| after(&pos, mv)))
    };
    let (after_played, after_better) = (at_rest(played)?, at_rest(better)?);
    let count = |colour| Some([safe_moves(&after_better, colour)?, safe_moves(&after_played, colour)?]);
    let fact = |kind, colour, numbers: [u32; 2]| {
        let fact = Fact::new(kind, pos.player(colour)).number(numbers[0]).number(numbers[1]);
        fact.by(better.text(pos, 0, better.rests[0].moves))
    };
    let is_less = |less: u32, than: u32| less + margin <= than && (margin > 1 || less <= FEW);
    let fewer = count(own).filter(|&[could, can]| is_less(can, could));
    let more = count(own.other()).filter(|&[could, can]| is_less(could, can));
    let more = more.map(|[could, can]| fact(FactKind::MissesRestraint, own.other(), [can, could]));
    more.or_else(|| Some(fact(FactKind::MissesMobility, own, fewer?)))
}

/// The number of moves of a colour, as if it were their turn, after which the opponent captures no more than is won back;
/// `None` if they have to capture.
fn safe_moves(pos: &AnyPosition, colour: Colour) -> Option<u32> {
    let own = pos.seen_by(colour);
    if pos.outcome().is_some() || own.has_capture() {
        return None;
    }
    let is_safe = |mv: &Move| shots::gain(&after(&own, *mv)).is_some_and(|gain| gain <= 0);
    u32::try_from(own.legal_moves().iter().filter(|mv| is_safe(mv)).count()).ok()
}
