//! `quadriga bitbase`: the values of all positions with few pieces, computed step by step.
//!
//! Every step writes a file next to the bitbase, so that a stopped run continues after its last step. The finished
//! bitbase is put in place atomically, and then the files of the steps are removed. A lock file among them is held
//! during a run, so that a second run for the same bitbase is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::data_folder::data_folder;
use super::{Failure, print};
use crate::contract::bitbase::BitbaseMaker;
use crate::games::BITBASE_FOLDER;
use crate::storage::files;
use crate::storage::work_file::WorkFile;

/// The lock file of a run, next to the files of the steps.
const LOCK: &str = "lock";

/// Flags of `bitbase`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Maximum number of pieces
    #[arg(value_name = "PIECES")]
    pieces: usize,
    /// Folder of the bitbase [default: the one in which the program looks for it]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Game, one of the draughts variants that 'quadriga games' lists
    #[arg(long, value_name = "G", default_value = "draughts")]
    game: String,
    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: Option<u32>,
    /// Read the bitbase in the folder and check every part of it, instead of making one
    #[arg(long)]
    check: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let engine = super::rules::open_game(&args.game)?;
    let maker = engine.tools().bitbase_maker(args.pieces);
    let maker = maker.ok_or_else(|| Failure::Usage(format!("{} has no bitbases", args.game)))?;
    let mut maker = maker.map_err(Failure::Usage)?;
    let nowhere = || {
        Failure::Usage("the system has no application data folder; give a folder after PIECES".to_string())
    };
    let own_folder = || Some(data_folder()?.join(BITBASE_FOLDER));
    let folder = args.folder.clone().or_else(own_folder).ok_or_else(nowhere)?;
    let bitbase = folder.join(maker.file_name());
    if args.check {
        let failure = |error| Failure::Failed(format!("{}: {error}", bitbase.display()));
        maker.check(&bitbase).map_err(failure)?;
        return print(&format!("{}: every part is as it was written", bitbase.display()));
    }
    if let Some(pieces) = maker.pieces_in(&bitbase).filter(|&pieces| pieces > args.pieces) {
        let path = bitbase.display();
        let error = format!("{path} has {pieces} pieces; remove it first, or name another folder");
        return Err(Failure::Failed(error));
    }
    let parts = folder.join(maker.file_name() + ".parts");
    fs::create_dir_all(&folder).map_err(|error| cannot("make", &folder, &error))?;
    files::check_writable(&bitbase).map_err(Failure::Failed)?;
    fs::create_dir_all(&parts).map_err(|error| cannot("make", &parts, &error))?;
    let (lock, _) = WorkFile::open(&parts.join(LOCK)).map_err(Failure::Failed)?;
    // The lock is held: no other program writes these files.
    for path in (0..maker.steps()).map(|step| parts.join(maker.name(step))).chain([bitbase.clone()]) {
        files::remove_unfinished(&path);
    }
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or_else(cores, |threads| threads as usize);
    let all: u64 = (0..maker.steps()).map(|step| maker.size(step)).sum();
    print(&format!(
        "{all} positions: about {} MiB of memory, and {} MiB of files until they are packed",
        maker.memory() >> 20,
        all >> 20
    ))?;
    let mut progress = Progress { all, done: 0, solved: 0, time: Duration::ZERO };
    for step in 0..maker.steps() {
        print(&work(maker.as_mut(), step, &parts, threads, &mut progress)?)?;
    }
    let bytes = maker.pack(threads);
    files::replace(&bitbase, &bytes).map_err(Failure::Failed)?;
    // Some systems cannot remove an open file.
    drop(lock);
    fs::remove_dir_all(&parts).map_err(|error| cannot("remove", &parts, &error))?;
    print(&format!("{}: {} bytes", bitbase.display(), bytes.len()))
}

/// Positions, in all steps.
struct Progress {
    all: u64,
    /// Those of finished steps.
    done: u64,
    /// Those solved by this run, and how long that took.
    solved: u64,
    time: Duration,
}

impl Progress {
    /// What is left, at the speed so far. Positions with more pieces take longer, so it is a little more.
    fn left(&self) -> String {
        let percent = 100 * self.done / self.all.max(1);
        let per_position = self.time.as_secs_f64() / self.solved.max(1) as f64;
        let minutes = per_position * (self.all - self.done) as f64 / 60.0;
        format!("{percent} % done, {minutes:.0} min or more left")
    }
}

/// Does a step, or reads the result of an earlier run; returns the line to print.
fn work(
    maker: &mut dyn BitbaseMaker,
    step: usize,
    parts: &Path,
    threads: usize,
    progress: &mut Progress,
) -> Result<String, Failure> {
    let start = Instant::now();
    let path = parts.join(maker.name(step));
    // A pipe or a device is not read: that might never end.
    let is_read =
        !files::is_stream(&path) && fs::read(&path).is_ok_and(|part| maker.read(step, &part).is_ok());
    progress.done += maker.size(step);
    let how = if is_read {
        "read".to_string()
    } else {
        files::replace(&path, &maker.solve(step, threads)).map_err(Failure::Failed)?;
        progress.solved += maker.size(step);
        progress.time += start.elapsed();
        format!("{:.1} s; {}", start.elapsed().as_secs_f64(), progress.left())
    };
    let counts = maker.counts(step);
    Ok(format!(
        "{}: {} won, {} drawn, {} lost, longest {} ({how})",
        maker.name(step),
        counts.won,
        counts.drawn,
        counts.lost,
        counts.longest
    ))
}

fn cannot(what: &str, path: &Path, error: &std::io::Error) -> Failure {
    Failure::Failed(format!("cannot {what} {}: {error}", path.display()))
}
