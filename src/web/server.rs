//! Answers requests. What is answered is a router: that of the board here, or that of a match (`live`); `exchange` has
//! the connections.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Extension, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, Uri, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::routing::any;
use tokio::net::{TcpListener, TcpSocket};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, mpsc, watch};

use super::connection::MAX_MESSAGE;
use super::door::{Door, Opening};
use super::exchange::{Gate, Place, take_connections};
use super::hosts::{Hosts, literal};
#[cfg(feature = "match")]
use super::live;
use super::outward::outward;
use super::{Limits, connection, files, plain};
#[cfg(feature = "match")]
use crate::match_runner::live::Live;
use crate::table::{self, Client, SendText, Tables};

/// Connections that the system queues until they are accepted.
const BACKLOG: u32 = 1024;
/// Size of a connection's read buffer. Thousands of connections may be open.
pub(super) const READ_BUFFER: usize = 4 << 10;
/// Threads that handle messages of clients. They do not search.
const THREADS: usize = 16;
/// Time for closing all connections at the end.
pub(super) const FAREWELL_TIME: Duration = Duration::from_secs(2);
/// The path of the WebSocket.
const SOCKET_PATH: &str = "/ws";

/// The header that only counts with encryption or at this machine.
const OPENER_POLICY: &str = "cross-origin-opener-policy";

/// Headers of every answer. The page runs only the program's scripts, connects only to the program, is shown in no
/// frame, and its address, which contains a token, is sent to no other site.
const HEADERS: [(HeaderName, HeaderValue); 8] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
             font-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (HeaderName::from_static(OPENER_POLICY), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    (header::VARY, HeaderValue::from_static("Origin, Sec-Fetch-Site, Accept-Encoding")),
];

/// The shared state of all connections to the board.
pub(super) struct Shared {
    tables: Tables,
    /// Do only guests come in here?
    is_for_guests: bool,
    /// The state of connections.
    pub gate: Arc<Gate>,
    unauthenticated: Arc<Semaphore>,
}

impl Shared {
    /// A new window.
    pub fn client(&self, send_text: SendText) -> Client {
        if self.is_for_guests { self.tables.guest(send_text) } else { self.tables.client(send_text) }
    }
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    hosts: Hosts,
    limits: Limits,
    stop: Arc<watch::Sender<bool>>,
    door: Arc<Door>,
    openings: mpsc::UnboundedReceiver<Opening>,
}

/// Ends a server from any thread.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<watch::Sender<bool>>);

impl Stopper {
    /// Ends it: [`Server::run`] returns soon.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl Server {
    /// Listens on an address. The server's names are that address and `names`.
    ///
    /// # Errors
    /// The error of the system: the address is in use, or not one of this machine.
    pub fn bind(address: SocketAddr, names: &[String], limits: Limits) -> io::Result<Server> {
        let mut builder = Builder::new_current_thread();
        let runtime = builder.enable_io().enable_time().max_blocking_threads(THREADS).build()?;
        let listener = {
            let _inside = runtime.enter();
            let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
            // A server can be started again at once. On Windows this would let two programs share a port.
            #[cfg(unix)]
            socket.set_reuseaddr(true)?;
            socket.bind(address)?;
            socket.listen(BACKLOG)?
        };
        let address = listener.local_addr()?;
        let hosts = Hosts::new(address, names);
        let stop = Arc::new(watch::channel(false).0);
        let (door, openings) = Door::new((!address.ip().is_loopback()).then(|| origin(address)));
        Ok(Server { runtime, listener, address, hosts, limits, stop, door: Arc::new(door), openings })
    }

    /// The address on which it listens; the port is the real one.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the page.
    pub fn page(&self) -> String {
        format!("{}/", origin(self.address))
    }

    /// The way in for guests, to be given to the tables.
    pub fn door(&self) -> Arc<dyn table::Door> {
        self.door.clone()
    }

    /// The address of the page with this token. The part after `#` is never sent to any server.
    pub fn url(&self, token: &str) -> String {
        format!("{}#k={token}", self.page())
    }

    /// The handle that ends it.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop.clone())
    }

    /// Serves the board until it is stopped. The tables are closed then.
    pub fn run(mut self, tables: &Tables) {
        let (_, closed) = mpsc::unbounded_channel();
        let openings = std::mem::replace(&mut self.openings, closed);
        let door = self.door.clone();
        self.serve(|gate| {
            tokio::task::spawn_blocking(files::prepare);
            tokio::spawn(serve_guests(door, openings, tables.clone(), gate.stop.clone()));
            board_router(tables, gate, false)
        });
        tables.close();
    }

    /// Serves a match until it is stopped. Its last state is sent to all that look at it.
    #[cfg(feature = "match")]
    pub fn show(self, live: &Arc<Live>) {
        self.serve(|gate| live::router(live, gate));
    }

    /// Serves until it is stopped, by a router that is made inside the runtime.
    fn serve(self, router: impl FnOnce(&Arc<Gate>) -> Router) {
        let Server { runtime, listener, hosts, limits, stop, .. } = self;
        let gate = Gate::new(limits, hosts, stop.subscribe());
        runtime.block_on(async {
            let router = guarded(router(&gate), &gate);
            take_connections(listener, router, &gate).await;
        });
        runtime.shutdown_timeout(FAREWELL_TIME);
    }
}

