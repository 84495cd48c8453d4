//! The queue of messages to one client.
//!
//! Tables add messages from their threads and never wait. A client that reads more slowly than its table sends fills
//! the queue; it is then disconnected, and gets the current table when it reconnects. So a slow reader costs a bounded
//! amount of memory and delays nobody.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{Notify, mpsc};

/// Maximum number of messages.
const MAX_MESSAGES: usize = 256;
/// Maximum bytes. A single message may be longer: a file of thousands of games.
const MAX_BYTES: usize = 4 << 20;

/// The shared state of both ends.
#[derive(Default)]
struct Shared {
    /// Bytes that wait.
    bytes: AtomicUsize,
    /// Wakes the connection when a message does not fit.
    overflow: Notify,
}

/// The end for tables.
pub(super) struct QueueSender {
    queue: mpsc::Sender<Arc<str>>,
    shared: Arc<Shared>,
}

/// The receiving end of the queue, for the connection.
pub(super) struct SendQueue {
    queue: mpsc::Receiver<Arc<str>>,
    shared: Arc<Shared>,
}

/// An empty queue.
pub(super) fn send_queue() -> (QueueSender, SendQueue) {
    let (sender, receiver) = mpsc::channel(MAX_MESSAGES);
    let shared = Arc::new(Shared::default());
    (QueueSender { queue: sender, shared: shared.clone() }, SendQueue { queue: receiver, shared })
}

impl QueueSender {
    /// Adds a message; `false`: the client has gone, or reads too slowly and is disconnected.
    pub fn put(&self, message: Arc<str>) -> bool {
        let length = message.len();
        let before = self.shared.bytes.fetch_add(length, Ordering::Relaxed);
        let fits = before == 0 || before.saturating_add(length) <= MAX_BYTES;
        if fits && self.queue.try_send(message).is_ok() {
            return true;
        }
        self.shared.overflow.notify_one();
        false
    }
}

impl SendQueue {
    /// The next message; `None` once there are no senders.
    pub async fn next(&mut self) -> Option<Arc<str>> {
        let message = self.queue.recv().await?;
        self.shared.bytes.fetch_sub(message.len(), Ordering::Relaxed);
        Some(message)
    }

    /// Returns when a message does not fit.
    pub fn overflow(&self) -> impl Future<Output = ()> + use<> {
        let shared = self.shared.clone();
        async move { shared.overflow.notified().await }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_not_taken() {
        let (sender, _send_queue) = send_queue();
        let taken = (0..1000).filter(|_| sender.put("x".into())).count();
        assert_eq!(taken, MAX_MESSAGES);
    }

    #[test]
    fn one_long_message_fits_and_a_second_one_does_not() {
        let (sender, _send_queue) = send_queue();
        let long: Arc<str> = "x".repeat(MAX_BYTES + 1).into();
        assert!(sender.put(long.clone()));
        assert!(!sender.put(long));
    }
}
