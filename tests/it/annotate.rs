//! Annotation: mistakes are found, the record is read back, the page shows what there is to see.

use quadriga::annotate::{Annotated, Effort, annotate, annotated_record, page};
use quadriga::contract::{Player, SearchLimits};
use quadriga::records::{Defaults, Format, GameRecord, GameResult, MoveMark};

fn effort(nodes: u64) -> Effort {
    Effort { limits: SearchLimits::nodes(nodes), options: vec![("Hash".to_string(), "4".to_string())] }
}

fn record(variant: &str, options: &[(&str, &str)], moves: &str) -> GameRecord {
    GameRecord {
        variant: variant.to_string(),
        options: options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        moves: moves.split_whitespace().map(str::to_string).collect(),
        ..GameRecord::default()
    }
}

fn annotated(game: &GameRecord, nodes: u64) -> Annotated {
    annotate(game, &effort(nodes), &mut |_| {}).expect("a legal game")
}

/// White does not stop an open three, Black does not go on with it, and so on.
const OPEN_THREE: &str = "h8 a1 h9 c1 h10 o15 a15 o13";

#[test]
fn a_win_that_is_let_slip_and_a_threat_that_is_overlooked_are_marked() {
    let game = annotated(&record("gomoku", &[], OPEN_THREE), 5_000);
    // Black stands so much better that even a missed win leaves him most of his points: mistakes, not blunders.
    for (ply, what) in [(5, "the open three is not stopped"), (6, "the open three is not used")] {
        let marked = game.moves[ply].mark.is_some_and(|mark| mark <= MoveMark::Mistake);
        assert!(marked, "{what}: {:?}", game.moves[ply]);
    }
    assert!(["h7", "h11"].contains(&game.moves[6].best.line[0].as_str()), "{:?}", game.moves[6].best);
    assert!(game.moves[6].best.value.score.is_win());
    assert!(game.last.is_some_and(|advice| advice.value.score.is_win()));
    let game = annotated(&record("gomoku", &[], "h8 a1 h9 c1 h10 h11 h7 h6"), 5_000);
    assert!(game.moves[5..].iter().all(|judged| judged.mark != Some(MoveMark::Blunder)), "{:?}", game.moves);
}

#[test]
fn a_drop_that_loses_at_once_is_a_blunder_and_the_last_one_ends_the_game() {
    let game = annotated(&record("connect4", &[], "4 4 5 5 3 7 2"), 20_000);
    // After 4, 5 and 3 both ends are open: nothing helps, so nothing is a mistake.
    assert_eq!(game.moves[5].mark, None);
    assert_eq!(game.moves[3].mark, Some(MoveMark::Blunder));
    assert!(game.moves[6].value.score.is_win() && game.last.is_none());
    assert_eq!(game.tally(Player::SECOND).marks[2], 1);
    assert_eq!(game.tally(Player::FIRST).moves, 4);
}

#[test]
fn three_players_are_judged_each_by_his_own_value() {
    let moves = "d10-e11 m5-k7 m19-m17 d12-e13";
    let game = annotated(&record("chinesecheckers", &[("Players", "3")], moves), 500);
    let players: Vec<usize> = game.moves.iter().map(|judged| judged.player.index()).collect();
    assert_eq!((game.players, players), (3, vec![0, 1, 2, 0]));
    let html = page::section(&game, 1).expect("a page");
    assert!(html.contains("player 3") && html.contains("Players 3"));
}

