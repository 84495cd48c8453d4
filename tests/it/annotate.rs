//! Annotation: mistakes are found, the record is read back, the page shows what there is to see.

use quadriga::annotate::page::{Page, index_line};
use quadriga::annotate::sentences::template;
use quadriga::annotate::{Annotated, Effort, annotate, annotated_record};
use quadriga::contract::facts::FactKind;
use quadriga::contract::{Player, SearchLimits};
use quadriga::pictures::stage::Stage;
use quadriga::records::{Defaults, Format, GameRecord, GameResult, Line, MoveMark};
use serde_json::Value;

fn effort(nodes: u64) -> Effort {
    Effort { limits: SearchLimits::nodes(nodes), options: vec![("Hash".to_string(), "4".to_string())] }
}

fn record(variant: &str, options: &[(&str, &str)], moves: &str) -> GameRecord {
    GameRecord {
        variant: variant.to_string(),
        options: options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect(),
        line: Line { moves: moves.split_whitespace().map(str::to_string).collect(), ..Line::default() },
        ..GameRecord::default()
    }
}

fn annotated(game: &GameRecord, nodes: u64) -> Annotated {
    annotate(game, &effort(nodes), &mut |_| {}).expect("a legal game")
}

/// The game in a piece of a page, as its script reads it.
fn data(html: &str) -> Value {
    let (_, json) = html.split_once("class=\"game\">").expect("a game");
    serde_json::from_str(json.split_once("</script>").expect("an end").0).expect("JSON")
}

/// White does not stop an open three, Black does not go on with it, and so on.
const OPEN_THREE: &str = "h8 i9 h9 g9 h10 o15 a15 o13";

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
fn in_connect_four_a_far_result_is_dubious_at_most_and_a_loss_brought_near_is_a_blunder() {
    let first = annotated(&record("connect4", &[], "1"), 20_000);
    assert_eq!(first.moves[0].mark, Some(MoveMark::Dubious), "{:?}", first.moves[0]);
    let game = annotated(&record("connect4", &[], "4 6 3 1 2 2 4"), 20_000);
    assert!(game.moves[5].best.value.score.is_loss());
    assert_eq!(game.moves[5].mark, Some(MoveMark::Blunder), "a loss in 2 plies instead of 34");
    assert_eq!(game.moves[6].mark, Some(MoveMark::Blunder), "a win in 29 plies instead of at once");
}

#[test]
fn three_players_are_judged_each_by_his_own_value() {
    let moves = "d10-e11 m5-k7 m19-m17 d12-e13";
    let game = annotated(&record("chinesecheckers", &[("Players", "3")], moves), 500);
    let players: Vec<usize> = game.moves.iter().map(|judged| judged.player.index()).collect();
    assert_eq!((game.players, players), (3, vec![0, 1, 2, 0]));
    let data = data(&Page::new().game(&game).expect("a page"));
    assert_eq!((&data["names"][2], data["moves"][2]["w"].as_u64()), (&Value::Null, Some(2)));
    assert!(data["options"].to_string().contains("Players 3"));
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
    let comments = annotated_record(&game).line.comments;
    assert!(comments.len() == 1 && comments[0].1.starts_with("+#"), "{comments:?}");
}

#[test]
fn variations_and_everything_in_them_are_kept() {
    let pdn = "[GameType \"20\"]\n1. 32-28 (1. 33-28 {solid} 17-21? (1... 18-22)) 19-23$18 2. 28x19 *";
    let game = Format::Pdn.read(pdn.as_bytes(), &Defaults::default()).games.remove(0).record;
    let record = annotated_record(&annotated(&game, 300));
    assert_eq!((&record.variations, &record.glyphs), (&game.variations, &game.glyphs));
    let text = Format::Pdn.write(&record).expect("a game").replace('\n', " ");
    assert!(text.contains("(1. 33-28 {solid} 1... 17-21? (1... 18-22))"), "{text}");
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
    let data = data(&Page::new().game(&game).expect("a page"));
    let moves = data["moves"].as_array().expect("moves");
    assert_eq!((moves.len(), moves[9].get("v")), (10, None), "moves after the end have no value");
}

#[test]
fn what_others_wrote_is_never_markup_of_the_page() {
    let hostile = "</script><script>alert(1)</script><!-- <img src=x onerror=alert(1)> &amp;";
    let mut game = record("gomoku", &[], OPEN_THREE);
    game.players = vec![hostile.to_string(), "Bob & Co".to_string()];
    game.comments = vec![(3, hostile.to_string())];
    game.set_tag("Event", hostile);
    game.result = GameResult::BothLost;
    let game = annotated(&game, 2_000);
    let added = Page::new().game(&game).expect("a page");
    let html = Page::beginning(hostile) + &added;
    assert!(
        !html.contains("alert(1)</script>") && !html.contains("<img") && !html.contains("<!--"),
        "{html}"
    );
    let scripts = ["<script>", "<script type=\"application/json\" class=\"game\">"];
    assert_eq!(
        html.matches("<script").count(),
        scripts.iter().map(|tag| html.matches(tag).count()).sum::<usize>()
    );
    assert_eq!((html.matches("<script").count(), html.matches("</script").count()), (2, 2));
    let data = data(&added);
    assert_eq!((&data["names"][0], &data["comments"][0][1]), (&Value::from(hostile), &Value::from(hostile)));
    assert!(added.contains("Bob &amp; Co, lost by both") && index_line(&game).contains("lost by both"));
}

#[test]
fn the_page_reaches_for_nothing_outside_and_suits_narrow_dark_and_calm_screens() {
    let html = Page::beginning("games");
    let foreign = html.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", "");
    assert!(!foreign.contains("http") && !foreign.contains("src=") && !foreign.contains("url("));
    for part in [
        "default-src 'none'",
        "name=\"viewport\" content=\"width=device-width",
        "prefers-color-scheme: dark",
        "prefers-reduced-motion",
        ":focus-visible",
        "ArrowLeft",
        "<noscript>",
    ] {
        assert!(html.contains(part), "{part}");
    }
}

