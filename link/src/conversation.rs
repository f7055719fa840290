//! A conversation between a game and an editor, from the first byte to the last, for both sides: bytes and time go in,
//! messages and bytes come out. Knows no socket, no clock and nothing of what the messages cause.
//!
//! Both send [`PREAMBLE`]. The game sends `hello`; the editor answers with `welcome`, which proves that it knows the token;
//! the game proves the same with `proof`. Everything else comes after. Who is not through after [`HANDSHAKE`], or proves
//! something wrong, is left without an answer. Afterwards each side asks for a sign of life once a second, and gives up
//! after [`SILENCE`].

use std::fmt;
use std::time::Duration;

use crate::framing::{Decoder, FramingError, PREAMBLE, fits, push_frame};
use crate::proof::{Hex16, Nonces, Prover, proof};
use crate::protocol::{
    FromEditor, FromGame, Hello, Message, Nothing, Problem, Received, VERSION, Welcome,
};

/// How long the other side may take to prove itself.
pub const HANDSHAKE: Duration = Duration::from_millis(500);

/// How long the other side may be silent afterwards.
pub const SILENCE: Duration = Duration::from_secs(5);

/// The time between two signs of life.
const PING: Duration = Duration::from_secs(1);

/// Why a conversation ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// The other side did not prove itself in time.
    Slow,
    /// The other side was silent.
    Silent,
    /// What the other side sent is not of this protocol.
    Framing(FramingError),
    /// What the other side sent is no JSON, or not what must come first.
    Unexpected,
    /// The other side does not know the token.
    WrongProof,
    /// The other side speaks another major version of the protocol.
    Version {
        /// Its version.
        theirs: [u32; 2],
    },
    /// The other side said that it ends.
    Bye,
    /// The connection was closed.
    Closed,
    /// The other side closed the connection after this side had stood still, and was silent for too long.
    Absent,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Slow => f.write_str("the other side did not prove itself in time"),
            Self::Silent => f.write_str("the other side is silent"),
            Self::Framing(error) => error.fmt(f),
            Self::Unexpected => f.write_str("the other side sent something unexpected"),
            Self::WrongProof => f.write_str("the other side does not know the token"),
            Self::Version {
                theirs: [major, minor],
            } => {
                let [own, _] = VERSION;
                write!(
                    f,
                    "the other side speaks version {major}.{minor}, this one version {own}"
                )
            }
            Self::Bye => f.write_str("the other side has ended the link"),
            Self::Closed => f.write_str("the connection was closed"),
            Self::Absent => f.write_str("this side was silent for too long"),
        }
    }
}

/// What a conversation tells its owner.
#[derive(Clone, Debug, PartialEq)]
pub enum Told<M, Who> {
    /// The other side has proved itself.
    Open(Who),
    /// A message.
    Message(M),
}

/// What both sides have in common: bytes, time and the end.
#[derive(Debug)]
struct Line {
    decoder: Decoder,
    out: Vec<u8>,
    is_open: bool,
    /// When the other side was heard last; before it is through, when it began.
    heard: Duration,
    asked: Duration,
    /// When time passed here last.
    passed: Duration,
    /// When this side went on after it had stood still for longer than the other side waits.
    back: Option<Duration>,
    ignored: u64,
    end: Option<End>,
}

impl Line {
    fn new(now: Duration) -> Self {
        Self {
            decoder: Decoder::default(),
            out: PREAMBLE.to_vec(),
            is_open: false,
            heard: now,
            asked: now,
            passed: now,
            back: None,
            ignored: 0,
            end: None,
        }
    }

    fn open(&mut self, now: Duration) {
        self.is_open = true;
        self.heard = now;
        self.asked = now;
        self.decoder.open();
    }

    fn end(&mut self, end: End) {
        self.end.get_or_insert(end);
    }

    /// Notes whether this side has stood still until now.
    fn note_time(&mut self, now: Duration) {
        if now.saturating_sub(self.passed) >= SILENCE {
            self.back = Some(now);
        }
        self.passed = now;
    }

    /// The other side has closed the connection. Soon after this side stood still, that is the reason.
    fn close(&mut self, now: Duration) {
        self.note_time(now);
        let is_just_back = self
            .back
            .is_some_and(|back| now.saturating_sub(back) < SILENCE);
        self.end(if self.is_open && is_just_back {
            End::Absent
        } else {
            End::Closed
        });
    }

