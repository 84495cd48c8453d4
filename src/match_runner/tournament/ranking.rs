//! Places in a tournament.
//!
//! Swiss: a meeting is worth a point, half of one if it is drawn; so is a bye, a whole one. Engines with equal points
//! are ranked by tie-breaks, in the terms of FIDE (Handbook C.07): Buchholz, the sum of the points of the opponents;
//! Sonneborn-Berger, the points of each opponent times what was scored against it; direct encounter, the points against
//! those that are still tied, if all of them have met; then the points of games. A bye counts as an opponent with the
//! engine's own points.
//!
//! Knockout: by the round that was reached; those that lost in the same round share a place.

use super::{Meeting, Tournament};

/// An engine in the standings.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Row {
    /// Index in the list of engines.
    pub engine: usize,
    /// Place, from 1; engines may share one.
    pub place: usize,
    /// Half points of its meetings.
    pub half_points: u64,
    /// Meetings won, drawn and lost; a bye is none.
    pub meetings: [u64; 3],
    /// Half points of its games.
    pub game_half_points: u64,
    /// Games.
    pub games: u64,
    /// Half points of its opponents.
    pub buchholz: u64,
    /// Quarter points: half points of opponents times half points against them.
    pub sonneborn_berger: u64,
    /// Half points against engines that are otherwise tied with it.
    pub direct: u64,
    /// Knockout: number of rounds it has survived.
    pub survived: usize,
    /// Opponents with half points against each; byes have no opponent.
    results: Vec<(Option<usize>, u64)>,
}

/// Half points of a meeting for the engine that had this seat first; 0 before it is complete.
pub(super) fn half_points(meeting: &Meeting, seat: usize) -> u64 {
    match (meeting.is_complete(), meeting.leader()) {
        (false, _) => 0,
        (true, None) => 1,
        (true, Some(leader)) => 2 * u64::from(leader == meeting.engines[seat]),
    }
}

impl Tournament {
    /// The standings, best first. Meetings in progress count only as games, and byes when their round is complete.
    pub fn standings(&self) -> Vec<Row> {
        let mut rows = self.results();
        if self.is_knockout() {
            rows.sort_by_key(|row| (std::cmp::Reverse(row.survived), row.engine));
            set_places(&mut rows, |row| row.survived as u64);
            return rows;
        }
        let points: Vec<u64> = rows.iter().map(|row| row.half_points).collect();
        for row in &mut rows {
            for &(opponent, scored) in &row.results {
                let theirs = points[opponent.unwrap_or(row.engine)];
                row.buchholz += theirs;
                row.sonneborn_berger += theirs * scored;
            }
        }
        set_direct(&mut rows);
        let key = |row: &Row| {
            [row.half_points, row.buchholz, row.sonneborn_berger, row.direct, row.game_half_points]
        };
        rows.sort_by_key(|row| (std::cmp::Reverse(key(row)), row.engine));
        set_places(&mut rows, key);
        rows
    }

    /// The results of each engine, in the order of engines.
    fn results(&self) -> Vec<Row> {
        let mut rows: Vec<Row> =
            (0..self.names().len()).map(|engine| Row { engine, ..Row::default() }).collect();
        for round in self.rounds() {
            for &engine in round.byes.iter().filter(|_| round.is_complete()) {
                rows[engine].half_points += 2;
                rows[engine].survived += 1;
                rows[engine].results.push((None, 2));
            }
            for meeting in &round.meetings {
                for (seat, &engine) in meeting.engines.iter().enumerate() {
                    let row = &mut rows[engine];
                    row.game_half_points += meeting.half_points[seat];
                    row.games += meeting.games;
                    if !meeting.is_complete() {
                        continue;
                    }
                    let scored = half_points(meeting, seat);
                    row.half_points += scored;
                    row.meetings[2 - scored as usize] += 1;
                    row.results.push((Some(meeting.engines[1 - seat]), scored));
                    row.survived += usize::from(self.winner(meeting) == Some(engine));
                }
            }
        }
        rows
    }
}

/// Sets what engines that are still tied scored against each other, if all of them have met.
fn set_direct(rows: &mut [Row]) {
    let key = |row: &Row| (row.half_points, row.buchholz, row.sonneborn_berger);
    let keys: Vec<_> = rows.iter().map(key).collect();
    for row in rows {
        let tied = |other: usize| other != row.engine && keys[other] == keys[row.engine];
        let against = row.results.iter().filter(|(opponent, _)| opponent.is_some_and(tied));
        let (met, scored) = against.fold((0, 0), |(met, sum), (_, scored)| (met + 1, sum + scored));
        if met == (0..keys.len()).filter(|other| tied(*other)).count() {
            row.direct = scored;
        }
    }
}

/// Numbers sorted rows; rows with equal keys share the first of their places.
fn set_places<K: PartialEq>(rows: &mut [Row], key: impl Fn(&Row) -> K) {
    for index in 0..rows.len() {
        let is_shared = index > 0 && key(&rows[index]) == key(&rows[index - 1]);
        rows[index].place = if is_shared { rows[index - 1].place } else { index + 1 };
    }
}
