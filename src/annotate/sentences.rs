//! Facts of a move as English sentences, for comments, pages and the standard output.
//!
//! The page of the board has templates for the same facts in `src/web/page/text/facts.js`. Placeholders are `{player}`;
//! `{places}` for all places, or `{place}` and `{other}` for the first and the second; `{line}`; `{n}` and `{m}`, the
//! numbers; and `{n|man|men}`, a word that depends on a number or on the number of places.

use crate::contract::Player;
use crate::contract::facts::{Fact, FactKind};

/// Longest line in a sentence, in moves.
const MAX_LINE_MOVES: usize = 8;

/// The template of a fact; the sentence begins with `it ...`.
#[expect(clippy::too_many_lines, reason = "a table with a line for each kind")]
pub const fn template(kind: FactKind) -> &'static str {
    use FactKind::*;
    match kind {
        LeavesFour => "lets {player} complete four in {places|column|columns} {places}",
        OpensFour => "lets {player} complete four on top of it, in column {places}",
        AllowsTwoFours => "lets {player} threaten four in columns {places} at once, by {line}",
        AllowsStackedFours => {
            "lets {player} threaten four in column {places} and again right above, by {line}"
        }
        AllowsForcedWin => "lets {player} win by {line}, threatening four with each move",
        AllowsThreat => {
            "lets {player} build a threat in column {places}, row {n}, by {line}: it counts when the columns fill up"
        }
        AllowsLateFour => "lets {player} complete four in column {places}, row {n}, when the columns fill up",
        MissesFour => "misses a four in column {places}",
        MissesTwoFours => "misses {line}, which threatens four in columns {places} at once",
        MissesStackedFours => "misses {line}, which threatens four in column {places} and again right above",
        MissesForcedWin => "misses {line}, which wins by threatening four with each move",
        MissesThreat => {
            "misses {line}, which builds a threat in column {places}, row {n}: it counts when the columns fill up"
        }
        MissesLateFour => "misses four in column {places}, row {n}, when the columns fill up",
        MissesLines => "is in {m} possible {m|four|fours}, against {n} in column {places}",
        GivesUpThreat => "gives up its threat in column {places}, row {n}: {player} can take that cell now",
        AllowsNewThreat => "lets {player} threaten four in column {places}, row {n}, by {line}",
        MissesNewThreat => "misses {line}, which threatens four in column {places}, row {n}",
        MissesTheirLines => "blocks {m} possible {m|four|fours} of {player}, against {n} in column {places}",
        LeavesFive => "lets {player} make five at {places}",
        AllowsOpenFour => "lets {player} make an open four at {places}",
        AllowsDoubleFour => "lets {player} make two fours at once at {places}",
        AllowsFours => "lets {player} win by continuous fours in {n} moves, from {places}",
        AllowsThreats => "lets {player} win by continuous fours and threes within {n} moves, from {places}",
        AllowsForbidden => {
            "lets {player} make a four at {place} that cannot be stopped: {other} is forbidden"
        }
        AllowsFourThree => "lets {player} make a four and an open three at once at {places}",
        AllowsTwoThrees => "lets {player} make two open threes at once at {places}",
        AllowsOpenThree => "lets {player} make an open three at {places}",
        WastesFour => "wastes a four, which {player} stops at {places}",
        MissesFive => "misses five at {places}",
        MissesOpenFour => "misses an open four at {places}",
        MissesDoubleFour => "misses two fours at once at {places}",
        MissesFours => "misses a win by continuous fours in {n} moves, from {places}",
        MissesThreats => "misses a win by continuous fours and threes within {n} moves, from {places}",
        MissesFourThree => "misses a four and an open three at once at {places}",
        MissesTwoThrees => "misses two open threes at once at {places}",
        MissesOpenThree => "misses an open three at {places}",
        AllowsSingleFour => "lets {player} make a four at {places}",
        MissesSingleFour => "misses a four at {places}",
        MissesNear => "is {n} points away from the nearest stone, against {m} at {places}",
        MissesCentre => "is on line {n} from the edge, against line {m} at {places}",
        MissesRows => "extends {m} open {m|row|rows} of {player}, against {n} at {places}",
        MissesBlocks => "blocks {m} open {m|row|rows} of {player}, against {n} at {places}",
        LosesMen => "loses {n} {n|man|men} by {line}",
        LosesKings => "loses {n} {n|king|kings} by {line}",
        LosesBoth => "loses {n} {n|man|men} and {m} {m|king|kings} by {line}",
        AllowsKing => "lets {player} make a king on {places} by {line}",
        MissesMen => "misses {line}, which wins {n} {n|man|men}",
        MissesKings => "misses {line}, which wins {n} {n|king|kings}",
        MissesBoth => "misses {line}, which wins {n} {n|man|men} and {m} {m|king|kings}",
        MissesKing => "misses {line}, which makes a king on {places}",
        DrawsEndgame => "gives away a won endgame",
        LosesEndgame => "loses an endgame that was not lost",
        AllowsGain => "allows {line}, by which {player} gains {n} {n|piece|pieces}",
        MissesGain => "misses {line}, which gains {n} {n|piece|pieces}",
        AllowsWonEndgame => "lets {player} reach a won endgame by {line}",
        AllowsDrawnEndgame => "lets {player} reach a drawn endgame by {line}",
        MissesWonEndgame => "misses {line}, which reaches a won endgame",
        MissesDrawnEndgame => "misses {line}, which reaches a drawn endgame",
        AllowsEnd => "lets {player} win the game by {line}",
        MissesEnd => "misses {line}, which wins the game",
        AllowsRunaway => {
            "lets the man of {player} on {places} through: no opposing man is in its way to a king, {n} {n|row|rows} away"
        }
        MissesRunaway => {
            "misses {line}: no opposing man would be in the way of the man on {places} to a king, {n} {n|row|rows} away"
        }
        AllowsExchange => "allows {player} the exchange {line}",
        MissesExchange => "misses the exchange {line}",
        BeginsExchange => "goes into the exchange {line}",
        OpensBackRow => "opens its own back row at {places}",
        StepsToEdge => "puts a man on the edge at {places}, with only one way forward",
        MissesMobility => "leaves {player} {m} safe {m|move|moves}, against {n} after {line}",
        MissesRestraint => "leaves {player} {n} safe {n|move|moves}, against {m} after {line}",
        GivesHop => "gives {player} {line}, {n} rows forward",
        LeavesHop => "does not stop {player}'s {line}, {n} rows forward",
        MissesLadder => "misses {line}, which prepares {place}-{other}, {n} rows forward",
        MissesHop => "misses {line}, {n} rows forward instead of {m}",
        BreaksLadder => "breaks its own ladder: the longest move is {m} {m|row|rows} forward now, not {n}",
        LeavesBehind => "does not bring up the piece at {places}, which was {n} rows behind the next one",
        MissesStep => "goes {m} {m|row|rows} forward, against {n} by {line}",
        GoesBack => "goes {n} {n|row|rows} back",
        MissesEntry => "misses {line}, which brings a piece into the target camp",
        MissesRear => "moves a piece in front: the one at {places} is {n} {n|row|rows} farther back",
        MissesOwnHop => "leaves {player} a next move of at most {m} {m|row|rows}, against {n} after {line}",
        MissesTheirHop => "leaves {player} a move of {n} {n|row|rows}, against at most {m} after {line}",
    }
}

