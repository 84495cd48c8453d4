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
    Query(Query),
    /// Of something that is empty here: the result is what was asked for.
    NothingToDo(Tail),
    /// Known, but not supported.
    Unsupported(Tail),
    /// Not supported because it needs Yixin's database.
    Database(Tail),
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
            Verb::Query(_) | Verb::YxSoosyrv { step: 2.. } => Tail::Stones,
            Verb::NothingToDo(tail) | Verb::Unsupported(tail) | Verb::Database(tail) => tail,
            _ => Tail::Nothing,
        }
    }
}

/// What follows a command that is not executed, and is skipped with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tail {
    /// Nothing: the command is one line.
    Nothing,
    /// Lines of coordinates up to `DONE`.
    Stones,
    /// A file name, on the next line if it is not on this one.
    FileName,
}

/// A question to Yixin's database, with a list of stones. There is no database, so each has the answer of an empty one.
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
    ("YXQUERYDATABASEALL", Verb::Query(Query::All)),
    ("YXQUERYDATABASEONE", Verb::Query(Query::One)),
    ("YXQUERYDATABASETEXT", Verb::Query(Query::Text)),
    ("YXQUERYDATABASEALLT", Verb::Query(Query::AllAndText)),
    ("YXDELETEDATABASEONE", Verb::NothingToDo(Tail::Stones)),
    ("YXDELETEDATABASEALL", Verb::NothingToDo(Tail::Stones)),
    ("YXSETDATABASE", Verb::Database(Tail::FileName)),
    ("YXDBTOPOS", Verb::Database(Tail::FileName)),
    ("YXDBTOTXT", Verb::Database(Tail::FileName)),
    ("YXDBTOTXTALL", Verb::Database(Tail::FileName)),
    ("YXTXTTODB", Verb::Database(Tail::FileName)),
    ("YXLIBTODB", Verb::Database(Tail::FileName)),
    ("YXDBTOLIB", Verb::Database(Tail::FileName)),
    ("YXSAVEDATABASE", Verb::Database(Tail::Nothing)),
    ("YXDBCHECK", Verb::Database(Tail::Nothing)),
    ("YXDBFIX", Verb::Database(Tail::Nothing)),
    ("YXDBSPLIT", Verb::Database(Tail::Nothing)),
    ("YXDBMERGE", Verb::Database(Tail::Nothing)),
    ("YXEDITTVDDATABASE", Verb::Database(Tail::Stones)),
    ("YXEDITTEXTDATABASE", Verb::Database(Tail::Stones)),
    ("YXEDITLABELDATABASE", Verb::Database(Tail::Stones)),
    ("YXSETBESTMOVEDATABASE", Verb::Database(Tail::Stones)),
    ("YXCLEARBESTMOVEDATABASE", Verb::Database(Tail::Stones)),
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
