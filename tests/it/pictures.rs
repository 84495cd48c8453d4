//! Boards as pictures: every piece at its place, in every game, and the same in SVG and PNG.

use std::collections::BTreeSet;

use crate::common::Random;
use quadriga::contract::Point;
use quadriga::engine::AnyEngine;
use quadriga::games;
use quadriga::pictures::board::{Picture, Tone, path_of};
use quadriga::pictures::png::png;
use resvg::tiny_skia::Pixmap;
use resvg::usvg::{Options, Tree};

fn open(variant: &str, moves: &str) -> Box<dyn AnyEngine> {
    let mut engine = games::open(variant).expect("a game");
    let moves: Vec<&str> = moves.split_whitespace().collect();
    engine.set_position(None, &moves).expect("legal moves");
    engine
}

fn svg(variant: &str, moves: &str) -> String {
    Picture::of(open(variant, moves).as_mut()).svg(400)
}

/// Where groups of this class stand.
fn places(svg: &str, class: &str) -> Vec<String> {
    let begin = format!("<g class=\"{class}\" transform=\"translate(");
    svg.split(&begin).skip(1).map(|rest| rest[..rest.find(')').expect("closed")].to_string()).collect()
}

fn assert_well_drawn(engine: &mut dyn AnyEngine, name: &str) {
    let board = engine.board();
    let pieces = board.points.iter().filter(|point| matches!(point, Point::Taken { .. })).count();
    let svg = Picture::of(engine).svg(300);
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>"), "{name}");
    let tree = Tree::from_str(&svg, &Options::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(tree.size().width(), 300.0, "{name}");
    assert!(!svg.contains("<text") && !svg.contains("NaN") && !svg.contains("id="), "{name}");
    let starts = svg.split("<g class=\"piece ").skip(1);
    let at: Vec<&str> =
        starts.filter_map(|rest| rest.split("translate(").nth(1)?.split(')').next()).collect();
    assert_eq!(at.len(), pieces, "{name}");
    assert_eq!(at.iter().collect::<BTreeSet<_>>().len(), pieces, "{name}: two pieces at one place");
}

#[test]
fn every_game_is_drawn_with_each_of_its_pieces_once() {
    let mut random = Random::new(4);
    for name in games::variants().into_iter().chain(["connect4-10x10", "connect4-4x5"]) {
        let mut engine = games::open(name).expect("a game");
        assert_well_drawn(engine.as_mut(), name);
        for _ in 0..12 {
            let moves = engine.legal_moves(Default::default());
            if moves.is_empty() {
                break;
            }
            engine.play(&moves[random.below(moves.len())]).expect("legal");
        }
        assert_well_drawn(engine.as_mut(), name);
    }
}

#[test]
fn boards_of_every_size_and_number_of_players_are_drawn() {
    for (variant, option, values) in [
        ("gomoku", "BoardSize", &["5", "9", "19", "22"][..]),
        ("chinesecheckers", "Players", &["2", "3", "4", "6"]),
    ] {
        for value in values {
            let mut engine = games::open(variant).expect("a game");
            engine.set_option(option, value).expect("a value");
            assert_well_drawn(engine.as_mut(), &format!("{variant} {value}"));
        }
    }
}

#[test]
fn discs_lie_in_their_columns_from_below() {
    let svg = svg("connect4", "1 7 7");
    // Cells are 40 wide, the first centre is 44 from the left and 44 from the top.
    assert_eq!(places(&svg, "piece p1"), ["284 204", "44 244"]);
    assert_eq!(places(&svg, "piece p2"), ["284 244"]);
}

#[test]
fn men_and_kings_stand_on_the_squares_of_their_numbers() {
    let mut engine = games::open("draughts").expect("a game");
    engine.set_position(Some("W:W46,K50:BK1,5"), &[]).expect("a position");
    let svg = Picture::of(engine.as_mut()).svg(400);
    assert_eq!(places(&svg, "piece p1"), ["36 396"]);
    assert_eq!(places(&svg, "piece p1 king"), ["356 396"]);
    assert_eq!(places(&svg, "piece p2 king"), ["76 36"]);
    assert_eq!(places(&svg, "piece p2"), ["396 36"]);
    for square in 1..=50 {
        assert!(svg.contains(&format!("aria-label=\"{square}\"")), "number {square}");
    }
}

#[test]
fn squares_are_named_as_moves_are_written() {
    let russian = svg("russian", "");
    for name in ["a", "h", "1", "8"] {
        assert!(russian.contains(&format!("aria-label=\"{name}\"")), "{name}");
    }
    assert!(!russian.contains("aria-label=\"32\""));
    assert!(svg("english", "").contains("aria-label=\"32\""));
    assert!(svg("gomoku", "").contains("aria-label=\"o\""));
    assert!(svg("connect4-10x10", "").contains("aria-label=\"10\""));
    assert!(svg("chinesecheckers", "").contains("aria-label=\"25\""));
}

#[test]
fn forbidden_points_of_renju_are_crossed() {
    // Two open threes at h10.
    let moves = "h8 a1 h9 c1 i10 e1 j10 g1";
    assert_eq!(svg("renju", moves).matches("class=\"forbidden\"").count(), 1);
    assert_eq!(svg("gomoku", moves).matches("class=\"forbidden\"").count(), 0);
}

#[test]
fn the_last_move_is_shown_with_what_it_took() {
    let count = |svg: &str, class: &str| svg.matches(&format!("class=\"{class}\"")).count();
    let draughts = svg("draughts", "32-28 19-23 28x19");
    assert_eq!((count(&draughts, "last"), count(&draughts, "captured")), (2, 1));
    assert_eq!(count(&svg("gomoku", "h8"), "last"), 1);
    assert_eq!(count(&svg("chinesecheckers", "d10-e11"), "last"), 2);
    assert_eq!(count(&svg("connect4", ""), "last"), 0);
}

#[test]
fn drawing_leaves_the_game_as_it_was() {
    let mut engine = open("draughts", "32-28 19-23 28x19 14x23");
    let before = (engine.fen(), engine.moves(Default::default()));
    Picture::of(engine.as_mut());
    assert_eq!((engine.fen(), engine.moves(Default::default())), before);
}

#[test]
fn the_caption_says_whose_turn_it_is_or_how_the_game_ended() {
    let caption = |variant, moves| Picture::of(open(variant, moves).as_mut()).caption();
    assert_eq!(caption("draughts", ""), "white to move");
    assert_eq!(caption("english", ""), "black to move");
    assert_eq!(caption("gomoku", "h8"), "white to move");
    assert_eq!(caption("connect4", "1"), "yellow to move");
    assert!(caption("connect4", "1 2 1 2 1 2 1").starts_with("orange wins, "));
    let svg = svg("connect4", "1 2 1 2 1 2 1");
    assert!(svg.contains("<title>Connect Four: orange wins, "), "{svg}");
}

#[test]
fn arrows_and_threats_are_drawn_where_they_belong() {
    let mut engine = open("gomoku", "h8 a1 h9 c1 h10 e1 h11 g1");
    let mut picture = Picture::of(engine.as_mut());
    let five = path_of(engine.as_ref(), "h12").expect("legal");
    picture.arrows.push((Tone::Best, five));
    picture.marks = engine.threats();
    let drawn = picture.svg(400);
    assert_eq!(drawn.matches("class=\"arrow\"").count(), 1);
    assert_eq!(drawn.matches("class=\"mark\"").count(), picture.marks.len());
    assert!(drawn.contains("aria-label=\"5\""));
    let mut engine = open("draughts", "");
    let mut picture = Picture::of(engine.as_mut());
    picture.arrows.push((Tone::Played, path_of(engine.as_ref(), "32-28").expect("legal")));
    assert!(picture.svg(400).contains("<g class=\"arrow\""));
}

#[test]
fn a_png_has_the_size_and_the_colours_of_its_svg() {
    for (variant, moves) in
        [("connect4", "4 4"), ("renju", "h8 i9"), ("draughts", "32-28"), ("chinesecheckers", "d10-e11")]
    {
        let picture = Picture::of(open(variant, moves).as_mut()).svg(320);
        let bytes = png(&picture).expect("a picture");
        assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "{variant}");
        let pixels = Pixmap::decode_png(&bytes).expect("readable");
        let height = picture.split("height=\"").nth(1).and_then(|rest| rest.split('"').next());
        assert_eq!((pixels.width(), Some(pixels.height().to_string().as_str())), (320, height), "{variant}");
        let colours: BTreeSet<u32> = pixels
            .pixels()
            .iter()
            .map(|p| u32::from_be_bytes([p.red(), p.green(), p.blue(), p.alpha()]))
            .collect();
        assert!(colours.len() > 20, "{variant}: {} colours", colours.len());
        // The caption is drawn without any font: there is ink in the last rows, right of the sample piece.
        let ink = (pixels.height() - 28..pixels.height()).any(|y| {
            (60..150).any(|x| pixels.pixel(x, y).is_some_and(|p| p.red() < 0x90 && p.green() < 0x90))
        });
        assert!(ink, "{variant}: no caption");
    }
}

#[test]
fn what_is_not_svg_is_an_error_in_one_line() {
    let error = png("no picture").expect_err("not SVG");
    assert_eq!(error.lines().count(), 1);
    assert!(png("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"0\" height=\"5\"/>").is_err());
}
