//! Verification of a proof: every defence is tried and every threat found again, so a win is reported only if it is
//! real, with its length and a line.

use std::collections::HashMap;

use super::ThreatWin;
use super::fight::Fight;
use super::moves::{Situation, answers, attacks};
use super::numbers::Numbers;
use crate::games::gomoku::candidates::{candidates, five_blocks, is_allowed, makes_four};
use crate::games::gomoku::geometry::Cell;
use crate::games::gomoku::points::PointClass;

/// A win of the attacker, to move.
#[derive(Clone, Copy)]
struct Win {
    plies: i32,
    mv: Cell,
}

/// The positions of a proof in which the attacker is to move.
struct Walk<'a, 'b> {
    fight: &'a mut Fight<'b>,
    wins: HashMap<u64, Win>,
}

/// Verifies the proof that the attacker wins; `None` if the effort was spent before the end.
pub(super) fn walk(fight: &mut Fight<'_>) -> Option<ThreatWin> {
    let mut walk = Walk { fight, wins: HashMap::new() };
    let plies = walk.attacker_wins()?.plies;
    let mut line = Vec::new();
    walk.follow(&mut line)?;
    Some(ThreatWin { plies, line })
}

impl Walk<'_, '_> {
    /// How the attacker, to move, wins here.
    fn attacker_wins(&mut self) -> Option<Win> {
        let key = self.fight.board.key();
        if let Some(&win) = self.wins.get(&key) {
            return Some(win);
        }
        let win = self.win()?;
        self.wins.insert(key, win);
        Some(win)
    }

    fn win(&mut self) -> Option<Win> {
        let (attacker, board) = (self.fight.attacker, &*self.fight.board);
        if let Some(mv) = board.first_of(attacker, PointClass::Five) {
            return Some(Win { plies: 1, mv });
        }
        let mut moves = Vec::new();
        match attacks(board, attacker, &mut moves) {
            Situation::Lost => return None,
            Situation::Won => {
                return board.first_of(attacker, PointClass::StraightFour).map(|mv| Win { plies: 3, mv });
            }
            Situation::Open => {}
        }
        if let Some(mv) = self.winning_four(&moves)
            && let Some(plies) = self.defender_loses(mv)
        {
            return Some(Win { plies: plies + 1, mv });
        }
        for again in [false, true] {
            if again && self.fight.prove() != Numbers::WON {
                return None;
            }
            for &mv in &moves {
                if self.fight.known_after(mv, attacker) == Some(Numbers::LOST)
                    && let Some(plies) = self.defender_loses(mv)
                {
                    return Some(Win { plies: plies + 1, mv });
                }
            }
        }
        None
    }

    /// The first move of a victory by fours, if there is one.
    fn winning_four(&mut self, moves: &[Cell]) -> Option<Cell> {
        self.fight.win_by_fours()?;
        let attacker = self.fight.attacker;
        let fours: Vec<Cell> =
            moves.iter().copied().filter(|&mv| makes_four(self.fight.board, mv, attacker)).collect();
        fours.into_iter().find(|&mv| {
            self.fight.make(mv, attacker);
            let mut replies = Vec::new();
            let wins = match answers(self.fight.board, 1 - attacker, &mut replies) {
                Situation::Won => false,
                Situation::Lost => true,
                Situation::Open => replies.into_iter().all(|reply| {
                    self.fight.make(reply, 1 - attacker);
                    let plies = self.fight.win_by_fours();
                    self.fight.board.unmake(reply, 1 - attacker);
                    plies.is_some()
                }),
            };
            self.fight.board.unmake(mv, attacker);
            wins
        })
    }

    /// Plies in which the defender loses after this threat against every answer; `None` if one answer holds, or the
    /// effort was spent.
    fn defender_loses(&mut self, mv: Cell) -> Option<i32> {
        let (attacker, defender) = (self.fight.attacker, 1 - self.fight.attacker);
        let goes_on = self.fight.make(mv, attacker);
        let mut replies = Vec::new();
        let plies = match answers(self.fight.board, defender, &mut replies) {
            Situation::Won => None,
            Situation::Lost => {
                Some(if self.fight.board.count(attacker, PointClass::Five) > 0 { 2 } else { 4 })
            }
            Situation::Open if goes_on => replies.into_iter().try_fold(0, |most, reply| {
                self.fight.make(reply, defender);
                let win = self.attacker_wins();
                self.fight.board.unmake(reply, defender);
                win.map(|win| most.max(win.plies + 1))
            }),
            Situation::Open => None,
        };
        self.fight.board.unmake(mv, attacker);
        plies
    }

    /// Appends the line from here to the end, with the longest defence; leaves the board as it was.
    fn follow(&mut self, line: &mut Vec<Cell>) -> Option<()> {
        let (attacker, defender) = (self.fight.attacker, 1 - self.fight.attacker);
        let win = self.attacker_wins()?;
        line.push(win.mv);
        if win.plies == 1 {
            return Some(());
        }
        self.fight.make(win.mv, attacker);
        let mut replies = Vec::new();
        let reply = match answers(self.fight.board, defender, &mut replies) {
            Situation::Open => self.longest(&replies),
            _ => self.any_move(defender),
        };
        let end = reply.and_then(|reply| {
            line.push(reply);
            self.fight.make(reply, defender);
            let end = self.follow(line);
            self.fight.board.unmake(reply, defender);
            end
        });
        self.fight.board.unmake(win.mv, attacker);
        end
    }

    /// The answer with the longest defence.
    fn longest(&mut self, replies: &[Cell]) -> Option<Cell> {
        let defender = 1 - self.fight.attacker;
        let plies = |reply: &Cell| {
            self.fight.make(*reply, defender);
            let win = self.attacker_wins();
            self.fight.board.unmake(*reply, defender);
            win.map(|win| (win.plies, *reply))
        };
        let found: Option<Vec<(i32, Cell)>> = replies.iter().map(plies).collect();
        found?.into_iter().rev().max_by_key(|&(plies, _)| plies).map(|(_, reply)| reply)
    }

    /// A move for a lost defender: one that stops a five, if it is legal.
    fn any_move(&self, defender: usize) -> Option<Cell> {
        let board = &*self.fight.board;
        let mut moves = Vec::new();
        for five in board.points_of(1 - defender, PointClass::Five) {
            five_blocks(board, five, 1 - defender, &mut moves);
        }
        moves.retain(|&mv| is_allowed(board, mv, defender));
        if moves.is_empty() {
            candidates(board, defender, &mut moves);
        }
        moves.first().copied()
    }
}
