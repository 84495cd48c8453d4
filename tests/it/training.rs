//! `quadriga selfplay` and `quadriga fit`: the same numbers give the same games and the same weights, whatever happens in
//! between.

use std::fs;

use quadriga::engine::{SelfPlaySettings, TargetMix};
use quadriga::fit::{FitRequest, GameRecord, Samples, Series, fit, read_games};

use crate::common::client::program;
use crate::common::folder::Folder;

fn settings(nodes: u64) -> SelfPlaySettings {
    SelfPlaySettings {
        nodes,
        random_plies: 3..=6,
        balance: 200,
        decided: 500,
        explore: 0,
        variations: 0,
        seed: 11,
    }
}

fn play(game: &str, numbers: impl IntoIterator<Item = u64>) -> Vec<GameRecord> {
    let engine = quadriga::games::open(game).expect("a game");
    let mut player = engine.tools().self_player(&settings(40)).expect("a game of two");
    numbers.into_iter().map(|number| player.play(number)).collect()
}

/// The games of a file, by number.
fn games(path: &str) -> Vec<GameRecord> {
    let bytes = fs::read(path).expect("a file of games");
    let mut rest = &bytes[..];
    Series::read(&mut rest).expect("its first line");
    let (mut games, length) = read_games(rest).expect("games");
    assert_eq!(length, rest.len(), "no game is cut short");
    games.sort_by_key(|game| game.number);
    games
}

fn run(arguments: &[&str]) -> (bool, String) {
    let output = program().args(arguments).output().expect("the program runs");
    (output.status.success(), String::from_utf8(output.stderr).expect("text"))
}

#[test]
fn a_game_follows_from_its_number_whatever_was_played_before() {
    for game in ["english", "gomoku", "connect4", "chinesecheckers"] {
        let forwards = play(game, 0..3);
        let mut backwards = play(game, (0..3).rev());
        backwards.reverse();
        assert_eq!(forwards, backwards, "{game}");
        assert_ne!(forwards[0].plies, forwards[1].plies, "{game}");
    }
}

#[test]
fn a_game_that_random_moves_always_end_is_recorded_as_it_ended() {
    let engine = quadriga::games::open("connect4-4x4").expect("a game");
    let settings = SelfPlaySettings { random_plies: 30..=30, ..settings(40) };
    let game = engine.tools().self_player(&settings).expect("a game of two").play(1);
    assert!(game.plies.len() <= 16 && game.plies.iter().all(|ply| ply.score.is_none()));
}

#[test]
fn moves_after_the_opening_are_drawn_by_lot_where_that_is_asked_for_and_lose_little() {
    let engine = quadriga::games::open("gomoku").expect("a game");
    let play = |explore| {
        let settings = SelfPlaySettings { explore, decided: 30_000, ..settings(200) };
        let mut player = engine.tools().self_player(&settings).expect("a game of two");
        (0..6).map(|number| player.play(number)).collect::<Vec<GameRecord>>()
    };
    let drawn = |games: &[GameRecord]| -> usize {
        let later = |game: &GameRecord| {
            let plies = game.plies.iter().skip_while(|ply| ply.score.is_none());
            plies.filter(|ply| ply.score.is_none()).count()
        };
        games.iter().map(later).sum()
    };
    assert_eq!(drawn(&play(0)), 0);
    let games = play(60);
    assert!(drawn(&games) > 6);
    assert_eq!(games, play(60), "they follow from the seed");
    let lost_by_the_draw = |game: &&GameRecord| {
        let winner = usize::from(game.half_points);
        game.plies.last().is_some_and(|ply| ply.score.is_none()) && 2 * (game.plies.len() % 2) + winner == 2
    };
    assert_eq!(games.iter().filter(lost_by_the_draw).count(), 0, "none of them runs into a proved loss");
}

#[test]
fn variations_are_played_on_from_positions_of_a_game_and_learnt_from_by_their_score() {
    for name in ["gomoku", "english"] {
        let engine = quadriga::games::open(name).expect("a game");
        let play = |variations| {
            let settings = SelfPlaySettings { variations, ..settings(60) };
            let mut player = engine.tools().self_player(&settings).expect("a game of two");
            (0..3).map(|number| player.play(number)).collect::<Vec<GameRecord>>()
        };
        assert!(play(0).iter().all(|game| game.variations.is_empty()));
        let games = play(2);
        assert_eq!(games, play(2), "they follow from the seed");
        let lengths: Vec<usize> =
            games.iter().flat_map(|game| &game.variations).map(|line| line.places.len()).collect();
        assert!(lengths.contains(&1) && lengths.iter().any(|&length| length > 4), "{name}: {lengths:?}");

        let count = |games: &[GameRecord], result_share| {
            let mut fitter = engine.tools().network_fitter().expect("a network");
            let mix = TargetMix { result_share, scale: 100.0 };
            games.iter().for_each(|game| fitter.add(game, &mix, false).expect("legal moves"));
            fitter.counts().0
        };
        let mut plain = games.clone();
        plain.iter_mut().for_each(|game| game.variations.clear());
        assert!(count(&games, 0.5) > count(&plain, 0.5), "{name}");
        assert_eq!(count(&games, 1.0), count(&plain, 1.0), "{name}: they have no results");

        let mut wrong = games.clone();
        wrong[0].variations[0].from = 1000;
        let mix = TargetMix { result_share: 0.5, scale: 100.0 };
        assert!(engine.tools().network_fitter().expect("a network").add(&wrong[0], &mix, false).is_err());
    }
}

