//! The part of ZMTP 3.0, the protocol of `ZeroMQ`, that a monitor needs (<https://rfc.zeromq.org/spec/23/>): one connection of a REQ
//! or a SUB socket without security. A state machine over bytes: knows no network and no clock.
//!
//! Libraries for `ZeroMQ` bring a runtime for asynchronous code or a library in C, and sockets of their own; a monitor needs two frames and
//! a handshake.

use std::collections::VecDeque;

use thiserror::Error;

use crate::bytes::Bytes;

/// The parts of a message.
pub type Parts = Vec<Vec<u8>>;

/// The largest part that is accepted, in bytes. The tree is the largest one that a robot sends.
const MAX_PART: u64 = 64 << 20;
/// The most parts of a message.
const MAX_PARTS: usize = 16;

const GREETING: usize = 64;
pub(crate) const MORE: u8 = 1;
const LONG: u8 = 2;
const COMMAND: u8 = 4;

/// What a connection is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Sends requests, and gets a reply to each.
    Requests,
    /// Gets all that is published.
    Subscribes,
}

impl Role {
    fn names(self) -> (&'static [u8], &'static [u8]) {
        match self {
            Self::Requests => (b"REQ", b"REP"),
            Self::Subscribes => (b"SUB", b"PUB"),
        }
    }
}

/// The reason why a connection cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ZmtpFault {
    /// It is not ZMTP 3.
    #[error("the other side does not speak ZeroMQ 3")]
    NotZmtp,
    /// It wants a password or encryption.
    #[error("the other side wants an authentication that is unknown here")]
    OtherSecurity,
    /// It has another type of socket.
    #[error("the other side has another type of socket")]
    OtherSocket,
    /// A message is too large.
    #[error("the other side sent a message that is too large")]
    TooLarge,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Greeting,
    Handshake,
    Ready,
    Failed(ZmtpFault),
}

/// A connection.
#[derive(Clone, Debug)]
pub struct Connection {
    role: Role,
    stage: Stage,
    received: Vec<u8>,
    to_send: Vec<u8>,
    /// The parts of the message that is being received.
    parts: Parts,
    messages: VecDeque<Parts>,
    /// Messages that were given before the other side was ready.
    waiting: Vec<u8>,
}

impl Connection {
    /// Creates a connection whose first bytes are still to be sent.
    pub fn new(role: Role) -> Self {
        Self {
            role,
            stage: Stage::Greeting,
            received: Vec::new(),
            to_send: greeting(),
            parts: Vec::new(),
            messages: VecDeque::new(),
            waiting: Vec::new(),
        }
    }

    /// Returns whether the other side is ready for messages.
    pub fn is_ready(&self) -> bool {
        self.stage == Stage::Ready
    }

