//! Messages as bytes: eight bytes by which both sides recognize each other, then the length of each message before its
//! text. Never keeps more of a message than its limit allows, whatever length it claims. Knows no message but the names
//! of the long ones.

use std::fmt;

/// What both sides send first. No browser and no protocol of lines can send it; the last byte is the major version.
pub const PREAMBLE: [u8; 8] = *b"\0TWLK\r\n\x01";

/// The longest message before both sides have proved themselves.
const MOST_BEFORE: usize = 4 << 10;
/// The longest message afterwards.
const MOST: usize = 1 << 20;
/// The longest message that contains a tree or its files.
const MOST_LONG: usize = 8 << 20;
/// The names of the messages that may be so long.
const LONG: [&str; 5] = ["program", "texts", "frames", "keyframe", "do"];

/// How many bytes of a message tell its name if it is one of [`LONG`].
const NAME_BYTES: usize = 16;

/// Why bytes are not messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FramingError {
    /// The other side does not begin with [`PREAMBLE`].
    Preamble,
    /// A message is longer than is allowed now.
    TooLong {
        /// Its length in bytes, as the other side claims.
        claimed: u32,
    },
    /// A message is not UTF-8.
    NoText,
}

impl fmt::Display for FramingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Preamble => f.write_str("the other side does not speak this protocol"),
            Self::TooLong { claimed } => write!(f, "a message of {claimed} bytes is too long"),
            Self::NoText => f.write_str("a message is not UTF-8"),
        }
    }
}

impl std::error::Error for FramingError {}

/// Returns whether the other side takes a message of this length once both have proved themselves.
pub fn fits(message: &str) -> bool {
    message.len() <= most_of(message.as_bytes())
}

/// Returns how long a message that begins like this may be, if it begins with at least [`NAME_BYTES`].
fn most_of(body: &[u8]) -> usize {
    if LONG.iter().any(|name| is_named(body, name)) {
        MOST_LONG
    } else {
        MOST
    }
}

/// Appends a message as bytes.
pub fn push_frame(message: &str, out: &mut Vec<u8>) {
    out.extend((message.len() as u32).to_le_bytes());
    out.extend(message.as_bytes());
}

/// Puts messages together from pieces of any size.
#[derive(Clone, Debug, Default)]
pub struct Decoder {
    /// What was received; messages before `start` are done.
    buffer: Vec<u8>,
    start: usize,
    is_recognized: bool,
    is_open: bool,
    fault: Option<FramingError>,
}

impl Decoder {
    /// Allows messages of the usual length, because the other side has proved itself.
    pub fn open(&mut self) {
        self.is_open = true;
    }

    /// Adds a piece. Take all messages afterwards: [`Self::next_message`].
    pub fn push(&mut self, piece: &[u8]) {
        if self.fault.is_some() {
            return;
        }
        self.buffer.drain(..std::mem::take(&mut self.start));
        self.buffer.extend(piece);
    }

    /// Returns the next message; `None` if more bytes are needed.
    ///
    /// # Errors
    /// If the bytes are none of this protocol. Then everything that follows is lost, too.
    pub fn next_message(&mut self) -> Result<Option<&str>, FramingError> {
        if let Some(fault) = self.fault {
            return Err(fault);
        }
        match self.next_range() {
            Ok(None) => Ok(None),
            Ok(Some(range)) => match std::str::from_utf8(&self.buffer[range]) {
                Ok(text) => Ok(Some(text)),
                Err(_) => Err(FramingError::NoText),
            },
            Err(fault) => {
                self.fault = Some(fault);
                self.buffer = Vec::new();
                Err(fault)
            }
        }
    }

    /// Returns where the next message is, and goes on behind it.
    fn next_range(&mut self) -> Result<Option<std::ops::Range<usize>>, FramingError> {
        if !self.is_recognized && !self.recognize()? {
            return Ok(None);
        }
        let rest = &self.buffer[self.start..];
        let Some((length, body)) = rest.split_first_chunk() else {
            return Ok(None);
        };
        let claimed = u32::from_le_bytes(*length);
        let length = claimed as usize;
        if length > self.most_for(body) {
            return Err(FramingError::TooLong { claimed });
        }
        if body.len() < length {
            return Ok(None);
        }
        let begin = self.start + size_of::<u32>();
        self.start = begin + length;
        Ok(Some(begin..self.start))
    }

    /// Returns whether the preamble is complete, and passes it.
    fn recognize(&mut self) -> Result<bool, FramingError> {
        let known = self.buffer.len().min(PREAMBLE.len());
        if self.buffer[..known] != PREAMBLE[..known] {
            return Err(FramingError::Preamble);
        }
        self.is_recognized = known == PREAMBLE.len();
        if self.is_recognized {
            self.start = PREAMBLE.len();
        }
        Ok(self.is_recognized)
    }

    /// Returns how long a message that begins like this may be.
    fn most_for(&self, body: &[u8]) -> usize {
        if !self.is_open {
            return MOST_BEFORE;
        }
        if body.len() < NAME_BYTES {
            MOST_LONG
        } else {
            most_of(body)
        }
    }
}

