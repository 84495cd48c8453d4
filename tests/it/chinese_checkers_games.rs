//! Whole games of Chinese checkers between players of different characters: nobody wins but as the rules say, and
//! nobody can keep a game from ending against a player who brings all it can to the target.

use crate::common::Random;
use crate::common::star::game;
use crate::reference::chinese_checkers::{has_won, read_board};
use quadriga::contract::{Game as _, Notation as _, Outcome, Player, Position as _};
use quadriga::games::chinese_checkers::geometry::Hole;
use quadriga::games::chinese_checkers::{ChineseCheckers, Move, Position};

/// How a player chooses its moves.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Character {
    /// By chance.
    Chance,
    /// The move that gains most rows.
    Greedy,
    /// Brings all it can to the target.
    Arriving,
    /// Stays at home, behind two full rows where it can.
    Staying,
    /// Keeps six pieces at home and sends the others to wall in a piece of the player opposite.
    Walling,
}

use Character::{Arriving, Chance, Greedy, Staying, Walling};

/// Steps that an army still has to go to the empty holes of its target; pieces inside go on to the tip.
fn steps_to_go(pos: &Position, player: Player, mv: Move) -> i32 {
    let seat = pos.seat(player);
    let goals = seat.target() & !(pos.occupied() ^ mv.from.set() ^ mv.to.set());
    let rows_left = |hole: Hole| 16 - i32::from(seat.progress(hole));
    let cost = |piece: Hole| {
        if seat.target().has(piece) {
            return rows_left(piece);
        }
        let way = goals.into_iter().map(|goal| piece.distance(goal)).min().unwrap_or(rows_left(piece));
        (way + 4) * (way + 4)
    };
    (pos.pieces(player) ^ mv.from.set() ^ mv.to.set()).into_iter().map(cost).sum()
}

/// Pieces at home count most, then those in its two front rows.
fn shutting(pos: &Position, player: Player, mv: Move) -> i32 {
    let seat = pos.seat(player);
    let army = pos.pieces(player) ^ mv.from.set() ^ mv.to.set();
    let value = |hole: Hole| if seat.progress(hole) >= 2 { 11 } else { 10 };
    (army & seat.home()).into_iter().map(value).sum()
}

/// Six pieces at home, the others close to the five holes round the tip of the target.
fn walling(pos: &Position, player: Player, mv: Move) -> i32 {
    let seat = pos.seat(player);
    let army = pos.pieces(player) ^ mv.from.set() ^ mv.to.set();
    let at_home = (army & seat.home()).len().min(6) as i32;
    let ring = seat.target().into_iter().filter(|&hole| (14..16).contains(&seat.progress(hole)));
    let ways = ring.filter_map(|hole| army.into_iter().map(|piece| piece.distance(hole)).min());
    20 * at_home - ways.sum::<i32>()
}

fn choose(character: Character, pos: &Position, random: &mut Random) -> Move {
    let player = pos.player_to_move();
    let mut moves = Vec::new();
    pos.generate(&mut moves);
    let seat = pos.seat(player);
    // A little chance, so that nobody goes round in circles.
    if character == Chance || random.below(12) == 0 && character != Staying {
        return moves[random.below(moves.len())];
    }
    let value = |mv: Move| match character {
        _ if mv.is_pass() => 0,
        Arriving => -steps_to_go(pos, player, mv),
        Staying => shutting(pos, player, mv),
        Walling => walling(pos, player, mv),
        _ => i32::from(seat.progress(mv.to) - seat.progress(mv.from)),
    };
    let offset = random.below(moves.len());
    moves.rotate_left(offset);
    moves.into_iter().max_by_key(|&mv| value(mv)).expect("a move or the pass")
}

/// Every number of players, hop rule and resting rule, with the name of the hop rule.
fn rule_sets() -> impl Iterator<Item = (ChineseCheckers, &'static str)> {
    (2..=6).flat_map(|players| {
        ["adjacent", "long", "both"].into_iter().flat_map(move |hops| {
            ["own", "any"]
                .map(move |rest| (game(&format!("Players={players} Hops={hops} Rest={rest}")), hops))
        })
    })
}

