//! The floors stay floors: imports go down only. Files stay readable, and words stay those of the field.

use std::collections::BTreeSet;

use crate::imports::{Source, folders, sources};
use quadriga::games::{GAMES, variants};

/// The rooms from the ground up; those on one floor do not know each other.
const FLOORS: &[&[&str]] = &[
    &["random", "storage", "threads", "varint"],
    &["contract"],
    &["search", "fit", "database"],
    &["engine"],
    &["games"],
    &["wire"],
    &["records", "pictures"],
    &["puzzles", "openings"],
    &["annotate", "protocol", "analysis", "match_runner", "library"],
    &["table"],
    &["front_door", "terminal", "web", "wasm"],
    &["cli"],
];

/// Lines from which a file must be split.
const MAX_FILE_LINES: usize = 800;

/// Games and formats have words for each other that neither may know: names of formats in games.
const FORMATS: [&str; 8] = ["pdn", "sgf", "piskvork", "gomocup", "hub", "gtp", "dxp", "ugi"];

/// Nicknames that were used once, with the terms of CONTRIBUTING in their place.
const NICKNAMES: [&str; 38] = [
    "Purse",
    "HOPE",
    "Lead",
    "Told",
    "Harvest",
    "Hall",
    "Pace",
    "INSISTENCE",
    "Desk",
    "LAST_BREATH",
    "LAST_WORDS",
    "FAREWELL",
    "KNOCK",
    "HURRY_MIB",
    "MOMENT",
    "doubt",
    "complain",
    "complaint",
    "remark",
    "obey",
    "Asker",
    "asker",
    "Caller",
    "stranger",
    "strangers",
    "Outbox",
    "outbox",
    "Inlet",
    "Meant",
    "Ink",
    "Outlook",
    "Allowance",
    "Twin",
    "Conversation",
    "Motion",
    "TRUST",
    "STEADY",
    "Descent",
];

/// The only type of that name: one thread of a search.
const WORKER: &str = "src/search/";

fn floor(room: &str) -> usize {
    let found = FLOORS.iter().position(|floor| floor.contains(&room));
    found.unwrap_or_else(|| panic!("src/{room} stands on no floor: see FLOORS"))
}

/// Imports that `is_wrong`, one a line.
fn wrong_imports(is_wrong: impl Fn(&Source, &[String]) -> bool) -> String {
    let mut found = BTreeSet::new();
    for source in sources() {
        for import in source.imports() {
            if is_wrong(&source, &import) {
                found.insert(format!("{}: {}", source.path, import.join("::")));
            }
        }
    }
    found.into_iter().collect::<Vec<_>>().join("\n")
}

/// Lines of code of some rooms in which a word matches.
fn lines_with(room: impl Fn(&Source) -> bool, is_wrong: impl Fn(&str) -> bool) -> String {
    let mut found = Vec::new();
    for source in sources().iter().filter(|source| room(source)) {
        let lines = source.code().filter(|line| words(line).any(&is_wrong));
        found.extend(lines.map(|line| format!("{}: {}", source.path, line.trim())));
    }
    found.join("\n")
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

#[test]
fn every_room_stands_on_a_floor_and_every_floor_has_its_rooms() {
    let rooms: BTreeSet<String> = sources().iter().map(|source| source.room().to_string()).collect();
    let listed: BTreeSet<String> = FLOORS.concat().into_iter().map(str::to_string).collect();
    assert_eq!(rooms, listed);
}

#[test]
fn imports_go_down_only_and_rooms_on_one_floor_do_not_know_each_other() {
    let wrong = wrong_imports(|source, import| {
        let Some(room) = import.first() else { return false };
        room != source.room() && floor(room) >= floor(source.room())
    });
    assert!(wrong.is_empty(), "imports that do not go down:\n{wrong}");
}

#[test]
fn a_game_knows_neither_another_one_nor_the_list_of_games() {
    let games = folders("src/games");
    let wrong = wrong_imports(|source, import| {
        let [room, game, ..] = &source.module[..] else { return false };
        room == "games" && games.contains(game) && import[0] == "games" && import.get(1) != Some(game)
    });
    assert!(wrong.is_empty(), "imports of another game:\n{wrong}");
}

#[test]
fn nothing_above_the_list_of_games_names_a_game() {
    let games = folders("src/games");
    let wrong = wrong_imports(|source, import| {
        source.room() != "games"
            && import[0] == "games"
            && import.get(1).is_some_and(|name| games.contains(name))
    });
    assert!(wrong.is_empty(), "imports of one game:\n{wrong}");
}

/// Words that only mean a game or a rule set, in lower case.
fn names_of_games() -> BTreeSet<String> {
    let mut names: BTreeSet<String> = folders("src/games").into_iter().collect();
    names.extend(variants().into_iter().map(str::to_string));
    names.extend(GAMES.iter().map(|game| game.card.family.to_string()));
    for word in ["killer", "international", "english", "pool"] {
        names.remove(word);
    }
    names
}

#[test]
fn contract_search_and_engine_have_no_word_of_a_game() {
    let names = names_of_games();
    let wrong = lines_with(
        |source| floor(source.room()) <= floor("engine"),
        |word| names.contains(&word.to_ascii_lowercase()),
    );
    assert!(wrong.is_empty(), "names of games below the games:\n{wrong}");
}

/// The files below a folder of the project, by their paths from its root.
fn files_below(folder: &str) -> Vec<String> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root.join(folder)).expect(folder).flatten() {
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() { found.extend(files_below(&path)) } else { found.push(path) }
    }
    found
}