    /// Returns false if the message is too long for the other side; then it is not sent.
    fn send(&mut self, message: &impl Message) -> bool {
        let text = message.write();
        let is_sendable = fits(&text);
        if self.end.is_none() && is_sendable {
            push_frame(&text, &mut self.out);
        }
        is_sendable
    }

    /// Returns the next message; `None` if there is none yet, or the conversation has ended.
    fn next<M: Message>(&mut self, now: Duration) -> Option<M> {
        while self.end.is_none() {
            let read = match self.decoder.next_message() {
                Ok(None) => return None,
                Ok(Some(text)) => M::read(text),
                Err(error) => {
                    self.end(End::Framing(error));
                    return None;
                }
            };
            if self.is_open {
                self.heard = now;
            }
            match read {
                Ok(Received::Known(message, unknown)) => {
                    self.ignored += unknown as u64;
                    return Some(message);
                }
                Ok(Received::Ignored) if self.is_open => self.ignored += 1,
                Ok(Received::Ignored) | Err(_) => self.end(End::Unexpected),
            }
        }
        None
    }

    /// Returns whether it is time to ask for a sign of life, and ends the conversation if there was none.
    fn asks(&mut self, now: Duration) -> bool {
        self.note_time(now);
        let silent = now.saturating_sub(self.heard);
        if self.is_open && silent >= SILENCE {
            self.end(End::Silent);
        } else if !self.is_open && silent >= HANDSHAKE {
            self.end(End::Slow);
        }
        let asks = self.is_open && now.saturating_sub(self.asked) >= PING;
        if asks {
            self.asked = now;
        }
        asks
    }
}

/// Gives both sides of a conversation the same methods.
macro_rules! common {
    ($side:ident: sends $own:ident, receives $other:ident, opens with $who:ty) => {
        impl $side {
            /// Takes what the other side sent, and returns what it says.
            pub fn receive(&mut self, piece: &[u8], now: Duration) -> Vec<Told<$other, $who>> {
                self.line.decoder.push(piece);
                let mut told = Vec::new();
                while let Some(message) = self.line.next(now) {
                    told.extend(self.take(message, now));
                }
                self.pass(now);
                told
            }

            /// Lets time pass: call it often, at least every 100 ms.
            pub fn pass(&mut self, now: Duration) {
                if self.line.asks(now) {
                    self.line.send(&$own::Ping(Nothing {}));
                }
            }

            /// Sends a message, if the other side has proved itself; otherwise nothing is sent. Returns false if the message
            /// is too long to be sent at all.
            pub fn send(&mut self, message: &$own) -> bool {
                !self.line.is_open || self.line.send(message)
            }

            /// Returns the bytes that are to be sent. Remove from them what was.
            pub fn out(&mut self) -> &mut Vec<u8> {
                &mut self.line.out
            }

            /// Returns whether the other side has proved itself, and the conversation goes on.
            pub fn is_open(&self) -> bool {
                self.line.is_open && self.line.end.is_none()
            }

            /// Returns why the conversation has ended; `None` if it has not. What is left to be sent may still be sent.
            pub fn end(&self) -> Option<&End> {
                self.line.end.as_ref()
            }

            /// Ends the conversation because the connection was closed.
            pub fn close(&mut self, now: Duration) {
                self.line.close(now);
            }

            /// Returns how many messages and members of messages were ignored because they are unknown.
            pub fn ignored(&self) -> u64 {
                self.line.ignored
            }

            /// Handles what the other side says once it has proved itself.
            fn take_open(&mut self, message: $other) -> Option<Told<$other, $who>> {
                match message {
                    $other::Ping(_) => _ = self.line.send(&$own::Pong(Nothing {})),
                    $other::Pong(_) => {}
                    $other::Bye(_) => self.line.end(End::Bye),
                    message => return Some(Told::Message(message)),
                }
                None
            }
        }
    };
}

/// Returns why two sides of these versions cannot speak.
fn check_version(theirs: [u32; 2]) -> Option<End> {
    (theirs[0] != VERSION[0]).then_some(End::Version { theirs })
}