/// The winner is a player who has won by the slow rules, and there is one as soon as there is such a player.
fn check_winner(pos: &Position, hops: &str) {
    let (board, _, seats) = read_board(&pos.fen());
    let winners: Vec<Player> = (0..seats.len())
        .filter(|&player| has_won(&board, seats[player], hops, "fill"))
        .map(Player::new)
        .collect();
    match pos.outcome() {
        Some(Outcome::Win(winner)) => assert!(winners.contains(&winner), "{hops} {}", pos.fen()),
        _ => assert!(winners.is_empty(), "{hops} {}", pos.fen()),
    }
}

/// Plays until somebody has won, at most so many plies; the winner is checked on every ply or at the end.
fn play(
    (game, hops): (&ChineseCheckers, &str),
    characters: &[Character],
    plies: usize,
    checks_all: bool,
    random: &mut Random,
) -> Position {
    let mut pos = game.start_position();
    for _ in 0..plies {
        let character = characters[pos.player_to_move().index() % characters.len()];
        let mv = choose(character, &pos, random);
        let before = checks_all.then(|| (pos.clone(), pos.fen()));
        let undo = pos.make(mv);
        if let Some((mut before, fen)) = before {
            let mut back = pos.clone();
            back.unmake(mv, undo);
            assert_eq!((back.fen(), back.key()), (fen, before.key()));
            before.make(mv);
            check_winner(&pos, hops);
        }
        if pos.outcome().is_some() {
            break;
        }
    }
    check_winner(&pos, hops);
    pos
}

#[test]
fn nobody_wins_but_as_the_slow_rules_say() {
    let mut random = Random::new(1);
    let casts: [&[Character]; 4] =
        [&[Arriving], &[Greedy, Chance], &[Arriving, Greedy, Chance, Staying], &[Greedy, Walling, Arriving]];
    let mut ended = 0;
    for (number, (game, hops)) in rule_sets().enumerate() {
        for cast in [casts[number % 4], casts[(number + 1) % 4]] {
            ended += usize::from(play((&game, hops), cast, 250, true, &mut random).outcome().is_some());
        }
    }
    assert!(ended > 20, "{ended} games came to an end");
}

/// Games of one player who brings all it can to the target against all others of one character.
fn all_games_end_against(character: Character) {
    let mut random = Random::new(2);
    for (game, hops) in rule_sets() {
        let players = game.rules().players;
        for arriving in [0, players - 1] {
            let mut cast = vec![character; players];
            cast[arriving] = Arriving;
            let pos = play((&game, hops), &cast, 8000, false, &mut random);
            assert!(pos.outcome().is_some(), "{:?}: {}", game.rules(), pos.fen());
        }
    }
}

#[test]
fn a_game_against_players_who_never_leave_home_ends() {
    all_games_end_against(Staying);
}

#[test]
fn a_game_against_players_who_wall_in_pieces_ends() {
    all_games_end_against(Walling);
}

#[test]
fn a_game_against_players_of_chance_ends() {
    all_games_end_against(Chance);
}

#[test]
fn a_game_of_players_who_all_arrive_ends() {
    all_games_end_against(Arriving);
}

#[test]
fn a_game_of_greedy_players_ends() {
    all_games_end_against(Greedy);
}

#[test]
fn players_go_out_and_come_back_with_the_move() {
    let mut random = Random::new(3);
    let mut gone = 0;
    for players in 2..=6 {
        let game = game(&format!("Players={players} LeaveHome=4 NoShuttle=true"));
        for _ in 0..4 {
            let mut pos = game.start_position();
            for _ in 0..200 {
                let character = [Chance, Greedy, Arriving][random.below(3)];
                let mv = choose(character, &pos, &mut random);
                let (fen, key) = (pos.fen(), pos.key());
                let undo = pos.make(mv);
                let read = game.parse_position(&pos.fen()).expect("its own string");
                assert_eq!((read.fen(), read.key()), (pos.fen(), pos.key()));
                assert_eq!(read.outcome(), pos.outcome());
                let after = pos.clone();
                pos.unmake(mv, undo);
                assert_eq!((pos.fen(), pos.key()), (fen, key));
                pos = after;
                if pos.outcome().is_some() {
                    break;
                }
            }
            for player in (0..players).map(Player::new) {
                let is_gone = pos.is_out(player);
                assert!(!is_gone || pos.pieces(player).is_empty(), "{}", pos.fen());
                gone += usize::from(is_gone);
            }
        }
    }
    assert!(gone > 10, "{gone} players went out");
}
