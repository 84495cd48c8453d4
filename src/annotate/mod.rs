//! Annotation of recorded games: what each move was worth, what would have been better, and which moves were mistakes.
//!
//! Every position of a game is searched under the same limits. The best move is that of the search; the move that was
//! played is worth what the search of the position after it says, seen from the other side; where that makes it a
//! mistake, the best move is looked at in the same way. With more than two players there is no other side: there the
//! played move alone is searched from the same position.
//!
//! Loss is counted twice: in the game's unit (a man, a stone), where neither value is a proved result, and in
//! expected points of the game (win 1, draw 1/2), by which moves are marked. The steps are those of chess.com's
//! expected-points model (2023): a tenth of a point lost is a mistake, a fifth a blunder.
//!
//! | file | what |
//! |---|---|
//! | `comments` | the annotation as comments and marks of the record |
//! | `page` | the annotation as a page |
//!
//! What must always hold: the moves of the record are not touched, and what people wrote in it stays.

mod comments;
pub mod page;

use crate::contract::{EngineError, Outcome, Player, Score, SearchInfo, SearchLimits, Silent};
use crate::engine::{AnyEngine, Status};
use crate::records::{GameRecord, MoveMark};

pub use comments::annotated_record;

/// Expected points lost from which a move is dubious, a mistake, a blunder.
pub const DUBIOUS: f64 = 0.05;
/// See [`DUBIOUS`].
pub const MISTAKE: f64 = 0.10;
/// See [`DUBIOUS`].
pub const BLUNDER: f64 = 0.20;

/// What a search says of a position, or of a move in it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// For the player who moves.
    pub score: Score,
    /// Points that this player may expect: 1 for a win, 0.5 for a draw.
    pub points: f64,
}

impl Value {
    fn of(info: &SearchInfo<String>) -> Value {
        let [win, draw, _] = info.wdl;
        Value { score: info.score, points: (f64::from(win) + f64::from(draw) / 2.0) / 1000.0 }
    }

    /// The same for the opponent in a game of two, one ply earlier.
    fn before_move(self) -> Value {
        let score = match self.score.plies_to_end() {
            Some(plies) if self.score.is_win() => Score::loss_in(plies + 1),
            Some(plies) => Score::win_in(plies + 1),
            None => -self.score,
        };
        Value { score, points: 1.0 - self.points }
    }

    /// A game that ended with this move of this player.
    fn ended(outcome: Outcome, player: Player) -> Value {
        match outcome {
            Outcome::Draw => Value { score: Score::DRAW, points: 0.5 },
            Outcome::Win(winner) if winner == player => Value { score: Score::win_in(1), points: 1.0 },
            Outcome::Win(_) => Value { score: Score::loss_in(1), points: 0.0 },
        }
    }
}

/// A position as the search sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Advice {
    /// What it is worth for the player to move.
    pub value: Value,
    /// The best line, its first move first; never empty.
    pub line: Vec<String>,
    /// Depth of the search in plies.
    pub depth: i32,
}

/// A move and what it was worth.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedMove {
    /// Who moved.
    pub player: Player,
    /// The move that was played, in native style.
    pub text: String,
    /// What the move was worth for this player.
    pub value: Value,
    /// What there was to play.
    pub best: Advice,
    /// The mark that the move deserves.
    pub mark: Option<MoveMark>,
}

impl JudgedMove {
    /// Expected points lost, 0 to 1.
    pub fn points_lost(&self) -> f64 {
        if self.is_best() { 0.0 } else { (self.best.value.points - self.value.points).max(0.0) }
    }

    /// Loss in hundredths of the game's unit; `None` where one of the values is a proved win or loss.
    pub fn units_lost(&self) -> Option<i32> {
        let (best, played) = (self.best.value.score, self.value.score);
        let lost = if self.is_best() { 0 } else { (best.0 - played.0).max(0) };
        (!best.is_decisive() && !played.is_decisive()).then_some(lost)
    }

    /// Was it the move that the search would have played?
    pub fn is_best(&self) -> bool {
        self.best.line.first() == Some(&self.text)
    }
}

