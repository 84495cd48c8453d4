//! The files of the page. They are part of the program: a request is looked up in this table and never reaches the file
//! system, so no path leads out of it.
//!
//! Invariant: every file of `src/web/page/` is in the table, except the type declarations (`.d.ts`), which no browser
//! needs. A test reads the folder.

use std::sync::OnceLock;

use axum::body::Body;
use axum::http::{HeaderMap, Response};

use super::bundle::{self, bundle};
use super::sent::{File, INDEX, Sent, send};

/// The table of files below `src/web/page/`.
macro_rules! page {
    ($($path:literal,)*) => {
        &[$(($path, include_bytes!(concat!("page/", $path)))),*]
    };
}

/// All files, in alphabetical order.
const FILES: &[File] = page![
    "base.css",
    "board.css",
    "board/ahead.js",
    "board/animate.js",
    "board/board.js",
    "board/drag.js",
    "board/geometry.js",
    "board/ghosts.js",
    "board/hand.js",
    "board/input.js",
    "board/keyboard.js",
    "board/looks.css",
    "board/marks.css",
    "board/marks.js",
    "board/men.js",
    "board/moves.js",
    "board/names.js",
    "board/paths.js",
    "board/pieces.js",
    "board/surface.js",
    "board/svg.js",
    "connection.js",
    "controls.css",
    "depth/colours.js",
    "depth/depth.css",
    "depth/depth.js",
    "depth/discs.js",
    "depth/fall.js",
    "depth/matrix.js",
    "depth/moves.js",
    "depth/overlay.js",
    "depth/scene.js",
    "depth/shapes.js",
    "depth/turning.js",
    "depth/view.js",
    "depth/words.js",
    "i18n.js",
    "icon.svg",
    "index.html",
    "library/games.js",
    "library/library.css",
    "library/library.js",
    "library/saved_game.js",
    "library/statistics.js",
    "main.js",
    "overlays.css",
    "puzzles/game_puzzles.js",
    "puzzles/puzzles.css",
    "puzzles/puzzles.js",
    "puzzles/solving.js",
    "puzzles/views.js",
    "puzzles/words.js",
    "settings.js",
    "shell/actions.js",
    "shell/ahead.js",
    "shell/arrival.js",
    "shell/ballot.js",
    "shell/controls.js",
    "shell/course.css",
    "shell/course.js",
    "shell/dialog.js",
    "shell/dialogs.css",
    "shell/dom.js",
    "shell/draft.js",
    "shell/editing.js",
    "shell/facts.js",
    "shell/files.js",
    "shell/frame.js",
    "shell/game_form.js",
    "shell/games.js",
    "shell/guests.css",
    "shell/help.js",
    "shell/importing.js",
    "shell/judgements.js",
    "shell/keys.js",
    "shell/let_in.js",
    "shell/link.js",
    "shell/new_game.js",
    "shell/notice_place.js",
    "shell/notices.js",
    "shell/numbering.js",
    "shell/of_table.js",
    "shell/offers.js",
    "shell/opening.js",
    "shell/pace.js",
    "shell/panels.js",
    "shell/parts.js",
    "shell/pictures.js",
    "shell/play.js",
    "shell/players.js",
    "shell/program.js",
    "shell/rating.js",
    "shell/refusals.js",
    "shell/save.js",
    "shell/saved.js",
    "shell/screens.js",
    "shell/seats.css",
    "shell/seats.js",
    "shell/seats_form.js",
    "shell/settings_dialog.js",
    "shell/stage.js",
    "shell/start.css",
    "shell/start.js",
    "shell/status.js",
    "shell/store.js",
    "shell/table.css",
    "shell/together.js",
    "shell/tree.js",
    "shell/warning.js",
    "shell/ways.js",
    "shell/words.js",
    "socket.js",
    "sound.js",
    "study/analysis.js",
    "study/bar.js",
    "study/curve.js",
    "study/draft_position.js",
    "study/drawing.js",
    "study/editor.css",
    "study/editor.js",
    "study/editor_rules.js",
    "study/evaluation.css",
    "study/evaluation.js",
    "study/known.js",
    "study/lines.js",
    "study/mistakes.js",
    "study/notation.js",
    "study/palette.js",
    "study/report.css",
    "study/report.js",
    "study/scores.js",
    "study/trial.js",
    "text/board.js",
    "text/dialogs.js",
    "text/facts.js",
    "text/games.js",
    "text/guests.js",
    "text/library.js",
    "text/opening.js",
    "text/puzzles.js",
    "text/shell.js",
    "text/study.js",
    "text/tutorial.js",
    "tutorial/lessons.js",
    "tutorial/lessons/chinesecheckers.js",
    "tutorial/lessons/connect4.js",
    "tutorial/lessons/draughts.js",
    "tutorial/lessons/draughts8.js",
    "tutorial/lessons/gomoku.js",
    "tutorial/lessons/renju.js",
    "tutorial/progress.js",
    "tutorial/tutorial.css",
    "tutorial/tutorial.js",
    "tutorial/views.js",
];

