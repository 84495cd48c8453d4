//! Messages over a stream, each ended by a zero byte.

use std::fmt;
use std::io::{self, Read, Write};

use crossbeam_channel::{Receiver, bounded};

use super::message::Message;

/// Longest message that is read, in bytes: several times what the protocol allows.
const MAX_BYTES: usize = 1024;

/// Messages read ahead before the reader waits.
const READ_AHEAD: usize = 64;

/// A received item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Incoming {
    Message(Message),
    /// Not a message: what is wrong with it.
    Malformed(String),
}

/// Reads messages in a thread of its own. The channel is disconnected when the other end is closed or has sent a
/// message without its end.
///
/// # Errors
/// The system cannot start a thread.
pub(crate) fn messages(stream: impl Read + Send + 'static) -> io::Result<Receiver<Incoming>> {
    let (sender, receiver) = bounded(READ_AHEAD);
    let reader = std::thread::Builder::new().name("messages".to_string());
    let started = reader.spawn(move || {
        let mut bytes = std::io::BufReader::new(stream).bytes().map_while(Result::ok);
        while let Some(text) = next_text(&mut bytes) {
            let is_last = text.is_err();
            let incoming = match text {
                Ok(text) => Message::parse(&text).map_or_else(Incoming::Malformed, Incoming::Message),
                Err(endless) => Incoming::Malformed(endless.to_string()),
            };
            if sender.send(incoming).is_err() || is_last {
                return;
            }
        }
    });
    started.map(|_| receiver)
}

/// A message is too long without a zero byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct EndlessMessage;

impl fmt::Display for EndlessMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a message without end")
    }
}

/// The bytes up to the next zero byte; `None` at the end of the stream.
fn next_text(bytes: &mut impl Iterator<Item = u8>) -> Option<Result<String, EndlessMessage>> {
    let mut text = Vec::new();
    loop {
        match bytes.next()? {
            0 => return Some(Ok(String::from_utf8_lossy(&text).into_owned())),
            _ if text.len() == MAX_BYTES => return Some(Err(EndlessMessage)),
            byte => text.push(byte),
        }
    }
}

/// Sends a message.
///
/// # Errors
/// The other end is closed.
pub(crate) fn send(stream: &mut impl Write, message: &Message) -> io::Result<()> {
    let bytes = [message.to_string().as_bytes(), &[0]].concat();
    stream.write_all(&bytes)?;
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_end_with_a_zero_byte() {
        let messages = messages(&b"Chello\0 E10 \0?\0Cnot ended"[..]).expect("a thread");
        let read: Vec<Incoming> = messages.iter().collect();
        assert_eq!(read.len(), 3);
        assert_eq!(read[0], Incoming::Message(Message::Chat("hello".to_string())));
        assert!(matches!(read[1], Incoming::Message(Message::End { .. })));
        assert!(matches!(read[2], Incoming::Malformed(_)));
    }

    #[test]
    fn reading_ends_at_a_message_that_never_ends() {
        let read: Vec<Incoming> = messages(std::io::repeat(b'C')).expect("a thread").iter().collect();
        assert_eq!(read, [Incoming::Malformed(EndlessMessage.to_string())]);
    }
}
