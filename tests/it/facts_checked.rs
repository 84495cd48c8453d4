//! Careless games, in which all that is said of the moves is checked by playing it.

use crate::common::Random;
use crate::facts::engine;
use quadriga::contract::facts::{Fact, FactKind};
use quadriga::contract::solver::Effort;
use quadriga::contract::threats::ThreatVerdict;
use quadriga::contract::{GridCell, MoveStyle, Outcome, Player, Point, SearchLimits, Silent};
use quadriga::engine::AnyEngine;

/// The number of men and of kings of a player.
fn material(engine: &dyn AnyEngine, player: Player) -> [i32; 2] {
    let pieces = engine.board().points.into_iter().filter_map(Point::piece);
    let own: Vec<bool> = pieces.filter(|&(owner, _)| owner == player).map(|(_, king)| king).collect();
    let kings = own.iter().filter(|&&king| king).count();
    [own.len() - kings, kings].map(|count| i32::try_from(count).expect("a few"))
}

fn wins(engine: &mut dyn AnyEngine, mv: &str, player: Player) -> bool {
    if engine.play(mv).is_err() {
        return false;
    }
    let won = engine.status().outcome == Some(Outcome::Win(player));
    engine.undo().expect("a move");
    won
}

/// Does the player win with his next move, whatever the other plays now?
fn wins_next(engine: &mut dyn AnyEngine, player: Player) -> bool {
    engine.legal_moves(MoveStyle::Native).into_iter().all(|reply| {
        engine.play(&reply).expect("legal");
        let over = engine.status().outcome;
        let own = engine.legal_moves(MoveStyle::Native);
        let holds = over.is_none() && own.iter().any(|mv| wins(engine, mv, player));
        engine.undo().expect("a move");
        holds
    })
}

/// Does the player to move win by fours and threes?
fn is_won_by_threats(engine: &dyn AnyEngine) -> bool {
    let mut solver = engine.tools().threat_solver(8).expect("a solver");
    solver.set_position(Some(&engine.fen()), "").expect("a position");
    matches!(solver.find(Effort::ENDLESS).0, ThreatVerdict::Win { .. })
}

/// Does this player make five at a place if the other moves elsewhere?
fn makes_five_unless_stopped(engine: &mut dyn AnyEngine, place: &str, player: Player) -> bool {
    let elsewhere = engine.legal_moves(MoveStyle::Native).into_iter().find(|mv| mv != place);
    engine.play(&elsewhere.expect("a move")).expect("legal");
    let makes_five = wins(engine, place, player);
    engine.undo().expect("a move");
    makes_five
}

/// Does this cell complete four for a player?
fn completes_four(engine: &dyn AnyEngine, cell: GridCell, player: Player) -> bool {
    let board = engine.board();
    let is_own = |step: i32, dx: i32, dy: i32| {
        let [x, y] = [i32::from(cell.x) + step * dx, i32::from(cell.y) + step * dy].map(u8::try_from);
        let (Ok(x), Ok(y)) = (x, y) else { return false };
        board.at(GridCell::new(x.into(), y.into())).piece().is_some_and(|(owner, _)| owner == player)
    };
    let count = |dx, dy| (1..4).take_while(|&step| is_own(step, dx, dy)).count();
    [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| count(dx, dy) + count(-dx, -dy) >= 3)
}

/// Rows between the ends of a move of Chinese checkers, which are named by their rows.
fn rows_of(mv: &str) -> u32 {
    let (from, to) = mv.split_once('-').expect("two places");
    u32::from(from.as_bytes()[0].abs_diff(to.as_bytes()[0]))
}

/// Plays a line, asks, and takes it back.
fn after<T>(engine: &mut dyn AnyEngine, line: &[String], ask: impl FnOnce(&mut dyn AnyEngine) -> T) -> T {
    line.iter().for_each(|mv| drop(engine.play(mv).expect("legal")));
    let answer = ask(engine);
    line.iter().for_each(|_| engine.undo().expect("a move"));
    answer
}

