//! Puzzles for the host: which one is next, whether a move is right, and what that means for the rating.
//!
//! A puzzle of the collection counts once, as a game against an opponent of its rating. Its result is kept among the
//! results of games, with [`table_of`] for the table and [`rules_of`] for the rule set. Other puzzles are sent whole by the
//! client, and do not count.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::answer::{Code, Refusal};
use super::client::ClientSender;
use super::command::{Attempt, Options, PuzzlesOf};
use super::lobby::answer_aside;
use super::ratings::{RatedGame, RatedResult, Rating, RuleSet, Scale, standing};
use super::rules::{Rules, option_values};
use super::shared::Shared;
use crate::analysis::{BoardExtras, board_json};
use crate::contract::{MoveStyle, Player};
use crate::games::{GAMES, Variant};
use crate::puzzles::{Answer, Effort, Found, Puzzle, Wanted, answer, collection, find};
use crate::records::GameRecord;
use crate::wire::value::Value as ScoreValue;

/// Nodes of the search for a refutation.
const NODES: u64 = 30_000;
/// Size of the transposition table of a search for puzzles, in MiB.
const HASH_MIB: u32 = 16;
/// Milliseconds of a day.
const DAY_MS: u64 = 86_400_000;
/// The rule sets of puzzles begin with this, so that none is that of a game.
const PREFIX: &str = "puzzles:";

/// The answer to `puzzles`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PuzzleList {
    /// One entry for each game with puzzles.
    pub games: Vec<PuzzleGame>,
    /// How many puzzles in a row were solved, up to the last.
    pub streak: usize,
    /// The puzzle of today.
    pub daily: String,
    /// Was it tried?
    pub daily_done: bool,
}

/// The puzzles of a game, all rule sets together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzleGame {
    /// The game: `connect4`, `gomoku`, `draughts` or `chinesecheckers`.
    pub family: String,
    /// Number of puzzles.
    pub count: usize,
    /// Number of those that were tried.
    pub tried: usize,
    /// Number of those that were solved.
    pub solved: usize,
    /// The rating of the host in them.
    pub rating: Rating,
}

/// A puzzle without its solution.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PuzzleView {
    /// Its id; a puzzle of the client has one as well.
    pub puzzle: String,
    /// The variant.
    pub game: String,
    /// Rule options with other than their default values.
    pub options: Options,
    /// `win`, `fours`, `threats`, `shot`, `endgame`, `save` or `home`.
    pub theme: String,
    /// Moves that have to be found.
    pub moves: usize,
    /// How hard it is.
    pub rating: i32,
    /// The player to move, from 1.
    pub player: usize,
    /// The position string.
    pub fen: String,
    /// The result, if it was tried before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solved: Option<bool>,
    /// In the format of the action `board` of the JSON analysis.
    pub position: Value,
}

/// The answer to `attempt`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Attempted {
    /// Is the move the right one, or does it win as well?
    pub right: bool,
    /// Is the puzzle solved?
    pub solved: bool,
    /// Does the move win in another way than the puzzle's?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub also_wins: bool,
    /// The move in native style.
    #[serde(rename = "move")]
    pub mv: String,
    /// The reply to the right move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
    /// The moves that follow a wrong one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub refutation: Vec<String>,
    /// The value of a wrong move for the solver, as the JSON analysis writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Value>,
    /// The position after the move, and after the reply if there is one.
    pub position: Value,
    /// The rating of the host, and before it the one before this puzzle; `None`: it does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<[Rating; 2]>,
}

/// The id of a puzzle among those of tables.
fn table_of(puzzle: &Puzzle) -> String {
    format!("puzzle-{}", puzzle.id())
}

fn family_of(puzzle: &Puzzle) -> &'static str {
    Variant::parse(&puzzle.game).map_or("", |variant| variant.card().family)
}

fn rules_of(family: &str) -> RuleSet {
    RuleSet::new(&format!("{PREFIX}{family}"), &[])
}

fn is_solved(game: &RatedGame) -> bool {
    game.results.iter().all(|result| result.points > 0.5)
}

fn now_ms() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_millis()).unwrap_or(u64::MAX)
}

fn today() -> Option<&'static Puzzle> {
    collection::daily(now_ms() / DAY_MS)
}

/// The scale on which a newcomer begins.
fn scale_of(family: &str) -> Option<Scale> {
    let entry = GAMES.iter().find(|entry| entry.card.family == family)?;
    let engine = crate::games::open(entry.card.variants[0].name)?;
    Some(Scale::of(engine.as_ref()))
}

/// The host's results in puzzles.
struct Results(Vec<RatedGame>);