/// Returns whether a message has this name.
fn is_named(body: &[u8], name: &str) -> bool {
    let after = body.strip_prefix(b"{\"");
    let after = after.and_then(|rest| rest.strip_prefix(name.as_bytes()));
    after.is_some_and(|rest| rest.starts_with(b"\""))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use treewright_core::testing::cases;

    use super::*;

    /// Returns all messages, and the fault that ended them.
    fn decode(
        decoder: &mut Decoder,
        bytes: &[u8],
        sizes: &[usize],
    ) -> (Vec<String>, Option<FramingError>) {
        let (mut messages, mut rest) = (Vec::new(), bytes);
        let mut sizes = sizes.iter().cycle();
        while !rest.is_empty() {
            let size = sizes
                .next()
                .map_or(rest.len(), |size| (*size).min(rest.len()));
            let (piece, after) = rest.split_at(size);
            rest = after;
            decoder.push(piece);
            assert!(decoder.buffer.len() <= MOST_LONG + size + 4);
            loop {
                match decoder.next_message() {
                    Ok(Some(message)) => messages.push(message.to_owned()),
                    Ok(None) => break,
                    Err(fault) => return (messages, Some(fault)),
                }
            }
        }
        (messages, None)
    }

    fn bytes_of(messages: &[String]) -> Vec<u8> {
        let mut bytes = PREAMBLE.to_vec();
        for message in messages {
            push_frame(message, &mut bytes);
        }
        bytes
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(cases(200)))]

        #[test]
        fn the_same_messages_arrive_whatever_the_pieces(
            messages in prop::collection::vec("\\PC{0,300}", 0..20),
            sizes in prop::collection::vec(1_usize..50, 1..9),
        ) {
            let bytes = bytes_of(&messages);
            let (found, fault) = decode(&mut Decoder::default(), &bytes, &sizes);
            prop_assert_eq!((found, fault), (messages, None));
        }

        #[test]
        fn any_bytes_are_refused_or_taken_and_take_bounded_memory(
            noise in prop::collection::vec(any::<u8>(), 0..2_000),
            sizes in prop::collection::vec(1_usize..50, 1..9),
            is_greeted: bool,
            is_open: bool,
        ) {
            let greeting: &[u8] = if is_greeted { &PREAMBLE } else { &[] };
            let mut decoder = Decoder::default();
            if is_open {
                decoder.open();
            }
            let (_, fault) = decode(&mut decoder, &[greeting, &noise].concat(), &sizes);
            let keeps = decoder.buffer.capacity();
            if fault.is_some() && fault != Some(FramingError::NoText) {
                prop_assert_eq!(keeps, 0);
            }
            prop_assert!(keeps <= 2 * (noise.len() + 8).max(64));
        }
    }

    #[test]
    fn lengths_are_limited_before_anything_of_the_message_is_kept() {
        let claim = |claimed: u32, body: &str, is_open: bool| {
            let mut decoder = Decoder::default();
            if is_open {
                decoder.open();
            }
            decoder.push(&PREAMBLE);
            decoder.push(&claimed.to_le_bytes());
            decoder.push(body.as_bytes());
            decoder
                .next_message()
                .map(|message| message.map(str::to_owned))
        };
        let too_long = |claimed| Err(FramingError::TooLong { claimed });
        assert_eq!(claim(4_097, "", false), too_long(4_097));
        assert_eq!(claim(4_096, "", false), Ok(None));
        assert_eq!(claim(u32::MAX, "", true), too_long(u32::MAX));
        let agents = "{\"agents\":{\"frame\":7}}";
        assert_eq!(claim((1 << 20) + 1, agents, true), too_long((1 << 20) + 1));
        assert_eq!(claim(1 << 20, agents, true), Ok(None));
        let program = "{\"program\":{\"id\":7,}}";
        assert_eq!(claim(8 << 20, program, true), Ok(None));
        assert_eq!(claim((8 << 20) + 1, program, true), too_long((8 << 20) + 1));
        let similar = "{\"programs\":{\"id\":7}}";
        assert_eq!(claim(8 << 20, similar, true), too_long(8 << 20));
    }

    #[test]
    fn what_fits_is_taken() {
        let message =
            |name: &str, length: usize| format!("{{\"{name}\":\"{}\"}}", " ".repeat(length));
        for (text, is_taken) in [
            (message("done", 100), true),
            (message("agents", (1 << 20) - 100), true),
            (message("agents", 1 << 20), false),
            (message("frames", 1 << 20), true),
            (message("frames", 8 << 20), false),
        ] {
            let mut bytes = PREAMBLE.to_vec();
            push_frame(&text, &mut bytes);
            let mut decoder = Decoder::default();
            decoder.open();
            decoder.push(&bytes);
            assert_eq!(decoder.next_message().is_ok(), is_taken, "{text:.20}");
            assert_eq!(fits(&text), is_taken, "{text:.20}");
        }
    }

    #[test]
    fn other_protocols_are_refused_at_their_first_byte() {
        for other in ["GET / HTTP/1.1\r\n", "{}\n", "\0TWLK\r\n\x02"] {
            let (messages, fault) = decode(&mut Decoder::default(), other.as_bytes(), &[1]);
            assert_eq!(messages.len(), 0, "{other}");
            assert_eq!(fault, Some(FramingError::Preamble), "{other}");
        }
    }

    #[test]
    fn a_message_that_is_no_text_is_skipped() {
        let mut bytes = PREAMBLE.to_vec();
        bytes.extend([1, 0, 0, 0, 0xff]);
        push_frame("{}", &mut bytes);
        let mut decoder = Decoder::default();
        decoder.push(&bytes);
        assert_eq!(decoder.next_message(), Err(FramingError::NoText));
        assert_eq!(decoder.next_message(), Ok(Some("{}")));
    }
}
