//! The line: messages over a stream, each ended by a zero byte.

use std::io::{Read, Write};

use crossbeam_channel::{Receiver, bounded};

use super::message::Message;

/// Bytes without a zero byte after which a peer is given up: several times the longest message.
const GIVE_UP: usize = 1024;

/// Messages read ahead before the reader waits.
const READ_AHEAD: usize = 64;

/// What has come in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Incoming {
    Message(Message),
    /// Not a message: what is wrong with it.
    Malformed(String),
}

/// Reads messages in a thread of its own. The channel is disconnected when the other end is closed or has sent
/// something without end.
pub(crate) fn messages(stream: impl Read + Send + 'static) -> Receiver<Incoming> {
    let (sender, receiver) = bounded(READ_AHEAD);
    std::thread::spawn(move || {
        let mut bytes = std::io::BufReader::new(stream).bytes().map_while(Result::ok);
        while let Some(text) = next_text(&mut bytes) {
            let incoming = text.and_then(|text| Message::parse(&text));
            let last = matches!(&incoming, Err(why) if why == ENDLESS);
            let sent = sender.send(incoming.map_or_else(Incoming::Malformed, Incoming::Message));
            if last || sent.is_err() {
                return;
            }
        }
    });
    receiver
}

const ENDLESS: &str = "a message without end";

/// The bytes up to the next zero byte; `None` at the end of the stream.
fn next_text(bytes: &mut impl Iterator<Item = u8>) -> Option<Result<String, String>> {
    let mut text = Vec::new();
    loop {
        match bytes.next()? {
            0 => return Some(Ok(String::from_utf8_lossy(&text).into_owned())),
            _ if text.len() == GIVE_UP => return Some(Err(ENDLESS.to_string())),
            byte => text.push(byte),
        }
    }
}

/// Sends a message.
///
/// # Errors
/// The other end is closed.
pub(crate) fn send(stream: &mut impl Write, message: &Message) -> Result<(), String> {
    let bytes = [message.to_string().as_bytes(), &[0]].concat();
    stream.write_all(&bytes).and_then(|()| stream.flush()).map_err(|error| format!("cannot send: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_end_with_a_zero_byte() {
        let read: Vec<Incoming> = messages(&b"Chello\0 E10 \0?\0Cnot ended"[..]).iter().collect();
        assert_eq!(read.len(), 3);
        assert_eq!(read[0], Incoming::Message(Message::Chat("hello".to_string())));
        assert!(matches!(read[1], Incoming::Message(Message::End { .. })));
        assert!(matches!(read[2], Incoming::Malformed(_)));
    }

    #[test]
    fn a_peer_that_never_ends_a_message_is_given_up() {
        let read: Vec<Incoming> = messages(std::io::repeat(b'C')).iter().collect();
        assert_eq!(read, [Incoming::Malformed(ENDLESS.to_string())]);
    }
}
