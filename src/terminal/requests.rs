//! Executes typed lines by commands to the table.

use std::fs::{self, File};
use std::path::Path;

use super::panel::numbered;
use super::session::{Pending, TerminalSession};
use super::typed::{MoveMatch, Typed, find};
use crate::records::gzip;
use crate::table::{
    Create, Load, LobbyCommand, Phase, SeatKind, SeatSpec, SeatView, TableCommand, TablesQuery,
};

/// Largest file that is read, in bytes.
const MAX_FILE: u64 = 16 << 20;

impl TerminalSession {
    /// Executes a line.
    pub(super) fn execute(&mut self, typed: Typed) {
        let quiet = Pending::Quiet;
        match typed {
            Typed::Nothing | Typed::Now => self.now(typed == Typed::Now),
            Typed::Go => self.go(),
            Typed::Undo => self.at_table(TableCommand::Undo {}, quiet),
            Typed::Redo => self.at_table(TableCommand::Redo {}, quiet),
            Typed::Hint => self.at_table(TableCommand::Hint { level: None }, Pending::Hint),
            Typed::Level(level) => self.level(&SeatSpec::level(level)),
            Typed::LevelMine => self.level(&SeatSpec::as_strong_as_the_host()),
            Typed::Rating => self.ask_rating(Vec::new(), true),
            Typed::Swap if self.opening_has("swap") => self.play("swap".to_string()),
            Typed::Swap => self.at_table(TableCommand::Swap {}, quiet),
            Typed::Resign => self.at_table(TableCommand::Resign { seat: None }, quiet),
            Typed::Draw(None) => self.at_table(TableCommand::OfferDraw {}, quiet),
            Typed::Draw(Some(accept)) => self.at_table(TableCommand::AnswerDraw { accept }, quiet),
            Typed::Moves => self.moves(),
            Typed::Board => self.stale = true,
            Typed::Flip => self.flip(),
            Typed::Save(file) => self.save(file),
            Typed::Load(file) => self.load(&file),
            Typed::New(game) => self.new_game(game),
            Typed::Saved(player) => {
                self.sought = player;
                self.find_saved(Pending::Saved);
            }
            Typed::Open(number) => self.find_saved(Pending::Open(number)),
            Typed::Walk(walk) => self.walk(walk),
            Typed::Lines => self.lines(),
            Typed::Comment(text) => self.comment(text),
            Typed::Help => self.screen.say(self.language.help()),
            Typed::Quit => self.done = true,
            Typed::Wrong(usage) => {
                let text = self.language.fill("write: {}", "请输入：{}", &[usage]);
                self.screen.say(&text);
            }
            Typed::Move(text) => self.play(text),
        }
        // A requested board is drawn whoever is to move.
        if self.stale && self.pending.is_empty() {
            self.draw();
        }
    }

    fn flip(&mut self) {
        if self.position.as_ref().is_some_and(|position| position.face.falls) {
            let text = self.language.say("this board stands upright", "这个棋盘是竖着的，不能翻转");
            return self.screen.say(text);
        }
        self.flipped = !self.flipped;
        self.stale = true;
    }

    fn now(&mut self, is_asked_for: bool) {
        let thinks = self.view.as_ref().is_some_and(|view| view.thinking > 0);
        if thinks || is_asked_for {
            self.at_table(TableCommand::MoveNow {}, Pending::Quiet);
        }
    }

    fn go(&mut self) {
        let is_paused = self.view.as_ref().is_some_and(|view| view.phase == Phase::Paused);
        let command =
            if is_paused { TableCommand::Resume {} } else { TableCommand::PlayForMe { node: None } };
        self.at_table(command, Pending::Quiet);
    }

    /// Is this one of the words that decide an opening now?
    fn opening_has(&self, word: &str) -> bool {
        let opening = self.view.as_ref().and_then(|view| view.opening.as_ref());
        opening.is_some_and(|opening| opening.words.iter().any(|known| known == word))
    }

    fn play(&mut self, text: String) {
        if self.looking.is_none() && self.view.as_ref().is_some_and(|view| view.opening.is_some()) {
            let step = steps(&text);
            return self.at_table(TableCommand::Step { step, node: None }, Pending::Move(text));
        }
        let matched = self.shown_position().map_or(MoveMatch::Other, |position| find(position, &text));
        match matched {
            MoveMatch::Several(moves) => {
                let text = self.language.several_moves(&text, &listed(&moves));
                self.screen.say(&text);
            }
            MoveMatch::One(mv) | MoveMatch::Illegal(mv) => self.make_move(mv, text),
            MoveMatch::Other => self.make_move(text.clone(), text),
        }
    }

    /// A move in the game, or a variation at another position.
    fn make_move(&mut self, mv: String, typed: String) {
        match &self.looking {
            Some(looking) => {
                let node = looking.node;
                self.at_table(TableCommand::Add { mv, node }, Pending::Added(typed));
            }
            None => self.at_table(TableCommand::Move { mv, node: None }, Pending::Move(typed)),
        }
    }

    fn level(&mut self, program: &SeatSpec) {
        let Some(view) = &self.view else { return };
        if view.seats.iter().all(|seat| seat.kind != SeatKind::Program) {
            let text = self.language.say("no program plays here", "没有程序在下棋");
            return self.screen.say(text);
        }
        let of = |seat: &SeatView| match seat_spec(seat) {
            SeatSpec::Program { .. } => program.clone(),
            other => other,
        };
        let seats = view.seats.iter().map(of).collect();
        self.at_table(TableCommand::Seats { seats }, Pending::Quiet);
    }

