//! The commands by name.

/// The command of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    // Gomocup
    Start,
    RectStart,
    Restart,
    Begin,
    Turn,
    Board,
    Takeback,
    Play,
    Swap2Board,
    Info,
    About,
    End,
    Done,
    // In use as well
    Ponder,
    Stop,
    // For users who try the words
    Help,
    Quit,
    // Yixin
    YxBoard,
    YxNBest,
    YxSearchDefend,
    YxBalance {
        stones: usize,
    },
    YxBlock,
    YxBlockUndo,
    YxBlockReset,
    YxShowForbid,
    YxShowInfo,
    YxHashClear,
    YxShowHashUsage,
    YxSwap2 {
        step: u8,
    },
    YxSoosyrv {
        step: u8,
    },
    /// About the entry of a position in the database.
    Database(DatabaseVerb),
    /// About the database and a file.
    DatabaseFile(DatabaseFile),
    /// Of the database, which is always on disk and in order.
    DatabaseCheck,
    /// Of something that is empty here: the result is what was asked for.
    NothingToDo(Tail),
    /// Known, but not supported.
    Unsupported(Tail),
}

impl Verb {
    /// Does it need the board of a game?
    pub fn needs_game(self) -> bool {
        matches!(
            self,
            Verb::Restart
                | Verb::Begin
                | Verb::Turn
                | Verb::Board
                | Verb::Takeback
                | Verb::Play
                | Verb::Swap2Board
                | Verb::Ponder
                | Verb::YxBoard
                | Verb::YxNBest
                | Verb::YxSearchDefend
                | Verb::YxBalance { .. }
                | Verb::YxBlock
                | Verb::YxBlockUndo
                | Verb::YxShowForbid
                | Verb::YxSwap2 { .. }
                | Verb::YxSoosyrv { .. }
        )
    }

    /// What follows it on lines of its own.
    pub fn tail(self) -> Tail {
        match self {
            Verb::Board | Verb::YxBoard | Verb::Swap2Board | Verb::YxBlock | Verb::YxBlockUndo => {
                Tail::Stones
            }
            Verb::Database(_) | Verb::YxSoosyrv { step: 2.. } => Tail::Stones,
            Verb::DatabaseFile(_) => Tail::FileName,
            Verb::NothingToDo(tail) | Verb::Unsupported(tail) => tail,
            _ => Tail::Nothing,
        }
    }
}

/// What follows a command on lines of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tail {
    /// Nothing: the command is one line.
    Nothing,
    /// Lines of coordinates up to `DONE`.
    Stones,
    /// A file name, on the next line if it is not on this one.
    FileName,
}

/// A command about the entry of a position, with a list of stones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatabaseVerb {
    Query(Query),
    /// Sets tag, value or depth.
    EditValue,
    EditText,
    /// The move to the position is the best one.
    SetBest,
    ClearBest,
    DeleteOne,
    /// Deletes the positions after it.
    DeleteAll,
}

/// A command about the database and a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DatabaseFile {
    /// It is the database from now on.
    Set,
    /// Adds the positions of another database.
    Merge,
    /// Adds the positions of a RenLib library.
    FromLibrary,
    /// Adds the positions of a text that Rapfi has exported.
    FromText,
    /// Writes a RenLib library.
    ToLibrary,
}

/// A query to the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// The entries around a position.
    All,
    /// Its own entry.
    One,
    /// Its text.
    Text,
    /// [`Query::All`] and [`Query::Text`].
    AllAndText,
}