/// The sentence about a move; empty without facts.
pub fn sentence(facts: &[Fact], name: &dyn Fn(Player) -> String) -> String {
    facts.iter().map(|fact| filled(fact, name)).collect::<Vec<_>>().join("; ")
}

fn filled(fact: &Fact, name: &dyn Fn(Player) -> String) -> String {
    let mut parts = template(fact.kind).split(['{', '}']);
    let mut text = parts.next().unwrap_or_default().to_string();
    while let (Some(gap), Some(plain)) = (parts.next(), parts.next()) {
        text += &gap_text(fact, gap, name);
        text += plain;
    }
    text
}

fn gap_text(fact: &Fact, gap: &str, name: &dyn Fn(Player) -> String) -> String {
    let number = |index: usize| fact.numbers.get(index).copied().unwrap_or(0);
    let place = |index: usize| fact.places.get(index).cloned().unwrap_or_default();
    let count = |what| match what {
        "n" => number(0),
        "m" => number(1),
        _ => u32::try_from(fact.places.len()).unwrap_or(u32::MAX),
    };
    if let [what, one, many] = gap.split('|').collect::<Vec<_>>()[..] {
        return if count(what) == 1 { one } else { many }.to_string();
    }
    match gap {
        "player" => name(fact.player),
        "places" => fact.places.join(" and "),
        "place" => place(0),
        "other" => place(1),
        "line" => line_text(&fact.line),
        _ => count(gap).to_string(),
    }
}

fn line_text(line: &[String]) -> String {
    let more = if line.len() > MAX_LINE_MOVES { " …" } else { "" };
    format!("{}{more}", line[..line.len().min(MAX_LINE_MOVES)].join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::GridCell;

    fn said(fact: Fact) -> String {
        sentence(&[fact], &|player| ["Black", "White"][player.index()].to_string())
    }

    fn fact(kind: FactKind) -> Fact {
        Fact::new(kind, Player::SECOND)
    }

    fn at(fact: Fact, place: &str) -> Fact {
        fact.at(GridCell::new(0, 0), place.to_string())
    }

    #[test]
    fn gaps_are_filled_and_words_follow_numbers() {
        let three = said(at(fact(FactKind::AllowsOpenThree), "h9"));
        assert_eq!(three, "lets White make an open three at h9");
        let by = |count| fact(FactKind::LosesMen).number(count).by(vec!["24-20".to_string()]);
        assert_eq!(said(by(1)), "loses 1 man by 24-20");
        assert_eq!(said(by(2)), "loses 2 men by 24-20");
        let four = |fact| said(at(fact, "3"));
        assert_eq!(four(fact(FactKind::LeavesFour)), "lets White complete four in column 3");
        let two = four(at(fact(FactKind::LeavesFour), "1"));
        assert_eq!(two, "lets White complete four in columns 1 and 3");
    }

    #[test]
    fn long_lines_are_cut() {
        let line = (1..=9).map(|number| number.to_string()).collect();
        let text = said(fact(FactKind::MissesMen).number(3).by(line));
        assert_eq!(text, "misses 1 2 3 4 5 6 7 8 …, which wins 3 men");
    }

    #[test]
    fn every_fact_has_a_sentence_without_gaps() {
        for &kind in FactKind::ALL {
            let full = at(at(fact(kind), "a1"), "b2").number(2).number(1).by(vec!["c3".to_string()]);
            let text = said(full);
            assert!(!text.contains(['{', '|', '}']), "{}: {text}", kind.name());
        }
    }
}
