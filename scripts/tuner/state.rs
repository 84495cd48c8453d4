//! A run of the tuner: its settings, its iterations, and the file that holds both.
//!
//! The first line of the file has the settings, each further line an iteration. The next iteration needs only the
//! values after the last one, so a run that was interrupted continues after the last complete line and gives the same
//! result.

use std::path::Path;

use quadriga::match_runner::elo::Wdl;
use quadriga::match_runner::line_file::LineFile;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::spsa::{Gains, Parameter, Trial};

/// What decides the values of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// Name of the game.
    pub game: String,
    /// What is tuned.
    pub parameters: Vec<Parameter>,
    /// How far values move.
    #[serde(flatten)]
    pub gains: Gains,
    /// Pairs of games of an iteration.
    pub pairs: u64,
    /// Both sides, in the words of `quadriga match`.
    pub engine: String,
    /// The openings.
    pub openings: String,
    /// Plies after which a game is drawn.
    pub max_plies: u32,
    /// Seed of openings and perturbations.
    pub seed: u64,
}

/// An iteration that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Iteration {
    /// Its number, from 1.
    pub iteration: u64,
    /// Games won by the plus side.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games won by the minus side.
    pub losses: u64,
    /// The values after it, in the order of the settings.
    pub values: Vec<f64>,
}

/// A run as far as it has come.
pub struct Run {
    settings: Settings,
    file: Option<LineFile>,
    last: Iteration,
}

impl Run {
    /// Begins a run, or continues the one in the file.
    ///
    /// # Errors
    /// One line: the file cannot be read or written, or is that of another run.
    pub fn open(settings: Settings, path: Option<&Path>) -> Result<Run, String> {
        let values = settings.parameters.iter().map(|parameter| f64::from(parameter.start)).collect();
        let last = Iteration { iteration: 0, wins: 0, draws: 0, losses: 0, values };
        let mut run = Run { settings, file: None, last };
        let Some(path) = path else { return Ok(run) };
        let (mut file, found) = LineFile::open(path, "the state of a tuner")?;
        if let Some(last) = read(&found.text, &run.settings, path)? {
            run.last = last;
        }
        file.continue_after(&found.text)?;
        if found.text.is_empty() {
            file.add(&run.settings)?;
        }
        run.file = Some(file);
        Ok(run)
    }

    /// The last iteration; number 0 has the values at the beginning.
    pub fn last(&self) -> &Iteration {
        &self.last
    }

    /// Plays the next iteration: `play` gets its number and the values of the two sides, and returns the results of the
    /// first side. `false`: all iterations have been played.
    ///
    /// # Errors
    /// One line: the error of `play`, or the file cannot be written.
    pub fn advance(
        &mut self,
        play: impl FnOnce(u64, &[i32], &[i32]) -> Result<Wdl, String>,
    ) -> Result<bool, String> {
        let Settings { parameters, gains, seed, .. } = &self.settings;
        let (k, values) = (self.last.iteration + 1, &self.last.values);
        if k > gains.iterations {
            return Ok(false);
        }
        let trial = Trial::draw(parameters, values, gains, *seed, k);
        let Wdl { wins, draws, losses } = play(k, &trial.plus, &trial.minus)?;
        let games = (wins + draws + losses).max(1);
        let result = (wins as f64 - losses as f64) / games as f64;
        let values = trial.update(parameters, values, gains, result);
        let next = Iteration { iteration: k, wins, draws, losses, values };
        if let Some(file) = &mut self.file {
            file.add(&next)?;
        }
        self.last = next;
        Ok(true)
    }
}

/// The last iteration among whole lines; `None` where there is none yet.
fn read(text: &str, settings: &Settings, path: &Path) -> Result<Option<Iteration>, String> {
    let wrong = |number: u64, why: &str| Err(format!("{}:{number}: {why}", path.display()));
    let mut lines = text.lines();
    let Some(first) = lines.next() else { return Ok(None) };
    let Ok(found) = serde_json::from_str::<Settings>(first) else {
        return wrong(1, "not the settings of a tuner");
    };
    if let Some(difference) = difference(&found, settings) {
        return Err(format!("{} is the state of another run: {difference}", path.display()));
    }
    let mut last = None;
    for (number, line) in (1..).zip(lines) {
        match serde_json::from_str::<Iteration>(line) {
            Ok(next) if next.iteration == number && next.values.len() == settings.parameters.len() => {
                last = Some(next);
            }
            Ok(_) => return wrong(number + 1, &format!("not iteration {number}")),
            Err(error) => return wrong(number + 1, &format!("not an iteration: {error}")),
        }
    }
    Ok(last)
}

