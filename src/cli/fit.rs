//! `quadriga fit`: trains the weights of an evaluation on games, or measures how well an evaluation predicts them.

use std::path::{Path, PathBuf};

use super::fit_validation::validate;
use super::rules::{EvalFile, RuleFlags};
use super::training_games::{TrainingGames, Wanted};
use super::{Failure, note, output};
use crate::engine::{AnyEngine, AnySampler, TargetMix};
use crate::fit::{FitProgress, FitRequest, GameRecord, NetworkRequest, Samples, fit};
use crate::random::mix;
use crate::records::Source;

/// Flags of `fit`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Game, one of those that 'quadriga games' lists
    #[arg(long, value_name = "G")]
    game: String,
    #[command(flatten)]
    rules: RuleFlags,
    /// Train a network (draughts, gomoku family)
    #[arg(long, conflicts_with_all = ["steps", "threads"])]
    network: bool,
    /// Training epochs of a network
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..), requires = "network")]
    epochs: u32,
    /// Random seed of a network's initial weights
    #[arg(long, value_name = "S", default_value_t = 1, requires = "network")]
    seed: u64,
    /// Network to continue training from, trained with the same --scale
    #[arg(long, value_name = "FILE", requires = "network", conflicts_with = "seed")]
    from: Option<PathBuf>,
    /// Weight of the game result in the target (lambda); the rest is the search score
    #[arg(long, value_name = "X", default_value_t = 0.3, value_parser = parse_share)]
    result: f32,
    /// Score in hundredths that equals one unit of log-odds
    #[arg(long, value_name = "N", default_value_t = 80.0, value_parser = parse_scale)]
    scale: f32,
    /// Fraction of the games held out for validation
    #[arg(long = "judge", value_name = "X", default_value_t = 0.05, value_parser = parse_share)]
    validation: f32,
    /// Maximum number of optimizer steps
    #[arg(long, value_name = "N", default_value_t = 60)]
    steps: usize,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: u32,
    /// Weight file to write
    #[arg(long, value_name = "FILE", required_unless_present = "validate")]
    out: Option<PathBuf>,
    /// Train nothing: print how well the static evaluation, and the values in the files, predict the results of the games
    #[arg(long, conflicts_with_all = ["network", "out", "steps", "threads", "result", "validation"])]
    validate: bool,
    #[command(flatten)]
    eval_file: EvalFile,
    /// Files of games: of 'quadriga selfplay', logs of 'quadriga match', or game files (.pdn, .sgf, .psq, .pgn, .txt, .lib,
    /// .rif, .pos, .sav), each also compressed by gzip
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

fn parse_scale(text: &str) -> Result<f32, String> {
    let scale = text.parse().ok().filter(|scale: &f32| scale.is_finite() && *scale > 0.0);
    scale.ok_or_else(|| "expected a number above 0".to_string())
}

fn parse_share(text: &str) -> Result<f32, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a fraction from 0 to 1".to_string())
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut engine = args.rules.open(&args.game)?;
    let Some(out) = &args.out else {
        args.eval_file.load(engine.as_mut())?;
        return validate(engine, args.rules.options(), args.scale, &args.files);
    };
    if args.eval_file.is_set() {
        let why = "--eval-file is for --validate; --from is the network to continue training from";
        return Err(Failure::Usage(why.to_string()));
    }
    if args.network {
        return run_network(args, &*engine, out);
    }
    let no_weights = || {
        let network =
            if engine.tools().network_fitter().is_some() { "; train its network with --network" } else { "" };
        Failure::Usage(format!("{} has no weights to train{network}", args.game))
    };
    let sampler = engine.tools().sampler().ok_or_else(no_weights)?;
    let (played, games) = read_files(args, &*engine, out)?;
    let (training, validation) = samples(args, &*sampler, &games)?;
    note_counts(played, games.len(), (training.len(), validation.len()))?;
    drop(games);
    let request = FitRequest { steps: args.steps, threads: args.threads as usize };
    let mut report = |progress: FitProgress| {
        note(&format!(
            "step {:3}: {:.5} training, {:.5} validation",
            progress.step, progress.train_loss, progress.validation_loss
        ));
    };
    let found = fit(&training, &validation, &sampler.groups(), &request, &mut report);
    note(&format!("best: step {}, {:.5}", found.best.step, found.best.validation_loss));
    output::write(out, &sampler.encode(&found.weights))
}

fn run_network(args: &Args, engine: &dyn AnyEngine, out: &Path) -> Result<(), Failure> {
    let no_network = || Failure::Usage(format!("{} has no network to train", args.game));
    let mut fitter = engine.tools().network_fitter().ok_or_else(no_network)?;
    if let Some(path) = &args.from {
        let failed = |why: String| Failure::Failed(format!("{}: {why}", path.display()));
        let file = Source::File(path.clone()).bytes().map_err(|why| failed(why.to_string()))?;
        fitter.start_from(&file, args.scale).map_err(failed)?;
    }
    let (played, games) = read_files(args, engine, out)?;
    for game in &games {
        let is_validation = is_validation(args, game);
        fitter.add(game, &target_mix(args, is_validation), is_validation).map_err(Failure::Failed)?;
    }
    note_counts(played, games.len(), fitter.counts())?;
    drop(games);
    let request = NetworkRequest { epochs: args.epochs as usize, seed: args.seed };
    let bytes = fitter.fit(&request, args.scale, &mut |progress: FitProgress| {
        note(&format!(
            "epoch {}: {:.5} training, {:.5} validation",
            progress.step, progress.train_loss, progress.validation_loss
        ));
    });
    output::write(out, &bytes)
}

/// Reports the games and positions; without any to train with the old file must stay.
fn note_counts(
    played: usize,
    different: usize,
    (training, validation): (usize, usize),
) -> Result<(), Failure> {
    note(&format!(
        "{played} games, {different} of them distinct, {training} positions for training, {validation} for validation"
    ));
    match training {
        0 => Err(Failure::Failed("there are no positions to train with".to_string())),
        _ => Ok(()),
    }
}

/// The number of games in all files, and the distinct games.
fn read_files(args: &Args, engine: &dyn AnyEngine, out: &Path) -> Result<(usize, Vec<GameRecord>), Failure> {
    let inputs: Vec<&Path> = args.files.iter().map(PathBuf::as_path).collect();
    output::check(&[("--out", out)], &inputs)?;
    let wanted = Wanted { engine, options: args.rules.options() };
    let mut found = TrainingGames::default();
    args.files.iter().try_for_each(|path| found.read(path, &wanted))?;
    let played = found.games.len();
    Ok((played, found.without_repeats()))
}

/// Is a game held out for validation?
fn is_validation(args: &Args, game: &GameRecord) -> bool {
    (mix(game.number) as f32 / u64::MAX as f32) < args.validation
}

/// The targets of positions. Validation uses results alone, since training should improve on the search's scores.
fn target_mix(args: &Args, is_validation: bool) -> TargetMix {
    TargetMix { result_share: if is_validation { 1.0 } else { args.result }, scale: args.scale }
}

/// Samples for training and for validation.
fn samples(
    args: &Args,
    sampler: &dyn AnySampler,
    games: &[GameRecord],
) -> Result<(Samples, Samples), Failure> {
    let (mut training, mut validation) = (Samples::default(), Samples::default());
    for game in games {
        let is_validation = is_validation(args, game);
        let to = if is_validation { &mut validation } else { &mut training };
        sampler.add(game, &target_mix(args, is_validation), to).map_err(Failure::Failed)?;
    }
    Ok((training, validation))
}
