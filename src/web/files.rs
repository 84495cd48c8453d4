//! The files of the page. They are part of the program: a request is looked up in this table and never reaches the file
//! system, so no path leads out of it.
//!
//! Invariant: every file of `src/web/page/` is in the table, except the type declarations (`.d.ts`), which no browser
//! needs. A test reads the folder.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};

/// One file: its path below `/`, and its content.
pub(super) type File = (&'static str, &'static [u8]);

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
    "shell/help.js",
    "shell/importing.js",
    "shell/judgements.js",
    "shell/keys.js",
    "shell/link.js",
    "shell/new_game.js",
    "shell/notice_place.js",
    "shell/notices.js",
    "shell/numbering.js",
    "shell/of_table.js",
    "shell/pace.js",
    "shell/opening.js",
    "shell/panels.js",
    "shell/parts.js",
    "shell/pictures.js",
    "shell/play.js",
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
    "shell/share.js",
    "shell/stage.js",
    "shell/start.css",
    "shell/start.js",
    "shell/status.js",
    "shell/store.js",
    "shell/table.css",
    "shell/tree.js",
    "shell/warning.js",
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

/// The file at the address itself.
const INDEX: &str = "index.html";

/// The answer to a request for a file of the board.
pub(super) fn answer(path: &str, headers: &HeaderMap) -> Response<Body> {
    send(FILES, path, headers)
}

/// The answer to a request for `path`, which begins with `/`. Paths are compared as they were sent: none of the files
/// needs an escape.
pub(super) fn send(files: &[File], path: &str, headers: &HeaderMap) -> Response<Body> {
    let name = path.strip_prefix('/').unwrap_or(path);
    let name = if name.is_empty() { INDEX } else { name };
    let Some((name, bytes)) = files.iter().find(|(path, _)| *path == name) else {
        return super::plain(StatusCode::NOT_FOUND, "there is no such file");
    };
    let tag = tag(bytes);
    let mut response = Response::new(Body::empty());
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        *response.body_mut() = Body::from(*bytes);
        let content_type = HeaderValue::from_static(content_type(name));
        response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// The ETag of this content, by FNV-1a: another build of the program has another page, and browsers must not mix the
/// two.
fn tag(bytes: &[u8]) -> String {
    let fold = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, fold);
    format!("\"{hash:016x}\"")
}

/// The content type by the extension. A browser runs no scripts of another type.
fn content_type(name: &str) -> &'static str {
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    match ending {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "json" | "webmanifest" => "application/json",
        "woff2" => "font/woff2",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
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
}