    /// Returns the bytes that are to be sent now, once.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.to_send)
    }

    /// Returns the next message that came in.
    pub fn next_message(&mut self) -> Option<Parts> {
        self.messages.pop_front()
    }

    /// Sends a message, as soon as the other side is ready.
    pub fn send(&mut self, parts: &[Vec<u8>]) {
        let mut frames = Vec::new();
        if self.role == Role::Requests {
            push_frame(&mut frames, MORE, &[]);
        }
        for (place, part) in parts.iter().enumerate() {
            let has_more = place + 1 < parts.len();
            push_frame(&mut frames, if has_more { MORE } else { 0 }, part);
        }
        let is_ready = self.is_ready();
        let to = if is_ready {
            &mut self.to_send
        } else {
            &mut self.waiting
        };
        to.extend(frames);
    }

    /// Takes in bytes of the other side, which may end anywhere.
    ///
    /// # Errors
    /// If the connection cannot go on; then also at each later call.
    pub fn receive(&mut self, bytes: &[u8]) -> Result<(), ZmtpFault> {
        if let Stage::Failed(fault) = self.stage {
            return Err(fault);
        }
        self.received.extend_from_slice(bytes);
        let mut received = std::mem::take(&mut self.received);
        let mut rest = Bytes(&received);
        let read = self.read(&mut rest);
        let used = received.len() - rest.0.len();
        received.drain(..used);
        self.received = received;
        read.inspect_err(|fault| {
            self.stage = Stage::Failed(*fault);
            self.received = Vec::new();
        })
    }

    /// Reads all that is complete.
    fn read(&mut self, bytes: &mut Bytes<'_>) -> Result<(), ZmtpFault> {
        if self.stage == Stage::Greeting {
            if !is_greeting_so_far(bytes.0) {
                return Err(ZmtpFault::NotZmtp);
            }
            let Some(greeting) = bytes.take(GREETING) else {
                return Ok(());
            };
            if !greeting[12..].starts_with(b"NULL\0") {
                return Err(ZmtpFault::OtherSecurity);
            }
            self.stage = Stage::Handshake;
            self.to_send.extend(ready(self.role));
        }
        while let Some((flags, body)) = next_frame(bytes)? {
            if flags & COMMAND != 0 {
                self.command(body)?;
            } else if self.is_ready() {
                self.part(body, flags & MORE != 0)?;
            } else {
                return Err(ZmtpFault::NotZmtp);
            }
        }
        Ok(())
    }

    fn command(&mut self, body: &[u8]) -> Result<(), ZmtpFault> {
        let Some(properties) = body.strip_prefix(b"\x05READY") else {
            // Pings and other commands of later versions are not for a peer of version 3.0.
            return Ok(());
        };
        let (_, wanted) = self.role.names();
        if socket_type(properties) != Some(wanted) {
            return Err(ZmtpFault::OtherSocket);
        }
        self.stage = Stage::Ready;
        if self.role == Role::Subscribes {
            // Subscribes to everything.
            push_frame(&mut self.to_send, 0, &[1]);
        }
        self.to_send.append(&mut self.waiting);
        Ok(())
    }

    fn part(&mut self, body: &[u8], has_more: bool) -> Result<(), ZmtpFault> {
        // A reply begins with an empty part.
        let is_delimiter =
            self.role == Role::Requests && self.parts.is_empty() && body.is_empty() && has_more;
        let is_first = self.parts.is_empty();
        if is_delimiter && is_first {
            return Ok(());
        }
        if self.parts.len() == MAX_PARTS {
            return Err(ZmtpFault::TooLarge);
        }
        self.parts.push(body.to_vec());
        if !has_more {
            self.messages.push_back(std::mem::take(&mut self.parts));
        }
        Ok(())
    }
}

/// Returns the greeting of version 3.0 without security.
fn greeting() -> Vec<u8> {
    let mut greeting = vec![0; GREETING];
    greeting[0] = 0xff;
    greeting[9] = 0x7f;
    greeting[10] = 3;
    greeting[12..16].copy_from_slice(b"NULL");
    greeting
}

/// Returns whether these bytes may be the beginning of a greeting of version 3 or later.
fn is_greeting_so_far(bytes: &[u8]) -> bool {
    let is = |place: usize, right: fn(u8) -> bool| bytes.get(place).is_none_or(|byte| right(*byte));
    is(0, |byte| byte == 0xff) && is(9, |byte| byte == 0x7f) && is(10, |byte| byte >= 3)
}

fn ready(role: Role) -> Vec<u8> {
    let mut body = b"\x05READY".to_vec();
    let (own, _) = role.names();
    push_property(&mut body, b"Socket-Type", own);
    if role == Role::Requests {
        push_property(&mut body, b"Identity", &[]);
    }
    let mut frame = Vec::new();
    push_frame(&mut frame, COMMAND, &body);
    frame
}

fn push_property(to: &mut Vec<u8>, name: &[u8], value: &[u8]) {
    to.push(name.len() as u8);
    to.extend(name);
    to.extend((value.len() as u32).to_be_bytes());
    to.extend(value);
}

fn push_frame(to: &mut Vec<u8>, flags: u8, body: &[u8]) {
    if let Ok(length) = u8::try_from(body.len()) {
        to.extend([flags, length]);
    } else {
        to.push(flags | LONG);
        to.extend((body.len() as u64).to_be_bytes());
    }
    to.extend(body);
}

/// Takes the next frame: its flags and its content. `None` if it is not complete yet.
pub(crate) fn next_frame<'b>(bytes: &mut Bytes<'b>) -> Result<Option<(u8, &'b [u8])>, ZmtpFault> {
    let mut ahead = *bytes;
    let Some(flags) = ahead.byte() else {
        return Ok(None);
    };
    if flags > MORE | LONG | COMMAND {
        return Err(ZmtpFault::NotZmtp);
    }
    let Some(length) = ahead.big_endian(if flags & LONG == 0 { 1 } else { 8 }) else {
        return Ok(None);
    };
    if length > MAX_PART {
        return Err(ZmtpFault::TooLarge);
    }
    let Some(body) = ahead.take(length as usize) else {
        return Ok(None);
    };
    *bytes = ahead;
    Ok(Some((flags, body)))
}