/// The first difference of two runs.
fn difference(one: &Settings, other: &Settings) -> Option<String> {
    let fields = |settings: &Settings| match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let other = fields(other);
    let (name, value) = fields(one).into_iter().find(|(name, value)| other.get(name) != Some(value))?;
    Some(format!("{name} {value}, not {}", other.get(&name).unwrap_or(&Value::Null)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadriga::random::Random;
    use std::fs;
    use std::path::PathBuf;

    fn settings(iterations: u64) -> Settings {
        let parameter = |name: &str, start, step| {
            let name = name.to_string();
            Parameter { name, start, min: 0, max: 1000, step }
        };
        Settings {
            game: "draughts".to_string(),
            parameters: vec![parameter("x", 900, 20), parameter("y", 3, 1), parameter("z", 500, 20)],
            gains: Gains { iterations, rate: 2.0, spread: 1.0 },
            pairs: 10,
            engine: "nodes=1".to_string(),
            openings: "start".to_string(),
            max_plies: 400,
            seed: 7,
        }
    }

    /// Twenty games whose chances follow from how near each side is to (300, 30, 500), in steps.
    fn quadratic(k: u64, plus: &[i32], minus: &[i32]) -> Result<Wdl, String> {
        let loss = |side: &[i32]| {
            let goal = [(300.0, 20.0), (30.0, 1.0), (500.0, 20.0)];
            let distance = side.iter().zip(goal).map(|(&at, (best, step))| (f64::from(at) - best) / step);
            distance.map(|steps| steps * steps).sum::<f64>()
        };
        let chance = 1.0 / (1.0 + ((loss(plus) - loss(minus)) / 20.0).exp());
        let (mut random, mut wins) = (Random::new(k), 0);
        for _ in 0..20 {
            let drawn = (random.next() >> 11) as f64 / (1u64 << 53) as f64;
            wins += u64::from(drawn < chance);
        }
        Ok(Wdl { wins, draws: 0, losses: 20 - wins })
    }

    fn finish(run: &mut Run) -> Vec<f64> {
        while run.advance(quadratic).expect("an iteration") {}
        run.last().values.clone()
    }

    /// A path that no other test uses; the file is removed at the end.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let path = std::env::temp_dir().join(format!("quadriga-spsa-{}-{name}", std::process::id()));
            let _ = fs::remove_file(&path);
            Scratch(path)
        }

        fn open(&self, settings: Settings) -> Result<Run, String> {
            Run::open(settings, Some(&self.0))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_file(&self.0);
        }
    }

    #[test]
    fn the_values_converge_on_the_best_of_a_quadratic() {
        let values = finish(&mut Run::open(settings(2000), None).expect("a run"));
        for (value, (best, step)) in values.iter().zip([(300.0, 20.0), (30.0, 1.0), (500.0, 20.0)]) {
            assert!((value - best).abs() < 3.0 * step, "{values:?}");
        }
    }

    #[test]
    fn a_run_that_was_cut_off_anywhere_comes_to_the_same_end() {
        let scratch = Scratch::new("cut");
        let end = finish(&mut scratch.open(settings(40)).expect("a run"));
        let whole = fs::read_to_string(&scratch.0).expect("the state");
        assert_eq!(whole.lines().count(), 41);
        let line_ends: Vec<usize> = whole.match_indices('\n').map(|(at, _)| at + 1).collect();
        // Nothing, half of the settings, the settings, some iterations, half an iteration, all but its end, all.
        for cut in [0, 9, line_ends[0], line_ends[20], line_ends[20] + 30, line_ends[40] - 1, line_ends[40]] {
            fs::write(&scratch.0, &whole[..cut]).expect("cut");
            let mut run = scratch.open(settings(40)).expect("resumed");
            let done = line_ends.iter().filter(|&&end| end <= cut).count().saturating_sub(1);
            assert_eq!(run.last().iteration, done as u64, "{cut}");
            assert_eq!(finish(&mut run), end, "{cut}");
            drop(run);
            assert_eq!(fs::read_to_string(&scratch.0).expect("the state"), whole, "{cut}");
        }
    }

    #[test]
    fn the_state_of_another_run_is_refused_in_words() {
        let scratch = Scratch::new("other");
        finish(&mut scratch.open(settings(3)).expect("a run"));
        let error = scratch.open(settings(4)).err().expect("more iterations");
        assert!(error.contains("another run: iterations 3, not 4"), "{error}");
        let error = scratch.open(Settings { seed: 8, ..settings(3) }).err().expect("another seed");
        assert!(error.contains("seed 7, not 8"), "{error}");
    }

    #[test]
    fn a_line_that_is_none_is_named() {
        let scratch = Scratch::new("wrong");
        finish(&mut scratch.open(settings(2)).expect("a run"));
        let whole = fs::read_to_string(&scratch.0).expect("the state");
        let again = whole.lines().last().expect("a line");
        for (text, why) in [
            (format!("{whole}{again}\n"), ":4: not iteration 3"),
            (format!("{whole}x\n"), ":4: not an iteration"),
            ("{}\n".to_string(), ":1: not the settings"),
        ] {
            fs::write(&scratch.0, text).expect("written");
            let error = scratch.open(settings(2)).err().expect("refused");
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn two_runs_do_not_write_to_one_state() {
        let scratch = Scratch::new("locked");
        let _run = scratch.open(settings(2)).expect("a run");
        assert!(scratch.open(settings(2)).err().expect("locked").contains("in use"));
    }
}