fn problem_of_version() -> Problem {
    Problem {
        code: "version".into(),
        version: VERSION,
    }
}

/// The game's side of a conversation.
#[derive(Debug)]
pub struct GameSide {
    line: Line,
    token: Hex16,
    nonce: Hex16,
}

impl GameSide {
    /// Begins a conversation. The random bytes in `hello` must be new.
    pub fn new(token: Hex16, hello: Hello, now: Duration) -> Self {
        let nonce = hello.nonce;
        let mut line = Line::new(now);
        line.send(&FromGame::Hello(hello));
        Self { line, token, nonce }
    }

    fn take(&mut self, message: FromEditor, now: Duration) -> Option<Told<FromEditor, ()>> {
        if self.line.is_open {
            return self.take_open(message);
        }
        match message {
            FromEditor::Welcome(welcome) => return self.prove(&welcome, now),
            FromEditor::Error(Problem { version, .. }) => {
                self.line
                    .end(check_version(version).unwrap_or(End::Unexpected));
            }
            _ => self.line.end(End::Unexpected),
        }
        None
    }

    fn prove(&mut self, welcome: &Welcome, now: Duration) -> Option<Told<FromEditor, ()>> {
        if let Some(end) = check_version(welcome.version) {
            self.line.send(&FromGame::Error(problem_of_version()));
            self.line.end(end);
            return None;
        }
        let nonces = Nonces {
            game: self.nonce,
            editor: welcome.nonce,
        };
        if welcome.proof != proof(self.token, Prover::Editor, nonces) {
            self.line.end(End::WrongProof);
            return None;
        }
        let own = proof(self.token, Prover::Game, nonces);
        self.line.send(&FromGame::Proof(own));
        self.line.open(now);
        Some(Told::Open(()))
    }
}

common!(GameSide: sends FromGame, receives FromEditor, opens with ());

/// The editor's side of a conversation.
#[derive(Debug)]
pub struct EditorSide {
    line: Line,
    token: Hex16,
    nonce: Hex16,
    /// Who the game says that it is.
    hello: Option<Hello>,
}

impl EditorSide {
    /// Begins a conversation. The random bytes `nonce` must be new.
    pub fn new(token: Hex16, nonce: Hex16, now: Duration) -> Self {
        Self {
            line: Line::new(now),
            token,
            nonce,
            hello: None,
        }
    }

    fn take(&mut self, message: FromGame, now: Duration) -> Option<Told<FromGame, Hello>> {
        if self.line.is_open {
            return self.take_open(message);
        }
        match (message, self.hello.take()) {
            (FromGame::Hello(hello), None) => self.welcome(hello),
            (FromGame::Proof(proof), Some(hello)) => return self.check(proof, hello, now),
            (FromGame::Error(Problem { version, .. }), _) => {
                self.line
                    .end(check_version(version).unwrap_or(End::Unexpected));
            }
            _ => self.line.end(End::Unexpected),
        }
        None
    }

    fn welcome(&mut self, hello: Hello) {
        if let Some(end) = check_version(hello.version) {
            self.line.send(&FromEditor::Error(problem_of_version()));
            self.line.end(end);
            return;
        }
        let nonce = self.nonce;
        let proof = proof(self.token, Prover::Editor, self.nonces(&hello));
        self.line.send(&FromEditor::Welcome(Welcome {
            version: VERSION,
            nonce,
            proof,
        }));
        self.hello = Some(hello);
    }

    fn check(
        &mut self,
        given: Hex16,
        hello: Hello,
        now: Duration,
    ) -> Option<Told<FromGame, Hello>> {
        if given != proof(self.token, Prover::Game, self.nonces(&hello)) {
            self.line.end(End::WrongProof);
            return None;
        }
        self.line.open(now);
        Some(Told::Open(hello))
    }

    /// Returns whether the proof of this side was made, and the game has not given its own. If the game has got it and leaves now, it has another
    /// token.
    pub fn awaits_proof(&self) -> bool {
        self.hello.is_some()
    }

    fn nonces(&self, hello: &Hello) -> Nonces {
        Nonces {
            game: hello.nonce,
            editor: self.nonce,
        }
    }
}

common!(EditorSide: sends FromEditor, receives FromGame, opens with Hello);

#[cfg(test)]
mod tests;
