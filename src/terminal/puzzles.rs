//! Puzzles in the terminal: `quadriga play --puzzles`.
//!
//! One puzzle after the other, each until its line is found, given up or passed over. A client of the board like the
//! game in the terminal, without a table.

use std::io::{Read, Write};
use std::sync::Arc;

use crossbeam_channel::{Receiver, select, unbounded};
use serde::de::DeserializeOwned;

use super::board::{self, Scene};
use super::position::Position;
use super::requests::listed;
use super::screen::Screen;
use super::style::Look;
use super::typed::{MoveMatch, Typed, Walk, find};
use super::words::Language;
use super::{Interrupt, Setup};
use crate::table::{
    Attempt, Attempted, Client, Command, LobbyCommand, Outgoing, PuzzleView, Rating, Solution, Tables,
    new_token,
};
use crate::wire::input::{Arrival, Input, lines};
use crate::wire::output::{Hangup, Output};

/// Which puzzles are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Puzzles {
    /// Those of the program, of this game or of all.
    OfGame(Option<String>),
    /// The one of today, then as above.
    Daily(Option<String>),
    /// These, a line of a file each.
    Listed(Vec<String>),
}

/// Shows puzzles until the input ends, `quit`, or an interrupt.
///
/// # Errors
/// One line: the tables cannot be opened, a puzzle cannot be shown, or the output cannot be written for another reason
/// than a closed reader.
pub fn solve(
    setup: Setup,
    puzzles: Puzzles,
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    interrupts: Receiver<Interrupt>,
) -> Result<(), String> {
    let (output, hangup) = Output::new(output);
    let (token, lines) = (new_token()?, lines(input)?);
    let tables = Tables::open(crate::table::Setup { host_token: token.clone(), ..setup.tables })?;
    let (sender, messages) = unbounded();
    let client = tables.client(Box::new(move |text: Arc<str>| sender.send(text).is_ok()));
    let screen = Screen::new(output.clone(), setup.look, setup.typed);
    let incoming = Incoming { lines, messages, interrupts, hangup };
    let mut session =
        Session { client, screen, look: setup.look, language: setup.language, incoming, next: 1, streak: 0 };
    let ended = session.run(token, puzzles);
    session.screen.close();
    drop(session);
    tables.close();
    match ended {
        Err(End::Failed(why)) => Err(why),
        Err(End::Left) | Ok(()) => output.result(),
    }
}

/// Everything that arrives.
struct Incoming {
    lines: Receiver<Arrival>,
    messages: Receiver<Arc<str>>,
    interrupts: Receiver<Interrupt>,
    hangup: Receiver<Hangup>,
}

/// Why the session ends.
enum End {
    /// The user has left.
    Left,
    /// One line.
    Failed(String),
}

struct Session {
    client: Client,
    screen: Screen,
    look: Look,
    language: Language,
    incoming: Incoming,
    /// Number of the next command.
    next: u64,
    /// Puzzles solved in a row.
    streak: usize,
}

/// What a line leads to.
enum Step {
    /// The same position again.
    Stay,
    /// After a right move: the position after the reply, and two more known moves.
    Forward(Box<Position>),
    /// The next puzzle.
    Next,
}

impl Session {
    fn run(&mut self, token: String, puzzles: Puzzles) -> Result<(), End> {
        self.ask::<serde_json::Value>(LobbyCommand::Hello { token })?.map_err(End::Failed)?;
        let (mut first, family, listed) = match puzzles {
            Puzzles::OfGame(family) => (None, family, None),
            Puzzles::Daily(family) => (Some("daily".to_string()), family, None),
            Puzzles::Listed(lines) => (None, None, Some(lines)),
        };
        if let Some(lines) = listed {
            return lines.into_iter().try_for_each(|line| self.puzzle(Some(line), None));
        }
        loop {
            self.puzzle(first.take(), family.clone())?;
        }
    }

    /// One puzzle, named or the next one of a game.
    fn puzzle(&mut self, named: Option<String>, family: Option<String>) -> Result<(), End> {
        let shown: PuzzleView =
            self.ask(LobbyCommand::Puzzle { puzzle: named.clone(), family })?.map_err(End::Failed)?;
        let name = named.unwrap_or_else(|| shown.puzzle.clone());
        let mut position = Position::read(&shown.position).map_err(End::Failed)?;
        self.draw(&position);
        self.say_task(&shown, &position);
        let mut known = 0;
        loop {
            let Some(line) = self.line(&position)? else { return Err(End::Left) };
            match self.step(&line, &name, known, &position)? {
                Step::Stay => {}
                Step::Forward(next) => {
                    position = *next;
                    known += 2;
                    self.draw(&position);
                }
                Step::Next => return Ok(()),
            }
        }
    }