pub(super) const VERBS: &[(&str, Verb)] = &[
    ("START", Verb::Start),
    ("RECTSTART", Verb::RectStart),
    ("RESTART", Verb::Restart),
    ("BEGIN", Verb::Begin),
    ("TURN", Verb::Turn),
    ("BOARD", Verb::Board),
    ("TAKEBACK", Verb::Takeback),
    ("PLAY", Verb::Play),
    ("SWAP2BOARD", Verb::Swap2Board),
    ("INFO", Verb::Info),
    ("ABOUT", Verb::About),
    ("END", Verb::End),
    ("DONE", Verb::Done),
    ("PONDER", Verb::Ponder),
    ("STOP", Verb::Stop),
    ("YXSTOP", Verb::Stop),
    ("HELP", Verb::Help),
    ("QUIT", Verb::Quit),
    ("YXBOARD", Verb::YxBoard),
    ("YXNBEST", Verb::YxNBest),
    ("YXSEARCHDEFEND", Verb::YxSearchDefend),
    ("YXBALANCEONE", Verb::YxBalance { stones: 1 }),
    ("YXBALANCETWO", Verb::YxBalance { stones: 2 }),
    ("YXBLOCK", Verb::YxBlock),
    ("YXBLOCKUNDO", Verb::YxBlockUndo),
    ("YXBLOCKRESET", Verb::YxBlockReset),
    ("YXSHOWFORBID", Verb::YxShowForbid),
    ("YXSHOWINFO", Verb::YxShowInfo),
    ("YXHASHCLEAR", Verb::YxHashClear),
    ("YXSHOWHASHUSAGE", Verb::YxShowHashUsage),
    ("YXSWAP2STEP1", Verb::YxSwap2 { step: 1 }),
    ("YXSWAP2STEP2", Verb::YxSwap2 { step: 2 }),
    ("YXSWAP2STEP3", Verb::YxSwap2 { step: 3 }),
    ("YXSOOSORVSTEP1", Verb::YxSoosyrv { step: 1 }),
    ("YXSOOSORVSTEP2", Verb::YxSoosyrv { step: 2 }),
    ("YXSOOSORVSTEP3", Verb::YxSoosyrv { step: 3 }),
    ("YXSOOSORVSTEP4", Verb::YxSoosyrv { step: 4 }),
    ("YXSOOSORVSTEP5", Verb::YxSoosyrv { step: 5 }),
    ("YXSOOSORVSTEP6", Verb::YxSoosyrv { step: 6 }),
    ("YXBLOCKPATH", Verb::Unsupported(Tail::Stones)),
    ("YXBLOCKPATHUNDO", Verb::NothingToDo(Tail::Stones)),
    ("YXBLOCKPATHRESET", Verb::NothingToDo(Tail::Nothing)),
    ("YXHASHDUMP", Verb::Unsupported(Tail::FileName)),
    ("YXHASHLOAD", Verb::Unsupported(Tail::FileName)),
    ("YXQUERYDATABASEALL", Verb::Database(DatabaseVerb::Query(Query::All))),
    ("YXQUERYDATABASEONE", Verb::Database(DatabaseVerb::Query(Query::One))),
    ("YXQUERYDATABASETEXT", Verb::Database(DatabaseVerb::Query(Query::Text))),
    ("YXQUERYDATABASEALLT", Verb::Database(DatabaseVerb::Query(Query::AllAndText))),
    ("YXDELETEDATABASEONE", Verb::Database(DatabaseVerb::DeleteOne)),
    ("YXDELETEDATABASEALL", Verb::Database(DatabaseVerb::DeleteAll)),
    ("YXSETDATABASE", Verb::DatabaseFile(DatabaseFile::Set)),
    ("YXDBTOPOS", Verb::Unsupported(Tail::FileName)),
    ("YXDBTOTXT", Verb::Unsupported(Tail::FileName)),
    ("YXDBTOTXTALL", Verb::Unsupported(Tail::FileName)),
    ("YXTXTTODB", Verb::DatabaseFile(DatabaseFile::FromText)),
    ("YXLIBTODB", Verb::DatabaseFile(DatabaseFile::FromLibrary)),
    ("YXDBTOLIB", Verb::DatabaseFile(DatabaseFile::ToLibrary)),
    ("YXSAVEDATABASE", Verb::DatabaseCheck),
    ("YXDBCHECK", Verb::DatabaseCheck),
    ("YXDBFIX", Verb::DatabaseCheck),
    ("YXDBSPLIT", Verb::Unsupported(Tail::FileName)),
    ("YXDBMERGE", Verb::DatabaseFile(DatabaseFile::Merge)),
    ("YXEDITTVDDATABASE", Verb::Database(DatabaseVerb::EditValue)),
    ("YXEDITTEXTDATABASE", Verb::Database(DatabaseVerb::EditText)),
    ("YXEDITLABELDATABASE", Verb::Unsupported(Tail::Stones)),
    ("YXSETBESTMOVEDATABASE", Verb::Database(DatabaseVerb::SetBest)),
    ("YXCLEARBESTMOVEDATABASE", Verb::Database(DatabaseVerb::ClearBest)),
    ("YXFORBID", Verb::Unsupported(Tail::Nothing)),
    ("YXPRINTFEATURE", Verb::Unsupported(Tail::Nothing)),
    ("YXDRAW", Verb::Unsupported(Tail::Nothing)),
    ("YXRESIGN", Verb::Unsupported(Tail::Nothing)),
];

/// Verbs that may also begin another protocol, or that make no sense as a first word.
pub(super) const NEVER_FIRST: [Verb; 6] =
    [Verb::Play, Verb::Ponder, Verb::Stop, Verb::Done, Verb::Help, Verb::Quit];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_verb_is_listed_once() {
        for (index, (name, _)) in VERBS.iter().enumerate() {
            assert!(VERBS[index + 1..].iter().all(|(other, _)| other != name), "{name}");
        }
    }
}