/// The script that loads the others.
const ENTRY: &str = "main.js";

/// The files of the board, made when they are first wanted.
static PAGE: OnceLock<Vec<Sent>> = OnceLock::new();

/// The answer to a request for a file of the board.
pub(super) fn answer(path: &str, headers: &HeaderMap) -> Response<Body> {
    send(PAGE.get_or_init(page), path, headers)
}

/// Makes what the first request would have to wait for.
pub(super) fn prepare() {
    let bundled = [INDEX, bundle::SCRIPT, bundle::STYLE];
    for file in PAGE.get_or_init(page).iter().filter(|file| bundled.contains(&file.name)) {
        file.gzip();
    }
}

/// The files of the board, and those in which all scripts and style sheets are one.
fn page() -> Vec<Sent> {
    match bundle(FILES, INDEX, ENTRY) {
        Ok(bundle) => {
            let bundled =
                [(INDEX, bundle.index), (bundle::SCRIPT, bundle.script), (bundle::STYLE, bundle.style)];
            let bundled = bundled.into_iter().map(|(name, text)| Sent::new(name, text));
            bundled.chain(Sent::all(FILES)).collect()
        }
        // A test shows that this does not happen. If it did, the single files would still be a page.
        Err(why) => {
            tracing::error!("internal error: the page is sent in single files: {why}");
            Sent::all(FILES)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::sent::content_type;
    use super::*;
    use std::path::Path;

    fn names(folder: &Path, below: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder of the page") {
            let path = entry.expect("readable").path();
            let name = path.file_name().and_then(|name| name.to_str()).expect("UTF-8").to_string();
            if path.is_dir() {
                names(&path, &format!("{below}{name}/"), found);
            } else if !name.ends_with(".d.ts") {
                found.push(format!("{below}{name}"));
            }
        }
    }

    #[test]
    fn every_file_of_the_page_is_in_the_table_once_and_has_a_type() {
        let mut there = Vec::new();
        names(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/page"), "", &mut there);
        there.sort();
        let listed: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(listed, there, "FILES of src/web/files.rs is to list what is in src/web/page");
        for name in listed {
            assert_ne!(content_type(name), "application/octet-stream", "{name}");
        }
    }

    #[test]
    fn the_page_is_bundled() {
        let bundle = bundle(FILES, INDEX, ENTRY).unwrap_or_else(|why| panic!("{why}"));
        let modules = FILES.iter().filter(|(name, _)| name.ends_with(".js")).count();
        assert_eq!(bundle.script.matches("\nmodules[\"").count(), modules);
        assert!(bundle.index.contains(bundle::SCRIPT) && !bundle.index.contains(ENTRY), "{}", bundle.index);
    }
}
