//! What a move allowed or missed, as facts that can be checked on the board.
//!
//! A game finds them from a [`Choice`]: the position, the move that was played, the better line, and the line that
//! answers the move. Sentences are made of them elsewhere. A fact is always true on the board, whatever the values of
//! the lines were, and the better move does not have the same fault.

use super::{GridCell, Notation, Player};

/// A move that was played, and what is known about it.
pub struct Choice<'a, P: Notation> {
    /// The position before the move.
    pub before: &'a P,
    /// The move that was played.
    pub played: P::Move,
    /// The better line, its first move first; empty if nothing better is known.
    pub better: &'a [P::Move],
    /// The line after the move that was played; empty if none is known.
    pub answer: &'a [P::Move],
}

impl<P: Notation> Choice<'_, P> {
    /// The player who moved.
    pub fn player(&self) -> Player {
        self.before.player_to_move()
    }

    /// The position after the move that was played.
    pub fn after(&self) -> P {
        after(self.before, self.played)
    }

    /// The position after the better move; `None` if it is not known, or is the one that was played.
    pub fn after_better(&self) -> Option<P> {
        let better = self.better.first().filter(|&&mv| mv != self.played)?;
        Some(after(self.before, *better))
    }
}

/// The position after a legal move.
pub fn after<P: Notation>(pos: &P, mv: P::Move) -> P {
    let mut next = pos.clone();
    next.make(mv);
    next
}

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal,)*) => {
        /// What a fact says. `player` in the descriptions is [`Fact::player`].
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum FactKind {
            $($(#[$doc])* $kind,)*
        }

        impl FactKind {
            /// All kinds.
            pub const ALL: &'static [FactKind] = &[$(FactKind::$kind),*];

            /// Name in formats: `allows_open_four`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(FactKind::$kind => $name,)*
                }
            }
        }
    };
}

