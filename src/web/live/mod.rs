//! A match to look at, with `quadriga match --live`: its page, its state as server-sent events, boards and moves.
//!
//! Nothing here changes the match, so no token is needed: anyone who reaches the server may look. Requests of pages of
//! other sites are refused as those to the board are (`hosts`).
//!
//! The state is written twice a second at most, once for all clients, and only if it has changed and someone looks. A
//! client that does not read has one state waiting for it, not a queue, and the next thing it gets is the newest. Its
//! connection ends after a while like that of any other request; the page then connects again.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header};
use axum::routing::get;
use hyper::body::Frame;
use tokio::sync::{mpsc, watch};
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};

use super::exchange::Gate;
use super::plain;
use super::sent::{File, Sent, send};
use crate::match_runner::live::Live;

/// Time between two states.
const INTERVAL: Duration = Duration::from_millis(500);
/// Milliseconds after which a page connects again.
const RETRY_MS: u32 = 1000;

/// All files of the page.
const FILES: &[File] = &[
    ("base.css", include_bytes!("../page/base.css")),
    ("icon.svg", include_bytes!("../page/icon.svg")),
    ("index.html", include_bytes!("page/index.html")),
    ("live.css", include_bytes!("page/live.css")),
    ("live.js", include_bytes!("page/live.js")),
    ("parts.js", include_bytes!("page/parts.js")),
    ("text.js", include_bytes!("page/text.js")),
];

/// What the answers need.
struct Shown {
    live: Arc<Live>,
    news: watch::Receiver<Bytes>,
    /// How long a client gets events before it has to connect again.
    life: Duration,
}

/// The answers to requests. It begins to write states, so it has to be made inside the runtime.
pub(super) fn router(live: &Arc<Live>, gate: &Arc<Gate>) -> Router {
    let (sender, news) = watch::channel(Bytes::new());
    tokio::spawn(write_states(live.clone(), sender, gate.stop.clone()));
    // Before the server would end it, so that the page sees a regular end.
    let shown = Shown { live: live.clone(), news, life: gate.limits.exchange * 3 / 4 };
    Router::new()
        .route("/events", get(send_events))
        .route("/board/{game}", get(send_board))
        .route("/moves/{game}", get(send_moves))
        .fallback(send_file)
        .with_state(Arc::new(shown))
}

/// Writes the state whenever it has changed, until the server is stopped; then a last time.
async fn write_states(live: Arc<Live>, sender: watch::Sender<Bytes>, mut stop: watch::Receiver<bool>) {
    let mut written = 0;
    loop {
        let is_last = *stop.borrow();
        let version = live.version();
        // One receiver is that of new clients.
        let is_seen = sender.receiver_count() > 1 || sender.borrow().is_empty();
        let live = live.clone();
        let state = spawn_blocking(move || {
            if version != written && is_seen {
                Some(live.snapshot())
            } else {
                live.catch_up();
                None
            }
        });
        if let Ok(Some(state)) = state.await {
            written = version;
            sender.send_replace(Bytes::from(format!("retry: {RETRY_MS}\ndata: {state}\n\n")));
        }
        if is_last {
            return;
        }
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => {}
            () = sleep(INTERVAL) => {}
        }
    }
}

/// The events of one client: whole states, one at a time.
struct Events(mpsc::Receiver<Bytes>);

impl hyper::body::Body for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.poll_recv(context).map(|state| state.map(|state| Ok(Frame::data(state))))
    }
}

async fn send_events(State(shown): State<Arc<Shown>>) -> Response<Body> {
    let (sender, events) = mpsc::channel(1);
    let (mut news, life) = (shown.news.clone(), shown.life);
    tokio::spawn(async move {
        let send_all = async {
            loop {
                let state = news.borrow_and_update().clone();
                if !state.is_empty() && sender.send(state).await.is_err() {
                    return;
                }
                // An error is the end of the match: the last state has been sent.
                if news.changed().await.is_err() {
                    return;
                }
            }
        };
        tokio::select! {
            _ = timeout(life, send_all) => {}
            () = sender.closed() => {}
        }
    });
    typed(Body::new(Events(events)), "text/event-stream")
}

/// The position of a game, `/board/17.1.svg`.
async fn send_board(State(shown): State<Arc<Shown>>, Path(name): Path<String>) -> Response<Body> {
    let id = game_id(&name, ".svg");
    let live = shown.live.clone();
    let picture = spawn_blocking(move || live.picture(id?)).await;
    found(picture.ok().flatten(), "image/svg+xml")
}

/// The moves of a finished game, `/moves/17.1.txt`.
async fn send_moves(State(shown): State<Arc<Shown>>, Path(name): Path<String>) -> Response<Body> {
    let id = game_id(&name, ".txt");
    let live = shown.live.clone();
    let moves = spawn_blocking(move || live.moves(id?)).await;
    found(moves.ok().flatten(), "text/plain; charset=utf-8")
}

/// Any other path.
async fn send_file(uri: Uri, headers: HeaderMap) -> Result<Response<Body>, Infallible> {
    static PAGE: OnceLock<Vec<Sent>> = OnceLock::new();
    Ok(send(PAGE.get_or_init(|| Sent::all(FILES)), uri.path(), &headers))
}

/// Pair and number from 0 in `17.1.svg`, which has them from 1.
fn game_id(name: &str, ending: &str) -> Option<(u64, u32)> {
    let (pair, game) = name.strip_suffix(ending)?.split_once('.')?;
    let (pair, game): (u64, u32) = (pair.parse().ok()?, game.parse().ok()?);
    Some((pair.checked_sub(1)?, game.checked_sub(1)?))
}

fn found(text: Option<String>, content_type: &'static str) -> Response<Body> {
    match text {
        Some(text) => typed(Body::from(text), content_type),
        None => plain(StatusCode::NOT_FOUND, "there is no such game, or not any more"),
    }
}

fn typed(body: Body, content_type: &'static str) -> Response<Body> {
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_file_of_the_page_is_in_the_table() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/live/page");
        let names = std::fs::read_dir(folder)
            .expect("the page")
            .map(|entry| entry.expect("readable").file_name().into_string().expect("UTF-8"));
        let there: BTreeSet<String> = names.filter(|name| !name.ends_with(".d.ts")).collect();
        let listed: BTreeSet<String> = FILES.iter().map(|(name, _)| (*name).to_string()).collect();
        let shared = ["base.css", "icon.svg"].map(str::to_string).into();
        assert_eq!(listed.difference(&shared).cloned().collect::<BTreeSet<_>>(), there);
    }

    #[test]
    fn games_are_named_by_pair_and_number_from_one() {
        assert_eq!(game_id("17.1.svg", ".svg"), Some((16, 0)));
        for name in ["0.1.svg", "1.0.svg", "1.svg", "a.b.svg", "1.1.txt", "", "1.1", "-1.1.svg", "1.1.1.svg"]
        {
            assert_eq!(game_id(name, ".svg"), None, "{name}");
        }
    }
}
