//! `quadriga solve`: exact values, of one position in full or of many from standard input, a line each; in gomoku and renju
//! wins by threats.
//!
//! | file | content |
//! |---|---|
//! | `mod.rs` | the flags, the question for every position, Ctrl-C |
//! | `one.rs` | a position, its moves and the best line, for users |
//! | `lines.rs` | one position a line, for scripts |
//! | `threats.rs` | wins by threats, of one position or a line each |
//! | `tally.rs` | counts over all lines |

mod lines;
mod one;
mod tally;
mod threats;

use std::io::{IsTerminal, stdin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, bounded};

use super::rules::RuleFlags;
use super::{DASH, Failure, signals};
use crate::contract::Window;
use crate::contract::solver::AnySolver;
use crate::contract::solver::{Effort, Proof, SIGN};
use crate::engine::AnyEngine;
use crate::games;
use threats::ThreatSession;

/// The empty board, as in a shell.
const EMPTY: &str = "\"\"";

/// Flags of `solve`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Moves that lead to the position, written together (4455, h8i9), or with blanks or commas between (10,4,5); "" is
    /// the empty board, - reads positions from standard input. Without moves and position string, standard input is
    /// read unless it is a terminal
    #[arg(value_name = "MOVES")]
    moves: Vec<String>,
    /// Game that can be solved: connect4, connect4-8x8, connect4-WxH; wins by threats are proved in gomoku,
    /// gomokufreestyle, renju, caro, caroexact
    #[arg(long, value_name = "G", default_value = super::protocol::DEFAULT_GAME)]
    game: String,
    /// Position string from which the moves are played [default: the start position]
    #[arg(long, value_name = "F")]
    fen: Option<String>,
    /// Give up after this number of positions (gomoku family)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Distinguish only win (1), draw (0) and loss (-1)
    #[arg(long)]
    weak: bool,
    /// For standard input: print the value of every column too
    #[arg(long)]
    all: bool,
    /// For standard input: forget everything found so far before each position
    #[arg(long)]
    cold: bool,
    /// Prove everything, without the opening book
    #[arg(long)]
    no_book: bool,
    /// Search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=512))]
    threads: u32,
    /// Size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    hash: u32,
    #[command(flatten)]
    rules: RuleFlags,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let unasked = args.moves.is_empty() && args.fen.is_none();
    let reads_input = args.moves == [DASH] || (unasked && !stdin().is_terminal());
    let (fen, moves) = (args.fen.as_deref(), args.moves.join(" "));
    let engine = args.rules.open(&args.game)?;
    if let Some(solver) = engine.tools().threat_solver(args.hash as usize) {
        refuse_unused(args)?;
        let nodes = args.nodes.unwrap_or(u64::MAX);
        let session = ThreatSession { solver, nodes, cold: args.cold, interrupt: Interrupt::listen()? };
        return if reads_input { session.answer_lines(fen) } else { session.answer_one(fen, &moves) };
    }
    if args.nodes.is_some() {
        return Err(Failure::Usage(format!("--nodes does not apply to {}", args.game)));
    }
    let mut solver = open(args, engine.as_ref())?;
    solver.use_book(!args.no_book);
    let question = if args.weak { Question::Sign } else { Question::Score };
    let session = SolverSession { solver, question, interrupt: Interrupt::listen()? };
    if reads_input {
        let options = lines::LineOptions { fen, all: args.all, cold: args.cold };
        lines::run(session, &options)
    } else {
        one::run(session, fen, &moves)
    }
}

/// Rejects flags that do not apply to wins by threats.
fn refuse_unused(args: &Args) -> Result<(), Failure> {
    let given = [
        ("--weak", args.weak),
        ("--all", args.all),
        ("--no-book", args.no_book),
        ("--threads", args.threads > 1),
    ];
    match given.into_iter().find(|(_, is_given)| *is_given) {
        Some((flag, _)) => Err(Failure::Usage(format!("{flag} does not apply to {}", args.game))),
        None => Ok(()),
    }
}

fn open(args: &Args, engine: &dyn AnyEngine) -> Result<Box<dyn AnySolver>, Failure> {
    engine.tools().solver(args.hash as usize, args.threads as usize).ok_or_else(|| {
        Failure::Usage(format!(
            "{} cannot be solved; expected one of {}",
            args.game,
            games::solvable().join(", ")
        ))
    })
}

/// The question for every position and move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// The exact value.
    Score,
    /// Win, draw or loss.
    Sign,
}

impl Question {
    fn window(self) -> Window {
        match self {
            Question::Score => Window::FULL,
            Question::Sign => SIGN,
        }
    }

    /// The lowest and the highest number that the answer can be.
    fn numbers(self, solver: &dyn AnySolver, proof: &Proof) -> (i32, i32) {
        match self {
            Question::Score => (solver.number(proof.low), solver.number(proof.high)),
            Question::Sign => (proof.low.0.signum(), proof.high.0.signum()),
        }
    }
}

/// A solver, the question, and whether to stop.
struct SolverSession {
    solver: Box<dyn AnySolver>,
    question: Question,
    interrupt: Interrupt,
}

impl SolverSession {
    fn prove(&mut self) -> Proof {
        let stop = || self.interrupt.is_raised();
        self.solver.prove(self.question.window(), Effort { stop: &stop, ..Effort::ENDLESS })
    }

    fn prove_move(&mut self, mv: &str) -> Option<Proof> {
        let stop = || self.interrupt.is_raised();
        self.solver.prove_move(mv, self.question.window(), Effort { stop: &stop, ..Effort::ENDLESS })
    }
}

/// Set by Ctrl-C or by a request to end.
struct Interrupt {
    raised: Arc<AtomicBool>,
    /// Gets a message when it is raised.
    signal: Receiver<()>,
}

impl Interrupt {
    fn listen() -> Result<Interrupt, Failure> {
        let raised = Arc::new(AtomicBool::new(false));
        let (sender, signal) = bounded(1);
        let flag = raised.clone();
        signals::listen(move |_| {
            flag.store(true, Ordering::Relaxed);
            // If the channel is full, the message is already there.
            let _ = sender.try_send(());
        })?;
        Ok(Interrupt { raised, signal })
    }

    fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed)
    }
}