#[test]
fn what_is_written_is_read_back() {
    for (format, variant, moves) in [
        (Format::Sgf, "gomoku", OPEN_THREE),
        (Format::Text, "connect4", "4 4 5 5 3 7 2"),
        (Format::Pdn, "draughts", "32-28 19-23 28x19 14x23 37-32 10-14 41-37 14-19"),
        (Format::Pdn, "english", "11-15 22-18 15x22 25x18"),
    ] {
        let mut game = record(variant, &[], moves);
        game.comments = vec![(2, "said before".to_string())];
        game.marks = vec![(3, MoveMark::Interesting)];
        let game = annotated(&game, 2_000);
        let written = annotated_record(&game);
        assert_eq!(written.moves, game.record.moves);
        assert_eq!(written.comments.len(), game.moves.len() + 1 + usize::from(game.last.is_some()));
        assert_eq!(written.comments[1], (2, "said before".to_string()), "{variant}");
        let third = game.moves[2].mark.unwrap_or(MoveMark::Interesting);
        assert_eq!(written.mark(3), Some(third), "a mark stays where there is no other");
        let text = format.write(&written).expect("written");
        let reading = format.read(text.as_bytes(), &Defaults::default());
        assert_eq!((reading.games.len(), &reading.errors[..]), (1, &[][..]), "{text}");
        let read = &reading.games[0].record;
        assert_eq!((&read.moves, &read.marks), (&written.moves, &written.marks), "{text}");
        let said = |game: &GameRecord| {
            game.comments.iter().map(|(_, text)| text.clone()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(said(read), said(&written), "{text}");
        assert!(read.tag("Annotator").is_some_and(|by| by.ends_with("2000 nodes a move")));
    }
}

#[test]
fn a_position_without_moves_gets_a_value_and_a_line() {
    let mut game = record("gomoku", &[], "");
    let mut engine = game.open().expect("a game");
    engine.set_position(None, &["h8", "a1", "h9", "c1", "h10", "e1"]).expect("legal");
    game.base = Some(engine.fen());
    let game = annotated(&game, 2_000);
    let comments = annotated_record(&game).comments;
    assert!(comments.len() == 1 && comments[0].1.starts_with("+#"), "{comments:?}");
}

#[test]
fn moves_after_the_end_are_kept_without_a_word() {
    // Kings walk to and fro: the position stands on the board for the third time after eight moves.
    let game = GameRecord {
        base: Some("W:WK1:BK50".to_string()),
        ..record("draughts", &[], "1-6 50-45 6-1 45-50 1-6 50-45 6-1 45-50 1-6 50-45")
    };
    let game = annotated(&game, 300);
    assert!(game.moves.len() < game.record.moves.len() && game.last.is_none());
    assert_eq!(annotated_record(&game).moves.len(), 10);
    assert!(page::section(&game, 1).is_ok());
}

#[test]
fn the_page_shows_players_mistakes_and_boards_and_escapes_what_others_wrote() {
    let mut game = record("gomoku", &[], OPEN_THREE);
    game.players = vec!["<b>Ann".to_string(), "Bob & Co".to_string()];
    game.result = GameResult::BothLost;
    let game = annotated(&game, 5_000);
    let html = page::whole("a<b", &[(page::index_line(&game), page::section(&game, 1).expect("a page"))]);
    assert!(html.contains("&lt;b&gt;Ann") && html.contains("Bob &amp; Co") && !html.contains("<b>Ann"));
    assert!(html.contains("a&lt;b") && html.contains("lost by both"));
    // Start, one board for each mistake, end, and the plot.
    let mistakes =
        game.moves.iter().filter(|judged| judged.mark.is_some_and(|m| m <= MoveMark::Mistake)).count();
    assert!(mistakes >= 2);
    assert_eq!(html.matches("<svg").count(), mistakes + 3);
    assert_eq!(
        html.matches("class=\"blunder\"").count(),
        game.tally(Player::FIRST).marks[2] + game.tally(Player::SECOND).marks[2]
    );
    assert!(
        !html.contains("http://")
            || html.matches("http").count() == html.matches("http://www.w3.org/2000/svg").count()
    );
    let two = page::whole("two", &[("one".to_string(), String::new()), ("two".to_string(), String::new())]);
    assert!(two.contains("href=\"#game2\""));
}

#[test]
fn progress_goes_to_the_last_move() {
    let mut seen = Vec::new();
    annotate(&record("connect4", &[], "4 4 3"), &effort(200), &mut |done| seen.push(done)).expect("legal");
    assert_eq!(seen, [0, 1, 2, 3]);
}
