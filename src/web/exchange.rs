//! Accepts connections, and takes the requests of each.
//!
//! The page is two requests of about 150 kB, and a connection for each of them would cost a browser more than the files.
//! So a connection stays for further requests, but its life is bounded without a rule for each kind of slowness: at most
//! [`MAX_REQUESTS`], a pause of `silence` between two of them, and `exchange` from its beginning to its end. In the second
//! half of that time an answer is the last one, so that a browser does not begin a request that would be cut off. A
//! connection that becomes a WebSocket has the rules of `connection`.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::{Version, header};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::time::{Instant, sleep, timeout};

use super::Limits;
use super::hosts::Hosts;
use super::meter::{Meter, Metered, Total};
use super::server::FAREWELL_TIME;

/// Requests of a connection.
const MAX_REQUESTS: usize = 100;
/// Maximum bytes of a request with its headers.
const MAX_REQUEST: usize = 16 << 10;
/// Maximum bytes of a request with unexpected data after its headers.
const MAX_EXCHANGE: usize = 4 * MAX_REQUEST;
/// Time until connections are accepted again after the system had no resources.
const EXHAUSTED: Duration = Duration::from_millis(100);

/// What all connections share, whatever is served.
pub(super) struct Gate {
    /// The limits of connections.
    pub limits: Limits,
    /// Becomes true at the end.
    pub stop: watch::Receiver<bool>,
    /// The names of the server.
    pub hosts: Hosts,
    places: Arc<Semaphore>,
    unfinished: Arc<Total>,
    /// Number of connections refused so far.
    refused: AtomicU64,
}

impl Gate {
    /// For a server with these names, until `stop` becomes true.
    pub fn new(limits: Limits, hosts: Hosts, stop: watch::Receiver<bool>) -> Arc<Gate> {
        let places = Arc::new(Semaphore::new(limits.connections));
        let unfinished = Total::new(limits.unfinished);
        Arc::new(Gate { limits, stop, hosts, places, unfinished, refused: AtomicU64::new(0) })
    }
}

/// The permit of a connection, released when it is dropped.
#[derive(Clone)]
pub(super) struct Place {
    _permit: Arc<OwnedSemaphorePermit>,
    /// Its unfinished bytes.
    pub meter: Arc<Meter>,
    requests: Arc<AtomicUsize>,
    last_request: Instant,
}

impl Place {
    /// May another request follow this one? A body is never read, so nothing can follow it.
    pub fn may_stay(&self, request: &Request) -> bool {
        let has_body = [header::CONTENT_LENGTH, header::TRANSFER_ENCODING]
            .iter()
            .any(|name| request.headers().contains_key(name));
        !has_body
            && request.version() == Version::HTTP_11
            && self.requests.load(Ordering::Relaxed) < MAX_REQUESTS
            && Instant::now() < self.last_request
    }
}

/// Accepts connections until the end, and waits a little until all of them are closed.
pub(super) async fn take_connections(listener: TcpListener, router: Router, gate: &Arc<Gate>) {
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

/// Answers the requests of a connection, in a task of its own.
fn take(stream: TcpStream, router: Router, gate: &Arc<Gate>) {
    let Ok(permit) = gate.places.clone().try_acquire_owned() else {
        // A crowd must not fill the log.
        let refused = gate.refused.fetch_add(1, Ordering::Relaxed) + 1;
        if refused.is_power_of_two() {
            tracing::warn!(refused, "too many connections");
        }
        let _ = stream.try_write(b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\n\r\n");
        return;
    };
    let meter = Meter::new(&gate.unfinished, MAX_EXCHANGE);
    let place = Place {
        _permit: Arc::new(permit),
        meter: meter.clone(),
        requests: Arc::default(),
        last_request: Instant::now() + gate.limits.exchange / 2,
    };
    // An answer is written at once; waiting for more data would only delay it.
    let _ = stream.set_nodelay(true);
    tokio::spawn(hold(Metered::new(stream, meter), place, router, gate.limits, gate.stop.clone()));
}

/// A connection until its end.
async fn hold(
    stream: Metered,
    place: Place,
    router: Router,
    limits: Limits,
    mut stop: watch::Receiver<bool>,
) {
    let meter = place.meter.clone();
    let inner = TowerToHyperService::new(router);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        // What has arrived until now was this request.
        place.meter.finish();
        place.requests.fetch_add(1, Ordering::Relaxed);
        request.extensions_mut().insert(place.clone());
        inner.call(request.map(Body::new))
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.silence);
    builder.max_buf_size(MAX_REQUEST).max_header_size(MAX_REQUEST);
    let mut exchange = pin!(builder.serve_connection(TokioIo::new(stream), service).with_upgrades());
    let until_end = async {
        tokio::select! {
            ended = exchange.as_mut() => return ended,
            _ = stop.wait_for(|stop| *stop) => {}
        }
        exchange.as_mut().graceful_shutdown();
        exchange.await
    };
    let ended = tokio::select! {
        ended = timeout(limits.exchange, until_end) => ended,
        () = meter.overflow() => return tracing::debug!("a connection sent too much"),
    };
    match ended {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::debug!(%error, "a connection failed"),
        Err(_) => tracing::debug!("a connection took too long"),
    }
}
