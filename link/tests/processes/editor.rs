//! An editor's end of the link, for tests with games that are processes of their own, also of other packages.
#![allow(dead_code, reason = "each of these tests needs a part of it")]

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use treewright_link::Address;
use treewright_link::conversation::{EditorSide, Told};
use treewright_link::proof::Hex16;
use treewright_link::protocol::{FromEditor, FromGame, Json, Order, Verb};

pub const TOKEN: Hex16 = Hex16([7; 16]);
/// Nothing takes so long; only a test that fails waits for it.
const PATIENCE: Duration = Duration::from_secs(20);

/// An editor that waits for games.
pub struct Editor {
    pub listener: TcpListener,
    begin: Instant,
}

impl Editor {
    pub fn new() -> Self {
        Self {
            listener: TcpListener::bind("127.0.0.1:0").unwrap(),
            begin: Instant::now(),
        }
    }

    pub fn address(&self) -> Address {
        Address {
            host: self.listener.local_addr().unwrap().to_string(),
            token: TOKEN,
        }
    }

    pub fn variable(&self) -> String {
        self.address().to_variable()
    }

    /// Waits for a game, and until both have proved themselves. On a machine that is too busy for that, the game comes again.
    pub fn attach(&self) -> Attached {
        loop {
            let mut game = self.accept(TOKEN);
            let is_open = |game: &mut Attached| match game.side.end() {
                Some(_) => Some(false),
                None if game.is_closed => Some(false),
                None => game.side.is_open().then_some(true),
            };
            if game.until(is_open) {
                return game;
            }
        }
    }

    /// Waits for a game to call.
    pub fn accept(&self, token: Hex16) -> Attached {
        let begin = Instant::now();
        self.listener.set_nonblocking(true).unwrap();
        let stream = loop {
            if let Ok((stream, _)) = self.listener.accept() {
                break stream;
            }
            assert!(begin.elapsed() < PATIENCE, "no game came");
            thread::sleep(Duration::from_millis(2));
        };
        stream.set_nonblocking(false).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_millis(20)))
            .unwrap();
        Attached {
            side: EditorSide::new(token, Hex16([9; 16]), self.begin.elapsed()),
            stream,
            begin: self.begin,
            heard: Vec::new(),
            is_closed: false,
        }
    }
}

/// A game that is attached.
pub struct Attached {
    pub side: EditorSide,
    pub stream: TcpStream,
    begin: Instant,
    pub heard: Vec<FromGame>,
    pub is_closed: bool,
}

impl Attached {
    pub fn talk(&mut self) {
        let out = std::mem::take(self.side.out());
        let mut piece = [0; 4096];
        self.is_closed |= self.stream.write_all(&out).is_err();
        match self.stream.read(&mut piece) {
            Ok(0) => self.is_closed = true,
            Ok(length) => {
                let told = self.side.receive(&piece[..length], self.begin.elapsed());
                self.heard
                    .extend(told.into_iter().filter_map(|told| match told {
                        Told::Message(message) => Some(message),
                        Told::Open(_) => None,
                    }));
            }
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => self.is_closed = true,
        }
        self.side.pass(self.begin.elapsed());
    }

    /// Talks until this returns something.
    pub fn until<T>(&mut self, mut what: impl FnMut(&mut Self) -> Option<T>) -> T {
        let begin = Instant::now();
        loop {
            if let Some(found) = what(self) {
                return found;
            }
            assert!(
                begin.elapsed() < PATIENCE,
                "{:?} {:?}",
                self.side.end(),
                self.heard
            );
            self.talk();
        }
    }

    /// Waits for the first message for which this returns something.
    pub fn hear<T>(&mut self, mut what: impl FnMut(&FromGame) -> Option<T>) -> T {
        self.until(|game| {
            let mut heard = game.heard.iter().enumerate();
            let (place, found) =
                heard.find_map(|(place, message)| Some((place, what(message)?)))?;
            game.heard.remove(place);
            Some(found)
        })
    }

    pub fn say(&mut self, message: &FromEditor) {
        self.side.send(message);
    }

    pub fn order(&mut self, number: u64, verb: Verb) {
        self.order_to(0, number, verb);
    }

    pub fn order_to(&mut self, agent: u64, number: u64, verb: Verb) {
        self.say(&FromEditor::Do(Order {
            number,
            agent: Some(agent),
            verb,
        }));
    }
}

/// Returns whether the game is paused, and its frame.
pub fn state(message: &FromGame) -> Option<(bool, u64)> {
    match message {
        FromGame::State(state) => Some((state.paused, state.frame)),
        _ => None,
    }
}

/// Breakpoints of the document at this path.
pub fn breakpoints_of(document: &str, list: &str) -> FromEditor {
    let text = format!(
        r#"{{"format":"treewright-breakpoints","version":1,"documents":{{"{document}":[{list}]}}}}"#
    );
    FromEditor::Breakpoints(Json(text.into()))
}
