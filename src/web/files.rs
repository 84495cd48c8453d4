//! The files of the page. They are part of the program: a request is looked up in this table and never reaches the file
//! system, so no path leads out of it.
//!
//! Invariant: every file of `src/web/page/` is in the table, except the type declarations (`.d.ts`), which no browser
//! needs. A test reads the folder.

use std::io::Write;
use std::sync::OnceLock;

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use flate2::Compression;
use flate2::write::GzEncoder;

use super::bundle::{self, bundle};

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
    "board/animate.js",
    "board/board.js",
    "board/drag.js",
    "board/geometry.js",
    "board/ghosts.js",
    "board/hand.js",
    "board/input.js",
    "board/keyboard.js",
    "board/marks.css",
    "board/marks.js",
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
    "shell/arrival.js",
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
    "shell/judgements.js",
    "shell/keys.js",
    "shell/let_in.js",
    "shell/link.js",
    "shell/new_game.js",
    "shell/notices.js",
    "shell/numbering.js",
    "shell/offers.js",
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
/// The script that loads the others.
const ENTRY: &str = "main.js";

/// A file as it is sent.
pub(super) struct Sent {
    name: &'static str,
    bytes: Bytes,
    /// The same compressed, made when it is first wanted.
    gzip: OnceLock<Bytes>,
}

impl Sent {
    fn new(name: &'static str, bytes: impl Into<Bytes>) -> Sent {
        Sent { name, bytes: bytes.into(), gzip: OnceLock::new() }
    }

    /// These files, to be sent.
    pub fn all(files: &[File]) -> Vec<Sent> {
        files.iter().map(|(name, bytes)| Sent::new(name, *bytes)).collect()
    }

    fn gzip(&self) -> Bytes {
        let compressed = || {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
            // Writing to memory cannot fail.
            let _ = encoder.write_all(&self.bytes);
            encoder.finish().unwrap_or_default().into()
        };
        self.gzip.get_or_init(compressed).clone()
    }
}

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

/// The answer to a request for `path`, which begins with `/`. Paths are compared as they were sent: none of the files
/// needs an escape.
pub(super) fn send(files: &[Sent], path: &str, headers: &HeaderMap) -> Response<Body> {
    let name = path.strip_prefix('/').unwrap_or(path);
    let name = if name.is_empty() { INDEX } else { name };
    let Some(file) = files.iter().find(|file| file.name == name) else {
        return super::plain(StatusCode::NOT_FOUND, "there is no such file");
    };
    let is_gzip = accepts_gzip(headers);
    let tag = tag(&file.bytes, is_gzip);
    let mut response = Response::new(Body::empty());
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    } else {
        *response.body_mut() = Body::from(if is_gzip { file.gzip() } else { file.bytes.clone() });
        let content_type = HeaderValue::from_static(content_type(name));
        response.headers_mut().insert(header::CONTENT_TYPE, content_type);
        if is_gzip {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
    }
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    response
}

/// Does the client take gzip? Browsers always name it; what only accepts everything gets the file as it is.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let weight = weight.trim().trim_start_matches("q=").trim_end_matches(['0', '.']);
        name.trim().eq_ignore_ascii_case("gzip") && (!coding.contains(';') || !weight.is_empty())
    })
}

/// The ETag of this content, by FNV-1a: another build of the program has another page, and browsers must not mix the
/// two. Compressed, it is another content.
fn tag(bytes: &[u8], is_gzip: bool) -> String {
    let fold = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, fold);
    let coding = if is_gzip { "-gzip" } else { "" };
    format!("\"{hash:016x}{coding}\"")
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

    #[test]
    fn the_page_is_bundled() {
        let bundle = bundle(FILES, INDEX, ENTRY).unwrap_or_else(|why| panic!("{why}"));
        let modules = FILES.iter().filter(|(name, _)| name.ends_with(".js")).count();
        assert_eq!(bundle.script.matches("\nmodules[\"").count(), modules);
        assert!(bundle.index.contains(bundle::SCRIPT) && !bundle.index.contains(ENTRY), "{}", bundle.index);
    }

    #[test]
    fn gzip_is_sent_to_those_who_take_it() {
        let headers = |accepted: Option<&'static str>| {
            let value =
                accepted.map(|accepted| (header::ACCEPT_ENCODING, HeaderValue::from_static(accepted)));
            value.into_iter().collect::<HeaderMap>()
        };
        for accepted in ["gzip", "gzip, deflate, br", "br;q=1, GZIP;q=0.5"] {
            assert!(accepts_gzip(&headers(Some(accepted))), "{accepted}");
        }
        for accepted in ["", "br", "*", "identity", "gzip;q=0", "gzip; q=0.0, br", "xgzip"] {
            assert!(!accepts_gzip(&headers(Some(accepted))), "{accepted}");
        }
        let plain = answer("/bundle.js", &headers(None));
        let packed = answer("/bundle.js", &headers(Some("gzip")));
        assert_eq!(plain.headers().get(header::CONTENT_ENCODING), None);
        assert_eq!(packed.headers()[header::CONTENT_ENCODING], "gzip");
        assert_ne!(plain.headers()[header::ETAG], packed.headers()[header::ETAG]);
    }
}