/// Plays what a fact says; the engine stands before the move.
fn check(engine: &mut dyn AnyEngine, played: &str, fact: &Fact) {
    let before = engine.fen();
    let pieces = [fact.player, fact.player.other()].map(|player| material(engine, player));
    let first = if fact.kind.is_missed() { Vec::new() } else { vec![played.to_string()] };
    let holds = after(engine, &first, |engine| {
        holds_in_rows(engine, fact)
            && holds_in_draughts(engine, fact, pieces)
            && holds_in_races(engine, fact, played)
    });
    assert!(holds, "{before} {played}: {fact:?}");
}

/// Does a fact of Connect Four or gomoku hold? True for all others.
fn holds_in_rows(engine: &mut dyn AnyEngine, fact: &Fact) -> bool {
    use FactKind as K;
    let player = fact.player;
    match fact.kind {
        K::LeavesFour | K::OpensFour | K::LeavesFive | K::MissesFour | K::MissesFive => {
            fact.places.iter().all(|place| wins(engine, place, player))
        }
        K::AllowsTwoFours | K::AllowsStackedFours | K::MissesTwoFours | K::MissesStackedFours => {
            after(engine, &fact.line[..1], |engine| wins_next(engine, player))
        }
        K::AllowsForcedWin | K::MissesForcedWin => {
            after(engine, &fact.line, |engine| wins_next(engine, player))
        }
        K::AllowsThreats | K::MissesThreats => is_won_by_threats(engine),
        K::WastesFour => makes_five_unless_stopped(engine, &fact.places[0], player.other()),
        K::AllowsOpenFour | K::AllowsDoubleFour | K::AllowsForbidden => {
            after(engine, &fact.places[..1], |engine| wins_next(engine, player))
        }
        K::AllowsNewThreat | K::MissesNewThreat => {
            after(engine, &fact.line[..1], |engine| completes_four(engine, fact.cells[0], player))
        }
        K::GivesUpThreat => {
            let is_threat = completes_four(engine, fact.cells[0], player.other());
            let taken = after(engine, &fact.places[..1], |engine| engine.board().at(fact.cells[0]).piece());
            is_threat && taken == Some((player, false))
        }
        K::AllowsSingleFour | K::MissesSingleFour => after(engine, &fact.places[..1], |engine| {
            let moves = engine.legal_moves(MoveStyle::Native);
            moves.iter().any(|mv| makes_five_unless_stopped(engine, mv, player))
        }),
        _ => true,
    }
}

/// Does a fact of draughts hold? `pieces` are men and kings of the fact's player and of the other one before the move.
/// True for all other facts.
fn holds_in_draughts(engine: &mut dyn AnyEngine, fact: &Fact, pieces: [[i32; 2]; 2]) -> bool {
    use FactKind as K;
    let player = fact.player;
    let now = |engine: &mut dyn AnyEngine| [player, player.other()].map(|player| material(engine, player));
    match fact.kind {
        K::LosesMen
        | K::LosesKings
        | K::LosesBoth
        | K::MissesMen
        | K::MissesKings
        | K::MissesBoth
        | K::AllowsGain
        | K::MissesGain => {
            let lead = |[own, other]: [[i32; 2]; 2]| own.iter().sum::<i32>() - other.iter().sum::<i32>();
            let won = lead(after(engine, &fact.line, now)) - lead(pieces);
            won > 0 && won.unsigned_abs() == fact.numbers.iter().sum::<u32>()
        }
        K::AllowsKing | K::MissesKing => {
            let made = after(engine, &fact.line, |engine| engine.board().at(fact.cells[0]).piece());
            made == Some((player, true))
        }
        K::AllowsEnd | K::MissesEnd => {
            let outcome = after(engine, &fact.line, |engine| engine.status().outcome);
            outcome == Some(Outcome::Win(player))
        }
        K::AllowsWonEndgame | K::AllowsDrawnEndgame | K::MissesWonEndgame | K::MissesDrawnEndgame => {
            let is_won = matches!(fact.kind, K::AllowsWonEndgame | K::MissesWonEndgame);
            let expected = if is_won { Outcome::Win(player) } else { Outcome::Draw };
            after(engine, &fact.line, |engine| engine.tools().known_outcome()) == Some(expected)
        }
        K::AllowsExchange | K::BeginsExchange | K::MissesExchange => {
            // The line begins with the move itself if that begins the exchange.
            let begins = usize::from(fact.kind == K::BeginsExchange);
            let left = after(engine, &fact.line[begins..], now);
            let taken = [0, 1].map(|side| {
                let [men, kings] = [0, 1].map(|kind| pieces[side][kind] - left[side][kind]);
                // A man that became a king was not taken.
                let made = (-kings).max(0);
                men - made + 3 * (kings + made)
            });
            taken[0] == taken[1] && taken[0] > 0
        }
        K::AllowsRunaway | K::StepsToEdge => {
            engine.board().at(fact.cells[0]).piece() == Some((player, false))
        }
        _ => true,
    }
}