/// The address of a page there, as others reach it.
fn origin(address: SocketAddr) -> String {
    let ip = address.ip();
    let ip = if ip.is_unspecified() { outward(ip).unwrap_or(ip) } else { ip };
    format!("http://{}:{}", literal(ip), address.port())
}

/// The answers to requests about the board.
fn board_router(tables: &Tables, gate: &Arc<Gate>, is_for_guests: bool) -> Router {
    let unauthenticated = Arc::new(Semaphore::new(gate.limits.unauthenticated));
    let shared = Shared { tables: tables.clone(), is_for_guests, gate: gate.clone(), unauthenticated };
    Router::new().route(SOCKET_PATH, any(open_socket)).fallback(send_file).with_state(Arc::new(shared))
}

fn guarded(router: Router, gate: &Arc<Gate>) -> Router {
    router.layer(from_fn_with_state(gate.clone(), guard))
}

/// Serves guests whenever the door is opened, until the server is stopped.
async fn serve_guests(
    door: Arc<Door>,
    mut openings: mpsc::UnboundedReceiver<Opening>,
    tables: Tables,
    mut stop: watch::Receiver<bool>,
) {
    loop {
        let opening = tokio::select! {
            opening = openings.recv() => opening,
            _ = stop.wait_for(|stop| *stop) => None,
        };
        let Some(Opening { listeners, hosts, stop }) = opening else { break };
        let gate = Gate::new(Limits::guests(), hosts, stop);
        let router = guarded(board_router(&tables, &gate, true), &gate);
        for listener in listeners {
            let (router, gate) = (router.clone(), gate.clone());
            match TcpListener::from_std(listener) {
                Ok(listener) => drop(tokio::spawn(async move {
                    take_connections(listener, router, &gate).await;
                })),
                Err(error) => tracing::warn!(%error, "cannot listen for guests"),
            }
        }
    }
    table::Door::close(&*door);
}

/// Accepts only requests that name this server and come from its own page, and adds the headers to every answer.
async fn guard(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response<Body> {
    let method = request.method().clone();
    let path = request.uri().path().to_string();
    let opens_socket = path == SOCKET_PATH;
    let may_stay = request.extensions().get::<Place>().is_some_and(|place| place.may_stay(&request));
    let is_plain = is_plain(request.headers());
    let refusal = gate.hosts.refusal(request.uri(), request.headers(), opens_socket);
    let mut response = if let Some(why) = refusal {
        plain(StatusCode::FORBIDDEN, why)
    } else if method == Method::GET || (method == Method::HEAD && !opens_socket) {
        next.run(request).await
    } else {
        let mut response = plain(StatusCode::METHOD_NOT_ALLOWED, "only GET is supported");
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        response
    };
    response.headers_mut().extend(HEADERS);
    if is_plain {
        response.headers_mut().remove(OPENER_POLICY);
    }
    // After an error nothing more is expected from this client.
    let is_well = matches!(response.status(), StatusCode::OK | StatusCode::NOT_MODIFIED);
    if response.status() != StatusCode::SWITCHING_PROTOCOLS && !(is_well && may_stay) {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    // The query is omitted: a user may have put there what belongs behind '#'.
    tracing::info!(%method, path, status = response.status().as_u16(), refusal);
    response
}

/// Is it a request at an address of another machine, without encryption? Browsers then ignore one of the headers, with a
/// warning.
fn is_plain(headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    host.parse::<SocketAddr>().is_ok_and(|address| !address.ip().is_loopback())
}

/// Answers any path except that of the WebSocket.
async fn send_file(uri: Uri, headers: HeaderMap) -> Result<Response<Body>, Infallible> {
    Ok(files::answer(uri.path(), &headers))
}

/// The WebSocket: begins a connection.
async fn open_socket(
    State(shared): State<Arc<Shared>>,
    Extension(place): Extension<Place>,
    socket: WebSocketUpgrade,
) -> Response<Body> {
    let Ok(unauthenticated) = shared.unauthenticated.clone().try_acquire_owned() else {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "too many other connections have not sent hello yet");
    };
    socket.max_message_size(MAX_MESSAGE).max_frame_size(MAX_MESSAGE).read_buffer_size(READ_BUFFER).on_upgrade(
        async move |socket| {
            connection::hold(socket, &shared, unauthenticated, &place.meter).await;
            drop(place);
        },
    )
}