#[test]
fn the_page_names_the_opening_of_a_game_of_renju() {
    let game = annotated(&record("renju", &[], "h8 i9 h6 i8"), 200);
    let html = Page::new().game(&game).expect("a page");
    let name = "Myojo (I10, 明星)";
    assert_eq!(data(&html)["opening"], Value::from(name));
    assert!(html.contains(&format!("· {name}</p>")), "without a script");
}

#[test]
fn the_page_tells_what_stands_where_after_each_move() {
    for (variant, options, moves) in [
        ("gomoku", &[][..], OPEN_THREE),
        ("renju", &[][..], "h8 i9 i10 g8 j10 k9"),
        ("connect4", &[], "4 4 5 5 3 7 2"),
        ("draughts", &[], "32-28 19-23 28x19 14x23 37-32 10-14"),
        ("chinesecheckers", &[("Players", "3")], "d10-e11 m5-k7 m19-m17 d12-e13"),
    ] {
        let game = annotated(&record(variant, options, moves), 200);
        let data = data(&Page::new().game(&game).expect("a page"));
        let mut engine = game.record.open().expect("a game");
        let stage = Stage::of(engine.as_ref());
        let numbers = |list: &Value| -> Vec<usize> { serde_json::from_value(list.clone()).expect("numbers") };
        let mut position = std::collections::BTreeMap::new();
        let mut put = |changes: &Value| {
            numbers(changes).chunks(2).for_each(|change| {
                position.insert(change[0], change[1]);
            });
            position.retain(|_, code| *code > 0);
            position.iter().flat_map(|(&cell, &code)| [cell, code]).collect::<Vec<_>>()
        };
        assert_eq!(put(&data["start"]), stage.content(&engine.board()), "{variant}");
        let advised = data["moves"].as_array().expect("moves");
        assert_eq!(advised.len(), game.record.moves.len());
        for (text, told) in game.record.moves.iter().zip(advised) {
            assert_eq!(told["m"].as_str(), Some(text.as_str()));
            let paths = engine.move_paths();
            let path = paths.iter().find(|path| path.text == *text).expect("a legal move");
            assert_eq!(
                numbers(&told["p"]),
                path.cells.iter().map(|&cell| stage.cell(cell)).collect::<Vec<_>>()
            );
            engine.play(text).expect("a legal move");
            assert_eq!(put(&told["d"]), stage.content(&engine.board()), "{variant} {text}");
        }
    }
}

#[test]
fn a_page_of_hundreds_of_games_has_a_board_once_and_few_elements_a_game() {
    let moves = OPEN_THREE.split(' ').chain(["o1", "a3", "o3", "a5", "o5", "a7", "c3", "e5", "g1", "k1"]);
    let moves: Vec<&str> = moves.collect();
    let game = annotated(&record("gomoku", &[], &moves.join(" ")), 100);
    let mut page = Page::new();
    let first = page.game(&game).expect("a page");
    assert!(first.contains("<template") && first.contains("<svg"));
    for _ in 0..300 {
        let added = page.game(&game).expect("a page");
        assert!(!added.contains("<template") && !added.contains("<svg"));
        assert!(added.len() < 250 * moves.len(), "{} bytes for {} moves", added.len(), moves.len());
        // Without scripts a reader has the moves; with them, these are text that the browser does not look at.
        let (seen, unseen) = added.split_once("<noscript>").expect("moves");
        assert_eq!(seen.matches('<').count(), 2, "one element");
        assert_eq!(unseen.matches("<li>").count(), moves.len());
    }
    let other = page.game(&annotated(&record("connect4", &[], "4 4"), 100)).expect("a page");
    assert!(other.contains("<template") && data(&other)["stage"] == 1);
}

#[test]
fn progress_goes_to_the_last_move() {
    let mut seen = Vec::new();
    annotate(&record("connect4", &[], "4 4 3"), &effort(200), &mut |done| seen.push(done)).expect("legal");
    assert_eq!(seen, [0, 1, 2, 3]);
}

#[test]
fn a_mistake_says_what_it_allowed_in_comments_and_on_the_page() {
    let game = annotated(&record("gomoku", &[], OPEN_THREE), 5_000);
    let comments = annotated_record(&game).line.comments;
    let of = |ply: usize| comments.iter().find(|(after, _)| *after == ply).map(|(_, text)| text.as_str());
    let allowed = of(6).expect("a comment");
    assert!(allowed.contains("; lets Black make an open four at h"), "{allowed}");
    let missed = of(7).expect("a comment");
    assert!(missed.contains("misses an open four at h"), "{missed}");
    let data = data(&Page::new().game(&game).expect("a page"));
    let fact = &data["moves"][5]["f"][0];
    assert_eq!(
        (&fact[0], &fact[1]),
        (&Value::from("allows_open_four"), &Value::from(0)),
        "Black can make it"
    );
    let place = fact[2][0].as_str().expect("a place");
    assert!(allowed.contains(&format!("an open four at {place}")), "{fact}");
    assert_eq!(data["round"], Value::from(1), "stones are counted one by one");
}

/// The page of the board is in two languages; its English says what the program says.
#[test]
fn the_page_has_the_sentences_of_the_program() {
    let text = include_str!("../../src/web/page/text/facts.js");
    let english = text.split("zh: {").next().expect("English first");
    for &kind in FactKind::ALL {
        let line = format!("\"facts.{}\": \"{}\",", kind.name(), template(kind));
        assert!(english.contains(&line), "{line}");
    }
}
