//! Adjudication: ends games early by the scores of the engines.
//!
//! The rules are those of other match runners. A game is drawn, from a given move on, when all scores of the last moves
//! of both sides were near 0. A game is lost when the scores of the last moves of one side are that low and, unless
//! `sides=one`, those of the other side agree. A move without a score interrupts both counts. Or a bitbase has the
//! result with best play. For games of two players.

use std::fmt;

use super::spec::words::split;
use crate::contract::{Outcome, Player, Score};

/// When a game counts as drawn: `from=40 moves=8 score=10`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Number of moves of each side before which no game is drawn.
    pub from: usize,
    /// Number of consecutive moves of each side.
    pub moves: usize,
    /// Largest distance of the scores from 0, in hundredths.
    pub score: i32,
}

/// When a game counts as lost: `moves=3 score=400`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResignRule {
    /// Number of consecutive moves of the losing side, and of the other.
    pub moves: usize,
    /// Smallest distance of the scores from 0, in hundredths.
    pub score: i32,
    /// Must both sides agree?
    pub two_sided: bool,
}

/// When games are ended before the rules end them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// Draws by score.
    pub draw: Option<DrawRule>,
    /// Losses by score.
    pub resign: Option<ResignRule>,
    /// End a game as soon as a bitbase has its result.
    pub bitbase: bool,
    /// A game with this number of moves of all players is a draw.
    pub max_plies: Option<usize>,
}

impl DrawRule {
    /// Reads a rule; the defaults are those of the example in the help.
    ///
    /// # Errors
    /// One line that names the word.
    pub fn parse(text: &str) -> Result<DrawRule, String> {
        let mut rule = DrawRule { from: 40, moves: 8, score: 10 };
        for word in split(text)? {
            match word.key.as_str() {
                "from" => rule.from = number(&word.key, &word.value)?,
                "moves" => rule.moves = number(&word.key, &word.value)?,
                "score" => rule.score = number(&word.key, &word.value)? as i32,
                key => return Err(format!("'{key}={}': expected from, moves or score", word.value)),
            }
        }
        Ok(rule)
    }
}

impl ResignRule {
    /// Reads a rule; the defaults are those of the example in the help.
    ///
    /// # Errors
    /// One line that names the word.
    pub fn parse(text: &str) -> Result<ResignRule, String> {
        let mut rule = ResignRule { moves: 3, score: 400, two_sided: true };
        for word in split(text)? {
            match (word.key.as_str(), word.value.as_str()) {
                ("moves", value) => rule.moves = number(&word.key, value)?,
                ("score", value) => rule.score = number(&word.key, value)? as i32,
                ("sides", "one") => rule.two_sided = false,
                ("sides", "two") => rule.two_sided = true,
                (key, value) => {
                    return Err(format!("'{key}={value}': expected moves, score or sides=one|two"));
                }
            }
        }
        Ok(rule)
    }
}

fn number(key: &str, value: &str) -> Result<usize, String> {
    let number = value.parse().ok().filter(|number| (1..=1_000_000).contains(number));
    number.ok_or_else(|| format!("'{key}={value}': expected a number from 1 to 1000000"))
}

impl fmt::Display for Adjudication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let draw = self
            .draw
            .map(|DrawRule { from, moves, score }| format!("draw from={from} moves={moves} score={score}"));
        let resign = self.resign.map(|ResignRule { moves, score, two_sided }| {
            let sides = if two_sided { "two" } else { "one" };
            format!("resign moves={moves} score={score} sides={sides}")
        });
        let plies = self.max_plies.map(|plies| format!("max-plies {plies}"));
        let bitbase = self.bitbase.then(|| "bitbase".to_string());
        let rules: Vec<String> = [draw, resign, bitbase, plies].into_iter().flatten().collect();
        f.write_str(&rules.join("; "))
    }
}

/// The scores of one game so far, as counts.
#[derive(Debug)]
pub struct Judge {
    rules: Adjudication,
    /// Consecutive moves of both sides with scores near 0.
    level: usize,
    /// For each player: consecutive own moves with a losing score, and with a winning one.
    lost: [usize; 2],
    won: [usize; 2],
}

impl Judge {
    /// The adjudication of a game of two players.
    pub fn new(rules: Adjudication) -> Judge {
        Judge { rules, level: 0, lost: [0; 2], won: [0; 2] }
    }

    /// A player made a move with this score; `plies` moves have been made in the game. Returns the outcome and the rule
    /// if the game ends here.
    pub fn judge(
        &mut self,
        player: Player,
        score: Option<Score>,
        plies: usize,
    ) -> Option<(Outcome, &'static str)> {
        self.resign(player, score).or_else(|| self.draw(score, plies))
    }