#[test]
fn a_series_that_was_cut_off_is_the_same_games_in_the_end() {
    let folder = Folder::new("selfplay");
    let (whole, cut) = (folder.path("whole.games"), folder.path("cut.games"));
    let words = ["selfplay", "--game", "english", "--nodes", "30", "--games", "6"];
    assert!(run(&[&words[..], &[whole.as_str()]].concat()).0);
    let bytes = fs::read(&whole).expect("a file");
    fs::write(&cut, &bytes[..bytes.len() * 2 / 3]).expect("written");
    assert!(run(&[&words[..], &["--threads", "3", cut.as_str()]].concat()).0);
    assert_eq!(games(&whole), games(&cut));

    let (good, why) = run(&["selfplay", "--game", "english", "--nodes", "31", &whole]);
    assert!(!good && why.contains("is another series"), "{why}");
    let other = folder.file("other", "[Event \"?\"]\n");
    let (good, why) = run(&["selfplay", "--game", "english", &other]);
    assert!(!good && why.contains("not a self-play file"), "{why}");
    assert_eq!(folder.read("other"), "[Event \"?\"]\n", "what is something else is left alone");
}

#[test]
fn weights_that_were_fitted_foretell_results_better_and_can_be_played_with() {
    let folder = Folder::new("fit");
    let file = folder.path("chinesecheckers.games");
    let words =
        ["selfplay", "--game", "chinesecheckers", "--nodes", "20", "--games", "40", "--decided", "800"];
    assert!(run(&[&words[..], &[&file]].concat()).0);
    let outs = ["one.weights", "two.weights"].map(|name| folder.path(name));
    let mut reports = Vec::new();
    for (threads, out) in ["1", "2"].iter().zip(&outs) {
        let words =
            ["fit", "--game", "chinesecheckers", "--steps", "4", "--threads", threads, "--out", out, &file];
        let (good, report) = run(&words);
        assert!(good, "{report}");
        reports.push(report);
    }
    assert_eq!(fs::read(&outs[0]).unwrap(), fs::read(&outs[1]).unwrap(), "threads do not matter");
    assert_eq!(reports[0], reports[1]);
    let learnt: Vec<f64> = reports[0]
        .lines()
        .filter(|line| line.starts_with("step"))
        .map(|line| line.split(' ').filter(|word| !word.is_empty()).nth(2).unwrap().parse().unwrap())
        .collect();
    assert!(learnt.len() > 1 && learnt.is_sorted_by(|a, b| a >= b), "{}", reports[0]);

    let (good, why) = run(&["fit", "--game", "renju", "--network", "--out", &outs[0], &file]);
    assert!(!good && why.contains("games of chinesecheckers, not of renju"), "{why}");
    let (good, why) = run(&["fit", "--game", "connect4", "--out", &outs[0], &file]);
    assert!(!good && why.contains("connect4 has no weights to train"), "{why}");
    for game in ["draughts", "gomoku"] {
        let (good, why) = run(&["fit", "--game", game, "--out", &outs[0], &file]);
        assert!(!good && why.contains("has no weights to train; train its network with --network"), "{why}");
    }
}

/// Fits networks to short games: the same one for the same seed, another for another. Returns the numbers in this place of the
/// lines that tell of the epochs, six of them, and the report.
fn network_losses(folder: &Folder, game: &str, place: usize) -> (Vec<f64>, String) {
    let file = folder.path("network.games");
    assert!(run(&["selfplay", "--game", game, "--nodes", "20", "--games", "400", &file]).0);
    let fit = |name: &str, seed: &str| {
        let out = folder.path(name);
        let words =
            ["fit", "--game", game, "--network", "--epochs", "6", "--seed", seed, "--out", &out, &file];
        let (good, report) = run(&words);
        assert!(good, "{report}");
        (fs::read(&out).expect("a network"), report)
    };
    let (network, report) = fit("one", "1");
    assert_eq!(fit("two", "1"), (network.clone(), report.clone()));
    assert_ne!(fit("three", "2").0, network);
    let epochs = report.lines().filter(|line| line.starts_with("epoch "));
    let losses: Vec<f64> = epochs.filter_map(|line| line.split(' ').nth(place)?.parse().ok()).collect();
    assert_eq!(losses.len(), 6, "{report}");
    (losses, report)
}