/// Does a fact of Chinese checkers hold? True for all others.
fn holds_in_races(engine: &mut dyn AnyEngine, fact: &Fact, played: &str) -> bool {
    use FactKind as K;
    match fact.kind {
        K::GivesHop | K::LeavesHop | K::MissesHop | K::MissesStep => {
            rows_of(&fact.line[0]) == fact.numbers[0]
                && engine.play(&fact.line[0]).is_ok()
                && engine.undo().is_ok()
        }
        K::GoesBack => rows_of(played) == fact.numbers[0],
        _ => true,
    }
}

/// Games in which every third move is made by chance: the kinds of facts that came up, all of them checked.
fn careless_games(variant: &str, games: u64, plies: usize) -> Vec<&'static str> {
    let (mut kinds, mut random) = (Vec::new(), Random::new(7));
    for _ in 0..games {
        let mut engine = engine(variant, "");
        engine.set_option("Hash", "4").expect("an option");
        let search = |engine: &mut dyn AnyEngine| {
            let result = engine.go(&SearchLimits::nodes(1500), &mut Silent).expect("a search");
            result.lines.into_iter().next().map_or(Vec::new(), |line| line.pv)
        };
        for _ in 0..plies {
            if engine.status().outcome.is_some() {
                break;
            }
            let better = search(engine.as_mut());
            let legal = engine.legal_moves(MoveStyle::Native);
            let mv = if random.below(3) == 0 { &legal[random.below(legal.len())] } else { &better[0] };
            engine.play(mv).expect("legal");
            let answer = if engine.status().outcome.is_none() { search(engine.as_mut()) } else { Vec::new() };
            engine.undo().expect("a move");
            for fact in engine.facts(mv, &better, &answer).expect("legal") {
                check(engine.as_mut(), mv, &fact);
                kinds.push(fact.kind.name());
            }
            engine.play(mv).expect("legal");
        }
    }
    kinds.sort_unstable();
    kinds.dedup();
    kinds
}

fn assert_said(variant: &str, games: u64, plies: usize, expected: &[FactKind]) {
    let kinds = careless_games(variant, games, plies);
    for kind in expected {
        assert!(kinds.contains(&kind.name()), "{variant}: {} is not in {kinds:?}", kind.name());
    }
}

#[test]
fn what_is_said_of_careless_games_of_connect_four_is_true() {
    use FactKind as K;
    assert_said("connect4", 8, 42, &[K::LeavesFour, K::AllowsTwoFours, K::MissesFour]);
}

#[test]
fn what_is_said_of_careless_games_of_gomoku_and_renju_is_true() {
    use FactKind as K;
    assert_said("gomoku", 3, 60, &[K::AllowsOpenFour, K::MissesFive]);
    assert_said("renju", 2, 60, &[K::AllowsOpenFour]);
}

#[test]
fn what_is_said_of_careless_games_of_draughts_is_true() {
    use FactKind as K;
    for variant in ["draughts", "english", "russian", "frisian"] {
        assert_said(variant, 2, 60, &[K::LosesMen]);
    }
}

#[test]
fn what_is_said_of_careless_games_of_chinese_checkers_is_true() {
    assert_said("chinesecheckers", 2, 60, &[FactKind::MissesHop]);
}