impl Results {
    fn of(shared: &Shared) -> Result<Results, Refusal> {
        let mut games = shared.results_of_games()?;
        games.retain(|game| game.rules.game.starts_with(PREFIX));
        Ok(Results(games))
    }

    fn of_puzzle(&self, puzzle: &Puzzle) -> Option<bool> {
        let table = table_of(puzzle);
        self.0.iter().find(|game| game.table == table).map(is_solved)
    }

    /// The ratings around a puzzle, if it counts, and the rating now.
    fn rating(&self, family: &str, table: &str) -> Result<(Option<(Rating, Rating)>, Rating), Refusal> {
        let scale = scale_of(family)
            .ok_or_else(|| Refusal::new(Code::UnknownGame, format!("unknown game '{family}'")))?;
        Ok(standing(&self.0, &rules_of(family), scale, table))
    }
}

/// The puzzles of all games.
pub(super) fn list(shared: &Shared) -> Result<PuzzleList, Refusal> {
    let results = Results::of(shared)?;
    let game = |family: &'static str| {
        let puzzles = collection::all().iter().filter(|puzzle| family_of(puzzle) == family);
        let known: Vec<Option<bool>> = puzzles.map(|puzzle| results.of_puzzle(puzzle)).collect();
        Ok(PuzzleGame {
            family: family.to_string(),
            count: known.len(),
            tried: known.iter().flatten().count(),
            solved: known.iter().flatten().filter(|&&solved| solved).count(),
            rating: results.rating(family, "")?.1,
        })
    };
    let games: Vec<PuzzleGame> =
        GAMES.iter().map(|entry| game(entry.card.family)).collect::<Result<_, Refusal>>()?;
    let daily = today();
    Ok(PuzzleList {
        games: games.into_iter().filter(|game| game.count > 0).collect(),
        streak: results.0.iter().rev().take_while(|game| is_solved(game)).count(),
        daily: daily.map(Puzzle::id).unwrap_or_default(),
        daily_done: daily.is_some_and(|puzzle| results.of_puzzle(puzzle).is_some()),
    })
}

/// The puzzle with this name; else the next one of a game, or of any.
pub(super) fn choose(
    shared: &Shared,
    puzzle: Option<&str>,
    family: Option<&str>,
) -> Result<PuzzleView, Refusal> {
    let results = Results::of(shared)?;
    if let Some(named) = puzzle {
        return view(shared, &results, &read(named)?);
    }
    let draw = u64::from(shared.seed());
    let families: Vec<&str> = GAMES.iter().map(|entry| entry.card.family).collect();
    let family = match family {
        Some(family) if families.contains(&family) => family,
        Some(other) => {
            let text = format!("unknown game '{other}'; expected one of {}", families.join(", "));
            return Err(Refusal::new(Code::UnknownGame, text));
        }
        None => families[draw as usize % families.len()],
    };
    let rating = f64::from(results.rating(family, "")?.1.rating);
    let is_new = |puzzle: &Puzzle| family_of(puzzle) == family && results.of_puzzle(puzzle).is_none();
    // When all were tried, those that were not solved come again, then all.
    let is_unsolved =
        |puzzle: &Puzzle| family_of(puzzle) == family && results.of_puzzle(puzzle) != Some(true);
    let next = collection::next(rating, draw, is_new)
        .or_else(|| collection::next(rating, draw, is_unsolved))
        .or_else(|| collection::next(rating, draw, |puzzle| family_of(puzzle) == family))
        .ok_or_else(|| Refusal::new(Code::UnknownGame, "there are no puzzles of this game"))?;
    view(shared, &results, next)
}

/// A puzzle by its id, by the word `daily`, or whole.
fn read(named: &str) -> Result<Puzzle, Refusal> {
    if named == "daily" {
        return today().cloned().ok_or_else(|| Refusal::new(Code::BadOption, "there are no puzzles"));
    }
    if !named.contains('\t') {
        let unknown = || Refusal::new(Code::BadOption, "there is no puzzle with this id");
        return collection::by_id(named).cloned().ok_or_else(unknown);
    }
    Puzzle::parse(named).map_err(|why| Refusal::new(Code::BadOption, format!("this is no puzzle: {why}")))
}

fn view(shared: &Shared, results: &Results, puzzle: &Puzzle) -> Result<PuzzleView, Refusal> {
    let mut rules = Rules::open(shared.setup.catalogue, &puzzle.game, &puzzle.options, Some(&puzzle.fen))?;
    let player = rules.after(&[])?.status().to_move.index() + 1;
    Ok(PuzzleView {
        puzzle: puzzle.id(),
        game: puzzle.game.clone(),
        options: option_values(&puzzle.options),
        theme: puzzle.theme.name().to_string(),
        moves: puzzle.moves(),
        rating: puzzle.rating,
        player,
        fen: puzzle.fen.clone(),
        solved: results.of_puzzle(puzzle),
        position: rules.board(&[], false, true)?,
    })
}