/// A game and what its moves were worth.
#[derive(Clone, PartialEq, Debug)]
pub struct Annotated {
    /// The game as it was.
    pub record: GameRecord,
    /// Its moves up to the end of the game by the rules.
    pub moves: Vec<JudgedMove>,
    /// The position after them; `None` where the game is over.
    pub last: Option<Advice>,
    /// Who is, or would be, to move there.
    pub turn: Player,
    /// How the game ended by the rules.
    pub outcome: Option<Outcome>,
    /// Number of players.
    pub players: usize,
    /// How moves were found: for people.
    pub effort: String,
}

/// How hard to look.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Limits of each search.
    pub limits: SearchLimits,
    /// Options of the engine: names and values.
    pub options: Vec<(String, String)>,
}

impl Effort {
    /// The limits in words: `200000 nodes a move`.
    fn words(&self) -> String {
        let limits = &self.limits;
        let parts = [
            limits.depth.map(|depth| format!("depth {depth}")),
            limits.nodes.map(|nodes| format!("{nodes} nodes")),
            limits.move_time_ms.map(|ms| format!("{ms} ms")),
        ];
        format!("{} a move", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
    }
}

/// Searches every position of a game. `progress` is told how many moves are done.
///
/// # Errors
/// One line: the record is not a legal game, or an option does not fit.
pub fn annotate(
    record: &GameRecord,
    effort: &Effort,
    progress: &mut dyn FnMut(usize),
) -> Result<Annotated, String> {
    let mut engine = record.open()?;
    for (name, value) in &effort.options {
        engine.set_option(name, value).map_err(|error| error.to_string())?;
    }
    let mut moves = Vec::with_capacity(record.moves.len());
    let mut here = advice(engine.as_mut(), &effort.limits).map_err(|error| error.to_string())?;
    for text in &record.moves {
        progress(moves.len());
        let Some(best) = here.take() else { break };
        let judged = judge(engine.as_mut(), text, best, &effort.limits);
        let (judged, next) = judged.map_err(|error| format!("move {}: {error}", moves.len() + 1))?;
        moves.push(judged);
        here = next;
    }
    progress(record.moves.len());
    let Status { to_move, players, outcome, .. } = engine.status();
    Ok(Annotated {
        record: record.clone(),
        moves,
        last: here,
        turn: to_move,
        outcome,
        players,
        effort: effort.words(),
    })
}

/// Plays a move and says what it was worth, and what there is to play after it.
fn judge(
    engine: &mut dyn AnyEngine,
    text: &str,
    best: Advice,
    limits: &SearchLimits,
) -> Result<(JudgedMove, Option<Advice>), EngineError> {
    let Status { to_move: player, players, .. } = engine.status();
    let alone = if players > 2 {
        let limits = SearchLimits { search_moves: vec![text.to_string()], ..limits.clone() };
        advice(engine, &limits)?
    } else {
        None
    };
    engine.play(text)?;
    let next = advice(engine, limits)?;
    let value = match alone {
        Some(alone) if next.is_some() => alone.value,
        _ => value_after(engine, player, next.as_ref()).unwrap_or(best.value),
    };
    let mut judged = JudgedMove { player, text: text.to_string(), value, best, mark: None };
    judged.mark = mark(&judged);
    if judged.mark.is_some() && players == 2 {
        // The move that was played has been looked at one ply deeper than the better one: before anything is called
        // a mistake, that one gets the same.
        engine.undo()?;
        engine.play(&judged.best.line[0])?;
        let after = advice(engine, limits)?;
        if let Some(value) = value_after(engine, player, after.as_ref())
            && value.points < judged.best.value.points
        {
            judged.best.value = value;
            judged.mark = mark(&judged);
        }
        engine.undo()?;
        engine.play(text)?;
    }
    Ok((judged, next))
}

/// What the position on the board is worth for the player of a game of two who has just moved.
fn value_after(engine: &dyn AnyEngine, player: Player, next: Option<&Advice>) -> Option<Value> {
    match engine.status().outcome {
        Some(outcome) => Some(Value::ended(outcome, player)),
        None => next.map(|next| next.value.before_move()),
    }
}

/// Searches the position on the board; `None` where the game is over.
fn advice(engine: &mut dyn AnyEngine, limits: &SearchLimits) -> Result<Option<Advice>, EngineError> {
    if engine.status().outcome.is_some() {
        return Ok(None);
    }
    engine.stop_handle().reset();
    let result = engine.go(limits, &mut Silent)?;
    let line = result.lines.into_iter().next().filter(|line| !line.pv.is_empty());
    Ok(line.map(|line| Advice { value: Value::of(&line), depth: line.depth, line: line.pv }))
}

/// The mark of a move by what it lost. Who lets a proved win slip is at least dubious; who was lost already can do
/// nothing wrong.
fn mark(judged: &JudgedMove) -> Option<MoveMark> {
    let (best, played) = (judged.best.value.score, judged.value.score);
    if judged.is_best() || best.is_loss() {
        return None;
    }
    let missed_win = best.is_win() && !played.is_win();
    match judged.points_lost() {
        lost if lost >= BLUNDER => Some(MoveMark::Blunder),
        lost if lost >= MISTAKE => Some(MoveMark::Mistake),
        lost if lost >= DUBIOUS || missed_win => Some(MoveMark::Dubious),
        _ => None,
    }
}

/// What a player did in a game.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Tally {
    /// Moves that were judged.
    pub moves: usize,
    /// Moves that the search would have played.
    pub best: usize,
    /// Mean loss of expected points a move.
    pub mean_loss: f64,
    /// Moves with the marks `?!`, `?` and `??`.
    pub marks: [usize; 3],
}

