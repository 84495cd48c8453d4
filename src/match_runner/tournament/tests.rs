//! Whole tournaments with invented results: what every one of them keeps.

use std::collections::{HashMap, HashSet};

use super::*;
use crate::match_runner::test_logs::{line, result};
use crate::random::Random;

fn names(count: usize) -> Vec<String> {
    (0..count).map(|engine| format!("e{engine}")).collect()
}

fn tournament(format: Format, engines: usize, pairs: u64) -> Tournament {
    Tournament::new(format, &names(engines), pairs).expect("fits").expect("a tournament")
}

fn game(tournament: &Tournament, fixture: &Fixture, first: f64) -> GameLine {
    let players = [0, 1].map(|seat| tournament.names()[fixture.seats[seat]].as_str());
    result(fixture.pair, fixture.game, players, first)
}

/// Plays a tournament with this many games at a time, which end in any order; returns the games as they ended.
fn play(tournament: &mut Tournament, random: &mut Random, at_a_time: usize, draws: usize) -> Vec<GameLine> {
    let (mut running, mut games) = (Vec::new(), Vec::new());
    loop {
        let next = if running.len() < at_a_time { tournament.next() } else { Next::Later };
        match next {
            Next::Over => break,
            Next::Game(fixture) => running.push(fixture),
            Next::Later => {
                assert!(!running.is_empty(), "it waits for nothing");
                let fixture = running.swap_remove(random.below(running.len()));
                let points = if random.below(10) < draws { 0.5 } else { random.below(2) as f64 };
                games.push(game(tournament, &fixture, points));
                tournament.add(games.last().expect("a game")).expect("it was paired");
            }
        }
    }
    assert!(running.is_empty() && tournament.is_over());
    games
}

fn check_swiss(tournament: &Tournament, engines: usize) {
    let mut met = HashSet::new();
    let (mut byes, mut balance) = (vec![0; engines], vec![0_i64; engines]);
    for round in tournament.rounds() {
        let mut busy: Vec<usize> = round.byes.clone();
        round.byes.iter().for_each(|&engine| byes[engine] += 1);
        for meeting in &round.meetings {
            let [a, b] = meeting.engines;
            assert!(met.insert((a.min(b), a.max(b))), "{a} and {b} meet twice");
            busy.extend([a, b]);
            (balance[a], balance[b]) = (balance[a] + 1, balance[b] - 1);
            assert!(balance[a].abs() <= 2 && balance[b].abs() <= 2, "seats {balance:?}");
        }
        busy.sort_unstable();
        assert_eq!(busy, (0..engines).collect::<Vec<_>>(), "everybody plays or has a bye");
    }
    assert!(byes.iter().all(|byes| *byes <= 1), "two byes: {byes:?}");
}

#[test]
fn in_any_swiss_tournament_nobody_meets_twice_has_two_byes_or_sits_out() {
    let mut random = Random::new(1);
    for case in 0..3000 {
        let engines = 2 + random.below(15);
        let rounds = 1 + random.below(engines.div_ceil(2)) as u64;
        let format = Format::Swiss { rounds: Some(rounds) };
        let mut tournament = tournament(format, engines, 1 + random.below(2) as u64);
        let draws = random.below(11);
        play(&mut tournament, &mut random, 1 + case % 5, draws);
        assert_eq!(tournament.rounds().len() as u64, rounds);
        check_swiss(&tournament, engines);
    }
}

#[test]
fn a_large_swiss_tournament_keeps_the_rules_as_well() {
    let mut random = Random::new(2);
    let mut tournament = tournament(Format::Swiss { rounds: Some(9) }, 61, 1);
    play(&mut tournament, &mut random, 4, 3);
    check_swiss(&tournament, 61);
}