kinds! {
    /// `player` completes four in this column; it was to be stopped.
    LeavesFour = "leaves_four",
    /// `player` completes four in this column, on top of the move.
    OpensFour = "opens_four",
    /// `player` threatens four in two columns at once, by the first move of the line.
    AllowsTwoFours = "allows_two_fours",
    /// `player` threatens four in this column and right above, by the first move of the line.
    AllowsStackedFours = "allows_stacked_fours",
    /// `player` wins by the line: each of their moves in it threatens four.
    AllowsForcedWin = "allows_forced_win",
    /// `player` gets a cell (column, row) that completes four by the line; it counts when the columns fill up.
    AllowsThreat = "allows_threat",
    /// `player` completes four on a cell (column, row) that was already available, when the columns fill up.
    AllowsLateFour = "allows_late_four",
    /// `player` could have completed four in this column.
    MissesFour = "misses_four",
    /// `player` could have threatened four in two columns at once, by the first move of the line.
    MissesTwoFours = "misses_two_fours",
    /// The same with one above the other.
    MissesStackedFours = "misses_stacked_fours",
    /// `player` could have won by the line: each of their moves in it threatens four.
    MissesForcedWin = "misses_forced_win",
    /// `player` could have got a cell (column, row) that completes four by the line; it counts when the columns fill up.
    MissesThreat = "misses_threat",
    /// `player` could have completed four on a cell (column, row) that was already available, when the columns fill up.
    MissesLateFour = "misses_late_four",
    /// `player` takes a cell of fewer open lines of four (second number) than that of the better move (first number).
    MissesLines = "misses_lines",
    /// `player` can take a cell (column, row) at once that would have completed four for the one who moved below it.
    GivesUpThreat = "gives_up_threat",
    /// `player` threatens four in a cell (column, row) by the line, as the search expects it.
    AllowsNewThreat = "allows_new_threat",
    /// `player` could have threatened four in a cell (column, row) by the line, as the search expects it.
    MissesNewThreat = "misses_new_threat",
    /// The cell of the better move is in more open lines of `player` (first number) than the one taken (second number).
    MissesTheirLines = "misses_their_lines",
    /// `player` makes five here; it was to be stopped.
    LeavesFive = "leaves_five",
    /// `player` makes a four here that is open at both ends.
    AllowsOpenFour = "allows_open_four",
    /// `player` makes two fours at once here.
    AllowsDoubleFour = "allows_double_four",
    /// `player` wins from here by a sequence of fours of this many moves.
    AllowsFours = "allows_fours",
    /// `player` wins from here by a sequence of fours and threes of at most this many moves.
    AllowsThreats = "allows_threats",
    /// `player` makes a four at the first place, which may not be stopped: the second place is forbidden.
    AllowsForbidden = "allows_forbidden",
    /// `player` makes a four and an open three at once here.
    AllowsFourThree = "allows_four_three",
    /// `player` makes two open threes at once here.
    AllowsTwoThrees = "allows_two_threes",
    /// `player` makes an open three here.
    AllowsOpenThree = "allows_open_three",
    /// `player` stops a four here, which gains nothing.
    WastesFour = "wastes_four",
    /// `player` could have made five here.
    MissesFive = "misses_five",
    /// `player` could have made an open four here.
    MissesOpenFour = "misses_open_four",
    /// `player` could have made two fours at once here.
    MissesDoubleFour = "misses_double_four",
    /// `player` could have won by a row of fours, this many moves, from here.
    MissesFours = "misses_fours",
    /// `player` could have won by a row of fours and threes, at most this many moves, from here.
    MissesThreats = "misses_threats",
    /// `player` could have made a four and an open three at once here.
    MissesFourThree = "misses_four_three",
    /// `player` could have made two open threes at once here.
    MissesTwoThrees = "misses_two_threes",
    /// `player` could have made an open three here.
    MissesOpenThree = "misses_open_three",
    /// `player` makes a four here, which has to be stopped.
    AllowsSingleFour = "allows_single_four",
    /// `player` could have made a four here.
    MissesSingleFour = "misses_single_four",
    /// The stone is this many points from the nearest other one; the better place is the second number from it.
    MissesNear = "misses_near",
    /// The stone is on this line from the edge, the better place on the line of the second number.
    MissesCentre = "misses_centre",
    /// The stone extends fewer open rows of `player` (second number) than the better place (first number) would.
    MissesRows = "misses_rows",
    /// The stone blocks fewer open rows of `player` (second number) than the better place (first number) would.
    MissesBlocks = "misses_blocks",
    /// `player` wins this many men by the line.
    LosesMen = "loses_men",
    /// `player` wins this many kings by the line.
    LosesKings = "loses_kings",
    /// `player` wins this many men and this many kings by the line.
    LosesBoth = "loses_both",
    /// `player` gets a king here by the line.
    AllowsKing = "allows_king",
    /// `player` could have won this many men by the line.
    MissesMen = "misses_men",
    /// `player` could have won this many kings by the line.
    MissesKings = "misses_kings",
    /// `player` could have won this many men and this many kings by the line.
    MissesBoth = "misses_both",
    /// `player` could have got a king here by the line.
    MissesKing = "misses_king",
    /// `player` had a won endgame, which is certainly not won any more.
    DrawsEndgame = "draws_endgame",
    /// `player` certainly wins the endgame now, which was not lost.
    LosesEndgame = "loses_endgame",
    /// `player` is this many pieces better off after the line, as the search expects it.
    AllowsGain = "allows_gain",
    /// `player` would have been this many pieces better off after the line, as the search expects it.
    MissesGain = "misses_gain",
    /// `player` certainly has a won endgame after the line.
    AllowsWonEndgame = "allows_won_endgame",
    /// `player` certainly has an endgame after the line that is not lost.
    AllowsDrawnEndgame = "allows_drawn_endgame",
    /// `player` would certainly have had a won endgame after the line.
    MissesWonEndgame = "misses_won_endgame",
    /// `player` would certainly have had an endgame after the line that is not lost.
    MissesDrawnEndgame = "misses_drawn_endgame",
    /// `player` wins the game by the line.
    AllowsEnd = "allows_end",
    /// `player` could have won the game by the line.
    MissesEnd = "misses_end",
    /// No opposing man stands in the way of the man of `player` here, which is this many rows from a king.
    AllowsRunaway = "allows_runaway",
    /// The same for a man of `player` after the better move, the line.
    MissesRunaway = "misses_runaway",
    /// `player` exchanges as many pieces for as many by the line.
    AllowsExchange = "allows_exchange",
    /// `player` could have exchanged as many pieces for as many by the line.
    MissesExchange = "misses_exchange",
    /// `player` begins an exchange of as many pieces for as many, the line.
    BeginsExchange = "begins_exchange",
    /// A man of `player` has left the own back row here.
    OpensBackRow = "opens_back_row",
    /// A man of `player` stands on the edge here, with one way forward.
    StepsToEdge = "steps_to_edge",
    /// `player` has fewer moves that lose nothing (second number) than after the better move, the line (first number).
    MissesMobility = "misses_mobility",
    /// `player` has more moves that lose nothing (first number) than after the better move, the line (second number).
    MissesRestraint = "misses_restraint",
    /// `player` gets a move over this many rows, the line.
    GivesHop = "gives_hop",
    /// `player` keeps a move over this many rows, the line; it was to be stopped.
    LeavesHop = "leaves_hop",
    /// `player` could have prepared, by the line, a move over this many rows, from the first place to the second.
    MissesLadder = "misses_ladder",
    /// `player` had a move over the first number of rows, the line; the played move goes over the second.
    MissesHop = "misses_hop",
    /// The longest move of `player` went over the first number of rows, and goes over the second now.
    BreaksLadder = "breaks_ladder",
    /// The rearmost piece of `player` stays here; before the move it was this many rows behind the next.
    LeavesBehind = "leaves_behind",
    /// `player` goes fewer rows forward (second number) than the better move, the line (first number).
    MissesStep = "misses_step",
    /// `player` goes this many rows back.
    GoesBack = "goes_back",
    /// `player` could have brought a piece into the target camp by the line.
    MissesEntry = "misses_entry",
    /// `player` moved a piece that is this many rows ahead of the one that the better move takes, here.
    MissesRear = "misses_rear",
    /// The longest next move of `player` goes over fewer rows (second number) than after the better move, the line (first number).
    MissesOwnHop = "misses_own_hop",
    /// The longest move of `player` goes over more rows (first number) than after the better move, the line (second number).
    MissesTheirHop = "misses_their_hop",
}