/// The whole line of a puzzle. A puzzle of the collection that was not solved counts as tried.
pub(super) fn solution(shared: &Shared, named: &str) -> Result<Solution, Refusal> {
    let puzzle = read(named)?;
    count(shared, &puzzle, false)?;
    Ok(Solution { line: puzzle.line })
}

/// The answer to `solution`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Solution {
    /// The right moves and the replies by turns.
    pub line: Vec<String>,
}

/// Keeps the result of a puzzle of the collection, if it is the first; returns the ratings before and after it.
fn count(shared: &Shared, puzzle: &Puzzle, solved: bool) -> Result<Option<[Rating; 2]>, Refusal> {
    if collection::by_id(&puzzle.id()) != Some(puzzle) || Results::of(shared)?.of_puzzle(puzzle).is_some() {
        return Ok(None);
    }
    let (table, family) = (table_of(puzzle), family_of(puzzle));
    let result = RatedResult { rating: f64::from(puzzle.rating), points: f64::from(u8::from(solved)) };
    shared.keep_result(RatedGame::new(now_ms(), &table, rules_of(family), vec![result]))?;
    let around = Results::of(shared)?.rating(family, &table)?.0;
    Ok(around.map(|(before, after)| [before, after]))
}

/// Tries a move, in a thread of its own: a wrong one is refuted by a search.
pub(super) fn attempt(
    shared: &Arc<Shared>,
    number: u64,
    to_client: &Arc<ClientSender>,
    attempt: Attempt,
) -> Result<(), Refusal> {
    let puzzle = read(&attempt.puzzle)?;
    let own = Arc::clone(shared);
    answer_aside(shared, number, to_client, move || judge(&own, &puzzle, &attempt))
}

fn judge(shared: &Shared, puzzle: &Puzzle, attempt: &Attempt) -> Result<Attempted, Refusal> {
    let illegal = |why| Refusal::new(Code::Illegal, why);
    let (answer, mut engine) = answer(puzzle, attempt.known, &attempt.mv, NODES).map_err(illegal)?;
    let mut attempted = Attempted {
        right: !matches!(answer, Answer::Wrong { .. }),
        solved: matches!(answer, Answer::Right { reply: None } | Answer::AlsoWins),
        also_wins: answer == Answer::AlsoWins,
        mv: engine.moves(MoveStyle::Native).get(attempt.known).cloned().unwrap_or_default(),
        reply: None,
        refutation: Vec::new(),
        score: None,
        rated: None,
        position: board_json(engine.as_mut(), BoardExtras { paths: true, ..BoardExtras::default() }),
    };
    match answer {
        Answer::Right { reply } => attempted.reply = reply,
        Answer::AlsoWins => {}
        Answer::Wrong { refutation, score } => {
            attempted.refutation = refutation;
            attempted.score = Some(match ScoreValue::of(score, engine.status().players) {
                ScoreValue::Cp(value) => json!({ "cp": value }),
                ScoreValue::Mate(moves) => json!({ "mate": moves }),
            });
        }
    }
    if attempted.solved || !attempted.right {
        attempted.rated = count(shared, puzzle, attempted.solved)?;
    }
    Ok(attempted)
}

/// The answer to `puzzles_of`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PuzzlesOfGame {
    /// In the order of the game.
    pub puzzles: Vec<NodePuzzle>,
}

/// A puzzle of a game at a table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NodePuzzle {
    /// The node of its position.
    pub node: usize,
    /// The puzzle itself, for `puzzle` and `attempt`.
    pub puzzle: String,
}

/// Looks for puzzles in a game; `path` has the nodes of its positions.
pub(super) fn of_game(
    record: &GameRecord,
    path: &[usize],
    request: PuzzlesOf,
) -> Result<PuzzlesOfGame, Refusal> {
    let effort = Effort { nodes: request.nodes, hash_mib: HASH_MIB };
    let wanted =
        Wanted { missed: request.missed, player: request.player.map(|player| Player::new(player - 1)) };
    let found = find(record, effort, wanted, &mut |_| {}).map_err(|why| Refusal::new(Code::Engine, why))?;
    let at =
        |found: Found| Some(NodePuzzle { node: *path.get(found.ply)?, puzzle: found.puzzle.to_string() });
    Ok(PuzzlesOfGame { puzzles: found.into_iter().filter_map(at).collect() })
}