/// Returns the type of the other side's socket, from the properties of its handshake.
fn socket_type(properties: &[u8]) -> Option<&[u8]> {
    let mut bytes = Bytes(properties);
    while let Some(length) = bytes.byte() {
        let name = bytes.take(length.into())?;
        let length = bytes.big_endian(4)?;
        let value = bytes.take(length as usize)?;
        if name.eq_ignore_ascii_case(b"Socket-Type") {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;
    use treewright_core::testing::cases;

    use super::*;

    /// What a robot sends first.
    pub(crate) fn robot(socket: &[u8]) -> Vec<u8> {
        let mut body = b"\x05READY".to_vec();
        push_property(&mut body, b"Socket-Type", socket);
        let mut bytes = greeting();
        push_frame(&mut bytes, COMMAND, &body);
        bytes
    }

    pub(crate) fn frames(parts: &[&[u8]]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            let flags = if place + 1 < parts.len() { MORE } else { 0 };
            push_frame(&mut bytes, flags, part);
        }
        bytes
    }

    #[test]
    fn a_request_waits_for_the_handshake_and_its_reply_may_come_byte_by_byte() {
        let mut connection = Connection::new(Role::Requests);
        connection.send(&[b"ask".to_vec()]);
        assert_eq!(connection.take_bytes(), greeting());
        let long = vec![9; 300];
        let reply = [robot(b"REP"), frames(&[b"", b"answer", &long])].concat();
        for byte in reply {
            connection.receive(&[byte]).unwrap();
        }
        let sent = connection.take_bytes();
        assert!(sent.ends_with(b"\x01\0\0\x03ask"), "{sent:?}");
        assert_eq!(
            connection.next_message(),
            Some(vec![b"answer".to_vec(), long])
        );
        assert_eq!(connection.next_message(), None);
    }

    #[test]
    fn a_subscriber_asks_for_everything() {
        let mut connection = Connection::new(Role::Subscribes);
        connection.receive(&robot(b"PUB")).unwrap();
        assert!(connection.take_bytes().ends_with(&[0, 1, 1]));
        connection.receive(&frames(&[b"head", b"33"])).unwrap();
        let message = vec![b"head".to_vec(), b"33".to_vec()];
        assert_eq!(connection.next_message(), Some(message));
    }

    #[test]
    fn other_peers_are_refused_at_once() {
        let refused = |bytes: &[u8]| Connection::new(Role::Requests).receive(bytes);
        assert_eq!(refused(b"HTTP/1.1 400"), Err(ZmtpFault::NotZmtp));
        assert_eq!(refused(&robot(b"PUB")), Err(ZmtpFault::OtherSocket));
        let mut other = greeting();
        other[12..17].copy_from_slice(b"CURVE");
        assert_eq!(refused(&other), Err(ZmtpFault::OtherSecurity));
        let endless = [&robot(b"REP")[..], &[LONG], &u64::MAX.to_be_bytes()].concat();
        assert_eq!(refused(&endless), Err(ZmtpFault::TooLarge));
        let mut connection = Connection::new(Role::Requests);
        assert!(connection.receive(b"HTTP").is_err());
        assert!(connection.receive(&robot(b"REP")).is_err(), "it stays so");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(cases(1_000)))]

        #[test]
        fn any_bytes_in_any_pieces_give_the_same(
            is_robot: bool,
            bytes in proptest::collection::vec(0_u8..9, 0..200),
            cuts in proptest::collection::vec(1_usize..40, 1..20),
        ) {
            let beginning = if is_robot { robot(b"REP") } else { Vec::new() };
            let bytes = [beginning, bytes].concat();
            let mut at_once = Connection::new(Role::Requests);
            let read = at_once.receive(&bytes);
            let mut in_pieces = Connection::new(Role::Requests);
            let (mut rest, mut last) = (&bytes[..], Ok(()));
            for cut in cuts.iter().cycle() {
                let (piece, more) = rest.split_at((*cut).min(rest.len()));
                last = in_pieces.receive(piece);
                rest = more;
                if rest.is_empty() {
                    break;
                }
            }
            prop_assert_eq!(last, read);
            prop_assert_eq!(in_pieces.messages, at_once.messages);
            prop_assert!(at_once.received.len() <= bytes.len());
        }
    }
}