impl FactKind {
    /// Is it about a missed chance, and not about what the move allowed?
    pub fn is_missed(self) -> bool {
        self.name().starts_with("misses") || self == FactKind::DrawsEndgame
    }
}

/// Something that a move allowed or missed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The kind of fact.
    pub kind: FactKind,
    /// The player it is about: see the kind.
    pub player: Player,
    /// The cells to look at.
    pub cells: Vec<GridCell>,
    /// Names of places.
    pub places: Vec<String>,
    /// Moves in native style.
    pub line: Vec<String>,
    /// Numbers, as described at the kind.
    pub numbers: Vec<u32>,
}

impl Fact {
    /// A fact about a player.
    pub fn new(kind: FactKind, player: Player) -> Fact {
        Fact { kind, player, cells: Vec::new(), places: Vec::new(), line: Vec::new(), numbers: Vec::new() }
    }

    /// At a place with this name.
    #[must_use]
    pub fn at(mut self, cell: GridCell, place: String) -> Fact {
        self.cells.push(cell);
        self.places.push(place);
        self
    }

    /// By these moves.
    #[must_use]
    pub fn by(self, line: Vec<String>) -> Fact {
        Fact { line, ..self }
    }

    /// With this number.
    #[must_use]
    pub fn number(mut self, number: u32) -> Fact {
        self.numbers.push(number);
        self
    }
}