    fn moves(&mut self) {
        let Some(view) = self.shown_view() else { return };
        let moves = numbered(&view);
        let text = match moves.is_empty() {
            true => self.language.say("no move yet", "还没有走棋").to_string(),
            false => moves.join("  "),
        };
        self.screen.say(&text);
    }

    fn save(&mut self, file: String) {
        let extension = Path::new(&file).extension().and_then(|extension| extension.to_str());
        let format = match extension.map(str::to_ascii_lowercase).as_deref() {
            Some("txt" | "pgn") => "text".to_string(),
            Some(other) => other.to_string(),
            None => "text".to_string(),
        };
        self.at_table(TableCommand::Save { format }, Pending::Save(file));
    }

    fn load(&mut self, file: &str) {
        match read_file(file) {
            Ok(bytes) => {
                let name = Path::new(file).file_name().map_or(file.into(), |name| name.to_string_lossy());
                let game = self.view.as_ref().map(|view| view.game.clone());
                let bytes = Some(bytes.into_iter().map(char::from).collect());
                let load = Load { name: name.into_owned(), bytes, game, ..Load::default() };
                self.lobby(LobbyCommand::Load(load), Pending::Loaded);
            }
            Err(why) => {
                let text = self.language.fill("cannot read '{}': {}", "无法读取“{}”：{}", &[file, &why]);
                self.screen.say(&text);
            }
        }
    }

    /// Asks for the saved games that are sought.
    fn find_saved(&mut self, pending: Pending) {
        let query = TablesQuery { player: self.sought.clone(), ..TablesQuery::default() };
        self.lobby(LobbyCommand::Tables(Box::new(query)), pending);
    }

    fn new_game(&mut self, game: Option<String>) {
        let Some(view) = &self.view else { return };
        let Some(game) = game else {
            let pending = Pending::Opened { keeps_seats: false };
            return self.at_table(TableCommand::Rematch { swap: false }, pending);
        };
        let clock = view.clock.as_ref().map(|clock| crate::table::ClockSpec {
            base_ms: clock.base_ms,
            increment_ms: clock.increment_ms,
        });
        let create = Create { game, clock, think_ms: Some(view.think_ms), ..Create::default() };
        self.lobby(LobbyCommand::Create(create), Pending::Opened { keeps_seats: true });
    }

    /// Sits down at another table.
    pub(super) fn sit(&mut self, table: String, keeps_seats: bool) {
        if !self.table.is_empty() {
            self.at_table(TableCommand::Leave {}, Pending::Quiet);
        }
        self.table = table;
        self.looking = None;
        self.joining = true;
        if keeps_seats && let Some(view) = &self.view {
            self.reseat = Some(view.seats.iter().map(seat_spec).collect());
        }
        self.at_table(TableCommand::Join {}, Pending::Quiet);
    }

    /// Seats the players of the command line, or those of the table before; more players than seats are dropped.
    pub(super) fn take_seats(&mut self) {
        let (Some(before), Some(view)) = (self.reseat.take(), &self.view) else { return };
        let Some(last) = before.last() else { return };
        let seats = (0..view.seats.len()).map(|n| before.get(n).unwrap_or(last).clone()).collect();
        self.at_table(TableCommand::Seats { seats }, Pending::Quiet);
    }
}

/// A seat for a command.
fn seat_spec(seat: &SeatView) -> SeatSpec {
    match (seat.kind, seat.level, seat.engine) {
        (SeatKind::Program, Some(level), _) => SeatSpec::Program { level, elo: seat.elo },
        (SeatKind::Engine, _, Some(engine)) => SeatSpec::Engine { engine },
        _ => SeatSpec::Person { name: seat.name.clone(), remote: seat.remote },
    }
}

/// Steps of an opening as the table reads them.
fn steps(typed: &str) -> String {
    let words = typed.split([' ', ',', '，', '、']).filter(|word| !word.is_empty());
    let known = |word| match word {
        "交换" | "换" => "swap",
        "不换" => "stay",
        "加子" => "add",
        "打点" => "offer",
        other => other,
    };
    words.map(known).collect::<Vec<_>>().join(" ")
}

/// Some of many moves.
pub(super) fn listed(moves: &[String]) -> String {
    const SHOWN: usize = 24;
    let more = if moves.len() > SHOWN { ", ..." } else { "" };
    let shown: Vec<&str> = moves.iter().take(SHOWN).map(String::as_str).collect();
    format!("{}{more}", shown.join(", "))
}

fn read_file(file: &str) -> Result<Vec<u8>, String> {
    let path = Path::new(file);
    let metadata = fs::metadata(path).map_err(|error| error.to_string())?;
    if !metadata.is_file() {
        return Err("not a file".to_string());
    }
    if metadata.len() > MAX_FILE {
        return Err(format!("more than {} MiB", MAX_FILE >> 20));
    }
    let found = File::open(path).and_then(|file| gzip::read_from(file, MAX_FILE));
    let found = found.map_err(|error| error.to_string())?;
    found.note.map_or(Ok(found.bytes), Err)
}