impl Annotated {
    /// What this player did.
    pub fn tally(&self, player: Player) -> Tally {
        let mut tally = Tally::default();
        let mut lost = 0.0;
        for judged in self.moves.iter().filter(|judged| judged.player == player) {
            tally.moves += 1;
            tally.best += usize::from(judged.is_best());
            lost += judged.points_lost();
            let marks = [MoveMark::Dubious, MoveMark::Mistake, MoveMark::Blunder];
            if let Some(index) = marks.iter().position(|&mark| judged.mark == Some(mark)) {
                tally.marks[index] += 1;
            }
        }
        tally.mean_loss = lost / tally.moves.max(1) as f64;
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(score: i32, points: f64) -> Value {
        Value { score: Score(score), points }
    }

    fn judged(best: Value, played: Value, same: bool) -> JudgedMove {
        let line = vec![if same { "b" } else { "a" }.to_string()];
        let best = Advice { value: best, line, depth: 1 };
        JudgedMove { player: Player::FIRST, text: "b".to_string(), value: played, best, mark: None }
    }

    fn marked(best: Value, played: Value) -> Option<MoveMark> {
        mark(&judged(best, played, false))
    }

    #[test]
    fn moves_are_marked_by_the_points_they_lose() {
        let best = value(50, 0.6);
        for (points, expected) in [
            (0.6, None),
            (0.7, None),
            (0.56, None),
            (0.54, Some(MoveMark::Dubious)),
            (0.49, Some(MoveMark::Mistake)),
            (0.39, Some(MoveMark::Blunder)),
        ] {
            assert_eq!(marked(best, value(0, points)), expected, "{points}");
        }
    }

    #[test]
    fn a_win_that_is_missed_is_marked_even_if_little_is_lost() {
        let win = value(Score::win_in(7).0, 1.0);
        assert_eq!(marked(win, value(900, 0.99)), Some(MoveMark::Dubious));
        assert_eq!(marked(win, value(0, 0.5)), Some(MoveMark::Blunder));
        assert_eq!(marked(win, value(Score::win_in(21).0, 1.0)), None, "a slower win is a win");
    }

    #[test]
    fn who_is_lost_can_do_nothing_wrong_and_a_draw_thrown_away_is_a_blunder() {
        let lost = value(Score::loss_in(8).0, 0.0);
        assert_eq!(marked(lost, value(Score::loss_in(2).0, 0.0)), None);
        assert_eq!(marked(value(0, 0.5), lost), Some(MoveMark::Blunder));
    }

    #[test]
    fn the_move_of_the_search_itself_is_never_a_mistake() {
        let same = judged(value(50, 0.6), value(-50, 0.4), true);
        assert_eq!((mark(&same), same.points_lost(), same.units_lost()), (None, 0.0, Some(0)));
    }

    #[test]
    fn a_value_seen_from_the_other_side_is_one_ply_farther_from_the_end() {
        let win = value(Score::win_in(4).0, 1.0);
        assert_eq!(win.before_move(), value(Score::loss_in(5).0, 0.0));
        assert_eq!(win.before_move().before_move(), value(Score::win_in(6).0, 1.0));
        assert_eq!(value(30, 0.75).before_move(), value(-30, 0.25));
    }
}
