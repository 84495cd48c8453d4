//! Counts the unfinished bytes of a connection: those of an incomplete request or message.
//!
//! They are counted at the socket, because the reader of messages buffers them until a message is complete. A
//! connection has a limit of its own, and all those without a seat have one together. Data beyond the limit is read and
//! dropped, so that the other end receives the reason for the end.
//!
//! Invariant: the total is the sum over the connections that count in it.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};

use parking_lot::Mutex;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;

/// Bytes that a connection drops at a time.
const DROPPED: usize = 4 << 10;

/// The unfinished bytes of all connections without a seat.
pub(super) struct Total {
    bytes: AtomicUsize,
    max: usize,
}

impl Total {
    /// No bytes yet, and at most `max`.
    pub fn new(max: usize) -> Arc<Total> {
        Arc::new(Total { bytes: AtomicUsize::new(0), max })
    }
}

/// The unfinished bytes of one connection.
pub(super) struct Meter {
    total: Arc<Total>,
    count: Mutex<Count>,
    overflow: Notify,
}

struct Count {
    unfinished: usize,
    limit: usize,
    is_seated: bool,
    is_over: bool,
}

impl Meter {
    /// A connection with at most `limit` unfinished bytes.
    pub fn new(total: &Arc<Total>, limit: usize) -> Arc<Meter> {
        let count = Count { unfinished: 0, limit, is_seated: false, is_over: false };
        Arc::new(Meter { total: total.clone(), count: Mutex::new(count), overflow: Notify::new() })
    }

    /// Sets the limit of unfinished bytes. Those of a seated client do not count in the total.
    pub fn allow(&self, limit: usize, is_seated: bool) {
        let mut count = self.count.lock();
        self.release(&mut count, usize::MAX);
        (count.limit, count.is_seated) = (limit, is_seated);
    }

    /// A message is complete, and with it all bytes that have arrived.
    pub fn finish(&self) {
        self.finish_part(usize::MAX);
    }

    /// `bytes` of the bytes that have arrived are finished.
    pub fn finish_part(&self, bytes: usize) {
        self.release(&mut self.count.lock(), bytes);
    }

    /// Returns when the limit is exceeded.
    pub async fn overflow(&self) {
        self.overflow.notified().await;
    }

    /// Counts bytes; false: there are too many.
    fn arrive(&self, bytes: usize) -> bool {
        let mut count = self.count.lock();
        count.unfinished += bytes;
        let mut is_over = count.unfinished > count.limit;
        if !count.is_seated {
            is_over |= self.total.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes > self.total.max;
        }
        if is_over {
            count.is_over = true;
            self.overflow.notify_one();
        }
        !is_over
    }

    fn release(&self, count: &mut Count, bytes: usize) {
        let released = bytes.min(count.unfinished);
        count.unfinished -= released;
        if !count.is_seated {
            self.total.bytes.fetch_sub(released, Ordering::Relaxed);
        }
    }

    fn is_over(&self) -> bool {
        self.count.lock().is_over
    }
}

impl Drop for Meter {
    fn drop(&mut self) {
        self.finish();
    }
}

/// A connection whose bytes are counted.
pub(super) struct Metered {
    stream: TcpStream,
    meter: Arc<Meter>,
}

impl Metered {
    /// Counts bytes from now on.
    pub fn new(stream: TcpStream, meter: Arc<Meter>) -> Metered {
        Metered { stream, meter }
    }

    /// Reads and drops data until the other end closes.
    fn drop_all(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            let mut dropped = [0; DROPPED];
            let mut dropped = ReadBuf::new(&mut dropped);
            ready!(Pin::new(&mut self.stream).poll_read(context, &mut dropped))?;
            if dropped.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
        }
    }
}

impl AsyncRead for Metered {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.meter.is_over() {
            return self.drop_all(context);
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        if self.meter.arrive(buffer.filled().len() - before) {
            return Poll::Ready(Ok(()));
        }
        buffer.set_filled(before);
        self.drop_all(context)
    }
}

impl AsyncWrite for Metered {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_has_a_limit_and_those_that_are_not_seated_have_one_together() {
        let total = Total::new(100);
        let [one, other] = [(), ()].map(|()| Meter::new(&total, 60));
        assert!(one.arrive(60) && other.arrive(40));
        assert!(!other.arrive(1), "too many together");
        one.finish_part(10);
        assert!(other.arrive(9));
        drop(other);
        assert_eq!(total.bytes.load(Ordering::Relaxed), 50);
        one.allow(1000, true);
        assert!(one.arrive(1000) && !one.arrive(1));
        assert_eq!(total.bytes.load(Ordering::Relaxed), 0);
    }
}
