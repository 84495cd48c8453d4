//! The tree of a file at a table: what is loaded is saved again, in every format, also after changes and from the record.

use quadriga::records::{Format, GameRecord, Line, Markup};
use quadriga::table::Tables;
use serde_json::{Value, json};

use crate::common::Random;
use crate::common::folder::Folder;
use crate::common::window::{Window, tables};
use crate::records::{defaults, open, random_record, random_variations};

/// The formats of each game that hold trees.
const TREES: [(&str, &[Format]); 6] = [
    ("draughts", &[Format::Pdn, Format::Text]),
    ("russian", &[Format::Pdn, Format::Text]),
    ("english", &[Format::Pdn]),
    ("renju", &[Format::Sgf, Format::Text]),
    ("connect4", &[Format::Text]),
    ("chinesecheckers", &[Format::Text]),
];

/// A random game with variations three deep, and everything else that this format can hold.
fn random_tree(variant: &str, format: Format, random: &mut Random) -> GameRecord {
    let mut game = random_record(variant, &[], random);
    let mut engine = open(variant, &[]);
    engine.set_position(game.base.as_deref(), &[]).expect("a position");
    game.line.variations = random_variations(engine.as_mut(), &game.line, random, 2);
    if format == Format::Sgf {
        let markup = Markup::new("LB", vec!["aa:\\]".to_string()]).expect("a property");
        game.line.markup = vec![(0, markup.clone()), (game.line.moves.len(), markup)];
    } else {
        game.line.glyphs = game.line.moves.first().map(|_| (1, 14)).into_iter().collect();
    }
    game
}

/// The same tree with all variations of a move in the line of that move.
fn flat(line: &Line) -> Line {
    let mut variations = Vec::new();
    for (at, variation) in &line.variations {
        let mut variation = flat(variation);
        let (first, rest) =
            std::mem::take(&mut variation.variations).into_iter().partition(|(at, _)| *at == 0);
        variation.variations = rest;
        variations.push((*at, variation));
        let first: Vec<(usize, Line)> = first;
        variations.extend(first.into_iter().map(|(_, line)| (*at, line)));
    }
    Line { variations, ..line.clone() }
}

/// The table of a game that is given as a file.
fn load(window: &mut Window, name: &str, text: &str, variant: &str) -> String {
    let loaded = window.ask(json!({ "do": "load", "name": name, "text": text, "game": variant }));
    assert_eq!((&loaded["errors"], &loaded["notes"]), (&json!([]), &json!([])), "{text}");
    loaded["tables"][0].as_str().unwrap_or_else(|| panic!("{loaded}\n{text}")).to_string()
}

fn save(window: &mut Window, table: &str, format: Format) -> (String, Value) {
    let saved = window.ask(json!({ "do": "save", "table": table, "format": format.name() }));
    (saved["text"].as_str().expect("a text").to_string(), saved["notes"].clone())
}

/// The game of a saved text. The table names what ended the game, which the file did not.
fn read(format: Format, text: &str, variant: &str) -> GameRecord {
    let reading = format.read(text.as_bytes(), &defaults(variant, &[]));
    assert_eq!((&reading.errors[..], reading.changes.is_empty()), (&[][..], true), "{text}");
    let mut game = reading.games.into_iter().next().expect("a game").record;
    game.tags.retain(|(tag, _)| tag != "Termination");
    game
}

fn file_name(format: Format) -> String {
    format!("a.{}", format.name())
}

#[test]
fn a_loaded_tree_is_saved_as_it_was_from_memory_and_from_its_record() {
    let mut random = Random::new(11);
    let folder = Folder::new("table-trees");
    let data = Some(folder.as_path().to_path_buf());
    let mut kept = Vec::new();
    let board = tables(data.clone());
    let mut window = Window::host(&board);
    for (variant, formats) in TREES {
        for &format in formats {
            for _ in 0..3 {
                let mut game = random_tree(variant, format, &mut random);
                let text = format.write(&game).expect("a game");
                let table = load(&mut window, &file_name(format), &text, variant);
                game.line = flat(&game.line);
                let (saved, notes) = save(&mut window, &table, format);
                assert_eq!((read(format, &saved, variant), notes), (game, Value::Null), "{text}\n{saved}");
                kept.push((table, format, saved));
            }
        }
    }
    board.close();
    let again = tables(data);
    let mut window = Window::host(&again);
    for (table, format, text) in kept {
        assert_eq!(save(&mut window, &table, format).0, text);
    }
}

#[test]
fn a_result_that_the_board_cannot_hold_is_said() {
    let board: Tables = tables(None);
    let mut window = Window::host(&board);
    let text = "[GameType \"25\"]\n[Result \"0-0\"]\n1. 22-17 0-0\n";
    let loaded = window.ask(json!({ "do": "load", "name": "a.pdn", "text": text }));
    let note = "changed: results by which both players lose, which the board cannot hold: 1 (line 1)";
    assert_eq!(loaded["notes"], json!([note]));
}

