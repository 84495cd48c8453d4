//! A WebSocket from its first message to its end.
//!
//! One task reads, writes and watches the time, so that nothing is shared or locked. A message of the client is passed
//! to its table on another thread, because that may take a while (a file of games, a picture). Until it returns no
//! further message is read, so that an overactive client waits in its own socket.

use std::borrow::Cow;
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Duration, Instant, Interval, MissedTickBehavior, interval_at, sleep_until, timeout};

use super::bucket::Bucket;
use super::meter::Meter;
use super::send_queue::{SendQueue, send_queue};
use super::server::{READ_BUFFER, Shared};
use crate::table::{Client, Rights};

/// Maximum bytes of a message of a client without hello, or of a spectator.
const MAX_LOOK: usize = 4 << 10;
/// Maximum bytes of a message.
const MAX_COMMAND: usize = 64 << 10;
/// Maximum bytes of a message of the host with a file of games, and so of any message.
pub(super) const MAX_MESSAGE: usize = 1 << 20;
/// Bytes of the header of a ping, with the mask.
const CONTROL_HEADER: usize = 6;
/// Time for the other end to receive the close frame.
const CLOSING: Duration = Duration::from_secs(1);
/// Number of unanswered pings after which a client counts as gone.
const MISSED_PINGS: u32 = 3;

/// Why a connection ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// The client has gone.
    Gone,
    /// The program is ending.
    Stopping,
    /// Binary messages have no meaning.
    Binary,
    /// The first message was not hello with a valid token.
    NotWelcome,
    /// No hello in time.
    Silent,
    /// More messages than a user and a page can send.
    TooFast,
    /// The client does not read, or does not answer pings.
    TooSlow,
    /// A message that is too long, or no WebSocket at all.
    Broken,
    /// An internal error, which affects only this connection.
    Failed,
}

impl End {
    /// The close code of RFC 6455 and the reason for the client.
    fn close_frame(self) -> Option<CloseFrame> {
        let (code, reason) = match self {
            End::Gone => return None,
            End::Stopping => (1001, "the program is ending"),
            End::Binary => (1003, "messages are text"),
            End::NotWelcome => (1008, "authentication failed"),
            End::Silent => (1008, "no hello in time"),
            End::TooFast => (1008, "too many messages"),
            End::TooSlow => (1008, "the client does not read its messages"),
            End::Broken => (1009, "the message is too long or malformed"),
            End::Failed => (1011, "internal error"),
        };
        Some(CloseFrame { code, reason: reason.into() })
    }
}

/// Holds a connection. `unauthenticated` is released when the client has said hello.
pub(super) async fn hold(
    socket: WebSocket,
    shared: &Shared,
    unauthenticated: OwnedSemaphorePermit,
    meter: &Arc<Meter>,
) {
    meter.allow(unfinished(None), false);
    let (sender, send_queue) = send_queue();
    let client = shared.client(Box::new(move |message| sender.put(message)));
    let now = Instant::now();
    let mut pings = interval_at(now + shared.gate.limits.ping, shared.gate.limits.ping);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut connection = Connection {
        socket,
        send_queue,
        listener: Listener::Idle(Box::new(client)),
        bucket: Bucket::new(now.into_std()),
        pings,
        ping: shared.gate.limits.ping,
        last_received: now,
        hello_until: now + shared.gate.limits.silence,
        hello: Hello::Awaited,
        unauthenticated: Some(unauthenticated),
        rights: None,
        meter: meter.clone(),
    };
    let mut stop = shared.gate.stop.clone();
    let overflow = connection.send_queue.overflow();
    let end = tokio::select! {
        end = connection.run() => end,
        () = overflow => End::TooSlow,
        () = meter.overflow() => End::Broken,
        _ = stop.wait_for(|stop| *stop) => End::Stopping,
    };
    tracing::info!(?end, "a conversation is over");
    connection.close(end).await;
}

/// The state of the first message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hello {
    /// It has not arrived.
    Awaited,
    /// It is with the tables.
    Said,
    /// Its answer has been sent.
    Answered,
}

/// The client, or the thread that handles its message.
enum Listener {
    /// No message is being handled.
    Idle(Box<Client>),
    /// A thread handles a message.
    Busy(JoinHandle<Box<Client>>),
    /// The thread has failed.
    Gone,
}

struct Connection {
    socket: WebSocket,
    send_queue: SendQueue,
    listener: Listener,
    bucket: Bucket,
    pings: Interval,
    ping: Duration,
    /// Time of the last received data.
    last_received: Instant,
    /// Deadline for hello.
    hello_until: Instant,
    hello: Hello,
    /// The permit of a connection without hello; `None`: the client is welcome.
    unauthenticated: Option<OwnedSemaphorePermit>,
    /// The rights of its token; `None`: no hello yet.
    rights: Option<Rights>,
    meter: Arc<Meter>,
}

impl Connection {
    async fn run(&mut self) -> End {
        loop {
            let step = match &mut self.listener {
                Listener::Busy(work) => tokio::select! {
                    listened = work => self.listened(listened.ok()),
                    message = self.send_queue.next() => self.forward(message).await,
                },
                Listener::Idle(_) | Listener::Gone => tokio::select! {
                    message = self.send_queue.next() => self.forward(message).await,
                    message = self.socket.recv(), if self.may_speak() => self.receive(message),
                    _ = self.pings.tick() => self.ping().await,
                    () = sleep_until(self.hello_until), if self.unauthenticated.is_some() => Err(End::Silent),
                },
            };
            if let Err(end) = step.and_then(|()| self.welcome()) {
                return end;
            }
        }
    }

