//! The rounds of a tournament, each paired when the one before it is complete.

use super::swiss::Entrant;
use super::{Meeting, Round, Tournament, bracket, ranking, swiss};

impl Tournament {
    /// Pairs the next round when the last one is complete.
    pub(super) fn pair_rounds(&mut self) {
        while self.rounds.len() < self.all_rounds() && self.rounds.last().is_none_or(Round::is_complete) {
            let round = if self.is_knockout() { self.knockout_round() } else { self.swiss_round() };
            self.rounds.push(round);
        }
    }

    fn swiss_round(&self) -> Round {
        let mut entrants: Vec<Entrant> =
            (0..self.names.len()).map(|engine| Entrant { engine, ..Entrant::default() }).collect();
        for round in &self.rounds {
            for &engine in &round.byes {
                entrants[engine].had_bye = true;
                entrants[engine].points += 2;
            }
            for meeting in &round.meetings {
                for (seat, &engine) in meeting.engines.iter().enumerate() {
                    let entrant = &mut entrants[engine];
                    entrant.opponents.push(meeting.engines[1 - seat]);
                    entrant.seat_balance += [1, -1][seat];
                    entrant.last_seat = Some(seat);
                    entrant.points += ranking::half_points(meeting, seat);
                }
            }
        }
        let pairings = swiss::pair(entrants);
        let first = self.rounds.len() as u64 * (self.names.len() as u64 / 2) * self.pairs;
        let numbers = (0..).map(|number: u64| first + number * self.pairs);
        let meetings = pairings.seats.into_iter().zip(numbers);
        Round {
            meetings: meetings.map(|(engines, number)| self.meeting(engines, number)).collect(),
            byes: pairings.bye.into_iter().collect(),
        }
    }

    fn knockout_round(&self) -> Round {
        let engines = self.names.len();
        let size = bracket::size(engines);
        let survivors: Vec<usize> = match self.rounds.last() {
            None => bracket::places(size),
            Some(_) => self.survivors(self.rounds.len() - 1).into_iter().flatten().collect(),
        };
        let per_meeting = self.max_pairs_of_meeting().unwrap_or(u64::MAX);
        let first = size - (size >> self.rounds.len());
        let mut round = Round::default();
        for (slot, pair) in survivors.chunks_exact(2).enumerate() {
            let (upper, lower) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
            if lower >= engines {
                round.byes.push(upper);
            } else {
                let number = (first + slot) as u64 * per_meeting;
                round.meetings.push(self.meeting([upper, lower], number));
            }
        }
        round
    }

    fn meeting(&self, engines: [usize; 2], first_pair: u64) -> Meeting {
        Meeting { engines, half_points: [0; 2], games: 0, first_pair, pairs: self.pairs, begun: 0 }
    }

    /// The winners of the meetings of a knockout round and the engines with a bye, by their place in the bracket;
    /// `None`: not known yet.
    fn survivors(&self, round: usize) -> Vec<Option<usize>> {
        let size = bracket::size(self.names.len());
        let first = size - (size >> round);
        let per_meeting = self.max_pairs_of_meeting().unwrap_or(u64::MAX);
        let mut survivors = vec![None; size >> (round + 1)];
        for meeting in &self.rounds[round].meetings {
            let slot = (meeting.first_pair / per_meeting) as usize - first;
            survivors[slot] = self.winner(meeting);
        }
        // Only in the first round has an engine a bye, and the places of that round are known.
        for &engine in &self.rounds[round].byes {
            let place = bracket::places(size).iter().position(|seed| *seed == engine);
            if let Some(place) = place {
                survivors[place / 2] = Some(engine);
            }
        }
        survivors
    }

    /// The winner of a complete meeting of a knockout: if it is drawn after all extra pairs, the higher seed.
    pub fn winner(&self, meeting: &Meeting) -> Option<usize> {
        meeting.is_complete().then(|| {
            let higher_seed = meeting.engines[0].min(meeting.engines[1]);
            meeting.leader().unwrap_or(higher_seed)
        })
    }
}