#[test]
fn without_surprises_the_strongest_win_and_the_standings_are_in_order() {
    let mut tournament = tournament(Format::Swiss { rounds: None }, 8, 1);
    while let Next::Game(fixture) = tournament.next() {
        let first = f64::from(u8::from(fixture.seats[0] < fixture.seats[1]));
        let game = game(&tournament, &fixture, first);
        tournament.add(&game).expect("paired");
    }
    let standings = tournament.standings();
    assert_eq!((standings[0].engine, standings[0].half_points, standings[0].place), (0, 6, 1));
    assert_eq!(standings.last().expect("a row").engine, 7);
    let points: Vec<u64> = standings.iter().map(|row| row.half_points).collect();
    assert!(points.is_sorted_by(|a, b| a >= b), "{points:?}");
    // The winner met 4, 2 and 1, which have 1, 2 and 2 points.
    assert_eq!((standings[0].buchholz, standings[0].sonneborn_berger), (10, 20));
}

#[test]
fn in_any_knockout_one_engine_is_left_and_the_others_lose_once() {
    let mut random = Random::new(3);
    for case in 0..2000 {
        let (engines, extra_pairs) = (2 + random.below(18), random.below(3) as u64);
        let pairs = 1 + random.below(2) as u64;
        let mut tournament = tournament(Format::Knockout { extra_pairs }, engines, pairs);
        let draws = random.below(11);
        let games = play(&mut tournament, &mut random, 1 + case % 5, draws);
        assert_eq!(tournament.games(), games.len() as u64);
        let mut losses: HashMap<usize, usize> = HashMap::new();
        for meeting in tournament.rounds().iter().flat_map(|round| &round.meetings) {
            let winner = tournament.winner(meeting).expect("decided");
            let loser = meeting.engines[usize::from(meeting.engines[0] == winner)];
            *losses.entry(loser).or_default() += 1;
            assert!(meeting.games >= 2 * pairs && meeting.games <= 2 * (pairs + extra_pairs));
            let undecided = meeting.leader().is_none();
            assert!(!undecided || winner < loser && meeting.games == 2 * (pairs + extra_pairs));
        }
        assert_eq!(losses.len(), engines - 1);
        assert!(losses.values().all(|losses| *losses == 1));
        let first = &tournament.standings()[0];
        assert!(!losses.contains_key(&first.engine) && first.place == 1);
    }
}

#[test]
fn the_first_seeds_have_the_byes_of_a_knockout() {
    let tournament = tournament(Format::Knockout { extra_pairs: 0 }, 5, 1);
    let round = &tournament.rounds()[0];
    assert_eq!(round.byes, [0, 1, 2]);
    let meetings: Vec<[usize; 2]> = round.meetings.iter().map(|meeting| meeting.engines).collect();
    assert_eq!(meetings, [[3, 4]]);
}

#[test]
fn a_tournament_that_is_continued_plays_the_games_that_are_missing() {
    let mut random = Random::new(4);
    for (name, format) in
        [("swiss", Format::Swiss { rounds: Some(3) }), ("knockout", Format::Knockout { extra_pairs: 2 })]
    {
        let mut whole = tournament(format, 6, 2);
        let games = play(&mut whole, &mut random, 3, 5);
        let engines = names(6);
        let engines: Vec<&str> = engines.iter().map(String::as_str).collect();
        let mut line = line("connect4", &engines);
        (line.format, line.rounds) = (name.to_string(), 2);
        (line.swiss_rounds, line.extra_pairs) = (Some(3), Some(2));
        for cut in 0..=games.len() {
            let mut rest = Tournament::of(&line, &games[..cut]).expect("its games").expect("a tournament");
            let points: HashMap<(u64, u32), f64> =
                games.iter().map(|game| (game.id(), game.points[0])).collect();
            let mut played = cut;
            while let Next::Game(fixture) = rest.next() {
                let game = game(&rest, &fixture, points[&(fixture.pair, fixture.game)]);
                rest.add(&game).expect("paired");
                played += 1;
            }
            assert_eq!((played, rest.text()), (games.len(), whole.text()), "{name}, {cut}");
        }
    }
}