#[test]
fn the_page_of_the_board_names_games_in_texts_lessons_and_pictures_only() {
    let names = names_of_games();
    let titles: Vec<String> = GAMES
        .iter()
        .flat_map(|game| game.card.variants)
        .map(|rules| rules.title.to_ascii_lowercase())
        .filter(|title| title.contains(' '))
        .collect();
    let may_name = |path: &str| {
        ["/text/", "/tutorial/"].iter().any(|folder| path.contains(folder))
            || path.ends_with("/shell/pictures.js")
    };
    let mut found = Vec::new();
    for path in [files_below("src/web/page"), files_below("src/wasm/page")].concat() {
        let text = std::fs::read_to_string(&path).expect(&path).to_ascii_lowercase();
        let names_one = |line: &&str| {
            words(line).any(|word| names.contains(word)) || titles.iter().any(|title| line.contains(title))
        };
        let lines = text.lines().filter(names_one).filter(|_| !may_name(&path));
        found.extend(lines.map(|line| format!("{path}: {}", line.trim())));
    }
    assert!(found.is_empty(), "the page asks the program which games there are:\n{}", found.join("\n"));
}

#[test]
fn games_name_no_format_and_no_protocol() {
    let wrong = lines_with(
        |source| floor(source.room()) <= floor("games"),
        |word| word.split('_').any(|part| FORMATS.contains(&part.to_ascii_lowercase().as_str())),
    );
    assert!(wrong.is_empty(), "formats in games:\n{wrong}");
}

#[test]
fn below_the_protocols_nothing_is_printed() {
    let prints = ["print!(", "println!(", "eprint!(", "eprintln!(", "dbg!(", "stdout()", "stderr()"];
    let mut found = Vec::new();
    // A build script talks to cargo.
    let is_below = |source: &&Source| {
        floor(source.room()) < floor("protocol") && !source.path.ends_with("/build_script.rs")
    };
    for source in sources().iter().filter(is_below) {
        let lines = source.code().filter(|line| prints.iter().any(|print| line.contains(print)));
        found.extend(lines.map(|line| format!("{}: {}", source.path, line.trim())));
    }
    assert!(found.is_empty(), "what is found is reported to the caller, not printed:\n{}", found.join("\n"));
}

#[test]
fn only_the_server_of_the_board_is_asynchronous_and_only_its_command_knows_it() {
    let foreign = ["async", "await", "tokio", "axum", "hyper", "hyper_util", "tracing", "tracing_subscriber"];
    let found = lines_with(|source| source.room() != "web", |word| foreign.contains(&word));
    assert!(found.is_empty(), "outside src/web/, engines and tables are threads:\n{found}");
    let wrong = wrong_imports(|source, import| {
        import.first().is_some_and(|room| room == "web")
            && ![&["cli", "board"][..], &["cli", "listen"], &["cli", "match_", "live"]]
                .contains(&source.module.iter().map(String::as_str).collect::<Vec<_>>().as_slice())
            && source.room() != "web"
    });
    assert!(wrong.is_empty(), "a build without the feature 'board' has no src/web/:\n{wrong}");
}

#[test]
fn nicknames_stay_out_of_the_source() {
    let mut found = Vec::new();
    for source in sources() {
        for (number, line) in source.text.lines().enumerate() {
            let nickname = words(line).find(|word| {
                let is_limit = word.starts_with("MOST_") || word.starts_with("LEAST_");
                let is_worker = *word == "Worker" && !source.path.starts_with(WORKER);
                is_limit || is_worker || NICKNAMES.contains(word)
            });
            found.extend(nickname.map(|word| format!("{}:{}: {word}", source.path, number + 1)));
        }
    }
    assert!(found.is_empty(), "nicknames, see Names in CONTRIBUTING:\n{}", found.join("\n"));
}

#[test]
fn files_can_be_read_in_one_sitting() {
    let lines = |source: &Source| source.text.lines().count();
    let long: Vec<String> = sources()
        .iter()
        .filter(|source| lines(source) > MAX_FILE_LINES)
        .map(|source| format!("{}: {} lines", source.path, lines(source)))
        .collect();
    assert!(long.is_empty(), "split these:\n{}", long.join("\n"));
}

#[test]
fn documents_for_developers_name_files_that_exist() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let exists = |path: &str| ["", "src", "docs"].iter().any(|base| root.join(base).join(path).exists());
    for page in ["CONTRIBUTING.md", "docs/architecture.md", "docs/extending.md"] {
        let text = std::fs::read_to_string(root.join(page)).expect(page);
        let quoted = text.split('`').skip(1).step_by(2);
        let is_path = |word: &&str| word.contains('/') && !word.contains(['<', '>', ' ', '=', '*', '\n']);
        let missing: Vec<&str> = quoted.filter(is_path).filter(|path| !exists(path)).collect();
        assert!(missing.is_empty(), "{page} names what does not exist: {missing:?}");
    }
}