    /// A client cannot send before the answer to its hello: no one can guess twice.
    fn may_speak(&self) -> bool {
        self.unauthenticated.is_none() || self.hello == Hello::Awaited
    }

    /// Checks whether the answer to hello has made the client welcome. Tables may answer later.
    fn welcome(&mut self) -> Result<(), End> {
        if let Listener::Idle(client) = &self.listener
            && self.hello == Hello::Answered
            && self.unauthenticated.is_some()
        {
            self.rights = Some(client.rights().ok_or(End::NotWelcome)?);
            self.meter.allow(unfinished(self.rights), self.rights != Some(Rights::Spectator));
            self.unauthenticated = None;
        }
        Ok(())
    }

    /// Sends a message of a table.
    async fn forward(&mut self, message: Option<Arc<str>>) -> Result<(), End> {
        send_text(&mut self.socket, message, self.ping).await?;
        self.hello = Hello::Answered;
        Ok(())
    }

    /// Handles data from the client.
    fn receive(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        self.last_received = Instant::now();
        let message = match message {
            None | Some(Ok(Message::Close(_))) => return Err(End::Gone),
            Some(Err(_)) => return Err(End::Broken),
            Some(Ok(message)) => message,
        };
        if !self.bucket.take(self.last_received.into_std()) {
            return Err(End::TooFast);
        }
        match message {
            Message::Text(text) if text.len() > self.max_length(&text) => Err(End::Broken),
            Message::Text(text) => {
                self.meter.finish();
                if self.hello == Hello::Awaited {
                    self.hello = Hello::Said;
                }
                let Listener::Idle(mut client) = std::mem::replace(&mut self.listener, Listener::Gone) else {
                    return Err(End::Failed);
                };
                self.listener = Listener::Busy(spawn_blocking(move || {
                    client.receive(text.as_str());
                    client
                }));
                Ok(())
            }
            Message::Binary(_) => Err(End::Binary),
            // Pings are answered when they are read: they may come between the fragments of a message.
            Message::Ping(bytes) | Message::Pong(bytes) => {
                self.meter.finish_part(CONTROL_HEADER + bytes.len());
                Ok(())
            }
            Message::Close(_) => Ok(()),
        }
    }

    /// Maximum length of this message. Only a file of games is longer than a page of text.
    fn max_length(&self, text: &str) -> usize {
        match self.rights {
            Some(Rights::Host) if text.len() > MAX_COMMAND && is_load(text) => MAX_MESSAGE,
            Some(Rights::Host) => MAX_COMMAND,
            rights => longest(rights),
        }
    }

    /// A message has been passed to its table; `None`: the thread has failed.
    fn listened(&mut self, client: Option<Box<Client>>) -> Result<(), End> {
        self.listener = Listener::Idle(client.ok_or(End::Failed)?);
        Ok(())
    }

    /// Asks whether the client is still there.
    async fn ping(&mut self) -> Result<(), End> {
        if self.last_received.elapsed() > self.ping * MISSED_PINGS {
            return Err(End::TooSlow);
        }
        send(&mut self.socket, Message::Ping(Bytes::new()), self.ping).await
    }

    /// Closes the connection with a reason.
    async fn close(mut self, end: End) {
        let farewell = async {
            let frame = end.close_frame()?;
            self.socket.send(Message::Close(Some(frame))).await.ok()?;
            // With unread input the system would discard the last output.
            while let Some(Ok(_)) = self.socket.recv().await {}
            Some(())
        };
        let _ = timeout(CLOSING, farewell).await;
        // Leaving a table may have to wait for its thread.
        let listener = self.listener;
        if let Listener::Idle(client) = listener {
            spawn_blocking(move || drop(client));
        }
    }
}

/// Maximum bytes of a message with these rights.
fn longest(rights: Option<Rights>) -> usize {
    match rights {
        None | Some(Rights::Spectator) => MAX_LOOK,
        Some(Rights::Seat(_)) => MAX_COMMAND,
        Some(Rights::Host) => MAX_MESSAGE,
    }
}

/// Bytes that may have arrived before such a message is complete, with the headers of its pieces and the beginning of
/// the next one.
fn unfinished(rights: Option<Rights>) -> usize {
    longest(rights) + 2 * READ_BUFFER
}

/// Does this message bring a file?
fn is_load(text: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Named<'a> {
        #[serde(borrow, rename = "do")]
        command: Cow<'a, str>,
    }
    serde_json::from_str::<Named<'_>>(text).is_ok_and(|message| message.command == "load")
}

/// Sends a message of a table; `None`: there will be no more.
async fn send_text(socket: &mut WebSocket, text: Option<Arc<str>>, limit: Duration) -> Result<(), End> {
    let text = text.ok_or(End::Failed)?;
    send(socket, Message::text(&*text), limit).await
}

async fn send(socket: &mut WebSocket, message: Message, limit: Duration) -> Result<(), End> {
    match timeout(limit, socket.send(message)).await {
        Ok(sent) => sent.map_err(|_| End::Gone),
        Err(_) => Err(End::TooSlow),
    }
}