    fn step(&mut self, line: &str, puzzle: &str, known: usize, position: &Position) -> Result<Step, End> {
        match (line.trim(), Typed::read(line)) {
            ("solution" | "答案", _) => self.solution(puzzle, known),
            (_, Typed::Quit) => Err(End::Left),
            (_, Typed::Nothing | Typed::Walk(Walk::Next(_))) => Ok(Step::Next),
            (_, Typed::Hint) => self.hint(puzzle, known),
            (_, Typed::Board) => {
                self.draw(position);
                Ok(Step::Stay)
            }
            (_, Typed::Move(text)) => self.attempt(puzzle, known, position, text),
            _ => {
                self.screen.say(self.language.puzzle_help());
                Ok(Step::Stay)
            }
        }
    }

    fn attempt(
        &mut self,
        puzzle: &str,
        known: usize,
        position: &Position,
        text: String,
    ) -> Result<Step, End> {
        let mv = match find(position, &text) {
            MoveMatch::One(mv) | MoveMatch::Illegal(mv) => mv,
            MoveMatch::Other => text,
            MoveMatch::Several(moves) => {
                self.screen.say(&self.language.several_moves(&text, &listed(&moves)));
                return Ok(Step::Stay);
            }
        };
        let attempt = Attempt { puzzle: puzzle.to_string(), known, mv };
        let answer: Attempted = match self.ask(LobbyCommand::Attempt(attempt))? {
            Ok(answer) => answer,
            Err(why) => {
                self.screen.say(&why);
                return Ok(Step::Stay);
            }
        };
        self.say_answer(&answer);
        let after = Position::read(&answer.position).map_err(End::Failed)?;
        if answer.solved {
            self.draw(&after);
            return Ok(Step::Next);
        }
        Ok(if answer.right { Step::Forward(Box::new(after)) } else { Step::Stay })
    }

    /// Says whether a move is right, and what it does to the rating.
    fn say_answer(&mut self, answer: &Attempted) {
        let language = self.language;
        let text = match (answer.right, answer.solved, answer.also_wins) {
            (_, _, true) => language.fill("✓ {} wins as well", "✓ {} 也能赢", &[&answer.mv]),
            (true, true, _) => language.fill("✓ {}: solved", "✓ {}：解开了", &[&answer.mv]),
            (true, false, _) => {
                let reply = answer.reply.as_deref().unwrap_or_default();
                language.fill("✓ {}; the reply is {}", "✓ {}；对方应 {}", &[&answer.mv, reply])
            }
            (false, ..) if answer.refutation.is_empty() => {
                language.fill("✗ {} ends the game", "✗ {} 结束了对局", &[&answer.mv])
            }
            (false, ..) => {
                let line = answer.refutation.iter().take(5).cloned().collect::<Vec<_>>().join(" ");
                language.fill("✗ {} is answered by {}", "✗ {} 会被 {} 化解", &[&answer.mv, &line])
            }
        };
        self.screen.say(&text);
        self.streak = if answer.solved {
            self.streak + 1
        } else if answer.right {
            self.streak
        } else {
            0
        };
        if let Some([before, after]) = answer.rated {
            let text = self.language.puzzle_rating(before, after, self.streak);
            self.screen.say(&text);
        }
    }

    /// Names the square of the next right move from which, or to which, it goes.
    fn hint(&mut self, puzzle: &str, known: usize) -> Result<Step, End> {
        if let Some(line) = self.line_of(puzzle)? {
            let mv = line.get(known).map_or("", String::as_str);
            let start = mv.split(['-', 'x', ':']).next().unwrap_or_default();
            let is_whole = start == mv;
            let text = match (is_whole, mv.chars().next()) {
                (true, Some(column)) if mv.len() > 1 => {
                    self.language.fill("in column {}", "在 {} 列", &[&column.to_string()])
                }
                (true, _) => self.language.fill("{}", "{}", &[mv]),
                (false, _) => self.language.fill("with the piece on {}", "走 {} 上的子", &[start]),
            };
            self.screen.say(&text);
        }
        Ok(Step::Stay)
    }

    fn solution(&mut self, puzzle: &str, known: usize) -> Result<Step, End> {
        let Some(line) = self.line_of(puzzle)? else { return Ok(Step::Stay) };
        self.streak = 0;
        let rest = line[known.min(line.len())..].join(" ");
        self.screen.say(&self.language.fill("solution: {}", "答案：{}", &[&rest]));
        Ok(Step::Next)
    }