    fn resign(&mut self, player: Player, score: Option<Score>) -> Option<(Outcome, &'static str)> {
        let rule = self.rules.resign?;
        let (own, other) = (player.index(), player.other().index());
        let count = |so_far: usize, says_so: bool| if says_so { so_far + 1 } else { 0 };
        self.lost[own] = count(self.lost[own], score.is_some_and(|score| score.0 <= -rule.score));
        self.won[own] = count(self.won[own], score.is_some_and(|score| score.0 >= rule.score));
        let is_lost = |loser: usize, winner: usize| {
            self.lost[loser] >= rule.moves && (!rule.two_sided || self.won[winner] >= rule.moves)
        };
        if is_lost(own, other) {
            Some((Outcome::Win(player.other()), "decided by score"))
        } else if is_lost(other, own) {
            Some((Outcome::Win(player), "decided by score"))
        } else {
            None
        }
    }

    fn draw(&mut self, score: Option<Score>, plies: usize) -> Option<(Outcome, &'static str)> {
        let rule = self.rules.draw?;
        let is_level = score.is_some_and(|score| score.0.abs() <= rule.score);
        self.level = if is_level { self.level + 1 } else { 0 };
        let ended = self.level >= 2 * rule.moves && plies >= 2 * rule.from;
        ended.then_some((Outcome::Draw, "drawn by score"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number of the move, from 1, at which a game with these alternating scores ends, and its result.
    fn end(rules: Adjudication, scores: &[Option<i32>]) -> Option<(usize, Outcome)> {
        let mut judge = Judge::new(rules);
        (1..).zip(scores).find_map(|(plies, score)| {
            let player = Player::new((plies - 1) % 2);
            judge.judge(player, score.map(Score), plies).map(|(outcome, _)| (plies, outcome))
        })
    }

    fn resign(text: &str) -> Adjudication {
        Adjudication { resign: Some(ResignRule::parse(text).expect("a rule")), ..Adjudication::default() }
    }

    fn draw(text: &str) -> Adjudication {
        Adjudication { draw: Some(DrawRule::parse(text).expect("a rule")), ..Adjudication::default() }
    }

    #[test]
    fn a_game_is_lost_when_both_sides_have_said_so_for_some_moves() {
        let rules = resign("moves=2 score=300");
        let scores = [Some(300), Some(-299), Some(400), Some(-300), Some(400), Some(-500), Some(9)];
        assert_eq!(end(rules, &scores), Some((6, Outcome::Win(Player::FIRST))));
        // The winner's score may be the last to agree.
        let scores = [Some(0), Some(-400), Some(300), Some(-400), Some(300), Some(-400)];
        assert_eq!(end(rules, &scores), Some((5, Outcome::Win(Player::FIRST))));
    }

    #[test]
    fn one_side_alone_is_enough_only_where_that_was_asked_for() {
        let scores = [Some(-500), Some(0), Some(-500), Some(0), Some(-500)];
        assert_eq!(end(resign("moves=2 score=400"), &scores), None);
        let one = resign("moves=2 score=400 sides=one");
        assert_eq!(end(one, &scores), Some((3, Outcome::Win(Player::SECOND))));
    }

    #[test]
    fn a_game_is_drawn_when_nothing_has_happened_for_some_moves_of_both_sides() {
        let rules = draw("from=3 moves=2 score=10");
        let level = [Some(10), Some(-10), Some(0), Some(5), Some(1), Some(0)];
        assert_eq!(end(rules, &level), Some((6, Outcome::Draw)));
        let restless = [Some(0), Some(0), Some(0), Some(0), Some(11), Some(0), Some(0), Some(0), Some(0)];
        assert_eq!(end(rules, &restless), Some((9, Outcome::Draw)));
    }

    #[test]
    fn a_move_without_a_score_interrupts_the_counts() {
        assert_eq!(
            end(draw("from=1 moves=2 score=10"), &[Some(0), Some(0), None, Some(0), Some(0), Some(0)]),
            None
        );
        let scores = [Some(900), Some(-900), None, Some(-900), Some(900), Some(-900)];
        assert_eq!(end(resign("moves=2 score=400"), &scores), None);
    }

    #[test]
    fn rules_are_read_and_printed() {
        let draw = DrawRule::parse("from=5 moves=6 score=7").expect("a rule");
        let resign = ResignRule::parse("").expect("a rule");
        let all = Adjudication { draw: Some(draw), resign: Some(resign), bitbase: true, max_plies: Some(9) };
        let text = "draw from=5 moves=6 score=7; resign moves=3 score=400 sides=two; bitbase; max-plies 9";
        assert_eq!(all.to_string(), text);
        assert_eq!(Adjudication::default().to_string(), "");
        assert!(DrawRule::parse("after=3").expect_err("a key").contains("'after=3'"));
        assert!(DrawRule::parse("moves=0").expect_err("a value").contains("'moves=0'"));
        assert!(ResignRule::parse("sides=three").expect_err("a value").contains("'sides=three'"));
    }
}