/// One random change of the tree; refusals are part of it.
fn change(window: &mut Window, table: &str, random: &mut Random) {
    let view = window.look(table);
    let count = view["nodes"].as_array().expect("nodes").len();
    let any = match random.below(count + 1) {
        0 => 0,
        n => view["nodes"][n - 1]["id"].as_u64().expect("an id"),
    };
    let command = match random.below(6) {
        0 | 1 => {
            let board = window.ask(json!({ "do": "board", "table": table, "node": any }));
            let paths = board["position"]["paths"].as_array().cloned().unwrap_or_default();
            let Some(path) = paths.get(random.below(paths.len().max(1))) else { return };
            json!({ "do": "add", "node": any, "move": path["move"] })
        }
        2 => {
            let text = ["", "a {b} (c) [d \"e\"] ; \\", "une pièce 子\n  {and\tmore"][random.below(3)];
            json!({ "do": "comment", "node": any, "text": text, "before": random.below(4) == 0 })
        }
        3 => {
            let mark = ["", "!", "??"][random.below(3)];
            json!({ "do": "mark", "node": any, "mark": mark })
        }
        4 => json!({ "do": "promote", "node": any }),
        _ => json!({ "do": "remove", "node": any }),
    };
    let mut command = command;
    command["table"] = json!(table);
    let number = window.send(command);
    window.wait(number);
}

#[test]
fn a_changed_tree_is_read_back_as_saved_and_all_changes_can_be_taken_back() {
    let mut random = Random::new(12);
    for (variant, formats) in TREES {
        let format = formats[0];
        let folder = Folder::new("table-tree-changes");
        let data = Some(folder.as_path().to_path_buf());
        let board = tables(data.clone());
        let mut window = Window::host(&board);
        let text = format.write(&random_tree(variant, format, &mut random)).expect("a game");
        let table = load(&mut window, &file_name(format), &text, variant);
        window.look(&table);
        let before = save(&mut window, &table, format).0;
        for _ in 0..60 {
            change(&mut window, &table, &mut random);
        }
        let (changed, _) = save(&mut window, &table, format);
        assert_eq!(read_again(&mut window, &changed, format, variant), read(format, &changed, variant));
        let view = window.look(&table);
        board.close();
        let reopened = tables(data);
        let mut window = Window::host(&reopened);
        assert_eq!(window.look(&table)["nodes"], view["nodes"], "{variant}: the record has all of it");
        for _ in 0..view["edits"].as_u64().expect("a number") {
            window.ask(json!({ "do": "undo_edit", "table": table }));
        }
        assert_eq!(window.refused(json!({ "do": "undo_edit", "table": table })), "nothing_to_undo");
        assert_eq!(save(&mut window, &table, format).0, before, "{variant}");
    }
}

/// The game of a saved text after the table has loaded and saved it once more.
fn read_again(window: &mut Window, text: &str, format: Format, variant: &str) -> GameRecord {
    let table = load(window, &file_name(format), text, variant);
    read(format, &save(window, &table, format).0, variant)
}

#[test]
fn what_a_format_cannot_hold_is_said_when_the_game_is_saved() {
    let board: Tables = tables(None);
    let mut window = Window::host(&board);
    let text = "(;GM[4]SZ[15]RU[renju]C[first]AW[]CR[hh];B[hh]TE[1]C[a];W[ii]LB[ii:x](;B[jj])(;B[jk]C[b]))";
    let text = text.replace("AW[]", "");
    let table = load(&mut window, "a.sgf", &text, "renju");
    let (_, notes) = save(&mut window, &table, Format::Text);
    assert_eq!(notes, json!(["not saved: properties of SGF, which text cannot hold: 2"]));
    let (_, notes) = save(&mut window, &table, Format::Psq);
    let not_saved = "not saved: variations, which psq cannot hold: 1; comments, which psq cannot hold: 2; \
                    marks, which psq cannot hold: 1; properties of SGF, which psq cannot hold: 2; \
                    rules, which psq cannot hold: 1";
    assert_eq!(notes, json!([not_saved]));
    let (sgf, notes) = save(&mut window, &table, Format::Sgf);
    assert_eq!(notes, Value::Null);
    for part in ["C[first]CR[hh]", "TE[1]C[a]", "LB[ii:x]", "C[b]"] {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
    let (_, notes) = save(&mut window, &table, Format::Fen);
    let not_saved = notes[0].as_str().expect("a note");
    for part in ["moves, which fen cannot hold: 3", "comments, which fen cannot hold: 2", "rules, which fen"]
    {
        assert!(not_saved.contains(part), "{part}: {not_saved}");
    }
}