    /// The line of a puzzle, which then counts as not solved.
    fn line_of(&mut self, puzzle: &str) -> Result<Option<Vec<String>>, End> {
        match self.ask::<Solution>(LobbyCommand::Solution { puzzle: puzzle.to_string() })? {
            Ok(solution) => Ok(Some(solution.line)),
            Err(why) => {
                self.screen.say(&why);
                Ok(None)
            }
        }
    }

    fn draw(&mut self, position: &Position) {
        let flipped = !position.face.falls && position.sits_above(position.player.saturating_sub(1));
        let lines = board::draw(&Scene { position, look: self.look, flipped });
        self.screen.draw(&lines);
    }

    fn say_task(&mut self, shown: &PuzzleView, position: &Position) {
        let player = self.language.player(position.colour_name(shown.player.saturating_sub(1)));
        let task = self.language.task(&shown.theme, &player, shown.moves);
        let rating = self.language.fill(" (rating {})", "（等级分 {}）", &[&shown.rating.to_string()]);
        self.screen.say(&(task + &rating));
    }

    /// The next line of the user; `None` at the end of the input or after an interrupt.
    fn line(&mut self, position: &Position) -> Result<Option<String>, End> {
        let colour = self.language.player(position.colour_name(position.player.saturating_sub(1)));
        if self.screen.typed {
            self.screen.ask(&colour);
        }
        let Incoming { lines, interrupts, hangup, .. } = &self.incoming;
        let arrival = select! {
            recv(lines) -> line => line.ok(),
            recv(interrupts) -> _ => None,
            recv(hangup) -> _ => return Err(End::Left),
        };
        let text = match arrival.map(|arrival| arrival.input) {
            None => return Ok(None),
            Some(Input::Line(text) | Input::Garbled(text)) => text,
            Some(Input::TooLong) => "?".to_string(),
        };
        self.screen.answered();
        Ok(Some(text))
    }

    /// Sends a command and waits for its answer; the inner error is one line for the user.
    fn ask<T: DeserializeOwned>(&mut self, command: LobbyCommand) -> Result<Result<T, String>, End> {
        let number = self.next;
        self.next += 1;
        self.client.send(number, Command::Lobby(command));
        loop {
            let Ok(message) = self.incoming.messages.recv() else { return Err(End::Left) };
            match serde_json::from_str::<Outgoing>(&message) {
                Ok(Outgoing::Answer(answer)) if answer.number == number => {
                    let read = serde_json::from_value(answer.ok);
                    return Ok(read.map_err(|error| format!("an answer that cannot be read: {error}")));
                }
                Ok(Outgoing::Refused { number: refused, refused: why }) if refused == number => {
                    return Ok(Err(why.text));
                }
                Ok(_) => {}
                Err(error) => self.screen.say(&format!("a message that cannot be read: {error}")),
            }
        }
    }
}

impl Language {
    fn puzzle_help(self) -> &'static str {
        match self {
            Language::English => {
                "Type the right move. hint: where it is; solution: the whole line; next: another puzzle; board; quit"
            }
            Language::Chinese => "输入正确的一着。提示：位置；答案：全部着法；前进：下一题；棋盘；退出",
        }
    }

    /// What is to be found.
    fn task(self, theme: &str, player: &str, moves: usize) -> String {
        let (english, chinese) = match theme {
            "win" => ("{} wins: find {} {}", "{}胜：找出 {} 着{}"),
            "fours" => ("{} wins by fours: find {} {}", "{}连冲四胜：找出 {} 着{}"),
            "threats" => ("{} wins by fours and threes: find {} {}", "{}连续攻击胜：找出 {} 着{}"),
            "shot" => ("{} wins material: find {} {}", "{}得子：找出 {} 着{}"),
            "endgame" => ("{} wins the endgame: find {} {}", "{}残局胜：找出 {} 着{}"),
            "save" => ("{} must not lose: find {} {}", "{}求不败：找出 {} 着{}"),
            _ => ("{} gains a move on the way home: find {} {}", "{}抢先一步回家：找出 {} 着{}"),
        };
        let noun = if moves == 1 { "move" } else { "moves" };
        let noun = self.say(noun, "");
        self.fill(english, chinese, &[player, &moves.to_string(), noun])
    }

    fn puzzle_rating(self, before: Rating, after: Rating, streak: usize) -> String {
        let change = format!("{:+}", after.rating - before.rating);
        let (rating, streak) = (after.rating.to_string(), streak.to_string());
        self.fill("Rating {} ({}); {} in a row", "等级分 {}（{}）；连续 {} 题", &[&rating, &change, &streak])
    }
}