#[test]
fn pairs_have_one_number_and_meetings_of_a_round_the_same_openings() {
    let mut random = Random::new(5);
    for format in [Format::Swiss { rounds: Some(4) }, Format::Knockout { extra_pairs: 3 }] {
        let mut tournament = tournament(format, 8, 2);
        let mut seen = HashSet::new();
        let mut openings: HashMap<usize, HashSet<u64>> = HashMap::new();
        while let Next::Game(fixture) = tournament.next() {
            assert!(seen.insert((fixture.pair, fixture.game)) && fixture.pair < tournament.max_pairs());
            openings.entry(tournament.complete_rounds()).or_default().insert(fixture.round);
            let game = game(&tournament, &fixture, random.below(2) as f64);
            tournament.add(&game).expect("paired");
        }
        let all: Vec<u64> = openings.values().flatten().copied().collect();
        assert_eq!(all.iter().collect::<HashSet<_>>().len(), all.len(), "no opening in two rounds");
        assert!(openings.values().all(|round| round.len() >= 2), "{openings:?}");
    }
}

#[test]
fn tournaments_that_cannot_be_are_refused_and_strange_games_as_well() {
    let error = Tournament::new(Format::Swiss { rounds: Some(3) }, &names(4), 1).expect_err("too long");
    assert!(error.contains("--swiss-rounds 3: 4 engines play at most 2 rounds"), "{error}");
    assert!(Tournament::new(Format::Knockout { extra_pairs: u64::MAX }, &names(4), 1).is_err());
    assert_eq!(Tournament::new(Format::RoundRobin, &names(4), 1), Ok(None));
    for format in [Format::Swiss { rounds: None }, Format::Knockout { extra_pairs: 0 }] {
        for engines in 0..2 {
            let error = Tournament::new(format, &names(engines), 1).expect_err("too few");
            assert!(error.starts_with("a match needs two engines or more"), "{error}");
        }
    }
    let mut tournament = tournament(Format::Swiss { rounds: Some(2) }, 4, 1);
    let error = tournament.count(&result(0, 0, ["e0", "e3"], 1.0)).expect_err("e0 meets e2");
    assert!(error.contains("game 1.1, e0 - e3, is not one"), "{error}");
    assert!(tournament.count(&result(900, 0, ["e0", "e2"], 1.0)).is_err());
    assert!(tournament.count(&result(0, 7, ["e0", "e2"], 1.0)).is_err());
}

#[test]
fn a_bye_counts_when_its_round_is_complete() {
    let mut tournament = tournament(Format::Swiss { rounds: Some(2) }, 3, 1);
    let points = |tournament: &Tournament| -> Vec<u64> {
        let mut rows = tournament.standings();
        rows.sort_by_key(|row| row.engine);
        rows.iter().map(|row| row.half_points).collect()
    };
    assert_eq!(points(&tournament), [0, 0, 0]);
    for expected in [[0, 0, 0], [1, 1, 2]] {
        let Next::Game(fixture) = tournament.next() else { panic!("two games a round") };
        let game = game(&tournament, &fixture, 0.5);
        tournament.add(&game).expect("paired");
        assert_eq!(points(&tournament), expected, "the bye of the second round is not counted yet");
    }
    assert_eq!(tournament.rounds()[1].byes, [1]);
}

#[test]
fn drawn_meetings_and_byes_are_said() {
    let mut tournament = tournament(Format::Knockout { extra_pairs: 0 }, 3, 1);
    while let Next::Game(fixture) = tournament.next() {
        let game = game(&tournament, &fixture, 0.5);
        tournament.add(&game).expect("paired");
    }
    let text = tournament.text();
    assert!(text.contains("e1   1.0 - 1.0   e2  -> e1, the higher seed"), "{text}");
    assert!(text.contains("  e0  bye\n") && text.contains("Final:\n"), "{text}");
    assert!(text.contains("Knockout, after round 2 of 2:\n"), "{text}");
}
