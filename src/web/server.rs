//! Accepts connections, and answers the one request of each. What is answered is a router: that of the board here, or
//! that of a match (`live`).
//!
//! A connection has one request: either a file is sent and it ends, or it becomes a WebSocket. This bounds its life
//! without a rule for each kind of slowness, and on loopback a new connection is cheap.

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
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{sleep, timeout};

use super::connection::MAX_MESSAGE;
use super::hosts::{Hosts, literal};
#[cfg(feature = "match")]
use super::live;
use super::meter::{Meter, Metered, Total};
use super::{Limits, connection, files, plain};
#[cfg(feature = "match")]
use crate::match_runner::live::Live;
use crate::table::Tables;

/// Connections that the system queues until they are accepted.
const BACKLOG: u32 = 1024;
/// Maximum bytes of a request with its headers.
const MAX_REQUEST: usize = 16 << 10;
/// Maximum bytes of a request with unexpected data after its headers.
const MAX_EXCHANGE: usize = 4 * MAX_REQUEST;
/// Size of a connection's read buffer. Thousands of connections may be open.
pub(super) const READ_BUFFER: usize = 4 << 10;
/// Threads that handle messages of clients. They do not search.
const THREADS: usize = 16;
/// Time for closing all connections at the end.
const FAREWELL_TIME: Duration = Duration::from_secs(2);
/// Time until connections are accepted again after the system had no resources.
const EXHAUSTED: Duration = Duration::from_millis(100);
/// The path of the WebSocket.
const SOCKET_PATH: &str = "/ws";

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
    (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin")),
    (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    (header::VARY, HeaderValue::from_static("Origin, Sec-Fetch-Site")),
];

/// The permit of a connection, released when it is dropped.
#[derive(Clone)]
struct Place {
    _permit: Arc<OwnedSemaphorePermit>,
    meter: Arc<Meter>,
}

/// What all connections share, whatever is served.
pub(super) struct Gate {
    /// The limits of connections.
    pub limits: Limits,
    /// Becomes true at the end.
    pub stop: watch::Receiver<bool>,
    hosts: Hosts,
    places: Arc<Semaphore>,
    unfinished: Arc<Total>,
}

/// The shared state of all connections to the board.
pub(super) struct Shared {
    /// The tables.
    pub tables: Tables,
    /// The state of connections.
    pub gate: Arc<Gate>,
    unauthenticated: Arc<Semaphore>,
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
        Ok(Server { runtime, listener, address, hosts, limits, stop: Arc::new(watch::channel(false).0) })
    }

    /// The address on which it listens; the port is the real one.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of the page.
    pub fn page(&self) -> String {
        let ip = self.address.ip();
        let ip = if ip.is_unspecified() { outward(ip).unwrap_or(ip) } else { ip };
        format!("http://{}:{}/", literal(ip), self.address.port())
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
    pub fn run(self, tables: &Tables) {
        self.serve(|gate| {
            let unauthenticated = Arc::new(Semaphore::new(gate.limits.unauthenticated));
            let shared = Arc::new(Shared { tables: tables.clone(), gate: gate.clone(), unauthenticated });
            Router::new().route(SOCKET_PATH, any(open_socket)).fallback(send_file).with_state(shared)
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
        let gate = Arc::new(Gate {
            limits,
            stop: stop.subscribe(),
            hosts,
            places: Arc::new(Semaphore::new(limits.connections)),
            unfinished: Total::new(limits.unfinished),
        });
        runtime.block_on(async {
            let router = router(&gate).layer(from_fn_with_state(gate.clone(), guard));
            take_connections(listener, router, &gate).await;
        });
        runtime.shutdown_timeout(FAREWELL_TIME);
    }
}

/// The address of this machine for others. Nothing is sent: the system only chooses a route.
fn outward(unspecified: std::net::IpAddr) -> Option<std::net::IpAddr> {
    let socket = std::net::UdpSocket::bind((unspecified, 0)).ok()?;
    let anywhere = if unspecified.is_ipv4() { "192.0.2.1:9" } else { "[2001:db8::1]:9" };
    socket.connect(anywhere).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Accepts connections until the end, and waits a little until all of them are closed.
async fn take_connections(listener: TcpListener, router: Router, gate: &Arc<Gate>) {
    let mut stop = gate.stop.clone();
    loop {
        let accepted = tokio::select! {
            _ = stop.wait_for(|stop| *stop) => break,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((stream, _)) => take(stream, router.clone(), gate),
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                sleep(EXHAUSTED).await;
            }
        }
    }
    drop(listener);
    let everybody = u32::try_from(gate.limits.connections).unwrap_or(u32::MAX);
    let _ = timeout(FAREWELL_TIME, gate.places.acquire_many(everybody)).await;
}

/// Answers the request of a connection, in a task of its own.
fn take(stream: TcpStream, router: Router, gate: &Arc<Gate>) {
    let Ok(permit) = gate.places.clone().try_acquire_owned() else {
        tracing::warn!("too many connections: one is refused");
        let _ = stream.try_write(b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n");
        return;
    };
    let meter = Meter::new(&gate.unfinished, MAX_EXCHANGE);
    let place = Place { _permit: Arc::new(permit), meter: meter.clone() };
    let limits = gate.limits;
    // An answer is written at once; waiting for more data would only delay it.
    let _ = stream.set_nodelay(true);
    tokio::spawn(async move {
        let inner = TowerToHyperService::new(router);
        let service = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(place.clone());
            inner.call(request.map(Body::new))
        });
        let mut builder = http1::Builder::new();
        builder.timer(TokioTimer::new()).header_read_timeout(limits.silence);
        builder.max_buf_size(MAX_REQUEST).max_header_size(MAX_REQUEST);
        let exchange = builder.serve_connection(TokioIo::new(Metered::new(stream, meter.clone())), service);
        let ended = tokio::select! {
            ended = timeout(limits.exchange, exchange.with_upgrades()) => ended,
            () = meter.overflow() => return tracing::debug!("a connection sent too much"),
        };
        match ended {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::debug!(%error, "a connection failed"),
            Err(_) => tracing::debug!("a connection took too long"),
        }
    });
}

/// Accepts only requests that name this server and come from its own page, and adds the headers to every answer.
async fn guard(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response<Body> {
    let method = request.method().clone();
    let path = request.uri().path().to_string();
    let opens_socket = path == SOCKET_PATH;
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
    if response.status() != StatusCode::SWITCHING_PROTOCOLS {
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    // The query is omitted: a user may have put there what belongs behind '#'.
    tracing::info!(%method, path, status = response.status().as_u16(), refusal);
    response
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