/// A game without a network of its own is told so.
fn has_no_network(folder: &Folder, game: &str) {
    let (file, out) = (folder.path("network.games"), folder.path("none"));
    let (good, why) = run(&["fit", "--game", game, "--network", "--out", &out, &file]);
    assert!(!good && why.contains(&format!("{game} has no network to train")), "{why}");
}

/// Continues training from the network `one` with the same games. The loss of the first epoch, of the kind at this place of its
/// line, is below `before`; a game with another network refuses the file.
fn continues(folder: &Folder, game: &str, other: &str, place: usize, before: f64) {
    let [file, from, out] = ["network.games", "one", "next"].map(|name| folder.path(name));
    let go_on = |game: &str| {
        let words =
            ["fit", "--game", game, "--network", "--from", &from, "--epochs", "1", "--out", &out, &file];
        run(&words)
    };
    let (good, report) = go_on(game);
    assert!(good && fs::read(&out).expect("a network") != fs::read(&from).expect("a network"), "{report}");
    let words: Vec<&str> = report.lines().last().expect("an epoch").split(' ').collect();
    assert!(words[place].parse::<f64>().expect("a loss") < before, "{report}");
    let (good, why) = go_on(other);
    assert!(
        !good && why.contains(&format!("{from}: the network of {game}; expected that of {other}")),
        "{why}"
    );
}

#[test]
fn a_network_learns_and_is_the_same_each_time() {
    let folder = Folder::new("fit-network");
    let (judged, report) = network_losses(&folder, "draughts", 4);
    assert!(judged[5] < 0.6 && judged[5] < judged[0], "{report}");
    continues(&folder, "draughts", "english", 4, judged[1]);
    has_no_network(&folder, "connect4");
}

#[test]
fn a_network_of_points_learns_and_is_the_same_each_time() {
    let folder = Folder::new("fit-points");
    let (learnt, report) = network_losses(&folder, "renju", 2);
    assert!(learnt[5] < learnt[0] - 0.03, "{report}");
    continues(&folder, "renju", "gomoku", 2, learnt[1]);
    has_no_network(&folder, "caro");
}

/// The same game with another last position, and with a move that there is not.
fn damaged(game: &GameRecord) -> [(GameRecord, &'static str); 2] {
    let (mut other_end, mut other_move) = (game.clone(), game.clone());
    other_end.last_key ^= 1;
    other_move.plies[3].place = 999;
    [(other_end, "another position"), (other_move, "there is no move 999")]
}

#[test]
fn a_record_of_other_moves_is_no_sample() {
    let mix = TargetMix { result_share: 1.0, scale: 100.0 };
    let engine = quadriga::games::open("chinesecheckers").expect("a game");
    let (sampler, mut samples) = (engine.tools().sampler().expect("weights"), Samples::default());
    let [game] = &play("chinesecheckers", [7])[..] else { panic!("one game") };
    sampler.add(game, &mix, &mut samples).expect("a game");
    let count = samples.len();
    assert!(count > 5);
    for (game, why) in damaged(game) {
        assert!(sampler.add(&game, &mix, &mut samples).unwrap_err().contains(why));
        assert_eq!(samples.len(), count, "nothing of a bad game is kept");
    }
    for name in ["gomoku", "draughts"] {
        let engine = quadriga::games::open(name).expect("a game");
        let mut fitter = engine.tools().network_fitter().expect("a network");
        let [game] = &play(name, [7])[..] else { panic!("one game") };
        fitter.add(game, &mix, false).expect("a game");
        let counts = fitter.counts();
        assert!(counts.0 > 3 && counts.1 == 0, "{name}: {counts:?}");
        for (game, why) in damaged(game) {
            assert!(fitter.add(&game, &mix, false).unwrap_err().contains(why));
            assert_eq!(fitter.counts(), counts, "nothing of a bad game is kept");
        }
    }
}

#[test]
fn a_fit_finds_the_chances_that_samples_show() {
    // One feature, there in three of four games that were won.
    let mut samples = Samples::default();
    for i in 0..400 {
        samples.push(&[(0, 1)], 1.0, if i % 4 == 0 { 0.0 } else { 1.0 });
    }
    let group =
        quadriga::contract::FeatureGroup { name: "one", features: 0..1, prior: [0.0; 2], spread: 10.0 };
    let request = FitRequest { steps: 20, threads: 1 };
    let found = fit(&samples, &samples, &[group], &request, &mut |_| {});
    let [first, last] = found.weights[0];
    assert!((first - 3f32.ln()).abs() < 0.01, "log-odds of 3 to 1, not {first}");
    assert_eq!(last, 0.0, "nothing was seen of the last phase");
}
